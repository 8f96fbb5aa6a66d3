"""Paragraphs: numbers by their series, headings, the three shapes of text, and nothing lost."""

from hypothesis import given
from hypothesis import strategies as st

from countercase.corpus.paragraphs import body_start, find_headings, split_paragraphs
from countercase.domain.case import SectionType


def numbers(text: str) -> list[str | None]:
    return [paragraph.number for paragraph in split_paragraphs(text)]


def test_a_line_a_paragraph_keeps_its_number() -> None:
    head = "A v B\nSupreme Court of India\n\n2 March 1987\n"
    text = head + "1. Leave granted.\n2. He was tried.\nHe appealed.\n3. He fails.\n"
    assert numbers(text) == [None, None, None, "1", "2", None, "3"]


def test_numbers_inside_one_long_line_are_a_series() -> None:
    text = (
        "The facts are few. 1. Leave granted. 2. This appeal is by the tenant under Section 5. The suit was filed on "
        "7. He relied on Rule 4. It was refused. 3. The landlord resisted. 4. We see no merit. 5. Dismissed."
    )
    assert [n for n in numbers(text) if n] == ["1", "2", "3", "4", "5"]


def test_a_quoted_number_is_not_of_the_series() -> None:
    text = "1. One came. 2. Two said: “3. Quoted words stand here.” He left. 3. Three came. 4. Four came."
    starts = [p.span.of(text).strip() for p in split_paragraphs(text) if p.number == "3"]
    assert starts == ["3. Three came."]


def test_sub_paragraphs_keep_both_numbers() -> None:
    text = "1. First of all. 2. Then these. 2.1 That one came. 2.2 That two came. 3. So it ended."
    assert [n for n in numbers(text) if n] == ["1", "2", "2.1", "2.2", "3"]


def test_a_missing_number_does_not_break_the_series() -> None:
    text = "1. One is here. 2. Two is here. 4. Four is here. 5. Five is here."
    assert [n for n in numbers(text) if n] == ["1", "2", "4", "5"]


def test_the_headnote_does_not_lend_its_numbers_to_the_judgment() -> None:
    text = (
        "HELD: 1. Point one is good. 2. Point two is bad. The Judgment of the Court was delivered by RAO, J. "
        "1. Leave granted. 2. Facts are these. 3. We allow it."
    )
    assert [n for n in numbers(text) if n][-3:] == ["1", "2", "3"]


def test_wrapped_lines_are_joined_into_paragraphs() -> None:
    line = "the respondent had all along known of the sale and of the price that was"
    text = "\n".join([f"1. To begin with {line}", line, line, "paid.", f"2. And then {line}", line, line, "agreed."])
    assert numbers(text) == ["1", "2"]


def test_headings_open_paragraphs_and_name_the_section() -> None:
    text = "It is so. FACTUAL MATRIX 1. He came home. SUBMISSIONS 2. It was urged. ANALYSIS 3. We think so."
    text += " CONCLUSION 4. Allowed."
    assert [heading.section for heading in find_headings(text)] == [
        SectionType.FACTS,
        SectionType.SUBMISSIONS,
        SectionType.ANALYSIS,
        SectionType.HELD,
    ]
    assert [p.number for p in split_paragraphs(text)] == [None, None, "1", None, "2", None, "3", None, "4"]


def test_a_heading_word_inside_a_sentence_is_no_heading() -> None:
    assert find_headings("On these facts the analysis of the High Court and its conclusion are right.") == ()


def test_a_table_of_contents_has_no_headings() -> None:
    assert find_headings("It begins. A. Facts ........ 3 B. Analysis ........ 9 It is long.") == ()


def test_the_body_starts_after_the_judge_is_named() -> None:
    text = "A v B\n1 May 1990\nThe Judgment was delivered by: RAO, J.\n1. Leave granted."
    assert text[body_start(text) :].strip().startswith("RAO, J.")


@given(
    st.lists(
        st.sampled_from(
            [
                "1. ",
                "2. ",
                "3. ",
                "Facts",
                "ANALYSIS ",
                "We hold so. ",
                "\n",
                "\n\n",
                "“4. Said.” ",
                "of 5. The ",
                "x " * 60,
                "\t",
            ]
        ),
        max_size=40,
    ).map("".join)
)
def test_paragraphs_cover_the_text(text: str) -> None:
    paragraphs = split_paragraphs(text)
    assert "".join(paragraph.span.of(text) for paragraph in paragraphs) == text
