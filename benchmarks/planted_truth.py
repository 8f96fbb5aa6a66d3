"""Verdicts in worlds whose law is known, with intervals over worlds."""

from collections import defaultdict
from typing import Any

import numpy as np

from benchmarks.planted_world import DIMENSIONS, World, change_fact, make_world
from benchmarks.verdict_checks import PLACEBOS, false_verdicts, interval, judge_raw, mean
from countercase.counterfactual.instrument import build_instrument
from countercase.counterfactual.measure import FactPair, Raw, measure_raw
from countercase.counterfactual.verdict import LEAST
from countercase.counterfactual.weights import NO_PRIOR, Prior
from countercase.evaluation.counterfactual_eval import spearman
from countercase.text.sentences import split_sentences

NAMES = [dimension.name for dimension in DIMENSIONS]
MATTERS = 5  # of a world


def planted(first: int, worlds: int, cases: int, prior: Prior = NO_PRIOR) -> dict[str, Any]:
    """Verdicts where the truth is known, with true labels, with labels shuffled, and on placebos alone.

    With a prior the worlds contradict it: their law is drawn, and the instrument begins with another.
    """
    right: dict[bool, list[tuple[str, bool]]] = {True: [], False: []}
    rho: list[float] = []
    trees: list[list[Raw]] = []
    for seed in range(first, first + worlds):
        world = make_world(seed, cases, MATTERS)
        grown = _trees(world, seed, prior)
        trees += grown
        for tree in grown:
            for name, evidence in zip(NAMES, judge_raw(tree), strict=True):
                decides = world.strength[name] > 0
                right[decides].append((str(seed), evidence.dispositive == decides))
        rho.append(_agreement(world, grown))
    return {
        "worlds": f"{first} to {first + worlds - 1}",
        "dispositive accuracy": _accuracy(right[True]),
        "non-dispositive accuracy": _accuracy(right[False]),
        "spearman rho, mean over worlds": {
            "value": mean(rho),
            "interval": interval([str(n) for n in range(worlds)], rho),
        },
        **false_verdicts(trees),
    }


def _trees(world: World, seed: int, prior: Prior) -> list[list[Raw]]:
    """For each matter, every fact changed once."""
    instrument = build_instrument(world.judgments, split_sentences, prior=prior)
    return [
        measure_raw(
            [FactPair(sheet, change_fact(sheet, name, number)) for name in NAMES], instrument, PLACEBOS + 3, seed
        )
        for number, sheet in enumerate(world.matters)
    ]


def _agreement(world: World, trees: list[list[Raw]]) -> float:
    """Spearman's rho between the mean effects of the facts and the strengths that were planted."""
    effects: dict[str, list[float]] = defaultdict(list)
    for tree in trees:
        for name, one in zip(NAMES, tree, strict=True):
            effects[name].append(one.effect.change if one.effect.change >= LEAST else 0.0)
    means = [float(np.mean(effects[name])) for name in NAMES]
    return spearman(means, [world.strength[name] for name in NAMES]) or 0.0


def _accuracy(right: list[tuple[str, bool]]) -> dict[str, Any]:
    worlds, verdicts = [world for world, _ in right], [verdict for _, verdict in right]
    return {"value": mean(verdicts), "interval": interval(worlds, verdicts)}
