"""Words that depend on a date or a number and must change with it.

These are a repeated date, a period counted from it, the clause of the Act that goes with a weight, and talk of a delay
that no longer exists: an appeal in time is not "filed on 8 October 2022 with an application for condonation".
"""

import calendar
import re
from collections.abc import Iterator, Sequence
from datetime import date

from countercase.counterfactual.clauses import NEXT_REFERS_BACK, sentence_bounds, without_overlaps
from countercase.counterfactual.leftover_words import hypotheses, is_time_limit
from countercase.counterfactual.line_values import dates_in, day_of, is_date, mentions_of_period, shift_date
from countercase.counterfactual.preconditions import tells_of_another_case
from countercase.domain.checklist import LawLine, Stands
from countercase.domain.perturbation import TextEdit
from countercase.domain.span import Span
from countercase.facts.date_mentions import DateMention
from countercase.facts.timeline import Timeline, read_timeline

_LONG_MOVE = 200  # days; a date that moves further may pass no other date of the text
_LONGEST_MOVE = 3 * 366  # days; nobody supposes that a decree was passed eight years before
_YEAR_ALONE = re.compile(r"\b(?:[Ii]n|[Ss]ince|of|till|until|by)\s((?:19|20)\d\d)\b")
_MONTH_ALONE = re.compile(
    r"(?<!\d\s)(?<!\dst\s)(?<!\dnd\s)(?<!\drd\s)(?<!\dth\s)(?<!day\sof\s)\b([A-Z][a-z]{2,8})\b(?!,?\s(?:19|20)?\d\d)"
)
_DAY_AND_HOUR = re.compile(
    r"(?<![\d./:-])(?P<day>\d{1,2})[./](?P<month>\d{2})\.?,?\s(?:at\s)?\d{1,2}(?:[.:]\d{2})?\s?[ap]\.?m\b",
    re.IGNORECASE,
)
_ADJACENT = 40  # characters between a date and its day count
# Between a date and the count of its day: "filed 04.04.2023, i.e. on the 82nd day".
_SAME_DAY = re.compile(r"[\s,(–-]*(?:i\.e\.,?|that\sis,?|being|viz\.?)?\s*(?:only\s)?(?:on\s)?(?:the\s)?")
# The quantity of a drug and the clause that punishes it change together: small, more than small, commercial.
_DRUG_CLAUSE = re.compile(r"(?<![\w(])(?:2[0oO]\(b\)\(ii\)\((?P<upper>[ABC])\)|2[12]\((?P<lower>[abc])\))")
_BANDS = ("small quantity", "intermediate quantity", "commercial quantity")
_MONEY = re.compile(r"\bRs\b|₹|lakh|crore", re.IGNORECASE)
_LIST_ENTRY = re.compile(r"(?:\A|\n)[\s*•–-]*\Z")
_APPLICATION = r"(?:application|appln?\.?|petition|petn?\.?|prayer|I\.?A\.?)"
_PLEA = rf"{_APPLICATION}\s(?:for\scondonation(?:\sof\s(?:the\s)?delay)?|to\scondone\b[^.;:]*)(?:[:;]\s[^.]*)?"
_TALK_OF_DELAY = re.compile(
    rf"[,;]?\s(?:along\s)?with\s(?:an?\s)?{_PLEA}|\sand\s(?:an?\s)?{_PLEA}"
    r"|[,;]?\s(?:and\s|but\s|with\s|w/o\s)?(?:wrote\s|gave\s|gives\s)?no\s(?:word|reasons?|explanation)\s(?:(?:is|are|was|were)\s)?(?:\w+\s)?(?:about|for|on)\s(?:the\s|any\s)?delay\b[^.;]*"
    r"|[,;]\s(?:and\s)?no\sreasons?\s(?:(?:is|are|was|were)\s)?(?:\w+\s)?for\s(?:the|this)\s(?:delay|gap)[^.;]*"
    r"|\s\((?:over|after|beyond|late\sby)\s[^()]*\)"
    r"|,?\s(?:i\.e\.,?\s)?[\w-]+\s(?:days|weeks|months)\s(?:beyond|late|out\sof\stime)\b(?:\s\d[\d.]*\d)?(?=[.;,\n]|\Z)",
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
    if line.stands is Stands.CROSSED and is_time_limit(line):
        linked += _delay_removed(narrative, line.spans)
    for extra in ([*periods, *repeats, *linked], [*periods, *linked], linked, []):
        yield tuple(without_overlaps([edit, *extra]))


def changes_order_of_events(narrative: str, span: Span, text: str, is_record: bool = False) -> bool:
    """Whether a moved date would pass another event: a cheque is not presented after the notice of dishonour.

    A birth or a wedding (`is_record`) is often mentioned out of order, beside the papers that record it.
    """
    old, new = day_of(span.of(narrative)), day_of(text)
    if old is None or new is None:
        return False
    timeline = read_timeline(narrative)
    first, last = min(old, new), max(old, new)
    if not is_record and ((last - first).days > _LONGEST_MOVE or _passes_a_year(narrative, first, last)):
        return True
    if any(first < event.day < last for event in timeline.events if not event.span.overlaps(span) and event.day != old):
        return True
    if not is_record and any(first <= day <= last and day != old for day in _days_with_hour(narrative, old.year)):
        return True
    if not is_record and (last - first).days > _LONG_MOVE:
        dates = [mention for mention in timeline.mentions if mention.exact and not mention.span.overlaps(span)]
        if any(first < mention.day < last for mention in dates):
            return True
    return not is_record and any(
        _changes_sides(mention, span, old, new, timeline) for mention in _neighbouring_dates(narrative, span, timeline)
    )


def _days_with_hour(narrative: str, year: int) -> Iterator[date]:
    """Days given without a year but with an hour, which no other number has: "arrest memo shows 26.07 6 pm"."""
    for match in _DAY_AND_HOUR.finditer(narrative):
        try:
            yield date(year, int(match["month"]), int(match["day"]))
        except ValueError:
            continue


def _passes_a_year(narrative: str, first: date, last: date) -> bool:
    """Whether the text tells of a year or month between two dates: "in 2013 there was talk", "in September"."""
    if any(first.year < int(match[1]) < last.year for match in _YEAR_ALONE.finditer(narrative)):
        return True
    months = {calendar.month_name[number] for number in range(first.month + 1, last.month)}
    return first.year == last.year and any(match[1] in months for match in _MONTH_ALONE.finditer(narrative))


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
        if not _SAME_DAY.fullmatch(narrative, span.end, edit.span.start):
            return  # "Judgment 20.12.2023; appeal on the 131st day": the date from which the days are counted
        moved = shift_date(span.of(narrative), int(now[0]) - int(was[0]))
        if moved is not None:
            yield TextEdit(span, moved)


def _hypotheses_removed(narrative: str, line: LawLine, edit: TextEdit) -> Iterator[TextEdit]:
    """Remove a sentence on what would follow if the number were beyond the line, now that it is."""
    for sentence in hypotheses(narrative, line, edit.span):
        end = sentence.end
        while end < len(narrative) and narrative[end] == " ":
            end += 1
        if not NEXT_REFERS_BACK.match(narrative, sentence.end):
            yield TextEdit(Span(sentence.start, end), "")


def _delay_removed(narrative: str, places: Sequence[Span]) -> list[TextEdit]:
    """Edits that remove what the sentences of a late step say about the delay."""
    cuts: dict[Span, TextEdit] = {}
    for place in places:
        sentence = sentence_bounds(narrative, place)
        for match in _TALK_OF_DELAY.finditer(narrative, sentence.start, sentence.end) if sentence is not None else ():
            cuts[Span(*match.span())] = TextEdit(Span(*match.span()), "")
    return list(cuts.values())
