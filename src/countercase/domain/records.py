"""Precedents and sentences as plain data: what `--json` prints and the web API returns."""

from typing import Any

from countercase.domain.case import Case
from countercase.domain.explanation import Explanation, Holding, Statement
from countercase.domain.ranking import Precedent
from countercase.domain.speaker import Speaker


def precedent_record(
    case: Case, precedent: Precedent, why: Explanation | None = None, holding: Holding | None = None
) -> dict[str, Any]:
    """A precedent as plain data; `why` and `holding` are left out if not requested."""
    passage = precedent.passage
    return {
        "rank": precedent.rank,
        "case_id": case.id,
        "name": case.name,
        "text_kind": case.text_kind,
        "citations": list(case.citations),
        "court": case.court,
        "decided": case.decided,
        "bench_strength": case.bench_strength,
        "outcome": case.outcome,
        **({"winner": holding.winner, "holding": holding_record(holding)} if holding is not None else {}),
        "score": precedent.score,
        "passage": {
            "chunk_id": passage.id,
            "text": passage.text,
            "span": [passage.span.start, passage.span.end],
            "section": passage.section,
            "paragraph": passage.paragraph,
            "page": passage.page,
        },
        "stages": [{"stage": stage.stage, "rank": stage.rank, "score": stage.score} for stage in precedent.stages],
        **({"why": [sentence_record(sentence) for sentence in why.sentences]} if why is not None else {}),
        "source": case.source,
    }


def holding_record(holding: Holding) -> dict[str, Any]:
    """The order, who won and the ground, one line each; null if the text does not say."""
    return {
        "order": sentence_record(holding.order) if holding.order else None,
        "winner": holding.winner_line,
        "ground": sentence_record(holding.ground) if holding.ground else None,
    }


def sentence_record(sentence: Statement) -> dict[str, Any]:
    """A sentence and its anchor: `span` is in the stored text, and `quote` is the text there."""
    anchor = sentence.anchor
    return {
        "point": sentence.point,
        "speaker": sentence.voice.speaker if sentence.voice else Speaker.UNKNOWN,
        "speaker_name": sentence.voice.name if sentence.voice else "",
        "text": sentence.text,
        "case_id": anchor.case_id,
        "paragraph": anchor.paragraph,
        "span": [anchor.span.start, anchor.span.end],
        "quote": sentence.quote,
    }
