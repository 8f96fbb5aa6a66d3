"""Grows the what-if tree level by level, within budgets; a tree that stops early can be resumed.

The tree knows nothing of retrieval or extraction: it receives functions (`TreeTools`).
"""

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from countercase.counterfactual.sensitivity import rank_shift
from countercase.counterfactual.validator import Counts, Ruling, ValidatorVerdict
from countercase.domain.case import CaseId
from countercase.domain.facts import (
    Fact,
    FactKey,
    FactSheet,
    IngredientFact,
    LineFact,
    NumericalFact,
    Quantity,
    WordsFact,
)
from countercase.domain.perturbation import LawEffect, Node, Perturbation, Tree
from countercase.errors import FactSheetError, InputError
from countercase.facts.edit import rewrite
from countercase.outbound import finish_within
from countercase.settings import CounterfactualSettings

# Applies changes of facts to a sheet, and gives equal sheets equal keys.

Edit = Callable[[FactSheet, Fact | None, Fact | None], FactSheet]


def state_key(sheet: FactSheet) -> str:
    """A key that is equal for sheets with the same facts, in whatever order they were changed."""
    keys: list[object] = [*sorted(fact.key for fact in sheet.facts), *sorted(sheet.supposed)]
    return hashlib.sha256(repr(keys).encode()).hexdigest()[:32]


def find_fact(sheet: FactSheet, equal: Fact) -> Fact | None:
    """The equal fact on this sheet, with this sheet's spans."""
    key = equal.key
    return next((fact for fact in sheet.facts if fact.key == key), None)


def apply_change(sheet: FactSheet, before: Fact | None, after: Fact | None, edit: Edit) -> FactSheet | None:
    """Apply one change to the sheet; None if the fact to change is no longer there."""
    current = find_fact(sheet, before) if before is not None else None
    if before is not None and current is None:
        return None
    return edit(sheet, current, after)


def changed_sheet(sheet: FactSheet, change: Perturbation, edit: Edit) -> FactSheet | None:
    """The sheet after a change; None if the fact to change is not there."""
    if not change.is_supposed:
        return apply_change(sheet, change.before, change.after, edit)
    rewritten = rewrite(sheet, [(text_edit.span, text_edit.text) for text_edit in change.edits])
    return replace(rewritten, supposed=(*sheet.supposed, supposition(change.after or change.fact)))


def supposition(fact: Fact) -> str:
    """The name of an ingredient or line with its supposed status; the user's own words stay as they are."""
    if isinstance(fact, WordsFact):
        return f"words: {fact.text}"
    if isinstance(fact, LineFact):
        return f"{fact.rule}: {fact.value}"
    return f"{fact.ingredient}: {fact.status}" if isinstance(fact, IngredientFact) else ""


def is_supposed(sheet: FactSheet, fact: Fact) -> bool:
    """Whether the sheet already supposes something about the same ingredient or line."""
    name = supposition(fact).partition(": ")[0]
    return any(other.partition(": ")[0] == name for other in sheet.supposed)


def without(sheet: FactSheet, facts: Iterable[Fact], edit: Edit) -> FactSheet:
    """Remove some facts from the sheet, one after the other."""
    for fact in facts:
        current = find_fact(sheet, fact)
        sheet = sheet if current is None else edit(sheet, current, None)
    return sheet


def movable(sheet: FactSheet) -> tuple[Fact, ...]:
    """The facts of the specification's four types, each once. Dates are left out: they only fix the governing law."""
    by_key: dict[FactKey, Fact] = {}
    for fact in sheet.facts:
        if fact.type is not None and not (isinstance(fact, NumericalFact) and fact.quantity is Quantity.DATE):
            by_key.setdefault(fact.key, fact)
    return tuple(by_key.values())


Retrieve = Callable[[Sequence[FactSheet]], Sequence[Sequence[CaseId]]]
Propose = Callable[[FactSheet], Iterable[Perturbation]]
Validate = Callable[[FactSheet, Perturbation, FactSheet], ValidatorVerdict]
DEEPEST = 5  # changes from the root, also for a node expanded by hand
_FOLLOWED_IN_LAW = 3  # changes with a legal effect that are followed if no change moves the list


@dataclass(frozen=True, slots=True)
class TreeTools:
    """The functions that grow the tree: ranking of many sheets, editing, proposals, and validation."""

    retrieve: Retrieve
    edit: Edit
    propose: Propose
    validate: Validate


@dataclass(frozen=True, slots=True)
class Growth:
    """A tree as far as it has grown. `open` are the nodes still to be expanded; `stopped` says why it stopped early."""

    tree: Tree
    options: CounterfactualSettings
    open: tuple[int, ...] = ()
    stopped: str | None = None
    counts: Counts = field(default_factory=Counts)
    adviser_counts: Counts = field(default_factory=Counts)
    retrieved: int = 0  # rankings requested; equal states are requested once
    refused: tuple[tuple[str, str], ...] = ()  # a sentence and the reason, for every rejected change


@dataclass(frozen=True, slots=True)
class Progress:
    """What has just happened to a growing tree."""

    what: Literal["proposed", "level", "node", "stopped"]
    growth: Growth
    node: Node | None = None
    waiting: int = 0  # sheets about to be searched


@dataclass(slots=True)
class _Level:
    """The children of a level, which still need rankings, and the nodes that are fully expanded."""

    children: list[tuple[Node, Perturbation, FactSheet]] = field(default_factory=list)
    expanded: list[int] = field(default_factory=list)


Notify = Callable[[Progress], None]
Cancelled = Callable[[], bool]
Clock = Callable[[], float]


def grow(
    sheet: FactSheet,
    tools: TreeTools,
    options: CounterfactualSettings,
    k: int,
    notify: Notify = lambda _: None,
    cancelled: Cancelled = lambda: False,
    clock: Clock = time.monotonic,
) -> Growth:
    """Grow the tree of a sheet. It stops at its budget or when cancelled, and says so."""
    ranking = tuple(tools.retrieve([sheet])[0])
    root = Node(0, None, 0, sheet, ranking)
    return resume(Growth(Tree((root,), k), options, (0,), retrieved=1), tools, notify, cancelled, clock)


def resume(
    growth: Growth,
    tools: TreeTools,
    notify: Notify = lambda _: None,
    cancelled: Cancelled = lambda: False,
    clock: Clock = time.monotonic,
) -> Growth:
    """Continue a stopped tree with a fresh time budget; `replace(growth, options=...)` widens the other limits."""
    deadline = clock() + growth.options.max_seconds
    growth = replace(growth, stopped=None)
    with finish_within(growth.options.max_seconds):  # a language model that hangs must not outlast the tree
        while growth.open:
            growth = _grow_level(growth, tools, notify, cancelled, lambda: clock() >= deadline)
            if growth.stopped:
                notify(Progress("stopped", growth))
                break
    return growth


def deepen(growth: Growth, options: CounterfactualSettings) -> Growth:
    """The same tree under other limits; the nodes that these admit are open again. Call `resume` to grow it."""
    parents = {node.parent for node in growth.tree.nodes}
    fresh = [
        node.id
        for node in growth.tree.nodes
        if node.id not in parents
        and node.depth < min(options.max_depth, DEEPEST)
        and (node.shift is None or node.shift.mean >= options.min_displacement_threshold)
    ]
    if fresh or growth.open:
        return replace(growth, options=options, open=tuple(dict.fromkeys((*growth.open, *fresh))))
    leaves = [node for node in growth.tree.nodes if node.id not in parents]
    followed = {node.id: replace(node, pruned=False) for node in _followed_in_law(leaves, options)}
    tree = replace(growth.tree, nodes=tuple(followed.get(node.id, node) for node in growth.tree.nodes))
    return replace(growth, tree=tree, options=options, open=tuple(followed))


def expand(growth: Growth, node_id: int, tools: TreeTools, notify: Notify = lambda _: None) -> Growth:
    """Add the children of one node, even of a pruned one; a node that already has them all gets no more."""
    node = _node(growth, node_id)
    if node.depth >= DEEPEST:
        raise InputError(f"Node {node_id} is {node.depth} changes deep; a tree goes no deeper than {DEEPEST}.")
    open_before, deadline = growth.open, time.monotonic() + growth.options.max_seconds
    with finish_within(growth.options.max_seconds):
        alone = replace(growth, open=(node_id,))
        grown = _grow_level(alone, tools, notify, lambda: False, lambda: time.monotonic() >= deadline)
    return replace(grown, open=tuple(open_id for open_id in open_before if open_id != node_id))


def add_change(growth: Growth, node_id: int, change: Perturbation, tools: TreeTools) -> Growth:
    """Add the user's own change as a child. An objection of the rules raises an error."""
    node = _node(growth, node_id)
    sheet = changed_sheet(node.sheet, change, tools.edit)
    if sheet is None:
        raise InputError(f"The fact to change is not on the sheet of node {node_id}.")
    verdict = tools.validate(node.sheet, change, sheet)
    if verdict.decision is Ruling.REJECT:
        raise InputError(f"This change is not possible: {verdict.reason}.")
    level = _Level([(node, change, sheet)])
    return _attach(growth, level, tools, lambda _: None, open_children=False)


def _grow_level(
    growth: Growth, tools: TreeTools, notify: Notify, cancelled: Cancelled, late: Callable[[], bool]
) -> Growth:
    """Propose changes for every open node, search once for all children, and attach them."""
    level, stopped = _Level(), None
    room = growth.options.max_nodes - len(growth.tree.nodes)
    for node_id in growth.open:
        stopped = _reason_to_stop(growth, room, cancelled, late)
        if stopped:
            break
        growth, children, all_tried = _children(growth, growth.tree.nodes[node_id], tools, late)
        level.children += children[:room]
        room -= len(children)
        if room >= 0 and all_tried:
            level.expanded.append(node_id)
        notify(Progress("proposed", growth, growth.tree.nodes[node_id], len(level.children)))
    if stopped is None and len(level.expanded) < len(growth.open):
        stopped = _reason_to_stop(growth, room, cancelled, late)
    if stopped == "cancelled":
        return replace(growth, stopped=stopped)
    if level.children:
        notify(Progress("level", growth, waiting=len(level.children)))
    return replace(_attach(growth, level, tools, notify), stopped=stopped)


def _reason_to_stop(growth: Growth, room: int, cancelled: Cancelled, late: Callable[[], bool]) -> str | None:
    if cancelled():
        return "cancelled"
    if room <= 0:
        return f"the budget of {growth.options.max_nodes} nodes is spent"
    return f"the budget of {growth.options.max_seconds:g} seconds is spent" if late() else None


def _children(
    growth: Growth, node: Node, tools: TreeTools, late: Callable[[], bool]
) -> tuple[Growth, list[tuple[Node, Perturbation, FactSheet]], bool]:
    """Accepted changes of one node, up to the limit, and whether there was time to try them all.

    Skips changes that the node already has, reversals, and facts changed before.
    """
    existing = {_change_key(child.perturbation) for child in growth.tree.children(node.id) if child.perturbation}
    path = list(_ancestors(growth.tree, node))
    earlier_states = {state_key(ancestor.sheet) for ancestor in path}
    changed_facts = {
        earlier.perturbation.after.key for earlier in path if earlier.perturbation and earlier.perturbation.after
    }
    children: list[tuple[Node, Perturbation, FactSheet]] = []
    counts, advised, refused = growth.counts, growth.adviser_counts, list(growth.refused)
    all_tried = True
    for change in tools.propose(node.sheet):
        if len(existing) + len(children) >= growth.options.max_children:
            break
        if _change_key(change) in existing or (change.before is not None and change.before.key in changed_facts):
            continue
        try:
            sheet = changed_sheet(node.sheet, change, tools.edit)
        except FactSheetError as error:
            sheet, verdict = None, ValidatorVerdict(Ruling.REJECT, str(error))
        else:
            if sheet is None or state_key(sheet) in earlier_states:
                continue
            if late():
                all_tried = False
                break
            verdict = tools.validate(node.sheet, change, sheet)
        counts = counts.with_one(verdict.decision)
        advised = advised.with_one(verdict.decision) if verdict.by == "model" else advised
        if verdict.decision is Ruling.ACCEPT and sheet is not None:
            children.append((node, change, sheet))
        else:
            refused.append((change.sentence, verdict.reason))
    return replace(growth, counts=counts, adviser_counts=advised, refused=tuple(refused)), children, all_tried


def _attach(growth: Growth, level: _Level, tools: TreeTools, notify: Notify, open_children: bool = True) -> Growth:
    """Search the states that are new, and add the children with their shifts."""
    searched = {state_key(node.sheet): (node.sheet, node.ranking) for node in reversed(growth.tree.nodes)}
    fresh: dict[str, FactSheet] = {}
    for _, _, sheet in level.children:
        if state_key(sheet) not in searched:
            fresh.setdefault(state_key(sheet), sheet)
    if fresh:
        rankings = tools.retrieve(list(fresh.values()))
        searched |= {key: (fresh[key], tuple(ranking)) for key, ranking in zip(fresh, rankings, strict=True)}
    nodes, opened = list(growth.tree.nodes), []
    for parent, change, reached_sheet in level.children:
        sheet, ranking = searched[
            state_key(reached_sheet)
        ]  # the narrative that was searched, whatever changes led here
        shift = rank_shift(parent.ranking, ranking, growth.tree.k)
        pruned = shift.mean < growth.options.min_displacement_threshold
        applied = _with_facts_of_sheets(change, parent.sheet, sheet)
        node = Node(len(nodes), parent.id, parent.depth + 1, sheet, ranking, applied, shift, pruned)
        nodes.append(node)
        if open_children and not pruned and node.depth < min(growth.options.max_depth, DEEPEST):
            opened.append(node.id)
    still_open = [open_id for open_id in growth.open if open_id not in level.expanded]
    if open_children and not (opened or still_open):
        for node in _followed_in_law(nodes[len(growth.tree.nodes) :], growth.options):
            nodes[node.id] = replace(node, pruned=False)
            opened.append(node.id)
    tree = Tree(tuple(nodes), growth.tree.k)
    grown = replace(growth, tree=tree, open=(*still_open, *opened), retrieved=growth.retrieved + len(fresh))
    for node in nodes[len(growth.tree.nodes) :]:
        notify(Progress("node", grown, node))
    return grown


def _followed_in_law(fresh: Sequence[Node], options: CounterfactualSettings) -> list[Node]:
    """The first few changes of the matter with a known legal effect, those that change the text first.

    The tree follows them if no change moves the list enough: in a small corpus it would otherwise end there.
    """
    with_law = [
        node
        for node in fresh
        if node.depth == 1 < min(options.max_depth, DEEPEST)
        and node.perturbation is not None
        and node.perturbation.law is not None
        and node.perturbation.law.effect is not LawEffect.NONE_KNOWN
    ]
    with_law.sort(key=lambda node: not (node.perturbation and node.perturbation.edits))
    return with_law[:_FOLLOWED_IN_LAW]


def _with_facts_of_sheets(change: Perturbation, before: FactSheet, after: FactSheet) -> Perturbation:
    """The change with facts from the two sheets, so that their spans point into the two narratives."""
    if change.is_supposed:
        return change
    return replace(
        change,
        before=find_fact(before, change.before) if change.before is not None else None,
        after=find_fact(after, change.after) if change.after is not None else None,
    )


def _ancestors(tree: Tree, node: Node) -> Iterator[Node]:
    yield node
    while node.parent is not None:
        node = tree.nodes[node.parent]
        yield node


def _change_key(change: Perturbation) -> tuple[FactKey | None, FactKey | None]:
    before, after = change.before, change.after
    return before.key if before is not None else None, after.key if after is not None else None


def _node(growth: Growth, node_id: int) -> Node:
    if not 0 <= node_id < len(growth.tree.nodes):
        raise InputError(f"There is no node {node_id}; the tree has nodes 0 to {len(growth.tree.nodes) - 1}.")
    return growth.tree.nodes[node_id]
