"""Opens Chroma's local files in a separate process.

Chroma maps its files into memory without checking them and rewrites them whenever it opens them, so our checksums
cannot protect them: a damaged file kills the process that reads it. That process must not be the one that answers the
user. Queries and answers pass through a pipe as JSON and raw numbers; nothing from the files is ever unpickled.
"""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countercase.errors import IndexBroken, IndexMissing

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


if __name__ == "__main__":
    _serve(Connection(int(sys.argv[1])), sys.argv[2])
