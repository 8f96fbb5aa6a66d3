"""Changes of parties: the opposite of a side, a role or a relation."""

from collections.abc import Iterator
from dataclasses import replace

from countercase.domain.case import PartyType
from countercase.domain.facts import Fact, FactSheet, PartyFact, RelationFact, RoleFact
from countercase.domain.perturbation import Perturbation
from countercase.law.tables.opposites import Step, steps
from countercase.text.words import with_article

_PARTY_WORDS = {
    PartyType.INDIVIDUAL: "an individual",
    PartyType.STATE: "the State",
    PartyType.CORPORATION: "a company",
}


def propose_parties(sheet: FactSheet) -> Iterator[Perturbation]:
    """Roles and relations first: they say more than the bare kind of a side."""
    for kind in (RoleFact, RelationFact, PartyFact):
        for fact in sheet.facts:
            if isinstance(fact, kind):
                yield from _of_one(fact)


def _of_one(fact: Fact) -> Iterator[Perturbation]:
    if isinstance(fact, RoleFact):
        for step in steps("role", fact.role):
            whose = f"the {fact.holder or 'person'} were"
            yield _change(
                fact, replace(fact, role=step.after), step, f"{whose} {_a(step.after)} and not {_a(fact.role)}"
            )
    elif isinstance(fact, RelationFact):
        for step in steps("relation", fact.relation):
            yield _change(
                fact, replace(fact, relation=step.after), step, f"they were {step.after}, not {fact.relation}"
            )
    elif isinstance(fact, PartyFact):
        for step in steps("party", fact.party_type):
            after = PartyType(step.after)
            words = f"the {fact.side} were {_PARTY_WORDS[after]} and not {_PARTY_WORDS[fact.party_type]}"
            yield _change(fact, replace(fact, party_type=after), step, words)


def _change(before: Fact, after: Fact, step: Step, words: str) -> Perturbation:
    return Perturbation(before, after, "party axis", step.basis, f"What if {words}? ({step.why})")


def _a(noun: str) -> str:
    if noun in {"insured", "uninsured"}:
        return noun
    return with_article(noun)
