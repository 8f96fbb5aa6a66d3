"""Both faithfulness scores over many explanations, and how each treats sentences corrupted on purpose."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from countercase.domain.case import CaseId, Speaker, Voice
from countercase.domain.explanation import Anchor, Explanation, Point, Statement
from countercase.domain.span import Span
from countercase.errors import InputError
from countercase.evaluation.corruptions import Chunks, Corruption, Rejections, Texts, rejections, restated, run_suite
from countercase.evaluation.explanation_eval import SpecificationScore, StrictScore, is_grounded, strict_faithfulness


@dataclass(frozen=True, slots=True)
class Suite:
    """Rejections of the sentences as they are, and of each kind of corruption."""

    untouched: Rejections
    corrupted: Mapping[Corruption, Rejections]


@dataclass(frozen=True, slots=True)
class Faithfulness:
    """`shown` are the sentences as a reader sees them; `restated` the same words without quotation marks."""

    explanations: int
    empty: int
    strict: StrictScore
    seed: SpecificationScore
    lowest: float | None  # strict score of the worst explanation
    shown: Suite | None = None
    restated: Suite | None = None


def score_explanations(
    explanations: Sequence[Explanation], text_of: Texts, chunks_of: Chunks, with_suite: bool = True, seed: int = 20
) -> Faithfulness:
    """Score explanations against the store, and both scores against corruptions."""
    sentences = [sentence for each in explanations for sentence in each.sentences]
    grounded = sum(is_grounded(sentence.text, chunks_of(sentence.anchor.case_id)) for sentence in sentences)
    each_score = [strict_faithfulness(explanation.sentences, text_of).value for explanation in explanations]
    plain = [again for sentence in sentences if (again := restated(sentence)) is not None]
    return Faithfulness(
        explanations=len(explanations),
        empty=sum(not each.sentences for each in explanations),
        strict=strict_faithfulness(sentences, text_of),
        seed=SpecificationScore(grounded, len(sentences)),
        lowest=min((score for score in each_score if score is not None), default=None),
        shown=_suite(sentences, text_of, chunks_of, seed) if with_suite else None,
        restated=_suite(plain, text_of, chunks_of, seed) if with_suite else None,
    )


def _suite(sentences: Sequence[Statement], text_of: Texts, chunks_of: Chunks, seed: int) -> Suite:
    return Suite(rejections(sentences, text_of, chunks_of), run_suite(sentences, text_of, chunks_of, seed))


def as_record(made: Faithfulness) -> dict[str, Any]:
    """All figures as plain data."""
    return {
        "explanations": made.explanations,
        "without_sentences": made.empty,
        "sentences": made.strict.sentences,
        "strict": {
            "faithfulness": made.strict.value,
            "supported": made.strict.supported,
            "unsupported": made.strict.unsupported,
            "unverifiable": made.strict.unverifiable,
            "lowest_explanation": made.lowest,
            "problems": dict(made.strict.problems),
        },
        "seed": {"faithfulness": made.seed.value, "grounded": made.seed.grounded},
        **{name: _suite_record(suite) for name, suite in (("shown", made.shown), ("restated", made.restated)) if suite},
    }


def _suite_record(suite: Suite) -> dict[str, Any]:
    rows = {"untouched": suite.untouched, **{kind.value: found for kind, found in suite.corrupted.items()}}
    return {
        name: {"made": row.made, "rejected_by_strict": row.strict_share, "rejected_by_seed": row.specification_share}
        for name, row in rows.items()
    }


def read_explanations(path: Path, text_of: Callable[[CaseId], str]) -> list[Explanation]:
    """Explanations of any system: a JSON list of {case_id, sentences: [{text, span: [a, b], case_id?, speaker?}]}."""
    try:
        records = json.loads(path.read_text(encoding="utf-8"))
        return [_explanation(record, text_of) for record in records]
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from None
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
