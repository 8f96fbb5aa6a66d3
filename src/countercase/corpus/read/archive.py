"""Tar archives, read from front to back in constant memory; compressed ones too."""

import tarfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from lzma import LZMAError
from pathlib import Path, PurePosixPath

from countercase.corpus.read.document import Item, Kind, Refused, fingerprint

KIND_OF_SUFFIX: Mapping[str, Kind] = {
    ".pdf": "pdf",
    ".txt": "text",
    ".htm": "html",
    ".html": "html",
}
TAR_SUFFIXES = (".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz")

FieldsOf = Callable[[str], Mapping[str, str]]


def tar_items(path: Path, max_bytes: int, fields_of: FieldsOf | None = None) -> Iterator[Item | Refused]:
    """The readable members; `fields_of` says what is known about a member by its stem."""
    try:
        with tarfile.open(path, "r|*") as archive:
            for member in archive:
                kind = KIND_OF_SUFFIX.get(PurePosixPath(member.name).suffix.lower())
                if member.isfile() and kind is not None:
                    yield _member(path, archive, member, kind, max_bytes, fields_of)
    except (tarfile.TarError, EOFError, OSError, zlib.error, LZMAError) as error:
        yield Refused(str(path), f"the archive is damaged or cut short: {error}.")


def _member(
    path: Path,
    archive: tarfile.TarFile,
    member: tarfile.TarInfo,
    kind: Kind,
    max_bytes: int,
    fields_of: FieldsOf | None,
) -> Item | Refused:
    source = f"{path}!{member.name}"
    if member.size > max_bytes:
        return Refused(source, f"{member.size} bytes, more than ingest.max_file_mb. Raise it.")
    opened = archive.extractfile(member)
    content = opened.read() if opened is not None else b""
    stem = PurePosixPath(member.name).stem
    fields = fields_of(stem) if fields_of else {}
    return Item(stem, source, kind, fingerprint(content, fields), content, fields)
