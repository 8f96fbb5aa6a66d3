"""Facts from outside the rules: fact sheets as JSON, and facts that a language model suggests.

Reading is strict: a wrong field is refused with its path. A suggestion becomes a fact of the closed lists, stated in
the words it quotes, or is refused. The rules prevail: a point that they have read stays as they read it.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, fields, replace
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
from countercase.facts.negation import Claim, read_claim
from countercase.facts.persons import HOLDER_OF
from countercase.facts.words import entries, entry_of, field_of
from countercase.law.provisions import parse_provision
from countercase.law.quantities import find_quantities
from countercase.law.quantities.readings import to_base
from countercase.text.numbers import DIGITS, HALF, WORDS, parse_number
from countercase.text.words import Words, read_words

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
                to_base(model.quantity, model.value, model.unit)
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


# A suggestion from outside the rules, turned into a fact of the closed lists or refused.

_NUMBER = re.compile(rf"(?<![\w.,])(?:{DIGITS}|{WORDS}){HALF}")
_SECTION_NUMBER = re.compile(r"\d+[A-Z]{0,3}")


def typed(suggestion: f.SuggestedFact, narrative: str) -> f.Fact:
    """The suggested fact. Raises a FactSheetError if its value is unknown or not in the quoted words."""
    quote = suggestion.spans[0].of(narrative)
    record = {"kind": suggestion.kind.value, **_fields(suggestion, quote)}
    fact = from_json({"narrative": "", "facts": [record]}).facts[0]
    if isinstance(fact, f.SectionFact) and fact.provision.number not in _SECTION_NUMBER.findall(quote):
        raise FactSheetError(f"{quote!r} does not name {fact.provision.id}.")
    if isinstance(fact, f.NumericalFact) and not _states(quote, fact):
        raise FactSheetError(f"{quote!r} does not state {suggestion.value}.")
    return replace(fact, spans=suggestion.spans)


def _fields(suggestion: f.SuggestedFact, quote: str) -> Mapping[str, Any]:
    """The fields that the JSON of a sheet has for this kind."""
    value, holder = (suggestion.value or "").strip(), _holder(suggestion.of)
    match suggestion.kind:
        case f.FactKind.PROVISION:
            return {"provision": value}
        case f.FactKind.PARTY:
            return {"party_type": value.capitalize(), "side": holder}
        case f.FactKind.NUMBER:
            return _measured(suggestion, value, quote, holder)
    listed = next((name for name in entries(suggestion.kind) if name.lower() == value.lower()), value)
    fields = {field_of(suggestion.kind): listed}
    if suggestion.kind is f.FactKind.ROLE:
        return {**fields, "holder": None if holder == listed else holder}
    is_rated = suggestion.kind is f.FactKind.EVIDENCE and suggestion.status is not None
    return {**fields, "status": suggestion.status} if is_rated else fields


def _measured(suggestion: f.SuggestedFact, value: str, quote: str, holder: str | None) -> Mapping[str, Any]:
    if suggestion.quantity == f.Quantity.DATE:
        days = [mention.value for mention in find_quantities(quote) if mention.quantity is f.Quantity.DATE]
        return {"quantity": suggestion.quantity, "value": days[0] if days else None, "unit": "day"}
    number = _NUMBER.match(value.lower())
    return {
        "quantity": suggestion.quantity,
        "value": parse_number(number[0]) if number else None,
        "unit": (suggestion.unit or "").strip().lower(),
        "role": holder if suggestion.quantity == f.Quantity.AGE else None,
    }


def _states(quote: str, fact: f.NumericalFact) -> bool:
    """Whether the quote contains the number, in this unit or its own."""
    if fact.quantity is f.Quantity.DATE:
        return True  # it was read from the quote
    if any(parse_number(match[0]) == fact.value for match in _NUMBER.finditer(quote.lower())):
        return True
    base = to_base(fact.quantity, fact.value, fact.unit)
    return any(mention.quantity is fact.quantity and mention.value == base for mention in find_quantities(quote))


def _holder(of: str | None) -> str | None:
    return next((HOLDER_OF[word] for word in (of or "").lower().split() if word in HOLDER_OF), None)


_CONFIDENCE = 0.5  # below every rule
_BY_MODEL = "model:"


@dataclass(frozen=True, slots=True)
class Added:
    """The sheet with the added facts, and how many were added.

    `untyped` holds the positions, from 0, of suggestions that could not become facts. `decided` counts those on points
    that the rules had already read.
    """

    sheet: f.FactSheet
    count: int = 0
    untyped: tuple[int, ...] = ()
    decided: int = 0


def is_added(fact: f.Fact) -> bool:
    """Whether a language model added the fact."""
    return fact.found_by.startswith(_BY_MODEL)


def add_facts(sheet: f.FactSheet, suggestions: Iterable[f.SuggestedFact], model: str) -> Added:
    """Add every suggestion of the closed lists that neither repeats nor contradicts a fact on the sheet."""
    words = read_words(sheet.narrative)
    facts, untyped, decided = list(sheet.facts), [], 0
    for number, suggestion in enumerate(suggestions):
        try:
            fact = typed(suggestion, sheet.narrative)
        except FactSheetError:
            untyped.append(number)
            continue
        if _is_already_read(fact, facts, words):
            decided += 1
            continue
        free = tuple(span for span in fact.spans if _is_free(span, facts) and not _is_denied(words, span, fact))
        if free:
            facts.append(replace(fact, spans=free, confidence=_CONFIDENCE, found_by=f"{_BY_MODEL}{model}"))
        else:  # its words overlap a fact of another kind, and no two facts may overlap
            untyped.append(number)
    return Added(replace(sheet, facts=tuple(facts)), len(facts) - len(sheet.facts), tuple(untyped), decided)


def _is_already_read(fact: f.Fact, facts: Sequence[f.Fact], words: Words) -> bool:
    """Whether the sheet already answers this point, or the rules have read all these words, even as a denial."""
    if any(_same_point(fact, other) for other in facts):
        return True
    return all(_overlaps_reading(span, fact.kind, facts) or _is_denied(words, span, fact) for span in fact.spans)


def _same_point(fact: f.Fact, other: f.Fact) -> bool:
    """Whether both answer the same question, alike or not: the same item, the same side, two exclusive roles."""
    if fact.kind is not other.kind:
        return False
    match fact, other:
        case f.PartyFact(), f.PartyFact():
            return fact.side is other.side
        case f.EvidenceFact(), f.EvidenceFact():
            return fact.item == other.item
        case f.RoleFact(), f.RoleFact():
            is_one_person = fact.holder == other.holder or fact.holder is None
            return is_one_person and other.role in {fact.role, *entry_of(fact).opposites}
    if entries(fact.kind):
        return fact.word == other.word
    return all(getattr(fact, name) == getattr(other, name) for name in f.fields_said(type(fact)))


def _overlaps_reading(span: Span, kind: f.FactKind, facts: Sequence[f.Fact]) -> bool:
    """Whether a fact on the sheet contains these words, or one of the same kind overlaps them."""
    mentions = ((mention, fact.kind) for fact in facts for mention in fact.spans)
    return any(mention.contains(span) or (mention.overlaps(span) and other is kind) for mention, other in mentions)


def _is_free(span: Span, facts: Sequence[f.Fact]) -> bool:
    return not any(span.overlaps(mention) for fact in facts for mention in fact.spans)


def _is_denied(words: Words, span: Span, fact: f.Fact) -> bool:
    """Whether the rules read a denial where the suggestion asserts the fact."""
    is_absent = isinstance(fact, f.EvidenceFact) and fact.status is not f.EvidenceStatus.PRESENT
    if is_absent or not entries(fact.kind):
        return False
    first = bisect_left(words.starts, span.start)
    last = bisect_left(words.starts, span.end)
    return first < last and read_claim(words, first, last).claim is Claim.DENIED


def listed_names() -> str:
    """The closed lists as text, one line per kind, for a prompt."""
    kinds = (kind for kind in f.FactKind if entries(kind))
    return "\n".join(f"{kind}: {', '.join(entries(kind))}" for kind in kinds)
