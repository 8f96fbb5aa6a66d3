"""Words that depend on a date or a number and must change with it, and words that would contradict the new value.

These are a repeated date, a period counted from it, the clause of the Act that goes with a weight, and talk of a delay
that no longer exists: an appeal in time is not "filed on 8 October 2022 with an application for condonation".
"""

import calendar
import re
from collections.abc import Iterator, Sequence
from datetime import date

from countercase.counterfactual.clauses import NEXT_REFERS_BACK, sentence_bounds, without_overlaps
from countercase.counterfactual.line_values import dates_in, day_of, in_words, is_date, mentions_of_period, shift_date
from countercase.counterfactual.preconditions import tells_of_another_case
from countercase.domain.lines import LawLine, Stands
from countercase.domain.perturbation import TextEdit
from countercase.domain.span import Span
from countercase.facts.date_mentions import DateMention
from countercase.facts.timeline import Timeline, read_timeline

_DELAY_WINDOW = 300  # characters after a step in which a delay is explained or condoned
_LONG_MOVE = 200  # days; a date that moves further may pass no other date of the text
_ADJACENT = 40  # characters between a date and its day count
# The quantity of a drug and the clause that punishes it change together: small, more than small, commercial.
_DRUG_CLAUSE = re.compile(r"(?<![\w(])(?:2[0oO]\(b\)\(ii\)\((?P<upper>[ABC])\)|2[12]\((?P<lower>[abc])\))")
_BANDS = ("small quantity", "intermediate quantity", "commercial quantity")
_MONEY = re.compile(r"\bRs\b|₹|lakh|crore", re.IGNORECASE)
_LIST_ENTRY = re.compile(r"(?:\A|\n)[\s*•–-]*\Z")
_APPLICATION = r"(?:application|appln?\.?|petition|petn?\.?|prayer|I\.?A\.?)"
_PLEA = rf"{_APPLICATION}\s(?:for\scondonation(?:\sof\s(?:the\s)?delay)?|to\scondone\b[^.;:]*)(?:[:;]\s[^.]*)?"
_TALK_OF_DELAY = re.compile(
    rf"[,;]?\s(?:along\s)?with\s(?:an?\s)?{_PLEA}|\sand\s(?:an?\s)?{_PLEA}"
    r"|[,;]\s(?:and\s)?no\sreasons?\s(?:(?:is|are|was|were)\s)?(?:\w+\s)?for\s(?:the|this)\s(?:delay|gap)[^.;]*"
    r"|\s\((?:over|after|beyond|late\sby)\s[^()]*\)"
    r"|,?\s(?:i\.e\.,?\s)?[\w-]+\s(?:days|weeks|months)\s(?:beyond|late|out\sof\stime)\b(?:\s\d[\d.]*\d)?",
    re.IGNORECASE,
)
# An application that only a late step needs, wherever the text speaks of it.
_DELAY_PLEA = re.compile(
    r"\b(?:I\.?A\.?|M\.?A\.?|app(?:ln|lication)\.?|petn?\.?|petition)\s(?:filed\s)?(?:for|regarding)\s(?:the\s)?delay\b"
    r"|\bdelay\s(?:app(?:ln|lication)?\b|petn|petition)",
    re.IGNORECASE,
)
_COUNT_FROM_DATE = re.compile(
    r"\b[\w-]+\s(?:days?|wks?|weeks?|months?|hours?)['’]?\s(?:beyond|late|later|belated|delay|short)\b", re.IGNORECASE
)
_DAY_ALONE = re.compile(r"\bthe\s\d{1,2}(?:st|nd|rd|th)\b(?!\s(?:of\s)?[A-Z]|\sday)")
_PARTS_OF_COUNT = re.compile(r"\s*\([^()]*\d{1,2}(?:\.\d{1,2})?\s?[-–]\s?\d{1,2}")  # noqa: RUF001
_DATE_OF_NOTE = re.compile(r"\b(?:Today|[Aa]s\son|[Nn]ote\sof)\W*\Z")
_NO_FUNDS = re.compile(r"\bno\s(?:cash|money|funds)\b|\bcould\snot\spay\b", re.IGNORECASE)
_RELIES_ON = re.compile(r"\b(?:relies|relied|rely|relying)\s(?:up)?on\b[^.;]*\Z")
# What only a late step needs. "No application for condonation" may stay: a step in time needs none.
_CONDONED = re.compile(
    r"\b(?:for\scondonation|to\scondone)\b|\bdelay\s(?:was\s|is\s|has\sbeen\s)?(?:condoned|not\scondoned)\b|\bcause\sshown\b",
    re.IGNORECASE,
)
_IS_LATE = re.compile(r"\bfor\s(?:the|this)\s(?:delay|gap)\b|\bdelay\sof\b", re.IGNORECASE)
_NO_PLEA = re.compile(
    rf"\b(?:no|without(?:\san(?:y)?)?|nor(?:\san(?:y)?)?)\s{_APPLICATION}\s(?:for\scondonation|to\scondone)",
    re.IGNORECASE,
)
_NIGHTS = re.compile(r"\b(?:two|three|four|\d)\s(?:nights|days)\sin\b", re.IGNORECASE)
_MORE_THAN = re.compile(r"\b(?:more\sthan|over|above|in\sexcess\sof)\s\d", re.IGNORECASE)
_STEP_IN_TIME = re.compile(r"\b(?:in time|late|barred|out of time|came after|went (?:\w+ ){3}after|beyond the)\b")
_HYPOTHESIS = re.compile(r"(?:(?<=[.;:]\s)|(?<=\n)|\A)(?:Had|If|Were)\b")
_IN_TIME = re.compile(
    r"\b(?:in|within|well\sin)\stime\b|\bno\squarrel\b|\bwithin\slimitation\b|\bnot\s(?:time-)?barred\b|\bno\sdelay\b",
    re.IGNORECASE,
)
_OF_DELAY = re.compile(
    r"\bdelay(?:ed|s)?\b|\bcondon\w+|\bbelated\w*|\b(?:too|so)\slate\b|\btime\staken\b|\blimitation\b(?!\sAct)",
    re.IGNORECASE,
)
_BEFORE_STEP = 100  # characters before a step in which its delay may be discussed
# What a text supposes about a line without its number.
_TOPICS = {
    "ndps-": re.compile(r"\bcommercial\b|\bsmall\squantity\b|\bnotified\b|\b(?:section|s\.)\s?37\b", re.IGNORECASE),
    "age": re.compile(r"\b(?:minor|major|adult|child|juvenile)\b", re.IGNORECASE),
}
_OF_AGE = re.compile(
    r"\bat\s(?:that|her|his|such\san?)\s(?:tender\s)?age\b|\btender\sage\b"
    r"|\bconsent\b[^.]{0,30}\b(?:consequence|immaterial|irrelevant|avail)\b",
    re.IGNORECASE,
)


def linked_edits(narrative: str, line: LawLine, moved: LawLine, edit: TextEdit) -> Iterator[tuple[TextEdit, ...]]:
    """The edit with all linked mentions, then with fewer; the caller takes the first that leaves no contradiction."""
    periods = [
        TextEdit(Span(start, end), text)
        for start, end, text in mentions_of_period(narrative, line.value, moved.value)
        if _is_near(narrative, start, line.spans)
    ]
    repeats = list(_repeats(narrative, edit))
    linked = [
        *_drug_clauses(narrative, line, edit),
        *_date_of_counted_day(narrative, edit),
        *_hypotheses_removed(narrative, line, edit),
    ]
    if line.stands is Stands.CROSSED and _is_time_limit(line):
        linked += _delay_removed(narrative, line.spans)
    for extra in ([*periods, *repeats, *linked], [*periods, *linked], linked, []):
        yield tuple(without_overlaps([edit, *extra]))


def _is_time_limit(line: LawLine) -> bool:
    """Whether the line limits the time for a step. If delay can be condoned, the text may discuss it."""
    return _STEP_IN_TIME.search(line.says) is not None and "condon" not in line.quantity + line.rule


_SHOULD_BE = re.compile(r"\b(?:should|ought to)\s(?:be|have)\b")


def contradicts_line(narrative: str, places: Sequence[Span], line: LawLine) -> bool:
    """Whether a text edited across a line still speaks of a delay that is gone, or says that a late step was in time.

    The first of the places holds the changed words.
    """
    sentences = [bounds.of(narrative) for place in places if (bounds := sentence_bounds(narrative, place)) is not None]
    if _states_old_count(narrative, places[0], sentences, line):
        return True
    if is_hypothesis_left(narrative, places[0], line):
        return True
    if "multiplier" in line.rule and _SHOULD_BE.search(narrative, places[0].end, places[0].end + _ADJACENT):
        return True  # "used 16; should be 15"
    if "age" in line.rule and (_OF_AGE.search(narrative) or _states_old_age(narrative, line)):
        return True
    if line.quantity.startswith("funds") and _NO_FUNDS.search(narrative):
        return True
    is_period = line.quantity.startswith(("days", "period", "hours")) and "condon" not in line.quantity
    if not (_is_time_limit(line) or is_period) or not is_date(places[0].of(narrative)):
        return False
    nearby = " ".join(_nearby(narrative, place) for place in places)
    if line.stands is not Stands.CROSSED:
        return bool(_IN_TIME.search(nearby)) or any(_IN_TIME.search(sentence) for sentence in sentences)
    if _DELAY_PLEA.search(narrative) or "Delay?" in narrative or _OF_DELAY.search(_NO_PLEA.sub("", nearby)):
        return True
    words_after = _NO_PLEA.sub("", narrative[places[0].start : places[0].end + _DELAY_WINDOW])
    return bool(_CONDONED.search(words_after)) or any(
        _IS_LATE.search(_NO_PLEA.sub("", sentence)) for sentence in sentences
    )


def _nearby(narrative: str, place: Span) -> str:
    """The words around a step in its paragraph, where a delay is explained or condoned."""
    first = max(narrative.rfind("\n", 0, place.start) + 1, place.start - _BEFORE_STEP)
    end = narrative.find("\n", place.end)
    return narrative[first : min(end if end >= 0 else len(narrative), place.end + _DELAY_WINDOW)]


def leaves_derived_words(narrative: str, changed: str, old: Span, new: Span) -> bool:
    """Whether the sentence of the change still has words that follow from the old value.

    These are "nineteen days beyond the last date", "on the 4th", the parts of a count, the sum that makes a share, the
    year in a case number; and a party does not rely on what speaks against it.
    """
    sentence = sentence_bounds(changed, new)
    if sentence is None:
        return False
    around = changed[sentence.start : new.start] + " " + changed[new.end : sentence.end]
    if _RELIES_ON.search(changed, sentence.start, new.start):
        return True
    if not is_date(new.of(changed)):
        is_share = "per cent" in new.of(changed) or "%" in new.of(changed)
        is_listed = changed[new.end : new.end + 2] == ": "  # "we are four: me, two children and his mother"
        return is_listed or bool(_PARTS_OF_COUNT.match(changed, new.end)) or (is_share and bool(re.search(r"\bRs\.?\s?\d", around)))
    if _DATE_OF_NOTE.search(changed, sentence.start, new.start) or _is_month_repeated(narrative, changed, old, new):
        return True
    years = day_of(old.of(narrative)), day_of(new.of(changed))
    if years[0] is not None and years[1] is not None and years[0].year != years[1].year:
        figures = around.translate(str.maketrans("lO", "10"))
        if re.search(rf"(?:/|\bof\s){years[0].year}\b", figures):
            return True
    return bool(_COUNT_FROM_DATE.search(around) or _DAY_ALONE.search(around))


def _is_month_repeated(narrative: str, changed: str, old: Span, new: Span) -> bool:
    """Whether the text also gives the month of the old date alone: "two years are over since June 2017"."""
    was, now = day_of(old.of(narrative)), day_of(new.of(changed))
    if was is None or now is None or (was.year, was.month) == (now.year, now.month):
        return False
    name = calendar.month_name[was.month]
    return bool(re.search(rf"(?<!\d\s)(?<!\d)\b{name[:3]}(?:{name[3:]})?\.?,?\s{was.year}\b", changed))


def _states_old_age(narrative: str, line: LawLine) -> bool:
    """Whether the text still gives the old age in years and months: "juvenile, 15 y 9 m"."""
    age = re.match(r"(\d+) years (\d+) months", line.value)
    if "age" not in line.rule or age is None:
        return False
    return bool(re.search(rf"\b{age[1]}\s?y(?:ea)?r?s?\.?,?\s(?:and\s)?{age[2]}\s?m", narrative, re.IGNORECASE))


def _states_old_count(narrative: str, place: Span, sentences: Sequence[str], line: LawLine) -> bool:
    """Whether the text still states the old count: "more than nine years had gone by", "all four", "two nights"."""
    years = re.match(r"(\d+) years\b", line.value)
    if years is not None and line.rule.startswith("marriage"):
        counts = [form for count in (int(years[1]), int(years[1]) + 1) for form in (str(count), in_words(count))]
        if re.search(rf"\b(?:{'|'.join(counts)})\s(?:years|yrs?)\b", narrative, re.IGNORECASE):
            return True
    if years is not None and is_date(place.of(narrative)):
        old_count = re.compile(rf"\b(?:{years[1]}|{in_words(int(years[1]))})\s(?:years|yrs?)\b", re.IGNORECASE)
        return any(old_count.search(sentence) for sentence in sentences)
    count = re.match(r"(\d+) persons", line.value)
    if "persons" in line.rule and count is not None:  # "all four made off; no fifth was seen"
        old_persons = re.compile(
            rf"\b(?:all|the)\s{in_words(int(count[1]))}\b|\bno\s(?:fifth|sixth)\b|\b(?:\d|one|two|three|four)\s(?:more|others)\b",
            re.IGNORECASE,
        )
        return bool(old_persons.search(narrative))
    days = re.match(r"(\d+) days\b", line.value)
    if days is not None and is_date(place.of(narrative)):  # "took 16 days (29 April to 14 May)", both counted
        old_count = re.compile(rf"\b(?:{days[1]}|{int(days[1]) + 1})\s(?:days|d\.)")
        return any(old_count.search(sentence) for sentence in sentences)
    if "production" in line.rule and _NIGHTS.search(
        narrative, max(0, place.start - _DELAY_WINDOW), place.end + _DELAY_WINDOW
    ):
        return True
    return line.rule.startswith("ndps-") and bool(_MORE_THAN.search(narrative, place.end, place.end + _ADJACENT))


def changes_order_of_events(narrative: str, span: Span, text: str, is_record: bool = False) -> bool:
    """Whether a moved date would pass another event: a cheque is not presented after the notice of dishonour.

    A birth or a wedding (`is_record`) is often mentioned out of order, beside the papers that record it.
    """
    old, new = day_of(span.of(narrative)), day_of(text)
    if old is None or new is None:
        return False
    timeline = read_timeline(narrative)
    first, last = min(old, new), max(old, new)
    if any(first < event.day < last for event in timeline.events if not event.span.overlaps(span) and event.day != old):
        return True
    if not is_record and (last - first).days > _LONG_MOVE:
        dates = [mention for mention in timeline.mentions if mention.exact and not mention.span.overlaps(span)]
        if any(first < mention.day < last for mention in dates):
            return True
    return not is_record and any(
        _changes_sides(mention, span, old, new, timeline) for mention in _neighbouring_dates(narrative, span, timeline)
    )


def is_day_of_another_event(narrative: str, span: Span, text: str) -> bool:
    """Whether a moved date falls on the day of another event in the text."""
    new = day_of(text)
    return new is not None and any(
        mention.exact and mention.day == new and not mention.span.overlaps(span)
        for mention in read_timeline(narrative).mentions
    )


def _neighbouring_dates(narrative: str, span: Span, timeline: Timeline) -> Iterator[DateMention]:
    """The dates in the same and adjacent paragraphs; for an entry in a list of dates, also those of other entries."""
    start = narrative.rfind("\n", 0, max(0, narrative.rfind("\n", 0, span.start))) + 1  # the line before too
    end = narrative.find("\n", narrative.find("\n", span.end) + 1) if "\n" in narrative[span.end :] else -1
    paragraph = Span(start, end if end >= 0 else len(narrative))
    is_entry = _LIST_ENTRY.search(narrative, 0, span.start) is not None
    for mention in timeline.mentions:
        if mention.span.overlaps(span):
            continue
        if paragraph.contains(mention.span) or (is_entry and _LIST_ENTRY.search(narrative, 0, mention.span.start)):
            yield mention


def _changes_sides(mention: DateMention, span: Span, old: date, new: date, timeline: Timeline) -> bool:
    """Whether a date moves from one side of another date to the other; on the same day the hours give the order."""
    last = mention.until or mention.day
    if mention.day == old and last > old:
        return new != old  # a period that began on the day
    if mention.day == old and mention.exact:
        hour = next((moved.at for moved in timeline.mentions if moved.span.overlaps(span)), None)
        if hour is None or mention.at is None:
            return False
        return mention.at < hour if new < old else mention.at > hour
    return (last < old and new < mention.day) or (old < mention.day and last < new)


def _repeats(narrative: str, edit: TextEdit) -> Iterator[TextEdit]:
    """The same words elsewhere; a date only where it is not the date of another event."""
    quote = edit.span.of(narrative)
    if len(quote) <= 4 or _MONEY.search(quote):
        return  # the same sum may have been paid twice
    events = read_timeline(narrative).events if is_date(quote) else ()
    roles = {event.role for event in events if event.span.overlaps(edit.span)}
    for match in re.finditer(rf"(?<![\w.]){re.escape(quote)}(?![\w])", narrative):
        place = Span(match.start(), match.end())
        roles_here = {event.role for event in events if event.span.overlaps(place)}
        if match.start() != edit.span.start and (not roles_here or roles_here & roles):
            yield TextEdit(place, edit.text)


def _is_near(narrative: str, at: int, places: Sequence[Span]) -> bool:
    """Whether a position is in the sentence of a place or just after it; further off, "33 days" is another period."""
    return any(
        narrative.count(". ", min(at, place.end), max(at, place.start)) <= (1 if at >= place.start else 0)
        for place in places
    )


def _drug_clauses(narrative: str, line: LawLine, edit: TextEdit) -> Iterator[TextEdit]:
    """The clause that punishes the new weight, where the text cites it for this case, and the name of its band."""
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


def _date_of_counted_day(narrative: str, edit: TextEdit) -> Iterator[TextEdit]:
    """The date beside "on the 33rd day", moved with the count."""
    was, now = (re.search(r"\d+", words) for words in (edit.span.of(narrative), edit.text))
    if is_date(edit.text) or "day" not in edit.text or was is None or now is None:
        return
    start = max(narrative.rfind(". ", 0, edit.span.start) + 1, edit.span.start - _ADJACENT)
    dates = list(dates_in(narrative[start : edit.span.start]))
    if dates:
        first, last = dates[-1]
        span = Span(start + first, start + last)
        moved = shift_date(span.of(narrative), int(now[0]) - int(was[0]))
        if moved is not None:
            yield TextEdit(span, moved)


def _hypotheses_removed(narrative: str, line: LawLine, edit: TextEdit) -> Iterator[TextEdit]:
    """Remove a sentence on what would follow if the number were beyond the line, now that it is."""
    for sentence in _hypotheses(narrative, line, edit.span):
        end = sentence.end
        while end < len(narrative) and narrative[end] == " ":
            end += 1
        if not NEXT_REFERS_BACK.match(narrative, sentence.end):
            yield TextEdit(Span(sentence.start, end), "")


def is_hypothesis_left(narrative: str, place: Span, line: LawLine) -> bool:
    """Whether the text still supposes what the edit has made a fact."""
    return bool(_hypotheses(narrative, line, place))


def _hypotheses(narrative: str, line: LawLine, place: Span) -> list[Span]:
    """The sentences of the text that suppose a value at the line: "Had the lorry been under 7,500 kg ..."."""
    at_line = _at_line(line)
    places = (Span(*match.span()) for match in _HYPOTHESIS.finditer(narrative))
    sentences = (sentence_bounds(narrative, Span(place.end - 1, place.end)) for place in places)
    return [
        sentence
        for sentence in dict.fromkeys(sentences)
        if sentence is not None
        and not sentence.overlaps(place)
        and any(pattern.search(sentence.of(narrative)) for pattern in at_line)
    ]


_TIME_UNIT = re.compile(r"hour|day|week|month|year")


def _at_line(line: LawLine) -> list[re.Pattern[str]]:
    """Patterns of words about the line: its number with its unit, or its topic."""
    patterns = [pattern for topic, pattern in _TOPICS.items() if topic in line.rule]
    number = re.search(r"(\d[\d,.]*)\s*([A-Za-z]+)?", line.line)
    if number is not None:
        unit = "" if "age" in line.rule or number[2] is None else rf"\s*{number[2].removesuffix('s')}s?"
        if _TIME_UNIT.search(unit):
            return patterns  # "even two years late" may be about any time
        value = rf"(?<![\d,.])(?:{re.escape(number[1])}|{_in_words(number[1])}){unit}\b"
        patterns.append(re.compile(value, re.IGNORECASE))
    return patterns


def _in_words(number: str) -> str:
    figures = number.replace(",", "").rstrip(".")
    return in_words(int(figures)) if figures.isdigit() and int(figures) < 100 else re.escape(number)


def _delay_removed(narrative: str, places: Sequence[Span]) -> list[TextEdit]:
    """Edits that remove what the sentences of a late step say about the delay."""
    cuts: dict[Span, TextEdit] = {}
    for place in places:
        sentence = sentence_bounds(narrative, place)
        for match in _TALK_OF_DELAY.finditer(narrative, sentence.start, sentence.end) if sentence is not None else ():
            cuts[Span(*match.span())] = TextEdit(Span(*match.span()), "")
    return list(cuts.values())
