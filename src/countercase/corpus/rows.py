"""Rows of the store as a case and its passages."""

import json
import sqlite3
from collections.abc import Sequence
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

CHUNK_COLUMNS = "id, case_id, start, end, text, section, paragraph, page"


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
