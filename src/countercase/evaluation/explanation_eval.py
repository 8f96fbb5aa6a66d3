"""Faithfulness of explanations, measured twice: the specification's word test, and the strict check.

The specification's test asks whether 40 % of a sentence's content words are in one source chunk. It accepts most
sentences against a wrong case, and every sentence with a changed number, so the strict check is reported beside it:
`countercase.explanation.strict`. Sources are only texts in the store: an explanation is never its own source. To see
what each check notices, errors are planted: another case, number, section, name, "not", outcome, or any other word.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from countercase.domain.case import CaseId, Speaker, Voice
from countercase.domain.ranking import Anchor, Explanation, Point, Statement
from countercase.domain.span import Span
from countercase.errors import InputError
from countercase.explanation.strict import Check, SupportCheck, check_anchored, name_spans
from countercase.explanation.tokens import TokenKind, content_keys, tokenise
from countercase.files import read_utf8
from countercase.law.citations import find_citations
from countercase.law.provisions import find_provisions
from countercase.settings import GROUNDED_SHARE
from countercase.text.words import GROUNDING_STOP_WORDS

TARGET = 0.90  # the specification's, for its own score
_WORD = re.compile(r"[a-z0-9]+")


@dataclass(frozen=True, slots=True)
class SpecificationScore:
    """The specification's faithfulness: how many sentences are grounded."""

    grounded: int
    sentences: int

    @property
    def value(self) -> float | None:
        """The share of grounded sentences; None, not NaN, if there is no sentence."""
        return self.grounded / self.sentences if self.sentences else None


def content_words(text: str) -> frozenset[str]:
    """Words and figures in lower case, without function words."""
    return frozenset(word for word in _WORD.findall(text.lower()) if word not in GROUNDING_STOP_WORDS)


def is_grounded(sentence: str, chunks: Iterable[str], share: float = GROUNDED_SHARE) -> bool:
    """The specification's test: one chunk has at least `share` of the content words; false without content words."""
    words = content_words(sentence)
    return bool(words) and any(len(words & content_words(chunk)) >= share * len(words) for chunk in chunks)


def specification_faithfulness(sentences: Sequence[str], chunks: Sequence[str]) -> SpecificationScore:
    """The specification's faithfulness score of an explanation against its source chunks."""
    return SpecificationScore(sum(is_grounded(sentence, chunks) for sentence in sentences), len(sentences))


@dataclass(frozen=True, slots=True)
class StrictScore:
    """How many sentences are supported by their anchored spans. What cannot be verified is not supported."""

    supported: int
    unsupported: int
    unverifiable: int
    problems: Mapping[str, int] = field(default_factory=dict)

    @property
    def sentences(self) -> int:
        """How many sentences were checked."""
        return self.supported + self.unsupported + self.unverifiable

    @property
    def value(self) -> float | None:
        """The share of supported sentences; None, not NaN, if there is no sentence."""
        return self.supported / self.sentences if self.sentences else None


def strict_faithfulness(sentences: Iterable[Statement], text_of: Callable[[CaseId], str]) -> StrictScore:
    """The strict score; `text_of` reads the stored text of a case."""
    checks = [check_anchored(sentence, text_of) for sentence in sentences]
    verdicts = Counter(check.verdict for check in checks)
    kinds = Counter(_kind(problem) for check in checks for problem in check.problems)
    return StrictScore(
        verdicts[SupportCheck.SUPPORTED],
        verdicts[SupportCheck.UNSUPPORTED],
        verdicts[SupportCheck.UNVERIFIABLE],
        dict(sorted(kinds.items())),
    )


def _kind(problem: str) -> str:
    """The kind of a problem, without the word it concerns: `number 17` -> `number`."""
    head, colon, _ = problem.partition(":")
    first_word = head.split(maxsplit=1)[0]
    return first_word if not colon and first_word in _NAMED else head


_NAMED = frozenset({"number", "date", "name", "provision", "citation", "Act"})


# How many sentences each score rejects: true ones, and those corrupted on purpose.


class Corruption(StrEnum):
    """The kinds of error that can be planted."""

    WRONG_CASE = "wrong case"
    NUMBER = "altered number"
    SECTION = "swapped section"
    NAME = "swapped name"
    NEGATION = "negation"
    OUTCOME = "swapped outcome"
    WORD = "foreign word"


Texts = Callable[[CaseId], str]
Chunks = Callable[[CaseId], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Rejections:
    """How many of `made` sentences each score rejects."""

    made: int
    strict: int
    specification: int

    @property
    def strict_share(self) -> float | None:
        """The share that the strict check rejects; None if no such error could be planted."""
        return self.strict / self.made if self.made else None

    @property
    def specification_share(self) -> float | None:
        """The share that the specification's test rejects; None if no such error could be planted."""
        return self.specification / self.made if self.made else None


def rejections(sentences: Sequence[Statement], text_of: Texts, chunks_of: Chunks) -> Rejections:
    """How many of these sentences each score rejects."""
    strict = sum(not check_anchored(sentence, text_of).supported for sentence in sentences)
    ungrounded = sum(not is_grounded(sentence.text, chunks_of(sentence.anchor.case_id)) for sentence in sentences)
    return Rejections(len(sentences), strict, ungrounded)


def run_suite(
    sentences: Sequence[Statement],
    text_of: Texts,
    chunks_of: Chunks,
    seed: int = 20,
    missed: Callable[[Corruption, Statement, Check], None] = lambda _kind, _sentence, _check: None,
) -> dict[Corruption, Rejections]:
    """Corrupt every sentence in every possible way; `missed` is called with what the strict check accepts."""
    rng = random.Random(seed)  # noqa: S311 - a sample, not a secret
    results: dict[Corruption, Rejections] = {}
    for kind in Corruption:
        attempts = (corrupt(kind, sentence, sentences, rng) for sentence in sentences)
        corrupted = [sentence for sentence in attempts if sentence is not None]
        results[kind] = rejections(corrupted, text_of, chunks_of)
        for sentence in corrupted:
            check = check_anchored(sentence, text_of)
            if check.supported:
                missed(kind, sentence, check)
    return results


# Both scores over many explanations.


@dataclass(frozen=True, slots=True)
class Suite:
    """Rejections of the untouched sentences, and of each kind of corruption."""

    untouched: Rejections
    corrupted: Mapping[Corruption, Rejections]


@dataclass(frozen=True, slots=True)
class Faithfulness:
    """Both scores of some explanations, and the corruption suites.

    `shown` tests the sentences as a reader sees them; `restated` the same words without quotation marks.
    """

    explanations: int
    empty: int
    strict: StrictScore
    specification: SpecificationScore
    lowest: float | None  # strict score of the worst explanation
    shown: Suite | None = None
    restated: Suite | None = None


def score_explanations(
    explanations: Sequence[Explanation], text_of: Texts, chunks_of: Chunks, with_suite: bool = True, seed: int = 20
) -> Faithfulness:
    """Score explanations against the store, and test both scores with corruptions."""
    sentences = [sentence for explanation in explanations for sentence in explanation.sentences]
    grounded = sum(is_grounded(sentence.text, chunks_of(sentence.anchor.case_id)) for sentence in sentences)
    strict_scores = [strict_faithfulness(explanation.sentences, text_of).value for explanation in explanations]
    plain = [statement for sentence in sentences if (statement := restated(sentence)) is not None]
    return Faithfulness(
        explanations=len(explanations),
        empty=sum(not explanation.sentences for explanation in explanations),
        strict=strict_faithfulness(sentences, text_of),
        specification=SpecificationScore(grounded, len(sentences)),
        lowest=min((score for score in strict_scores if score is not None), default=None),
        shown=_suite(sentences, text_of, chunks_of, seed) if with_suite else None,
        restated=_suite(plain, text_of, chunks_of, seed) if with_suite else None,
    )


def _suite(sentences: Sequence[Statement], text_of: Texts, chunks_of: Chunks, seed: int) -> Suite:
    return Suite(rejections(sentences, text_of, chunks_of), run_suite(sentences, text_of, chunks_of, seed))


def as_record(scored: Faithfulness) -> dict[str, Any]:
    """All figures as plain data."""
    suites = {"shown": scored.shown, "restated": scored.restated}
    return {
        "explanations": scored.explanations,
        "without_sentences": scored.empty,
        "sentences": scored.strict.sentences,
        "strict": {
            "faithfulness": scored.strict.value,
            "supported": scored.strict.supported,
            "unsupported": scored.strict.unsupported,
            "unverifiable": scored.strict.unverifiable,
            "lowest_explanation": scored.lowest,
            "problems": dict(scored.strict.problems),
        },
        "specification": {"faithfulness": scored.specification.value, "grounded": scored.specification.grounded},
        **{name: _suite_record(suite) for name, suite in suites.items() if suite},
    }


def _suite_record(suite: Suite) -> dict[str, Any]:
    rows = {"untouched": suite.untouched, **{kind.value: rejected for kind, rejected in suite.corrupted.items()}}
    return {
        name: {
            "made": row.made,
            "rejected_by_strict": row.strict_share,
            "rejected_by_specification": row.specification_share,
        }
        for name, row in rows.items()
    }


def read_explanations(path: Path, text_of: Callable[[CaseId], str]) -> list[Explanation]:
    """Explanations of any system: a JSON list of {case_id, sentences: [{text, span: [a, b], case_id?, speaker?}]}."""
    text = read_utf8(path)
    try:
        return [_explanation(record, text_of) for record in json.loads(text)]
    except (ValueError, TypeError, KeyError) as error:
        raise InputError(
            f"{path} is not a JSON list of objects with case_id and sentences of text and span: {error!r}."
        ) from None


def _explanation(record: Mapping[str, Any], text_of: Callable[[CaseId], str]) -> Explanation:
    case_id = CaseId(record["case_id"])
    sentences = []
    for item in record["sentences"]:
        anchor = Anchor(CaseId(item.get("case_id", case_id)), item.get("paragraph"), Span(*item["span"]))
        point = Point(item.get("point", Point.PASSAGE))
        voice = Voice(Speaker(item["speaker"])) if "speaker" in item else None
        sentences.append(Statement(item["text"], anchor, anchor.span.of(text_of(anchor.case_id)), point, voice))
    return Explanation(case_id, tuple(sentences))


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
        return rng.choice([word for word in _UNITS if word != written.lower()])
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
    names = name_spans(sentence.text)
    if not names:
        return None
    name_span = rng.choice(names)
    present = {word.casefold() for word in re.findall(r"\w+", sentence.text)}
    others = [
        name
        for other in rng.sample(foreign, min(20, len(foreign)))
        for span in name_spans(other.quote)
        if (name := span.of(other.quote)).casefold() not in present
    ]
    return _put(sentence.text, name_span, rng.choice(others)) if others else None


def _foreign_word(sentence: Statement, foreign: Sequence[Statement], rng: random.Random) -> str | None:
    """The sentence with one plain word replaced by a word from another case."""
    replaceable = _plain_words(sentence.text)
    quoted = content_keys(sentence.quote)
    others = [
        span.of(other.quote)
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
