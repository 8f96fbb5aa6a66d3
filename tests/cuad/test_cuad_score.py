"""Scores by their formulas; corrected ones never pass 1."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest import approx

from countercase.cuad import Snippet
from countercase.cuad.evaluate import (
    extract_answer,
    mean_with_interval,
    score_answer,
    score_spans,
    token_f1,
)
from countercase.domain.span import Span


def at(start: int, end: int, file: str = "a.txt") -> Snippet:
    return Snippet(file_path=file, span=(start, end))


SNIPPETS = st.lists(
    st.builds(
        lambda file, start, length: at(start, start + length, file),
        st.sampled_from(["a.txt", "b.txt"]),
        st.integers(0, 30),
        st.integers(1, 20),
    ),
    max_size=6,
)


def characters(snippets: list[Snippet]) -> set[tuple[str, int]]:
    return {(one.file_path, place) for one in snippets for place in range(*one.span)}


@given(SNIPPETS, SNIPPETS)
def test_corrected_scores_count_each_character_once(retrieved: list[Snippet], gold: list[Snippet]) -> None:
    found, wanted = characters(retrieved), characters(gold)
    scores = score_spans(retrieved, gold)
    assert scores.precision == approx(len(found & wanted) / len(found) if found else 0)
    assert scores.recall == approx(len(found & wanted) / len(wanted) if wanted else 0)
    assert scores.iou == approx(len(found & wanted) / len(found | wanted) if found | wanted else 0)
    assert 0 <= scores.found_fully <= scores.found_by_half <= 1
    assert scores.characters == len(found)


@given(SNIPPETS, SNIPPETS)
def test_without_overlaps_both_ways_agree(retrieved: list[Snippet], gold: list[Snippet]) -> None:
    apart = [at(100 * place, 100 * place + 7) for place, _ in enumerate(retrieved)]
    answers = [at(100 * place + 3, 100 * place + 9) for place, _ in enumerate(gold)]
    scores = score_spans(apart, answers)
    assert scores.precision_published == approx(scores.precision)
    assert scores.recall_published == approx(scores.recall)


def test_published_overlaps_are_added_pair_by_pair() -> None:
    scores = score_spans([at(0, 10), at(0, 10)], [at(5, 10)])
    assert scores.recall_published == approx((5 + 5) / 5)
    assert scores.precision_published == approx((5 + 5) / (10 + 10))
    assert (scores.recall, scores.precision) == (1.0, 0.5)


def test_a_span_may_be_found_by_two_chunks_together() -> None:
    scores = score_spans([at(0, 10), at(10, 20)], [at(5, 15), at(18, 30), at(40, 44)])
    assert scores.found_fully == approx(1 / 3)
    assert scores.found_by_half == approx(1 / 3)
    assert score_spans([at(0, 25)], [at(5, 15), at(18, 30)]).found_by_half == 1.0


def test_wrong_documents_are_a_share_of_what_was_retrieved() -> None:
    assert score_spans([at(0, 5, "b.txt"), at(0, 5)], [at(90, 99)]).wrong_document == 0.5


def test_exact_leaves_white_space_out() -> None:
    hit, answer = at(0, 6), at(0, 5)
    assert score_spans([hit], [answer]).exact == 0.0
    assert score_spans([hit], [answer], {hit: Span(0, 5)}).exact == 1.0


def test_nothing_retrieved_is_zero_and_not_an_error() -> None:
    scores = score_spans([], [at(0, 5)])
    assert (scores.precision, scores.recall, scores.f1, scores.wrong_document) == (0, 0, 0, None)


def test_token_f1_counts_words_as_a_bag() -> None:
    assert token_f1("the the law", "The law.") == approx(2 * 2 / (3 + 2))
    assert token_f1("law", "law law") == approx(2 * 1 / 3)
    assert token_f1("", "law") == 0.0
    assert token_f1("", "...") == 1.0


def test_answers_are_scored_against_the_nearest_quote_and_all_of_them() -> None:
    assert score_answer("OHIO law", ["Ohio law.", "Other"]).exact == 1.0
    assert score_answer("Ohio law other", ["Ohio law.", "Other"]).exact == 1.0
    assert score_answer("nothing", []).token_f1 == 0.0


def test_the_extracted_answer_is_a_sentence_and_not_a_heading() -> None:
    passages = [
        "2. Governing Law. The laws of Ohio govern this Agreement and no other law does so.",
        "Ohio is a state.",
    ]
    assert extract_answer("What is the governing law?", passages).startswith("The laws of Ohio govern")
    assert extract_answer("What?", []) == ""


def test_the_interval_holds_the_mean_and_is_the_same_each_time() -> None:
    values = [0.0, 1.0, 1.0, 0.5]
    mean, low, high = mean_with_interval(values)
    assert mean == approx(0.625)
    assert low is not None
    assert high is not None
    assert low <= mean <= high
    assert mean_with_interval(values) == (mean, low, high)
    assert mean_with_interval([0.25]) == (0.25, None, None)
    with pytest.raises(ValueError, match="no queries"):
        mean_with_interval([])
