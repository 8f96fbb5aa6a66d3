"""Facts as form fields with allowed values, and facts read back from forms."""

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
from countercase.facts import event_words
from countercase.facts.persons import HOLDER_OF
from countercase.facts.timeline import Timeline
from countercase.facts.words import describe, entries, field_of, number_words, provision_name
from countercase.law.provisions import parse_provision
from countercase.law.quantities.readings import to_base
from countercase.law.tables import thresholds

UNITS: Mapping[Quantity, tuple[str, ...]] = {
    Quantity.AMOUNT: ("rupees", "lakhs", "crores", "percent"),
    Quantity.AGE: ("years", "months"),
    Quantity.DURATION: ("hours", "days", "weeks", "months", "years"),
    Quantity.WEIGHT: ("milligrams", "grams", "kilograms", "quintals"),
    Quantity.PERSONS: ("persons",),
    Quantity.DATE: ("day",),
}
# The page's name for each kind of fact: the kind's own name, unless that needs explaining.
KIND_NAMES: Mapping[FactKind, str] = {kind: kind.value.capitalize() for kind in FACT_CLASSES} | {
    FactKind.PROVISION: "Section or article",
    FactKind.PARTY: "Kind of party",
    FactKind.ROLE: "Role of a person",
    FactKind.INSTRUMENT: "Weapon or means",
    FactKind.NUMBER: "Number",
}


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form. Without `options` it is typed, with `suggestions` if there are any."""

    name: str
    label: str
    value: str = ""
    options: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    optional: bool = False
    type: str = "text"  # an HTML input type: text, number, date or hidden


def short_words(fact: Fact) -> str:
    """A fact in a few words, for charts and titles."""
    return provision_name(fact.provision) if isinstance(fact, SectionFact) else describe(fact)


def described(fact: Fact, timeline: Timeline) -> str:
    """A fact in the words of the sheet; a date with its event, if the text names one."""
    if not isinstance(fact, NumericalFact) or fact.quantity is not Quantity.DATE:
        return describe(fact).removeprefix("act: ")
    events = (fact.role,) if fact.role else timeline.names_at(fact.spans)
    return f"{' and '.join(events)}: {number_words(fact)}" if events else describe(fact)


def fields_of(kind: FactKind, fact: Fact | None = None) -> tuple[Field, ...]:
    """The fields of a kind, filled with the values of a fact if there is one."""
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
            return _number_fields(fact.quantity if isinstance(fact, NumericalFact) else None, values)
        case _:
            return (choice(field_of(kind), KIND_NAMES[kind], names_of(kind)),)


def _number_fields(quantity: Quantity | None, values: Mapping[str, str]) -> tuple[Field, ...]:
    """A date picker, an age in years and months, or any other number with its unit."""
    if quantity is Quantity.DATE:
        day = Field("value", "Date", values.get("value", ""), type="date")
        event = Field("role", "What happened then", values.get("role", ""), (), _events(), optional=True)
        return Field("quantity", "", str(Quantity.DATE), type="hidden"), day, event
    role = Field("role", "Whose or what for", values.get("role", ""), (), _roles(), optional=True)
    if quantity is Quantity.AGE:
        return (
            Field("quantity", "", str(Quantity.AGE), type="hidden"),
            Field("value", "Years", values.get("value", ""), type="number"),
            Field("months", "and months", values.get("months", ""), optional=True, type="number"),
            Field("unit", "", "years", type="hidden"),
            role,
        )
    others = tuple(str(quantity) for quantity in Quantity if quantity not in {Quantity.DATE, Quantity.AGE})
    units_ = tuple(dict.fromkeys(unit for quantity in others for unit in UNITS[Quantity(quantity)]))
    return (
        Field("quantity", "Measures", values.get("quantity", ""), others),
        Field("value", "Value", values.get("value", "")),
        Field("unit", "Unit", values.get("unit", ""), units_),
        role,
        Field("subject", "Of what", values.get("subject", ""), (), _subjects(), optional=True),
    )


def new_fact_forms() -> list[tuple[FactKind, str, tuple[Field, ...]]]:
    """A form for each kind of fact that can be added; ages and dates have separate forms."""
    forms = [(kind, KIND_NAMES[kind], fields_of(kind)) for kind in KIND_NAMES]
    more = [(FactKind.NUMBER, "Age", Quantity.AGE), (FactKind.NUMBER, "Date", Quantity.DATE)]
    return [*forms, *((kind, name, _number_fields(quantity, {})) for kind, name, quantity in more)]


def names_of(kind: FactKind) -> tuple[str, ...]:
    """The closed list of a kind, sorted."""
    return tuple(sorted(entries(kind)))


def values_of(fact: Fact) -> dict[str, str]:
    """The field values of a fact."""
    values = {name: getattr(fact, name) for name in fields_said(type(fact))}
    if isinstance(fact, NumericalFact):
        is_date = fact.quantity is Quantity.DATE
        values["value"] = date.fromordinal(int(fact.value)).isoformat() if is_date else f"{fact.value:.10g}"
        if fact.quantity is Quantity.AGE:
            years, months = divmod(round(fact.value * (12 if fact.unit == "years" else 1)), 12)
            values |= {"value": years, "months": months or None, "unit": "years"}
    return {name: "" if value is None else str(value) for name, value in values.items()}


def read_kind(fields: Mapping[str, str]) -> FactKind:
    """The kind of fact that a form adds."""
    kind = fields.get("kind", "")
    if kind not in {str(known) for known in KIND_NAMES}:
        raise FactSheetError("Choose what kind of fact to add.")
    return FactKind(kind)


def read_fact(kind: FactKind, fields: Mapping[str, str], spans: tuple[Span, ...] = ()) -> Fact:
    """The fact that the fields describe. Raises FactSheetError with the field whose value is not allowed."""
    match kind:
        case FactKind.NUMBER:
            return _number(fields, spans)
        case FactKind.PROVISION:
            return SectionFact(spans=spans, provision=parse_provision(_text(fields, "provision")))
        case FactKind.PARTY:
            side, party = _one_of(fields, "side", tuple(Side)), _one_of(fields, "party_type", tuple(PartyType))
            return PartyFact(spans=spans, side=Side(side), party_type=PartyType(party))
    word = _one_of(fields, field_of(kind), names_of(kind))
    match kind:
        case FactKind.ROLE:
            return RoleFact(spans=spans, role=word, holder=fields.get("holder", "").strip() or None)
        case FactKind.EVIDENCE:
            status = EvidenceStatus(_one_of(fields, "status", tuple(EvidenceStatus)))
            return EvidenceFact(spans=spans, item=word, status=status)
    listed: Any = FACT_CLASSES[kind]
    fact: Fact = listed(spans=spans, **{field_of(kind): word})
    return fact


def _number(fields: Mapping[str, str], spans: tuple[Span, ...]) -> NumericalFact:
    quantity = Quantity(_one_of(fields, "quantity", tuple(Quantity)))
    text = _text(fields, "value")
    if quantity is Quantity.DATE:
        try:
            day = date.fromisoformat(text)
        except ValueError:
            raise FactSheetError(f"{text!r} is not a day. Write it as 2019-03-14.") from None
        event = fields.get("role", "").strip() or None
        return NumericalFact(spans=spans, quantity=quantity, value=day.toordinal(), unit="day", role=event)
    try:
        value = float(text.replace(",", ""))
    except ValueError:
        raise FactSheetError(f"{text!r} is not a number. Write it in figures.") from None
    unit = _one_of(fields, "unit", UNITS[quantity])
    if quantity is Quantity.AGE and fields.get("months", "").strip():
        value, unit = value + _months(fields["months"]) / 12, "years"
    role, subject = fields.get("role", "").strip() or None, fields.get("subject", "").strip() or None
    to_base(quantity, value, unit)
    return NumericalFact(spans=spans, quantity=quantity, value=value, unit=unit, role=role, subject=subject)


def _months(text: str) -> int:
    if not text.strip().isdecimal() or int(text) > 11:
        raise FactSheetError(f"{text!r} months: write 0 to 11.")
    return int(text)


def _text(fields: Mapping[str, str], name: str) -> str:
    value = fields.get(name, "").strip()
    if not value:
        raise FactSheetError(f"{name} is empty. Fill it in.")
    return value


def _one_of(fields: Mapping[str, str], name: str, allowed: Sequence[str]) -> str:
    value = _text(fields, name)
    if value not in allowed:
        raise FactSheetError(f"{name}: {value!r} is not one of: {', '.join(allowed)}.")
    return value


def _roles() -> tuple[str, ...]:
    return tuple(sorted({rule.role for rule in thresholds.all()} | set(HOLDER_OF.values())))


def _events() -> tuple[str, ...]:
    return tuple(sorted({name for role in event_words.roles() if (name := event_words.display_name(role))}))


def _subjects() -> tuple[str, ...]:
    return tuple(sorted({rule.subject for rule in thresholds.all() if rule.subject}))
