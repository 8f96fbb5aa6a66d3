"""What lies at a path: a file, a table, an archive, a published layout, or a folder with any of them."""

import tarfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from lzma import LZMAError
from pathlib import Path, PurePosixPath

from countercase.corpus.read.document import Kind, RefusedDocument, SourceDocument, fingerprint
from countercase.corpus.read.tables import TABLE_SUFFIXES, parquet_rows, table_items
from countercase.errors import InputError

# AILA 2019 as published: prior cases in `Object_casedocs/C1.txt` and so on.

CASES = "Object_casedocs"


def is_aila(folder: Path) -> bool:
    """Whether a folder is the AILA set."""
    return (folder / CASES).is_dir()


def aila_files(folder: Path) -> Iterator[Path]:
    """The case files in the order of their numbers; statutes and queries are no cases."""
    yield from sorted((folder / CASES).glob("C*.txt"), key=lambda path: (len(path.stem), path.stem))


# Tar archives, read from front to back in constant memory; compressed ones too.

KIND_OF_SUFFIX: Mapping[str, Kind] = {
    ".pdf": "pdf",
    ".txt": "text",
    ".htm": "html",
    ".html": "html",
    ".docx": "docx",
}
TAR_SUFFIXES = (".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz")

FieldsOf = Callable[[str], Mapping[str, str]]


def tar_items(
    path: Path, max_bytes: int, fields_of: FieldsOf | None = None
) -> Iterator[SourceDocument | RefusedDocument]:
    """The readable members; `fields_of` says what is known about a member by its stem."""
    try:
        with tarfile.open(path, "r|*") as archive:
            for member in archive:
                kind = KIND_OF_SUFFIX.get(PurePosixPath(member.name).suffix.lower())
                if member.isfile() and kind is not None:
                    yield _member(path, archive, member, kind, max_bytes, fields_of)
    except (tarfile.TarError, EOFError, OSError, zlib.error, LZMAError) as error:
        yield RefusedDocument(str(path), f"the archive is damaged or cut short: {error}.")


def _member(
    path: Path,
    archive: tarfile.TarFile,
    member: tarfile.TarInfo,
    kind: Kind,
    max_bytes: int,
    fields_of: FieldsOf | None,
) -> SourceDocument | RefusedDocument:
    source = f"{path}!{member.name}"
    if member.size > max_bytes:
        return RefusedDocument(source, f"{member.size} bytes, more than ingest.max_file_mb. Raise it.")
    opened = archive.extractfile(member)
    content = opened.read() if opened is not None else b""
    stem = PurePosixPath(member.name).stem
    fields = fields_of(stem) if fields_of else {}
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


def aws_items(folder: Path, max_bytes: int) -> Iterator[SourceDocument | RefusedDocument]:
    """The English judgments of every year, each with its row of the metadata."""
    for year in sorted((folder / "data" / "tar").glob("year=*")):
        known = read_metadata(folder / "metadata" / "parquet" / year.name / "metadata.parquet")
        for archive in sorted((year / "english").glob("*.tar")):
            yield from tar_items(archive, max_bytes, partial(_fields_of, known))


def _fields_of(known: Mapping[str, Mapping[str, str]], stem: str) -> Mapping[str, str]:
    return known.get(stem.removesuffix("_EN"), {})


def read_metadata(path: Path) -> Mapping[str, Mapping[str, str]]:
    """What the year's table says of each judgment, by its path; empty where there is no table."""
    if not path.is_file():
        return {}
    return {
        str(row["path"]): {
            ours: " ".join(str(row[theirs]).split()) for theirs, ours in _FIELDS.items() if row.get(theirs)
        }
        for row in parquet_rows(path, ["path", *_FIELDS])
        if row.get("path")
    }


# BEIR folders: `corpus.jsonl` with `_id`, `title` and `text`.

_COLUMNS = {"id": "_id", "text": "text"}


def is_beir(folder: Path) -> bool:
    """Whether a folder is laid out as BEIR publishes its sets."""
    return (folder / "corpus.jsonl").is_file()


def beir_items(folder: Path, max_bytes: int) -> Iterator[SourceDocument | RefusedDocument]:
    """The documents of the corpus; queries and judgments are the evaluation's business."""
    return table_items(folder / "corpus.jsonl", _COLUMNS, max_bytes)


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

    def __iter__(self) -> Iterator[SourceDocument | RefusedDocument | Skipped]:
        for path in self.paths:
            whole = path.resolve()
            yield from self._folder(whole) if whole.is_dir() else self._file(whole, asked_for=True)

    def _folder(self, folder: Path) -> Iterator[SourceDocument | RefusedDocument | Skipped]:
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

    def _file(self, path: Path, asked_for: bool) -> Iterator[SourceDocument | RefusedDocument | Skipped]:
        name = path.name.lower()
        if path.suffix.lower() in KIND_OF_SUFFIX or (asked_for and not name.endswith((*TABLE_SUFFIXES, *TAR_SUFFIXES))):
            yield self._single(path)
        elif name.endswith(TABLE_SUFFIXES):
            yield from table_items(path, self.columns, self.max_bytes)
        elif name.endswith(TAR_SUFFIXES):
            yield from tar_items(path, self.max_bytes)
        else:
            yield Skipped(str(path))

    def _single(self, path: Path) -> SourceDocument | RefusedDocument:
        try:
            size = path.stat().st_size
            if size > self.max_bytes:
                return RefusedDocument(str(path), f"{size} bytes, more than ingest.max_file_mb. Raise it.")
            content = path.read_bytes()
        except OSError as error:
            return RefusedDocument(str(path), f"cannot be opened: {error.strerror}.")
        kind = kind_of(path.name, content)
        if kind is None:
            return RefusedDocument(str(path), f"of no known kind. Give {_KNOWN}.", fingerprint(content))
        return SourceDocument(path.stem, str(path), kind, fingerprint(content))


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
