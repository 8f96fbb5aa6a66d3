"""Learns the weights of `countercase.corpus.roles` from judgments whose sentences carry rhetorical roles.

Run: python -m training.sentence_roles            train on the training part and write the weights
     python -m training.sentence_roles --check    five folds by hash over the training part; nothing is written

The features of `training.section_roles` and those of the surroundings are trained together in one chain.
"""

import hashlib
import json
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from countercase.corpus.roles import (
    ROLES,
    SCALE,
    SENTENCE_WEIGHTS,
    SentenceRoles,
    context_features,
    sentence_roles_from,
)
from training import section_roles
from training.section_roles import Judgment, Weights, f1_by_role, features_of, load

OUT = Path(__file__).parents[1] / "src" / "countercase" / "corpus" / "data" / SENTENCE_WEIGHTS
PENALTY = 50.0  # of squared weights; 25 and 10 are as good within the noise of five folds (--check)
KEPT = 5000  # features in the file
PRIORS = [1.0, 4.0, 1.5, 1.3, 1.2, 1.0, 1.5]  # rarer roles count as much as common ones in macro-F1; chosen by --check
FOLDS = 5
_CONTEXT = "z"  # kind of a context feature among the features of `section_roles`


def fold_of(sentences: list[str]) -> int:
    """The fold of a judgment, by the hash of its text."""
    return int(hashlib.sha256("\n".join(sentences).encode()).hexdigest(), 16) % FOLDS


def all_features(sentences: list[str]) -> list[Counter[str]]:
    """Words, places and surroundings of each sentence."""
    rows = features_of(sentences)
    for row, context in zip(rows, context_features(sentences), strict=True):
        row.update({f"{_CONTEXT}:{name}": value for name, value in context.items()})
    return rows


def fit(documents: list[list[Counter[str]]], labels: list[np.ndarray]) -> SentenceRoles:
    """The model of the given judgments, as it is after a round trip through the weights file."""
    return sentence_roles_from(stored(_weights(documents, labels)))


def _weights(documents: list[list[Counter[str]]], labels: list[np.ndarray]) -> Weights:
    section_roles.KEPT = KEPT
    return section_roles.train(documents, labels, PENALTY)


def stored(weights: Weights) -> dict[str, object]:
    """The weights file: that of `section_roles`, with a row a context feature beside it."""
    prefix = f"{_CONTEXT}:"
    names = [name for name in weights.features if name.startswith(prefix)]
    context = {
        name.removeprefix(prefix): [round(SCALE * float(v)) for v in weights.emit[weights.features[name]]]
        for name in names
    }
    priors = [round(SCALE * value) for value in PRIORS]
    return {**section_roles.export(weights), "priors": priors, "context": context}


def out_of_fold(judgments: list[Judgment]) -> list[np.ndarray]:
    """The probabilities of every judgment by a model that has not seen it."""
    documents = [all_features(sentences) for sentences, _ in judgments]
    folds = [fold_of(sentences) for sentences, _ in judgments]
    found: list[np.ndarray] = [np.zeros(0)] * len(judgments)
    for fold in sorted(set(folds)):
        kept = [i for i, other in enumerate(folds) if other != fold]
        model = fit([documents[i] for i in kept], [judgments[i][1] for i in kept])
        for i in (i for i, other in enumerate(folds) if other == fold):
            found[i] = model.probabilities(judgments[i][0])
        print(f"fold {fold}: {folds.count(fold)} judgments", flush=True)
    return found


def check() -> None:
    """What a change of features is worth."""
    judgments = load("train")
    likely = np.concatenate(out_of_fold(judgments))
    truth = np.concatenate([labels for _, labels in judgments])
    for priors in ([1.0] * len(ROLES), PRIORS):
        scores = f1_by_role(truth, (likely * priors).argmax(axis=1), len(ROLES))
        print(priors, f"macro {np.mean(scores):.3f}", [f"{score:.2f}" for score in scores])


def main() -> None:
    """Train on the training part and write the weights."""
    if "--check" in sys.argv:
        check()
        return
    judgments = load("train")
    documents = [all_features(sentences) for sentences, _ in judgments]
    weights = stored(_weights(documents, [labels for _, labels in judgments]))
    OUT.write_text(json.dumps(weights, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"{OUT.name}: {OUT.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
