"""Fact sheets as JSON: written for people and tools, read strictly. A wrong field is refused with its path."""

from collections.abc import Mapping
from dataclasses import asdict, fields
from difflib import get_close_matches
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from countercase.domain import facts as f
from countercase.domain.case import Outcome, PartyType
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.errors import FactSheetError, LawError
from countercase.facts.vocabulary import entries, field_of
from countercase.law.provisions import parse_provision
from countercase.law.quantities import units

_DATE_UNITS = ("day", "days")


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=False)


class _Dispute(_Model):
    """What a language model holds against a fact."""

    by: str
    reason: str
    quote: str


class _FactModel(_Model):
    """What every fact may carry; `type` and `quotes` are written for readers, and checked if given."""

    spans: list[tuple[int, int]] = []
    quotes: list[str] | None = None
    confidence: Annotated[float, Field(ge=0, le=1)] = 1.0
    found_by: str = "user"
    dispute: _Dispute | None = None
    type: f.FactType | None = None


class _Section(_FactModel):
    kind: Literal["provision"]
    provision: str

    @field_validator("provision")
    @classmethod
    def _is_known(cls, value: str) -> str:
        try:
            return parse_provision(value).id
        except LawError as error:
            raise ValueError(str(error)) from None


class _Party(_FactModel):
    kind: Literal["party"]
    side: f.Side
    party_type: PartyType


class _Role(_FactModel):
    kind: Literal["role"]
    role: str
    holder: str | None = None


class _Relation(_FactModel):
    kind: Literal["relation"]
    relation: str


class _Evidence(_FactModel):
    kind: Literal["evidence"]
    item: str
    status: f.EvidenceStatus = f.EvidenceStatus.PRESENT


class _Instrument(_FactModel):
    kind: Literal["instrument"]
    instrument: str


class _Result(_FactModel):
    kind: Literal["result"]
    result: str


class _Act(_FactModel):
    kind: Literal["act"]
    act: str


class _Number(_FactModel):
    kind: Literal["number"]
    quantity: f.Quantity
    value: float
    unit: str
    role: str | None = None
    subject: str | None = None


class _Sheet(_Model):
    narrative: str
    facts: list[
        Annotated[
            _Section | _Party | _Role | _Relation | _Evidence | _Instrument | _Result | _Act | _Number,
            Field(discriminator="kind"),
        ]
    ] = []
    outcome: Outcome | None = None
    supposed: list[str] = []
    # What `countercase facts --suggest --dispute --json` writes beside the sheet: read past.
    suggestions: dict[str, Any] | None = None
    disputes: dict[str, Any] | None = None


_CLASSES: dict[str, Any] = {
    "provision": f.SectionFact,
    "party": f.PartyFact,
    "role": f.RoleFact,
    "relation": f.RelationFact,
    "evidence": f.EvidenceFact,
    "instrument": f.InstrumentFact,
    "result": f.ResultFact,
    "act": f.ActFact,
    "number": f.NumericalFact,
}
_COMMON = frozenset({"kind", "type", "quotes", "spans", "dispute"})
_NOT_OWN = _COMMON | {"confidence", "found_by"}


def to_json(sheet: f.FactSheet) -> dict[str, Any]:
    """Plain data that `from_json` reads back to an equal sheet."""
    return {
        "narrative": sheet.narrative,
        "outcome": sheet.outcome.value if sheet.outcome else None,
        "facts": [fact_record(fact, sheet.narrative) for fact in sheet.facts],
        **({"supposed": list(sheet.supposed)} if sheet.supposed else {}),
    }


def fact_record(fact: f.Fact, narrative: str) -> dict[str, Any]:
    """One fact as plain data, with the words that it quotes; a dispute only where there is one."""
    own = {name: _plain(getattr(fact, name)) for name in _own_fields(fact)}
    dispute = {"dispute": asdict(fact.dispute)} if fact.dispute else {}
    return {
        "kind": fact.kind.value,
        "type": fact.type.value if fact.type else None,
        **own,
        "spans": [[span.start, span.end] for span in fact.spans],
        "quotes": [span.of(narrative) for span in fact.spans],
        "confidence": fact.confidence,
        "found_by": fact.found_by,
        **dispute,
    }


def from_json(data: Mapping[str, Any]) -> f.FactSheet:
    """The sheet, or a FactSheetError that names the field and what is allowed there."""
    try:
        read = _Sheet.model_validate(data)
    except ValidationError as error:
        raise FactSheetError(_first(error)) from None
    facts = tuple(_fact(number, model, read.narrative) for number, model in enumerate(read.facts))
    return f.FactSheet(read.narrative, facts, read.outcome, tuple(read.supposed))


def _own_fields(fact: f.Fact) -> list[str]:
    return [field.name for field in fields(fact) if field.name not in _NOT_OWN]


def _plain(value: Any) -> Any:
    if isinstance(value, Provision):
        return value.id
    return value.value if hasattr(value, "value") else value


def _fact(number: int, model: Any, narrative: str) -> f.Fact:
    path = f"facts[{number}]"
    _check_names(path, model)
    spans = tuple(_span(f"{path}.spans[{at}]", pair, narrative) for at, pair in enumerate(model.spans))
    if model.quotes is not None and model.quotes != [span.of(narrative) for span in spans]:
        raise FactSheetError(
            f"{path}.quotes: they are not what stands at the spans. Leave them out, or mend the spans."
        )
    values = {name: getattr(model, name) for name in type(model).model_fields if name not in _COMMON}
    if model.kind == "provision":
        values["provision"] = Provision.parse(model.provision)
    dispute = f.Dispute(**model.dispute.model_dump()) if model.dispute else None
    fact: f.Fact = _CLASSES[model.kind](spans=spans, dispute=dispute, **values)
    if model.type is not None and model.type is not fact.type:
        raise FactSheetError(f"{path}.type: a {model.kind} is scored under {fact.type or 'no type'}, not {model.type}.")
    return fact


def _check_names(path: str, model: Any) -> None:
    kind = f.FactKind(model.kind)
    if entries(kind):
        _check_listed(f"{path}.{field_of(kind)}", getattr(model, field_of(kind)), tuple(entries(kind)))
    if model.kind == "number":
        if model.quantity is f.Quantity.DATE:
            _check_listed(f"{path}.unit", model.unit, _DATE_UNITS)
        else:
            try:
                units.to_base(model.quantity, model.value, model.unit)
            except LawError as error:
                raise FactSheetError(f"{path}.unit: {error}") from None


def _check_listed(path: str, value: str, allowed: tuple[str, ...]) -> None:
    if value in allowed:
        return
    close = get_close_matches(value, allowed, n=1, cutoff=0.6)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    raise FactSheetError(f"{path}: {value!r} is not allowed.{hint} Allowed: {', '.join(allowed)}.")


def _span(path: str, pair: tuple[int, int], narrative: str) -> Span:
    start, end = pair
    if not 0 <= start < end <= len(narrative):
        raise FactSheetError(f"{path}: [{start}, {end}] is not inside the narrative of {len(narrative)} characters.")
    return Span(start, end)


def _first(error: ValidationError) -> str:
    """The first fault as one line: path, what is wrong, what is allowed."""
    fault = error.errors()[0]
    loc = fault["loc"]
    steps = (*loc[:2], *loc[3:]) if loc[:1] == ("facts",) and len(loc) > 2 else loc  # the third is the kind
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).lstrip(".") or "the sheet"
    if fault["type"] == "extra_forbidden":
        return f"{path}: there is no such field. Remove it."
    if fault["type"] in {"union_tag_invalid", "union_tag_not_found"}:
        return f"{path}.kind: not allowed. Allowed: {', '.join(_CLASSES)}."
    return f"{path}: {fault['msg'].removeprefix('Value error, ').removesuffix('.')}."
