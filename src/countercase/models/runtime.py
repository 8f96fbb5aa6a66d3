"""ONNX Runtime on the CPU: one text per run, so that a text's numbers never depend on its neighbours.

Dynamic int8 takes its activation scale from the whole batch, so a text in a batch gets slightly different numbers from
the same text alone; a what-if tree would read that as movement. This way nothing is padded, and workers with one thread
each keep the cores busy.
"""

import json
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from countercase.errors import ModelError
from countercase.files import sha256_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import Encoding, Tokenizer


def read_tokenizer(path: Path, max_tokens: int) -> "Tokenizer":
    """The tokenizer; it truncates at `max_tokens` and pads nothing."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.enable_truncation(max_tokens)
    tokenizer.no_padding()
    return tokenizer


class Session:
    """One ONNX model, run over tokenised texts by a few workers."""

    def __init__(self, path: Path, threads: int, without: Sequence[str] = ()) -> None:
        """`without` names optimisations of onnxruntime that are left out."""
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.use_deterministic_compute = True
        options.log_severity_level = 3
        try:
            self._session = onnxruntime.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"], disabled_optimizers=list(without)
            )
        except Exception as error:  # noqa: BLE001 - onnxruntime raises its own classes, none of them public
            raise ModelError(f"{path} is not a model that onnxruntime can run: {_first_line(error)}") from None
        self._inputs = [node.name for node in self._session.get_inputs()]
        self._threads = threads

    def run(self, encodings: "Sequence[Encoding]") -> "list[NDArray[np.float32]]":
        """The model's first output for each text, in order."""
        by_length = sorted(range(len(encodings)), key=lambda index: -len(encodings[index].ids))
        rows: list[Any] = [None] * len(encodings)
        for index, row in zip(by_length, self._map([encodings[index] for index in by_length]), strict=True):
            rows[index] = row
        return rows

    def run_tokens(self, windows: Sequence[Sequence[int]]) -> "list[NDArray[np.float32]]":
        """The model's first output for each list of token numbers, in order; for a model that takes nothing else."""
        import numpy as np

        def states(tokens: Sequence[int]) -> "NDArray[np.float32]":
            feed = {self._inputs[0]: np.array([tokens], dtype=np.int64)}
            return np.asarray(self._session.run(None, feed)[0][0], dtype=np.float32)

        if self._threads == 1 or len(windows) < 2:
            return [states(tokens) for tokens in windows]
        with ThreadPoolExecutor(self._threads) as workers:
            return list(workers.map(states, windows))

    def _map(self, encodings: "Sequence[Encoding]") -> "Iterable[NDArray[np.float32]]":
        if self._threads == 1 or len(encodings) < 2:
            return map(self._run_text, encodings)
        with ThreadPoolExecutor(self._threads) as workers:
            return list(workers.map(self._run_text, encodings))

    def _run_text(self, encoding: "Encoding") -> "NDArray[np.float32]":
        import numpy as np

        parts = {
            "input_ids": encoding.ids,
            "attention_mask": encoding.attention_mask,
            "token_type_ids": encoding.type_ids,
        }
        feed = {name: np.array([parts[name]], dtype=np.int64) for name in self._inputs}
        return np.asarray(self._session.run(None, feed)[0][0], dtype=np.float32)


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0][:200]


# The folder of a model: weights, tokenizer, and a manifest that says how to use them and gives their hashes.

WEIGHTS = Path(__file__).parent / "weights"


class _Manifest(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1)
    max_tokens: int = Field(ge=8, le=8192)
    sha256: dict[str, str]


class EncoderManifest(_Manifest):
    """`encoder.json`. Queries and passages may have a model each: ONNX, or word vectors (`.npz`)."""

    dimension: int = Field(ge=1)
    pooling: Literal["cls", "mean", "none"]  # none: the model gives one row per text
    query_model: str = "model.onnx"
    passage_model: str = "model.onnx"
    query_prefix: str = ""
    passage_prefix: str = ""


class RerankerManifest(_Manifest):
    """`reranker.json`."""

    model: str = "model.onnx"


class ClauseManifest(_Manifest):
    """`clauses.json`."""


_MANIFESTS = {EncoderManifest: "encoder.json", RerankerManifest: "reranker.json", ClauseManifest: "clauses.json"}
M = TypeVar("M", bound=_Manifest)


def read_manifest(folder: Path, kind: type[M]) -> M:
    """Read and check the manifest of a model folder."""
    path = folder / _MANIFESTS[kind]
    if not path.is_file():
        raise ModelError(f"No model in {folder}: {path.name} is missing. Give models.{path.stem} a model folder.")
    try:
        return kind.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except (ValidationError, ValueError) as error:
        reason = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
        raise ModelError(f"{path} cannot be used: {reason}. Unpack the model again.") from None


def verified(folder: Path, file: str, manifest: _Manifest) -> Path:
    """The path of a model file, once its bytes match the manifest."""
    path = folder / file
    if not path.is_file():
        raise ModelError(f"{path} is missing. Install or unpack the model again.")
    if file not in manifest.sha256:
        raise ModelError(f"The manifest of {folder} gives no sha256 for {file}. Add it, or unpack the model again.")
    digest = sha256_of(path)
    if digest != manifest.sha256[file]:
        raise ModelError(f"{path} is damaged: its sha256 is {digest[:12]}..., not {manifest.sha256[file][:12]}...")
    return path
