"""The folder a model comes in: weights, tokenizer, and a manifest that says how to use them and what they hash to."""

import hashlib
import json
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from countercase.errors import ModelError

WEIGHTS = Path(__file__).parent / "weights"


class _Manifest(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1)
    max_tokens: int = Field(ge=8, le=8192)
    sha256: dict[str, str]


class EncoderManifest(_Manifest):
    """`encoder.json`. Queries and passages may have a model each: ONNX, or word vectors (`.npz`)."""

    dimension: int = Field(ge=1)
    pooling: Literal["cls", "mean", "none"]  # none: the model gives one row a text
    query_model: str = "model.onnx"
    passage_model: str = "model.onnx"
    query_prefix: str = ""
    passage_prefix: str = ""


class RerankerManifest(_Manifest):
    """`reranker.json`."""

    model: str = "model.onnx"


M = TypeVar("M", bound=_Manifest)


def read_manifest(folder: Path, kind: type[M]) -> M:
    """Read and check the manifest of a model folder."""
    path = folder / ("encoder.json" if kind is EncoderManifest else "reranker.json")
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
    with path.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    if found != manifest.sha256[file]:
        raise ModelError(f"{path} is damaged: its sha256 is {found[:12]}..., not {manifest.sha256[file][:12]}...")
    return path
