"""The tables of ingredients: what they hold, how they are looked up, what they refuse."""

from datetime import date
from pathlib import Path

import pytest
from tests.law.ingredient_tables import SUBJECTS, WAYS, small_tables, write_tables
from training.check_ingredients import check_patterns

from countercase.domain.provision import Provision
from countercase.errors import LawError
from countercase.law.ingredients import Tables, either_code, load, tables
from countercase.law.tables.acts import NEW_OF_OLD


def ids_under(law: Tables, provision: str, on: date | None = None) -> list[str]:
    return [row.id for rows in law.under(Provision.parse(provision), on).values() for row in rows]


def test_the_tables_of_the_package_hold_together() -> None:
    assert check_patterns(tables()) == []


def test_every_subject_of_the_package_has_ingredients_and_every_ingredient_ways() -> None:
    law = tables()
    assert [subject for subject, rows in law.ingredients_of.items() if not rows] == []
    assert [ingredient for ingredient, rows in law.ways_of.items() if not rows] == []


def test_a_row_that_names_a_section_of_an_old_code_names_its_successor() -> None:
    alone = [
        f"{row.id} {provision}"
        for row in tables().ingredients.values()
        for provision in row.provisions
        if provision.act in NEW_OF_OLD
        and (successors := {other.base for other in either_code(provision)} - {provision.base})
        and successors.isdisjoint(named.base for named in row.provisions)
    ]
    assert alone == []


@pytest.mark.parametrize("area", ["homicide", "hurt", "marriage", "property", "fraud", "corruption"])
def test_what_follows_in_law_and_what_is_supposed_are_short(area: str) -> None:
    rows = [row for row in tables().ingredients.values() if row.area == area]
    assert [row.id for row in rows if max(len(row.if_met.split()), len(row.if_not.split())) > 45] == []
    assert [row.id for row in rows if max(len(row.suppose_met.split()), len(row.suppose_not.split())) > 22] == []


@pytest.mark.parametrize(
    ("provision", "ingredient"),
    [
        ("Limitation-Article-65", "title-suit.own-title"),
        ("IEA-3", "circumstantial.last-seen"),
        ("POCSO-7", "pocso-child.foundational-facts"),
        ("IPC-102", "private-defence.apprehension"),
        ("BNS-108", "abetment-of-suicide.instigation"),
        ("IPC-375", "promise-to-marry.consent-on-promise"),
        ("CCSCCA-11", "disciplinary.proportionate"),
        ("Contract-63", "arbitrator-appointment.accord"),
        ("UAPA-38", "terrorist-membership.member"),
        ("TPA-54", "sale-title.registered-deed"),
        ("BNS-315", "dead-persons-property.misappropriation"),
    ],
)
def test_an_ingredient_is_found_under_every_section_that_requires_or_presumes_it(
    provision: str, ingredient: str
) -> None:
    assert ingredient in ids_under(tables(), provision)


@pytest.mark.parametrize("provision", ["IPC-304B", "BNS-80"])
def test_an_ingredient_is_found_under_either_code(tmp_path: Path, provision: str) -> None:
    assert ids_under(small_tables(tmp_path), provision) == ["dowry-death.demand", "dowry-death.seven-years"]


def test_an_ingredient_is_found_under_its_own_provision(tmp_path: Path) -> None:
    assert ids_under(small_tables(tmp_path), "NI-118") == ["cheque.signature"]


def test_an_ingredient_counts_only_on_the_days_it_is_law(tmp_path: Path) -> None:
    row = [
        "cheque.new",
        "cheque",
        "",
        "a new thing",
        "needed",
        "defence",
        "say",
        "",
        "",
        "",
        "",
        "2018-09-01",
        "",
        "NI",
    ]
    law = load(write_tables(tmp_path, ingredients=[row], ways=[["cheque.new", "met", "x", ""]]))
    assert ids_under(law, "NI-138", on=date(2018, 8, 31)) == []
    assert ids_under(law, "NI-138", on=date(2018, 9, 1)) == ["cheque.new"]


@pytest.mark.parametrize(
    ("table", "row", "problem"),
    [
        ("subjects", SUBJECTS[0], "is defined twice"),
        ("subjects", ["x", "crime", "x", "IPC-302", "", "", ""], "kind 'crime'"),
        ("subjects", ["x", "charge", "x", "IPC-9999", "", "", ""], "does not exist"),
        ("subjects", ["x", "charge", "x", "murder", "", "", ""], "is not a provision id"),
        ("ways", ["nobody.nothing", "met", "x", ""], "no ingredient has the id"),
        ("ways", ["cheque.notice", "likely", "x", ""], "status 'likely'"),
        ("ways", ["cheque.notice", "met", "", ""], "pattern is empty"),
        ("ways", ["cheque.notice", "met", "x"], "4 cells are expected"),
    ],
)
def test_a_bad_row_is_refused_with_its_place(tmp_path: Path, table: str, row: list[str], problem: str) -> None:
    rows = {"subjects": SUBJECTS, "ways": WAYS}[table]
    with pytest.raises(LawError, match=problem) as error:
        load(write_tables(tmp_path, **{table: [*rows, row]}))
    assert f"small.{table}.csv row {len(rows) + 2}" in str(error.value)


def test_a_bad_date_is_refused(tmp_path: Path) -> None:
    row = ["a.b", "cheque", "", "x", "needed", "defence", "say", "", "", "", "", "1 May 2020", "", ""]
    with pytest.raises(LawError, match="'1 May 2020' is not a date"):
        load(write_tables(tmp_path, ingredients=[row], ways=[]))


def test_an_unknown_area_names_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(LawError, match="Known areas: small"):
        load(write_tables(tmp_path), ["large"])


@pytest.mark.parametrize(
    ("ingredient", "condition"),
    [
        ("suit-limitation.ack-signed", "before the period had expired"),
        ("identification.no-delay", "only corroborates"),
        ("juvenility.below-eighteen", "Section 15"),
        ("res-judicata.same-parties", "finally decided"),
        ("eyewitness.direct-account", "wholly reliable"),
        ("cheque-dishonour.notice-thirty", "demand the cheque amount"),
    ],
)
def test_what_follows_from_one_ingredient_names_the_condition_that_still_decides(
    ingredient: str, condition: str
) -> None:
    assert condition in tables().ingredients[ingredient].if_met


def test_the_sentences_of_the_mended_areas_are_short() -> None:
    areas = {"proof", "witness", "liability", "cheque", "contract", "limitation", "arbitration"}
    rows = [row for row in tables().ingredients.values() if row.area in areas]
    assert [row.id for row in rows if max(len(said.split()) for said in (row.if_met, row.if_not)) > 45] == []
    assert [row.id for row in rows if max(len(said.split()) for said in (row.suppose_met, row.suppose_not)) > 22] == []
