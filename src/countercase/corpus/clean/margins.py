"""The letters A to H in the margin of a printed report, which text copies drop into the middle of sentences.

Every page of an SCR volume up to 2023 carries them at even distances. A letter is taken for a margin letter by its
place on the page and in the sequence, never by itself: "Schedule B" and "A perusal" stay.
"""

import re
from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple

from countercase.corpus.clean.offsets import Cut
from countercase.corpus.read.document import PageSpan

_LETTERS = "ABCDEFGH"
# The letter comes first and the blank before it is looked at after: the scan skips from capital to capital.
_LONE = re.compile(r"[A-H](?<= .)(?=\s|$)")
_RUN = re.compile(r"[A-H](?<= .)(?:(?: [A-H]){2,}(?!\S)|(?<=[C-H])(?: [D-H])?\s*$)")
_REACH = 0.22  # share of a page that a letter may stand away from its place: lines are uneven
_DOUBT = 0.08  # added where the words around speak for a letter of the text
_SKIP = 0.2  # cost of a letter that is not found
_FEWEST = 5  # letters on a page before the page counts as lettered
_SHARE = 0.6  # of the inner pages that must be lettered before any letter is cut
_NAMED = frozenset(
    (
        "schedule", "group", "class", "part", "exhibit", "ex.", "annexure", "appendix", "section", "sections", "grade",
        "category", "list", "article", "articles", "clause", "column", "form", "block", "phase", "plan", "plot", "s.",
        "ss.", "type", "item", "entry", "order", "point", "question", "note", "table", "and", "or", "to", "vitamin",
    )
)  # fmt: skip


class _Candidate(NamedTuple):
    letter: int
    start: int
    cost: float


def margin_cuts(text: str, pages: Sequence[PageSpan], bodies: Sequence[int]) -> Iterator[Cut]:
    """The margin letters of all pages; `bodies` are the places where the text of each page begins after its head."""
    if len(pages) < 2:
        return
    lengths: list[float] = [page.end - body for page, body in zip(pages, bodies, strict=True)]
    usual = median(lengths[1:-1] or lengths[:1])
    lengths[-1] = max(usual, lengths[-1])  # the last page is printed to the foot, whatever text it holds
    chosen: list[list[int]] = []
    bare, inner = 0, len(pages) - 1
    for page, body, length in zip(pages, bodies, lengths, strict=True):
        chosen.append(_choose(text, body, page.end, length))
        bare += len(chosen[-1]) < _FEWEST and len(chosen) <= inner
        if inner - bare < _SHARE * inner:
            return  # as in the later volumes, which have no letters
    for letters in chosen:
        yield from (Cut(start, min(start + 2, len(text))) for start in letters)
    yield from _runs(text)


def _choose(text: str, start: int, end: int, length: float) -> list[int]:
    """The cheapest ascending sequence of letters on one page."""
    candidates = list(_candidates(text, start, end, length)) if length > 0 else []
    best: list[tuple[float, list[int], int]] = []  # cost so far, places, last letter
    for found in candidates:
        cost, places = found.cost + found.letter * _SKIP, [found.start]
        for before_cost, before_places, before_letter in best:
            if before_letter < found.letter:
                total = before_cost + found.cost + (found.letter - before_letter - 1) * _SKIP
                if total < cost:
                    cost, places = total, [*before_places, found.start]
        best.append((cost, places, found.letter))
    if not best:
        return []
    return min(best, key=lambda entry: entry[0] + (len(_LETTERS) - 1 - entry[2]) * _SKIP)[1]


def _candidates(text: str, start: int, end: int, length: float) -> Iterator[_Candidate]:
    for match in _LONE.finditer(text, start, end):
        place = match.start()
        letter = _LETTERS.index(match[0])
        away = abs((place - start) / length - letter / (len(_LETTERS) - 1))
        if away <= _REACH:
            yield _Candidate(letter, place, away + _doubt(text, place))


def _doubt(text: str, place: int) -> float:
    before = text[max(0, place - 40) : place].rsplit(maxsplit=1)
    if not before:
        return 0.0
    if before[-1].casefold() in _NAMED:
        return _DOUBT
    # "... dismissed. A person who ..." begins a sentence; margin letters fall anywhere.
    return _DOUBT if text[place] == "A" and before[-1].endswith((".", "?", "!", "”")) else 0.0


def _runs(text: str) -> Iterator[Cut]:
    """Letters one after the other, where the margin runs beside a table or below the last line."""
    for match in _RUN.finditer(text):
        if "".join(match[0].split()) in _LETTERS:
            yield Cut(match.start() - 1, match.end())
