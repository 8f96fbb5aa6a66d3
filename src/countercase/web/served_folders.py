"""Further folders with results and contract benchmarks, given to `countercase serve` and never by a browser."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from countercase.errors import InputError


@dataclass(frozen=True, slots=True)
class Folders:
    """`results` hold JSON of evaluation runs; `contracts` are what `countercase cuad generate --out` wrote."""

    results: tuple[Path, ...] = ()
    contracts: tuple[Path, ...] = ()


def given_folders(results: Iterable[Path], contracts: Iterable[Path]) -> Folders:
    """The given folders; a missing one is refused."""
    folders = Folders(tuple(results), tuple(contracts))
    for option, path in [("--results", folder) for folder in folders.results] + [
        ("--contracts", folder) for folder in folders.contracts
    ]:
        if not path.is_dir():
            raise InputError(f"{option} {path} is not a folder. Check the name.")
    return folders
