"""Files that a browser sends: written to disk piece by piece, readable by their owner alone, deleted once read."""

import hashlib
import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException

from countercase.corpus.ingest import read_upload
from countercase.corpus.read import PageSpan
from countercase.settings import IngestSettings
from countercase.web.jobs import Job

FOLDER = "uploads"  # of the workspace: the files of stored cases stay, so that their pages can be shown
INCOMING = "incoming"  # within it: files that no job has read yet
_PIECE = 1024 * 1024  # bytes
_LONGEST_NAME = 80  # characters
_READ_SECONDS = 600.0  # a long scan takes minutes; Cancel stops it at once
_NAMED_PAGES = 8  # pages named one by one; of more, only the number is given


@dataclass(frozen=True, slots=True)
class Upload:
    """A received file; `name` is what the client called it, without folders and control characters."""

    name: str
    path: Path
    sha256: str
    size: int

    def drop(self) -> None:
        """Delete the file."""
        with suppress(OSError):
            self.path.unlink()


async def receive_upload(file: UploadFile, workspace: Path, max_mb: int) -> Upload:
    """Copy an uploaded file into the workspace without ever holding all of it in memory."""
    path = private_folder(workspace / FOLDER / INCOMING) / secrets.token_hex(12)
    upload = await run_in_threadpool(_copy, file, path, max_mb)
    if upload.size:
        return upload
    upload.drop()
    raise HTTPException(422, f"{upload.name} is empty. Give a file with a judgment.")


def _copy(file: UploadFile, path: Path, max_mb: int) -> Upload:
    name, digest, size = shown_name(file.filename or ""), hashlib.sha256(), 0
    handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(handle, "wb") as out:
            while piece := file.file.read(_PIECE):
                size += len(piece)
                if size > max_mb * 1024 * 1024:
                    raise HTTPException(
                        413, f"{name} has more than ingest.max_file_mb = {max_mb}. Give a smaller file."
                    )
                digest.update(piece)
                out.write(piece)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return Upload(name, path, digest.hexdigest(), size)


@dataclass(frozen=True, slots=True)
class ReadFile:
    """The text of an uploaded file, and what a reader should know about how it was read."""

    text: str
    note: str


def read_file(upload: Upload, settings: IngestSettings, job: Job) -> ReadFile:
    """Read a brief, a judgment or a draft in a child process with limits; a scan is read by OCR."""
    job.tell(f"Reading {upload.name}; a scanned page takes some seconds")
    limits = settings.model_copy(update={"seconds_per_file": _READ_SECONDS})
    document = read_upload(upload.name, upload.path.read_bytes(), limits, job.check)
    return ReadFile(document.text, _how_read(document.pages))


def _how_read(pages: tuple[PageSpan, ...]) -> str:
    """Which pages OCR read and which nobody could; empty where the text came with the file."""
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
    """The last part of a file name, cut to a decent length, without characters that a terminal or page would obey."""
    last = name.replace("\\", "/").rpartition("/")[2]
    return "".join(letter for letter in last if letter.isprintable())[-_LONGEST_NAME:] or "the file"


def private_folder(folder: Path) -> Path:
    """The folder, made if need be, and open to its owner alone."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    return folder


def drop_left_over(workspace: Path, needed: frozenset[Path] = frozenset()) -> None:
    """Delete files that a server which was killed had received and not read, except those that a job still needs."""
    for path in (workspace / FOLDER / INCOMING).glob("*"):
        if path not in needed:
            with suppress(OSError):
                path.unlink()
