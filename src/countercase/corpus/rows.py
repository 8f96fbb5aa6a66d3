"""A case as rows, and rows as a case."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from countercase.domain.case import (
    Case,
    CaseId,
    Chunk,
    ChunkId,
    CitedCase,
    Outcome,
    Paragraph,
    Party,
    PartyType,
    SectionType,
    Treatment,
)
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.errors import LawError
from countercase.law.case_names import name_key
from countercase.law.citations import normalise_citation

# Everything that describes the current version; put() replaces all of it at once.
DESCRIPTION_TABLES = (
    "paragraphs", "chunks", "citations", "case_numbers", "provisions", "parties", "judges", "cites", "fact_sheets",
)  # fmt: skip
CHUNK_COLUMNS = "id, case_id, start, end, text, section, paragraph, page"


def normal_citation(text: str) -> str:
    """The form under which a citation is compared; one that we do not know is compared as it stands."""
    try:
        return normalise_citation(text).normal
    except LawError:
        return " ".join(text.split())


def write_case(db: sqlite3.Connection, case: Case, version: int) -> None:
    """The row of the case and all that describes it, in place of what was there."""
    decided = case.decided
    db.execute(
        "INSERT INTO cases (id, version, name, name_key, court, decided, year, bench_strength, outcome, source)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET version = excluded.version,"
        " name = excluded.name, name_key = excluded.name_key, court = excluded.court, decided = excluded.decided,"
        " year = excluded.year, bench_strength = excluded.bench_strength, outcome = excluded.outcome,"
        " source = excluded.source",
        (
            case.id,
            version,
            case.name,
            name_key(case.name),
            case.court,
            decided.isoformat() if decided else None,
            decided.year if decided else None,
            case.bench_strength,
            case.outcome,
            case.source,
        ),
    )
    for table in DESCRIPTION_TABLES:
        db.execute(f"DELETE FROM {table} WHERE case_id = ?", (case.id,))  # noqa: S608
    _write_lists(db, case)
    _write_words(db, case)


def _write_lists(db: sqlite3.Connection, case: Case) -> None:
    db.executemany(
        "INSERT INTO paragraphs VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(case.id, n, p.span.start, p.span.end, p.section, p.number, p.page) for n, p in enumerate(case.paragraphs)],
    )
    db.executemany(
        "INSERT INTO citations VALUES (?, ?, ?, ?)",
        [(case.id, n, citation, normal_citation(citation)) for n, citation in enumerate(case.citations)],
    )
    db.executemany(
        "INSERT INTO case_numbers VALUES (?, ?, ?)",
        [(case.id, n, number) for n, number in enumerate(case.case_numbers)],
    )
    db.executemany(
        "INSERT INTO provisions VALUES (?, ?, ?, ?, ?)",
        [(case.id, n, p.id, p.base, count) for n, (p, count) in enumerate(case.provisions.items())],
    )
    db.executemany("INSERT INTO judges VALUES (?, ?, ?)", [(case.id, n, judge) for n, judge in enumerate(case.bench)])
    sides = (("petitioner", case.petitioner), ("respondent", case.respondent))
    db.executemany(
        "INSERT INTO parties VALUES (?, ?, ?, ?)",
        [(case.id, side, party.name, party.type) for side, party in sides if party is not None],
    )
    db.executemany(
        "INSERT INTO cites VALUES (?, ?, ?, ?, ?, ?)",
        [
            (case.id, n, cited.name, json.dumps(cited.citations), cited.treatment, cited.case_id)
            for n, cited in enumerate(case.cites)
        ],
    )


def _write_words(db: sqlite3.Connection, case: Case) -> None:
    """What the case is looked up by."""
    num = db.execute("SELECT num FROM cases WHERE id = ?", (case.id,)).fetchone()[0]
    db.execute("DELETE FROM case_words WHERE rowid = ?", (num,))
    citations = "\n".join(dict.fromkeys((*case.citations, *map(normal_citation, case.citations))))
    provisions = "\n".join(provision.id for provision in case.provisions)
    db.execute(
        "INSERT INTO case_words (rowid, name, citations, provisions, numbers) VALUES (?, ?, ?, ?, ?)",
        (num, case.name, citations, provisions, "\n".join(case.case_numbers)),
    )


def write_chunks(db: sqlite3.Connection, chunks: Iterable[Chunk]) -> None:
    """The indexed passages of a case."""
    db.executemany(
        f"INSERT INTO chunks ({CHUNK_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
        [(c.id, c.case_id, c.span.start, c.span.end, c.text, c.section, c.paragraph, c.page) for c in chunks],
    )


def read_case(db: sqlite3.Connection, case_id: CaseId) -> Case | None:
    """The current version of a case."""
    row = db.execute(
        "SELECT c.name, c.court, c.decided, c.outcome, c.source, v.text FROM cases c"
        " JOIN versions v ON v.case_id = c.id AND v.version = c.version WHERE c.id = ?",
        (case_id,),
    ).fetchone()
    if row is None:
        return None
    name, court, decided, outcome, source, text = row
    parties = {side: Party(who, PartyType(kind) if kind else None) for side, who, kind in _of(db, "parties", case_id)}
    return Case(
        id=case_id,
        text=text,
        name=name,
        court=court,
        decided=date.fromisoformat(decided) if decided else None,
        bench=tuple(judge for _, judge in _of(db, "judges", case_id)),
        citations=tuple(citation for _, citation, _ in _of(db, "citations", case_id)),
        case_numbers=tuple(number for _, number in _of(db, "case_numbers", case_id)),
        petitioner=parties.get("petitioner"),
        respondent=parties.get("respondent"),
        provisions={Provision.parse(provision): count for _, provision, _, count in _of(db, "provisions", case_id)},
        outcome=Outcome(outcome) if outcome else None,
        cites=tuple(map(_cited, _of(db, "cites", case_id))),
        paragraphs=tuple(map(_paragraph, _of(db, "paragraphs", case_id))),
        source=source,
    )


def read_chunk(row: Sequence[Any]) -> Chunk:
    """A chunk from `CHUNK_COLUMNS`."""
    chunk_id, case_id, start, end, text, section, paragraph, page = row
    return Chunk(ChunkId(chunk_id), CaseId(case_id), Span(start, end), text, SectionType(section), paragraph, page)


def _of(db: sqlite3.Connection, table: str, case_id: CaseId) -> list[tuple[Any, ...]]:
    """The rows of a case without its id, in order."""
    rows = db.execute(f"SELECT * FROM {table} WHERE case_id = ? ORDER BY 2", (case_id,))  # noqa: S608
    return [row[1:] for row in rows]


def _cited(row: Sequence[Any]) -> CitedCase:
    _, name, citations, treatment, target = row
    return CitedCase(name, tuple(json.loads(citations)), Treatment(treatment), CaseId(target) if target else None)


def _paragraph(row: Sequence[Any]) -> Paragraph:
    _, start, end, section, number, page = row
    return Paragraph(Span(start, end), SectionType(section), number, page)
