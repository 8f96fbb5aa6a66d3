"""Tables with one document a row: JSONL, CSV, TSV and Parquet, with a column map."""

import csv
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from countercase.corpus.read.document import RefusedDocument, SourceDocument, fingerprint
from countercase.errors import InputError, MissingExtra

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
    """One item a row, in the order of the table and in constant memory."""
    names: dict[str, str] = {}
    for number, row in _rows(path, max_bytes):
        if isinstance(row, RefusedDocument):
            yield row
            continue
        if not names or names["id"] not in row or names["text"] not in row:
            names = _names(path, row, columns)
        yield _item(path, number, row, names)


def _item(path: Path, number: int, row: Row, names: Mapping[str, str]) -> SourceDocument | RefusedDocument:
    identity, text = row[names["id"]], row[names["text"]]
    source = f"{path}#{identity if identity not in (None, '') else number}"
    if identity in (None, "") or not isinstance(text, str) or not text.strip():
        return RefusedDocument(source, f"row {number} has no {'id' if identity in (None, '') else 'text'}.")
    ours = {theirs: name for name, theirs in names.items()}
    fields = {
        ours.get(key, key): str(value)
        for key, value in row.items()
        if key not in (names["id"], names["text"])
        and isinstance(value, str | int | float)
        and 0 < len(str(value)) <= _LONG
    }
    content = text.encode("utf-8", errors="replace")
    return SourceDocument(str(identity), source, "text", fingerprint(content, fields), content, fields)


def _names(path: Path, row: Row, columns: Mapping[str, str]) -> dict[str, str]:
    names = dict(columns)
    for ours, usual in (("id", _ID_NAMES), ("text", _TEXT_NAMES)):
        if ours not in names:
            names[ours] = next((name for name in usual if name in row), ours)
        if names[ours] not in row:
            found = ", ".join(row)
            raise InputError(
                f"{path} has no column {names[ours]!r} for the {ours}. Give --columns {ours}=NAME: {found}."
            )
    return names


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
            if len(line) == max_bytes and not line.endswith(b"\n"):
                yield number, RefusedDocument(f"{path}#{number}", f"line {number} is longer than ingest.max_file_mb.")
                return
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except ValueError as error:
                yield number, RefusedDocument(f"{path}#{number}", f"line {number} is not JSON: {error}.")
                continue
            yield (
                number,
                row
                if isinstance(row, dict)
                else RefusedDocument(f"{path}#{number}", f"line {number} is not a JSON object."),
            )


def _csv_rows(path: Path, max_bytes: int, delimiter: str) -> Iterator[tuple[int, Row | RefusedDocument]]:
    csv.field_size_limit(min(max_bytes, 2**31 - 1))
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as lines:
        reader = csv.DictReader(lines, delimiter=delimiter, restkey="")
        try:
            yield from enumerate(reader, 1)
        except csv.Error as error:
            yield reader.line_num, RefusedDocument(str(path), f"line {reader.line_num} breaks the table: {error}.")


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
    except (ArrowException, OSError) as error:
        raise InputError(f"{path} cannot be read as Parquet: {str(error).splitlines()[0]}") from None
