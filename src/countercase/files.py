"""Files of the user's: written so that nothing is lost, and read so that nothing hangs."""

import os
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from countercase.errors import InputError, UnreadableFile, WorkspaceError

_MEGABYTE = 1024 * 1024
# A pipe or a device that took the place of a file a moment ago must not make us wait for it.
_AT_ONCE = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)


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
        with os.fdopen(os.open(path, _AT_ONCE), "rb") as stream:
            found = os.fstat(stream.fileno())
            _check(found, limit)
            content = stream.read(found.st_size)
            while len(content) <= limit and (more := stream.read(_MEGABYTE)):
                content += more
    except OSError as error:
        raise UnreadableFile(f"cannot be opened: {error.strerror}.") from None
    if len(content) > limit:
        raise UnreadableFile(_too_large(f"more than {limit}", limit))
    return content


def _check(found: os.stat_result, limit: int | None) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise UnreadableFile("not a regular file, but a pipe, a socket or a device. Only regular files are read.")
    if limit is not None and found.st_size > limit:
        raise UnreadableFile(_too_large(str(found.st_size), limit))


def _too_large(size: str, limit: int) -> str:
    return f"{size} bytes, more than ingest.max_file_mb = {limit // _MEGABYTE}. Raise it."


def write_whole(path: Path, content: str | bytes, private: bool = True) -> None:
    """Write a file through a temporary one beside it; a full disk or a kill leaves the old file as it was.

    `private`: only its owner may read it, since reports and trees hold client facts.
    """
    with whole_file(path, private) as stream:
        stream.write(content.encode("utf-8") if isinstance(content, str) else content)


@contextmanager
def whole_file(path: Path, private: bool = True) -> Iterator[BinaryIO]:
    """A stream to write a long file with, as `write_whole` does: if anything fails the old file stays as it was."""
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
            f"{path} cannot be written: {error.strerror}. Free some space or choose another place."
        ) from None
    finally:
        if temporary is not None:
            with suppress(OSError):
                Path(temporary).unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make a rename in a folder survive a power cut; where the file system cannot, the rename itself still stands."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# What SQLite reports, in a line for people. Only the last two of these are damage.
_DATABASE_ERRORS = {
    "SQLITE_BUSY": "is in use by another process. Wait until that is done, then run this again.",
    "SQLITE_LOCKED": "is in use by another process. Wait until that is done, then run this again.",
    "SQLITE_READONLY": "may only be read. Allow writing to it and to its folder, or work on a copy.",
    "SQLITE_PERM": "may only be read. Allow writing to it and to its folder, or work on a copy.",
    "SQLITE_FULL": "cannot grow: the disk is full. Free some space and run this again; what it holds is kept.",
    "SQLITE_IOERR": "cannot be read or written: {error}. Check the disk and its free space; what it holds is kept.",
    "SQLITE_CANTOPEN": "cannot be opened. Check that it and its folder may be read and written.",
    "SQLITE_NOTADB": "is damaged or no file of ours ({error}). Restore a copy, or move it away and begin anew.",
    "SQLITE_CORRUPT": "is damaged ({error}). Restore a copy, or move it away and begin anew.",
}


def damaged(path: Path, what: object) -> WorkspaceError:
    """The line for a damaged file."""
    return WorkspaceError(f"{path} {_DATABASE_ERRORS['SQLITE_CORRUPT'].format(error=what)}")


@contextmanager
def database_errors(path: Path) -> Iterator[None]:
    """Turn what SQLite reports of a file into one line; what is a bug of ours passes unchanged."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        told = database_error(path, error)
        if told is None:
            raise
        raise told from None


def database_error(path: Path, error: sqlite3.Error) -> WorkspaceError | None:
    """The line for an error of SQLite's; None where it is no fault of the file's."""
    line = _DATABASE_ERRORS.get(error_code(error))
    return WorkspaceError(f"{path} {line.format(error=error)}") if line else None


def error_code(error: sqlite3.Error) -> str:
    """The primary code of an error, such as SQLITE_BUSY."""
    name: str = getattr(error, "sqlite_errorname", None) or ""
    return "_".join(name.split("_")[:2])
