"""Quantities: dates against the annotated sentences of legal_ner, and speed on whole judgments.

Only dates are annotated there; a date inside a cited case or case number carries that label instead and is left out.
"""

import json
import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.record import DATA, write_result
from countercase.domain.facts import Quantity
from countercase.domain.span import Span
from countercase.law.quantities import find_quantities

SAMPLE = 300  # judgments read for the speed figure


def main() -> None:
    """Score and time; write results/quantities.json."""
    sentences = json.loads((DATA / "caselaw" / "legal_ner" / "NER_TRAIN_JUDGEMENT.json").read_text(encoding="utf-8"))
    judgments = sorted((DATA / "caselaw" / "aila2019" / "Object_casedocs").glob("*.txt"))
    chosen = random.Random(20).sample(judgments, min(SAMPLE, len(judgments)))
    write_result("quantities", {"dates": score_dates(sentences), "speed": measure_speed(chosen)})


def score_dates(sentences: list[dict[str, Any]]) -> dict[str, float]:
    """Exact and overlapping spans against the DATE labels."""
    counts: Counter[str] = Counter()
    for sentence in sentences:
        labels = [result["value"] for entry in sentence["annotations"] for result in entry["result"]]
        wanted = {Span(label["start"], label["end"]) for label in labels if label["labels"] == ["DATE"]}
        other = [Span(label["start"], label["end"]) for label in labels if label["labels"] != ["DATE"]]
        found = {
            mention.span
            for mention in find_quantities(sentence["data"]["text"])
            if mention.quantity is Quantity.DATE and not any(span.overlaps(mention.span) for span in other)
        }
        counts["wanted"] += len(wanted)
        counts["found"] += len(found)
        counts["exact"] += len(wanted & found)
        counts["overlap_wanted"] += sum(any(one.overlaps(two) for two in found) for one in wanted)
        counts["overlap_found"] += sum(any(one.overlaps(two) for two in wanted) for one in found)
    exact = counts["exact"]
    recall, precision = counts["overlap_wanted"] / counts["wanted"], counts["overlap_found"] / counts["found"]
    return {
        "annotated": counts["wanted"],
        "found": counts["found"],
        "exact_precision": round(exact / counts["found"], 4),
        "exact_recall": round(exact / counts["wanted"], 4),
        "overlap_precision": round(precision, 4),
        "overlap_recall": round(recall, 4),
        "overlap_f1": round(2 * precision * recall / (precision + recall), 4),
    }


def measure_speed(paths: list[Path]) -> dict[str, float]:
    """Megabytes of judgment text a second of processor time on one core, the best of three runs."""
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in paths]
    size = sum(len(text.encode()) for text in texts) / 1e6
    seconds = []
    for _ in range(3):
        start = time.process_time()
        found = [find_quantities(text) for text in texts]
        seconds.append(time.process_time() - start)
    kinds = Counter(mention.quantity.value for mentions in found for mention in mentions)
    return {
        "judgments": len(texts),
        "megabytes": round(size, 2),
        "mb_per_second": round(size / min(seconds), 1),
        **kinds,
    }


if __name__ == "__main__":
    main()
