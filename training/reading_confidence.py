"""Learns which readings of ingredients lawyers find right, and writes `facts/data/confidence.json`.

    python -m training.reading_confidence [--out FILE]

`training/ingredients/verdicts.csv` has what advocates said of each reading of some marked matters: R right, S another
status (`right`), N not engaged, W wrong. A reading is found again by its matter, ingredient and status; one that the
product no longer makes is passed over. The weights are fitted by logistic regression with a penalty; a matter that the
learned reader never learned from counts as several, for there it is no surer than it will be elsewhere. Printed, with
each matter judged by weights that were learned without it: how many readings of each confidence are right, of those.
"""

import argparse
import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from benchmarks.record import DATA
from numpy.typing import NDArray
from scipy.optimize import minimize

from countercase.facts.confidence import ReadingSigns, as_the_reader_sees_it, is_judged, signs_of
from countercase.facts.ingredients import read_ingredients
from countercase.facts.learned_reading import LearnedReading
from countercase.facts.lines import read_lines
from countercase.facts.lines.learned_events import read_events
from countercase.facts.narrative import read_narrative
from countercase.law.ingredients import tables
from countercase.models.clause_matcher import built_in_matcher

VERDICTS = Path("training/ingredients/verdicts.csv")
MATTERS = Path("benchmarks/matters")
LEARNED_FROM = Path("training/ingredients/judged")  # marks of the sets that the learned reader has learned from
OUT = Path("src/countercase/facts/data/confidence.json")
NEW_TO_READER = 4.0  # weight of a reading in a matter that the learned reader never learned from
PENALTY = 1.0  # on the squares of the weights
FOLDS = 10
BANDS = (0.0, 0.3, 0.55, 0.8, 1.0)  # not shown, in doubt, likely, no word of doubt
Row = tuple[str, str, str, str]  # set, matter, ingredient, status


@dataclass(frozen=True)
class Judged:
    """A reading that an advocate has judged."""

    matter: str
    signs: ReadingSigns
    is_right: bool
    is_new: bool  # to the learned reader


def main() -> None:
    """Fit the weights, print how well they tell right from wrong, and write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=OUT)
    given = parser.parse_args()
    judged = list(_judged())
    names = list(judged[0].signs.features())
    signs = np.array([list(reading.signs.features().values()) for reading in judged])
    right = np.array([reading.is_right for reading in judged], dtype=float)
    is_new = np.array([reading.is_new for reading in judged])
    counts = np.where(is_new, NEW_TO_READER, 1.0)
    matters = sorted({reading.matter for reading in judged})
    fold = np.array([matters.index(reading.matter) % FOLDS for reading in judged])
    expected = np.zeros(len(judged))
    for part in range(FOLDS):
        others = fold != part
        weights = _fit(signs[others], right[others], counts[others])
        expected[fold == part] = 1 / (1 + np.exp(-signs[fold == part] @ weights))
    _print_table(expected[is_new], right[is_new])
    weights = {name: round(float(weight), 3) for name, weight in zip(names, _fit(signs, right, counts), strict=True)}
    record = {"readings": len(judged), "matters": len(matters), "right": round(float(right.mean()), 3)}
    record["new_to_the_reader"] = int(is_new.sum())
    given.out.write_text(json.dumps({**record, "weights": weights}, indent=1) + "\n", encoding="utf-8")


def _judged() -> Iterator[Judged]:
    """Every reading of the product that an advocate has judged."""
    verdicts: dict[Row, list[tuple[str, str]]] = {}
    with VERDICTS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            key = (row["set"], row["matter"], row["ingredient"], row["status"])
            verdicts.setdefault(key, []).append((row["verdict"], row["right"]))
    learned_from = {path.stem for path in LEARNED_FROM.glob("*.json")}
    reader, law = built_in_matcher(), tables()
    for name in sorted({row[0] for row in verdicts}):
        path = DATA.parent / "matters" / "dev.json" if name == "dev" else MATTERS / f"{name}.json"
        for matter in json.loads(path.read_text(encoding="utf-8"))["matters"]:
            if not any(row[:2] == (name, matter["id"]) for row in verdicts):
                continue
            text = matter["narrative"]
            learned = LearnedReading(reader, read_narrative(text), law)
            lines = read_lines(text, events=read_events(text, reader))
            for read in read_ingredients(text, lines=lines, reader=reader, judged=False):
                if not is_judged(read, learned):
                    continue
                reading = as_the_reader_sees_it(read, learned, law)
                statuses = [way.status for way in read.each_way()] if reading is read else [read.status]
                for signs, status in zip(signs_of(reading, learned, law), statuses, strict=False):
                    left = verdicts.get((name, matter["id"], reading.id, str(status)))
                    if left:
                        verdict, right = left.pop(0)
                        is_right = verdict == "R" if signs.status is status else right == signs.status
                        yield Judged(f"{name} {matter['id']}", signs, is_right, name not in learned_from)


def _fit(signs: NDArray[np.float64], right: NDArray[np.float64], counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weights of the likeliest logistic regression; all but the first, the constant, are held small."""

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        odds = signs @ weights
        penalised = np.r_[0.0, weights[1:]]
        value = np.sum(counts * (np.logaddexp(0, odds) - right * odds)) + PENALTY / 2 * np.sum(penalised**2)
        return float(value), signs.T @ (counts * (1 / (1 + np.exp(-odds)) - right)) + PENALTY * penalised

    weights: NDArray[np.float64] = minimize(loss, np.zeros(signs.shape[1]), jac=True, method="L-BFGS-B").x
    return weights


def _print_table(expected: NDArray[np.float64], right: NDArray[np.float64]) -> None:
    """How many readings of each band of confidence there are, and how many of them are right."""
    print(f"{len(right)} readings, {right.mean():.3f} right")
    for low, high in pairwise(BANDS):
        within = (expected >= low) & (expected < high)
        print(f"{low:.2f} to {high:.2f}: {within.mean():.2f} of all, {right[within].mean():.2f} right")


if __name__ == "__main__":
    main()
