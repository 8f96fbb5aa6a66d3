"""Reads the lines of law that a matter engages: periods, ages, quantities, sentences and sums."""

from dataclasses import replace
from itertools import chain

from countercase.domain.facts import FactSheet
from countercase.domain.lines import LawLine, NotInForce
from countercase.facts.extract import extract_facts
from countercase.facts.lines.acquisition import acquisition_lines
from countercase.facts.lines.ages import age_lines
from countercase.facts.lines.compensation import compensation_lines
from countercase.facts.lines.custody import custody_lines
from countercase.facts.lines.in_force import warnings_of_force
from countercase.facts.lines.money import money_lines
from countercase.facts.lines.periods import period_lines
from countercase.facts.lines.quantities import quantity_lines
from countercase.facts.lines.raised import Raised
from countercase.facts.lines.sentences import sentence_lines
from countercase.facts.lines.service import service_lines
from countercase.facts.lines.told_periods import told_periods
from countercase.facts.timeline import read_timeline
from countercase.text.printed_pages import JoinedText, join_scan, mend_scan

_READERS = (
    period_lines,
    age_lines,
    quantity_lines,
    sentence_lines,
    custody_lines,
    compensation_lines,
    money_lines,
    service_lines,
    acquisition_lines,
)


def read_lines(narrative: str, sheet: FactSheet | None = None) -> tuple[LawLine, ...]:
    """Every line that the matter engages on its date, in text order. No line is guessed."""
    mended = mend_scan(narrative)
    scan = join_scan(mended) if mended != narrative else JoinedText(narrative)
    if sheet is None or scan.text != narrative:
        sheet = extract_facts(scan.text)
    raised = Raised(sheet, read_timeline(scan.text))
    lines = dict.fromkeys(chain.from_iterable(reader(raised) for reader in _READERS))
    lines.update(dict.fromkeys(told_periods(raised, frozenset(line.provision for line in lines))))
    if scan.joins:
        lines = {replace(line, spans=tuple(scan.original(span) for span in line.spans)): None for line in lines}
    return tuple(sorted(lines, key=lambda line: (line.spans[0], line.provision.id, line.quantity)))


def read_warnings(narrative: str, sheet: FactSheet | None = None) -> tuple[NotInForce, ...]:
    """The penal provisions of the matter that were not in force on the date of the offence."""
    return warnings_of_force(sheet or extract_facts(narrative), read_timeline(narrative))
