"""Paragraphs of a judgment, with the numbers that the source printed.

Three shapes of text come in: a paragraph a line (AILA), wrapped lines (PDF), and one long line (Supreme Court Reports
as copied), where paragraphs show only by their numbers and headings.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from countercase.corpus.clean.offsets import places
from countercase.corpus.headings import body_start, find_headings
from countercase.domain.case import Paragraph
from countercase.domain.span import Span
from countercase.text.anchors import NumberOpenings

_LINE = re.compile(r"[^\n]+\n*")
_EMPTY_LINE = re.compile(r"\n[^\S\n]*\n\s*")
_SENTENCE_END = frozenset(".?!:;”\"’')]")
# `12. The` or `12.3 The`. It starts with the digit, so that a long text is scanned at once; what stands before it is
# looked at afterwards.
_NUMBER = re.compile(r"([0-9](?<!\S.)[0-9]{0,2})\.(?:(?!\d)\s*|([0-9]{1,2})\.?\s+)(?=[\"“‘'(\[]?[A-Z])")
_NUMBER_OPENINGS = NumberOpenings(range(1, 4), ".")
_NUMBER_AT_LINE = re.compile(r"[^\S\n]*([0-9]{1,3})[.)](?!\d)")
_CLEAN_BEFORE = re.compile(r"[.?!:;”\"’')\]†*]\s+$")
# A number after these words belongs to them: "under Section 12. The", "Exhibit 4. It", "on page 7. In".
_ABBREVIATED_OWNERS = frozenset("No Nos s ss S Ss Rs Para Paras para paras Ex Exh p pp Vol Art Arts Cl Ch Sch".split())
_OWNERS = frozenset(
    "paragraph paragraphs Section Sections section sections Article Articles article articles Rule Rules rule rules"
    " Order Clause Clauses clause clauses Schedule Exhibit Annexure page pages Item Items item items Entry Respondent"
    " Respondents respondent respondents Appellant Appellants appellant appellants accused and to of or the than about"
    " only at".split()
)
_LAST_WORD = re.compile(r"\w+$")
_OPENING_QUOTES = ("“", "‘")
_WRAPPED_WIDTH = 160  # characters: longer lines on average are paragraphs, not lines of print
_RESTART = 6.0  # so many paragraphs must a second series have; shorter ones are lists and quotations
_GAP_COSTS = {0: 0.0, 1: 0.7, 2: 1.2, 3: 2.0}  # by how many numbers are missing
_MIN_CHAIN = 3  # numbers in a row, before a series inside a long line is believed


@dataclass(frozen=True, slots=True)
class _Candidate:
    start: int
    value: int
    weight: float
    sub: int | None = None


def split_paragraphs(text: str) -> list[Paragraph]:
    """Paragraphs in text order, covering the text without gap or overlap; section is UNKNOWN."""
    numbers = _paragraph_numbers(text)
    cuts = {0, *numbers, *_line_cuts(text)}
    for heading in find_headings(text):
        cuts.add(heading.span.start)
    starts = sorted(_outside_words(text, cuts))
    ends = [*starts[1:], len(text)]
    return [
        Paragraph(Span(start, end), number=numbers.get(start))
        for start, end in zip(starts, ends, strict=True)
        if start < end
    ]


def _outside_words(text: str, cuts: Iterable[int]) -> Iterable[int]:
    return (cut for cut in cuts if cut == 0 or (cut < len(text) and not text[cut].isspace()))


def _line_cuts(text: str) -> list[int]:
    lines = [(m.start(), m.end(), len(m[0].strip())) for m in _LINE.finditer(text)]
    if not _is_wrapped(text, lines):
        return [start + _indent(text, start) for start, _, width in lines if width]
    cuts = [m.end() for m in _EMPTY_LINE.finditer(text)]
    widths = sorted(width for _, _, width in lines if width)
    full = 0.75 * widths[int(0.9 * (len(widths) - 1))]
    for before, start, width in lines[:-1]:
        # A short line that ends a sentence is the last of its paragraph.
        if 0 < width < full and _ends_sentence(text, before, start):
            cuts.append(start + _indent(text, start))
    return cuts


def _is_wrapped(text: str, lines: list[tuple[int, int, int]]) -> bool:
    filled = [line for line in lines if line[2]]
    if len(filled) < 5:
        return False
    if sum(line[2] for line in filled) / len(filled) > _WRAPPED_WIDTH:
        return False
    open_ended = sum(not _ends_sentence(text, start, end) for start, end, _ in filled)
    return open_ended > 0.5 * len(filled)


def _ends_sentence(text: str, start: int, end: int) -> bool:
    return text[start:end].rstrip()[-1:] in _SENTENCE_END


def _indent(text: str, start: int) -> int:
    end = start
    while end < len(text) and text[end].isspace():
        end += 1
    return end - start


def _paragraph_numbers(text: str) -> dict[int, str]:
    """Where numbered paragraphs start, and their numbers: the series that runs through the text, not every `5.`"""
    body = body_start(text)
    candidates = _candidates(text)
    mains = [c for c in candidates if c.sub is None]
    chain: list[_Candidate] = []
    # The numbers of a headnote do not run on into the judgment.
    for part in ([c for c in mains if c.start < body], [c for c in mains if c.start >= body]):
        run = _best_chain(part)
        if len(run) >= _MIN_CHAIN or all(_at_line_start(text, c.start) for c in run):
            chain += run
    return {c.start: str(c.value) for c in chain} | _sub_numbers(chain, [c for c in candidates if c.sub is not None])


def _sub_numbers(chain: list[_Candidate], candidates: list[_Candidate]) -> dict[int, str]:
    """Sub-paragraphs: 5.1, 5.2 and so on, in order, inside paragraph 5."""
    starts = [candidate.start for candidate in chain]
    numbers: dict[int, str] = {}
    last: tuple[int, int] = (0, 0)
    for candidate in candidates:
        place = bisect_right(starts, candidate.start) - 1
        expected = (candidate.value, last[1] + 1 if last[0] == candidate.value else 1)
        if place >= 0 and chain[place].value == candidate.value and (candidate.value, candidate.sub) == expected:
            numbers[candidate.start] = f"{candidate.value}.{candidate.sub}"
            last = expected
    return numbers


def _candidates(text: str) -> list[_Candidate]:
    found = {}
    for match in _NUMBER_OPENINGS.matches(_NUMBER, text):
        start = match.start()
        before = text[max(0, start - 14) : start]
        sub = int(match[2]) if match[2] else None
        if sub is None and (before.rstrip()[-1:] in _OPENING_QUOTES or _owns_number(before.rstrip())):
            continue
        clean = not before or "\n" in before[-2:] or _CLEAN_BEFORE.search(before)
        found[start] = _Candidate(start, int(match[1]), 1.0 if clean else 0.6, sub)
    for line in (0, *(place + 1 for place in places(text, "\n"))):
        if numbered := _NUMBER_AT_LINE.match(text, line):
            found[numbered.start(1)] = _Candidate(numbered.start(1), int(numbered[1]), 1.1)
    return [found[start] for start in sorted(found)]


def _owns_number(before: str) -> bool:
    if before[-1:] in (",", "&", "-"):
        return before[-1] != "-" or before[-2:-1].isalnum()
    last = _LAST_WORD.search(before.rstrip(".")[-14:]) if before[-2:] != ".." else None
    if last is None:
        return False
    return last[0] in _ABBREVIATED_OWNERS or (before[-1] != "." and last[0] in _OWNERS)


def _best_chain(candidates: list[_Candidate]) -> list[_Candidate]:
    """The heaviest run of rising numbers; a missing one costs a little, a fresh start (a second opinion) more."""
    best: dict[int, tuple[float, int]] = {}  # last number of a run -> its weight, its last candidate
    top: tuple[float, int] = (0.0, -1)
    parents: list[int] = []
    for index, candidate in enumerate(candidates):
        value = candidate.value
        option = (-_GAP_COSTS.get(value - 1, _GAP_COSTS[3]), -1)
        if value == 1:
            option = max(option, (top[0] - _RESTART, top[1]))
        for missing in range(3):
            if earlier := best.get(value - 1 - missing):
                option = max(option, (earlier[0] - _GAP_COSTS[missing], earlier[1]))
        score = option[0] + candidate.weight
        parents.append(option[1])
        if value not in best or score > best[value][0]:
            best[value] = (score, index)
        if score > top[0]:
            top = (score, index)
    chain: list[_Candidate] = []
    at = top[1]
    while at >= 0:
        chain.append(candidates[at])
        at = parents[at]
    return chain[::-1]


def _at_line_start(text: str, start: int) -> bool:
    return not text[:start].rpartition("\n")[2].strip()
