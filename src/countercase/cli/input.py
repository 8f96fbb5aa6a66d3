"""Text given on the command line, in a file or on standard input."""

import sys
from pathlib import Path

from countercase.errors import InputError


def read_text(text: str | None, file: Path | None) -> str:
    """The text of the argument or of the file; exactly one of them."""
    if (text is None) == (file is None):
        raise InputError("Give the text, or --file FILE, and not both.")
    if text is not None:
        return text
    if file is None or str(file) == "-":
        return sys.stdin.read()
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}. Check the name.") from None
    except UnicodeDecodeError as error:
        raise InputError(
            f"{file} is not UTF-8 text (byte {error.start}). Convert it, or ingest it as a document."
        ) from None
