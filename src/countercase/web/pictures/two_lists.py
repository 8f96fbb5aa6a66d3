"""A ranking before and after a change, side by side, with lines between the places of each case."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from countercase.domain.case import CaseId
from countercase.web.pictures.svg import line, stretched

_ROW, _GAP = 10.0, 100.0  # coordinates of the picture between the lists; the page gives it its size


@dataclass(frozen=True, slots=True)
class Place:
    """One case in one of the two lists."""

    case_id: CaseId
    name: str
    words: str
    css: str


@dataclass(frozen=True, slots=True)
class TwoLists:
    """What is shown: the list before, the lines, the list after."""

    before: tuple[Place, ...]
    after: tuple[Place, ...]
    lines: Markup


def two_lists(before: Sequence[CaseId], after: Sequence[CaseId], names: Mapping[CaseId, str], k: int) -> TwoLists:
    """The first k of both; longer rankings tell where a case that leaves or enters stands outside of them."""
    old, new = list(before[:k]), list(after[:k])
    return TwoLists(
        tuple(Place(one, names.get(one, one), *_left(one, new, after)) for one in old),
        tuple(Place(one, names.get(one, one), *_right(place, one, old, before)) for place, one in enumerate(new)),
        _lines(old, new),
    )


def _left(case: CaseId, new: Sequence[CaseId], after: Sequence[CaseId]) -> tuple[str, str]:
    """What becomes of a case of the first list; of one that stays in, the other list says it."""
    if case in new:
        return "", "stays"
    return f"leaves{_outside(case, after, 'now')}", "dropped"


def _right(place: int, case: CaseId, old: Sequence[CaseId], before: Sequence[CaseId]) -> tuple[str, str]:
    """Where a case of the second list comes from, in a word: not by colour alone."""
    if case not in old:
        return f"enters{_outside(case, before, 'was')}", "entered"
    up = old.index(case) - place
    return ("stays", "stays") if up == 0 else (f"▲ {up}", "up") if up > 0 else (f"▼ {-up}", "down")


def _outside(case: CaseId, ranking: Sequence[CaseId], when: str) -> str:
    return f", {when} {ranking.index(case) + 1}" if case in ranking else ""


def _lines(old: Sequence[CaseId], new: Sequence[CaseId]) -> Markup:
    height = _ROW * max(len(old), len(new), 1)
    parts = [_line(place, new.index(one)) for place, one in enumerate(old) if one in new]
    parts += [_stub(place, 0, "dropped") for place, one in enumerate(old) if one not in new]
    parts += [_stub(place, _GAP * 0.7, "entered") for place, one in enumerate(new) if one not in old]
    return stretched("between", _GAP, height, parts)


def _line(start: int, end: int) -> Markup:
    css = "same" if start == end else "up" if end < start else "down"
    return line(0, _middle(start), _GAP, _middle(end), css)


def _stub(place: int, x: float, css: str) -> Markup:
    return line(x, _middle(place), x + _GAP * 0.3, _middle(place), css)


def _middle(place: int) -> float:
    return (place + 0.5) * _ROW
