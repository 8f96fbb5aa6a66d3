"""Explanations made wrong on purpose, to see whether a score of faithfulness notices.

Each kind changes one thing: the case that is pointed at, a number, a section, a name, a "not", the outcome, or any
word at all.
"""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from countercase.domain.case import CaseId
from countercase.domain.explanation import Statement
from countercase.domain.span import Span
from countercase.evaluation.explanation_eval import is_grounded
from countercase.explanation.strict import Check, check_anchored, name_spans
from countercase.explanation.tokens import TokenKind, content_keys, tokenise
from countercase.law.citations import find_citations
from countercase.law.provisions import find_provisions


class Corruption(StrEnum):
    """What is made wrong."""

    WRONG_CASE = "wrong case"
    NUMBER = "altered number"
    SECTION = "swapped section"
    NAME = "swapped name"
    NEGATION = "negation"
    OUTCOME = "swapped outcome"
    WORD = "foreign word"


def corrupt(kind: Corruption, sentence: Statement, others: Sequence[Statement], rng: random.Random) -> Statement | None:
    """The sentence with one error planted; None if it has nothing of that kind to change.

    `others` are true sentences about other cases; wrong anchors and foreign names come from them.
    """
    foreign = [other for other in others if other.anchor.case_id != sentence.anchor.case_id]
    if kind is Corruption.WRONG_CASE:
        return _wrong_case(sentence, foreign, rng)
    from_others = _FROM_OTHERS.get(kind)
    text = from_others(sentence, foreign, rng) if from_others else _IN_TEXT[kind](sentence.text, rng)
    return None if text is None or text == sentence.text else replace(sentence, text=text)


_QUOTATION = re.compile(r"“([^”]+)”")


def restated(sentence: Statement) -> Statement | None:
    """The quoted words as a plain statement, without quotation marks to help the check; None where they are too few."""
    longest = max(_QUOTATION.findall(sentence.text), key=len, default="")
    plain = longest.strip(" …")
    if "…" in plain or len(plain.split()) < 6:
        return None
    return replace(sentence, text=plain)


def _wrong_case(sentence: Statement, foreign: Sequence[Statement], rng: random.Random) -> Statement | None:
    if not foreign:
        return None
    other = rng.choice(foreign)
    return replace(sentence, anchor=other.anchor, quote=other.quote)


_UNITS = "one two three four five six seven eight nine ten eleven twelve".split()


def _altered_number(text: str, rng: random.Random) -> str | None:
    law = [mention.span for mention in find_provisions(text)] + [mention.span for mention in find_citations(text)]
    numbers = [
        Span(token.start, token.end)
        for token in tokenise(text)
        if token.kind in {TokenKind.NUMBER, TokenKind.DATE}
        and not any(span.overlaps(Span(token.start, token.end)) for span in law)
    ]
    if not numbers:
        return None
    place = rng.choice(numbers)
    return _put(text, place, _other_number(place.of(text), rng))


def _other_number(written: str, rng: random.Random) -> str:
    digits = [match.start() for match in re.finditer(r"\d", written)]
    if not digits:
        words = [word for word in _UNITS if word != written.lower()]
        return rng.choice(words)
    place = rng.choice(digits)
    figure = rng.choice([digit for digit in "123456789" if digit != written[place]])
    return written[:place] + figure + written[place + 1 :]


_SECTION_NUMBER = re.compile(r"\d+")


def _swapped_section(text: str, rng: random.Random) -> str | None:
    mentions = [mention for mention in find_provisions(text) if mention.number]
    if not mentions:
        return None
    span = rng.choice(mentions).span
    number = _SECTION_NUMBER.search(text, span.start, span.end)
    if number is None:
        return None
    here = set(_SECTION_NUMBER.findall(text))  # a section that is named as well would leave the sentence true
    others = [
        each for each in ("34", "120", "201", "300", "304", "306", "307", "323", "376", "420") if each not in here
    ]
    return _put(text, Span(*number.span()), rng.choice(others)) if others else None


def _other_name(sentence: Statement, foreign: Sequence[Statement], rng: random.Random) -> str | None:
    text = sentence.text
    names = name_spans(text)
    if not names:
        return None
    name_span = rng.choice(names)
    here = {word.casefold() for word in re.findall(r"\w+", text)}
    others = [
        name
        for other in rng.sample(foreign, min(20, len(foreign)))
        for span in name_spans(other.quote)
        if (name := span.of(other.quote)).casefold() not in here
    ]
    return _put(text, name_span, rng.choice(others)) if others else None


def _foreign_word(sentence: Statement, foreign: Sequence[Statement], rng: random.Random) -> str | None:
    """One plain word replaced by a word of another case."""
    own = _plain_words(sentence.text)
    there = content_keys(sentence.quote)
    others = [
        other.quote[span.start : span.end]
        for other in rng.sample(foreign, min(5, len(foreign)))
        for span in _plain_words(other.quote)
        if not content_keys(span.of(other.quote)) & there
    ]
    return _put(sentence.text, rng.choice(own), rng.choice(others)) if own and others else None


def _plain_words(text: str) -> list[Span]:
    tokens = (token for token in tokenise(text) if token.kind is TokenKind.WORD and token.end - token.start > 4)
    return [Span(token.start, token.end) for token in tokens if text[token.start : token.end].islower()]


_AUXILIARY = re.compile(
    r"\b(?:was|were|is|are|had|has|have|did|does|do|could|would|should|can|may|must|shall|will)\b(?!\s+not\b|\s+no\b)"
)
_NEGATION = re.compile(r"\s(?:not|never)\b(?!\s+only)|(?<=\s)no(?=\s+[a-z])")


def _negated(text: str, rng: random.Random) -> str | None:
    denials, verbs = list(_NEGATION.finditer(text)), list(_AUXILIARY.finditer(text))
    if denials and (not verbs or rng.random() < 0.5):
        gone = rng.choice(denials)
        return _put(text, Span(*gone.span()), "the" if gone[0] == "no" else "")
    if not verbs:
        return None
    verb = rng.choice(verbs)
    return _put(text, Span(*verb.span()), f"{verb[0]} not")


_OPPOSITES = {
    "allowed": "dismissed",
    "dismissed": "allowed",
    "acquitted": "convicted",
    "convicted": "acquitted",
    "acquittal": "conviction",
    "conviction": "acquittal",
    "upheld": "set aside",
    "affirmed": "reversed",
    "confirmed": "set aside",
    "set aside": "upheld",
    "reversed": "affirmed",
    "quashed": "upheld",
    "granted": "refused",
    "refused": "granted",
    "rejected": "accepted",
    "accepted": "rejected",
    "enhanced": "reduced",
    "reduced": "enhanced",
    "restored": "set aside",
    "maintained": "set aside",
    "guilty": "innocent",
}
_OUTCOME = re.compile(rf"\b(?:{'|'.join(_OPPOSITES)})\b", re.IGNORECASE)


def _swapped_outcome(text: str, rng: random.Random) -> str | None:
    found = list(_OUTCOME.finditer(text))
    if not found:
        return None
    outcome = rng.choice(found)
    return _put(text, Span(*outcome.span()), _OPPOSITES[outcome[0].lower()])


_IN_TEXT: dict[Corruption, Callable[[str, random.Random], str | None]] = {
    Corruption.NUMBER: _altered_number,
    Corruption.SECTION: _swapped_section,
    Corruption.NEGATION: _negated,
    Corruption.OUTCOME: _swapped_outcome,
}


_FROM_OTHERS: dict[Corruption, Callable[[Statement, Sequence[Statement], random.Random], str | None]] = {
    Corruption.NAME: _other_name,
    Corruption.WORD: _foreign_word,
}


def _put(text: str, span: Span, words: str) -> str:
    return text[: span.start] + words + text[span.end :]


# How many sentences made wrong on purpose each score rejects, and how many true ones.

Texts = Callable[[CaseId], str]
Chunks = Callable[[CaseId], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Rejections:
    """Of `made` sentences, those that each score rejects."""

    made: int
    strict: int
    seed: int

    @property
    def strict_share(self) -> float | None:
        """The share rejected; None if no such error could be planted."""
        return self.strict / self.made if self.made else None

    @property
    def specification_share(self) -> float | None:
        """The share rejected; None if no such error could be planted."""
        return self.seed / self.made if self.made else None


def rejections(sentences: Sequence[Statement], text_of: Texts, chunks_of: Chunks) -> Rejections:
    """How many of these sentences each score rejects."""
    strict = sum(not check_anchored(sentence, text_of).supported for sentence in sentences)
    seed = sum(not is_grounded(sentence.text, chunks_of(sentence.anchor.case_id)) for sentence in sentences)
    return Rejections(len(sentences), strict, seed)


def run_suite(
    sentences: Sequence[Statement],
    text_of: Texts,
    chunks_of: Chunks,
    seed: int = 20,
    missed: Callable[[Corruption, Statement, Check], None] = lambda _kind, _sentence, _check: None,
) -> dict[Corruption, Rejections]:
    """Corrupt every sentence in every possible way; `missed` gets what the strict check let through."""
    rng = random.Random(seed)  # noqa: S311 - a sample, no secret
    results: dict[Corruption, Rejections] = {}
    for kind in Corruption:
        wrong = [made for sentence in sentences if (made := corrupt(kind, sentence, sentences, rng)) is not None]
        results[kind] = rejections(wrong, text_of, chunks_of)
        for sentence in wrong:
            check = check_anchored(sentence, text_of)
            if check.supported:
                missed(kind, sentence, check)
    return results
