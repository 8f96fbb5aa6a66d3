"""All changes that a sheet invites, fact types taking turns, so that none is starved by a long list of another."""

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from typing import TypeVar

from countercase.counterfactual.changes import state_key
from countercase.counterfactual.rules.areas import turning_order
from countercase.counterfactual.rules.evidence import propose_evidence
from countercase.counterfactual.rules.numerical import propose_numbers
from countercase.counterfactual.rules.party import propose_parties
from countercase.counterfactual.rules.section import propose_sections
from countercase.domain.facts import EvidenceFact, Fact, FactKey, FactKind, FactSheet, FactType, PartyFact, SectionFact
from countercase.domain.perturbation import Perturbation

T = TypeVar("T")
Rule = Callable[[FactSheet], Iterable[Perturbation]]
Vocabulary = Mapping[FactKind, Collection[str]]

_PROCEDURE = frozenset({"CrPC", "BNSS", "IEA", "BSA", "CPC"})
_ASIDE = 2

RULES: Mapping[FactType, Rule] = {
    FactType.SECTION: propose_sections,
    FactType.PARTY_TYPE: propose_parties,
    FactType.EVIDENCE: propose_evidence,
    FactType.NUMERICAL: propose_numbers,
}


def propose(
    sheet: FactSheet,
    seed: int = 0,
    locks: Collection[FactKey] = (),
    vocabulary: Vocabulary | None = None,
    rules: Mapping[FactType, Rule] = RULES,
) -> list[Perturbation]:
    """Every change, best first: types in turn, within a type facts in turn, within a fact the rule's own order.

    The seed decides only which of equally good facts of a type comes first. A locked fact is neither changed nor
    removed; a value outside the vocabulary is not proposed, as nothing could put it into words.
    """
    chooser = random.Random(f"{seed}/{state_key(sheet)}")  # noqa: S311 - a reproducible order, not a secret
    weight = turning_order(sheet)
    lists = [_in_turn_among_facts(rule(sheet), chooser, weight) for rule in rules.values()]
    return [
        change
        for change in in_turn(lists)
        if not _locked(change, locks) and (vocabulary is None or _sayable(change.after, vocabulary))
    ]


def in_turn(lists: Iterable[Sequence[T]]) -> Iterator[T]:
    """One of each list, then the next of each; a list that is spent is passed over."""
    missing = object()
    return (item for item in chain.from_iterable(zip_longest(*lists, fillvalue=missing)) if item is not missing)  # type: ignore[misc]


def locks_named(sheet: FactSheet, names: Iterable[str], describe: Callable[[Fact], str]) -> dict[str, list[FactKey]]:
    """For each name the facts it locks: a fact type, a kind, or words that the fact's description or value holds."""
    return {name: [fact.key for fact in sheet.facts if _answers(fact, name, describe)] for name in names}


def _answers(fact: Fact, name: str, describe: Callable[[Fact], str]) -> bool:
    wanted = name.casefold().strip()
    if wanted in {(fact.type or "").casefold(), fact.kind.casefold()}:
        return True
    return wanted in describe(fact).casefold() or wanted in {part.casefold() for part in fact.key[1:]}


def _in_turn_among_facts(
    changes: Iterable[Perturbation], chooser: random.Random, weight: Mapping[str, int]
) -> list[Perturbation]:
    """Changes of facts on the sheet, one of each fact in turn; then additions, which belong to no fact of it."""
    by_fact: dict[FactKey, list[Perturbation]] = {}
    added: list[Perturbation] = []
    for change in changes:
        if change.before is None:
            added.append(change)
        else:
            by_fact.setdefault(change.before.key, []).append(change)
    order = list(by_fact.values())
    chooser.shuffle(order)
    order.sort(key=lambda own: (_tier(own[0]), _turn(own[0], weight)))  # stable: the shuffle holds among equals
    aside = [own for own in order if _tier(own[0]) == _ASIDE]
    return list(in_turn([*order[: len(order) - len(aside)], added, *aside]))


def _tier(change: Perturbation) -> int:
    """What a case turns on first; then companions; aside: procedure, an FIR, the bare kind of a side."""
    if isinstance(change.fact, PartyFact) or change.basis.startswith("evidence on the sheet"):
        return _ASIDE
    if isinstance(change.fact, SectionFact) and change.fact.provision.act in _PROCEDURE:
        return _ASIDE
    return 1 if change.rule == "companion dropped" else 0


def _turn(change: Perturbation, weight: Mapping[str, int]) -> int:
    """Evidence in the order in which such cases turn on it; weapon and result stand beside the second item."""
    if isinstance(change.fact, EvidenceFact):
        return weight.get(change.fact.item, len(weight))
    return 1


def _locked(change: Perturbation, locks: Collection[FactKey]) -> bool:
    return change.before is not None and change.before.key in locks


def _sayable(fact: Fact | None, vocabulary: Vocabulary) -> bool:
    value = fact.word if fact is not None else None
    return fact is None or value is None or fact.kind not in vocabulary or value in vocabulary[fact.kind]
