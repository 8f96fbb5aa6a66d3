"""Pages of the PDF that a case was read from, as pictures: drawn in a child process with limits, kept in the workspace.

The place of the PDF is the one noted at ingest. A file that is gone or that has changed since is not shown.
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

# A grey picture as PNG: three chunks and a checksum, so that no picture library is needed.

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


FOLDER = "page-images"  # in the workspace; may be deleted at any time
AT_ONCE = 4  # pages drawn by one child: the next ones are wanted soon
KEPT = 400  # pictures, about 100 MB
SECONDS = 30.0
WIDTH = 1100  # pixels across: sharp at the width that it is shown, twice over
MAX_PIXELS = 6_000_000
_MEMBER = "!"  # parts an archive from its member in a source


@dataclass(frozen=True, slots=True)
class Original:
    """The PDF of a case; `wrong` says why its pages cannot be shown."""

    source: str
    sha256: str
    pages: int
    wrong: str = ""

    @property
    def file(self) -> Path:
        """The file itself, or the archive that holds it."""
        return Path(self.source.partition(_MEMBER)[0])


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a child is asked to draw."""

    original: Original
    numbers: Sequence[int]
    max_bytes: int


def original_of(source: str, sha256: str, pages: int) -> Original | None:
    """The PDF that a text came from; None where it came from something else."""
    if not source.lower().endswith(".pdf") or not pages:
        return None
    found = Original(source, sha256, pages)
    if found.file.is_file():
        return found
    wrong = f"The PDF is no longer at {found.file}, so its pages cannot be shown; the text is as it was read from it."
    return Original(source, sha256, pages, wrong)


class PageImages:
    """Draws pages on demand, one child at a time, and keeps the pictures."""

    def __init__(self, folder: Path, settings: IngestSettings) -> None:
        self._folder = folder
        self._settings = settings
        self._lock = threading.Lock()

    def get(self, original: Original, number: int) -> bytes:
        """A page as PNG; `UnreadableFile` says in one line why there is none."""
        if original.wrong or not 1 <= number <= original.pages:
            raise NotFound(original.wrong or f"There is no page {number}: the PDF has {original.pages}.")
        path = self._path(original, number)
        with self._lock:
            if path.is_file():
                path.touch()
                return path.read_bytes()
            drawn = self._draw(original, number)
            with suppress(OSError):  # a workspace that cannot be written to: drawn again next time
                self._keep(original, drawn)
        return drawn[number]

    def _path(self, original: Original, number: int) -> Path:
        return self._folder / f"{original.sha256[:32]}-{number}.png"

    def _draw(self, original: Original, first: int) -> Mapping[int, bytes]:
        numbers = [
            number
            for number in range(first, min(first + AT_ONCE, original.pages + 1))
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
        """Remove those looked at longest ago."""
        kept = sorted(self._folder.glob("*.png"), key=lambda path: path.stat().st_mtime)
        for path in kept[: max(0, len(kept) - KEPT)]:
            path.unlink(missing_ok=True)


def _drawer() -> Any:
    return draw_pages


def draw_pages(wanted: Wanted) -> dict[int, bytes]:
    """The child's work: read the PDF, see that it is the one that was read, draw."""
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
            held = archive.extractfile(member) if member.size <= max_bytes else None
            if held is not None:
                return held.read()
    except (tarfile.TarError, KeyError, EOFError):
        pass
    raise UnreadableFile(f"{name} is not in {os.fspath(path)}, or cannot be taken out of it.")


def _picture(page: Any) -> bytes:
    width, height = page.get_size()
    scale = min(WIDTH / max(1.0, width), (MAX_PIXELS / max(1.0, width * height)) ** 0.5)
    pixels = page.render(scale=scale, grayscale=True).to_numpy()
    rows, columns = pixels.shape[:2]
    return grey_png(pixels.reshape(rows, columns, -1)[:, :, 0].tobytes(), columns, rows)
