"""How the encoders rank and how fast they are, against BM25, on the citation set and on AILA.

Run: python -m benchmarks.encoders --citation-set DIR [--encoder NAME_OR_FOLDER ...]
A case's score is the mean over query windows (120 words) of the maximum over its passages (180 words). NDCG is binary.
"""

import argparse
import csv
import json
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.record import DATA, write_result
from countercase.domain.ranking import Encoder
from countercase.evaluation.testset import Candidate, QuerySet, from_files, keep, load
from countercase.models.encoders import load_encoder
from countercase.significance import mean_interval

PASSAGE, STRIDE, WINDOW = 180, 150, 120
WEIGHTS = (0.5, 0.6, 0.7, 0.8)  # of the encoder in the sum of z-scores with BM25
Matrix = NDArray[np.float64]
LOGS = Path(__file__).parents[1] / "training" / "logs"


@dataclass(frozen=True)
class Corpus:
    """Passages in the order of their cases; `first` is each case's first passage."""

    cases: list[str]
    passages: list[str]
    first: NDArray[np.intp]


def read_corpus(citation_set: Path) -> Corpus:
    """The candidates of the citation set, cut into passages."""
    cases: list[str] = []
    passages: list[str] = []
    first: list[int] = []
    with (citation_set / "dev" / "corpus.tsv").open(encoding="utf-8") as stream:
        for row in csv.DictReader(stream, delimiter="\t"):
            words = case_file(row["corpus-id"]).read_text(encoding="utf-8", errors="replace").split()
            cases.append(row["corpus-id"])
            first.append(len(passages))
            starts = range(0, max(1, len(words) - (PASSAGE - STRIDE)), STRIDE)
            passages += [" ".join(words[at : at + PASSAGE]) for at in starts]
    return Corpus(cases, passages, np.array(first))


def case_file(case: str) -> Path:
    """Where a candidate's text lies: AILA's cases are C1, C2 ..., the Supreme Court Reports' start with a year."""
    folder = "aila2019/Object_casedocs" if case.startswith("C") else "scr_2023_2024"
    return DATA / "caselaw" / folder / f"{case}.txt"


def windows(text: str) -> list[str]:
    """Runs of 120 words; a short tail joins the one before it."""
    words = text.split()
    starts = list(range(0, max(1, len(words)), WINDOW))
    if len(starts) > 1 and len(words) - starts[-1] < WINDOW // 3:
        starts.pop()
    ends = [*starts[1:], len(words)]
    return [" ".join(words[a:b]) for a, b in zip(starts, ends, strict=True)]


def case_scores(texts: Sequence[str], corpus: Corpus, score: Callable[[list[str]], Matrix]) -> Matrix:
    """Queries x cases; `score` gives windows x passages."""
    rows = []
    for text in texts:
        best = np.maximum.reduceat(score(windows(text)), corpus.first, axis=1)
        rows.append(best.mean(axis=0))
    return np.array(rows)


def bm25(passages: Sequence[str]) -> Callable[[list[str]], Matrix]:
    """Plain stemmed BM25 (k1 1.2, b .75), the bar."""
    import bm25s
    import Stemmer

    stemmer = Stemmer.Stemmer("english")

    def tokens(text: str) -> list[str]:
        words = [w for w in re.findall(r"[a-z0-9]+", text.lower()) if len(w) > 1 and w not in STOP]
        return list(stemmer.stemWords(words))

    index = bm25s.BM25(k1=1.2, b=0.75)
    index.index([tokens(text) for text in passages], show_progress=False)
    return lambda asked: np.stack([index.get_scores(tokens(text) or ["?"]) for text in asked]).astype(np.float64)


STOP = frozenset(
    "the a an of to in and or is was for on by that with as it be at from this which are were has had have not he his"
    " she her they their its been but if any such there who would shall may can no so upon under also than then these"
    " those him them into out over when where while will did do does said one we our you".split()
)


@dataclass(frozen=True)
class Task:
    """A set of queries as matrices: queries x cases that may be returned, and that are right."""

    name: str
    texts: list[str]
    admitted: NDArray[np.bool_]
    relevant: NDArray[np.bool_]


def task_of(query_set: QuerySet, corpus: Corpus) -> Task:
    """The matrices of a set."""
    queries = list(query_set.qrels)
    admitted = np.array([[query_set.admits(query, case) for case in corpus.cases] for query in queries])
    relevant = np.array([[query_set.qrels[query].get(case, 0) > 0 for case in corpus.cases] for query in queries])
    return Task(query_set.name, [query_set.queries[query].text for query in queries], admitted, relevant)


def measure(task: Task, scores: Matrix) -> dict[str, NDArray[np.float64]]:
    """Average precision and NDCG@10 of each query over the cases it may return; ties in the order of the corpus."""
    discount = 1 / np.log2(np.arange(2, 12))
    precision, gain = [], []
    for row, admitted, relevant in zip(scores, task.admitted, task.relevant, strict=True):
        hits = relevant[np.argsort(-np.where(admitted, row, -np.inf), kind="stable")[:1000]]
        total = int(relevant.sum())
        ranks = np.flatnonzero(hits) + 1
        precision.append((np.arange(1, len(ranks) + 1) / ranks).sum() / total)
        gain.append((hits[:10] * discount).sum() / discount[:total].sum())
    return {"MAP": np.array(precision), "NDCG@10": np.array(gain)}


def standardised(task: Task, scores: Matrix) -> Matrix:
    """z-scores over the cases each query may return."""
    kept = np.where(task.admitted, scores, np.nan)
    spread = np.maximum(np.nanstd(kept, axis=1, keepdims=True), 1e-9)
    return np.asarray((scores - np.nanmean(kept, axis=1, keepdims=True)) / spread)


def against(baseline: NDArray[np.float64], found: NDArray[np.float64]) -> dict[str, Any]:
    """Mean, and the difference to the baseline with its 95 % interval."""
    low, high = (round(float(bound), 4) for bound in mean_interval(found - baseline))
    more = round(float((found - baseline).mean()), 4)
    return {"mean": round(float(found.mean()), 4), "more than BM25": more, "interval": [low, high]}


def tasks_of(citation_set: Path, corpus: Corpus) -> list[Task]:
    """Development and held parts of the citation set, and AILA Q11-Q50 over AILA's own cases."""
    aila = DATA / "caselaw" / "aila2019"
    whole = from_files(aila / "Query_doc.txt", aila / "relevance_judgments_priorcases.txt", "AILA Q11-Q50")
    half = keep(whole, [q for q in whole.queries if int(q.removeprefix("AILA_Q")) > 10], "AILA Q11-Q50")
    half = replace(half, candidates={case: Candidate(case) for case in corpus.cases if case.startswith("C")})
    sets = [load(citation_set / "dev"), load(citation_set / "held"), half]
    return [task_of(query_set, corpus) for query_set in sets]


def encoder_report(encoder: Encoder, corpus: Corpus, tasks: list[Task], lexical: list[Matrix]) -> dict[str, Any]:
    """Speed, and quality alone and fused with BM25 on every set."""
    encoder.encode_passages(corpus.passages[:2])
    started = time.perf_counter()
    blocks = range(0, len(corpus.passages), 2000)
    rows = np.concatenate([encoder.encode_passages(corpus.passages[at : at + 2000]) for at in blocks])
    report: dict[str, Any] = {"passages a second": round(len(rows) / (time.perf_counter() - started))}

    def score(asked: list[str]) -> Matrix:
        return np.asarray(encoder.encode_queries(asked) @ rows.T, dtype=np.float64)

    for task, words in zip(tasks, lexical, strict=True):
        started = time.perf_counter()
        scores = case_scores(task.texts, corpus, score)
        milliseconds = 1000 * (time.perf_counter() - started) / len(task.texts)
        bar, alone = measure(task, words), measure(task, scores)
        found: dict[str, Any] = {name: against(bar[name], alone[name]) for name in bar}
        a, b = standardised(task, scores), standardised(task, words)
        for weight in WEIGHTS:
            fused = measure(task, weight * a + (1 - weight) * b)
            found[f"with BM25, {weight} of the sum"] = {name: against(bar[name], fused[name]) for name in bar}
        report[task.name] = found | {"milliseconds a query, search included": round(milliseconds)}
    return report


def training_runs() -> dict[str, Any]:
    """What the training log says of every run, on the GPU and in bfloat16: [MAP, NDCG@10]."""
    lines = [
        line for path in sorted(LOGS.glob("*.txt")) for line in path.read_text().splitlines() if line.startswith("{")
    ]
    return {run.pop("run"): run for run in map(json.loads, lines)}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--citation-set", type=Path, required=True)
    parser.add_argument("--encoder", nargs="*", default=["built-in"])
    options = parser.parse_args()
    corpus = read_corpus(options.citation_set)
    tasks = tasks_of(options.citation_set, corpus)
    print(len(corpus.cases), "cases", len(corpus.passages), "passages", flush=True)
    score = bm25(corpus.passages)
    lexical = [case_scores(task.texts, corpus, score) for task in tasks]
    bars = [measure(task, scores) for task, scores in zip(tasks, lexical, strict=True)]
    figures: dict[str, Any] = {"BM25": {
        task.name: {name: round(float(values.mean()), 4) for name, values in bar.items()} | {"queries": len(task.texts)}
        for task, bar in zip(tasks, bars, strict=True)
    }}  # fmt: skip
    for name in options.encoder:
        encoder = load_encoder(name)
        print(name, encoder.name, flush=True)
        figures[encoder.name] = encoder_report(encoder, corpus, tasks, lexical)
    write_result("encoders", figures | {"training runs": training_runs()})


if __name__ == "__main__":
    main()
