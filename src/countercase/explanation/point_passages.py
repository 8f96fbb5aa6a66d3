"""Passages that speak of a point which the matter raises, for a case of which nothing else can be said."""

import re
from collections.abc import Sequence

from countercase.domain.case import SectionType, Speaker
from countercase.domain.span import Span
from countercase.explanation.points import LegalPoint, discussed, taken_up
from countercase.explanation.quotations import StoredSentence, speaks_of_another_case
from countercase.explanation.shared_words import MatterWords, likeness, shares_more
from countercase.explanation.worth_quoting import can_state_a_fact, is_fragment, points_back, says_nothing, states_law

_LENGTH = range(10, 46)  # words of a sentence that can be taken in at once
_TRIES = 6
_ISSUE = re.compile(r"\b(?:question|issue|point)s?\b[^.;]{0,120}?\bwhether\b|\bwhether\b[^?]{20,}\?\W*$", re.IGNORECASE)
# What happened in the case, and not what the law is.
_HAPPENED = re.compile(
    r"\b(?:was|were|had|has|have|did|found|held|gave|took|made|paid|sold|left|saw|told|came|went|ruled|filed|lodged|repudiated|rejected|refused|recorded|terminated|executed|proceeded|issued)\b"
)
_CITES = re.compile(
    r"\b(?:may|can|shall|should|would|must)\b|\b(?:Section|sub-?s|Article|Rule|Act)\b|\bs\.\s?\d|^\W*(?:That|Without|While|How)\b"
)
_ARGUES = re.compile(
    r"\b(?:argu\w+|conten[dt]\w*|submi\w+|urged|counsel|rel(?:ied|iance)|advocate|plead(?:ed|s)?|decisions?\s+(?:of|in)|judgments?\s+(?:of|in))\b",
    re.IGNORECASE,
)
_NOT_OF_THIS_CASE = frozenset({Speaker.COUNSEL, Speaker.EARLIER, Speaker.STATUTE, Speaker.SUMMARY})


def passages_on_points(
    sentences: Sequence[StoredSentence], words: MatterWords, points: Sequence[LegalPoint]
) -> list[tuple[StoredSentence, list[Span]]]:
    """Sentences that state an issue or a fact on most of the points, nearest to the matter first."""
    points = taken_up(points, [sentence.text for sentence in sentences])
    found = [
        (sentence, spans)
        for sentence in sentences
        if (spans := discussed(points, sentence.text))
        and _may_be_quoted(sentence)
        and shares_more(sentence, spans, words)
    ]
    found.sort(
        key=lambda item: (
            not _is_issue(item[0]),
            -len(item[1]),
            -likeness(item[0], words.weights),
            item[0].span,
        )
    )
    return found[:_TRIES]


def _may_be_quoted(sentence: StoredSentence) -> bool:
    text = sentence.text
    if sentence.voice.speaker in _NOT_OF_THIS_CASE or sentence.section is SectionType.SUBMISSIONS:
        return False
    if len(text.split()) not in _LENGTH or speaks_of_another_case(sentence) or _ARGUES.search(text):
        return False
    if is_fragment(text) or points_back(text) or states_law(text):
        return False
    if _is_issue(sentence):
        return True
    return (
        bool(_HAPPENED.search(text))
        and not _CITES.search(text)
        and can_state_a_fact(sentence)
        and not says_nothing(text)
    )


def _is_issue(sentence: StoredSentence) -> bool:
    """Whether the sentence says what the Court has to decide."""
    return _ISSUE.search(sentence.text) is not None
