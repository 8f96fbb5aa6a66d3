"""The OpenNyAI legal NER sentences: reading them, splitting them, and scoring spans against them."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.record import DATA
from countercase.domain.span import Span

JUDGMENT_SENTENCES = DATA / "caselaw" / "legal_ner" / "NER_TRAIN_JUDGEMENT.json"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One annotated sentence; `source` names the judgment it came from."""

    id: str
    text: str
    labels: list[tuple[str, Span]]
    source: str = ""

    def spans(self, label: str) -> list[Span]:
        """The spans of one label, in text order."""
        return sorted(span for name, span in self.labels if name == label)


def load(path: Path = JUDGMENT_SENTENCES) -> list[Sentence]:
    """Every annotated sentence of the file, in its order."""
    return [_sentence(entry) for entry in json.loads(path.read_text(encoding="utf-8"))]


def _sentence(entry: dict[str, Any]) -> Sentence:
    values = [result["value"] for result in entry["annotations"][0]["result"]]
    labels = [(value["labels"][0], Span(value["start"], value["end"])) for value in values]
    return Sentence(entry["id"], entry["data"]["text"], labels, entry["meta"]["source"])


def is_held_out(sentence: Sentence) -> bool:
    """Whether the sentence is in the half whose errors nobody looks at; a judgment is wholly in one half."""
    return hashlib.sha256((sentence.source or sentence.id).encode()).digest()[0] % 2 == 1


def span_f1(gold: Sequence[Iterable[Span]], found: Sequence[Iterable[Span]], exact: bool) -> dict[str, float]:
    """Micro precision, recall and F1 over sentences; each span matches at most one of the other side.

    `gold[i]` and `found[i]` belong to the same text. Not exact: sharing one character is a match.
    """
    hits = gold_count = found_count = 0
    for wanted, given in zip(gold, found, strict=True):
        left, right = sorted(set(wanted)), sorted(set(given))
        gold_count += len(left)
        found_count += len(right)
        hits += len(set(left) & set(right)) if exact else _overlapping_pairs(left, right)
    precision = hits / found_count if found_count else 0.0
    recall = hits / gold_count if gold_count else 0.0
    f1 = 2 * hits / (gold_count + found_count) if gold_count + found_count else 0.0
    return {
        "precision": round(precision, 4),
        "recall": round(recall, 4),
        "f1": round(f1, 4),
        "gold": gold_count,
        "found": found_count,
    }


def _overlapping_pairs(left: Sequence[Span], right: Sequence[Span]) -> int:
    pairs = i = j = 0
    while i < len(left) and j < len(right):
        if left[i].start < right[j].end and right[j].start < left[i].end:
            pairs, i, j = pairs + 1, i + 1, j + 1
        elif left[i].end <= right[j].end:
            i += 1
        else:
            j += 1
    return pairs
