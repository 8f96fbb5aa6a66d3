"""The edges between provisions, their other ends, and the distance."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countercase.domain.provision import Provision
from countercase.law import near_provisions
from countercase.law.near_provisions import Edge, EdgeKind
from countercase.law.tables.acts import acts

EDGES = near_provisions.edges()


def edge(start: str, end: str) -> Edge:
    return next(one for one in near_provisions.neighbours(Provision.parse(start)) if one.neighbour.id == end)


def test_there_are_enough_edges_and_no_pair_twice() -> None:
    assert len(EDGES) >= 250
    assert len({frozenset((one.provision, one.neighbour)) for one in EDGES}) == len(EDGES)


@pytest.mark.parametrize(
    "act",
    "IPC BNS CrPC BNSS CPC Constitution IEA BSA NI NDPS POCSO PC MV HMA Arbitration LAA IDA Limitation".split(),
)
def test_every_act_of_the_brief_has_edges(act: str) -> None:
    assert sum(act in {one.provision.act, one.neighbour.act} for one in EDGES) >= 5


def test_every_edge_is_sound() -> None:
    for one in EDGES:
        assert one.provision != one.neighbour
        assert one.reason != one.back
        assert 0 < len(one.reason) <= 90
        assert 0 < len(one.back) <= 90
        assert one.source
        assert {one.provision.act, one.neighbour.act} <= set(acts())


@pytest.mark.parametrize(
    ("start", "end", "kind"),
    [
        ("IPC-302", "IPC-304", EdgeKind.LESSER),
        ("IPC-304", "IPC-302", EdgeKind.GRAVER),
        ("BNS-103(1)", "BNS-105", EdgeKind.LESSER),
        ("IPC-325", "IPC-326", EdgeKind.AGGRAVATED),
        ("IPC-326", "IPC-325", EdgeKind.LESSER),
        ("IPC-302", "IPC-34", EdgeKind.COMPANION),
        ("IPC-302", "IPC-96", EdgeKind.EXCEPTION),
        ("BNS-103(1)", "BNS-101-Exception-4", EdgeKind.EXCEPTION),
        ("BNS-3(5)", "BNS-103(1)", EdgeKind.COMPANION),
        ("IPC-406", "IPC-420", EdgeKind.ALTERNATIVE),
        ("IPC-420", "IPC-406", EdgeKind.ALTERNATIVE),
        ("CrPC-438", "CrPC-439", EdgeKind.PROCEDURAL),
        ("BNSS-482", "BNSS-483", EdgeKind.PROCEDURAL),
        ("Constitution-Article-226", "Constitution-Article-32", EdgeKind.ALTERNATIVE),
        ("CPC-Order-7-Rule-11", "CPC-Order-7-Rule-10", EdgeKind.ALTERNATIVE),
        ("NDPS-21(c)", "NDPS-21(b)", EdgeKind.LESSER),
        ("NI-138", "BNS-318(4)", EdgeKind.ALTERNATIVE),
        ("Limitation-Article-65", "Limitation-Article-64", EdgeKind.ALTERNATIVE),
    ],
)
def test_known_neighbours(start: str, end: str, kind: EdgeKind) -> None:
    assert edge(start, end).kind is kind


def test_each_direction_has_its_own_reason() -> None:
    assert edge("IPC-325", "IPC-326").reason == "a dangerous weapon was used"
    assert edge("IPC-326", "IPC-325").reason == "no dangerous weapon was used"
    assert edge("POCSO-4", "IPC-376").reason == "the victim was eighteen or older"


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("PC-7", "PC-13(1)(d)"),
        ("IPC-302", "IPC-304-Part-II"),
        ("IPC-302", "IPC-300-Exception-4"),
        ("BNS-103(1)", "BNS-22"),
        ("BNS-64(1)", "BNS-69"),
        ("BNS-303(2)", "BNS-304(2)"),
        ("IPC-307", "Arms-27"),
        ("SCST-3(1)(x)", "SCST-3(1)(r)"),
        ("NDPS-20", "NDPS-54"),
        ("Arbitration-34(2)(b)", "Arbitration-34(2A)"),
        ("SRA-10", "SRA-22"),
        ("NSA-3", "Constitution-Article-22(5)"),
    ],
)
def test_neighbours_that_a_practitioner_expects(start: str, end: str) -> None:
    assert edge(start, end)


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("CrPC-313", "CrPC-235"),
        ("Constitution-Article-129", "Constitution-Article-215"),
        ("Constitution-Article-123", "Constitution-Article-213"),
        ("Constitution-Article-341", "Constitution-Article-342"),
        ("Constitution-Article-352", "Constitution-Article-356"),
    ],
)
def test_no_edge_where_nobody_would_ask(start: str, end: str) -> None:
    assert end not in {edge.neighbour.id for edge in near_provisions.neighbours(Provision.parse(start))}


def test_a_clause_keeps_the_companions_of_its_section() -> None:
    found = {edge.neighbour.id: edge.kind for edge in near_provisions.neighbours(Provision.parse("IPC-304-Part-II"))}
    assert found["IPC-34"] is EdgeKind.COMPANION
    assert found["IPC-304A"] is EdgeKind.LESSER
    assert "IPC-308" not in found  # an edge of the whole section that is no companion


def test_a_section_without_its_clauses_takes_their_edges() -> None:
    found = {edge.neighbour.id for edge in near_provisions.neighbours(Provision.parse("BNS-103"))}
    assert {"BNS-105", "BNS-80(2)", "BNS-3(5)"} <= found
    assert "BNS-103(2)" not in found


@given(st.sampled_from(EDGES))
def test_every_edge_is_seen_from_both_ends(one: Edge) -> None:
    assert one in near_provisions.neighbours(one.provision)
    assert one.inverse in near_provisions.neighbours(one.neighbour)
    assert one.inverse.kind.inverse in {one.kind, EdgeKind.GRAVER}  # an aggravated form comes back as a graver one


def test_a_clause_without_edges_takes_those_of_its_section() -> None:
    assert near_provisions.neighbours(Provision.parse("IPC-304(1)")) == near_provisions.neighbours(
        Provision.parse("IPC-304")
    )
    assert near_provisions.neighbours(Provision.parse("IPC-1")) == ()


@pytest.mark.parametrize(
    ("start", "goal", "limit", "steps"),
    [
        ("IPC-302", "IPC-302", 3, 0),
        ("IPC-302", "IPC-304", 3, 1),
        ("IPC-302", "IPC-304A", 3, 2),
        ("IPC-302", "IPC-304A", 1, None),
        ("IPC-302", "IPC-34", 3, 1),
        ("IPC-302", "IPC-420", 3, None),  # both have section 34 beside them: that is no path
        ("BNS-103(1)", "BNS-106(1)", 3, 2),
        ("IPC-302", "BNS-103(1)", 3, None),  # old and new codes are joined by the crosswalk, not here
    ],
)
def test_distance(start: str, goal: str, limit: int, steps: int | None) -> None:
    assert near_provisions.distance(Provision.parse(start), Provision.parse(goal), limit) == steps


@given(st.sampled_from(EDGES))
def test_distance_is_the_same_both_ways(one: Edge) -> None:
    assert near_provisions.distance(one.provision, one.neighbour) == 1
    assert near_provisions.distance(one.neighbour, one.provision) == 1
