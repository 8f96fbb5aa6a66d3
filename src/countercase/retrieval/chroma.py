"""The passage vectors in a real Chroma collection: in a folder, or on a Chroma server with the same code."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countercase.errors import EndpointError, IndexMissing, MissingExtra
from countercase.retrieval.searcher import SCORE_DECIMALS, Candidates, Mask, Windows
from countercase.settings import ChromaSettings

COLLECTION = "passages"
BATCH = 2000  # rows a call; Chroma's own limit is 5,461
# Inner product of unit rows is their cosine. The default breadth of the graph walk loses half of a pool of 200.
HNSW = {"hnsw": {"space": "ip", "ef_search": 400, "ef_construction": 200}}


def open_client(settings: ChromaSettings, folder: Path) -> Any:
    """A client for the folder or for the server that the settings name; telemetry is off in both."""
    try:
        import chromadb
        from chromadb.config import Settings
    except ModuleNotFoundError:
        raise MissingExtra("chromadb", "chroma") from None
    quiet = Settings(anonymized_telemetry=False)
    if settings.mode == "local":
        return chromadb.PersistentClient(path=str(folder), settings=quiet)
    try:
        return chromadb.HttpClient(host=settings.host, port=settings.port, settings=quiet)
    except ValueError as error:  # what Chroma raises when nothing answers
        where = f"{settings.host}:{settings.port}"
        raise EndpointError(
            f"No Chroma server at {where}: {error}. Start one: chroma run --port {settings.port}"
        ) from None


def fill_collection(
    client: Any,
    name: str,
    ids: Sequence[str],
    vectors: NDArray[np.float16],
    metadata: Sequence[Mapping[str, str | int]],
) -> None:
    """Make the collection hold exactly these rows; rows that are there already with the same vector stay."""
    collection = client.get_or_create_collection(name, embedding_function=None, configuration=HNSW)
    wanted = set(ids)
    gone = [found for found in collection.get(include=[])["ids"] if found not in wanted]
    for start in range(0, len(gone), BATCH):
        collection.delete(ids=gone[start : start + BATCH])
    for start in range(0, len(ids), BATCH):
        end = start + BATCH
        collection.upsert(
            ids=list(ids[start:end]),
            embeddings=np.asarray(vectors[start:end], dtype=np.float32),
            metadatas=[dict(item) for item in metadata[start:end]],
        )


class ChromaSearcher:
    """Approximate search in Chroma, scored again with exact products, ties by row."""

    name = "chroma"
    needs_vectors = True

    def __init__(self, client: Any, name: str, ids: Sequence[str], vectors: NDArray[np.float16]) -> None:
        from chromadb.errors import NotFoundError

        try:
            self._collection = client.get_collection(name, embedding_function=None)
        except NotFoundError:
            raise IndexMissing(f"There is no Chroma collection {name!r}. Run: countercase index") from None
        self._ids = ids
        self._row_of = {chunk_id: row for row, chunk_id in enumerate(ids)}
        self._vectors = vectors

    def search(self, windows: Windows, pool: int, allowed: Sequence[Mask | None]) -> list[Candidates]:
        """The best `pool` passages for each window; windows under one mask go to Chroma in one call."""
        if windows.vectors is None:
            raise ValueError("the chroma searcher needs the vectors of the windows")
        results: list[Candidates | None] = [None] * len(windows.texts)
        masks = {id(mask): mask for mask in allowed}
        for key, mask in masks.items():
            places = [place for place, own in enumerate(allowed) if id(own) == key]
            for place, rows in zip(places, self._query(windows.vectors[places], pool, mask), strict=True):
                results[place] = self._rescore(windows.vectors[place], rows)
        return [result for result in results if result is not None]

    def _query(self, vectors: NDArray[np.float32], pool: int, mask: Mask | None) -> list[NDArray[np.int32]]:
        ids = None if mask is None else [self._ids[row] for row in np.flatnonzero(mask).tolist()]
        if ids is not None and not ids:
            return [np.zeros(0, dtype=np.int32) for _ in vectors]
        count = min(pool, len(self._ids if ids is None else ids))
        found = self._collection.query(query_embeddings=vectors, n_results=count, ids=ids, include=[])["ids"]
        return [np.array([self._row_of[chunk_id] for chunk_id in line], dtype=np.int32) for line in found]

    def _rescore(self, vector: NDArray[np.float32], rows: NDArray[np.int32]) -> Candidates:
        rows = np.sort(rows)
        scores = np.round(np.asarray(self._vectors[rows], dtype=np.float32) @ vector, SCORE_DECIMALS)
        order = np.argsort(-scores, kind="stable")
        return Candidates(rows[order], scores[order])
