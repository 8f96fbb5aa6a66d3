"""A case as rows of the store: plain values, made where the case is described and written where the store is.

Plain values travel between processes many times faster than the objects that they stand for.
"""

import json
import re
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from countercase.corpus.clean import OffsetMap
from countercase.corpus.read.document import PageSpan
from countercase.domain.case import Case, CaseId, Chunk
from countercase.errors import LawError
from countercase.law.citations import normalise_citation
from countercase.law.precedents.names import name_key

Row = tuple[str | int | None, ...]
# Everything that describes the current version; writing a case replaces all of it at once.
DESCRIPTION_TABLES = (
    "paragraphs", "chunks", "citations", "case_numbers", "provisions", "parties", "judges", "cites", "fact_sheets",
)  # fmt: skip


# The commonest of the forms that `Citation.normal` gives: what is in it already need not be read again.
_NORMAL = re.compile(
    r"(?:\((?:1[89]|20)\d\d\) [1-9]\d? SCC|AIR (?:1[89]|20)\d\d SC|\[(?:1[89]|20)\d\d\] (?:Supp\. )?[1-9]\d? SCR"
    r"|20\d\d INSC) [1-9]\d{0,3}",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class CaseRows:
    """One case; of `case` the version is missing, of `chunks` the texts, which are spans of `text`."""

    id: CaseId
    text: str
    case: Row
    chunks: Sequence[tuple[str, int, int, str, str | None, int | None]]
    tables: Mapping[str, Sequence[Row]]
    words: Row
    pages: str
    offsets: bytes | None


@lru_cache(maxsize=65536)  # the graph asks for the citations of all cases again and again
def normal_citation(text: str) -> str:
    """The form under which a citation is compared; one that we do not know is compared as it stands."""
    if _NORMAL.fullmatch(text):
        return text
    try:
        return normalise_citation(text).normal
    except LawError:
        return " ".join(text.split())


def rows_of(
    case: Case,
    chunks: Sequence[Chunk],
    pages: Sequence[PageSpan] = (),
    offsets: OffsetMap | None = None,
    sheet: str | None = None,
) -> CaseRows:
    """The rows of a case with its passages, pages, offsets and fact sheet; every span is checked against the text."""
    _check(case, chunks)
    return CaseRows(
        id=case.id,
        text=case.text,
        case=_case_row(case),
        chunks=[(c.id, c.span.start, c.span.end, str(c.section), c.paragraph, c.page) for c in chunks],
        tables={**_lists(case), "fact_sheets": [(case.id, sheet)] if sheet is not None else []},
        words=_words(case),
        pages=json.dumps([(page.number, page.start, page.end, page.readable, page.ocr) for page in pages]),
        offsets=offsets.to_bytes() if offsets is not None else None,
    )


def _check(case: Case, chunks: Sequence[Chunk]) -> None:
    for chunk in chunks:
        if chunk.case_id != case.id or chunk.span.of(case.text) != chunk.text:
            raise ValueError(f"chunk {chunk.id} is not a span of case {case.id}")
    for paragraph in case.paragraphs:
        if paragraph.span.end > len(case.text):
            raise ValueError(f"paragraph {paragraph.number} reaches past case {case.id}")


def _case_row(case: Case) -> Row:
    decided = case.decided
    return (
        case.id,
        case.name,
        name_key(case.name),
        case.court,
        decided.isoformat() if decided else None,
        decided.year if decided else None,
        case.bench_strength,
        str(case.outcome) if case.outcome else None,
        case.source,
    )


def _lists(case: Case) -> dict[str, list[Row]]:
    sides = (("petitioner", case.petitioner), ("respondent", case.respondent))
    return {
        "paragraphs": [
            (case.id, n, p.span.start, p.span.end, str(p.section), p.number, p.page)
            for n, p in enumerate(case.paragraphs)
        ],
        "citations": [(case.id, n, text, normal_citation(text)) for n, text in enumerate(case.citations)],
        "case_numbers": [(case.id, n, number) for n, number in enumerate(case.case_numbers)],
        "provisions": [(case.id, n, p.id, p.base, count) for n, (p, count) in enumerate(case.provisions.items())],
        "judges": [(case.id, n, judge) for n, judge in enumerate(case.bench)],
        "parties": [
            (case.id, side, party.name, str(party.type) if party.type else None) for side, party in sides if party
        ],
        "cites": [
            (case.id, n, cited.name, json.dumps(cited.citations), str(cited.treatment), cited.case_id)
            for n, cited in enumerate(case.cites)
        ],
    }


def _words(case: Case) -> Row:
    """What the case is looked up by: name, citations, provisions, numbers."""
    citations = "\n".join(dict.fromkeys((*case.citations, *map(normal_citation, case.citations))))
    provisions = "\n".join(provision.id for provision in case.provisions)
    return case.name, citations, provisions, "\n".join(case.case_numbers)


def write_rows(db: sqlite3.Connection, rows: CaseRows, version: int) -> None:
    """The case and all that describes it, in place of what was there."""
    num = _write_case(db, rows, version)
    for table, lines in rows.tables.items():
        if lines:
            marks = ", ".join("?" * len(lines[0]))
            db.executemany(f"INSERT INTO {table} VALUES ({marks})", lines)  # noqa: S608
    db.executemany(
        "INSERT INTO chunks (id, case_id, start, end, text, section, paragraph, page) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(id, rows.id, start, end, rows.text[start:end], *rest) for id, start, end, *rest in rows.chunks],  # noqa: A001
    )
    db.execute(
        "INSERT INTO case_words (rowid, name, citations, provisions, numbers) VALUES (?, ?, ?, ?, ?)",
        (num, *rows.words),
    )


def _write_case(db: sqlite3.Connection, rows: CaseRows, version: int) -> int:
    """The row of the case itself; what an earlier version left in the other tables goes."""
    stored = db.execute("SELECT num FROM cases WHERE id = ?", (rows.id,)).fetchone()
    if stored is None:
        added = db.execute(
            "INSERT INTO cases (version, id, name, name_key, court, decided, year, bench_strength, outcome, source)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (version, *rows.case),
        )
        return int(added.lastrowid or 0)
    db.execute(
        "UPDATE cases SET version = ?, id = ?, name = ?, name_key = ?, court = ?, decided = ?, year = ?,"
        " bench_strength = ?, outcome = ?, source = ? WHERE num = ?",
        (version, *rows.case, stored[0]),
    )
    for table in DESCRIPTION_TABLES:
        db.execute(f"DELETE FROM {table} WHERE case_id = ?", (rows.id,))  # noqa: S608
    db.execute("DELETE FROM case_words WHERE rowid = ?", (stored[0],))
    return int(stored[0])
