"""Finds the units of a contract that are about a clause type: a linear model over words, with weights per clause type.

The questions of the benchmark repeat from contract to contract, so what their answers look like can be learned from
some contracts and applied to others. The weights in `data/clause_words.json` were fitted only on the tuned half of CUAD
(`benchmarks/cuad_fit.py`, `benchmark.half_of`). They are weights of words and word pairs and contain no passage.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from countercase.cuad.units import unit_features
from countercase.domain.span import Span
from countercase.files import write_whole

SHIPPED = Path(__file__).parent / "data" / "clause_words.json"


@dataclass(frozen=True, slots=True)
class ClauseModel:
    """Weights of features for each clause type, by its column name."""

    weights: Mapping[str, Mapping[str, float]]
    _columns: Mapping[str, int] = field(init=False, repr=False, compare=False)
    _rows: Mapping[str, int] = field(init=False, repr=False, compare=False)
    _matrix: NDArray[np.float32] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        columns = {name: index for index, name in enumerate(self.weights)}
        names = sorted({name for words in self.weights.values() for name in words})
        rows = {name: index for index, name in enumerate(names)}
        matrix = np.zeros((len(rows), len(columns)), dtype=np.float32)
        for column, words in self.weights.items():
            for name, weight in words.items():
                matrix[rows[name], columns[column]] = weight
        object.__setattr__(self, "_columns", columns)
        object.__setattr__(self, "_rows", rows)
        object.__setattr__(self, "_matrix", matrix)

    def knows(self, column: str) -> bool:
        """Whether there are weights for a clause type."""
        return column in self._columns

    def scores(self, text: str, units: Sequence[Span]) -> NDArray[np.float32]:
        """One row per unit, one column per clause type in the order of `weights`; a higher score is a better match."""
        from scipy.sparse import csr_matrix

        indices: list[int] = []
        values: list[float] = []
        ends = [0]
        for features in unit_features(text, units):
            for name, value in features.items():
                row = self._rows.get(name)
                if row is not None:
                    indices.append(row)
                    values.append(value)
            ends.append(len(indices))
        shape = (len(units), len(self._rows))
        sparse = csr_matrix((np.array(values, dtype=np.float32), indices, ends), shape=shape)
        return np.asarray(sparse @ self._matrix, dtype=np.float32)

    def column(self, scores: NDArray[np.float32], clause: str) -> NDArray[np.float32]:
        """The scores of one clause type."""
        return scores[:, self._columns[clause]]

    def to_json(self, path: Path, about: Mapping[str, object]) -> None:
        """Write the weights, one clause type per line, with what they were fitted on."""
        lines = [
            f"  {json.dumps(clause)}: {json.dumps(words, ensure_ascii=False)}" for clause, words in self.weights.items()
        ]
        text = f'{{\n "about": {json.dumps(about)},\n "weights": {{\n' + ",\n".join(lines) + "\n }\n}\n"
        write_whole(path, text, private=False)


@cache
def shipped_model() -> ClauseModel:
    """The weights in the package."""
    return ClauseModel(json.loads(SHIPPED.read_text(encoding="utf-8"))["weights"])
