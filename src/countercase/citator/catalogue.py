"""The catalogue of Supreme Court decisions: names, dates and parallel citations, as facts.

`training/catalogue.py` builds `catalogue.tsv.xz`. A decision outside it may still exist: absence means something only
if a series is complete for a year (`complete_years`).
"""

import lzma
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from importlib import resources

from countercase.citator.names import same_parties, telling_tokens
from countercase.law.precedents.names import name_key

_WORD = re.compile(r"[a-z0-9]{3,}")
_ROWS_SEARCHED = 4000  # a word that more names share than this finds nothing by itself


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of the Supreme Court. `decided` is None if only the year of its first report is known."""

    name: str
    year: int
    decided: date | None
    citations: tuple[str, ...]
    seen: int = 0  # number of known judgments that cite it

    @property
    def id(self) -> str:
        """Its first citation, or its name and year if it has none."""
        return self.citations[0] if self.citations else f"{self.name} ({self.year})"

    @property
    def title(self) -> str:
        """Name and first citation, as a reader would quote it."""
        return f"{self.name}, {self.citations[0]}" if self.citations else f"{self.name} ({self.year})"


class Catalogue:
    """Decisions by citation and by name. Rows become `Decision`s only on request."""

    def __init__(self, rows: Sequence[str], complete: Iterable[str] = ()) -> None:
        self._rows = rows
        self._complete = frozenset(complete)
        self._cited: dict[str, list[int]] = {}
        for number, row in enumerate(rows):
            for citation in row.split("\t", 3)[2].split(";"):
                if citation:
                    self._cited.setdefault(citation, []).append(number)

    def __len__(self) -> int:
        return len(self._rows)

    def by_citation(self, normal: str) -> tuple[Decision, ...]:
        """The decisions that carry a citation, given in its normal form."""
        return tuple(self.decision(number) for number in self._cited.get(normal, ()))

    def by_name(self, name: str) -> tuple[Decision, ...]:
        """The decisions with these parties, in any spelling."""
        numbers = self._with_words(name)
        decisions = (self.decision(number) for number in numbers)
        return tuple(decision for decision in decisions if same_parties(name, decision.name))

    def parallels(self, name: str, decided: date) -> tuple[str, ...]:
        """All citations of the decision with this name and day; none where it is unknown or two would fit."""
        that_day = [self.decision(number) for number in self._days.get(decided.isoformat(), ())]
        fitting = [decision for decision in that_day if same_parties(name, decision.name)]
        if len(fitting) > 1:
            fitting = [decision for decision in fitting if name_key(decision.name) == name_key(name)]
        return fitting[0].citations if len(fitting) == 1 else ()

    def is_complete(self, reporter: str, year: int) -> bool:
        """Whether every page or number of a series in a year is here, so that a missing one does not exist."""
        return f"{reporter} {year}" in self._complete

    def last_number(self, year: int) -> int:
        """The highest neutral citation (INSC) known for a year; 0 if none is known."""
        return self._last_numbers.get(year, 0)

    def last_volume(self, reporter: str, year: int, supp: bool = False) -> int:
        """The highest volume of a report known for a year; 0 if none is known."""
        return self._last_volumes.get((reporter, year, supp), 0)

    @cached_property
    def _last_numbers(self) -> dict[int, int]:
        last: dict[int, int] = {}
        for citation in self._cited:
            year, _, number = citation.partition(" INSC ")
            if number:
                last[int(year)] = max(last.get(int(year), 0), int(number))
        return last

    @cached_property
    def _last_volumes(self) -> dict[tuple[str, int, bool], int]:
        last: dict[tuple[str, int, bool], int] = {}
        form = re.compile(r"[(\[]?(\d{4})[)\]]? (Supp\.? )?\(?(\d+)\)? (SCC|SCR) \d+")
        for citation in self._cited:
            if match := form.fullmatch(citation):
                key = (match[4], int(match[1]), match[2] is not None)
                last[key] = max(last.get(key, 0), int(match[3]))
        return last

    @cached_property
    def _days(self) -> dict[str, list[int]]:
        index: dict[str, list[int]] = defaultdict(list)
        for number, row in enumerate(self._rows):
            index[row.split("\t", 2)[1]].append(number)
        return index

    @cached_property
    def _words(self) -> dict[str, list[int]]:
        index: dict[str, list[int]] = defaultdict(list)
        for number, row in enumerate(self._rows):
            for word in set(_WORD.findall(row.partition("\t")[0].lower())):
                index[word].append(number)
        return index

    def _with_words(self, name: str) -> list[int]:
        """Rows that share the rarest distinctive word of the name; a misspelt word is skipped for the next."""
        tokens = telling_tokens(name) or set(_WORD.findall(name_key(name)))
        lists = sorted((self._words[token] for token in tokens if token in self._words), key=len)
        numbers: dict[int, None] = {}
        for rows in lists[:3]:
            if len(rows) <= _ROWS_SEARCHED:
                numbers.update(dict.fromkeys(rows))
        return list(numbers)

    def decision(self, number: int) -> Decision:
        """The decision in one row."""
        name, day, citations, seen = self._rows[number].split("\t")
        return Decision(
            name=name,
            year=int(day[:4]),
            decided=date.fromisoformat(day) if len(day) == 10 else None,
            citations=tuple(filter(None, citations.split(";"))),
            seen=int(seen or 0),
        )


@cache
def catalogue() -> Catalogue:
    """The catalogue that comes with the package."""
    stored = resources.files("countercase.citator").joinpath("catalogue.tsv.xz").read_bytes()
    complete, _, rows = lzma.decompress(stored).decode("utf-8").partition("\n")
    return Catalogue(rows.splitlines(), complete.split(";"))
