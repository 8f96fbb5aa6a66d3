"""What retrieval asks of a text encoder and of a re-ranker; the weights and libraries live in `countercase.models`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Encoder(Protocol):
    """A dual encoder: the inner product of a query row and a passage row is their likeness."""

    @property
    def name(self) -> str:
        """Who made the vectors; an index made under another name is not searched with this one."""
        ...

    @property
    def dimension(self) -> int:
        """Length of a row."""
        ...

    def encode_queries(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """One unit row a query, in order; a row does not depend on what else is in the batch."""
        ...

    def encode_passages(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """One unit row a passage, in order; a row does not depend on what else is in the batch."""
        ...


class Reranker(Protocol):
    """A cross-encoder: reads query and passage together."""

    @property
    def name(self) -> str:
        """Who gave the score; part of the key it is cached under."""
        ...

    def score(self, pairs: Sequence[tuple[str, str]]) -> "NDArray[np.float32]":
        """The raw logit of each (query, passage), in order; a higher one is better."""
        ...
