"""Whether a store is whole: the file, the links between its tables, and every span against its text."""

import sqlite3
from collections.abc import Iterator


def find_damage(db: sqlite3.Connection) -> Iterator[str]:
    """A line for each thing that is wrong."""
    try:
        yield from (f"file: {row[0]}" for row in db.execute("PRAGMA integrity_check") if row[0] != "ok")
        yield from (
            f"{row[0]}: row {row[1]} points at a missing {row[2]}" for row in db.execute("PRAGMA foreign_key_check")
        )
        db.execute("INSERT INTO case_words (case_words) VALUES ('integrity-check')")
        yield from _unlisted(db)
        yield from _wrong_spans(db)
    except sqlite3.DatabaseError as error:
        yield f"file: {error}"


def _unlisted(db: sqlite3.Connection) -> Iterator[str]:
    """Cases that have no text or cannot be looked up."""
    for (case_id,) in db.execute(
        "SELECT c.id FROM cases c LEFT JOIN versions v ON v.case_id = c.id AND v.version = c.version"
        " WHERE v.case_id IS NULL"
    ):
        yield f"case {case_id}: its text is missing"
    for (case_id,) in db.execute("SELECT id FROM cases WHERE num NOT IN (SELECT rowid FROM case_words)"):
        yield f"case {case_id}: cannot be looked up"


def _wrong_spans(db: sqlite3.Connection) -> Iterator[str]:
    cases = db.execute("SELECT c.id, v.text FROM cases c JOIN versions v ON v.case_id = c.id AND v.version = c.version")
    for case_id, text in cases:
        for chunk_id, start, end, passage in db.execute(
            "SELECT id, start, end, text FROM chunks WHERE case_id = ?", (case_id,)
        ):
            if text[start:end] != passage:
                yield f"chunk {chunk_id}: differs from its span in the text"
        for place, start, end in db.execute("SELECT place, start, end FROM paragraphs WHERE case_id = ?", (case_id,)):
            if not 0 <= start < end <= len(text):
                yield f"case {case_id}: paragraph {place} reaches past the text"
