"""Long work in the background: a few threads, events that a page can follow, and a way to cancel.

Jobs take turns by owner, so that ten searches of one matter do not delay the first search of another, and long jobs
never occupy the last thread. An ended job is remembered for a while, so that a page opened later can show how it ended.
A durable job has a file in the workspace until it ends, so that a restarted server can resume it (`durable_jobs`).
"""

import asyncio
import itertools
import json
import secrets
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from countercase.errors import CountercaseError
from countercase.files import write_whole
from countercase.web.files import private_folder

State = Literal["waiting", "running", "done", "failed", "cancelled"]
ENDED = frozenset({"done", "failed", "cancelled"})
KEPT = 200  # jobs remembered
MOST_WAITING = 100  # jobs, of all owners
MOST_WAITING_OF_ONE = 25  # jobs of one owner
FOLDER = "jobs"  # in the workspace, for the journal
MOST_ATTEMPTS = 3  # a job during which the server stopped this often is not tried again
_TICK = 0.1  # seconds between two checks of a job
_KEEP_ALIVE = 15.0  # seconds without an event, after which a comment keeps the connection open
_STOP_SECONDS = 10.0  # for running jobs to stop when the server closes


@dataclass(frozen=True, slots=True)
class Call:
    """A function that starts a job, and its arguments as JSON; `on_this_machine` if they name files."""

    kind: str
    arguments: str
    on_this_machine: bool = False


current_call: ContextVar[Call | None] = ContextVar("current_call", default=None)  # set while a durable job starts
_restarted: ContextVar[tuple[str, int] | None] = ContextVar("restarted", default=None)  # its id and attempts


@dataclass(frozen=True, slots=True)
class UnfinishedJob:
    """A durable job that had not ended when its server stopped."""

    id: str
    call: Call
    attempts: int

    @property
    def uploads(self) -> frozenset[Path]:
        """The uploaded files that the job still needs."""
        values = [value for value in json.loads(self.call.arguments) if isinstance(value, dict)]
        return frozenset(Path(value["upload"][1]) for value in values if "upload" in value)


class JobJournal:
    """One small file per durable job under way, readable only by its owner."""

    def __init__(self, workspace: Path) -> None:
        self._folder = workspace / FOLDER

    def record(self, job_id: str, call: Call, attempts: int = 1) -> None:
        """Record a job before it starts."""
        content = {"kind": call.kind, "arguments": json.loads(call.arguments), "attempts": attempts}
        write_whole(private_folder(self._folder) / f"{job_id}.json", json.dumps(content))

    def remove(self, job_id: str) -> None:
        """Remove a job that has ended."""
        with suppress(OSError):
            (self._folder / f"{job_id}.json").unlink()

    def unfinished(self) -> Iterator[UnfinishedJob]:
        """The unfinished jobs of a server that has stopped; those that stopped it too often are dropped."""
        for path in sorted(self._folder.glob("*.json")) if self._folder.is_dir() else ():
            try:
                record = json.loads(path.read_text(encoding="utf-8"))
                job = UnfinishedJob(
                    path.stem, Call(record["kind"], json.dumps(record["arguments"])), int(record["attempts"])
                )
            except (OSError, ValueError, KeyError, TypeError):
                self.remove(path.stem)
                continue
            if job.attempts >= MOST_ATTEMPTS:
                self.remove(job.id)
            else:
                yield job


class Overloaded(CountercaseError):
    """Too much work is waiting; the page answers with status 503."""


class Cancelled(Exception):
    """Raised inside a job that was cancelled."""


@dataclass(slots=True, eq=False)
class Job:
    """A piece of work. `location` is the page of its result; `result` is data that is stored nowhere else."""

    id: str
    what: str
    key: str
    location: str
    work: "Work"
    owner: str = ""
    quick: bool = False
    cleanup: Callable[[], None] | None = None
    state: State = "waiting"
    error: str | None = None
    result: dict[str, Any] | None = None
    events: list[dict[str, Any]] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)
    began: float = field(default_factory=time.monotonic)

    @property
    def ended(self) -> bool:
        """Whether the job has ended."""
        return self.state in ENDED

    @property
    def result_location(self) -> str:
        """The API's address of `result`."""
        return f"/api/v1/jobs/{self.id}/result"

    def tell(self, text: str, done: int | None = None, total: int | None = None, **more: Any) -> None:
        """Report progress; stops the job here if it was cancelled."""
        self.events.append({"text": text, "done": done, "total": total, **more})
        self.check()

    def check(self) -> None:
        """Stop here if the job was cancelled."""
        if self.stop.is_set():
            raise Cancelled

    def as_record(self) -> dict[str, Any]:
        """Plain data for the API."""
        last = self.events[-1] if self.events else None
        return {
            "id": self.id,
            "what": self.what,
            "state": self.state,
            "error": self.error,
            "location": self.location,
            "progress": last,
        }


Work = Callable[[Job], str | None]  # may return a new location


class Jobs:
    """Runs jobs. Two requests for the same key share one job while it runs."""

    _job_type: type[Job] = Job

    def __init__(self, threads: int = 2, journal: JobJournal | None = None) -> None:
        self._journal = journal
        self._recorded: set[str] = set()  # ids of the jobs in the journal
        self._most_long = max(1, threads - 1)  # the last thread is for quick jobs
        self._changed = threading.Condition()
        self._jobs: dict[str, Job] = {}
        self._waiting: list[Job] = []
        self._running: list[Job] = []
        self._served: dict[str, int] = {}  # owner -> number of its last turn
        self._turns = itertools.count(1)
        self._closed = False
        self._threads = [
            threading.Thread(target=self._serve, name=f"job-{number}", daemon=True) for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    def start(
        self,
        what: str,
        key: str,
        location: str,
        work: Work,
        owner: str = "",
        quick: bool = False,
        cleanup: Callable[[], None] | None = None,
    ) -> Job:
        """Start a job, or join the one under way for this key.

        `owner` takes turns with other owners: a matter, or by default the key. A `quick` job never waits only for long
        ones. `cleanup` runs once, however the job ends, and at once if another job is joined or the queue is full.
        """
        job_id, attempts = _restarted.get() or (secrets.token_urlsafe(9), 1)
        job = self._job_type(job_id, what, key, location, work, owner or key, quick, cleanup)
        try:
            under_way = self._enqueue(job, current_call.get(), attempts)
        except BaseException:
            _clean(job)
            raise
        if under_way is not None:
            _clean(job)
        return under_way or job

    def _enqueue(self, job: Job, call: Call | None, attempts: int) -> Job | None:
        """Add a job to the queue; or return the one under way for its key, if there is one."""
        with self._changed:
            same = next((other for other in self._jobs.values() if other.key == job.key and not other.ended), None)
            if same is not None:
                return same
            self._check_room(job.owner)
            if self._journal is not None and call is not None:
                with suppress(OSError):  # a full disk does not stop the work itself
                    self._journal.record(job.id, call, attempts)
                    self._recorded.add(job.id)
            self._jobs[job.id] = job
            self._waiting.append(job)
            self._forget()
            self._changed.notify_all()
        return None

    def get(self, job_id: str) -> Job | None:
        """A job that is under way or ended recently."""
        return self._jobs.get(job_id)

    def last(self, key: str) -> Job | None:
        """The latest job for a key."""
        return next((job for job in reversed(list(self._jobs.values())) if job.key == key), None)

    def cancel(self, job_id: str) -> Job | None:
        """Stop a job: at once if it is waiting, at its next step if it is running."""
        job = self._jobs.get(job_id)
        if job is None:
            return None
        job.stop.set()
        with self._changed:
            was_waiting = job in self._waiting
            if was_waiting:
                self._waiting.remove(job)
        if was_waiting:
            end_job(job, Cancelled())
            self._remove_from_journal(job)
        return job

    def _remove_from_journal(self, job: Job) -> None:
        if self._journal is not None and job.id in self._recorded:
            self._journal.remove(job.id)
            self._recorded.discard(job.id)

    def start_again(self, job_id: str, attempts: int, start: Callable[[], Job]) -> None:
        """Restart a job of an earlier server with the same id, so that pages can still follow it."""
        token = _restarted.set((job_id, attempts))
        try:
            start()
        finally:
            _restarted.reset(token)

    def close(self) -> None:
        """Stop everything. Durable jobs stay in the journal and resume when the server restarts."""
        with self._changed:
            self._closed = True
            waiting, self._waiting = self._waiting, []
            for job in self._jobs.values():
                job.stop.set()
            self._changed.notify_all()
        for job in waiting:
            if job.id not in self._recorded:
                end_job(job, Cancelled())
        for thread in self._threads:
            thread.join(_STOP_SECONDS)

    def of(self, _user: str) -> Self:
        """The jobs of a user: all of them, since only the user who started a job knows its id."""
        return self

    def attach(self, _bench: Any) -> None:
        """Nothing to do here: jobs carry their own work."""

    def _check_room(self, owner: str) -> None:
        check_room(len(self._waiting), sum(job.owner == owner for job in self._waiting))

    def _serve(self) -> None:
        while True:
            with self._changed:
                while (job := self._next()) is None:
                    if self._closed:
                        return
                    self._changed.wait()
                self._waiting.remove(job)
                self._running.append(job)
                self._served[job.owner] = next(self._turns)
            error = error_of(job)
            if not (self._closed and job.id in self._recorded and isinstance(error, Cancelled)):
                end_job(job, error)
                self._remove_from_journal(job)
            with self._changed:
                self._running.remove(job)
                self._changed.notify_all()

    def _next(self) -> Job | None:
        """The waiting job whose owner has the fewest jobs running, and among those waited longest for a turn."""
        long_ones = sum(not job.quick for job in self._running)
        ready = [job for job in self._waiting if job.quick or long_ones < self._most_long]
        running = Counter(job.owner for job in self._running)
        return min(ready, key=lambda job: (running[job.owner], self._served.get(job.owner, 0)), default=None)

    def _forget(self) -> None:
        ended = [job.id for job in self._jobs.values() if job.ended]
        for job_id in ended[: max(0, len(self._jobs) - KEPT)]:
            del self._jobs[job_id]
        known = {job.owner for job in self._jobs.values()}
        self._served = {owner: turn for owner, turn in self._served.items() if owner in known}


def check_room(waiting: int, of_owner: int) -> None:
    """Raise Overloaded if too many jobs are waiting, in total or of one owner."""
    if waiting >= MOST_WAITING or of_owner >= MOST_WAITING_OF_ONE:
        raise Overloaded("Too much work is waiting here. Let some of it finish or cancel some, then try again.")


_thread = threading.local()  # `job`: the one that this thread runs


def error_of(job: Job) -> Exception | None:
    """Run a job and return the exception it raised, if any."""
    _thread.job = job
    try:
        job.check()
        job.state = "running"
        job.location = job.work(job) or job.location
    except Exception as error:  # noqa: BLE001 - a thread that serves jobs outlives any of them
        return error
    finally:
        _thread.job = None
    return None


def end_job(job: Job, error: Exception | None) -> None:
    """Record how a job ended. An unexpected error is a bug: the page says so, and the terminal shows the traceback."""
    _clean(job)
    if isinstance(error, Cancelled):
        job.state = "cancelled"
    elif error is None:
        job.state = "done"
    elif isinstance(error, CountercaseError):
        job.error, job.state = str(error), "failed"
    else:
        job.error, job.state = "Something went wrong; see the terminal of countercase serve for details.", "failed"
        thread = threading.current_thread()
        threading.excepthook(threading.ExceptHookArgs((type(error), error, error.__traceback__, thread)))


def _clean(job: Job) -> None:
    cleanup, job.cleanup = job.cleanup, None
    if cleanup is not None:
        cleanup()


class Turns:
    """Lets a few threads in at a time, in the order in which they came; a thread that is in may enter again.

    A job that is cancelled while waiting for its turn stops waiting.
    """

    def __init__(self, at_once: int = 1) -> None:
        self._at_once = at_once
        self._changed = threading.Condition()
        self._queue: list[object] = []
        self._depth: dict[int, int] = {}  # thread -> how often it has entered

    @property
    def waiting(self) -> int:
        """How many threads wait for their turn."""
        return len(self._queue)

    def __enter__(self) -> None:
        me, ticket = threading.get_ident(), object()
        job: Job | None = getattr(_thread, "job", None)
        with self._changed:
            if me not in self._depth:
                self._queue.append(ticket)
                try:
                    while len(self._depth) >= self._at_once or self._queue[0] is not ticket:
                        if job is not None:
                            job.check()
                        self._changed.wait(_TICK if job is not None else None)
                finally:
                    self._queue.remove(ticket)
                    self._changed.notify_all()
            self._depth[me] = self._depth.get(me, 0) + 1

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _: TracebackType | None
    ) -> None:
        me = threading.get_ident()
        with self._changed:
            self._depth[me] -= 1
            if not self._depth[me]:
                del self._depth[me]
                self._changed.notify_all()


async def stream(job: Job, after: int = 0) -> AsyncIterator[str]:
    """The job as server-sent events, starting at number `after`; the last one says how it ended."""
    quiet = 0.0
    for number in itertools.count(after):
        while number >= len(job.events):
            if job.ended:
                yield _event("end", number, job.as_record())
                return
            await asyncio.sleep(_TICK)
            quiet += _TICK
            if quiet >= _KEEP_ALIVE:
                quiet = 0.0
                yield ": alive\n\n"
        quiet = 0.0
        yield _event("progress", number + 1, job.events[number])


def _event(name: str, number: int, content: dict[str, Any]) -> str:
    return f"event: {name}\nid: {number}\ndata: {json.dumps(content, default=str)}\n\n"
