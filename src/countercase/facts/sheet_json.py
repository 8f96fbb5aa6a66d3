"""Reads and writes fact sheets as JSON. Reading is strict: a wrong field is refused with its path."""

from collections.abc import Mapping
from dataclasses import MISSING, asdict, fields
from datetime import date
from difflib import get_close_matches
from math import isfinite
from typing import Annotated, Any, Literal, Union, cast, get_type_hints

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, create_model

from countercase.domain import facts as f
from countercase.domain.case import Outcome
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.errors import FactSheetError, LawError
from countercase.facts.vocabulary import entries, field_of
from countercase.law.provisions import parse_provision
from countercase.law.quantities import units

_DATE_UNITS = ("day", "days")
_LARGEST = 1e18


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=False)


class _Dispute(_Model):
    """A language model's objection to a fact."""

    by: str
    reason: str
    quote: str


class _FactModel(_Model):
    """Fields that every fact may carry. `type` and `quotes` are for readers, and checked if given."""

    spans: list[tuple[int, int]] = []
    quotes: list[str] | None = None
    confidence: Annotated[float, Field(ge=0, le=1)] = 1.0
    found_by: str = "user"
    dispute: _Dispute | None = None
    type: f.FactType | None = None


def _known_provision(value: str) -> str:
    try:
        return parse_provision(value).id
    except LawError as error:
        raise ValueError(str(error)) from None


_JSON_TYPES: dict[Any, Any] = {Provision: Annotated[str, AfterValidator(_known_provision)]}  # by its id


def _model_of(fact_class: type[f.Fact]) -> type[_FactModel]:
    """The JSON model of a fact class, derived from its fields."""
    hints = get_type_hints(fact_class)
    model_fields: dict[str, Any] = {"kind": (cast("Any", Literal)[fact_class.kind.value], ...)}
    for field in fields(fact_class):
        if field.name in f.fields_said(fact_class):
            hint = _JSON_TYPES.get(hints[field.name], hints[field.name])
            model_fields[field.name] = (hint, ... if field.default is MISSING else field.default)
    return create_model(f"_{fact_class.__name__}", __base__=_FactModel, **model_fields)


_MODELS = tuple(_model_of(fact_class) for fact_class in f.FACT_CLASSES.values())
_ANY_FACT: Any = Annotated[cast("Any", Union)[_MODELS], Field(discriminator="kind")]


class _SheetModel(_Model):
    narrative: str
    facts: list[Any] = []
    outcome: Outcome | None = None
    supposed: list[str] = []
    # Keys that `countercase facts --json` of any version writes beside the sheet. They are ignored here: they are
    # computed again from the narrative.
    suggestions: Any = None
    disputes: Any = None
    ingredients: Any = None
    lines: Any = None
    not_in_force: Any = None
    notes: Any = None


_Sheet = create_model("_Sheet", __base__=_SheetModel, facts=(list[_ANY_FACT], []))


def to_json(sheet: f.FactSheet) -> dict[str, Any]:
    """Plain data that `from_json` reads back to an equal sheet."""
    return {
        "narrative": sheet.narrative,
        "outcome": sheet.outcome.value if sheet.outcome else None,
        "facts": [fact_record(fact, sheet.narrative) for fact in sheet.facts],
        **({"supposed": list(sheet.supposed)} if sheet.supposed else {}),
    }


def fact_record(fact: f.Fact, narrative: str) -> dict[str, Any]:
    """One fact as plain data, with its quotes, and its dispute if there is one."""
    values = {name: _plain(getattr(fact, name)) for name in f.fields_said(type(fact))}
    dispute = {"dispute": asdict(fact.dispute)} if fact.dispute else {}
    return {
        "kind": fact.kind.value,
        "type": fact.type.value if fact.type else None,
        **values,
        "spans": [[span.start, span.end] for span in fact.spans],
        "quotes": [span.of(narrative) for span in fact.spans],
        "confidence": fact.confidence,
        "found_by": fact.found_by,
        **dispute,
    }


def from_json(data: Mapping[str, Any]) -> f.FactSheet:
    """Read a sheet. Raises a FactSheetError that names the field and the allowed values."""
    try:
        read = _Sheet.model_validate(data)
    except ValidationError as error:
        raise FactSheetError(_first_fault(error)) from None
    facts = tuple(_fact(number, model, read.narrative) for number, model in enumerate(read.facts))
    return f.FactSheet(read.narrative, facts, read.outcome, tuple(read.supposed))


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
            f"{path}.quotes: these are not the words at the spans. Leave the quotes out, or correct the spans."
        )
    fact_class = f.FACT_CLASSES[f.FactKind(model.kind)]
    values: dict[str, Any] = {name: getattr(model, name) for name in f.fields_said(fact_class)}
    if "provision" in values:
        values["provision"] = Provision.parse(values["provision"])
    dispute = f.Dispute(**model.dispute.model_dump()) if model.dispute else None
    fact = fact_class(spans=spans, confidence=model.confidence, found_by=model.found_by, dispute=dispute, **values)
    if model.type is not None and model.type is not fact.type:
        raise FactSheetError(f"{path}.type: a {model.kind} is scored under {fact.type or 'no type'}, not {model.type}.")
    return fact


def _check_names(path: str, model: Any) -> None:
    kind = f.FactKind(model.kind)
    if entries(kind):
        _check_listed(f"{path}.{field_of(kind)}", getattr(model, field_of(kind)), tuple(entries(kind)))
    if model.kind == "number":
        if not isfinite(model.value) or abs(model.value) > _LARGEST:
            raise FactSheetError(f"{path}.value: {model.value} is not a possible value.")
        if model.quantity is f.Quantity.DATE:
            if not (1 <= model.value <= date.max.toordinal() and model.value == int(model.value)):
                raise FactSheetError(f"{path}.value: {model.value:g} is not the number of a day.")
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


def _first_fault(error: ValidationError) -> str:
    """The first error in one line: path, what is wrong, what is allowed."""
    fault = error.errors()[0]
    loc = fault["loc"]
    steps = (*loc[:2], *loc[3:]) if loc[:1] == ("facts",) and len(loc) > 2 else loc  # the third is the kind
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).lstrip(".") or "the sheet"
    if fault["type"] == "extra_forbidden":
        return f"{path}: there is no such field. Remove it."
    if fault["type"] in {"union_tag_invalid", "union_tag_not_found"}:
        return f"{path}.kind: not allowed. Allowed: {', '.join(f.FACT_CLASSES)}."
    return f"{path}: {fault['msg'].removeprefix('Value error, ').removesuffix('.')}."
