"""The advisers bound to one model, in the shapes that the features take."""

from dataclasses import dataclass

from countercase.domain.facts import FactSheet
from countercase.domain.perturbation import Perturbation
from countercase.llm.advisers import facts, prose, verdict
from countercase.llm.model import LanguageModel


@dataclass(frozen=True, slots=True)
class Advisers:
    """`plausibility` for the validator, `suggest_facts` for the fact sheet, `smooth` for explanations."""

    model: LanguageModel

    def plausibility(self, _sheet: FactSheet, change: Perturbation, changed: FactSheet) -> str:
        """JSON text of the validator's advice; the sheet before the change is in the change."""
        return verdict.plausibility(self.model, change, changed)

    def suggest_facts(self, narrative: str) -> facts.Suggestions:
        """Facts that the rules may have missed, each with its place."""
        return facts.suggest_facts(self.model, narrative)

    def smooth(self, sentence: str, quote: str) -> str:
        """The sentence in smoother words; as it was where the model failed or strayed."""
        return prose.smooth(self.model, sentence, quote)
