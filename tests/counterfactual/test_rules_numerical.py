"""A number goes over the nearest line of the law, or stays."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.counterfactual.small_matter import MURDER, number, section, sheet_of

from countercase.counterfactual.rules import in_words, propose_numbers
from countercase.domain.facts import Fact, NumericalFact, Quantity
from countercase.facts.lines.number_lines import lines_to_ask
from countercase.law.tables.thresholds import side

DAY = number(Quantity.DATE, date(2019, 3, 14).toordinal(), "day", "offence")


def moved(*facts: Fact) -> list[tuple[float, str]]:
    changes = propose_numbers(sheet_of(*facts, DAY))
    return [(change.after.value, change.after.unit) for change in changes if isinstance(change.after, NumericalFact)]


@pytest.mark.parametrize(
    ("facts", "values"),
    [
        ((MURDER, number(Quantity.AGE, 17, "years", "accused")), [(18, "years"), (15, "years")]),
        ((MURDER, number(Quantity.PERSONS, 4, "persons", "accused")), [(5, "persons"), (1, "persons")]),
        ((section("NDPS-20"), number(Quantity.WEIGHT, 1200, "grams", "charas")), [(0.9, "kilograms")]),
        ((section("IPC-304B"), number(Quantity.DURATION, 1856, "days", "marriage")), [(8, "years")]),
        ((section("NDPS-20"), number(Quantity.DURATION, 425, "days", "custody")), [(11, "months")]),
        ((section("MV-166"), number(Quantity.AGE, 34, "years", "deceased")), [(36, "years"), (30, "years")]),
    ],
)
def test_the_nearest_line_is_crossed_both_ways(facts: tuple[Fact, ...], values: list[tuple[float, str]]) -> None:
    assert moved(*facts) == values


def test_the_line_is_named_with_its_row_and_provision() -> None:
    change = next(iter(propose_numbers(sheet_of(MURDER, number(Quantity.AGE, 17, "years", "accused"), DAY))))
    assert change.basis == "threshold jj-2-12-age (JJ-2(12))"
    assert (
        "were 18 years and not 17 years? The line is less than 18 years (Section 2(12) JJ Act, 2015:" in change.sentence
    )


@pytest.mark.parametrize(
    "fact",
    [
        number(Quantity.AGE, 32, "years"),  # nobody's
        number(Quantity.DURATION, 40, "days"),
        number(Quantity.WEIGHT, 300, "grams"),  # of what?
        number(Quantity.AMOUNT, 600, "rupees", "water bill"),
        number(Quantity.AGE, 40, "years", "deceased"),  # the multiplier is no matter of a cheque
    ],
)
def test_a_number_without_a_line_stays(fact: NumericalFact) -> None:
    assert moved(section("NI-138"), fact) == []


def test_the_line_is_that_of_the_day() -> None:
    default = number(Quantity.AMOUNT, 500_000, "rupees", "default")
    for year, wanted in ((2018, 90_000), (2021, 11_000_000)):
        day = number(Quantity.DATE, date(year, 6, 1).toordinal(), "day")
        (change,) = propose_numbers(sheet_of(section("IBC-7"), default, day))
        assert isinstance(change.after, NumericalFact)
        assert change.after.value == pytest.approx(wanted)


@given(
    st.sampled_from(["accused", "victim", "deceased", "wife", "driver"]),
    st.integers(0, 100),
    st.sampled_from(["IPC-302", "IPC-376", "MV-166", "IPC-363", "POCSO-4"]),
)
def test_every_step_crosses_the_nearest_line_and_no_other(role: str, age: int, charge: str) -> None:
    fact = number(Quantity.AGE, age, "years", role)
    sheet = sheet_of(section(charge), fact, DAY)
    for change in propose_numbers(sheet):
        after = change.after
        assert isinstance(after, NumericalFact)
        crossed = [
            rule
            for rule in lines_to_ask(fact, sheet)
            if side(rule, fact.value, fact.unit) is not side(rule, after.value, after.unit)
        ]
        assert crossed
        assert len({rule.value for rule in crossed}) == 1


def test_long_durations_read_in_years() -> None:
    assert in_words(1856, "days") == "5 years and 1 month"
    assert in_words(1, "persons") == "1 person"
