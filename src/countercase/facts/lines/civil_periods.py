"""Periods of civil matters that no row of `periods.csv` can express.

The five years before the land acquisition Act of 2013, the first statement in a suit that is subject to arbitration,
time spent in a court without jurisdiction, the time that a decree for performance fixes, and the time to answer the
report of an inquiry.
"""

import re
from collections.abc import Iterator
from datetime import date

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.date_mentions import DateMention
from countercase.facts.dated_events import DatedEvent
from countercase.facts.lines.civil_topics import ACT_OF_2013_FROM
from countercase.facts.lines.periods import period_lines
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.facts.lines.saved_suits import absence_from_india
from countercase.law import dates
from countercase.law.tables import periods, thresholds

_SURE_AWARD = 0.9
_SECTION_24_2 = re.compile(r"\b24\s?\(2\)|\bpune\smunicipal\b|\bindore\sdev(?:elopment|\.)")
_LAPSED, _NEW_ACT = re.compile(r"\blapsed?\b"), re.compile(r"\b(?:new\sact|act\sof\s2013|2013\sact)\b")
_LAND_WORDS = re.compile(r"\b(?:land|acqui\w+|possession)\b")


def civil_period_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Lines of land acquisition, arbitration, a plaint returned by the wrong court and the report of an inquiry."""
    yield from _award_before_2014(matter)
    yield from _award_after_old_declaration(matter)
    yield from _reference_to_arbitration(matter)
    yield from _time_in_wrong_court(matter)
    yield from _time_abroad(matter)
    yield from _deposit_under_decree(matter)
    yield from _time_to_represent(matter)


def _award_before_2014(matter: MatterProfile) -> Iterator[LawLine]:
    """Whether the award was made five years before the Act of 2013 came into force (section 24(2))."""
    pleads_lapse = _LAPSED.search(matter.lower) and _NEW_ACT.search(matter.lower)
    if not (pleads_lapse or _SECTION_24_2.search(matter.lower)) or not _LAND_WORDS.search(matter.lower):
        return
    told = [(event.day, event.span) for event in matter.timeline.of("award") if event.exact]
    told += [(mention.day, mention.span) for mention in matter.timeline.mentions if _is_surely_award(matter, mention)]
    awards = {day: span for day, span in told if day < ACT_OF_2013_FROM}
    if len(awards) != 1:
        return
    day, span = next(iter(awards.items()))
    rule = thresholds.get("rfctlarr-24-years")
    old_enough = dates.add(day, int(rule.value), "years") <= ACT_OF_2013_FROM
    value = dates.in_words(dates.elapsed(day, ACT_OF_2013_FROM), exact=True)
    effect = (
        "the proceedings lapse if neither possession was taken nor compensation paid (Indore Development Authority"
        " v. Manoharlal (2020) 8 SCC 129)"
        if old_enough
        else "section 24(2) does not reach this award"
    )
    yield LawLine(
        rule.provision,
        "period from the award to the commencement of the Act",
        value,
        f"{rule.value:g} years",
        Stands.of(old_enough),
        (span,),
        f"{value} from the award of {dates.written(day)} to 1 January 2014, against at least {rule.value:g}"
        f" years: {effect}.",
        rule.id,
    )


_OLD_DECLARATION = re.compile(
    r"\b24\s?\(1\)|\bno\saward\b[^.;]{0,40}\b(?:1[./-]1[./-](?:20)?14|1\sjanuary\s2014|by\sthen)"
)
_MONTHS_FOR_AWARD = 12


def _award_after_old_declaration(matter: MatterProfile) -> Iterator[LawLine]:
    """An award on a declaration of the old Act that was alive on 1 January 2014: twelve months from that day."""
    declared = [event for event in matter.timeline.of("declaration") if event.exact]
    awards = {event.day: event for event in matter.timeline.of("award") if event.exact and event.day > ACT_OF_2013_FROM}
    if len(declared) != 1 or len(awards) != 1 or not _OLD_DECLARATION.search(matter.lower):
        return
    if not dates.add(ACT_OF_2013_FROM, -2, "years") < declared[0].day < ACT_OF_2013_FROM:
        return  # it had lapsed under section 11A by then, or was made under the new Act
    award = next(iter(awards.values()))
    in_time = award.day <= dates.add(ACT_OF_2013_FROM, _MONTHS_FOR_AWARD, "months")
    value = dates.in_words(dates.elapsed(ACT_OF_2013_FROM, award.day), exact=True)
    effect = (
        "the award is in time"
        if in_time
        else "the award is late and the acquisition has lapsed, unless a stay or an extension saved it"
    )
    yield LawLine(
        Provision.parse("RFCTLARR-25"),
        "period from the commencement of the Act to the award on a declaration of the old Act",
        value,
        f"{_MONTHS_FOR_AWARD} months",
        Stands.of(in_time),
        (award.span, declared[0].span),
        f"{value} from 1 January 2014 against {_MONTHS_FOR_AWARD} months (Executive Engineer, Gosikhurd Project v."
        f" Mahesh (2022) 2 SCC 772): {effect}.",
        "rfctlarr-24-1-award",
        (Provision.parse("RFCTLARR-24(1)(a)"),),
    )


def _is_surely_award(matter: MatterProfile, mention: DateMention) -> bool:
    """Whether the learned reader is sure that an exact date is that of an award."""
    reading = matter.learned.at(mention.span)
    is_award = reading is not None and reading.later == "award" and reading.later_chance >= _SURE_AWARD
    return mention.exact and is_award


def _reference_to_arbitration(matter: MatterProfile) -> Iterator[LawLine]:
    """A reference must be sought by the first statement on the substance of the dispute (Arbitration Act s.8(1))."""
    applications = matter.timeline.of("section 8 application")
    statements = matter.timeline.of("written statement")
    if len(applications) != 1 or len(statements) != 1 or not matter.topic("arbitration"):
        return
    application, first = applications[0], statements[0]
    if not (application.exact and first.exact):
        return
    days = dates.days_between(first.day, application.day)
    in_time = days <= 0
    value = f"{dates.counted(abs(days), 'days')} {'before' if in_time else 'after'}" if days else "the same day"
    effect = (
        "the reference was asked for in time"
        if in_time
        else "the reference was asked for too late, if the written statement went into the substance of the dispute"
    )
    yield LawLine(
        Provision.parse("Arbitration-8(1)"),
        "application for reference against the first statement on the substance of the dispute",
        value,
        "not later than the first statement",
        Stands.of(in_time),
        (application.span, first.span),
        f"The application of {dates.written(application.day)} against the written statement of"
        f" {dates.written(first.day)}: {effect}.",
        "arb-8",
    )


def _time_in_wrong_court(matter: MatterProfile) -> Iterator[LawLine]:
    """Days spent in a court that returned the plaint, which section 14 of the Limitation Act excludes."""
    returned, suits = matter.timeline.of("plaint returned"), matter.timeline.of("suit")
    if len(returned) != 1:
        return
    before = [event for event in suits if event.day <= returned[0].day]
    since = [event for event in suits if event.day >= returned[0].day and event not in before]
    if not before or len(since) != 1:
        return
    first, second_suit = max(before, key=lambda event: event.day), since[0]
    if not all(event.exact for event in (first, second_suit, returned[0])):
        return
    late_lines = [
        (days, line) for line in period_lines(matter) if (days := _days_late(matter, line, second_suit)) is not None
    ]
    if len({days for days, _ in late_lines}) != 1:
        return
    days_late = late_lines[0][0]
    days_excluded = dates.days_between(first.day, returned[0].day)
    if days_excluded == days_late - 1:
        return  # it would turn on whether the day of the return counts
    enough = days_excluded >= days_late
    effect = (
        "the suit is in time, if the first court lacked jurisdiction and the plaintiff acted with due diligence and in"
        " good faith"
        if enough
        else "the suit is late even if that time is left out"
    )
    yield LawLine(
        Provision.parse("Limitation-14"),
        "days before the court that returned the plaint, against the days by which the suit is late",
        dates.counted(days_excluded, "days"),
        dates.counted(days_late, "days"),
        Stands.of(enough),
        (returned[0].span, first.span, second_suit.span),
        f"{dates.counted(days_excluded, 'days')} from {dates.written(first.day)} to {dates.written(returned[0].day)},"
        f" against the {dates.counted(days_late, 'days')} needed: {effect}.",
        "lim-14-wrong-court",
    )


def _time_abroad(matter: MatterProfile) -> Iterator[LawLine]:
    """Days of the defendant's absence from India, which section 15(5) of the Limitation Act excludes."""
    suits = [event for event in matter.timeline.of("suit") if event.exact]
    if len({suit.day for suit in suits}) != 1 or ("absen" not in matter.lower and "abroad" not in matter.lower):
        return
    absence = absence_from_india(matter, date.min, suits[0].day)
    late = {days for line in period_lines(matter) if (days := _days_late(matter, line, suits[0])) is not None}
    if absence is None or len(late) != 1:
        return
    left, back, spans = absence
    days_away, days_late = dates.days_between(left, back), late.pop()
    if abs(days_away - days_late) <= 1:
        return  # it would turn on whether the days of leaving and of coming back count
    enough = days_away > days_late
    effect = "the suit is in time" if enough else "the suit is late even if that time is left out"
    yield LawLine(
        Provision.parse("Limitation-15(5)"),
        "days of the defendant's absence from India, against the days by which the suit is late",
        dates.counted(days_away, "days"),
        dates.counted(days_late, "days"),
        Stands.of(enough),
        (*spans, suits[0].span),
        f"{dates.counted(days_away, 'days')} from {dates.written(left)} to {dates.written(back)}, against the"
        f" {dates.counted(days_late, 'days')} needed: {effect}.",
        "lim-15-absence",
    )


def _days_late(matter: MatterProfile, line: LawLine, suit: DatedEvent) -> int | None:
    """By how many days the suit was late under this line; None if the line is kept or concerns another event."""
    if line.stands is not Stands.CROSSED or line.spans[0] != suit.span:
        return None
    rule = next((rule for rule in periods.all() if rule.id == line.rule), None)
    start = next((event for event in matter.timeline.events if event.span == line.spans[1] and event.exact), None)
    return dates.days_between(rule.last_day(start.day), suit.day) if rule and start else None


_DEPOSIT_ORDERED = re.compile(
    r"\bbalance\b(?:[^.;\n]|\.(?=\d)|(?<=rs)\.){0,60}?\b(?:payable|(?:to\sbe|be|was\sto\sbe)\s(?:put|paid|deposited|brought|tendered))\b[^.;\n]{0,24}?\b(?:within|in)\s"
    r"(?P<term2>(?P<count2>\d{1,2}|[a-z]+)\s(?P<unit2>day|week|month)s?)\b"
    r"|\b(?:gave|given|granted|allowed|giving|allowing|had)\s(?:(?:him|her|them|only|the\s\w+)\s){0,2}(?P<term4>(?P<count4>\d{1,2}|[a-z]+)\s(?P<unit4>day|week|month)s?)['’]?\s(?:time\s)?(?:to|for)\s(?:pay|deposit|tender|put)[^.;\n]{0,30}\b(?:balance|remaining|rest|residue)\b"
    r"|\bwithin\s(?P<term3>(?P<count3>\d{1,2}|[a-z]+)\s(?P<unit3>day|week|month)s?)\b[^.;\n]{0,40}?\b(?:deposit|pay|tender)\b[^.;\n]{0,20}\bbalance\b"
    r"|\b(?:deposit|pay|paid|tender)\w*\s(?:the\s|of\s(?:the\s)?)?balance\b[^.;\n]{0,30}?\b(?:within|in)\s"
    r"(?P<term>(?P<count>\d{1,2}|[a-z]+)\s(?P<unit>day|week|month)s?)\b"
)
_DEPOSITED = re.compile(r"\b(?:deposit(?:ed|s)?|did\sso|paid|tendered|put\sin|complied)\b")
_TO_RESCIND = re.compile(r"\brescind\b|\brescission\sof\sthe\s(?:contract|agreement)\b")
_DEPOSIT_REACH = 200  # characters between the order to deposit and the deposit
_REPORT_TO_ANSWER = re.compile(
    r"\b(?:report|disagree\w*|memo|note|findings?)\b(?:[^.;\n]|(?<=art)\.){0,80}?\b(?:submit|represent\w*|reply|answer|respond|comments?|say)\b"
    r"[^.;\n]{0,30}?\b(?:within|in)\s(?P<term>(?P<count>\d{1,2}|[a-z]+)\sdays?)\b"
    r"|\b(?:allowed|gave|given|granted)\s(?:(?:me|him|her|only|just|the\s\w+)\s){0,2}(?P<term2>(?P<count2>\d{1,2}|[a-z]+)\sdays?)"
    r"\s(?:\w+\s)?(?:to|for)\s(?:represent\w*|submit\s(?:his|her|my)?\s?representation|reply|answer)"
    r"|\breport\b[^.;\n]{0,40}?\b(?P<term3>(?P<count3>\d{1,2}|[a-z]+)\sdays?)(?:'|’)?\s(?:time\s)?(?:was\s|were\s)?(?:given|allowed|granted)\s(?:to|for)\s(?:represent\w*|reply|answer)"
)


def _deposit_under_decree(matter: MatterProfile) -> Iterator[LawLine]:
    """The time that a decree for specific performance fixes for the balance of the price (SRA s.28)."""
    is_of_land = matter.topic("specific performance") or _TO_RESCIND.search(matter.lower) is not None
    ordered = _DEPOSIT_ORDERED.search(matter.lower) if is_of_land else None
    group = next((name for name in ("", "2", "3", "4") if ordered and ordered[f"count{name}"]), "")
    number = read_count(ordered[f"count{group}"]) if ordered is not None else None
    if ordered is None or not number:
        return
    decrees = [mention for mention in matter.timeline.mentions if mention.exact and mention.span.end <= ordered.start()]
    later = [
        mention
        for mention in matter.timeline.mentions
        if mention.exact
        and 0 <= mention.span.start - ordered.end() <= _DEPOSIT_REACH
        and _DEPOSITED.search(matter.lower, max(ordered.end(), mention.span.start - 30), mention.span.end + 20)
    ]
    if not decrees or not later or decrees[-1].day >= later[0].day:
        return
    decree, deposit, unit = decrees[-1], later[0], f"{ordered[f'unit{group}']}s"
    last_day = dates.add(decree.day, int(number), unit)
    in_time = deposit.day <= last_day
    value = dates.in_words(dates.elapsed(decree.day, deposit.day), exact=True)
    line = dates.counted(number, unit)
    effect = (
        "in time"
        if in_time
        else "late: the court may extend the time, or rescind the contract if the vendor applies for it"
    )
    yield LawLine(
        Provision.parse("SRA-28"),
        "period from the decree to the deposit of the balance",
        value,
        line,
        Stands.of(in_time),
        (deposit.span, decree.span),
        f"{value} against {line} that the decree fixed: {effect}.",
        "sra-28",
    )


def _time_to_represent(matter: MatterProfile) -> Iterator[LawLine]:
    """The days that a disciplinary authority gave to answer the report of an inquiry."""
    given = _REPORT_TO_ANSWER.search(matter.lower) if matter.topic("central service") else None
    number = read_count(given["count"] or given["count2"] or given["count3"]) if given is not None else None
    if given is None or not number:
        return
    rule = thresholds.get("ccscca-15-days")
    enough = rule.holds(number, "days")
    value, line = dates.counted(number, "days"), dates.counted(rule.value, "days")
    effect = "time enough" if enough else "less than the rule gives"
    yield LawLine(
        rule.provision,
        "days given to represent on the report of the inquiry",
        value,
        line,
        Stands.of(enough),
        (Span(*given.span(next(term for term in ("term", "term2", "term3") if given[term]))),),
        f"{value} against {line} under Rule 15(2) of the CCS (CCA) Rules: {effect}.",
        rule.id,
    )
