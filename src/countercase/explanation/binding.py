"""Whether a number, a name or a "not" stands beside the same words in a sentence as in its source."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from countercase.explanation.negation import CUES
from countercase.explanation.tokens import Kind, tokenise

REACH = 2  # content words on either side among which the neighbour must be
_BREAK = re.compile(r"[;:“”\"…]|\.\s|\.\.\.")

# What a court does with a case; stems as tokens carry them.
OUTCOMES = frozenset(
    """allow dismiss acquit acquitt convict convict uphold upheld affirm confirm revers quash remand remit grant refus
    reject accept enhanc reduc restor maintain sustain discharg succeed fail aside releas guilti""".split()
)


@dataclass(frozen=True, slots=True)
class Bound:
    """A term and the content word before and after it in the same stretch of text."""

    key: str
    left: str | None
    right: str | None


def bound_terms(text: str, names: frozenset[str]) -> list[Bound]:
    """The numbers, dates, names, negations and outcomes of a text with their neighbours."""
    return [
        Bound(run[place], run[place - 1] if place else None, run[place + 1] if place + 1 < len(run) else None)
        for run in _runs(text)
        for place, key in enumerate(run)
        if key[0] in "#@" or key in CUES or key in OUTCOMES or key in names
    ]


def stands_so(term: Bound, source: Sequence[str]) -> bool:
    """Whether the term occurs in the source with its neighbours on the same sides.

    A neighbour that the source does not hold at all says nothing of the place of the term.
    """
    left = term.left if term.left in source else None
    right = term.right if term.right in source else None
    return any(
        (left is None or left in source[max(0, place - REACH) : place])
        and (right is None or right in source[place + 1 : place + 1 + REACH])
        for place, key in enumerate(source)
        if key == term.key
    )


def skipped_denials(text: str, source: Sequence[str]) -> list[tuple[str, str]]:
    """Neighbours in the text that the source never has side by side, only with a "not" or "no" between them."""
    pairs = set(pairwise(source))
    denied = {(left, right) for left, cue, right in zip(source, source[1:], source[2:], strict=False) if cue in CUES}
    return [pair for run in _runs(text) for pair in pairwise(run) if pair in denied and pair not in pairs]


def content(text: str) -> list[str]:
    """The content of a text in order."""
    return [token.key for token in tokenise(text) if token.is_content]


def _runs(text: str) -> list[list[str]]:
    """Content words in order, cut where the text breaks off."""
    runs: list[list[str]] = [[]]
    end = 0
    for token in tokenise(text):
        if _BREAK.search(text, end, token.start):
            runs.append([])
        end = token.end
        if token.kind is not Kind.FUNCTION:
            runs[-1].append(token.key)
    return runs
