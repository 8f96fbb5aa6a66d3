"""A what-if tree of 156 nodes with its placebos: seconds, against one search a node, and what it holds in memory."""

import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from benchmarks.workspaces import prepared
from countercase.app import App
from countercase.counterfactual.instrument import Instrument
from countercase.counterfactual.measure import measure_tree
from countercase.counterfactual.result import Matter
from countercase.counterfactual.tree import Growth, TreeTools, grow
from countercase.domain.case import CaseId
from countercase.domain.facts import FactSheet
from countercase.domain.ranking import Query
from countercase.errors import InputError
from countercase.facts.extract import extract_facts
from countercase.settings import CounterfactualSettings

NODES = 156  # 1 + 5 + 25 + 125
FEW = 31
TOP_K = 10
WIDE = CounterfactualSettings(
    max_depth=3, max_children=5, max_nodes=NODES, min_displacement_threshold=0.0, max_seconds=3600
)


@dataclass(slots=True)
class Clock:
    """Seconds by what they were spent on, and how often."""

    seconds: dict[str, float] = field(default_factory=dict)
    times: dict[str, int] = field(default_factory=dict)

    @contextmanager
    def running(self, what: str) -> Iterator[None]:
        """Count what happens inside."""
        started = time.perf_counter()
        yield
        self.seconds[what] = self.seconds.get(what, 0.0) + time.perf_counter() - started
        self.times[what] = self.times.get(what, 0) + 1


def tree_speed(narratives: Iterator[tuple[str, str]]) -> dict[str, Any]:
    """Over the AILA corpus with the real plan `whatif`: one batch a level, then one search a node, in the same run."""
    app = prepared("aila")
    sheet = wide_matter(app, (text for _, text in narratives))
    instrument = app.instrument
    app.rank_sheets([sheet], TOP_K)  # everything is loaded before the clock runs
    clock = Clock()
    with clock.running("tree and placebos"):
        growth = _grown(app, sheet, clock)
        with clock.running("placebos"):
            measure_tree(growth.tree, instrument, WIDE.placebos, WIDE.seed)
    sheets = [node.sheet for node in growth.tree.nodes]
    with clock.running("one by one"):
        alone = [_retrieved(app, one) for one in sheets]
    seconds = {what: round(spent, 2) for what, spent in clock.seconds.items()}
    return {
        "nodes": len(growth.tree.nodes),
        "searched": growth.retrieved,
        "batches": clock.times["searches"],
        "seconds, tree and placebos": seconds["tree and placebos"],
        "seconds of these, searches in batches": seconds["searches"],
        "seconds of these, placebos made, scored and judged": seconds["placebos"],
        "seconds, retrieve once a node": seconds["one by one"],
        "times faster": round(clock.seconds["one by one"] / clock.seconds["searches"], 1),
        "identical rankings": all(node.ranking == one for node, one in zip(growth.tree.nodes, alone, strict=True)),
        "megabytes held and at the peak": memory(app, sheet, instrument),
    }


def wide_matter(app: App, texts: Iterator[str]) -> FactSheet:
    """The first narrative with facts enough for a full tree."""
    for text in texts:
        sheet = extract_facts(text)
        tools = replace(app.whatifs.tools(Matter("m", "m", sheet), TOP_K), retrieve=_nothing)
        if len(grow(sheet, tools, WIDE, TOP_K).tree.nodes) == NODES:
            return sheet
    raise InputError(f"No narrative gives a tree of {NODES} nodes.")


def memory(app: App, sheet: FactSheet, instrument: Instrument) -> dict[str, Any]:
    """Of a tree and its readings, for a fifth of the nodes and for all: the peak should be nearly the same."""
    return {f"{nodes} nodes": _held(partial(_read, app, sheet, instrument, nodes)) for nodes in (FEW, NODES)}


def _read(app: App, sheet: FactSheet, instrument: Instrument, nodes: int) -> tuple[Growth, object]:
    options = WIDE.model_copy(update={"max_nodes": nodes})
    growth = grow(sheet, app.whatifs.tools(Matter("m", "m", sheet), TOP_K), options, TOP_K)
    return growth, measure_tree(growth.tree, instrument, WIDE.placebos, WIDE.seed)


def _held(work: Callable[[], object]) -> dict[str, float]:
    work()  # what is loaded once is not counted
    tracemalloc.start()
    kept = work()
    held, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del kept
    return {"held": round(held / 1e6, 1), "peak": round(peak / 1e6, 1)}


def _grown(app: App, sheet: FactSheet, clock: Clock) -> Growth:
    tools = app.whatifs.tools(Matter("m", "m", sheet), TOP_K)

    def retrieve(sheets: Sequence[FactSheet]) -> Sequence[Sequence[CaseId]]:
        with clock.running("searches"):
            return tools.retrieve(sheets)

    own: TreeTools = replace(tools, retrieve=retrieve)
    return grow(sheet, own, WIDE, TOP_K)


def _retrieved(app: App, sheet: FactSheet) -> tuple[CaseId, ...]:
    found = app.index.retriever.retrieve(Query(sheet.narrative), app.index.plan("whatif"), TOP_K)
    return tuple(precedent.case_id for precedent in found)


def _nothing(sheets: Sequence[FactSheet]) -> list[tuple[CaseId, ...]]:
    return [() for _ in sheets]
