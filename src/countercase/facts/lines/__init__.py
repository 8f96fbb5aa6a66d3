"""Reads the lines of law that a matter engages: periods, ages, quantities, sentences and sums."""

from dataclasses import replace
from itertools import chain

from countercase.domain.facts import FactSheet
from countercase.domain.lines import LawLine, NotInForce
from countercase.facts.abbreviations import WrittenOut
from countercase.facts.extract import extract_facts
from countercase.facts.governing_law import warnings_of_force
from countercase.facts.lines.ages import age_lines
from countercase.facts.lines.civil_periods import civil_period_lines
from countercase.facts.lines.compensation import compensation_lines
from countercase.facts.lines.custody import custody_lines
from countercase.facts.lines.drugs import drug_lines
from countercase.facts.lines.money import money_lines
from countercase.facts.lines.periods import period_lines
from countercase.facts.lines.quantities import quantity_lines
from countercase.facts.lines.profile import Raised
from countercase.facts.lines.sentences import sentence_lines
from countercase.facts.lines.short_forms import moved, write_out_events
from countercase.facts.lines.stated_periods import stated_periods
from countercase.facts.timeline import read_timeline
from countercase.text.printed_pages import mend_scan

_READERS = (
    period_lines,
    age_lines,
    drug_lines,
    quantity_lines,
    sentence_lines,
    custody_lines,
    compensation_lines,
    money_lines,
    civil_period_lines,
)


def read_lines(narrative: str, sheet: FactSheet | None = None) -> tuple[LawLine, ...]:
    """Every line that the matter engages on its date, in text order. No line is guessed."""
    mended = mend_scan(narrative)
    read = write_out_events(mended)
    if sheet is None or mended != narrative:
        sheet = extract_facts(read.text)
    elif read.text != narrative:
        sheet = moved(sheet, read)
    raised = Raised(sheet, read_timeline(read.text))
    lines = dict.fromkeys(chain.from_iterable(reader(raised) for reader in _READERS))
    lines.update(dict.fromkeys(stated_periods(raised, frozenset(line.provision for line in lines))))
    if read.text != narrative:
        lines = {_as_written(line, read): None for line in lines}
    return tuple(sorted(lines, key=lambda line: (line.spans[0], line.provision.id, line.quantity)))


def _as_written(line: LawLine, read: WrittenOut) -> LawLine:
    """A line whose spans lie in the narrative itself."""
    return replace(line, spans=tuple(read.original(span.start, span.end) for span in line.spans))


def read_warnings(narrative: str, sheet: FactSheet | None = None) -> tuple[NotInForce, ...]:
    """The penal provisions of the matter that were not in force on the date of the offence."""
    return warnings_of_force(sheet or extract_facts(narrative), read_timeline(narrative))
