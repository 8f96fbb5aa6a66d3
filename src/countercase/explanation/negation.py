"""Which content words of a text stand under a negation."""

import re
from collections.abc import Iterator, Mapping, Sequence

from countercase.explanation.tokens import Token, tokenise

# Stems, as tokens carry them.
BEFORE = frozenset(
    "no not never without neither nor none noth cannot hard lack absenc fail deni refus unabl nobodi".split()
)
_AFTER = frozenset("absent lack miss want".split())  # "motive was absent"
CUES = BEFORE | _AFTER
REACH = 5  # content words after a cue that it governs, where no clause ends before
_REACH_BACK = 2
_CLAUSE_END = re.compile(r"[,;:.!?()“”\"—–]|\b(?:but|although|though|however|because|unless|except)\b")


def polarities(text: str) -> Mapping[str, frozenset[bool]]:
    """For each content word, whether it occurs negated (True), plain (False), or both."""
    found: dict[str, set[bool]] = {}
    for key, negated in polar_words(text):
        found.setdefault(key, set()).add(negated)
    return {key: frozenset(values) for key, values in found.items()}


def polar_words(text: str) -> Iterator[tuple[str, bool]]:
    """Each content word in order, and whether it stands under a negation; the cues themselves are left out."""
    tokens = [token for token in tokenise(text) if token.is_content]
    clause = _clauses(text, tokens)
    under = [False] * len(tokens)
    for place, token in enumerate(tokens):
        if token.key in BEFORE:
            reach = range(place + 1, min(len(tokens), place + 1 + REACH))
        elif token.key in _AFTER:
            reach = range(max(0, place - _REACH_BACK), place)
        else:
            continue
        for other in reach:
            if clause[other] == clause[place]:
                under[other] = not under[other]
    yield from ((token.key, under[place]) for place, token in enumerate(tokens) if token.key not in CUES)


def denies_nothing(text: str) -> bool:
    """Whether a "no" or "not" stands in a clause with nothing after it that it could deny."""
    tokens = [token for token in tokenise(text) if token.is_content]
    clause = _clauses(text, tokens)
    last = dict(zip(clause, range(len(tokens)), strict=True))
    return any(token.key in BEFORE and last[clause[place]] == place for place, token in enumerate(tokens))


def _clauses(text: str, tokens: Sequence[Token]) -> list[int]:
    """The number of the clause that each token stands in."""
    lower = text.lower()
    number, end = 0, 0
    numbers: list[int] = []
    for token in tokens:
        number += len(_CLAUSE_END.findall(lower, end, token.start)) > 0
        numbers.append(number)
        end = token.end
    return numbers
