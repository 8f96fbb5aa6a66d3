"""A small corpus and an encoder made on the spot, for tests of retrieval."""

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from countercase.domain.case import CaseId, Chunk, ChunkId, SectionType
from countercase.domain.span import Span

TEXTS = {
    "stabbing": [
        "The accused stabbed the deceased with a knife.",
        "He was charged under Section 302 of the Indian Penal Code.",
    ],
    "cheque": [
        "The cheque was returned unpaid for insufficient funds.",
        "A complaint under Section 138 of the Negotiable Instruments Act followed.",
    ],
    "dowry": [
        "The wife died of burns within seven years of marriage.",
        "A dying declaration was recorded by the magistrate.",
    ],
    "tenancy": [
        "The landlord sought eviction of the tenant for arrears of rent.",
        "The shop was sublet without consent.",
    ],
    "knife": [
        "A knife was recovered from the field at the instance of the accused.",
        "The deceased died of a stab wound.",
    ],
}


def make_chunks(texts: dict[str, list[str]] | None = None) -> list[Chunk]:
    """Chunks of the texts, the passages of a case together, cases in order."""
    return [
        Chunk(ChunkId(f"{case}#{place:04d}"), CaseId(case), Span(place, place + 1), text, SectionType.FACTS)
        for case, passages in sorted((texts or TEXTS).items())
        for place, text in enumerate(passages)
    ]


class WordEncoder:
    """Sums a fixed random vector for each word: texts that share words are alike."""

    name = "words@test"
    dimension = 64

    def __init__(self) -> None:
        self.encoded = 0

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.encoded += len(texts)
        rows = np.stack([self._row(text) for text in texts]) if texts else np.zeros((0, self.dimension))
        return rows.astype(np.float32)

    encode_passages = encode_queries

    def _row(self, text: str) -> NDArray[np.float64]:
        words = [word.strip(".,").lower() for word in text.split()] or [""]
        seeds = [int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big") for word in words]
        row = sum(
            (np.random.default_rng(seed).standard_normal(self.dimension) for seed in seeds), np.zeros(self.dimension)
        )
        unit: NDArray[np.float64] = row / np.linalg.norm(row)
        return unit
