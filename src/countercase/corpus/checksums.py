"""Whether a fetched file is the one the server has: by SHA-256 or MD5 where it gives one, else by its length."""

import base64
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from countercase.corpus.transfer import Remote
from countercase.errors import DownloadError

_PIECE = 1024 * 1024
# S3's tag of a file sent in parts is the MD5 of the parts' MD5s; these are the part sizes of the usual clients.
_PART_SIZES = tuple(size * _PIECE for size in (8, 5, 16, 64, 100, 128))
_PLAIN = re.compile(r'"?([0-9a-f]{32})"?')
_IN_PARTS = re.compile(r'"?([0-9a-f]{32})-(\d+)"?')


def check_file(path: Path, remote: Remote) -> str:
    """How the file was checked; a file that is not the server's is deleted and is an error."""
    size = path.stat().st_size
    if size != remote.size:
        _refuse(path, remote, f"{size} bytes instead of {remote.size}")
    if remote.sha256:
        if base64.b64encode(bytes.fromhex(sha256_of(path))).decode() != remote.sha256:
            _refuse(path, remote, "another SHA-256")
        return "sha256"
    if plain := _PLAIN.fullmatch(remote.etag):
        if _md5(path, 0, size).hexdigest() != plain[1]:
            _refuse(path, remote, "another MD5")
        return "md5"
    parts = _IN_PARTS.fullmatch(remote.etag)
    return "md5 of parts" if parts and _matches_parts(path, size, parts[1], int(parts[2])) else "size"


def _matches_parts(path: Path, size: int, md5: str, count: int) -> bool:
    """Whether any usual size of the parts gives the tag; where none does, nothing is proven either way."""
    return any(-(-size // part) == count and _md5_of_parts(path, size, part) == md5 for part in _PART_SIZES)


def sha256_of(path: Path) -> str:
    """SHA-256 of a file, in constant memory."""
    digest = hashlib.sha256()
    for piece in _pieces(path, 0, path.stat().st_size):
        digest.update(piece)
    return digest.hexdigest()


def _md5_of_parts(path: Path, length: int, size: int) -> str:
    joined = hashlib.md5(usedforsecurity=False)
    for start in range(0, length, size):
        joined.update(_md5(path, start, min(size, length - start)).digest())
    return joined.hexdigest()


def _md5(path: Path, start: int, length: int) -> "hashlib._Hash":
    digest = hashlib.md5(usedforsecurity=False)
    for piece in _pieces(path, start, length):
        digest.update(piece)
    return digest


def _pieces(path: Path, start: int, length: int) -> Iterator[bytes]:
    with path.open("rb") as file:
        file.seek(start)
        while length > 0 and (piece := file.read(min(_PIECE, length))):
            yield piece
            length -= len(piece)


def _refuse(path: Path, remote: Remote, how: str) -> NoReturn:
    path.unlink(missing_ok=True)
    raise DownloadError(f"{remote.url} arrived damaged ({how}) and was deleted. Run the same command again.")
