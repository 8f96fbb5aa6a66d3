"""Lines that a reader found wrong or misleading: one test for each cause, in other words than the matters had."""

import pytest

from countercase.domain.checklist import LawLine, Stands
from countercase.facts.lines import read_lines
from countercase.facts.lines.learned_events import read_events
from countercase.models.clause_matcher import built_in_matcher


def rules_of(text: str) -> dict[str, LawLine]:
    return {line.rule: line for line in read_lines(text)}


def learned_rules_of(text: str) -> dict[str, LawLine]:
    return {line.rule: line for line in read_lines(text, events=read_events(text, built_in_matcher()))}


# Whose age it is.

KIDNAPPING = "S. 363 IPC. The girl Rekha (born 4 January 2003) left home with Sohan on 6 March 2019. "


@pytest.mark.parametrize(
    "text",
    [
        KIDNAPPING
        + "Sohan Lal and Motilal Verma, appellants, were convicted. Motilal, born on 7 February 1999, drove.",
        KIDNAPPING + "Sohan, born on 7 February 1999, pleads consent. Sohan was arrested on 9 March 2019.",
        "POCSO u/s 6.\n4.1.2003 - DOB of prosecutrix (register)\n7.2.1999 - Accd born.\n6.3.2019 - Occurrence",
    ],
)
def test_the_birth_of_the_accused_is_not_counted_as_the_victims(text: str) -> None:
    ages = {line.quantity: line.value for line in read_lines(text) if line.quantity.startswith("age of")}
    assert ages["age of the victim at the offence"].startswith("16 years 2 months")
    assert ages["age of the accused at the offence"].startswith("20 years")


def test_the_day_of_a_date_of_birth_is_no_age() -> None:
    text = (
        "The Sessions Judge acquitted both of murder. Sukhdev was arrested on 3 May 2021. The other, the boy Jeeta, was"
        " born on 14 August 2003."
    )
    lines = learned_rules_of(text)
    assert "jj-15-age" not in lines
    assert lines["jj-2-12-age"].value == "at most 17 years 8 months on 3 May 2021"


@pytest.mark.parametrize(
    "words", ["Burning on 9 June 2017", "She sustained burns on 9 June 2017", "Burnt on 9 June 2017"]
)
def test_an_age_is_taken_on_the_day_of_the_burning_and_not_of_the_death(words: str) -> None:
    line = rules_of(f"S. 302 IPC. {words}. Death 16 June 2017. Accused Vinod born 12 June 1999.")["jj-2-12-age"]
    assert (line.stands, line.value) == (Stands.WITHIN, "17 years 11 months on 9 June 2017")


def test_nobody_asks_whether_a_man_of_thirty_was_a_child() -> None:
    text = "S. 302 IPC, offence 2 May 2021. A-1, born 5 July 1990. A-2 Kalu, born 6 July 2004, is a juvenile."
    assert {line.value for line in read_lines(text) if line.rule == "jj-2-12-age"} == {
        "16 years 9 months on 2 May 2021"
    }


def test_a_bone_test_is_said_to_come_after_a_certificate() -> None:
    text = "POCSO u/s 4. Offence 6 March 2019. Girl's date of birth 4 January 2003. Ossification test: 18 to 20 years."
    assert any("comes before a bone test" in line.says for line in read_lines(text) if "upper limit" in line.value)


def test_an_offence_before_the_act_of_2000_comes_under_its_section_20() -> None:
    text = "S. 302 IPC. Occurrence 14 August 1997. A-3 Sunita (b. 20 November 1980) claims to be a juvenile."
    assert "Section 20" in rules_of(text)["jj2000-2k-age"].says
