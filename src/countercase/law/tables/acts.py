"""The Acts that the tables know: short name, full name, year, aliases and the dates in force."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache, lru_cache
from types import MappingProxyType

from countercase.errors import LawError
from countercase.law.tables import rows_of

_YEAR_AT_END = re.compile(r"[\s,]*(?:\bof\b)?[\s,(]*\b((?:1[6-9]|20)\d\d)\)?$")
_NOT_IN_KEY = re.compile(r"[^a-z0-9]+")


class ActKind(StrEnum):
    """What the parts of an enactment are called: sections of an Act or Code, articles, or rules."""

    ACT = "act"
    CODE = "code"
    CONSTITUTION = "constitution"
    RULES = "rules"


@dataclass(frozen=True, slots=True)
class Act:
    """An enactment. `last` is its highest section number, given only if checked against the Act."""

    short: str
    name: str
    year: int
    kind: ActKind
    aliases: tuple[str, ...] = ()
    in_force: date | None = None
    until: date | None = None
    last: int | None = None
    needs_year: bool = False
    source: str = ""

    @property
    def title(self) -> str:
        """The name with its year, as judgments cite it."""
        return self.name if self.kind is ActKind.CONSTITUTION else f"{self.name}, {self.year}"


@cache
def acts() -> Mapping[str, Act]:
    """Every Act by its short name, in the order of the table."""
    return MappingProxyType({row["short"]: _read(row) for row in rows_of("acts.csv")})


def _read(row: dict[str, str]) -> Act:
    return Act(
        short=row["short"],
        name=row["name"],
        year=int(row["year"]),
        kind=ActKind(row["kind"]),
        aliases=tuple(alias for alias in row["aliases"].split(";") if alias),
        in_force=date.fromisoformat(row["in_force"]) if row["in_force"] else None,
        until=date.fromisoformat(row["until"]) if row["until"] else None,
        last=int(row["last"]) if row["last"] else None,
        needs_year=row["needs_year"] == "yes",
        source=row["source"],
    )


def act(short: str) -> Act:
    """The Act with this short name."""
    try:
        return acts()[short]
    except KeyError:
        raise LawError(f"No Act has the short name {short!r}. Known: {', '.join(acts())}.") from None


def acts_named(text: str) -> tuple[Act, ...]:
    """All Acts that a name may mean, with or without its year; dots, spaces, case and a leading "the" are ignored."""
    name, year = split_year(text)
    entries = _by_name().get(name_key(name), ())
    if year is None:
        return tuple(entry for entry, years, bare in entries if bare)
    return tuple(entry for entry, years, bare in entries if year in years)


def split_year(text: str) -> tuple[str, int | None]:
    """A name and the year at its end: "Arms Act, 1959" and "Arms Act of 1959" are both ("Arms Act", 1959)."""
    text = text.strip()
    match = _YEAR_AT_END.search(text, max(0, len(text) - 16))
    return (text[: match.start()], int(match[1])) if match and match.start() else (text, None)


@lru_cache(maxsize=16384)
def name_key(name: str) -> str:
    """A name without differences of spelling: "The I. P. C." -> "ipc"."""
    return _NOT_IN_KEY.sub("", name.lower().replace("&", " and ").removeprefix("the "))


@lru_cache(maxsize=65536)  # called for every word before every "Act"
def is_known_name(name: str) -> bool:
    """Whether some Act has this name, whatever its year."""
    return name_key(name) in _by_name()


@cache
def _by_name() -> dict[str, tuple[tuple[Act, frozenset[int], bool], ...]]:
    index: dict[str, dict[str, tuple[Act, frozenset[int], bool]]] = {}
    for entry in acts().values():
        for alias in (entry.name, *entry.aliases):
            name, year = split_year(alias)
            named = index.setdefault(name_key(name), {})
            _, years, bare = named.get(entry.short, (entry, frozenset({entry.year}), False))
            years |= {year} if year else set()
            named[entry.short] = (entry, years, bare or (year is None and not entry.needs_year))
    return {key: tuple(entries.values()) for key, entries in index.items()}


@cache
def abbreviations() -> tuple[str, ...]:
    """Aliases without "Act" or "Code": IPC, CrPC, PMLA; longest first."""
    names = {alias for entry in acts().values() for alias in entry.aliases if _stands_alone(alias)}
    return tuple(sorted(names, key=lambda alias: (-len(alias), alias)))


def _stands_alone(alias: str) -> bool:
    return re.fullmatch(r"(?:[A-Z][a-z]?){3,}[A-Z]?", alias) is not None
