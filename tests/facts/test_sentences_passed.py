"""Sentences passed, for the section that the words give them to, against what that section allows."""

import pytest

from countercase.domain.checklist import LawLine
from countercase.facts.lines import read_lines


def lines(narrative: str, *sections: str) -> list[tuple[str, str, str]]:
    """Section, value and side of each line of a sentence, fine or default term under one of these sections."""
    return [
        (line.provision.id, line.value, line.stands.value)
        for line in read_lines(narrative)
        if line.provision.base in sections and _is_of_sentence(line)
    ]


def _is_of_sentence(line: LawLine) -> bool:
    return line.rule.startswith(("least", "most", "fine", "default", "crpc-389", "bnss-430"))


@pytest.mark.parametrize(
    ("narrative", "section", "expected"),
    [
        (
            "Crl. A. Tried u/s 302 IPC for a fight at the mill on 4.2.2015; ASJ held S.304 Part II, 13 yrs RI.",
            "IPC-304",
            ("IPC-304-Part-II", "13 years", "crossed"),
        ),
        (
            "Fight of 9.9.2011. Altered from 302 to conviction u/s 304 Part I IPC. Sentence: R.I. for nine years.",
            "IPC-304",
            ("IPC-304-Part-I", "9 years", "within"),
        ),
        (
            "Fight on 3 October 2024. Convicted under the first part of S.105 BNS; the Judge gave R.I. 4 years.",
            "BNS-105",
            ("BNS-105-Part-I", "4 years", "crossed"),
        ),
        (
            "Stabbing of 7.7.2009. Convicted u/s 302 IPC. In view of his youth he was awarded twelve years' R.I.",
            "IPC-302",
            ("IPC-302", "12 years", "crossed"),
        ),
        (
            "Death on 2.3.2012. Conv. 304B + 498A IPC. Eight years R.I. on first count, and on second four years R.I.",
            "IPC-498A",
            ("IPC-498A", "4 years", "crossed"),
        ),
        (
            "Dacoity of 5.5.2010. Convicted u/s 395 and 397 IPC. On 395 he got nine years, and for 397 six years R.I.",
            "IPC-397",
            ("IPC-397", "6 years", "crossed"),
        ),
        (
            "Rape of 20.6.2009, S. 376 IPC. Sentence by TC 7 years; the High Court cut it to 4 years for his youth.",
            "IPC-376",
            ("IPC-376", "4 years", "crossed"),
        ),
        (
            "Trap case, offence of 2008, conviction u/s 7 PC Act in December 2016: six years R.I. under S. 7.",
            "PC-7",
            ("PC-7", "6 years", "crossed"),
        ),
        (
            "The offence was on 3.3.2014; she got away. Convicted u/s 376/511 IPC: R.I. twelve years.",
            "IPC-511",
            ("IPC-511", "12 years", "crossed"),
        ),
        (
            "Truck looted on the national highway at 2 am on 8.8.2012. Convicted u/s 392 IPC, R.I. 12 years.",
            "IPC-392",
            ("IPC-392", "12 years", "within"),
        ),
        (
            "Chain snatched in a park at noon on 8.8.2012. Convicted u/s 392 IPC, R.I. 12 years.",
            "IPC-392",
            ("IPC-392", "12 years", "crossed"),
        ),
    ],
)
def test_a_term_is_held_against_the_section_it_was_passed_for(
    narrative: str, section: str, expected: tuple[str, str, str]
) -> None:
    assert lines(narrative, section) == [expected]


def test_a_term_for_murder_in_years_is_below_life_but_life_is_no_line() -> None:
    assert lines("Murder of 4.4.2012. Convicted u/s 302 IPC and sentenced to imprisonment for life.", "IPC-302") == []


def test_a_fine_is_held_against_what_the_section_allows() -> None:
    narrative = "Ganja 9 kg seized on 4.6.2019. Conv. u/s 20(b)(ii)(B) NDPS Act, R.I. 6 years and fine of Rs 1,50,000."
    assert ("NDPS-20(b)(ii)(B)", "Rs 150,000", "crossed") in lines(narrative, "NDPS-20")


def test_a_term_in_default_is_at_most_a_fourth() -> None:
    narrative = "Cruelty until May 2012. Convicted u/s 498A IPC: 2 yrs SI with fine Rs 8,000, in default SI ten months."
    assert lines(narrative, "IPC-65") == [("IPC-65", "10 months", "crossed")]


def test_the_convicting_court_bails_up_to_three_years() -> None:
    narrative = (
        "Affray of 2.2.2013. JMFC convicted him u/s 325 IPC, S.I. 2 yrs. On bail throughout, he means to appeal."
    )
    assert lines(narrative, "CrPC-389") == [("CrPC-389(3)", "2 years", "within")]


def test_a_section_of_which_he_was_acquitted_got_no_sentence() -> None:
    narrative = "Night of 5.1.2015. Acquitted of 302, convicted under S.306 IPC, and given six years R.I."
    assert lines(narrative, "IPC-302") == []
    assert lines(narrative, "IPC-306") == [("IPC-306", "6 years", "within")]
