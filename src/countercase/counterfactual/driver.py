"""Drives what-ifs over a workspace: grows, resumes, measures and explains trees, for the command line and the page.

Everything outside this package comes in as functions, so the driver can be tested on any corpus.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from countercase.counterfactual.analogy import Analogy, compare
from countercase.counterfactual.fewest_changes import Aim, FewestChanges, find_fewest_changes
from countercase.counterfactual.instrument import Instrument
from countercase.counterfactual.measure import TOP as FAIRNESS_RANKS
from countercase.counterfactual.measure import FairnessWarning, measure_fairness, measure_tree, warnings
from countercase.counterfactual.propose import Proposer
from countercase.counterfactual.result import Matter, WhatIf
from countercase.counterfactual.shapley import Attribution, attribute, places_kept
from countercase.counterfactual.tree import (
    Cancelled,
    Growth,
    Notify,
    TreeTools,
    add_change,
    deepen,
    expand,
    grow,
    movable,
    resume,
)
from countercase.counterfactual.validator import Adviser, Validator
from countercase.counterfactual.verdict import Answer
from countercase.domain.case import CaseId
from countercase.domain.checklist import ClauseReader
from countercase.domain.facts import Fact, FactKey, FactKind, FactSheet
from countercase.domain.perturbation import Perturbation, Tree
from countercase.domain.ranking import CaseFilter
from countercase.facts.edit import edit
from countercase.facts.extract import extract_facts
from countercase.facts.words import describe, entries
from countercase.settings import CounterfactualSettings

_WORDING_ONLY = {Answer.DEPENDS: False, Answer.DOES_NOT: True, Answer.CANNOT_TELL: None}
REACH_RANKS = 100  # how far down the ranking to look for a case that should enter the list

RankSheets = Callable[[Sequence[FactSheet], int, CaseFilter], Sequence[Sequence[CaseId]]]


@dataclass(frozen=True, slots=True)
class WhatIfSources:
    """What the driver needs from other packages."""

    rank: RankSheets  # ranks the cases for each sheet, by exact search
    names: Callable[[Iterable[CaseId]], dict[CaseId, str]]
    facts_of_case: Callable[[CaseId], FactSheet]
    why_moved: Callable[[Tree, int, bool | None], Sequence[str]]
    instrument: Callable[[], Instrument]
    reader: Callable[[], ClauseReader] | None = None  # reads what the rules miss
    adviser: Adviser | None = None  # a language model's opinion on whether a change is plausible
    validated_by: str = "rules"
    outcome: Callable[[CaseId], str | None] = lambda _: None  # the outcome of a case: allowed, dismissed ...


class WhatIfDriver:
    """Grows and reads what-if trees. `top_k` is the length of the list that a user sees."""

    def __init__(self, sources: WhatIfSources, options: CounterfactualSettings, top_k: int) -> None:
        self.sources = sources
        self.options = options
        self._top_k = top_k

    def tools(self, matter: Matter, ranks: int, locks: Collection[FactKey] = ()) -> TreeTools:
        """The functions that grow a tree; rankings have length `ranks`."""
        words = {kind: frozenset(entries(kind)) for kind in FactKind if entries(kind)}
        return TreeTools(
            retrieve=lambda sheets: self.sources.rank(sheets, ranks, matter.filter),
            edit=edit,
            propose=Proposer(
                matter.sheet, self.options.seed, locks, words, self.sources.reader() if self.sources.reader else None
            ),
            validate=Validator(self.sources.adviser),
        )

    def grow(
        self,
        matter: Matter,
        locks: Collection[FactKey] = (),
        notify: Notify = lambda _: None,
        cancelled: Cancelled = lambda: False,
        tools: TreeTools | None = None,
        options: CounterfactualSettings | None = None,
    ) -> Growth:
        """Grow the tree of a matter. Resumes a saved tree if the matter has one."""
        options = options or self.options
        top_k = self._top_k if matter.so_far is None else matter.so_far.tree.k
        tools = tools or self.tools(matter, top_k, locks)
        if matter.so_far is None:
            return grow(matter.sheet, tools, options, top_k, notify, cancelled)
        return resume(deepen(matter.so_far, options), tools, notify, cancelled)

    def change(self, growth: Growth, node: int, change: Perturbation, tools: TreeTools) -> Growth:
        """Add the user's own change at a node."""
        return add_change(growth, node, change, tools)

    def expand(self, growth: Growth, node: int, tools: TreeTools) -> Growth:
        """Add every change that is one step from a node."""
        return expand(growth, node, tools)

    def result(self, matter: Matter, growth: Growth) -> WhatIf:
        """The grown tree with the names of its cases and its facts in words."""
        ranked_cases = dict.fromkeys(case for node in growth.tree.nodes for case in node.ranking[: growth.tree.k])
        about = {"plan": "whatif", "validator": self.sources.validated_by}
        outcomes = {case: word for case in ranked_cases if (word := self.sources.outcome(case)) is not None}
        names = self.sources.names(ranked_cases)
        return WhatIf(
            matter.id, matter.title, growth, names, describe, outcomes=outcomes, about=about, locks=matter.locks
        )

    def measured(self, run: WhatIf) -> WhatIf:
        """Measure every change against its placebos with the instrument."""
        instrument = self.sources.instrument()
        readings = measure_tree(run.tree, instrument, self.options.placebos, self.options.seed)
        evidence = {node: reading.evidence for node, reading in readings.items()}
        explanations = {
            node: tuple(self.sources.why_moved(run.tree, node, _WORDING_ONLY[edge.answer]))
            for node, edge in evidence.items()
        }
        return replace(run, evidence=evidence, explanations=explanations)

    def fairness(self, matter: Matter) -> list[FairnessWarning]:
        """Traits that affect this matter although they must not: religion, caste, region, gender, State, language."""
        effects = measure_fairness(
            matter.sheet.narrative,
            extract_facts,
            self.sources.instrument(),
            lambda sheets: self.sources.rank(sheets, FAIRNESS_RANKS, matter.filter),
        )
        return warnings(effects)

    def find_fewest_changes(
        self,
        matter: Matter,
        case_id: CaseId,
        aim: Aim,
        locks: Collection[FactKey] = (),
        tools: TreeTools | None = None,
    ) -> FewestChanges:
        """The fewest changes that bring a case into the list, or push it out."""
        tools = tools or self.tools(matter, REACH_RANKS, locks)
        return find_fewest_changes(matter.sheet, case_id, aim, self._top_k, tools)

    def analogy(self, matter: Matter, case_id: CaseId) -> Analogy:
        """A matter beside a stored case: shared facts, near misses, and the changes that would help or hurt."""
        return compare(matter.sheet, self.sources.facts_of_case(case_id))

    def attribute(
        self,
        matter: Matter,
        ranking: Sequence[CaseId] | None = None,
        facts: Sequence[Fact] | None = None,
        tools: TreeTools | None = None,
    ) -> Attribution:
        """How much of the list each fact of the specification's four types carries; dates are left out."""
        tools = tools or self.tools(matter, self._top_k)
        before = tools.retrieve([matter.sheet])[0] if ranking is None else ranking
        chosen = movable(matter.sheet) if facts is None else facts
        value = places_kept(before, self._top_k)
        return attribute(matter.sheet, chosen, tools.retrieve, edit, value, self.options.seed)
