"""Faithfulness of explanations, measured twice: the specification's word test, and the strict check.

The specification's test asks whether 40 % of a sentence's content words are in one source chunk. It accepts most
sentences against a wrong case, and every sentence with a changed number, so the strict check is reported beside it:
`countercase.explanation.strict`. Sources are only texts in the store: an explanation is never its own source.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from countercase.domain.case import CaseId, Speaker, Voice
from countercase.domain.explanation import Anchor, Explanation, Point, Statement
from countercase.domain.span import Span
from countercase.errors import InputError
from countercase.evaluation.corruptions import Corruption, corrupt, restated
from countercase.explanation.strict import Check, SupportCheck, check_anchored
from countercase.files import read_utf8
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
