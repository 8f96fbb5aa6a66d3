"""The words that a passage shares with the matter, and whether they are more than chance."""

from collections.abc import Sequence

from countercase.domain.span import Span
from countercase.explanation.quotations import Rarity, Split, StoredSentence, carrying_terms, word_weights
from countercase.explanation.tokens import content_keys

_TOGETHER = 2  # words shared with one sentence of the matter; fewer may be chance
# The weight of what a passage shares with the matter, in weights of the matter's rarest word.
_TELLING, _TELLING_ALONE = 1.5, 2.0  # with three of the words in one sentence of the matter, and without
_TELLING_OF_COURT = 1.25  # of the Court's own words
_ALL = 20  # words of a sentence, more than it shares with any matter


class MatterWords:
    """The words of a matter with their weights, sentence by sentence."""

    def __init__(self, narrative: str, split: Split, rarity: Rarity) -> None:
        self._narrative = narrative
        self._sentences = [content_keys(span.of(narrative)) for span in split(narrative)]
        self.weights = word_weights(narrative, rarity)
        self.all = content_keys(narrative)

    def are_telling(self, terms: Sequence[str], sentence: StoredSentence) -> bool:
        """Whether a passage is near the matter: three shared words, rare enough, two or three of them in one sentence.

        The Court's own words need less: what they are about is not left to chance.
        """
        if sentence.sure:
            return self._weight(terms) >= _TELLING_OF_COURT and self._together(terms) >= _TOGETHER
        together = self._together(carrying_terms(sentence, self.weights, _ALL))
        least = _TELLING if together > _TOGETHER else _TELLING_ALONE
        return len(terms) > _TOGETHER and together >= _TOGETHER and self._weight(terms) >= least

    def surround(self, thing: str, spans: Sequence[Span], sentence: StoredSentence) -> bool:
        """Whether the sentence has two other words that the matter has beside the thing, which stands at the spans."""
        beside = _keys(carrying_terms(sentence, self.weights, _ALL)) - content_keys(thing)
        mentions = [content_keys(span.of(self._narrative)) for span in spans]
        told = [words for words in self._sentences if any(mention & words for mention in mentions)]
        return any(len(beside & words) >= _TOGETHER for words in told)

    def _weight(self, terms: Sequence[str]) -> float:
        return sum(self.weights.get(key, 0.0) for key in _keys(terms)) / max(self.weights.values(), default=1.0)

    def _together(self, terms: Sequence[str]) -> int:
        """The most of these words that one sentence of the matter has."""
        return max((len(_keys(terms) & told) for told in self._sentences), default=0)


def _keys(terms: Sequence[str]) -> frozenset[str]:
    return frozenset(key for term in terms for key in content_keys(term))
