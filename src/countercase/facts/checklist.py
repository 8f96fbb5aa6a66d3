"""The checklist of a matter: what each charge, claim, defence and safeguard requires, and what the narrative shows.

`countercase facts` prints it and the page shows it. The tables hold the requirements; the narrative is read against
them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from countercase.domain.checklist import (
    ClauseKind,
    ClauseReader,
    IngredientReading,
    IngredientStatus,
    LawLine,
    NotInForce,
    Stands,
    doubt_of,
)
from countercase.domain.facts import FactSheet
from countercase.domain.provision import Provision
from countercase.domain.span import merge
from countercase.facts.extract import reading_notes
from countercase.facts.governing_law import offence_date
from countercase.facts.ingredients import read_ingredients
from countercase.facts.learned_reading import clauses_set_aside, is_read_in_part
from countercase.facts.lines import read_lines, read_warnings
from countercase.facts.lines.learned_events import LearnedEvents, read_events
from countercase.facts.words import provision_name
from countercase.law.ingredients import Ingredient, LegalSubject, tables
from countercase.text.words import capitalised

# The order in which counsel reads them: what is disputed comes first.
STATUS_ORDER = (
    IngredientStatus.DISPUTED,
    IngredientStatus.CONTRARY,
    IngredientStatus.MET,
    IngredientStatus.MISSING,
)
READ_IN_PART = "The text is long. Likely readings come from its first 4,000 words only; the rules read all of it."
# What a word of doubt asks of the lawyer. The shares were found by advocates (`facts/confidence.py`).
DOUBTS = {
    "": "",
    "likely": "likely; read it yourself",
    "in doubt": "in doubt: more often wrong than right; read it yourself",
}
LINES_RIGHT = 0.75  # of the lines drawn at first sight of five sets advocates found 429 of 574 right
_STATUS_OF = {Stands.WITHIN: IngredientStatus.MET, Stands.CROSSED: IngredientStatus.CONTRARY}
MARKS = {
    IngredientStatus.MET: "✓",
    IngredientStatus.CONTRARY: "✗",
    IngredientStatus.DISPUTED: "?",
    IngredientStatus.MISSING: "–",
}


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """One ingredient as the matter shows it, with the row of law behind it."""

    reading: IngredientReading
    law: Ingredient
    quotes: tuple[str, ...]
    # Passages that say otherwise: the status that each gives, its words, and how far the reading is to be doubted.
    otherwise: tuple[tuple[IngredientStatus, str, str], ...] = ()

    @property
    def doubt(self) -> str:
        """How far the reading is to be doubted, in words; empty if it is not."""
        return DOUBTS[self.reading.doubt]

    @property
    def consequence(self) -> str:
        """The legal consequence of the ingredient's status; empty if the status is open."""
        if self.reading.status is IngredientStatus.MET:
            return self.law.if_met
        return self.law.if_not if self.reading.status is IngredientStatus.CONTRARY else ""


@dataclass(frozen=True, slots=True)
class ChecklistSection:
    """A charge, claim, defence, safeguard or rule of proof, and its ingredients."""

    subject: LegalSubject
    items: tuple[ChecklistItem, ...]

    @property
    def title(self) -> str:
        """ "Dowry death (Section 304B IPC)": under the code that governs the matter."""
        readings = [item.reading for item in self.items]
        acts = {provision.act for reading in readings for provision in (reading.provision, *reading.also)}
        governing = [provision for provision in self.subject.provisions if provision.act in acts]
        provisions = ", ".join(map(provision_name, (governing or self.subject.provisions)[:2]))
        name = capitalised(self.subject.name)
        return f"{name} ({provisions})" if provisions else name


@dataclass(frozen=True, slots=True)
class Checklist:
    """Everything that the tables of law say about a matter."""

    narrative: str
    ingredients: tuple[IngredientReading, ...]
    lines: tuple[LawLine, ...]
    not_in_force: tuple[NotInForce, ...]
    notes: tuple[str, ...] = ()  # parts of the text that could not be read

    def sections(self) -> Iterator[ChecklistSection]:
        """The ingredients grouped by subject, in the order of the tables; within each, what is in doubt comes last."""
        law = tables()
        by_subject: dict[str, list[ChecklistItem]] = {}
        for reading in self.ingredients:
            quotes = tuple(span.of(self.narrative) for span in reading.spans)
            otherwise = tuple(
                (other.status, other.spans[0].of(self.narrative), DOUBTS[doubt_of(other.confidence)])
                for other in reading.otherwise
            )
            item = ChecklistItem(reading, law.ingredients[reading.id], quotes, otherwise)
            by_subject.setdefault(reading.subject, []).append(item)
        for subject, items in by_subject.items():
            ordered = sorted(
                items, key=lambda item: (item.reading.is_in_doubt, STATUS_ORDER.index(item.reading.status))
            )
            yield ChecklistSection(law.subjects[subject], tuple(ordered))

    @property
    def crossed(self) -> tuple[LawLine, ...]:
        """The thresholds that the matter crosses."""
        return tuple(line for line in self.lines if line.stands is Stands.CROSSED)

    def to_json(self) -> dict[str, Any]:
        """The entries that `countercase facts --json` writes beside the facts.

        A line that decides no ingredient of the tables stands among the ingredients too.
        """
        readings = (*self.ingredients, *ingredients_of_lines(self.lines, self.ingredients))
        return {
            "ingredients": [entry for reading in readings for entry in reading.to_json()],
            "lines": [entry for line in self.lines for entry in line.to_json()],
            "not_in_force": [warning.record() for warning in self.not_in_force],
            "notes": list(self.notes),
        }


def ingredients_of_lines(
    lines: Iterable[LawLine], readings: Iterable[IngredientReading]
) -> tuple[IngredientReading, ...]:
    """What the law requires of a date, an age or a sum where the tables of ingredients have no row for it.

    "Appeal within sixty days" is met if the line is kept and contrary if it is crossed; if two lines of one section and
    one limit differ (two papers give two births), it is disputed.
    """
    readings = tuple(readings)
    law, shown = tables(), {reading.id for reading in readings if reading.spans}
    limits: dict[tuple[Provision, str], list[LawLine]] = {}
    for line in lines:
        is_shown = any(rule.covers(line.rule) and rule.ingredient in shown for rule in law.lines)
        if line.spans and not is_shown:
            limits.setdefault((line.provision, line.line), []).append(line)
    of_lines = (_of_lines(same) for same in limits.values())
    return tuple(reading for reading in of_lines if not any(_says_the_same(other, reading) for other in readings))


def _says_the_same(reading: IngredientReading, of_line: IngredientReading) -> bool:
    """Whether the tables already have an ingredient of this section with this status in the same passage."""
    return (
        reading.status is of_line.status
        and not {section.base for section in (reading.provision, *reading.also)}.isdisjoint(
            {section.base for section in (of_line.provision, *of_line.also)}
        )
        and any(span.overlaps(of_line.spans[0]) for span in reading.spans)
    )


def _of_lines(lines: Sequence[LawLine]) -> IngredientReading:
    """One limit of one section, with every line that is drawn by it."""
    first = lines[0]
    status = _STATUS_OF[first.stands] if len({line.stands for line in lines}) == 1 else IngredientStatus.DISPUTED
    return IngredientReading(
        first.provision,
        f"{first.quantity}: line of {first.line} kept",
        status,
        merge(span for line in lines for span in line.spans),
        "matter",
        "",
        first.rule,
        first.also,
        confidence=LINES_RIGHT,
    )


def facts_json(sheet: FactSheet, reader: ClauseReader | None = None) -> dict[str, Any]:
    """A fact sheet with its checklist and lines, as `countercase facts --json` prints them."""
    from countercase.facts.sheet_json import to_json

    return {**to_json(sheet), **read_checklist(sheet, reader).to_json()}


def matter_lines(sheet: FactSheet, reader: ClauseReader) -> tuple[tuple[LawLine, ...], LearnedEvents]:
    """The lines of a matter, without those of what the reader takes for another matter, and the events of its dates."""
    events = read_events(sheet.narrative, reader)
    set_aside = clauses_set_aside(sheet.narrative, reader)
    foreign = [clause for clause, kind in set_aside.items() if kind is ClauseKind.OTHER_MATTER]
    lines = read_lines(sheet.narrative, sheet, events)
    own = tuple(
        line for line in lines if not any(clause.contains(span) for clause in foreign for span in line.spans[:2])
    )
    return own, events


def read_checklist(sheet: FactSheet, reader: ClauseReader | None = None) -> Checklist:
    """Read a matter against the tables of law. `reader` also reads sentences that no rule matches."""
    lines = matter_lines(sheet, reader)[0] if reader else read_lines(sheet.narrative, sheet)
    ingredients = read_ingredients(sheet.narrative, offence_date(sheet), lines, reader=reader)
    warnings, notes = read_warnings(sheet.narrative, sheet), reading_notes(sheet.narrative, sheet)
    if reader is not None and is_read_in_part(sheet.narrative):
        notes = (*notes, READ_IN_PART)
    return Checklist(sheet.narrative, ingredients, lines, warnings, notes)
