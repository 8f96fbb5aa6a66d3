"""Words that hang on a date or a number and must change with it, and words that would contradict the new one.

A repeated date, a period counted from it, the clause of the Act that goes with a weight, and talk of a delay that is
gone: "filed on 8 October 2022 with an application for condonation" makes no sense of an appeal in time.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from countercase.counterfactual.clauses import sentence_bounds
from countercase.counterfactual.line_values import dates_in, day_of, in_words, is_date, mentions_of_period, shifted
from countercase.counterfactual.preconditions import tells_of_another_case
from countercase.domain.lines import LawLine, Stands
from countercase.domain.perturbation import TextEdit
from countercase.domain.span import Span
from countercase.facts.date_mentions import DateMention
from countercase.facts.timeline import Timeline, read_timeline

_AFTER = 300  # characters after a step in which a delay is explained or condoned
_BESIDE = 40  # characters between a date and its day count
# The quantity of a drug and the clause that punishes it change together: small, more than small, commercial.
_DRUG_CLAUSE = re.compile(r"(?<![\w(])(?:2[0oO]\(b\)\(ii\)\((?P<upper>[ABC])\)|2[12]\((?P<lower>[abc])\))")
_BANDS = ("small quantity", "intermediate quantity", "commercial quantity")
_LIST_ENTRY = re.compile(r"(?:\A|\n)[\s*•–-]*\Z")
_PAPER = r"(?:application|appln?\.?|petition|petn?\.?|prayer|I\.?A\.?)"
_PLEA = rf"{_PAPER}\s(?:for\scondonation(?:\sof\s(?:the\s)?delay)?|to\scondone\b[^.;:]*)(?:[:;]\s[^.]*)?"
_TALK_OF_DELAY = re.compile(
    rf"[,;]?\s(?:along\s)?with\s(?:an?\s)?{_PLEA}|\sand\s(?:an?\s)?{_PLEA}"
    r"|[,;]\s(?:and\s)?no\sreasons?\s(?:(?:is|are|was|were)\s)?(?:\w+\s)?for\s(?:the|this)\s(?:delay|gap)[^.;]*"
    r"|\s\((?:over|after|beyond|late\sby)\s[^()]*\)",
    re.IGNORECASE,
)
# What only a late step needs. "No application for condonation" may stay: a step in time needs none.
_CONDONED = re.compile(
    r"\b(?:for\scondonation|to\scondone)\b|\bdelay\s(?:was\s|is\s|has\sbeen\s)?(?:condoned|not\scondoned)\b|\bcause\sshown\b",
    re.IGNORECASE,
)
_IS_LATE = re.compile(r"\bfor\s(?:the|this)\s(?:delay|gap)\b|\bdelay\sof\b", re.IGNORECASE)
_NO_PLEA = re.compile(
    rf"\b(?:no|without(?:\san(?:y)?)?|nor(?:\san(?:y)?)?)\s{_PAPER}\s(?:for\scondonation|to\scondone)", re.IGNORECASE
)
_NIGHTS = re.compile(r"\b(?:two|three|four|\d)\s(?:nights|days)\sin\b", re.IGNORECASE)
_OVER = re.compile(r"\b(?:more\sthan|over|above|in\sexcess\sof)\s\d", re.IGNORECASE)
_STEP_IN_TIME = re.compile(r"\b(?:in time|late|barred|out of time|came after|went (?:\w+ ){3}after|beyond the)\b")
_IN_TIME = re.compile(r"\b(?:in|within|well\sin)\stime\b|\bno\squarrel\b|\bwithin\slimitation\b", re.IGNORECASE)


def linked_edits(narrative: str, line: LawLine, moved: LawLine, edit: TextEdit) -> Iterator[tuple[TextEdit, ...]]:
    """The edit with all linked mentions, then with fewer, so that the text does not contradict itself."""
    periods = [
        TextEdit(Span(start, end), text)
        for start, end, text in mentions_of_period(narrative, line.value, moved.value)
        if _is_near(narrative, start, line.spans)
    ]
    repeats = list(_repeats(narrative, edit))
    linked = [*_drug_clauses(narrative, line, edit), *_date_beside(narrative, edit)]
    if line.stands is Stands.CROSSED and _is_of_time(line):
        linked += _talk_of_delay(narrative, line.spans)
    for extra in ([*periods, *repeats, *linked], [*periods, *linked], linked, []):
        yield apart(edit, extra)


def _is_of_time(line: LawLine) -> bool:
    """Whether the line is the time allowed for a step. If the law lets delay be condoned, talk of it is in place."""
    return _STEP_IN_TIME.search(line.says) is not None and "condon" not in line.quantity + line.rule


def apart(edit: TextEdit, extra: Sequence[TextEdit]) -> tuple[TextEdit, ...]:
    """The edits that do not overlap; earlier ones take precedence."""
    kept = [edit]
    for other in extra:
        if not any(other.span.overlaps(known.span) for known in kept):
            kept.append(other)
    return tuple(kept)


_SHOULD_BE = re.compile(r"\b(?:should|ought to)\s(?:be|have)\b")


def belies_the_line(narrative: str, places: Sequence[Span], line: LawLine) -> bool:
    """Whether a text edited across a line still speaks of a delay that is gone, or of time kept that now is not.

    The first of the places is that of the changed words.
    """
    near = [whole.of(narrative) for place in places if (whole := sentence_bounds(narrative, place)) is not None]
    if _counts_as_before(narrative, places[0], near, line):
        return True
    if "multiplier" in line.rule and _SHOULD_BE.search(narrative, places[0].end, places[0].end + _BESIDE):
        return True  # "used 16; should be 15"
    if not _is_of_time(line) or not is_date(places[0].of(narrative)):
        return False
    if line.stands is not Stands.CROSSED:
        return any(_IN_TIME.search(sentence) for sentence in near)
    told = _NO_PLEA.sub("", narrative[places[0].start : places[0].end + _AFTER])
    return bool(_CONDONED.search(told)) or any(_IS_LATE.search(_NO_PLEA.sub("", sentence)) for sentence in near)


def _counts_as_before(narrative: str, place: Span, near: Sequence[str], line: LawLine) -> bool:
    """Whether the text still counts as before: "more than nine years had gone by", "all four", "two nights"."""
    years = re.match(r"(\d+) years\b", line.value)
    if years is not None and is_date(place.of(narrative)):
        told = re.compile(rf"\b(?:{years[1]}|{in_words(int(years[1]))})\s(?:years|yrs?)\b", re.IGNORECASE)
        return any(told.search(sentence) for sentence in near)
    count = re.match(r"(\d+) persons", line.value)
    if "persons" in line.rule and count is not None:  # "all four made off; no fifth was seen"
        same = re.compile(
            rf"\b(?:all|the)\s{in_words(int(count[1]))}\b|\bno\s(?:fifth|sixth)\b|\b(?:\d|one|two|three|four)\s(?:more|others)\b",
            re.IGNORECASE,
        )
        return bool(same.search(narrative))
    days = re.match(r"(\d+) days\b", line.value)
    if days is not None and is_date(place.of(narrative)):  # "took 16 days (29 April to 14 May)", both counted
        told = re.compile(rf"\b(?:{days[1]}|{int(days[1]) + 1})\s(?:days|d\.)")
        return any(told.search(sentence) for sentence in near)
    if "production" in line.rule and _NIGHTS.search(narrative, max(0, place.start - _AFTER), place.end + _AFTER):
        return True
    return line.rule.startswith("ndps-") and bool(_OVER.search(narrative, place.end, place.end + _BESIDE))


def upsets_the_order(narrative: str, span: Span, text: str, is_record: bool = False) -> bool:
    """Whether a moved date would pass another event: a cheque is not presented after the notice of dishonour.

    A birth or a wedding (`is_record`) is often told out of order, beside the papers that record it.
    """
    old, new = day_of(span.of(narrative)), day_of(text)
    if old is None or new is None:
        return False
    timeline = read_timeline(narrative)
    first, last = min(old, new), max(old, new)
    if any(first < event.day < last for event in timeline.events if not event.span.overlaps(span) and event.day != old):
        return True
    return not is_record and any(
        _is_passed(mention, span, old, new, timeline) for mention in _told_with(narrative, span, timeline)
    )


def is_day_of_another_event(narrative: str, span: Span, text: str) -> bool:
    """Whether a moved date falls on a day on which something else is told to have happened."""
    new = day_of(text)
    return new is not None and any(
        mention.exact and mention.day == new and not mention.span.overlaps(span)
        for mention in read_timeline(narrative).mentions
    )


def _told_with(narrative: str, span: Span, timeline: Timeline) -> Iterator[DateMention]:
    """The dates of the same paragraph and its neighbours and, for an entry in a list of dates, of the other entries."""
    start = narrative.rfind("\n", 0, max(0, narrative.rfind("\n", 0, span.start))) + 1  # the line before too
    end = narrative.find("\n", narrative.find("\n", span.end) + 1) if "\n" in narrative[span.end :] else -1
    paragraph = Span(start, end if end >= 0 else len(narrative))
    is_entry = _LIST_ENTRY.search(narrative, 0, span.start) is not None
    for mention in timeline.mentions:
        if mention.span.overlaps(span):
            continue
        if paragraph.contains(mention.span) or (is_entry and _LIST_ENTRY.search(narrative, 0, mention.span.start)):
            yield mention


def _is_passed(mention: DateMention, span: Span, old: date, new: date, timeline: Timeline) -> bool:
    """Whether a date moves from one side of another to its other side; on one day the hours tell the order."""
    last = mention.until or mention.day
    if mention.day == old and last > old:
        return new != old  # a period that began on the day
    if mention.day == old and mention.exact:
        here = next((own.at for own in timeline.mentions if own.span.overlaps(span)), None)
        if here is None or mention.at is None:
            return False
        return mention.at < here if new < old else mention.at > here
    return (last < old and new < mention.day) or (old < mention.day and last < new)


def _repeats(narrative: str, edit: TextEdit) -> Iterator[TextEdit]:
    """The same words elsewhere; a date only where it is not the date of another event."""
    quote = edit.span.of(narrative)
    if len(quote) <= 4:
        return
    events = read_timeline(narrative).events if is_date(quote) else ()
    roles = {event.role for event in events if event.span.overlaps(edit.span)}
    for match in re.finditer(rf"(?<![\w.]){re.escape(quote)}(?![\w])", narrative):
        place = Span(match.start(), match.end())
        told = {event.role for event in events if event.span.overlaps(place)}
        if match.start() != edit.span.start and (not told or told & roles):
            yield TextEdit(place, edit.text)


def _is_near(narrative: str, at: int, places: Sequence[Span]) -> bool:
    """Whether a position is in or right after the sentence of another; further off, "33 days" is another period."""
    return any(
        narrative.count(". ", min(at, place.end), max(at, place.start)) <= (1 if at >= place.start else 0)
        for place in places
    )


def _drug_clauses(narrative: str, line: LawLine, edit: TextEdit) -> Iterator[TextEdit]:
    """The clause that punishes the new weight, in this case only, and the name of its band beside the weight."""
    was, now = (re.search(r"\d+(?:\.\d+)?", words) for words in (edit.span.of(narrative), edit.text))
    if not line.rule.startswith(("ndps-commercial", "ndps-small")) or was is None or now is None:
        return
    is_lighter = float(now[0]) < float(was[0])
    is_small_line = line.rule.startswith("ndps-small")
    band = (0 if is_lighter else 1) if is_small_line else (1 if is_lighter else 2)
    for match in _DRUG_CLAUSE.finditer(narrative):
        group = "upper" if match["upper"] else "lower"
        place = Span(*match.span(group))
        letter = ("ABC" if match["upper"] else "abc")[band]
        if match[group] != letter and not tells_of_another_case(narrative, place):
            yield TextEdit(Span(*match.span()), match[0][: place.start - match.start()] + letter + ")")
    sentence = sentence_bounds(narrative, edit.span)
    for match in re.finditer("|".join(_BANDS), narrative) if sentence is not None else ():
        if sentence is not None and sentence.contains(Span(*match.span())) and match[0] != _BANDS[band]:
            yield TextEdit(Span(*match.span()), _BANDS[band])


def _date_beside(narrative: str, edit: TextEdit) -> Iterator[TextEdit]:
    """The date beside "on the 33rd day", which moves with it."""
    was, now = (re.search(r"\d+", words) for words in (edit.span.of(narrative), edit.text))
    if is_date(edit.text) or "day" not in edit.text or was is None or now is None:
        return
    start = max(narrative.rfind(". ", 0, edit.span.start) + 1, edit.span.start - _BESIDE)
    dates = list(dates_in(narrative[start : edit.span.start]))
    if dates:
        first, last = dates[-1]
        span = Span(start + first, start + last)
        moved = shifted(span.of(narrative), int(now[0]) - int(was[0]))
        if moved is not None:
            yield TextEdit(span, moved)


def _talk_of_delay(narrative: str, places: Sequence[Span]) -> list[TextEdit]:
    """What the sentences of a late step say about the delay, taken out."""
    cuts: dict[Span, TextEdit] = {}
    for place in places:
        whole = sentence_bounds(narrative, place)
        for match in _TALK_OF_DELAY.finditer(narrative, whole.start, whole.end) if whole is not None else ():
            cuts[Span(*match.span())] = TextEdit(Span(*match.span()), "")
    return list(cuts.values())
