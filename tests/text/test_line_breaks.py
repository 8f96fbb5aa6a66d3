"""A paragraph becomes one line; lists, headings and what the writer parted stay."""

from countercase.text.printed_pages import join_lines

PAGE = """BRIEF FOR COUNSEL
State of Kerala v. Mohan

The accused, aged 17 years and 4 months, was arrested on 12 March
2019 for having stabbed his cousin with a kitchen knife in a
sudden quarrel over water. He is charged under Section
302 of the Penal Code.
1. The FIR was lodged
on 13 March 2019.
2. A dying declaration was recorded
(a) by the Magistrate,
(b) by the doctor."""


def test_a_page_is_joined_into_paragraphs() -> None:
    assert join_lines(PAGE).split("\n") == [
        "BRIEF FOR COUNSEL",
        "State of Kerala v. Mohan",
        "",
        (
            "The accused, aged 17 years and 4 months, was arrested on 12 March 2019 for having stabbed his cousin "
            "with a kitchen knife in a sudden quarrel over water. He is charged under Section 302 of the Penal Code."
        ),
        "1. The FIR was lodged on 13 March 2019.",
        "2. A dying declaration was recorded",
        "(a) by the Magistrate,",
        "(b) by the doctor.",
    ]


def test_lines_that_the_writer_ended_stay() -> None:
    written = "He came late.\nThe door was open.\n\nNobody saw him."
    assert join_lines(written) == written


def test_a_sentence_broken_by_the_end_of_a_page_is_joined() -> None:
    first = "The school register shows a date of birth which the prosecution"
    assert join_lines(f"{first}\n\ndisputes.") == f"{first} disputes."


def test_a_paragraph_a_line_is_left_alone() -> None:
    paragraphs = "\n".join(["A long paragraph that fills its line. " * 6] * 4)
    assert join_lines(paragraphs).count("\n") == 3
