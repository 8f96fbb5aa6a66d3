"""The proof of the instrument: planted truth, controls and contrasts on real text, and speed.

python -m benchmarks.counterfactual            everything, about five minutes on two cores
python -m benchmarks.counterfactual planted    the generated worlds alone
"""

import json
import sys
import time
import tracemalloc
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.decisive_sentences import half, read_narratives, separations
from benchmarks.fact_edits import Pair, pairs_of, typed_changes
from benchmarks.plain_rankings import PlainRankings
from benchmarks.planted_world import DIMENSIONS, change_fact, make_world
from benchmarks.record import DATA, write_result
from countercase.corpus.sentences import split_sentences
from countercase.counterfactual.edge_evidence import EdgeEvidence
from countercase.counterfactual.effects import change_of_z
from countercase.counterfactual.instrument import Instrument, Judgment, Question, best, build_instrument
from countercase.counterfactual.measure import Change, Raw, measure, measure_raw, placebos_for
from countercase.counterfactual.placebo import PlaceboKind, read_wording
from countercase.counterfactual.verdict import LEAST, judge
from countercase.domain.case import CaseId
from countercase.domain.facts import FactSheet
from countercase.evaluation.agreement import spearman
from countercase.facts.extract import extract_facts
from countercase.law.provisions import find_provisions
from countercase.settings import CounterfactualSettings

Array = NDArray[np.float64]
PLACEBOS = CounterfactualSettings().placebos
WORLDS = 20
FRESH = 1000  # worlds from here on were not looked at while the instrument was built
NAMES = [dimension.name for dimension in DIMENSIONS]
AILA = DATA / "caselaw" / "aila2019"
CHARGES = DATA / "caselaw" / "charge_identification"


def main() -> None:
    """Measure and write results/counterfactual.json."""
    figures: dict[str, Any] = {
        "placebos": PLACEBOS,
        "planted, worlds seen while building, 400 judgments": planted(),
        "planted, fresh worlds, 400 judgments": planted(FRESH),
        "planted, fresh worlds, 1000 judgments": planted(2 * FRESH, cases=1000),
    }
    if "planted" in sys.argv[1:]:
        print(json.dumps(figures, indent=2))
        return
    judgments = read_corpus()
    started = time.perf_counter()
    instrument = build_instrument(judgments, split_sentences)
    figures["corpus"] = {"judgments": len(judgments), "build_seconds": round(time.perf_counter() - started, 1)}
    sheets = {name: extract_facts(text) for name, text in narratives()}
    figures["controls"] = controls(sheets, instrument)
    figures["typed edits against circumstances"] = contrasts(sheets, instrument)
    marked = read_narratives(CHARGES / "sentences_dev.jsonl")
    plain = PlainRankings([judgment.text for judgment in judgments])
    figures["decisive sentences"] = separations(marked, instrument, plain, CHARGES / "Labels.jsonl")
    figures["speed"] = speed(sheets, instrument)
    write_result("counterfactual", figures)


def read_corpus() -> list[Judgment]:
    """The AILA judgments with their sections and facts."""
    files = sorted((AILA / "Object_casedocs").glob("*.txt"))
    with ProcessPoolExecutor(2) as pool:
        return list(pool.map(_read_judgment, files, chunksize=50))


def _read_judgment(file: Path) -> Judgment:
    text = file.read_text(encoding="utf-8", errors="replace")
    cited = {mention.provision.base for mention in find_provisions(text) if mention.provision is not None}
    return Judgment(CaseId(file.stem), text, frozenset(cited), extract_facts(text).facts)


def narratives() -> Iterator[tuple[str, str]]:
    """AILA's queries and both files of charge identification."""
    for line in (AILA / "Query_doc.txt").read_text(encoding="utf-8", errors="replace").splitlines():
        name, _, text = line.partition("||")
        yield name, text
    for file in ("sentences_dev.jsonl", "Test-Doc.jsonl"):
        for line in (CHARGES / file).read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            yield row["factid"], " ".join(row["text"])


def planted(first: int = 0, worlds: int = WORLDS, cases: int = 400, matters: int = 5) -> dict[str, Any]:
    """Verdicts where the truth is known, with true labels, with labels shuffled, and on placebos alone."""
    right: dict[bool, list[bool]] = {True: [], False: []}
    rho, trees = [], []
    for seed in range(first, first + worlds):
        world = make_world(seed, cases, matters)
        instrument = build_instrument(world.judgments, split_sentences)
        effects: dict[str, list[float]] = defaultdict(list)
        for number, sheet in enumerate(world.matters):
            changes = [Change(sheet, change_fact(sheet, name, number)) for name in NAMES]
            raw = measure_raw(changes, instrument, PLACEBOS + 3, seed)
            trees.append(raw)
            for name, one, evidence in zip(NAMES, raw, judge_raw(raw), strict=True):
                decides = world.strength[name] > 0
                right[decides].append(evidence.dispositive == decides)
                effects[name].append(one.effect.change if one.effect.change >= LEAST else 0.0)
        means = [float(np.mean(effects[name])) for name in NAMES]
        rho.append(spearman(means, [world.strength[name] for name in NAMES]) or 0.0)
    return {
        "worlds": worlds,
        "dispositive accuracy": _mean(right[True]),
        "non-dispositive accuracy": _mean(right[False]),
        "spearman rho, mean over worlds": _mean(rho),
        **false_verdicts(trees),
    }


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
        "shuffled labels called dispositive": _mean(shuffled),
        "placebos called dispositive": _mean([verdict for own in alone.values() for verdict in own]),
        "by kind of placebo": {kind: _mean(own) for kind, own in alone.items() if own},
    }


def _rest(placebos: Mapping[str, Array]) -> dict[str, Array]:
    return {kind: own[1:] for kind, own in placebos.items() if len(own) > 1}


def _shuffled(raw: Raw, rng: np.random.Generator) -> tuple[Array, dict[str, Array]]:
    """The fact's effect and its placebos' with the labels drawn anew."""
    drawn = rng.permutation(np.concatenate([[raw.effect.change], *raw.placebos.values()]))
    ends = np.cumsum([1, *(len(own) for own in raw.placebos.values())])
    return drawn[:1], dict(zip(raw.placebos, np.split(drawn, ends)[1:], strict=False))


def controls(sheets: dict[str, FactSheet], instrument: Instrument) -> dict[str, Any]:
    """On every narrative: how many facts, placebos and shuffled labels are called dispositive."""
    trees: list[list[Raw]] = []
    verdicts: dict[str, list[bool]] = defaultdict(list)
    for name, sheet in sheets.items():
        changes = list(typed_changes(name, sheet))
        raw = measure_raw([Change(sheet, after) for _, after in changes], instrument, PLACEBOS + 3, 0)
        trees.append(raw)
        for (kind, _), evidence in zip(changes, judge_raw(raw), strict=True):
            verdicts[kind].append(evidence.dispositive)
    every = [verdict for own in verdicts.values() for verdict in own]
    return {
        "narratives": len(trees),
        "changes": len(every),
        **false_verdicts(trees),
        "fact changes called dispositive": _mean(every),
        "by kind": {kind: {"share": _mean(own), "changes": len(own)} for kind, own in sorted(verdicts.items())},
    }


def contrasts(sheets: dict[str, FactSheet], instrument: Instrument) -> dict[str, Any]:
    """How often a typed change moves the ranking further than a circumstance change of the same length."""
    pairs = [pair for name, sheet in sheets.items() for pair in pairs_of(name, sheet)]
    won = [_wins(pair, instrument) for pair in pairs]
    result: dict[str, Any] = {"pairs": len(pairs), "win share": _mean(won), "interval": _interval(pairs, won)}
    for name in ("half A", "half B"):
        result[name] = _mean([win for pair, win in zip(pairs, won, strict=True) if half(pair.narrative_id) == name])
    for kind in sorted({pair.kind for pair in pairs}):
        own = [(pair, win) for pair, win in zip(pairs, won, strict=True) if pair.kind == kind]
        wins = [win for _, win in own]
        result[kind] = {"share": _mean(wins), "pairs": len(own), "interval": _interval([p for p, _ in own], wins)}
    return result


def _wins(pair: Pair, instrument: Instrument) -> float:
    questions = [Question.of(pair.before), Question.of(pair.after), pair.circumstance]
    root, fact, circumstance = instrument.scores(questions)
    return float(np.sign(change_of_z(root, fact) - change_of_z(root, circumstance)) + 1) / 2


def _mean(values: Sequence[float]) -> float:
    return round(float(np.mean(values)), 3)


def _interval(pairs: Sequence[Pair], won: Sequence[float]) -> list[float]:
    """Narratives are resampled, not pairs: the facts of one narrative are not independent."""
    names = sorted({pair.narrative_id for pair in pairs})
    place = {name: row for row, name in enumerate(names)}
    rows = np.array([place[pair.narrative_id] for pair in pairs])
    wins, counts = np.bincount(rows, weights=won), np.bincount(rows)
    drawn = np.random.default_rng(0).integers(0, len(names), size=(2000, len(names)))
    return [round(float(end), 3) for end in np.quantile(wins[drawn].sum(1) / counts[drawn].sum(1), [0.025, 0.975])]


def speed(sheets: dict[str, FactSheet], instrument: Instrument) -> dict[str, Any]:
    """A tree of 156 nodes with its placebos, in batches and one by one."""
    root = next(sheet for sheet in sheets.values() if len(list(typed_changes("speed", sheet))) >= 8)
    changes = _grown(root, depth=3, children=5)
    started = time.perf_counter()
    measure(changes, instrument, PLACEBOS, 0)
    whole = time.perf_counter() - started
    questions = [Question.of(root)]
    for change in changes:
        spans = (span for fact in change.before.facts for span in fact.spans)
        wording = read_wording(change.before.narrative, spans, split_sentences)
        made = placebos_for(wording, change.after, instrument, PLACEBOS, 0)
        questions += [Question.of(change.after), *(Question(one.narrative, change.before.facts) for one in made)]
    started = time.perf_counter()
    tops = [best(row, 50) for block in instrument.blocks(questions) for row in block]
    batch = time.perf_counter() - started
    sample = range(0, len(questions), max(1, len(questions) // 300))
    started = time.perf_counter()
    alone = [best(instrument.scores([questions[place]])[0], 50) for place in sample]
    single = (time.perf_counter() - started) / len(alone) * len(questions)
    return {
        "nodes": len(changes) + 1,
        "questions": len(questions),
        "seconds, placebos made, scored and judged": round(whole, 2),
        "seconds, scored in batches": round(batch, 2),
        "seconds, scored one by one (from a sample)": round(single, 2),
        "times faster": round(single / batch, 1),
        "identical rankings": all(bool((tops[p] == top).all()) for p, top in zip(sample, alone, strict=True)),
        "peak megabytes, 31 nodes": _peak(changes[:30], instrument),
        "peak megabytes, 156 nodes": _peak(changes, instrument),
    }


def _grown(root: FactSheet, depth: int, children: int) -> list[Change]:
    changes: list[Change] = []
    level = [root]
    for _ in range(depth):
        grown: list[Change] = []
        for number, sheet in enumerate(level):
            options = [after for _, after in typed_changes(f"{len(changes)}:{number}", sheet)][:children]
            grown += [Change(sheet, after) for after in options]
        changes += grown
        level = [change.after for change in grown]
    return changes


def _peak(changes: Sequence[Change], instrument: Instrument) -> int:
    tracemalloc.start()
    measure(changes, instrument, 19, 0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return round(peak / 1e6)


if __name__ == "__main__":
    main()
