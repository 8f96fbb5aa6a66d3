"""What lies at a path: a file, a table, an archive, a published layout, or a folder with any of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from countercase.corpus.read.aila import aila_files, is_aila
from countercase.corpus.read.archive import KIND_OF_SUFFIX, TAR_SUFFIXES, tar_items
from countercase.corpus.read.aws import aws_items, is_aws
from countercase.corpus.read.beir import beir_items, is_beir
from countercase.corpus.read.document import Item, Kind, Refused, fingerprint
from countercase.corpus.read.tables import TABLE_SUFFIXES, table_items
from countercase.errors import InputError

_KNOWN = "PDF, text, HTML, JSONL, CSV, Parquet or tar"


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file in a folder that is of no kind we read."""

    source: str


@dataclass(frozen=True, slots=True)
class Sources:
    """The documents at some paths, one after the other and never all in memory."""

    paths: Sequence[Path]
    max_bytes: int
    columns: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for path in self.paths:
            if not path.exists():
                raise InputError(f"{path} does not exist. Check the name.")

    def __iter__(self) -> Iterator[Item | Refused | Skipped]:
        for path in self.paths:
            whole = path.resolve()
            yield from self._folder(whole) if whole.is_dir() else self._file(whole, asked_for=True)

    def _folder(self, folder: Path) -> Iterator[Item | Refused | Skipped]:
        if is_aila(folder):
            yield from map(self._single, aila_files(folder))
        elif is_beir(folder):
            yield from beir_items(folder, self.max_bytes)
        elif is_aws(folder):
            yield from aws_items(folder, self.max_bytes)
        else:
            for entry in sorted(folder.iterdir()):
                if entry.name.startswith(".") or (entry.is_symlink() and entry.is_dir()):
                    continue  # hidden, or a link that may lead back up
                yield from self._folder(entry) if entry.is_dir() else self._file(entry, asked_for=False)

    def _file(self, path: Path, asked_for: bool) -> Iterator[Item | Refused | Skipped]:
        name = path.name.lower()
        if path.suffix.lower() in KIND_OF_SUFFIX or (asked_for and not name.endswith((*TABLE_SUFFIXES, *TAR_SUFFIXES))):
            yield self._single(path)
        elif name.endswith(TABLE_SUFFIXES):
            yield from table_items(path, self.columns, self.max_bytes)
        elif name.endswith(TAR_SUFFIXES):
            yield from tar_items(path, self.max_bytes)
        else:
            yield Skipped(str(path))

    def _single(self, path: Path) -> Item | Refused:
        try:
            size = path.stat().st_size
            if size > self.max_bytes:
                return Refused(str(path), f"{size} bytes, more than ingest.max_file_mb. Raise it.")
            content = path.read_bytes()
        except OSError as error:
            return Refused(str(path), f"cannot be opened: {error.strerror}.")
        kind = kind_of(path.name, content)
        if kind is None:
            return Refused(str(path), f"of no known kind. Give {_KNOWN}.", fingerprint(content))
        return Item(path.stem, str(path), kind, fingerprint(content))


def kind_of(name: str, content: bytes) -> Kind | None:
    """What a file is, by content before name: a PDF saved as .txt is a PDF. None where it is nothing we read."""
    head = content[:1024]
    if head.lstrip().startswith(b"%PDF-"):
        return "pdf"
    named = KIND_OF_SUFFIX.get(Path(name).suffix.lower())
    if named is not None:
        return named
    if b"<html" in head.lower():
        return "html"
    return None if b"\0" in head else "text"
