"""What the `facts` searcher does to the search: how far facts and placebos move the list with it and without it.

python -m benchmarks.facts_searcher

Typed changes of AILA's narratives, each beside a change of circumstances of the same length. What the searcher does to
the quality of the list is in benchmarks/retrieval_quality.py (`exact` against `exact_with_facts`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from benchmarks.fact_edits import Pair, pairs_of
from benchmarks.record import DATA, write_result
from benchmarks.workspaces import prepared
from countercase.app import App
from countercase.counterfactual.sensitivity import rank_shift
from countercase.domain.case import CaseId
from countercase.domain.ranking import Query
from countercase.evaluation.formats import read_queries
from countercase.facts.extract import extract_facts
from countercase.retrieval.plan import PLANS, RetrievalPlan

TOP_K = 10
PER_NARRATIVE = 6
WEIGHTS = (0.0, 0.05, 0.2, 1.0)


def main() -> None:
    """Measure and write `results/facts_searcher.json`."""
    app = prepared("aila")
    pairs = list(_pairs())
    write_result(
        "facts_searcher",
        {"pairs": len(pairs), "weight of the facts": {str(weight): _moved(app, pairs, weight) for weight in WEIGHTS}},
    )


def _pairs() -> Iterator[Pair]:
    for name, text in read_queries(DATA / "caselaw" / "aila2019" / "Query_doc.txt").items():
        yield from islice(pairs_of(name, extract_facts(text)), PER_NARRATIVE)


def _moved(app: App, pairs: Sequence[Pair], weight: float) -> dict[str, float]:
    """Mean displacement at 10 of both kinds of change, and how often the fact moves the list further."""
    plan = PLANS["whatif"]
    if weight:
        plan = replace(plan, searchers=(*plan.searchers, "facts"), weights={**plan.weights, "facts": weight})
    before = _ranked(app, [pair.before.narrative for pair in pairs], plan)
    fact, wording = (
        np.array([rank_shift(old, new, TOP_K).mean for old, new in zip(before, _ranked(app, texts, plan), strict=True)])
        for texts in ([pair.after.narrative for pair in pairs], [pair.circumstance.narrative for pair in pairs])
    )
    return {
        "facts moved": round(float(fact.mean()), 3),
        "placebos moved": round(float(wording.mean()), 3),
        "times as far": round(float(fact.mean() / max(wording.mean(), 1e-9)), 2),
        "fact moved further": round(float(((fact > wording) + 0.5 * (fact == wording)).mean()), 3),
    }


def _ranked(app: App, texts: Sequence[str], plan: RetrievalPlan) -> list[tuple[CaseId, ...]]:
    return app.index.retriever.rank_many([Query(text) for text in texts], plan, TOP_K)


if __name__ == "__main__":
    main()
