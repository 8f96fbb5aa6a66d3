"""AILA 2019 in MTEB's pools: only documents that answer some query, so that figures stand beside published models.

python -m benchmarks.mteb_pools

All 50 queries. One relevant statute has no text in the data; it stays judged, which costs every system alike.
A small pool without distractors is an easier task than AILA's own: compare these figures only with figures of the
same pools. Nothing is tuned here; AILA's prior cases were in view while the search was built.
"""

import shutil
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.record import write_result
from benchmarks.retrieval_quality import AILA, rounded, system_of, told
from countercase.app import App, open_app
from countercase.evaluation.experiment import BM25_FLOOR, RANDOM_FLOOR, ExperimentOptions, SetResult, run_experiment
from countercase.evaluation.testset import QuerySet, from_files
from countercase.retrieval.plan import PLANS
from countercase.workspaces import Workspace

METRIC = "NDCG@10"
POOLS = {"prior cases": ("priorcases", "Object_casedocs"), "statutes": ("statutes", "Object_statutes")}
SYSTEMS = {"whole system": "full_system", "encoder alone": "dpr_only", "our BM25": "bm25_only"}
FLOORS = {"plain BM25": BM25_FLOOR, "random order": RANDOM_FLOOR}


def main() -> None:
    """Score the whole system, the encoder and BM25 in both pools."""
    judged = {name: from_files(AILA / "Query_doc.txt", _qrels(labels), name) for name, (labels, _) in POOLS.items()}
    pools: dict[str, Any] = {}
    for name, query_set in judged.items():
        with TemporaryDirectory() as folder:
            pools[name] = _scored(_workspace(Path(folder), AILA / POOLS[name][1], query_set), query_set)
    result = {"encoder": open_app().models.encoder.name, "metric": METRIC, "plans": SYSTEMS, "pools": pools}
    write_result("mteb_pools", result, {f"set {name}": query_set.digest for name, query_set in judged.items()})


def _qrels(labels: str) -> Path:
    return AILA / f"relevance_judgments_{labels}.txt"


def relevant_documents(judged: QuerySet) -> list[str]:
    """The documents that are relevant to at least one query: MTEB's pool."""
    return sorted({document for grades in judged.qrels.values() for document, grade in grades.items() if grade > 0})


def with_text(source: Path, documents: Sequence[str]) -> list[str]:
    """Those that the data has: AILA judges one statute whose text it does not hold."""
    return [document for document in documents if (source / f"{document}.txt").is_file()]


def _workspace(folder: Path, source: Path, judged: QuerySet) -> App:
    """A workspace of the pool alone, indexed."""
    texts = folder / "texts"
    texts.mkdir()
    for document in with_text(source, relevant_documents(judged)):
        shutil.copyfile(source / f"{document}.txt", texts / f"{document}.txt")
    app = open_app(folder / "workspace")
    with Workspace(folder / "workspace").create() as store:
        app.ingest.run([texts], store)
    app.index.build(lambda *_: None)
    return app


def _scored(app: App, judged: QuerySet) -> dict[str, Any]:
    texts: dict[str, str] = {case_id: app.case(case_id).text for case_id in app.store.case_ids()}
    systems = {name: system_of(app, PLANS[plan]) for name, plan in SYSTEMS.items()}
    options = ExperimentOptions(metrics=(METRIC,), depth=100, batch=25)
    (result,) = run_experiment(systems, [judged], texts, options)
    missing = sorted(set(relevant_documents(judged)) - set(texts))
    counts = {"documents": len(texts), "relevant_without_text": missing, "queries": len(judged.queries)}
    return {**counts, **_figures(result)}


def _figures(result: SetResult) -> dict[str, Any]:
    named = {name: result.systems[key] for name, key in {**{name: name for name in SYSTEMS}, **FLOORS}.items()}
    return {
        METRIC: {name: rounded(each.scores.means[METRIC]) for name, each in named.items()},
        "intervals": {
            name: [rounded(bound) for bound in each.intervals[METRIC]]
            for name, each in named.items()
            if METRIC in each.intervals
        },
        "against_plain_bm25": told(result.comparisons),
    }


if __name__ == "__main__":
    main()
