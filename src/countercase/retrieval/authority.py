"""How often a case was cited by then: courts cite what courts have cited."""

import numpy as np
from numpy.typing import NDArray

from countercase.retrieval.searcher import ABSENT, Mask


class Authority:
    """The logarithm of the number of stored judgments that cite a case; it does not depend on what is asked."""

    def __init__(self, links: NDArray[np.int32], cases: int) -> None:
        """`links` are lines (citing case, cited case)."""
        self._citing, self._cited = links[:, 0], links[:, 1]
        self._cases = cases

    def by(self, speaking: Mask | None) -> NDArray[np.float64]:
        """A score for each case that is cited by those that may speak (all where it is None); the others are absent."""
        cited = self._cited if speaking is None else self._cited[speaking[self._citing]]
        times = np.bincount(cited, minlength=self._cases)
        return np.where(times > 0, np.log1p(times), ABSENT)
