"""Which words of a law report are the Court's: its headnote and its apparatus are the reporter's.

The apparatus is everything that is no prose: running heads, lists of cases, Acts and counsel, signatures, and the foot
with the result and the names of those who prepared the report.
"""

import re

from countercase.corpus.paragraphs import body_start
from countercase.domain.span import Span

_WORD = re.compile(r"[A-Za-z][A-Za-z.'’]*|\d+")
_PROSE = 0.45  # least share of words without a capital; lists of names and citations have fewer
_MIXED = 0.62  # the same where the words show a list
_LIST = re.compile(
    r"\bAdvs?\.\s+for\b|\bJURISDICTION\s?:|\bCase\s+Law\s+(?:Cited|Reference)\b|\bList\s+of\s+(?:Acts|Keywords|Citations)\b|\bAppearances\b"
    r"|\bfor\s+the\s+(?:[Aa]ppellants?|[Pp]etitioners?|[Rr]espondents?)\s*\.",
)
_FOOT = re.compile(
    r"\(Assisted\s+by[^)]*\)|†?Headnotes?\s+prepared\s+by.*|Result\s+of\s+the\s+[Cc]ase\s*:.*|(?:\d+\.\s*)?Pending\s+(?:interlocutory\s+)?applications?[^.]*\."
    r"|(?:[A-Z][\w.]*\s+){1,4}(?:Appeals?|Petitions?)\s+(?:\w+\s+)?(?:allowed|dismissed|disposed\s+of)\.?"
    r"|^\W*(?:Appeals?|Petitions?)\s+(?:\w+\s+)?(?:allowed|dismissed|disposed\s+of)\W*$"
    r"|[.…_]{3,}\s*,?\s*(?:C\.?\s?J\.?\s?I?\.?|J\.)\s*[\[(][^\])]{3,40}[\])]",
    re.MULTILINE,
)
_LEAST_WORDS = 12  # words that are left of a passage without the foot


def is_apparatus(passage: str) -> bool:
    """Whether a passage is a running head, a list, a signature or the foot of a report, and no prose."""
    words: list[str] = _WORD.findall(_FOOT.sub(" ", passage))
    if len(words) < _LEAST_WORDS:
        return True
    share = sum(1 for word in words if word[0].islower()) / len(words)
    return share < (_MIXED if _LIST.search(passage) else _PROSE)


_REPORT = re.compile(r"\s*\[\d{4}\]\s(?:Suppl?\.?\s)?(?:\d+\s)?S\.\s?C\.\s?R\.\s\d+")


def is_headnote(text: str, span: Span) -> bool:
    """Whether a passage of a report is the reporter's: most of it precedes the words of the Court."""
    body = body_start(text)
    return body > 0 and span.end - body < body - span.start and _REPORT.match(text) is not None
