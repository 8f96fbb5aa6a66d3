"""Likert scores from legal experts: the sheet they fill, blind and with repeats, and what their answers say."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from countercase.errors import InputError, MissingExtra

# The seed's wording for each score.
SCALES: Mapping[str, Mapping[int, str]] = {
    "clarity": {
        5: "Perfectly clear, easy to understand",
        4: "Clear with minor ambiguity",
        3: "Understandable but could be clearer",
        2: "Confusing in parts",
        1: "Incomprehensible",
    },
    "legal_accuracy": {
        5: "Legally precise and correct",
        4: "Mostly accurate, minor issues",
        3: "Partially accurate",
        2: "Contains significant legal errors",
        1: "Legally incorrect",
    },
    "usefulness": {
        5: "Highly useful for legal research",
        4: "Useful with minor improvements needed",
        3: "Somewhat useful",
        2: "Marginally useful",
        1: "Not useful at all",
    },
}
# Krippendorff's own advice on what may be concluded from an alpha.
BANDS = ((0.8, "reliable"), (0.667, "tentative conclusions only"), (-1.0, "not reliable"))
SAMPLES = 2000


@dataclass(frozen=True, slots=True)
class Item:
    """An explanation to be judged. `system` is hidden from the annotator."""

    id: str
    question: str
    explanation: str
    system: str = ""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row as the annotator sees it; `code` says nothing about the item or its system."""

    code: str
    question: str
    explanation: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """One annotator's rows, and the key that leads from a code to its item; the key stays with the researcher."""

    annotator: str
    rows: tuple[SheetRow, ...]
    key: Mapping[str, str]


def make_sheets(items: Sequence[Item], annotators: Sequence[str], repeats: float, seed: int) -> list[Sheet]:
    """A sheet for each annotator, each in an order of its own, with a share of the items twice."""
    if not items:
        raise InputError("There is no explanation to judge. Give at least one.")
    if not 0 <= repeats <= 1:
        raise InputError(f"The share of repeats is between 0 and 1, not {repeats}.")
    again = Random(seed).sample(list(items), round(repeats * len(items)))  # noqa: S311 (an order, not a secret)
    return [_sheet(annotator, [*items, *again], seed + place) for place, annotator in enumerate(annotators, start=1)]


def _sheet(annotator: str, items: Sequence[Item], seed: int) -> Sheet:
    order = list(items)
    Random(seed).shuffle(order)  # noqa: S311
    codes = [f"{annotator}-{number:03d}" for number in range(1, len(order) + 1)]
    rows = tuple(SheetRow(code, item.question, item.explanation) for code, item in zip(codes, order, strict=True))
    return Sheet(annotator, rows, {code: item.id for code, item in zip(codes, order, strict=True)})


@dataclass(frozen=True, slots=True)
class Judgment:
    """One annotator's score of one row."""

    annotator: str
    code: str
    item: str
    scores: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ScaleSummary:
    """What the annotators say on one scale."""

    mean: float
    low: float
    high: float
    spread: Mapping[str, float]  # item -> standard deviation between annotators
    alpha: float | None  # Krippendorff's, ordinal; None where nobody judged what another judged
    band: str
    self_agreement: float | None  # share of repeated rows that got the same score twice; None without repeats


def summarise(judgments: Sequence[Judgment], seed: int = 0) -> dict[str, ScaleSummary]:
    """Each scale: mean over items with a bootstrap interval over items, agreement, and self-consistency."""
    if not judgments:
        raise InputError("No filled row was found. Fill the columns clarity, legal_accuracy and usefulness.")
    return {scale: _scale(scale, judgments, seed) for scale in SCALES}


def _scale(scale: str, judgments: Sequence[Judgment], seed: int) -> ScaleSummary:
    given: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for judgment in judgments:
        given[judgment.item][judgment.annotator].append(judgment.scores[scale])
    # A row judged twice by one annotator counts once, as its mean; alpha takes the first answer.
    means = {item: np.array([np.mean(values) for values in by.values()]) for item, by in given.items()}
    values = np.array([own.mean() for own in means.values()])
    draws = np.random.default_rng(seed).choice(values, (SAMPLES, len(values))).mean(axis=1)
    low, high = np.quantile(draws, [0.025, 0.975])
    alpha = krippendorff_alpha([{who: answers[0] for who, answers in by.items()} for by in given.values()])
    return ScaleSummary(
        float(values.mean()),
        float(low),
        float(high),
        {item: float(own.std(ddof=1)) if len(own) > 1 else 0.0 for item, own in means.items()},
        alpha,
        "not measurable" if alpha is None else next(name for floor, name in BANDS if alpha >= floor),
        _self_agreement(given.values()),
    )


def _self_agreement(given: Iterable[Mapping[str, Sequence[int]]]) -> float | None:
    pairs = [answers[0] == answers[1] for by in given for answers in by.values() if len(answers) > 1]
    return sum(pairs) / len(pairs) if pairs else None


def krippendorff_alpha(units: Sequence[Mapping[str, int]]) -> float | None:
    """Ordinal alpha over items, each with the score of each annotator who judged it; 1.0 where nobody ever differs."""
    try:
        import krippendorff
    except ModuleNotFoundError:
        raise MissingExtra("krippendorff", "evaluation") from None
    shared = [unit for unit in units if len(unit) > 1]
    if not shared:
        return None
    if len({score for unit in shared for score in unit.values()}) == 1:
        return 1.0  # the formula divides nought by nought here
    annotators = sorted({who for unit in shared for who in unit})
    table = [[unit.get(who, np.nan) for unit in shared] for who in annotators]
    return float(krippendorff.alpha(reliability_data=table, level_of_measurement="ordinal"))
