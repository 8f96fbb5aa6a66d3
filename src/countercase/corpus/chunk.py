"""Passages to index: whole sentences, about so many words, some overlap, never across a change of section."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from countercase.corpus.sentences import sentence_ends
from countercase.domain.case import Case, Chunk, ChunkId, Paragraph
from countercase.domain.span import Span
from countercase.settings import ChunkSettings

_WORD = re.compile(r"\S+\s*")
_REMAINDER = 0.35  # of the size: a last piece shorter than this joins the one before it


class _Piece(NamedTuple):
    """A sentence, or a part of one that is longer than a chunk."""

    start: int
    end: int
    words: int
    ends_paragraph: bool


def chunk_case(case: Case, settings: ChunkSettings) -> tuple[Chunk, ...]:
    """The passages of a case in text order; their spans cover the text. A case without paragraphs counts as one."""
    paragraphs = case.paragraphs or ((Paragraph(Span(0, len(case.text))),) if case.text else ())
    spans: list[tuple[Span, Paragraph]] = []
    for _, run in groupby(paragraphs, key=lambda paragraph: paragraph.section):
        members = list(run)
        pieces = [piece for member in members for piece in _pieces(case.text, member.span, settings.words)]
        starts = [member.span.start for member in members]
        spans += [(span, members[bisect_right(starts, span.start) - 1]) for span in _spans(pieces, settings)]
    numbers = _numbers(paragraphs)
    return tuple(
        Chunk(
            id=ChunkId(f"{case.id}#{place:04d}"),
            case_id=case.id,
            span=span,
            text=case.text[span.start : span.end],
            section=paragraph.section,
            paragraph=numbers[paragraph.span.start],
            page=paragraph.page,
        )
        for place, (span, paragraph) in enumerate(spans)
    )


def _numbers(paragraphs: Sequence[Paragraph]) -> dict[int, str | None]:
    """The number under which a reader finds each paragraph: its own, or the last one printed before it."""
    last: str | None = None
    numbers = {}
    for paragraph in paragraphs:
        last = paragraph.number or last
        numbers[paragraph.span.start] = last
    return numbers


def _pieces(text: str, span: Span, size: int) -> Iterator[_Piece]:
    """The sentences of a paragraph; one of more than `size` words is cut between words."""
    content = text[span.start : span.end]
    ends = sentence_ends(content)
    for left, right in pairwise((0, *ends)):
        start, end = span.start + left, span.start + right
        last = right == ends[-1]
        words = len(content[left:right].split())
        if words <= size:
            yield _Piece(start, end, words, last)
            continue
        cuts = [match.end() for match in _WORD.finditer(text, start, end)][size - 1 : -1 : size]
        for begin, stop in pairwise((start, *cuts, end)):
            yield _Piece(begin, stop, len(text[begin:stop].split()), last and stop == end)


def _spans(pieces: Sequence[_Piece], settings: ChunkSettings) -> Iterator[Span]:
    """Pieces joined up to the size; a chunk ends with its paragraph where that leaves it more than half full."""
    left = sum(piece.words for piece in pieces)
    first = done = 0
    while done < len(pieces):
        end = _fill(pieces, first, done, settings.words)
        left -= sum(piece.words for piece in pieces[done:end])
        if left < _REMAINDER * settings.words:
            end = len(pieces)
        yield Span(pieces[first].start, pieces[end - 1].end)
        first, done = _step_back(pieces, first + 1, end, settings), end


def _fill(pieces: Sequence[_Piece], first: int, done: int, size: int) -> int:
    """Where the chunk from `first` ends: past `done`, up to which the chunk before it reached."""
    words, end, paragraph_end = 0, first, 0
    while end < len(pieces) and (end <= done or words + pieces[end].words <= size):
        words += pieces[end].words
        end += 1
        if end > done and pieces[end - 1].ends_paragraph and words > size / 2:
            paragraph_end = end
    return paragraph_end if paragraph_end and end < len(pieces) else end


def _step_back(pieces: Sequence[_Piece], least: int, end: int, settings: ChunkSettings) -> int:
    """Where the next chunk starts: whole sentences back, not before `least`, as far as the next one still fits."""
    if end == len(pieces):
        return end
    room = min(settings.overlap_words, settings.words - pieces[end].words)
    start = end
    while start > least and pieces[start - 1].words <= room:
        start -= 1
        room -= pieces[start].words
    return start
