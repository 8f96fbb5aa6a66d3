"""Decides whether a changed sheet could be a real matter. Rules decide; a language model, if configured, advises.

The adviser fails closed: no answer, or an answer outside the schema, counts as an abstention and never as an accept.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, MutableMapping
from dataclasses import dataclass, field
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from countercase.counterfactual.preconditions import areas_of
from countercase.domain.case import PartyType
from countercase.domain.facts import (
    EvidenceFact,
    EvidenceStatus,
    Fact,
    FactSheet,
    NumericalFact,
    PartyFact,
    Quantity,
    ResultFact,
    RoleFact,
    SectionFact,
    Side,
)
from countercase.domain.perturbation import Perturbation
from countercase.errors import BudgetSpent, EndpointError, LawError, ModelError
from countercase.facts.governing_law import matter_date, penal_code
from countercase.facts.words import provision_name
from countercase.law.near_provisions import opposed
from countercase.law.tables.acts import act
from countercase.text.words import with_article

# What cannot be in a real matter: contradictory facts, impossible ages, law not in force, evidence that cannot exist.

_OLDEST = 120.0
_PERSONAL_AREAS = frozenset({"homicide", "hurt", "dowry", "sexual", "drugs"})
_ROLES_OF_BODIES = frozenset(
    {"company", "bank", "insurer", "partnership firm", "society", "trust", "trade union", "landlord", "owner", "tenant"}
    | {"licensee", "purchaser", "borrower", "guarantor", "contractor", "insured", "assessee", "consumer", "trespasser"}
)
_ADULT = 18.0
_YOUNG_ROLES = frozenset({"minor", "juvenile", "child"})
_ADULT_ROLES = frozenset({"adult", "major"})
# Each of these requires a death.
_NEEDS_DEATH = frozenset({"dying declaration", "post-mortem", "inquest"})
_DEATHS = frozenset({"death", "suicide"})
_FATAL_SECTIONS = frozenset(
    "IPC-302 IPC-303 IPC-304 IPC-304A IPC-304B IPC-305 IPC-306 IPC-396 "
    "BNS-103 BNS-104 BNS-105 BNS-106 BNS-107 BNS-108 BNS-80 MV-163A MV-166".split()
)
# Areas in which an item has no place.
_IMPOSSIBLE_IN = {
    "cheque": frozenset({"dying declaration", "post-mortem", "inquest", "last seen", "test identification"}),
    "service": frozenset({"dying declaration", "post-mortem", "inquest", "last seen", "test identification"}),
    "tenancy": frozenset({"dying declaration", "post-mortem", "inquest", "last seen", "trap"}),
    "arbitration": frozenset({"dying declaration", "post-mortem", "inquest", "last seen", "trap", "FIR"}),
}


def objection(sheet: FactSheet, change: Perturbation, changed: FactSheet) -> str | None:
    """The first fault that the change brings into the sheet; None if there is none."""
    old_contradictions = set(contradictions(sheet))
    if change.is_supposed:  # sheets do not hold ingredients and lines; the proposer has read the edit again
        return next(
            (contradiction for contradiction in contradictions(changed) if contradiction not in old_contradictions),
            None,
        )
    if sorted(fact.key for fact in sheet.facts) == sorted(fact.key for fact in changed.facts):
        return "the change leaves the facts as they are"
    if change.after is not None and not any(fact.key == change.after.key for fact in changed.facts):
        return "the changed fact is not on the changed sheet"
    return next(
        (contradiction for contradiction in contradictions(changed) if contradiction not in old_contradictions), None
    )


def contradictions(sheet: FactSheet) -> Iterator[str]:
    """Everything that is impossible about the sheet, in words."""
    yield from _duplicates(sheet)
    yield from _impossible_numbers(sheet)
    yield from _opposed_roles(sheet)
    yield from _law_not_in_force(sheet)
    yield from _impossible_evidence(sheet)
    yield from _impossible_parties(sheet)


def _duplicates(sheet: FactSheet) -> Iterator[str]:
    counted = Counter(sheet.provisions)
    yield from (
        f"{provision_name(provision)} is on the sheet already" for provision, times in counted.items() if times > 1
    )
    items = Counter(fact.item for fact in sheet.facts if isinstance(fact, EvidenceFact))
    yield from (f"the {item} is on the sheet already" for item, times in items.items() if times > 1)


def _impossible_numbers(sheet: FactSheet) -> Iterator[str]:
    for fact in sheet.facts:
        if not isinstance(fact, NumericalFact) or fact.quantity is Quantity.DATE:
            continue
        if fact.quantity is Quantity.AGE and not 0 <= _years(fact) <= _OLDEST:
            yield f"nobody is {fact.value:g} {fact.unit} old"
        elif fact.quantity is Quantity.PERSONS and (fact.value < 1 or fact.value != int(fact.value)):
            yield f"{fact.value:g} is not a number of persons"
        elif fact.value < 0 or (fact.value == 0 and fact.quantity in {Quantity.AMOUNT, Quantity.WEIGHT}):
            yield f"{fact.value:g} {fact.unit} is no {fact.quantity}"


def _years(fact: NumericalFact) -> float:
    return fact.value / {"years": 1, "months": 12, "weeks": 52.18, "days": 365.25}.get(fact.unit, 1)


def _opposed_roles(sheet: FactSheet) -> Iterator[str]:
    roles = [fact for fact in sheet.facts if isinstance(fact, RoleFact)]
    for index, left in enumerate(roles):
        for right in roles[index + 1 :]:
            if left.holder is not None and left.holder == right.holder and opposed("role", left.role, right.role):
                yield f"the {left.holder} cannot be both {left.role} and {right.role}"
    for role in roles:
        ages = [
            _years(fact)
            for fact in sheet.facts
            if isinstance(fact, NumericalFact) and fact.quantity is Quantity.AGE and fact.role == (role.holder or "")
        ]
        if role.role in _YOUNG_ROLES and ages and min(ages) >= _ADULT:
            yield f"the {role.holder} is {min(ages):g} years old and not {with_article(role.role)}"
        if role.role in _ADULT_ROLES and ages and max(ages) < _ADULT:
            yield f"the {role.holder} is {max(ages):g} years old and not {with_article(role.role)}"


def _law_not_in_force(sheet: FactSheet) -> Iterator[str]:
    day, code = matter_date(sheet), penal_code(sheet)
    if day is None:
        return
    for provision in dict.fromkeys(sheet.provisions):
        if provision.act in {"IPC", "BNS"} and code is not None and provision.act != code:
            yield f"{provision_name(provision)} does not govern an offence of {day}: the {code} does (BNS s.358)"
            continue
        try:
            in_force_from = act(provision.act).in_force
        except LawError:  # an Act outside the table: its dates are not known
            continue
        if in_force_from is not None and provision.act not in {"BNSS", "BSA"} and day < in_force_from:
            yield f"{provision_name(provision)} was not in force on {day}"


def _impossible_evidence(sheet: FactSheet) -> Iterator[str]:
    present = [fact for fact in sheet.facts if isinstance(fact, EvidenceFact) and fact.status is EvidenceStatus.PRESENT]
    areas = areas_of(sheet)
    for fact in present:
        if fact.item in _NEEDS_DEATH and not _somebody_died(sheet):
            yield f"there is no {fact.item} where nobody died"
        elif areas and all(fact.item in _IMPOSSIBLE_IN.get(area, frozenset()) for area in areas):
            yield f"there is no {fact.item} in a {areas[0]} case"


def _impossible_parties(sheet: FactSheet) -> Iterator[str]:
    """A company stabs nobody, and a widow or an employee is a natural person."""
    areas = areas_of(sheet)
    personal = {Side.PETITIONER} if areas and set(areas) <= _PERSONAL_AREAS else set()
    persons = {
        fact.holder: fact.role
        for fact in sheet.facts
        if isinstance(fact, RoleFact) and fact.role not in _ROLES_OF_BODIES
    }
    for fact in sheet.facts:
        if not isinstance(fact, PartyFact) or fact.party_type is PartyType.INDIVIDUAL:
            continue
        if fact.side in persons:
            yield f"the {fact.side} is a natural person: {persons[fact.side]}"
        elif fact.party_type is PartyType.CORPORATION and fact.side in personal:
            yield f"no company stands as petitioner in a {areas[0]} case"


def _somebody_died(sheet: FactSheet) -> bool:
    return any(_implies_death(fact) for fact in sheet.facts)


def _implies_death(fact: Fact) -> bool:
    match fact:
        case ResultFact():
            return fact.result in _DEATHS
        case SectionFact():
            return fact.provision.base in _FATAL_SECTIONS
        case NumericalFact():
            return fact.role == "deceased"
        case EvidenceFact():
            return fact.item == "post-mortem" and fact.status is EvidenceStatus.PRESENT and bool(fact.spans)
        case RoleFact():
            return fact.role == "deceased" or fact.holder == "deceased"
        case _:
            return False


class Ruling(StrEnum):
    """The validator's decision on a change."""

    ACCEPT = "accept"
    REJECT = "reject"
    ABSTAIN = "abstain"


class Advice(BaseModel):
    """The answer required of a language model; anything else counts as no answer."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    plausible: bool = Field(description="Could a real matter have these facts together?")
    operative: bool = Field(description="Does the change touch something that the law looks at?")
    reasoning: str = Field(min_length=1, max_length=2000)


@dataclass(frozen=True, slots=True)
class ValidatorVerdict:
    """The decision, its reason, and who decided; `operative` is known only from an adviser."""

    decision: Ruling
    reason: str
    by: str = "rules"
    operative: bool | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """Verdicts on proposed changes. An abstention is neither an accept nor a reject."""

    accepted: int = 0
    rejected: int = 0
    abstained: int = 0

    @property
    def accept_rate(self) -> float | None:
        """The specification's rate: accepted among proposed; None if nothing was proposed."""
        proposed = self.accepted + self.rejected + self.abstained
        return self.accepted / proposed if proposed else None

    def with_one(self, decision: Ruling) -> "Counts":
        """Add one verdict."""
        return Counts(
            self.accepted + (decision is Ruling.ACCEPT),
            self.rejected + (decision is Ruling.REJECT),
            self.abstained + (decision is Ruling.ABSTAIN),
        )

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(self.accepted + other.accepted, self.rejected + other.rejected, self.abstained + other.abstained)


# Takes the sheet, the change and the changed sheet; returns the JSON text of an `Advice`.
Adviser = Callable[[FactSheet, Perturbation, FactSheet], str]


@dataclass(slots=True)
class Validator:
    """Asks the rules, then the adviser; the adviser gets each question once."""

    adviser: Adviser | None = None
    cache: MutableMapping[str, ValidatorVerdict] = field(default_factory=dict)

    def __call__(self, sheet: FactSheet, change: Perturbation, changed: FactSheet) -> ValidatorVerdict:
        """The verdict on one change."""
        fault = objection(sheet, change, changed)
        if fault is not None:
            return ValidatorVerdict(Ruling.REJECT, fault)
        if self.adviser is None:
            return ValidatorVerdict(Ruling.ACCEPT, "no rule speaks against it")
        key = pair_key(sheet, change, changed)
        verdict = self.cache.get(key)
        if verdict is None:
            verdict = _ask_adviser(self.adviser, sheet, change, changed)
            if verdict.decision is not Ruling.ABSTAIN:  # a failed endpoint may answer next time
                self.cache[key] = verdict
        return verdict


def pair_key(sheet: FactSheet, change: Perturbation, changed: FactSheet) -> str:
    """A key of both narratives, both sets of facts, and the change; anything less would confuse two questions."""
    sides = [(side.narrative, [fact.key for fact in side.facts]) for side in (sheet, changed)]
    facts = [fact.key if fact is not None else None for fact in (change.before, change.after)]
    return hashlib.sha256(repr((sides, facts, change.rule)).encode()).hexdigest()


def _ask_adviser(adviser: Adviser, sheet: FactSheet, change: Perturbation, changed: FactSheet) -> ValidatorVerdict:
    try:
        advice = Advice.model_validate_json(adviser(sheet, change, changed))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the answer"
        return ValidatorVerdict(
            Ruling.ABSTAIN, f"the model's answer does not fit the schema: {where}: {first['msg']}", "model"
        )
    except (EndpointError, BudgetSpent, ModelError) as error:
        return ValidatorVerdict(Ruling.ABSTAIN, f"the model did not answer: {error}", "model")
    decision = Ruling.ACCEPT if advice.plausible else Ruling.REJECT
    return ValidatorVerdict(decision, advice.reasoning, "model", advice.operative)
