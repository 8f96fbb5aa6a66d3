"""Vectors of passages in their case, and the weight of citations."""

import numpy as np
from pytest import MonkeyPatch, approx

from countercase.retrieval.bm25 import Authority
from countercase.retrieval.dense import CASE, NEIGHBOUR, in_context
from countercase.retrieval.searcher import ABSENT

EAST, NORTH, UP = np.eye(3)


def test_a_passage_leans_towards_its_neighbours_and_its_case() -> None:
    vectors = np.array([EAST, NORTH, UP], dtype=np.float16)
    ((leaning, cases),) = in_context(
        vectors.__getitem__, np.array([1, 1, 5], dtype=np.int32), np.array([0, 2], dtype=np.int32)
    )
    case = (EAST + NORTH) / np.sqrt(2)
    first = EAST + NEIGHBOUR * NORTH
    first = first / np.linalg.norm(first) + CASE * case
    assert leaning[0] == approx(first / np.linalg.norm(first), abs=1e-3)
    assert leaning[2] == approx(UP, abs=1e-3)  # alone in its case
    assert cases[0] == approx(case, abs=1e-3)


def test_a_long_passage_weighs_more() -> None:
    vectors = np.array([EAST, NORTH], dtype=np.float16)
    ((_, (case,)),) = in_context(vectors.__getitem__, np.array([3, 1], dtype=np.int32), np.array([0], dtype=np.int32))
    assert case[0] / case[1] == approx(3, abs=1e-2)


def test_authority_is_the_logarithm_of_the_citations_that_count() -> None:
    links = np.array([[0, 2], [1, 2], [1, 3]], dtype=np.int32)
    authority = Authority(links, cases=5)
    assert authority.by(None).tolist() == approx([ABSENT, ABSENT, np.log(3), np.log(2), ABSENT])
    assert authority.by(np.array([True, False, True, True, True])).tolist() == approx(
        [ABSENT, ABSENT, np.log(2), ABSENT, ABSENT]
    )


def test_blocks_of_cases_make_what_the_whole_makes(monkeypatch: MonkeyPatch) -> None:
    vectors = np.random.default_rng(1).standard_normal((9, 4)).astype(np.float16)
    words, first_row = np.arange(1, 10, dtype=np.int32), np.array([0, 2, 3, 7], dtype=np.int32)
    ((leaning, cases),) = in_context(vectors.__getitem__, words, first_row)
    monkeypatch.setattr("countercase.retrieval.dense.BUILD_BLOCK", 2)
    blocks = list(in_context(vectors.__getitem__, words, first_row))
    assert len(blocks) > 1
    assert np.concatenate([block for block, _ in blocks]).tolist() == leaning.tolist()
    assert np.concatenate([block for _, block in blocks]).tolist() == cases.tolist()
