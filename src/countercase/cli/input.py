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
        raise InputError(f"{file} is not UTF-8 text (byte {error.start}). Convert it, or give the PDF.") from None


def read_facts(text: str | None, file: Path | None) -> str:
    """The facts of a matter from the argument, a text file or a PDF; never empty."""
    given = pdf_text(file) if file is not None and is_pdf(file) else read_text(text, file)
    if not given.strip():
        raise InputError(f"{file or 'The text'} is empty. Give the facts of the matter.")
    return given


def is_pdf(file: Path) -> bool:
    """Whether a file that can be read begins as a PDF does, whatever its name."""
    try:
        with file.open("rb") as opened:
            return opened.read(4) == b"%PDF"
    except OSError:
        return False


def pdf_text(file: Path) -> str:
    """The text of a PDF, read in a child process with limits and cleaned as ingested files are."""
    from countercase.corpus.ingest import read_upload
    from countercase.settings import load_settings

    return read_upload(file.name, file.read_bytes(), load_settings().ingest).text
