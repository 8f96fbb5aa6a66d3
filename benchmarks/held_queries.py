"""Dated queries that nothing was tuned or fitted on, as narratives and as whole judgments.

    python -m benchmarks.held_queries --citation-set DIR --judgment-set DIR [--most N]

The directories are what benchmarks/build_citation_set.py and benchmarks/build_judgment_set.py write; their held parts
are asked. Only judgments decided earlier answer and speak, and never the query's own.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.record import write_result
from benchmarks.retrieval_quality import rounded, told
from benchmarks.workspaces import prepared
from countercase.app import App
from countercase.domain.case import CaseId
from countercase.domain.ranking import CaseFilter, Query
from countercase.evaluation.metrics import evaluate, parse_metric
from countercase.evaluation.testset import QuerySet, load
from countercase.retrieval.plan import FULL, JUDGMENT, PLANS, RetrievalPlan
from countercase.significance import compare

DEPTH = 10  # as many as a user is shown
METRIC = parse_metric("NDCG@10")
NO_CHROMA = tuple(name for name in FULL.searchers if name != "chroma")  # exact search answers alike at any size
ABLATIONS = ("full_system", "hybrid_no_mmr", "hybrid_no_reranker")
ASKED: Mapping[str, RetrievalPlan] = {
    "bm25_only": PLANS["bm25_only"],
    **{name: replace(PLANS[name], searchers=NO_CHROMA) for name in ABLATIONS},
    "without_citing_votes_and_ranker": replace(
        FULL, searchers=("dense", "bm25"), votes=False, rerank=False, mmr=False, for_long=None
    ),
}
RUNS_ALONE = replace(JUDGMENT, searchers=("ngrams",), authority=False, votes=False, mmr=False, rerank=False)

Rankings = Mapping[str, Sequence[CaseId]]


def main() -> None:
    """Score every plan on both kinds of query, with the interval of the gain over `bm25_only`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--citation-set", type=Path, required=True)
    parser.add_argument("--judgment-set", type=Path, required=True)
    parser.add_argument("--most", type=int, help="queries asked of each set, by id")
    given = parser.parse_args()
    app = prepared("both")
    retriever = app.index.retriever
    retriever._encoder = RememberingEncoder(app)  # type: ignore[assignment]  # plans share windows; reading them is slow
    figures = {
        "narratives": _scored(app, load(given.citation_set / "held"), ASKED, given.most),
        "judgments": _scored(app, load(given.judgment_set / "held"), {**ASKED, "ngrams_only": RUNS_ALONE}, given.most),
    }
    write_result("held_queries", {"encoder": app.models.encoder.name, "without": "chroma", "sets": figures})


class RememberingEncoder:
    """The encoder, reading each text once."""

    def __init__(self, app: App) -> None:
        self._encoder = app.models.encoder
        self.dimension = self._encoder.dimension
        self._rows: dict[str, NDArray[np.float32]] = {}

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """As the encoder does."""
        new = [text for text in dict.fromkeys(texts) if text not in self._rows]
        if new:
            self._rows |= dict(zip(new, self._encoder.encode_queries(new), strict=True))
        return np.stack([self._rows[text] for text in texts])


def _scored(app: App, judged: QuerySet, plans: Mapping[str, RetrievalPlan], most: int | None) -> dict[str, object]:
    asked = sorted(judged.queries)[:most]
    rankings = {name: _rankings(app, judged, asked, plan) for name, plan in plans.items()}
    values = {}
    for name, found in rankings.items():
        run = {
            query: judged.restrict(query, [(case, 1 / rank) for rank, case in enumerate(cases, start=1)])
            for query, cases in found.items()
        }
        scores = evaluate(run, {query: judged.qrels[query] for query in asked}, [METRIC])
        values[name] = {"NDCG@10": scores.of("NDCG@10")}
    full = rankings["full_system"]
    return {
        "queries": len(asked),
        "NDCG@10": {name: rounded(sum(scores["NDCG@10"].values()) / len(asked)) for name, scores in values.items()},
        "against_bm25_only": told(compare("bm25_only", values)),
        "first_ten_unlike_full_system": {
            name: sum(full[query][:10] != rankings[name][query][:10] for query in asked) for name in ABLATIONS[1:]
        },
    }


def _rankings(app: App, judged: QuerySet, asked: Sequence[str], plan: RetrievalPlan) -> dict[str, tuple[CaseId, ...]]:
    rankings: dict[str, tuple[CaseId, ...]] = {}
    for start in range(0, len(asked), 10):
        some = asked[start : start + 10]
        queries = [_query(judged, query_id) for query_id in some]
        rankings |= dict(zip(some, app.index.retriever.rank_many(queries, plan, DEPTH), strict=True))
    return rankings


def _query(judged: QuerySet, query_id: str) -> Query:
    query = judged.queries[query_id]
    excluded = frozenset({CaseId(query.case_id)}) if query.case_id else frozenset()
    return Query(query.text, CaseFilter(decided_before=query.decided, excluded=excluded))


if __name__ == "__main__":
    main()
