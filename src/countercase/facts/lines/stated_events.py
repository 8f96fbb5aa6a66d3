"""The two events of a period that a matter states: "Appeal filed on the 82nd day", "19 days from the memo".

The later event is named in the clause of the period. The earlier one is named after the length ("from the memo") or
meant by "thereafter"; a day of the written statement can only be counted from the service that the law names.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from countercase.domain.checklist import LATE, NO_EVENT, EventReading
from countercase.domain.span import Span
from countercase.facts import event_words
from countercase.facts.dated_events import DatedEvent
from countercase.facts.event_triggers import find_triggers
from countercase.facts.lines.profile import MatterProfile, is_quoted
from countercase.facts.lines.stated_lengths import LESS, StatedLength
from countercase.facts.other_matters import is_of_cited_case
from countercase.law.tables import periods

STATES_THE_LAW = re.compile(
    r"\b(?:must|shall|should|ought|required|requires|prescribed|statutory\speriod|mandatory|allow(?:s|ed(?!,))|limitation\s(?:is|of)|has\sto|have\sto|to\sbe(?!\ssafe)|can\sbe|may\sbe|law|if|unless|whether|would(?!\snot\s(?:wait|pay|listen|agree|accept|take))"
    r"|needs?|prescribes?|provides?|lays\sdown|maximum|minimum|at\sthe\smost|time\slimit|had\s(?:he|she|it|they|the)|not\slater\sthan)\b"
    r"|\b(?:circular|scheme|policy|rulings?|judgments?|resolution|memorandum|g\.o|g\.r)\b\.?\s(?:\w+\s){0,2}(?:speaks?|talks?|says|said|wants?|covers|fixes|mentions?|is\sfor)\b"
)
NEGATION = re.compile(r"\b(?:not|never|without|failed|neither|nor|no)\b")
NEW_CLAUSE = re.compile(r",\s(?:and|but|while|whereas)\s")
_ALLOWED_TIME = re.compile(
    r"\b(?:extend(?:ed|s)?|extension|grant(?:ed|s)?|given\stime|gave\stime|sought|seeks?|asked\sfor|wants?|time\sof|leave\sof|for\sa\s(?:period|term)\sof|imprisonment|sentenced?|r\.?i\b\.?|adjourned|stay\sof|delay\sof|instead\sof|out\sof|promised|agreed|lease|licen[cs]e(?!\s(?:had\s|has\s|was\s)?(?:expired|lapsed|r[au]n\s|not\srenewed)))\s(?:\w+\s){0,3}\Z"
    r"|\bnotice\sof\s(?:\w+\s)?\Z"
)
_NOT_OURS = re.compile(
    r"\b(?:co-?acc(?:used|d)?|brother|cousin|neighbour|friend|uncle|another|other)(?:'s|’s)\s"
    r"(?!quarrel|house|shop|field|land|wedding|marriage|death|illness|place|evidence|version|instance|request)"
)
_LOOK_BACK = 160  # characters before the period in which the later event is named
_EARLIER_REACH = 320  # characters before it in which the earlier event is named
_LOOK_AHEAD = 40  # characters after it in which the earlier event is named
# Further events that these words may mean at the start of a period.
_STARTING_EVENTS = tuple(
    (re.compile(words), frozenset(roles.split("|")))
    for words, roles in (
        (r"detention\b", "order served|custody"),
        (r"(?:legal\s|demand\s|statutory\s)?notice\b", "notice received|summons served"),
        (r"(?:(?:return\s|bank\s|dishonour\s)?memo\b|intimation\b|return\b|bank(?:'s|’s)\s)", "dishonour"),
        (
            r"(?:(?:getting|receiving|receipt\sof)\s(?:that\s|the\s|this\s|his\s|her\s)?)?(?:answer|reply)\b",
            "information reply received|information reply|notice received",
        ),
        (r"publication\b", "grant published|mark advertised|publication"),
        (r"demand\b(?!\sdraft)", "notice received|section 13(2) notice|section 8 notice"),
        (r"(?:he|she)\s(?:retired|resigned|superannuated)\b", "service ended"),
        (r"(?:result|declaration\sof\s(?:the\s)?result)\b", "election declared"),
        (
            r"(?:he|she|they|we|it|who)\s(?:got|received|had|was\sgiven)\s(?:the\s|a\s)?(?:certified\s)?(?:copy|order)\b",
            "order received|order served",
        ),
        (r"(?:he|she|they)\s(?:was|were)\s(?:put|thrown|turned|driven)\sout\b", "dispossession"),
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
        (r"(?:he|she|they)\s(?:was|were)\s(?:first\s)?(?:remanded|sent\sto\sjail)\b", "remand"),
        (r"delivery\b", "notice received|section 8 notice|award received|order served"),
        (
            r"(?:getting|receiving|receipt\sof)\s(?:the\s|a\s)?(?:certified\s)?(?:copy|order)\b",
            "order received|order served",
        ),
        (r"payment\b", "bribe paid|part payment"),
        (r"refusal\b", "refusal|arbitrator refused|sanction refused"),
        (
            r"(?:blow|assault|incident|occurrence|attack|quarrel|accident|slap|beating|episode|act)\b(?!\sof\s\d{4})",
            "offence",
        ),
        (r"(?:admission|insolvency\scommencement|commencement)\b", "admission"),
        (r"hearing\son\s(?:the\s)?charge\b", "charge hearing"),
        (r"hearing\b(?!\son\s(?:the\s)?charge)", "first hearing"),
    )
)
# Words right before a length that name both of its events.
_BOTH_NAMED = tuple(
    (re.compile(words), frozenset({earlier}), frozenset({later}))
    for words, earlier, later in (
        (
            r"\bpreliminary\s(?:e|i)nquiry\s(?:(?:by|of|at|with)\s[^;\n]{1,30}?\s)?(?:took|lasted|went\son\sfor|ran\sfor)\s(?:only\s|about\s|full\s)?\Z",
            "preliminary enquiry",
            "enquiry completed",
        ),
        (
            r"\bpreliminary\s(?:e|i)nquiry\b[^.;]{0,60}?\b(?:finished|completed|over|closed|concluded|done|ended)\sin\s\Z",
            "preliminary enquiry",
            "enquiry completed",
        ),
        (r"(?<!un)\bmarried\s(?:for\s|only\s|barely\s|just\s)?\Z|\bmarriage\slasted\s\Z", "marriage", "death"),
        (r"\bsanction\s(?:order\s)?took\s\Z", "sanction proposal", "sanction"),
        (
            r"\blicen[cs]e\b[^.;\n]{0,30}?\b(?:expired|lapsed|r[au]n\sout|not\srenewed\sfor)\s(?:only\s|just\s|some\s|on\s)?\Z",
            "licence expired",
            "offence",
        ),
        (r"\bmarried\slife\s(?:then\s|only\s|was\s|being\s|lasted\s|of\s){0,3}\Z", "marriage", "death"),
        (
            r"\bliv(?:ing|ed)\s(?:separately|apart)\s(?:from\seach\sother\s)?for\s\Z",
            "separation",
            "joint petition",
        ),
    )
)
_BEFORE_IT = re.compile(r"\s(?:earlier|before|prior|back|ago)\b")  # the licence had expired 41 days earlier
# The event from which a length runs, a verb before the length, and what it then tells of.
_DONE_AFTER = (
    ("service ended", re.compile(r"\b(?:pay|paid|released|disbursed|credited)\b"), "gratuity paid"),
    ("section 8 notice", re.compile(r"\b(?:wrote\sback|replied|answered|responded)\b"), "dispute raised"),
)
_LET_OUT = re.compile(r"\b(?:let\s(?:out|off|go)|released|bailed\sout|freed|set\sfree)\s(?:only\s)?(?:after|in)\s\Z")
_IN_CUSTODY = re.compile(r"\s(?:in|of)\s(?:the\s)?(?:police\s)?(?:lock-?\s?up|custody|detention)\b")
_FROM_TO = re.compile(
    r"\bfrom\s(?:the\s)?(?P<first>[^;]{3,70}?)\s(?:to|till|until|upto|up\sto)\s(?:the\s)?(?P<last>[^;]{3,50}?)\s?(?:,|:|=|-|–|\bit\sis|\bis|\bwas|\bcomes\sto|\bmakes)?\s?\Z"
)
_TAKEN = re.compile(r"\b(?:took|after|only\safter|in|came\swithin|lasted|consumed)\s\Z")
# "Arrest 3 pm; Magistrate next day 11 am = 20 hours": hours right after the later event count from the one before.
_SUM_OF_HOURS = re.compile(r"(?:=|\bi\.?e\.?,?|\bthat\sis,?|\s[-–]|,|\()\s?\Z")
_NEXT_SUBJECT = re.compile(r"\s(?:the|an?|his|her|he|she|they|it|a\s\w+|statutory|legal|demand)\s")
_OF_WHAT = re.compile(r"\A\s(?:of|in|by|from)\s[^,;.]{1,40}")  # "after the dismissal of the SLP, he filed a writ"
_CHALLENGED = re.compile(
    r"\b(?:appeal|revision|petition|application|objections?|challenge)\s(?:from|against|to)\s(?:(?:the|that|this|such|said|an?|his|her)\s){0,2}\Z"
)
# "A fortnight after six months had run": from the last day of the period itself.
_AFTER_A_LENGTH = re.compile(
    r"(?:the\s)?(?:\d{1,3}|[a-z]+(?:-[a-z]+)?)\s(?:days?|weeks?|months?|years?)\s(?:had\s|have\s)?(?:run|ran|expired|ended|over|gone|lapsed|passed|were\sover|was\sover)\b"
)
_CHALLENGES = re.compile(r"\b(?:appeal|revision|petition)\s(?:from|against)\s(?:that|this|the)\b")
_NONE_SUCH = re.compile(r"\b(?:no|without|any|never)\s(?:\w+\s)?\Z")  # "with no order excluding any period"
_SERVICE_OF = re.compile(r"\b(?:receipt|service)\sof\s")  # "on the 51st day after receipt of the order"
_SERVED_DECISIONS = frozenset({"order", "judgment"})
_REACH_OF_NEXT = 110  # characters after a length in which the event that follows is named
_COPY_BETWEEN = re.compile(
    r"\bcopy\b(?!\ssame\sday)[^.;\n]{0,30}\b(?:received|recd|obtained|delivered|ready|supplied|got)\b"
)
# For these, a day or a period without a starting event can only be counted from the event that the law names.
START_FIXED_BY_LAW = frozenset(
    {
        "written statement",
        "written version",
        "objections",
        "second appeal",
        "full report",
        "authority recommendation",
        "suspension review",
        "board reference",
        "board report",
        "grounds communicated",
        "committee inquiry completed",
        "child welfare committee informed",
        "papers supplied",
        "victim informed",
    }
)
_LIKELY_LATER = 0.6  # probability of the later event, where the words after a length name the earlier one
_SURE_LATER = 0.8
_SURELY_NONE = 0.95  # probability that a length belongs to no event, from which the rules do not read it
_ALIKE = (frozenset({"remand", "custody"}), frozenset({"termination", "order"}))
_SINCE_CUSTODY = frozenset({"charge-sheet", "no charge-sheet", "default bail application"})

# Events that end a period, and the verbs that may mean one.
_ENDS_OF_PERIODS = event_words.BARE_VERBS.union(*(rule.to_roles for rule in periods.all()))


@dataclass(frozen=True, slots=True)
class StatedPeriod:
    """A length between two events. `earlier` is empty if the text leaves it to the law."""

    length: StatedLength
    earlier: frozenset[str]
    later: frozenset[str]
    nearby: frozenset[str] = frozenset()  # for a day whose start is not named: the events told before
    day: date | None = None  # the day of the later event
    is_likely: bool = False  # told by the learned reader and not by a rule


def states_fact(matter: MatterProfile, length: StatedLength) -> bool:
    """Whether the text states a length as a fact of this matter, not as law or a supposition."""
    clause = matter.clause_at(length.begins)
    before = matter.lower[max(clause.start, length.begins - _LOOK_BACK) : length.begins]
    return not _is_not_a_fact(matter.lower, clause, before, length)


def read_periods(matter: MatterProfile) -> Iterator[StatedPeriod]:
    """The periods that the text states as facts of this matter, not as law: "12 days after his arrest"."""
    for length in matter.stated_lengths:
        clause = matter.clause_at(length.begins)
        before = matter.lower[max(clause.start, length.begins - _LOOK_BACK) : length.begins]
        if _is_not_a_fact(matter.lower, clause, before, length):
            continue
        if _is_of_no_event(matter, length) and _both_named(matter.lower, length, before) is None:
            continue
        period = _with_events(matter, length, clause, before)
        if period is None:
            continue
        denied = NEGATION.search(NEW_CLAUSE.split(before)[-1][-60:]) and "no charge-sheet" not in period.later
        if denied and length.bound not in LESS:
            continue
        is_over = denied or (length.relation == "of" and before.endswith("after "))
        # "not within 24 hours", "after 15 days of service"
        yield replace(period, length=replace(length, bound="more than")) if is_over else period
    yield from _likely_periods(matter)


def _is_of_no_event(matter: MatterProfile, length: StatedLength) -> bool:
    """Whether the learned reader is sure that a length is of no event of this matter: another's case, law, a term."""
    reading = matter.learned.at(length.span)
    return reading is not None and reading.later == NO_EVENT and reading.later_chance >= _SURELY_NONE


def _likely_periods(matter: MatterProfile) -> Iterator[StatedPeriod]:
    """The periods that the learned reader sees in the lengths of the text."""
    for length in matter.stated_lengths:
        reading = matter.learned.at(length.span)
        earlier = _likely_start(matter, length, reading) if reading is not None else frozenset[str]()
        if reading is None or not earlier:
            continue
        if states_fact(matter, length):
            dated = matter.events_between(matter.clause_at(length.begins).start, length.begins)
            day = dated[-1].day if dated else None
            yield StatedPeriod(length, earlier, frozenset({reading.later}), day=day, is_likely=True)


def _likely_start(matter: MatterProfile, length: StatedLength, reading: EventReading) -> frozenset[str]:
    """The event from which a length runs: as the learned reader says, or as the words after it name it."""
    if _AFTER_A_LENGTH.match(matter.lower, length.named_at):
        return frozenset({LATE})
    named = starting_events(matter.lower, length) - {reading.later}
    is_later_sure = reading.later not in {NO_EVENT, LATE} and reading.later_chance >= _SURE_LATER
    is_document = named <= event_words.FILED_DOCUMENTS
    if is_later_sure and not is_document and reading.earlier not in {*named, LATE}:
        return named | _alike(reading.earlier)  # "61 hours after information": the words name what the reader misses
    if matter.learned.period_at(length.span) is not None:
        is_another = _names_another_document(matter, length, reading.earlier)
        return frozenset() if is_another else _alike(reading.earlier)
    is_later_likely = reading.later not in {NO_EVENT, LATE} and reading.later_chance >= _LIKELY_LATER
    return starting_events(matter.lower, length) - {reading.later} if is_later_likely else frozenset()


def _names_another_document(matter: MatterProfile, length: StatedLength, earlier: str) -> bool:
    """Whether the words after a length name a document from which it runs, and the learned reader another event."""
    named = starting_events(matter.lower, length)
    return bool(named) and named <= event_words.FILED_DOCUMENTS and earlier not in {*named, LATE}


def _alike(role: str) -> frozenset[str]:
    """The events from which the same time runs."""
    return next((roles for roles in _ALIKE if role in roles), frozenset({role}))


def starting_events(lower: str, length: StatedLength) -> frozenset[str]:
    """The events that may be named after a length as its beginning: "74th day from the FIR"."""
    if not length.relation:
        return frozenset()
    return _first_event(lower[length.named_at : length.named_at + _LOOK_AHEAD])[0]


def _is_not_a_fact(lower: str, clause: Span, before: str, length: StatedLength) -> bool:
    """Whether the words state the law, a wish, time that was allowed, or something of another case."""
    return bool(
        STATES_THE_LAW.search(before)
        or (_ALLOWED_TIME.search(before[-40:]) and not (length.is_nth_day and lower.startswith("on ", length.begins)))
        or event_words.ANOTHER_CASE.search(lower, clause.start, length.begins)
        or _NOT_OURS.search(before)
        or is_of_cited_case(lower, length.span)
        or is_quoted(lower, length.begins)
    )


def _with_events(matter: MatterProfile, length: StatedLength, clause: Span, before: str) -> StatedPeriod | None:
    """The period with its earlier and later event; None if the text leaves them open."""
    dated = matter.events_between(clause.start, length.begins)
    period = _both_named(matter.lower, length, before) or (
        _event_named_after(matter, length, clause, before, dated)
        if length.relation
        else _events_named_before(matter, length, before, dated)
    )
    return replace(period, day=dated[-1].day) if period and dated else period


def _both_named(lower: str, length: StatedLength, before: str) -> StatedPeriod | None:
    """ "The preliminary enquiry took", "from the assertion to the suit it is", "let out after 30 hours in lock-up"."""
    if _LET_OUT.search(before) and _IN_CUSTODY.match(lower, length.span.end):
        return StatedPeriod(length, frozenset({"arrest"}), frozenset({"release"}))
    for words, earlier, later in _BOTH_NAMED:
        if words.search(before) and (later != {"offence"} or _BEFORE_IT.match(lower, length.span.end)):
            return StatedPeriod(length, earlier, later)
    between = _FROM_TO.search(before)
    if between is None:
        return None
    earlier, later = _first_event(between["first"])[0], _first_event(between["last"])[0]
    return StatedPeriod(length, earlier, later) if earlier and later else None


def _event_named_after(
    matter: MatterProfile, length: StatedLength, clause: Span, before: str, dated: tuple[DatedEvent, ...]
) -> StatedPeriod | None:
    """ "4 years after the audit", "nine weeks before the suit"."""
    words = matter.lower[length.named_at : clause.end]
    named, end = _first_event(words[:_LOOK_AHEAD])
    if not named:
        return None
    if named & _SERVED_DECISIONS and _SERVICE_OF.search(matter.lower, length.span.end, length.named_at):
        named |= {"order served", "order received"}
    told = _told_last(before, dated)
    if length.relation in {"before", "ahead of", "prior to", "short of"}:
        return StatedPeriod(length, told, named)
    later = (
        (told - named)
        or _next_event(words[end:])
        or _document_filed(matter.lower, length.begins, before)
        or _done_after(named, before)
    )
    return StatedPeriod(length, named, later)


def _done_after(start: frozenset[str], before: str) -> frozenset[str]:
    """What a verb means after the event from which a length runs: "paid him on the 71st day after he retired"."""
    meanings = (later for role, verbs, later in _DONE_AFTER if role in start and verbs.search(before[-80:]))
    return frozenset({next(meanings, "")} - {""})


def _events_named_before(
    matter: MatterProfile, length: StatedLength, before: str, dated: tuple[DatedEvent, ...]
) -> StatedPeriod | None:
    """ "41 days thereafter", "on the 82nd day", "within 24 hours": the text before names what it names."""
    is_taken = length.bound in LESS or _TAKEN.search(before)
    is_sum_of_hours = length.unit == "hours" and (_SUM_OF_HOURS.search(before) or _TAKEN.search(before))
    counts_back = length.refers_back or is_sum_of_hours
    if not (counts_back or length.is_nth_day or is_taken):
        return None
    told = (_told_next(matter, length) if length.refers_back else frozenset()) or _told_last(before, dated)
    if not told and length.is_nth_day:
        told = _document_filed(matter.lower, length.begins, before)
    if told & START_FIXED_BY_LAW and (is_taken or length.is_nth_day):
        return StatedPeriod(length, frozenset(), told)
    if told.isdisjoint(_ENDS_OF_PERIODS) or not (counts_back or length.is_nth_day):
        return None
    reach = length.begins if told & _SINCE_CUSTODY else _EARLIER_REACH
    earlier = _events_before(matter, length.begins, reach)
    if counts_back:
        told = frozenset(_meaning(role, earlier) for role in told)
        nearest = [role for role in earlier if role not in told and role not in event_words.BARE_VERBS][-1:]
        return StatedPeriod(length, frozenset(nearest), told) if nearest else None
    copy_came_later = _COPY_BETWEEN.search(matter.lower, max(0, length.begins - _EARLIER_REACH), length.begins)
    return None if copy_came_later else StatedPeriod(length, frozenset(), told, frozenset(earlier) - told)


def _told_next(matter: MatterProfile, length: StatedLength) -> frozenset[str]:
    """ "The cheque came back and three weeks later the notice was sent": the event told after the length."""
    words = matter.lower[length.named_at : matter.clause_at(length.begins).end]
    return _next_event(words) if _NEXT_SUBJECT.match(words) else frozenset()


def _told_last(before: str, dated: tuple[DatedEvent, ...]) -> frozenset[str]:
    """The event that the clause of a period tells: named last before it, or on the last date before it."""
    named = last_event(before) or last_event(f"{before}on ")  # some events are named only before "on"
    if named & event_words.FILED_DOCUMENTS and _CHALLENGES.search(before):
        return named  # the date is that of the decision
    return named | frozenset(event.role for event in dated if event.span == dated[-1].span)


def _meaning(role: str, earlier: list[str]) -> str:
    """What a bare verb means after the events before it: "Magistrate 11 am" after an arrest is a production."""
    return next(
        (meaning for other in reversed(earlier) if (meaning := event_words.MEANING_AFTER.get((role, other)))), role
    )


def _events_before(matter: MatterProfile, start: int, characters: int = _EARLIER_REACH) -> list[str]:
    """The events named before a period, the nearest last."""
    reach = max(0, start - characters)
    triggers = [
        (trigger.start(), event_words.role_of(trigger)) for trigger in find_triggers(matter.lower, reach, start)
    ]
    dated = [(event.span.start, event.role) for event in matter.events_between(reach, start)]
    return [role for _, role in sorted({*triggers, *dated})]


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


def last_event(words: str) -> frozenset[str]:
    """The event that the words name last; a bare verb only if nothing more specific is named."""
    triggers = list(event_words.TRIGGER.finditer(words))
    # "our appeal from that refusal was lodged": what it is against is not what happened
    triggers = [each for each in triggers if not _CHALLENGED.search(words[: each.start()])] or triggers
    roles = [event_words.role_of(trigger) for trigger in triggers if not event_words.WEAK_WORDS.fullmatch(trigger[0])]
    specific_roles = [role for role in roles if role not in event_words.BARE_VERBS]
    if set(specific_roles) - {"presentation", "cheque"}:  # "the petition was presented"
        specific_roles = [role for role in specific_roles if role != "presentation"]
    named = [role for trigger in triggers if (role := event_words.role_of(trigger)) not in event_words.FILING_VERBS]
    chosen = specific_roles or named
    return frozenset(chosen[-1:])


def _next_event(words: str) -> frozenset[str]:
    """The event named first after "before" or a comma: "22 days from the dishonour before the notice went out"."""
    words = NEW_CLAUSE.split(_OF_WHAT.sub("", words, count=1))[0][:_REACH_OF_NEXT]
    named = [
        trigger for trigger in event_words.TRIGGER.finditer(words) if not _NONE_SUCH.search(words[: trigger.start()])
    ]
    return frozenset({event_words.role_of(named[0])}) if named else frozenset()


def _document_filed(lower: str, start: int, before: str) -> frozenset[str]:
    """ "It was filed two years after the refusal": the document named in the sentence before."""
    if not event_words.FILING_WORDS.search(before):
        return frozenset()
    earlier = lower[max(0, start - _LOOK_BACK - 20) : start - len(before)]
    documents = [role for match in event_words.TRIGGER.finditer(earlier) if (role := event_words.role_of(match))]
    return frozenset(role for role in documents[-3:] if role in event_words.FILED_DOCUMENTS)
