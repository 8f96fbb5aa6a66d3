"""The lines of law for a number on a sheet: an age of eighteen, five persons, a commercial quantity.

`read_lines` finds in a narrative which lines a matter engages and on which side it falls. This module starts from a
number and answers two questions; it also words the line of a number that a matter states (`line_against`).

A what-if may *ask* about a line (`lines_to_ask`): "what if she were nineteen?" does no harm if the answer is nothing.
A comparison *states* that two numbers are on the same side of a line, and names it (`lines_to_state`). It therefore
uses only lines on a subject that the matter or the precedent names. A line with a condition (five persons make a
robbery a dacoity; five persons alone do not) also needs its own section to be named.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import date

from countercase.domain.checklist import LawLine, Stands
from countercase.domain.facts import FactSheet, NumericalFact, Quantity
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.governing_law import matter_date
from countercase.facts.words import number_words, provision_name
from countercase.law.near_provisions import can_replace, same_subject
from countercase.law.quantities.readings import comparable, to_base
from countercase.law.tables.acts import equivalents
from countercase.law.tables.thresholds import Threshold, applicable, role_in_table
from countercase.text.words import capitalised

# Penal sections whose lines apply whatever is charged: infancy, unlawful assembly, conspiracy.
_SECTIONS_FOR_ANY_CHARGE = frozenset(
    {"IPC-82", "IPC-83", "IPC-141", "IPC-120A", "BNS-20", "BNS-21", "BNS-189", "BNS-61"}
)
_PENAL_CODES = frozenset({"IPC", "BNS"})
# Acts whose lines apply whatever is charged. Lines of other Acts need the Act to be named.
_APPLY_TO_ANY_CHARGE = frozenset({"CrPC", "BNSS", "IEA", "BSA", "CPC", "Limitation", "Constitution", "JJ", "JJ2000"})
_MAJORITY, _NEAR_MAJORITY = 18.0, 6.0  # years; further from eighteen, the age of an unnamed person tells nothing


@dataclass(frozen=True, slots=True)
class LegalSetting:
    """What decides which lines a comparison may state: the date of the matter, and the provisions of both sides."""

    day: date | None
    named: frozenset[Provision]
    under_both_codes: frozenset[Provision]

    @classmethod
    def of(cls, matter: FactSheet, case: FactSheet) -> "LegalSetting":
        """The setting for comparing a matter with a case."""
        named = frozenset((*matter.provisions, *case.provisions))
        equivalent = frozenset(same for provision in named for same in equivalents(provision))
        return cls(matter_date(matter), named, equivalent)


def line_words(line: Threshold) -> str:
    """Names a line by number, provision and condition: "the line of 18 years in Section 2(12) JJ Act"."""
    substance = line.subject if line.quantity is Quantity.WEIGHT else None
    number = NumericalFact(spans=(), quantity=line.quantity, value=line.value, unit=line.unit, subject=substance)
    condition = f" ({line.subject})" if line.subject and not substance else ""
    return f"the line of {number_words(number)} in {provision_name(line.provision)}{condition}"


def line_against(
    rule: Threshold, quantity: str, value: str, limit: str, span: Span, effect: str, *, is_kept: bool, bound: str = ""
) -> LawLine:
    """The line of a value against a limit: "5 years against at most 3 years under Section 389(3) CrPC: ..."."""
    says = f"{capitalised(value)} against {bound or limit} under {provision_name(rule.provision)}: {effect}."
    return LawLine(rule.provision, quantity, value, limit, Stands.of(is_kept), (span,), says, rule.id)


def lines_to_ask(fact: NumericalFact, sheet: FactSheet) -> list[Threshold]:
    """Lines for this quantity, role and date that concern the charges; few for an age whose person is unknown."""
    if fact.quantity is Quantity.AGE and fact.role is None:
        return _lines_of_majority(fact, sheet)
    role = role_in_table(fact.quantity, fact.role)
    subject = fact.subject or (fact.role if fact.quantity is Quantity.WEIGHT and fact.role != role else None)
    if role is None or (fact.quantity is Quantity.WEIGHT and subject is None):
        return []
    charged = sheet.provisions
    return [
        line
        for line in applicable(fact.quantity, role, matter_date(sheet), None, subject)
        if comparable(line.unit, fact.unit) and _may_concern(line.provision, charged)
    ]


def lines_to_state(fact: NumericalFact, setting: LegalSetting | None = None) -> list[Threshold]:
    """Lines that may be stated for this number; without a setting, lines of any date and subject."""
    role = role_in_table(fact.quantity, fact.role)
    if role is None or fact.quantity is Quantity.DATE:
        return []
    day = setting.day if setting else None
    lines = [
        line
        for line in applicable(fact.quantity, role, day, None, fact.subject)
        if comparable(line.unit, fact.unit)
        and _meets_condition(line, fact, setting)
        and (setting is None or _is_of_subject(line, setting.under_both_codes))
    ]
    return lines if day else _latest_versions(lines)


def nearest_line(lines: Iterable[Threshold], fact: NumericalFact, setting: LegalSetting | None = None) -> Threshold:
    """The line to name: prefer an Act that is named, then a rule in force, then the nearest line."""
    acts = {provision.act for provision in setting.named} if setting else set()
    value = to_base(fact.quantity, fact.value, fact.unit)

    def rank(line: Threshold) -> tuple[bool, bool, float]:
        distance = abs(to_base(line.quantity, line.value, line.unit) - value)
        return line.provision.act not in acts, line.in_force_to is not None, distance

    return min(lines, key=rank)


def _lines_of_majority(fact: NumericalFact, sheet: FactSheet) -> list[Threshold]:
    """The lines at eighteen, for an age near it whose person is unknown: majority matters for accused and victim."""
    if fact.unit != "years" or abs(fact.value - _MAJORITY) > _NEAR_MAJORITY:
        return []
    lines = [line for role in ("accused", "victim") for line in lines_to_ask(replace(fact, role=role), sheet)]
    return [line for line in lines if line.value == _MAJORITY]


def _may_concern(provision: Provision, charged: Collection[Provision]) -> bool:
    if not charged or provision.act in _APPLY_TO_ANY_CHARGE or provision.base in _SECTIONS_FOR_ANY_CHARGE:
        return True
    if provision.act not in _PENAL_CODES:
        return any(other.act == provision.act for other in charged)
    return any(can_replace(provision, other) for other in charged)


def _meets_condition(line: Threshold, fact: NumericalFact, setting: LegalSetting | None) -> bool:
    """Whether the line covers this fact: it has no condition, or the subject or its provision is named."""
    if line.subject is None or fact.subject is not None:  # the table was queried with the fact's subject
        return True
    if setting is None or line.quantity is Quantity.WEIGHT:
        return False
    return any(_names(provision, line.provision) for provision in setting.named)


def _names(provision: Provision, line: Provision) -> bool:
    """Whether a provision is the one with the line, or a clause of it. Citing s.103 BNS does not cite s.103(2)."""
    return provision.base == line.base and provision.clauses[: len(line.clauses)] == line.clauses


def _is_of_subject(line: Threshold, named: Collection[Provision]) -> bool:
    """Whether a line is on a subject that the matter or precedent names. Weights of drugs always have their lines."""
    if line.quantity is Quantity.WEIGHT:
        return True
    if line.quantity is Quantity.AGE:
        return _may_concern(line.provision, named)
    return any(same_subject(line.provision, provision) for provision in named)


def _latest_versions(lines: Collection[Threshold]) -> list[Threshold]:
    """The latest version of each rule, for a matter without a date."""
    latest: dict[tuple[str, str | None, str], date] = {}
    for line in lines:
        latest[_rule(line)] = max(line.in_force_from, latest.get(_rule(line), line.in_force_from))
    return [line for line in lines if line.in_force_from == latest[_rule(line)]]


def _rule(line: Threshold) -> tuple[str, str | None, str]:
    return line.provision.id, line.subject, line.operator
