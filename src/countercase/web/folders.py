"""Where else the page looks for results and contract benchmarks: told to `countercase serve`, never by a browser."""

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
    """The folders as given; one that is not there is refused."""
    folders = Folders(tuple(results), tuple(contracts))
    for option, path in [("--results", folder) for folder in folders.results] + [
        ("--contracts", folder) for folder in folders.contracts
    ]:
        if not path.is_dir():
            raise InputError(f"{option} {path} is not a folder. Check the name.")
    return folders
