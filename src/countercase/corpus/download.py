"""Fetching the AWS Open Data "Indian Supreme Court Judgments": resumable, checked, polite.

A file is written beside its name as `.part` and takes its name only when it is whole. What was fetched is noted in a
`.fetched.json` beside it, so a second run asks the server only whether the file has changed.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from countercase.corpus.checksums import check_file, sha256_of
from countercase.corpus.transfer import Missing, Remote, Transfer
from countercase.errors import DownloadError, InputError
from countercase.settings import DownloadSettings

_INDEX_LIMIT = 64 * 1024 * 1024  # bytes of an index file; a server that sends more is not the one we know


@dataclass(frozen=True, slots=True)
class FetchedFile:
    """A file that lies here whole: how it was checked, and whether this run fetched it."""

    path: Path
    size: int
    sha256: str
    checked_by: str
    fetched: bool


class Downloader:
    """Fetches years into a folder that is laid out as on the server."""

    def __init__(self, settings: DownloadSettings, folder: Path) -> None:
        if urlsplit(settings.base_url).scheme not in ("http", "https"):
            raise InputError(f"download.base_url = {settings.base_url!r} is no web address. Begin it with https://.")
        self._settings = settings
        self._folder = folder
        self._transfer = Transfer(settings)
        self._first = True

    def fetch_year(self, year: int) -> Iterator[FetchedFile]:
        """The metadata and the English judgments of a year."""
        folder = f"data/tar/year={year}/english"
        yield self.fetch(f"metadata/parquet/year={year}/metadata.parquet")
        for name in self._archives(folder):
            yield self.fetch(f"{folder}/{name}")

    def fetch(self, key: str) -> FetchedFile:
        """One file: kept where it is whole and unchanged, continued where it was broken off."""
        path = self._folder / key
        path.parent.mkdir(parents=True, exist_ok=True)
        self._pause()
        remote = self._remote(key)
        noted = _read_note(path)
        if noted and path.is_file() and (noted["etag"], noted["size"]) == (remote.etag, path.stat().st_size):
            return FetchedFile(path, noted["size"], noted["sha256"], noted["checked_by"], fetched=False)
        part = path.with_name(path.name + ".part")
        self._transfer.fetch(remote, part)
        checked_by = check_file(part, remote)
        fetched = FetchedFile(path, part.stat().st_size, sha256_of(part), checked_by, fetched=True)
        part.replace(path)
        _write_note(path, remote, fetched)
        return fetched

    def _archives(self, folder: str) -> list[str]:
        """The names of a year's archives: from the index that the bucket keeps, else the one usual name."""
        self._pause()
        try:
            content = self._transfer.read(self._url(f"{folder}/english.index.json"), _INDEX_LIMIT)
        except Missing:
            return ["english.tar"]
        try:
            parts = [str(part["name"]) for part in json.loads(content).get("parts", [])]
        except (ValueError, TypeError, KeyError, AttributeError):
            raise DownloadError(f"{self._url(folder)}/english.index.json is not an index that we know.") from None
        names = [name if name.endswith(".tar") else f"{name}.tar" for name in parts]
        for name in names:
            if PurePosixPath(name).name != name:
                raise DownloadError(f"{self._url(folder)}/english.index.json names {name!r}, which is no file name.")
        return names or ["english.tar"]

    def _remote(self, key: str) -> Remote:
        try:
            return self._transfer.ask(self._url(key))
        except Missing:
            raise DownloadError(f"{self._url(key)} does not exist. The collection begins in 1950.") from None

    def _url(self, key: str) -> str:
        return f"{self._settings.base_url.rstrip('/')}/{key}"

    def _pause(self) -> None:
        if not self._first:
            time.sleep(self._settings.delay_seconds)
        self._first = False


def _note_path(path: Path) -> Path:
    return path.with_name(path.name + ".fetched.json")


def _read_note(path: Path) -> dict[str, Any] | None:
    try:
        noted = json.loads(_note_path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return noted if isinstance(noted, dict) and {"etag", "size", "sha256", "checked_by"} <= noted.keys() else None


def _write_note(path: Path, remote: Remote, fetched: FetchedFile) -> None:
    note = {**asdict(remote), "size": fetched.size, "sha256": fetched.sha256, "checked_by": fetched.checked_by}
    _note_path(path).write_text(json.dumps(note, indent=2) + "\n", encoding="utf-8")
