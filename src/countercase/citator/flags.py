"""Is it still good law? A flag for a case as of a day, with its reason and quote.

*stop*: overruled, reversed or superseded as a whole. *warning*: the same in part, disapproved, or reported so.
*caution*: doubted, not followed, or distinguished. *positive*: followed, relied on, approved. *neutral*: none of these.
Only a bench of the same or a larger strength overrules, and only the Supreme Court overrules its own decisions; a
judgment that reports an overruling does not perform it. An empty record does not mean that a case is good law.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from countercase.citator.catalogue import catalogue
from countercase.citator.history import (
    SUPREME_COURT,
    CaseStore,
    LaterEvent,
    Overruling,
    OverrulingKind,
    history,
    overrulings_of,
    own_citations,
    table_events,
)
from countercase.citator.speakers import TreatmentSpeaker
from countercase.citator.treatments import Treatment
from countercase.domain.case import Case, CaseId, PrintedTreatment
from countercase.text.words import capitalised


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
    events = list(table_events(case, own_citations(case, catalogue()), day))
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
