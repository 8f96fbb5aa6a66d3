"""The encoder on tiny weights: rows are unit, in order, alone as in a batch, and the folder is checked."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countercase.errors import ModelError
from countercase.models.encoders import FolderEncoder, load_encoder

TINY = Path(__file__).parent / "tiny_encoder"
ENCODER = FolderEncoder(TINY)  # reads the manifest; the weights wait for the first text
texts = st.lists(
    st.sampled_from(["the accused", "tenant", "rent rent landlord", "", "a bank", "murder " * 40]), max_size=6
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy that a test may damage."""
    return Path(shutil.copytree(TINY, tmp_path / "tiny"))


@settings(max_examples=40)
@given(texts)
def test_rows_are_unit_and_do_not_depend_on_the_batch(batch: list[str]) -> None:
    encoder = ENCODER
    rows = encoder.encode_passages(batch)
    assert rows.shape == (len(batch), 8)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-6)
    for text, row in zip(batch, rows, strict=True):
        assert np.array_equal(encoder.encode_passages([text])[0], row)


def test_one_thread_and_two_agree() -> None:
    batch = ["the accused", "tenant rent", "cheque", "bank bank murder"]
    one, two = (FolderEncoder(TINY, threads).encode_queries(batch) for threads in (1, 2))
    assert np.array_equal(one, two)


def test_mean_pooling_is_the_mean_of_the_token_rows() -> None:
    encoder = FolderEncoder(TINY)
    # Word vectors add up, so the mean over "[CLS] passage : tenant [SEP]" is unchanged by the order of the words.
    one, other = encoder.encode_passages(["tenant rent", "rent tenant"])
    assert np.allclose(one, other, atol=1e-6)


def test_queries_and_passages_have_their_own_prefix() -> None:
    encoder = FolderEncoder(TINY)
    assert not np.array_equal(encoder.encode_queries(["rent"]), encoder.encode_passages(["rent"]))


def test_a_text_is_cut_at_the_limit() -> None:
    encoder = FolderEncoder(TINY)
    long, longer = encoder.encode_passages(["murder " * 40, "murder " * 40 + "tenant"])
    assert np.array_equal(long, longer)


def test_the_name_carries_the_weights() -> None:
    manifest = json.loads((TINY / "encoder.json").read_text())
    assert FolderEncoder(TINY).name == f"tiny@{manifest['sha256']['model.onnx'][:12]}"


def test_damaged_weights_are_refused_at_the_first_text(folder: Path) -> None:
    with (folder / "model.onnx").open("ab") as stream:
        stream.write(b"x")
    encoder = FolderEncoder(folder)
    with pytest.raises(ModelError, match=r"damaged.*sha256"):
        encoder.encode_queries(["rent"])


@pytest.mark.parametrize("file", ["model.onnx", "tokenizer.json"])
def test_a_missing_file_is_named(folder: Path, file: str) -> None:
    (folder / file).unlink()
    with pytest.raises(ModelError, match=file):
        FolderEncoder(folder).encode_queries(["rent"])


def test_a_folder_without_a_manifest_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"encoder\.json is missing"):
        load_encoder(str(tmp_path))


def test_a_wrong_manifest_is_refused(folder: Path) -> None:
    (folder / "encoder.json").write_text('{"name": "tiny"}')
    with pytest.raises(ModelError, match="cannot be used"):
        FolderEncoder(folder)


def test_a_file_without_a_hash_is_refused(folder: Path) -> None:
    manifest = json.loads((folder / "encoder.json").read_text())
    del manifest["sha256"]["model.onnx"]
    (folder / "encoder.json").write_text(json.dumps(manifest))
    with pytest.raises(ModelError, match="no sha256"):
        FolderEncoder(folder).encode_queries(["rent"])


def test_weights_that_are_no_model_are_refused(folder: Path) -> None:
    import hashlib

    (folder / "model.onnx").write_bytes(b"not a model")
    manifest = json.loads((folder / "encoder.json").read_text())
    manifest["sha256"]["model.onnx"] = hashlib.sha256(b"not a model").hexdigest()
    (folder / "encoder.json").write_text(json.dumps(manifest))
    with pytest.raises(ModelError, match="not a model that onnxruntime can run"):
        FolderEncoder(folder).encode_queries(["rent"])


def test_a_wrong_dimension_is_refused(folder: Path) -> None:
    manifest = json.loads((folder / "encoder.json").read_text()) | {"dimension": 9}
    (folder / "encoder.json").write_text(json.dumps(manifest))
    with pytest.raises(ModelError, match="its manifest says"):
        FolderEncoder(folder).encode_queries(["rent"])


def test_a_dpr_pair_needs_two_names() -> None:
    with pytest.raises(ModelError, match="dpr:QUESTION_MODEL,CONTEXT_MODEL"):
        load_encoder("dpr:one")
