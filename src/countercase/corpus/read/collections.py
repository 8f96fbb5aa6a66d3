"""The documents at a path: a file, a table, an archive, a published layout, or a folder with any of them.

The parent process only walks folders and looks at the first bytes of files. Tables and archives are `Container`s: the
walk says how their documents are listed, and ingest lists them in a child with limits.
"""

import csv
import json
import tarfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from lzma import LZMAError
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from countercase.corpus.read import Kind, RefusedDocument, SourceDocument, fingerprint, is_unicode
from countercase.errors import CountercaseError, InputError, MissingExtra, UnreadableFile
from countercase.files import check_regular, read_regular

# Tables with one document per row: JSONL, CSV, TSV and Parquet.

TABLE_SUFFIXES = (".jsonl", ".csv", ".tsv", ".parquet")
_ID_NAMES = ("_id", "id", "case_id", "doc_id")
_TEXT_NAMES = ("text", "body", "content", "judgment", "judgement")
_LONG = 4000  # characters; a longer value is another text, not a field about the document

Row = Mapping[str, Any]


def parse_columns(text: str) -> dict[str, str]:
    """`id=cnr,text=body` as a map from our names to the table's."""
    columns = {}
    for pair in text.split(","):
        ours, equals, theirs = pair.partition("=")
        if not equals or not ours.strip() or not theirs.strip():
            raise InputError(f"--columns takes pairs such as id=cnr,text=body, not {pair.strip()!r}.")
        columns[ours.strip()] = theirs.strip()
    return columns


def table_items(path: Path, columns: Mapping[str, str], max_bytes: int) -> Iterator[SourceDocument | RefusedDocument]:
    """One item per row, in order and in constant memory. A bad row is refused; the others are still read."""
    empty = True
    try:
        for number, row in _rows(path, max_bytes):
            empty = False
            if isinstance(row, RefusedDocument):
                yield row
                continue
            names = _names(row, columns)
            missing = next((ours for ours in ("id", "text") if names[ours] not in row), None)
            if missing is None:
                yield _item(path, number, row, names)
            elif path.suffix.lower() == ".jsonl":
                yield RefusedDocument(f"{path}#{number}", f"row {number} {_no_column(missing, names[missing], row)}")
            else:  # every row has the same columns
                yield RefusedDocument(str(path), f"the table {_no_column(missing, names[missing], row)}")
                return
    except UnreadableFile as error:
        yield RefusedDocument(str(path), str(error))
    else:
        if empty:
            yield RefusedDocument(str(path), "the table has no rows.")


def _no_column(ours: str, theirs: str, row: Row) -> str:
    have = ", ".join(map(str, row))[:200]
    return f"has no column {theirs!r} for the {ours}. Give --columns {ours}=NAME: {have}."


def _names(row: Row, columns: Mapping[str, str]) -> dict[str, str]:
    """The table's columns for the id and the text: those given, else those with the usual names."""
    usual = {
        "id": next((name for name in _ID_NAMES if name in row), "id"),
        "text": next((name for name in _TEXT_NAMES if name in row), "text"),
    }
    return {**usual, **columns}


def _item(path: Path, number: int, row: Row, names: Mapping[str, str]) -> SourceDocument | RefusedDocument:
    identity, text = row[names["id"]], row[names["text"]]
    if identity in (None, "") or not isinstance(identity, str | int | float):
        return RefusedDocument(f"{path}#{number}", f"row {number} has no id.")
    source = f"{path}#{identity}"
    if not isinstance(text, str) or not text.strip():
        return RefusedDocument(source, f"row {number} has no text.")
    ours_of = {theirs: name for name, theirs in names.items()}
    fields = {
        ours_of.get(key, key): str(value)
        for key, value in row.items()
        if key not in (names["id"], names["text"])
        and isinstance(value, str | int | float)
        and 0 < len(str(value)) <= _LONG
    }
    if not all(map(is_unicode, (text, *fields, *fields.values()))):
        return RefusedDocument(source, f"row {number} holds a lone surrogate, which is not Unicode text.")
    content = text.encode()
    return SourceDocument(str(identity), source, "text", fingerprint(content, fields), content, fields)


def _rows(path: Path, max_bytes: int) -> Iterator[tuple[int, Row | RefusedDocument]]:
    suffix = path.suffix.lower()
    if suffix == ".jsonl":
        yield from _jsonl_rows(path, max_bytes)
    elif suffix == ".parquet":
        yield from enumerate(parquet_rows(path), 1)
    else:
        yield from _csv_rows(path, max_bytes, "\t" if suffix == ".tsv" else ",")


def _jsonl_rows(path: Path, max_bytes: int) -> Iterator[tuple[int, Row | RefusedDocument]]:
    with path.open("rb") as lines:
        number = 0
        while line := lines.readline(max_bytes):
            number += 1
            source = f"{path}#{number}"
            if len(line) == max_bytes and not line.endswith(b"\n"):
                while line and not line.endswith(b"\n"):
                    line = lines.readline(max_bytes)
                yield number, RefusedDocument(source, f"line {number} is longer than ingest.max_file_mb.")
                continue
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except ValueError as error:
                yield number, RefusedDocument(source, f"line {number} is not JSON: {error}.")
            except RecursionError:
                yield number, RefusedDocument(source, f"line {number} is nested too deep.")
            else:
                is_object = isinstance(row, dict)
                yield number, row if is_object else RefusedDocument(source, f"line {number} is not a JSON object.")


def _csv_rows(path: Path, max_bytes: int, delimiter: str) -> Iterator[tuple[int, Row | RefusedDocument]]:
    csv.field_size_limit(min(max_bytes, 2**31 - 1))
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as lines:
        reader = csv.DictReader(lines, delimiter=delimiter, restkey="")
        number = 0
        while True:
            number += 1
            try:
                yield number, next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                reason = f"line {reader.line_num} breaks the table: {error}."
                yield number, RefusedDocument(f"{path}#{number}", reason)


def parquet_rows(path: Path, columns: list[str] | None = None) -> Iterator[Row]:
    """Rows of a Parquet file, a few at a time; `columns` that the file lacks are left out."""
    try:
        from pyarrow import ArrowException, parquet
    except ImportError:
        raise MissingExtra("pyarrow", "parquet") from None
    try:
        with parquet.ParquetFile(path) as table:
            wanted = [name for name in columns if name in table.schema_arrow.names] if columns else None
            for batch in table.iter_batches(batch_size=64, columns=wanted):
                yield from batch.to_pylist()
    except (ArrowException, OSError, ValueError, OverflowError, TypeError) as error:
        first = (str(error).splitlines() or [type(error).__name__])[0]
        raise UnreadableFile(f"cannot be read as Parquet: {first}") from None


# Tar archives, read from front to back in constant memory, and the published years of the Supreme Court.

KIND_OF_SUFFIX: Mapping[str, Kind] = {
    ".pdf": "pdf",
    ".txt": "text",
    ".htm": "html",
    ".html": "html",
    ".docx": "docx",
}
TAR_SUFFIXES = (".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz")

Fields = Mapping[str, str]


def tar_items(
    path: Path, max_bytes: int, known: Mapping[str, Fields] | None = None
) -> Iterator[SourceDocument | RefusedDocument]:
    """The readable members. `known` holds what is known about a member, by its stem without `_EN`."""
    try:
        with tarfile.open(path, "r|*") as archive:
            for member in archive:
                kind = KIND_OF_SUFFIX.get(PurePosixPath(member.name).suffix.lower())
                if member.isfile() and kind is not None:
                    yield _member(path, archive, member, kind, max_bytes, known or {})
    except (tarfile.TarError, EOFError, OSError, ValueError, OverflowError, zlib.error, LZMAError) as error:
        yield RefusedDocument(str(path), f"the archive is damaged or cut short: {error}.")


def _member(
    path: Path,
    archive: tarfile.TarFile,
    member: tarfile.TarInfo,
    kind: Kind,
    max_bytes: int,
    known: Mapping[str, Fields],
) -> SourceDocument | RefusedDocument:
    source = f"{path}!{member.name}"
    if not 0 <= member.size <= max_bytes:
        return RefusedDocument(source, f"{member.size} bytes, more than ingest.max_file_mb. Raise it.")
    opened = archive.extractfile(member)
    content = opened.read() if opened is not None else b""
    stem = PurePosixPath(member.name).stem
    fields = known.get(stem.removesuffix("_EN"), {})
    return SourceDocument(stem, source, kind, fingerprint(content, fields), content, fields)


# AWS Open Data "Indian Supreme Court Judgments": tars of PDFs by year, and their metadata as Parquet.

# Their column -> our field.
_FIELDS = {
    "title": "title",
    "petitioner": "petitioner",
    "respondent": "respondent",
    "judge": "bench",
    "author_judge": "author",
    "citation": "citations",
    "nc_display": "neutral_citation",
    "case_id": "case_number",
    "cnr": "cnr",
    "decision_date": "decided",
    "disposal_nature": "outcome",
    "court": "court",
}


def is_aws(folder: Path) -> bool:
    """Whether a folder is laid out like the public bucket."""
    return (folder / "data" / "tar").is_dir()


def aws_years(folder: Path) -> list[Path]:
    """The folders of the years, each with its archives."""
    return sorted((folder / "data" / "tar").glob("year=*"))


def year_items(year: Path, max_bytes: int) -> Iterator[SourceDocument | RefusedDocument]:
    """The English judgments of a year, each with its row of the metadata table if there is one."""
    table = year.parents[2] / "metadata" / "parquet" / year.name / "metadata.parquet"
    known: Mapping[str, Fields] = {}
    try:
        known = read_metadata(table)
    except CountercaseError as error:
        yield RefusedDocument(str(table), str(error))
    for archive in sorted((year / "english").glob("*.tar")):
        yield from tar_items(archive, max_bytes, known)


def read_metadata(path: Path) -> Mapping[str, Fields]:
    """What the table of a year says about each judgment, by its path; empty if there is no table."""
    if not path.is_file():
        return {}
    return {
        str(row["path"]): {
            ours: " ".join(str(row[theirs]).split()) for theirs, ours in _FIELDS.items() if row.get(theirs)
        }
        for row in parquet_rows(path, ["path", *_FIELDS])
        if row.get("path")
    }


_AILA_CASES = "Object_casedocs"  # of AILA 2019 as published: prior cases in C1.txt and so on
_BEIR_CORPUS = "corpus.jsonl"  # of a BEIR folder: `_id`, `title` and `text`
_BEIR_COLUMNS = {"id": "_id", "text": "text"}
_KNOWN = "PDF, text, HTML, JSONL, CSV, Parquet or tar"


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file in a folder, of a kind that we do not read."""

    source: str


@dataclass(frozen=True, slots=True)
class Container:
    """A file with many documents, or a published year; a child process lists its documents."""

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
        """A folder and those below it, in order; with a stack, since folders may be nested deeper than Python calls."""
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
        """The documents of a folder that is laid out as a published set; None if it is not."""
        if (folder / _AILA_CASES).is_dir():
            files = (folder / _AILA_CASES).glob("C*.txt")  # statutes and queries are not cases
            return map(self._single, sorted(files, key=lambda path: (len(path.stem), path.stem)))
        if (folder / _BEIR_CORPUS).is_file():  # queries and relevance judgments are for evaluation
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
            return RefusedDocument(str(path), f"not of a known kind. Give {_KNOWN}.", fingerprint(content))
        return SourceDocument(path.stem, str(path), kind, fingerprint(content))


def _entries(folder: Path) -> list[Path]:
    """The entries of a folder in order, without hidden files, and without links to folders, which may lead back up."""
    return [
        entry
        for entry in sorted(folder.iterdir())
        if not entry.name.startswith(".") and not (entry.is_symlink() and entry.is_dir())
    ]


def kind_of(name: str, content: bytes) -> Kind | None:
    """The kind of a file; content counts before name, so a PDF saved as .txt is a PDF. None if we cannot read it."""
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
