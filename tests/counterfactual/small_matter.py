"""A matter of a few facts, and stand-ins for extraction and retrieval that know nothing but facts."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from countercase.counterfactual.propose import propose
from countercase.counterfactual.tree import TreeTools
from countercase.counterfactual.validator import Validator
from countercase.domain.case import CaseId
from countercase.domain.facts import (
    EvidenceFact,
    Fact,
    FactSheet,
    InstrumentFact,
    NumericalFact,
    Quantity,
    RelationFact,
    ResultFact,
    RoleFact,
    SectionFact,
)
from countercase.domain.provision import Provision
from countercase.settings import CounterfactualSettings


def section(provision: str) -> SectionFact:
    return SectionFact(spans=(), provision=Provision.parse(provision))


def number(quantity: Quantity, value: float, unit: str, role: str | None = None) -> NumericalFact:
    return NumericalFact(spans=(), quantity=quantity, value=value, unit=unit, role=role)


MURDER = section("IPC-302")
TOGETHER = section("IPC-34")
AGE = number(Quantity.AGE, 17, "years", "accused")
EYEWITNESS = EvidenceFact(spans=(), item="eyewitness")
KNIFE = InstrumentFact(spans=(), instrument="knife")
DEATH = ResultFact(spans=(), result="death")
NEIGHBOURS = RelationFact(spans=(), relation="neighbours")
SIBLINGS = RelationFact(spans=(), relation="siblings")
TENANT = RoleFact(spans=(), role="tenant", holder="respondent")


def sheet_of(*facts: Fact) -> FactSheet:
    """A sheet whose narrative names its facts and nothing else."""
    return FactSheet(" ".join("/".join(fact.key) for fact in facts) or "-", facts)


STABBING = sheet_of(MURDER, TOGETHER, AGE, EYEWITNESS, KNIFE, DEATH, SIBLINGS)


def edit(sheet: FactSheet, before: Fact | None, after: Fact | None) -> FactSheet:
    """Put the one fact in the place of the other."""
    facts = [after if fact is before else fact for fact in sheet.facts]
    if before is None:
        facts.append(after)
    return sheet_of(*(fact for fact in facts if fact is not None))


@dataclass
class FactRanker:
    """Ranks planted cases by how many facts they share with a sheet; notes how it was asked."""

    cases: dict[str, tuple[Fact, ...]]
    batches: list[int] = field(default_factory=list)

    def __call__(self, sheets: Sequence[FactSheet]) -> list[list[CaseId]]:
        self.batches.append(len(sheets))
        return [self._ranking({fact.key for fact in sheet.facts}) for sheet in sheets]

    def _ranking(self, keys: set[tuple[str, ...]]) -> list[CaseId]:
        shared = {case: sum(fact.key in keys for fact in facts) for case, facts in self.cases.items()}
        return [CaseId(case) for case in sorted(shared, key=lambda case: (-shared[case], case)) if shared[case]]


CASES: dict[str, tuple[Fact, ...]] = {
    "murder-with-knife": (MURDER, KNIFE, DEATH),
    "murder-in-common": (MURDER, TOGETHER, DEATH),
    "young-accused": (AGE, MURDER),
    "seen-by-brother": (EYEWITNESS, SIBLINGS, DEATH),
    "lesser-homicide": (section("IPC-304"), DEATH),
    "grown-accused": (number(Quantity.AGE, 18, "years", "accused"), section("IPC-304"), DEATH),
    "hostile": (EvidenceFact(spans=(), item="hostile witness"), MURDER),
    "lathi": (InstrumentFact(spans=(), instrument="lathi or stick"), ResultFact(spans=(), result="grievous hurt")),
    "lived": (section("IPC-307"), KNIFE),
}


def options(**changes: float) -> CounterfactualSettings:
    return CounterfactualSettings.model_validate({"max_children": 5, "min_displacement_threshold": 0.0, **changes})


def tools(ranker: FactRanker | None = None, seed: int = 20) -> TreeTools:
    return TreeTools(ranker or FactRanker(CASES), edit, lambda sheet: propose(sheet, seed), Validator())
