"""What a cited section says about the facts: the acts and categories that its judgments hold more often than others.

The instrument does not count citations. If a matter names section 302, ranking the judgments that cite section 302
would only find what was put in. Instead a section stands for its facts: a change from one section to another moves
the ranking as far as the judgments under the two sections differ in what was done and proved.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countercase.domain.facts import Quantity

Array = NDArray[np.float64]
LONGEST = 20  # most tokens that a section stands for
_NUMBERS = tuple(f"{quantity.value} " for quantity in Quantity)
FEWEST = 3  # judgments that must cite a section before its facts differ from chance


def section_profiles(cites: Any, holds: Any, tokens: Sequence[str], fewest: int = FEWEST) -> Any:
    """Sections x tokens, sparse: how much more often judgments under a section hold each token.

    `cites` is judgments x sections and `holds` judgments x tokens, both 0 or 1. Numbers are left out: a sum falls on
    one side of every line that the law sets for sums, and those sides would fill the profile.
    """
    from scipy import sparse

    judgments = cites.shape[0]
    citing = np.asarray(cites.sum(axis=0)).ravel()
    everywhere = np.asarray(holds.sum(axis=0)).ravel() / max(1, judgments)
    together = (cites.T @ holds).tocsr()
    counted = np.array([not token.startswith(_NUMBERS) for token in tokens], dtype=bool)
    rows = []
    for section, judgments_citing in enumerate(citing):
        row = together[section]
        lifts = row.data / max(1, judgments_citing) - everywhere[row.indices]
        lifts = np.where(counted[row.indices], lifts, 0.0)
        best = np.argsort(-lifts, kind="stable")[:LONGEST] if judgments_citing >= fewest else np.zeros(0, dtype=int)
        rows.append([(int(row.indices[index]), float(lifts[index])) for index in best if lifts[index] > 0])
    ends = np.cumsum([0, *map(len, rows)])
    columns = np.array([column for row in rows for column, _ in row], dtype=np.int64)
    values = np.array([lift for row in rows for _, lift in row], dtype=np.float64)
    return sparse.csr_matrix((values, columns, ends), shape=(cites.shape[1], holds.shape[1]))


def as_mapping(sections: Sequence[str], tokens: Sequence[str], profiles: Any) -> dict[str, dict[str, float]]:
    """Section -> token -> lift. A section whose facts do not differ from chance is absent."""
    by_section = {}
    for number, section in enumerate(sections):
        row = profiles[number]
        if row.nnz:
            by_section[section] = {tokens[at]: float(lift) for at, lift in zip(row.indices, row.data, strict=True)}
    return by_section


def as_matrix(profiles: Mapping[str, Mapping[str, float]], sections: Sequence[str], tokens: Sequence[str]) -> Any:
    """The same as a matrix, for these sections and tokens."""
    from scipy import sparse

    column_of = {token: column for column, token in enumerate(tokens)}
    entries = [
        (row, column_of[token], lift)
        for row, section in enumerate(sections)
        for token, lift in profiles.get(section, {}).items()
        if token in column_of
    ]
    rows, columns, values = np.array(entries, dtype=np.float64).reshape(-1, 3).T
    shape = (len(sections), len(tokens))
    return sparse.csr_matrix((values, (rows.astype(np.int64), columns.astype(np.int64))), shape=shape)
