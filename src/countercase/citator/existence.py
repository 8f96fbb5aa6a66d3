"""Decides whether a citation can exist: yes, no, or cannot be told.

"No" must be certain: the catalogue is complete for the series and year and has no such number or page, or the year,
volume or page is outside what was ever printed.
"""

from dataclasses import replace
from datetime import date

from countercase.citator.catalogue import Catalogue
from countercase.law.citations import Citation
from countercase.law.dates import spoken

_FIRST_YEAR = {"INSC": 1950, "SCR": 1950, "SCC": 1950, "AIR": 1950, "JT": 1984, "SCALE": 1984}
_LAST_PAGE = {"SCC": 1300, "SCR": 2600, "AIR": 7500}  # no volume ever had more, and none comes close
_NEUTRAL_NUMBERS = 2000  # neutral citations per year: about 1,500 at most
_MOST_VOLUMES = 30
_SLACK = 4  # volumes beyond the last one seen, for a past year


def impossible(citation: Citation, known: Catalogue, day: date) -> str | None:
    """Why the citation cannot exist; None if it may."""
    year, reporter = citation.year, citation.reporter
    elsewhere = reporter in {"AIR", "JT"} and citation.court != "SC"
    if year is None or reporter not in _FIRST_YEAR or elsewhere:
        return None
    if year > day.year:
        return f"it is dated {year}, after {spoken(day)}"
    if year < _FIRST_YEAR[reporter] and reporter != "SCR":  # Canada also has reports of that name
        return f"{reporter} has no volume of {year}"
    return _neutral(citation, known) if reporter == "INSC" else _page(citation, known) or _volume(citation, known)


def _page(citation: Citation, known: Catalogue) -> str | None:
    last = _LAST_PAGE.get(citation.reporter, citation.page)
    if 0 < citation.page <= last or _has_glued_footnote(citation, known):
        return None
    return f"no volume of {citation.reporter} has a page {citation.page}"


def _has_glued_footnote(citation: Citation, known: Catalogue) -> bool:
    """Whether the page is a known one with a footnote number attached, as in text extracted from PDFs."""
    pages = (citation.page // 10, citation.page // 100)
    return any(page and known.by_citation(replace(citation, page=page).normal) for page in pages)


def no_decision_there(citation: Citation, known: Catalogue) -> str | None:
    """For a page of a complete series: why no decision begins there; None if one may."""
    if citation.year is None or citation.reporter != "SCR" or not known.is_complete("SCR", citation.year):
        return None
    if known.by_citation(citation.normal):
        return None
    return f"no decision begins there, and the catalogue holds every decision that SCR reports for {citation.year}"


def _neutral(citation: Citation, known: Catalogue) -> str | None:
    year = citation.year or 0
    if known.is_complete("INSC", year) and not known.by_citation(citation.normal):
        last = known.last_number(year)
        if citation.page > last:
            return f"neutral citations of {year} end at {year} INSC {last}"
    if citation.page > _NEUTRAL_NUMBERS:
        return f"no year has {citation.page} neutral citations"
    return None


def _volume(citation: Citation, known: Catalogue) -> str | None:
    if citation.reporter not in {"SCC", "SCR"} or citation.supp or citation.volume is None:
        return None
    year, volume = citation.year or 0, citation.volume
    if volume > _MOST_VOLUMES:
        return f"{citation.reporter} {year} has no volume {volume}"
    last = known.last_volume(citation.reporter, year)
    if citation.reporter == "SCR" and known.is_complete("SCR", year) and last and volume > last:
        return f"SCR {year} ends with volume {last}"
    if 1972 <= year <= 2020 and last and volume > last + _SLACK:
        return f"{citation.reporter} {year} has no volume {volume}; the last one known is {last}"
    return None
