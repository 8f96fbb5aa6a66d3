"""Jobs that outlive the server: each is noted as a function and plain arguments, so that it can be started again.

A shared store notes them in the database. Without one, a file for each job lies in `jobs` of the workspace until the
job has ended; a server that starts again finds it there and goes on.
"""

import copy
import functools
import inspect
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from countercase.counterfactual.fewest_changes import Aim
from countercase.errors import CountercaseError
from countercase.web.jobs import Call, Job, Work, current_call
from countercase.web.matter_store import StoredMatter, TreeRow
from countercase.web.uploads import Upload, private_folder

if TYPE_CHECKING:
    from countercase.web.workbench import Workbench

S = TypeVar("S", bound=Callable[..., Job])

FOLDER = "jobs"  # of the workspace
MOST_ATTEMPTS = 3  # a job during which the server stopped three times is not tried again
_STARTS: dict[str, Callable[..., Job]] = {}


def durable(start: S) -> S:
    """Marks a function that starts a job: the same job can be started again from the function's arguments."""
    signature = inspect.signature(start)

    @functools.wraps(start)
    def started(*arguments: Any, **named: Any) -> Job:
        given = list(signature.bind(*arguments, **named).arguments.values())[1:]  # the first is the workbench
        token = current_call.set(_encoded(start.__name__, given))
        try:
            return start(*arguments, **named)
        finally:
            current_call.reset(token)

    _STARTS[start.__name__] = started
    return started  # type: ignore[return-value]


def _encoded(kind: str, values: list[Any]) -> Call | None:
    """The call as plain data; None where an argument has no such form."""
    plain = [_plain(value) for value in values]
    on_this_machine = any(isinstance(value, Upload | Path) for value in values)
    return None if any(value is None for value in plain) else Call(kind, json.dumps(plain), on_this_machine)


def _plain(value: Any) -> Any:  # noqa: PLR0911 - one line a type
    """An argument as plain data; None where it has no such form."""
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
    if isinstance(value, str | int) or (isinstance(value, list) and all(isinstance(part, str | int) for part in value)):
        return value
    if isinstance(value, dict) and all(isinstance(part, str) for pair in value.items() for part in pair):
        return {"texts": value}
    return None


def _read_back(bench: "Workbench", value: Any) -> Any:  # noqa: PLR0911 - one line a type
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
        case "texts":
            return content
    return Aim[content]


def start_again(bench: "Workbench", call: Call) -> Job:
    """The same job once more."""
    start = _STARTS.get(call.kind)
    if start is None:
        raise CountercaseError("This work was started by another version of countercase. Start it again.")
    return start(bench, *(_read_back(bench, value) for value in json.loads(call.arguments)))


class _WorkKept:
    """Stands in for the jobs while a start function is called again, and keeps the work it would have started."""

    def __init__(self) -> None:
        self.work: Work | None = None

    def start(self, what: str, key: str, location: str, work: Work, **_: Any) -> Job:
        self.work = work
        return Job("", what, key, location, work)


def work_of(bench: "Workbench", call: Call) -> Work:
    """What a job does, without starting it."""
    view, kept = copy.copy(bench), _WorkKept()
    view.jobs = kept  # type: ignore[assignment]
    start_again(view, call)
    if kept.work is None:
        raise CountercaseError("This work cannot be started again from its arguments. Start it again.")
    return kept.work


@dataclass(frozen=True, slots=True)
class NotedJob:
    """A durable job that had not ended when its server did."""

    id: str
    call: Call
    attempts: int

    @property
    def uploads(self) -> frozenset[Path]:
        """The received files that the job still needs."""
        values = [value for value in json.loads(self.call.arguments) if isinstance(value, dict)]
        return frozenset(Path(value["upload"][1]) for value in values if "upload" in value)


class JobJournal:
    """One small file for each durable job under way, readable by its owner alone."""

    def __init__(self, workspace: Path) -> None:
        self._folder = workspace / FOLDER

    def note(self, job_id: str, call: Call, attempts: int = 1) -> None:
        """Write down a job before it begins."""
        record = {"kind": call.kind, "arguments": json.loads(call.arguments), "attempts": attempts}
        path = private_folder(self._folder) / f"{job_id}.json"
        fresh = path.with_suffix(".new")
        with os.fdopen(os.open(fresh, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "w", encoding="utf-8") as out:
            json.dump(record, out)
        fresh.replace(path)

    def strike(self, job_id: str) -> None:
        """Forget a job that has ended."""
        with suppress(OSError):
            (self._folder / f"{job_id}.json").unlink()

    def left_over(self) -> Iterator[NotedJob]:
        """The jobs of a server that has stopped; those that stopped it too often are forgotten."""
        for path in sorted(self._folder.glob("*.json")) if self._folder.is_dir() else ():
            try:
                record = json.loads(path.read_text(encoding="utf-8"))
                noted = NotedJob(
                    path.stem, Call(record["kind"], json.dumps(record["arguments"])), int(record["attempts"])
                )
            except (OSError, ValueError, KeyError, TypeError):
                self.strike(path.stem)
                continue
            if noted.attempts >= MOST_ATTEMPTS:
                self.strike(noted.id)
            else:
                yield noted
