"""The weights that come with the package, and how a user's corpus corrects them.

They were learned from more than ten thousand judgments (training/instrument_weights.py), so that a corpus of a hundred
cases is enough to measure with. They are facts about words: stems, categories and numbers, no text and no names.
Families are open: any string that `categories.py` returns is a token.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countercase.counterfactual.profile import as_mapping, as_matrix
from countercase.counterfactual.weights import CLEAR, Learned
from countercase.files import whole_file

Array = NDArray[np.float64]
FILE = "weights.npz"
FAMILIES = ("text", "deeds", "categories")
WORTH = 50  # at most, how many of the user's judgments the package's evidence on a term is worth
ENOUGH = 30  # judgments that must hold a term before the corpus alone can give it zero weight


@dataclass(frozen=True, slots=True)
class Prior:
    """What the package's judgments say: for each family, the index of each token in its `Learned`.

    `profiles` lists the acts and categories that stand out where a section is cited (profile.py).
    """

    judgments: int
    places: Mapping[str, Mapping[str, int]]
    learned: Mapping[str, Learned]
    profiles: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def tokens(self, family: str) -> Container[str]:
        """The tokens of a family that the package knows."""
        return self.places.get(family, {})

    def of(self, family: str, tokens: Sequence[str]) -> Learned:
        """The package's evidence on some tokens; an unknown token has no holders."""
        places = self.places.get(family, {})
        rows = np.array([places.get(token, -1) for token in tokens], dtype=np.int64)
        known, learned = rows >= 0, self.learned.get(family, _NOTHING)
        excess, spread, holders = np.zeros(len(rows)), np.full(len(rows), np.inf), np.zeros(len(rows))
        excess[known], spread[known] = learned.excess[rows[known]], learned.spread[rows[known]]
        holders[known] = learned.holders[rows[known]]
        return Learned(excess, spread, holders)


_NOTHING = Learned(np.zeros(0), np.zeros(0), np.zeros(0))
NO_PRIOR = Prior(0, {}, {})


def combine(package: Learned, corpus: Learned) -> Array:
    """One weight per term: the mean of both sources, weighted by the judgments behind each.

    The package's judgments are not the user's, however many there are, so they count for `WORTH` of the user's at
    most. If the corpus holds a term often enough to have seen the package's weight but sees none, the term weighs
    nothing.
    """
    counts = np.divide(package.holders * WORTH, package.holders + WORTH)
    together = np.maximum(1e-12, counts + corpus.holders)
    share = counts / together
    excess = share * package.excess + (1 - share) * corpus.excess
    spread = np.hypot(_times(share, package.spread), _times(1 - share, corpus.spread))
    overruled = (corpus.holders > ENOUGH) & (corpus.excess <= CLEAR * corpus.spread)
    return np.where((excess > CLEAR * spread) & ~overruled, excess, 0.0)


def _times(share: Array, spread: Array) -> Array:
    """Scale a spread by its share; a spread with no share may be infinite."""
    return np.where(share > 0, share * np.where(np.isfinite(spread), spread, 0.0), 0.0)


@cache
def package_prior() -> Prior:
    """The weights that come with the package."""
    with resources.as_file(resources.files("countercase.counterfactual").joinpath("data", FILE)) as path:
        return read_prior(path)


def read_prior(path: Path) -> Prior:
    """Read the weights that `write_prior` wrote."""
    from scipy import sparse

    with np.load(path, allow_pickle=False) as stored:
        places, learned = {}, {}
        for family in FAMILIES:
            places[family] = {token: row for row, token in enumerate(_lines(stored[f"{family}.tokens"]))}
            numbers = (stored[f"{family}.{name}"].astype(np.float64) for name in ("excess", "spread", "holders"))
            learned[family] = Learned(*numbers)
        facts = [*places["deeds"], *places["categories"]]
        lift, token, ends = (stored[f"profiles.{name}"] for name in ("lift", "token", "ends"))
        parts = (lift.astype(np.float64), token.astype(np.int32), ends.astype(np.int32))
        sections = _lines(stored["profiles.sections"])
        matrix = sparse.csr_matrix(parts, shape=(len(sections), len(facts)))
        return Prior(int(stored["judgments"]), places, learned, as_mapping(sections, facts, matrix))


def write_prior(
    path: Path,
    judgments: int,
    families: Mapping[str, tuple[Sequence[str], Learned]],
    profiles: Mapping[str, Mapping[str, float]],
) -> None:
    """Write the weights compactly: tokens as lines of text, numbers in 16 bits."""
    facts = [*families["deeds"][0], *families["categories"][0]]
    matrix = as_matrix(profiles, list(profiles), facts)
    arrays: dict[str, Any] = {
        "judgments": np.array(judgments),
        "profiles.sections": _text(list(profiles)),
        "profiles.lift": matrix.data.astype(np.float16),
        "profiles.token": matrix.indices.astype(np.uint16),
        "profiles.ends": matrix.indptr.astype(np.uint32),
    }
    for family, (tokens, learned) in families.items():
        arrays[f"{family}.tokens"] = _text(tokens)
        arrays[f"{family}.excess"] = learned.excess.astype(np.float16)
        arrays[f"{family}.spread"] = learned.spread.astype(np.float16)
        arrays[f"{family}.holders"] = learned.holders.astype(np.uint32)
    with whole_file(path, private=False) as file:
        np.savez_compressed(file, **arrays)


def _text(lines: Sequence[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(lines).encode("utf-8"), dtype=np.uint8)


def _lines(stored: Any) -> list[str]:
    return [line for line in stored.tobytes().decode("utf-8").split("\n") if line]
