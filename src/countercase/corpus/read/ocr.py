"""Scanned pages through Debian's tesseract, as a subprocess; nothing is installed or fetched."""

import os
import shutil
import subprocess
import time
from dataclasses import dataclass
from typing import Any, Self

_DPI = 300
_MAX_PIXELS = 60_000_000  # an A0 scan at 300 dpi would not fit the child's memory: it is read at a lower scale


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

    def read(self, page: Any) -> str | None:
        """The words on a page; None where the time is spent, the program fails or sees none."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            return None
        try:
            run = subprocess.run(
                [self.program, "stdin", "stdout", "--dpi", str(_DPI), "-l", "eng"],
                input=_picture(page),
                capture_output=True,
                timeout=left,
                check=False,
                env={**os.environ, "OMP_THREAD_LIMIT": "1"},  # more threads are slower, measured
            )
        except subprocess.TimeoutExpired:
            return None
        text = run.stdout.decode("utf-8", errors="replace").replace("\f", "").strip()
        return text if run.returncode == 0 and text else None


def _picture(page: Any) -> bytes:
    """The page as a grey PGM picture."""
    width, height = page.get_size()
    scale = min(_DPI / 72, (_MAX_PIXELS / max(1.0, width * height)) ** 0.5)
    pixels = page.render(scale=scale, grayscale=True).to_numpy()
    rows, columns = pixels.shape[:2]
    grey: bytes = pixels.reshape(rows, columns, -1)[:, :, 0].tobytes()
    return b"P5 %d %d 255\n" % (columns, rows) + grey
