"""What lies at a path: a file, a table, an archive, a published layout, or a folder with any of them.

Walking, and looking at the first bytes of a file, is all that happens in the parent process. Tables and archives are
`Container`s: whoever walks says how their documents are listed, and ingest has it done in a child with limits.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from countercase.corpus.read.archives import KIND_OF_SUFFIX, TAR_SUFFIXES, aws_years, is_aws, tar_items, year_items
from countercase.corpus.read.document import Kind, RefusedDocument, SourceDocument, fingerprint
from countercase.corpus.read.tables import TABLE_SUFFIXES, table_items
from countercase.errors import InputError, UnreadableFile
from countercase.files import check_regular, read_regular

_AILA_CASES = "Object_casedocs"  # of AILA 2019 as published: prior cases in C1.txt and so on
_BEIR_CORPUS = "corpus.jsonl"  # of a BEIR folder: `_id`, `title` and `text`
_BEIR_COLUMNS = {"id": "_id", "text": "text"}
_KNOWN = "PDF, text, HTML, JSONL, CSV, Parquet or tar"


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file in a folder that is of no kind we read."""

    source: str


@dataclass(frozen=True, slots=True)
class Container:
    """A file with many documents, or a published year: what a child is given to list."""

    path: Path
    form: Literal["table", "tar", "year"]
    max_bytes: int
    columns: Mapping[str, str] = field(default_factory=dict)


def documents_in(container: Container) -> Iterator[SourceDocument | RefusedDocument]:
    """The documents of a container, in its order."""
    if container.form == "table":
        return table_items(container.path, container.columns, container.max_bytes)
    if container.form == "tar":
        return tar_items(container.path, container.max_bytes)
    return year_items(container.path, container.max_bytes)


Listing = Callable[[Container], Iterator[SourceDocument | RefusedDocument]]
Walk = Iterator[SourceDocument | RefusedDocument | Skipped]


@dataclass(frozen=True, slots=True)
class Sources:
    """The documents at some paths, one after the other and never all in memory."""

    paths: Sequence[Path]
    max_bytes: int
    columns: Mapping[str, str] = field(default_factory=dict)
    listing: Listing = documents_in

    def __post_init__(self) -> None:
        for path in self.paths:
            if not path.exists():
                raise InputError(f"{path} does not exist. Check the name.")

    def __iter__(self) -> Walk:
        for path in self.paths:
            whole = path.resolve()
            yield from self._folder(whole) if whole.is_dir() else self._file(whole, asked_for=True)

    def _folder(self, folder: Path) -> Walk:
        """A folder and those below it, in order; a stack, since folders may be nested deeper than calls may."""
        pending = [folder]
        while pending:
            path = pending.pop()
            try:
                if path.is_dir():
                    layout = self._layout(path)
                    if layout is None:
                        pending += reversed(_entries(path))
                    else:
                        yield from layout
                else:
                    yield from self._file(path, asked_for=False)
            except OSError as error:
                yield RefusedDocument(str(path), f"cannot be opened: {error.strerror}.")

    def _layout(self, folder: Path) -> Walk | None:
        """The documents of a folder that is laid out as a published set; None where it is not."""
        if (folder / _AILA_CASES).is_dir():
            files = (folder / _AILA_CASES).glob("C*.txt")  # statutes and queries are no cases
            return map(self._single, sorted(files, key=lambda path: (len(path.stem), path.stem)))
        if (folder / _BEIR_CORPUS).is_file():  # queries and judgments are the evaluation's business
            return self.listing(Container(folder / _BEIR_CORPUS, "table", self.max_bytes, _BEIR_COLUMNS))
        if is_aws(folder):
            years = (Container(year, "year", self.max_bytes) for year in aws_years(folder))
            return (item for year in years for item in self.listing(year))
        return None

    def _file(self, path: Path, asked_for: bool) -> Walk:
        name = path.name.lower()
        form: Literal["table", "tar"] | None = None
        if name.endswith(TABLE_SUFFIXES):
            form = "table"
        elif name.endswith(TAR_SUFFIXES):
            form = "tar"
        if form is not None:
            try:
                check_regular(path)
            except UnreadableFile as error:
                yield RefusedDocument(str(path), str(error))
            else:
                yield from self.listing(Container(path, form, self.max_bytes, self.columns))
        elif asked_for or path.suffix.lower() in KIND_OF_SUFFIX:
            yield self._single(path)
        else:
            yield Skipped(str(path))

    def _single(self, path: Path) -> SourceDocument | RefusedDocument:
        try:
            content = read_regular(path, self.max_bytes)
        except UnreadableFile as error:
            return RefusedDocument(str(path), str(error))
        kind = kind_of(path.name, content)
        if kind is None:
            return RefusedDocument(str(path), f"of no known kind. Give {_KNOWN}.", fingerprint(content))
        return SourceDocument(path.stem, str(path), kind, fingerprint(content))


def _entries(folder: Path) -> list[Path]:
    """What a folder holds, in order, without hidden files and links to folders, which may lead back up."""
    return [
        entry
        for entry in sorted(folder.iterdir())
        if not entry.name.startswith(".") and not (entry.is_symlink() and entry.is_dir())
    ]


def kind_of(name: str, content: bytes) -> Kind | None:
    """What a file is, by content before name: a PDF saved as .txt is a PDF. None where it is nothing we read."""
    head = content[:1024]
    if head.lstrip().startswith(b"%PDF-"):
        return "pdf"
    named = KIND_OF_SUFFIX.get(Path(name).suffix.lower())
    if named in {"docx", "pdf"}:
        return named
    if b"\0" in head and not head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return None  # a picture or a program, whatever its name says
    if named is not None:
        return named
    if b"<html" in head.lower():
        return "html"
    return None if b"\0" in head else "text"
