"""Police custody: fifteen days in the whole, and the days of detention on which it may be given."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.period_pairs import accused_concerned
from countercase.facts.lines.profile import MatterProfile, is_quoted, read_count
from countercase.facts.timeline import DatedEvent
from countercase.law import dates
from countercase.law.tables.sentences import Gravity
from countercase.text.words import capitalised

_TO = re.compile(r"\s?(?:to|till|until|upto|up\sto|-|–)\s?")
_ARGUED = " For an offence of up to ten years it is argued whether sixty days or ninety apply; here sixty are counted."
_NUMBER = r"\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_UAPA_OFFENCES = tuple(f"UAPA-{section}" for section in (10, 11, 13, *range(16, 24), 38, 39, 40))
_UAPA_LISTED = re.compile(  # "120B IPC, 18, 20, 38 U.A.(P) Act", "17 and 18 of the UAPA"
    r"(?<![\w./])(?:1[01367-9]|2[0-3]|38|39|40)\b(?:\([1-4]\))?(?:\s?(?:,|/|&|and|r/w)\s?\d{2}\w?(?:\(\d\))?)*\s(?:of\s)?(?:the\s)?"
    r"(?:u\.?\s?a\.?\s?\(?p\)?\.?\s?a?(?:ct)?\b|unlawful\sactivities)"
)
_DEFAULT_BAIL = re.compile(r"\b(?:default|statutory)\sbail\b|\b167\s?\(2\)|\b187\s?\(3\)")


def is_default_bail(matter: MatterProfile) -> bool:
    """Whether default bail is in issue."""
    return matter.raises("CrPC-167", "BNSS-187", "UAPA-43D") or _DEFAULT_BAIL.search(matter.lower) is not None


def police_custody_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Every line of police custody."""
    spells = _spells(matter)
    if spells:
        yield from _police_custody_in_spells(matter, spells)
    else:
        yield from _police_custody_as_counted(matter)
        yield from _police_custody_by_dates(matter)
    yield from _police_custody_on_nth_day(matter)


_DAYS_OF_POLICE_CUSTODY = re.compile(
    r"\b(?:in\sall|in\stotal|total(?:ly)?(?:\sof)?|altogether|in\sthe\swhole|making)\s(?P<term>(?P<count>\d{1,2}|[a-z]+)\sdays)\s(?:of|in|as|under)\s(?:police\s(?:custody|remand)|p\.?c\b)"
)
_POLICE_DAYS = re.compile(
    r"\b(?:police\s(?:custody|remand)|p\.?c\b\.?(?:\sremand)?|p\.?c\.?r\b\.?)[^.;\n]{0,24}?"
    r"(?:(?P<before>in\sall|in\stotal|total(?:ly)?|altogether|in\sthe\swhole)\s(?:of\s|for\s)?)?"
    r"(?<![\d./-])(?P<term>(?P<count>\d{1,2}|[a-z]+)\sdays)(?P<after>\s(?:in\sall|in\stotal|altogether|in\sthe\swhole))?"
)


MOST_POLICE_CUSTODY = 15  # in the whole: CrPC s.167(2), BNSS s.187(2)
_DAYS_GRANTED = re.compile(
    r"\b(?:police\s(?:custody|remand)|p\.?c\b\.?(?:\sremand)?)\W{0,3}(?P<how>(?:(?:sought|given|granted|again|for|of|further|was|another|a-?\d),?\s){0,5})"
    rf"(?P<after>{_NUMBER})\s?days\b(?P<then>[^.\n]{{0,20}})"
    rf"|\b(?P<before>{_NUMBER})\s?days(?:'|’)?\s(?:of\s)?police\s(?:custody|remand)\s(?:was\s|were\s)?(?:given|granted|allowed)"
)


def _police_custody_in_parts(matter: MatterProfile) -> Iterator[LawLine]:
    """ "Police custody 4 days ... PC sought again 8 days; granted": the sum, or one grant in a matter of default bail.

    Only if it is within the line: a larger sum may count one grant twice, or those of two accused together.
    """
    grants = [
        match
        for match in _DAYS_GRANTED.finditer(matter.lower)
        if match["before"] or "sought" not in match["how"] or re.search(r"\b(?:granted|given|allowed)\b", match["then"])
    ]
    days = [read_count(match["after"] or match["before"]) or 0 for match in grants]
    is_refused = any(re.search(r"\brefus|\breject", match[0]) for match in grants)
    if (
        (len(grants) > 1 or (grants and is_default_bail(matter)))
        and all(days)
        and sum(days) <= most_police_custody(matter)
        and not is_refused
    ):
        spans = tuple(Span(*match.span("after" if match["after"] else "before")) for match in reversed(grants))
        yield total_police_custody(matter, sum(days), spans)


def _police_custody_as_counted(matter: MatterProfile) -> Iterator[LawLine]:
    """ "P.C. in all 18 days": the total police custody as the matter gives it."""
    totals = (match for match in _POLICE_DAYS.finditer(matter.lower) if match["before"] or match["after"])
    match = next(totals, None) or _DAYS_OF_POLICE_CUSTODY.search(matter.lower)
    days = read_count(match["count"]) if match else None
    if match is None or days is None:
        yield from _police_custody_in_parts(matter)
    else:
        yield total_police_custody(matter, days, (Span(match.start(), match.end()),))


def _police_custody_section(matter: MatterProfile) -> Provision:
    if most_police_custody(matter) > MOST_POLICE_CUSTODY:
        return Provision.parse("UAPA-43D(2)")
    return Provision.parse("BNSS-187(2)" if matter.is_new_code else "CrPC-167(2)")


def most_police_custody(matter: MatterProfile) -> int:
    """The days of police custody in the whole: thirty under the UAPA (section 43D(2)(a)), else fifteen."""
    is_charged = matter.raises("UAPA-43D", *_UAPA_OFFENCES) or _UAPA_LISTED.search(matter.lower) is not None
    is_under_act = "UAPA" in matter.named_acts and is_charged
    return 30 if is_under_act else MOST_POLICE_CUSTODY


def total_police_custody(matter: MatterProfile, days: float, spans: tuple[Span, ...]) -> LawLine:
    """The line of fifteen days of police custody in the whole."""
    most = most_police_custody(matter)
    allowed = days <= most
    words = "thirty" if most > MOST_POLICE_CUSTODY else "fifteen"
    effect = f"{'within' if allowed else 'beyond'} the {words} days in the whole"
    return LawLine(
        _police_custody_section(matter),
        "police custody in the whole",
        dates.counted(days, "days"),
        f"{most} days",
        Stands.of(allowed),
        spans,
        f"{days:g} of {most} days: {effect}.",
        "police custody",
    )


def _police_custody_by_dates(matter: MatterProfile) -> Iterator[LawLine]:
    """The total police custody by its dates, and the days of detention on which it was given."""
    remand = _first_remand(matter)
    periods = [
        event
        for custody in matter.timeline.of("police custody")
        if (event := _with_end_date(matter, custody)).until is not None and remand and event.day >= remand.day
    ]
    if remand is None:
        return
    if not periods:
        yield from _police_custody_begun_late(matter, remand)
        return
    total = sum(dates.days_between(event.day, event.until) + 1 for event in periods if event.until)
    yield total_police_custody(matter, total, tuple(event.span for event in periods))
    last = max(periods, key=lambda event: event.until or event.day)
    limit = _last_day_for_police_custody(matter)
    if limit is None or last.until is None:
        return
    first_day, last_day = (dates.days_between(remand.day, day) + 1 for day in (last.day, last.until))
    kept = last_day <= limit
    effect = "police custody was still allowed" if kept else "police custody was no longer allowed"
    yield LawLine(
        _police_custody_section(matter),
        "days of detention at which police custody was given",
        f"day {first_day} to day {last_day}",
        f"day {limit}",
        Stands.of(kept),
        (last.span,),
        f"Days {first_day} to {last_day} against the first {limit}: {effect}."
        + (_ARGUED if matter.turns_on_ten_years else ""),
        "police custody window",
    )


@dataclass(frozen=True, slots=True)
class _Spell:
    """Police custody from a day, for so many days; a count between two dates may be out by one."""

    first: date
    days: int
    span: Span
    is_exact: bool
    counted_at: Span | None = None  # where the text gives the number of days


_TILL = re.compile(r"\b(?:till|until|upto|up\sto|ended(?:\sonly)?(?:\son)?)\s(?:the\s)?\Z")
_ENDED = re.compile(
    r"\s?[-–:]?\s?(?:police\s(?:custody|remand)|p\.?c\b\.?)\s(?:ends?|ended|over|expire[ds]|came\sto\san\send)\b"
)
_FOR_DAYS = re.compile(rf"[^.;\n]{{0,60}}?\b(?:for|of)\s(?P<count>{_NUMBER})\s(?:more\s|further\s)?days\b")


def _spells(matter: MatterProfile) -> list[_Spell]:
    """The spells of police custody, if one of them is told by its last day: "police custody till 12.1.2025"."""
    given = [event for event in matter.timeline.of("police custody") if event.exact and not event.is_likely]
    spells = [spell for event in given if (spell := _spell(matter, event)) is not None]
    is_told_by_end = any(not spell.is_exact for spell in spells)
    return spells if is_told_by_end and len(spells) == len(given) else []


def _spell(matter: MatterProfile, event: DatedEvent) -> _Spell | None:
    """One spell: until a day, counted from the remand before it, or for so many days."""
    persons = accused_concerned(matter, event)
    if _TILL.search(matter.lower, max(0, event.span.start - 12), event.span.start) or _ENDED.match(
        matter.lower, event.span.end
    ):
        before = [
            other.day
            for other in matter.timeline.of("remand", "production")
            if other.day < event.day
            and (not persons or not (others := accused_concerned(matter, other)) or not persons.isdisjoint(others))
        ]
        if not before:
            return None
        return _Spell(max(before), dates.days_between(max(before), event.day), event.span, is_exact=False)
    length = _FOR_DAYS.match(matter.lower, event.span.end)
    days = read_count(length["count"]) if length else None
    if length is None or days is None:
        return None
    return _Spell(event.day, int(days), event.span, is_exact=True, counted_at=Span(*length.span("count")))


def _police_custody_in_spells(matter: MatterProfile, spells: list[_Spell]) -> Iterator[LawLine]:
    """The sum of the spells, and the day of detention on which the last of several was given."""
    total, doubt = sum(spell.days for spell in spells), sum(not spell.is_exact for spell in spells)
    most = most_police_custody(matter)
    if total > most or total + doubt <= most:
        line = total_police_custody(matter, total, tuple(spell.counted_at or spell.span for spell in reversed(spells)))
        sums = " + ".join(str(spell.days) for spell in spells)
        yield replace(line, value=f"about {line.value}", says=line.says + (f" ({sums}.)" if len(spells) > 1 else ""))
    limit, remand = _last_day_for_police_custody(matter), _first_remand(matter)
    last = max(spells, key=lambda spell: spell.first)
    if limit is not None and remand is not None and len(spells) > 1:
        day = dates.days_between(remand.day, last.first) + 1
        if day > limit:
            yield _police_custody_window(matter, f"day {day}", limit, last.span)


def _first_remand(matter: MatterProfile) -> DatedEvent | None:
    """The first remand or production of those whose police custody is dated; an extension is no first remand."""
    given = matter.timeline.of("police custody")
    held = [accused_concerned(matter, event) for event in given]
    own = [
        event
        for event in matter.timeline.of("remand", "production")
        if not (persons := accused_concerned(matter, event))
        or not all(held)
        or any(not persons.isdisjoint(others) for others in held)
    ]
    return min(own, key=lambda event: event.day, default=None)


def _last_day_for_police_custody(matter: MatterProfile) -> int | None:
    """The last day of detention on which police custody may be given.

    None if the gravity is unknown, and under the UAPA, where it may be sought later on an affidavit (s.43D(2)(b)).
    """
    if most_police_custody(matter) > MOST_POLICE_CUSTODY:
        return None
    if not matter.is_new_code and not matter.is_of_the_sanhita:
        return 15
    if matter.turns_on_ten_years or matter.is_gravity_disputed:
        return 40  # as sixty days are counted for such an offence, and for the sections of the FIR until others come
    return {Gravity.SIXTY: 40, Gravity.NINETY: 60}.get(matter.gravity) if matter.gravity else None


def _police_custody_begun_late(matter: MatterProfile, remand: DatedEvent) -> Iterator[LawLine]:
    """Police custody of unknown length that began when it could no longer be given."""
    limit = _last_day_for_police_custody(matter)
    for event in matter.timeline.of("police custody"):
        day = dates.days_between(remand.day, event.day) + 1
        if limit is not None and event.exact and day > limit:
            yield _police_custody_window(matter, f"day {day}", limit, event.span)
            return


_POLICE_CUSTODY = re.compile(r"\bpolice\s(?:custody|remand)\b|\bp\.?c\b\.?\sremand")
_GIVEN_OR_ASKED = re.compile(
    r"\b(?:granted|given|gave|allowed|sought|seeks|asked|asks|applied|application|pressed|came\sback|wants|prayed|took|taken|moved|obtained|got)\b"
)
_BEFORE_DAY = 260  # characters before a day of detention in which police custody is named


def _police_custody_on_nth_day(matter: MatterProfile) -> Iterator[LawLine]:
    """ "He came back for five days more on the 71st day of detention": the day on which police custody was asked."""
    limit = _last_day_for_police_custody(matter)
    if limit is None or not matter.topic("crime"):
        return
    for length in matter.stated_lengths:
        if not length.is_nth_day or length.unit != "days" or is_quoted(matter.lower, length.begins):
            continue
        clause = matter.clause_at(length.begins)
        asked = matter.lower[clause.start : length.begins]
        told = matter.lower[max(0, length.begins - _BEFORE_DAY) : length.begins]
        if not _GIVEN_OR_ASKED.search(asked) or not _POLICE_CUSTODY.search(told) or _REPORT_FILED.search(asked):
            continue
        day = int(length.parts[0][1])
        if day > limit:
            yield _police_custody_window(matter, f"day {day}", limit, length.span)
            return


_REPORT_FILED = re.compile(r"\b(?:charge-?\s?sheet|challan|report|bail)\b")


def _police_custody_window(matter: MatterProfile, value: str, limit: int, span: Span) -> LawLine:
    section = "BNSS-187(2)" if matter.is_new_code or matter.is_of_the_sanhita else "CrPC-167(2)"
    argued = _ARGUED if matter.turns_on_ten_years else ""
    return LawLine(
        Provision.parse(section),
        "days of detention at which police custody was given",
        value,
        f"day {limit}",
        Stands.CROSSED,
        (span,),
        f"{capitalised(value)} against the first {limit} days: police custody was no longer allowed.{argued}",
        "police custody window",
    )


def _with_end_date(matter: MatterProfile, event: DatedEvent) -> DatedEvent:
    """ "police custody from 5.6.2019 to 14.6.2019": the date that follows ends it."""
    spans = matter.mention_spans
    at = bisect_right(spans, event.span)
    if event.until is not None or at >= len(spans) or not _TO.fullmatch(matter.lower, event.span.end, spans[at].start):
        return event
    last = matter.timeline.mentions[at].day
    return replace(event, until=last, span=Span(event.span.start, spans[at].end)) if last >= event.day else event
