"""Puts facts into words: as judgments write them, and as a short phrase for people."""

from datetime import date

from countercase.domain import facts as f
from countercase.domain.case import PartyType
from countercase.domain.lines import LawLine
from countercase.domain.provision import Provision
from countercase.facts.vocabulary import entry_of
from countercase.law.tables.acts import Act, ActKind, act, acts

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
