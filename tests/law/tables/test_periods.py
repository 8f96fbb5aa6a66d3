"""The tables of periods and of sentences: every row dated and traceable, and the counts at the edge."""

from datetime import date, timedelta

import pytest

from countercase.domain.provision import Provision
from countercase.law.tables import periods, sentences
from countercase.law.tables.acts import acts
from countercase.law.tables.periods import PeriodRule
from countercase.law.tables.sentences import Gravity, PrisonTerm

RULES = periods.all()


def rule(rule_id: str) -> PeriodRule:
    return next(row for row in RULES if row.id == rule_id)


@pytest.mark.parametrize("row", RULES, ids=lambda row: row.id)
def test_every_period_is_traceable_and_dated(row: PeriodRule) -> None:
    act = acts()[row.provision.act]
    assert row.source
    assert row.quantity
    assert row.within.endswith(".")
    assert row.crossed.endswith(".")
    assert row.value > 0
    assert row.dated_by in {"from", "to"}
    assert row.in_force_to is None or row.in_force_from < row.in_force_to
    assert act.in_force is None or act.in_force <= row.in_force_from
    assert act.until is None or (row.in_force_to is not None and row.in_force_to <= act.until)


def test_ids_are_unique() -> None:
    assert len({row.id for row in RULES}) == len(RULES)


@pytest.mark.parametrize(
    ("rule_id", "first", "last_good"),
    [
        ("ni-138-a-2012", date(2022, 11, 4), date(2023, 2, 4)),
        ("ni-138-b-2003", date(2023, 1, 30), date(2023, 3, 1)),
        ("ni-142-2003", date(2023, 2, 24), date(2023, 4, 12)),
        ("marriage-304b", date(2013, 2, 17), date(2020, 2, 17)),
        ("lim-54-fixed", date(2013, 9, 30), date(2016, 9, 30)),
        ("arb-34-three", date(2024, 4, 24), date(2024, 7, 24)),
        ("arb-34-thirty", date(2024, 4, 24), date(2024, 8, 23)),
        ("laa-18-notice", date(2011, 2, 9), date(2011, 3, 23)),
        ("crpc-charge-sheet-90", date(2018, 2, 6), date(2018, 5, 6)),
        ("crpc-charge-sheet-60", date(2023, 1, 4), date(2023, 3, 4)),
    ],
)
def test_the_last_day_is_in_time_and_the_next_is_not(rule_id: str, first: date, last_good: date) -> None:
    assert rule(rule_id).kept(first, last_good)
    assert not rule(rule_id).kept(first, last_good + timedelta(days=1))


def test_a_period_that_must_have_passed() -> None:
    wait = rule("ni-138-c")
    assert not wait.kept(date(2023, 2, 24), date(2023, 3, 11))
    assert wait.kept(date(2023, 2, 24), date(2023, 3, 12))


@pytest.mark.parametrize("row", sentences.all(), ids=lambda row: f"{row.provision}-{row.in_force_from}")
def test_every_sentence_is_a_range(row: PrisonTerm) -> None:
    act = acts()[row.provision.act]
    assert row.source
    assert row.least or row.most
    assert not row.most or row.least_months <= row.most_months
    assert act.in_force is None or act.in_force <= row.in_force_from


def test_the_sentence_is_that_of_the_date() -> None:
    rape = Provision.parse("IPC-376(1)")
    least = {day: sentences.sentence_for(rape, day) for day in (date(2016, 3, 6), date(2019, 3, 6))}
    assert [row and row.least for row in least.values()] == ["7 years", "10 years"]
    assert sentences.sentence_for(Provision.parse("IPC-376"), date(2019, 3, 6)) == least[date(2019, 3, 6)]


@pytest.mark.parametrize(
    ("provision", "day", "gravity"),
    [
        ("IPC-302", date(2018, 1, 1), Gravity.NINETY),
        ("IPC-420", date(2018, 1, 1), Gravity.SIXTY),
        ("IPC-306", date(2018, 1, 1), Gravity.SIXTY),  # ten years at the most is not ten years at the least
        ("BNS-108", date(2025, 1, 1), None),  # not settled under the BNSS
        ("BNS-318(4)", date(2025, 1, 1), Gravity.SIXTY),
        ("IPC-9", date(2018, 1, 1), None),
    ],
)
def test_gravity_of_a_charge(provision: str, day: date, gravity: Gravity | None) -> None:
    assert sentences.gravity(Provision.parse(provision), day) is gravity
