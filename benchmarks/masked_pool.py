"""Whole judgments as queries against whole judgments, citations masked on both sides: as IL-PCR has it.

    python -m benchmarks.masked_pool --judgment-set DIR [--most N]

IL-PCR is not at hand; this is made to resemble it. A query is a judgment that cites at least two stored cases, with
citations and cited names masked; the pool is 1,727 judgments with theirs masked, so nobody is known to cite anybody.
DIR is what benchmarks/build_judgment_set.py writes: its development part chooses, its held part is reported.
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from benchmarks.held_queries import RememberingEncoder
from benchmarks.record import write_result
from benchmarks.workspaces import cached_folder, prepared
from countercase.app import App, open_app
from countercase.corpus.store import Store
from countercase.domain.case import CaseId
from countercase.domain.ranking import CaseFilter, Query
from countercase.errors import RetrievalError
from countercase.evaluation.citation_set import CITED, mask
from countercase.evaluation.metrics import Run, evaluate, parse_metric
from countercase.evaluation.testset import QuerySet, keep, load
from countercase.retrieval.index import build_index, open_index
from countercase.retrieval.plan import JUDGMENT, PLANS, RetrievalPlan
from countercase.significance import compare

POOL = 1727  # judgments, as many as IL-PCR's test has
LEAST_RELEVANT = 2  # cases that a query cites: IL-PCR's have several
DEPTH = 50
RUN = 4  # words of a run in the plain BM25 that IL-PCR's figures come from
SHAPE = (1.6, 0.7)  # its k1 and b
CUTS = range(1, 16)
MOST = 25  # cases that a cut by score returns
RUNS_ALONE = replace(JUDGMENT, searchers=("ngrams",), authority=False, votes=False, mmr=False, rerank=False)
ASKED: Mapping[str, RetrievalPlan] = {
    "bm25_only": PLANS["bm25_only"],
    "ngrams_only": RUNS_ALONE,
    "fused": replace(JUDGMENT, rerank=False, mmr=False),
    "full_system": JUDGMENT,
}
NDCG = parse_metric("NDCG@10")

Scored = dict[str, list[tuple[str, float]]]  # query -> cases with their scores, best first


def main() -> None:
    """Rank, choose the cut on the development part, and score both parts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--judgment-set", type=Path, required=True)
    parser.add_argument("--most", type=int, default=200, help="queries asked of each part, by id")
    given = parser.parse_args()
    with prepared("both").store as store:
        parts = {name: judged(load(given.judgment_set / f"masked-{name}"), store) for name in ("dev", "held")}
        app = pooled(list(parts.values()), store)
    parts = {name: keep(part, sorted(part.queries)[: given.most], name) for name, part in parts.items()}
    app.index.retriever._encoder = RememberingEncoder(app)  # type: ignore[assignment]  # the plans share windows
    runs = {name: {**plain(app, part), **asked(app, part)} for name, part in parts.items()}
    figures = {
        name: {
            "queries": len(part.queries),
            "relevant": sum(map(len, part.qrels.values())),
            "systems": {system: scored(run, part) for system, run in runs[name].items()},
        }
        for name, part in parts.items()
    }
    cuts = {system: chosen(run, parts["dev"]) for system, run in runs["dev"].items()}
    held = {system: at_cuts(run, parts["held"], cuts[system]) for system, run in runs["held"].items()}
    values = {system: {"NDCG@10": ndcg(run, parts["held"])} for system, run in runs["held"].items()}
    against = [
        {key: getattr(row, key) for key in ("system", "difference", "low", "high", "wins", "losses")}
        for row in compare("plain 4-gram BM25", values)
    ]
    write_result(
        "masked_pool",
        {"pool": POOL, "parts": figures, "cuts chosen on dev": cuts, "micro-F1 on held": held, "against": against},
    )


def judged(query_set: QuerySet, store: Store) -> QuerySet:
    """The queries with several relevant cases: those of the set, and those that the store links by now."""
    linked: dict[str, set[str]] = {}
    for citing, cited in store.links():
        linked.setdefault(citing, set()).add(cited)
    qrels = {}
    for query in query_set.queries.values():
        relevant = {*query_set.qrels[query.id], *linked.get(query.case_id or "", ())}
        admitted = {case: 1 for case in relevant if query_set.admits(query.id, case)}
        if len(admitted) >= LEAST_RELEVANT:
            qrels[query.id] = admitted
    undated = {query: replace(query_set.queries[query], decided=None) for query in qrels}
    return QuerySet(query_set.name, undated, qrels)


def pooled(parts: Sequence[QuerySet], store: Store) -> App:
    """A workspace of the relevant cases and of others drawn at random, all with their citations masked."""
    relevant = {case for part in parts for cases in part.qrels.values() for case in cases}
    asking = {query.case_id for part in parts for query in part.queries.values()}
    others = sorted(set(store.case_ids()) - relevant - asking)
    pool = sorted(relevant | set(random.Random(0).sample(others, POOL - len(relevant))))
    folder = cached_folder("masked-pool")
    texts = folder / "texts"
    texts.mkdir(parents=True, exist_ok=True)
    for case_id in pool:
        path = texts / f"{case_id}.txt"
        if not path.exists():
            path.write_text(
                mask(store.get(CaseId(case_id)).text, "").text.replace(CITED, "<CITATION>"), encoding="utf-8"
            )
    app = open_app(folder)
    with app.make_store() as made:
        app.ingest.run([texts], made)
    try:
        open_index(app.folder / "indexes")
    except RetrievalError:
        build_index(app.folder / "indexes", app.index.source(), app.models.encoder)
    return app


def asked(app: App, part: QuerySet) -> dict[str, Scored]:
    """What each plan of the product returns."""
    runs: dict[str, Scored] = {}
    queries = sorted(part.queries)
    for name, plan in ASKED.items():
        runs[name] = {}
        for start in range(0, len(queries), 10):
            some = queries[start : start + 10]
            found = app.index.retriever.retrieve_many([_query(part, query) for query in some], plan, DEPTH)
            runs[name] |= {
                query: [(precedent.case_id, precedent.score) for precedent in precedents]
                for query, precedents in zip(some, found, strict=True)
            }
    return runs


def _query(part: QuerySet, query_id: str) -> Query:
    query = part.queries[query_id]
    return Query(query.text, CaseFilter(excluded=frozenset({CaseId(query.case_id or "")})))


def plain(app: App, part: QuerySet) -> dict[str, Scored]:
    """BM25 over runs of four words as they are written, in lower case."""
    cases = sorted(app.store.case_ids())
    number: dict[str, int] = {}
    counts = [Counter(_runs(app.store.get(case).text)) for case in cases]
    rows = [row for row, counted in enumerate(counts) for _ in counted]
    columns = [number.setdefault(run, len(number)) for counted in counts for run in counted]
    times = np.array([times for counted in counts for times in counted.values()], dtype=np.float64)
    lengths = np.array([sum(counted.values()) for counted in counts], dtype=np.float64)
    holders = np.bincount(columns, minlength=len(number))
    rarity = np.log(1 + (len(cases) - holders + 0.5) / (holders + 0.5))
    k1, b = SHAPE
    damping = k1 * (1 - b + b * lengths / lengths.mean())
    weights = times * (k1 + 1) / (times + damping[rows]) * rarity[columns]
    matrix = csr_matrix((weights, (rows, columns)), shape=(len(cases), len(number)))
    run: Scored = {}
    for query in part.queries.values():
        held = [number[word] for word in set(_runs(query.text)) if word in number]
        vector = np.zeros(len(number))
        vector[held] = 1
        scores: NDArray[np.float64] = matrix @ vector
        best = np.argsort(-scores, kind="stable")[:DEPTH]
        run[query.id] = [(cases[case], float(scores[case])) for case in best]
    return {"plain 4-gram BM25": run}


def _runs(text: str) -> list[str]:
    words = "".join(letter if letter.isalnum() else " " for letter in text.lower()).split()
    return [" ".join(words[start : start + RUN]) for start in range(len(words) - RUN + 1)]


def ndcg(run: Run, part: QuerySet) -> Mapping[str, float]:
    """NDCG@10 of each query."""
    return evaluate(_by_rank(run), part.qrels, [NDCG]).of("NDCG@10")


def _by_rank(run: Run) -> dict[str, list[tuple[str, float]]]:
    return {query: [(case, 1 / rank) for rank, (case, _) in enumerate(cases, 1)] for query, cases in run.items()}


def scored(run: Run, part: QuerySet) -> dict[str, float]:
    """The mean NDCG@10, and micro-F1 at the best fixed number of cases of this part."""
    values = list(ndcg(run, part).values())
    best = max(CUTS, key=lambda cut: micro_f1(run, part, first(cut)))
    return {
        "NDCG@10": round(float(np.mean(values)), 4),
        "best cut": best,
        "micro-F1 there": round(micro_f1(run, part, first(best)), 4),
    }


Cut = Callable[[Sequence[tuple[str, float]]], int]


def first(number: int) -> Cut:
    """Return so many cases for every query."""
    return lambda _cases: number


def at_least(threshold: float) -> Cut:
    """Return the cases that score so much, at least one: z-scores of the product's plans compare between queries."""
    return lambda cases: max(1, min(MOST, sum(score >= threshold for _, score in cases)))


def micro_f1(run: Run, part: QuerySet, cut: Cut) -> float:
    """F1 over all pairs of query and case."""
    hits = returned = 0
    for query, relevant in part.qrels.items():
        shown = run[query][: cut(run[query])] if run[query] else ()
        hits += sum(case in relevant for case, _ in shown)
        returned += len(shown)
    return 2 * hits / (returned + sum(map(len, part.qrels.values())))


def chosen(run: Run, part: QuerySet) -> dict[str, float]:
    """The best fixed number, and the best threshold of the score."""
    scores = [score for cases in run.values() for _, score in cases[: max(CUTS)]]
    thresholds = np.quantile(scores, np.arange(0.02, 1, 0.02)).round(3).tolist()
    return {
        "first": max(CUTS, key=lambda cut: micro_f1(run, part, first(cut))),
        "at least": max(thresholds, key=lambda threshold: micro_f1(run, part, at_least(threshold))),
    }


def at_cuts(run: Run, part: QuerySet, cuts: Mapping[str, float]) -> dict[str, float]:
    """Micro-F1 under both rules as they were chosen."""
    return {
        "first": round(micro_f1(run, part, first(int(cuts["first"]))), 4),
        "at least": round(micro_f1(run, part, at_least(cuts["at least"])), 4),
    }


if __name__ == "__main__":
    main()
