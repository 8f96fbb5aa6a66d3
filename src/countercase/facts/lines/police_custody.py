"""Police custody: fifteen days in the whole, and the days of detention on which it may be given."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.dated_events import DatedEvent
from countercase.facts.lines.period_pairs import accused_concerned
from countercase.facts.lines.profile import MatterProfile, is_quoted, read_count
from countercase.law import dates
from countercase.law.tables.sentences import Gravity
from countercase.text.words import capitalised

_TO = re.compile(r"\s?(?:to|till|until|upto|up\sto|-|–)\s?")
_ARGUED = " For an offence of up to ten years it is argued whether sixty days or ninety apply; here sixty are counted."
_NUMBER = r"\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen"
_UAPA_OFFENCES = tuple(f"UAPA-{section}" for section in (10, 11, 13, *range(16, 24), 38, 39, 40))
_UAPA_LISTED = re.compile(  # "120B IPC, 18, 20, 38 U.A.(P) Act", "17 and 18 of the UAPA", "S. 43D(2)(a)"
    r"\b43-?d\s?\(2\)|"
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
    r"\b(?:in\sall|in\stotal|total(?:ly)?(?:\sof|\sis|\swas)?|altogether|in\sthe\swhole|making)\s(?P<term>(?P<count>\d{1,2}|[a-z]+)\sdays)"
    r"\s(?:of|in|as|under|with)\s(?:the\s)?(?:police(?:\s(?:custody|remand|hands))?\b|p\.?c\b|hands\sof\s(?:the\s)?police)"
)
_POLICE_DAYS = re.compile(
    r"\b(?:police\s(?:custody|remand)|p\.?c\b\.?(?:\sremand)?|p\.?c\.?r\b\.?)[^.;\n]{0,24}?"
    r"(?:(?P<before>in\sall|in\stotal|total(?:ly)?|altogether|in\sthe\swhole)\s(?:of\s|for\s)?)?"
    r"(?<![\d./-])(?P<term>(?P<count>\d{1,2}|[a-z]+)\sdays)(?P<after>\s(?:in\sall|in\stotal|altogether|in\sthe\swhole))?"
)


MOST_POLICE_CUSTODY = 15  # in the whole: CrPC s.167(2), BNSS s.187(2)
_PC = r"(?:police\s(?:custody|remand)|p\.?c\.?(?:r\b\.?)?(?:\sremand)?)"
_FROM_DAY = r"(?:\s(?:from|w\.?e\.?f\.?)\s[\w./-]{3,12}(?:\s[a-z]{3,9})?)?"
_DAYS_GRANTED = re.compile(
    rf"\b{_PC}\W{{0,3}}(?P<how>(?:(?:sought|given|granted|again|first|for|of|further|was|another|a-?\d),?\s){{0,5}})"
    rf"(?P<after>{_NUMBER})\s?days\b(?P<then>[^.\n]{{0,20}})"
    rf"|\b(?P<before>{_NUMBER})\s?days(?:'|’)?\s(?:of\s)?police\s(?:custody|remand)\s(?:was\s|were\s)?(?:given|granted|allowed)"
    rf"|\bpolice\s(?:had|kept|held)\s(?:him|her|them|the\saccused|accd)\sfor\s(?P<had>{_NUMBER})\s?days\b"
)
# "PCR - 3 days from 12.08, 4 days from 02.09": the second spell of a list.
_NEXT_IN_LIST = re.compile(rf"{_FROM_DAY}\s?(?:,|;|&|and|then|\+)\s?(?:then\s|again\s)?(?P<days>{_NUMBER})\s?days\b")
# "thereafter a further eight days", "gave 2 more days", "having used six earlier": days beside the first ones.
_DAYS_ADDED = re.compile(
    rf"\b(?:a\s|for\s)?(?:further|another|additional)\s(?P<further>{_NUMBER})\s?days\b"
    rf"|\b(?:gave|given|granted|allowed|got|again|ordered)\s(?:him\s|her\s|them\s)?(?:for\s)?(?P<more>{_NUMBER})\s(?:more|further|additional)\s?days\b"
    rf"|\bagain\s(?:for|given|of)\s(?P<again>{_NUMBER})\s?days\b"
    rf"|\b(?:having\s|already\s|had\s)(?:already\s)?(?:used|had|taken|exhausted|consumed)\s(?P<used>{_NUMBER})(?:\sdays)?\s(?:earlier|before|already|in\sthe\sfirst)\b"
)
_ASKED = re.compile(
    rf"\b(?P<days>{_NUMBER})\s?days(?:'|’)?\s(?:of\s)?(?:further\s|more\s)?police\s(?:custody|remand)\b"
)
_ADDED_REACH = 260  # characters after police custody is named in which more days of it are told
_NOT_OF_POLICE = re.compile(r"[^.;,\n]{0,40}\b(?:j\.?/?c\b|judicial|jail|time|exten\w+|bail|investigat\w+)")
_POLICE_NAMED = re.compile(rf"\b{_PC}(?!\w)|\bpolice\s(?:had|hands)\b|\bnia\b")
_TWO_SPELLS = 2
_SPELLS = {"third": 3, "3rd": 3}  # the third is one of three
_NOT_THE_FIRST = re.compile(
    rf"\b(?P<which>fresh|second|2nd|third|3rd|another|further|again|renewed)\s(?:spell\sof\s|for\s)?{_PC}(?!\w)|\b{_PC}\sagain\b"
)
_ONE_OF_SEVERAL = re.compile(r"\ba-?\d\b|\bco-?acc\w*")


def _police_custody_in_parts(matter: MatterProfile) -> Iterator[LawLine]:
    """ "Police custody 4 days ... PC sought again 8 days; granted": the sum, or one grant in a matter of default bail.

    A larger sum than the law allows may count one grant twice, or those of two accused together: it is given only if
    the text calls each further spell a further one, and tells of one accused.
    """
    if not any(words in matter.lower for words in ("police", "p.c", "pc")) or _given_again(matter):
        return  # where dates tell of the spells, they are added up by them
    grants = [
        match
        for match in _DAYS_GRANTED.finditer(matter.lower)
        if match["had"]
        or match["before"]
        or "sought" not in match["how"]
        or re.search(r"\b(?:granted|given|allowed)\b", match["then"])
    ]
    first = [
        (count, Span(*match.span(name)))
        for match in grants
        for name in ("after", "before", "had")
        if match[name] and (count := read_count(match[name]))
    ]
    added = list(_days_added(matter, grants, [span for _, span in first]))
    is_refused = any(re.search(r"\brefus|\breject", match[0]) for match in grants)
    parts = sorted({*first, *added}, key=lambda part: part[1])
    is_told = len(parts) > 1 or (parts and is_default_bail(matter))
    later = _NOT_THE_FIRST.search(matter.lower)
    is_one_of_more = later is not None and len(parts) < _SPELLS.get(later["which"] or "", _TWO_SPELLS)
    if not is_told or len(first) != len(grants) or is_refused or is_one_of_more:
        return
    total = sum(days for days, _ in parts)
    is_certain = len(first) == 1 and added and not _ONE_OF_SEVERAL.search(matter.lower)
    if total <= most_police_custody(matter) or is_certain:
        line = total_police_custody(matter, total, tuple(span for _, span in reversed(parts)))
        sums = " + ".join(f"{days:g}" for days, _ in parts)
        yield replace(line, says=f"{line.says} ({sums}.)") if len(parts) > 1 else line


def _days_added(
    matter: MatterProfile, grants: list[re.Match[str]], counted: list[Span]
) -> Iterator[tuple[float, Span]]:
    """The days of police custody that the text adds to the first ones."""
    for grant in grants:
        end = grant.end("after") + len(" days") if grant["after"] else grant.end()
        following = _NEXT_IN_LIST.match(matter.lower, end)
        days = read_count(following["days"]) if following else None
        if following is not None and days:
            yield days, Span(*following.span("days"))
    for match in _DAYS_ADDED.finditer(matter.lower):
        name = next(name for name in ("further", "more", "again", "used") if match[name])
        span, days = Span(*match.span(name)), read_count(match[name])
        named = _POLICE_NAMED.search(matter.lower, max(0, match.start() - _ADDED_REACH), match.start())
        is_new = not any(span.overlaps(other) for other in counted)
        if days and named and is_new and not _NOT_OF_POLICE.match(matter.lower, match.end()):
            yield days, span
        asked = (
            _ASKED.search(matter.lower, max(0, match.start() - _ADDED_REACH), match.start()) if name == "used" else None
        )
        if asked is not None and days and not counted:
            yield read_count(asked["days"]) or 0, Span(*asked.span("days"))


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
    given = (*matter.timeline.of("police custody"), *_given_again(matter))
    periods = [
        event
        for custody in given
        if (event := _with_end_date(matter, custody)).until is not None and remand and event.day >= remand.day
    ]
    if remand is None:
        return
    if not periods:
        yield from _police_custody_begun_late(matter, remand)
        return
    if len(periods) == len({event.day for event in given if event.exact}):
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


# "Police custody was given from 22 to 29 August, and again for three days from 10 October."
_AGAIN_FROM = re.compile(
    rf"\b(?:police\s(?:custody|remand)|p\.?c\b\.?r?)[^.;\n]{{0,70}}?\bagain\sfor\s(?P<count>{_NUMBER})\s(?:more\s|further\s)?days\s(?:from|on)\s(?:the\s)?\Z"
)


def _given_again(matter: MatterProfile) -> list[DatedEvent]:
    """The spells of police custody that follow another in its sentence, each with its last day."""
    known = {event.span for event in matter.timeline.of("police custody")}
    spells = []
    for mention in matter.timeline.mentions:
        again = _AGAIN_FROM.search(matter.lower, max(0, mention.span.start - 120), mention.span.start)
        days = read_count(again["count"]) if again and mention.exact and mention.span not in known else None
        if days:
            until = dates.add(mention.day, int(days) - 1, "days")
            spells.append(DatedEvent("police custody", mention.day, mention.span, until=until))
    return spells


@dataclass(frozen=True, slots=True)
class _Spell:
    """Police custody from a day, for so many days; a count between two dates may be out by one."""

    first: date
    days: int
    span: Span
    is_exact: bool
    counted_at: Span | None = None  # where the text gives the number of days


_TILL = re.compile(
    r"\b(?:till|until|upto|up\sto|ended(?:\sonly)?(?:\son)?|(?:custody|remand|p\.?c\b\.?)\sto)\s(?:the\s)?\Z"
)
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
    """Police custody of unknown length that began when it could no longer be given, or long after the first days.

    Under the old Code a later day than the fifteenth is too late; under the new one it may still be in time.
    """
    limit = _last_day_for_police_custody(matter)
    for event in matter.timeline.of("police custody"):
        day = dates.days_between(remand.day, event.day) + 1
        if limit is not None and event.exact and day > MOST_POLICE_CUSTODY:
            yield _police_custody_window(matter, f"day {day}", limit, event.span, is_kept=day <= limit)
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


def _police_custody_window(
    matter: MatterProfile, value: str, limit: int, span: Span, *, is_kept: bool = False
) -> LawLine:
    section = "BNSS-187(2)" if matter.is_new_code or matter.is_of_the_sanhita else "CrPC-167(2)"
    argued = _ARGUED if matter.turns_on_ten_years else ""
    effect = "police custody could still be given" if is_kept else "police custody was no longer allowed"
    return LawLine(
        Provision.parse(section),
        "days of detention at which police custody was given",
        value,
        f"day {limit}",
        Stands.of(is_kept),
        (span,),
        f"{capitalised(value)} against the first {limit} days: {effect}.{argued}",
        "police custody window",
    )


_GRANTED_FOR = re.compile(
    rf"\b(?:p\.?c\b\.?|police\s(?:custody|remand))\s(?:of|for)\s(?P<count>{_NUMBER})\sdays\b(?:[^.;\n\d]|(?<=\bdt)\.|(?<=\bdtd)\.){{0,40}}\Z"
)


def _with_end_date(matter: MatterProfile, event: DatedEvent) -> DatedEvent:
    """ "police custody from 5.6.2019 to 14.6.2019" and "police custody of 3 days by order of 2 May": its last day."""
    clause = event.clause or event.span
    length = _GRANTED_FOR.search(matter.lower, max(clause.start, event.span.start - 80), event.span.start)
    days = read_count(length["count"]) if length else None
    if event.until is None and days:
        return replace(event, until=dates.add(event.day, int(days) - 1, "days"))
    spans = matter.mention_spans
    at = bisect_right(spans, event.span)
    if event.until is not None or at >= len(spans) or not _TO.fullmatch(matter.lower, event.span.end, spans[at].start):
        return event
    last = matter.timeline.mentions[at].day
    return replace(event, until=last, span=Span(event.span.start, spans[at].end)) if last >= event.day else event
