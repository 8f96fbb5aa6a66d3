"""Learns which points counsel asks about first, and writes `counterfactual/data/question_order.json`.

    python -m training.question_order [--out FILE] [--leave-out SET ...]

Reads the marked matters of `benchmarks/matters` and, where it is there, `../shared/matters/dev.json`. A point of a
matter (an ingredient with a mention, or a line of law) counts as asked about where a question that the author listed
quotes its words and names its provision. The features are those of the product; the weights are fitted by logistic
regression with a penalty, and how often a point is asked about is counted without the matter at hand. `--leave-out`
keeps sets back for a check. Only numbers are written, no text.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.record import DATA
from numpy.typing import NDArray
from scipy.optimize import minimize

from countercase.counterfactual.law_reading import MatterReading, read_matter_with
from countercase.counterfactual.question_order import (
    Features,
    Seen,
    Surroundings,
    ingredient_features,
    line_features,
    line_point,
    usually_asked,
)
from countercase.counterfactual.questions import surroundings
from countercase.domain.checklist import IngredientReading, LawLine
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.extract import extract_facts
from countercase.law.ingredients import either_code
from countercase.models.clause_matcher import built_in_matcher

MATTERS = Path("benchmarks/matters")
OUT = Path("src/countercase/counterfactual/data/question_order.json")
# Sets whose authors listed the questions that they would ask first.
SETS = (
    "fresh second third fourth fifth sixth seventh tenth eleventh twelfth fourteenth fifteenth sixteenth seventeenth"
    " eighteenth nineteenth twentieth twentyfirst twentysecond twentythird"
).split()
PENALTY = 3.0  # on the squares of the weights, of features scaled to unit deviation


@dataclass(frozen=True)
class Point:
    """A point of a matter: an ingredient or a line, and whether its author would ask about it first."""

    about: IngredientReading | LawLine
    around: Surroundings
    is_asked: bool

    @property
    def key(self) -> tuple[str, str]:
        """The name of the point and its status or side."""
        if isinstance(self.about, LawLine):
            return line_point(self.about), self.about.stands.value
        return self.about.id, self.about.status.value

    def features(self, seen: Seen, share_asked: float) -> Features:
        """As the product sees them, but with counts that leave this matter out."""
        usually = usually_asked(seen, share_asked, *self.key, leaving_out=int(self.is_asked))
        if isinstance(self.about, LawLine):
            return line_features(self.about, usually)
        return ingredient_features(self.about, self.around, usually)


def main() -> None:
    """Gather, count, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--leave-out", nargs="*", default=[], help="sets that are not learned from")
    given = parser.parse_args()
    paths = [MATTERS / f"{name}.json" for name in SETS if name not in given.leave_out]
    development = DATA.parent / "matters" / "dev.json"
    if development.is_file() and "dev" not in given.leave_out:
        paths.append(development)
    points = [point for path in paths for matter in matters_of(path) for point in points_of(matter)]
    seen = count(points)
    share_asked = sum(point.is_asked for point in points) / len(points)
    features = [point.features(seen, share_asked) for point in points]
    base, weights = fit(features, [point.is_asked for point in points])
    stored = {
        "share_asked": round(share_asked, 4),
        "points": len(points),
        "base": round(base, 4),
        "weights": {name: round(weight, 4) for name, weight in sorted(weights.items())},
        "seen": {name: seen[name] for name in sorted(seen)},
    }
    given.out.write_text(json.dumps(stored, indent=None, separators=(",", ":"), sort_keys=False) + "\n", "utf-8")
    print(f"{len(points)} points, {share_asked:.3f} asked about")
    for name, weight in sorted(weights.items(), key=lambda item: -abs(item[1])):
        print(f"{weight:8.3f}  {name}")


def matters_of(path: Path) -> list[dict[str, Any]]:
    """The matters of a set that list questions."""
    return [matter for matter in json.loads(path.read_text("utf-8"))["matters"] if matter.get("good_changes")]


def points_of(matter: dict[str, Any]) -> Iterable[Point]:
    """Every point of a matter that has words, as the product reads it."""
    text = matter["narrative"]
    reading = read_matter_with(built_in_matcher(), extract_facts(text))
    asked = [(_place(text, each["quote"]), _bases(each["provision"])) for each in matter["good_changes"]]
    around = surroundings(reading)
    for about in _with_words(reading):
        provisions = about.provisions if isinstance(about, LawLine) else (about.provision, *about.also)
        bases = {other.base for provision in provisions for other in (provision, *either_code(provision))}
        is_asked = any(
            not bases.isdisjoint(wanted) and any(span.overlaps(quote) for span in about.spans)
            for quote, wanted in asked
        )
        subject = about.subject if isinstance(about, IngredientReading) else ""
        yield Point(about, around.get(subject, Surroundings(text, 0.0, is_cited=False)), is_asked)


def _with_words(reading: MatterReading) -> Iterable[IngredientReading | LawLine]:
    yield from (ingredient for ingredient in reading.ingredients if ingredient.spans)
    yield from reading.lines


def _place(text: str, quote: str) -> Span:
    start = text.index(quote)
    return Span(start, start + len(quote))


def _bases(provisions: Iterable[str]) -> set[str]:
    parsed = [Provision.parse(provision) for provision in provisions]
    return {other.base for provision in parsed for other in (provision, *either_code(provision))}


def count(points: Iterable[Point]) -> dict[str, dict[str, tuple[int, int]]]:
    """How often each point was asked about, and how often it was there, by status or side."""
    asked: Counter[tuple[str, str]] = Counter()
    times: Counter[tuple[str, str]] = Counter()
    for point in points:
        times[point.key] += 1
        asked[point.key] += point.is_asked
    seen: dict[str, dict[str, tuple[int, int]]] = {}
    for name, state in times:
        seen.setdefault(name, {})[state] = (asked[name, state], times[name, state])
    return seen


def fit(features: Sequence[Features], asked: Sequence[bool]) -> tuple[float, dict[str, float]]:
    """The base and the weights of a logistic regression with a penalty."""
    names = sorted({name for each in features for name in each})
    table = np.array([[each.get(name, 0.0) for name in names] for each in features])
    mean, deviation = table.mean(axis=0), table.std(axis=0) + 1e-9
    scaled = np.column_stack([(table - mean) / deviation, np.ones(len(table))])
    labels = np.array(asked, dtype=float)

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        chance = 1 / (1 + np.exp(-(scaled @ weights)))
        likelihood = labels * np.log(chance + 1e-12) + (1 - labels) * np.log(1 - chance + 1e-12)
        gradient = scaled.T @ (chance - labels)
        gradient[:-1] += 2 * PENALTY * weights[:-1]
        return float(-likelihood.sum() + PENALTY * (weights[:-1] ** 2).sum()), gradient

    found = minimize(loss, np.zeros(scaled.shape[1]), jac=True, method="L-BFGS-B").x
    weights = found[:-1] / deviation
    return float(found[-1] - weights @ mean), dict(zip(names, weights.tolist(), strict=True))


if __name__ == "__main__":
    main()
