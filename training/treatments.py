"""Learns *relied on*, *distinguished* and *referred to* from the words printed in the Supreme Court Reports of 2023-24.

The label is the editors' ("Case Law Cited"), the features are words of the judgment proper alone. Judgments are held
out by a hash of their file name (`is_held_out`). Writes plain arrays; scikit-learn is needed here and nowhere else.

Run: python -m training.treatments [--data FOLDER]
"""

import argparse
import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from countercase.citator.catalogue import catalogue, same_parties
from countercase.citator.references import CitedDecision, cited_decisions
from countercase.citator.treatments import BUCKETS, by_phrases, cases_to_weigh, counts, weighted
from countercase.corpus.clean import clean
from countercase.domain.case import PrintedTreatment
from countercase.law.precedents import find_precedents

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import LogisticRegression

DATA = Path(__file__).parents[2] / "shared" / "data"
TARGET = Path(__file__).parents[1] / "src" / "countercase" / "citator" / "reliance.npz"
RELIED, DISTINGUISHED, REFERRED = "followed/relied", "distinguished", "referred"
CLASSES = {
    PrintedTreatment.RELIED_ON: RELIED,
    PrintedTreatment.FOLLOWED: RELIED,
    PrintedTreatment.APPROVED: RELIED,
    PrintedTreatment.AFFIRMED: RELIED,
    PrintedTreatment.DISTINGUISHED: DISTINGUISHED,
    PrintedTreatment.HELD_INAPPLICABLE: DISTINGUISHED,
    PrintedTreatment.REFERRED_TO: REFERRED,
}
CLASS_ORDER = (RELIED, DISTINGUISHED, REFERRED)  # as in `reliance.Weighed`
PENALTY = 1.0
SEEN = 3  # cases that must share a bucket
_STRONGEST = (DISTINGUISHED, RELIED, REFERRED)
_BODY = re.compile(
    r"/ ?of the Supreme Court|of the Court (?:was|were) (?:delivered|passed)(?: by)?"
    r"|Advs?\. for the (?:Respondents?|Appellants?|Petitioners?|appearing parties|parties)\."
)


@dataclass(frozen=True, slots=True)
class Labelled:
    """One judgment without its headnote, the cases it cites, and the editors' class of those they list."""

    id: str
    body: str
    cited: tuple[CitedDecision, ...]
    classes: dict[int, str]  # place in `cited` -> class


def labelled_judgments(data: Path) -> Iterator[Labelled]:
    """Every judgment of the Reports whose editors list the cases cited."""
    for path in sorted((data / "caselaw" / "scr_2023_2024").glob("*.txt")):
        text = clean(path.read_text(encoding="utf-8", errors="replace")).text
        start = body_start(text)
        listed = _listed(text[:start]) if start else []
        if listed:
            body = text[start:]
            cited = cited_decisions(body)
            yield Labelled(path.stem, body, cited, _classes(listed, cited))


def is_held_out(name: str) -> bool:
    """A fifth of the judgments, by a hash of the file name."""
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % 5 == 0


def body_start(text: str) -> int:
    """Where the judgment proper begins, after headnote and appearances; 0 where that cannot be told."""
    found = list(_BODY.finditer(text, 0, int(len(text) * 0.6)))
    if not found:
        return 0
    return found[-1].end() if found[-1].start() < len(text) * 0.5 else found[0].end()


def _listed(head: str) -> list[tuple[str, set[str], str]]:
    """Name, citations and class of the cases in the editors' list."""
    return [
        (mention.name or "", _parallel(c.normal for c in mention.citations), CLASSES[mention.treatment])
        for mention in find_precedents(head)
        if mention.citations and mention.treatment in CLASSES
    ]


def _parallel(citations: Iterator[str]) -> set[str]:
    known = catalogue()
    signs: set[str] = set()
    for citation in citations:
        found = known.by_citation(citation)
        signs |= {citation, *(found[0].citations if len(found) == 1 else ())}
    return signs


def _classes(listed: list[tuple[str, set[str], str]], cited: tuple[CitedDecision, ...]) -> dict[int, str]:
    signs = [_parallel(iter(decision.citations)) for decision in cited]
    classes: dict[int, str] = {}
    for name, citations, label in listed:
        places = [place for place in range(len(cited)) if signs[place] & citations]
        if not places and name:
            places = [place for place, decision in enumerate(cited) if same_parties(name, decision.name)]
        if places:
            earlier = classes.get(places[0], label)
            classes[places[0]] = min(label, earlier, key=_STRONGEST.index)
    return classes


def examples(data: Path) -> Iterator[tuple[str, Counter[int], Counter[int], str]]:
    """Judgment, counted words and counted other features, and class of every listed case."""
    for judgment in labelled_judgments(data):
        cases = cases_to_weigh(by_phrases(judgment.body, judgment.cited))
        for place, label in judgment.classes.items():
            yield judgment.id, *counts(judgment.body, cases[judgment.cited[place].id]), label


def rarity_of(words: Sequence[Counter[int]]) -> np.ndarray:
    """How rare each bucket is; zero for one that fewer than three cases have."""
    seen = np.zeros(BUCKETS)
    for counted in words:
        seen[list(counted)] += 1
    rarity = np.log((1 + len(words)) / (1 + seen)) + 1
    rarity[seen < SEEN] = 0
    return rarity.astype(np.float32)


def matrix(rows: Sequence[tuple[Counter[int], Counter[int]]], rarity: np.ndarray) -> "csr_matrix":
    """One sparse row per case, as `countercase.citator.treatments.features` weighs it."""
    from scipy.sparse import csr_matrix

    values: list[float] = []
    columns: list[int] = []
    ends = [0]
    for words, rest in rows:
        buckets, weights = weighted(words, rest, rarity)
        columns += buckets.tolist()
        values += weights.tolist()
        ends.append(len(columns))
    return csr_matrix((values, columns, ends), shape=(len(rows), BUCKETS))


def fit(table: "csr_matrix", labels: np.ndarray) -> "LogisticRegression":
    """A balanced linear model of the three classes."""
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(C=PENALTY, max_iter=200, class_weight="balanced").fit(table, labels)


def factors_by_folds(table: "csr_matrix", labels: np.ndarray, judgments: Sequence[str]) -> tuple[np.ndarray, float]:
    """The factors of the classes that give the best macro-F1 over five folds of the training judgments."""
    from sklearn.metrics import f1_score

    folds = np.array([int(hashlib.sha256(f"fold {name}".encode()).hexdigest(), 16) % 5 for name in judgments])
    likely = np.zeros((len(labels), len(CLASS_ORDER)))
    for fold in range(5):
        likely[folds == fold] = fit(table[folds != fold], labels[folds != fold]).predict_proba(table[folds == fold])
    best = (0.0, np.ones(3))
    for relied in np.linspace(0.6, 2.4, 10):
        for distinguished in np.linspace(0.4, 4, 13):
            factors = np.array([relied, distinguished, 1.0])
            score = float(f1_score(labels, (likely * factors).argmax(axis=1), average="macro"))
            if score > best[0]:
                best = (score, factors)
    return best[1], best[0]


def main() -> None:
    """Fit and write the arrays."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    options = parser.parse_args()
    rows = [row for row in examples(options.data) if not is_held_out(row[0])]
    rarity = rarity_of([words for _, words, _, _ in rows])
    table = matrix([(words, rest) for _, words, rest, _ in rows], rarity)
    labels = np.array([CLASS_ORDER.index(label) for *_, label in rows])
    factors, score = factors_by_folds(table, labels, [name for name, *_ in rows])
    model = fit(table, labels)
    scale = np.abs(model.coef_).max() / 127
    np.savez_compressed(
        TARGET,
        weights=np.round(model.coef_ / scale).astype(np.int8),
        scale=np.float32(scale),
        bias=model.intercept_.astype(np.float32),
        factors=factors.astype(np.float32),
        rarity=rarity.astype(np.float16),
    )
    print(len(labels), "cases; macro-F1 by folds", round(score, 3), factors, TARGET.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
