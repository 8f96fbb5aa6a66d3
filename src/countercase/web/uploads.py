"""Uploaded files: written to disk in pieces, readable only by their owner, deleted once read."""

import hashlib
import os
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException

from countercase.corpus.ingest import read_upload
from countercase.corpus.read import PageSpan
from countercase.errors import UnreadableFile
from countercase.settings import IngestSettings
from countercase.web.jobs import Job

FOLDER = "uploads"  # in the workspace; the files of stored cases stay, so that their pages can be shown
INCOMING = "incoming"  # within it: files that no job has read yet
_PIECE = 1024 * 1024  # bytes
_LONGEST_NAME = 80  # characters
_LONGEST_ENDING = 6
_READ_SECONDS = 600.0  # a long scan takes minutes; Cancel stops it at once
_NAMED_PAGES = 8  # pages named one by one; of more, only the number is given


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded file; `name` is the client's name for it, without folders and control characters."""

    name: str
    path: Path
    sha256: str
    size: int

    def check(self) -> None:
        """Raise UnreadableFile if another machine received the file, or it was deleted."""
        if not self.path.is_file():
            raise UnreadableFile(f"{self.name} is no longer on this machine. Upload it again.")

    def drop(self) -> None:
        """Delete the file."""
        with suppress(OSError):
            self.path.unlink()


async def receive_upload(file: UploadFile, workspace: Path, max_mb: int) -> Upload:
    """Copy an uploaded file into the workspace, never holding all of it in memory."""
    path = private_folder(workspace / FOLDER / INCOMING) / secrets.token_hex(12)
    upload = await run_in_threadpool(_copy, file, path, max_mb)
    if upload.size:
        return upload
    upload.drop()
    raise HTTPException(422, f"{upload.name} is empty. Choose a file with a judgment.")


def _copy(file: UploadFile, path: Path, max_mb: int) -> Upload:
    name, digest, size = shown_name(file.filename or ""), hashlib.sha256(), 0
    handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(handle, "wb") as out:
            while piece := file.file.read(_PIECE):
                size += len(piece)
                if size > max_mb * 1024 * 1024:
                    raise HTTPException(
                        413, f"{name} is larger than ingest.max_file_mb = {max_mb}. Choose a smaller file."
                    )
                digest.update(piece)
                out.write(piece)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return Upload(name, path, digest.hexdigest(), size)


@dataclass(frozen=True, slots=True)
class ReadFile:
    """The text of an uploaded file, and a note for the reader on how it was read."""

    text: str
    note: str


def read_file(upload: Upload, settings: IngestSettings, job: Job) -> ReadFile:
    """Read a brief, a judgment or a draft in a child process with limits; a scan is read by OCR."""
    job.tell(f"Reading {upload.name}; a scanned page takes a few seconds")
    upload.check()
    limits = settings.model_copy(update={"seconds_per_file": _READ_SECONDS})
    document = read_upload(upload.name, upload.path.read_bytes(), limits, job.check)
    return ReadFile(document.text, _how_read(document.pages))


def _how_read(pages: tuple[PageSpan, ...]) -> str:
    """Which pages were read by OCR, and which could not be read; empty if the file has its text."""
    scanned = [page.number for page in pages if page.ocr]
    unread = [page.number for page in pages if not page.readable]
    notes = []
    if scanned:
        what = "The text was" if len(scanned) == len(pages) else f"{_pages(scanned)} of the file were"
        notes.append(f"{what} read from a scan. Compare names, dates and figures with the original.")
    if unread:
        notes.append(f"{_pages(unread)} could not be read. Type in what matters there.")
    return " ".join(notes)


def _pages(numbers: list[int]) -> str:
    if len(numbers) > _NAMED_PAGES:
        return f"{len(numbers)} pages"
    return f"Page{'' if len(numbers) == 1 else 's'} {', '.join(map(str, numbers))}"


def shown_name(name: str) -> str:
    """A file name without folders and control characters, cut to a readable length."""
    shown = "".join(letter for letter in base_name(name) if letter.isprintable())
    stem, point, ending = shown.rpartition(".")
    if len(shown) > _LONGEST_NAME and point and len(ending) < _LONGEST_ENDING:
        return f"{stem[: _LONGEST_NAME - len(ending) - 1]}.{ending}"
    return shown[:_LONGEST_NAME] or "the file"


def base_name(path: str) -> str:
    """The last part of a path, whichever way its slashes lean."""
    return path.replace("\\", "/").rpartition("/")[2]


def private_folder(folder: Path) -> Path:
    """The folder, created if necessary, that only its owner may read."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    return folder


def drop_left_over(workspace: Path, needed: frozenset[Path] = frozenset(), seconds: float = 0.0) -> None:
    """Delete files that a killed server had received but not read.

    Files that a job still needs stay, and so do files younger than `seconds`.
    """
    for path in (workspace / FOLDER / INCOMING).glob("*"):
        with suppress(OSError):
            if path not in needed and time.time() - path.stat().st_mtime >= seconds:
                path.unlink()
