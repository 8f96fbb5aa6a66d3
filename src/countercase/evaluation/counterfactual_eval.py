"""Does the system find the facts that experts say decide a case? The seed's four figures, and their controls.

Two verdicts stand side by side. The seed's: a fact type is dispositive if its mean displacement is above the threshold.
The controlled one: it moved the ranking further than edits that change wording and no fact.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from countercase.domain.facts import FactType
from countercase.errors import InputError
from countercase.evaluation.agreement import SAMPLES, PooledRho, pooled_spearman, spearman
from countercase.evaluation.annotations import Annotations
from countercase.evaluation.tree_readings import Reading, Verdicts
from countercase.settings import DISPOSITIVE_THRESHOLD

Verdict = Callable[[Reading, FactType], bool | None]


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Right verdicts among the facts that were tested; what was not tested is counted apart, not as a miss or a hit."""

    right: int
    tested: int
    untested: int

    @property
    def value(self) -> float | None:
        """The share, or None where nothing was tested."""
        return self.right / self.tested if self.tested else None


@dataclass(frozen=True, slots=True)
class VerdictScores:
    """How one kind of verdict agrees with the experts."""

    dispositive: Accuracy
    non_dispositive: Accuracy

    @property
    def balanced(self) -> float | None:
        """The mean of the two, which calling everything dispositive cannot raise above a half."""
        if self.dispositive.value is None or self.non_dispositive.value is None:
            return None
        return (self.dispositive.value + self.non_dispositive.value) / 2


@dataclass(frozen=True, slots=True)
class CounterfactualScores:
    """All figures. `rho` has a case's own value, None where its order cannot be compared."""

    cases: int
    threshold: float
    seed_verdicts: VerdictScores
    controlled_verdicts: VerdictScores
    rho: Mapping[str, float | None]
    pooled: PooledRho | None
    llm_verdicts: Verdicts  # all zero where no language model was asked
    final_verdicts: Verdicts
    undecided: int  # facts on which the experts are divided or silent
    not_annotated: tuple[str, ...]
    without_tree: tuple[str, ...]


def evaluate_counterfactuals(
    readings: Sequence[Reading],
    annotations: Annotations,
    threshold: float = DISPOSITIVE_THRESHOLD,
    samples: int = SAMPLES,
    seed: int = 0,
) -> CounterfactualScores:
    """Score the readings that have annotations; the others are named."""
    by_case = {reading.case_id: reading for reading in readings}
    if len(by_case) < len(readings):
        raise InputError("Two trees are of the same case. Give one tree a case.")
    common = sorted(set(by_case) & set(annotations))
    if not common:
        raise InputError("No tree is of an annotated case. Check the case ids in the annotations and the trees.")

    def by_seed(reading: Reading, fact_type: FactType) -> bool | None:
        value = reading.sensitivity.get(fact_type)
        return None if value is None else value > threshold

    def by_control(reading: Reading, fact_type: FactType) -> bool | None:
        return reading.controlled.get(fact_type)

    orders = {case: _orders(by_case[case], annotations) for case in common}
    return CounterfactualScores(
        cases=len(common),
        threshold=threshold,
        seed_verdicts=_verdict_scores(by_case, common, annotations, by_seed),
        controlled_verdicts=_verdict_scores(by_case, common, annotations, by_control),
        rho={case: spearman(*order) for case, order in orders.items()},
        pooled=pooled_spearman(list(orders.values()), samples, seed),
        llm_verdicts=sum((by_case[case].advised for case in common), Verdicts()),
        final_verdicts=sum((by_case[case].validation for case in common), Verdicts()),
        undecided=sum(judged.dispositive is None for case in common for judged in annotations[case].values()),
        not_annotated=tuple(sorted(set(by_case) - set(annotations))),
        without_tree=tuple(sorted(set(annotations) - set(by_case))),
    )


def _verdict_scores(
    readings: Mapping[str, Reading], cases: Sequence[str], annotations: Annotations, verdict: Verdict
) -> VerdictScores:
    def accuracy(wanted: bool) -> Accuracy:
        given = [
            verdict(readings[case], fact_type)
            for case in cases
            for fact_type, judged in annotations[case].items()
            if judged.dispositive is wanted
        ]
        tested = [each for each in given if each is not None]
        return Accuracy(tested.count(wanted), len(tested), len(given) - len(tested))

    return VerdictScores(accuracy(True), accuracy(False))


def _orders(reading: Reading, annotations: Annotations) -> tuple[list[float], list[float]]:
    """Sensitivity and importance of the fact types that have both; rank 1 is the most important, so it is turned."""
    left, right = [], []
    for fact_type, judged in annotations[reading.case_id].items():
        if fact_type in reading.sensitivity and judged.importance is not None:
            left.append(reading.sensitivity[fact_type])
            right.append(-judged.importance)
    return left, right
