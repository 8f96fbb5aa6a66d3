"""Tables with one document per row: JSONL, CSV, TSV and Parquet."""

import csv
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from countercase.corpus.read.document import RefusedDocument, SourceDocument, fingerprint, is_unicode
from countercase.errors import InputError, MissingExtra, UnreadableFile

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
    """Yields one item per row, in order and in constant memory. A bad row is refused; the rest goes on."""
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
    """The table's columns for the id and the text: as given, else by their usual names."""
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
        return RefusedDocument(source, f"row {number} holds a lone surrogate, which is no Unicode text.")
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
