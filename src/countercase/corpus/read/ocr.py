"""Scanned pages and photographs read by an installed tesseract, as a subprocess; nothing is fetched."""

import os
import re
import shutil
import subprocess
import time
from dataclasses import dataclass
from typing import Any, Self

from countercase.errors import UnreadableFile

_DPI = 300
_MAX_PIXELS = 60_000_000  # an A0 scan at 300 dpi would not fit the child's memory: it is read at a lower scale
_PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"II*\0", b"MM\0*")  # PNG, JPEG, TIFF in both byte orders
_TURN = "1"  # tesseract's mode that first finds out which way up the page is: phones store photographs lying on a side
_BROKEN_WORD = re.compile(r"(?<=[a-z]-)\n+(?=[a-z])")  # tesseract likes to see a new paragraph here
_FEW = 12  # characters; fewer are specks, not a document


def is_picture(content: bytes) -> bool:
    """Whether a file is a PNG, JPEG or TIFF, by its first bytes."""
    return content.startswith(_PICTURES)


@dataclass(frozen=True, slots=True)
class Ocr:
    """A tesseract program and the moment at which it must have ended."""

    program: str
    deadline: float

    @classmethod
    def found(cls, seconds: float) -> Self | None:
        """The installed tesseract, with `seconds` to spend from now; None where there is none."""
        program = shutil.which("tesseract")
        return cls(program, time.monotonic() + seconds) if program else None

    def read_page(self, page: Any) -> str | None:
        """The words on a page of a PDF; None where the time is spent, the program fails or sees none."""
        return self._read(_picture_of(page), "--dpi", str(_DPI))

    def read_picture(self, content: bytes) -> str | None:
        """The words in a photograph or scan, whichever way up it is; None as for a page."""
        return self._read(content, "--psm", _TURN) or self._read(content)

    def _read(self, picture: bytes, *options: str) -> str | None:
        left = self.deadline - time.monotonic()
        if left <= 0:
            return None
        try:
            run = subprocess.run(
                [self.program, "stdin", "stdout", *options, "-l", "eng"],
                input=picture,
                capture_output=True,
                timeout=left,
                check=False,
                env={**os.environ, "OMP_THREAD_LIMIT": "1"},  # more threads are slower, measured
            )
        except subprocess.TimeoutExpired:
            return None
        text = run.stdout.decode("utf-8", errors="replace").replace("\f", "").strip()
        text = _BROKEN_WORD.sub("\n", text)
        return text if run.returncode == 0 and text else None


def read_picture(content: bytes, ocr: Ocr | None) -> str:
    """The text of a photographed or scanned page; `UnreadableFile` says why there is none."""
    if ocr is None:
        raise UnreadableFile("a picture is read by OCR, which is off or not installed. Install tesseract, or type it.")
    text = ocr.read_picture(content)
    if text is None or sum(map(str.isalnum, text)) < _FEW:
        raise UnreadableFile("no words could be read in this picture. Photograph the page flat, sharp and close.")
    return text


def _picture_of(page: Any) -> bytes:
    """A page of a PDF as a grey PGM picture."""
    width, height = page.get_size()
    scale = min(_DPI / 72, (_MAX_PIXELS / max(1.0, width * height)) ** 0.5)
    pixels = page.render(scale=scale, grayscale=True).to_numpy()
    rows, columns = pixels.shape[:2]
    grey: bytes = pixels.reshape(rows, columns, -1)[:, :, 0].tobytes()
    return b"P5 %d %d 255\n" % (columns, rows) + grey
