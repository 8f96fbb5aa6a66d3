"""Finds citations of Indian law reports and normalises each.

`(2008) 1 SCC 1`, `2008 (1) S.C.C. 1` and `2008 SCC (1) 1` are one citation. A citation names a page of a report, not a
case: `countercase.law.precedents` finds the case.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from countercase.domain.span import Span
from countercase.errors import LawError
from countercase.files import packaged_rows
from countercase.text.anchors import ANYTHING, BLANKS, CAPITALS, NumberOpenings

# The law reports and courts that citations name, read once from `reporters.csv` and `courts.csv`.

_NOT_A_LETTER = re.compile(r"[^A-Z]+")


@dataclass(frozen=True, slots=True)
class Reporter:
    """One series of reports: how its citations are written, and whether a volume identifies the page without a year."""

    name: str
    style: str
    yearless: bool
    title: str
    source: str


@lru_cache(4096)  # every page repeats the same abbreviations
def letters(text: str) -> str:
    """The capital letters of an abbreviation: "S. C.C." and "scc" are both SCC."""
    return _NOT_A_LETTER.sub("", text.upper())


@cache
def reporters() -> dict[str, Reporter]:
    """Every reporter under the letters of its name and of each variant."""
    table: dict[str, Reporter] = {}
    for row in packaged_rows("countercase.law.citations", "reporters.csv"):
        reporter = Reporter(row["name"], row["style"], row["yearless"] == "yes", row["title"], row["source"])
        for variant in _variants(row):
            table[letters(variant)] = reporter
    return table


@cache
def courts() -> dict[str, str]:
    """The short name of every court under the letters of its name and of each variant."""
    rows = packaged_rows("countercase.law.citations", "courts.csv")
    return {letters(variant): row["name"] for row in rows for variant in _variants(row)}


def _variants(row: dict[str, str]) -> list[str]:
    return [row["name"], *(variant for variant in row["variants"].split("|") if variant)]


# The patterns of citations. Every quantifier that could backtrack is possessive or bounded, so a hostile line costs
# linear time. Patterns that scan a whole text open with a literal or a small set and look behind afterwards, because
# the engine then skips ahead faster. Dated forms open with a year, except the few that put the report first ("AIR 2008
# SC 809", "JT 2004 (8) SC 531").
_YEAR = re.compile(r"[12](?<![0-9/].)(?:(?<=1)[789]|(?<=2)0)[0-9]{2}(?![0-9/])")
# A year in running text is followed by lower case; "supp" and an l for I may occur in a citation.
_IN_CITATION = [letter for letter in ANYTHING if not ("a" <= letter <= "z") or letter in "sl"]
_FOUR_DIGITS = NumberOpenings(
    range(4, 5),
    [letter for letter in _IN_CITATION if letter not in BLANKS]
    + [blank + letter for blank in BLANKS for letter in _IN_CITATION],
)
_SUPP = r"(?:[Ss][Uu][Pp](?:[Pp][Ll]?|[Ll])(?:[Ee]?[Mm][Ee][Nn][Tt](?:[Aa][Rr][Yy])?)?\b[.,]?)"
_ROMAN = r"[IVX]{1,4}(?![A-Za-z.])|l(?![A-Za-z.])"
# What follows the year: volume, abbreviation, volume again (1991 SCC (4) 139), page.
_AFTER_YEAR = re.compile(
    r"(?:[-–](?:(?P<hyphened>\d)(?!\d)|\d{2,4}))?+\s*+(?P<close>[)\]}])?+[\s,.:]{0,4}+"
    rf"(?P<supp>[(\[]?+\s*+{_SUPP}\s*+(?=[\d(\[]|[IVXl]{{1,4}}\b))?+"
    rf"(?:[(\[]?+\s*+(?P<volume>\d{{1,3}}(?!\d)|{_ROMAN})\s*+[)\]]?+[\s,.]*+(?:\(\d\)\s*+)?+)?+"
    rf"(?P<mid_supp>{_SUPP}\s*+)?+"
    r"(?P<letters>[A-Z][A-Za-z.,&'’\s-]{0,40}+)?+"
    r"(?:\(\s*+(?P<inside>[A-Za-z&.\s]{1,20}+)\)[\s.,]*+)?+"
    rf"(?P<late_supp>{_SUPP}\s*+)?+(?:[(\[]\s*+(?P<late>\d{{1,3}})\s*+[)\]]\s*+)?+"
    r"(?P<page>\d[\dlO]{0,4})(?![\d/])"
)
_REPORT_BEFORE = re.compile(
    r"(?<![A-Za-z])(?:(?P<AIR>A[\s.]{0,3}[Il1][\s.]{0,3}R)|(?P<JT>J[\s.]{0,3}T)|(?P<ILR>I[\s.]{0,3}L[\s.]{0,3}R))"
    r"[\s.,:]{0,4}(?:\([0-9]{1,2}\)\s?)?[(\[]?\s?$"
)
# "JT 1995 (4) 12" in the Supreme Court's own headers leaves the court out.
_JT_WITHOUT_COURT = re.compile(r"\s*+[)\]]?\s*+\(\s*+(?P<volume>\d{1,2})\s*+\)\s*+(?P<page>\d{1,4})(?![\d/])")
_ILR_AFTER = re.compile(r"[\s.]{0,3}(?P<court>[A-Z][A-Za-z&.\s]{1,20}+)(?P<page>\d{1,4})(?![\d/])")
_HIGHEST_VOLUME = 999
_VOLUME_FIRST = {"DLT", "DRJ", "DMC", "ACC", "AccC", "CLT", "BC", "CPJ", "CPR", "AD", "AD (Delhi)", "AD (SC)", "SLT"}
_VOLUME_BEFORE = re.compile(rf"(?<![\d/A-Za-z])(\d{{1,3}}|{_ROMAN})\s*$")
_OPENING = re.compile(r"[(\[{]\s*$")
_RUNNING_HEAD = re.compile(r"REPORTS\s*$")  # "518 SUPREME COURT REPORTS [2023] 6 S.C.R." heads a page, it cites nothing
_BENCH = {"FB", "DB", "SB", "CB", "LB"}
_COURT_AFTER = re.compile(r"\s{0,4}[(\[]\s?([A-Z][A-Za-z&.\s]{0,20}+)[)\]]")
_SUPP_EDGE = re.compile(rf"^\s*{_SUPP}\s*|\s*{_SUPP}\s*$")
_PAGE_WORD = re.compile(r"(?:\bat)?[\s,]*(?:\b[Pp](?:age|g|p)?s?\.?)?\s*(?:\b[Nn]o\.?)?\s*$")
_MARGIN_LETTER = re.compile(r"^[A-H]\s+|\s+[A-H]\s*$")  # the Reports of 2023 carry margin letters A-H

_UNDATED = re.compile(
    r"(?P<volume>[0-9](?<![0-9/.,:-].)[0-9]{0,2})\s*+(?P<letters>[A-Z][A-Za-z.&'\s]{1,20}+)(?P<page>[0-9]{1,4})(?![0-9/])"
)
_BEFORE_CAPITAL = NumberOpenings(
    range(1, 4), [*CAPITALS, *(blank + then for blank in BLANKS for then in (*BLANKS, *CAPITALS))]
)
_ILR_UNDATED = re.compile(
    r"I(?<![A-Za-z].)[\s.]{0,2}L[\s.]{0,2}R[\s.]{1,3}(?P<volume>\d{1,3})\s++"
    r"(?P<court>[A-Z][A-Za-z&.]{1,15}+)[\s.,]++(?P<page>\d{1,4})(?![\d/])"
)
_NEUTRAL = re.compile(
    r"(?P<year>20(?<![0-9/]..)[0-9]{2})\s?(?P<mark>[:/])\s?"
    r"(?P<code>(?:[A-Z]{1,4}HC|KER|RJ|GAU)(?:-[A-Z]{1,4})?)\s?(?P=mark)\s?(?P<page>\d{1,7})(?:-[DF]B)?(?![\d/])"
)
_MANU = re.compile(r"MANU\s?/\s?(?P<court>[A-Z]{2,6})\s?/\s?(?P<page>\d{1,6})\s?/\s?(?P<year>(?:1[89]|20)\d\d)(?!\d)")
_ROMAN_VALUE = {"I": 1, "V": 5, "X": 10}
_MISREAD = str.maketrans("lO", "10")


class RawCitation(NamedTuple):
    """The parts of one citation and its position in the text."""

    start: int
    end: int
    reporter: str
    page: int
    year: int | None = None
    volume: int | None = None
    supp: bool = False
    court: str | None = None


def read_dated(text: str) -> Iterator[RawCitation]:
    """Citations that carry a year, in text order."""
    end = 0
    for year in _FOUR_DIGITS.matches(_YEAR, text):
        if year.start() < end:
            continue
        raw = _read_year_first(text, year) or _read_jt(text, year)
        if raw is not None:
            end = raw.end
            yield raw


def read_coded(text: str) -> Iterator[RawCitation]:
    """Neutral citations of the High Courts (`2023:DHC:1234`) and Manupatra's numbers."""
    if "MANU" in text:
        for match in _MANU.finditer(text):
            yield RawCitation(*match.span(), "MANU", int(match["page"]), int(match["year"]), court=match["court"])
    for match in _NEUTRAL.finditer(text):
        yield RawCitation(*match.span(), match["code"], int(match["page"]), int(match["year"]))


def read_undated(text: str) -> Iterator[RawCitation]:
    """Volume, report and page without a year: `61 ITR 371`, `ILR 37 All 557`."""
    end = 0
    for match in _BEFORE_CAPITAL.matches(_UNDATED, text):
        if match.start() < end:
            continue
        end = match.end()
        reporter = reporters().get(letters(match["letters"]))
        if reporter is not None and reporter.yearless and reporter.style != "first":
            raw = RawCitation(*match.span(), reporter.name, int(match["page"]), volume=int(match["volume"]))
            yield _with_court_after(text, raw)
    for match in _ILR_UNDATED.finditer(text):
        court = courts().get(letters(match["court"]))
        if court is not None:
            yield RawCitation(*match.span(), "ILR", int(match["page"]), volume=int(match["volume"]), court=court)


def _read_year_first(text: str, year: re.Match[str]) -> RawCitation | None:
    after = _AFTER_YEAR.match(text, year.end())
    if after is None or not (after["letters"] or after["inside"]):
        return None
    abbreviation, supp_inside = _bare(after["letters"] or "")
    supp = supp_inside or bool(after["supp"] or after["mid_supp"] or after["late_supp"])
    volume = after["volume"] or after["late"] or after["hyphened"]
    raw = RawCitation(
        start=_opening(text, year.start()) if after["close"] else year.start(),
        end=after.end(),
        reporter="",
        page=_number(after["page"]),
        year=int(year[0]),
        volume=_number(volume) if volume else None,
        supp=supp,
    )
    # Check this before the reports: "AIR 1973 Raj 71" is not a volume of Recent Arbitration Judgments (RAJ).
    report_before = _read_report_before(text, raw, letters(abbreviation + (after["inside"] or "")))
    if report_before is not None:
        return report_before
    reporter, court = _report(abbreviation, after["inside"] or "")
    if reporter is None:
        return None
    if _RUNNING_HEAD.search(text, max(0, raw.start - 12), raw.start):
        return None
    raw = raw._replace(reporter=reporter.name, court=court)
    if reporter.style == "first":
        return _with_court(text, raw)
    if raw.volume is None and reporter.name in _VOLUME_FIRST:
        raw = _with_volume_before(text, raw)
    return _with_court_after(text, raw)


def _read_report_before(text: str, raw: RawCitation, court_letters: str) -> RawCitation | None:
    """`AIR 2008 SC 809`: the letters after the year are a court, and the report comes before it."""
    court = courts().get(court_letters)
    if court is None:
        return None
    before = _REPORT_BEFORE.search(text, max(0, raw.start - 20), raw.start)
    if before is None or before.lastgroup is None:
        return None
    volume = None if before.lastgroup == "AIR" else raw.volume
    raw = raw._replace(start=before.start(), reporter=before.lastgroup, court=court, volume=volume)
    return _with_court_after(text, raw)


def _read_jt(text: str, year: re.Match[str]) -> RawCitation | None:
    after = _JT_WITHOUT_COURT.match(text, year.end())
    before = after and _REPORT_BEFORE.search(text, max(0, year.start() - 16), year.start())
    if not after or not before or before.lastgroup != "JT":
        return None
    page, volume = int(after["page"]), int(after["volume"])
    return RawCitation(before.start(), after.end(), "JT", page, int(year[0]), volume, court="SC")


def _with_court(text: str, raw: RawCitation) -> RawCitation | None:
    """Complete a year-first citation of AIR, JT or ILR; the Supreme Court's own prints leave the court out."""
    if raw.reporter != "ILR":
        volume = None if raw.reporter == "AIR" else raw.volume
        return raw._replace(court=raw.court or "SC", volume=volume)
    if raw.court is not None:
        return raw
    after = _ILR_AFTER.match(text, raw.end)
    court = courts().get(letters(after["court"])) if after else None
    if after is None or court is None or raw.page > _HIGHEST_VOLUME:
        return None
    return raw._replace(end=after.end(), volume=raw.page, court=court, page=int(after["page"]))


def _with_volume_before(text: str, raw: RawCitation) -> RawCitation:
    """`84 (2000) DLT 456`: the volume comes before the year in brackets."""
    if text[raw.start] not in "([{":
        return raw
    before = _VOLUME_BEFORE.search(text, max(0, raw.start - 6), raw.start)
    return raw._replace(start=before.start(), volume=_number(before[1])) if before else raw


def _with_court_after(text: str, raw: RawCitation) -> RawCitation:
    """Include "(Mad)" or "(FB)" after the page: part of the text's wording, not of the citation."""
    after = _COURT_AFTER.match(text, raw.end)
    # The All India Reporter of the 1950s adds letters to its references: "AIR 1951 SC 293 (A)".
    if after and (letters(after[1]) in courts() or letters(after[1]) in _BENCH or len(after[1]) == 1):
        return raw._replace(end=after.end())
    return raw


def _report(abbreviation: str, inside: str) -> tuple[Reporter | None, str | None]:
    """The report that an abbreviation names, and the court if the abbreviation includes one."""
    table = reporters()
    name = letters(abbreviation)
    if inside:
        joined = letters(inside)
        if name + joined in table:
            return table[name + joined], None
        if joined not in courts() and joined not in _BENCH:
            return None, None
        if name in table:
            return table[name], courts().get(joined)
    if name in table:
        return table[name], None
    for prefix in ("SCCONLINE", "INDLAW", "AIR", "JT", "ILR"):
        court = courts().get(name[len(prefix) :]) if name.startswith(prefix) else None
        if court is not None:
            return table[prefix], court
    without_margin = _MARGIN_LETTER.sub("", abbreviation)
    return table.get(letters(without_margin)), None


@lru_cache(4096)
def _bare(written: str) -> tuple[str, bool]:
    """An abbreviation without "Supp." at its ends and "at page" after it, and whether "Supp." was there."""
    bare = _PAGE_WORD.sub("", written)
    without_supp = _SUPP_EDGE.sub("", bare)
    return without_supp, without_supp != bare


def _opening(text: str, at: int) -> int:
    opening = _OPENING.search(text, max(0, at - 3), at)
    return opening.start() if opening else at


def _number(written: str) -> int:
    if written[0] in _ROMAN_VALUE:
        values = [_ROMAN_VALUE[letter] for letter in written]
        signed = (-v if v < max(values[i:]) else v for i, v in enumerate(values))
        return sum(signed)
    return int(written.translate(_MISREAD))


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
    """Every citation of a known report, in text order and without overlaps."""
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


def read_citation(text: str) -> Citation | None:
    """The single citation in the text; None if `normalise_citation` refuses it."""
    try:
        return normalise_citation(text)
    except LawError:
        return None


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
        supp = "Supp. " if c.supp else ""
        return f"ILR {f'({c.year}) ' if c.year else ''}{supp}{c.volume} {c.court} {c.page}"
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
