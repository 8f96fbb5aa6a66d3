"""Where a quote stands in a contract. A quote that stands in two places is not guessed at."""

from collections.abc import Iterable

from countercase.domain.span import Span, merge

OMITTED = "<omitted>"
SHORTEST_PART = 10  # characters; a shorter part beside <omitted> says nothing


def extract_quote_span(text: str, quote: str) -> Span | None:
    """The one place where the text holds the quote exactly; None where there is none, or more than one."""
    start = text.find(quote) if quote else -1
    if start < 0 or text.find(quote, start + 1) >= 0:
        return None
    return Span(start, start + len(quote))


def sort_and_merge_spans(spans: Iterable[Span], max_bridge_gap_len: int = 0) -> tuple[Span, ...]:
    """Spans in text order, joined where at most `max_bridge_gap_len` characters lie between them."""
    return merge(spans, max_bridge_gap_len)


def quote_parts(quote: str) -> tuple[str, ...]:
    """What stands between the annotators' `<omitted>` marks, trimmed; the quote itself where there is no mark."""
    if OMITTED not in quote:
        return (quote,)
    return tuple(part.strip() for part in quote.split(OMITTED) if len(part.strip()) >= SHORTEST_PART)
