"""A list in other orders, filtered, with a judgment that is stored twice shown once."""

from datetime import date

import pytest

from countercase.citator.history import Flag, Flagged
from countercase.domain.case import Case, CaseId, Chunk, ChunkId
from countercase.domain.ranking import Holding, Precedent
from countercase.domain.span import Span
from countercase.errors import InputError
from countercase.report.precedent_list import (
    ListedPrecedent,
    SortBy,
    kept_in_list,
    parse_flags,
    parse_sort,
    sorted_list,
)
from countercase.retrieval.fusion import fold_duplicates, is_same_judgment

HOLDING = Holding(None, "cannot be told", "Who won cannot be told.", None)


def listed(rank: int, year: int | None, flag: Flag, court: str = "Supreme Court of India") -> ListedPrecedent:
    case = Case(CaseId(f"c{rank}"), "text", f"C{rank} v. State", court, date(year, 1, 1) if year else None)
    chunk = Chunk(ChunkId("x"), case.id, Span(0, 4), "text")
    return ListedPrecedent(Precedent(rank, case.id, 1.0, chunk), case, HOLDING, Flagged(flag, ""))


LIST = [
    listed(1, 1999, Flag.STOP),
    listed(2, 2020, Flag.NEUTRAL, "High Court of Delhi"),
    listed(3, None, Flag.POSITIVE),
    listed(4, 2005, Flag.NEUTRAL),
]


@pytest.mark.parametrize(
    ("by", "ranks"),
    [
        (SortBy.RELEVANCE, [1, 2, 3, 4]),
        (SortBy.NEWEST, [2, 4, 1, 3]),
        (SortBy.OLDEST, [1, 4, 2, 3]),
        (SortBy.COURT, [1, 3, 4, 2]),
        (SortBy.FLAG, [3, 2, 4, 1]),
    ],
)
def test_a_list_is_sorted(by: SortBy, ranks: list[int]) -> None:
    assert [one.precedent.rank for one in sorted_list(LIST, by)] == ranks


def test_flags_filter_a_list() -> None:
    assert [one.precedent.rank for one in kept_in_list(LIST, parse_flags(["stands"]))] == [2, 3, 4]
    assert [one.precedent.rank for one in kept_in_list(LIST, parse_flags(["stop,warning"]))] == [1]
    for wrong in (lambda: parse_flags(["red"]), lambda: parse_sort("colour")):
        with pytest.raises(InputError, match="Known"):
            wrong()


def test_a_judgment_stored_twice_is_one() -> None:
    day = date(2010, 5, 4)
    first = Case(CaseId("a"), "one text " * 50, "Ram Lal v. State of Bihar", decided=day)
    same_name = Case(CaseId("b"), "another print " * 50, "Ram Lal vs. State of Bihar", decided=day)
    same_text = Case(CaseId("c"), "one text " * 50, "Untitled")
    other = Case(CaseId("d"), "one text " * 50, "Ram Lal v. State of Bihar", decided=date(2011, 5, 4))
    folded = fold_duplicates([first, same_name, same_text, other], lambda case: case)
    assert [(item.id, [case.id for case in again]) for item, again in folded] == [("a", ["b", "c"]), ("d", [])]
    assert not is_same_judgment(first, other)
