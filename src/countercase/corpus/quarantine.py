"""Files that could not be read: where, why, and which bytes. The files themselves are never touched."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Quarantined:
    """One file, row or archive member that has no case, and the reason for people."""

    source: str
    reason: str
    sha256: str = ""
    at: str = ""


def hold(db: sqlite3.Connection, item: Quarantined) -> None:
    """Note a file; a later reason for the same file replaces the earlier."""
    db.execute(
        "INSERT INTO quarantine VALUES (?, ?, ?, ?) ON CONFLICT (source) DO UPDATE SET"
        " sha256 = excluded.sha256, reason = excluded.reason, at = excluded.at",
        (item.source, item.sha256, item.reason, item.at),
    )


def release(db: sqlite3.Connection, source: str) -> None:
    """Forget a file that has been read after all."""
    db.execute("DELETE FROM quarantine WHERE source = ?", (source,))


def held(db: sqlite3.Connection) -> Iterator[Quarantined]:
    """All that is held, by source."""
    for source, sha256, reason, at in db.execute("SELECT * FROM quarantine ORDER BY source"):
        yield Quarantined(source, reason, sha256, at)
