"""Scores of one query: what was retrieved against the spans that answer it, character by character.

Two ways of counting. *Published*: as LegalBench-RAG does, overlaps are added pair by pair, so a character that two
retrieved spans cover counts twice and recall can pass 1. *Corrected*: the retrieved spans of a file are merged first.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from countercase.cuad.benchmark import Snippet
from countercase.domain.span import Span, merge, overlap_length

ByFile = Mapping[str, Sequence[Span]]


@dataclass(frozen=True, slots=True)
class SpanScores:
    """Scores of the top k of one query, each from 0 to 1 except the two published ones' recall."""

    precision_published: float
    recall_published: float
    precision: float
    recall: float
    f1: float
    iou: float  # characters shared, of those in either
    found_fully: float  # share of the answer's spans that lie inside what was retrieved
    found_by_half: float  # share of the answer's spans of which at least half does
    exact: float  # 1 where a retrieved span is one of the answer's, but for white space at its ends
    wrong_document: float  # share of the retrieved snippets from a file without any answer
    characters: float  # retrieved, merged


def score_spans(
    retrieved: Sequence[Snippet], gold: Sequence[Snippet], trim: Mapping[Snippet, Span] | None = None
) -> SpanScores:
    """Score what was retrieved for one query; `trim` gives spans without their outer white space, for `exact`."""
    paired = sum(len(shared) for hit in retrieved for answer in gold if (shared := _shared(hit, answer)))
    hits, answers = _by_file(retrieved), _by_file(gold)
    shared_length = sum(overlap_length(hits.get(file, ()), spans) for file, spans in answers.items())
    retrieved_length, gold_length = _length(hits), _length(answers)
    precision = _ratio(shared_length, retrieved_length)
    recall = _ratio(shared_length, gold_length)
    coverage = [
        _ratio(overlap_length(hits.get(answer.file_path, ()), [answer.place]), len(answer.place)) for answer in gold
    ]
    return SpanScores(
        precision_published=_ratio(paired, sum(len(hit.place) for hit in retrieved)),
        recall_published=_ratio(paired, sum(len(answer.place) for answer in gold)),
        precision=precision,
        recall=recall,
        f1=_ratio(2 * precision * recall, precision + recall),
        iou=_ratio(shared_length, retrieved_length + gold_length - shared_length),
        found_fully=_ratio(sum(share == 1 for share in coverage), len(gold)),
        found_by_half=_ratio(sum(share >= 0.5 for share in coverage), len(gold)),
        exact=float(_any_equal(retrieved, gold, trim or {})),
        wrong_document=_ratio(sum(hit.file_path not in answers for hit in retrieved), len(retrieved)),
        characters=float(retrieved_length),
    )


def _shared(hit: Snippet, answer: Snippet) -> Span | None:
    return hit.place.intersection(answer.place) if hit.file_path == answer.file_path else None


def _by_file(snippets: Iterable[Snippet]) -> ByFile:
    files: dict[str, list[Span]] = defaultdict(list)
    for snippet in snippets:
        files[snippet.file_path].append(snippet.place)
    return {file: merge(spans) for file, spans in files.items()}


def _length(files: ByFile) -> int:
    return sum(len(span) for spans in files.values() for span in spans)


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _any_equal(retrieved: Iterable[Snippet], gold: Iterable[Snippet], trim: Mapping[Snippet, Span]) -> bool:
    wanted = {(answer.file_path, trim.get(answer, answer.place)) for answer in gold}
    return any((hit.file_path, trim.get(hit, hit.place)) in wanted for hit in retrieved)
