"""Runs jobs in child processes that may fail; each child has a memory limit and each job a time limit.

A hostile file can crash or hang the child that reads it; the parent notes why and starts another. If a child never
starts, no file is to blame, and the run stops.
"""

import signal
import time
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Generic, TypeVar

from countercase.errors import CountercaseError, ReaderNotStarted

Job = TypeVar("Job")
Result = TypeVar("Result")

_MEGABYTE = 1024 * 1024
_START_SECONDS = 120.0  # for a child to start on a busy machine; the time for its job begins afterwards
_DYING = 5.0  # seconds that a child has to end once its pipe has closed, so that its exit code is reported
_CHECK_SECONDS = 0.2  # between two calls of `check`
_READY, _NEXT, _END = "ready", "next", "end"
_NOT_STARTED = (
    "The process that reads files {how} before it read any. A script must be a file and call this under"
    ' `if __name__ == "__main__":`; else see the error above, or raise ingest.memory_mb = {memory_mb}.'
)


@dataclass(frozen=True, slots=True)
class Failed:
    """Why a job has no result, in one line for the user."""

    reason: str


@dataclass(frozen=True, slots=True)
class WorkerLimits:
    """How many children there are and what each may use."""

    workers: int
    seconds: float
    memory_mb: int


class Workers(Generic[Job, Result]):
    """Children that each do one job at a time. `setup` is called once in each and gives the function to apply."""

    def __init__(
        self,
        setup: Callable[[], Callable[[Job], Result]],
        limits: WorkerLimits,
        check: Callable[[], None] | None = None,
    ) -> None:
        """`check` is called several times a second; what it raises ends the run and the children."""
        self._setup = setup
        self._limits = limits
        self._check = check
        self._context = get_context("spawn")  # fork would copy the state of a server's threads in the middle of a step

    def run(self, jobs: Iterable[Job]) -> Generator[tuple[Job, Result | Failed], None, None]:
        """Each job with its result, as soon as it is done. At most one job per child is taken from the source ahead.

        Raises `ReaderNotStarted` if a child does not start: then no job can be done, and no file is to blame.
        """
        children: list[_Child] = []
        source = iter(jobs)
        more = True
        try:
            while more or any(child.busy for child in children):
                while more and (child := self._idle(children)) is not None:
                    try:
                        child.give(next(source))
                    except StopIteration:
                        more = False
                yield from self._collect(children)
        finally:
            for child in children:
                child.stop()

    def _idle(self, children: list["_Child"]) -> "_Child | None":
        """A child without a job; a new child if the limit allows one; else None."""
        for child in children:
            if not child.busy:
                return child
        if len(children) == self._limits.workers:
            return None
        children.append(_Child(self._context, self._setup, self._limits))
        return children[-1]

    def _collect(self, children: list["_Child"]) -> Iterator[tuple[Any, Any]]:
        busy = [child for child in children if child.busy]
        if not busy:
            return
        left = min(child.deadline for child in busy) - time.monotonic()
        if self._check is not None:
            self._check()
            left = min(left, _CHECK_SECONDS)
        ready = wait([child.connection for child in busy], timeout=max(0.0, left))
        for child in busy:
            if child.connection in ready:
                if child.has_just_started():
                    continue
                job, outcome = child.answer()
            elif time.monotonic() >= child.deadline:
                job, outcome = child.overdue()
            else:
                continue
            if child.dead:
                children.remove(child)
            yield job, outcome


class Listings(Generic[Job, Result]):
    """A child that gives many results per job, one at a time. The time limit applies to each result."""

    def __init__(self, setup: Callable[[], Callable[[Job], Iterable[Result]]], limits: WorkerLimits) -> None:
        self._setup = partial(_Stepwise, setup)
        self._limits = limits
        self._child: _Child | None = None

    def results(self, job: Job) -> Iterator[Result | Failed]:
        """The results of a job; a `Failed` is the last, since nothing is known about what would follow."""
        request: Any = job
        while True:
            outcome = self._ask(request)
            if outcome == _END:
                return
            yield outcome
            if isinstance(outcome, Failed):
                return
            request = _NEXT

    def _ask(self, request: Any) -> Any:
        if self._child is None or self._child.dead:
            self._child = _Child(get_context("spawn"), self._setup, self._limits)
        child = self._child
        child.give(request)
        while True:
            left = max(0.0, child.deadline - time.monotonic())
            if not wait([child.connection], timeout=left):
                return child.overdue()[1]
            if not child.has_just_started():
                return child.answer()[1]

    def close(self) -> None:
        """End the child."""
        if self._child is not None:
            self._child.stop()


class _Stepwise:
    """Runs in the child: a job begins a new listing, and `_NEXT` asks for one more of its results."""

    def __init__(self, setup: Callable[[], Callable[[Any], Iterable[Any]]]) -> None:
        self._list = setup()
        self._results: Iterator[Any] = iter(())

    def __call__(self, job: Any) -> Any:
        if job != _NEXT:
            self._results = iter(self._list(job))
        return next(self._results, _END)


class _Child:
    """One process, the pipe to it, and the job it has."""

    def __init__(self, context: Any, setup: Callable[[], Callable[[Any], Any]], limits: WorkerLimits) -> None:
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, setup, limits.memory_mb), daemon=True)
        self._process.start()
        theirs.close()  # otherwise the end of the child would go unnoticed
        self._limits = limits
        self._job: Any = None
        self.busy = False
        self.dead = False
        self._up = False
        self.deadline = 0.0

    def give(self, job: Any) -> None:
        """Start a job."""
        self._job, self.busy = job, True
        self.deadline = time.monotonic() + self._limits.seconds + (0.0 if self._up else _START_SECONDS)
        try:
            self.connection.send(job)
        except OSError:  # it died while idle; answer() says how
            self.deadline = time.monotonic()

    def has_just_started(self) -> bool:
        """Whether the child has only announced that it is ready. The time for its first job begins now."""
        if self._up:
            return False
        try:
            message = self.connection.recv()
        except (EOFError, OSError):
            self._process.join(_DYING)
            how = _how_it_ended(self._process.exitcode)
            raise ReaderNotStarted(_NOT_STARTED.format(how=how, memory_mb=self._limits.memory_mb)) from None
        if isinstance(message, Failed):
            raise ReaderNotStarted(f"The process that reads files cannot start: {message.reason}")
        self._up = True
        self.deadline = time.monotonic() + self._limits.seconds
        return True

    def answer(self) -> tuple[Any, Any]:
        """The job and its outcome: what the child has sent, or how it died."""
        try:
            outcome = self.connection.recv()
        except (EOFError, OSError):
            self._process.join(_DYING)
            self.stop()
            outcome = Failed(_how_it_died(self._process.exitcode, self._limits))
        self.busy = False
        return self._job, outcome

    def overdue(self) -> tuple[Any, Any]:
        """End a child whose job took too long, and return that job with the reason."""
        self.stop()
        if not self._up:
            how = f"was not ready after {_START_SECONDS:g} seconds"
            raise ReaderNotStarted(_NOT_STARTED.format(how=how, memory_mb=self._limits.memory_mb))
        self.busy = False
        return self._job, Failed(f"took longer than ingest.seconds_per_file = {self._limits.seconds:g}.")

    def stop(self) -> None:
        """End the process."""
        if not self.dead:
            self.dead = True
            self.connection.close()
            self._process.join(0.2)  # a child that has crashed, or that sees the closed pipe, ends by itself
            if self._process.is_alive():
                self._process.kill()
                self._process.join()


def _how_it_died(code: int | None, limits: WorkerLimits) -> str:
    how = _how_it_ended(code)
    return f"the reader {how}: the file is broken or hostile, or needs more than {limits.memory_mb} MB."


def _how_it_ended(code: int | None) -> str:
    if code is not None and code < 0:
        return f"crashed ({signal.Signals(-code).name})"
    return f"stopped with an error (exit code {code})"


def _serve(connection: Connection, setup: Callable[[], Callable[[Any], Any]], memory_mb: int) -> None:
    """Runs in the child: do the jobs that come through the pipe until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    _limit_memory(memory_mb)
    try:
        try:
            work = setup()
        except CountercaseError as error:
            connection.send(Failed(str(error)))
            return
        connection.send(_READY)
        while True:
            connection.send(_outcome(work, connection.recv(), memory_mb))
    except (EOFError, ConnectionError):
        return  # the parent has closed the pipe, or was killed


def _outcome(work: Callable[[Any], Any], job: Any, memory_mb: int) -> Any:
    try:
        return work(job)
    except CountercaseError as error:
        return Failed(str(error))
    except (MemoryError, RecursionError):
        return Failed(f"needs more memory than ingest.memory_mb = {memory_mb}.")
    except Exception as error:  # noqa: BLE001 - whatever a text does to a parser, only that text is lost
        return Failed(_broken_reader(error))


def _broken_reader(error: Exception) -> str:
    """What a bug report needs: the error and where it was raised."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    what = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    return f"the reader fails on it ({what}, in {Path(frame.filename).name}:{frame.lineno}). Please report this."


def _limit_memory(memory_mb: int) -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limit; the time limit still holds
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = memory_mb * _MEGABYTE
    resource.setrlimit(resource.RLIMIT_AS, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))
