"""Word vectors as the passage side of an encoder."""

import hashlib
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from countercase.errors import ModelError
from countercase.models.encoders import FolderEncoder, WordVectors

TINY = Path(__file__).parent / "tiny_encoder"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The tiny encoder with word vectors for its passages: word n points along axis n % 8, weighted n."""
    folder = Path(shutil.copytree(TINY, tmp_path / "tiny"))
    words = np.zeros((16, 8), dtype=np.int8)
    words[np.arange(16), np.arange(16) % 8] = 1
    np.savez(folder / "passage.npz", words=words, scale=np.arange(16, dtype=np.float32))
    manifest = json.loads((folder / "encoder.json").read_text())
    manifest |= {"passage_model": "passage.npz", "passage_prefix": "", "max_tokens": 16}
    manifest["sha256"]["passage.npz"] = hashlib.sha256((folder / "passage.npz").read_bytes()).hexdigest()
    (folder / "encoder.json").write_text(json.dumps(manifest))
    return folder


def test_a_row_is_the_weighted_sum_of_its_words(folder: Path) -> None:
    row = WordVectors(folder / "passage.npz").row([5, 5, 7])
    assert row.tolist() == [0, 0, 0, 0, 0, 5 + 5, 0, 7]


def test_passages_use_the_word_vectors_and_queries_the_model(folder: Path) -> None:
    encoder = FolderEncoder(folder)
    rent = encoder.encode_passages(["rent"])[0]  # [CLS] 2, rent 8, [SEP] 3
    assert rent == pytest.approx(np.array([8, 0, 2, 3, 0, 0, 0, 0]) / np.sqrt(64 + 4 + 9))
    assert np.array_equal(encoder.encode_queries(["rent"]), FolderEncoder(TINY).encode_queries(["rent"]))


def test_another_table_is_another_encoder(folder: Path) -> None:
    assert FolderEncoder(folder).name != FolderEncoder(TINY).name


def test_a_table_without_vectors_is_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "other.npz", rows=np.zeros(3))
    with pytest.raises(ModelError, match="holds no word vectors"):
        WordVectors(tmp_path / "other.npz")
    np.savez(tmp_path / "uneven.npz", words=np.zeros((3, 2), dtype=np.int8), scale=np.zeros(2, dtype=np.float32))
    with pytest.raises(ModelError, match="scales"):
        WordVectors(tmp_path / "uneven.npz")
