"""Lines of arrest, remand and detention that take more than two dates.

Default bail, police custody, preventive detention, release of an undertrial, the longest stay of a child in a special
home, and hours in the hands of the police that the text counts.
"""

import re
from collections.abc import Iterator
from datetime import date, datetime, time
from itertools import pairwise

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.dated_events import DatedEvent
from countercase.facts.lines.charge_sheet_time import CULPABLE_HOMICIDE
from countercase.facts.lines.charges import sections_after_act
from countercase.facts.lines.convict_terms import actual_time_served
from countercase.facts.lines.detention_acts import UNDER_COFEPOSA
from countercase.facts.lines.disputed_hours import other_hour
from countercase.facts.lines.police_custody import is_default_bail, police_custody_lines
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.facts.lines.time_in_custody import HALF_TERM, IN_CUSTODY_FOR, months_between, time_held
from countercase.law import dates
from countercase.law.tables import thresholds
from countercase.law.tables.acts import COMMENCEMENT
from countercase.text.words import capitalised

_CONFIRMED = re.compile(
    r"\b(?:confirmed|confirmation|detained|detention)\b(?:[^.;]|\.(?=\d)){0,40}?\b(?:for\s)?(?:a\speriod\sof\s)?(?P<term>(?P<count>\d{1,2}|\w+)\s(?P<unit>months?|mths?\b\.?|years?|yrs?\b\.?))(?:\s(?:from|fr\.?|w\.?e\.?f\.?)\s[\w\s./-]{0,24}\d{4})?"
)
_SECTION_9_DECLARATION = re.compile(
    r"(?<!\bno\sdeclaration\s)(?<!\bno\sdeclaration\sunder\s)\b(?:section|s\.|u/s)\s?9\b"  # "no declaration u/s 9"
)
LIFE_MONTHS = 1_000  # a sentence of life or death is longer than every term
_BAIL = re.compile(rf"\bbail\b|{HALF_TERM.pattern}|\bunder-?\s?trial\b|\bu\.?t\.?p\b")
_TRIAL_OVER = re.compile(
    r"(?<!\bnever\s)(?<!\bnot\s)(?<!\bno\s)(?<!\bnever\sbeen\s)(?<!\bprevious\s)(?<!\bearlier\s)(?<!\bprior\s)(?<!\bpast\s)\b(?:convict(?:ed|ion)|sentenced|acquitted)\b|\bsuspension\sof\ssentence\b"
)
_FIRST_OFFENDER = re.compile(
    r"\bno\s(?:prior|previous|other|earlier|criminal)\s(?:\w+\s)?(?:cases?|antecedents?|convictions?|records?)\b"
    r"|\bfirst[\s-]time\s(?:under-?\s?trial|u\.?t\.?p|accused)\b|\bnever\s(?:before\s)?(?:been\s)?(?:convicted|involved|in\strouble)\b|\bno\s(?:past|record|antecedent\w*)\b|\bfirst\sbrush\swith\b"
    r"|\bno\santecedents?\b|\b(?:prior|previous)\scases?\s?:\s?nil\b|\bfirst[\s-](?:time\s)?offender\b|\bfirst[\s-]timer\b|\bantecedents?\s?:\s?nil\b"
)
_LAUNDERING_MONTHS = 84  # PMLA s.4: up to seven years


def custody_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """Every line of arrest, remand, detention and time in custody."""
    yield from _default_bail_application(matter)
    yield from police_custody_lines(matter)
    yield from _length_of_one_remand(matter)
    yield from _confirmed_detention(matter)
    yield from _undertrial_release(matter)
    yield from _undertrial_for_drugs(matter)
    yield from _child_in_special_home(matter)


def remand_section(matter: MatterProfile) -> Provision:
    return Provision.parse("BNSS-187(3)" if matter.is_new_code else "CrPC-167(2)")


def _default_bail_application(matter: MatterProfile) -> Iterator[LawLine]:
    """The right to default bail is lost if the charge-sheet comes before the application."""
    application = matter.timeline.first("default bail application", "bail application")
    sheet = matter.timeline.first("charge-sheet")
    if application is None or sheet is None or not is_default_bail(matter):
        return
    if application.day == sheet.day and (application.at is None or sheet.at is None):
        return
    first = _moment(application) < _moment(sheet)
    value = ("before" if first else "after") + (
        f" {sheet.at:%H.%M} of the same day" if application.day == sheet.day else f" {dates.written(sheet.day)}"
    )
    effect = (
        "the right, if it had accrued, was claimed in time"
        if first
        else "the charge-sheet came first and the right was lost"
    )
    other = other_hour(matter, application, sheet)
    doubt = f" Another paper gives {other:%H.%M}, on the other side of it: the hour is disputed." if other else ""
    yield LawLine(
        remand_section(matter),
        "time of the application against that of the charge-sheet",
        value,
        "before the charge-sheet",
        Stands.of(first),
        (application.span, sheet.span),
        f"The application came {value}: {effect}.{doubt}",
        "application before charge-sheet",
    )


def _moment(event: DatedEvent) -> datetime:
    return datetime.combine(event.day, event.at or time(12))


def _confirmed_detention(matter: MatterProfile) -> Iterator[LawLine]:
    """The period for which a preventive detention was confirmed."""
    section = _detention_limit_section(matter)
    match = _CONFIRMED.search(matter.lower) if section else None
    number = read_count(match["count"]) if match else None
    if match is None or number is None or section is None:
        return
    months = number * (12 if match["unit"].startswith("y") else 1)
    allowed = months <= 12
    effect = f"{'within' if allowed else 'beyond'} the most that section {section.number} allows"
    value = dates.counted(number, "years" if match["unit"].startswith("y") else "months")
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


def _detention_limit_section(matter: MatterProfile) -> Provision | None:
    """The section that limits a preventive detention to one year; COFEPOSA allows two where section 9 applies."""
    if "NSA" in matter.acts or matter.topic("national security"):
        return Provision.parse("NSA-13")
    if matter.applies(UNDER_COFEPOSA) and not _SECTION_9_DECLARATION.search(matter.lower):
        return Provision.parse("COFEPOSA-10")
    return None


# "JC extended by 21 days", "remand extended to 01.06.2016".
_REMAND_FOR_DAYS = re.compile(
    r"(?<!police\s)\b(?:custody|remand|j\.?/?c\b\.?|m\.?c\.?r\b\.?)(?:\sof\s(?:the\s)?[\w.-]{1,12})?\s(?:was\s|were\s|is\s|further\s|again\s){0,2}(?:extended|renewed|prolonged)\s"
    r"(?:by|for)\s(?:a\speriod\sof\s|another\s|further\s){0,2}(?P<term>(?P<count>\d{1,3}|[a-z]+)\sdays)\b"
)
_REMAND_UNTIL = re.compile(
    r"[^.;\n\d]{0,50}\b(?:extended|renewed|prolonged)\s(?:only\s)?(?:to|till|until|upto|up\sto)\s"
)
# "remanded the accused by order dated 4.4.2006 straight to 2.5.2006".
_REMANDED_BEFORE = re.compile(
    r"\bremand(?:ed)?\b(?:[^.;\n]|\.(?=\s?\d)|(?<=\bdt)\.|(?<=\bj\.c)\.)*\b(?:on|by\sorder\s(?:dt\b\.?|dated|of)|from)\s\Z"
)
_STRAIGHT_TO = re.compile(r"\s(?:straight\s|directly\s)?(?:to|till|until|up\s?to)\s")
_AFTER_COGNIZANCE = re.compile(r"\b309\s?(?:\(2\))?\s(?:of\s(?:the\s)?)?cr\.?\s?p|\bu/s\s309\b")
_LONGEST_REMAND = 120  # days; beyond it, another date was taken
_DAYS_OF_ONE_REMAND = 15


def _length_of_one_remand(matter: MatterProfile) -> Iterator[LawLine]:
    """One order extends a remand by fifteen days at most; the Sanhita counts fifteen only of police custody."""
    if matter.is_new_code:
        return
    terms: list[tuple[int, tuple[Span, ...]]] = [
        (int(count), (Span(*match.span("term")),))
        for match in _REMAND_FOR_DAYS.finditer(matter.lower)
        if (count := read_count(match["count"]))
    ]
    dated = matter.timeline.mentions
    terms += [
        (dates.days_between(first.day, last.day), (last.span, first.span))
        for first, last in pairwise(dated)
        if _REMANDED_BEFORE.search(matter.lower, max(0, first.span.start - 60), first.span.start)
        and _STRAIGHT_TO.fullmatch(matter.lower, first.span.end, last.span.start)
        and first.exact
        and last.exact
        and 0 < dates.days_between(first.day, last.day) < _LONGEST_REMAND
    ]
    mentions = {mention.span: number for number, mention in enumerate(dated)}
    for event in matter.timeline.of("remand extended"):
        number = mentions.get(event.span, len(mentions)) + 1
        last = matter.timeline.mentions[number] if number < len(mentions) else None
        if last is not None and _REMAND_UNTIL.fullmatch(matter.lower, event.span.end, last.span.start):
            terms.append((dates.days_between(event.day, last.day), (last.span, event.span)))
    for days, spans in sorted(terms, key=lambda term: -term[0])[:1]:
        allowed = days <= _DAYS_OF_ONE_REMAND
        is_after_cognizance = _AFTER_COGNIZANCE.search(matter.lower) is not None
        yield LawLine(
            Provision.parse("CrPC-309(2)" if is_after_cognizance else "CrPC-167(2)"),
            "days of one extension of the remand",
            dates.counted(days, "days"),
            f"{_DAYS_OF_ONE_REMAND} days",
            Stands.of(allowed),
            spans,
            f"{dates.counted(days, 'days')} by one order, against {_DAYS_OF_ONE_REMAND}:"
            f" {'within' if allowed else 'beyond'} what a Magistrate orders at one time.",
            "one remand",
        )


def _undertrial_release(matter: MatterProfile) -> Iterator[LawLine]:
    """An undertrial is to be released after half or, as a first offender, a third of the maximum sentence."""
    maximum = _LAUNDERING_MONTHS if matter.topic("money laundering") else _longest_term(matter)
    if maximum is None or maximum >= LIFE_MONTHS or not _BAIL.search(matter.lower) or _TRIAL_OVER.search(matter.lower):
        return
    custody = time_held(matter)
    if custody is None:
        return
    months, words, spans, until_day = custody
    is_new = until_day >= COMMENCEMENT
    is_first_offender = is_new and _FIRST_OFFENDER.search(matter.lower) is not None
    if is_new and not is_first_offender and maximum / 3 <= months < maximum / 2:
        return  # a third suffices for a first offender, and the matter does not say whether he is one
    if is_first_offender:
        yield _share_of_sentence("bnss-479-third", maximum, months, words, spans)
    if not is_first_offender or maximum / 3 <= months < maximum / 2:
        yield _share_of_sentence("bnss-479-half" if is_new else "crpc-436a-half", maximum, months, words, spans)


_LEGAL_AID_COMMITTEE = re.compile(r"\blegal\said\s(?:committee|cttee|comm\b\.?)")
_HALF_OF_TEN_YEARS = 60  # months, for an offence with a minimum of ten years


def _undertrial_for_drugs(matter: MatterProfile) -> Iterator[LawLine]:
    """Bail after five years where the minimum is ten, if the matter relies on the ruling that gave it."""
    if not _LEGAL_AID_COMMITTEE.search(matter.lower) or not matter.topic("commercial quantity"):
        return
    custody = time_held(matter)
    if custody is None or _TRIAL_OVER.search(matter.lower):
        return
    months, words, spans, _ = custody
    reached = months >= _HALF_OF_TEN_YEARS
    effect = "the five years of that ruling have passed" if reached else "the five years of that ruling have not passed"
    yield LawLine(
        Provision.parse("NDPS-37"),
        "time in custody against half of the minimum of ten years",
        words,
        "5 years",
        Stands.of(not reached),
        spans,
        f"{capitalised(words)} against five years (Supreme Court Legal Aid Committee (1994) 6 SCC 731): {effect}.",
        "ndps-37-legal-aid",
        (Provision.parse("Constitution-Article-21"),),
    )


def _share_of_sentence(rule_id: str, maximum: int, months: float, words: str, spans: tuple[Span, ...]) -> LawLine:
    """The time in custody against a third or half of the maximum sentence."""
    rule = thresholds.get(rule_id)
    share, part = (3, "a third") if rule_id == "bnss-479-third" else (2, "half")
    reached = months * share >= maximum
    line = f"{part} of {dates.counted(maximum / 12, 'years')}"
    effect = (
        "release on bail is due, unless more cases are pending or the court gives reasons"
        if reached
        else f"{part} of the maximum sentence has not yet passed in custody"
    )
    return LawLine(
        rule.provision,
        f"time in custody against {part} of the maximum sentence",
        words,
        line,
        Stands.of(not reached),
        spans,
        f"{capitalised(words)} against {line}: {effect}.",
        rule.id,
    )


# The second part of section 304 IPC and of section 105 BNS: up to ten years.
_PART_TWO = re.compile(
    r"\b304\s?[-(,]?\s?(?:part|pt\b\.?)?\s?[-(]?(?:ii|2|two)\b|\b(?:second|2nd)\s(?:part|limb)\sof\s(?:s(?:ec(?:tion|\.)?|\.)\s?)?(?:304|105)\b"
    r"|\b105\s(?:bns,?\s)?\(?(?:second|2nd)\s(?:part|limb)"
)
_TEN_YEARS = 120  # months


def _longest_term(matter: MatterProfile) -> int | None:
    """The maximum sentence of the charges in months; ten years if only the second part of culpable homicide is left."""
    charged = {charge.base for charge in matter.main_charges}
    if charged <= CULPABLE_HOMICIDE and _PART_TWO.search(matter.lower):
        return _TEN_YEARS
    return matter.maximum_months


def _child_in_special_home(matter: MatterProfile) -> Iterator[LawLine]:
    """A child in conflict with law may be kept in a special home for three years at most."""
    end, start = matter.timeline.first("custody ended", "today"), matter.timeline.first("arrest", "custody")
    if not matter.topic("juvenile"):
        return
    rule = thresholds.get("jj-18-years")
    spans: tuple[Span, ...]
    if end is not None and start is not None and start.day < end.day:
        (months, words), spans = months_between(start, end), (end.span, start.span)
    elif IN_CUSTODY_FOR.search(matter.lower) and (held := time_held(matter)) is not None:
        months, words, spans, _ = held
    elif (served := actual_time_served(matter)) is not None:
        months, words, spans = served[0], served[1], (served[2],)
    else:
        return
    allowed = months <= rule.value * 12
    effect = (
        "within the longest stay that the Board may order"
        if allowed
        else "already longer than the Board may order, if he was a child"
    )
    is_of_2000 = matter.offence_day is not None and matter.offence_day < _JJ_ACT_2015
    yield LawLine(
        Provision.parse("JJ2000-15(1)(g)" if is_of_2000 else "JJ-18(1)(g)"),
        "time in custody against the longest stay in a special home",
        words,
        f"{rule.value:g} years",
        Stands.of(allowed),
        spans,
        f"{capitalised(words)} against at most {rule.value:g} years: {effect}.",
        rule.id,
        (Provision.parse("JJ2000-16"), Provision.parse("JJ-18(1)(g)")) if is_of_2000 else (),
    )


_JJ_ACT_2015 = date(2016, 1, 15)  # earlier offences stay under the Act of 2000: JJ Act 2015 s.25


# Hours in the hands of the police before production, as the text counts them.
_HELD = (
    r"(?:picked\sup|lifted|taken\s(?:away|in|into\scustody|to\sthe\s(?:thana|police|p\.?s))|took\shim|whisked|nabbed"
    r"|caught|detained|apprehended|rounded\sup|held|hauled\sup|arrest(?:ed)?|called\sto\sthe\s(?:thana|police))"
)
_BROUGHT = r"(?:produced|production|put\sup|placed|brought|presented|taken|forwarded)"
_COURT = (
    r"(?:before\s(?:the\s|a\s|an\s)?(?:ld\.?\s|learned\s|jurisdictional\s|illaqa\s|duty\s|nearest\s)?"
    r"(?:magistrate|court|j\.?m\.?f?\.?c?|c\.?j\.?m|a\.?c\.?j\.?m|s\.?d\.?j\.?m|judge))"
)
_COUNT_HELD = (
    r"\d{{1,3}}|(?:twenty|thirty|forty)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?|two|three|four|five|six"
    r"|seven|eight|nine|ten|twelve|eighteen"
)
_TIME_HELD = rf"(?P<{{0}}>(?P<count{{0}}>{_COUNT_HELD})\s?(?P<unit{{0}}>hours|hrs\b\.?|days|nights))"
_PRODUCED_AFTER = re.compile(
    rf"\b{_BROUGHT}\s(?:him\s|her\s|them\s|the\saccused\s)?(?:as\s(?:an?\s)?\w+,\s)?(?:{_COURT}\s)?(?:only\s|some\s|about\s|nearly\s|full\s)?{_TIME_HELD.format('a')}\s(?:after|from)\s(?:(?:his|her|their|the|being|he\swas|she\swas|they\swere|having\sbeen|first|actually)\s){{0,3}}{_HELD}"
    rf"|\b{_HELD}\b(?:[^.\n]|\.(?=\d)){{0,110}}?\b{_BROUGHT}\s{_COURT}\s(?:only\s|some\s|about\s|full\s)?{_TIME_HELD.format('b')}\s(?:later|after(?:wards)?|thereafter)\b"
    rf"|\b(?:kept|held|detained|sat|confined|lodged|locked\sup)\s(?:at\s|in\s|inside\s)?(?:the\s|a\s|police\s)?(?:thana|police\sstation|p\.?s\b\.?|lock-?\s?up|custody|chowki|outpost|there)\s(?:for\s)?(?:some\s|about\s|full\s|over\s)?{_TIME_HELD.format('c')}\s(?:before\s(?:he\s|she\s|they\s|being\s|his\s|her\s|any\s)?(?:saw|was\s|were\s)?\s?(?:a\smagistrate|the\smagistrate|produced|production|brought|taken\sto\s(?:the\s)?court|put\sup))"
)
_LAW_OF_PRODUCTION = re.compile(r"\b(?:must|shall|should|law|requires|if|whether|co-?accused|not\sbe)\b[^.;\n]{0,50}\Z")
_PRODUCTION_HOURS = 24


def production_lines(matter: MatterProfile) -> Iterator[LawLine]:
    """ "produced 38 hours after being picked up": the time counts from the hold of the police, not from the memo."""
    is_crime = matter.topic("crime") or bool(sections_after_act(matter.lower))
    match = _PRODUCED_AFTER.search(matter.lower) if is_crime else None
    if match is None or _LAW_OF_PRODUCTION.search(matter.lower[max(0, match.start() - 60) : match.start()]):
        return
    form = next(name for name in "abc" if match[name])
    count = read_count(match[f"count{form}"])
    if count is None:
        return
    in_hours = match[f"unit{form}"].startswith("h")
    hours = count if in_hours else 24 * count
    kept = hours <= _PRODUCTION_HOURS
    if not in_hours and count < 2:  # "a day" may be a little less or more
        return
    effect = (
        "production was in time"
        if kept
        else "he was held beyond twenty-four hours, the journey apart, without the authority of a Magistrate"
    )
    value = dates.counted(count, "hours" if in_hours else "days")
    is_new = matter.code_day >= COMMENCEMENT
    yield LawLine(
        Provision.parse("BNSS-58" if is_new else "CrPC-57"),
        "hours from arrest to production before the Magistrate",
        value,
        f"{_PRODUCTION_HOURS} hours",
        Stands.of(kept),
        (Span(*match.span(form)),),
        f"{value} as stated, against {_PRODUCTION_HOURS} hours: {effect}.",
        "bnss-production" if is_new else "crpc-production",
        (Provision.parse("Constitution-Article-22(2)"),),
    )
