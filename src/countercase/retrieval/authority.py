"""Who cites whom, as evidence: how often a case was cited by then, and what the best answers cite."""

import numpy as np
from numpy.typing import NDArray

from countercase.retrieval.searcher import ABSENT, Mask

VOTERS = 20  # best answers that have a vote; 10 and 50 do as well. In a small corpus at most one case in ten has one


class Authority:
    """The links between the stored judgments. Only those that may speak count: earlier ones, never the query's own."""

    def __init__(self, links: NDArray[np.int32], cases: int) -> None:
        """`links` are lines (citing case, cited case)."""
        self._citing, self._cited = links[:, 0], links[:, 1]
        self._cases = cases

    def by(self, speaking: Mask | None) -> NDArray[np.float64]:
        """The logarithm of the citation count of each case that is cited; the others are absent."""
        cited = self._cited if speaking is None else self._cited[speaking[self._citing]]
        times = np.bincount(cited, minlength=self._cases)
        return np.where(times > 0, np.log1p(times), ABSENT)

    def votes(self, best: NDArray[np.intp], speaking: Mask | None) -> NDArray[np.float64]:
        """What the best answers cite: a vote counts 1 / sqrt(rank of the voter), votes count by their logarithm."""
        most = min(VOTERS, max(1, self._cases // 10))
        voters = (best if speaking is None else best[speaking[best]])[:most]
        weight = np.zeros(self._cases)
        weight[voters] = 1 / np.sqrt(np.arange(1, len(voters) + 1))
        given = np.bincount(self._cited, weights=weight[self._citing], minlength=self._cases)
        return np.where(given > 0, np.log1p(given), ABSENT)
