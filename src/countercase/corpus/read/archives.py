"""Tar archives, read from front to back in constant memory, and the published years of the Supreme Court."""

import tarfile
import zlib
from collections.abc import Iterator, Mapping
from lzma import LZMAError
from pathlib import Path, PurePosixPath

from countercase.corpus.read.document import Kind, RefusedDocument, SourceDocument, fingerprint
from countercase.corpus.read.tables import parquet_rows
from countercase.errors import CountercaseError

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
    """The English judgments of a year, each with its row of the metadata; without the table, as they stand."""
    table = year.parents[2] / "metadata" / "parquet" / year.name / "metadata.parquet"
    known: Mapping[str, Fields] = {}
    try:
        known = read_metadata(table)
    except CountercaseError as error:
        yield RefusedDocument(str(table), str(error))
    for archive in sorted((year / "english").glob("*.tar")):
        yield from tar_items(archive, max_bytes, known)


def read_metadata(path: Path) -> Mapping[str, Fields]:
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
