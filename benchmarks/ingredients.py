"""How well ingredients are read, on matters that say what they turn on: `python -m benchmarks.ingredients [FILE ...]`.

An element of a matter counts where a reading has its provision (the section, under either code) and its status, and a
span that overlaps the quote; for a missing element the provision and status are enough. A reading that fits no element
is unconfirmed; one that says *met* where the element says contrary or disputed is a false met.
"""

import argparse
import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.lines import as_our_tables_say
from benchmarks.record import DATA, write_result
from countercase.domain.checklist import ClauseReader, IngredientReading, LawLine
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.checklist import ingredients_of_lines
from countercase.facts.ingredients import read_ingredients
from countercase.facts.lines import read_lines
from countercase.facts.lines.learned_events import read_events
from countercase.law.ingredients import either_code, tables
from countercase.models.clause_matcher import ClauseMatcher

DEVELOPMENT = DATA.parent / "matters" / "dev.json"


@dataclass(frozen=True, slots=True)
class Element:
    """What a reader of the matter should find."""

    bases: frozenset[str]
    name: str
    status: str
    quote: Span | None
    decisive: bool

    def is_of(self, reading: IngredientReading) -> bool:
        """Whether the reading is about the same provision, and, where the element has a quote, the same place."""
        if self.bases.isdisjoint(provision.base for provision in (reading.provision, *reading.also)):
            return False
        return self.quote is None or any(span.overlaps(self.quote) for span in reading.spans)


@dataclass(slots=True)
class Score:
    """Counts over the matters of an area, or over all."""

    elements: Counter[str] = field(default_factory=Counter)
    read: Counter[str] = field(default_factory=Counter)
    readings: int = 0
    confirmed: int = 0
    false_met: int = 0

    def figures(self) -> dict[str, Any]:
        """The shares, rounded."""
        asserted = self.readings
        return {
            "recall": _share(self.read["all"], self.elements["all"]),
            "recall_decisive": _share(self.read["decisive"], self.elements["decisive"]),
            **{
                f"recall_{s}": _share(self.read[s], self.elements[s])
                for s in ("met", "contrary", "disputed", "missing")
            },
            "elements": self.elements["all"],
            "decisive": self.elements["decisive"],
            "readings": asserted,
            "confirmed": _share(self.confirmed, asserted),
            "false_met": self.false_met,
        }


def main() -> None:
    """Score the development matters, or the files that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="matters of the form of ../shared/matters/dev.json")
    parser.add_argument("--show", action="store_true", help="print every miss, false met and unconfirmed reading")
    parser.add_argument("--name", default="ingredients", help="of the result: ingredients_fresh")
    parser.add_argument("--rules-only", action="store_true", help="leave the learned reader out")
    parser.add_argument("--no-record", action="store_true", help="print the figures without writing a result")
    given = parser.parse_args()
    files = given.files or [DEVELOPMENT]
    total, false_mets = Score(), []
    areas: dict[str, Score] = {}
    seconds = 0.0
    texts = [matter for file in files for matter in json.loads(file.read_text(encoding="utf-8"))["matters"]]
    reader = None if given.rules_only else ClauseMatcher(threads=1)
    for matter in texts:
        # Compiles the patterns that the matters need. What another reader has read is not remembered by ours.
        other = ClauseMatcher(threads=1) if reader else None
        read_ingredients(matter["narrative"], lines=_lines(matter["narrative"], other), reader=other)
    if reader:
        reader.read(["the first clause loads the weights"], tables().ingredients, 0.5)
    for matter in texts:
        begin = time.perf_counter()
        lines = _lines(matter["narrative"], reader)
        readings = read_ingredients(matter["narrative"], lines=lines, reader=reader)
        readings = (*readings, *ingredients_of_lines(lines, readings))
        seconds += time.perf_counter() - begin
        elements = [_element(entry, matter["narrative"]) for entry in matter["elements"]]
        for score in (total, areas.setdefault(matter["area"], Score())):
            false = _count(score, elements, readings)
        false_mets += [f"{matter['id']}: {reading.id}" for reading in false]
        if given.show:
            _show(matter, elements, readings)
    figures = {
        "files": {file.name: hashlib.sha256(file.read_bytes()).hexdigest()[:16] for file in files},
        "matters": len(texts),
        "milliseconds_per_matter": round(1000 * seconds / max(len(texts), 1), 1),
        "subjects": len(tables().subjects),
        "ingredients": len(tables().ingredients),
        "ways": len(tables().ways),
        **total.figures(),
        "false_mets": false_mets,
        "areas": {area: score.figures() for area, score in areas.items()},
    }
    if given.no_record:
        print(json.dumps({key: value for key, value in figures.items() if key != "areas"}, indent=2))
    else:
        write_result(given.name, figures)


def _lines(narrative: str, reader: ClauseReader | None = None) -> Sequence[LawLine]:
    """The lines of the matter, which decide ingredients that turn on dates."""
    return read_lines(narrative, events=read_events(narrative, reader) if reader else None)


def _element(entry: dict[str, Any], narrative: str) -> Element:
    provisions = [Provision.parse(as_our_tables_say(text)) for text in entry["provision"]]
    bases = {other.base for provision in provisions for other in either_code(provision)}
    bases |= {provision.base for provision in provisions}
    quote = None
    if entry["quote"] is not None:
        start = narrative.index(entry["quote"])
        quote = Span(start, start + len(entry["quote"]))
    return Element(frozenset(bases), entry["element"], entry["status"], quote, entry["decisive"])


def _count(score: Score, elements: Sequence[Element], readings: Sequence[IngredientReading]) -> list[IngredientReading]:
    for element in elements:
        for key in ("all", element.status, *(["decisive"] if element.decisive else [])):
            score.elements[key] += 1
            score.read[key] += _is_read(element, readings)
    asserted = [way for reading in readings if reading.spans for way in reading.each_way()]
    false = [reading for reading in asserted if _is_false_met(reading, elements)]
    score.readings += len(asserted)
    score.confirmed += sum(_is_confirmed(reading, elements) for reading in asserted)
    score.false_met += len(false)
    return false


def _is_read(element: Element, readings: Iterable[IngredientReading]) -> bool:
    return any(
        way.status == element.status and element.is_of(way) for reading in readings for way in reading.each_way()
    )


def _is_confirmed(reading: IngredientReading, elements: Iterable[Element]) -> bool:
    return any(element.quote and reading.status == element.status and element.is_of(reading) for element in elements)


def _is_false_met(reading: IngredientReading, elements: Iterable[Element]) -> bool:
    about = [element.status for element in elements if element.quote and element.is_of(reading)]
    return reading.status == "met" and bool(about) and "met" not in about


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 3) if whole else None


def _overlaps(reading: IngredientReading, element: Element) -> bool:
    return element.quote is not None and any(span.overlaps(element.quote) for span in reading.spans)


def _show(matter: dict[str, Any], elements: Sequence[Element], readings: Sequence[IngredientReading]) -> None:
    text = matter["narrative"]
    print(f"== {matter['id']} {matter['area']}")
    for element in elements:
        if not _is_read(element, readings):
            quote = element.quote.of(text) if element.quote else "-"
            near = [
                f"{r.id}={r.status}"
                for r in readings
                if element.quote and any(s.overlaps(element.quote) for s in r.spans)
            ]
            mark = "**" if element.decisive else "  "
            where = "/".join(sorted(element.bases))
            print(f"  {mark} MISS {element.status} {where} {element.name} | {quote} | near: {near}")
    for reading in readings:
        if reading.spans and not _is_confirmed(reading, elements):
            label = "FALSE MET" if _is_false_met(reading, elements) else "unconfirmed"
            quotes = " // ".join(span.of(text) for span in reading.spans)
            print(f"     {label} {reading.status} {reading.provision} {reading.id} by {reading.by} | {quotes}")


if __name__ == "__main__":
    main()
