"""The later history of a case: how later judgments treated it, with quotes, and what the table says."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol

from countercase.citator.catalogue import Catalogue, catalogue
from countercase.citator.names import same_parties
from countercase.citator.overrulings import Overruling, Undoing, overrulings_of
from countercase.citator.references import CitedDecision, cited_decisions
from countercase.citator.speakers import TreatmentSpeaker
from countercase.citator.treatments import Treatment, read_treatments, strongest
from countercase.domain.case import Case, CaseId
from countercase.domain.span import Span
from countercase.errors import LawError
from countercase.law.citations import normalise_citation

SUPREME_COURT = "Supreme Court of India"
_OF_KIND = {
    Undoing.OVERRULED: Treatment.OVERRULED,
    Undoing.REVERSED: Treatment.REVERSED,
    Undoing.SUPERSEDED: Treatment.OVERRULED,  # by the legislature, as `speaker` and `says` state
    Undoing.DISAPPROVED: Treatment.DISAPPROVED,
    Undoing.PER_INCURIAM: Treatment.DISAPPROVED,
    Undoing.NOT_FOLLOWED: Treatment.NOT_FOLLOWED,
    Undoing.DOUBTED: Treatment.DOUBTED,
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
    normals = {normal for written in case.citations if (normal := _normal(written))}
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
            by = "enactment" if row.kind is Undoing.SUPERSEDED else str(TreatmentSpeaker.THIS_COURT)
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


def _normal(written: str) -> str | None:
    try:
        return normalise_citation(written).normal
    except LawError:
        return None
