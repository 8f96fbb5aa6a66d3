"""What somebody other than the rules would add to a sheet, read into a fact of the closed lists or refused."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from countercase.domain import facts as f
from countercase.domain.span import Span
from countercase.errors import FactSheetError
from countercase.facts.holders import HOLDER_OF
from countercase.facts.sheet_json import from_json
from countercase.facts.vocabulary import entries, field_of
from countercase.law.quantities import find_quantities, units
from countercase.law.quantities.number_words import DIGITS, HALF, WORDS, parse_number

_NUMBER = re.compile(rf"(?<![\w.,])(?:{DIGITS}|{WORDS}){HALF}")
_SECTION_NUMBER = re.compile(r"\d+[A-Z]{0,3}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A kind, its value in words, and where the narrative states it; `of` is whose it is, or the side of a party."""

    kind: f.FactKind
    spans: tuple[Span, ...]
    value: str | None = None
    status: str | None = None
    of: str | None = None
    quantity: str | None = None
    unit: str | None = None


def typed(proposal: Proposal, narrative: str) -> f.Fact:
    """The fact that is proposed; a FactSheetError where its value is none that we know, or not in the quoted words."""
    quote = proposal.spans[0].of(narrative)
    record = {"kind": proposal.kind.value, **_own(proposal, quote)}
    fact = from_json({"narrative": "", "facts": [record]}).facts[0]
    if isinstance(fact, f.SectionFact) and fact.provision.number not in _SECTION_NUMBER.findall(quote):
        raise FactSheetError(f"{quote!r} does not name {fact.provision.id}.")
    if isinstance(fact, f.NumericalFact) and not _states(quote, fact):
        raise FactSheetError(f"{quote!r} does not state {proposal.value}.")
    return replace(fact, spans=proposal.spans)


def _own(proposal: Proposal, quote: str) -> Mapping[str, Any]:
    """The fields of the kind as the JSON of a sheet has them."""
    value, holder = (proposal.value or "").strip(), _holder(proposal.of)
    match proposal.kind:
        case f.FactKind.PROVISION:
            return {"provision": value}
        case f.FactKind.PARTY:
            return {"party_type": value.capitalize(), "side": holder}
        case f.FactKind.NUMBER:
            return _measured(proposal, value, quote, holder)
    listed = next((name for name in entries(proposal.kind) if name.lower() == value.lower()), value)
    own = {field_of(proposal.kind): listed}
    if proposal.kind is f.FactKind.ROLE:
        return {**own, "holder": None if holder == listed else holder}
    is_rated = proposal.kind is f.FactKind.EVIDENCE and proposal.status is not None
    return {**own, "status": proposal.status} if is_rated else own


def _measured(proposal: Proposal, value: str, quote: str, holder: str | None) -> Mapping[str, Any]:
    if proposal.quantity == f.Quantity.DATE:
        days = [one.value for one in find_quantities(quote) if one.quantity is f.Quantity.DATE]
        return {"quantity": proposal.quantity, "value": days[0] if days else None, "unit": "day"}
    number = _NUMBER.match(value.lower())
    return {
        "quantity": proposal.quantity,
        "value": parse_number(number[0]) if number else None,
        "unit": (proposal.unit or "").strip().lower(),
        "role": holder if proposal.quantity == f.Quantity.AGE else None,
    }


def _states(quote: str, fact: f.NumericalFact) -> bool:
    """Whether the number stands in the quote, in this unit or read with its own."""
    if fact.quantity is f.Quantity.DATE:
        return True  # it was read from the quote
    if any(parse_number(one[0]) == fact.value for one in _NUMBER.finditer(quote.lower())):
        return True
    base = units.to_base(fact.quantity, fact.value, fact.unit)
    return any(one.quantity is fact.quantity and one.value == base for one in find_quantities(quote))


def _holder(of: str | None) -> str | None:
    return next((HOLDER_OF[word] for word in (of or "").lower().split() if word in HOLDER_OF), None)
