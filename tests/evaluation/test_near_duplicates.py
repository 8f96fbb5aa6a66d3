"""Two prints of one judgment are found; two judgments with a shared passage are not."""

import random

from countercase.evaluation.citation_set import near_duplicates, similar_pairs

WORDS = [f"word{i}" for i in range(2_000)]


def prose(seed: int, length: int = 1_200) -> str:
    return " ".join(random.Random(seed).choices(WORDS, k=length))


def test_another_print_of_the_same_text_is_a_duplicate_of_the_longer() -> None:
    text = prose(1)
    texts = {"a": "Head. " + text.replace("word7 ", "wrod7 ").upper(), "b": text + " signed", "c": prose(2)}
    assert near_duplicates(texts) == {
        min(("a", "b"), key=lambda n: len(texts[n])): max("ab", key=lambda n: len(texts[n]))
    }


def test_equal_texts_keep_the_smaller_id() -> None:
    assert near_duplicates({"b": prose(1), "a": prose(1)}) == {"b": "a"}


def test_a_shared_quotation_is_no_duplicate() -> None:
    quotation = prose(3, 300)
    texts = {"a": prose(4) + " " + quotation, "b": quotation + " " + prose(5)}
    assert near_duplicates(texts) == {}
    assert similar_pairs(texts, share=0.1) == [("a", "b")]


def test_part_of_a_text_is_its_duplicate() -> None:
    whole = prose(6, 4_000)
    assert near_duplicates({"whole": whole, "part": " ".join(whole.split()[500:1_500])}) == {"part": "whole"}


def test_a_chain_has_one_original() -> None:
    text = prose(7)
    texts = {"a": text, "b": text + " x", "c": text + " x y"}
    assert near_duplicates(texts) == {"a": "c", "b": "c"}


def test_short_and_empty_texts_are_left_alone() -> None:
    assert near_duplicates({"a": "", "b": "", "c": "Leave granted.", "d": "Leave granted."}) == {}
