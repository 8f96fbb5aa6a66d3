"""Which sentences of a narrative matter: what the instrument and the facts lose without a sentence.

A sentence is removed together with its facts. The movement of the instrument shows what the cases link to it; its acts
and ingredients show what the law looks at. Neither is enough alone: counting acts finds the sentences that experts
marked better than any ranking does, but says nothing about a sentence without an act.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log

from countercase.counterfactual.instrument import Instrument, InstrumentQuery
from countercase.counterfactual.measure import change_of_z
from countercase.counterfactual.verdict import INGREDIENT, LEAST
from countercase.domain.facts import FactSheet
from countercase.facts.categories import category_tokens, deed_tokens

MOST = 3.0  # most acts and ingredients of one sentence that count: a list of weapons must not dominate


@dataclass(frozen=True, slots=True)
class Salience:
    """What is lost without one sentence: its effect on the instrument, its acts and its ingredients."""

    effect: float
    deeds: float
    ingredients: float

    @property
    def score(self) -> float:
        """One number that orders the sentences; the scale has no meaning."""
        return log(self.effect + LEAST) + min(MOST, self.deeds) + min(MOST, self.ingredients)


def sentence_salience(
    sentences: Sequence[str], read: Callable[[str], FactSheet], instrument: Instrument
) -> list[Salience]:
    """The salience of each sentence; `read` extracts the facts of a text."""
    texts = [" ".join(sentences), *(" ".join([*sentences[:n], *sentences[n + 1 :]]) for n in range(len(sentences)))]
    whole, *rest = [read(text) for text in texts]
    root, *rows = instrument.scores([InstrumentQuery.of(sheet) for sheet in (whole, *rest)])
    return [
        Salience(change_of_z(root, row), sum(deed_tokens(read(sentence).facts).values()), _ingredients(whole, sheet))
        for sentence, sheet, row in zip(sentences, rest, rows, strict=True)
    ]


def _ingredients(whole: FactSheet, without: FactSheet) -> float:
    """The ingredients found on the whole sheet but not on the other."""
    left = category_tokens(without.facts)
    return float(sum(token.startswith(INGREDIENT) and token not in left for token in category_tokens(whole.facts)))
