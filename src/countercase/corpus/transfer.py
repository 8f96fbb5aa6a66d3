"""HTTP with the standard library: ask for a file, fetch it in pieces, go on after a break."""

import http.client
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import TypeVar

from countercase import __version__
from countercase.errors import DownloadError
from countercase.settings import DownloadSettings

_PIECE = 1024 * 1024
_LONGEST_WAIT = 60.0  # seconds between two tries
_AGENT = f"countercase/{__version__} (corpus download)"
_TRY_AGAIN = frozenset((408, 425, 429, 500, 502, 503, 504))
_BROKEN = (urllib.error.URLError, http.client.HTTPException, ConnectionError, TimeoutError)


T = TypeVar("T")


class Missing(Exception):
    """The server has no such file."""


@dataclass(frozen=True, slots=True)
class Remote:
    """A file on the server as it describes itself; an empty text where it says nothing."""

    url: str
    size: int
    etag: str = ""
    sha256: str = ""  # base64, as S3 gives it


class Transfer:
    """Requests with retries. A try that brought something does not count against them."""

    def __init__(self, settings: DownloadSettings) -> None:
        self._settings = settings

    def ask(self, url: str) -> Remote:
        """What the server says of a file."""

        def ask_once() -> Remote:
            with self._open(url, "HEAD", {}) as answer:
                return _remote(url, answer)

        return self._with_retries(url, ask_once)

    def read(self, url: str, limit: int) -> bytes:
        """A small file."""

        def read_once() -> bytes:
            with self._open(url, "GET", {}) as answer:
                content = answer.read(limit + 1)
                missing = int(answer.headers.get("Content-Length") or 0) - len(content)
            if len(content) > limit:
                raise DownloadError(f"{url} is larger than {limit} bytes. Check download.base_url.")
            if missing > 0:
                raise http.client.IncompleteRead(content, missing)
            return content

        return self._with_retries(url, read_once)

    def fetch(self, remote: Remote, part: Path) -> None:
        """The whole of a file into `part`, going on where an earlier run or try broke off."""
        tag = part.with_name(part.name + ".etag")
        if not (remote.etag and tag.is_file() and tag.read_text(encoding="utf-8") == remote.etag):
            part.unlink(missing_ok=True)  # of another file, or it cannot be told
        tag.write_text(remote.etag, encoding="utf-8")
        part.touch()
        failures = 0
        while (have := part.stat().st_size) < remote.size:
            try:
                self._append(remote, part, have)
            except _BROKEN as error:
                failures = 1 if part.stat().st_size > have else failures + 1
                self._give_up_or_wait(remote.url, failures, error)
        tag.unlink(missing_ok=True)

    def _with_retries(self, url: str, action: Callable[[], T]) -> T:
        failures = 0
        while True:
            try:
                return action()
            except _BROKEN as error:
                failures += 1
                self._give_up_or_wait(url, failures, error)

    def _append(self, remote: Remote, part: Path, have: int) -> None:
        wanted = {"Range": f"bytes={have}-", "If-Range": remote.etag} if have else {}
        with self._open(remote.url, "GET", wanted) as answer:
            goes_on = answer.status == HTTPStatus.PARTIAL_CONTENT
            with part.open("ab" if have and goes_on else "wb") as file:
                while piece := answer.read(_PIECE):
                    file.write(piece)
        if part.stat().st_size < remote.size:
            raise http.client.IncompleteRead(b"", remote.size - part.stat().st_size)

    def _open(self, url: str, method: str, headers: dict[str, str]) -> http.client.HTTPResponse:
        request = urllib.request.Request(url, method=method, headers={"User-Agent": _AGENT, **headers})  # noqa: S310
        try:
            answer: http.client.HTTPResponse = urllib.request.urlopen(  # noqa: S310
                request, timeout=self._settings.timeout_seconds
            )
        except urllib.error.HTTPError as error:
            error.close()
            if error.code in (HTTPStatus.NOT_FOUND, HTTPStatus.FORBIDDEN):  # S3 answers 403 where listing is closed
                raise Missing(url) from None
            if error.code not in _TRY_AGAIN:
                raise DownloadError(f"{url}: the server answers {error.code} {error.reason}.") from None
            raise ConnectionError(f"{error.code} {error.reason}") from None
        return answer

    def _give_up_or_wait(self, url: str, failures: int, error: BaseException) -> None:
        if failures > self._settings.retries:
            raise DownloadError(
                f"{url} could not be fetched, tried {failures} times ({error}). Run the same command again to go on."
            ) from None
        time.sleep(min(_LONGEST_WAIT, self._settings.backoff_seconds * 2 ** (failures - 1)))


def _remote(url: str, answer: http.client.HTTPResponse) -> Remote:
    size = answer.headers.get("Content-Length")
    if size is None or not size.isdecimal():
        raise DownloadError(f"{url}: the server does not say how long the file is. Check download.base_url.")
    return Remote(url, int(size), answer.headers.get("ETag", ""), answer.headers.get("x-amz-checksum-sha256", ""))
