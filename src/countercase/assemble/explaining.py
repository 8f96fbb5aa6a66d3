"""Explanations over a workspace."""

from functools import cached_property
from typing import TYPE_CHECKING

from countercase.assemble.searching import Searching
from countercase.domain.case import CaseId
from countercase.domain.ranking import Precedent

if TYPE_CHECKING:
    from countercase.domain.explanation import Explanation, RankExplanation
    from countercase.domain.facts import FactSheet
    from countercase.domain.perturbation import Tree
    from countercase.explanation.why_case import Rewrite
    from countercase.explanation.why_moved import KnownCase


class Explaining(Searching):
    """Why a case answers, and why ranks moved."""

    def explain(self, matter: "FactSheet", precedent: Precedent, rewrite: "Rewrite | None" = None) -> "Explanation":
        """Why a precedent answers a matter, every sentence held against the stored text before it is given."""
        from countercase.corpus.sentences import split_sentences
        from countercase.explanation.why_case import Subject, explain_case, smooth

        known = self.known(precedent.case_id)
        subject = Subject(matter, known.case, known.facts, precedent.passage)
        built = explain_case(subject, split_sentences, self.rarity)
        rewrite = rewrite or self._rewrite
        return smooth(built, rewrite) if rewrite else built

    def explain_move(self, tree: "Tree", node_id: int, wording_only: bool | None = None) -> "RankExplanation":
        """Why the ranks moved at a node of the tree; `wording_only` where its effect is inside the placebo band."""
        from countercase.corpus.sentences import split_sentences
        from countercase.explanation.why_moved import explain_move

        node = tree.nodes[node_id]
        parent = tree.nodes[node.parent or 0]
        return explain_move(node, parent, self.known, split_sentences, tree.k, wording_only)

    def known(self, case_id: CaseId) -> "KnownCase":
        """A case and its facts, which are read once."""
        from countercase.explanation.why_moved import KnownCase
        from countercase.facts.extract import extract_facts

        if case_id not in self._known:
            case = self.case(case_id)
            self._known[case_id] = KnownCase(case, extract_facts(case.text))
        return self._known[case_id]

    @cached_property
    def _known(self) -> "dict[CaseId, KnownCase]":
        return {}

    @property
    def _rewrite(self) -> "Rewrite | None":
        """Smoother prose, where the settings ask for it."""
        advisers = self.advisers if self.settings.llm.smooth_prose else None
        return (lambda sentence: advisers.smooth(sentence.text, sentence.quote)) if advisers else None
