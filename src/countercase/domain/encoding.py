"""What retrieval needs from a text encoder and a re-ranker; the weights and libraries are in `countercase.models`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Encoder(Protocol):
    """A dual encoder: the inner product of a query row and a passage row is their similarity."""

    @property
    def name(self) -> str:
        """The name of the model; an index made under another name is not searched with this one."""
        ...

    @property
    def dimension(self) -> int:
        """Length of a row."""
        ...

    def encode_queries(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """One unit-length row per query, in order; a row does not depend on the rest of the batch."""
        ...

    def encode_passages(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """One unit-length row per passage, in order; a row does not depend on the rest of the batch."""
        ...


class Reranker(Protocol):
    """A cross-encoder: reads query and passage together."""

    @property
    def name(self) -> str:
        """The name of the model; part of the cache key of a score."""
        ...

    def score(self, pairs: Sequence[tuple[str, str]]) -> "NDArray[np.float32]":
        """The raw logit of each (query, passage), in order; higher is better."""
        ...
