"""Plain text in the encodings that judgment collections come in."""

import codecs

from countercase.errors import UnreadableFile

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(content: bytes) -> str:
    """UTF-8 or UTF-16 with a mark, else UTF-8, else Windows-1252; bytes that are no text are refused."""
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), None)
    if encoding is None and b"\0" in content:
        raise UnreadableFile(f"not a text: a zero byte at {content.index(0)}. Give PDF, text, HTML or a table.")
    try:
        text = content.decode(encoding or "utf-8")
    except UnicodeDecodeError:
        text = _legacy(content)
    if not text.strip():
        raise UnreadableFile("the file is empty.")
    return text


def _legacy(content: bytes) -> str:
    # Older Indian collections were saved by Windows programs; Windows-1252 leaves five bytes undefined.
    try:
        return content.decode("cp1252")
    except UnicodeDecodeError as error:
        raise UnreadableFile(f"neither UTF-8 nor Windows text (byte {error.start}). Convert it to UTF-8.") from None
