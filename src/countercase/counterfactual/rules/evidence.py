"""Changes of evidence: remove an item, add one that such cases turn on, turn a witness; change weapon or result."""

from collections.abc import Iterator
from dataclasses import replace

from countercase.counterfactual.rules.areas import areas_of, turning_evidence
from countercase.domain.facts import EvidenceFact, EvidenceStatus, FactSheet, InstrumentFact, ResultFact
from countercase.domain.perturbation import Perturbation
from countercase.law.tables.opposites import steps
from countercase.text.words import with_article

# A witness to the event may turn hostile; an approver or an interested witness is weighed differently.
_WITNESSES = frozenset({"eyewitness", "independent witness", "injured witness", "child witness"})
_HOSTILE = "hostile witness"
# How to suppose evidence that is absent or awaited: the rule, and the question.
_PUT_RIGHT = {
    EvidenceStatus.ABSENT: ("evidence added", "there had been {an_item}"),
    EvidenceStatus.DISPUTED: ("evidence undisputed", "the {item} were not disputed"),
    EvidenceStatus.AWAITED: ("evidence received", "the {item} had come"),
}
_HOSTILE_BASIS = "evidence witness > hostile witness (IEA-154)"


def propose_evidence(sheet: FactSheet) -> Iterator[Perturbation]:
    """Changes of evidence on the sheet first, then evidence that such a case could also have."""
    for fact in sheet.facts:
        if isinstance(fact, EvidenceFact):
            yield from _of_item(fact, sheet)
        elif isinstance(fact, InstrumentFact):
            yield from _of_instrument(fact)
        elif isinstance(fact, ResultFact):
            yield from _of_result(fact)
    yield from _missing(sheet)


def _of_item(fact: EvidenceFact, sheet: FactSheet) -> Iterator[Perturbation]:
    if fact.status is EvidenceStatus.PRESENT:
        basis = _why_it_matters(fact.item, sheet)
        gone = replace(fact, status=EvidenceStatus.ABSENT)
        yield Perturbation(fact, gone, "evidence removed", basis, f"What if there were no {fact.item}?")
        if fact.item in _WITNESSES:
            after = EvidenceFact(spans=fact.spans, item=_HOSTILE, found_by="what-if")
            yield Perturbation(
                fact, after, "witness hostile", _HOSTILE_BASIS, f"What if the {fact.item} turned hostile?"
            )
        return
    after = replace(fact, status=EvidenceStatus.PRESENT)
    rule, words = _PUT_RIGHT[fact.status]
    sentence = f"What if {words.format(item=fact.item, an_item=_a(fact.item))}?"
    yield Perturbation(fact, after, rule, _why_it_matters(fact.item, sheet), sentence)


def _of_instrument(fact: InstrumentFact) -> Iterator[Perturbation]:
    for step in steps("instrument", fact.instrument):
        sentence = f"What if it had been {_a(step.after)} and not {_a(fact.instrument)}? ({step.why})"
        yield Perturbation(fact, replace(fact, instrument=step.after), "instrument axis", step.basis, sentence)


def _of_result(fact: ResultFact) -> Iterator[Perturbation]:
    for step in steps("result", fact.result):
        sentence = f"What if the result had been {step.after} and not {fact.result}? ({step.why})"
        yield Perturbation(fact, replace(fact, result=step.after), "result axis", step.basis, sentence)


def _missing(sheet: FactSheet) -> Iterator[Perturbation]:
    held = {fact.item.casefold() for fact in sheet.facts if isinstance(fact, EvidenceFact)}
    for area in areas_of(sheet):
        for row in turning_evidence(area):
            if row.item.casefold() not in held:
                held.add(row.item.casefold())
                after = EvidenceFact(spans=(), item=row.item, found_by="what-if")
                sentence = f"What if there had been {_a(row.item)}? ({row.why})"
                yield Perturbation(None, after, "evidence added", row.basis, sentence)


def _why_it_matters(item: str, sheet: FactSheet) -> str:
    rows = (row for area in areas_of(sheet) for row in turning_evidence(area) if row.item == item)
    return next((row.basis for row in rows), f"evidence on the sheet > {item}")


def _a(noun: str) -> str:
    """The noun with its article; mass nouns take none."""
    if noun in {"last seen"}:
        return "evidence that they were last seen together"
    if noun.endswith("evidence") or noun in {
        "sanction",
        "kerosene",
        "acid",
        "poison",
        "liquor",
        "counterfeit currency",
    }:
        return noun
    return with_article(noun)
