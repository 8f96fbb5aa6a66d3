"""How long the harness itself takes: 1,000 queries x 1,000 results x 8 measures, two systems, with significance.

python -m benchmarks.harness
"""

import random
import time

from benchmarks.record import write_result
from countercase.evaluation.metrics import DEFAULT_METRICS, Scores, evaluate
from countercase.significance import SAMPLES, compare

QUERIES, RESULTS, CASES, RELEVANT = 1_000, 1_000, 20_000, 5
REPEATS = 3


def main() -> None:
    """Time scoring and testing on made-up runs, the first time and the best of three."""
    rng = random.Random(0)
    cases = [f"C{i}" for i in range(CASES)]
    qrels = {f"q{i}": {case: rng.randint(1, 3) for case in rng.sample(cases, RELEVANT)} for i in range(QUERIES)}
    runs = {name: _run(rng, cases, qrels, lift) for name, lift in (("baseline", 1.0), ("system", 1.3))}
    rounds = [_round(runs, qrels) for _ in range(REPEATS)]
    write_result(
        "harness",
        {
            "queries": QUERIES,
            "results_per_query": RESULTS,
            "systems": len(runs),
            "metrics": list(DEFAULT_METRICS),
            "samples": SAMPLES,
            "wall_seconds_first": round(rounds[0]["total"], 2),
            "cpu_seconds_first": round(rounds[0]["cpu"], 2),
            "best_seconds": {part: round(min(each[part] for each in rounds), 2) for part in rounds[0]},
            "goal_seconds": 5,
        },
    )


def _run(
    rng: random.Random, cases: list[str], qrels: dict[str, dict[str, int]], lift: float
) -> dict[str, list[tuple[str, float]]]:
    """Random scores with a lift for relevant cases; scores to two places, so that there are many ties."""
    run = {}
    for query, grades in qrels.items():
        drawn = set(rng.sample(cases, RESULTS - RELEVANT)) | set(grades)
        run[query] = [(case, round(rng.random() * (lift if case in grades else 1.0), 2)) for case in drawn]
    return run


def _round(runs: dict[str, dict[str, list[tuple[str, float]]]], qrels: dict[str, dict[str, int]]) -> dict[str, float]:
    began, cpu = time.perf_counter(), time.process_time()
    scores = {name: evaluate(run, qrels, DEFAULT_METRICS) for name, run in runs.items()}
    scored = time.perf_counter()
    compare("baseline", {name: _by_metric(each) for name, each in scores.items()})
    ended = time.perf_counter()
    return {
        "scoring": scored - began,
        "significance": ended - scored,
        "total": ended - began,
        "cpu": time.process_time() - cpu,
    }


def _by_metric(scores: Scores) -> dict[str, dict[str, float]]:
    return {metric: scores.of(metric) for metric in scores.means}


if __name__ == "__main__":
    main()
