"""Adds facts that a language model suggests. The rules prevail: a point that they have read stays as they read it."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from countercase.domain import facts as f
from countercase.domain.span import Span
from countercase.errors import FactSheetError
from countercase.facts.negation import Claim, read_claim
from countercase.facts.persons import HOLDER_OF
from countercase.facts.sheet_json import from_json
from countercase.facts.vocabulary import entries, entry_of, field_of
from countercase.law.quantities import find_quantities, units
from countercase.text.numbers import DIGITS, HALF, WORDS, parse_number
from countercase.text.words import Words, read_words

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
    base = units.to_base(fact.quantity, fact.value, fact.unit)
    return any(mention.quantity is fact.quantity and mention.value == base for mention in find_quantities(quote))


def _holder(of: str | None) -> str | None:
    return next((HOLDER_OF[word] for word in (of or "").lower().split() if word in HOLDER_OF), None)


CONFIDENCE = 0.5  # below every rule
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
            facts.append(replace(fact, spans=free, confidence=CONFIDENCE, found_by=f"{_BY_MODEL}{model}"))
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
