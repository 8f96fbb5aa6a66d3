"""The passage vectors in a Chroma collection, in a folder or on a Chroma server.

Chroma maps its local files into memory without checking them and rewrites them whenever it opens them, so our checksums
cannot protect them: a damaged file kills the process that reads it. That process must not be the one that answers the
user, so a child process opens the files. Queries and answers pass through a pipe as JSON and raw numbers; nothing from
the files is ever unpickled.
"""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countercase.errors import EndpointError, IndexBroken, IndexMissing, MissingExtra
from countercase.outbound import announce
from countercase.retrieval.dense import inner_products
from countercase.retrieval.searcher import ABSENT, SCORE_DECIMALS, Mask, Rows, Scores, Windows, of_case
from countercase.settings import ChromaSettings

# The child process that opens local files.

_SECONDS = 600.0  # per call; adding a batch to a graph of a million rows takes seconds
_SOURCE = Path(__file__).parents[2]

Vectors = NDArray[np.float32]


class ChromaProcess:
    """A client with the few Chroma calls that we need. Raises IndexBroken if the process dies or reports an error."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._connection, child_end = Pipe()
        path = os.pathsep.join(filter(None, (str(_SOURCE), os.environ.get("PYTHONPATH"))))
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(child_end.fileno()), str(folder)],
            pass_fds=(child_end.fileno(),),
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        child_end.close()  # otherwise the end of the process would go unnoticed

    def get_collection(self, name: str, embedding_function: None = None) -> "ChromaProcessCollection":
        """The collection with that name. Raises IndexMissing if there is none."""
        self.call({"do": "open", "name": name, "embedding_function": embedding_function})
        return ChromaProcessCollection(self)

    def get_or_create_collection(
        self, name: str, embedding_function: None = None, configuration: Any = None
    ) -> "ChromaProcessCollection":
        """The collection with that name, created if there is none."""
        self.call(
            {"do": "make", "name": name, "embedding_function": embedding_function, "configuration": configuration}
        )
        return ChromaProcessCollection(self)

    def call(self, message: dict[str, Any], vectors: Vectors | None = None) -> Any:
        """Send a request and wait for its answer."""
        with self._lock:
            try:
                self._connection.send_bytes(json.dumps(message).encode())
                self._connection.send_bytes(b"" if vectors is None else _packed(vectors))
                if not self._connection.poll(_SECONDS):
                    raise EOFError
                answer = json.loads(self._connection.recv_bytes())
            except (EOFError, OSError, ValueError):
                self.kill()
                raise IndexBroken(f"Chroma's files in {self._folder} are damaged. Run: countercase index") from None
        if "missing" in answer:
            raise IndexMissing(f"There is no Chroma collection {message['name']!r}. Run: countercase index")
        if "error" in answer:
            raise IndexBroken(f"Chroma cannot use {self._folder} ({answer['error']}). Run: countercase index")
        return answer["result"]

    def close(self) -> None:
        """Let Chroma write its data and end the process; its files can be moved afterwards."""
        with self._lock:
            self._connection.close()
            try:
                self._process.wait(_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()

    def kill(self) -> None:
        """End the process at once."""
        self._connection.close()
        self._process.kill()
        self._process.wait()

    def __del__(self) -> None:
        if getattr(self, "_process", None) and self._process.poll() is None:
            self.kill()


class ChromaProcessCollection:
    """The calls of a collection, as Chroma has them."""

    def __init__(self, client: ChromaProcess) -> None:
        self._client = client

    def get(self, include: Sequence[str]) -> dict[str, Any]:
        """The ids of all rows."""
        return {"ids": self._client.call({"do": "get", "include": list(include)})}

    def delete(self, ids: list[str]) -> None:
        """Remove rows."""
        self._client.call({"do": "delete", "ids": ids})

    def upsert(self, ids: list[str], embeddings: Vectors, metadatas: list[dict[str, Any]]) -> None:
        """Add rows, or replace those with the same id."""
        self._client.call({"do": "upsert", "ids": ids, "metadatas": metadatas}, embeddings)

    def query(
        self, query_embeddings: Vectors, n_results: int, ids: list[str] | None, include: Sequence[str]
    ) -> dict[str, list[list[str]]]:
        """The ids of the nearest rows for each vector."""
        message = {"do": "query", "n_results": n_results, "ids": ids, "include": list(include)}
        return {"ids": self._client.call(message, query_embeddings)}


def _packed(vectors: Vectors) -> bytes:
    rows = np.ascontiguousarray(vectors, dtype="<f4")
    return np.array(rows.shape, dtype="<i8").tobytes() + rows.tobytes()


def _unpacked(content: bytes) -> Vectors | None:
    if not content:
        return None
    return np.frombuffer(content, dtype="<f4", offset=16).reshape(np.frombuffer(content, dtype="<i8", count=2))


class _ChromaClient:
    """Runs in the child process: Chroma's client and the collection in use."""

    def __init__(self, folder: str) -> None:
        import chromadb
        from chromadb.config import Settings

        self._client: Any = chromadb.PersistentClient(path=folder, settings=Settings(anonymized_telemetry=False))
        self._collection: Any = None

    def answer(self, message: dict[str, Any], vectors: Vectors | None) -> Any:
        call = message.pop("do")
        if call == "open":
            self._collection = self._client.get_collection(**message)
        elif call == "make":
            self._collection = self._client.get_or_create_collection(**message)
        elif call == "query":
            return self._collection.query(query_embeddings=vectors, **message)["ids"]
        elif call == "upsert":
            self._collection.upsert(embeddings=vectors, **message)
        elif call == "delete":
            self._collection.delete(**message)
        else:
            return self._collection.get(**message)["ids"]
        return None

    def close(self) -> None:
        self._client.close()


def _serve(connection: Connection, folder: str) -> None:
    """Answer requests until the pipe is closed."""
    client: _ChromaClient | None = None
    while True:
        try:
            message, vectors = json.loads(connection.recv_bytes()), _unpacked(connection.recv_bytes())
        except EOFError:
            break
        try:
            client = client or _ChromaClient(folder)
            answer = {"result": client.answer(message, vectors)}
        except BaseException as error:  # noqa: BLE001 - a panic in Chroma's native code is not an Exception
            if type(error).__name__ == "NotFoundError":
                answer = {"missing": True}
            else:
                answer = {"error": f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"}
        connection.send_bytes(json.dumps(answer).encode())
    if client is not None:
        client.close()


COLLECTION = "passages"
BATCH = 2000  # rows per call; Chroma's own limit is 5,461
# Inner product of unit rows is their cosine. With the default ef_search, half of a pool of 200 is lost.
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
    """Make the collection hold exactly these rows: delete those not listed, and insert or update the others."""
    collection = client.get_or_create_collection(name, embedding_function=None, configuration=HNSW)
    wanted = set(ids)
    unwanted = [stored for stored in collection.get(include=[])["ids"] if stored not in wanted]
    for start in range(0, len(unwanted), BATCH):
        collection.delete(ids=unwanted[start : start + BATCH])
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
    floor = None  # nothing is known about a case outside the pool

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
            numbers = [window for window, other in enumerate(windows.masks) if id(other) == key]
            for window, rows in zip(numbers, self._query(vectors[numbers], mask, windows.pool), strict=True):
                by_row = np.full((1, len(self._ids)), ABSENT, dtype=np.float32)
                by_row[0, rows] = self.passages(Windows(("",), vectors[[window]]), rows)
                scores[window] = of_case(by_row, self._first_row, windows.fold)
        return scores

    def passages(self, windows: Windows, rows: Rows) -> Scores:
        """The inner product of each passage."""
        return np.round(inner_products(windows.needed_vectors(), self._vectors[rows]), SCORE_DECIMALS)

    def _query(self, vectors: Scores, mask: Mask | None, pool: int) -> list[Rows]:
        ids = None if mask is None else [self._ids[row] for row in np.flatnonzero(mask).tolist()]
        if ids is not None and not ids:
            return [np.zeros(0, dtype=np.int32) for _ in vectors]
        count = min(pool, len(self._ids if ids is None else ids))
        answers = self._collection.query(query_embeddings=vectors, n_results=count, ids=ids, include=[])["ids"]
        try:
            return [
                np.sort(np.array([self._row_of[chunk_id] for chunk_id in answer], dtype=np.int32)) for answer in answers
            ]
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


if __name__ == "__main__":
    _serve(Connection(int(sys.argv[1])), sys.argv[2])
