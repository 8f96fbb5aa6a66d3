"""The results of one what-if run, as the terminal, the report and the page show them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from countercase.counterfactual.analogy import Analogy
from countercase.counterfactual.reach import Aim, Reached
from countercase.counterfactual.shapley import Attribution
from countercase.counterfactual.tree import Growth
from countercase.counterfactual.verdict import EdgeEvidence
from countercase.domain.case import CaseId
from countercase.domain.facts import Fact, FactKey, FactSheet, SectionFact
from countercase.domain.perturbation import Perturbation, Tree
from countercase.domain.ranking import CaseFilter
from countercase.facts.words import provision_name

# Shown beside every displacement; DESIGN.md reports the trial behind it.
MEANING = "Displacement says what the search depends on, not what a court would hold."


@dataclass(frozen=True, slots=True)
class Matter:
    """The matter asked about. `filter` says which cases may answer; `so_far` is a tree to resume."""

    id: str
    title: str
    sheet: FactSheet
    filter: CaseFilter = field(default_factory=CaseFilter)
    so_far: Growth | None = None
    locks: tuple[FactKey, ...] = ()  # locks that applied to the tree so far


@dataclass(frozen=True, slots=True)
class WhatIf:
    """One run. `describe` puts a fact into words; `names` covers the cases in any ranking."""

    case_id: str
    title: str
    growth: Growth
    names: Mapping[CaseId, str]
    describe: Callable[[Fact], str]
    evidence: Mapping[int, EdgeEvidence] = field(default_factory=dict)
    outcomes: Mapping[CaseId, str] = field(default_factory=dict)  # allowed, dismissed ..., for the cases in any ranking
    explanations: Mapping[int, Sequence[str]] = field(default_factory=dict)
    attribution: Attribution | None = None
    reached: tuple[Reached, ...] = ()
    analogies: Mapping[CaseId, Analogy] = field(default_factory=dict)
    about: Mapping[str, str] = field(default_factory=dict)
    locks: tuple[FactKey, ...] = ()  # facts, kinds and types that no change may touch

    @property
    def tree(self) -> Tree:
        """The tree as far as it has grown."""
        return self.growth.tree

    def name(self, case_id: CaseId) -> str:
        """The name of a case, or its id if it has none."""
        return self.names.get(case_id, case_id)

    def words(self, fact: Fact) -> str:
        """A fact in a few words; a provision by its Act's short name."""
        return provision_name(fact.provision) if isinstance(fact, SectionFact) else self.describe(fact)

    def label(self, change: Perturbation) -> str:
        """A change in a few words: `eyewitness: present → absent`, `Section 302 IPC → Section 304 IPC`, `+ motive`."""
        before = self.words(change.before) if change.before is not None else None
        after = self.words(change.after) if change.after is not None else None
        if before is None:
            return f"+ {after}"
        if after is None:
            return f"− {before}"
        shared = before.partition(": ")[0] + ": "
        return f"{before} → {after.removeprefix(shared) if before.startswith(shared) else after}"


def no_changes(run: WhatIf) -> str:
    """Why a tree has no changes."""
    if run.growth.stopped:
        return f"Nothing was changed: {run.growth.stopped}."
    return "No fact of this text could be changed: our tables know no line, ingredient or neighbour for any of them."


def attribution_words(attribution: Attribution) -> str:
    """The sum of the shares and the method behind them."""
    how = "exact" if attribution.exact else "sampled; ± is one standard error"
    whole = attribution.whole - attribution.nothing
    return (
        f"Without any of these facts the list moves by {whole:.2f} places on average; the facts share that "
        f"(Shapley values, {how}, {attribution.searches} searches)."
    )


def reached_words(run: WhatIf, reached: Reached) -> Iterator[str]:
    """The answer to one question, as lines of text."""
    name, k = run.name(reached.case_id), run.tree.k
    goal = f"bring {name} into the first {k}" if reached.aim is Aim.BRING_IN else f"drive {name} out of the first {k}"
    if reached.changes is None:
        nearest = (
            f" The nearest it came is rank {reached.nearest}."
            if reached.nearest and reached.aim is Aim.BRING_IN
            else ""
        )
        yield f"To {goal}: none within the budget ({reached.searches} searches).{nearest}"
    elif not reached.changes:
        yield f"To {goal}: no change is needed; it is {f'at rank {reached.rank}' if reached.rank else 'outside'}."
    else:
        sure = "the fewest" if reached.smallest else "the fewest found; smaller sets were not all tried"
        count = len(reached.changes)
        yield f"To {goal}: {count} change{'s' if count > 1 else ''} ({sure})."
        yield from (f"  {number}. {run.label(change)}" for number, change in enumerate(reached.changes, start=1))
