"""Reads the lines of law that a matter engages: periods, ages, quantities, sentences and sums."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from countercase.domain.checklist import LawLine, NotInForce
from countercase.domain.facts import FactSheet
from countercase.facts.abbreviations import WrittenOut
from countercase.facts.extract import extract_facts
from countercase.facts.governing_law import provisions_not_in_force
from countercase.facts.lines.adverse_years import adverse_year_lines
from countercase.facts.lines.ages import age_lines
from countercase.facts.lines.arbitral_tribunal import arbitral_tribunal_lines
from countercase.facts.lines.changed_law import changed_law_lines
from countercase.facts.lines.cheque_debt import cheque_debt_lines
from countercase.facts.lines.cheque_notice import cheque_notice_lines
from countercase.facts.lines.cheques import cheque_lines
from countercase.facts.lines.civil_periods import civil_period_lines
from countercase.facts.lines.compensation import compensation_lines
from countercase.facts.lines.conventional_heads import conventional_head_lines
from countercase.facts.lines.convict_terms import convict_term_lines
from countercase.facts.lines.counted_dates import with_stated_words
from countercase.facts.lines.counts import count_lines
from countercase.facts.lines.court_closed import court_closed_lines
from countercase.facts.lines.custody import custody_lines, production_lines
from countercase.facts.lines.daylight import daylight_lines
from countercase.facts.lines.decree_deposit import decree_deposit_lines
from countercase.facts.lines.drugs import drug_lines
from countercase.facts.lines.groups import conspiracy_lines, group_lines
from countercase.facts.lines.in_force import in_force_lines
from countercase.facts.lines.juvenile_board import juvenile_board_lines
from countercase.facts.lines.keeping_peace import keeping_peace_lines
from countercase.facts.lines.learned_events import (
    LIKELY,
    LIKELY_CHARGE,
    LIKELY_NUMBER,
    LearnedEvents,
    cites_number,
    with_likely_roles,
    without_doubted_roles,
    without_suppositions,
)
from countercase.facts.lines.life_sentences import life_sentence_lines
from countercase.facts.lines.likely_lines import likely_number_lines, likely_period_lines
from countercase.facts.lines.maximum_sentences import maximum_sentence_lines
from countercase.facts.lines.measured import measure_lines
from countercase.facts.lines.medical_records import medical_record_lines
from countercase.facts.lines.money import money_lines
from countercase.facts.lines.motor_claims import motor_claim_lines
from countercase.facts.lines.open_periods import with_last_days, with_step_of_today
from countercase.facts.lines.periods import period_lines
from countercase.facts.lines.police_ages import police_age_lines
from countercase.facts.lines.private_complaints import private_complaint_lines
from countercase.facts.lines.procedural_ages import procedural_age_lines
from countercase.facts.lines.procedure_counts import procedure_count_lines
from countercase.facts.lines.profile import PENAL_ACTS, MatterProfile
from countercase.facts.lines.quantities import quantity_lines
from countercase.facts.lines.readiness import readiness_lines
from countercase.facts.lines.rival_ages import DIFFER
from countercase.facts.lines.roles_in_context import with_credit_ended, with_roles_in_context
from countercase.facts.lines.sanction import sanction_lines
from countercase.facts.lines.sentences import sentence_lines
from countercase.facts.lines.set_terms import term_lines
from countercase.facts.lines.shares import share_lines
from countercase.facts.lines.short_forms import with_moved_spans, write_out_events
from countercase.facts.lines.stated_ages import civil_age_lines
from countercase.facts.lines.stated_events import read_periods
from countercase.facts.lines.stated_periods import stated_period_lines
from countercase.facts.lines.stated_years import wedding_year_lines
from countercase.facts.lines.workmen import workman_lines
from countercase.facts.timeline import Timeline, read_timeline
from countercase.text.printed_pages import mend_scan
from countercase.text.words import lowered

_READERS = (
    period_lines,
    age_lines,
    drug_lines,
    group_lines,
    conspiracy_lines,
    quantity_lines,
    daylight_lines,
    sentence_lines,
    production_lines,
    custody_lines,
    sanction_lines,
    compensation_lines,
    conventional_head_lines,
    motor_claim_lines,
    arbitral_tribunal_lines,
    in_force_lines,
    changed_law_lines,
    money_lines,
    medical_record_lines,
    readiness_lines,
    cheque_lines,
    civil_period_lines,
    workman_lines,
    decree_deposit_lines,
    court_closed_lines,
    adverse_year_lines,
    share_lines,
    count_lines,
    measure_lines,
    civil_age_lines,
    maximum_sentence_lines,
    procedural_age_lines,
    police_age_lines,
    convict_term_lines,
    procedure_count_lines,
    term_lines,
    juvenile_board_lines,
    private_complaint_lines,
    life_sentence_lines,
    keeping_peace_lines,
    cheque_notice_lines,
    cheque_debt_lines,
)

# Limits that depend on the court of trial or on the greatest sentence, and so on the charge.
_BY_COURT_OR_OFFENCE = ("lim-115", "crpc-limitation", "bnss-limitation")


_RIVAL_AGES = " The text gives more than one age: this line rests on one of them."


def read_lines(
    narrative: str, sheet: FactSheet | None = None, events: LearnedEvents | None = None
) -> tuple[LawLine, ...]:
    """Every line that the matter engages under the law of its date, in text order. No line is guessed.

    `events` is what the learned reader says about the dates and lengths whose event no rule tells.
    """
    mended = mend_scan(narrative)
    written = write_out_events(mended)
    if sheet is None or mended != narrative:
        sheet = extract_facts(written.text)
    elif written.text != narrative:
        sheet = with_moved_spans(sheet, written)
    lower, dated = lowered(written.text), read_timeline(written.text)
    learned = without_suppositions((events or LearnedEvents()).written_as(written), dated, written.text, lower)
    timeline = with_roles_in_context(without_doubted_roles(dated, learned), lower)
    past = with_credit_ended(with_likely_roles(timeline, learned, lower), lower)
    dated = with_step_of_today(past, lower)
    matter = MatterProfile(sheet, dated, learned)
    stated = list(read_periods(matter))
    drawn_by_rules = with_stated_words(matter, chain.from_iterable(reader(matter) for reader in _READERS), stated)
    lines = dict.fromkeys(_with_doubt(line, matter.timeline) for line in drawn_by_rules)
    lines.update(dict.fromkeys(stated_period_lines(matter, stated, tuple(lines))))
    by_rule = {line.rule for line in lines}
    lines.update(dict.fromkeys(line for line in wedding_year_lines(matter) if line.rule not in by_rule))
    drawn = tuple(lines)
    lines.update(dict.fromkeys(_doubtful(line, LIKELY) for line in likely_period_lines(matter, drawn)))
    lines.update(dict.fromkeys(_doubtful(line, LIKELY_NUMBER) for line in likely_number_lines(matter, drawn)))
    lines = dict.fromkeys(with_last_days(lines, past, dated))
    lines = {_with_doubt_of_charge(line, matter): None for line in lines}
    lines = dict.fromkeys(_with_rival_ages(tuple(lines)))
    if written.text != narrative:
        lines = {_with_original_spans(line, written): None for line in lines}
    return tuple(sorted(lines, key=lambda line: (line.spans[0], line.provision.id, line.quantity)))


def _with_doubt(line: LawLine, timeline: Timeline) -> LawLine:
    """The line, with a word of doubt if it rests on a date whose event only the learned reader tells."""
    likely = {event.span for event in timeline.events if event.is_likely}
    return line if likely.isdisjoint(line.spans) else _doubtful(line, LIKELY)


def _with_doubt_of_charge(line: LawLine, matter: MatterProfile) -> LawLine:
    """The line, with a word of doubt if it hangs on an offence that the text does not cite and only the reader sees."""
    hangs_on_charge = line.provision.act in PENAL_ACTS or line.rule.startswith(_BY_COURT_OR_OFFENCE)
    is_doubtful = hangs_on_charge and any(not cites_number(matter.lower, charge) for charge in matter.likely_charges)
    return _doubtful(line, LIKELY_CHARGE) if is_doubtful else line


def _with_rival_ages(lines: tuple[LawLine, ...]) -> Iterator[LawLine]:
    """The lines; where the text gives one person two ages, each line says that it rests on one of them.

    The two ends of a bone test are one age.
    """
    values: dict[str, set[str]] = {}
    for line in lines:
        if line.quantity.startswith("age of"):
            is_of_test = "upper limit" in line.value or " to " in line.value
            values.setdefault(line.quantity, set()).add("of a test" if is_of_test else line.value)
    for line in lines:
        is_one_of_several = len(values.get(line.quantity, ())) > 1 and DIFFER not in line.says
        yield _doubtful(line, _RIVAL_AGES) if is_one_of_several else line


def _doubtful(line: LawLine, doubt: str) -> LawLine:
    return replace(line, says=line.says + doubt)


def _with_original_spans(line: LawLine, written: WrittenOut) -> LawLine:
    """The line with its spans in the original narrative."""
    return replace(line, spans=tuple(written.original(span.start, span.end) for span in line.spans))


def read_warnings(narrative: str, sheet: FactSheet | None = None) -> tuple[NotInForce, ...]:
    """The penal provisions of the matter that were not in force on the date of the offence."""
    return provisions_not_in_force(sheet or extract_facts(narrative), read_timeline(narrative))
