"""The words that a judgment shares with the matter: which sentence answers it best, and what is more than chance."""

import math
import re
from collections.abc import Callable, Sequence

from countercase.domain.span import Span
from countercase.explanation.quotations import Split, StoredSentence
from countercase.explanation.tokens import CUES, TokenKind, content_keys, polarities, tokenise
from countercase.text.words import stem

Rarity = Callable[[str], float]  # how informative a stemmed word is; 0 for a word that is everywhere
TERMS = 4
_SHORTEST_TERM = 4  # letters
_TELLING = 2.3  # rarity below which a word is uninformative: it occurs in every tenth passage or more


# A capital inside a sentence: "Natthi Devi", "the Morena hospital". Abbreviations in capitals are no names.
_NAME = re.compile(r"(?<=[\w,)] )[A-Z](?![A-Z])\w*|(?<=\. )[A-Z](?![A-Z])\w*(?= [A-Z](?![A-Z]))")


def word_weights(text: str, rarity: Rarity) -> dict[str, float]:
    """The words of the matter that can match, with their weights; its numbers and names are left out."""
    tokens = [token for token in tokenise(text) if token.kind is TokenKind.WORD and len(token.key) > 2]
    name_starts = {Span(*match.span()).start for match in _NAME.finditer(text)}
    words = {token.key for token in tokens if token.start not in name_starts} - CUES
    return {word: weight for word in words if (weight := rarity(word)) > 0}


def likeness(sentence: StoredSentence, weights: dict[str, float]) -> float:
    """The weight of the matter's words in a sentence, damped so that long sentences do not always win."""
    keys = content_keys(sentence.text)
    return sum(weights.get(key, 0.0) for key in keys) / math.sqrt(8 + len(keys))


# Words that every judgment has: sharing them means nothing.
_OF_EVERY_CASE = frozenset(
    "came proved filed found needs needed produced nearly year years month months passed aside witness witnesses caused"
    " death occurrence recovered gave given took taken stated said trial accused deceased court police returned return"
    " stop went sent made case order petition appeal complaint complainant arrested custody place present under person"
    " days day period believe believed ever permitted remaining filing second third first"
    " later earlier nothing anything however therefore question number received asked told"
    " plaintiff defendant appellant respondent petitioner paid towards mother father brother sister son daughter child"
    " children husband wife room house name says hold moved application special charge sheet murder disclose notice"
    " noticed ground grounds applied applicant counsel evidence statement record records fact facts high judge section"
    " offence prosecution offer state act date time side same part another addressed different several within already"
    " along used using having thereafter way sought seek always final hearing talk talks gone injury injuries described"
    " turned cross examination available appear convicted convict sentenced sentence fine imprisonment rigorous allowed"
    " opposed suit amount landlord tenant borrower insurer insured employee employer workman".split()
)
_STEMS_OF_EVERY_CASE = frozenset(stem(word) for word in _OF_EVERY_CASE)


def carrying_terms(sentence: StoredSentence, weights: dict[str, float], count: int = TERMS) -> list[str]:
    """The words of greatest weight that a sentence shares with the matter, as the sentence writes them, in order."""
    first_use: dict[str, tuple[int, str]] = {}
    denied = {key for key, negated in polarities(sentence.text).items() if negated == {True}}
    for token in tokenise(sentence.text):
        lower = sentence.text[token.start : token.end].lower()
        if token.key in denied or len(lower) < _SHORTEST_TERM or stem(lower) in _STEMS_OF_EVERY_CASE:
            continue
        if weights.get(token.key, 0.0) >= _TELLING and token.key not in first_use:
            first_use[token.key] = (token.start, sentence.text[token.start : token.end])
    best = sorted(first_use, key=lambda key: (-weights[key], key))[:count]
    return [word for _, word in sorted(first_use[key] for key in best)]


def best_sentences(sentences: Sequence[StoredSentence], weights: dict[str, float]) -> list[StoredSentence]:
    """The sentences, those nearest to the matter first."""
    return sorted(sentences, key=lambda sentence: (-likeness(sentence, weights), sentence.span))


# Whether the shared words bring a passage near to the matter.

_TOGETHER = 2  # words shared with a single sentence of the matter; fewer may be chance
# The least weight of the shared words, in multiples of the weight of the matter's rarest word.
_NEAR = 2.0
_NEAR_OF_COURT = 1.25  # of the Court's own words
_ALL = 20  # more words than a sentence shares with any matter


class MatterWords:
    """The words of a matter with their weights, sentence by sentence."""

    def __init__(self, narrative: str, split: Split, rarity: Rarity) -> None:
        self._narrative = narrative
        self._sentences = [content_keys(span.of(narrative)) for span in split(narrative)]
        self.weights = word_weights(narrative, rarity)
        self.all = content_keys(narrative)

    def are_telling(self, terms: Sequence[str], sentence: StoredSentence) -> bool:
        """Whether a passage is near the matter: three shared words, rare enough, in one sentence of it.

        The Court's own words need fewer: what they are about is hardly chance.
        """
        if sentence.sure:
            return self._weight(terms) >= _NEAR_OF_COURT and self._together(terms) >= _TOGETHER
        together = self._together(carrying_terms(sentence, self.weights, _ALL))
        return len(terms) > _TOGETHER and together > _TOGETHER and self._weight(terms) >= _NEAR

    def surround(self, thing: str, spans: Sequence[Span], sentence: StoredSentence) -> bool:
        """Whether the sentence has two other words that the matter uses beside the thing it mentions at the spans."""
        other_words = _keys(carrying_terms(sentence, self.weights, _ALL)) - content_keys(thing)
        mentions = [content_keys(span.of(self._narrative)) for span in spans]
        sentences = [words for words in self._sentences if any(mention & words for mention in mentions)]
        return any(len(other_words & words) >= _TOGETHER for words in sentences)

    def _weight(self, terms: Sequence[str]) -> float:
        return sum(self.weights.get(key, 0.0) for key in _keys(terms)) / max(self.weights.values(), default=1.0)

    def _together(self, terms: Sequence[str]) -> int:
        """The largest number of these words in one sentence of the matter."""
        return max((len(_keys(terms) & sentence) for sentence in self._sentences), default=0)


def shares_more(sentence: StoredSentence, spans: Sequence[Span], words: MatterWords) -> bool:
    """Whether the sentence has another telling word of the matter, besides those that name the point."""
    of_points = {key for span in spans for key in content_keys(span.of(sentence.text))}
    return any(content_keys(term) - of_points for term in carrying_terms(sentence, words.weights, _ALL))


def _keys(terms: Sequence[str]) -> frozenset[str]:
    return frozenset(key for term in terms for key in content_keys(term))
