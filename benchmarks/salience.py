"""Which sentences of a narrative matter: what the instrument and the facts lose without a sentence.

A sentence is removed together with its facts. The movement of the instrument shows what the cases link to it; its acts
and the ingredients of a charge that it states show what the law looks at. Neither is enough alone: counting acts finds
the sentences that experts marked better than any ranking does, but says nothing about a sentence without an act.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import log

from countercase.counterfactual.instrument import Instrument, InstrumentQuery
from countercase.counterfactual.law_reading import MatterReading, read_matter
from countercase.counterfactual.measure import change_of_z
from countercase.counterfactual.verdict import LEAST
from countercase.domain.facts import FactSheet
from countercase.domain.span import Span
from countercase.facts.categories import deed_tokens
from countercase.law.ingredients import SubjectKind, tables

MOST = 3.0  # most acts and ingredients of one sentence that count: a list of weapons must not dominate
# Set on the development narratives; both halves gain.
DEED = 2.0
INGREDIENT = 0.5


@dataclass(frozen=True, slots=True)
class Salience:
    """What is lost without one sentence: its effect on the instrument, its acts, and the ingredients that it states."""

    effect: float
    deeds: float
    ingredients: float

    @property
    def score(self) -> float:
        """One number that orders the sentences; the scale has no meaning."""
        told = DEED * min(MOST, self.deeds) + INGREDIENT * min(MOST, self.ingredients)
        return log(self.effect + LEAST) + told


def sentence_salience(
    sentences: Sequence[str], read: Callable[[str], FactSheet], instrument: Instrument
) -> list[Salience]:
    """The salience of each sentence; `read` extracts the facts of a text."""
    texts = [" ".join(sentences), *(" ".join([*sentences[:n], *sentences[n + 1 :]]) for n in range(len(sentences)))]
    whole, *rest = [read(text) for text in texts]
    root, *rows = instrument.scores([InstrumentQuery.of(sheet) for sheet in (whole, *rest)])
    reading = read_matter(whole)
    return [
        Salience(change_of_z(root, row), sum(deed_tokens(read(sentence).facts).values()), _ingredients(reading, place))
        for sentence, place, row in zip(sentences, _places(sentences), rows, strict=True)
    ]


def _places(sentences: Sequence[str]) -> list[Span]:
    """The position of each sentence in the text that they make together."""
    starts = [0, *accumulate(len(sentence) + 1 for sentence in sentences)]
    return [Span(start, start + len(sentence)) for start, sentence in zip(starts, sentences, strict=False)]


def _ingredients(reading: MatterReading, place: Span) -> float:
    """The ingredients of a charge that the words at a place state."""
    return float(
        sum(
            tables().subjects[ingredient.subject].kind is SubjectKind.CHARGE
            and any(span.overlaps(place) for span in ingredient.spans)
            for ingredient in reading.ingredients
        )
    )
