"""The later history of a case: how later judgments treated it, with quotes, and which known rulings overturn it."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, Protocol

from countercase.citator.catalogue import Catalogue, catalogue, same_parties, telling_tokens
from countercase.citator.references import CitedDecision, cited_decisions
from countercase.citator.speakers import TreatmentSpeaker
from countercase.citator.treatments import Treatment, read_treatments, strongest
from countercase.domain.case import Case, CaseId
from countercase.domain.span import Span
from countercase.files import packaged_rows
from countercase.law.citations import read_citation

# Known overrulings, disapprovals, reversals in review and statutory supersessions of Supreme Court authority.
#
# Every row of `overrulings.csv` is certain: both names, the citations, the years, the bench strengths if known, and
# the point in our own words. A case that is not in the table is not therefore good law.

_NOT_A_LETTER = re.compile(r"[^A-Za-z]+")


class OverrulingKind(StrEnum):
    """What became of the earlier authority."""

    OVERRULED = "overruled"
    REVERSED = "reversed"  # recalled or set aside in review or on a curative petition
    SUPERSEDED = "superseded"  # by an Act or an amendment of the Constitution
    DISAPPROVED = "disapproved"
    PER_INCURIAM = "per incuriam"
    NOT_FOLLOWED = "not followed"
    DOUBTED = "doubted"  # usually by reference to a larger bench


@dataclass(frozen=True, slots=True)
class Overruling:
    """One row of the table: the earlier case, what became of it, and by which case or enactment."""

    case: str
    citations: tuple[str, ...]
    year: int
    bench: int | None
    kind: OverrulingKind
    in_part: bool
    by: str
    by_citations: tuple[str, ...]
    by_year: int
    by_bench: int | None
    decided: date | None
    point: str
    source: str

    @property
    def since(self) -> date:
        """The first day on which it counts; the end of the year if only the year is known."""
        return self.decided or date(self.by_year, 12, 31)

    @property
    def words(self) -> str:
        """The row as a phrase: "overruled in part by X (2010) 11 SCC 441 (three judges)"."""
        part = " in part" if self.in_part else ""
        verb = "held per incuriam" if self.kind is OverrulingKind.PER_INCURIAM else str(self.kind)
        cited = f", {self.by_citations[0]}" if self.by_citations else ""
        bench = f" ({self.by_bench} judges)" if self.by_bench else ""
        return f"{verb}{part} by {self.by}{cited}{bench}"


@cache
def overrulings() -> tuple[Overruling, ...]:
    """Every row, in the order of the table."""
    return tuple(_read(row) for row in packaged_rows("countercase.citator", "overrulings.csv"))


def overrulings_of(name: str, citations: Iterable[str] = (), year: int | None = None) -> tuple[Overruling, ...]:
    """What the table says about a case, oldest first. `citations` are normal forms; a bare name needs its year."""
    citations = tuple(citations)
    cited = [row for citation in citations for row in _by_citation().get(citation, ())]
    if not cited and year is not None:
        named = (row for token in telling_tokens(name) for row in _by_token().get(token, ()))
        agreeing = (row for row in named if abs(row.year - year) <= 1 and not _conflict(citations, row.citations))
        cited = [row for row in agreeing if same_parties(name, row.case)]
    return tuple(sorted(dict.fromkeys(cited), key=lambda row: (row.since, row.by)))


def _conflict(left: Iterable[str], right: Iterable[str]) -> bool:
    """Whether the two have different pages of one report: two decisions of one name."""
    series = {_NOT_A_LETTER.sub(" ", citation): citation for citation in right}
    return any(series.get(_NOT_A_LETTER.sub(" ", citation), citation) != citation for citation in left)


@cache
def _by_citation() -> Mapping[str, tuple[Overruling, ...]]:
    index: dict[str, list[Overruling]] = defaultdict(list)
    for row in overrulings():
        for citation in row.citations:
            index[citation].append(row)
    return MappingProxyType({citation: tuple(rows) for citation, rows in index.items()})


@cache
def _by_token() -> Mapping[str, tuple[Overruling, ...]]:
    index: dict[str, list[Overruling]] = defaultdict(list)
    for row in overrulings():
        for token in telling_tokens(row.case):
            index[token].append(row)
    return MappingProxyType({token: tuple(rows) for token, rows in index.items()})


def _read(row: dict[str, str]) -> Overruling:
    return Overruling(
        case=row["case"],
        citations=tuple(filter(None, row["citations"].split(";"))),
        year=int(row["year"]),
        bench=int(row["bench"]) if row["bench"] else None,
        kind=OverrulingKind(row["kind"]),
        in_part=row["extent"] == "part",
        by=row["by"],
        by_citations=tuple(filter(None, row["by_citations"].split(";"))),
        by_year=int(row["by_year"]),
        by_bench=int(row["by_bench"]) if row["by_bench"] else None,
        decided=date.fromisoformat(row["decided"]) if row["decided"] else None,
        point=row["point"],
        source=row["source"],
    )


SUPREME_COURT = "Supreme Court of India"
_OF_KIND = {
    OverrulingKind.OVERRULED: Treatment.OVERRULED,
    OverrulingKind.REVERSED: Treatment.REVERSED,
    OverrulingKind.SUPERSEDED: Treatment.OVERRULED,  # by the legislature, as `speaker` and `says` state
    OverrulingKind.DISAPPROVED: Treatment.DISAPPROVED,
    OverrulingKind.PER_INCURIAM: Treatment.DISAPPROVED,
    OverrulingKind.NOT_FOLLOWED: Treatment.NOT_FOLLOWED,
    OverrulingKind.DOUBTED: Treatment.DOUBTED,
}


class CitingCase(Protocol):
    """A stored case that cites another."""

    @property
    def case_id(self) -> CaseId:
        """Its id."""
        ...


class CaseStore(Protocol):
    """The part of the case store that the history of a case needs."""

    def get(self, case_id: CaseId) -> Case:
        """One case with its text."""
        ...

    def cited_by(self, case_id: CaseId) -> Sequence[CitingCase]:
        """The stored cases that cite this one."""
        ...


@dataclass(frozen=True, slots=True)
class LaterEvent:
    """One step in the later history. `by` is None if the later decision is not stored; `row` is the table's."""

    name: str
    decided: date | None
    treatment: Treatment
    speaker: str
    quote: str
    by: CaseId | None = None
    span: Span | None = None
    bench: int | None = None
    court: str = SUPREME_COURT
    row: Overruling | None = None

    def as_json(self) -> dict[str, Any]:
        """The entry of the `cited` contract."""
        return {
            "by": self.by,
            "name": self.name,
            "decided": self.decided.isoformat() if self.decided else None,
            "treatment": str(self.treatment),
            "speaker": self.speaker,
            "quote": self.quote,
            "span": [self.span.start, self.span.end] if self.span else None,
            "says": f"{self.row.words}: {self.row.point}" if self.row else None,
        }


def history(case_id: CaseId, store: CaseStore, day: date | None = None) -> tuple[LaterEvent, ...]:
    """What happened to a stored case up to a day, oldest first; undated events come last."""
    case = store.get(case_id)
    known = catalogue()
    citations = own_citations(case, known)
    events = list(table_events(case, citations, day))
    for citing_id in dict.fromkeys(link.case_id for link in store.cited_by(case_id)):
        event = _event(case, citations, store.get(citing_id), day)
        if event is not None:
            events.append(event)
    return tuple(sorted(_without_echoes(events), key=lambda e: (e.decided or date.max, e.name)))


def own_citations(case: Case, known: Catalogue) -> frozenset[str]:
    """The case's citations in normal form, with parallel ones from the catalogue."""
    normals = {citation.normal for written in case.citations if (citation := read_citation(written))}
    year = case.decided.year if case.decided else None
    decisions = [d for normal in normals for d in known.by_citation(normal)] or [
        d for d in known.by_name(case.name) if year is not None and d.year == year
    ]
    same_day = [d for d in decisions if case.decided is None or d.decided in (None, case.decided)]
    chosen = same_day if len(same_day) == 1 else decisions
    return frozenset(normals | set(chosen[0].citations)) if len(set(chosen)) == 1 else frozenset(normals)


def table_events(case: Case, citations: Iterable[str], day: date | None = None) -> Iterable[LaterEvent]:
    """What the table of overrulings says about the case up to a day."""
    year = case.decided.year if case.decided else None
    for row in overrulings_of(case.name, citations, year):
        if day is None or row.since <= day:
            by = "enactment" if row.kind is OverrulingKind.SUPERSEDED else str(TreatmentSpeaker.THIS_COURT)
            yield LaterEvent(
                name=row.by,
                decided=row.since,
                treatment=_OF_KIND[row.kind],
                speaker=by,
                quote="",  # the table has no words of the Court: `says` gives ours
                bench=row.by_bench,
                row=row,
            )


def _event(case: Case, citations: frozenset[str], citing: Case, day: date | None) -> LaterEvent | None:
    """What one later judgment did; None if it is after the day, before the case, or does not cite it."""
    if citing.id == case.id or (day is not None and (citing.decided is None or citing.decided > day)):
        return None
    if case.decided and citing.decided and citing.decided < case.decided:
        return None
    cited = cited_decisions(citing.text)
    meant = next((decision for decision in cited if _is(decision, case, citations)), None)
    if meant is None:
        return None
    others = tuple(decision for decision in cited if decision is not meant)
    treated = [
        item for item in read_treatments(citing.text, (meant, *others), citing.paragraphs) if item.cited is meant
    ]
    item = strongest(treated)
    if item is None:
        return None
    return LaterEvent(
        name=citing.name,
        decided=citing.decided,
        treatment=item.treatment,
        speaker=str(item.speaker),
        quote=" ".join(item.quote.split()),
        by=citing.id,
        span=item.span,
        bench=citing.bench_strength,
        court=citing.court,
    )


def _is(decision: CitedDecision, case: Case, citations: frozenset[str]) -> bool:
    """Whether a cited decision is the case: by citation; by both parties if neither side has a known citation."""
    if citations & set(decision.citations):
        return True
    resolved = decision.resolved.decision
    if resolved is not None and citations & set(resolved.citations):
        return True
    return not citations and bool(decision.name) and same_parties(decision.name, case.name)


def _without_echoes(events: Sequence[LaterEvent]) -> list[LaterEvent]:
    """Drop the table's row if the stored judgment that it names says the same itself."""
    spoken = [event for event in events if event.row is None]
    return [
        event
        for event in events
        if event.row is None
        or not any(
            other.treatment is event.treatment
            and other.speaker == TreatmentSpeaker.THIS_COURT
            and same_parties(other.name, event.name)
            for other in spoken
        )
    ]
