"""Rival papers of one age: each has its line, on its side, and says what the others give."""

import pytest

from countercase.domain.checklist import IngredientStatus, LawLine
from countercase.facts.checklist import ingredients_of_lines, read_checklist
from countercase.facts.extract import extract_facts
from countercase.facts.lines import read_lines

MURDER = "Sessions trial u/s 302 IPC. Occurrence 4 June 2019. Juvenility is claimed for the accused. "
RAPE = "Case u/s 376 IPC and s. 6 POCSO Act. Occurrence 4 June 2019. "


def ages(text: str, provision: str) -> dict[str, str]:
    """The side of each line of a provision, by the paper that the value names."""
    return {line.value.rpartition(" by the ")[2]: str(line.stands) for line in _lines(text, provision)}


def _lines(text: str, provision: str) -> list[LawLine]:
    return [line for line in read_lines(text) if line.provision.id == provision]


@pytest.mark.parametrize(
    ("papers", "sides"),
    [
        (
            "School register: DOB 5.8.2001. Voter list: 19 years.",
            {"school register": "within", "voter list": "crossed"},
        ),
        (
            "Admission register of the primary school gives 12 July 2001 and his Aadhaar card shows 1 January 1999.",
            {"school register": "within", "Aadhaar card": "crossed"},
        ),
        (
            "Matric certificate: D.O.B. 5.8.2001. The kutumb register, filed by the State, shows 1997.",
            {"matriculation certificate": "within", "family register": "crossed"},
        ),
        (
            "DOB: school T.C. 5.8.2001, Aadhaar 1.1.2000.",
            {"school certificate": "within", "Aadhaar card": "crossed"},
        ),
        (
            "His date of birth in the municipal birth certificate is 9.9.2001. Voter list of 1.1.2018: 20 years.",
            {"birth certificate": "within", "voter list": "crossed"},
        ),
        (
            "By the school leaving certificate he was born on 20.11.2001. Ossification report: 16 to 17 years.",
            {"": "within"},
        ),
        (
            "School register: born 5.8.2001. Ossification test on 4.6.2025: 27 to 29 years.",
            {"school register": "within", "bone test": "crossed"},
        ),
    ],
)
def test_each_paper_of_the_accused_has_its_line(papers: str, sides: dict[str, str]) -> None:
    found = ages(MURDER + papers, "JJ-2(12)")
    assert {paper: found.get(paper) for paper in sides if paper} == {k: v for k, v in sides.items() if k}
    assert set(found.values()) == set(sides.values())


@pytest.mark.parametrize(
    ("papers", "sides"),
    [
        (
            "School register gives the prosecutrix's date of birth as 5.8.2002; Aadhaar: 1.1.2001.",
            {"school register": "within", "Aadhaar card": "crossed"},
        ),
        (
            "Victim: municipal birth certificate 3.3.2003 (dob). Her admit card gives 3.3.2001.",
            {"birth certificate": "within", "admit card": "crossed"},
        ),
        (
            "The girl's matriculation certificate shows 5.8.2001. Ration card makes her 19.",
            {"matriculation certificate": "within", "ration card": "crossed"},
        ),
    ],
)
def test_each_paper_of_the_victim_has_its_line(papers: str, sides: dict[str, str]) -> None:
    assert ages(RAPE + papers, "POCSO-2(1)(d)") == sides
    assert ages(RAPE + papers, "IPC-375") == sides


def test_a_line_says_what_the_other_papers_give_and_which_comes_first() -> None:
    lines = _lines(MURDER + "School register: DOB 5.8.2001. Voter list: 19 years.", "JJ-2(12)")
    says = {str(line.stands): line.says for line in lines}
    assert "The papers differ: by the voter list 19 years." in says["within"]
    assert "The papers differ: by the school register 17 years 9 months." in says["crossed"]
    assert all("Section 94(2)" in text and "the voter list is none of them" in text for text in says.values())


def test_the_order_of_papers_is_not_told_of_rape_alone() -> None:
    text = "Case u/s 376 IPC. Occurrence 4 June 2019. Victim: school register gives 5.8.2002; Aadhaar: 1.1.2001."
    assert [line for line in read_lines(text) if "The papers differ" in line.says]
    assert not [line for line in read_lines(text) if "Section 94(2)" in line.says]


@pytest.mark.parametrize(
    "papers",
    [
        "School register: DOB 5.8.2001. Aadhaar has the same date.",
        "School register: DOB 5.8.2001. His elder sister's Aadhaar: 1.1.1999.",
        "Accused A-1: school register, DOB 5.8.2001. A-2's voter list: 24 years.",
        "School register: DOB 5.8.2001. Pappu's voter list shows 24 years.",
        "School register: DOB 5.8.2001. The voter list was prepared on 1.1.2015.",
        "School register: DOB 5.8.2001. Aadhaar issued in 2012.",
        "School register: DOB 5.8.2001. Voter list was called for; no voter list came.",
        "School register: DOB 5.8.2001. Ossification test, held in 2025: 23 to 25 years.",
        "School register: DOB 5.8.2001. Ossification: 17 to 18 years.",
    ],
)
def test_no_line_where_it_is_not_clear_whose_age_it_is(papers: str) -> None:
    lines = [line for line in read_lines(MURDER + papers) if "JJ" in line.provision.act]
    assert {str(line.stands) for line in lines if line.provision.id == "JJ-2(12)"} == {"within"}
    assert not [line for line in lines if "The papers differ" in line.says]


def test_ingredients_that_two_papers_decide_are_disputed() -> None:
    text = RAPE + "School register gives the prosecutrix's date of birth as 5.8.2002; Aadhaar: 1.1.2001."
    readings = {reading.id: reading for reading in read_checklist(extract_facts(text)).ingredients}
    assert readings["pocso-child.child"].status is IngredientStatus.DISPUTED
    assert readings["rape.age-below"].status is IngredientStatus.DISPUTED


def test_a_limit_of_twelve_under_two_sections_is_disputed_too() -> None:
    text = (
        "Charge ss. 6 and 10 POCSO, s. 5(m), s. 9(m). Occurrence 4 June 2019. Victim: birth certificate gives 5.8.2007;"
        " school register gives 5.8.2006."
    )
    readings = {reading.id: reading for reading in read_checklist(extract_facts(text)).ingredients}
    assert readings["pocso-child.child-below-twelve"].status is IngredientStatus.DISPUTED


def test_an_ingredient_made_of_two_lines_is_disputed() -> None:
    text = MURDER + "School register: DOB 5.8.2001. Voter list: 19 years."
    lines = [line for line in read_lines(text) if line.provision.id == "JJ-2(12)"]
    assert {str(line.stands) for line in lines} == {"within", "crossed"}
    assert [reading.status for reading in ingredients_of_lines(lines, ())] == [IngredientStatus.DISPUTED]
