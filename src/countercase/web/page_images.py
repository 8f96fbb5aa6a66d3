"""Pages of a case's PDF as images, drawn in a child process with limits and kept in the workspace.

The path of the PDF is the one recorded at ingest. A file that is missing or has changed since is not shown.
"""

import os
import struct
import tarfile
import threading
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from countercase.corpus.read import fingerprint
from countercase.corpus.workers import Failed, WorkerLimits, Workers
from countercase.errors import NotFound, UnreadableFile
from countercase.files import write_whole
from countercase.settings import IngestSettings

# A grey image as PNG: three chunks with checksums, so that no image library is needed.

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


FOLDER = "page-images"  # in the workspace; can be deleted at any time
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
