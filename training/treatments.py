"""Learns *relied on* against *referred to* from the treatment words in the Supreme Court Reports of 2023-24.

The label is the editors' ("Case Law Cited"), the features are words of the judgment proper alone. Judgments are held
out by a hash of their file name (`is_held_out`). Writes plain arrays; scikit-learn is needed here and nowhere else.

Run: python -m training.treatments [--data FOLDER]
"""

import argparse
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from countercase.citator.catalogue import catalogue
from countercase.citator.names import same_parties
from countercase.citator.references import CitedDecision, cited_decisions
from countercase.citator.reliance import BUCKETS, features
from countercase.corpus.clean import clean
from countercase.domain.case import PrintedTreatment
from countercase.law.precedents import find_precedents

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


def main() -> None:
    """Fit and write the arrays."""
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import LogisticRegression

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    options = parser.parse_args()
    rows: list[int] = []
    columns: list[int] = []
    values: list[float] = []
    labels: list[int] = []
    for judgment in labelled_judgments(options.data):
        if is_held_out(judgment.id):
            continue
        for place, label in judgment.classes.items():
            if label == DISTINGUISHED:
                continue
            buckets, weights = features(judgment.body, judgment.cited[place].mentions)
            rows.extend([len(labels)] * len(buckets))
            columns.extend(buckets.tolist())
            values.extend(weights.tolist())
            labels.append(label == RELIED)
    matrix = csr_matrix((values, (rows, columns)), shape=(len(labels), BUCKETS))
    model = LogisticRegression(C=1.0, max_iter=500, class_weight="balanced").fit(matrix, labels)
    np.savez_compressed(TARGET, weights=model.coef_[0].astype(np.float16), bias=np.float32(model.intercept_[0]))
    print(len(labels), "cases,", sum(labels), "relied on;", TARGET.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
