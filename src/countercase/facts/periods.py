"""What a period is of. In a matter of a dishonoured cheque, a notice and a complaint have lines of their own."""

import re

from countercase.law.quantities import QuantityMention

_REACH = 110  # characters on each side that may say what a period is of
_STATEMENT = re.compile(r"(?<=\w\w\w)\.(?=\s)|;(?=\s)|\n\s{0,4}\n|,\s(?:and\s|but\s|although\s|though\s)")
# A period that the law gives is no fact of the matter.
_LAW_SAYS = re.compile(
    r"\b(?:allow(?:s|ed)?|prescrib(?:es|ed)|provid(?:es|ed)|requir(?:es|ed)|stipulat(?:es|ed)|mandat(?:es|ed)|statutory"
    r"|permits|must|shall|proviso|statute|limitation\sof)\b"
)
_NOT_PAID_WITHIN = re.compile(r"\b(?:not|failed|without|no)\b[^.;]*\bwithin\s(?:the\s)?(?:a\s)?(?:period\sof\s)?\Z")
_CHEQUE = ("dishonour", "insufficient", "negotiable", "stopped payment", "payment stopped")
_SENT = r"\b(?:sent|issued|served|given|gave|posted)\b"
_FILED = r"\b(?:filed|presented|lodged)\b"
_CHEQUE_ROLES = tuple(
    (role, re.compile(pattern))
    for role, pattern in (
        ("cheque notice", rf"\bnotice\b.*{_SENT}|{_SENT}.*\bnotice\b"),
        ("cheque complaint", rf"\bcomplaint\b.*{_FILED}|{_FILED}.*\bcomplaint\b"),
        ("cheque payment", r"\b(?:paid|payment|pay)\b"),
        ("cheque", r"\b(?:presented|presentation|deposited)\b"),
    )
)


def period_of(lower: str, mention: QuantityMention) -> str | None:
    """The role that the law module reads, or the finer one of a cheque; None for a period that the law gives."""
    if "cheque" not in lower or not any(word in lower for word in _CHEQUE):
        return mention.role
    before, after = _statement(lower, mention.span.start, mention.span.end)
    if _LAW_SAYS.search(before) or _NOT_PAID_WITHIN.search(before):
        return None
    said = f"{before} {after}"
    fine = next((role for role, pattern in _CHEQUE_ROLES if pattern.search(said)), None)
    return fine or (None if mention.role in {"notice", "complaint"} else mention.role)


def _statement(lower: str, start: int, end: int) -> tuple[str, str]:
    """The words of the same statement before and after a place."""
    before = _STATEMENT.split(lower[max(0, start - _REACH) : start])[-1]
    return before, _STATEMENT.split(lower[end : end + _REACH], maxsplit=1)[0]
