"""One part of the instrument: tokens with learned weights, and every judgment's saturated counts of them."""

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countercase.counterfactual.package_weights import NO_PRIOR, Prior, combine
from countercase.counterfactual.weights import RAREST, law_weights, learn

Array = NDArray[np.float64]
K1, B = 1.2, 0.75  # from BM25; the figures in docs/instrument.md change by less than .01 between 0.5 and 5


@dataclass(frozen=True, slots=True)
class WeighedTokens:
    """`matrix` is tokens x judgments, each row multiplied by the token's weight: a score is a sum of rows."""

    tokens: tuple[str, ...]
    weights: Array
    matrix: Any
    place: Mapping[str, int]

    def score(self, questions: Sequence[Mapping[str, float]]) -> Array:
        """Questions x judgments; a question gives the count of each of its tokens."""
        from scipy import sparse

        entries = [
            (row, self.place[token], counts)
            for row, question in enumerate(questions)
            for token, counts in sorted(question.items())
            if token in self.place
        ]
        rows, columns, values = np.array(entries, dtype=np.float64).reshape(-1, 3).T
        shape = (len(questions), len(self.tokens))
        asked = sparse.csr_matrix((values, (rows.astype(np.int64), columns.astype(np.int64))), shape=shape)
        return np.asarray((asked @ self.matrix).todense())


def common_tokens(
    counts: Sequence[Mapping[str, int]], least: int = RAREST, known: Container[str] = frozenset()
) -> list[str]:
    """The tokens that enough judgments hold, sorted. A small corpus, or a known token, needs fewer."""
    least = min(least, max(1, len(counts) // 10))
    holders = Counter(token for tokens_of in counts for token in tokens_of)
    return sorted(token for token, judgments in holders.items() if judgments >= least or token in known)


def build_part(
    tokens: Sequence[str],
    counts: Sequence[Mapping[str, int]],
    cites: Any | None,
    seed: int,
    family: str = "",
    prior: Prior = NO_PRIOR,
) -> WeighedTokens:
    """Weigh the tokens by rarity and, given the citations, by law; count them in every judgment."""
    from scipy import sparse

    frequency = incidence(tokens, counts)
    holds = frequency.sign()
    weights = _rarity(holds) * _law(family, tokens, holds, cites, seed, prior)
    return part_of(tuple(tokens), weights, (_saturate(frequency) @ sparse.diags(weights)).T.tocsr())


def _law(family: str, tokens: Sequence[str], holds: Any, cites: Any | None, seed: int, prior: Prior) -> Array:
    """How well each token predicts the law, by the corpus and, if the family has one, by the package."""
    if cites is None:
        return np.ones(len(tokens))
    if family not in prior.learned:
        return law_weights(holds, cites, seed)
    return combine(prior.of(family, tokens), learn(holds, cites, seed))


def incidence(tokens: Sequence[str], counts: Sequence[Mapping[str, int]]) -> Any:
    """Judgments x tokens, sparse: the count of each token in each judgment."""
    from scipy import sparse

    column_of = {token: column for column, token in enumerate(tokens)}
    entries = [
        (row, column_of[token], n)
        for row, tokens_of in enumerate(counts)
        for token, n in tokens_of.items()
        if token in column_of
    ]
    rows, columns, values = np.array(entries, dtype=np.int64).reshape(-1, 3).T
    return sparse.csr_matrix((values.astype(float), (rows, columns)), shape=(len(counts), len(tokens)))


def part_of(tokens: tuple[str, ...], weights: Array, matrix: Any) -> WeighedTokens:
    """A part from its stored arrays."""
    return WeighedTokens(tokens, weights, matrix, {token: row for row, token in enumerate(tokens)})


def _rarity(holds: Any) -> Array:
    """BM25's inverse document frequency, never below zero."""
    judgments = holds.shape[0]
    holders = np.asarray(holds.sum(axis=0)).ravel()
    return np.asarray(np.log1p((judgments - holders + 0.5) / (holders + 0.5)))


def _saturate(frequency: Any) -> Any:
    from scipy import sparse

    entries = frequency.tocoo()
    length = np.asarray(frequency.sum(axis=1)).ravel()
    norm = K1 * (1 - B + B * length / max(1e-12, length.mean()))
    values = entries.data * (K1 + 1) / (entries.data + norm[entries.row])
    return sparse.csr_matrix((values, (entries.row, entries.col)), shape=frequency.shape)
