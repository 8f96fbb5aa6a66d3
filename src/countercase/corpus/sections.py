"""How a judgment is divided: each paragraph belongs to a section, and each section is cut into passages to index.

Headings decide the section first, then the language of the sentences. A passage is whole sentences of a set length
with some overlap, and never crosses two sections.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby, pairwise
from typing import NamedTuple

import numpy as np

from countercase.corpus.paragraphs import Heading, body_start, find_headings, split_paragraphs
from countercase.corpus.read import PageSpan, page_number
from countercase.corpus.roles import ROLES, Scores, load_model
from countercase.domain.case import Case, Chunk, ChunkId, Paragraph, SectionType
from countercase.domain.span import Span
from countercase.settings import ChunkSettings
from countercase.text.sentences import sentence_edges

SECTIONS = (SectionType.FACTS, SectionType.SUBMISSIONS, SectionType.ANALYSIS, SectionType.RATIO, SectionType.HELD)
# The annotated judgments have seven roles. What the courts below ruled is history, and so a fact of the case; statutes
# and precedents are what the Court analyses; the ratio is its own reasoning.
SECTION_OF_ROLE = {
    "Facts": SectionType.FACTS,
    "Ruling by Lower Court": SectionType.FACTS,
    "Argument": SectionType.SUBMISSIONS,
    "Statute": SectionType.ANALYSIS,
    "Precedent": SectionType.ANALYSIS,
    "Ratio of the decision": SectionType.RATIO,
    "Ruling by Present Court": SectionType.HELD,
}
_MIX = np.array([[float(SECTION_OF_ROLE[role] is section) for section in SECTIONS] for role in ROLES])

# The factor by which a heading raises the odds of a section.
_UNDER = {
    SectionType.FACTS: {SectionType.FACTS: 30.0},
    SectionType.SUBMISSIONS: {SectionType.SUBMISSIONS: 30.0},
    SectionType.ANALYSIS: {SectionType.ANALYSIS: 10.0, SectionType.RATIO: 10.0, SectionType.HELD: 5.0},
    SectionType.HELD: {SectionType.HELD: 20.0, SectionType.RATIO: 10.0},
}
_OPEN_END = 0.2  # share of that factor under the last heading, because nothing says where its part ends
_ISSUE_PARAGRAPHS = 3  # the most that count as issues under a heading for issues with a long part
_ISSUE_PART = 2500  # characters; a longer part under a heading for issues also answers them
_ASKED = r"for\s(?:our\s|the\s|this\s)?(?:court['’]s\s)?(?:consideration|determination|decision|adjudication)"
# Lower case only: a pattern that ignores case cannot skip ahead to a letter that may open a match.
_QUESTION = re.compile(
    rf"""
    [qipc](?<!\w.)(?:(?<=q)uestions?|(?<=i)ssues?|(?<=p)oints?|(?<=c)ontroversy)\b (?:\sof\slaw)?
        (?: [^.;]{{0,60}}?
            \b(?:aris(?:es?|ing)|falls?|posed|to\sbe\s(?:decided|considered|determined|answered|examined)|{_ASKED})\b
            [^.;]{{0,120}}?
          | \s(?:is|are|was|were)\s(?:as\sto\s)? )
        [\s:,–-]* (?:\(\w+\)\s*)? \bwhether\b
    | [fsocm](?<!\w.)(?:(?<=f)ollowing|(?<=s)hort|(?<=o)nly|(?<=s)ole|(?<=c)ore|(?<=m)ain|(?<=s)ubstantial)\s
        (?:substantial\s)?(?:questions?|issues?|points?)(?:\sof\slaw)?\b
        [^.;]{{0,60}}? \b(?:aris(?:es?|ing)|{_ASKED})\b
    """,
    re.VERBOSE,
)
_OF_ANOTHER_CASE = re.compile(r"\b(?:that|the said|the aforesaid)\scase\b|\(?supra\)?|\bscc\b|\bv\.\s|\bcase\s\d{4}\b")
# The pattern is tried only if one of these nouns and one of these signs occur.
_NOUNS = ("question", "issue", "point", "controversy")
_SIGNS = ("whether", "aris", "consideration", "determination", "decision", "adjudication")
_OPENS_WITH_WHETHER = re.compile(r"\W*(?:\w{1,4}[.)]\s*)?whether\b[^.]{20,}\?")
_MAY_ASK = (SectionType.FACTS, SectionType.ANALYSIS, SectionType.RATIO)
_ISSUE_WORDS = 130  # a longer paragraph does more than ask the question


@dataclass(frozen=True, slots=True)
class _Scope:
    """A heading and the stretch of text under it."""

    heading: Heading
    end: int
    closed: bool


def label_sections(text: str, paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    """The same paragraphs, each with its section; what comes before the Court speaks is UNKNOWN."""
    if not paragraphs:
        return []
    body = body_start(text)
    scopes = list(_scopes(text, find_headings(text)))
    owners = _owners(paragraphs, scopes)
    first = next((index for index, paragraph in enumerate(paragraphs) if paragraph.span.end > body), len(paragraphs))
    edges = sentence_edges(text, tuple(paragraph.span.start for paragraph in paragraphs))
    best = _likeliest(_likelihoods(text, edges[first:]), owners[first:])
    sections = [_in_head(owner) for owner in owners[:first]]
    for index, section in enumerate(best, start=first):
        sections.append(_section(text, paragraphs[index], owners[index], section))
    _name_headings(paragraphs, owners, sections)
    return [Paragraph(p.span, section, p.number, p.page) for p, section in zip(paragraphs, sections, strict=True)]


_LEAST_FACTS = 100  # words; fewer are not a statement of facts
_MOST_FACTS = 600  # words; what comes after is seldom still about the facts
_NOT_FACTS = (SectionType.ISSUES, SectionType.SUBMISSIONS, SectionType.ANALYSIS, SectionType.RATIO, SectionType.HELD)


def facts_part(text: str) -> str:
    """The statement of facts in a judgment or brief: its paragraphs of facts, else its opening."""
    paragraphs = label_sections(text, split_paragraphs(text))
    facts = " ".join(paragraph.span.of(text) for paragraph in paragraphs if paragraph.section is SectionType.FACTS)
    if len(facts.split()) < _LEAST_FACTS:
        end = next((paragraph.span.start for paragraph in paragraphs if paragraph.section in _NOT_FACTS), len(text))
        facts = text[:end]
    words = facts.split() if len(facts.split()) >= _LEAST_FACTS else text.split()
    return " ".join(words[:_MOST_FACTS])


def _scopes(text: str, headings: Sequence[Heading]) -> Iterator[_Scope]:
    for index, heading in enumerate(headings):
        closed = index + 1 < len(headings)
        yield _Scope(heading, headings[index + 1].span.start if closed else len(text), closed)


def _owners(paragraphs: Sequence[Paragraph], scopes: Sequence[_Scope]) -> list[_Scope | None]:
    """For each paragraph, the last heading that starts before it or opens it."""
    owners: list[_Scope | None] = []
    at = -1
    for paragraph in paragraphs:
        while at + 1 < len(scopes) and scopes[at + 1].heading.span.start <= paragraph.span.start:
            at += 1
        owners.append(scopes[at] if at >= 0 else None)
    return owners


def _in_head(owner: _Scope | None) -> SectionType:
    """The section of a paragraph before the Court speaks: only the reporter's "Issue for Consideration" has one."""
    issue = owner is not None and owner.heading.section is SectionType.ISSUES
    return SectionType.ISSUES if issue else SectionType.UNKNOWN


def _likelihoods(text: str, paragraphs: Sequence[Sequence[int]]) -> Scores:
    """For each paragraph, how likely each of SECTIONS is: the mean over its sentences, weighted by their length."""
    if not paragraphs:
        return np.zeros((0, len(SECTIONS)))
    sentences = [text[start:end] for edges in paragraphs for start, end in pairwise(edges)]
    firsts = np.cumsum([0, *(len(edges) - 1 for edges in paragraphs[:-1])])
    model = load_model()
    roles = model.probabilities(sentences) * model.priors
    shares = (roles @ _MIX) * np.array([len(sentence) for sentence in sentences], float)[:, None]
    return np.add.reduceat(shares, firsts, axis=0)


def _likeliest(likely: Scores, owners: Sequence[_Scope | None]) -> list[SectionType]:
    """The best section of each paragraph, taking its heading into account."""
    factors = [_factors(owner.heading.section, owner.closed) if owner else _NO_HEADING for owner in owners]
    if not factors:
        return []
    return [SECTIONS[best] for best in (likely * np.array(factors)).argmax(axis=1).tolist()]


def _section(text: str, paragraph: Paragraph, owner: _Scope | None, best: SectionType) -> SectionType:
    if owner is not None:
        if owner.heading.section is SectionType.UNKNOWN and owner.heading.span.start >= paragraph.span.start:
            return SectionType.UNKNOWN
        if owner.heading.section is SectionType.ISSUES and _puts_issues(text, paragraph, owner):
            return SectionType.ISSUES
    asks = best in _MAY_ASK and _asks(text[paragraph.span.start : paragraph.span.end])
    return SectionType.ISSUES if asks else best


def _asks(content: str) -> bool:
    if len(content) > 8 * _ISSUE_WORDS or not ("hether" in content or "uestion" in content or "ssue" in content):
        return False
    lower = content.lower()
    if _OF_ANOTHER_CASE.search(lower):
        return False
    if any(noun in lower for noun in _NOUNS) and any(sign in lower for sign in _SIGNS) and _QUESTION.search(lower):
        is_question = True
    else:
        is_question = "?" in lower and _OPENS_WITH_WHETHER.match(lower) is not None
    return is_question and len(content.split()) <= _ISSUE_WORDS


def _puts_issues(text: str, paragraph: Paragraph, owner: _Scope) -> bool:
    short = owner.closed and owner.end - owner.heading.span.end < _ISSUE_PART
    return short or _near(text, paragraph, owner)


def _near(text: str, paragraph: Paragraph, owner: _Scope) -> bool:
    between = text.count("\n", owner.heading.span.end, paragraph.span.start)
    return paragraph.span.start - owner.heading.span.end < 1500 and between <= _ISSUE_PARAGRAPHS


@cache
def _factors(heading: SectionType, closed: bool) -> tuple[float, ...]:
    favoured = _UNDER.get(heading, {})
    strength = 1.0 if closed else _OPEN_END
    return tuple(max(1.0, strength * favoured.get(section, 0.0)) for section in SECTIONS)


_NO_HEADING = (1.0,) * len(SECTIONS)


def _name_headings(
    paragraphs: Sequence[Paragraph], owners: Sequence[_Scope | None], sections: list[SectionType]
) -> None:
    """Give a heading that is a paragraph by itself the section of the paragraph after it."""
    for index in range(len(paragraphs) - 2, -1, -1):
        owner = owners[index]
        if owner is None or owner.heading.span.start != paragraphs[index].span.start:
            continue
        alone = len(paragraphs[index].span) - len(owner.heading.span) <= 3
        if alone and owner.heading.section is not SectionType.UNKNOWN:
            sections[index] = sections[index + 1]


# Passages to index.

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
