"""Periods stated without dates: "produced 30 hours after his arrest", "on the ninety-fifth day of remand"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from countercase.domain.lines import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts import event_words
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.law import dates
from countercase.law.tables import periods
from countercase.law.tables.periods import Count, PeriodRule
from countercase.law.tables.thresholds import Operator

_BOUND = (
    r"(?:\b(?P<bound>more\sthan|over|beyond|upwards\sof|within|less\sthan|under|about|around|nearly|almost|some"
    r"|abt\.?)\s)?"
)
_NUMBER = r"(?P<count>\d{1,3}|[a-z]+(?:-[a-z]+)?)"
_LENGTH = (
    rf"(?:a\s)?\b(?P<term>{_NUMBER}\s?(?P<unit>hours?|hrs?|days?|weeks?|wks?|months?|mths?|years?|yrs?))\b\.?"
    r"(?:\s(?:had\s|have\s)?(?:passed|elapsed|gone(?:\sby)?|went\sby|intervened|lapsed))?"
)
_NTH = (
    r"\bon\s(?:the\s)?(?P<nth>(?P<day>\d{1,3}(?:st|nd|rd|th)|[a-z]+(?:-[a-z]+)?)\sday|day\s(?P<plain>\d{1,3}))\b"
    r"(?!\s(?:week|month))"
)
_DETERMINERS = (
    r"(?:(?:the|his|her|their|its|my|our|a|an|first|being|date\sof|receipt\sof|service\sof|said|that|this)\s){0,4}"
)
_STATED = re.compile(
    rf"(?:{_NTH}|{_BOUND}{_LENGTH})(?:\s(?P<relation>after|from|of|since|following|before|ahead\sof|prior\sto)\s{_DETERMINERS}(?=[a-z\d]))?"
)
_CLAUSE_END = re.compile(r"(?<=[a-z\d)]{2})[.](?=\s)|;|\n\s*\n")
_STATES_THE_LAW = re.compile(
    r"\b(?:must|shall|should|ought|required|requires|prescribed|statutory\speriod|mandatory|allow(?:s|ed)|limitation\s(?:is|of)|has\sto|have\sto|to\sbe|can\sbe|may\sbe|law|if|unless|whether|would)\b"
)
_NEW_CLAUSE = re.compile(r",\s(?:and|but|while|whereas)\s")
_NEGATION = re.compile(r"\b(?:not|never|without|failed|neither|nor|no)\b")
_LOOK_BACK = 90  # characters before the period in which the later event is named
_LOOK_AHEAD = 40  # characters after it in which the earlier event is named
_LEAST_DAYS = {"days": 1, "weeks": 7, "months": 28, "years": 365}
_MOST_DAYS = {"days": 1, "weeks": 7, "months": 31, "years": 366}
_UNITS = {"h": "hours", "d": "days", "w": "weeks", "m": "months", "y": "years"}
_MORE = frozenset({"more than", "over", "beyond", "upwards of"})
_LESS = frozenset({"within", "less than", "under"})
_ABOUT = 0.1  # "about forty days" may be four days more or less
_TENS = {
    word: 10 * (number + 2)
    for number, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split())
}
_ORDINALS = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth"
        " fifteenth sixteenth seventeenth eighteenth nineteenth".split(),
        start=1,
    )
} | {f"{word[:-1]}ieth": number for word, number in _TENS.items()}
# Further events that these words may mean at the start of a period.
_STARTING_EVENTS = (
    (re.compile(r"detention\b"), frozenset({"order served"})),
    (re.compile(r"(?:legal\s|demand\s|statutory\s)?notice\b"), frozenset({"notice received", "summons served"})),
    (re.compile(r"(?:memo\b|intimation\b|return\b)"), frozenset({"dishonour"})),
    (re.compile(r"(?:wedding|marriage)\b"), frozenset({"marriage"})),
    (re.compile(r"separation\b"), frozenset({"separation"})),
    (re.compile(r"(?:service|summons)\b"), frozenset({"summons served", "notice received"})),
    (re.compile(r"(?:information|it\swas\s(?:received|recorded|taken\sdown|reduced))\b"), frozenset({"information"})),
    (re.compile(r"award\b"), frozenset({"award", "award received"})),
)
_LASTED = re.compile(r"\b(?P<what>preliminary\s(?:e|i)nquiry)\s(?:took|lasted|went\son\sfor|ran\sfor)\s\Z")
_EVENTS_WITH_LENGTH = {"prel": (frozenset({"preliminary enquiry"}), frozenset({"enquiry completed"}))}
# For these, "on the 41st day" without a starting event can only be counted from service.
_COUNTED_FROM_SERVICE = frozenset({"written statement", "written version", "objections"})


@dataclass(frozen=True, slots=True)
class _StatedPeriod:
    """A period in words: its length, "more than" or "within", and its events; `earlier` is empty if not named."""

    number: float
    unit: str
    bound: str
    span: Span
    earlier: frozenset[str]
    later: frozenset[str]


def stated_periods(matter: MatterProfile, already_drawn: frozenset[Provision]) -> Iterator[LawLine]:
    """Lines of the periods stated in words, except for provisions that already have a line."""
    yield from _said_to_be_late(matter, already_drawn)
    stated = list(_read_periods(matter.lower))
    if not stated:
        return
    for rule in periods.all():
        if rule.provision in already_drawn or rule.offset is not None or rule.count is Count.FRESH_START:
            continue
        concerning = [period for period in stated if _concerns(rule, period)]
        if not concerning or not rule.in_force(matter.code_day) or not matter.applies(rule.applies_when):
            continue
        for period in concerning:
            is_kept = _is_kept(rule, period)
            if is_kept is not None:
                yield _line(rule, period, is_kept)
                break


_LATE = re.compile(
    r"\b(?P<term>(?P<count>\d{1,2},\d{3}|\d{1,4}|[a-z]+(?:-[a-z]+)?)\s(?P<unit>days?|weeks?|months?|years?))\s(?:late|out\sof\stime|beyond\s(?:time|limitation))\b"
)
_CHEQUE_COMPLAINT = frozenset({"ni-142-2003"})


def _said_to_be_late(matter: MatterProfile, already_drawn: frozenset[Provision]) -> Iterator[LawLine]:
    """ "She filed eleven weeks late": a document said to be late is beyond its line."""
    for match in _LATE.finditer(matter.lower):
        before = _CLAUSE_END.split(matter.lower[max(0, match.start() - _LOOK_BACK) : match.start()])[-1]
        number = read_count(match["count"].replace(",", ""))
        if number is None or _STATES_THE_LAW.search(before) or _NEGATION.search(_NEW_CLAUSE.split(before)[-1]):
            continue
        documents = _last_event(before)
        for rule in periods.all():
            is_filed = rule.id in _CHEQUE_COMPLAINT and event_words.FILING_WORDS.search(before) and not documents
            if rule.provision in already_drawn or not (
                is_filed or (documents & event_words.FILED_DOCUMENTS & set(rule.to_roles))
            ):
                continue
            if (
                rule.operator is Operator.AT_MOST
                and rule.in_force(matter.code_day)
                and matter.applies(rule.applies_when)
            ):
                value = f"{dates.counted(number, _UNITS[match['unit'][0]])} late"
                says = f"{value[:1].upper()}{value[1:]} as stated, against {rule.line}. {rule.crossed}"
                span = Span(*match.span("term"))
                yield LawLine(
                    rule.provision, rule.quantity, value, rule.line, Stands.CROSSED, (span,), says, rule.id, rule.also
                )
                return


def _concerns(rule: PeriodRule, period: _StatedPeriod) -> bool:
    """Whether a rule limits the period between these events."""
    if period.later.isdisjoint(rule.to_roles):
        return False
    if not period.earlier:
        return not period.later.isdisjoint(_COUNTED_FROM_SERVICE)
    return not period.earlier.isdisjoint(rule.from_roles)


def _read_periods(lower: str) -> Iterator[_StatedPeriod]:
    """The periods that the text states as facts, not as law: "12 days after his arrest", "on the 41st day"."""
    for match in _STATED.finditer(lower):
        number = _number(match)
        if number is None:
            continue
        before = _CLAUSE_END.split(lower[max(0, match.start() - _LOOK_BACK) : match.start()])[-1]
        if _STATES_THE_LAW.search(before):
            continue
        events = _events(lower, match, before)
        if events is None:
            continue
        bound = match["bound"] or ""
        denied = _NEGATION.search(_NEW_CLAUSE.split(before)[-1])
        if bound in _LESS and denied:
            bound = "more than"
        elif denied:
            continue
        unit = _UNITS[(match["unit"] or "d")[0]]
        yield _StatedPeriod(number, unit, bound, Span(*match.span("nth" if match["nth"] else "term")), *events)


def _number(match: re.Match[str]) -> float | None:
    if match["nth"] is None:
        return read_count(match["count"])
    return _ordinal(match["day"]) if match["day"] else float(match["plain"])


def _ordinal(words: str) -> float | None:
    """ "73rd" and "seventy-third" are 73."""
    if words[0].isdigit():
        return float(re.sub(r"\D", "", words))
    tens, _, rest = words.rpartition("-")
    number = _ORDINALS.get(rest)
    return None if number is None or (tens and tens not in _TENS) else float(_TENS.get(tens, 0) + number)


def _events(lower: str, match: re.Match[str], before: str) -> tuple[frozenset[str], frozenset[str]] | None:
    """The earlier and the later event of a period, in the order that "after" or "before" gives."""
    if match["relation"] is None:
        if (lasted := _LASTED.search(before)) and (its_events := _EVENTS_WITH_LENGTH.get(lasted["what"][:4])):
            return its_events
        return (frozenset[str](), _last_event(before)) if match["nth"] else None
    clause = _CLAUSE_END.split(lower[match.end() : match.end() + _LOOK_AHEAD + _LOOK_BACK])[0]
    named, end = _first_event(clause[:_LOOK_AHEAD])
    if not named:
        return None
    if match["relation"] in {"before", "ahead of", "prior to"}:
        return _last_event(before), named
    return named, (_last_event(before) - named) or _next_event(clause[end:]) or _document_filed(lower, match, before)


def _first_event(words: str) -> tuple[frozenset[str], int]:
    """The events that the words may start with, and where their name ends."""
    trigger = event_words.TRIGGER.match(words)
    roles = frozenset({event_words.role_of(trigger)}) if trigger else frozenset[str]()
    end = trigger.end() if trigger else 0
    for pattern, meant in _STARTING_EVENTS:
        match = pattern.match(words)
        if match is not None:
            roles, end = roles | meant, max(end, match.end())
    return roles, end


def _last_event(words: str) -> frozenset[str]:
    """The event named last before the period; a bare verb only if nothing more specific is named."""
    triggers = list(event_words.TRIGGER.finditer(words))
    roles = [event_words.role_of(trigger) for trigger in triggers if not event_words.WEAK_WORDS.fullmatch(trigger[0])]
    specific_roles = [role for role in roles if role not in event_words.BARE_VERBS]
    if set(specific_roles) - {"presentation", "cheque"}:  # "the petition was presented"
        specific_roles = [role for role in specific_roles if role != "presentation"]
    named = [role for trigger in triggers if (role := event_words.role_of(trigger)) not in event_words.FILING_VERBS]
    chosen = specific_roles or named
    return frozenset(chosen[-1:])


def _next_event(words: str) -> frozenset[str]:
    """The event named first after "before" or a comma: "22 days from the dishonour before the notice went out"."""
    trigger = event_words.TRIGGER.search(words)
    return frozenset({event_words.role_of(trigger)}) if trigger else frozenset()


def _document_filed(lower: str, match: re.Match[str], before: str) -> frozenset[str]:
    """ "It was filed two years after the refusal": the document named in the sentence before."""
    if not event_words.FILING_WORDS.search(before):
        return frozenset()
    earlier = lower[max(0, match.start() - 2 * _LOOK_BACK) : match.start() - len(before)]
    documents = [role for match in event_words.TRIGGER.finditer(earlier) if (role := event_words.role_of(match))]
    return frozenset(role for role in documents[-3:] if role in event_words.FILED_DOCUMENTS)


def _is_kept(rule: PeriodRule, period: _StatedPeriod) -> bool | None:
    """Whether the rule is kept; None if the words leave it open."""
    if (rule.unit == "hours") != (period.unit == "hours"):
        return None
    if rule.unit == period.unit:
        least = most = period.number
        limit_low = limit_high = float(rule.value)
    else:
        least, most = period.number * _LEAST_DAYS[period.unit], period.number * _MOST_DAYS[period.unit]
        limit_low, limit_high = rule.value * _LEAST_DAYS[rule.unit], rule.value * _MOST_DAYS[rule.unit]
    if period.bound in _MORE:
        return _allows_longer(rule) if least >= limit_high else None
    if period.bound in _LESS:
        return not _allows_longer(rule) if most <= limit_low and rule.operator is Operator.AT_MOST else None
    if period.bound:
        least, most = least * (1 - _ABOUT), most * (1 + _ABOUT)
    if most <= limit_low and (most < limit_low or rule.operator is not Operator.AT_LEAST):
        return rule.operator is Operator.AT_MOST
    if least > limit_high or (least >= limit_high and rule.operator is Operator.AT_LEAST):
        return _allows_longer(rule)
    return None


def _allows_longer(rule: PeriodRule) -> bool:
    """Whether a longer period keeps the rule."""
    return rule.operator is not Operator.AT_MOST


def _line(rule: PeriodRule, period: _StatedPeriod, is_kept: bool) -> LawLine:
    value = f"{period.bound} {dates.counted(period.number, period.unit)}".strip()
    effect = rule.within if is_kept else rule.crossed
    return LawLine(
        rule.provision,
        rule.quantity,
        value,
        rule.line,
        Stands.of(is_kept),
        (period.span,),
        f"{value[:1].upper()}{value[1:]} as stated, against {rule.line}. {effect}",
        rule.id,
        rule.also,
    )
