"""Passages that can be read: never a running head, a list of counsel or of cases, or the foot of a report."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from countercase.corpus.report_parts import is_apparatus
from countercase.domain.case import CaseId, Chunk
from countercase.domain.ranking import Precedent
from countercase.report.marks import query_stems

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
