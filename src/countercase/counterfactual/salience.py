"""Which sentences of a narrative matter: what leaves with a sentence, in the instrument and in the facts.

A sentence is taken out, its facts with it. How far the instrument moves says what the cases tie to it; what was done in
it, and the ingredients it states, say what the law asks about. Neither is enough alone: counting acts finds the
sentences that experts marked better than any ranking, and says nothing of a sentence without an act.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log

from countercase.counterfactual.answer import INGREDIENT
from countercase.counterfactual.instrument import Instrument, InstrumentQuery
from countercase.counterfactual.measure import change_of_z
from countercase.counterfactual.verdict import LEAST
from countercase.domain.facts import FactSheet
from countercase.facts.categories import category_tokens, deed_tokens

MOST = 3.0  # deeds and ingredients of one sentence that count: a list of weapons is not worth a page


@dataclass(frozen=True, slots=True)
class Salience:
    """What leaves with one sentence: an effect on the instrument, the deeds it states, and ingredients."""

    effect: float
    deeds: float
    ingredients: float

    @property
    def score(self) -> float:
        """One number for the order of sentences; the scale has no meaning."""
        return log(self.effect + LEAST) + min(MOST, self.deeds) + min(MOST, self.ingredients)


def sentence_salience(
    sentences: Sequence[str], read: Callable[[str], FactSheet], instrument: Instrument
) -> list[Salience]:
    """The salience of each sentence; `read` reads the facts of a text."""
    texts = [" ".join(sentences), *(" ".join([*sentences[:n], *sentences[n + 1 :]]) for n in range(len(sentences)))]
    whole, *rest = [read(text) for text in texts]
    root, *rows = instrument.scores([InstrumentQuery.of(sheet) for sheet in (whole, *rest)])
    return [
        Salience(change_of_z(root, row), sum(deed_tokens(read(sentence).facts).values()), _ingredients(whole, sheet))
        for sentence, sheet, row in zip(sentences, rest, rows, strict=True)
    ]


def _ingredients(whole: FactSheet, without: FactSheet) -> float:
    """The ingredients that stand on the whole sheet and not on the other."""
    left = category_tokens(without.facts)
    return float(sum(token.startswith(INGREDIENT) and token not in left for token in category_tokens(whole.facts)))
