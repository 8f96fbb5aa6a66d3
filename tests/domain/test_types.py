"""The other domain types: frozen, and refusing what cannot be."""

import dataclasses
import inspect

import pytest

from countercase.domain import case, facts, perturbation, provision, ranking, span
from countercase.domain.case import CaseId, Chunk, ChunkId
from countercase.domain.facts import EvidenceFact, Fact, FactSheet, FactType, NumericalFact, Quantity
from countercase.domain.perturbation import Node, Perturbation, Tree
from countercase.domain.ranking import Precedent, RankShift, StageScore
from countercase.domain.span import Span

AGE = NumericalFact(spans=(Span(12, 14),), quantity=Quantity.AGE, value=17, unit="years", role="accused")
FIR = EvidenceFact(spans=(), item="FIR")
SHEET = FactSheet("He was aged 17 years.", (AGE, FIR))


def test_every_domain_type_is_frozen() -> None:
    types = [
        item
        for module in (case, facts, perturbation, provision, ranking, span)
        for _, item in inspect.getmembers(module, inspect.isclass)
        if dataclasses.is_dataclass(item)
    ]
    assert len(types) > 15
    for item in types:
        assert getattr(item, "__dataclass_params__").frozen, item  # noqa: B009 (typeshed does not know it)
        assert hasattr(item, "__slots__"), item


@pytest.mark.parametrize(
    ("court", "judges", "strength"),
    [
        ("Supreme Court of India", 0, None),
        ("Supreme Court of India", 1, None),
        ("Supreme Court of India", 2, 2),
        ("Delhi High Court", 1, 1),
        ("Delhi High Court", 0, None),
    ],
)
def test_the_author_alone_is_no_bench_of_the_supreme_court(court: str, judges: int, strength: int | None) -> None:
    bench = tuple("ABC"[:judges])
    assert case.Case(CaseId("c"), "", "A v. B", court=court, bench=bench).bench_strength == strength


def test_a_fact_outside_its_narrative_is_refused() -> None:
    assert AGE.spans[0].of(SHEET.narrative) == "17"
    with pytest.raises(ValueError, match="past a text"):
        FactSheet("short", (AGE,))


def test_confidence_is_a_probability() -> None:
    with pytest.raises(ValueError, match="confidence"):
        EvidenceFact(spans=(), item="FIR", confidence=1.1)


def change(before: Fact | None, after: Fact | None) -> Perturbation:
    return Perturbation(before, after, rule="test", basis="test", sentence="A test.")


def test_a_perturbation_changes_one_fact_within_its_type() -> None:
    assert change(AGE, None).fact_type is FactType.NUMERICAL
    assert change(None, FIR).fact_type is FactType.EVIDENCE
    with pytest.raises(ValueError, match="changes, adds or removes"):
        change(None, None)
    with pytest.raises(ValueError, match="keeps the kind"):
        change(AGE, FIR)


def node(place: int, parent: int | None) -> Node:
    return Node(place, parent, depth=0, sheet=SHEET, ranking=())


def test_a_tree_has_one_root_and_parents_before_children() -> None:
    tree = Tree((node(0, None), node(1, 0), node(2, 0), node(3, 1)), k=10)
    assert tree.root.id == 0
    assert [child.id for child in tree.children(0)] == [1, 2]
    for bad in [(node(0, None), node(1, None)), (node(0, None), node(1, 1)), (node(1, None),), (node(0, 0),)]:
        with pytest.raises(ValueError, match="node"):
            Tree(bad, k=10)


def test_mean_displacement_averages_over_all_affected_cases() -> None:
    a, b, c = CaseId("a"), CaseId("b"), CaseId("c")
    shift = RankShift(k=2, displacement={a: 1, b: 1, c: 2}, dropped=(b,), entered=(c,), stable=(a,))
    assert shift.mean == (1 + 1 + 2) / 3
    assert RankShift(k=2, displacement={}, dropped=(), entered=(), stable=()).mean == 0.0


def test_a_precedent_knows_the_score_of_each_stage_it_passed() -> None:
    chunk = Chunk(ChunkId("a:0"), CaseId("a"), Span(0, 3), "abc")
    precedent = Precedent(1, CaseId("a"), 0.5, chunk, (StageScore("rrf", 0.04, 1), StageScore("rerank", -1.5)))
    assert precedent.score_of("rerank") == -1.5
    assert precedent.score_of("mmr") is None
