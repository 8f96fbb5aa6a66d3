"""AILA 2019 as published: prior cases in `Object_casedocs/C1.txt` and so on."""

from collections.abc import Iterator
from pathlib import Path

CASES = "Object_casedocs"


def is_aila(folder: Path) -> bool:
    """Whether a folder is the AILA set."""
    return (folder / CASES).is_dir()


def aila_files(folder: Path) -> Iterator[Path]:
    """The case files in the order of their numbers; statutes and queries are no cases."""
    yield from sorted((folder / CASES).glob("C*.txt"), key=lambda path: (len(path.stem), path.stem))
