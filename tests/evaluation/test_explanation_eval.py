"""The specification's word test, the strict score, and sentences made wrong on purpose."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countercase.domain.case import CaseId
from countercase.domain.ranking import Anchor, Explanation, Point, Statement
from countercase.domain.span import Span
from countercase.errors import InputError
from countercase.evaluation.explanation_eval import (
    Corruption,
    as_record,
    content_words,
    corrupt,
    is_grounded,
    read_explanations,
    restated,
    run_suite,
    score_explanations,
    specification_faithfulness,
    strict_faithfulness,
)

STORE = {
    CaseId("knife"): (
        "Sunil Barela, aged 17 years, was convicted under Section 302 of the Indian Penal Code after he gave "
        "Raghu 3 blows with a knife; the plea of Mahesh was not accepted."
    ),
    CaseId("cheque"): (
        "The cheque of Suryadeep Foods for Rs. 7,50,000 was returned on 4 June 2021 and the complaint under Section "
        "138 of the Negotiable Instruments Act was dismissed because Prakash had not signed."
    ),
    CaseId("bail"): (
        "Imtiyaz Lohar was arrested on 6 February 2022 with 1200 grams of charas under Section 20 of the NDPS Act and "
        "the appeal against the refusal of bail was allowed, since no witness had been joined by Inspector Dubey."
    ),
}


def shown(case_id: str) -> Statement:
    text = STORE[CaseId(case_id)]
    return Statement(
        f"The Court held: “{text.rstrip('.')}”.", Anchor(CaseId(case_id), "2", Span(0, len(text))), text, Point.HOLDING
    )


SENTENCES = [shown(case_id) for case_id in STORE]


def test_a_sentence_is_grounded_at_exactly_forty_per_cent() -> None:
    five = "knife wound chest magistrate hospital"
    assert is_grounded(five, ["the knife left a wound"])  # 2 of 5
    assert not is_grounded(five, ["the knife left a mark"])  # 1 of 5


def test_the_words_must_be_in_one_chunk() -> None:
    assert not is_grounded("knife wound chest magistrate hospital", ["a knife", "a wound"])


def test_the_specification_score_is_the_share_of_grounded_sentences() -> None:
    score = specification_faithfulness(["the knife", "a lorry on the road"], ["he had a knife"])
    assert (score.grounded, score.sentences, score.value) == (1, 2, 0.5)


def test_no_sentence_is_none_and_never_nan() -> None:
    assert specification_faithfulness([], ["a knife"]).value is None
    assert strict_faithfulness([], lambda _: "").value is None


def test_function_words_are_no_content() -> None:
    assert content_words("He was not in THE Court.") == {"court"}
    assert not is_grounded("it is so", ["it is so"])


@given(st.lists(st.text(max_size=40), max_size=5), st.lists(st.text(max_size=40), max_size=3))
def test_the_specification_score_is_between_zero_and_one(sentences: list[str], chunks: list[str]) -> None:
    value = specification_faithfulness(sentences, chunks).value
    assert value is None or 0.0 <= value <= 1.0


def test_strict_score_counts_verdicts_and_problems() -> None:
    text = STORE[CaseId("knife")]
    anchor = Anchor(CaseId("knife"), None, Span(0, len(text)))
    sentences = [
        Statement("Sunil Barela, aged 17 years, was convicted", anchor, text, Point.SHARED),
        Statement("Sunil Barela, aged 19 years, was convicted", anchor, text, Point.SHARED),
        Statement("As in your matter", anchor, text, Point.SHARED),
    ]
    score = strict_faithfulness(sentences, STORE.__getitem__)
    assert (score.supported, score.unsupported, score.unverifiable) == (1, 1, 1)
    assert score.value == pytest.approx(1 / 3)
    assert score.problems["number"] == 1


def test_the_strict_check_rejects_what_the_specification_accepts() -> None:
    results = run_suite(SENTENCES * 8, STORE.__getitem__, lambda case_id: [STORE[case_id]])
    for kind in Corruption:
        assert results[kind].made, kind
        assert results[kind].strict_share == 1.0, kind
    for kind in (Corruption.NUMBER, Corruption.SECTION, Corruption.NAME, Corruption.NEGATION, Corruption.OUTCOME):
        assert results[kind].specification_share == 0.0, kind


def test_strict_needs_no_quotation_marks() -> None:
    plain = [again for one in SENTENCES if (again := restated(one))]
    assert len(plain) == len(SENTENCES)
    assert strict_faithfulness(plain, STORE.__getitem__).value == 1.0
    results = run_suite(plain * 8, STORE.__getitem__, lambda case_id: [STORE[case_id]])
    assert all(results[kind].strict_share == 1.0 for kind in Corruption)


@pytest.mark.parametrize("kind", list(Corruption))
def test_a_corruption_changes_one_thing(kind: Corruption) -> None:
    made = corrupt(kind, SENTENCES[1], SENTENCES, random.Random(3))
    assert made is not None
    assert (made.text != SENTENCES[1].text) != (made.anchor != SENTENCES[1].anchor)


def test_nothing_of_the_kind_cannot_be_made_wrong() -> None:
    text = "They came by road."
    bare = Statement(text, Anchor(CaseId("x"), None, Span(0, len(text))), text, Point.PASSAGE)
    rng = random.Random(1)
    for kind in (Corruption.NUMBER, Corruption.SECTION, Corruption.NAME, Corruption.OUTCOME):
        assert corrupt(kind, bare, SENTENCES, rng) is None


def test_explanations_are_scored_both_ways() -> None:
    made = [Explanation(one.anchor.case_id, (one,)) for one in SENTENCES] + [Explanation(CaseId("bail"), ())]
    record = as_record(score_explanations(made, STORE.__getitem__, lambda case_id: [STORE[case_id]]))
    assert (record["explanations"], record["without_sentences"], record["sentences"]) == (4, 1, 3)
    assert record["strict"]["faithfulness"] == 1.0
    assert record["strict"]["lowest_explanation"] == 1.0
    assert record["shown"]["wrong case"] == {"made": 3, "rejected_by_strict": 1.0, "rejected_by_specification": 1.0}


def test_explanations_of_another_system_are_read_against_the_store(tmp_path: Path) -> None:
    file = tmp_path / "explanations.json"
    file.write_text(json.dumps([{"case_id": "knife", "sentences": [{"text": "Raghu gave 3 blows", "span": [0, 60]}]}]))
    (read,) = read_explanations(file, STORE.__getitem__)
    assert read.sentences[0].quote == STORE[CaseId("knife")][:60]
    assert strict_faithfulness(read.sentences, STORE.__getitem__).value == 0.0


@pytest.mark.parametrize(
    "content", ["{}x", '[{"case_id": "knife"}]', '[{"case_id": "knife", "sentences": [{"text": "a"}]}]']
)
def test_a_bad_file_is_named(tmp_path: Path, content: str) -> None:
    file = tmp_path / "explanations.json"
    file.write_text(content)
    with pytest.raises(InputError, match=r"explanations\.json"):
        read_explanations(file, STORE.__getitem__)
