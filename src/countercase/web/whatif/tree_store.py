"""Stored trees: read once for each state, shown with the names of their cases, kept after every level."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from countercase.counterfactual.result import WhatIf
from countercase.counterfactual.tree import Growth
from countercase.counterfactual.tree_json import TreeFile, from_json, to_json
from countercase.counterfactual.verdict import EdgeEvidence
from countercase.facts.sheet_json import from_json as sheet_from_json
from countercase.facts.sheet_json import to_json as sheet_to_json
from countercase.facts.words import describe
from countercase.web.matters import Matter, TreeRow
from countercase.web.workbench import Workbench

Evidence = Mapping[int, EdgeEvidence]
UNMEASURED: Evidence = MappingProxyType({})


def read_tree(row: TreeRow) -> TreeFile:
    """A stored tree."""
    return _read(_Stored(row.id, row.written, row))


@dataclass(frozen=True, slots=True)
class _Stored:
    """A row under the key of its state: reading one takes most of a page's time, and a page is often loaded again."""

    id: str
    written: str
    row: TreeRow = field(compare=False, hash=False)


@lru_cache(maxsize=8)
def _read(stored: _Stored) -> TreeFile:
    return from_json(stored.row.content, sheet_from_json)


def whatif_of(bench: Workbench, matter: Matter, row: TreeRow) -> WhatIf:
    """A stored tree as reports and pages show it."""
    read = read_tree(row)
    return shown(bench, matter, read.growth, read.evidence, {"tree": row.id, "version": str(row.version)})


def shown(
    bench: Workbench,
    matter: Matter,
    growth: Growth,
    evidence: Evidence = UNMEASURED,
    about: Mapping[str, str] = MappingProxyType({}),
) -> WhatIf:
    """A growth with the names of its cases."""
    seen = dict.fromkeys(case for node in growth.tree.nodes for case in node.ranking[: growth.tree.k])
    about = {"matter": matter.id, "plan": "whatif", **about}
    return WhatIf(matter.id, matter.title, growth, bench.names(seen), describe, evidence, about=about)


def keep(
    bench: Workbench, matter: Matter, growth: Growth, row: TreeRow | None, evidence: Evidence = UNMEASURED
) -> TreeRow:
    """Store a tree, or a later state of one."""
    content = to_json(shown(bench, matter, growth, evidence), sheet_to_json)
    return bench.matters.put_tree(matter, content, row.id if row else None)


def latest(bench: Workbench, matter: Matter) -> WhatIf | None:
    """The latest tree of a matter, if it has one."""
    row = bench.matters.latest_tree(matter.id)
    return whatif_of(bench, matter, row) if row else None
