"""Files of figures: those of the source tree, of the workspace, and of the folders given to `countercase serve`.

A file that cannot be read is named with the reason and not passed over: an empty place looks like no result.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import countercase
from countercase.web.workbench import Workbench

OWN_RUNS = (
    "evaluations"  # folder of the workspace for JSON that `countercase eval ... --json` and `cuad evaluate` print
)
MAX_BYTES = 20_000_000


@dataclass(frozen=True, slots=True)
class Result:
    """One file of figures; `key` names it in addresses, `wrong` says why it has no content."""

    key: str
    source: str
    content: Mapping[str, Any] = field(default_factory=dict)
    wrong: str = ""

    @property
    def name(self) -> str:
        """The key for people."""
        return self.key.replace("_", " ")


def find_results(bench: Workbench) -> list[Result]:
    """Every result, under keys that differ."""
    return list(_distinct(one for folder, source in result_folders(bench) for one in _read_folder(folder, source)))


def result_folders(bench: Workbench) -> Iterator[tuple[Path, str]]:
    """The folders that are looked into, each with what it is called."""
    root = Path(countercase.__file__).parents[2]
    if (root / "pyproject.toml").is_file():
        yield root / "benchmarks" / "results", "benchmarks/results"
    yield bench.product.folder / OWN_RUNS, "this workspace"
    yield from ((folder, str(folder)) for folder in bench.folders.results)


def _read_folder(folder: Path, source: str) -> Iterator[Result]:
    for path in sorted(folder.glob("*.json")) if folder.is_dir() else ():
        try:
            state = path.stat()
        except OSError as error:
            yield Result(path.stem, source, wrong=f"{path.name} cannot be opened: {error.strerror}.")
            continue
        yield _read_file(path, source, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=200)
def _read_file(path: Path, source: str, _written: int, size: int) -> Result:
    """A file in the state that its time and size tell."""
    if size > MAX_BYTES:
        return Result(path.stem, source, wrong=f"{path.name} has {size:,} bytes, more than {MAX_BYTES:,} are shown.")
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        return Result(path.stem, source, wrong=f"{path.name} cannot be opened: {error.strerror}.")
    except UnicodeDecodeError:
        return Result(path.stem, source, wrong=f"{path.name} is not UTF-8 text.")
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        return Result(path.stem, source, wrong=f"{path.name} is not JSON, or only half written: {error.msg} ({where}).")
    if not isinstance(content, dict):
        return Result(path.stem, source, wrong=f"{path.name} holds no JSON object, so there is nothing to tabulate.")
    return Result(path.stem, source, content)


def _distinct(results: Iterable[Result]) -> Iterator[Result]:
    taken: dict[str, int] = {}
    for one in results:
        count = taken[one.key] = taken.get(one.key, 0) + 1
        yield one if count == 1 else replace(one, key=f"{one.key}-{count}")
