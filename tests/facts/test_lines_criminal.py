"""Lines of criminal matters in which the first reading of the law is tempting and wrong."""

import pytest

from countercase.domain.checklist import LawLine
from countercase.facts.lines import read_lines


def lines_under(text: str, *provisions: str) -> list[LawLine]:
    """The lines that a text draws under any of these provisions."""
    return [line for line in read_lines(text) if {one.id for one in line.provisions} & set(provisions)]


def sides(text: str, *provisions: str) -> list[tuple[str, str]]:
    """The side and the limit of each line under these provisions."""
    return [(line.stands.value, line.line) for line in lines_under(text, *provisions)]


# An appeal of the State for a graver sentence falls under Article 115, not under Article 114.
ENHANCEMENT = [
    "Special Judge convicted the clerk under section 7 of the PC Act and gave one year on 4.2.2015."
    " State's appeal under section 377 CrPC for enhancement of the sentence filed on 20.4.2015.",
    "The driver was convicted u/s 304 Part II IPC by the Sessions Judge on 4.2.2015, 3 years."
    " The State has filed an appeal on 20.4.2015 that the sentence is inadequate.",
]


@pytest.mark.parametrize("text", ENHANCEMENT)
def test_appeal_for_enhancement_has_sixty_days(text: str) -> None:
    assert sides(text, "Limitation-Article-115") == [("crossed", "60 days")]
    assert not lines_under(text, "Limitation-Article-114")


def test_appeal_from_acquittal_keeps_its_ninety_days() -> None:
    text = "Sessions Judge acquitted A-2 of s. 302 IPC on 4.2.2015. State appeal against the acquittal 20.4.2015."
    assert sides(text, "Limitation-Article-114") == [("within", "90 days")]
    assert not lines_under(text, "Limitation-Article-115")
