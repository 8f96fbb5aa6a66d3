"""Lines of remand and detention that need more than one period: the bail application, police custody, the full term."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, time

from countercase.domain.lines import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.lines.profile import Raised, read_count
from countercase.facts.timeline import DatedEvent
from countercase.law import dates
from countercase.law.tables import thresholds
from countercase.law.tables.codes import COMMENCEMENT
from countercase.law.tables.sentences import Gravity

_CONFIRMED = re.compile(
    r"\b(?:confirmed|confirmation|detained|detention)\b(?:[^.;]|\.(?=\d)){0,40}?\b(?:for\s)?(?:a\speriod\sof\s)?(?P<term>(?P<count>\d{1,2}|\w+)\s(?P<unit>months?|years?))(?:\sfrom\s[\w\s./-]{0,24}\d{4})?"
)
_TO = re.compile(r"\s?(?:to|till|until|upto|up\sto|-|–)\s?")
_DECLARED = re.compile(r"\b(?:section|s\.|u/s)\s?9\b")
_NOTICE_OF_APPEARANCE = re.compile(r"\b41-?\s?a\b|\b35\s?\(3\)|\barnesh\b")
_GREATEST_STATED = re.compile(
    r"\b(?:carr(?:ies|ying)|max(?:imum|\.)?(?:\s(?:punishment|sentence))?|punish(?:able|ment)\s?(?:with|is|of|for|:|being)?)\s(?:is\s|of\s|being\s|only\s|imprisonment\s|up\s?to\s|with\s|for\s)*"
    r"(?P<term>(?P<count>\d{1,2}|[a-z]+)\s?(?:years|yrs?\b\.?))"
)
_ENQUIRY = re.compile(r"\bpreliminary\s(?:e|i)nquiry\b|\b173\s?\(3\)")
_LIFE = 1_000  # months; life and death exceed every term
_ARREST_REASONS = date(2010, 11, 1)  # Act 5 of 2009
_DEFAULT = re.compile(r"\b(?:default|statutory)\sbail\b|\b167\s?\(2\)|\b187\s?\(3\)")
_NUMBER = r"\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_YEARS = rf"(?P<years>{_NUMBER})\s?(?:years?|yrs?\b\.?)"
_MONTHS = rf"(?P<months>{_NUMBER})\s?(?:months?|mths?\b\.?|mos?\b\.?|m\b)"
_LENGTH = rf"(?P<term>{_YEARS}(?:,?\s(?:and\s|&\s)?{_MONTHS})?)"
_INSIDE = re.compile(
    rf"\b(?:inside|in\s(?:custody|jail|prison|j\.?c\b\.?)|behind\s(?:the\s)?bars|undergone|incarcerated)\s"
    rf"(?:for\s|already\s|now\s|a\stotal\sof\s|the\s(?:last|past)\s)*{_LENGTH}"
)
_BAIL = re.compile(r"\bbail\b")
_DONE = re.compile(r"\b(?:convict(?:ed|ion)|sentenced|suspension\sof\ssentence|acquitted)\b")
_FIRST_OFFENDER = re.compile(
    r"\bno\s(?:prior|previous|other|earlier|criminal)\s(?:\w+\s)?(?:cases?|antecedents?|convictions?|records?)\b"
    r"|\bno\santecedents?\b|\b(?:prior|previous)\scases?\s?:\s?nil\b|\bfirst[\s-](?:time\s)?offender\b|\bantecedents?\s?:\s?nil\b"
)
_LAUNDERING = 84  # months, PMLA s.4


def custody_lines(raised: Raised) -> Iterator[LawLine]:
    """Lines of default bail and of preventive detention."""
    yield from _application(raised)
    yield from _heaviest(raised)
    yield from _police_days(raised)
    yield from _police_custody(raised)
    yield from _confirmed(raised)
    yield from _arrest_without_notice(raised)
    yield from _preliminary_enquiry(raised)
    yield from _undertrial(raised)
    yield from _child(raised)


def _remand_section(raised: Raised) -> Provision:
    return Provision.parse("BNSS-187(3)" if raised.is_new_code else "CrPC-167(2)")


def _is_default_bail(raised: Raised) -> bool:
    return raised.has("CrPC-167", "BNSS-187", "UAPA-43D") or _DEFAULT.search(raised.lower) is not None


def _application(raised: Raised) -> Iterator[LawLine]:
    """The right to default bail is lost if the charge-sheet comes before the application."""
    asked = raised.timeline.first("default bail application", "bail application")
    sheet = raised.timeline.first("charge-sheet")
    if asked is None or sheet is None or not _is_default_bail(raised):
        return
    if asked.day == sheet.day and (asked.at is None or sheet.at is None):
        return
    first = _moment(asked) < _moment(sheet)
    value = ("before" if first else "after") + (
        f" {sheet.at:%H.%M} of the same day" if asked.day == sheet.day else f" {dates.written(sheet.day)}"
    )
    effect = (
        "the right, if it had accrued, was claimed in time"
        if first
        else "the charge-sheet came first and the right was lost"
    )
    yield LawLine(
        _remand_section(raised),
        "time of the application against that of the charge-sheet",
        value,
        "before the charge-sheet",
        Stands.of(first),
        (asked.span, sheet.span),
        f"The application came {value}: {effect}.",
        "application before charge-sheet",
    )


def _moment(event: DatedEvent) -> datetime:
    return datetime.combine(event.day, event.at or time(12))


def _heaviest(raised: Raised) -> Iterator[LawLine]:
    """The maximum sentence that the narrative states, against the ten years of two sections."""
    match = raised.heaviest
    if match is None or match["term"] in {"life", "death"}:
        return
    years = read_count(match["term"].rpartition(" ")[0])
    if years is None:
        return
    span, value = Span(match.start(), match.end()), dates.counted(years, "years")
    if _is_default_bail(raised) and years < 10:
        yield LawLine(
            _remand_section(raised),
            "heaviest sentence for the offences (ten years or more: ninety days)",
            value,
            "10 years",
            Stands.WITHIN,
            (span,),
            f"{value} against 10 years: the charge-sheet is due in sixty days, not ninety.",
            "gravity",
        )
    if raised.ids & {"SCST-3(2)(v)"}:
        enough = years >= 10
        effect = "section 3(2)(v) may be attracted" if enough else "section 3(2)(v) is not attracted"
        yield LawLine(
            Provision.parse("SCST-3(2)(v)"),
            "heaviest sentence for the offences (ten years or more needed)",
            value,
            "10 years",
            Stands.of(enough),
            (span,),
            f"{value} against at least 10 years: {effect}.",
            "scst-3-2-v-sentence",
        )


_POLICE_DAYS = re.compile(
    r"\b(?:police\s(?:custody|remand)|p\.?c\b\.?(?:\sremand)?|p\.?c\.?r\b\.?)[^.;\n]{0,24}?"
    r"(?:(?P<before>in\sall|in\stotal|total(?:ly)?|altogether|in\sthe\swhole)\s(?:of\s|for\s)?)?"
    r"(?<![\d./-])(?P<term>(?P<count>\d{1,2}|[a-z]+)\sdays)(?P<after>\s(?:in\sall|in\stotal|altogether|in\sthe\swhole))?"
)


def _police_days(raised: Raised) -> Iterator[LawLine]:
    """ "P.C. in all 18 days": the whole of the police custody as the matter counts it."""
    match = next((found for found in _POLICE_DAYS.finditer(raised.lower) if found["before"] or found["after"]), None)
    days = read_count(match["count"]) if match else None
    if match is None or days is None:
        return
    allowed = days <= 15
    effect = "within the fifteen days in the whole" if allowed else "beyond the fifteen days in the whole"
    yield LawLine(
        Provision.parse("BNSS-187(2)" if raised.is_new_code else "CrPC-167(2)"),
        "police custody in the whole",
        dates.counted(days, "days"),
        "15 days",
        Stands.of(allowed),
        (Span(match.start(), match.end()),),
        f"{days:g} of 15 days: {effect}.",
        "police custody",
    )


def _police_custody(raised: Raised) -> Iterator[LawLine]:
    remand = raised.timeline.first("remand", "production")
    spells = [
        event
        for told in raised.timeline.of("police custody")
        if (event := _with_last_day(raised, told)).until is not None and remand and event.day >= remand.day
    ]
    if remand is None or not spells:
        return
    provision = Provision.parse("BNSS-187(2)" if raised.is_new_code else "CrPC-167(2)")
    whole = sum(dates.days_between(event.day, event.until) + 1 for event in spells if event.until)
    allowed = whole <= 15
    spans = tuple(event.span for event in spells)
    effect = "within the fifteen days in the whole" if allowed else "beyond the fifteen days in the whole"
    yield LawLine(
        provision,
        "police custody in the whole",
        dates.counted(whole, "days"),
        "15 days",
        Stands.of(allowed),
        spans,
        f"{whole} of 15 days: {effect}.",
        "police custody",
    )
    window = {Gravity.SIXTY: 40, Gravity.NINETY: 60}.get(raised.gravity) if raised.gravity else None
    last = max(spells, key=lambda event: event.until or event.day)
    limit = window if raised.is_new_code else 15
    if limit is None or last.until is None:
        return
    first_day, last_day = (dates.days_between(remand.day, day) + 1 for day in (last.day, last.until))
    kept = last_day <= limit
    effect = "police custody was still open" if kept else "police custody was no longer open"
    yield LawLine(
        provision,
        "days of detention at which police custody was given",
        f"day {first_day} to day {last_day}",
        f"day {limit}",
        Stands.of(kept),
        (last.span,),
        f"Days {first_day} to {last_day} against the first {limit}: {effect}.",
        "police custody window",
    )


def _with_last_day(raised: Raised, event: DatedEvent) -> DatedEvent:
    """ "police custody from 5.6.2019 to 14.6.2019": the date that follows ends it."""
    spans = raised.mention_spans
    at = bisect_right(spans, event.span)
    if event.until is not None or at >= len(spans) or not _TO.fullmatch(raised.lower, event.span.end, spans[at].start):
        return event
    last = raised.timeline.mentions[at].day
    return replace(event, until=last, span=Span(event.span.start, spans[at].end)) if last >= event.day else event


def _arrest_without_notice(raised: Raised) -> Iterator[LawLine]:
    """Offences punishable with up to seven years: arrest needs recorded reasons, and a notice comes first."""
    if not _NOTICE_OF_APPEARANCE.search(raised.lower):
        return
    stated = _GREATEST_STATED.search(raised.lower)
    years = read_count(stated["count"]) if stated else (raised.greatest_months or 0) / 12
    spans = (Span(*stated.span("term")),) if stated else _spans_of_charges(raised)
    is_engaged = raised.timeline.of("arrest") or raised.main_charges
    if not years or not spans or not is_engaged or not raised.code_day >= _ARREST_REASONS:
        return
    allowed = years <= 7
    effect = (
        "arrest needs the reasons that the clause lists, and a notice to appear otherwise"
        if allowed
        else "the clause for lighter offences does not apply"
    )
    value = "life or death" if years * 12 >= _LIFE else dates.counted(years, "years")
    yield LawLine(
        Provision.parse("BNSS-35(1)(b)" if raised.is_new_code else "CrPC-41(1)(b)"),
        "greatest sentence for the offence (up to seven years: notice before arrest)",
        value,
        "7 years",
        Stands.of(allowed),
        spans,
        f"{value[:1].upper()}{value[1:]} against 7 years: {effect} (Arnesh Kumar v. State of Bihar (2014) 8 SCC 273).",
        "arrest without notice",
        (Provision.parse("BNSS-35(3)" if raised.is_new_code else "CrPC-41A"),),
    )


def _spans_of_charges(raised: Raised) -> tuple[Span, ...]:
    """Where the penal charges are named first."""
    return tuple(charge.span for charge in raised.charges if charge.provision in raised.main_charges)[:1]


def _preliminary_enquiry(raised: Raised) -> Iterator[LawLine]:
    """A preliminary enquiry is open only for offences of three years or more but less than seven."""
    if not raised.is_new_code or not _ENQUIRY.search(raised.lower):
        return
    years, spans = (raised.greatest_months or 0) / 12, _spans_of_charges(raised)
    if not years or not spans:
        return
    allowed = 3 <= years < 7
    value = (
        "life or death" if raised.greatest_months and raised.greatest_months >= _LIFE else dates.counted(years, "years")
    )
    effect = "an enquiry before the FIR is open" if allowed else "no enquiry before the FIR is open under this section"
    yield LawLine(
        Provision.parse("BNSS-173(3)"),
        "greatest sentence for the offence (preliminary enquiry: three years or more but less than seven)",
        value,
        "3 to 7 years",
        Stands.of(allowed),
        spans,
        f"{value[:1].upper()}{value[1:]} against three years or more but less than seven: {effect}.",
        "bnss-173-3-sentence",
    )


def _confirmed(raised: Raised) -> Iterator[LawLine]:
    section = _full_term(raised)
    match = _CONFIRMED.search(raised.lower) if section else None
    number = read_count(match["count"]) if match else None
    if match is None or number is None or section is None:
        return
    months = number * (12 if match["unit"].startswith("y") else 1)
    allowed = months <= 12
    number_of = section.number
    effect = (
        f"within the most that section {number_of} allows"
        if allowed
        else f"beyond the most that section {number_of} allows"
    )
    value = dates.counted(number, match["unit"].removesuffix("s") + "s")
    yield LawLine(
        section,
        "period for which the order was confirmed",
        value,
        "12 months",
        Stands.of(allowed),
        (Span(match.start("term"), match.end()),),
        f"{value} against at most 12 months: {effect}.",
        f"{section.act.lower()}-{section.number}-months",
    )


def _full_term(raised: Raised) -> Provision | None:
    """The section that limits a preventive detention to one year; COFEPOSA allows two where section 9 applies."""
    if "NSA" in raised.acts or raised.topic("national security"):
        return Provision.parse("NSA-13")
    if raised.topic("foreign exchange detention") and not _DECLARED.search(raised.lower):
        return Provision.parse("COFEPOSA-10")
    return None


def _undertrial(raised: Raised) -> Iterator[LawLine]:
    greatest = _LAUNDERING if raised.topic("money laundering") else raised.greatest_months
    if greatest is None or greatest >= _LIFE or not _BAIL.search(raised.lower) or _DONE.search(raised.lower):
        return
    told = _held(raised)
    if told is None:
        return
    months, words, spans, on = told
    is_new = on >= COMMENCEMENT
    third = is_new and _FIRST_OFFENDER.search(raised.lower) is not None
    share = 3 if third else 2
    if is_new and not third and greatest / 3 <= months < greatest / 2:
        return  # a third is enough for a first offender, and the matter does not say whether he is one
    reached = months * share >= greatest
    rule = thresholds.get("bnss-479-third" if third else "bnss-479-half" if is_new else "crpc-436a-half")
    part = "a third" if third else "half"
    line = f"{part} of {dates.counted(greatest / 12, 'years')}"
    effect = (
        "release on bail is due, unless more cases are pending or the court gives reasons"
        if reached
        else f"{part} of the greatest sentence has not yet been spent"
    )
    yield LawLine(
        rule.provision,
        f"time in custody against {part} of the greatest sentence",
        words,
        line,
        Stands.of(not reached),
        spans,
        f"{words[:1].upper()}{words[1:]} against {line}: {effect}.",
        rule.id,
    )


def _held(raised: Raised) -> tuple[float, str, tuple[Span, ...], date] | None:
    """The months in custody, in words, where they are told, and the day to which they run."""
    end = raised.timeline.first("today", "custody ended")
    start = raised.timeline.first("custody", "arrest", "remand")
    stated = _INSIDE.search(raised.lower)
    last = max((mention.day for mention in raised.timeline.mentions), default=None)
    if stated is not None and last is not None:
        months = (read_count(stated["years"]) or 0) * 12 + (
            (read_count(stated["months"]) or 0) if stated["months"] else 0
        )
        return months, stated["term"], (Span(*stated.span("term")),), last
    if start is None or end is None or len({event.day for event in raised.timeline.of(start.role)}) > 1:
        return None
    return (*_between(start, end), (start.span, end.span), end.day) if start.day < end.day else None


def _between(start: DatedEvent, end: DatedEvent) -> tuple[float, str]:
    held = dates.elapsed(start.day, end.day)
    return held.years * 12 + held.months + held.days / 31, dates.in_words(held, exact=True)


def _child(raised: Raised) -> Iterator[LawLine]:
    """A child in conflict with law may be kept in a special home for three years at most."""
    end, start = raised.timeline.first("custody ended", "today"), raised.timeline.first("arrest", "custody")
    if not raised.topic("juvenile") or end is None or start is None or end.day <= start.day:
        return
    rule = thresholds.get("jj-18-years")
    months, words = _between(start, end)
    allowed = months <= rule.value * 12
    effect = (
        "within the longest stay that the Board may order"
        if allowed
        else "already longer than the Board may order, if he was a child"
    )
    yield LawLine(
        Provision.parse("JJ-18(1)(g)"),
        "time in custody against the longest stay in a special home",
        words,
        f"{rule.value:g} years",
        Stands.of(allowed),
        (end.span, start.span),
        f"{words[:1].upper()}{words[1:]} against at most {rule.value:g} years: {effect}.",
        rule.id,
    )
