"""Fits the learned ranker of stage 5 and writes its trees as plain arrays.

    python -m training.fit_ranker --workspace W --narratives DIR --judgments DIR [--judgments DIR ...] --out FILE

W holds AILA and the reports of 2023-24, indexed (`benchmarks.workspaces.prepared("both")`). Narratives are the
development part of `benchmarks/build_citation_set.py`; judgments come from `benchmarks/build_judgment_set.py`. Only
older judgments (AILA's and IN-Abs') are learnt from, so that those of 2023-24 can tell whether the ranker carries over.
Needs lightgbm (`uv pip install lightgbm`); searching does not.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countercase.app import App, open_app
from countercase.domain.case import CaseId
from countercase.domain.ranking import CaseFilter, Query
from countercase.evaluation.testset import QuerySet, load
from countercase.retrieval.fusion import FEATURES, feature_table
from countercase.retrieval.plan import FULL, Kind

DEPTH = 100  # cases of the fused list that are learnt from
SEEDS = 3
ROUNDS = 80
PARAMETERS: dict[str, object] = {
    "objective": "lambdarank",
    "num_leaves": 4,
    "learning_rate": 0.05,
    "min_data_in_leaf": 400,
    "feature_fraction": 0.6,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 5,
    "lambdarank_truncation_level": 20,
    "verbose": -1,
    "num_threads": 1,
}


@dataclass(frozen=True)
class Lesson:
    """One query: the features of its candidates, and which of them are right."""

    features: NDArray[np.float64]
    right: NDArray[np.int64]


def main() -> None:
    """Gather, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workspace", type=Path, required=True)
    parser.add_argument("--narratives", type=Path, required=True)
    parser.add_argument("--judgments", type=Path, action="append", required=True)
    parser.add_argument("--most", type=int, default=300, help="judgments learnt from, of each set")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    app = open_app(given.workspace)
    narratives = load(given.narratives)
    lessons: dict[Kind, list[Lesson]] = {
        "narrative": gather(app, narratives, older(narratives), "narrative"),
        "judgment": [
            lesson
            for query_set in map(load, given.judgments)
            for lesson in gather(app, query_set, older(query_set)[: given.most], "judgment")
        ],
    }
    arrays: dict[str, NDArray[Any]] = {}
    for kind, taught in lessons.items():
        trees = fit(taught, kind)
        arrays |= {f"{kind}_{part}": array for part, array in trees.items()}
        print(json.dumps({"kind": kind, "queries": len(taught), "nodes": len(trees["feature"])}), flush=True)
    np.savez_compressed(given.out, **arrays)  # type: ignore[arg-type]


def older(query_set: QuerySet) -> list[str]:
    """The queries cut from AILA's judgments, whose ids begin with C, and from those of IN-Abs, which are not stored."""
    return sorted(query.id for query in query_set.queries.values() if (query.case_id or "C").startswith("C"))


def gather(app: App, query_set: QuerySet, query_ids: Sequence[str], kind: Kind) -> list[Lesson]:
    """The candidates of each query as the product's own stages 1 to 3 give them."""
    chosen = FULL if kind == "narrative" or FULL.for_long is None else FULL.for_long
    plan = replace(chosen, searchers=tuple(name for name in chosen.searchers if name != "chroma"))
    cases, retriever = app.index.files.cases, app.index.retriever
    lessons = []
    for start in range(0, len(query_ids), 10):
        some = query_ids[start : start + 10]
        for query_id, search in zip(
            some, retriever._search([_query(query_set, query_id) for query_id in some], plan), strict=True
        ):
            admitted = [case for case in search.fused.order.tolist() if query_set.admits(query_id, cases[case])][:DEPTH]
            relevant = query_set.qrels[query_id]
            right = np.array([int(relevant.get(cases[case], 0) > 0) for case in admitted])
            if right.any():
                lessons.append(Lesson(feature_table(kind, search.fused, admitted), right))
    return lessons


def _query(query_set: QuerySet, query_id: str) -> Query:
    query = query_set.queries[query_id]
    excluded = frozenset({CaseId(query.case_id)}) if query.case_id else frozenset()
    return Query(query.text, CaseFilter(decided_before=query.decided, excluded=excluded))


def fit(lessons: Sequence[Lesson], kind: Kind) -> dict[str, NDArray[Any]]:
    """Trees of several seeds together, none of whose features may count against a case."""
    import lightgbm

    data = np.concatenate([lesson.features for lesson in lessons])
    right = np.concatenate([lesson.right for lesson in lessons])
    groups = [len(lesson.right) for lesson in lessons]
    trees: list[Mapping[str, Any]] = []
    for seed in range(SEEDS):
        parameters = {**PARAMETERS, "seed": seed, "monotone_constraints": [1] * len(FEATURES[kind])}
        model = lightgbm.train(parameters, lightgbm.Dataset(data, right, group=groups), ROUNDS)
        trees += [tree["tree_structure"] for tree in model.dump_model()["tree_info"]]
    return flat(trees, 1 / SEEDS)


def flat(trees: Sequence[Mapping[str, Any]], scale: float) -> dict[str, NDArray[Any]]:
    """LightGBM's nested trees as arrays; the value of an inner node is the mean of its leaves."""
    feature: list[int] = []
    threshold: list[float] = []
    left: list[int] = []
    right: list[int] = []
    value: list[float] = []

    def add(node: Mapping[str, Any]) -> tuple[int, int]:
        here = len(feature)
        for column, empty in ((feature, -1), (left, -1), (right, -1)):
            column.append(empty)
        threshold.append(0.0)
        value.append(node.get("leaf_value", 0.0) * scale)
        if "split_feature" not in node:
            return here, max(int(node.get("leaf_count", 1)), 1)
        (left[here], on_left), (right[here], on_right) = add(node["left_child"]), add(node["right_child"])
        feature[here], threshold[here] = node["split_feature"], node["threshold"]
        value[here] = (value[left[here]] * on_left + value[right[here]] * on_right) / (on_left + on_right)
        return here, on_left + on_right

    roots = [add(tree)[0] for tree in trees]
    return {
        "roots": np.array(roots, dtype=np.int32),
        "feature": np.array(feature, dtype=np.int16),
        "threshold": np.array(threshold),
        "left": np.array(left, dtype=np.int32),
        "right": np.array(right, dtype=np.int32),
        "value": np.array(value, dtype=np.float32),
    }


if __name__ == "__main__":
    main()
