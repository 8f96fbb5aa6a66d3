"""How good the search is: AILA 2019 prior cases (Q11-Q50) and the held-out citation set, stage by stage.

python -m benchmarks.retrieval_quality --citation-set DIR [--workspace W]

DIR is what benchmarks/build_citation_set.py writes. AILA's queries are reported and never tuned on.
"""

import argparse
from dataclasses import replace
from pathlib import Path

from benchmarks.record import DATA, write_result
from benchmarks.workspaces import prepared
from countercase.assemble import App, open_app
from countercase.domain.ranking import Query
from countercase.evaluation.experiment import ExperimentOptions, SetResult, run_experiment
from countercase.evaluation.system import Answer, System
from countercase.evaluation.testset import Candidate, QuerySet, from_files, keep, load
from countercase.retrieval.plan import FULL, PLANS, RetrievalPlan

DEPTH = 100
METRICS = ("MAP", "NDCG@10", "MRR@10", "Recall@10", "Recall@100", "P@10")
EXACT = replace(FULL, searchers=("dense", "bm25", "cited"), mmr=False, rerank=False, diverse=DEPTH)
# Without Chroma: it searches the same vectors as `dense`, and a quality figure should not hang on an approximate index.
VARIANTS: dict[str, RetrievalPlan] = {
    "bm25_only": PLANS["bm25_only"],
    "dpr_only": PLANS["dpr_only"],
    "hybrid": EXACT,
    "hybrid_rrf": replace(EXACT, fusion="rrf"),
    "hybrid_mmr": replace(EXACT, mmr=True),
    "hybrid_without_cited": replace(EXACT, searchers=("dense", "bm25")),
    "hybrid_with_facts": replace(EXACT, searchers=("dense", "bm25", "cited", "facts")),
}


def main() -> None:
    """Score every variant on both sets, beside a random order and plain BM25 over whole judgments."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--citation-set", type=Path, required=True)
    parser.add_argument("--workspace", type=Path)
    parser.add_argument("--only", nargs="*", default=list(VARIANTS))
    given = parser.parse_args()
    app = open_app(given.workspace) if given.workspace else prepared("both")
    texts: dict[str, str] = {case_id: app.case(case_id).text for case_id in app.store.case_ids()}
    systems = {name: _system(app, VARIANTS[name]) for name in given.only}
    options = ExperimentOptions(metrics=METRICS, depth=DEPTH, batch=25)
    sets = [_aila(app), replace(load(given.citation_set / "held"), name="citation set, held out")]
    results = run_experiment(systems, sets, texts, options)
    write_result(
        "retrieval_quality",
        {
            "encoder": app.encoder.name,
            "weights": dict(FULL.weights),
            "sets": {one.name: _figures(result) for one, result in zip(sets, results, strict=True)},
        },
    )


def _aila(app: App) -> QuerySet:
    folder = DATA / "caselaw" / "aila2019"
    everything = from_files(folder / "Query_doc.txt", folder / "relevance_judgments_priorcases.txt")
    test = keep(everything, [f"AILA_Q{number}" for number in range(11, 51)], "AILA 2019 prior cases, Q11-Q50")
    own = {path.stem for path in (folder / "Object_casedocs").iterdir()}
    return replace(test, candidates={case: Candidate(case) for case in app.store.case_ids() if case in own})


def _system(app: App, plan: RetrievalPlan) -> System:
    def ask(queries: list[Query]) -> list[Answer]:
        found = app.retriever.retrieve_many(queries, plan, DEPTH)
        return [Answer([(one.case_id, 1 / one.rank) for one in ranking], {}) for ranking in found]

    return ask  # type: ignore[return-value]


def _figures(result: SetResult) -> dict[str, object]:
    return {
        "queries": len(next(iter(result.systems.values())).scores.queries),
        "means": {
            name: {metric: round(value, 4) for metric, value in one.scores.means.items()}
            for name, one in result.systems.items()
        },
        "against_plain_bm25": [str(one) for one in result.comparisons],
    }


if __name__ == "__main__":
    main()
