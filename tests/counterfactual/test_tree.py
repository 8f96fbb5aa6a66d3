"""The tree: breadth first, equal states once, budgets, cancel and resume, the same for the same seed."""

from collections import Counter
from dataclasses import replace
from itertools import count

import pytest
from tests.counterfactual.small_matter import (
    CASES,
    EYEWITNESS,
    KNIFE,
    MURDER,
    STABBING,
    FactRanker,
    edit,
    options,
    section,
    tools,
)

from countercase.counterfactual.sensitivity import rank_shift
from countercase.counterfactual.tree import (
    DEEPEST,
    Growth,
    Progress,
    add_change,
    deepen,
    expand,
    grow,
    resume,
    state_key,
)
from countercase.counterfactual.validator import Ruling, ValidatorVerdict
from countercase.domain.facts import Fact, FactSheet, FactType
from countercase.domain.perturbation import Perturbation
from countercase.errors import FactSheetError, InputError

K = 3


def grown(**changes: float) -> Growth:
    return grow(STABBING, tools(), options(**changes), K)


def test_each_edge_changes_one_fact_and_carries_its_shift() -> None:
    tree = grown().tree
    assert len(tree.nodes) > 10
    for node in tree.nodes[1:]:
        assert node.parent is not None
        parent = tree.nodes[node.parent]
        before, after = Counter(fact.key for fact in parent.sheet.facts), Counter(fact.key for fact in node.sheet.facts)
        assert sum((before - after).values()) <= 1
        assert sum((after - before).values()) <= 1
        assert before != after
        assert node.shift == rank_shift(parent.ranking, node.ranking, K)


def test_children_are_shared_out_among_the_types() -> None:
    tree = grown(max_depth=1, max_children=8).tree
    types = Counter(node.perturbation.fact_type for node in tree.nodes[1:] if node.perturbation)
    assert set(types) == set(FactType)
    assert len(tree.nodes) == 9


def test_depth_and_children_are_limits() -> None:
    tree = grown(max_depth=3, max_children=2).tree
    assert max(node.depth for node in tree.nodes) == 3
    assert max(Counter(node.parent for node in tree.nodes).values()) == 2
    assert [node.depth for node in tree.nodes] == sorted(node.depth for node in tree.nodes)


def test_a_level_is_one_batch_of_distinct_states() -> None:
    ranker = FactRanker(CASES)
    growth = grow(STABBING, tools(ranker), options(max_depth=3), K)
    assert len(ranker.batches) == 4
    distinct = {state_key(node.sheet) for node in growth.tree.nodes}
    assert sum(ranker.batches) == growth.retrieved == len(distinct)
    assert len(growth.tree.nodes) > len(distinct)


def test_nothing_leads_back() -> None:
    tree = grown(max_depth=3).tree
    for node in tree.nodes[1:]:
        parent = node.parent
        while parent is not None:
            assert state_key(node.sheet) != state_key(tree.nodes[parent].sheet)
            parent = tree.nodes[parent].parent


def test_a_change_that_moves_little_is_not_followed() -> None:
    growth = grown(min_displacement_threshold=1.0)
    pruned = [node for node in growth.tree.nodes if node.pruned]
    assert pruned
    assert all(node.shift and node.shift.mean < 1.0 for node in pruned)
    assert not any(list(growth.tree.children(node.id)) for node in pruned)


def test_the_same_seed_gives_the_same_tree() -> None:
    assert grown().tree == grown().tree
    trees = [grow(STABBING, tools(seed=seed), options(), K).tree for seed in range(1, 7)]
    assert any(tree != trees[0] for tree in trees)


@pytest.mark.parametrize("limit", [1, 4, 7, 12])
def test_the_node_budget_is_kept_and_told(limit: int) -> None:
    growth = grown(max_nodes=limit)
    assert len(growth.tree.nodes) == limit
    assert growth.stopped == f"the budget of {limit} nodes is spent"
    assert growth.open


def test_the_seconds_budget_keeps_what_was_grown() -> None:
    ticks = count()
    growth = grow(STABBING, tools(), options(max_seconds=3), K, clock=lambda: float(next(ticks)))
    assert growth.stopped == "the budget of 3 seconds is spent"
    assert 1 < len(growth.tree.nodes) < len(grown().tree.nodes)


@pytest.mark.parametrize("limit", [2, 5, 9])
def test_a_stopped_tree_grows_on_to_the_same_nodes(limit: int) -> None:
    whole = grown()
    part = grown(max_nodes=limit)
    again = resume(replace(part, options=options()), tools())
    assert again.stopped is None
    assert _edges(again) == _edges(whole)
    assert again.tree.nodes[:limit] == part.tree.nodes


def test_cancel_stops_and_resume_goes_on() -> None:
    calls = count()
    part = grow(STABBING, tools(), options(), K, cancelled=lambda: next(calls) >= 3)
    assert part.stopped == "cancelled"
    assert _edges(resume(part, tools())) == _edges(grown())


def test_a_deeper_tree_starts_from_the_one_at_hand() -> None:
    shallow = grown(max_depth=1)
    assert _edges(resume(deepen(shallow, options(max_depth=2)), tools())) == _edges(grown(max_depth=2))


def test_one_node_is_expanded_on_demand_even_a_pruned_one() -> None:
    shallow = grown(max_depth=1, min_displacement_threshold=9)
    assert shallow.tree.nodes[1].pruned
    more = expand(shallow, 1, tools())
    assert len(list(more.tree.children(1))) == 5
    assert len(more.tree.nodes) == len(shallow.tree.nodes) + 5
    assert _edges(expand(more, 1, tools())) == _edges(more)
    with pytest.raises(InputError, match="There is no node 99"):
        expand(shallow, 99, tools())


def test_no_node_lies_deeper_than_the_deepest() -> None:
    growth = grown(max_depth=5, max_children=1)
    assert max(node.depth for node in growth.tree.nodes) == DEEPEST
    with pytest.raises(InputError, match="no deeper than 5"):
        expand(growth, len(growth.tree.nodes) - 1, tools())


def test_a_manual_change_is_a_child_like_any_other() -> None:
    growth = grown(max_depth=1)
    change = Perturbation(KNIFE, None, "manual", "user", "What if there were no knife?")
    more = add_change(growth, 1, change, tools())
    child = more.tree.nodes[-1]
    assert (child.parent, child.depth, child.perturbation) == (1, 2, change)
    with pytest.raises(InputError, match="on the sheet already"):
        add_change(growth, 0, Perturbation(None, MURDER, "manual", "user", "Twice?"), tools())
    with pytest.raises(InputError, match="not on the sheet"):
        add_change(growth, 0, Perturbation(section("IPC-420"), None, "manual", "user", "No?"), tools())


def test_progress_is_told_node_by_node() -> None:
    seen: list[Progress] = []
    growth = grow(STABBING, tools(), options(max_depth=1), K, seen.append)
    assert [event.node.id for event in seen if event.what == "node" and event.node] == [1, 2, 3, 4, 5]
    assert [event.waiting for event in seen if event.what == "level"] == [5]
    assert growth.counts.accepted == 5


def test_an_edit_that_cannot_be_written_counts_as_a_refusal() -> None:
    def stubborn(sheet: FactSheet, before: Fact | None, after: Fact | None) -> FactSheet:
        if before == EYEWITNESS:
            raise FactSheetError("This sentence cannot lose its witness.")
        return edit(sheet, before, after)

    growth = grow(STABBING, replace(tools(), edit=stubborn), options(max_depth=1, max_children=50), K)
    assert growth.counts.rejected >= 1
    assert ("What if there were no eyewitness?", "This sentence cannot lose its witness.") in growth.refused


def _edges(growth: Growth) -> set[tuple[str, str]]:
    nodes = growth.tree.nodes
    return {(state_key(nodes[node.parent].sheet), state_key(node.sheet)) for node in nodes if node.parent is not None}


def test_a_fact_is_changed_once_on_a_path() -> None:
    tree = grown(max_depth=3, max_children=8).tree
    for node in tree.nodes[1:]:
        parent = node.parent
        while parent is not None:
            earlier, here = tree.nodes[parent].perturbation, node.perturbation
            if earlier is not None and earlier.after is not None and here is not None and here.before is not None:
                assert earlier.after.key != here.before.key
            parent = tree.nodes[parent].parent


def test_every_node_s_ranking_is_that_of_its_own_sheet() -> None:
    by_text = FactRanker(CASES)
    growth = grow(STABBING, tools(by_text), options(max_depth=3, max_children=8), K)
    states: dict[str, FactSheet] = {}
    for node in growth.tree.nodes:
        assert tuple(by_text([node.sheet])[0]) == node.ranking
        assert states.setdefault(state_key(node.sheet), node.sheet).narrative == node.sheet.narrative


def test_a_model_that_hangs_does_not_outlast_the_time_of_the_tree() -> None:
    """Every validation takes ten seconds of a clock that only it moves; the tree has 25."""
    now, asked = [0.0], list[str]()

    def validate(before: FactSheet, change: Perturbation, after: FactSheet) -> ValidatorVerdict:
        now[0] += 10
        asked.append(change.sentence)
        return ValidatorVerdict(Ruling.ABSTAIN, "the model did not answer", "model")

    slow = replace(tools(), validate=validate)
    growth = grow(STABBING, slow, options(max_seconds=25), K, clock=lambda: now[0])
    assert len(asked) == 3
    assert growth.stopped == "the budget of 25 seconds is spent"
    assert growth.open == (0,)
