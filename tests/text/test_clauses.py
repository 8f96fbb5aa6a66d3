"""Clauses of a text."""

import pytest

from countercase.text.sentences import clauses


def test_a_text_is_cut_at_full_stops_semicolons_and_joining_words() -> None:
    text = "Shopkeepers stood around; none joined, no reason noted. Weight 1.5 kg. He left, but came back."
    assert [text[start:end] for start, end in clauses(text)] == [
        "Shopkeepers stood around",
        "none joined",
        "no reason noted",
        "Weight 1.5 kg",
        "He left",
        "but came back.",
    ]


def test_a_clause_does_not_end_at_an_abbreviation() -> None:
    text = "Memo Ex. P-7 was signed. Son b. 12.3.2001 per school. Ld. JMFC refused. Deft. paid, but not in full."
    assert [text[start:end] for start, end in clauses(text)] == [
        "Memo Ex. P-7 was signed",
        "Son b. 12.3.2001 per school",
        "Ld. JMFC refused",
        "Deft. paid",
        "but not in full.",
    ]


def test_the_date_of_an_entry_belongs_to_what_follows_it() -> None:
    text = "18.05.2003 - fired one shot. No force called.\n04.06. D.M. passes order.\n06.06.2003\nServed in jail."
    assert [text[start:end] for start, end in clauses(text)] == [
        "18.05.2003 - fired one shot",
        "No force called",
        "04.06. D.M. passes order",
        "06.06.2003\nServed in jail.",
    ]


def test_a_date_that_ends_a_sentence_does_not_belong_to_the_next() -> None:
    text = "Convicted - 11.3.1998. Appeal filed 30.4.1998."
    assert [text[start:end] for start, end in clauses(text)] == ["Convicted - 11.3.1998", "Appeal filed 30.4.1998."]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Closed.\n\nCog. 10.02.2024. Chief 26-Jun-24.", ["Cog. 10.02.2024", "Chief 26-Jun-24."]),
        ("First notice - 20.7.2018. Reply: refused.", ["First notice - 20.7.2018", "Reply: refused."]),
        ("Contract ended.\n30-Apr-21 – the claim was raised.", ["Contract ended", "30-Apr-21 – the claim was raised."]),
        ("The version came on\n04.O5.2024, late.", ["The version came on\n04.O5.2024, late."]),
    ],
)
def test_a_date_that_stands_alone_belongs_to_the_words_before_it(text: str, read: list[str]) -> None:
    assert [text[start:end] for start, end in clauses(text)] == read


def test_an_entry_ends_where_the_next_one_begins() -> None:
    text = "FIR 08.08.2024. A-2 is not named at all.\n09.08. A-1 picked up at 6 am."
    assert [text[start:end] for start, end in clauses(text)][-2:] == [
        "A-2 is not named at all",
        "09.08. A-1 picked up at 6 am.",
    ]
