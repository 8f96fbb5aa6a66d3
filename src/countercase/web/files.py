"""Files of the workspace: uploads, deleted once they are read, and pages of a case's PDF as images.

Uploads are written to disk in pieces and can be read only by their owner. The PDF of a case is the file recorded at
ingest; one that is missing or has changed since is not shown.
"""

import hashlib
import os
import secrets
import struct
import tarfile
import threading
import time
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException

from countercase.corpus.ingest import read_upload
from countercase.corpus.read import PageSpan, fingerprint
from countercase.corpus.workers import Failed, WorkerLimits, Workers
from countercase.errors import NotFound, UnreadableFile
from countercase.files import write_whole
from countercase.settings import IngestSettings

if TYPE_CHECKING:
    from countercase.web.jobs import Job

UPLOADS = "uploads"  # in the workspace; the files of stored cases stay, so that their pages can be shown
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
    path = private_folder(workspace / UPLOADS / INCOMING) / secrets.token_hex(12)
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


def read_file(upload: Upload, settings: IngestSettings, job: "Job") -> ReadFile:
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
    for path in (workspace / UPLOADS / INCOMING).glob("*"):
        with suppress(OSError):
            if path not in needed and time.time() - path.stat().st_mtime >= seconds:
                path.unlink()


# Pages of a PDF as images. A grey image as PNG is three chunks with checksums, so no image library is needed.

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def grey_png(pixels: bytes, width: int, height: int) -> bytes:
    """The file for `height` rows of `width` bytes, 0 for black and 255 for white."""
    if len(pixels) != width * height:
        raise ValueError(f"{len(pixels)} bytes are not {width} by {height} pixels")
    rows = b"".join(b"\0" + pixels[start : start + width] for start in range(0, len(pixels), width))
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return _SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(rows, 6)) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


IMAGES = "page-images"  # in the workspace; can be deleted at any time
BATCH = 4  # pages drawn by one child: the following ones are usually needed soon
KEPT = 400  # images, about 100 MB
SECONDS = 30.0
WIDTH = 1100  # pixels: twice the width at which it is shown, so that it is sharp
MAX_PIXELS = 6_000_000
_MEMBER = "!"  # separates an archive from its member in a source


@dataclass(frozen=True, slots=True)
class Original:
    """The PDF of a case; `wrong` says why its pages cannot be shown."""

    source: str
    sha256: str
    pages: int
    wrong: str = ""

    @property
    def file(self) -> Path:
        """The file itself, or the archive that contains it."""
        return Path(self.source.partition(_MEMBER)[0])


@dataclass(frozen=True, slots=True)
class Wanted:
    """A page for the child process to draw."""

    original: Original
    numbers: Sequence[int]
    max_bytes: int


def original_of(source: str, sha256: str, pages: int) -> Original | None:
    """The PDF of a text; None if the text is not from a PDF."""
    if not source.lower().endswith(".pdf") or not pages:
        return None
    found = Original(source, sha256, pages)
    if found.file.is_file():
        return found
    wrong = f"The PDF is no longer at {found.file}, so its pages cannot be shown. The text is unchanged."
    return Original(source, sha256, pages, wrong)


class PageImages:
    """Draws pages on demand, with one child at a time, and keeps the images."""

    def __init__(self, folder: Path, settings: IngestSettings) -> None:
        self._folder = folder
        self._settings = settings
        self._lock = threading.Lock()

    def get(self, original: Original, number: int) -> bytes:
        """A page as PNG. Raises an error with the reason if there is none."""
        if original.wrong or not 1 <= number <= original.pages:
            raise NotFound(original.wrong or f"There is no page {number}: the PDF has {original.pages}.")
        path = self._path(original, number)
        with self._lock:
            if path.is_file():
                path.touch()
                return path.read_bytes()
            drawn = self._draw(original, number)
            with suppress(OSError):  # if the workspace cannot be written, it is drawn again next time
                self._keep(original, drawn)
        return drawn[number]

    def _path(self, original: Original, number: int) -> Path:
        return self._folder / f"{original.sha256[:32]}-{number}.png"

    def _draw(self, original: Original, first: int) -> Mapping[int, bytes]:
        numbers = [
            number
            for number in range(first, min(first + BATCH, original.pages + 1))
            if not self._path(original, number).is_file()
        ]
        limits = WorkerLimits(1, SECONDS, self._settings.memory_mb)
        workers: Workers[Wanted, Mapping[int, bytes]] = Workers(_drawer, limits)
        ((_, drawn),) = workers.run([Wanted(original, numbers, self._settings.max_file_mb * 1024 * 1024)])
        if isinstance(drawn, Failed):
            raise UnreadableFile(f"The page cannot be shown: {drawn.reason}")
        return drawn

    def _keep(self, original: Original, drawn: Mapping[int, bytes]) -> None:
        self._folder.mkdir(exist_ok=True)
        for number, picture in drawn.items():
            write_whole(self._path(original, number), picture)
        self._forget()

    def _forget(self) -> None:
        """Delete the pictures that were used least recently."""
        kept = sorted(self._folder.glob("*.png"), key=lambda path: path.stat().st_mtime)
        for path in kept[: max(0, len(kept) - KEPT)]:
            path.unlink(missing_ok=True)


def _drawer() -> Any:
    return draw_pages


def draw_pages(wanted: Wanted) -> dict[int, bytes]:
    """In the child process: read the PDF, check that it is the one that was ingested, and draw."""
    import pypdfium2

    content = _content(wanted)
    try:
        document = pypdfium2.PdfDocument(content)
        if len(document) != wanted.original.pages:
            raise UnreadableFile("the PDF has changed since it was read. Ingest it again.")
        return {number: _picture(document[number - 1]) for number in wanted.numbers}
    except pypdfium2.PdfiumError:
        raise UnreadableFile("the PDF or this page of it is damaged.") from None


def _content(wanted: Wanted) -> bytes:
    original = wanted.original
    try:
        if original.file.stat().st_size > wanted.max_bytes and _MEMBER not in original.source:
            raise UnreadableFile("the PDF is larger than ingest.max_file_mb.")
        if _MEMBER in original.source:
            return _from_archive(original.file, original.source.partition(_MEMBER)[2], wanted.max_bytes)
        content = original.file.read_bytes()
    except OSError as error:
        raise UnreadableFile(f"{original.file} cannot be opened: {error.strerror or error}.") from None
    if fingerprint(content) != original.sha256:
        raise UnreadableFile("the PDF has changed since it was read. Ingest it again.")
    return content


def _from_archive(path: Path, name: str, max_bytes: int) -> bytes:
    try:
        with tarfile.open(path) as archive:
            member = archive.getmember(name)
            stream = archive.extractfile(member) if member.size <= max_bytes else None
            if stream is not None:
                return stream.read()
    except (tarfile.TarError, KeyError, EOFError):
        pass
    raise UnreadableFile(f"{name} is not in {os.fspath(path)}, or cannot be taken out of it.")


def _picture(page: Any) -> bytes:
    width, height = page.get_size()
    scale = min(WIDTH / max(1.0, width), (MAX_PIXELS / max(1.0, width * height)) ** 0.5)
    pixels = page.render(scale=scale, grayscale=True).to_numpy()
    rows, columns = pixels.shape[:2]
    return grey_png(pixels.reshape(rows, columns, -1)[:, :, 0].tobytes(), columns, rows)
