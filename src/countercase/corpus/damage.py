"""Whether a store is whole: the file, the links between its tables, and every span against its text."""

import sqlite3
from collections.abc import Iterator

from countercase.corpus.rows import CHUNK_COLUMNS, read_case, read_chunk
from countercase.corpus.schema import schema_damage
from countercase.errors import LawError
from countercase.files import error_code
from countercase.postgres import SqlConnection

_CHUNKS = f"SELECT {CHUNK_COLUMNS} FROM chunks"  # noqa: S608


def find_damage(db: SqlConnection) -> Iterator[str]:
    """A line for each thing that is wrong."""
    try:
        yield from (f"file: {row[0]}" for row in db.execute("PRAGMA integrity_check") if row[0] != "ok")
        yield from (
            f"{row[0]}: row {row[1]} points at a missing {row[2]}" for row in db.execute("PRAGMA foreign_key_check")
        )
        yield from schema_damage(db)
        _check_words(db)
        yield from _unlisted(db)
        yield from _wrong_spans(db)
        yield from unreadable_cases(db)
    except (sqlite3.DatabaseError, UnicodeDecodeError, TypeError) as error:
        yield f"file: {error}"


def _check_words(db: SqlConnection) -> None:
    """Has SQLite check the word index. The check counts as a write, so a store that cannot be written skips it."""
    try:
        db.execute("INSERT INTO case_words (case_words) VALUES ('integrity-check')")
    except sqlite3.OperationalError as error:
        if error_code(error) not in ("SQLITE_READONLY", "SQLITE_BUSY", "SQLITE_FULL"):
            raise


def _unlisted(db: SqlConnection) -> Iterator[str]:
    """Cases that have no text or cannot be looked up."""
    for (case_id,) in db.execute(
        "SELECT c.id FROM cases c LEFT JOIN versions v ON v.case_id = c.id AND v.version = c.version"
        " WHERE v.case_id IS NULL"
    ):
        yield f"case {case_id}: its text is missing"
    for (case_id,) in db.execute("SELECT id FROM cases WHERE num NOT IN (SELECT rowid FROM case_words)"):
        yield f"case {case_id}: cannot be looked up"


def unreadable_cases(db: SqlConnection) -> Iterator[str]:
    """Cases whose values make no sense, such as a section of no known kind."""
    for (case_id,) in db.execute("SELECT id FROM cases").fetchall():
        try:
            read_case(db, case_id)
            for row in db.execute(f"{_CHUNKS} WHERE case_id = ?", (case_id,)):
                read_chunk(row)
        except (ValueError, TypeError, KeyError, LawError) as error:
            yield f"case {case_id}: cannot be read ({error})"


def _wrong_spans(db: SqlConnection) -> Iterator[str]:
    cases = db.execute("SELECT c.id, v.text FROM cases c JOIN versions v ON v.case_id = c.id AND v.version = c.version")
    for case_id, text in cases:
        for chunk_id, start, end, passage in db.execute(
            'SELECT id, start, "end", text FROM chunks WHERE case_id = ?', (case_id,)
        ):
            if text[start:end] != passage:
                yield f"chunk {chunk_id}: differs from its span in the text"
        for place, start, end in db.execute('SELECT place, start, "end" FROM paragraphs WHERE case_id = ?', (case_id,)):
            if not 0 <= start < end <= len(text):
                yield f"case {case_id}: paragraph {place} reaches past the text"
