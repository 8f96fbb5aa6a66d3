"""The re-ranker on tiny weights: its logit is the sum that the weights say, whatever else is in the batch."""

from pathlib import Path

import numpy as np
import pytest

from countercase.errors import ModelError
from countercase.models.encoders import OnnxReranker, load_reranker

TINY = Path(__file__).parent / "tiny_reranker"
WORDS = "[PAD] [UNK] [CLS] [SEP] the accused tenant landlord rent murder cheque bank query passage : appeal".split()


def weight(*words: str) -> float:
    return sum(WORDS.index(word) for word in words) / 10


def test_the_score_is_the_raw_logit() -> None:
    logits = OnnxReranker(TINY).score([("tenant", "rent"), ("murder", "appeal")])
    expected = [
        weight("[CLS]", "tenant", "[SEP]", "rent", "[SEP]"),
        weight("[CLS]", "murder", "[SEP]", "appeal", "[SEP]"),
    ]
    assert logits == pytest.approx(expected)
    assert logits.dtype == np.float32


def test_a_pair_alone_scores_as_in_a_batch() -> None:
    reranker = load_reranker(str(TINY))
    pairs = [("tenant", "rent landlord"), ("accused", "the murder"), ("bank", "")]
    together = reranker.score(pairs)
    assert [reranker.score([pair])[0] for pair in pairs] == together.tolist()


def test_no_pairs_no_scores() -> None:
    assert OnnxReranker(TINY).score([]).shape == (0,)


def test_an_encoder_folder_is_no_reranker() -> None:
    with pytest.raises(ModelError, match=r"reranker\.json is missing"):
        load_reranker(str(TINY.parent / "tiny_encoder"))
