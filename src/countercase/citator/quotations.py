"""Checks the quotations of a draft: which case each is from, and whether the stored text has its words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

from countercase.domain.span import Span

MIN_WORDS = 6  # shorter quotations are terms, not passages
_REACH = 400  # characters between a citation and the quotation that follows it
_QUOTED = re.compile(r"“([^“”]{20,6000})”|\"([^\"]{20,6000})\"")
_OMITTED = re.compile(
    r"\[[^\[\]]{0,200}\]|…+|\.\s?\.\s?\.[.\s]*|\*\s?\*\s?\*[*\s]*|\((?:emphasis|underlin)[^()]*\)", re.IGNORECASE
)
# Words that introduce a quotation from a case: "held:", "observed as follows". Other quotations lack them.
_SAID = re.compile(
    r"\b(?:held|observed|stated|said|laid\s+down|noted|opined|ruled|reads?|as\s+under|follow(?:s|ing)|extract(?:ed)?|words)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z0-9]+")
_PARAGRAPH_NUMBER = re.compile(r"^\W*\d{1,3}(?:\.\d+)*\.?\s+")
_CLOSE = 0.6  # share of common words at which a passage counts as the one meant


@dataclass(frozen=True, slots=True)
class Quotation:
    """Quoted words, their position, and the position of the mention they belong to."""

    span: Span
    words: str
    cited: int


@dataclass(frozen=True, slots=True)
class QuoteComparison:
    """Whether every part occurs in the text in order; if not, where they differ."""

    verbatim: bool
    difference: str = ""


def find_quotations(text: str, mentions: Sequence[Span]) -> list[Quotation]:
    """Quoted passages that follow a citation, or come right before one in brackets."""
    quotations = []
    for match in _QUOTED.finditer(text):
        words = match[1] or match[2]
        if len(_WORD.findall(words.lower())) < MIN_WORDS or any(m.start < match.start() < m.end for m in mentions):
            continue
        cited = _source(text, Span(match.start(), match.end()), mentions)
        if cited is not None:
            quotations.append(Quotation(Span(match.start(), match.end()), words, cited))
    return quotations


def _source(text: str, span: Span, mentions: Sequence[Span]) -> int | None:
    """The mention in the brackets right after the quotation, else the nearest one before it."""
    for number, mention in enumerate(mentions):
        if span.end <= mention.start <= span.end + 12 and not text[span.end : mention.start].strip(" ([.,-–—\n"):
            return number
    before = [number for number, mention in enumerate(mentions) if mention.end <= span.start]
    if before:
        between = text[mentions[before[-1]].end : span.start]
        if len(between) <= _REACH and _SAID.search(between):
            return before[-1]
    return None


def compare(quoted: str, text: str) -> QuoteComparison:
    """Compare word by word; marks, case, line breaks, omissions ("...") and insertions ("[...]") are ignored."""
    parts = [words for part in _OMITTED.split(_PARAGRAPH_NUMBER.sub("", quoted)) if (words := _words(part))]
    stored = _words(text)
    joined = "".join(stored)  # without spaces: prints join and split words
    at = 0
    for part in parts:
        phrase = "".join(part)
        start = joined.find(phrase, at)
        if start < 0 and (len(part) > 1 or len(parts) == 1):
            return QuoteComparison(False, _difference(part, stored))
        at = max(at, start)
    return QuoteComparison(True)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower().replace("’", "'").replace("'", ""))


def _difference(part: Sequence[str], stored: Sequence[str]) -> str:
    """The words that differ from the nearest passage, or a note that there is no such passage."""
    start = _nearest(part, stored)
    if start is None:
        return f'no passage like "{" ".join(part[:12])}" is in the stored text.'
    passage = stored[max(0, start - 3) : start + len(part) + 8]
    matcher = SequenceMatcher(None, part, passage, autojunk=False)
    changes = []
    for tag, a, b, c, d in matcher.get_opcodes():
        at_edge = tag == "insert" and (a == 0 or a == len(part))
        if tag != "equal" and not at_edge:
            changes.append(f'"{" ".join(part[a:b]) or "(nothing)"}" for "{" ".join(passage[c:d]) or "(nothing)"}"')
    return "; ".join(changes[:5]) + "." if changes else "the words are in another order."


def _nearest(part: Sequence[str], stored: Sequence[str]) -> int | None:
    """The start of the passage that shares most words, by votes of word pairs; None if none is close."""
    pairs: dict[tuple[str, str], list[int]] = {}
    for index, pair in enumerate(pairwise(part)):
        pairs.setdefault(pair, []).append(index)
    votes: dict[int, int] = {}
    for index, pair in enumerate(pairwise(stored)):
        for inside in pairs.get(pair, ()):
            start = (index - inside) // 4 * 4  # insertions shift a passage by a few words
            votes[start] = votes.get(start, 0) + 1
    if not votes:
        return None
    start = max(votes, key=lambda key: votes[key] + votes.get(key + 4, 0))
    passage = set(stored[max(0, start - 4) : start + len(part) + 8])
    share = sum(word in passage for word in part) / len(part)
    return max(0, start) if share >= _CLOSE else None
