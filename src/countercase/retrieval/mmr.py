"""Maximal marginal relevance: the next result should answer the query and say something new."""

import numpy as np
from numpy.typing import NDArray


def select(
    relevance: NDArray[np.float64], similarity: NDArray[np.float64], keep: int, lambda_: float
) -> list[tuple[int, float]]:
    """Indices in the order chosen, each with `lambda * relevance - (1 - lambda) * likeness to what was chosen before`.

    `relevance` is scaled to 0..1, `similarity` holds cosines. Ties go to the earlier index, so lambda 1 keeps
    an order that was already by relevance.
    """
    count = len(relevance)
    chosen: list[tuple[int, float]] = []
    nearest = np.zeros(count)
    open_ = np.ones(count, dtype=bool)
    while open_.any() and len(chosen) < keep:
        scores = lambda_ * relevance - (1 - lambda_) * nearest
        pick = int(np.argmax(np.where(open_, scores, -np.inf)))
        chosen.append((pick, float(scores[pick])))
        open_[pick] = False
        nearest = np.maximum(nearest, similarity[pick])
    return chosen


def unit_range(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scores stretched to 0..1; all ones where they are equal."""
    low, high = scores.min(initial=np.inf), scores.max(initial=-np.inf)
    return (scores - low) / (high - low) if high > low else np.ones_like(scores)
