"""Passages as weighted bags of word vectors: a table look-up, thousands of passages a second on one core.

The table was trained against the transformer that encodes the queries, so the two sides meet in one space.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from countercase.errors import ModelError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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
