"""Small numbers of a narrative that may count what the law measures: an age, persons, a sentence, days of custody.

Which of them does is told by the learned reader (`NumberRole`), so this finds them generously: only what can be none of
these, such as a section, a date or a sum, is left out.
"""

import re
from collections.abc import Iterable, Iterator

from countercase.domain.span import Span, SpanSet
from countercase.facts.date_mentions import read_dates
from countercase.facts.lines.stated_lengths import read_lengths
from countercase.text.numbers import WORDS

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


def read_numbers(text: str, lower: str) -> Iterator[Span]:
    """The spans of the lengths, the dates and the other small numbers of a text, in no fixed order."""
    lengths = [length.span for length in read_lengths(lower)]
    return with_small_numbers([*lengths, *(mention.span for mention in read_dates(text, lower))], lower)


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
