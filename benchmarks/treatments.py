"""How well treatments are read: classes of the editors of the Supreme Court Reports, on judgments held out by hash.

The judgment proper is read without its headnote. The editors' choice between "relied on" and "referred to" follows no
rule that the text shows, so the ceiling is low: knowing the editors' class of every *other* case in the same judgment
gives F1 .56 (relied), .22 (distinguished) and .83 (referred).

Run: python -m benchmarks.treatments
"""

from collections import Counter
from typing import Any

from training.treatments import DISTINGUISHED, REFERRED, RELIED, Labelled, is_held_out, labelled_judgments

from benchmarks.record import DATA, write_result
from countercase.citator.speakers import TreatmentSpeaker
from countercase.citator.treatments import STRENGTH, Treated, Treatment, read_treatments, strongest


def class_of(treated: Treated | None) -> str:
    """The class of the benchmark for a treatment as read."""
    if treated is None or treated.speaker is not TreatmentSpeaker.THIS_COURT or treated.treatment is Treatment.REFERRED:
        return REFERRED
    return DISTINGUISHED if STRENGTH[treated.treatment] >= STRENGTH[Treatment.DISTINGUISHED] else RELIED


def predictions(judgment: Labelled) -> dict[int, str]:
    """The class of every listed case, from the body alone."""
    treated = read_treatments(judgment.body, judgment.cited)
    return {
        place: class_of(strongest([item for item in treated if item.cited is judgment.cited[place]]))
        for place in judgment.classes
    }


def measure(held_out: bool = True) -> dict[str, Any]:
    """F1 of each class, their mean, and the confusion counts."""
    confusion: Counter[tuple[str, str]] = Counter()
    judgments = 0
    for judgment in labelled_judgments(DATA):
        if is_held_out(judgment.id) is held_out:
            judgments += 1
            read = predictions(judgment)
            confusion.update((label, read[place]) for place, label in judgment.classes.items())
    scores = {label: round(_f1(confusion, label), 3) for label in (RELIED, DISTINGUISHED, REFERRED)}
    return {
        "judgments": judgments,
        "cases": sum(confusion.values()),
        "f1": scores,
        "macro_f1": round(sum(scores.values()) / 3, 3),
        "confusion": {f"{true} read as {read}": count for (true, read), count in sorted(confusion.items())},
    }


def _f1(confusion: Counter[tuple[str, str]], label: str) -> float:
    right = confusion[label, label]
    wrong = sum(count for (true, read), count in confusion.items() if (true == label) != (read == label))
    return 2 * right / (2 * right + wrong) if right else 0.0


if __name__ == "__main__":
    write_result("treatments", {"held_out": measure(), "training_half": measure(held_out=False)})
