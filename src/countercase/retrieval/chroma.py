"""The passage vectors in a Chroma collection, in a folder or on a Chroma server."""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countercase.errors import EndpointError, IndexBroken, IndexMissing, MissingExtra
from countercase.outbound import announce
from countercase.retrieval.chroma_process import ChromaProcess
from countercase.retrieval.dense import inner_products
from countercase.retrieval.searcher import ABSENT, SCORE_DECIMALS, Mask, Rows, Scores, Windows
from countercase.retrieval.windows import of_case
from countercase.settings import ChromaSettings

COLLECTION = "passages"
BATCH = 2000  # rows a call; Chroma's own limit is 5,461
# Inner product of unit rows is their cosine. The default breadth of the graph walk loses half of a pool of 200.
HNSW = {"hnsw": {"space": "ip", "ef_search": 400, "ef_construction": 100}}


def open_client(settings: ChromaSettings, folder: Path) -> Any:
    """A client for a folder (Chroma runs in its own process) or for the server in the settings. Telemetry is off."""
    if find_spec("chromadb") is None:
        raise MissingExtra("chromadb", "chroma")
    if settings.mode == "local":
        return ChromaProcess(folder)
    import chromadb
    from chromadb.config import Settings

    quiet = Settings(anonymized_telemetry=False)
    announce(f"http://{settings.host}:{settings.port}", "every query, as a vector,")
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
    gone = [stored for stored in collection.get(include=[])["ids"] if stored not in wanted]
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
    """Approximate search in Chroma; the passages found are scored again with exact inner products."""

    name = "chroma"
    needs_vectors = True
    floor = None  # beyond the pool nothing is known of a case

    def __init__(
        self, client: Any, name: str, ids: Sequence[str], vectors: NDArray[np.float16], first_row: Rows
    ) -> None:
        self._collection = _collection(client, name)
        self._ids = ids
        self._row_of = {chunk_id: row for row, chunk_id in enumerate(ids)}
        self._vectors = vectors
        self._first_row = first_row

    def cases(self, windows: Windows) -> Scores:
        """Scores of the cases with passages in the pool. Windows with the same mask go to Chroma in one call."""
        vectors = windows.needed_vectors()
        scores = np.full((len(vectors), len(self._first_row)), ABSENT, dtype=np.float32)
        masks = {id(mask): mask for mask in windows.masks}
        for key, mask in masks.items():
            places = [place for place, other in enumerate(windows.masks) if id(other) == key]
            for place, rows in zip(places, self._query(vectors[places], mask, windows.pool), strict=True):
                by_row = np.full((1, len(self._ids)), ABSENT, dtype=np.float32)
                by_row[0, rows] = self.passages(Windows(("",), vectors[[place]]), rows)
                scores[place] = of_case(by_row, self._first_row, windows.fold)
        return scores

    def passages(self, windows: Windows, rows: Rows) -> Scores:
        """The inner product of each passage."""
        return np.round(inner_products(windows.needed_vectors(), self._vectors[rows]), SCORE_DECIMALS)

    def _query(self, vectors: Scores, mask: Mask | None, pool: int) -> list[Rows]:
        ids = None if mask is None else [self._ids[row] for row in np.flatnonzero(mask).tolist()]
        if ids is not None and not ids:
            return [np.zeros(0, dtype=np.int32) for _ in vectors]
        count = min(pool, len(self._ids if ids is None else ids))
        found = self._collection.query(query_embeddings=vectors, n_results=count, ids=ids, include=[])["ids"]
        try:
            return [np.sort(np.array([self._row_of[chunk_id] for chunk_id in line], dtype=np.int32)) for line in found]
        except KeyError as unknown:
            raise IndexBroken(
                f"Chroma found {unknown}, which the index does not hold. Run: countercase index"
            ) from None


def _collection(client: Any, name: str) -> Any:
    if isinstance(client, ChromaProcess):
        return client.get_collection(name)
    from chromadb.errors import NotFoundError

    try:
        return client.get_collection(name, embedding_function=None)
    except NotFoundError:
        raise IndexMissing(f"There is no Chroma collection {name!r}. Run: countercase index") from None
