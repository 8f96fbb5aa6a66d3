"""Labels from older headnotes."""

import pytest

pytest.importorskip("tokenizers")

from training.treatment_windows import old_labels


def test_a_list_of_cases_shares_the_word_that_ends_it() -> None:
    headnote = (
        "Held, that the lease was valid. Ram Lal vs Shyam Lal, ; and Mohan Das vs State of Bombay, , relied on. "
        "Gopal Rao vs Krishna Rao, [1960] 2 S.C.R. 5, distinguished."
    )
    assert old_labels(headnote) == {
        "Ram Lal vs Shyam Lal": "followed/relied",
        "Mohan Das vs State of Bombay": "followed/relied",
        "Gopal Rao vs Krishna Rao": "distinguished",
    }


def test_a_case_with_two_words_and_words_in_prose_give_no_label() -> None:
    twice = "Ram Lal vs Shyam Lal, relied on. Held, otherwise. Ram Lal vs Shyam Lal, distinguished."
    assert old_labels(twice) == {}
    assert old_labels("The ratio of Ram Lal vs Shyam Lal was rightly followed by the High Court.") == {}
