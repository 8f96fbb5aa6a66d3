"""Periods that a matter states instead of dating them: "on the 82nd day", "5 years 11 months after marriage".

A period belongs to a rule of `periods.csv` if its two events do. The later one is named in the clause of the period. The
earlier one is named after it ("from the memo"), is meant by "thereafter", or is the only one that the law counts from
("the written statement came on the 127th day"). Where the events are not clear, or two passages disagree, no line is
drawn.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from countercase.domain.lines import LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts import event_words
from countercase.facts.event_triggers import find_triggers
from countercase.facts.lines.profile import MatterProfile, read_count
from countercase.facts.lines.stated_lengths import LESS, MORE, StatedLength, in_days
from countercase.law import dates
from countercase.law.tables import periods
from countercase.law.tables.periods import Count, Pandemic, PeriodRule, Shown
from countercase.law.tables.thresholds import Operator

_STATES_THE_LAW = re.compile(
    r"\b(?:must|shall|should|ought|required|requires|prescribed|statutory\speriod|mandatory|allow(?:s|ed)|limitation\s(?:is|of)|has\sto|have\sto|to\sbe|can\sbe|may\sbe|law|if|unless|whether|would"
    r"|needs?|prescribes?|provides?|lays\sdown|maximum|minimum|at\sthe\smost|time\slimit|had\s(?:he|she|it|they|the)|not\slater\sthan)\b"
)
_ALLOWED_TIME = re.compile(
    r"\b(?:extend(?:ed|s)?|extension|grant(?:ed|s)?|given\stime|gave\stime|sought|seeks?|asked\sfor|wants?|time\sof|notice\sof|leave\sof|for\sa\s(?:period|term)\sof|imprisonment|sentenced?|r\.?i\b\.?|adjourned|stay\sof|delay\sof|instead\sof|out\sof|promised|agreed|lease|licen[cs]e)\s(?:\w+\s){0,3}\Z"
)
_NEW_CLAUSE = re.compile(r",\s(?:and|but|while|whereas)\s")
_NEGATION = re.compile(r"\b(?:not|never|without|failed|neither|nor|no)\b")
_NOT_OURS = re.compile(r"\b(?:co-?acc(?:used|d)?|brother|cousin|neighbour|friend|uncle|another|other)(?:'s|’s)\b")
_LOOK_BACK = 160  # characters before the period in which the later event is named
_EARLIER_REACH = 320  # characters before it in which the earlier event is named
_LOOK_AHEAD = 40  # characters after it in which the earlier event is named
_ABOUT = 0.1  # "about forty days" may be four days more or less
# Further events that these words may mean at the start of a period.
_STARTING_EVENTS = tuple(
    (re.compile(words), frozenset(roles.split("|")))
    for words, roles in (
        (r"detention\b", "order served|custody"),
        (r"(?:legal\s|demand\s|statutory\s)?notice\b", "notice received|summons served"),
        (r"(?:(?:return\s|bank\s|dishonour\s)?memo\b|intimation\b|return\b|bank(?:'s|’s)\s)", "dishonour"),
        (r"(?:wedding|marriage)\b", "marriage"),
        (r"separation\b|she\sleft\b", "separation"),
        (r"(?:service|summons)\b", "summons served|notice received"),
        (r"(?:information|it\swas\s(?:received|recorded|taken\sdown|reduced))\b", "information|fir"),
        (r"award\b", "award|award received"),
        (r"(?:custody|remand|incarceration|judicial\scustody|jail)\b", "custody|remand"),
        (r"(?:rejection|dismissal|disposal)\b", "appeal decided|representation decided|order|bail order"),
        (r"(?:stock\s|special\s|internal\s)?audit\b|(?:discovery|detection|knowledge)\b", "knowledge|discovery"),
        (r"(?:surgery|operation|treatment|procedure)\b", "treatment"),
        (r"date\b(?!\s(?:fixed|of|on|when))", "cheque"),
        (r"receipt\b", "award received|notice received|order served"),
        (r"(?:charges?\sframed|framing\b|charge\b)", "charge framed"),
        (r"cause\sof\saction\b|accrual\b", "cause of action|right to sue"),
    )
)
_DECISIONS = frozenset(
    "order|judgment|acquittal|sentence|decree|interim order|appeal decided|bail order|consumer order|discharge order"
    "|charge framed|section 34 decided|cognizance".split("|")
)
_ANY_DECISION = frozenset({"order", "judgment"})  # "from the order": whichever decision the rule counts from
# Words right before a length that name both of its events.
_BOTH_NAMED = tuple(
    (re.compile(words), frozenset(earlier.split("|")), frozenset(later.split("|")))
    for words, earlier, later in (
        (
            r"\bpreliminary\s(?:e|i)nquiry\s(?:took|lasted|went\son\sfor|ran\sfor)\s\Z",
            "preliminary enquiry",
            "enquiry completed",
        ),
        (r"(?<!un)\bmarried\s(?:for\s|only\s|barely\s|just\s|life\sof\s)?\Z|\bmarriage\slasted\s\Z", "marriage", "death"),
        (r"\bsanction\s(?:order\s)?took\s\Z", "sanction proposal", "sanction"),
    )
)
_FROM_TO = re.compile(
    r"\bfrom\s(?:the\s)?(?P<first>[^;]{3,70}?)\s(?:to|till|until|upto|up\sto)\s(?:the\s)?(?P<last>[^;]{3,50}?)\s?(?:,|:|=|-|–|\bit\sis|\bis|\bwas|\bcomes\sto|\bmakes)?\s?\Z"
)
_TAKEN = re.compile(r"\b(?:took|after|only\safter|in|came\swithin|lasted|consumed)\s\Z")
_COPY_BETWEEN = re.compile(
    r"\bcopy\b(?!\ssame\sday)[^.;\n]{0,30}\b(?:received|recd|obtained|delivered|ready|supplied|got)\b"
)
# For these, a day or a period without a starting event can only be counted from the event that the law names.
_COUNTED_FROM_SERVICE = frozenset({"written statement", "written version", "objections"})
_START_FIXED_BY_LAW = _COUNTED_FROM_SERVICE | {"full report", "authority recommendation", "suspension review"}
_STAY_EXCLUDED = frozenset({"laa-6", "laa-11a", "rfctlarr-19"})  # they leave out the time of a stay
_STAYED = re.compile(r"\b(?:stay(?:ed)?|status\squo|injunction|restrained|w\.?p\b)")
_TIME_EXTENDED = re.compile(r"\bexten(?:d|sion|ded)\w*|\bextn\b|\b(?:180|ninety\smore|90\smore)\b")
_NO_NTH_DAY = frozenset({"lim-117"})  # "the appeal on the 46th day" may be any appeal of the matter
_NEAR = 120  # characters
_ARREST_TO_REMAND = 3  # days; the first remand follows the arrest within a day, and the journey
_PANDEMIC = (date(2020, 3, 15), date(2022, 5, 30))


@dataclass(frozen=True, slots=True)
class StatedPeriod:
    """A length between two events. `earlier` is empty if the text leaves it to the law."""

    length: StatedLength
    earlier: frozenset[str]
    later: frozenset[str]
    nearby: frozenset[str]  # events named before the later one, for a day that is counted from one of them
    day: date | None  # the day of the later event

    @property
    def bound(self) -> str:
        """ "more than", "within"."""
        return self.length.bound


def stated_period_lines(
    matter: MatterProfile, stated: list[StatedPeriod], already_drawn: frozenset[Provision]
) -> Iterator[LawLine]:
    """Lines of the periods stated in words, except for provisions that already have a line."""
    yield from _said_to_be_late(matter, already_drawn)
    if not stated:
        return
    named = frozenset[str]().union(*(period.later for period in stated))
    for rule in periods.all():
        if rule.provision in already_drawn or rule.count is Count.FRESH_START or rule.shown is Shown.LATE:
            continue
        if named.isdisjoint(rule.to_roles):
            continue
        concerning = [period for period in stated if concerns(rule, period)]
        if not concerning or not matter.applies(rule.applies_when):
            continue
        decided = [
            (period, kept)
            for period in concerning
            if rule.in_force(_day_of_law(matter, rule, period)) and (kept := _is_kept(rule, period)) is not None
        ]
        if decided and len({kept for _, kept in decided}) == 1:  # two passages that disagree show nothing
            period, is_kept = decided[0]
            if not _is_doubtful(matter, rule, period, is_kept) and not _is_disputed(matter, rule, period, is_kept):
                yield _line(rule, period, is_kept)


def _day_of_law(matter: MatterProfile, rule: PeriodRule, period: StatedPeriod) -> date:
    """The day whose law governs: that of the event by which the rule is dated, else that of the matter."""
    if rule.dated_by != "from":
        return period.day or matter.code_day
    first = matter.timeline.first(*rule.from_roles, *rule.after_roles)
    return first.day if first else matter.code_day


def _is_doubtful(matter: MatterProfile, rule: PeriodRule, period: StatedPeriod, is_kept: bool) -> bool:
    """Whether the side depends on the pandemic, on a gravity that is not known, or is not worth a line."""
    if rule.shown is Shown.CROSSED and is_kept:
        return True
    if rule.id in _STAY_EXCLUDED and not is_kept and _STAYED.search(matter.lower):
        return True
    if "charge-sheet" in rule.to_roles and not is_kept and _TIME_EXTENDED.search(matter.lower):
        return True
    if rule.applies_when[0].startswith("maximum:") and is_kept and 2 * period.length.most_days < rule.value * 365:
        return True  # nobody asks whether a complaint after three weeks is within three years
    if not is_kept and rule.pandemic is not Pandemic.COUNTED and period.day is not None:
        return _PANDEMIC[0] <= period.day <= _PANDEMIC[1]
    if rule.applies_when[0].startswith("gravity:") and matter.gravity is None:
        return is_kept is not rule.applies_when[0].endswith("60")
    return False


def _is_disputed(matter: MatterProfile, rule: PeriodRule, period: StatedPeriod, is_kept: bool) -> bool:
    """Whether another count follows close by on the other side: "22.2 (day 11); his copy bears 24.2 (day 13)"."""
    length = period.length
    for other in matter.stated_lengths if length.is_nth_day else ():
        if other.is_nth_day and other is not length and abs(other.span.start - length.span.start) <= _NEAR:
            if not other.relation and _is_kept(rule, replace(period, length=other)) is (not is_kept):
                return True
    return False


_LATE = re.compile(
    r"\b(?P<term>(?P<count>\d{1,2},\d{3}|\d{1,4}|[a-z]+(?:-[a-z]+)?)\s(?P<unit>days?|weeks?|months?|years?))\s(?:late|out\sof\stime|beyond\s(?:time|limitation))\b"
)
_CLAUSE_END = re.compile(r"(?<=[a-z\d)]{2})[.](?=\s)|;|\n\s*\n")
_CHEQUE_COMPLAINT = frozenset({"ni-142-2003"})
_UNITS = {"d": "days", "w": "weeks", "m": "months", "y": "years"}


def _said_to_be_late(matter: MatterProfile, already_drawn: frozenset[Provision]) -> Iterator[LawLine]:
    """ "She filed eleven weeks late": a document said to be late is beyond its line."""
    for match in _LATE.finditer(matter.lower):
        before = _CLAUSE_END.split(matter.lower[max(0, match.start() - 90) : match.start()])[-1]
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


def concerns(rule: PeriodRule, period: StatedPeriod) -> bool:
    """Whether a rule limits the period between these events."""
    if period.later.isdisjoint(rule.to_roles) or period.length.is_working_days != (rule.count is Count.WORKING_DAYS):
        return False
    starts = {*rule.from_roles, *rule.after_roles}
    if rule.applies_when[0].startswith("maximum:"):
        starts.discard("refusal")
    if rule.unit == "hours" and period.length.unit != "hours" and not period.earlier and "full report" not in rule.to_roles:
        return False
    if period.earlier:
        return not period.earlier.isdisjoint(starts) or bool(period.earlier & _ANY_DECISION and starts & _DECISIONS)
    if not period.later.isdisjoint(_START_FIXED_BY_LAW):
        return True
    return period.length.is_nth_day and rule.id not in _NO_NTH_DAY and not period.nearby.isdisjoint(starts)


def read_periods(matter: MatterProfile) -> Iterator[StatedPeriod]:
    """The periods that the text states as facts of this matter, not as law: "12 days after his arrest"."""
    lower = matter.lower
    for length in matter.stated_lengths:
        start = length.begins
        clause = matter.clause_at(start)
        before = lower[max(clause.start, start - _LOOK_BACK) : start]
        if _is_not_a_fact(lower, clause, before, length):
            continue
        period = _with_events(matter, length, clause, before)
        if period is None:
            continue
        denied = _NEGATION.search(_NEW_CLAUSE.split(before)[-1][-60:])
        if denied and period.bound not in LESS:
            continue
        yield _not_within(period) if denied else period


def _not_within(period: StatedPeriod) -> StatedPeriod:
    """ "Not within 24 hours" is more than 24 hours."""
    return replace(period, length=replace(period.length, bound="more than"))


def _is_not_a_fact(lower: str, clause: Span, before: str, length: StatedLength) -> bool:
    """Whether the words state the law, a wish, time that was allowed, or something of another case."""
    return bool(
        _STATES_THE_LAW.search(before)
        or _ALLOWED_TIME.search(before[-40:])
        or event_words.ANOTHER_CASE.search(lower, clause.start, length.span.start)
        or _NOT_OURS.search(before)
        or lower.count('"', lower.rfind("\n", 0, length.span.start) + 1, length.span.start) % 2
    )


def _with_events(matter: MatterProfile, length: StatedLength, clause: Span, before: str) -> StatedPeriod | None:
    """The period with its earlier and later event; None if the text names neither or leaves them open."""
    lower, start = matter.lower, length.begins
    dated = [event for event in matter.timeline.events if clause.start <= event.span.start < start]
    day = dated[-1].day if dated else None
    for words, earlier, later in _BOTH_NAMED:
        if words.search(before):
            return StatedPeriod(length, earlier, later, frozenset(), day)
    between = _FROM_TO.search(before)
    if between is not None:
        return StatedPeriod(length, _first_event(between["first"])[0], _first_event(between["last"])[0], frozenset(), day)
    after = lower[length.named_at : clause.end]
    later = _last_event(before) | frozenset(event.role for event in dated if event.span == dated[-1].span)
    if length.relation:
        named, end = _first_event(after[:_LOOK_AHEAD])
        if not named:
            return None
        if length.relation in {"before", "ahead of", "prior to", "short of"}:
            return StatedPeriod(length, later, named, frozenset(), day)
        later = (later - named) or _next_event(after[end:]) or _document_filed(lower, start, before)
        return StatedPeriod(length, named, later, frozenset(), day)
    earlier = _events_before(matter, clause, start, later)
    if length.refers_back:
        return StatedPeriod(length, frozenset(earlier[-1:]), later, frozenset(), day) if earlier else None
    if length.is_nth_day and not _COPY_BETWEEN.search(lower, max(0, start - _EARLIER_REACH), start):
        later = later or _document_filed(lower, start, before)
        return StatedPeriod(length, frozenset(), later, frozenset(earlier), day)
    if (length.bound in LESS or _TAKEN.search(before)) and later & _START_FIXED_BY_LAW:
        return StatedPeriod(length, frozenset(), later, frozenset(), day)
    return None


def _events_before(matter: MatterProfile, clause: Span, start: int, later: frozenset[str]) -> list[str]:
    """The events named before the later one of a period, the nearest last."""
    reach = max(0, start - _EARLIER_REACH)
    triggers = [
        (trigger.start(), event_words.role_of(trigger))
        for trigger in find_triggers(matter.lower, reach, start)
        if event_words.role_of(trigger) not in event_words.BARE_VERBS
    ]
    dated = [(event.span.start, event.role) for event in matter.timeline.events if reach <= event.span.start < start]
    return [role for _, role in sorted({*triggers, *dated}) if role not in later]


def starting_events(lower: str, length: StatedLength) -> frozenset[str]:
    """The events that may be named after a length as its beginning: "74th day from the FIR"."""
    if not length.relation:
        return frozenset()
    return _first_event(lower[length.named_at : length.named_at + _LOOK_AHEAD])[0]


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
    trigger = event_words.TRIGGER.search(_NEW_CLAUSE.split(words)[0][:_LOOK_AHEAD + 20])
    return frozenset({event_words.role_of(trigger)}) if trigger else frozenset()


def _document_filed(lower: str, start: int, before: str) -> frozenset[str]:
    """ "It was filed two years after the refusal": the document named in the sentence before."""
    if not event_words.FILING_WORDS.search(before):
        return frozenset()
    earlier = lower[max(0, start - _LOOK_BACK - 20) : start - len(before)]
    documents = [role for match in event_words.TRIGGER.finditer(earlier) if (role := event_words.role_of(match))]
    return frozenset(role for role in documents[-3:] if role in event_words.FILED_DOCUMENTS)


def _is_kept(rule: PeriodRule, period: StatedPeriod) -> bool | None:
    """Whether the rule is kept; None if the words leave it open."""
    length = period.length
    sides = _least_and_most(rule, length)
    if sides is None:
        return None
    least, most, limit_low, limit_high = sides
    if length.bound in MORE:
        return _allows_longer(rule) if least >= limit_high else None
    if length.bound in LESS:
        return not _allows_longer(rule) if most <= limit_low and rule.operator is Operator.AT_MOST else None
    if length.bound:
        least, most = least * (1 - _ABOUT), most * (1 + _ABOUT)
    if period.earlier == {"arrest"} and "arrest" in rule.after_roles:
        least -= _ARREST_TO_REMAND  # time runs from the remand, which came a day or so later
    if most <= limit_low and (most < limit_low or rule.operator is not Operator.AT_LEAST):
        return rule.operator is Operator.AT_MOST
    if least > limit_high or (least >= limit_high and rule.operator is Operator.AT_LEAST):
        return _allows_longer(rule)
    return None


def _least_and_most(rule: PeriodRule, length: StatedLength) -> tuple[float, float, float, float] | None:
    """The least and the most that the length may be, and the same of the limit, in one unit."""
    offset = in_days(*rule.offset) if rule.offset else (0.0, 0.0)
    if rule.unit == "hours":
        if length.unit == "hours" and len(length.parts) == 1:
            return length.parts[0][1], length.parts[0][1], rule.value, rule.value
        if length.unit == "hours":
            return None
        return (length.least_days - 1) * 24, (length.most_days + 1) * 24, rule.value, rule.value
    if length.unit == "hours":
        days = sum(number * (1 / 24 if unit == "hours" else 1) for unit, number in length.parts)
        return (days, days, *in_days(rule.value, rule.unit)) if days <= rule.value else None
    if rule.unit == "days" and length.unit == "days" and len(length.parts) == 1:
        return length.parts[0][1], length.parts[0][1], rule.value + offset[0], rule.value + offset[1]
    if rule.unit in {"months", "years"} and rule.offset is None and length.parts[0][0] in {"months", "years"}:
        limit = rule.value * (12 if rule.unit == "years" else 1)
        return _in_months(length), _in_months(length), limit, limit
    low, high = in_days(rule.value, rule.unit)
    return length.least_days, length.most_days, low + offset[0], high + offset[1]


def _in_months(length: StatedLength) -> float:
    """The length in months; a day is any part of a month, so that "3 months 1 day" is more than three months."""
    in_unit = {"years": 12.0, "months": 1.0, "weeks": 7 / 31, "days": 1 / 31}
    return sum(number * in_unit[unit] for unit, number in length.parts)


def _allows_longer(rule: PeriodRule) -> bool:
    """Whether a longer period keeps the rule."""
    return rule.operator is not Operator.AT_MOST


def _line(rule: PeriodRule, period: StatedPeriod, is_kept: bool) -> LawLine:
    value = period.length.words
    effect = rule.within if is_kept else rule.crossed
    return LawLine(
        rule.provision,
        rule.quantity,
        value,
        rule.line,
        Stands.of(is_kept),
        (period.length.span,),
        f"{value[:1].upper()}{value[1:]} as stated, against {rule.line}. {effect}",
        rule.id,
        rule.also,
    )
