"""Measures classes of treatment by folds, and weighs the reader's scores with plain features by gradient-boosted trees.

The trees need LightGBM and run where the windows were written, on what the GPU machine brought back:

    python -m training.treatment_figures FOLDER/reports.npz OUT/scores.npz
"""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

CLASSES = ("followed/relied", "distinguished", "referred")  # as training.treatments.CLASS_ORDER
TREES = {"n_estimators": 150, "learning_rate": 0.03, "num_leaves": 7, "min_child_samples": 25, "verbosity": -1}


def f1_of(labels: np.ndarray, read: np.ndarray) -> list[float]:
    """F1 of each class."""
    scores = []
    for number in range(3):
        right = int(((labels == number) & (read == number)).sum())
        wrong = int(((labels == number) != (read == number)).sum())
        scores.append(2 * right / (2 * right + wrong) if right else 0.0)
    return scores


def best_factors(labels: np.ndarray, likely: np.ndarray) -> np.ndarray:
    """The factors of the classes that give the best macro-F1."""
    best = (-1.0, np.ones(3))
    for relied in np.linspace(0.5, 2.5, 11):
        for distinguished in np.linspace(0.3, 4, 16):
            factors = np.array([relied, distinguished, 1.0])
            score = sum(f1_of(labels, (likely * factors).argmax(1)))
            if score > best[0]:
                best = (score, factors)
    return best[1]


def figures(labels: np.ndarray, likely: np.ndarray, folds: np.ndarray) -> dict[str, Any]:
    """F1 by folds, the factors of each fold chosen on the others; and how many are distinguished at a precision."""
    read = np.zeros(len(labels), dtype=np.int64)
    for fold in np.unique(folds):
        inside = folds == fold
        factors = best_factors(labels[~inside], likely[~inside]) if (~inside).any() else np.ones(3)
        read[inside] = (likely[inside] * factors).argmax(1)
    scores = f1_of(labels, read)
    precisions = [float((labels[read == n] == n).mean()) if (read == n).any() else 0.0 for n in range(3)]
    order = np.argsort(-likely[:, 1])
    right = np.cumsum(labels[order] == 1)
    recalls = {}
    for wanted in (0.9, 0.8, 0.7, 0.6, 0.5):
        enough = np.flatnonzero(right >= wanted * np.arange(1, len(right) + 1))
        recalls[str(wanted)] = round(float(right[enough[-1]] / max(1, right[-1])), 3) if len(enough) else 0.0
    return {
        "macro_f1": round(sum(scores) / 3, 3),
        "f1": dict(zip(CLASSES, (round(score, 3) for score in scores), strict=True)),
        "precision": dict(zip(CLASSES, (round(p, 3) for p in precisions), strict=True)),
        "distinguished: recall at precision": recalls,
        "factors": best_factors(labels, likely).round(2).tolist(),
    }


def by_trees(features: np.ndarray, labels: np.ndarray, folds: np.ndarray) -> np.ndarray:
    """Shares of each class by folds of gradient-boosted trees."""
    from lightgbm import LGBMClassifier

    likely = np.zeros((len(labels), 3))
    for fold in np.unique(folds):
        inside = folds == fold
        model = LGBMClassifier(class_weight="balanced", subsample=0.8, subsample_freq=1, random_state=1, **TREES)
        likely[inside] = model.fit(features[~inside], labels[~inside]).predict_proba(features[inside])
    return likely


def main(reports: Path, scores: Path) -> None:
    """Print the figures of every configuration, alone and with the plain features."""
    stored, read = dict(np.load(reports)), dict(np.load(scores))
    chosen = read["development"]
    labels, folds = stored["labels"][chosen].astype(int), stored["folds"][chosen]
    plain = stored["features"][chosen].astype(np.float32)
    print("plain features, trees:", json.dumps(figures(labels, by_trees(plain, labels, folds), folds)))
    runs = [name for name in read if name.endswith("alone") or " seed " in name]
    mean = np.mean([read[name] for name in runs if " seed " in name], axis=0)
    for name, likely in {**{run: read[run] for run in runs}, "mean of the seeds": mean}.items():
        both = by_trees(np.concatenate([plain, np.log(likely + 1e-4)], 1), labels, folds)
        print(name + ":", json.dumps(figures(labels, likely, folds)))
        print(name + ", trees:", json.dumps(figures(labels, both, folds)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
