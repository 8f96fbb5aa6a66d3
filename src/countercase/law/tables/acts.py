"""The Acts that the tables know by name and year, and the codes of 2023 beside the ones they replaced."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from functools import cache, lru_cache
from types import MappingProxyType

from countercase.domain.provision import Provision
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


# The codes of 2023 beside the old ones, both ways: IPC and BNS, CrPC and BNSS, Evidence Act and BSA.

NEW_OF_OLD = {"IPC": "BNS", "CrPC": "BNSS", "IEA": "BSA"}
CODES = ("IPC", "CrPC", "IEA", "BNS", "BNSS", "BSA")
COMMENCEMENT = date(2024, 7, 1)
LAST_DAY_OF_OLD_CODES = date(2024, 6, 30)


class CodeChange(StrEnum):
    """What became of a provision in the change from the old code to the new."""

    SAME = "same"
    MODIFIED = "modified"
    SPLIT = "split"
    MERGED = "merged"
    OMITTED = "omitted"
    NEW = "new"
    RELATED = "related"  # on the same subject, but not the successor: IPC-124A and BNS-152


@dataclass(frozen=True, slots=True)
class Counterpart:
    """The provision in the other code; None if there is none (omitted from the new code, or new in it)."""

    provision: Provision | None
    change: CodeChange
    note: str
    source: str


@dataclass(frozen=True, slots=True)
class _Row:
    new: Provision | None
    old: Provision | None
    change: CodeChange
    note: str
    source: str


def counterparts(provision: Provision) -> tuple[Counterpart, ...]:
    """The equivalents of a provision in the other code, in the order of the table.

    A provision without clauses stands for all of its clauses. A clause that is not in the table falls back to the
    enclosing clause, then to the section. A section whose every part is new or omitted has one counterpart: None.
    """
    if provision.act not in CODES:
        raise LawError(f"{provision} belongs to none of the codes of 2023 or their predecessors: {', '.join(CODES)}.")
    rows = _rows_for(provision)
    if not rows:
        raise LawError(f"{provision} is not in the table of the codes: {act(provision.act).title} has no such section.")
    others = {other.provision: other for other in (_seen_from(provision, row) for row in rows)}
    nowhere = others.pop(None, None)
    whole = [other for other in others.values() if not any(_is_inside(other.provision, wider) for wider in others)]
    return tuple(whole) or ((nowhere,) if nowhere else ())


def related(provision: Provision) -> tuple[Counterpart, ...]:
    """Provisions of the other code on the same subject that are neither successor nor predecessor."""
    rows = (row for row in _rows() if row.change is CodeChange.RELATED)
    return tuple(_seen_from(provision, row) for row in rows if provision.base in {_base_id(row.new), _base_id(row.old)})


def _seen_from(provision: Provision, row: _Row) -> Counterpart:
    other = row.new if provision.act in NEW_OF_OLD else row.old
    return Counterpart(other, row.change, row.note, row.source)


def _is_inside(clause: Provision | None, wider: Provision | None) -> bool:
    """Whether one provision is a clause of the other: the section is enough, and its clauses need no row."""
    if clause is None or wider is None or clause.base != wider.base:
        return False
    return len(clause.clauses) > len(wider.clauses) and clause.clauses[: len(wider.clauses)] == wider.clauses


def _base_id(provision: Provision | None) -> str | None:
    return provision.base if provision else None


@lru_cache(maxsize=4096)
def equivalents(provision: Provision) -> frozenset[Provision]:
    """The provision, its section, its clauses and those of its counterparts: a search for one should find all."""
    result = {provision, _base(provision)}
    if provision.act in CODES:
        for known in _all(_rows_for(provision)):
            result |= {known, _base(known)}
    return frozenset(result)


def has_section(short: str, number: str) -> bool:
    """Whether one of the six codes has a section with this number; False for every other Act."""
    return number in _sections().get(short, frozenset())


def _rows_for(provision: Provision) -> list[_Row]:
    for length in range(len(provision.clauses), -1, -1):
        rows = _table().get(replace(provision, clauses=provision.clauses[:length]).id)
        if rows:
            return rows
    return []


@cache
def _rows() -> tuple[_Row, ...]:
    return tuple(
        _Row(_provision(row["new"]), _provision(row["old"]), CodeChange(row["change"]), row["note"], row["source"])
        for row in rows_of("crosswalk.csv")
    )


@cache
def _table() -> dict[str, list[_Row]]:
    """Rows by the id of every provision they cover: the clause itself and everything that encloses it."""
    table: dict[str, list[_Row]] = {}
    for row in _rows():
        if row.change is CodeChange.RELATED:
            continue
        for provision in (row.new, row.old):
            for key in _around(provision) if provision else ():
                table.setdefault(key, []).append(row)
    return table


@cache
def _sections() -> dict[str, frozenset[str]]:
    sections: dict[str, set[str]] = {}
    for provision in _all(_rows()):
        sections.setdefault(provision.act, set()).add(provision.number)
    return {short: frozenset(numbers) for short, numbers in sections.items()}


def _all(rows: Iterable[_Row]) -> Iterable[Provision]:
    return (provision for row in rows for provision in (row.new, row.old) if provision is not None)


def _around(provision: Provision) -> Iterable[str]:
    return (replace(provision, clauses=provision.clauses[:length]).id for length in range(len(provision.clauses) + 1))


def _provision(text: str) -> Provision | None:
    return Provision.parse(text) if text else None


def _base(provision: Provision) -> Provision:
    return replace(provision, clauses=())


@dataclass(frozen=True, slots=True)
class GoverningCodes:
    """The code for each question, by short name; None if the deciding date was not given."""

    offence: str | None
    procedure: str | None
    evidence: str | None
    reasons: tuple[str, ...]


def governing_code(offence: date | None = None, proceeding: date | None = None) -> GoverningCodes:
    """The code that governs an offence committed, and a proceeding begun, on these dates.

    The date of the offence decides between IPC and BNS (BNS s.358). Proceedings pending on 1 July 2024 stay under the
    old procedure and law of evidence (BNSS s.531, BSA s.170); later ones are under the new, whatever the offence.
    """
    reasons: list[str] = []
    if offence is not None:
        reasons.append(_reason("offence of", offence, "IPC", "BNS", "BNS s.358"))
    if proceeding is not None:
        reasons.append(_reason("proceeding begun on", proceeding, "CrPC", "BNSS", "BNSS s.531"))
        reasons.append(_reason("proceeding begun on", proceeding, "IEA", "BSA", "BSA s.170"))
    return GoverningCodes(
        offence=_by_date(offence, "IPC", "BNS"),
        procedure=_procedure(proceeding),
        evidence=_by_date(proceeding, "IEA", "BSA"),
        reasons=tuple(reasons),
    )


def _by_date(day: date | None, old: str, new: str) -> str | None:
    if day is None:
        return None
    return old if day < COMMENCEMENT else new


def _procedure(day: date | None) -> str | None:
    began = act("CrPC").in_force
    return "CrPC1898" if day and began and day < began else _by_date(day, "CrPC", "BNSS")


def _reason(what: str, day: date, old: str, new: str, saving: str) -> str:
    side = "before" if day < COMMENCEMENT else "on or after"
    code = old if day < COMMENCEMENT else new
    return f"{what} {day.isoformat()}, {side} {COMMENCEMENT.isoformat()}: {code} ({saving})"
