"""Why a change was tried, as a lawyer reads it."""

import pytest

from countercase.report.tree import basis_words


@pytest.mark.parametrize(
    ("basis", "words"),
    [
        ("line ni-138-notice (NI-138: 30 days)", "a line of law in Section 138 NI Act: 30 days"),
        ("threshold crpc-360-age (CrPC-360(1))", "a line of law in Section 360(1) CrPC"),
        (
            "ingredient ndps-42.written (NDPS-42): NDPS Act s.42(1); Karnail Singh",
            "an ingredient of Section 42 NDPS Act (NDPS Act s.42(1); Karnail Singh)",
        ),
        (
            "adjacency IPC-302 > IPC-304-Part-II (lesser)",
            "neighbouring charges: Section 302 IPC and Section 304 Part II IPC (lesser)",
        ),
        (
            "evidence motor > eyewitness (MV-166)",
            "evidence that such cases turn on: eyewitness (Section 166 MV Act)",
        ),
        ("your own change", "your own change"),
        ("PW-4 and COVID-19", "PW-4 and COVID-19"),
    ],
)
def test_no_id_of_a_table_is_shown(basis: str, words: str) -> None:
    assert basis_words(basis) == words
