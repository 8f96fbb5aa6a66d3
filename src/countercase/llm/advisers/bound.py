"""The advisers bound to one model, in the shapes that the features take."""

from collections.abc import Callable
from dataclasses import dataclass

from countercase.domain.facts import Fact, FactSheet
from countercase.domain.perturbation import Perturbation
from countercase.llm.advisers import disputes, facts, prose, verdict
from countercase.llm.model import LanguageModel


@dataclass(frozen=True, slots=True)
class Advisers:
    """`plausibility` for the validator, `suggest_facts` and `dispute_facts` for the sheet, `smooth` for prose."""

    model: LanguageModel

    def plausibility(self, _sheet: FactSheet, change: Perturbation, changed: FactSheet) -> str:
        """JSON text of the validator's advice; the sheet before the change is in the change."""
        return verdict.plausibility(self.model, change, changed)

    def suggest_facts(self, narrative: str) -> facts.Suggestions:
        """Facts that the rules may have missed, each with its place."""
        return facts.suggest_facts(self.model, narrative)

    def dispute_facts(self, sheet: FactSheet, describe: Callable[[Fact], str]) -> disputes.Disputes:
        """Facts of the sheet that the narrative speaks against, each with the words that do."""
        return disputes.dispute_facts(self.model, sheet, describe)

    def smooth(self, sentence: str, quote: str) -> str:
        """The sentence in smoother words; as it was where the model failed or strayed."""
        return prose.smooth(self.model, sentence, quote)
