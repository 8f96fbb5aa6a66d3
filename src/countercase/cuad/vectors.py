"""Vectors of a contract's units, made when first needed and kept in a folder where one is given."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from countercase.cuad.documents import Document
from countercase.domain.encoding import Encoder
from countercase.domain.span import Span


class UnitVectors:
    """A row a unit, in order, for each contract; a question's vector is made once."""

    def __init__(self, encoder: Encoder, units_name: str, folder: Path | None = None) -> None:
        self._encoder = encoder
        self._units_name = units_name
        self._folder = folder
        self._held: dict[str, NDArray[np.float16]] = {}
        self._questions: dict[str, NDArray[np.float32]] = {}

    def question(self, text: str) -> NDArray[np.float32]:
        """The vector of a question."""
        if text not in self._questions:
            self._questions[text] = self._encoder.encode_queries([text])[0]
        return self._questions[text]

    def of(self, document: Document, units: Sequence[Span]) -> NDArray[np.float16]:
        """The vectors of a contract's units."""
        held = self._held.get(document.file_path)
        if held is None:
            held = self._read(document, units)
            self._held[document.file_path] = held
        return held

    def _read(self, document: Document, units: Sequence[Span]) -> NDArray[np.float16]:
        path = self._folder / f"{self._key(document)}.npy" if self._folder else None
        if path is not None and path.is_file():
            kept: NDArray[np.float16] = np.load(path, allow_pickle=False)
            if len(kept) == len(units):
                return kept
        vectors = self._encoder.encode_passages([unit.of(document.text) for unit in units]).astype(np.float16)
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            np.save(path, vectors, allow_pickle=False)
        return vectors

    def _key(self, document: Document) -> str:
        parts = f"{self._encoder.name}\n{self._units_name}\n{document.text}"
        return hashlib.sha256(parts.encode()).hexdigest()[:32]
