"""Encoders from the package, a folder, an endpoint or a third party: dual encoders, and cross-encoders that re-rank."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from countercase.errors import EndpointError, MissingExtra, ModelError
from countercase.models.runtime import (
    WEIGHTS,
    EncoderManifest,
    RerankerManifest,
    Session,
    read_manifest,
    read_tokenizer,
    verified,
)
from countercase.outbound import announce, check_endpoint, post, redacted, seconds_left, secrets_of, without_secrets

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

    from countercase.domain.ranking import Encoder, Reranker


# Any OpenAI-compatible embeddings endpoint. Texts leave this process, so an address elsewhere must be allowed first.

BATCH = 64
MOST_BYTES = 64 * 1024 * 1024  # of one answer: 64 rows of 8,192 numbers have about 12 MB


class _Row(BaseModel):
    index: int
    embedding: list[float]


class _Answer(BaseModel):
    data: list[_Row]


@dataclass(frozen=True, slots=True)
class EndpointRules:
    """How an embeddings endpoint may be asked."""

    key: str = field(default="", repr=False)
    allow_remote: bool = False
    timeout_seconds: float = 60


class EndpointEncoder:
    """`http://127.0.0.1:8080/v1#model`: the base URL, and the model after the `#`."""

    def __init__(self, address: str, rules: "EndpointRules | None" = None) -> None:
        rules = rules or EndpointRules()
        base, _, self._model = address.partition("#")
        check_endpoint(base, "models.encoder", rules.allow_remote)
        if not self._model:
            raise EndpointError(
                f"{without_secrets(base)} is not an embeddings endpoint. Write http://HOST:PORT/v1#MODEL."
            )
        self._base = base.rstrip("/")
        self._api_key = rules.key
        self._timeout = rules.timeout_seconds
        self._dimension: int | None = None

    @property
    def name(self) -> str:
        """The name of the model, without the address that serves it."""
        return f"endpoint:{self._model}"

    @property
    def dimension(self) -> int:
        """Length of a row; the endpoint is asked once."""
        if self._dimension is None:
            self._dimension = len(self._ask(["dimension"])[0])
        return self._dimension

    def encode_queries(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """One unit-length row per query."""
        return self._encode(texts)

    def encode_passages(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """One unit-length row per passage."""
        return self._encode(texts)

    def _encode(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        import numpy as np

        rows = [row for at in range(0, len(texts), BATCH) for row in self._ask(texts[at : at + BATCH])]
        vectors = np.array(rows, dtype=np.float32).reshape(len(texts), -1 if rows else self.dimension)
        self._dimension = vectors.shape[1]
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        return vectors

    def _ask(self, texts: Sequence[str]) -> list[list[float]]:
        body = json.dumps({"model": self._model, "input": list(texts)}).encode()
        headers = {"Content-Type": "application/json"}
        if self._api_key:
            headers["Authorization"] = f"Bearer {self._api_key}"
        announce(self._base, "text to be encoded")
        shown = f"{without_secrets(self._base)}/embeddings"
        try:
            response = post(f"{self._base}/embeddings", body, headers, seconds_left(self._timeout), MOST_BYTES)
            if response.status != HTTPStatus.OK:
                raise EndpointError(
                    f"{shown} failed with status {response.status}. Check the address and models.encoder_key."
                )
            answer = _Answer.model_validate_json(response.content)
        except ValidationError:
            raise EndpointError(f"{shown} did not answer with embeddings. Check the address.") from None
        except OSError as error:
            why = redacted(str(error), secrets_of(self._base, self._api_key))
            raise EndpointError(
                f"{shown} failed: {why}. Is it running? A slow one needs a longer llm.timeout_seconds."
            ) from None
        rows = [row.embedding for row in sorted(answer.data, key=lambda row: row.index)]
        if len(rows) != len(texts) or len({len(row) for row in rows}) != 1:
            raise EndpointError(f"{shown} gave {len(rows)} rows for {len(texts)} texts, or rows of different lengths.")
        return rows


# Passages as weighted bags of word vectors: a table look-up, thousands of passages per second on one core.


class WordVectors:
    """int8 rows, one per token of the vocabulary, each with the scale that restores its weighted vector."""

    def __init__(self, path: Path) -> None:
        import numpy as np

        try:
            with np.load(path, allow_pickle=False) as arrays:
                self._words: NDArray[np.int8] = arrays["words"]
                self._scale: NDArray[np.float32] = arrays["scale"]
        except (OSError, KeyError, ValueError) as error:
            raise ModelError(f"{path} holds no word vectors: {error}. Install or unpack the model again.") from None
        if self._words.ndim != 2 or self._scale.shape != self._words.shape[:1]:
            raise ModelError(
                f"{path} holds {self._words.shape} vectors and {self._scale.shape} scales. Unpack it again."
            )

    def row(self, ids: list[int]) -> "NDArray[np.float32]":
        """The sum of the word vectors, not yet of unit length."""
        import numpy as np

        distinct, counts = np.unique(np.asarray(ids), return_counts=True)
        summed: NDArray[np.float32] = (self._scale[distinct] * counts).astype(np.float32) @ self._words[distinct]
        return summed


BUILT_IN = "built-in"


def load_encoder(
    name: str = BUILT_IN, threads: int = 2, download: bool = False, endpoint: EndpointRules | None = None
) -> "Encoder":
    """The encoder that `models.encoder` names.

    `built-in`; a folder with `encoder.json`; `sentence-transformers:MODEL` or `dpr:QUESTION_MODEL,CONTEXT_MODEL`
    (a folder or a hub name each); or `http://HOST:PORT/v1#MODEL`, an embeddings endpoint.
    """
    kind, _, rest = name.partition(":")
    if kind in {"http", "https"}:
        return EndpointEncoder(name, endpoint)
    if kind == "sentence-transformers":
        return SentenceTransformerEncoder(rest, download)
    if kind == "dpr":
        question, comma, context = rest.partition(",")
        if not comma:
            raise ModelError(f"{name} names one model. Write dpr:QUESTION_MODEL,CONTEXT_MODEL.")
        return DprEncoder(question, context, download)
    folder = WEIGHTS / "encoder" if name == BUILT_IN else Path(name)
    if name == BUILT_IN and not folder.is_dir():
        raise ModelError("The built-in encoder is not in this installation. Set models.encoder to a model folder.")
    return FolderEncoder(folder, threads)


class FolderEncoder:
    """Reads the manifest now and the weights at the first text. The same text always gives the same row."""

    def __init__(self, folder: Path, threads: int = 2) -> None:
        self._folder = folder
        self._threads = threads
        self._manifest = read_manifest(folder, EncoderManifest)
        self._tokenizer: Tokenizer | None = None
        self._models: dict[str, Session | WordVectors] = {}

    @property
    def name(self) -> str:
        """The model's name and the first digits of its weights' hash."""
        files = sorted({self._manifest.query_model, self._manifest.passage_model})
        hashes = [self._manifest.sha256.get(file, "") for file in files]
        weights = hashes[0] if len(hashes) == 1 else hashlib.sha256("".join(hashes).encode()).hexdigest()
        return f"{self._manifest.name}@{weights[:12]}"

    @property
    def dimension(self) -> int:
        """Length of a row."""
        return self._manifest.dimension

    def encode_queries(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """One unit-length row per query."""
        return self._encode(texts, self._manifest.query_model, self._manifest.query_prefix)

    def encode_passages(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """One unit-length row per passage."""
        return self._encode(texts, self._manifest.passage_model, self._manifest.passage_prefix)

    def _encode(self, texts: Sequence[str], model: str, prefix: str) -> "NDArray[np.float32]":
        import numpy as np

        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        if not texts:
            return rows
        encodings = self._read_tokenizer().encode_batch([prefix + text for text in texts])
        weights = self._model(model)
        if isinstance(weights, WordVectors):
            outputs = [weights.row(encoding.ids) for encoding in encodings]
        else:
            outputs = weights.run(encodings)
        for index, output in enumerate(outputs):
            rows[index] = self._pooled(output)
        rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
        return rows

    def _pooled(self, output: "NDArray[np.float32]") -> "NDArray[np.float32]":
        row = output
        if output.ndim == 2:  # a row for each token
            row = output[0] if self._manifest.pooling == "cls" else output.mean(axis=0)
        if row.shape != (self.dimension,):
            raise ModelError(f"{self._folder}: the model gives {row.shape}, its manifest says ({self.dimension},).")
        return row

    def _model(self, file: str) -> Session | WordVectors:
        if file not in self._models:
            path = verified(self._folder, file, self._manifest)
            self._models[file] = WordVectors(path) if path.suffix == ".npz" else Session(path, self._threads)
        return self._models[file]

    def _read_tokenizer(self) -> "Tokenizer":
        if self._tokenizer is None:
            path = verified(self._folder, "tokenizer.json", self._manifest)
            self._tokenizer = read_tokenizer(path, self._manifest.max_tokens)
        return self._tokenizer


# The cross-encoder on ONNX Runtime, from the package or from a folder.


def load_reranker(name: str = BUILT_IN, threads: int = 2, download: bool = False) -> "Reranker":
    """What `models.reranker` names: `built-in`, a folder with `reranker.json`, or `cross-encoder:MODEL`."""
    kind, _, rest = name.partition(":")
    if kind == "cross-encoder":
        return CrossEncoderReranker(rest, download)
    folder = WEIGHTS / "reranker" if name == BUILT_IN else Path(name)
    if name == BUILT_IN and not folder.is_dir():
        raise ModelError(
            "There is no built-in re-ranker (docs/models.md says why). Set models.reranker to a model folder."
        )
    return OnnxReranker(folder, threads)


class OnnxReranker:
    """Reads the manifest now and the weights at the first pair. The same pair always gives the same logit."""

    def __init__(self, folder: Path, threads: int = 2) -> None:
        self._folder = folder
        self._threads = threads
        self._manifest = read_manifest(folder, RerankerManifest)
        self._loaded: tuple[Tokenizer, Session] | None = None

    @property
    def name(self) -> str:
        """The model's name and the first digits of its weights' hash."""
        return f"{self._manifest.name}@{self._manifest.sha256.get(self._manifest.model, '')[:12]}"

    def score(self, pairs: Sequence[tuple[str, str]]) -> "NDArray[np.float32]":
        """The raw logit of each (query, passage); a higher one is better."""
        import numpy as np

        if not pairs:
            return np.zeros(0, dtype=np.float32)
        tokenizer, session = self._load()
        logits = session.run(tokenizer.encode_batch([(query, passage) for query, passage in pairs]))
        if any(logit.size != 1 for logit in logits):
            raise ModelError(
                f"{self._folder}: a re-ranker gives one logit per pair, but this one gives {logits[0].shape}."
            )
        return np.array([logit.item() for logit in logits], dtype=np.float32)

    def _load(self) -> "tuple[Tokenizer, Session]":
        if self._loaded is None:
            tokenizer = verified(self._folder, "tokenizer.json", self._manifest)
            weights = verified(self._folder, self._manifest.model, self._manifest)
            self._loaded = read_tokenizer(tokenizer, self._manifest.max_tokens), Session(weights, self._threads)
        return self._loaded


# Third-party models through torch (an extra): any sentence-transformers encoder, a DPR pair, any cross-encoder. A name
# is a folder or a hub name. A hub model is fetched only if `download` is set; else it must be in the local cache.

TORCH_BATCH = 16  # texts padded together: large batches gain nothing on two cores


class SentenceTransformerEncoder:
    """A sentence-transformers model, with its own query and passage prompts if it has any."""

    def __init__(self, model: str, download: bool = False) -> None:
        self._model = _loaded("SentenceTransformer", model, download)
        self._name = model

    @property
    def name(self) -> str:
        """The folder or hub name."""
        return f"sentence-transformers:{self._name}"

    @property
    def dimension(self) -> int:
        """Length of a row."""
        return int(self._model.get_sentence_embedding_dimension())

    def encode_queries(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """One unit-length row per query."""
        return self._encode(texts, "query")

    def encode_passages(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """One unit-length row per passage."""
        return self._encode(texts, "document")

    def _encode(self, texts: Sequence[str], prompt: str) -> "NDArray[np.float32]":
        import numpy as np

        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        known = prompt if prompt in (self._model.prompts or {}) else None
        rows = self._model.encode(
            list(texts), batch_size=TORCH_BATCH, prompt_name=known, normalize_embeddings=True, show_progress_bar=False
        )
        return np.asarray(rows, dtype=np.float32)


class DprEncoder:
    """A DPR pair such as `facebook/dpr-question_encoder-single-nq-base` and `facebook/dpr-ctx_encoder-single-nq-base`.

    DPR was trained on plain inner products; here its rows are scaled to unit length like those of every encoder.
    """

    def __init__(self, question_model: str, context_model: str, download: bool = False) -> None:
        try:
            from transformers import AutoTokenizer, DPRContextEncoder, DPRQuestionEncoder
        except ImportError:
            raise MissingExtra("transformers", "torch") from None
        only = {"local_files_only": not download}
        try:
            self._question: Any = DPRQuestionEncoder.from_pretrained(question_model, **only).eval()
            self._context: Any = DPRContextEncoder.from_pretrained(context_model, **only).eval()
            self._tokenizers: Any = [AutoTokenizer.from_pretrained(m, **only) for m in (question_model, context_model)]
        except (OSError, ValueError) as error:
            raise _not_loaded(f"{question_model}, {context_model}", error) from None
        self._name = f"dpr:{question_model},{context_model}"

    @property
    def name(self) -> str:
        """Both folders or hub names."""
        return self._name

    @property
    def dimension(self) -> int:
        """Length of a row."""
        return int(self._context.config.projection_dim or self._context.config.hidden_size)

    def encode_queries(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """One unit-length row per query."""
        return self._encode(texts, self._question, self._tokenizers[0])

    def encode_passages(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """One unit-length row per passage."""
        return self._encode(texts, self._context, self._tokenizers[1])

    def _encode(self, texts: Sequence[str], model: Any, tokenizer: Any) -> "NDArray[np.float32]":
        import numpy as np
        import torch

        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for at in range(0, len(texts), TORCH_BATCH):
            batch = list(texts[at : at + TORCH_BATCH])
            inputs = tokenizer(batch, padding=True, truncation=True, max_length=256, return_tensors="pt")
            with torch.no_grad():
                rows[at : at + TORCH_BATCH] = model(**inputs).pooler_output.numpy()
        rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
        return rows


class CrossEncoderReranker:
    """Any one-label cross-encoder such as `cross-encoder/ms-marco-MiniLM-L-6-v2`; its raw logit, no sigmoid."""

    def __init__(self, model: str, download: bool = False) -> None:
        self._model = _loaded("CrossEncoder", model, download)
        if self._model.model.config.num_labels != 1:
            raise ModelError(f"{model} gives {self._model.model.config.num_labels} labels; a re-ranker gives one.")
        self._name = model

    @property
    def name(self) -> str:
        """The folder or hub name."""
        return f"cross-encoder:{self._name}"

    def score(self, pairs: Sequence[tuple[str, str]]) -> "NDArray[np.float32]":
        """The raw logit of each (query, passage)."""
        import numpy as np
        import torch

        if not pairs:
            return np.zeros(0, dtype=np.float32)
        logits = self._model.predict(
            list(pairs), batch_size=TORCH_BATCH, activation_fn=torch.nn.Identity(), show_progress_bar=False
        )
        return np.asarray(logits, dtype=np.float32)


def _loaded(kind: str, model: str, download: bool) -> Any:
    """A model of one of the classes of sentence-transformers."""
    try:
        import sentence_transformers
    except ImportError:
        raise MissingExtra("sentence-transformers", "torch") from None
    try:
        return getattr(sentence_transformers, kind)(model, device="cpu", local_files_only=not download)
    except (OSError, ValueError) as error:
        raise _not_loaded(model, error) from None


def _not_loaded(model: str, error: Exception) -> ModelError:
    reason = str(error).partition("\n")[0][:160]
    return ModelError(f"{model} could not be loaded: {reason}. Give a folder, or set models.download to fetch it.")
