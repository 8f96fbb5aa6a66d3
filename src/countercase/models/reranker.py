"""The cross-encoder on ONNX Runtime, from the package or from a folder."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from countercase.errors import ModelError
from countercase.models.runtime import WEIGHTS, RerankerManifest, Session, read_manifest, read_tokenizer, verified

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

    from countercase.domain.encoding import Reranker

BUILT_IN = "built-in"


def load_reranker(name: str = BUILT_IN, threads: int = 2, download: bool = False) -> "Reranker":
    """The one that `models.reranker` names: `built-in`, a folder with `reranker.json`, or `cross-encoder:MODEL`."""
    kind, _, rest = name.partition(":")
    if kind == "cross-encoder":
        from countercase.models.external import CrossEncoderReranker

        return CrossEncoderReranker(rest, download)
    folder = WEIGHTS / "reranker" if name == BUILT_IN else Path(name)
    if name == BUILT_IN and not folder.is_dir():
        raise ModelError(
            "There is no built-in re-ranker (docs/models.md says why). Set models.reranker to a model folder."
        )
    return OnnxReranker(folder, threads)


class OnnxReranker:
    """Reads the manifest at once and the weights at the first pair; the same pair always gives the same logit."""

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
            raise ModelError(f"{self._folder}: a re-ranker gives one logit a pair, this one gives {logits[0].shape}.")
        return np.array([logit.item() for logit in logits], dtype=np.float32)

    def _load(self) -> "tuple[Tokenizer, Session]":
        if self._loaded is None:
            tokenizer = verified(self._folder, "tokenizer.json", self._manifest)
            weights = verified(self._folder, self._manifest.model, self._manifest)
            self._loaded = read_tokenizer(tokenizer, self._manifest.max_tokens), Session(weights, self._threads)
        return self._loaded
