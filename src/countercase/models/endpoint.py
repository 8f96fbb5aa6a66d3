"""Any OpenAI-compatible embeddings endpoint. Texts leave this process: an address elsewhere must be allowed first."""

import json
from collections.abc import Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING

from pydantic import BaseModel, ValidationError

from countercase.errors import EndpointError
from countercase.outbound import (
    announce,
    check_endpoint,
    post,
    redacted,
    seconds_left,
    secrets_of,
    without_secrets,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BATCH = 64
MOST_BYTES = 64 * 1024 * 1024  # of one answer: 64 rows of 8,192 numbers have about 12 MB


class _Row(BaseModel):
    index: int
    embedding: list[float]


class _Answer(BaseModel):
    data: list[_Row]


class EndpointEncoder:
    """`http://127.0.0.1:8080/v1#model`: the base URL, and the model after the `#`."""

    def __init__(
        self, address: str, api_key: str = "", allow_remote: bool = False, timeout_seconds: float = 60
    ) -> None:
        base, _, self._model = address.partition("#")
        check_endpoint(base, "models.encoder", allow_remote)
        if not self._model:
            raise EndpointError(
                f"{without_secrets(base)} is not an embeddings endpoint. Write http://HOST:PORT/v1#MODEL."
            )
        self._base = base.rstrip("/")
        self._api_key = api_key
        self._timeout = timeout_seconds
        self._dimension: int | None = None

    @property
    def name(self) -> str:
        """The model, without where it is served."""
        return f"endpoint:{self._model}"

    @property
    def dimension(self) -> int:
        """Length of a row; asks the endpoint once."""
        if self._dimension is None:
            self._dimension = len(self._ask(["dimension"])[0])
        return self._dimension

    def encode_queries(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """One unit row a query."""
        return self._encode(texts)

    def encode_passages(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """One unit row a passage."""
        return self._encode(texts)

    def _encode(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        import numpy as np

        rows = [row for at in range(0, len(texts), BATCH) for row in self._ask(texts[at : at + BATCH])]
        found = np.array(rows, dtype=np.float32).reshape(len(texts), -1 if rows else self.dimension)
        self._dimension = found.shape[1]
        found /= np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-12)
        return found

    def _ask(self, texts: Sequence[str]) -> list[list[float]]:
        body = json.dumps({"model": self._model, "input": list(texts)}).encode()
        headers = {"Content-Type": "application/json"}
        if self._api_key:
            headers["Authorization"] = f"Bearer {self._api_key}"
        announce(self._base, "text to be encoded")
        shown = f"{without_secrets(self._base)}/embeddings"
        try:
            given = post(f"{self._base}/embeddings", body, headers, seconds_left(self._timeout), MOST_BYTES)
            if given.status != HTTPStatus.OK:
                raise EndpointError(f"{shown} failed with status {given.status}. Check the address and the key.")
            answer = _Answer.model_validate_json(given.content)
        except ValidationError:
            raise EndpointError(f"{shown} did not answer with embeddings. Check the address.") from None
        except OSError as error:
            why = redacted(str(error), secrets_of(self._base, self._api_key))
            raise EndpointError(f"{shown} failed: {why}. Is it running?") from None
        rows = [row.embedding for row in sorted(answer.data, key=lambda row: row.index)]
        if len(rows) != len(texts) or len({len(row) for row in rows}) != 1:
            raise EndpointError(f"{shown} gave {len(rows)} rows for {len(texts)} texts, or uneven ones.")
        return rows
