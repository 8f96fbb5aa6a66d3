"""Counterfactual runs over a workspace: trees, measurements, attribution."""

from collections.abc import Collection
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from countercase.assemble.explaining import Explaining
from countercase.domain.case import CaseId
from countercase.domain.ranking import CaseFilter

if TYPE_CHECKING:
    from countercase.counterfactual.analogy import Analogy
    from countercase.counterfactual.instrument import Instrument
    from countercase.counterfactual.reach import Aim, Reached
    from countercase.counterfactual.result import Matter, WhatIf
    from countercase.counterfactual.shapley import Attribution
    from countercase.counterfactual.state import FactKey
    from countercase.counterfactual.tree import Cancelled, Growth, Notify, TreeTools
    from countercase.counterfactual.validator import Adviser
    from countercase.domain.perturbation import Tree


REACH_RANKS = 100  # how far down a case is looked for when it is to be brought in


class WhatIfs(Explaining):
    """What happens when a fact changes."""

    @cached_property
    def instrument(self) -> "Instrument":
        """The measuring ranking, learned from this corpus once for each generation of the index."""
        from countercase.corpus.sentences import split_sentences
        from countercase.counterfactual.instrument import VERSION, Judgment, build_instrument, load, save

        path = self._open_index().folder / f"instrument-{VERSION}.npz"
        if path.is_file():
            return load(path, split_sentences)
        cases = (self.case(case_id) for case_id in self.store.case_ids())
        built = build_instrument(
            (
                Judgment(case.id, case.text, [one.base for one in case.provisions], self.facts_of(case.id).facts)
                for case in cases
            ),
            split_sentences,
            self.settings.counterfactual.seed,
        )
        save(built, path.with_suffix(".new"))
        path.with_suffix(".new").replace(path)
        return built

    def measured(self, run: "WhatIf") -> "WhatIf":
        """A run with every change read against its placebos by the instrument."""
        from countercase.counterfactual.measure import measure_tree

        options = self.settings.counterfactual
        readings = measure_tree(run.tree, self.instrument, options.placebos, options.seed)
        evidence = {node: reading.evidence for node, reading in readings.items()}
        said = {
            node: self._said(run.tree, node, not one.dispositive if one.tested else None)
            for node, one in evidence.items()
        }
        return replace(run, evidence=evidence, explanations=said)

    def _said(self, tree: "Tree", node_id: int, wording_only: bool | None) -> tuple[str, ...]:
        """Why the ranks moved at a node, in sentences: what the effect is worth, then each precedent's."""
        told = self.explain_move(tree, node_id, wording_only)
        sentences = (
            f"{self.case(move.case_id).name}: {move.sentence.text}" for move in told.moves if move.sentence is not None
        )
        return tuple(text for text in (told.note, *sentences) if text)

    def whatif_tools(
        self, top_k: int, locks: "Collection[FactKey]" = (), filter_: CaseFilter | None = None
    ) -> "TreeTools":
        """What a perturbation tree over this workspace is grown with; rankings are `top_k` long."""
        from countercase.counterfactual.propose import propose
        from countercase.counterfactual.tree import TreeTools
        from countercase.counterfactual.validator import Validator
        from countercase.domain.facts import FactKind
        from countercase.facts.edit import edit
        from countercase.facts.vocabulary import entries

        seed = self.settings.counterfactual.seed
        words = {kind: frozenset(entries(kind)) for kind in FactKind if entries(kind)}
        return TreeTools(
            retrieve=lambda sheets: self.rank_sheets(sheets, top_k, filter_),
            edit=edit,
            propose=lambda sheet: propose(sheet, seed, locks, words),
            validate=Validator(self._plausibility),
        )

    @property
    def _plausibility(self) -> "Adviser | None":
        """Advice on what-ifs, where a model is configured and the settings do not forbid it."""
        return self.advisers.plausibility if self.advisers and self.settings.llm.validate_changes else None

    def whatif(
        self,
        matter: "Matter",
        locks: "Collection[FactKey]" = (),
        notify: "Notify" = lambda _: None,
        cancelled: "Cancelled" = lambda: False,
    ) -> "WhatIf":
        """The perturbation tree of a matter and what it says; a tree that came with the matter is gone on with."""
        from countercase.counterfactual.tree import deepen, grow, resume

        options, so_far = self.settings.counterfactual, matter.so_far
        top_k = self.settings.retrieval.top_k if so_far is None else so_far.tree.k
        tools = self.whatif_tools(top_k, locks, matter.filter)
        if so_far is None:
            return self.shown(matter, grow(matter.sheet, tools, options, top_k, notify, cancelled))
        return self.shown(matter, resume(deepen(so_far, options), tools, notify, cancelled))

    def shown(self, matter: "Matter", growth: "Growth") -> "WhatIf":
        """A growth with the names of its cases and the words for its facts."""
        from countercase.counterfactual.result import WhatIf
        from countercase.facts.words import describe

        seen = dict.fromkeys(case for node in growth.tree.nodes for case in node.ranking)
        names = {case_id: self.case(case_id).name for case_id in seen}
        validator = f"rules, then {self.settings.llm.model}" if self._plausibility else "rules"
        about = {"plan": "whatif", "validator": validator}
        return WhatIf(matter.id, matter.title, growth, names, describe, about=about)

    def reach(self, matter: "Matter", case_id: CaseId, aim: "Aim", locks: "Collection[FactKey]" = ()) -> "Reached":
        """The fewest changes that bring a case into the list, or drive it out."""
        from countercase.counterfactual.reach import reach

        tools = self.whatif_tools(REACH_RANKS, locks, matter.filter)
        return reach(matter.sheet, case_id, aim, self.settings.retrieval.top_k, tools)

    def analogy(self, matter: "Matter", case_id: CaseId) -> "Analogy":
        """A matter beside a stored case: shared facts, near misses, and the changes that would help or hurt."""
        from countercase.counterfactual.analogy import compare
        from countercase.facts.extract import build
        from countercase.facts.words import describe

        case = self.case(case_id)
        return compare(matter.sheet, build(case.text, case.paragraphs, case.outcome), describe)

    def attribute(self, matter: "Matter", run: "WhatIf") -> "Attribution":
        """How much of the list each fact of the seed's four types carries; dates carry their law and are left out."""
        from countercase.counterfactual.shapley import attribute, places_kept
        from countercase.counterfactual.state import movable
        from countercase.facts.edit import edit

        tools = self.whatif_tools(run.tree.k, (), matter.filter)
        value = places_kept(run.tree.root.ranking, run.tree.k)
        facts = movable(matter.sheet)
        return attribute(matter.sheet, facts, tools.retrieve, edit, value, self.settings.counterfactual.seed)
