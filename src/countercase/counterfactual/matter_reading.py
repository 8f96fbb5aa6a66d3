"""Reads a matter against the tables of law: its lines and ingredients, before and after a change."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from countercase.domain.facts import FactSheet
from countercase.domain.ingredients import IngredientReading
from countercase.domain.lines import LawLine
from countercase.domain.span import Span
from countercase.facts.ingredients import read_ingredients
from countercase.facts.lines import read_lines


@dataclass(frozen=True, slots=True)
class MatterReading:
    """A sheet with the lines and ingredients that its narrative engages."""

    sheet: FactSheet
    lines: tuple[LawLine, ...]
    ingredients: tuple[IngredientReading, ...]

    @property
    def by_id(self) -> Mapping[str, IngredientReading]:
        """The ingredients by row id."""
        return {reading.id: reading for reading in self.ingredients}


@lru_cache(maxsize=64)
def read_matter(sheet: FactSheet) -> MatterReading:
    """Read the lines and ingredients of a sheet; recent sheets are cached."""
    lines = read_lines(sheet.narrative, sheet)
    return MatterReading(sheet, lines, read_ingredients(sheet.narrative, lines=lines))


@dataclass(frozen=True, slots=True)
class Differences:
    """The differences between two readings: ingredients by id, lines by rule and provision."""

    ingredients: tuple[tuple[IngredientReading | None, IngredientReading | None], ...]
    lines: tuple[tuple[LawLine | None, LawLine | None], ...]


def compare(before: MatterReading, after: MatterReading) -> Differences:
    """Ingredients whose status changed, and lines that changed side, appeared or disappeared."""
    old, new = before.by_id, after.by_id
    ingredients = [
        (old.get(key), new.get(key))
        for key in dict.fromkeys((*old, *new))
        if (old[key].status if key in old else None) != (new[key].status if key in new else None)
    ]
    lines_before, lines_after = _lines(before.lines), _lines(after.lines)
    lines = [
        (lines_before.get(key), lines_after.get(key))
        for key in dict.fromkeys((*lines_before, *lines_after))
        if _stands(lines_before.get(key)) != _stands(lines_after.get(key))
    ]
    return Differences(tuple(ingredients), tuple(lines))


def changed_outside(
    before: MatterReading, after: MatterReading, edited: Sequence[Span], written: Sequence[Span]
) -> list[str]:
    """Changes outside both the replaced words and their replacements."""
    differences = compare(before, after)
    strays: list[str] = []
    for left, right in differences.ingredients:
        if not (_touches(left, edited) or _touches(right, written) or _is_silence(left, right)):
            strays.append((left or right).id)  # type: ignore[union-attr]
    for old, new in differences.lines:
        if not (_touches(old, edited) or _touches(new, written)):
            strays.append((old or new).rule)  # type: ignore[union-attr]
    return strays


def _lines(lines: Iterable[LawLine]) -> dict[tuple[str, str, int], LawLine]:
    """Lines by rule and provision; a rule that is read twice is numbered."""
    keyed: dict[tuple[str, str, int], LawLine] = {}
    for line in lines:
        turn = sum(key[:2] == (line.rule, line.provision.id) for key in keyed)
        keyed[line.rule, line.provision.id, turn] = line
    return keyed


def _stands(line: LawLine | None) -> str | None:
    return line.stands.value if line is not None else None


def _touches(reading: IngredientReading | LawLine | None, places: Sequence[Span]) -> bool:
    return reading is not None and any(span.overlaps(touched) for span in reading.spans for touched in places)


def _is_silence(left: IngredientReading | None, right: IngredientReading | None) -> bool:
    """Whether the only change is silence about an ingredient: its subject appeared or disappeared."""
    return all(reading is None or not reading.spans for reading in (left, right))
