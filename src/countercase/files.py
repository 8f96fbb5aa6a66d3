"""Reads the user's files without hanging, writes them without losing the old version, and reads packaged tables."""

import csv
import hashlib
import json
import os
import sqlite3
import stat
import tempfile
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import resources
from pathlib import Path
from typing import BinaryIO

from countercase.errors import InputError, UnreadableFile, WorkspaceError

_MEGABYTE = 1024 * 1024
# If a pipe or a device has just replaced the file, opening it must not block.
_WITHOUT_WAITING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)


def packaged_rows(package: str, *path: str) -> list[dict[str, str]]:
    """The rows of a CSV table that comes with a package, such as ("countercase.law.tables", "acts.csv").

    Lines that begin with # are comments.
    """
    text = resources.files(package).joinpath(*path).read_text(encoding="utf-8")
    return list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))


def packaged_statements(package: str, *path: str) -> tuple[str, ...]:
    """The SQL statements of a file that comes with a package; each ends with a semicolon at the end of a line."""
    text = resources.files(package).joinpath(*path).read_text(encoding="utf-8")
    code = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("--"))
    return tuple(statement.strip() for statement in code.split(";\n") if statement.strip())


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, read in pieces."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def check_regular(path: Path, limit: int | None = None) -> None:
    """Refuse a pipe, a socket or a device, and a file of more than `limit` bytes."""
    try:
        _check(path.stat(), limit)
    except OSError as error:
        raise UnreadableFile(f"cannot be opened: {error.strerror}.") from None


def read_regular(path: Path, limit: int) -> bytes:
    """The content of a regular file; one that grows past `limit` bytes while it is read is refused too."""
    check_regular(path)
    try:
        with os.fdopen(os.open(path, _WITHOUT_WAITING), "rb") as stream:
            status = os.fstat(stream.fileno())
            _check(status, limit)
            content = stream.read(status.st_size)
            while len(content) <= limit and (more := stream.read(_MEGABYTE)):
                content += more
    except OSError as error:
        raise UnreadableFile(f"cannot be opened: {error.strerror}.") from None
    if len(content) > limit:
        raise UnreadableFile(_too_large(f"more than {limit}", limit))
    return content


def _check(status: os.stat_result, limit: int | None) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise UnreadableFile("not a regular file, but a pipe, a socket or a device. Only regular files are read.")
    if limit is not None and status.st_size > limit:
        raise UnreadableFile(_too_large(str(status.st_size), limit))


def _too_large(size: str, limit: int) -> str:
    return f"{size} bytes, more than ingest.max_file_mb = {limit // _MEGABYTE}. Raise it."


def read_utf8(
    path: Path, encoding: str = "utf-8", if_missing: str = "Check the name.", if_not_utf8: str = "Convert it."
) -> str:
    """The text of a file that the user named. Raises InputError, with the remedy, if it cannot be read."""
    try:
        return path.read_text(encoding=encoding)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}. {if_missing}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text (byte {error.start}). {if_not_utf8}") from None


def json_fault(error: ValueError) -> str:
    """What is wrong with a text that `json.loads` refuses, in a few words."""
    return error.msg if isinstance(error, json.JSONDecodeError) else "a number has too many digits"


def write_whole(path: Path, content: str | bytes, private: bool = True) -> None:
    """Write a file through a temporary one beside it; after a full disk or a kill the old file is unchanged.

    `private`: only the owner may read the file, because reports and trees hold client facts.
    """
    with whole_file(path, private) as stream:
        stream.write(content.encode("utf-8") if isinstance(content, str) else content)


@contextmanager
def whole_file(path: Path, private: bool = True) -> Iterator[BinaryIO]:
    """Open a stream for a long file with the same guarantee as `write_whole`: the file is replaced only at the end."""
    temporary: str | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        Path(temporary).chmod(0o600 if private else 0o644)
        Path(temporary).replace(path)
        temporary = None
        sync_folder(path.parent)
    except OSError as error:
        raise InputError(
            f"{path} cannot be written: {error.strerror}. Free some space or choose another folder."
        ) from None
    finally:
        if temporary is not None:
            with suppress(OSError):
                Path(temporary).unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make a rename in a folder survive a power cut, if the file system can do that; if not, only rename."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# What each error of SQLite means to the user. Only the last two mean damage.
_DATABASE_ERRORS = {
    "SQLITE_BUSY": "is in use by another process. Wait until that is done, then run this again.",
    "SQLITE_LOCKED": "is in use by another process. Wait until that is done, then run this again.",
    "SQLITE_READONLY": "is read-only. Allow writing to it and to its folder, or work on a copy.",
    "SQLITE_PERM": "is read-only. Allow writing to it and to its folder, or work on a copy.",
    "SQLITE_FULL": "cannot grow: the disk is full. Free some space and run this again; what it holds is kept.",
    "SQLITE_IOERR": "cannot be read or written: {error}. Check the disk and its free space; what it holds is kept.",
    "SQLITE_CANTOPEN": "cannot be opened. Check that it and its folder may be read and written.",
    "SQLITE_NOTADB": "is damaged or not a Countercase file ({error}). Restore a copy, or move it away and start again.",
    "SQLITE_CORRUPT": "is damaged ({error}). Restore a copy, or move it away and start again.",
}


def damaged(path: Path, what: object) -> WorkspaceError:
    """The error for a damaged file."""
    return WorkspaceError(f"{path} {_DATABASE_ERRORS['SQLITE_CORRUPT'].format(error=what)}")


@contextmanager
def database_errors(path: Path) -> Iterator[None]:
    """Turn SQLite's errors about a file into one line for the user; an error caused by our own bug passes unchanged."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        for_user = database_error(path, error)
        if for_user is None:
            raise
        raise for_user from None


def database_error(path: Path, error: sqlite3.Error) -> WorkspaceError | None:
    """SQLite's error as a WorkspaceError; None if the file is not at fault."""
    line = _DATABASE_ERRORS.get(error_code(error))
    return WorkspaceError(f"{path} {line.format(error=error)}") if line else None


def error_code(error: sqlite3.Error) -> str:
    """The primary code of an error, such as `SQLITE_BUSY`."""
    name: str = getattr(error, "sqlite_errorname", None) or ""
    return "_".join(name.split("_")[:2])


# Checksums of index files. A process reads each file once, and again only if the file has changed.

_SETTLED = 100_000_000  # nanoseconds; a file changed more recently could change again within the same time stamp

_checked: dict[
    Path, tuple[int, ...]
] = {}  # path -> the checksum and state of the file when it was last checked and sound


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
