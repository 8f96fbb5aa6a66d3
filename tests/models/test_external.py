"""Models of others, with tiny ones made on the spot; skipped where the torch extra is not installed."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from countercase.errors import ModelError
from countercase.models.encoders import load_encoder, load_reranker

transformers = pytest.importorskip("transformers")
sentence_transformers = pytest.importorskip("sentence_transformers")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")

WORDS = "[PAD] [UNK] [CLS] [SEP] [MASK] the accused tenant landlord rent murder cheque bank".split()
SIZES: dict[str, Any] = {
    "vocab_size": len(WORDS),
    "hidden_size": 16,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "intermediate_size": 16,
}


def save_tokenizer(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    vocabulary = folder / "vocab.txt"
    vocabulary.write_text("\n".join(WORDS) + "\n")
    transformers.BertTokenizerFast(vocab={word: n for n, word in enumerate(WORDS)}).save_pretrained(folder)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One tiny model of each kind."""
    import torch

    torch.manual_seed(3)
    root = tmp_path_factory.mktemp("tiny")
    for name in ("bert", "question", "context", "cross"):
        save_tokenizer(root / name)
    transformers.BertModel(transformers.BertConfig(**SIZES)).save_pretrained(root / "bert")
    dpr = transformers.DPRConfig(**SIZES, projection_dim=8)
    transformers.DPRQuestionEncoder(dpr).save_pretrained(root / "question")
    transformers.DPRContextEncoder(dpr).save_pretrained(root / "context")
    one = transformers.BertConfig(**SIZES, num_labels=1)
    transformers.BertForSequenceClassification(one).save_pretrained(root / "cross")
    return root


def test_a_sentence_transformer_gives_unit_rows(folder: Path) -> None:
    encoder = load_encoder(f"sentence-transformers:{folder / 'bert'}")
    rows = encoder.encode_passages(["the tenant", "murder"])
    assert rows.shape == (2, encoder.dimension) == (2, 16)
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 1], abs=1e-5)
    assert encoder.encode_queries([]).shape == (0, 16)


def test_a_dpr_pair_has_two_encoders(folder: Path) -> None:
    encoder = load_encoder(f"dpr:{folder / 'question'},{folder / 'context'}")
    assert encoder.encode_queries(["rent"]).shape == (1, encoder.dimension) == (1, 8)
    assert not np.allclose(encoder.encode_queries(["rent"]), encoder.encode_passages(["rent"]))


def test_a_cross_encoder_gives_raw_logits(folder: Path) -> None:
    reranker = load_reranker(f"cross-encoder:{folder / 'cross'}")
    logits = reranker.score([("rent", "the tenant"), ("murder", "the accused")])
    assert logits.shape == (2,)
    assert reranker.score([]).shape == (0,)


def test_a_model_that_is_not_here_is_not_fetched() -> None:
    with pytest.raises(ModelError, match=r"models\.download"):
        load_encoder("dpr:no-such/question-model,no-such/context-model")
