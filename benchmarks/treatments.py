"""How well treatments are read: classes of the editors of the Supreme Court Reports, on judgments held out by hash.

The judgment proper is read without its headnote. Three readings are measured: what the product shows (*distinguished*
only where words say so, because a wrong one misleads), the class that the model finds likeliest, and the phrases alone.

What can be learned is bounded by the editors. `editors` gives, for cases of which the Court says in words that it
follows, relies on or distinguishes them, the share that the editors print so; and the F1 of guessing each case by the
editors' class of every *other* case in the same judgment, which no reader of the text knows.

Run: python -m benchmarks.treatments
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from training.treatments import CLASS_ORDER, DISTINGUISHED, REFERRED, RELIED, Labelled, is_held_out, labelled_judgments

from benchmarks.record import DATA, write_result
from countercase.citator.references import TreatmentSpeaker
from countercase.citator.treatments import (
    STRENGTH,
    Treated,
    Treatment,
    by_phrases,
    cases_to_weigh,
    read_treatments,
    strongest,
    weigh,
)


def class_of(treated: Treated | None) -> str:
    """The class of the benchmark for a treatment as read."""
    if treated is None or treated.speaker is not TreatmentSpeaker.THIS_COURT or treated.treatment is Treatment.REFERRED:
        return REFERRED
    return DISTINGUISHED if STRENGTH[treated.treatment] >= STRENGTH[Treatment.DISTINGUISHED] else RELIED


def readings(judgment: Labelled) -> dict[str, dict[int, str]]:
    """The class of every listed case from the body alone, in each of the three ways."""
    shown = read_treatments(judgment.body, judgment.cited)
    phrases = by_phrases(judgment.body, judgment.cited)
    cases = cases_to_weigh(phrases)
    weighed = dict(zip(cases, weigh(judgment.body, list(cases.values())), strict=True))

    def strongest_of(treated: list[Treated] | tuple[Treated, ...], place: int) -> str:
        return class_of(strongest([item for item in treated if item.cited is judgment.cited[place]]))

    likeliest = {}
    for place in judgment.classes:
        case = weighed[judgment.cited[place].id]
        shares = (case.relied, case.distinguished, case.referred)
        likeliest[place] = CLASS_ORDER[shares.index(max(shares))]
    return {
        "shown": {place: strongest_of(shown, place) for place in judgment.classes},
        "likeliest": likeliest,
        "phrases": {place: strongest_of(phrases, place) for place in judgment.classes},
    }


def by_the_others(classes: Mapping[int, str]) -> dict[int, str]:
    """Each case by the editors' commonest class of the other cases in the judgment."""
    return {
        place: max(
            CLASS_ORDER,
            key=lambda label: (
                sum(other == label for n, other in classes.items() if n != place) + (label == REFERRED) / 2
            ),
        )
        for place in classes
    }


def scored(confusion: Counter[tuple[str, str]]) -> dict[str, Any]:
    """F1 and precision of each class, their mean, and the counts."""
    labels = (RELIED, DISTINGUISHED, REFERRED)
    f1 = {label: round(_f1(confusion, label), 3) for label in labels}
    precision = {
        label: round(confusion[label, label] / max(1, sum(n for (_, read), n in confusion.items() if read == label)), 3)
        for label in labels
    }
    counts = {f"{true} read as {read}": count for (true, read), count in sorted(confusion.items())}
    return {"f1": f1, "macro_f1": round(sum(f1.values()) / 3, 3), "precision": precision, "confusion": counts}


def measure(held_out: bool = True) -> dict[str, Any]:
    """Every reading over the held-out judgments, or over those trained on."""
    confusion: dict[str, Counter[tuple[str, str]]] = {}
    judgments = 0
    for judgment in labelled_judgments(DATA):
        if is_held_out(judgment.id) is not held_out:
            continue
        judgments += 1
        for way, read in {**readings(judgment), "others": by_the_others(judgment.classes)}.items():
            pairs = ((label, read[place]) for place, label in judgment.classes.items())
            confusion.setdefault(way, Counter()).update(pairs)
    said = confusion["phrases"]
    editors = {
        f"{label} in words, so printed": round(
            said[label, label] / max(1, sum(n for (_, read), n in said.items() if read == label)), 3
        )
        for label in (RELIED, DISTINGUISHED)
    }
    return {
        "judgments": judgments,
        "cases": sum(said.values()),
        **{way: scored(confusion[way]) for way in ("shown", "likeliest", "phrases")},
        "editors": {**editors, "by_the_other_cases": scored(confusion["others"])["f1"]},
    }


def _f1(confusion: Counter[tuple[str, str]], label: str) -> float:
    right = confusion[label, label]
    wrong = sum(count for (true, read), count in confusion.items() if (true == label) != (read == label))
    return 2 * right / (2 * right + wrong) if right else 0.0


if __name__ == "__main__":
    write_result("treatments", {"held_out": measure(), "training_half": measure(held_out=False)})
