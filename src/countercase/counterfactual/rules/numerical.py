"""Changes of numbers: across the nearest line that the law sets for the quantity, role and date."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from countercase.domain.facts import FactSheet, NumericalFact, Quantity
from countercase.domain.perturbation import Perturbation
from countercase.facts.lines.of_numbers import lines_to_ask
from countercase.facts.words import provision_name
from countercase.law.quantities import units
from countercase.law.tables.thresholds import Operator, Threshold, ThresholdSide, side

_STEP = 0.1  # of the line, for money and weight: a tenth past it is clearly past it


def propose_numbers(sheet: FactSheet) -> Iterator[Perturbation]:
    """For each number, the nearest line above and the nearest below."""
    for fact in sheet.facts:
        if isinstance(fact, NumericalFact) and fact.quantity is not Quantity.DATE:
            yield from crossings(fact, sheet)


def crossings(fact: NumericalFact, sheet: FactSheet) -> Iterator[Perturbation]:
    """At most two changes: over the nearest line upwards, and downwards."""
    rules = lines_to_ask(fact, sheet)
    for wanted in (ThresholdSide.OVER, ThresholdSide.UNDER):
        ahead = [rule for rule in rules if side(rule, fact.value, fact.unit) is not wanted]
        if ahead:
            yield _cross(fact, ahead, wanted)


def _cross(fact: NumericalFact, ahead: list[Threshold], wanted: ThresholdSide) -> Perturbation:
    here = units.to_base(fact.quantity, fact.value, fact.unit)
    gap = min(abs(_base_value(rule) - here) for rule in ahead)
    nearest = [rule for rule in ahead if abs(_base_value(rule) - here) == gap]
    rule = nearest[0]
    value, unit = _past(rule, wanted, [other for other in ahead if other not in nearest])
    after = replace(fact, value=value, unit=unit)
    moved = f"{_what(fact)} were {in_words(value, unit)} and not {in_words(fact.value, fact.unit)}"
    line_sentence = f"The line is {rule.condition} ({provision_name(rule.provision)}: {rule.effect})."
    ids = ", ".join(f"{line.id} ({line.provision.id})" for line in nearest)
    return Perturbation(fact, after, "threshold crossed", f"threshold {ids}", f"What if {moved}? {line_sentence}")


def _past(rule: Threshold, wanted: ThresholdSide, farther: Iterable[Threshold]) -> tuple[float, str]:
    """A plain value past the line but before the next line in that direction, and its unit."""
    value, unit = _plain(rule, wanted)
    for other in farther:
        if side(other, value, unit) is wanted:
            line = units.from_base(rule.quantity, _base_value(other), rule.unit)
            return (rule.value if side(rule, rule.value) is wanted else (rule.value + line) / 2), rule.unit
    return value, unit


def _plain(rule: Threshold, wanted: ThresholdSide) -> tuple[float, str]:
    counted = rule.quantity in {Quantity.AGE, Quantity.DURATION, Quantity.PERSONS} and rule.unit != units.PERCENT
    if not counted:
        return rule.value * (1 + _STEP if wanted is ThresholdSide.OVER else 1 - _STEP), rule.unit
    line, unit = (rule.value * 12, "months") if rule.unit == "years" and rule.value <= 2 else (rule.value, rule.unit)
    if wanted is ThresholdSide.UNDER:
        return max(line - 1, line / 2), unit
    exact_is_over = rule.operator in {Operator.BELOW, Operator.AT_LEAST}
    return (line if exact_is_over else line + 1), unit


def _base_value(rule: Threshold) -> float:
    return units.to_base(rule.quantity, rule.value, rule.unit)


def _what(fact: NumericalFact) -> str:
    if fact.quantity is Quantity.PERSONS:
        return f"the number of {fact.role or 'persons'}"
    if fact.quantity is Quantity.WEIGHT:
        return f"the weight of {fact.subject or fact.role}"
    return f"the {_period(fact)}"


def _period(fact: NumericalFact) -> str:
    if fact.role is None:
        return fact.quantity.value
    return f"{fact.quantity} of the {fact.role}" if fact.quantity is Quantity.AGE else f"{fact.role} {fact.quantity}"


def in_words(value: float, unit: str) -> str:
    """A number with its unit; days beyond a year and fractions of years read as years and months."""
    if (unit == "days" and value >= 365) or (unit == "years" and value != int(value)):
        years, months = divmod(round(value / 30.4375 if unit == "days" else value * 12), 12)
        return " and ".join(_counted(part, word) for part, word in ((years, "years"), (months, "months")) if part)
    return _counted(value, unit)


def _counted(value: float, unit: str) -> str:
    return f"{value:,.6g} {unit.removesuffix('s') if value == 1 else unit}"
