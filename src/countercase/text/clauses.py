"""Cuts a text into clauses: the parts between full stops, semicolons, dashes and joining words."""

import re

_CUT = re.compile(
    r";\s+|\n\s*\n|\n(?=\s*(?:[-*•]|\(?\w{1,3}[.)]\s|\d|[A-Z]))"
    r"|(?<=[a-z0-9)%\"'”’])[.?!]\s+(?=[A-Z0-9(\"'“‘])"
    r"|,\s+(?=(?:but|and|though|no|not|nor|never|yet|while)\s)|\s[-–—]\s"
)


def clauses(text: str) -> list[tuple[int, int]]:
    """Start and end of each clause of two words or more."""
    bounds = [0, *(edge for cut in _CUT.finditer(text) for edge in cut.span()), len(text)]
    pairs = zip(bounds[::2], bounds[1::2], strict=True)
    return [(start, end) for start, end in pairs if len(text[start:end].split()) > 1]
