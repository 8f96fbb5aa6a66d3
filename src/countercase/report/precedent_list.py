"""A list of precedents: sorted and filtered for readers, with passages that can be read, and as plain data."""

import difflib
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Any, TypeVar

from countercase.citator.history import FLAGS_AGAINST, RANK, Flag, Flagged
from countercase.corpus.paragraphs import is_apparatus, is_headnote
from countercase.domain.case import SUPREME_COURT, Case, CaseId, Chunk, Speaker
from countercase.domain.ranking import Explanation, Holding, Precedent, Statement
from countercase.errors import InputError
from countercase.explanation.sides import Favour, ForYou
from countercase.report.page import query_stems

T = TypeVar("T")
STANDS = frozenset(Flag) - FLAGS_AGAINST


class SortBy(StrEnum):
    """The order of a list."""

    RELEVANCE = "relevance"
    NEWEST = "newest"
    OLDEST = "oldest"
    COURT = "court"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class ListedPrecedent:
    """A precedent with the first lines of its card. `again` are other copies of the same judgment."""

    precedent: Precedent
    case: Case
    holding: Holding
    flagged: Flagged
    favour: ForYou | None = None
    again: tuple[Case, ...] = ()


def parse_sort(text: str) -> SortBy:
    """A sort order by its name."""
    try:
        return SortBy(text.strip().lower() or "relevance")
    except ValueError:
        close = difflib.get_close_matches(text, list(SortBy), n=1)
        hint = f" Did you mean {close[0]}?" if close else ""
        raise InputError(f"There is no sort order {text!r}.{hint} Known: {', '.join(SortBy)}.") from None


def parse_flags(names: Iterable[str]) -> frozenset[Flag]:
    """Flags by their names; `stands` is short for flags with nothing against the case."""
    flags: set[Flag] = set()
    for name in (part.strip().lower() for text in names for part in text.split(",") if part.strip()):
        if name == "stands":
            flags |= STANDS
        elif name in set(Flag):
            flags.add(Flag(name))
        else:
            raise InputError(f"There is no flag {name!r}. Known: {', '.join(Flag)}, and stands.")
    return frozenset(flags)


def sorted_list(listed: Sequence[ListedPrecedent], by: SortBy) -> list[ListedPrecedent]:
    """The list in another order."""
    return sort_cases(listed, by, lambda item: (item.case, item.flagged))


def sort_cases(items: Sequence[T], by: SortBy, case_and_flag: Callable[[T], tuple[Case, Flagged]]) -> list[T]:
    """Items in another order; ties keep the order of relevance, and undated items come last."""

    def key(item: T) -> tuple[int | bool, str]:
        case, flagged = case_and_flag(item)
        match by:
            case SortBy.NEWEST:
                return -(case.decided.toordinal() if case.decided else 0), ""
            case SortBy.OLDEST:
                return case.decided.toordinal() if case.decided else date.max.toordinal(), ""
            case SortBy.COURT:
                return case.court != SUPREME_COURT, case.court
            case SortBy.FLAG:
                return -RANK[flagged.flag], ""
        return 0, ""

    return sorted(items, key=key)


def kept_in_list(
    listed: Iterable[ListedPrecedent], flags: Collection[Flag] = (), favour: Favour | None = None
) -> list[ListedPrecedent]:
    """The items with one of the flags and the requested favour."""
    return [
        item
        for item in listed
        if (not flags or item.flagged.flag in flags)
        and (favour is None or (item.favour is not None and item.favour.favour is favour))
    ]


# Precedents and sentences as plain data: what `--json` prints and the web API returns.


def precedent_record(
    case: Case,
    precedent: Precedent,
    why: Explanation | None = None,
    holding: Holding | None = None,
    flagged: Flagged | None = None,
) -> dict[str, Any]:
    """A precedent as plain data; the reasons, the holding and the flag are left out if not given."""
    passage = precedent.passage
    return {
        "rank": precedent.rank,
        "case_id": case.id,
        "name": case.name,
        "text_kind": case.text_kind,
        "citations": list(case.citations),
        "court": case.court,
        "decided": case.decided,
        "bench_strength": case.bench_strength,
        "outcome": case.outcome,
        **({"winner": holding.winner, "holding": holding_record(holding)} if holding is not None else {}),
        "score": precedent.score,
        "passage": {
            "chunk_id": passage.id,
            "text": passage.text,
            "span": [passage.span.start, passage.span.end],
            "section": passage.section,
            "headnote": not case.is_digest and is_headnote(case.text, passage.span),
            "paragraph": passage.paragraph,
            "page": passage.page,
        },
        "stages": [{"stage": stage.stage, "rank": stage.rank, "score": stage.score} for stage in precedent.stages],
        **({"why": [sentence_record(sentence) for sentence in why.sentences]} if why is not None else {}),
        "source": case.source,
        **({"flag": str(flagged.flag), "flag_why": flagged.why} if flagged is not None else {}),
    }


def holding_record(holding: Holding) -> dict[str, Any]:
    """The order, who won and the ground, one line each; null if the text does not say."""
    return {
        "order": sentence_record(holding.order) if holding.order else None,
        "winner": holding.winner_line,
        "ground": sentence_record(holding.ground) if holding.ground else None,
    }


def sentence_record(sentence: Statement) -> dict[str, Any]:
    """A sentence and its anchor: `span` is in the stored text, and `quote` is the text there."""
    anchor = sentence.anchor
    return {
        "point": sentence.point,
        "speaker": sentence.voice.speaker if sentence.voice else Speaker.UNKNOWN,
        "speaker_name": sentence.voice.name if sentence.voice else "",
        "text": sentence.text,
        "case_id": anchor.case_id,
        "paragraph": anchor.paragraph,
        "span": [anchor.span.start, anchor.span.end],
        "quote": sentence.quote,
    }


# Passages that can be read: never a running head, a list of counsel or of cases, or the foot of a report.


Rarity = Callable[[str], float]


def with_readable_passages(
    precedents: Sequence[Precedent],
    query: str,
    chunks_of: Callable[[CaseId], Iterable[Chunk]],
    rarity: Callable[[], Rarity],
) -> tuple[Precedent, ...]:
    """The precedents in the same order; a passage that is no prose gives way to the nearest one of its case."""
    if not any(is_apparatus(precedent.passage.text) for precedent in precedents):
        return tuple(precedents)
    stems, weigh = query_stems(query), rarity()
    return tuple(
        _readable(precedent, chunks_of, stems, weigh) if is_apparatus(precedent.passage.text) else precedent
        for precedent in precedents
    )


def _readable(
    precedent: Precedent, chunks_of: Callable[[CaseId], Iterable[Chunk]], stems: frozenset[str], weigh: Rarity
) -> Precedent:
    prose = [chunk for chunk in chunks_of(precedent.case_id) if not is_apparatus(chunk.text)]
    if not prose:
        return precedent
    nearest = max(prose, key=lambda chunk: (_nearness(chunk, stems, weigh), -chunk.span.start))
    return replace(precedent, passage=nearest)


def _nearness(chunk: Chunk, stems: frozenset[str], weigh: Rarity) -> float:
    """How much of the query the passage has, rare words counting more."""
    return sum(weigh(stem) for stem in query_stems(chunk.text) & stems)
