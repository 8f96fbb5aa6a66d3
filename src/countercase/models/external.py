"""Third-party models through torch (an extra): any sentence-transformers encoder, a DPR pair, any cross-encoder.

A name is a folder or a hub name. A hub model is fetched only if `download` is set; else it must be in the local cache.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from countercase.errors import MissingExtra, ModelError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BATCH = 16  # texts padded together: large batches gain nothing on two cores


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
            list(texts), batch_size=BATCH, prompt_name=known, normalize_embeddings=True, show_progress_bar=False
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
        for at in range(0, len(texts), BATCH):
            batch = list(texts[at : at + BATCH])
            inputs = tokenizer(batch, padding=True, truncation=True, max_length=256, return_tensors="pt")
            with torch.no_grad():
                rows[at : at + BATCH] = model(**inputs).pooler_output.numpy()
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
            list(pairs), batch_size=BATCH, activation_fn=torch.nn.Identity(), show_progress_bar=False
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
