"""Sentence spans: legal stops do not end a sentence, and nothing is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countercase.text.sentences import sentence_edges, split_sentences


def sentences(text: str) -> list[str]:
    return [text[span.start : span.end].strip() for span in split_sentences(text)]


@pytest.mark.parametrize(
    "text",
    [
        "He was charged u/s. 302 of the Code and u/ss. 34 and 149 of it.",
        "The matter is Crl. A. No. 12 of 2001 from Madras.",
        "An offence under the I.P.C. was made out against Rs. 500 paid.",
        "In Ram v. Shyam and Mohan vs. Sohan the view was the same.",
        "The view in (2008) 1 SCC 1 was followed in A.I.R. 1999 S.C. 5 by us.",
        "Dr. A. K. Sen and Smt. Rani of M/s. Blue Ltd. Co. came.",
        "12. The appeal is of no merit.",
        "It was held as follows: “12. Section 5 applies to all.",
        "Shri V. R. Rao, Sr. Adv. Mr. Das and Ors. v. State were heard.",
        "Being No. Crl.R.C. No. 953 of 2016 it was listed.",
    ],
)
def test_a_stop_of_an_abbreviation_ends_nothing(text: str) -> None:
    assert sentences(text) == [text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The appeal fails. It is dismissed.", ["The appeal fails.", "It is dismissed."]),
        ("He died in 1992. The widow sued.", ["He died in 1992.", "The widow sued."]),
        ("Charged under the I.P.C. The trial began.", ["Charged under the I.P.C.", "The trial began."]),
        ("Leave granted. 2. This appeal is late.", ["Leave granted.", "2. This appeal is late."]),
        ("It belonged to Blue Ltd. The price was paid.", ["It belonged to Blue Ltd.", "The price was paid."]),
        ("Is it so? We think not.", ["Is it so?", "We think not."]),
        ('He said "no." Then he left.', ['He said "no."', "Then he left."]),
        ("He was convicted.The appeal failed.", ["He was convicted.", "The appeal failed."]),
        ("A heading\n\nA paragraph", ["A heading", "A paragraph"]),
    ],
)
def test_a_sentence_ends_where_a_reader_ends_it(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_no_text_has_no_sentence() -> None:
    assert split_sentences("") == []


@given(st.text(alphabet=st.sampled_from("aBc. 1?!\n\"”'v)(No"), max_size=200))
def test_sentences_cover_the_text(text: str) -> None:
    assert "".join(text[span.start : span.end] for span in split_sentences(text)) == text


def test_paragraphs_are_split_as_if_each_stood_alone() -> None:
    paragraphs = [
        "1. He came. He went.\n",
        "2. It was held u/s. 302 I.P.C. that he is guilty.\n\n",
        "So be it. Dismissed.",
    ]
    starts = tuple(len("".join(paragraphs[:place])) for place in range(len(paragraphs)))
    edges = sentence_edges("".join(paragraphs), starts)
    alone = [[0, *(span.end for span in split_sentences(paragraph))] for paragraph in paragraphs]
    assert edges == [[start + edge for edge in each] for start, each in zip(starts, alone, strict=True)]
