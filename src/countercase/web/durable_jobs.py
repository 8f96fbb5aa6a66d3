"""Jobs that survive a restart: each is recorded as a function with plain arguments, so that it can be started again.

A shared store records them in the database. Without one, each job has a file in the workspace's folder `jobs` until it
ends; a restarted server finds it there and resumes the job.
"""

import copy
import functools
import inspect
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import TypeAdapter

from countercase.counterfactual.fewest_changes import Aim
from countercase.errors import CountercaseError
from countercase.evaluation.experiment import ExperimentOptions
from countercase.evaluation.testset import QuerySet
from countercase.files import write_whole
from countercase.web.files import Upload, private_folder
from countercase.web.jobs import Call, Job, Work, current_call
from countercase.web.matter_store import StoredMatter, TreeRow

if TYPE_CHECKING:
    from countercase.web.workbench import Workbench

S = TypeVar("S", bound=Callable[..., Job])

FOLDER = "jobs"  # of the workspace
MOST_ATTEMPTS = 3  # a job during which the server stopped this often is not tried again
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
