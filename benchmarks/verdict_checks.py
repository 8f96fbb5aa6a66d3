"""What verdicts are worth: on facts, on placebos alone, with labels shuffled, and against changes of circumstance."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.decisive_sentences import half
from benchmarks.fact_edits import Pair, pairs_of, typed_changes
from countercase.counterfactual.instrument import Instrument, InstrumentQuery
from countercase.counterfactual.measure import FactPair, Raw, change_of_z, measure_raw
from countercase.counterfactual.placebo import PlaceboKind
from countercase.counterfactual.verdict import EdgeEvidence, judge
from countercase.domain.facts import FactSheet
from countercase.settings import CounterfactualSettings
from countercase.significance import bootstrap_interval

Array = NDArray[np.float64]
Sheets = Mapping[str, FactSheet]
PLACEBOS = CounterfactualSettings().placebos


def controls(sheets: Sheets, instrument: Instrument) -> dict[str, Any]:
    """On every narrative: how many facts, placebos and shuffled labels are called dispositive."""
    trees: list[list[Raw]] = []
    seen: dict[str, list[EdgeEvidence]] = defaultdict(list)
    for name, sheet in sheets.items():
        changes = list(typed_changes(name, sheet))
        raw = measure_raw([FactPair(sheet, after) for _, after in changes], instrument, PLACEBOS + 3, 0)
        trees.append(raw)
        for (kind, _), evidence in zip(changes, judge_raw(raw), strict=True):
            seen[kind].append(evidence)
    every = [evidence for own in seen.values() for evidence in own]
    return {
        "narratives": len(trees),
        "changes": len(every),
        "too short to test": sum(not one.tested for one in every),
        "fewest placebos of a change": min(one.placebos for one in every),
        **false_verdicts(trees),
        "fact changes called dispositive": mean([one.dispositive for one in every]),
        "by kind": {kind: _called(own) for kind, own in sorted(seen.items())},
    }


def _called(own: Sequence[EdgeEvidence]) -> dict[str, Any]:
    return {"share": mean([one.dispositive for one in own]), "changes": len(own)}


def judge_raw(tree: Sequence[Raw]) -> list[EdgeEvidence]:
    """The verdicts of a tree; of each kind the first placebo is kept apart, to stand for a fact in `false_verdicts`."""
    return judge([one.moved for one in tree], [_rest(one.placebos) for one in tree])


def false_verdicts(trees: Sequence[Sequence[Raw]]) -> dict[str, Any]:
    """The share called dispositive with the labels of fact and placebos shuffled, and on placebos alone."""
    rng = np.random.default_rng(0)
    shuffled: list[bool] = []
    alone: dict[str, list[bool]] = defaultdict(list)
    for tree in trees:
        pools = [_shuffled(one, rng) for one in tree]
        shuffled += [one.dispositive for one in judge([fact for fact, _ in pools], [rest for _, rest in pools])]
        for kind in PlaceboKind:
            own = [one.placebos for one in tree if len(one.placebos.get(kind.value, ())) > 1]
            judged = judge([placebos[kind.value][:1] for placebos in own], [_rest(placebos) for placebos in own])
            alone[kind.value] += [one.dispositive for one in judged]
    return {
        "shuffled labels called dispositive": mean(shuffled),
        "placebos called dispositive": mean([verdict for own in alone.values() for verdict in own]),
        "by kind of placebo": {kind: mean(own) for kind, own in alone.items() if own},
    }


def _rest(placebos: Mapping[str, Array]) -> dict[str, Array]:
    return {kind: own[1:] for kind, own in placebos.items() if len(own) > 1}


def _shuffled(raw: Raw, rng: np.random.Generator) -> tuple[Array, dict[str, Array]]:
    """The fact's effect and its placebos' with the labels drawn anew."""
    drawn = rng.permutation(np.concatenate([[raw.effect.change], *raw.placebos.values()]))
    ends = np.cumsum([1, *(len(own) for own in raw.placebos.values())])
    return drawn[:1], dict(zip(raw.placebos, np.split(drawn, ends)[1:], strict=False))


def contrasts(sheets: Sheets, instrument: Instrument) -> dict[str, Any]:
    """How often a typed change moves the ranking further than a circumstance change of the same length."""
    pairs = [pair for name, sheet in sheets.items() for pair in pairs_of(name, sheet)]
    won = [(pair, _wins(pair, instrument)) for pair in pairs]
    halves = {name: [win for pair, win in won if half(pair.narrative_id) == name] for name in ("half A", "half B")}
    kinds = {kind: [one for one in won if one[0].kind == kind] for kind in sorted({pair.kind for pair in pairs})}
    whole = _share(won)
    return {
        "pairs": whole["pairs"],
        "win share": whole["share"],
        "interval": whole["interval"],
        **{name: mean(wins) for name, wins in halves.items()},
        **{kind: _share(own) for kind, own in kinds.items()},
    }


def _wins(pair: Pair, instrument: Instrument) -> float:
    questions = [InstrumentQuery.of(pair.before), InstrumentQuery.of(pair.after), pair.circumstance]
    root, fact, circumstance = instrument.scores(questions)
    return float(np.sign(change_of_z(root, fact) - change_of_z(root, circumstance)) + 1) / 2


def _share(won: Sequence[tuple[Pair, float]]) -> dict[str, Any]:
    wins = [win for _, win in won]
    return {"share": mean(wins), "pairs": len(won), "interval": interval([p.narrative_id for p, _ in won], wins)}


def mean(values: Sequence[float]) -> float:
    """To three digits."""
    return round(float(np.mean(values)), 3)


def interval(groups: Sequence[str], values: Sequence[float]) -> list[float]:
    """95 % bootstrap of the mean. Groups are resampled, not values: what one narrative or world says hangs together."""
    names = sorted(set(groups))
    place = {name: row for row, name in enumerate(names)}
    rows = np.array([place[name] for name in groups])
    sums = np.bincount(rows, weights=np.asarray(values, dtype=np.float64)).astype(np.float64)
    counts = np.bincount(rows).astype(np.float64)
    return [round(end, 3) for end in ratio_interval(sums, counts)]


def ratio_interval(parts: Array, wholes: Array, samples: int = 2000) -> tuple[float, float]:
    """The bootstrap interval of sum(parts) / sum(wholes). Each row is a group that is drawn as a whole."""

    def ratio(part: Array, whole: Array, axis: int) -> Array:
        return np.asarray(part.sum(axis=axis) / whole.sum(axis=axis))

    low, high = bootstrap_interval(parts, wholes, statistic=ratio, samples=samples)
    return float(low), float(high)
