"""The later history of a case: how later judgments treated it, which known rulings overturn it, and is it good law?

The flag of a case as of a day, with its reason and quote, is the worst that its history gives. *stop*: overruled,
reversed or superseded as a whole. *warning*: the same in part, disapproved, or reported so. *caution*: doubted, not
followed, or distinguished. *positive*: followed, relied on, approved. *neutral*: none of these. Only a bench of the
same or a larger strength overrules, and only the Supreme Court overrules its own decisions; a judgment that reports
an overruling does not perform it. An empty record does not mean that a case is good law.
"""

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
from countercase.citator.references import CitedDecision, TreatmentSpeaker, cited_decisions
from countercase.citator.treatments import Treatment, read_treatments, strongest
from countercase.domain.case import SUPREME_COURT, Case, CaseId, PrintedTreatment
from countercase.domain.span import Span
from countercase.files import packaged_rows
from countercase.law.citations import read_citation
from countercase.text.words import capitalised

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
    events = list(_table_events(case, citations, day))
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


def _table_events(case: Case, citations: Iterable[str], day: date | None = None) -> Iterable[LaterEvent]:
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


class Flag(StrEnum):
    """Worst first."""

    STOP = "stop"
    WARNING = "warning"
    CAUTION = "caution"
    NEUTRAL = "neutral"
    POSITIVE = "positive"


RANK = {flag: number for number, flag in enumerate(Flag)}
FLAGS_AGAINST = frozenset({Flag.STOP, Flag.WARNING, Flag.CAUTION})  # something on record speaks against the case
_AGAINST = frozenset({Treatment.OVERRULED, Treatment.REVERSED, Treatment.DISAPPROVED})
_CAUTIONS = frozenset({Treatment.DOUBTED, Treatment.NOT_FOLLOWED, Treatment.DISTINGUISHED})
_GOOD = frozenset({Treatment.FOLLOWED, Treatment.RELIED_ON, Treatment.APPROVED})
_PRINTED_AGAINST = frozenset({PrintedTreatment.DISTINGUISHED, PrintedTreatment.HELD_INAPPLICABLE})
_WHOLE = frozenset({OverrulingKind.OVERRULED, OverrulingKind.REVERSED, OverrulingKind.SUPERSEDED})


@dataclass(frozen=True, slots=True)
class Flagged:
    """A flag, its reason, and the event behind it."""

    flag: Flag
    why: str
    event: LaterEvent | None = None

    @property
    def quote(self) -> str:
        """The words on which the flag rests; empty for a neutral one."""
        return self.event.quote if self.event else ""


def flag(case: Case, events: Iterable[LaterEvent], day: date | None = None) -> Flagged:
    """The worst flag of any event; a positive one only if nothing speaks against the case."""
    readings = [reading for event in events if _counts(event, case, day) and (reading := _reading(event, case, day))]
    against = [reading for reading in readings if reading.flag in FLAGS_AGAINST]
    if against:
        return min(against, key=lambda reading: RANK[reading.flag])
    good = [reading for reading in readings if reading.flag is Flag.POSITIVE]
    if good:
        return max(good, key=lambda reading: (reading.event.bench or 0) if reading.event else 0)
    return Flagged(Flag.NEUTRAL, "Nothing on record speaks for or against it; this does not mean that it is good law.")


def cited_json(case_id: CaseId, store: CaseStore, day: date | None = None) -> dict[str, Any]:
    """The JSON object of `countercase cited CASE`."""
    events = history(case_id, store, day)
    flagged = flag(store.get(case_id), events, day)
    return {
        "case_id": str(case_id),
        "flag": str(flagged.flag),
        "why": flagged.why,
        "history": [event.as_json() for event in events],
    }


def quick_flag(case: Case, printed: Sequence[PrintedTreatment] = (), day: date | None = None) -> Flagged:
    """A flag for lists and cards, from the table and the treatment words printed in later reports. No text is read."""
    events = list(_table_events(case, own_citations(case, catalogue()), day))
    if events:
        return flag(case, events, day)
    if any(
        word in (PrintedTreatment.FOLLOWED, PrintedTreatment.RELIED_ON, PrintedTreatment.APPROVED) for word in printed
    ):
        return Flagged(Flag.POSITIVE, "A later judgment of this corpus follows or relies on it.")
    if _PRINTED_AGAINST & set(printed):
        return Flagged(Flag.CAUTION, "A later judgment of this corpus distinguishes it.")
    return flag(case, ())


def flag_of_row(row: Overruling) -> Flag:
    """The flag that one row of the table gives."""
    if row.kind in _WHOLE:
        return Flag.WARNING if row.in_part else Flag.STOP
    return Flag.CAUTION if row.kind in (OverrulingKind.DOUBTED, OverrulingKind.NOT_FOLLOWED) else Flag.WARNING


def _counts(event: LaterEvent, case: Case, day: date | None) -> bool:
    """Whether an event lies between the case and the day; an undated event counts only if no day is given."""
    if event.decided is None:
        return day is None
    return (day is None or event.decided <= day) and (case.decided is None or event.decided >= case.decided)


def _reading(event: LaterEvent, case: Case, day: date | None) -> Flagged | None:
    """The flag of one event; None if it gives none, such as the words of counsel or of a dissent."""
    if event.row is not None:
        return _reading_of_row(event, event.row, day)
    if event.speaker in (TreatmentSpeaker.COUNSEL, TreatmentSpeaker.DISSENT):
        return None
    reported = event.speaker == TreatmentSpeaker.ANOTHER_COURT
    by = f"{event.name} ({event.decided.year})" if event.decided else event.name
    if event.treatment in _AGAINST:
        return _reading_against(event, case, by, reported)
    if event.treatment in _CAUTIONS and event.court == SUPREME_COURT:
        where = "as reported in" if reported else "by"
        return Flagged(Flag.CAUTION, f"{str(event.treatment).capitalize()} {where} {by}.", event)
    if event.treatment in _GOOD and not reported:
        return Flagged(Flag.POSITIVE, f"{str(event.treatment).capitalize()} by {by}.", event)
    return None


def _reading_against(event: LaterEvent, case: Case, by: str, reported: bool) -> Flagged:
    if reported:
        return Flagged(Flag.WARNING, f"{by} reports that it was {event.treatment}.", event)
    if not _may_overrule(event, case):
        return Flagged(Flag.CAUTION, f"{by} speaks against it, but cannot overrule it.", event)
    worst = Flag.WARNING if event.treatment is Treatment.DISAPPROVED else Flag.STOP
    return Flagged(worst, f"{str(event.treatment).capitalize()} by {by}.", event)


def _reading_of_row(event: LaterEvent, row: Overruling, day: date | None) -> Flagged:
    later = overruling_of_overruler(row, day)
    if later is not None:
        return Flagged(Flag.CAUTION, f"{_sentence(row.words)} That decision was itself {later.words}.", event)
    return Flagged(flag_of_row(row), f"{_sentence(row.words)} {row.point}", event)


def overruling_of_overruler(row: Overruling, day: date | None) -> Overruling | None:
    """The row by which the overruling decision was itself wholly overruled or recalled, up to the day."""
    later = overrulings_of(row.by, row.by_citations)
    gone = (OverrulingKind.OVERRULED, OverrulingKind.REVERSED)
    return next((r for r in later if r.kind in gone and not r.in_part and (day is None or r.since <= day)), None)


def _may_overrule(event: LaterEvent, case: Case) -> bool:
    """The Supreme Court with a bench at least as strong; an unknown strength gets the benefit of the doubt."""
    if event.court != SUPREME_COURT:
        return False
    if case.court != SUPREME_COURT:
        return True
    return event.bench is None or case.bench_strength is None or event.bench >= case.bench_strength


def _sentence(words: str) -> str:
    return f"{capitalised(words)}."
