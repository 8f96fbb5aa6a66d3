"""Every rule below, at and above its number; the lines nearest to a value; the table itself."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countercase.domain.facts import Quantity
from countercase.domain.provision import Provision
from countercase.errors import LawError
from countercase.law.quantities import find_quantities
from countercase.law.quantities.readings import to_base
from countercase.law.tables import thresholds
from countercase.law.tables.acts import acts
from countercase.law.tables.thresholds import Threshold, ThresholdSide

RULES = thresholds.all()

# What the words of a statute mean below, at and above the number, written out and not computed.
BELOW_AT_ABOVE = {
    "less than": (True, False, False),
    "at most": (True, True, False),
    "more than": (False, False, True),
    "at least": (False, True, True),
}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_below_at_and_above(rule: Threshold) -> None:
    step = 1 if rule.value >= 2 and rule.value == int(rule.value) else rule.value / 4
    words = rule.condition.rsplit(maxsplit=2)[0]
    holds = tuple(rule.holds(value) for value in (rule.value - step, rule.value, rule.value + step))
    assert holds == BELOW_AT_ABOVE[words]


@pytest.mark.parametrize(
    ("rule_id", "value", "unit", "applies"),
    [
        ("ipc-82-age", 6, "years", True),
        ("ipc-82-age", 7, "years", False),
        ("bns-21-age", 11, "years", True),
        ("bns-21-age", 12, "years", False),
        ("jj-2-12-age", 17, "years", True),
        ("jj-2-12-age", 18, "years", False),
        ("jj-15-age", 16, "years", True),
        ("jj-15-age", 15, "years", False),
        ("pocso-2-age", 18, "years", False),
        ("pocso-5m-age", 11, "years", True),
        ("bns-65-1-age", 16, "years", False),
        ("bns-65-2-age", 11, "years", True),
        ("bns-70-2-age", 17, "years", True),
        ("ipc-361-age-boy", 16, "years", False),
        ("ipc-361-age-girl", 17, "years", True),
        ("ipc-375-age-1949", 16, "years", False),
        ("ipc-375-age-2013", 17, "years", True),
        ("ipc-300-exc5-age", 18, "years", False),
        ("hma-5-groom", 21, "years", True),
        ("hma-5-groom", 20, "years", False),
        ("bnss-179-age-high", 60, "years", False),
        ("bnss-179-age-high", 61, "years", True),
        ("ipc-304b-marriage", 7, "years", True),
        ("ipc-304b-marriage", 85, "months", False),
        ("bns-80-marriage", 84, "months", True),
        ("ipc-320-days", 19, "days", False),
        ("ipc-320-days", 20, "days", True),
        ("bns-116-days", 15, "days", True),
        ("crpc-167-90", 90, "days", False),
        ("crpc-167-90", 91, "days", True),
        ("bnss-187-60", 61, "days", True),
        ("crpc-57-hours", 2, "days", True),
        ("crpc-57-hours", 24, "hours", False),
        ("ndps-36a-180", 180, "days", False),
        ("bnss-479-third", 40, "percent", True),
        ("crpc-468-c", 3, "years", True),
        ("crpc-468-c", 37, "months", False),
        ("ipc-141-persons", 4, "persons", False),
        ("ipc-141-persons", 5, "persons", True),
        ("bns-310-persons", 5, "persons", True),
        ("ipc-117-persons", 10, "persons", False),
        ("ndps-small-heroin", 4.9, "grams", True),
        ("ndps-small-heroin", 5, "grams", False),
        ("ndps-commercial-heroin", 250, "grams", False),
        ("ndps-commercial-heroin", 251, "grams", True),
        ("ndps-commercial-charas", 1000, "grams", False),
        ("ndps-commercial-ganja", 20.5, "kilograms", True),
        ("ndps-small-ganja", 999, "grams", True),
        ("ni-138-notice-2003", 30, "days", True),
        ("ni-138-notice-2003", 31, "days", False),
        ("ni-138-payment", 15, "days", False),
        ("ni-138-payment", 16, "days", True),
        ("cpa2019-district-2021", 50, "lakhs", True),
        ("cpa2019-district-2021", 50.1, "lakhs", False),
        ("cpa2019-state-high-2021", 2, "crores", True),
        ("cpa2019-national-2021", 2, "crores", False),
        ("ibc-4-2020", 99, "lakhs", False),
        ("ibc-4-2020", 1, "crores", True),
        ("bns-303-value", 5000, "rupees", False),
        ("registration-17-b", 100, "rupees", True),
        ("pmla-45-amount", 1, "crores", False),
        ("mv-multiplier-26", 25, "years", False),
        ("mv-multiplier-26", 26, "years", True),
        ("lim-art-65", 12, "years", True),
        ("lim-art-113", 37, "months", False),
        ("arb-34-months", 3, "months", True),
        ("cpc-80-months", 2, "months", True),
        ("ida-25b-days", 240, "days", True),
        ("ida-25b-days", 239, "days", False),
    ],
)
def test_known_outcomes(rule_id: str, value: float, unit: str, applies: bool) -> None:
    assert thresholds.get(rule_id).holds(value, unit) is applies


def test_table_is_large_enough_and_its_ids_are_unique() -> None:
    assert len(RULES) >= 120
    assert len({rule.id for rule in RULES}) == len(RULES)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_row_is_traceable_and_dated(rule: Threshold) -> None:
    act = acts()[rule.provision.act]
    assert rule.source
    assert rule.role
    assert rule.checked in {"text", "judgment", "LAW.md", "knowledge"}
    assert 0 < len(rule.effect) <= 60
    assert rule.value > 0
    assert to_base(rule.quantity, 1, rule.unit) > 0
    assert rule.in_force_to is None or rule.in_force_from <= rule.in_force_to
    assert act.in_force is None or act.in_force <= rule.in_force_from
    assert act.until is None or (rule.in_force_to is not None and rule.in_force_to <= act.until)


def test_no_line_is_drawn_twice_on_one_day() -> None:
    seen: dict[tuple[object, ...], list[Threshold]] = {}
    for rule in RULES:
        key = (rule.provision, rule.quantity, rule.operator, rule.role, rule.subject, rule.effect)
        for other in seen.setdefault(key, []):
            starts, ends = sorted([rule, other], key=lambda one: one.in_force_from)
            assert starts.in_force_to is not None, (rule.id, other.id)
            assert starts.in_force_to < ends.in_force_from, (rule.id, other.id)
        seen[key].append(rule)


def test_the_date_decides_between_old_and_new_law() -> None:
    last_day, first_day = date(2024, 6, 30), date(2024, 7, 1)
    grievous = {day: thresholds.applicable(Quantity.DURATION, "suffering", day) for day in (last_day, first_day)}
    assert [rule.id for rule in grievous[last_day]] == ["ipc-320-days"]
    assert [rule.id for rule in grievous[first_day]] == ["bns-116-days"]


def test_a_consumer_claim_of_seventy_lakhs_moves_up_when_the_limits_fall() -> None:
    forum = {}
    for day in (date(2021, 12, 29), date(2021, 12, 30)):
        rules = thresholds.applicable(Quantity.AMOUNT, "consideration", day, Provision.parse("CPA2019-34"))
        (rule,) = rules
        forum[day] = rule.holds(70, "lakhs")
    assert list(forum.values()) == [True, False]


def test_a_provision_finds_the_rules_of_its_clauses_and_the_other_way_round() -> None:
    whole = thresholds.applicable(provision=Provision.parse("CrPC-468"))
    limb = thresholds.applicable(provision=Provision.parse("CrPC-468(2)(b)"))
    assert [rule.id for rule in whole] == ["crpc-468-a", "crpc-468-b", "crpc-468-c"]
    assert [rule.id for rule in limb] == ["crpc-468-b"]
    assert thresholds.applicable(provision=Provision.parse("IPC-320(8)")) == (thresholds.get("ipc-320-days"),)


def test_subject_narrows_and_a_rule_without_subject_stays() -> None:
    heroin = thresholds.applicable(Quantity.WEIGHT, subject="Heroin")
    assert [rule.id for rule in heroin] == ["ndps-small-heroin", "ndps-commercial-heroin"]
    assert thresholds.get("pocso-2-age") in thresholds.applicable(Quantity.AGE, subject="girl")


def test_on_the_number_the_operator_says_which_way_the_line_lies() -> None:
    assembly, default_bail = thresholds.get("ipc-141-persons"), thresholds.get("crpc-167-90")
    assert thresholds.side(assembly, 5) is ThresholdSide.OVER  # five make an assembly; four do not
    assert thresholds.side(assembly, 4) is ThresholdSide.UNDER
    assert thresholds.side(default_bail, 90, "days") is ThresholdSide.UNDER  # default bail needs the ninety-first day
    assert thresholds.side(default_bail, 91, "days") is ThresholdSide.OVER


def test_a_share_is_never_compared_with_days() -> None:
    with pytest.raises(LawError, match="cannot be compared"):
        thresholds.get("bnss-479-half").holds(55, "days")


@given(st.sampled_from(RULES))
def test_a_rule_is_in_force_on_its_first_day_and_not_the_day_before(rule: Threshold) -> None:
    assert rule.in_force(rule.in_force_from)
    assert not rule.in_force(rule.in_force_from - timedelta(days=1))
    if rule.in_force_to is not None:
        assert rule.in_force(rule.in_force_to)
        assert not rule.in_force(rule.in_force_to + timedelta(days=1))


@pytest.mark.parametrize(("unit", "error"), [("furlongs", "not a unit of age"), ("days", None)])
def test_unknown_units_are_refused(unit: str, error: str | None) -> None:
    rule = thresholds.get("ipc-82-age")
    if error is None:
        assert rule.holds(100, unit)
    else:
        with pytest.raises(LawError, match=error):
            rule.holds(100, unit)


@pytest.mark.parametrize(
    ("text", "below", "above"),
    [
        ("four persons came armed", [], ["ipc-141-persons"]),
        ("The accused, aged 17 years,", ["jj-15-age"], ["jj-2-12-age"]),
        ("250 grams of charas", ["ndps-small-charas"], ["ndps-commercial-charas"]),
        ("She died within six years of her marriage.", [], ["ipc-304b-marriage"]),
    ],
)
def test_from_a_sentence_to_the_lines_around_its_number(text: str, below: list[str], above: list[str]) -> None:
    (mention,) = find_quantities(text)
    assert mention.value is not None
    role = thresholds.role_in_table(mention.quantity, mention.role)
    rules = thresholds.applicable(mention.quantity, role, date(2020, 1, 1), subject=mention.subject)
    sides = {rule.id: thresholds.side(rule, mention.value, mention.unit) for rule in rules}
    assert {rule for rule, side in sides.items() if side is ThresholdSide.OVER} >= set(below)
    assert {rule for rule, side in sides.items() if side is ThresholdSide.UNDER} >= set(above)


def test_an_unknown_id_is_refused() -> None:
    with pytest.raises(LawError, match="No threshold"):
        thresholds.get("nothing")
