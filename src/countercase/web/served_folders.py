"""Extra folders with results and contract benchmarks. They come from `countercase serve`, never from a browser."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from countercase.errors import InputError


@dataclass(frozen=True, slots=True)
class ServedFolders:
    """`results` have JSON files of evaluation runs; `contracts` were written by `countercase cuad generate --out`."""

    results: tuple[Path, ...] = ()
    contracts: tuple[Path, ...] = ()


def check_folders(results: Iterable[Path], contracts: Iterable[Path]) -> ServedFolders:
    """The given folders. Raises InputError if one is missing."""
    folders = ServedFolders(tuple(results), tuple(contracts))
    for option, path in [("--results", folder) for folder in folders.results] + [
        ("--contracts", folder) for folder in folders.contracts
    ]:
        if not path.is_dir():
            raise InputError(f"{option} {path} is not a folder. Check the name.")
    return folders
