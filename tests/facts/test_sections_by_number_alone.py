"""Penal sections cited by number alone."""

import pytest

from countercase.facts.governing_law import sections_by_number_alone


@pytest.mark.parametrize(
    ("text", "sections"),
    [
        ("Crl. A. for Jaggu (302/34, 201). Occ. at night.", {"IPC-302", "IPC-34", "IPC-201"}),
        ("7 accd. tried, 302/149 + 148 IPC.", {"IPC-302", "IPC-149", "IPC-148"}),
        ("Quash 498A by relatives.", {"IPC-498A"}),
        ("Bail in 302. Three eye witnesses.", {"IPC-302"}),
        ("Sessions trial 376-D.", {"IPC-376D"}),
        ("FIR 302/19 was lodged at 8 pm.", set()),
        ("He was paid Rs 420 and 302 bags were seized.", set()),
        ("The accident was on 12/3/34.", set()),
    ],
)
def test_only_numbers_that_rarely_mean_anything_else_are_sections(text: str, sections: set[str]) -> None:
    assert {provision.id for provision, _ in sections_by_number_alone(text)} == sections


@pytest.mark.parametrize("text", ["Interim compensation of Rs 1,62,500 was paid.", "₹62,500 in all", "INR 12,500 due"])
def test_an_amount_is_not_a_list_of_sections(text: str) -> None:
    assert list(sections_by_number_alone(text)) == []
