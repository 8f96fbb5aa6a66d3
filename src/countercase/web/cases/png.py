"""A grey picture as PNG: three chunks and a checksum, so that no picture library is needed."""

import struct
import zlib

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
