"""Decides whether something is only said by somebody, and taken back or denied in the same breath.

"The driver says A-2 is his uncle; not verified", "a union letter speaks of a knife - not in any statement". Accused
people deny what they are charged with: for an act, a plain denial is not enough.
"""

import re

_REACH = 90  # characters before a thing in which somebody says it
_CLAUSE = r"(?:[^.;\n]|\.(?=[\w(]))"
_ONLY_SAID = re.compile(
    r"\b(?:said|says|alleged|alleges|suggested|suggestion|supposed|called|branded|attack(?:s|ed)|put|claim(?:s|ed)"
    r"|speaks?\sof|rumou?r(?:ed)?|version|gossip|hearsay|reports?|according\sto)\b"
    rf"{_CLAUSE}{{0,40}}\Z",
    re.IGNORECASE,
)
# "A-2 is his uncle, so the driver says"
_SAID_AFTER = re.compile(
    rf"{_CLAUSE}{{0,30}}?,\s(?:so|as)\s(?:the\s|his\s|her\s)?[\w-]+\s(?:says?|said|claims?|has\sit|reports?"
    rf"|would\shave\sit)\b",
    re.IGNORECASE,
)
# "The State attacks him as a cousin": a name that a side gives.
_BRANDED = re.compile(
    r"\b(?:attack(?:s|ed)|brand(?:s|ed)|dub(?:s|bed)|label(?:s|led)|paint(?:s|ed))\s\w+\s(?:as\s)?(?:an?\s|the\s|his\s"
    r"|her\s)?\Z",
    re.IGNORECASE,
)
_NEXT = rf"{_CLAUSE}{{0,50}}?\s?[;,(–—-]\s?(?:(?:but|which|this|that|it|he|she|they|both|all|is|was|has|have)\s){{0,3}}"
_DENIED = re.compile(
    rf"{_NEXT}(?:(?:stoutly|flatly)\s)?(?:den(?:y|ies|ied)|disown(?:s|ed)?|refute[sd]?|not\sadmitted)\b", re.IGNORECASE
)
_TAKEN_BACK = re.compile(
    rf"{_NEXT}(?:(?:the\s)?[\w-]+\s){{0,2}}?(?:disown(?:s|ed)\b|said\sno\b|(?:not|never)\s(?:so\b|true\b|correct\b"
    rf"|verified\b|borne\sout\b"
    r"|in\s(?:the\s)?\w+\s(?:or|nor)\s(?:in\s)?any\b|in\sany\b)|unverified\b|wrong\b|untrue\b|incorrect\b"
    r"|no\s(?:particulars|details|names?\sgiven)\b|nobody\selse\ssays\b)",
    re.IGNORECASE,
)


def is_said_and_denied(text: str, start: int, end: int) -> bool:
    """Whether the relation or weapon named from `start` to `end` is only said to be so, and denied at once."""
    if _BRANDED.search(text, max(0, start - _REACH), start):
        return True
    return _is_only_said(text, start, end) and bool(_DENIED.match(text, end) or _TAKEN_BACK.match(text, end))


def is_taken_back(text: str, start: int, end: int) -> bool:
    """Whether the act named from `start` to `end` is only said to have been done, and the writer takes it back."""
    return _TAKEN_BACK.match(text, end) is not None and _is_only_said(text, start, end)


def _is_only_said(text: str, start: int, end: int) -> bool:
    return bool(_ONLY_SAID.search(text, max(0, start - _REACH), start) or _SAID_AFTER.match(text, end))
