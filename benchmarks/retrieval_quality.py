"""How good the search is, plan by plan: AILA 2019 prior cases and statutes (Q11-Q50), the held-out citation set.

python -m benchmarks.retrieval_quality --citation-set DIR [--only PLAN ...]

DIR is what benchmarks/build_citation_set.py writes. Weights were tuned on its development part;
docs/decisions/fusion.md says where AILA's figures were in view.
"""

import argparse
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

from benchmarks.record import DATA, write_result
from benchmarks.workspaces import prepared
from countercase.app import App, open_app
from countercase.domain.ranking import Query
from countercase.evaluation.experiment import ExperimentOptions, SetResult, run_experiment
from countercase.evaluation.system import RankedCases, System
from countercase.evaluation.testset import QuerySet, from_files, keep, load
from countercase.retrieval.plan import FULL, PLANS, RetrievalPlan
from countercase.significance import PairedDifference, compare

DEPTH = 100
METRICS = ("MAP", "NDCG@10", "MRR@10", "Recall@10", "Recall@100", "P@10")
EXACT = PLANS["whatif"]  # dense and BM25 with authority: `full_system` without Chroma, MMR and the re-ranker
SEED = ("full_system", "hybrid_no_mmr", "hybrid_no_reranker", "dpr_only", "chroma_only", "bm25_only")
VARIANTS: dict[str, RetrievalPlan] = {
    **{name: PLANS[name] for name in SEED},
    "exact": EXACT,
    "exact_without_authority": replace(EXACT, authority=False),
    "exact_with_facts": replace(EXACT, searchers=("dense", "bm25", "facts")),
    "exact_rrf": replace(EXACT, fusion="rrf"),
    "exact_best_passage": replace(EXACT, fold="best"),
    "exact_top3": replace(EXACT, fold="top3"),
}
AILA = DATA / "caselaw" / "aila2019"


def main() -> None:
    """Score every plan on each set, beside a random order and plain BM25 over whole texts."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--citation-set", type=Path, required=True)
    parser.add_argument("--only", nargs="*", default=list(VARIANTS))
    given = parser.parse_args()
    held = replace(load(given.citation_set / "held"), name="citation set, held out")
    sets = {
        "aila": _aila("priorcases", "AILA 2019 prior cases, Q11-Q50"),
        "statutes": _aila("statutes", "AILA 2019 statutes, Q11-Q50"),
        "both": held,
    }
    figures = {one.name: _scored(prepared(corpus), one, given.only) for corpus, one in sets.items()}
    weights = {"full_system": dict(FULL.weights), "exact": dict(EXACT.weights)}
    result = {"encoder": open_app().models.encoder.name, "weights": weights, "sets": figures}
    write_result("retrieval_quality", result, {f"set {one.name}": one.digest for one in sets.values()})


def _aila(labels: str, name: str) -> QuerySet:
    everything = from_files(AILA / "Query_doc.txt", AILA / f"relevance_judgments_{labels}.txt")
    return keep(everything, [f"AILA_Q{number}" for number in range(11, 51)], name)


def _scored(app: App, judged: QuerySet, plans: Sequence[str]) -> dict[str, object]:
    texts: dict[str, str] = {case_id: app.case(case_id).text for case_id in app.store.case_ids()}
    systems = {name: system_of(app, VARIANTS[name]) for name in plans}
    (result,) = run_experiment(systems, [judged], texts, ExperimentOptions(metrics=METRICS, depth=DEPTH, batch=25))
    return _figures(result)


def system_of(app: App, plan: RetrievalPlan) -> System:
    """A plan as the experiment asks it: each case scored by the reciprocal of its rank."""

    def ask(queries: Sequence[Query]) -> list[RankedCases]:
        found = app.index.retriever.rank_many(queries, plan, DEPTH)
        return [RankedCases([(case, 1 / rank) for rank, case in enumerate(ranking, start=1)], {}) for ranking in found]

    return ask


def _figures(result: SetResult) -> dict[str, object]:
    return {
        "queries": len(next(iter(result.systems.values())).scores.queries),
        "means": {
            name: {metric: round(value, 4) for metric, value in one.scores.means.items()}
            for name, one in result.systems.items()
        },
        "full_system_against_bm25_only": told(_two(result)),
        "against_plain_bm25": told(result.comparisons),
    }


def _two(result: SetResult) -> Sequence[PairedDifference]:
    """The whole system against BM25 as the product has it, by themselves: two comparisons to correct for."""
    names = [name for name in ("bm25_only", "full_system") if name in result.systems]
    values = {name: {metric: result.systems[name].scores.of(metric) for metric in ("MAP", "NDCG@10")} for name in names}
    return compare("bm25_only", values) if len(names) == 2 else ()


def told(comparisons: Sequence[PairedDifference]) -> list[dict[str, object]]:
    return [{key: rounded(value) for key, value in asdict(one).items()} for one in comparisons]


def rounded(value: object) -> object:
    return round(value, 4) if isinstance(value, float) else value


if __name__ == "__main__":
    main()
