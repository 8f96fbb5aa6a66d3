"""The learned reader's part in reading lines: the event of a date, and the two events of a length, where no rule tells.

The rules know the words that name an event; a matter in another hand uses others ("put in on the 88th day of jail").
What a matter is likely to be about decides which limits apply to one that names no section.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from countercase.domain.checklist import LATE, NO_EVENT, ClauseReader, EventReading, NumberReading, NumberRole
from countercase.domain.provision import Provision
from countercase.domain.span import Span, SpanSet
from countercase.facts.abbreviations import WrittenOut
from countercase.facts.date_mentions import DateMention
from countercase.facts.dated_events import DatedEvent, time_in_entry
from countercase.facts.event_triggers import find_clause_ends, is_supposed
from countercase.facts.learned_reading import MOST_CLAUSES
from countercase.facts.lines.roles_in_context import RECEIVED_BY_COUNSEL, is_to_counsel
from countercase.facts.lines.short_forms import write_out_events
from countercase.facts.lines.stated_lengths import read_lengths
from countercase.facts.narrative import read_narrative
from countercase.facts.timeline import Timeline, read_timeline
from countercase.text.numbers import WORDS
from countercase.text.printed_pages import mend_scan
from countercase.text.sentences import clauses
from countercase.text.words import lowered

_LIKELY_DATE = 0.5  # least probability of the event of a date; chosen on matters that the reader was not trained on
_SURE_DATE = 0.7  # the same, if the rules see another event in the date, or the event in another date
_SURELY_NONE = 0.85  # that a date is of no event, though a rule lays one to it
_SURELY_ELSEWHERE = 0.65  # that an event was on another date than a rule says
_HARDLY = 0.1  # probability of the event that the rule tells
# Events of which a matter has one.
_ONCE = frozenset({"award", "marriage", "death", "decree", "sentence", "acquittal", "fir", "suit", "charge-sheet"})
_OFFENCE, _BIRTH = "offence", "birth"
_OTHER_CHALLENGES = frozenset({"special leave petition", "review petition", "revision"})  # none of them is an appeal
_FAR_LESS_SURE = 0.15  # a date so much less likely than another of the same event is of another event
_LIKELY_PERIOD = 0.35  # of each of the two events of a length
_LIKELY_RAISED = 0.9  # of a subject
_ENTRY_ENDS = re.compile(r"[;\n]|\.\s(?=\S)(?<![ap]\.m\.\s)")
_OF_THE_FILE = re.compile(
    r"\b(?:re-?\s?registered|(?<!charge\s)(?<!charge-)sheet\s(?:was\s)?(?:prepared|drawn\sup|compiled|updated|typed))\s(?:on\s|as\son\s)?\Z"
)
# "In Court on 14.11.2022: they pulled her into a van": the day of the deposition, not of what it tells.
_DEPOSED = re.compile(
    r"\b(?:in\s(?:the\s)?(?:court|chief|cross|witness\sbox)|deposed|testified|deposition|examined)\s?,?\s(?:on\s|dated\s|dt\.?\s)?\Z"
)
LIKELY = " Which event these words tell of was read by a small model, not by a rule: read them yourself."
LIKELY_CHARGE = (
    " The section charged is not cited: the charge was read by a small model, not by a rule: read it yourself."
)

LIKELY_NUMBER = " What this number counts was read by a small model, not by a rule: read it yourself."


def cites_number(lower: str, provision: Provision) -> bool:
    """Whether the text cites a section by its number, though it does not name the Act: "a complaint under s.138"."""
    number = re.escape(provision.number.lower())
    return re.search(rf"\b(?:sections?|sec\b\.?|u/ss?\b\.?|ss?\.)\s?{number}(?![\w-])", lower) is not None


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


# Small numbers that may count what the law measures: an age, persons, a sentence, days of custody. The learned reader
# tells which do, so only what can be none of these, such as a section, a date or a sum, is left out.
_NUMBER = re.compile(
    rf"(?<![\w./:,&'’₹-])(?P<number>[1-9]\d?|[0-9l][0-9ol](?=\s?(?:years|yrs?\b))|{WORDS})(?![\w/:%°½-]|[.,]\d)"
)
_NOT_BEFORE = re.compile(
    r"\b(?:sections?|secs?|ss?|u/ss?|r/w|article|arts?|rule|rr?|order|clause|cl|para|paras|page|pp?|no|nos|ex|exts?|annexures?"
    r"|[pdc]\.?w|plot|ward|house|flat|gali|sector|schedule|chapter|part|phase|class|std|standard|platform|nh|highway|rs|inr|sl"
    r"|item|serial|lot|survey|khasra|order|rule|number|block|unit|and|or)\.?\s?(?:no\.?\s?)?-?\Z"
)
_SECTION_LIST = re.compile(r"\d\s?(?:,|and|&|or|to)\s\Z")
_NOT_AFTER = re.compile(
    r"\s?(?:lakhs?|lacs?|crores?|thousand|hundred|rupees|per\s?cent|percent|kgs?|kilos?|kilograms?|grams?|gms?|g\b|mg|ml|litres?|km|kms"
    r"|kilometres?|metres?|m\b|mm|cms?|inch|inches|feet|ft|acres?|bighas?|kanals?|marlas?|guntas?|cents?|a\.?m\b|p\.?m\b|o'?clock|noon|st\b|nd\b"
    r"|rd\b|th\b|times|notes|bottles|packets?|rooms?|pages?|rounds|cartridges|ipc|bns|crpc|of\sthe\s(?:act|code|constitution)|documents|cheques?)"
)


def with_small_numbers(spans: Iterable[Span], lower: str) -> Iterator[Span]:
    """The spans of lengths and dates that a text is known to have, and those of its other small numbers."""
    taken = SpanSet()
    for span in spans:
        if taken.take(span):
            yield span
    for match in _NUMBER.finditer(lower):
        before = lower[max(0, match.start() - 24) : match.start()]
        is_other = _NOT_BEFORE.search(before) or _SECTION_LIST.search(before) or _NOT_AFTER.match(lower, match.end())
        span = Span(*match.span("number"))
        if not is_other and taken.take(span):
            yield span


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
        "arbitrator named",
        "issues settled",
        "majority",
        "remarriage",
        "social impact begun",
        "social impact report",
        "witness list",
        "reasons sent",
        "evidence fixed",
        "trial pending",
        "trial resumed",
        "sample sent",
        "laboratory report",
        "property frozen",
        "freezing confirmed",
        "charge memo",
        "still in jail",
        "papers supplied",
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
        and not (
            reading.later == _OFFENCE and _DEPOSED.search(lower, max(0, mention.span.start - 40), mention.span.start)
        )
    ]
    named = [
        (mention, reading, RECEIVED_BY_COUNSEL if is_award and is_to_counsel(mention.span, lower) else reading.later)
        for mention, reading in told
        for is_award in (reading.later == "award received",)
    ]
    surest: dict[str, float] = {}
    for _, reading, role in named:
        surest[role] = max(surest.get(role, 0.0), reading.later_chance)
    starts = [mention.span.start for mention in timeline.mentions]
    likely = [
        _with_time_in_entry(
            DatedEvent(role, mention.day, mention.span, mention.at, mention.exact, mention.until, is_likely=True),
            mention,
            starts,
            lower,
        )
        for mention, reading, role in named
        if reading.later_chance >= surest[role] - _FAR_LESS_SURE and not comes_too_late(timeline, role, mention.day)
    ]
    if not likely:
        return timeline
    return Timeline(tuple(sorted((*timeline.events, *likely), key=lambda event: event.span)), timeline.mentions)


def _with_time_in_entry(event: DatedEvent, mention: DateMention, starts: Sequence[int], lower: str) -> DatedEvent:
    """The event with the time of day that stands in the sentence of its entry: "18.02.2017 - picked up at 9 am"."""
    following = bisect_right(starts, mention.span.start)
    until = _ENTRY_ENDS.search(lower, mention.span.end)
    end = min(starts[following] if following < len(starts) else len(lower), until.start() if until else len(lower))
    found = time_in_entry(lower, mention, (mention.span.end, end)) if mention.at is None else None
    return replace(event, at=found[0], at_span=found[1]) if found else event


def comes_too_late(timeline: Timeline, role: str, day: date) -> bool:
    """Whether the charge-sheet came before this day: an application for bail after it is not one for default bail."""
    return role == "default bail application" and any(sheet.day < day for sheet in timeline.of("charge-sheet"))


NOTHING_YET = frozenset({"today", "trial pending", "appeal pending", "board inquiry pending"})


def _is_likely(reading: EventReading, by_rules: set[str], elsewhere: set[str]) -> bool:
    """Whether the reader is sure enough of the event of a date, against what the rules say of it."""
    if reading.later in {NO_EVENT, LATE, *elsewhere - {_BIRTH}}:  # several persons are born
        return False
    is_another_step = (reading.later == "preliminary enquiry" and "enquiry completed" in by_rules) or (
        reading.later == "appeal" and not by_rules.isdisjoint(_OTHER_CHALLENGES)
    )
    # nor on the day of the note, on which something has not happened
    if is_another_step or not by_rules.isdisjoint(NOTHING_YET | UNKNOWN_TO_READER):
        return False
    if not by_rules:
        return reading.later_chance >= _LIKELY_DATE
    return reading.later_chance >= _SURE_DATE and not any(reading.later in role for role in by_rules)
