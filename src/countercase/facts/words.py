"""The words of facts: the closed lists with the words that judgments use, and facts put into words.

The lists hold roles, relations, evidence, instruments, results and acts. Their tables are `data/*.csv`. `forms` groups
the words by grammar, so that a change keeps the sentence correct: `one` and `many` of a thing; `past`, `ing`, `base`,
`noun` and `nouns` of an act; `a`, `b` and `both` of a relation; `none` for the absence of a thing. The product writes
the first word of a form. `*` stands for any one word.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from types import MappingProxyType

from countercase.domain import facts as f
from countercase.domain.case import PartyType
from countercase.domain.checklist import LawLine
from countercase.domain.facts import FACT_CLASSES, Fact, FactKind
from countercase.domain.provision import Provision
from countercase.errors import FactSheetError
from countercase.files import packaged_rows
from countercase.law.tables.acts import Act, ActKind, act, acts

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


# Facts in words: as judgments write them, and as a short phrase for people.

PARTY_WORDS = {PartyType.INDIVIDUAL: "an individual", PartyType.STATE: "the State", PartyType.CORPORATION: "a company"}
_DEEDS = frozenset({f.FactKind.ACT, f.FactKind.RESULT})  # written as a noun: "stabbing", "death"
_LONG_NAME = 45  # characters; a longer title is replaced by its short form, if lawyers have one
_NAMES_WITH_YEAR = {"JJ": "JJ Act, 2015", "Companies": "Companies Act, 2013"}  # several Acts share the name
_SHORT_UNITS = {"kilograms": "kg", "rupees": ""}


def words_for(fact: f.Fact) -> str:
    """The words that judgments use: "dying declaration", "Section 302 of the Indian Penal Code"."""
    match fact:
        case f.SectionFact():
            return section_words(fact.provision)
        case f.PartyFact():
            return f"the {fact.side} is {PARTY_WORDS[fact.party_type]}"
        case f.RelationFact():
            return fact.relation
        case f.EvidenceFact():
            return _evidence_words(fact)
        case f.NumericalFact():
            return f"aged about {number_words(fact)}" if fact.quantity is f.Quantity.AGE else number_words(fact)
    entry = entry_of(fact)
    return entry.written("noun" if fact.kind in _DEEDS else "one") or entry.name


def describe(fact: f.Fact) -> str:  # noqa: PLR0911 - one line a kind
    """A short phrase for people: "age of the accused: 17 years"."""
    match fact:
        case f.SectionFact():
            return section_words(fact.provision)
        case f.PartyFact():
            return f"{fact.side}: {fact.party_type}"
        case f.RoleFact():
            return f"the {fact.holder}: {fact.role}" if fact.holder else fact.role
        case f.EvidenceFact():
            return f"{fact.item}: {fact.status}"
        case f.NumericalFact():
            return f"{_measured(fact)}: {number_words(fact)}"
        case f.IngredientFact():
            return f"{fact.name}: {fact.status}"
        case f.LineFact():
            return f"{fact.quantity}: {fact.value}"
        case f.WordsFact():
            return f"“{fact.text}”"
    return f"{'with' if fact.kind is f.FactKind.INSTRUMENT else fact.kind}: {entry_of(fact).name}"


def section_words(provision: Provision) -> str:
    """ "Section 302 of the Indian Penal Code", "Order 7 Rule 11 of the Code of Civil Procedure, 1908"."""
    statute = act(provision.act)
    title = statute.name if statute.kind in {ActKind.CODE, ActKind.CONSTITUTION} else statute.title
    article = "" if title.lower().startswith("the ") else "the "
    return f"{section_number(provision)} of {article}{title}"


def section_number(provision: Provision) -> str:
    """The provision without its Act: "Section 302", "Article 21", "Rule 3"."""
    number = provision.written
    if provision.order is not None:
        return f"Order {provision.order} Rule {number}"
    if provision.article:
        return f"Article {number}"
    return f"Rule {number}" if act(provision.act).kind is ActKind.RULES else f"Section {number}"


def provision_name(provision: Provision) -> str:
    """A provision in words: `Section 302 IPC`, `Section 27 Arms Act`, `Article 21 of the Constitution`."""
    if provision.article:
        where = "of the Constitution" if provision.act == "Constitution" else f"of the {act(provision.act).name}"
        return f"Article {provision.written} {where}"
    if provision.order is not None:
        return f"Order {provision.order} Rule {provision.written} {provision.act}"
    statute = acts().get(provision.act)
    if statute is not None and statute.kind is ActKind.RULES:
        return f"Rule {provision.written} of the {statute.name}"
    return f"Section {provision.written} {_act_name(statute) if statute else provision.act}"


def line_sentence(line: LawLine) -> str:
    """A line of law with its provision: "Section 138 NI Act: 12 days against at most 30 days (...)."."""
    name = provision_name(line.provision)
    return line.says if name in line.says else f"{name}: {line.says}"


def _act_name(statute: Act) -> str:
    """The name that lawyers use for an Act after a section number: `IPC`, `NI Act`, `Specific Relief Act`."""
    if statute.short in _NAMES_WITH_YEAR:
        return _NAMES_WITH_YEAR[statute.short]
    if statute.short[-1].isdigit():  # Acts with the same name are distinguished by the year
        return statute.title
    says_act = statute.short.endswith("A") or f"{statute.short} Act" not in statute.aliases  # PMLA, TADA
    if statute.kind is ActKind.CODE or (statute.short in statute.aliases and says_act):
        return statute.short
    if f"{statute.short} Act" in statute.aliases:
        return f"{statute.short} Act"
    short_names = [alias for alias in statute.aliases if alias.endswith(" Act")]
    return short_names[0] if short_names and len(statute.name) > _LONG_NAME else statute.name


def number_words(fact: f.NumericalFact) -> str:
    """The number with its unit: "17 years", "Rs. 1,50,000", "1.2 kg of charas", "14 March 2019"."""
    if fact.quantity is f.Quantity.DATE:
        day = date.fromordinal(int(fact.value))
        return f"{day.day} {day:%B %Y}"
    if fact.quantity is f.Quantity.AMOUNT and fact.unit == "rupees":
        return f"Rs. {grouped(fact.value)}"
    if fact.unit == "years" and fact.value != int(fact.value):
        return _years_and_months(fact.value)
    unit = _SHORT_UNITS.get(fact.unit, fact.unit)
    if fact.quantity is f.Quantity.PERSONS and fact.role:
        unit = fact.role
    if fact.value == 1 and unit.endswith("s") and unit != "accused":
        unit = unit[:-1]
    return f"{plain(fact.value)} {unit}" + (f" of {fact.subject}" if fact.subject else "")


def _years_and_months(value: float) -> str:
    years, months = divmod(round(value * 12), 12)
    parts = [
        f"{count} {unit}{'' if count == 1 else 's'}" for count, unit in ((years, "year"), (months, "month")) if count
    ]
    return " and ".join(parts) or f"{plain(value)} years"


def grouped(value: float) -> str:
    """Indian digit grouping: 1,50,000."""
    whole, _, part = f"{value:.2f}".partition(".")
    head, tail = whole[:-3], whole[-3:]
    groups: list[str] = []
    while head:
        groups.insert(0, head[-2:])
        head = head[:-2]
    return ",".join([*groups, tail]) + (f".{part}" if part != "00" else "")


def plain(value: float) -> str:
    """A number without needless digits: 17, 1.2, 17.83."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def ordinal(number: int) -> str:
    """ "33rd", "11th"."""
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _evidence_words(fact: f.EvidenceFact) -> str:
    name = entry_of(fact).written("one") or fact.item
    return {
        f.EvidenceStatus.PRESENT: name,
        f.EvidenceStatus.ABSENT: f"no {name}",
        f.EvidenceStatus.DISPUTED: f"alleged {name}",
        f.EvidenceStatus.AWAITED: f"{name} awaited",
    }[fact.status]


def _measured(fact: f.NumericalFact) -> str:
    if fact.quantity is f.Quantity.AGE:
        return "age of retirement" if fact.role == "retirement" else f"age of the {fact.role or 'person'}"
    if fact.quantity is f.Quantity.PERSONS:
        return "number of persons"
    return f"{fact.quantity} ({fact.role})" if fact.role else str(fact.quantity)
