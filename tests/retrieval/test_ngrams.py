"""Runs of words over whole judgments, against the formula counted out by hand."""

from collections import Counter
from math import log
from pathlib import Path

import numpy as np
import pytest

from countercase.retrieval import ngrams
from countercase.retrieval.bm25 import stems
from countercase.retrieval.ngrams import LENGTHS, SHAPE, NgramSearcher, build_ngrams
from countercase.retrieval.searcher import Windows

JUDGMENTS = (
    "The dying declaration recorded by the magistrate inspires confidence. The conviction rests on it alone.",
    "A dying declaration recorded by the magistrate that inspires confidence can be the sole basis of conviction.",
    "The cheque was returned unpaid. Notice of demand was served within thirty days.",
    "Rent.",
)
QUERY = "Whether a dying declaration recorded by the magistrate inspires confidence, and whether notice of demand came."


def runs(text: str, length: int) -> Counter[tuple[str, ...]]:
    words = stems(text)
    return Counter(tuple(words[start : start + length]) for start in range(len(words) - length + 1))


def by_hand(query: str) -> list[float]:
    k1, b = SHAPE
    lengths = [len(stems(text)) for text in JUDGMENTS]
    scores = [0.0] * len(JUDGMENTS)
    for length in LENGTHS:
        held = [runs(text, length) for text in JUDGMENTS]
        for run in runs(query, length):
            holders = sum(run in counts for counts in held)
            for case, counts in enumerate(held):
                damping = k1 * (1 - b + b * lengths[case] / (sum(lengths) / len(lengths)))
                rarity = log(1 + (len(JUDGMENTS) - holders + 0.5) / (holders + 0.5))
                scores[case] += rarity * counts[run] * (k1 + 1) / (counts[run] + damping)
    return scores


def searcher(folder: Path) -> NgramSearcher:
    build_ngrams(JUDGMENTS, folder)
    return NgramSearcher(folder, np.arange(len(JUDGMENTS), dtype=np.int32))


@pytest.mark.parametrize("segment", [1, 12, 4_000_000])
def test_the_score_is_bm25_over_runs_however_the_judgments_are_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, segment: int
) -> None:
    monkeypatch.setattr(ngrams, "SEGMENT", segment)
    (scores,) = searcher(tmp_path).cases(Windows((QUERY,)))
    expected = by_hand(QUERY)
    assert expected[0] > expected[2] == 0 < expected[1]
    np.testing.assert_allclose(np.where(np.isfinite(scores), scores, 0.0), expected, atol=1e-4)


def test_a_judgment_without_a_shared_run_is_not_found(tmp_path: Path) -> None:
    (scores,) = searcher(tmp_path).cases(Windows(("Notice of demand was served within thirty days.",)))
    assert np.flatnonzero(np.isfinite(scores)).tolist() == [2]
    assert not np.isfinite(searcher(tmp_path).cases(Windows(("Rent.",)))).any()


def test_no_run_crosses_from_one_judgment_to_the_next(tmp_path: Path) -> None:
    assert not np.isfinite(searcher(tmp_path).cases(Windows(("thirty days rent",)))).any()


def test_a_formula_of_the_court_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ngrams, "LEAST_COMMON", 1)
    monkeypatch.setattr(ngrams, "COMMON", 0.0)
    (scores,) = searcher(tmp_path).cases(Windows((QUERY,)))
    assert scores[0] < by_hand(QUERY)[0]  # the runs that two judgments share no longer count
