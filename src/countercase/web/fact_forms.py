"""A fact as typed fields with allowed values, and back: no one edits JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from countercase.domain.case import PartyType
from countercase.domain.facts import (
    FACT_CLASSES,
    EvidenceFact,
    EvidenceStatus,
    Fact,
    FactKind,
    NumericalFact,
    PartyFact,
    Quantity,
    RoleFact,
    SectionFact,
    Side,
    fields_said,
)
from countercase.domain.span import Span
from countercase.errors import FactSheetError
from countercase.facts.persons import HOLDER_OF
from countercase.facts.vocabulary import entries, field_of
from countercase.facts.words import describe, provision_name
from countercase.law.provisions import parse_provision
from countercase.law.quantities import units
from countercase.law.tables import thresholds

UNITS: Mapping[Quantity, tuple[str, ...]] = {
    Quantity.AMOUNT: ("rupees", "lakhs", "crores", "percent"),
    Quantity.AGE: ("years", "months"),
    Quantity.DURATION: ("hours", "days", "weeks", "months", "years"),
    Quantity.WEIGHT: ("milligrams", "grams", "kilograms", "quintals"),
    Quantity.PERSONS: ("persons",),
    Quantity.DATE: ("day",),
}
# What the page calls each kind; its own word where that needs no explanation.
KIND_NAMES: Mapping[FactKind, str] = {kind: kind.value.capitalize() for kind in FACT_CLASSES} | {
    FactKind.PROVISION: "Section or article",
    FactKind.PARTY: "Kind of party",
    FactKind.ROLE: "Role of a person",
    FactKind.INSTRUMENT: "Weapon or means",
    FactKind.NUMBER: "Number or date",
}


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form; `options` empty means that it is typed, with `suggestions` where there are some."""

    name: str
    label: str
    value: str = ""
    options: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    optional: bool = False


def short_words(fact: Fact) -> str:
    """A fact in few words, for charts and titles: a provision by its Act's short name."""
    return provision_name(fact.provision) if isinstance(fact, SectionFact) else describe(fact)


def fields_of(kind: FactKind, fact: Fact | None = None) -> tuple[Field, ...]:
    """The fields of a kind, filled with a fact's values where there is one."""
    values = values_of(fact) if fact is not None else {}

    def choice(name: str, label: str, options: Sequence[str], optional: bool = False) -> Field:
        return Field(name, label, values.get(name, ""), tuple(options), optional=optional)

    def typed(name: str, label: str, suggestions: Sequence[str] = (), optional: bool = False) -> Field:
        return Field(name, label, values.get(name, ""), (), tuple(suggestions), optional)

    holders = tuple(sorted(set(HOLDER_OF.values())))
    match kind:
        case FactKind.PROVISION:
            return (typed("provision", "Provision, such as Section 302 IPC"),)
        case FactKind.PARTY:
            return choice("side", "Side", tuple(Side)), choice("party_type", "Is", tuple(PartyType))
        case FactKind.ROLE:
            return choice("role", "Role", names_of(kind)), choice("holder", "Whose", holders, optional=True)
        case FactKind.EVIDENCE:
            return choice("item", "Item", names_of(kind)), choice("status", "Status", tuple(EvidenceStatus))
        case FactKind.NUMBER:
            units_ = tuple(dict.fromkeys(unit for some in UNITS.values() for unit in some))
            return (
                choice("quantity", "Measures", tuple(Quantity)),
                typed("value", "Value (a date as 2019-03-14)"),
                choice("unit", "Unit", units_),
                typed("role", "Whose or what for", _roles(), optional=True),
                typed("subject", "Of what", _subjects(), optional=True),
            )
        case _:
            return (choice(field_of(kind), KIND_NAMES[kind], names_of(kind)),)


def names_of(kind: FactKind) -> tuple[str, ...]:
    """The closed list of a kind, by name."""
    return tuple(sorted(entries(kind)))


def values_of(fact: Fact) -> dict[str, str]:
    """What the fields say for a fact."""
    values = {name: getattr(fact, name) for name in fields_said(type(fact))}
    if isinstance(fact, NumericalFact):
        is_date = fact.quantity is Quantity.DATE
        values["value"] = date.fromordinal(int(fact.value)).isoformat() if is_date else f"{fact.value:.10g}"
    return {name: "" if value is None else str(value) for name, value in values.items()}


def read_fact(kind: FactKind, given: Mapping[str, str], spans: tuple[Span, ...] = ()) -> Fact:
    """The fact that the fields say; a value outside the allowed ones is refused by name."""
    match kind:
        case FactKind.NUMBER:
            return _number(given, spans)
        case FactKind.PROVISION:
            return SectionFact(spans=spans, provision=parse_provision(_text(given, "provision")))
        case FactKind.PARTY:
            side, party = _one_of(given, "side", tuple(Side)), _one_of(given, "party_type", tuple(PartyType))
            return PartyFact(spans=spans, side=Side(side), party_type=PartyType(party))
    word = _one_of(given, field_of(kind), names_of(kind))
    match kind:
        case FactKind.ROLE:
            return RoleFact(spans=spans, role=word, holder=given.get("holder", "").strip() or None)
        case FactKind.EVIDENCE:
            status = EvidenceStatus(_one_of(given, "status", tuple(EvidenceStatus)))
            return EvidenceFact(spans=spans, item=word, status=status)
    listed: Any = FACT_CLASSES[kind]
    fact: Fact = listed(spans=spans, **{field_of(kind): word})
    return fact


def _number(given: Mapping[str, str], spans: tuple[Span, ...]) -> NumericalFact:
    quantity = Quantity(_one_of(given, "quantity", tuple(Quantity)))
    text = _text(given, "value")
    if quantity is Quantity.DATE:
        try:
            day = date.fromisoformat(text)
        except ValueError:
            raise FactSheetError(f"{text!r} is not a day such as 2019-03-14.") from None
        return NumericalFact(spans=spans, quantity=quantity, value=day.toordinal(), unit="day")
    try:
        value = float(text.replace(",", ""))
    except ValueError:
        raise FactSheetError(f"{text!r} is not a number.") from None
    unit = _one_of(given, "unit", UNITS[quantity])
    role, subject = given.get("role", "").strip() or None, given.get("subject", "").strip() or None
    units.to_base(quantity, value, unit)
    return NumericalFact(spans=spans, quantity=quantity, value=value, unit=unit, role=role, subject=subject)


def _text(given: Mapping[str, str], name: str) -> str:
    value = given.get(name, "").strip()
    if not value:
        raise FactSheetError(f"{name} is empty. Fill it in.")
    return value


def _one_of(given: Mapping[str, str], name: str, allowed: Sequence[str]) -> str:
    value = _text(given, name)
    if value not in allowed:
        raise FactSheetError(f"{name}: {value!r} is not one of: {', '.join(allowed)}.")
    return value


def _roles() -> tuple[str, ...]:
    return tuple(sorted({rule.role for rule in thresholds.all()} | set(HOLDER_OF.values())))


def _subjects() -> tuple[str, ...]:
    return tuple(sorted({rule.subject for rule in thresholds.all() if rule.subject}))
