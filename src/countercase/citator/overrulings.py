"""Known overrulings, disapprovals, reversals in review and statutory supersessions of Supreme Court authority.

Every row of `overrulings.csv` is certain: both names, the citations, the years, the bench strengths if known, and the
point in our own words. A case that is not in the table is not therefore good law.
"""

import csv
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache
from importlib import resources
from types import MappingProxyType

from countercase.citator.names import same_parties, telling_tokens

_NOT_A_LETTER = re.compile(r"[^A-Za-z]+")


class Undoing(StrEnum):
    """What became of the earlier authority."""

    OVERRULED = "overruled"
    REVERSED = "reversed"  # recalled or set aside in review or on a curative petition
    SUPERSEDED = "superseded"  # by an Act or an amendment of the Constitution
    DISAPPROVED = "disapproved"
    PER_INCURIAM = "per incuriam"
    NOT_FOLLOWED = "not followed"
    DOUBTED = "doubted"  # usually by reference to a larger bench


@dataclass(frozen=True, slots=True)
class Overruling:
    """One row of the table: the earlier case, what became of it, and by which case or enactment."""

    case: str
    citations: tuple[str, ...]
    year: int
    bench: int | None
    kind: Undoing
    in_part: bool
    by: str
    by_citations: tuple[str, ...]
    by_year: int
    by_bench: int | None
    decided: date | None
    point: str
    source: str

    @property
    def since(self) -> date:
        """The first day on which it counts; the end of the year if only the year is known."""
        return self.decided or date(self.by_year, 12, 31)

    @property
    def words(self) -> str:
        """The row as a phrase: "overruled in part by X (2010) 11 SCC 441 (three judges)"."""
        part = " in part" if self.in_part else ""
        verb = "held per incuriam" if self.kind is Undoing.PER_INCURIAM else str(self.kind)
        cited = f", {self.by_citations[0]}" if self.by_citations else ""
        bench = f" ({self.by_bench} judges)" if self.by_bench else ""
        return f"{verb}{part} by {self.by}{cited}{bench}"


@cache
def overrulings() -> tuple[Overruling, ...]:
    """Every row, in the order of the table."""
    text = resources.files("countercase.citator").joinpath("overrulings.csv").read_text(encoding="utf-8")
    return tuple(_read(row) for row in csv.DictReader(text.splitlines()))


def overrulings_of(name: str, citations: Iterable[str] = (), year: int | None = None) -> tuple[Overruling, ...]:
    """What the table says about a case, oldest first. `citations` are normal forms; a bare name needs its year."""
    citations = tuple(citations)
    cited = [row for citation in citations for row in _by_citation().get(citation, ())]
    if not cited and year is not None:
        named = (row for token in telling_tokens(name) for row in _by_token().get(token, ()))
        agreeing = (row for row in named if abs(row.year - year) <= 1 and not _conflict(citations, row.citations))
        cited = [row for row in agreeing if same_parties(name, row.case)]
    return tuple(sorted(dict.fromkeys(cited), key=lambda row: (row.since, row.by)))


def _conflict(left: Iterable[str], right: Iterable[str]) -> bool:
    """Whether the two have different pages of one report: two decisions of one name."""
    series = {_NOT_A_LETTER.sub(" ", citation): citation for citation in right}
    return any(series.get(_NOT_A_LETTER.sub(" ", citation), citation) != citation for citation in left)


@cache
def _by_citation() -> Mapping[str, tuple[Overruling, ...]]:
    index: dict[str, list[Overruling]] = defaultdict(list)
    for row in overrulings():
        for citation in row.citations:
            index[citation].append(row)
    return MappingProxyType({citation: tuple(rows) for citation, rows in index.items()})


@cache
def _by_token() -> Mapping[str, tuple[Overruling, ...]]:
    index: dict[str, list[Overruling]] = defaultdict(list)
    for row in overrulings():
        for token in telling_tokens(row.case):
            index[token].append(row)
    return MappingProxyType({token: tuple(rows) for token, rows in index.items()})


def _read(row: dict[str, str]) -> Overruling:
    return Overruling(
        case=row["case"],
        citations=tuple(filter(None, row["citations"].split(";"))),
        year=int(row["year"]),
        bench=int(row["bench"]) if row["bench"] else None,
        kind=Undoing(row["kind"]),
        in_part=row["extent"] == "part",
        by=row["by"],
        by_citations=tuple(filter(None, row["by_citations"].split(";"))),
        by_year=int(row["by_year"]),
        by_bench=int(row["by_bench"]) if row["by_bench"] else None,
        decided=date.fromisoformat(row["decided"]) if row["decided"] else None,
        point=row["point"],
        source=row["source"],
    )
