"""The closed lists: roles, relations, evidence, instruments, results and acts, each with the words judgments use.

The tables are `data/*.csv`. `forms` groups the words by grammar, so that a change keeps the sentence correct: `one`
and `many` of a thing; `past`, `ing`, `base`, `noun` and `nouns` of an act; `a`, `b` and `both` of a relation; `none`
for the absence of a thing. The product writes the first word of a form. `*` stands for any one word.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from countercase.domain.facts import FACT_CLASSES, Fact, FactKind
from countercase.errors import FactSheetError
from countercase.files import packaged_rows

# The kinds with a closed list, each with the name of its table.
_TABLES = {
    kind: "evidence" if kind is FactKind.EVIDENCE else f"{kind}s"
    for kind, fact_class in FACT_CLASSES.items()
    if fact_class.word_field is not None
}


@dataclass(frozen=True, slots=True)
class WordRow:
    """One row of words: what counts as a mention, and the whole words around it that cancel it.

    One of the `near` prefixes must occur in the same sentence (a stone is a weapon if it is thrown), and none of
    `never_near` (an expired licence is not a death).
    `doubted_by` are words that together, in the same sentence, put an item of evidence in doubt: "lmv+truck" for a
    licence, "incompetent" for a sanction. A `tied` row counts only if the sentence says who holds the role.
    """

    forms: Mapping[str, tuple[str, ...]]
    unless_before: tuple[str, ...]
    unless_after: tuple[str, ...]
    near: tuple[str, ...]
    never_near: tuple[str, ...]
    doubted_by: tuple[tuple[str, ...], ...]
    tied: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """One name of a closed list.

    Entries that share an `axis` exclude each other for one person (adult, minor, juvenile). `present` and `absent`
    are sentences; `without` holds, form by form, the words for a result that did not happen.
    """

    name: str
    kind: FactKind
    group: str
    axis: str | None
    wordings: tuple[WordRow, ...]
    present: str
    absent: str
    without: Mapping[str, tuple[str, ...]]

    @property
    def words(self) -> tuple[str, ...]:
        """All words for the entry, the preferred ones first."""
        return tuple(dict.fromkeys(word for row in self.wordings for form in row.forms.values() for word in form))

    @property
    def opposites(self) -> tuple[str, ...]:
        """The other names on its axis."""
        if self.axis is None:
            return ()
        return tuple(name for name, other in entries(self.kind).items() if other.axis == self.axis and other != self)

    def written(self, form: str) -> str | None:
        """The preferred word for a form, or None if the entry has none."""
        words = (word for row in self.wordings for word in row.forms.get(form, ()) if "*" not in word)
        return next(words, None)


def field_of(kind: FactKind) -> str:
    """The field of a fact that holds its list name; the kind itself if there is no list."""
    return FACT_CLASSES[kind].word_field or kind.value


def entry_of(fact: Fact) -> Entry:
    """The entry that a fact of a closed list names."""
    return entry(fact.kind, getattr(fact, field_of(fact.kind)))


def entries(kind: FactKind) -> Mapping[str, Entry]:
    """The closed list of a kind, by name; empty for kinds that have none."""
    return _tables().get(kind, MappingProxyType({}))


def entry(kind: FactKind, name: str) -> Entry:
    """The entry with this name."""
    named = entries(kind).get(name)
    if named is None:
        raise FactSheetError(f"{name!r} is not a known {kind.value}. Use one of: {', '.join(entries(kind))}.")
    return named


@cache
def _tables() -> Mapping[FactKind, Mapping[str, Entry]]:
    return MappingProxyType({kind: MappingProxyType(_read(kind, name)) for kind, name in _TABLES.items()})


def _read(kind: FactKind, table: str) -> dict[str, Entry]:
    rows: dict[str, list[dict[str, str]]] = {}
    for row in packaged_rows("countercase.facts", "data", f"{table}.csv"):
        rows.setdefault(row["name"], []).append(row)
    return {name: _entry(kind, same_name) for name, same_name in rows.items()}


def _entry(kind: FactKind, rows: list[dict[str, str]]) -> Entry:
    first = rows[0]
    return Entry(
        name=first["name"],
        kind=kind,
        group=first["group"],
        axis=first.get("axis") or None,
        wordings=tuple(_wording(row) for row in rows),
        present=first.get("present", ""),
        absent=first.get("absent", ""),
        without=_forms(first.get("without", "")),
    )


def _wording(row: dict[str, str]) -> WordRow:
    return WordRow(
        forms=_forms(row["forms"]),
        unless_before=tuple(f" {words}" for words in _listed(row.get("unless_before", ""))),
        unless_after=tuple(f"{words} " for words in _listed(row.get("unless_after", ""))),
        near=_listed(row.get("near", "")),
        never_near=_listed(row.get("never_near", "")),
        doubted_by=tuple(tuple(words.split("+")) for words in _listed(row.get("doubted_by", ""))),
        tied=row.get("tied") == "yes",
    )


def _forms(cell: str) -> Mapping[str, tuple[str, ...]]:
    parts = (part.partition(":") for part in cell.split(";") if part)
    return MappingProxyType({form: _listed(words) for form, _, words in parts if words})


def _listed(cell: str) -> tuple[str, ...]:
    return tuple(word for word in cell.split("|") if word)
