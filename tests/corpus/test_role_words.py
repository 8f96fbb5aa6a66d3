"""Words and pairs found all at once are those that a dictionary would find one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from countercase.corpus.roles import KeyTable, Vocabulary, plain, tokens

WORDS = [b"a", b"appeal", b"appeals", b"eightlet", b"eightlette", b"fifteen-letters".replace(b"-", b"x"), b"0000"]


@given(st.text(alphabet=st.sampled_from("apelsight0 .\n\u0915é"), max_size=60))
def test_numbers_are_those_of_a_dictionary(text: str) -> None:
    vocabulary = Vocabulary(WORDS)
    known = {word: number for number, word in enumerate(WORDS)}
    starts, numbers = vocabulary.numbers(plain(text))
    assert numbers.tolist() == [known.get(word, len(WORDS)) for word in tokens(text)]
    assert [plain(text)[start:].split()[0] for start in starts] == tokens(text)


def test_every_known_word_is_found_and_no_longer_one() -> None:
    text = b" ".join(WORDS)
    assert Vocabulary(WORDS).numbers(text)[1].tolist() == [*range(len(WORDS))]
    longer = b" ".join(word + b"s" * 9 for word in WORDS)
    assert set(Vocabulary(WORDS).numbers(longer)[1].tolist()) == {len(WORDS)}


def test_a_word_too_long_to_be_told_apart_is_refused() -> None:
    with pytest.raises(ValueError, match="1 to 15 letters"):
        Vocabulary([b"sixteen-letters-".replace(b"-", b"x")])


@given(st.sets(st.tuples(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1)), max_size=40))
def test_keys_have_their_number_and_others_none(keys: set[tuple[int, int]]) -> None:
    columns = np.array(sorted(keys), np.uint64).reshape(-1, 2)
    table = KeyTable(*columns.T)
    assert table.find(*columns.T).tolist() == [*range(len(keys))]
    swapped = {(second, first) for first, second in keys} - keys
    others = np.array(sorted(swapped), np.uint64).reshape(-1, 2)
    assert set(table.find(*others.T).tolist()) <= {len(keys)}
