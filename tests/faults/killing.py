"""Ends a process at a chosen step of its work, or lets its disk run full there.

The work runs in a fork of the test. There an audit hook sees every file that Python opens for writing, renames,
removes or makes under a folder, a trace sees every statement that changes a database there, and `os.fsync` is wrapped:
each of these is a step, named by what it does. The product itself knows nothing of this and has no switch for it.
"""

import os
import pickle
import resource
import signal
import sqlite3
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_CHANGES = ("os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.truncate", "os.chmod", "os.link", "os.symlink")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
_READS = ("SELECT", "PRAGMA", "--", "EXPLAIN")

Work = Callable[[Callable[[str], None]], None]  # is given a function that notes what is finished


@dataclass(frozen=True, slots=True)
class Ended:
    """How the process ended: by our kill (or the signal of a full file), by itself, or with an error."""

    steps: tuple[str, ...]  # those that it reached
    finished: tuple[str, ...]  # what it said was done
    killed: bool
    error: str | None = None  # kind and message


def run_to(
    work: Work, folder: Path, kill_at: int | None = None, file_bytes: int | None = None, full: bool = False
) -> Ended:
    """Do the work in a fork and kill it before step `kill_at`.

    `file_bytes` limits the size of any file: the process is killed in the middle of the write that passes it; where
    the disk is `full` instead, that write fails.
    """
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of forks beside idle threads
        child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            _victim(work, folder, kill_at, file_bytes, full, writing)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        notes = list(_messages(stream))
    _, status = os.waitpid(child, 0)
    errors = [text for kind, text in notes if kind == "error"]
    return Ended(
        tuple(text for kind, text in notes if kind == "step"),
        tuple(text for kind, text in notes if kind == "finished"),
        os.WIFSIGNALED(status),
        errors[0] if errors else None,
    )


def _messages(stream: Any) -> Any:
    while head := stream.read(4):
        yield pickle.loads(stream.read(int.from_bytes(head, "big")))


def _victim(work: Work, folder: Path, kill_at: int | None, file_bytes: int | None, full: bool, pipe: int) -> None:
    def say(kind: str, text: str) -> None:
        message = pickle.dumps((kind, text))
        os.write(pipe, len(message).to_bytes(4, "big") + message)

    count = 0

    def step(name: str) -> None:
        nonlocal count
        if count == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)
        count += 1
        say("step", name)

    os.environ["TMPDIR"] = str(folder)
    _watch(folder, step)
    if file_bytes is not None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN if full else signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes, file_bytes))
    try:
        work(lambda what: say("finished", what))
    except BaseException as error:  # noqa: BLE001 - the test judges it
        say("error", f"{type(error).__name__}: {error}")


def _watch(folder: Path, step: Callable[[str], None]) -> None:
    root = str(folder)

    def inside(path: object) -> bool:
        return isinstance(path, str | os.PathLike) and os.fspath(path).startswith(root)

    def heard(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and inside(arguments[0]) and (arguments[2] or 0) & _WRITING:
            step(f"open {Path(arguments[0]).name}")
        elif event in _CHANGES and inside(arguments[0]):
            step(f"{event} {Path(arguments[0]).name}")

    def statement(sql: str) -> None:
        if not sql.lstrip().upper().startswith(_READS):
            step(f"sql {' '.join(sql.split())[:40]}")

    fsync = os.fsync

    def synced(handle: Any) -> None:
        step("fsync")
        fsync(handle)

    connect = sqlite3.connect

    def connected(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **options)
        connection.set_trace_callback(statement)
        return connection

    os.fsync = synced  # type: ignore[assignment]
    sqlite3.connect = connected  # type: ignore[assignment]
    sys.addaudithook(heard)
