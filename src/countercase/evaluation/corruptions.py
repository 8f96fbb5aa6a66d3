"""Corrupts explanations on purpose, to test whether a faithfulness score notices.

Each kind of corruption changes one thing: the cited case, a number, a section, a name, a "not", the outcome, or any
other word.
"""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum

from countercase.domain.explanation import Statement
from countercase.domain.span import Span
from countercase.explanation.strict import name_spans
from countercase.explanation.tokens import TokenKind, content_keys, tokenise
from countercase.law.citations import find_citations
from countercase.law.provisions import find_provisions


class Corruption(StrEnum):
    """The kinds of error that can be planted."""

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
    """The quoted words as a plain statement, without quotation marks to help the check; None if they are too few."""
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
    number = rng.choice(numbers)
    return _put(text, number, _other_number(number.of(text), rng))


def _other_number(written: str, rng: random.Random) -> str:
    digits = [match.start() for match in re.finditer(r"\d", written)]
    if not digits:
        words = [word for word in _UNITS if word != written.lower()]
        return rng.choice(words)
    position = rng.choice(digits)
    digit = rng.choice([other for other in "123456789" if other != written[position]])
    return written[:position] + digit + written[position + 1 :]


_SECTION_NUMBER = re.compile(r"\d+")


def _swapped_section(text: str, rng: random.Random) -> str | None:
    mentions = [mention for mention in find_provisions(text) if mention.number]
    if not mentions:
        return None
    span = rng.choice(mentions).span
    number = _SECTION_NUMBER.search(text, span.start, span.end)
    if number is None:
        return None
    named = set(_SECTION_NUMBER.findall(text))  # swapping in a section that is named too could leave the sentence true
    sections = ("34", "120", "201", "300", "304", "306", "307", "323", "376", "420")
    others = [section for section in sections if section not in named]
    return _put(text, Span(*number.span()), rng.choice(others)) if others else None


def _other_name(sentence: Statement, foreign: Sequence[Statement], rng: random.Random) -> str | None:
    text = sentence.text
    names = name_spans(text)
    if not names:
        return None
    name_span = rng.choice(names)
    present = {word.casefold() for word in re.findall(r"\w+", text)}
    others = [
        name
        for other in rng.sample(foreign, min(20, len(foreign)))
        for span in name_spans(other.quote)
        if (name := span.of(other.quote)).casefold() not in present
    ]
    return _put(text, name_span, rng.choice(others)) if others else None


def _foreign_word(sentence: Statement, foreign: Sequence[Statement], rng: random.Random) -> str | None:
    """The sentence with one plain word replaced by a word from another case."""
    replaceable = _plain_words(sentence.text)
    quoted = content_keys(sentence.quote)
    others = [
        other.quote[span.start : span.end]
        for other in rng.sample(foreign, min(5, len(foreign)))
        for span in _plain_words(other.quote)
        if not content_keys(span.of(other.quote)) & quoted
    ]
    return _put(sentence.text, rng.choice(replaceable), rng.choice(others)) if replaceable and others else None


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
        denial = rng.choice(denials)
        return _put(text, Span(*denial.span()), "the" if denial[0] == "no" else "")
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
    outcomes = list(_OUTCOME.finditer(text))
    if not outcomes:
        return None
    outcome = rng.choice(outcomes)
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
