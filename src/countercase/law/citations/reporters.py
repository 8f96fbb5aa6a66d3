"""The law reports and the courts that citations name, read once from `reporters.csv` and `courts.csv`."""

import csv
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

_NOT_A_LETTER = re.compile(r"[^A-Z]+")


@dataclass(frozen=True, slots=True)
class Reporter:
    """One series of reports: how its citations are written, and whether a volume finds the page without a year."""

    name: str
    style: str
    yearless: bool
    title: str
    source: str


@lru_cache(4096)  # the same abbreviations stand on every page
def letters(text: str) -> str:
    """The capital letters of an abbreviation: "S. C.C." and "scc" are both SCC."""
    return _NOT_A_LETTER.sub("", text.upper())


@cache
def reporters() -> dict[str, Reporter]:
    """Every reporter under the letters of its name and of each variant."""
    table: dict[str, Reporter] = {}
    for row in _rows("reporters.csv"):
        reporter = Reporter(row["name"], row["style"], row["yearless"] == "yes", row["title"], row["source"])
        for variant in _variants(row):
            table[letters(variant)] = reporter
    return table


@cache
def courts() -> dict[str, str]:
    """The short name of every court under the letters of its name and of each variant."""
    return {letters(variant): row["name"] for row in _rows("courts.csv") for variant in _variants(row)}


def _rows(name: str) -> list[dict[str, str]]:
    text = resources.files("countercase.law.citations").joinpath(name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def _variants(row: dict[str, str]) -> list[str]:
    return [row["name"], *(variant for variant in row["variants"].split("|") if variant)]
