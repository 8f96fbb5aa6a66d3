"""Spearman's rho: of one case, and of many with the cases as strata."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SAMPLES = 10_000
_SLACK = 1e-12


@dataclass(frozen=True, slots=True)
class PooledRho:
    """Agreement over all cases: the correlation of ranks taken within each case."""

    rho: float
    low: float
    high: float
    p: float  # two-sided, permuting within cases
    cases: int
    pairs: int


def midranks(values: Sequence[float]) -> NDArray[np.float64]:
    """Ranks from 1, smallest first; equal values share the mean of their ranks."""
    from scipy.stats import rankdata

    return np.asarray(rankdata(values, method="average"), dtype=np.float64)


def spearman(left: Sequence[float], right: Sequence[float]) -> float | None:
    """Rho by midranks; None where there are fewer than two pairs or one side is constant.

    Without ties this is the seed's 1 - 6 * sum(d**2) / (n * (n**2 - 1)); with ties that formula is off.
    """
    if len(left) < 2:
        return None
    a, b = _centred(left), _centred(right)
    size = float(np.sqrt((a**2).sum() * (b**2).sum()))
    return float((a * b).sum() / size) if size > _SLACK else None


def pooled_spearman(
    pairs: Sequence[tuple[Sequence[float], Sequence[float]]], samples: int = SAMPLES, seed: int = 0
) -> PooledRho | None:
    """Rho over several cases; None where no case has two pairs that differ on both sides.

    Four fact types can be ordered in 24 ways, so one case can never reach p < .05 two-sided by much; the order of
    many cases together can. Permutations stay within a case, and the bootstrap draws whole cases.
    """
    usable = [(_centred(a), _centred(b)) for a, b in pairs if spearman(a, b) is not None]
    if not usable:
        return None
    products = np.array([float((a * b).sum()) for a, b in usable])
    left = np.array([float((a**2).sum()) for a, _ in usable])
    right = np.array([float((b**2).sum()) for _, b in usable])
    rho = float(products.sum() / np.sqrt(left.sum() * right.sum()))
    rng = np.random.default_rng(seed)
    shuffled = sum(_shuffled_products(a, b, samples, rng) for a, b in usable)
    extreme = int((np.abs(shuffled) >= abs(products.sum()) - _SLACK).sum())
    drawn = rng.integers(0, len(usable), size=(samples, len(usable)))
    rhos = products[drawn].sum(axis=1) / np.sqrt(left[drawn].sum(axis=1) * right[drawn].sum(axis=1))
    low, high = np.quantile(rhos, [0.025, 0.975])
    number = sum(len(a) for a, _ in usable)
    return PooledRho(rho, float(low), float(high), (extreme + 1) / (samples + 1), len(usable), number)


def _centred(values: Sequence[float]) -> NDArray[np.float64]:
    ranks = midranks(values)
    return np.asarray(ranks - ranks.mean())


def _shuffled_products(
    a: NDArray[np.float64], b: NDArray[np.float64], samples: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    """The cross product of ranks under so many shuffles of one side."""
    order = rng.random((samples, len(b))).argsort(axis=1)
    return np.asarray(b[order] @ a)
