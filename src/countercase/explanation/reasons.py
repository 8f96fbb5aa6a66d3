"""Which reasons of the Court to give: on a point that the matter raises, or nearest to the matter in words."""

import re
from collections.abc import Iterator, Sequence

from countercase.domain.case import Speaker
from countercase.domain.span import Span
from countercase.explanation.points import LegalPoint, discussed, taken_up
from countercase.explanation.quotations import StoredSentence
from countercase.explanation.shared_words import MatterWords, carrying_terms, likeness
from countercase.explanation.worth_quoting import is_a_reason, is_probably_a_reason

_VERY_LIKELY = 0.85  # probability of being the Court's own from which a point alone is enough; below, words must agree
_TRIES = 8  # reasons of each kind; each must pass the strict check
# Opinions that may be given as someone's holding: a separate one with its author, and our summary as such.
_NAMED_OPINIONS = frozenset({Speaker.SEPARATE, Speaker.SUMMARY})

Reason = tuple[StoredSentence, list[Span]]  # a sentence, and where it names points that the matter raises


def reasons_to_try(
    sentences: Sequence[StoredSentence], words: MatterWords, points: Sequence[LegalPoint]
) -> Iterator[Reason]:
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


def _on_points(sentences: Sequence[StoredSentence], words: MatterWords, points: Sequence[LegalPoint]) -> list[Reason]:
    """The sentences on most of the points; among equals, those nearest to the matter."""
    found = [(sentence, discussed(points, sentence.text)) for sentence in sentences]
    found = [(sentence, spans) for sentence, spans in found if spans]
    found.sort(key=lambda reason: (-len(reason[1]), -likeness(reason[0], words.weights), reason[0].span))
    return found[:_TRIES]


def _near(sentences: Sequence[StoredSentence], words: MatterWords) -> Iterator[Reason]:
    """The sentences that share telling words with the matter; our summaries need not."""
    nearest = sorted(sentences, key=lambda sentence: (-likeness(sentence, words.weights), sentence.span))
    for sentence in nearest[:_TRIES]:
        is_summary = sentence.voice.speaker is Speaker.SUMMARY
        if is_summary or words.are_telling(carrying_terms(sentence, words.weights), sentence):
            yield sentence, []
