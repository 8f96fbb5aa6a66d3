"""Checksums of index files. A process reads each file once, and again only if the file has changed."""

import time
import zlib
from pathlib import Path

_SETTLED = 100_000_000  # nanoseconds; a file changed more recently could change again within the same time stamp

_checked: dict[Path, tuple[int, ...]] = {}  # path -> checksum and state of the file when it was found sound


def is_sound(path: Path, checksum: int) -> bool:
    """Whether a file matches its checksum. A file that is unchanged since this process read it is not read again."""
    status = path.stat()
    state = (checksum, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    if _checked.get(path) == state:
        return True
    sound = checksum_of(path) == checksum
    if sound and time.time_ns() - status.st_ctime_ns > _SETTLED:
        _checked[path] = state
    return sound


def checksum_of(path: Path) -> int:
    """The CRC-32 of a file."""
    value = 0
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            value = zlib.crc32(block, value)
    return value
