"""Jobs that can be started again, after a restart or by another process, and the queue of them in the shared store.

A durable job is recorded as a function with plain arguments. Without a shared store, its record is a file in the
workspace (`JobJournal`), which a restarted server resumes. In the shared store any server process can run it, and
users take turns: a job is claimed with SELECT ... FOR UPDATE SKIP LOCKED, and another process runs it again if its own
dies. A job that is not durable fails with its process and says so. A process holds an advisory lock while it lives, so
that no clock decides which one is dead.
"""

import copy
import functools
import inspect
import json
import secrets
import threading
import time
import weakref
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from pydantic import TypeAdapter

from countercase.counterfactual.fewest_changes import Aim
from countercase.errors import CountercaseError, DatabaseDown
from countercase.evaluation.experiment import ExperimentOptions
from countercase.evaluation.testset import QuerySet
from countercase.postgres import PostgresConnection
from countercase.web.files import Upload
from countercase.web.jobs import MOST_ATTEMPTS, Call, Job, Jobs, Work, check_room, current_call, end_job, error_of
from countercase.web.matter_store import StoredMatter, TreeRow

if TYPE_CHECKING:
    from countercase.web.pages import Workbench


S = TypeVar("S", bound=Callable[..., Job])

_STARTS: dict[str, Callable[..., Job]] = {}


def durable(start: S) -> S:
    """Mark a function that starts a job, so that the same job can be restarted from its arguments."""
    signature = inspect.signature(start)

    @functools.wraps(start)
    def started(*arguments: Any, **named: Any) -> Job:
        values = list(signature.bind(*arguments, **named).arguments.values())[1:]  # the first is the workbench
        token = current_call.set(_encoded(start.__name__, values))
        try:
            return start(*arguments, **named)
        finally:
            current_call.reset(token)

    _STARTS[start.__name__] = started
    return started  # type: ignore[return-value]


def _encoded(kind: str, values: list[Any]) -> Call | None:
    """The call as plain data; None if an argument cannot be plain data."""
    plain = [_plain(value) for value in values]
    on_this_machine = any(isinstance(value, Upload | Path) for value in values)
    return None if any(value is None for value in plain) else Call(kind, json.dumps(plain), on_this_machine)


def _plain(value: Any) -> Any:  # noqa: PLR0911 - one case per type
    """An argument as plain data; None if it cannot be."""
    if isinstance(value, StoredMatter):
        return {"matter": [value.id, value.version]}
    if isinstance(value, TreeRow):
        return {"tree": [value.matter, value.id]}
    if isinstance(value, Aim):
        return {"aim": value.name}
    if isinstance(value, Upload):
        return {"upload": [value.name, str(value.path), value.sha256, value.size]}
    if isinstance(value, Path):
        return {"path": str(value)}
    if isinstance(value, QuerySet):
        return {"queries": TypeAdapter(QuerySet).dump_python(value, mode="json")}
    if isinstance(value, ExperimentOptions):
        return {"options": TypeAdapter(ExperimentOptions).dump_python(value, mode="json")}
    value = list(value) if isinstance(value, tuple) else value
    if isinstance(value, str | int) or (isinstance(value, list) and all(isinstance(part, str | int) for part in value)):
        return value
    if isinstance(value, dict) and all(isinstance(part, str) for pair in value.items() for part in pair):
        return {"texts": value}
    return None


def _read_back(bench: "Workbench", value: Any) -> Any:  # noqa: PLR0911 - one case per type
    if not isinstance(value, Mapping):
        return value
    ((kind, content),) = value.items()
    match kind:
        case "matter":
            return bench.matters.get(*content)
        case "tree":
            return bench.matters.tree(*content)
        case "upload":
            return Upload(content[0], Path(content[1]), *content[2:])
        case "path":
            return Path(content)
        case "queries":
            return TypeAdapter(QuerySet).validate_python(content)
        case "options":
            return TypeAdapter(ExperimentOptions).validate_python(content)
        case "texts":
            return content
    return Aim[content]


def start_again(bench: "Workbench", call: Call) -> Job:
    """Start the same job once more."""
    start = _STARTS.get(call.kind)
    if start is None:
        raise CountercaseError("This work was started by another version of countercase. Start it again.")
    return start(bench, *(_read_back(bench, value) for value in json.loads(call.arguments)))


class _WorkRecorder:
    """Replaces `Jobs` while a start function is called again, and records the work instead of starting it."""

    def __init__(self) -> None:
        self.work: Work | None = None

    def start(self, what: str, key: str, location: str, work: Work, **_: Any) -> Job:
        self.work = work
        return Job("", what, key, location, work)


def work_of(bench: "Workbench", call: Call) -> Work:
    """The work of a job, without starting it."""
    view, recorder = copy.copy(bench), _WorkRecorder()
    view.jobs = recorder  # type: ignore[assignment]
    start_again(view, call)
    if recorder.work is None:
        raise CountercaseError("This work cannot be resumed. Start it again.")
    return recorder.work


# Jobs in the shared store.

STARTING = 24_005  # advisory lock: one process at a time checks for a running job and starts a new one
KEPT_DAYS = 1  # how long an ended job can still be looked up
_POLL = 0.3  # seconds between two checks of the queue
_TIDY = 3.0  # seconds between two checks for dead processes
_CANCEL_CHECK = 0.5  # seconds between two checks whether a running job was cancelled
_LOST = "The server was stopped during this work. Start it again."
_COLUMNS = "id, owner, turn, what, key, location, kind, arguments, quick, state, error, result"
_CLAIM = """
WITH chosen AS (
    SELECT j.num FROM jobs j
    WHERE j.state = 'waiting' AND (j.kind IS NOT NULL OR j.worker = ?) AND (j.quick OR ?)
    ORDER BY (SELECT count(*) FROM jobs r WHERE r.owner = j.owner AND r.state = 'running'),
        (SELECT count(*) FROM jobs r WHERE r.owner = j.owner AND r.turn = j.turn AND r.state = 'running'),
        (SELECT coalesce(max(r.started), '-infinity') FROM jobs r WHERE r.owner = j.owner),
        (SELECT coalesce(max(r.started), '-infinity') FROM jobs r WHERE r.owner = j.owner AND r.turn = j.turn),
        j.num
    LIMIT 1 FOR UPDATE OF j SKIP LOCKED)
UPDATE jobs SET state = 'running', worker = ?, attempts = attempts + 1, started = clock_timestamp()
FROM chosen WHERE jobs.num = chosen.num RETURNING """
_CLAIM += ", ".join(f"jobs.{name}" for name in _COLUMNS.split(", "))


class SharedJob(Job):
    """A job in the shared store, as this process sees or runs it."""

    database: PostgresConnection | None = None  # set while this process runs the job: its events are written there
    checked = 0.0

    def tell(self, text: str, done: int | None = None, total: int | None = None, **more: Any) -> None:
        """Report progress to all processes; stops the job here if it was cancelled."""
        content = {"text": text, "done": done, "total": total, **more}
        if self.database is not None:
            self.database.execute(
                "INSERT INTO job_events VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                (self.id, len(self.events), json.dumps(content, default=str)),
            )
        self.events.append(content)
        self.check()

    def check(self) -> None:
        """Stop here if the job was cancelled in any process."""
        if self.database is not None and time.monotonic() - self.checked > _CANCEL_CHECK:
            self.checked = time.monotonic()
            row = self.database.execute("SELECT cancel FROM jobs WHERE id = ?", (self.id,)).fetchone()
            if row is None or row[0]:
                self.stop.set()
        super(SharedJob, self).check()  # noqa: UP008 - the base is a dataclass with slots


class PostgresJobs(Jobs):
    """The jobs of all server processes; `of(user)` shows only that user's."""

    _job_type = SharedJob

    def __init__(self, url: str, allow_remote: bool = False, threads: int = 2) -> None:
        self.user = ""
        self.worker = secrets.randbits(62)
        self._database = PostgresConnection(url, allow_remote, f"SELECT pg_advisory_lock({self.worker})")
        self._most_long = max(1, threads - 1)
        self._count = threads
        self._here: dict[str, SharedJob] = {}  # jobs that this process runs, or that only it can run
        self._running_long: set[str] = set()
        self._seen: weakref.WeakValueDictionary[str, SharedJob] = weakref.WeakValueDictionary()
        self._wake = threading.Condition()
        self._ending = threading.Event()
        self._threads = []

    def of(self, user: str) -> Self:
        """The jobs of another user."""
        view = copy.copy(self)
        view.user = user
        return view

    def attach(self, bench: Any) -> None:
        """Start to run jobs, with this workbench."""
        self._bench: Workbench = bench
        self._threads = [
            threading.Thread(target=self._serve, name=f"job-{number}", daemon=True) for number in range(self._count)
        ]
        self._threads.append(threading.Thread(target=self._tidy, name="job-tidy", daemon=True))
        for thread in self._threads:
            thread.start()

    def _enqueue(self, job: Job, call: Call | None, _attempts: int) -> Job | None:
        """Store a job for any process; or return the one that this user has under way for its key."""
        call = None if call is not None and call.on_this_machine else call  # other machines do not have the files
        under_way = self._insert(job, call)
        if under_way is not None:
            return self.get(under_way) or job
        (self._here if call is None else self._seen)[job.id] = cast("SharedJob", job)
        with self._wake:
            self._wake.notify_all()
        return None

    def _insert(self, job: Job, call: Call | None) -> str | None:
        """Store a job; or return the id of the one under way for its key, if there is one."""
        with self._database.transaction(lock=STARTING) as db:
            row = db.execute(
                "SELECT id FROM jobs WHERE owner = ? AND key = ? AND state IN ('waiting', 'running')",
                (self.user, job.key),
            ).fetchone()
            if row is not None:
                return str(row[0])
            waiting = db.execute("SELECT owner, turn FROM jobs WHERE state = 'waiting'").fetchall()
            check_room(len(waiting), sum(row == (self.user, job.owner) for row in waiting))
            db.execute(
                "INSERT INTO jobs (id, owner, turn, what, key, location, kind, arguments, quick, worker)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (job.id, self.user, job.owner, job.what, job.key, job.location, call.kind if call else None,
                 call.arguments if call else "[]", job.quick, None if call else self.worker),
            )  # fmt: skip
        return None

    def get(self, job_id: str) -> Job | None:
        """A job of this user, in whichever process it runs."""
        row = self._database.execute(
            f"SELECT {_COLUMNS} FROM jobs WHERE id = ? AND owner = ?",  # noqa: S608
            (job_id, self.user),
        ).fetchone()
        if row is None:
            return None
        if job_id in self._here:
            return self._here[job_id]
        job = self._seen.get(job_id) or _job_of(row)
        self._seen[job_id] = job
        self._refresh({job_id: job})
        return job

    def last(self, key: str) -> Job | None:
        """This user's latest job for a key."""
        row = self._database.execute(
            "SELECT id FROM jobs WHERE owner = ? AND key = ? ORDER BY num DESC LIMIT 1", (self.user, key)
        ).fetchone()
        return self.get(row[0]) if row else None

    def cancel(self, job_id: str) -> Job | None:
        """Stop a job of this user: at once if it is waiting, at its next step if it is running in any process."""
        self._database.execute(
            "UPDATE jobs SET cancel = true, ended = CASE WHEN state = 'waiting' THEN now() ELSE ended END,"
            " state = CASE WHEN state = 'waiting' THEN 'cancelled' ELSE state END"
            " WHERE id = ? AND owner = ? AND state IN ('waiting', 'running')",
            (job_id, self.user),
        )
        job = self._here.get(job_id)
        found = self.get(job_id)
        if job is not None and found is not None:
            job.stop.set()
            self._refresh({job_id: job})
        return found

    def close(self) -> None:
        """Stop the jobs of this process. Durable ones wait for another process or the next start."""
        self._ending.set()
        with self._wake:
            self._wake.notify_all()
        for job in list(self._here.values()):
            job.stop.set()
        for thread in self._threads:
            thread.join(10.0)
        with suppress(DatabaseDown):
            self._release(self.worker)
        self._database.close()

    # Claiming and running jobs

    def _serve(self) -> None:
        while not self._ending.is_set():
            row = None
            with suppress(DatabaseDown):  # tried again at the next poll
                row = self._claim()
            if row is None:
                with self._wake:
                    self._wake.wait(_POLL)
            else:
                self._run(row)

    def _claim(self) -> tuple[Any, ...] | None:
        with self._wake:
            room = len(self._running_long) < self._most_long
            row: tuple[Any, ...] | None = self._database.execute(_CLAIM, (self.worker, room, self.worker)).fetchone()
            if row is not None and not row[8]:
                self._running_long.add(row[0])
        return row

    def _run(self, row: tuple[Any, ...]) -> None:
        job = self._here.get(row[0]) or self._seen.get(row[0]) or _job_of(row)
        self._here[job.id] = job
        job.database = self._database
        try:
            if row[6] is not None:
                job.work = work_of(self._bench.of(row[1]), Call(row[6], row[7]))
            error = error_of(job)
        except CountercaseError as refused:
            error = refused
        if self._ending.is_set() and job.stop.is_set():
            return  # nobody cancelled it: `close` releases it
        end_job(job, error)
        job.database = None
        self._record(job)
        self._running_long.discard(job.id)
        self._here.pop(job.id, None)
        self._seen[job.id] = job
        with self._wake:
            self._wake.notify_all()

    def _record(self, job: SharedJob) -> None:
        """Record how a job ended; retries while the database is down."""
        result = json.dumps(job.result, default=str) if job.result is not None else None
        while True:
            try:
                self._database.execute(
                    "UPDATE jobs SET state = ?, error = ?, result = ?, location = ?, ended = now()"
                    " WHERE id = ? AND worker = ? AND state = 'running'",
                    (job.state, job.error, result, job.location, job.id, self.worker),
                )
            except DatabaseDown:
                if self._ending.wait(1.0):
                    return
            else:
                return

    # Upkeep

    def _tidy(self) -> None:
        tidied = 0.0
        while not self._ending.wait(_POLL):
            with suppress(DatabaseDown):
                self._refresh({name: job for name, job in dict(self._seen).items() if not job.ended})
                if time.monotonic() - tidied > _TIDY:
                    tidied = time.monotonic()
                    self._release_dead()

    def _release_dead(self) -> None:
        """Release the jobs of dead processes, and delete old ones."""
        others = self._database.execute(
            "SELECT DISTINCT worker FROM jobs WHERE state IN ('waiting', 'running') AND worker <> ?", (self.worker,)
        ).fetchall()
        for (worker,) in others:
            with self._database.transaction() as db:  # the lock ends with the transaction
                if db.execute("SELECT pg_try_advisory_xact_lock(?)", (worker,)).fetchone()[0]:
                    self._release(worker)
        self._database.execute(f"DELETE FROM jobs WHERE ended < now() - interval '{KEPT_DAYS} days'")  # noqa: S608

    def _release(self, worker: int) -> None:
        db = self._database
        mine = "worker = ? AND state IN ('waiting', 'running')"
        db.execute(
            f"UPDATE jobs SET state = 'cancelled', ended = now() WHERE {mine} AND cancel",  # noqa: S608
            (worker,),
        )
        db.execute(
            f"UPDATE jobs SET state = 'failed', ended = now(), error = ? WHERE {mine} AND kind IS NULL",  # noqa: S608
            (_LOST, worker),
        )
        db.execute(
            "UPDATE jobs SET state = 'failed', ended = now(), error = ?"  # noqa: S608
            f" WHERE {mine} AND attempts >= {MOST_ATTEMPTS}",
            (f"The server stopped {MOST_ATTEMPTS} times during this work, so it is not tried again.", worker),
        )
        db.execute(f"UPDATE jobs SET state = 'waiting', worker = NULL WHERE {mine}", (worker,))  # noqa: S608

    def _refresh(self, jobs: Mapping[str, SharedJob]) -> None:
        """Update jobs that run in other processes."""
        if not jobs:
            return
        states = self._database.execute(
            "SELECT id, state, error, result, location FROM jobs WHERE id = ANY(?)", (list(jobs),)
        ).fetchall()
        events = self._database.execute(
            "SELECT job, number, content FROM job_events WHERE job = ANY(?) ORDER BY job, number", (list(jobs),)
        ).fetchall()
        for name, number, content in events:
            if number == len(jobs[name].events):
                jobs[name].events.append(json.loads(content))
        for name, state, error, result, location in states:
            job = jobs[name]
            job.error, job.location = error, location
            job.result = json.loads(result) if result else job.result
            job.state = state
        for name in jobs.keys() - {row[0] for row in states}:
            jobs[name].state = "failed"
            jobs[name].error = _LOST


def _job_of(row: tuple[Any, ...]) -> SharedJob:
    name, _owner, turn, what, key, location, _kind, _arguments, quick, state, error, result = row
    job = SharedJob(name, what, key, location, _no_work, turn, quick)
    job.state, job.error, job.result = state, error, json.loads(result) if result else None
    return job


def _no_work(_: Job) -> None:
    raise CountercaseError(_LOST)
