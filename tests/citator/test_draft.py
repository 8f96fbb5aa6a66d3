"""The check of a draft: each kind of error, and what is left alone."""

from dataclasses import replace
from datetime import date

import pytest

from countercase.citator.draft import check_draft
from countercase.citator.draft_checks import compare_quotation
from countercase.domain.case import Case, CaseId, TextKind

DAY = date(2026, 1, 15)
JUDGMENT = Case(
    id=CaseId("2010"),
    text="12. The presumption under Section 139 covers the existence of a debt. It may be rebutted on a preponderance.",
    name="Rangappa v. Sri Mohan",
    citations=("(2010) 11 SCC 441",),
)


class Shelf:
    def by_citation(self, normal: str) -> set[CaseId]:
        return {JUDGMENT.id} if normal in JUDGMENT.citations else set()

    def get(self, case_id: CaseId) -> Case:
        return JUDGMENT


def problems(text: str) -> list[str | None]:
    return [item.problem for item in check_draft(text, DAY, Shelf()).wrong]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("See Mohan Das v. State of Bihar, 2012 INSC 4000.", "does not exist"),
        ("See Hari Om v. State of U.P., (2031) 3 SCC 11.", "does not exist"),
        ("See Hari Om v. Moti Lal, [2010] 6 SCR 508.", "does not exist"),
        ("See Ramesh Gupta v. Suresh Jain, (2014) 8 SCC 273.", "name does not fit"),
        ("Section 377 stands: Suresh Kumar Koushal v. Naz Foundation, (2014) 1 SCC 1.", "not good law"),
        ("See Krishna Janardhan Bhat v. Dattatraya G. Hegde, (2008) 4 SCC 54.", "not good law"),
        ("He was charged under Section 620 of the Indian Penal Code.", "no such provision"),
        ("He was charged under Section 400 of the Bharatiya Nyaya Sanhita, 2023.", "no such provision"),
        (
            "The offence took place on 3 March 2025; the charge is under Section 302 of the Indian Penal Code.",
            "not in force",
        ),
        ("The offence took place on 3 March 2019; the charge is under Section 103(1) of the BNS.", "not in force"),
        ("He was booked under Section 66A of the Information Technology Act, 2000.", "not in force"),
        ("The offence of 3 March 2018 falls under Section 497 of the Indian Penal Code.", "not in force"),
        (
            "In Rangappa v. Sri Mohan, (2010) 11 SCC 441, it was held: “The presumption never covers the debt itself.”",
            "not verbatim",
        ),
    ],
)
def test_a_planted_error_is_found(text: str, problem: str) -> None:
    assert problems(text) == [problem]


@pytest.mark.parametrize(
    "text",
    [
        "See Arnesh Kumar v. State of Bihar, (2014) 8 SCC 273.",
        "See Nowhere v. Nobody, (2016) 7 SCC 412; 2025:DHC:1234; 45 XYZ 12.",
        "Suresh Kumar Koushal v. Naz Foundation, (2014) 1 SCC 1 was overruled in Navtej Singh Johar v. Union of India.",
        "The offence took place on 3 March 2019; the charge is under Section 302 of the Indian Penal Code.",
        "In Rangappa v. Sri Mohan, (2010) 11 SCC 441, it was held: “The presumption … covers the existence of a debt.”",
        "Section 302 IPC, Article 21 of the Constitution, Article 65 of the Limitation Act, 1963.",
    ],
)
def test_what_is_right_or_unknown_is_left_alone(text: str) -> None:
    assert problems(text) == []


def test_a_section_that_was_read_down_holds_with_care() -> None:
    (item,) = check_draft("He was charged under Section 377 of the Indian Penal Code.", DAY, Shelf()).items
    assert item.verdict == "ok"
    assert item.needs_care
    assert "Navtej Singh Johar" in item.says


def test_a_summary_of_ours_is_no_text_to_quote_from() -> None:
    text = "In Rangappa v. Sri Mohan, (2010) 11 SCC 441, it was held: “No such words were ever written by the Court.”"

    class Digests(Shelf):
        def get(self, case_id: CaseId) -> Case:
            return replace(super().get(case_id), text_kind=TextKind.DIGEST)

    report = check_draft(text, DAY, Digests())
    assert [str(item.verdict) for item in report.items if item.kind == "quotation"] == ["unknown"]


def test_the_items_point_into_the_text() -> None:
    text = "See Arnesh Kumar v. State of Bihar, (2014) 8 SCC 273, under Section 498A of the Indian Penal Code."
    for item in check_draft(text, DAY).as_json()["items"]:
        assert text[slice(*item["span"])] == item["text"]


def test_the_differences_are_shown() -> None:
    found = compare_quotation("It may not be rebutted on a preponderance", JUDGMENT.text)
    assert not found.verbatim
    assert '"not" for "(nothing)"' in found.difference


def sections(text: str) -> list[str]:
    return [item.says for item in check_draft(text, DAY).items if item.kind == "provision"]


def test_a_section_without_its_act_is_read_under_the_only_act_named_around_it() -> None:
    assert sections("Sections 302 and 34 IPC were charged; two were convicted under Section 323.")[-1] == (
        "Section 323 IPC exists; Indian Penal Code, 1860 was in force until 30 June 2024."
    )
    assert sections("Cheque (Section 138 NI Act)\n\nThere is a presumption in Section 139.")[-1] == (
        "Section 139 NI Act exists."
    )
    assert (
        "no Act named" in sections("Section 302 IPC and Section 164 CrPC were read with Section 300.\n\nSection 3.")[-1]
    )


def test_an_act_that_was_only_inferred_makes_nothing_wrong() -> None:
    text = "Section 302 of the Indian Penal Code was charged. A notice under Section 912 was sent."
    assert problems(text) == []


def test_clauses_of_a_contract_are_not_looked_up() -> None:
    assert sections("Clause 14 of the appointment letter allowed notice; Rule 16(3) was not met.") == []


def test_a_case_that_is_stored_under_its_citation_exists() -> None:
    text = "See Anoop Sharma v. Executive Engineer, (2010) 5 SCC 497."
    kept = Case(
        CaseId("anoop"),
        "The workman was retrenched.",
        "Anoop Sharma v. Executive Engineer",
        decided=date(2010, 4, 9),
        citations=("(2010) 5 SCC 497",),
    )

    class Kept(Shelf):
        def by_citation(self, normal: str) -> set[CaseId]:
            return {kept.id} if normal in kept.citations else set()

        def get(self, case_id: CaseId) -> Case:
            return kept

    assert [str(item.verdict) for item in check_draft(text, DAY, Kept()).items] == ["ok"]
    assert [str(item.verdict) for item in check_draft(text, DAY).items] == ["unknown"]


def test_an_unnamed_code_makes_no_section_wrong() -> None:
    text = "He is charged under Section 498A of the Indian Penal Code. No notice under Section 41A of the Code came."
    assert problems(text) == []
    assert "which Code or Act is meant?" in sections(text)[-1]
