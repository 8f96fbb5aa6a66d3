"""Fits the clause model: for each answered question the softmax over a contract's units should fall on the answer."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countercase.cuad.clauses import ClauseModel, unit_features
from countercase.domain.span import Span, overlap_length

MIN_CONTRACTS = 5  # a word of fewer contracts is a name or a misprint
SHARE = 0.3  # a unit answers when this share of it is in the answer, or this share of the answer is in it
L2 = 1e-4
ROUNDS = 80
KEPT = 300  # weights kept a clause type: 600 gain half a point of precision@1, 150 lose three


@dataclass(frozen=True, slots=True)
class Example:
    """A contract cut into units, and the spans that answer each clause type."""

    text: str
    units: Sequence[Span]
    answers: Mapping[str, Sequence[Span]]


def fit_clause_model(examples: Sequence[Example], clauses: Sequence[str], kept: int = KEPT) -> ClauseModel:
    """Weights for every clause type that any example answers."""
    clauses = [clause for clause in clauses if any(example.answers.get(clause) for example in examples)]
    features = [list(unit_features(example.text, example.units)) for example in examples]
    vocabulary = _vocabulary(features)
    matrix, edges = _matrix(features, vocabulary)
    target = np.concatenate([_target(example, clauses) for example in examples])
    weights = _minimise(matrix, target, edges)
    importance = np.abs(weights) * np.sqrt(np.asarray((matrix != 0).sum(axis=0)).reshape(-1, 1))
    names = list(vocabulary)
    return ClauseModel(
        {clause: _best(names, weights[:, place], importance[:, place], kept) for place, clause in enumerate(clauses)}
    )


def _vocabulary(features: Sequence[Sequence[Mapping[str, float]]]) -> dict[str, int]:
    contracts: Counter[str] = Counter()
    for units in features:
        contracts.update({name for unit in units for name in unit})
    return {name: place for place, name in enumerate(sorted(n for n, c in contracts.items() if c >= MIN_CONTRACTS))}


def _matrix(
    features: Sequence[Sequence[Mapping[str, float]]], vocabulary: Mapping[str, int]
) -> tuple[Any, NDArray[np.int64]]:
    """A sparse row a unit, and where each contract's rows start."""
    from scipy.sparse import csr_matrix

    places: list[int] = []
    values: list[float] = []
    ends = [0]
    for units in features:
        for unit in units:
            known = [(vocabulary[name], value) for name, value in unit.items() if name in vocabulary]
            places.extend(place for place, _ in known)
            values.extend(value for _, value in known)
            ends.append(len(places))
    starts = np.cumsum([0, *(len(units) for units in features)])
    shape = (len(ends) - 1, len(vocabulary))
    return csr_matrix((np.array(values, dtype=np.float32), places, ends), shape=shape), starts


def _target(example: Example, clauses: Sequence[str]) -> NDArray[np.float32]:
    target = np.zeros((len(example.units), len(clauses)), dtype=np.float32)
    for place, clause in enumerate(clauses):
        gold = example.answers.get(clause, ())
        if not gold:
            continue
        total = sum(len(span) for span in gold)
        for row, unit in enumerate(example.units):
            shared = overlap_length([unit], gold)
            if shared >= SHARE * len(unit) or shared >= SHARE * total:
                target[row, place] = shared
    return target


def _minimise(matrix: Any, target: NDArray[np.float32], edges: NDArray[np.int64]) -> NDArray[np.float32]:
    from scipy.optimize import minimize

    starts, sizes = edges[:-1], np.diff(edges)
    totals = np.add.reduceat(target, starts, axis=0)
    asked = np.repeat(totals > 0, sizes, axis=0)
    share = target / np.repeat(np.where(totals > 0, totals, 1), sizes, axis=0)
    count = int((totals > 0).sum())
    transposed = matrix.T.tocsr()
    shape = (matrix.shape[1], target.shape[1])

    def loss(flat: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        weights = flat.reshape(shape).astype(np.float32)
        scores = matrix @ weights
        top = np.maximum.reduceat(scores, starts, axis=0)
        odds = np.exp(scores - np.repeat(top, sizes, axis=0))
        sums = np.add.reduceat(odds, starts, axis=0)
        distance = np.repeat(np.log(sums) + top, sizes, axis=0) - scores
        slope = transposed @ ((odds / np.repeat(sums, sizes, axis=0) - share) * asked / count)
        value = float((distance * share)[asked].sum() / count + 0.5 * L2 * (weights**2).sum())
        return value, (slope + L2 * weights).ravel().astype(np.float64)

    found = minimize(loss, np.zeros(shape[0] * shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": ROUNDS})
    return np.asarray(found.x.reshape(shape), dtype=np.float32)


def _best(
    names: Sequence[str], weights: NDArray[np.float32], importance: NDArray[np.float32], kept: int
) -> dict[str, float]:
    order = np.argsort(-importance, kind="stable")[:kept]
    chosen = {names[place]: round(float(weights[place]), 2) for place in order}
    return {name: weight for name, weight in chosen.items() if weight}
