"""Checksums of index files: each is read once in a process, and again only where the file has changed."""

import time
import zlib
from pathlib import Path

_SETTLED = 100_000_000  # nanoseconds after which a change of a file cannot bear the time of the one before

_checked: dict[Path, tuple[int, ...]] = {}  # files that were sound, as they were then


def is_sound(path: Path, checksum: int) -> bool:
    """Whether a file matches its checksum; one that has not changed since this process read it is not read again."""
    now = path.stat()
    state = (checksum, now.st_ino, now.st_size, now.st_mtime_ns, now.st_ctime_ns)
    if _checked.get(path) == state:
        return True
    sound = checksum_of(path) == checksum
    if sound and time.time_ns() - now.st_ctime_ns > _SETTLED:
        _checked[path] = state
    return sound


def checksum_of(path: Path) -> int:
    """The CRC-32 of a file."""
    value = 0
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            value = zlib.crc32(block, value)
    return value
