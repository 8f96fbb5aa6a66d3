"""Long work in the background: a few threads, events that a page can follow, and a way to stop.

A job that has ended is kept for a while, so that a page opened later still learns what came of it.
"""

import asyncio
import itertools
import json
import secrets
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Literal

from countercase.errors import CountercaseError

State = Literal["waiting", "running", "done", "failed", "cancelled"]
ENDED = frozenset({"done", "failed", "cancelled"})
KEPT = 200  # jobs remembered
_TICK = 0.1  # seconds between two looks at a job
_ALIVE = 15.0  # seconds of silence after which a comment keeps the connection open


class Cancelled(Exception):
    """Raised inside a job that was asked to stop."""


@dataclass(slots=True)
class Job:
    """One piece of work. `location` is where its result is to be seen; `result` is one that is kept nowhere else."""

    id: str
    what: str
    key: str
    location: str
    state: State = "waiting"
    error: str | None = None
    result: dict[str, Any] | None = None
    events: list[dict[str, Any]] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)
    began: float = field(default_factory=time.monotonic)

    @property
    def ended(self) -> bool:
        """Whether nothing more will come."""
        return self.state in ENDED

    @property
    def own_result(self) -> str:
        """Where the API shows `result`."""
        return f"/api/v1/jobs/{self.id}/result"

    def tell(self, text: str, done: int | None = None, total: int | None = None, **more: Any) -> None:
        """Say how far it is; stops the job here if that was asked."""
        self.events.append({"text": text, "done": done, "total": total, **more})
        self.check()

    def check(self) -> None:
        """Stop here if that was asked."""
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


Work = Callable[[Job], str | None]  # may give another location


class Jobs:
    """Runs jobs; two requests for the same key share one job while it runs."""

    def __init__(self, threads: int = 2) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="job")
        self._lock = threading.Lock()
        self._jobs: dict[str, Job] = {}

    def start(self, what: str, key: str, location: str, work: Work) -> Job:
        """Begin, or join the one that is under way for this key."""
        with self._lock:
            same = next((job for job in self._jobs.values() if job.key == key and not job.ended), None)
            if same is not None:
                return same
            job = Job(secrets.token_urlsafe(9), what, key, location)
            self._jobs[job.id] = job
            self._forget()
        self._pool.submit(_run, job, work).add_done_callback(lambda future: _end(job, future))
        return job

    def get(self, job_id: str) -> Job | None:
        """A job that runs or ended not long ago."""
        return self._jobs.get(job_id)

    def last(self, key: str) -> Job | None:
        """The latest job of a key."""
        return next((job for job in reversed(self._jobs.values()) if job.key == key), None)

    def cancel(self, job_id: str) -> Job | None:
        """Ask a job to stop; it does at its next step."""
        job = self._jobs.get(job_id)
        if job is not None:
            job.stop.set()
        return job

    def close(self) -> None:
        """Stop everything."""
        for job in list(self._jobs.values()):
            job.stop.set()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _forget(self) -> None:
        ended = [job.id for job in self._jobs.values() if job.ended]
        for job_id in ended[: max(0, len(self._jobs) - KEPT)]:
            del self._jobs[job_id]


def _run(job: Job, work: Work) -> None:
    job.check()
    job.state = "running"
    job.location = work(job) or job.location


def _end(job: Job, future: Future[None]) -> None:
    """How it ended. An error that is not for people is a bug: the page says so, the terminal has the traceback."""
    error = None if future.cancelled() else future.exception()
    if future.cancelled() or isinstance(error, Cancelled):
        job.state = "cancelled"
    elif error is None:
        job.state = "done"
    elif isinstance(error, CountercaseError):
        job.error, job.state = str(error), "failed"
    else:
        job.error, job.state = "Something went wrong here; the terminal of countercase serve says what.", "failed"
        thread = threading.current_thread()
        threading.excepthook(threading.ExceptHookArgs((type(error), error, error.__traceback__, thread)))


async def stream(job: Job, after: int = 0) -> AsyncIterator[str]:
    """The job as server-sent events, from event number `after` on; the last one says how it ended."""
    quiet = 0.0
    for number in itertools.count(after):
        while number >= len(job.events):
            if job.ended:
                yield _event("end", number, job.as_record())
                return
            await asyncio.sleep(_TICK)
            quiet += _TICK
            if quiet >= _ALIVE:
                quiet = 0.0
                yield ": alive\n\n"
        quiet = 0.0
        yield _event("progress", number + 1, job.events[number])


def _event(name: str, number: int, content: dict[str, Any]) -> str:
    return f"event: {name}\nid: {number}\ndata: {json.dumps(content, default=str)}\n\n"
