"""The learned reader's part in reading lines: the event of a date, and the two events of a length, where no rule tells.

The rules know the words that name an event; a matter in another hand uses others ("put in on the 88th day of jail").
What a matter is likely to be about decides which limits apply to one that names no section.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise

from countercase.domain.checklist import LATE, NO_EVENT, ClauseReader, EventReading, NumberReading, NumberRole
from countercase.domain.span import Span
from countercase.facts.abbreviations import WrittenOut
from countercase.facts.event_triggers import find_clause_ends
from countercase.facts.learned_reading import MOST_CLAUSES
from countercase.facts.lines.headed_filings import with_headed_filings
from countercase.facts.lines.note_events import with_events_of_notes
from countercase.facts.lines.number_mentions import with_small_numbers
from countercase.facts.lines.short_forms import write_out_events
from countercase.facts.lines.stated_lengths import read_lengths
from countercase.facts.narrative import read_narrative
from countercase.facts.timeline import DatedEvent, Timeline, is_supposed, read_timeline
from countercase.text.printed_pages import mend_scan
from countercase.text.sentences import clauses
from countercase.text.words import lowered

_LIKELY_DATE = 0.6  # least probability of the event of a date; chosen on matters that the reader was not trained on
_SURE_DATE = 0.85  # the same, if the rules see another event in the date, or the event in another date
_SURELY_NONE = 0.85  # that a date is of no event, though a rule lays one to it
_SURELY_ELSEWHERE = 0.9  # that an event was on another date than a rule says
_HARDLY = 0.1  # probability of the event that the rule tells
# Events of which a matter has one.
_ONCE = frozenset({"award", "marriage", "death", "decree", "sentence", "acquittal", "fir", "suit", "charge-sheet"})
_OFFENCE, _BIRTH = "offence", "birth"
_OTHER_CHALLENGES = frozenset({"special leave petition", "review petition", "revision"})  # none of them is an appeal
_FAR_LESS_SURE = 0.15  # a date so much less likely than another of the same event is of another event
_LIKELY_PERIOD = 0.35  # of each of the two events of a length
_LIKELY_RAISED = 0.9  # of a subject
# "A memo" is the bank's only if a matter speaks of a cheque, and "the copy" that of an award only if there is one.
_CHEQUE_WORDS = re.compile(r"\bche(?:que|ck)s?\b|\bchqs?\b|\b138\b|\bn\.?i\.?\sact\b|\bbank|\bdishono|\bbounce")
_AWARD_WORDS = re.compile(r"\baward|\barbitra")
_GIRL_TAKEN = re.compile(r"\b(?:prosecutrix|prosx|kidnap\w*|abduct\w*|eloped?|36[36]|pocso)\b")
_SHE_WAS_RECOVERED = re.compile(r"(?:\A|[.;:]\s?|\n|\bwas\s|\bwere\s)recovered\s(?:on\s|only\s)?\Z")
RECEIVED_BY_COUNSEL = "award received by counsel"  # time runs from delivery to the party
_TO_COUNSEL = re.compile(
    r"\b(?:counsel|advocates?|adv\b\.?|lawyers?|vakil|attorneys?|solicitors?)\b(?!'s\sreceipt)[^.;\n\d]{0,30}\Z"
)
_OF_THE_FILE = re.compile(
    r"\b(?:re-?\s?registered|(?<!charge\s)(?<!charge-)sheet\s(?:was\s)?(?:prepared|drawn\sup|compiled|updated|typed))\s(?:on\s|as\son\s)?\Z"
)
_RENEWED = re.compile(r"\brenewed\s(?:only\s|later\s)?(?:on\s|in\s)?\Z")
_ASSESSMENT_YEAR = re.compile(
    r"\b(?:assessment\syear|a\.?\s?y\b\.?)\s(?P<year>(?P<first>(?:19|20)\d\d)\s?[-–/]\s?(?:(?:19|20)\d\d|\d\d))\b"
)
_BAIL_REFUSED = re.compile(
    r"\b(?:refus\w+|rejecte?d?|declined?|dismissed|turned\sdown)\s(?:(?:him|her|them|his|the|an?|regular|anticipatory|interim|pre-?arrest)\s){0,3}(?:bail|a\.?b)\b"
    r"|\b(?:bail|a\.?b)\b(?:\s(?:application|appln|plea|petition|was|is|were|in|by|of|the|his|her|spl\.?|special|court|judge|a-?\d)\b\.?){0,5}\s(?:refus|reject|declin|dismiss)"
)
LIKELY = " Which event these words tell of was read by a small model, not by a rule: read them yourself."
LIKELY_CHARGE = " The text cites no section: the charge was read by a small model, not by a rule: read it yourself."
LIKELY_NUMBER = " What this number counts was read by a small model, not by a rule: read it yourself."


@dataclass(frozen=True, slots=True)
class LearnedEvents:
    """What the learned reader says about the dates and lengths of a narrative, in text order."""

    readings: tuple[tuple[Span, EventReading], ...] = ()
    raised: frozenset[str] = frozenset()  # the subjects that the matter is likely to raise
    numbers: tuple[tuple[Span, NumberReading], ...] = ()  # those that count what the law measures, in text order

    @property
    def roles_of_periods(self) -> frozenset[str]:
        """The events at the ends of the lengths, dated or not."""
        likely = (reading for _, reading in self.readings if _are_likely(reading))
        return frozenset(role for reading in likely for role in (reading.later, reading.earlier)) - {LATE}

    def period_at(self, span: Span) -> EventReading | None:
        """The reading of the length at a span, if both of its events are likely."""
        reading = self.at(span)
        return reading if reading is not None and _are_likely(reading) else None

    def at(self, span: Span) -> EventReading | None:
        """The reading of the date or length at a span of the narrative."""
        at = bisect_left(self.readings, span.start + 1, key=lambda pair: pair[0].end)
        if at < len(self.readings) and self.readings[at][0].overlaps(span):
            return self.readings[at][1]
        return None

    def numbers_of(self, role: NumberRole, least: float) -> tuple[Span, ...]:
        """Where the numbers stand that are likely enough to count this."""
        return tuple(span for span, reading in self.numbers if reading.role is role and reading.chance >= least)

    def number_at(self, span: Span) -> NumberReading | None:
        """What the number at a span counts, if it is anything that the law measures."""
        at = bisect_left(self.numbers, span.start + 1, key=lambda pair: pair[0].end)
        return self.numbers[at][1] if at < len(self.numbers) and self.numbers[at][0].overlaps(span) else None

    def after(self, replaced: Span, text: str) -> "LearnedEvents":
        """The readings once words of the narrative are replaced: what the new words date is what the old ones did."""
        by = len(text) - (replaced.end - replaced.start)
        return self._at(lambda span: _moved(span, replaced, by) if text or not replaced.contains(span) else None)

    def written_as(self, written: WrittenOut) -> "LearnedEvents":
        """The readings at their places in the narrative with its short forms written out."""
        return self._at(lambda span: Span(written.moved(span.start), written.moved(span.end - 1) + 1))

    def _at(self, place: Callable[[Span], Span | None]) -> "LearnedEvents":
        """The readings at other places; those that have none are left out."""
        readings = ((place(span), reading) for span, reading in self.readings)
        numbers = ((place(span), number) for span, number in self.numbers)
        return replace(
            self,
            readings=tuple((span, reading) for span, reading in readings if span is not None),
            numbers=tuple((span, number) for span, number in numbers if span is not None),
        )


def _are_likely(reading: EventReading) -> bool:
    """Whether the two events of a length are both known, and likely enough to count between them."""
    return (
        min(reading.later_chance, reading.earlier_chance) >= _LIKELY_PERIOD
        and reading.later not in {NO_EVENT, LATE}
        and reading.earlier != NO_EVENT
    )


def _moved(span: Span, replaced: Span, by: int) -> Span:
    if span.end <= replaced.start:
        return span
    if span.start >= replaced.end:
        return Span(span.start + by, span.end + by)
    return Span(min(span.start, replaced.start), max(span.end, replaced.end) + by)


def read_events(narrative: str, reader: ClauseReader) -> LearnedEvents:
    """Ask the learned reader about every date and length of a narrative."""
    written = write_out_events(mend_scan(narrative))
    lower = lowered(written.text)
    spans = [mention.span for mention in read_timeline(written.text).mentions]
    spans += [length.span for length in read_lengths(lower)]
    expanded = read_narrative(narrative).expanded
    bounds = clauses(expanded.text)[:MOST_CLAUSES]
    originals = [expanded.original(*place) for place in bounds]
    starts = [clause.start for clause in originals]

    def in_clauses(mentions: Iterable[Span]) -> dict[Span, tuple[int, Span]]:
        """For each mention in the original narrative: its clause, and its place in it."""
        places = {}
        for span in sorted({written.original(mention.start, mention.end) for mention in mentions}):
            clause = bisect_left(starts, span.start + 1) - 1
            if clause >= 0 and originals[clause].overlaps(span):
                start = bounds[clause][0]
                inside = Span(expanded.moved(span.start) - start, expanded.moved(span.end - 1) + 1 - start)
                places[span] = (clause, inside)
        return places

    dated, numbered = in_clauses(spans), in_clauses(with_small_numbers(sorted(spans), lower))
    texts = [expanded.text[start:end] for start, end in bounds]
    raised = frozenset(subject for subject, chance in reader.raised(texts).items() if chance >= _LIKELY_RAISED)
    counted = zip(numbered, reader.numbers(texts, list(numbered.values())), strict=True)
    return LearnedEvents(
        tuple(zip(dated, reader.events(texts, list(dated.values())), strict=True)),
        raised,
        tuple((span, number) for span, number in counted if number.role is not NumberRole.NONE),
    )


_DISCIPLINARY = re.compile(r"\bcharge-?\s?memo|\bdisciplinary\b|\brule\s(?:9|14|16)\b|\barticles?\sof\scharge|\bccs\b")


def with_roles_in_context(timeline: Timeline, lower: str) -> Timeline:
    """The timeline without the events that the rest of the matter rules out; a refusal of bail is a bail order."""
    has_cheque, has_award = _CHEQUE_WORDS.search(lower) is not None, _AWARD_WORDS.search(lower) is not None
    is_of_girl = _GIRL_TAKEN.search(lower) is not None
    events = []
    for event in timeline.events:
        if event.role == "dishonour" and not has_cheque:
            if _DISCIPLINARY.search(lower) and "memo" in lower[max(0, event.span.start - 20) : event.span.start]:
                events.append(replace(event, role="charge memo"))
            continue
        role = event.role
        if role == "production" and (report := _report_sent_on(timeline, event, lower)) is not None:
            events += report
            continue
        if role == "award received" and _is_to_counsel(event.span, lower):
            role = RECEIVED_BY_COUNSEL
        elif role in {"production", "presentation"} and _is_plaint_again(timeline, event, lower):
            role = "suit"
        elif role == "licence expired" and _RENEWED.search(lower, max(0, event.span.start - 30), event.span.start):
            role = "licence renewed"
        elif (
            role == "seizure"
            and _SHE_WAS_RECOVERED.search(lower, event.span.start - 20, event.span.start)
            and is_of_girl
        ):
            role = "victim found"
        elif role == "award received" and not has_award:
            role = "order received"
        elif role == "arbitration notice" and _is_notice_to_owners(lower, event):
            role = "notice to claim"
        elif role == "section 34 notice" and not _SECTION_34.search(lower):
            role = "notice received"
        elif role == "land compensation paid" and _LAND_ACQUIRED.search(lower) is None:
            role = "compensation paid"
        elif role == "refusal" and event.clause and _BAIL_REFUSED.search(lower, event.clause.start, event.clause.end):
            role = "bail order"
        events.append(event if role == event.role else replace(event, role=role))
    events += _renewals(timeline, lower)
    events += _served_that_day(timeline, lower)
    events += _end_of_assessment_year(timeline, lower)
    events += _in_custody_as_on(timeline, lower)
    told = Timeline(tuple(sorted(events, key=lambda event: event.span)), timeline.mentions)
    return with_headed_filings(with_events_of_notes(told, lower), lower)


def _is_to_counsel(span: Span, lower: str) -> bool:
    """Whether an award came to counsel: "by hand to the petitioner's counsel 25/10/2018"."""
    return _TO_COUNSEL.search(lower, max(0, span.start - 60), span.start) is not None


def _is_plaint_again(timeline: Timeline, event: DatedEvent, lower: str) -> bool:
    """ "4.2.2008 - Plaint returned. 11.2.2008 - Presented before the Civil Judge": the suit, and no production."""
    returned = [other for other in timeline.of("plaint returned") if other.day <= event.day]
    clause = event.clause or event.span
    return bool(returned) and re.search(r"\b(?:re-?\s?)?presented\b", lower[clause.start : clause.end]) is not None


# A notice under section 21 is one of arbitration or, in an acquisition of land, one to the persons interested.
_SECTION_21 = re.compile(r"\b21\b(?:\s?\(1\))?[^.;\n\d]{0,40}\Z")
_SECTION_34 = re.compile(r"\b34\s(?:petition|petn|application|appln|o\.?p\b)|\A(?=[\s\S]*\b34\b)[\s\S]*\baward\b")
_LAND_ACQUIRED = re.compile(
    r"\bacqui(?:red|sition)\b|\bland\s?-?owners?\b|\b2013\sact\b|\bpossession\b|\bcollector\b|\bsocial\simpact\b"
)


def _is_notice_to_owners(lower: str, notice: DatedEvent) -> bool:
    """Whether a notice under section 21 is that of the Collector to the owners of land."""
    return (
        "arbitrat" not in lower
        and _LAND_ACQUIRED.search(lower) is not None
        and _SECTION_21.search(lower, max(0, notice.span.start - 60), notice.span.start) is not None
    )


def _served_that_day(timeline: Timeline, lower: str) -> Iterator[DatedEvent]:
    """ "03.07.2018 - detention order, executed in jail that day": detention began with the order."""
    if not _DETENTION.search(lower):
        return
    for event in timeline.of("detention order", "order"):
        if _SERVED_THAT_DAY.match(lower, event.span.end):
            yield replace(event, role="order served")


_DETENTION = re.compile(r"\bdeten(?:tion|ues?|us?)\b|\bn\.?s\.?a\b|\bnational\ssecurity\b|\bcofeposa\b")
_SERVED_THAT_DAY = re.compile(
    r"[^.;\n]{0,60}\b(?:executed|served|detained|lodged|taken)\b[^.;\n]{0,40}\b(?:that|(?:the\s)?same)\s(?:very\s)?(?:day|date|evening|night)\b"
)


def _renewals(timeline: Timeline, lower: str) -> Iterator[DatedEvent]:
    """ "The licence expired 02.10.2022, renewed 20.01.2023": the date told next, if the rules tell no event of it."""
    told = {event.span for event in timeline.events}
    expired = {event.span for event in timeline.of("licence expired")}
    for before, mention in pairwise(timeline.mentions):
        if (
            before.span in expired
            and mention.span not in told
            and _RENEWED.search(lower, before.span.end, mention.span.start)
        ):
            yield DatedEvent("licence renewed", mention.day, mention.span, mention.at, mention.exact, mention.until)


def _report_sent_on(timeline: Timeline, sent: DatedEvent, lower: str) -> list[DatedEvent] | None:
    """The events of "report dt. 20.09.2024 forwarded to the SDM on 24.09.2024", which is the production of nobody."""
    words = _REPORT_SENT.search(lower, max(0, sent.span.start - 80), sent.span.start)
    if words is None:
        return None
    drawn = [mention for mention in timeline.mentions if words.start() <= mention.span.start < sent.span.start]
    is_inquest = "inquest" in lower[max(0, words.start() - _INQUEST_REACH) : sent.span.start]
    if not drawn or not is_inquest:
        return []
    first = DatedEvent("inquest report", drawn[0].day, drawn[0].span, drawn[0].at, drawn[0].exact)
    return [first, replace(sent, role="inquest report sent")]


_REPORT_SENT = re.compile(
    r"\breport\b[^;\n]{0,50}\b(?:forwarded|sent|submitted)\s(?:only\s)?to\s(?:the\s)?[a-z.\s]{2,30}(?:\son)?\s\Z"
)
_INQUEST_REACH = 200  # characters before a report in which the inquest is named


def _in_custody_as_on(timeline: Timeline, lower: str) -> Iterator[DatedEvent]:
    """ "As on 12/12/22 inside throughout": the day until which time in custody is counted."""
    for mention in timeline.mentions:
        is_as_on = lower[: mention.span.start].endswith("as on ")
        if is_as_on and mention.exact and _STILL_INSIDE.match(lower, mention.span.end):
            yield DatedEvent("today", mention.day, mention.span)


_STILL_INSIDE = re.compile(
    r",?\s(?:he\s|she\s|is\s|was\s|still\s|has\sbeen\s){0,3}(?:inside|in\s(?:custody|jail|prison|j\.?c\b)|behind\sbars)"
)


def _end_of_assessment_year(timeline: Timeline, lower: str) -> Iterator[DatedEvent]:
    """ "Assessment year 2018-19" ended on 31 March 2019; none if the matter is about several years."""
    named = list(_ASSESSMENT_YEAR.finditer(lower))
    years = {int(match["first"]) + 1 for match in named}
    if len(years) == 1 and not timeline.of("assessment year ended"):
        yield DatedEvent("assessment year ended", date(years.pop(), 3, 31), Span(*named[0].span("year")))


def without_doubted_roles(timeline: Timeline, learned: LearnedEvents) -> Timeline:
    """The timeline without events that a rule lays to a date, if the learned reader is sure that they were not then.

    It is sure that the date is of no event, or that the event was on another date.
    """
    read = {mention.span: reading for mention in timeline.mentions if (reading := learned.at(mention.span))}
    sure = {reading.later for reading in read.values() if reading.later_chance >= _SURELY_ELSEWHERE}
    events = tuple(event for event in timeline.events if not _is_doubted(event.role, read.get(event.span), sure))
    return timeline if len(events) == len(timeline.events) else Timeline(events, timeline.mentions)


def _is_doubted(role: str, reading: EventReading | None, sure: set[str]) -> bool:
    if reading is None or not reading.later_chances or reading.chance_of_later({role}) >= _HARDLY:
        return False
    is_of_none = reading.later == NO_EVENT and reading.later_chance >= _SURELY_NONE
    if role == _OFFENCE and reading.later_chance >= _SURE_DATE:
        return True  # "acquitted of murder on 11 December 2023"
    return role in _ONCE and (is_of_none or role in sure)


def without_suppositions(learned: LearnedEvents, timeline: Timeline, text: str, lower: str) -> LearnedEvents:
    """The readings without those of dates that the text only supposes: "if the charge-sheet had come on 6 March".

    Nor has the day on which a case was registered again, or a sheet about it prepared, an event of the matter.
    """
    ends = find_clause_ends(text, lower)
    starts = (ends[at - 1] if (at := bisect_right(ends, mention.span.start)) else 0 for mention in timeline.mentions)
    supposed = [
        mention.span
        for mention, start in zip(timeline.mentions, starts, strict=True)
        if is_supposed(lower, start, mention.span.start)
        or _OF_THE_FILE.search(lower, max(0, mention.span.start - 40), mention.span.start)
    ]
    if not supposed:
        return learned
    readings = (pair for pair in learned.readings if not any(pair[0].overlaps(span) for span in supposed))
    return replace(learned, readings=tuple(readings))


# Events that only the rules tell: the learned reader was not trained on them and would take each for another.
UNKNOWN_TO_READER = frozenset(
    {
        "accident recorded",
        "account year closed",
        "additional award",
        "additional award request",
        "amended pleading",
        "amendment allowed",
        "appeal notice",
        "arbitrator challenged",
        "award deposited",
        "cross-objection",
        "disclosure",
        "hearing of claims",
        "land compensation paid",
        "notice to claim",
        "own correction",
        "rehabilitation paid",
        "section 34 notice",
        "section 34 undecided",
        "social impact appraised",
        "substituted performance",
        "temporary registration",
        "transfer intimated",
        "vehicle transferred",
    }
)


def with_likely_roles(timeline: Timeline, learned: LearnedEvents, lower: str = "") -> Timeline:
    """The timeline, with the likely event of each date whose event no rule tells, or tells only in general words.

    An event that the rules have dated elsewhere is not added: a second date of it is more often a mistake.
    """
    read = {mention.span: reading for mention in timeline.mentions if (reading := learned.at(mention.span))}
    by_rules: dict[Span, set[str]] = {}
    for event in timeline.events:
        by_rules.setdefault(event.span, set()).add(event.role)
    roles = {event.role for event in timeline.events}
    told = [
        (mention, reading)
        for mention in timeline.mentions
        if (reading := read.get(mention.span)) is not None
        and _is_likely(reading, by_rules.get(mention.span, set()), roles)
    ]
    named = [
        (mention, reading, RECEIVED_BY_COUNSEL if is_award and _is_to_counsel(mention.span, lower) else reading.later)
        for mention, reading in told
        for is_award in (reading.later == "award received",)
    ]
    surest: dict[str, float] = {}
    for _, reading, role in named:
        surest[role] = max(surest.get(role, 0.0), reading.later_chance)
    likely = [
        DatedEvent(role, mention.day, mention.span, mention.at, mention.exact, mention.until, is_likely=True)
        for mention, reading, role in named
        if reading.later_chance >= surest[role] - _FAR_LESS_SURE and not comes_too_late(timeline, role, mention.day)
    ]
    if not likely:
        return timeline
    return Timeline(tuple(sorted((*timeline.events, *likely), key=lambda event: event.span)), timeline.mentions)


def comes_too_late(timeline: Timeline, role: str, day: date) -> bool:
    """Whether the charge-sheet came before this day: an application for bail after it is not one for default bail."""
    return role == "default bail application" and any(sheet.day < day for sheet in timeline.of("charge-sheet"))


NOTHING_YET = frozenset({"today", "trial pending", "appeal pending", "board inquiry pending"})


def _is_likely(reading: EventReading, by_rules: set[str], elsewhere: set[str]) -> bool:
    """Whether the reader is sure enough of the event of a date, against what the rules say of it."""
    if reading.later in {NO_EVENT, LATE, *elsewhere - {_BIRTH}}:  # several persons are born
        return False
    if reading.later == "preliminary enquiry" and "enquiry completed" in by_rules:
        return False
    if by_rules & NOTHING_YET:
        return False  # the day of the note, on which something has not happened
    if reading.later == "appeal" and by_rules & _OTHER_CHALLENGES:
        return False
    if not by_rules.isdisjoint(UNKNOWN_TO_READER):
        return False
    if not by_rules:
        return reading.later_chance >= _LIKELY_DATE
    return reading.later_chance >= _SURE_DATE and not any(reading.later in role for role in by_rules)
