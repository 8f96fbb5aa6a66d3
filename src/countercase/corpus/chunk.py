"""Passages to index: whole sentences of a set length with some overlap, never across two sections."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

import numpy as np

from countercase.corpus.read import PageSpan, page_number
from countercase.domain.case import Case, Chunk, ChunkId, Paragraph
from countercase.domain.span import Span
from countercase.settings import ChunkSettings
from countercase.text.sentences import sentence_edges

_NEXT_LINE, _NO_BREAK_SPACE = 0x85, 0xA0  # white space of Latin-1 beyond ASCII
_REMAINDER = 0.35  # of the size: a last piece shorter than this joins the one before it


class _Piece(NamedTuple):
    """A sentence, or a part of one that is longer than a chunk."""

    start: int
    end: int
    words: int
    ends_paragraph: bool


def chunk_case(case: Case, settings: ChunkSettings, pages: Sequence[PageSpan] = ()) -> tuple[Chunk, ...]:
    """The passages of a case in text order; their spans cover the text. A case without paragraphs counts as one.

    A paragraph may run over a page. If the pages are given, a passage belongs to the page on which it starts.
    """
    paragraphs = case.paragraphs or ((Paragraph(Span(0, len(case.text))),) if case.text else ())
    pieces = iter(_pieces(case.text, paragraphs, settings.words))
    spans: list[tuple[Span, Paragraph]] = []
    for _, run in groupby(paragraphs, key=lambda paragraph: paragraph.section):
        members = list(run)
        inside = [piece for _ in members for piece in next(pieces)]
        starts = [member.span.start for member in members]
        spans += [(span, members[bisect_right(starts, span.start) - 1]) for span in _spans(inside, settings)]
    numbers = _numbers(paragraphs)
    return tuple(
        Chunk(
            id=ChunkId(f"{case.id}#{number:04d}"),
            case_id=case.id,
            span=span,
            text=case.text[span.start : span.end],
            section=paragraph.section,
            paragraph=numbers[paragraph.span.start],
            page=page_number(pages, span.start) if pages else paragraph.page,
        )
        for number, (span, paragraph) in enumerate(spans)
    )


def _numbers(paragraphs: Sequence[Paragraph]) -> dict[int, str | None]:
    """The printed number of each paragraph: its own, or the last one printed before it."""
    last: str | None = None
    numbers = {}
    for paragraph in paragraphs:
        last = paragraph.number or last
        numbers[paragraph.span.start] = last
    return numbers


def _pieces(text: str, paragraphs: Sequence[Paragraph], size: int) -> Iterator[list[_Piece]]:
    """The sentences of each paragraph; one of more than `size` words is cut between words."""
    edges = sentence_edges(text, tuple(paragraph.span.start for paragraph in paragraphs))
    words = _Words(text)
    counts = iter(words.counts([pair for sentences in edges for pair in pairwise(sentences)]))
    for sentences in edges:
        pieces: list[_Piece] = []
        for start, end in pairwise(sentences):
            count, last = next(counts), end == sentences[-1]
            if count <= size:
                pieces.append(_Piece(start, end, count, last))
            else:
                parts = pairwise((start, *words.cuts(end, count, size), end))
                pieces += [_Piece(a, b, len(text[a:b].split()), last and b == end) for a, b in parts]
        yield pieces


class _Words:
    """Start offsets of the words of a text."""

    def __init__(self, text: str) -> None:
        characters = np.frombuffer(b" " + text.encode("latin-1", "replace"), np.uint8)
        self._blank = (characters <= ord(" ")) | (characters == _NEXT_LINE) | (characters == _NO_BREAK_SPACE)
        self._starts = np.flatnonzero(self._blank[:-1] & ~self._blank[1:])

    def counts(self, spans: Sequence[tuple[int, int]]) -> list[int]:
        """Number of words in each span; a word that is cut in two counts in both spans."""
        starts, ends = np.array(spans, np.int64).reshape(-1, 2).T
        cut = ~self._blank[starts] & ~self._blank[starts + 1]
        counts: list[int] = (np.searchsorted(self._starts, ends) - np.searchsorted(self._starts, starts) + cut).tolist()
        return counts

    def cuts(self, end: int, count: int, size: int) -> list[int]:
        """Offsets at which to cut a span of `count` words up to `end`, so that no piece has more than `size`."""
        offsets: list[int] = self._starts[: np.searchsorted(self._starts, end)][size - count :: size].tolist()
        return offsets


def _spans(pieces: Sequence[_Piece], settings: ChunkSettings) -> Iterator[Span]:
    """Join pieces up to the size; a chunk ends with its paragraph if it is more than half full by then."""
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
    """End of the chunk that starts at `first`; it must pass `done`, the end of the chunk before it."""
    words, end, paragraph_end = 0, first, 0
    while end < len(pieces) and (end <= done or words + pieces[end].words <= size):
        words += pieces[end].words
        end += 1
        if end > done and pieces[end - 1].ends_paragraph and words > size / 2:
            paragraph_end = end
    return paragraph_end if paragraph_end and end < len(pieces) else end


def _step_back(pieces: Sequence[_Piece], least: int, end: int, settings: ChunkSettings) -> int:
    """Start of the next chunk: whole sentences back for the overlap, not before `least`, if the next one still fits."""
    if end == len(pieces):
        return end
    room = min(settings.overlap_words, settings.words - pieces[end].words)
    start = end
    while start > least and pieces[start - 1].words <= room:
        start -= 1
        room -= pieces[start].words
    return start
