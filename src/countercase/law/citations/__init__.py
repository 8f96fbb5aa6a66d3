"""Finds citations of Indian law reports and normalises each.

`(2008) 1 SCC 1`, `2008 (1) S.C.C. 1` and `2008 SCC (1) 1` are one citation. A citation names a page of a report, not a
case: `countercase.law.precedents.resolution` finds the case.
"""

from dataclasses import dataclass

from countercase.domain.span import Span
from countercase.errors import LawError
from countercase.law.citations.forms import RawCitation, letters, read_coded, read_dated, read_undated, reporters


@dataclass(frozen=True, slots=True)
class Citation:
    """A citation. Equal citations are equal values, however they were written."""

    reporter: str
    page: int
    year: int | None = None
    volume: int | None = None
    supp: bool = False
    court: str | None = None

    @property
    def normal(self) -> str:
        """The one form in which the product writes and compares this citation."""
        return _FORMS[_style(self.reporter)](self)

    def __str__(self) -> str:
        return self.normal


@dataclass(frozen=True, slots=True)
class CitationMention:
    """A citation and its position: `text[span.start:span.end]` is how the text wrote it."""

    span: Span
    citation: Citation


def find_citations(text: str) -> list[CitationMention]:
    """Every citation of a known report, in text order; none overlaps another."""
    mentions: list[CitationMention] = []
    end = 0
    raws = [*read_dated(text), *read_coded(text), *read_undated(text)]
    for raw in sorted(raws, key=lambda raw: (raw.start, -raw.end)):
        if raw.start >= end:
            mentions.append(CitationMention(Span(raw.start, raw.end), _citation(raw)))
            end = raw.end
    return mentions


def normalise_citation(text: str) -> Citation:
    """The single citation in the text; surrounding brackets, dots and spaces are ignored."""
    mentions = find_citations(text) or find_citations(text.upper())
    if len(mentions) == 1:
        span = mentions[0].span
        if not (text[: span.start] + text[span.end :]).strip(" \t\r\n.,;:()[]"):
            return mentions[0].citation
    shown = text if len(text) <= 60 else f"{text[:57]}..."
    problem = "holds more than one citation" if len(mentions) > 1 else "is not a citation of a known law report"
    raise LawError(f"{shown!r} {problem}. Give one such as '(2008) 1 SCC 1', 'AIR 2008 SC 809' or '2024 INSC 735'.")


def _citation(raw: RawCitation) -> Citation:
    return Citation(raw.reporter, raw.page, raw.year, raw.volume, raw.supp, raw.court)


def _round(c: Citation) -> str:
    if c.year is None:
        return f"{c.volume} {c.reporter} {c.page}"
    if c.supp:
        volume = "" if c.volume is None else f"({c.volume}) "
        return f"{c.year} Supp {volume}{c.reporter} {c.page}"
    return f"({c.year}) {_volume(c)}{c.reporter} {c.page}"


def _square(c: Citation) -> str:
    return f"[{c.year}] {'Supp. ' if c.supp else ''}{_volume(c)}{c.reporter} {c.page}"


def _plain(c: Citation) -> str:
    if c.year is None or c.supp:
        return _round(c)
    volume = "" if c.volume is None else f"({c.volume}) "
    return f"{c.year} {volume}{c.reporter} {c.page}"


def _series(c: Citation) -> str:
    return _plain(c) if c.volume is None else _round(c)


def _first(c: Citation) -> str:
    if c.reporter == "ILR" and c.volume is not None:
        return f"ILR {f'({c.year}) ' if c.year else ''}{c.volume} {c.court} {c.page}"
    supp = "Supp. " if c.supp else ""
    volume = f"({supp}{c.volume}) " if c.volume is not None else supp
    return f"{c.reporter} {c.year} {volume}{c.court} {c.page}"


def _online(c: Citation) -> str:
    return f"{c.year} {c.reporter} {f'{c.court} ' if c.court else ''}{c.page}"


def _coded(c: Citation) -> str:
    if c.reporter == "MANU":
        return f"MANU/{c.court}/{c.page:04d}/{c.year}"
    mark = "/" if c.reporter == "MHC" else ":"  # the High Court of Madras writes 2023/MHC/4812, the others colons
    return f"{c.year}{mark}{c.reporter}{mark}{c.page}"


def _volume(c: Citation) -> str:
    return "" if c.volume is None else f"{c.volume} "


_FORMS = {
    "round": _round,
    "square": _square,
    "series": _series,
    "plain": _plain,
    "neutral": _plain,
    "first": _first,
    "online": _online,
    "coded": _coded,
}


def _style(reporter: str) -> str:
    known = reporters().get(letters(reporter))
    return known.style if known and known.name == reporter else "coded"


# Finds citations of law reports, and normalises each.
