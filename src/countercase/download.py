"""Downloads the public data sets, the judgments of the Supreme Court and CUAD: resumable, checked, polite.

A file is written as `.part` and gets its final name only when it is complete. A `.fetched.json` beside a file of
judgments records what was fetched, so a second run only asks the server whether the file has changed.
"""

import base64
import hashlib
import http.client
import json
import re
import stat
import threading
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from http import HTTPStatus
from pathlib import Path, PurePosixPath
from typing import Any, NoReturn, TypeVar
from urllib.parse import urlsplit

from countercase.errors import DownloadError, InputError
from countercase.files import sha256_of, whole_file, write_whole
from countercase.settings import DownloadSettings
from countercase.version import __version__

# HTTP with the standard library: ask for a file, fetch it in pieces, resume after a break.

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
    """A file as the server describes it; a field is empty if the server does not give it."""

    url: str
    size: int
    etag: str = ""
    sha256: str = ""  # base64, as S3 gives it


class Transfer:
    """Requests with retries. An attempt that received data does not count against the limit."""

    def __init__(self, settings: DownloadSettings) -> None:
        self._settings = settings

    def ask(self, url: str) -> Remote:
        """What the server says about a file."""

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
        """Fetch a whole file into `part`, continuing where an earlier attempt stopped."""
        tag = part.with_name(part.name + ".etag")
        if not (remote.etag and tag.is_file() and tag.read_text(encoding="utf-8") == remote.etag):
            part.unlink(missing_ok=True)  # it is part of another version, or that cannot be ruled out
        write_whole(tag, remote.etag, private=False)
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
            resumes = answer.status == HTTPStatus.PARTIAL_CONTENT
            with part.open("ab" if have and resumes else "wb") as file:
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
                f"{url} could not be fetched, tried {failures} times ({error}). Run the same command again to continue."
            ) from None
        time.sleep(min(_LONGEST_WAIT, self._settings.backoff_seconds * 2 ** (failures - 1)))


def _remote(url: str, answer: http.client.HTTPResponse) -> Remote:
    size = answer.headers.get("Content-Length")
    if size is None or not size.isdecimal():
        raise DownloadError(f"{url}: the server does not say how long the file is. Check download.base_url.")
    return Remote(url, int(size), answer.headers.get("ETag", ""), answer.headers.get("x-amz-checksum-sha256", ""))


# Whether a fetched file is the one on the server: by SHA-256 or MD5 if the server gives one, else by its length.

# For a file uploaded in parts, S3's tag is the MD5 of the MD5s of the parts; these are the part sizes of usual clients.
_PART_SIZES = tuple(size * _PIECE for size in (8, 5, 16, 64, 100, 128))
_PLAIN = re.compile(r'"?([0-9a-f]{32})"?')
_IN_PARTS = re.compile(r'"?([0-9a-f]{32})-(\d+)"?')


def check_file(path: Path, remote: Remote) -> str:
    """Check a file and return how it was checked. One that differs from the server's is deleted; that is an error."""
    size = path.stat().st_size
    if size != remote.size:
        _refuse(path, remote, f"{size} bytes instead of {remote.size}")
    if remote.sha256:
        if base64.b64encode(bytes.fromhex(sha256_of(path))).decode() != remote.sha256:
            _refuse(path, remote, "another SHA-256")
        return "sha256"
    if plain := _PLAIN.fullmatch(remote.etag):
        if _md5(path, 0, size).hexdigest() != plain[1]:
            _refuse(path, remote, "another MD5")
        return "md5"
    parts = _IN_PARTS.fullmatch(remote.etag)
    return "md5 of parts" if parts and _matches_parts(path, size, parts[1], int(parts[2])) else "size"


def _matches_parts(path: Path, size: int, md5: str, count: int) -> bool:
    """Whether a usual part size gives the tag; if none does, nothing is proven either way."""
    return any(-(-size // part) == count and _md5_of_parts(path, size, part) == md5 for part in _PART_SIZES)


def _md5_of_parts(path: Path, length: int, size: int) -> str:
    joined = hashlib.md5(usedforsecurity=False)
    for start in range(0, length, size):
        joined.update(_md5(path, start, min(size, length - start)).digest())
    return joined.hexdigest()


def _md5(path: Path, start: int, length: int) -> "hashlib._Hash":
    digest = hashlib.md5(usedforsecurity=False)
    for piece in _pieces(path, start, length):
        digest.update(piece)
    return digest


def _pieces(path: Path, start: int, length: int) -> Iterator[bytes]:
    with path.open("rb") as file:
        file.seek(start)
        while length > 0 and (piece := file.read(min(_PIECE, length))):
            yield piece
            length -= len(piece)


def _refuse(path: Path, remote: Remote, how: str) -> NoReturn:
    path.unlink(missing_ok=True)
    raise DownloadError(f"{remote.url} arrived damaged ({how}) and was deleted. Run the same command again.")


# The AWS Open Data "Indian Supreme Court Judgments".

_INDEX_LIMIT = 64 * 1024 * 1024  # bytes of an index file; a server that sends more is not the one we know


@dataclass(frozen=True, slots=True)
class FetchedFile:
    """A complete local file: how it was checked, and whether this run fetched it."""

    path: Path
    size: int
    sha256: str
    checked_by: str
    fetched: bool


class Downloader:
    """Fetches years into a folder with the same layout as the server."""

    def __init__(self, settings: DownloadSettings, folder: Path) -> None:
        if urlsplit(settings.base_url).scheme not in ("http", "https"):
            raise InputError(f"download.base_url = {settings.base_url!r} is not a web address. Begin it with https://.")
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
        """Fetch one file: keep it if it is complete and unchanged, resume it if it is partial."""
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
        """The names of the archives of a year: from the index in the bucket, else the usual name."""
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
                raise DownloadError(f"{self._url(folder)}/english.index.json names {name!r}, which is not a file name.")
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
    write_whole(_note_path(path), json.dumps(note, indent=2) + "\n", private=False)


def parse_years(text: str) -> list[int]:
    """`2020-2024` or `1975,1980-1985` as years in order."""
    years: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{4})(?:\s*-\s*(\d{4}))?\s*", part)
        if match is None or int(match[1]) > int(match[2] or match[1]):
            raise InputError(f"Write years such as 2023 or 2020-2024, not {part.strip()!r}.")
        years.update(range(int(match[1]), int(match[2] or match[1]) + 1))
    return sorted(years)


# Unpacks a zip file that is not trusted: no path outside the folder, no link, no zip bomb.


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """Limits on the content of an archive."""

    members: int = 20_000
    member_bytes: int = 64 * _PIECE
    total_bytes: int = 1024 * _PIECE


def unzip(
    archive: Path, folder: Path, wanted: Callable[[str], bool], limits: ArchiveLimits | None = None
) -> list[Path]:
    """Unpack the wanted files into the folder. One that claims too much is refused before anything is written."""
    limits = limits or ArchiveLimits()
    try:
        with zipfile.ZipFile(archive) as opened:
            members = [member for member in opened.infolist() if not member.is_dir()]
            if len(members) > limits.members:
                raise DownloadError(
                    f"{archive} contains {len(members)} files, more than {limits.members}. It is not CUAD."
                )
            chosen = [(member, _safe(archive, member)) for member in members if wanted(member.filename)]
            if sum(member.file_size for member, _ in chosen) > limits.total_bytes:
                raise DownloadError(f"{archive} unpacks to more than {limits.total_bytes} bytes. It is not CUAD.")
            return [_write(opened, member, folder / path, limits) for member, path in chosen]
    except zipfile.BadZipFile as error:
        raise DownloadError(f"{archive} is not a complete zip file: {error}. Delete it and run again.") from None


def _safe(archive: Path, member: zipfile.ZipInfo) -> PurePosixPath:
    path = PurePosixPath(member.filename)
    link = stat.S_ISLNK(member.external_attr >> 16)
    if link or path.is_absolute() or ".." in path.parts or "\\" in member.filename or ":" in path.parts[0]:
        raise DownloadError(f"{archive} contains {member.filename!r}, which leads out of its folder. Do not use it.")
    return path


def _write(opened: zipfile.ZipFile, member: zipfile.ZipInfo, path: Path, limits: ArchiveLimits) -> Path:
    """Write one member and count its bytes: the size in the header is only a claim."""
    written = 0
    with opened.open(member) as source, whole_file(path, private=False) as target:
        while piece := source.read(_PIECE):
            written += len(piece)
            if written > limits.member_bytes:
                raise DownloadError(f"{member.filename!r} unpacks to more than {limits.member_bytes} bytes.")
            target.write(piece)
    return path


# CUAD v1.

CUAD_URL = "https://zenodo.org/record/4595826/files/CUAD_v1.zip?download=1"
CUAD_FOLDER = "CUAD_v1"
CUAD_TABLE = "master_clauses.csv"
CUAD_TEXTS = "full_contract_txt"
CLAUSES_SHA256 = "00f85df35da326a713aa95b68c42a0e1731f4bb03e0bf368c7d0f158297033cd"  # of master_clauses.csv as released

Progress = Callable[[int, int], None]


def download_cuad(
    into: Path,
    url: str = CUAD_URL,
    clauses_sha256: str = CLAUSES_SHA256,
    settings: DownloadSettings | None = None,
    progress: Progress | None = None,
    limits: ArchiveLimits | None = None,
) -> Path:
    """The folder with the texts and `master_clauses.csv`, downloaded only if it is not there already.

    `progress` gets the bytes received and the total. The PDFs in the archive are not unpacked.
    """
    folder = into / CUAD_FOLDER
    if _is_complete(folder, clauses_sha256):
        return folder
    into.mkdir(parents=True, exist_ok=True)
    transfer = Transfer(settings or DownloadSettings())
    part = into / "CUAD_v1.zip.part"
    try:
        remote = transfer.ask(url)
    except Missing:
        raise DownloadError(f"{url} does not exist. Get CUAD_v1.zip by hand, unpack it, and give --source.") from None
    with _watched(part, remote.size, progress):
        transfer.fetch(remote, part)
    check_file(part, remote)
    unzip(part, into, _wanted, limits)
    if not _is_complete(folder, clauses_sha256):
        raise DownloadError(f"{url} is not CUAD v1 as released: {CUAD_TABLE} is missing or has another SHA-256.")
    part.unlink()
    return folder


def _wanted(member: str) -> bool:
    return member.startswith(f"{CUAD_FOLDER}/") and (member.endswith(".csv") or f"/{CUAD_TEXTS}/" in member)


def _is_complete(folder: Path, clauses_sha256: str) -> bool:
    clauses = folder / CUAD_TABLE
    return (folder / CUAD_TEXTS).is_dir() and clauses.is_file() and sha256_of(clauses) == clauses_sha256


@contextmanager
def _watched(part: Path, size: int, progress: Progress | None) -> Iterator[None]:
    """Report the size of the file four times a second, from another thread."""
    if progress is None:
        yield
        return
    done = threading.Event()

    def watch() -> None:
        while not done.wait(0.25):
            progress(part.stat().st_size if part.exists() else 0, size)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
    progress(size, size)
