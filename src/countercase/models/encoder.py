"""The dual encoder, from the package or from a folder: ONNX models, or word vectors on the passage side."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from countercase.errors import ModelError
from countercase.models.runtime import WEIGHTS, EncoderManifest, Session, read_manifest, read_tokenizer, verified

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

    from countercase.domain.encoding import Encoder


# Passages as weighted bags of word vectors: a table look-up, thousands of passages a second on one core.


class WordVectors:
    """int8 rows, one a token of the vocabulary, each with the scale that turns it into its weighted vector."""

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
        """The sum of the words' vectors, not yet of unit length."""
        import numpy as np

        distinct, counts = np.unique(np.asarray(ids), return_counts=True)
        summed: NDArray[np.float32] = (self._scale[distinct] * counts).astype(np.float32) @ self._words[distinct]
        return summed


BUILT_IN = "built-in"


def load_encoder(
    name: str = BUILT_IN, threads: int = 2, download: bool = False, allow_remote: bool = False
) -> "Encoder":
    """The encoder that `models.encoder` names.

    `built-in`; a folder with `encoder.json`; `sentence-transformers:MODEL` or `dpr:QUESTION_MODEL,CONTEXT_MODEL`
    (a folder or a hub name each); or `http://HOST:PORT/v1#MODEL`, an embeddings endpoint.
    """
    kind, _, rest = name.partition(":")
    if kind in {"http", "https"}:
        from countercase.models.endpoint import EndpointEncoder

        return EndpointEncoder(name, allow_remote=allow_remote)
    if kind == "sentence-transformers":
        from countercase.models.external import SentenceTransformerEncoder

        return SentenceTransformerEncoder(rest, download)
    if kind == "dpr":
        from countercase.models.external import DprEncoder

        question, comma, context = rest.partition(",")
        if not comma:
            raise ModelError(f"{name} names one model. Write dpr:QUESTION_MODEL,CONTEXT_MODEL.")
        return DprEncoder(question, context, download)
    folder = WEIGHTS / "encoder" if name == BUILT_IN else Path(name)
    if name == BUILT_IN and not folder.is_dir():
        raise ModelError("The built-in encoder is not in this installation. Set models.encoder to a model folder.")
    return FolderEncoder(folder, threads)


class FolderEncoder:
    """Reads the manifest at once and the weights at the first text; the same text always gives the same row."""

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
        """One unit row a query."""
        return self._encode(texts, self._manifest.query_model, self._manifest.query_prefix)

    def encode_passages(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """One unit row a passage."""
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
        for place, output in enumerate(outputs):
            rows[place] = self._pooled(output)
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
