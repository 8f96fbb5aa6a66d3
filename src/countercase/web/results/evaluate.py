"""Plans scored against relevance judgments in the background: what `countercase eval retrieval --json` measures."""

import hashlib
from collections.abc import Sequence, Set

from countercase.assemble.systems import plan_system
from countercase.domain.ranking import Query
from countercase.errors import InputError
from countercase.evaluation.experiment import Answer, ExperimentOptions, System, run_experiment
from countercase.evaluation.report import as_json
from countercase.evaluation.testset import QuerySet
from countercase.web.jobs import Job
from countercase.web.workbench import Workbench


def start_evaluation(bench: Workbench, query_set: QuerySet, plans: Sequence[str], options: ExperimentOptions) -> Job:
    """Score the plans, beside a random order and plain BM25; what cannot be scored is refused before the job."""
    product = bench.product
    for name in plans:
        product.plan(name)
    missing = _missing(query_set, frozenset(product.store.case_ids()))

    def work(job: Job) -> str:
        job.tell("Opening the index")
        systems = {name: _system(bench, job, name, options.depth) for name in plans}
        texts = {str(case_id): product.case(case_id).text for case_id in product.store.case_ids()}

        def progress(_set: str, system: str, done: int, total: int) -> None:
            job.tell(f"Asking {system}", done, total)

        (result,) = run_experiment(systems, [query_set], texts, options, progress=progress)
        about = {
            "queries": "request",
            "qrels": "request",
            "workspace": "built-in corpus" if product.built_in else product.folder.name,
            "plans": list(plans),
            "cases": len(texts),
            "relevant_cases_not_stored": missing,
        }
        job.result = as_json([result], options, about)
        return job.own_result

    key = hashlib.sha256(repr((query_set.digest, plans, options)).encode()).hexdigest()
    return bench.jobs.start("Scoring plans against judgments", f"evaluation/{key}", "", work)


def _system(bench: Workbench, job: Job, name: str, depth: int) -> System:
    """A plan that takes turns with the searches of the pages."""
    with bench.searching:  # the built-in corpus may be indexed here
        alone = plan_system(bench.product, name, depth)

    def ask(queries: Sequence[Query]) -> Sequence[Answer]:
        job.check()
        with bench.searching:
            return alone(queries)

    return ask


def _missing(query_set: QuerySet, held: Set[str]) -> int:
    """How many relevant cases are not stored; refused where there is none to find."""
    relevant = {case for grades in query_set.qrels.values() for case, grade in grades.items() if grade > 0}
    if not relevant:
        raise InputError("qrels: no case has a grade above 0, so nothing can be scored.")
    if not relevant & held:
        raise InputError(f"No relevant case is in the workspace (such as {min(relevant)!r}). Ingest that corpus first.")
    return len(relevant - held)
