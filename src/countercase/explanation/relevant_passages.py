"""Which passages of a judgment bear on a matter: those on a point that it raises, and those nearest to it in words."""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from countercase.domain.case import SectionType, Speaker
from countercase.domain.span import Span
from countercase.explanation.quotations import Split, StoredSentence, speaks_of_another_case, tidy
from countercase.explanation.tokens import CUES, TokenKind, content_keys, polarities, tokenise
from countercase.explanation.worth_quoting import (
    can_state_a_fact,
    is_a_reason,
    is_fragment,
    is_probably_a_reason,
    points_back,
    says_nothing,
    states_law,
)
from countercase.facts.other_matters import is_about_another_matter
from countercase.files import packaged_rows
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
    " opposed suit amount landlord tenant borrower insurer insured employee employer workman"
    " limited company private according accordingly regarding concerning further".split()
)
_STEMS_OF_EVERY_CASE = frozenset(stem(word) for word in _OF_EVERY_CASE)


def telling_keys(text: str) -> frozenset[str]:
    """The words of a text that not every judgment has; numbers, short words and denials are left out."""
    words = {token.key for token in tokenise(text) if token.kind is TokenKind.WORD and len(token.key) > 2}
    return frozenset(words - _STEMS_OF_EVERY_CASE - CUES)


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
_NEAR_OF_COURT = 1.6  # of the Court's own words
_ALL = 20  # more words than a sentence shares with any matter


class MatterWords:
    """The words of a matter with their weights, sentence by sentence."""

    def __init__(self, narrative: str, split: Split, rarity: Rarity) -> None:
        self._narrative = narrative
        sentences = [span.of(narrative) for span in split(narrative)]
        own = [sentence for sentence in sentences if not is_about_another_matter(sentence, 0)]
        self._sentences = [content_keys(sentence) for sentence in own]
        self.weights = word_weights("\n".join(own), rarity)
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


@dataclass(frozen=True, slots=True)
class LegalPoint:
    """A point on which cases turn: a late identification parade, the readiness of the buyer, an expired licence.

    It is shared where the matter raises it, perhaps in the short forms of a brief, and a judgment discusses it.
    """

    name: str
    in_matter: re.Pattern[str]
    in_judgment: re.Pattern[str]


@cache
def legal_points() -> tuple[LegalPoint, ...]:
    """Every point of the table."""
    return tuple(
        LegalPoint(row["point"], _pattern(row["in_matter"]), _pattern(row["in_judgment"]))
        for row in packaged_rows("countercase.explanation", "data", "points.csv")
    )


def _pattern(words: str) -> re.Pattern[str]:
    """The pattern of a cell; a blank stands for any white space, and one with a question mark may be missing."""
    return re.compile(words.replace(" ?", r"\s*").replace("- ]", r"-\s]").replace(" ", r"\s+"), re.IGNORECASE)


def raised_points(narrative: str) -> list[LegalPoint]:
    """The points that a matter raises; what it says of other matters, or sets aside as not its own, raises none."""
    return [
        point
        for point in legal_points()
        if any(_is_raised_at(match.start(), narrative) for match in point.in_matter.finditer(narrative))
    ]


# What a note says of something that does not arise: "no such plea is taken", "extra-judicial confession; none here".
_DOES_NOT_ARISE = re.compile(
    r"\bno\s+such\s+(?:plea|case|claim|prayer|demand)\b|\bnone\s+(?:here|in\s+(?:this|our)\s+case)\b|\bnot\s+(?:our|the)\s+case\b"
    r"|\bnot\s+(?:connected|alleged|pleaded|in\s+issue|put\s+in)\b|\bno\b[^.;]{0,40}\b(?:is|was)\s+(?:alleged|set\s+up|pleaded|called\s+for|moved)\b",
    re.IGNORECASE,
)
_SENTENCE_BREAK = re.compile(r"(?<=[a-z)\d]{2})\.\s+(?=[A-Z])|\n+")


def _is_raised_at(start: int, narrative: str) -> bool:
    """Whether the words at `start` are about this matter, and are not said to be outside it."""
    begin = max((match.end() for match in _SENTENCE_BREAK.finditer(narrative, 0, start + 1)), default=0)
    after = _SENTENCE_BREAK.search(narrative, start)
    sentence = narrative[begin : after.start() if after else len(narrative)]
    return not (_DOES_NOT_ARISE.search(sentence) or is_about_another_matter(sentence, start - begin))


_TAKEN_UP = 3  # sentences on a point, from which the judgment is about it
_SHORT = 60  # sentences of a judgment that is about a point of which two of them speak


def taken_up(points: Sequence[LegalPoint], sentences: Sequence[str]) -> list[LegalPoint]:
    """The points that a judgment takes up again and again, and does not only touch on."""
    least = _TAKEN_UP if len(sentences) > _SHORT else _TAKEN_UP - 1
    return [
        point
        for point in points
        if sum(point.in_judgment.search(sentence) is not None for sentence in sentences) >= least
    ]


def discussed(points: Sequence[LegalPoint], sentence: str) -> list[Span]:
    """Where a sentence names the points, each once, in order; of two names that overlap, the longer."""
    matches = (point.in_judgment.search(sentence) for point in points)
    spans = {Span(*match.span()) for match in matches if match}
    return sorted(
        span
        for span in spans
        if not any(other != span and other.overlaps(span) and len(other) >= len(span) for other in spans)
    )


_LONGEST_NAME = 6  # words
_TRAILING = re.compile(r"(?:\s+(?:of|to|by|in|for|under|the|a|an))+$", re.IGNORECASE)


def name_of(span: Span, sentence: str) -> str:
    """A point as the sentence names it; empty if only figures are left, or if the words are no name."""
    name = _TRAILING.sub("", tidy(span.of(sentence)))
    return name if re.search(r"[a-z]{3}", name) and len(name.split()) <= _LONGEST_NAME else ""


_VERY_LIKELY = 0.85  # probability of being the Court's own from which a point alone is enough; below, words must agree
_MOST_REASONS = 8  # of each kind; each must pass the strict check
# Opinions that may be given as someone's holding: a separate one with its author, and our summary as such.
_NAMED_OPINIONS = frozenset({Speaker.SEPARATE, Speaker.SUMMARY})

QuotablePassage = tuple[StoredSentence, list[Span]]  # a sentence, and where it names points that the matter raises


def reasons_to_try(
    sentences: Sequence[StoredSentence], words: MatterWords, points: Sequence[LegalPoint]
) -> Iterator[QuotablePassage]:
    """The Court's own reasons first, then those that are only probably its own; on the points before others."""
    sentences = _not_taken_back(sentences)
    reasons = [sentence for sentence in sentences if is_a_reason(sentence)]
    certain = [sentence for sentence in reasons if sentence.sure or sentence.voice.speaker in _NAMED_OPINIONS]
    probable = [
        sentence
        for sentence in sentences
        if is_probably_a_reason(sentence)
        and (sentence.own >= _VERY_LIKELY or len(carrying_terms(sentence, words.weights)) > 1)
    ]
    doubtful = [sentence for sentence in reasons if sentence.voice.speaker is Speaker.COURT and not sentence.sure]
    yield from _on_points([sentence for sentence in certain if sentence.sure], words, points)
    yield from _near(certain, words)
    yield from _on_points(probable, words, taken_up(points, [sentence.text for sentence in sentences]))
    yield from _near(doubtful, words)


# A sentence that takes back what the one before it says: "ordinarily a court does not interfere. However, ..."
_TAKES_BACK = re.compile(
    r"\W*(?:However|But|Nevertheless|Nonetheless|Yet|At\s+the\s+same\s+time|That\s+said|Having\s+said)\b"
)


def _not_taken_back(sentences: Sequence[StoredSentence]) -> list[StoredSentence]:
    """The sentences but those that the next one qualifies; our summaries stand as they are."""
    following = [*(sentence.text for sentence in sentences[1:]), ""]
    return [
        sentence
        for sentence, after in zip(sentences, following, strict=False)
        if sentence.voice.speaker is Speaker.SUMMARY or not _TAKES_BACK.match(after)
    ]


def _on_points(
    sentences: Sequence[StoredSentence], words: MatterWords, points: Sequence[LegalPoint]
) -> list[QuotablePassage]:
    """The sentences on most of the points; among equals, those nearest to the matter."""
    reasons = [(sentence, spans) for sentence in sentences if (spans := discussed(points, sentence.text))]
    reasons.sort(key=lambda reason: (-len(reason[1]), -likeness(reason[0], words.weights), reason[0].span))
    return reasons[:_MOST_REASONS]


_OF_THE_CASE = re.compile(
    r"\b(?:appellants?|respondents?|petitioners?|accused|deceased|plaintiffs?|defendants?|complainants?|prosecut\w+|claimants?|insurer|insured"
    r"|tenants?|landlords?|assessee|revenue|workm[ae]n|employees?|employer|detenu|company|corporation|bank|board|authority|state|court|tribunal|victim"
    r"|witness\w*|PW|FIR|suit|appeal|sale\s+deed|will|agreement|policy|cheque|award)\b",
    re.IGNORECASE,
)


def _near(sentences: Sequence[StoredSentence], words: MatterWords) -> Iterator[QuotablePassage]:
    """The sentences that share telling words with the matter; our summaries need not."""
    nearest = sorted(sentences, key=lambda sentence: (-likeness(sentence, words.weights), sentence.span))
    for sentence in nearest[:_MOST_REASONS]:
        is_summary = sentence.voice.speaker is Speaker.SUMMARY
        if not (is_summary or _OF_THE_CASE.search(sentence.text) or HAPPENED.search(sentence.text)):
            continue  # on the ways of the world
        if is_summary or words.are_telling(carrying_terms(sentence, words.weights), sentence):
            yield sentence, []


# Passages on a point that the matter raises, for a case of which nothing else can be said.

_READABLE_LENGTH = range(10, 46)  # words of a sentence that can be taken in at once
_MOST_PASSAGES = 6
_ISSUE = re.compile(r"\b(?:question|issue|point)s?\b[^.;]{0,120}?\bwhether\b|\bwhether\b[^?]{20,}\?\W*$", re.IGNORECASE)
# What happened in the case, and not what the law is.
HAPPENED = re.compile(
    r"\b(?:was|were|had|has|have|did|found|held|gave|took|made|paid|sold|left|saw|told|came|went|ruled|filed|lodged|repudiated|rejected|refused|recorded|terminated|executed|proceeded|issued)\b"
)
_CITES = re.compile(
    r"\b(?:may|can|shall|should|would|must|will)\b|\b(?:Section|sub-?s|Article|Rule|Act)\b|\bs\.\s?\d|^\W*(?:That|Without|While|How)\b"
)
_ARGUES = re.compile(
    r"\b(?:argu\w+|conten[dt]\w*|submi\w+|urged|counsel|rel(?:ied|iance)|advocate|plead(?:ed|s)?|written\s+statement|averred|decisions?\s+(?:of|in)|judgments?\s+(?:of|in))\b",
    re.IGNORECASE,
)
_NOT_OF_THIS_CASE = frozenset({Speaker.COUNSEL, Speaker.EARLIER, Speaker.STATUTE, Speaker.SUMMARY})


def passages_on_points(
    sentences: Sequence[StoredSentence], words: MatterWords, points: Sequence[LegalPoint]
) -> list[QuotablePassage]:
    """Sentences that state an issue or a fact on most of the points, nearest to the matter first."""
    points = taken_up(points, [sentence.text for sentence in sentences])
    sentences = [sentence for sentence in sentences if not _is_conclusion_below(sentence)]
    passages = [
        (sentence, spans)
        for sentence in sentences
        if (spans := discussed(points, sentence.text))
        and _may_be_quoted(sentence)
        and shares_more(sentence, spans, words)
    ]
    passages.sort(
        key=lambda item: (
            not _is_issue(item[0]),
            -len(item[1]),
            -likeness(item[0], words.weights),
            item[0].span,
        )
    )
    return passages[:_MOST_PASSAGES]


_CONCLUDES = re.compile(r"\b(?:therefore|hence|thus|admittedly|cannot)\b", re.IGNORECASE)


def _is_conclusion_below(sentence: StoredSentence) -> bool:
    """Whether a court below concludes something, perhaps wrongly, in words that do not say who concludes."""
    return sentence.voice.speaker is Speaker.BELOW and _CONCLUDES.search(sentence.text) is not None


def _may_be_quoted(sentence: StoredSentence) -> bool:
    text = sentence.text
    if sentence.voice.speaker in _NOT_OF_THIS_CASE or sentence.section is SectionType.SUBMISSIONS:
        return False
    if len(text.split()) not in _READABLE_LENGTH or speaks_of_another_case(sentence) or _ARGUES.search(text):
        return False
    if is_fragment(text) or points_back(text) or states_law(text):
        return False
    if _is_issue(sentence):
        return True
    return (
        bool(HAPPENED.search(text))
        and not _CITES.search(text)
        and can_state_a_fact(sentence)
        and not says_nothing(text)
    )


def _is_issue(sentence: StoredSentence) -> bool:
    """Whether the sentence says what the Court has to decide."""
    return _ISSUE.search(sentence.text) is not None
