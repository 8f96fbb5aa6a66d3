"""Spans of provisions, Acts and precedents against annotated sentences, and the speed on whole judgments.

Half of the annotated judgments are held out: their errors were never looked at. Run: python -m benchmarks.law
"""

import hashlib
import importlib.util
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from benchmarks.legal_ner import JUDGMENT_SENTENCES, Sentence, is_held_out, load, span_f1
from benchmarks.record import DATA, write_result
from countercase.domain.span import Span
from countercase.law.provisions import find_provisions, provision_phrases
from countercase.law.provisions.statutes import find_statutes

SPEED_FILES = 24  # judgments read for the speed figure: some 1 MB
SPEED_RUNS = 3


def statute_spans(text: str) -> list[Span]:
    """The names of Acts, as the annotators mark them."""
    return [statute.span for statute in find_statutes(text)]


def score(sentences: Sequence[Sentence], label: str, find: Callable[[str], Iterable[Span]]) -> dict[str, Any]:
    """Exact and overlapping span F1 of one label."""
    gold = [sentence.spans(label) for sentence in sentences]
    found = [list(find(sentence.text)) for sentence in sentences]
    return {"exact": span_f1(gold, found, exact=True), "overlap": span_f1(gold, found, exact=False)}


def speed() -> dict[str, Any]:
    """Megabytes of judgment text a second of processor time on one core; the best run, as the machine is shared."""
    files = sorted((DATA / "caselaw" / "scr_2023_2024").rglob("*.txt"))[::45][:SPEED_FILES]
    texts = [file.read_text(encoding="utf-8", errors="replace") for file in files]
    size = sum(len(text.encode()) for text in texts)
    seconds: list[float] = []
    for _ in range(SPEED_RUNS):
        start = time.process_time()
        mentions = [find_provisions(text) for text in texts]
        seconds.append(time.process_time() - start)
    every = [mention for found in mentions for mention in found]
    return {
        "megabytes": round(size / 1e6, 2),
        "megabytes_per_second": round(size / 1e6 / min(seconds), 2),
        "mentions": len(every),
        "resolved": sum(mention.provision is not None for mention in every),
    }


def main() -> None:
    """Measure and write results/law.json."""
    sentences = load()
    halves = {
        "tuning": [s for s in sentences if not is_held_out(s)],
        "held_out": [s for s in sentences if is_held_out(s)],
    }
    figures: dict[str, Any] = {
        "data_sha256": hashlib.sha256(JUDGMENT_SENTENCES.read_bytes()).hexdigest(),
        "sentences": {name: len(half) for name, half in halves.items()},
    }
    for label, find in (("PROVISION", provision_phrases), ("STATUTE", statute_spans)):
        figures[label] = {name: score(half, label, find) for name, half in {**halves, "all": sentences}.items()}
    if importlib.util.find_spec("benchmarks.law_precedents") is not None:
        from benchmarks import law_precedents

        figures["precedents"] = law_precedents.measure()
    figures["speed"] = speed()
    write_result("law", figures)


if __name__ == "__main__":
    main()
