"""What each charge, claim, defence and safeguard requires in law, how matters state it, and which words point to it.

An area has `AREA.subjects.csv`, `AREA.ingredients.csv`, `AREA.ways.csv` and sometimes `AREA.classes.csv` in the folder
`tables`. An inconsistent row stops the load with one line that names the row and the reason.
"""

import csv
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from functools import cache, cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Generic, TypeVar

from countercase.domain.provision import Provision
from countercase.errors import LawError
from countercase.law.ingredients.patterns import Pattern, class_regex, compile_pattern
from countercase.law.provisions import parse_provision
from countercase.law.tables.acts import CODES, counterparts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")


class SubjectKind(StrEnum):
    """What a matter can raise."""

    CHARGE = "charge"
    CLAIM = "claim"
    DEFENCE = "defence"
    SAFEGUARD = "safeguard"
    PROOF = "proof"


class Role(StrEnum):
    """The function of an ingredient for its subject."""

    NEEDED = "needed"
    ALTERNATIVE = "alternative"
    SUPPORTS = "supports"
    DEFEATS = "defeats"


class WayStatus(StrEnum):
    """What a wording says about its ingredient."""

    MET = "met"
    CONTRARY = "contrary"
    DISPUTED = "disputed"


_PARTIES = frozenset("prosecution defence plaintiff defendant claimant opponent detenu State".split())


@dataclass(frozen=True, slots=True)
class LegalSubject:
    """A charge, claim, defence, safeguard or rule of proof. `words` are patterns that raise it without a section."""

    id: str
    area: str
    kind: SubjectKind
    name: str
    provisions: tuple[Provision, ...]
    raised_by: tuple[Provision, ...]
    words: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Ingredient:
    """One requirement of the law, what follows from it, and the sentences that a what-if writes for it."""

    id: str
    area: str
    subject: str
    provisions: tuple[Provision, ...]
    name: str
    role: Role
    favours: str
    silence_counts: bool
    if_met: str
    if_not: str
    suppose_met: str
    suppose_not: str
    start: date | None
    end: date | None
    source: str

    def applies_on(self, day: date | None) -> bool:
        """Whether the ingredient is in force on a day; True if no day is given."""
        return day is None or ((self.start is None or self.start <= day) and (self.end is None or day <= self.end))


@dataclass(frozen=True, slots=True)
class Way:
    """One wording that says an ingredient is met, contrary or disputed."""

    ingredient: str
    status: WayStatus
    pattern: str
    unless: str


@dataclass(frozen=True, slots=True)
class LineRule:
    """What a line of law (a period, an age, a quantity) says about an ingredient on each side.

    `line` is the id of a row in the tables of lines; a `*` at its end matches any ending. Without `words_too`, words
    alone never show that the ingredient is met: only a figure does.
    """

    line: str
    ingredient: str
    within: WayStatus | None
    crossed: WayStatus | None
    words_too: bool

    def covers(self, line: str) -> bool:
        """Whether it speaks of the line with this id."""
        return line == self.line or (self.line.endswith("*") and line.startswith(self.line[:-1]))


@dataclass(frozen=True)
class Tables:
    """All subjects, ingredients and ways, looked up by id."""

    subjects: Mapping[str, LegalSubject]
    ingredients: Mapping[str, Ingredient]
    ways: Sequence[Way]
    classes: Mapping[str, str] = field(default_factory=dict)
    lines: Sequence[LineRule] = ()

    @cached_property
    def ingredients_of(self) -> Mapping[str, tuple[Ingredient, ...]]:
        """The ingredients of each subject, in the order of the table."""
        grouped: dict[str, list[Ingredient]] = {subject: [] for subject in self.subjects}
        for ingredient in self.ingredients.values():
            grouped[ingredient.subject].append(ingredient)
        return {subject: tuple(rows) for subject, rows in grouped.items()}

    @cached_property
    def ways_of(self) -> Mapping[str, tuple[Way, ...]]:
        """The wordings of each ingredient."""
        grouped: dict[str, list[Way]] = {ingredient: [] for ingredient in self.ingredients}
        for way in self.ways:
            grouped[way.ingredient].append(way)
        return {ingredient: tuple(rows) for ingredient, rows in grouped.items()}

    @cached_property
    def subjects_at(self) -> Mapping[str, tuple[LegalSubject, ...]]:
        """The subjects that a cited provision raises, by the id of the provision without its clauses."""
        grouped: dict[str, dict[str, LegalSubject]] = {}
        for subject in self.subjects.values():
            for provision in (*subject.provisions, *subject.raised_by):
                for code_section in either_code(provision):
                    grouped.setdefault(code_section.base, {})[subject.id] = subject
        return {base: tuple(rows.values()) for base, rows in grouped.items()}

    def of_the_same_section(self, subject: LegalSubject) -> set[str]:
        """The subjects of a subject's first section; one without a section (promotion, tender) stands alone."""
        return {subject.id, *(other.id for at in subject.provisions[:1] for other in self.subjects_at[at.base])}

    def reckoned(self, ingredients: Collection[str]) -> "Tables":
        """These tables for a matter in which lines decide some ingredients: there, words are no second answer."""
        rules = (replace(rule, words_too=rule.words_too and rule.ingredient not in ingredients) for rule in self.lines)
        return replace(self, lines=tuple(rules))

    @cached_property
    def decided_by_lines(self) -> frozenset[str]:
        """The ingredients that only a date, an age or a quantity decides."""
        return frozenset(rule.ingredient for rule in self.lines if not rule.words_too)

    def pattern(self, source: str) -> Pattern:
        """A compiled pattern of the tables; each is compiled once."""
        return _pattern(source, self)

    def under(self, provision: Provision, on: date | None = None) -> dict[LegalSubject, list[Ingredient]]:
        """What a provision requires under either code: all rows of its subjects, then rows of others that name it."""
        bases = {other.base for other in either_code(provision)} | {provision.base}

        def names_it(provisions: Iterable[Provision]) -> bool:
            return any(named.base in bases for named in provisions)

        subjects = sorted(self.subjects.values(), key=lambda subject: not names_it(subject.provisions))
        rows_of = {
            subject: [
                row
                for row in self.ingredients_of[subject.id]
                if row.applies_on(on) and names_it((*subject.provisions, *row.provisions))
            ]
            for subject in subjects
        }
        return {subject: rows for subject, rows in rows_of.items() if rows}

    def __hash__(self) -> int:
        return id(self)


@cache
def _pattern(source: str, read: Tables) -> Pattern:
    return compile_pattern(source, read.classes)


class PatternIndex(Generic[T]):
    """What patterns stand for, by the rarest word that each pattern needs: few are tried on a sentence."""

    def __init__(self, patterns: Iterable[tuple[Pattern, T]]) -> None:
        self._entries: list[T] = []
        self._by_key: dict[str, list[int]] = {}
        self._anywhere: list[int] = []  # of patterns that need no word
        for number, (pattern, entry) in enumerate(patterns):
            self._entries.append(entry)
            for key in pattern.keys[0] if pattern.keys else ():
                self._by_key.setdefault(key, []).append(number)
            if not pattern.keys:
                self._anywhere.append(number)

    def candidates(self, keys: Collection[str]) -> list[T]:
        """What may be stated in a sentence whose words have these keys, each once, always in the same order."""
        keyed = (number for key in sorted(self._by_key.keys() & keys) for number in self._by_key[key])
        return [self._entries[number] for number in (*dict.fromkeys(keyed), *self._anywhere)]


@cache
def either_code(provision: Provision) -> tuple[Provision, ...]:
    """The provision and its equivalent in the other code of the pair (IPC and BNS, CrPC and BNSS, IEA and BSA)."""
    if provision.act not in CODES:
        return (provision,)
    try:
        others = [counterpart.provision for counterpart in counterparts(provision)]
    except LawError:
        return (provision,)
    return (provision, *(other for other in others if other is not None))


@cache
def tables() -> Tables:
    """The tables of the package."""
    return load(resources.files("countercase.law.ingredients").joinpath("tables"))


def load(folder: Traversable, areas: Iterable[str] | None = None) -> Tables:
    """Read and check the tables of a folder; `areas` limits what is read."""
    files = {entry.name: entry for entry in folder.iterdir() if entry.name.endswith(".csv")}
    named = sorted(name.removesuffix(".subjects.csv") for name in files if name.endswith(".subjects.csv"))
    wanted = list(areas) if areas is not None else named
    reader = _Reader(files)
    for name in sorted(files):
        if name.endswith(".classes.csv"):
            reader.read_classes(name)
    for area in wanted:
        if area not in named:
            raise LawError(f"There is no table {area}.subjects.csv. Known areas: {', '.join(named) or 'none'}.")
        reader.read_subjects(area)
    for area in wanted:
        reader.read_ingredients(area)
    for area in wanted:
        reader.read_ways(area)
    if "lines.csv" in files and areas is None:
        reader.read_lines("lines.csv")
    return Tables(reader.subjects, reader.ingredients, tuple(reader.ways), reader.classes, tuple(reader.lines))


class _Reader:
    """Collects the rows of all areas, and refuses the first inconsistent one."""

    def __init__(self, files: Mapping[str, Traversable]) -> None:
        self.files = files
        self.subjects: dict[str, LegalSubject] = {}
        self.ingredients: dict[str, Ingredient] = {}
        self.ways: list[Way] = []
        self.lines: list[LineRule] = []
        self.classes: dict[str, str] = {}

    def rows(self, name: str, columns: str) -> Iterator[tuple[str, dict[str, str]]]:
        """Each row, after its position for messages: "murder.ways.csv row 12"."""
        if name not in self.files:
            raise LawError(f"The table {name} is missing.")
        text = self.files[name].read_text(encoding="utf-8-sig")
        reader = csv.DictReader(text.splitlines(keepends=True), strict=True)
        expected = columns.split(",")
        if list(reader.fieldnames or ()) != expected:
            raise LawError(f"{name}: the header should be {columns}, not {','.join(reader.fieldnames or ())}.")
        try:
            for number, row in enumerate(reader, start=2):
                where = f"{name} row {number}"
                if None in row or None in row.values():
                    raise LawError(f"{where}: {len(expected)} cells are expected; quote a cell that holds a comma.")
                yield where, {key: value.strip() for key, value in row.items()}
        except csv.Error as error:
            raise LawError(f"{name}: {error}.") from None

    def read_classes(self, name: str) -> None:
        """Classes of words; every area may use the classes of the others."""
        for where, row in self.rows(name, "class,words"):
            class_name = row["class"].strip("<>")
            if class_name in self.classes:
                raise LawError(f"{where}: the class <{class_name}> is defined twice.")
            try:
                self.classes[class_name] = class_regex(row["words"], self.classes)
            except LawError as error:
                raise LawError(f"{where}: {error}") from None

    def read_subjects(self, area: str) -> None:
        for where, row in self.rows(f"{area}.subjects.csv", "id,kind,name,provisions,raised_by,words,source"):
            if row["id"] in self.subjects:
                raise LawError(f"{where}: the subject {row['id']!r} is defined twice.")
            if row["kind"] not in set(SubjectKind):
                raise LawError(f"{where}: the kind {row['kind']!r} is none of {', '.join(SubjectKind)}.")
            self.subjects[row["id"]] = LegalSubject(
                id=row["id"],
                area=area,
                kind=SubjectKind(row["kind"]),
                name=row["name"],
                provisions=_provisions(row["provisions"], where),
                raised_by=_provisions(row["raised_by"], where),
                words=tuple(word.strip() for word in row["words"].split(";;") if word.strip()),
                source=row["source"],
            )

    def read_ingredients(self, area: str) -> None:
        columns = (
            "id,subject,provisions,ingredient,role,favours,silence,if_met,if_not,suppose_met,suppose_not,from,to,source"
        )
        for where, row in self.rows(f"{area}.ingredients.csv", columns):
            if row["id"] in self.ingredients:
                raise LawError(f"{where}: the ingredient {row['id']!r} is defined twice.")
            if row["subject"] not in self.subjects:
                raise LawError(f"{where}: no subject has the id {row['subject']!r}.")
            if row["role"] not in set(Role):
                raise LawError(f"{where}: the role {row['role']!r} is none of {', '.join(Role)}.")
            if row["favours"] not in _PARTIES:
                raise LawError(f"{where}: favours {row['favours']!r} is none of {', '.join(sorted(_PARTIES))}.")
            if row["silence"] not in {"say", "quiet"}:
                raise LawError(f"{where}: silence is `say` or `quiet`, not {row['silence']!r}.")
            if not (row["provisions"] or self.subjects[row["subject"]].provisions):
                raise LawError(f"{where}: neither the ingredient nor its subject names a provision.")
            self.ingredients[row["id"]] = Ingredient(
                id=row["id"],
                area=area,
                subject=row["subject"],
                provisions=_provisions(row["provisions"], where) or self.subjects[row["subject"]].provisions,
                name=row["ingredient"],
                role=Role(row["role"]),
                favours=row["favours"],
                silence_counts=row["silence"] == "say",
                if_met=row["if_met"],
                if_not=row["if_not"],
                suppose_met=row["suppose_met"],
                suppose_not=row["suppose_not"],
                start=_day(row["from"], where),
                end=_day(row["to"], where),
                source=row["source"],
            )

    def read_ways(self, area: str) -> None:
        for where, row in self.rows(f"{area}.ways.csv", "ingredient,status,pattern,unless"):
            if row["ingredient"] not in self.ingredients:
                raise LawError(f"{where}: no ingredient has the id {row['ingredient']!r}.")
            if row["status"] not in set(WayStatus):
                raise LawError(f"{where}: the status {row['status']!r} is none of {', '.join(WayStatus)}.")
            if not row["pattern"]:
                raise LawError(f"{where}: the pattern is empty.")
            self.ways.append(Way(row["ingredient"], WayStatus(row["status"]), row["pattern"], row["unless"]))

    def read_lines(self, name: str) -> None:
        for where, row in self.rows(name, "line,ingredient,within,crossed,words"):
            if row["ingredient"] not in self.ingredients:
                raise LawError(f"{where}: no ingredient has the id {row['ingredient']!r}.")
            for side in ("within", "crossed"):
                if row[side] and row[side] not in set(WayStatus):
                    raise LawError(f"{where}: {side} is {row[side]!r}, none of {', '.join(WayStatus)}.")
            if row["words"] not in {"", "also"}:
                raise LawError(f"{where}: words is `also` or empty, not {row['words']!r}.")
            within, crossed = (WayStatus(row[side]) if row[side] else None for side in ("within", "crossed"))
            self.lines.append(LineRule(row["line"], row["ingredient"], within, crossed, row["words"] == "also"))


def _provisions(cell: str, where: str) -> tuple[Provision, ...]:
    try:
        return tuple(_known(text.strip()) for text in cell.split(";") if text.strip())
    except LawError as error:
        raise LawError(f"{where}: {error}") from None


@cache
def _known(text: str) -> Provision:
    try:
        Provision.parse(text)
    except ValueError as error:
        raise LawError(f"{error}") from None
    return parse_provision(text)


def _day(cell: str, where: str) -> date | None:
    try:
        return date.fromisoformat(cell) if cell else None
    except ValueError:
        raise LawError(f"{where}: {cell!r} is not a date such as 2018-07-26.") from None


# The words that indicate a subject of law: a matter full of cheques, memos and notices is about section 138.

_STRONGEST = 25  # words of a matter that count for a subject; more would favour long matters


@dataclass(frozen=True, slots=True)
class _SubjectWords:
    """How strongly each word indicates each subject, in tenths: a row per word, and a column per subject."""

    subjects: tuple[str, ...]
    rows: Mapping[str, int]
    weights: "NDArray[np.int32]"


@cache
def _subject_words() -> _SubjectWords:
    """The table that `training/subject_words.py` makes."""
    import numpy as np

    table = resources.files("countercase.law.ingredients") / "tables" / "subject_words.tsv"
    weights: dict[str, dict[str, float]] = {}
    for line in table.read_text(encoding="utf-8").splitlines():
        subject, *words = line.split("\t")
        weights[subject] = {key: float(weight) for key, _, weight in (word.rpartition("=") for word in words)}
    rows = {key: row for row, key in enumerate(dict.fromkeys(key for words in weights.values() for key in words))}
    tenths = np.zeros((len(rows), len(weights)), dtype=np.int32)
    for column, words_of_subject in enumerate(weights.values()):
        for key, weight in words_of_subject.items():
            tenths[rows[key], column] = round(10 * weight)
    return _SubjectWords(tuple(weights), rows, tenths)


def subject_scores(keys: Collection[str]) -> dict[str, float]:
    """How strongly the words of a matter indicate each subject: the sum of its strongest words."""
    import numpy as np

    known = _subject_words()
    weights = known.weights[[known.rows[key] for key in keys if key in known.rows]]
    strongest = np.partition(weights, -_STRONGEST, axis=0)[-_STRONGEST:] if len(weights) > _STRONGEST else weights
    return dict(zip(known.subjects, (strongest.sum(axis=0) / 10).tolist(), strict=True))
