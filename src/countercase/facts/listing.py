"""A provision that is taken out of a list takes its comma or its "and" with it, so that the list still reads."""

import re
from collections.abc import Sequence

from countercase.domain.span import Span

_TIE = re.compile(r"\s?,\s?(?:and\s)?|\s?(?:and|&|/|or)\s?|,?\s(?:read\swith|r/w)\s(?:the\s)?", re.IGNORECASE)
_LEAD = re.compile(r"\D*")
_ONE = {"sections": "Section", "articles": "Article", "ss.": "s.", "secs": "Sec", "secs.": "Sec.", "rules": "Rule"}


def taken_out(narrative: str, span: Span, others: Sequence[Span]) -> tuple[Span, str] | None:
    """What goes and what stays in its place, for a provision that is tied to one of the others; None for one alone.

    "Sections 302, 307 and 34" without 307 is "Sections 302 and 34", without 302 "Sections 307 and 34".
    """
    before = max((other for other in others if other.end <= span.start), default=None)
    if before is not None and _TIE.fullmatch(narrative, before.end, span.start):
        return Span(before.end, span.end), ""
    after = _next(narrative, span, others)
    if after is None:
        return None
    stays = "" if not narrative[after.start].isdigit() else _lead(span.of(narrative))
    is_last = _next(narrative, after, others) is None
    return Span(span.start, after.start), _singular(stays) if is_last else stays


def _next(narrative: str, span: Span, others: Sequence[Span]) -> Span | None:
    """The provision that is tied to this one on its right."""
    after = min((other for other in others if other.start >= span.end), default=None)
    return after if after is not None and _TIE.fullmatch(narrative, span.end, after.start) else None


def _lead(quote: str) -> str:
    found = _LEAD.match(quote)
    return found[0] if found else ""


def _singular(lead: str) -> str:
    word = lead.strip()
    one = _ONE.get(word.lower())
    return lead.replace(word, one if word[:1].isupper() else one.lower()) if one else lead
