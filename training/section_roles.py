"""Learns the weights of `countercase.corpus.roles` from judgments whose sentences carry rhetorical roles.

Run: python -m training.section_roles [--check]     (--check: five-fold cross-validation on the training part only)
A linear-chain conditional random field, trained by L-BFGS. Only words and word pairs that occur in several judgments
become features; the weakest are dropped and the rest trained again, so the file stays small.
"""

import json
import sys
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.record import DATA
from scipy import sparse
from scipy.optimize import minimize

from countercase.corpus.roles import ROLES, SCALE, SECTION_WEIGHTS, is_quoted, model_from, place_features, tokens

OUT = Path(__file__).parents[1] / "src" / "countercase" / "corpus" / "data" / SECTION_WEIGHTS
MIN_JUDGMENTS = 3  # a word or pair must occur in so many
KEPT = 5000  # features in the file
PENALTY = 25.0  # of squared weights; chosen by --check
SEGMENT = 64  # sentences that are trained on as one chain
PRIORS = [1.0, 2.0, 1.2, 1.2, 1.1, 1.0, 1.3]  # rarer roles count as much as common ones in macro-F1; chosen by --check
# Words that do the same work; each group is a feature of its own, so that a rare member profits from a common one.
GROUPS = {
    "argue": (
        "submitted contended urged argued contends submits argues urges contention contentions submission "
        "submissions argument arguments canvassed pleaded plea"
    ),
    "counsel": "counsel advocate mr shri sri ms solicitor attorney behalf senior",
    "below": "high tribunal sessions magistrate trial appellate commissioner single division",
    "decided": (
        "held dismissed allowed convicted acquitted sentenced confirmed affirmed reversed upheld observed "
        "found directed ruled"
    ),
    "we": "we our us ourselves",
    "plain": "settled trite evident clear obvious manifest apparent elementary",
    "infer": "therefore thus hence accordingly consequently",
    "dispose": "costs disposed aside bail forthwith quashed restored dismissed allowed remitted",
    "enact": (
        "section act article rule clause sub proviso means includes notwithstanding code schedule subsection amendment"
    ),
    "report": "scc air scr supra indlaw case decision bench ratio reported overruled followed",
    "happen": (
        "fir police murder complaint witness deceased accused injuries lodged arrested died married house "
        "village occurrence"
    ),
    "month": "january february march april may june july august september october november december",
}
WORD_GROUP = {word: name for name, words in GROUPS.items() for word in words.split()}
Judgment = tuple[list[str], np.ndarray]


@dataclass(frozen=True)
class Weights:
    """What training gives: a row a feature, and the two tables of the chain."""

    features: dict[str, int]
    emit: np.ndarray
    transitions: np.ndarray
    start: np.ndarray


def load(part: str) -> list[Judgment]:
    """Sentences and roles of each judgment of a part."""
    stored = json.loads((DATA / "caselaw" / "rhetorical_roles" / f"paheli-{part}.json").read_text(encoding="utf-8"))
    order = {role: place for place, role in enumerate(ROLES)}
    judgments = []
    for entry in stored:
        values = [sentence["value"] for sentence in entry["annotations"][0]["result"]]
        judgments.append(([v["text"] for v in values], np.array([order[v["labels"][0]] for v in values])))
    return judgments


def features_of(sentences: list[str]) -> list[Counter[str]]:
    """Counted features of each sentence: o own word, b before, a after, p pair, f first word, q first pair, d place."""
    split = [[token.decode() for token in tokens(sentence)] for sentence in sentences]
    bags = [_bag(part) for part in split]
    rows = []
    for place, part in enumerate(split):
        row = Counter({f"o:{word}": n for word, n in bags[place].items()})
        row.update(f"p:{a} {b}" for a, b in pairwise(part))
        if part:
            row[f"f:{part[0]}"] += 1
        if len(part) > 1:
            row[f"q:{part[0]} {part[1]}"] += 1
        if place:
            row.update({f"b:{word}": n for word, n in bags[place - 1].items()})
        if place + 1 < len(split):
            row.update({f"a:{word}": n for word, n in bags[place + 1].items()})
        rows.append(row)
    lengths = np.array([len(part) for part in split])
    quoted = [is_quoted(sentence) for sentence in sentences]
    for name, where in place_features(lengths, quoted):
        for place in np.arange(len(rows))[where]:
            rows[place][f"d:{name}"] = 1
    return rows


def _bag(words: list[str]) -> Counter[str]:
    bag = Counter(words)
    bag.update(f"*{WORD_GROUP[word]}" for word in words if word in WORD_GROUP)
    return bag


def vocabulary(documents: list[list[Counter[str]]]) -> dict[str, int]:
    """Features that enough judgments have; a pair only where both of its words are in."""
    seen: Counter[str] = Counter()
    for rows in documents:
        seen.update(set().union(*rows))
    kept = {name for name, n in seen.items() if n >= MIN_JUDGMENTS or name.startswith("d:")}
    return {name: place for place, name in enumerate(sorted(kept))}


def matrix(rows: list[Counter[str]], features: dict[str, int]) -> sparse.csr_matrix:
    """Counts as a sparse matrix."""
    entries = [(i, features[name], n) for i, row in enumerate(rows) for name, n in row.items() if name in features]
    i, j, n = zip(*entries, strict=True)
    return sparse.csr_matrix((np.array(n, float), (i, j)), shape=(len(rows), len(features)))


def train(documents: list[list[Counter[str]]], labels: list[np.ndarray], penalty: float = PENALTY) -> Weights:
    """Twice: with every feature, then with the strongest."""
    features = vocabulary(documents)
    first = _fit(documents, labels, features, penalty)
    strength = np.abs(first.emit).max(axis=1)
    ranked = sorted(features, key=lambda name: (name[:2] != "d:", -strength[features[name]], name))
    kept = {name: place for place, name in enumerate(sorted(ranked[:KEPT]))}
    return _fit(documents, labels, kept, penalty)


def _fit(
    documents: list[list[Counter[str]]], labels: list[np.ndarray], features: dict[str, int], penalty: float
) -> Weights:
    rows, truths = [], []
    for document, truth in zip(documents, labels, strict=True):
        for start in range(0, len(truth), SEGMENT):
            rows.append(matrix(document[start : start + SEGMENT], features))
            truths.append(truth[start : start + SEGMENT])
    objective = _Objective(rows, truths, penalty)
    found = minimize(objective, np.zeros(objective.size), jac=True, method="L-BFGS-B", options={"maxiter": 80})
    return Weights(features, *objective.unpack(found.x))


class _Objective:
    """Negative log-likelihood of all chains and its gradient; chains are padded to one length and run side by side."""

    def __init__(self, rows: list[sparse.csr_matrix], truths: list[np.ndarray], penalty: float) -> None:
        self.x = sparse.vstack(rows).tocsr()
        self.xt = self.x.T.tocsr()
        self.truth = np.concatenate(truths)
        self.penalty = penalty
        self.k = len(ROLES)
        lengths = [len(truth) for truth in truths]
        self.mask = np.arange(max(lengths))[None, :] < np.array(lengths)[:, None]
        self.counted = np.zeros((self.k, self.k))
        self.starts = np.zeros(self.k)
        for truth in truths:
            np.add.at(self.counted, (truth[:-1], truth[1:]), 1)
            self.starts[truth[0]] += 1
        self.size = (self.x.shape[1] + self.k + 1) * self.k

    def unpack(self, theta: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Emission, transition and start weights."""
        cut, k = self.x.shape[1] * self.k, self.k
        return theta[:cut].reshape(-1, k), theta[cut : cut + k * k].reshape(k, k), theta[-k:]

    def __call__(self, theta: np.ndarray) -> tuple[float, np.ndarray]:
        emit, move, start = self.unpack(theta)
        flat = self.x @ emit
        padded = np.zeros((*self.mask.shape, self.k))
        padded[self.mask] = flat
        forward, backward = self._forward(padded, move, start), self._backward(padded, move)
        total = _logsum(forward[:, -1], 1)
        marginal = np.exp(forward + backward - total[:, None, None])
        pairs = np.zeros_like(move)
        for t in range(1, padded.shape[1]):
            ahead = padded[:, t] + backward[:, t] - total[:, None]
            joint = np.exp(forward[:, t - 1][:, :, None] + move[None] + ahead[:, None, :])
            pairs += (joint * self.mask[:, t][:, None, None]).sum(axis=0)
        chosen = flat[np.arange(len(self.truth)), self.truth].sum()
        loss = total.sum() - chosen - (self.counted * move).sum() - (self.starts * start).sum()
        loss += 0.5 * self.penalty * (emit**2).sum() + 0.05 * (move**2).sum()
        gradient = self.xt @ (marginal[self.mask] - np.eye(self.k)[self.truth]) + self.penalty * emit
        steps = pairs - self.counted + 0.1 * move
        return float(loss), np.concatenate([gradient.ravel(), steps.ravel(), marginal[:, 0].sum(0) - self.starts])

    def _forward(self, padded: np.ndarray, move: np.ndarray, start: np.ndarray) -> np.ndarray:
        forward = np.empty_like(padded)
        forward[:, 0] = padded[:, 0] + start
        for t in range(1, padded.shape[1]):
            step = _logsum(forward[:, t - 1][:, :, None] + move[None], 1) + padded[:, t]
            forward[:, t] = np.where(self.mask[:, t][:, None], step, forward[:, t - 1])
        return forward

    def _backward(self, padded: np.ndarray, move: np.ndarray) -> np.ndarray:
        backward = np.zeros_like(padded)
        for t in range(padded.shape[1] - 2, -1, -1):
            step = _logsum(move[None] + (padded[:, t + 1] + backward[:, t + 1])[:, None, :], 2)
            backward[:, t] = np.where(self.mask[:, t + 1][:, None], step, 0.0)
        return backward


def _logsum(values: np.ndarray, axis: int) -> np.ndarray:
    top = values.max(axis=axis, keepdims=True)
    summed: np.ndarray = (top + np.log(np.exp(values - top).sum(axis=axis, keepdims=True))).squeeze(axis)
    return summed


def export(weights: Weights) -> dict[str, Any]:
    """The weights file: groups are folded into their words, and everything is whole hundredths."""
    width = len(ROLES)

    def row(kind: str, name: str) -> np.ndarray:
        place = weights.features.get(f"{kind}:{name}")
        return np.zeros(width) if place is None else weights.emit[place]

    names = {kind: [n[2:] for n in weights.features if n.startswith(f"{kind}:")] for kind in "obapfqd"}
    pairs, openings = names["p"], names["q"]
    words = {name for kind in "obaf" for name in names[kind] if not name.startswith("*")} | set(WORD_GROUP)
    words |= {word for pair in (*pairs, *openings) for word in pair.split(" ")}

    def with_group(kind: str, word: str) -> np.ndarray:
        group = WORD_GROUP.get(word)
        return row(kind, word) + (row(kind, f"*{group}") if group else 0)

    return {
        "priors": _whole(PRIORS),
        "start": _whole(weights.start),
        "transitions": [_whole(line) for line in weights.transitions],
        "places": {name: _whole(row("d", name)) for name in names["d"]},
        "openings": {word: _whole(row("f", word)) for word in sorted(names["f"])},
        # A word before the sentence weighs on it, so its row is used one sentence later; and the other way round.
        "words": {w: _whole([*with_group("o", w), *with_group("b", w), *with_group("a", w)]) for w in sorted(words)},
        "pairs": {pair: _whole(row("p", pair)) for pair in sorted(pairs)},
        "opening_pairs": {pair: _whole(row("q", pair)) for pair in sorted(openings)},
    }


def _whole(values: Any) -> list[int]:
    return [round(SCALE * float(value)) for value in values]


def f1_by_role(truth: np.ndarray, found: np.ndarray, count: int) -> list[float]:
    """F1 of each label."""
    scores = []
    for label in range(count):
        both = ((truth == label) & (found == label)).sum()
        scores.append(float(2 * both / max(1, (truth == label).sum() + (found == label).sum())))
    return scores


def check() -> None:
    """Five folds over the training part: what a change of features or penalty is worth."""
    judgments = load("train")
    documents = [features_of(sentences) for sentences, _ in judgments]
    folds = [np.random.default_rng(0).permutation(len(judgments))[i::5] for i in range(5)]
    for penalty in [float(value) for value in sys.argv[2:]] or [PENALTY]:
        truth, found = [], []
        for fold in folds:
            kept = [i for i in range(len(judgments)) if i not in fold]
            model = model_from(export(train([documents[i] for i in kept], [judgments[i][1] for i in kept], penalty)))
            for i in fold:
                truth.append(judgments[i][1])
                found.append(model.probabilities(judgments[i][0]))
        y, p = np.concatenate(truth), np.concatenate(found)
        for priors in ([1.0] * 7, PRIORS, [1, 3, 1.3, 1.3, 1.2, 1, 1.3]):
            scores = f1_by_role(y, (p * priors).argmax(axis=1), len(ROLES))
            print(penalty, priors, f"macro {np.mean(scores):.3f}", [f"{s:.2f}" for s in scores], flush=True)


def main() -> None:
    """Train on the training part and write the weights."""
    if "--check" in sys.argv:
        check()
        return
    judgments = load("train")
    weights = train([features_of(sentences) for sentences, _ in judgments], [labels for _, labels in judgments])
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(export(weights), separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"{OUT.name}: {OUT.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
