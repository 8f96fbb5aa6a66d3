"""Where a figure comes from: what ran, on what, with which settings; and whether a second run gives the same."""

import hashlib
import os
import platform
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import UTC, datetime
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from countercase.errors import InputError
from countercase.files import sha256_of
from countercase.settings import Settings
from countercase.version import __version__

LIBRARIES = ("numpy", "scipy", "ir-measures", "pytrec-eval-terrier", "bm25s", "onnxruntime", "chromadb", "krippendorff")
_SECRET = frozenset({"llm.api_key", "models.encoder_key", "web.token", "web.tokens", "store.url"})


@dataclass(frozen=True, slots=True)
class ResultSource:
    """Everything needed to trust a figure and to compute it again."""

    version: str
    commit: str | None  # None if the package is installed and not a checkout
    command: tuple[str, ...]  # the words after `countercase`; empty if called from Python
    date: str  # UTC
    settings: Mapping[str, Any]  # those that differ from the defaults
    plans: Mapping[str, Mapping[str, Any]]  # the definition of each
    inputs: Mapping[str, str]  # name -> SHA-256, or the name of a model with its hash
    machine: Mapping[str, Any]
    libraries: Mapping[str, str]

    def as_record(self) -> dict[str, Any]:
        """The record as JSON data."""
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}

    def lines(self) -> dict[str, str]:
        """The record as lines of text, empty parts left out."""
        machine = f"{self.machine['processor']}, {self.machine['cores']} cores, Python {self.machine['python']}"
        lines = {
            "commit": self.commit or "an installed package, not a checkout",
            "command": " ".join(["countercase", *self.command]) if self.command else "",
            "date": self.date,
            "settings changed": ", ".join(f"{name} = {value}" for name, value in self.settings.items()),
            **{f"plan {name}": _plan_line(plan) for name, plan in self.plans.items()},
            **{f"{name} (SHA-256)" if len(value) == 64 else name: value for name, value in self.inputs.items()},
            "machine": machine,
            "libraries": ", ".join(f"{name} {version}" for name, version in self.libraries.items()),
        }
        return {name: text for name, text in lines.items() if text}

    def comment(self) -> str:
        """One comment line for the top of a LaTeX table."""
        command = " ".join(["countercase", *self.command]) if self.command else "from Python"
        return f"% countercase {self.version}, commit {self.commit or 'unknown'}, {self.date}: {command}"


def _plain(value: Any) -> Any:
    """A value converted to types that JSON has."""
    if isinstance(value, Mapping):
        return {str(name): _plain(part) for name, part in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        return [_plain(part) for part in value]
    return value


def provenance(
    command: Sequence[str] = (),
    settings: Settings | None = None,
    plans: Mapping[str, Mapping[str, Any]] | None = None,
    inputs: Mapping[str, str] | None = None,
    files: Mapping[str, Path] | None = None,
) -> ResultSource:
    """The provenance of a run that happens now; `files` are hashed and added to `inputs`."""
    hashes = {name: file_hash(path) for name, path in (files or {}).items()}
    return ResultSource(
        version=__version__,
        commit=commit(),
        command=tuple(command),
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        settings=changed_settings(settings) if settings is not None else {},
        plans=dict(plans or {}),
        inputs={**hashes, **(inputs or {})},
        machine=machine(),
        libraries=libraries(),
    )


@cache
def commit() -> str | None:
    """The commit of the checkout that this package runs from, marked if files differ; None if installed."""
    folder = str(Path(__file__).parent)
    try:
        run = subprocess.run(
            ["git", "-C", folder, "describe", "--always", "--abbrev=40", "--exclude=*", "--dirty"],
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        return None
    return run.stdout.strip() or None


def changed_settings(settings: Settings) -> dict[str, Any]:
    """Each setting that differs from its default, as `group.key`; the value of a secret is not shown."""
    default, chosen = dict(_flat(Settings().model_dump(mode="json"))), dict(_flat(settings.model_dump(mode="json")))
    changed = {name: value for name, value in chosen.items() if default.get(name) != value}
    return {name: "(set)" if name in _SECRET else value for name, value in changed.items()}


def _flat(values: Mapping[str, Any], group: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, dict) and value and not group:
            yield from _flat(value, name)
        else:
            yield (f"{group}.{name}" if group else name), value


def machine() -> dict[str, Any]:
    """The properties of the machine that affect figures and times."""
    return {
        "system": platform.system(),
        "architecture": platform.machine(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
    }


@cache
def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())


@cache
def libraries() -> dict[str, str]:
    """Versions of the installed libraries that figures depend on."""
    versions = {}
    for name in LIBRARIES:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return versions


def file_hash(path: Path) -> str:
    """SHA-256 of a file, or of all files in a folder with their names."""
    sha = hashlib.sha256()
    try:
        if path.is_dir():
            for file in sorted(file for file in path.rglob("*") if file.is_file()):
                sha.update(f"{file.relative_to(path).as_posix()}\n{file_hash(file)}\n".encode())
        else:
            return sha256_of(path)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}. Check the name.") from None
    return sha.hexdigest()


def texts_hash(texts: Mapping[str, str]) -> str:
    """SHA-256 of a corpus: every id and text, in order of ids."""
    sha = hashlib.sha256()
    for case in sorted(texts):
        for part in (case, texts[case]):
            content = part.encode()
            sha.update(len(content).to_bytes(8, "big") + content)
    return sha.hexdigest()


def definition(plan: Any) -> dict[str, Any]:
    """A plan as plain data: every field of its dataclass."""
    values = {field.name: getattr(plan, field.name) for field in fields(plan)}
    return {name: dict(value) if isinstance(value, Mapping) else value for name, value in values.items()}


def _plan_line(plan: Mapping[str, Any]) -> str:
    return "; ".join(f"{name} = {value}" for name, value in plan.items())


# Whether a second run gives the same figures.

VOLATILE = frozenset({"provenance", "latency_seconds", "seconds", "cached"})  # times, and values that are not figures
TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Repeated:
    """A recorded result compared with a new one."""

    figures: int
    differing: Mapping[str, tuple[Any, Any]]  # path in the file -> recorded value, new value
    changed: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)  # differences in provenance

    @property
    def same(self) -> bool:
        """Whether every figure is the same."""
        return not self.differing


def compare_records(then: Mapping[str, Any], now: Mapping[str, Any]) -> Repeated:
    """Compare all values of two results except times, and their provenance."""
    before, after = dict(_leaves(then)), dict(_leaves(now))
    paths = list(dict.fromkeys([*before, *after]))
    differing = {
        path: (before.get(path), after.get(path)) for path in paths if not _equal(before.get(path), after.get(path))
    }
    return Repeated(len(paths), differing, _changed(then.get("provenance", {}), now.get("provenance", {})))


def _leaves(value: object, path: str = "") -> Iterator[tuple[str, Any]]:
    items: Iterable[tuple[str, Any]]
    if isinstance(value, Mapping):
        items = ((str(name), child) for name, child in value.items() if name not in VOLATILE)
    elif isinstance(value, list | tuple):
        items = ((str(number), child) for number, child in enumerate(value))
    else:
        yield path, value
        return
    for name, child in items:
        yield from _leaves(child, f"{path}.{name}" if path else name)


def _equal(left: object, right: object) -> bool:
    if isinstance(left, int | float) and isinstance(right, int | float):
        return left == right or abs(left - right) <= TOLERANCE
    return left == right


def _changed(then: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    changed: dict[str, tuple[Any, Any]] = {}
    for part in ("version", "commit", "settings", "plans", "inputs", "machine", "libraries"):
        before, after = dict(_leaves({part: then.get(part)})), dict(_leaves({part: now.get(part)}))
        for path in dict.fromkeys([*before, *after]):
            if before.get(path) != after.get(path):
                changed[path] = (before.get(path), after.get(path))
    return changed
