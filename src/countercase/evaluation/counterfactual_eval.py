"""Does the system find the facts that experts say decide a case? The specification's four figures, with controls.

Two verdicts are compared. By the specification, a fact type is dispositive if its mean displacement is above the
threshold. By the controlled verdict, it is if it moved the ranking further than edits that change only wording.

The experts' annotations are a CSV file with one row per case, fact type and annotator:

    case_id,fact_type,dispositive,importance,annotator,note
    C12,Section,yes,1,first reader,
    C12,Numerical,no,4,first reader,the amount plays no part

`dispositive` is yes, no, or empty for "cannot say". `importance` is a rank or empty; 1 is the most important, and ranks
may be equal. Several annotators may judge one case: the majority decides, and a tie leaves the fact undecided.
"""

import csv
import io
import itertools
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countercase.domain.facts import FactType
from countercase.errors import InputError
from countercase.evaluation.formats import csv_rows
from countercase.files import json_fault, read_utf8
from countercase.settings import DISPOSITIVE_THRESHOLD
from countercase.significance import Array, bootstrap_interval

# What experts say about each case: which types of fact decide it, and how important each is.


COLUMNS = ("case_id", "fact_type", "dispositive", "importance", "annotator", "note")
_VERDICTS = {"yes": True, "y": True, "1": True, "true": True, "no": False, "n": False, "0": False, "false": False}


@dataclass(frozen=True, slots=True)
class ExpertView:
    """What the experts say about one fact type of one case; None if they cannot say or disagree."""

    dispositive: bool | None
    importance: float | None
    annotators: int = 1


Annotations = Mapping[str, Mapping[FactType, ExpertView]]


def read_annotations(path: Path) -> dict[str, dict[FactType, ExpertView]]:
    """Case -> fact type -> the experts' view. Raises InputError with the line of a bad row."""
    given: dict[tuple[str, FactType], list[tuple[str, bool | None, float | None]]] = defaultdict(list)
    for line, row in csv_rows(path, COLUMNS[:4]):
        where = f"{path}:{line}"
        case, annotator = (row["case_id"] or "").strip(), (row.get("annotator") or "").strip()
        if not case:
            raise InputError(f"{where}: case_id is empty. Fill it in or remove the row.")
        entry = given[case, _fact_type(where, row["fact_type"])]
        if any(annotator == other for other, _, _ in entry):
            raise InputError(
                f"{where}: {annotator or 'one annotator'} judges {case} {row['fact_type']} twice. Remove one row."
            )
        entry.append((annotator, _verdict(where, row["dispositive"]), _rank(where, row["importance"])))
    if not given:
        raise InputError(f"{path} has no annotations. Fill in at least one row.")
    views: dict[str, dict[FactType, ExpertView]] = defaultdict(dict)
    for (case, fact_type), entry in given.items():
        views[case][fact_type] = _joined([(verdict, rank) for _, verdict, rank in entry])
    return dict(views)


def template(cases: Iterable[str], annotator: str = "") -> str:
    """An empty sheet to fill in with a spreadsheet: one row for every fact type of every case."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for case in cases:
        writer.writerows([case, fact_type.value, "", "", annotator, ""] for fact_type in FactType)
    return out.getvalue()


def _joined(entries: list[tuple[bool | None, float | None]]) -> ExpertView:
    verdicts = [verdict for verdict, _ in entries if verdict is not None]
    yes, no = verdicts.count(True), verdicts.count(False)
    ranks = [rank for _, rank in entries if rank is not None]
    return ExpertView(
        None if yes == no else yes > no,
        sum(ranks) / len(ranks) if ranks else None,
        len(entries),
    )


def _fact_type(where: str, text: str | None) -> FactType:
    wanted = (text or "").strip().lower()
    for fact_type in FactType:
        if wanted == fact_type.value.lower():
            return fact_type
    known = ", ".join(fact_type.value for fact_type in FactType)
    raise InputError(f"{where}: there is no fact type {text!r}. Known: {known}.")


def _verdict(where: str, text: str | None) -> bool | None:
    wanted = (text or "").strip().lower()
    if wanted and wanted not in _VERDICTS:
        raise InputError(f"{where}: dispositive is yes, no or empty, not {text!r}.")
    return _VERDICTS.get(wanted)


def _rank(where: str, text: str | None) -> float | None:
    if not (text or "").strip():
        return None
    try:
        rank = float(text or "")
    except ValueError:
        rank = 0.0
    if not 1 <= rank <= 100:
        raise InputError(f"{where}: importance is a rank from 1 (most important) or empty, not {text!r}.")
    return rank


# The part of a perturbation tree that experts can check, read from the JSON that `countercase whatif` writes.


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Counts of verdicts on proposed changes. An abstention counts only as proposed."""

    accepted: int = 0
    rejected: int = 0
    abstained: int = 0

    def __add__(self, other: "Verdicts") -> "Verdicts":
        return Verdicts(
            self.accepted + other.accepted, self.rejected + other.rejected, self.abstained + other.abstained
        )

    @property
    def accept_rate(self) -> float | None:
        """The specification's rate: the share accepted of all proposed; None if nothing was proposed."""
        proposed = self.accepted + self.rejected + self.abstained
        return self.accepted / proposed if proposed else None

    @property
    def accept_rate_of_decided(self) -> float | None:
        """The share accepted of those that were decided; None if none was."""
        decided = self.accepted + self.rejected
        return self.accepted / decided if decided else None


@dataclass(frozen=True, slots=True)
class SystemView:
    """One case as the system sees it. An untested fact type is absent, not 0."""

    case_id: str
    sensitivity: Mapping[FactType, float]
    controlled: Mapping[FactType, bool] = field(default_factory=dict)
    validation: Verdicts = Verdicts()
    advised: Verdicts = Verdicts()


def read_tree(path: Path) -> SystemView:
    """Read one tree file."""
    text = read_utf8(path, if_not_utf8="Give a tree that countercase whatif wrote.")
    try:
        content = json.loads(text)
    except ValueError as error:
        line = getattr(error, "lineno", 1)
        raise InputError(f"{path}:{line}: not JSON: {json_fault(error)}.") from None
    if not isinstance(content, dict) or not ("sensitivity" in content or "nodes" in content):
        raise InputError(f"{path} is not a tree: it has neither `sensitivity` nor `nodes`. Run: countercase whatif")
    try:
        sensitivity = content.get("sensitivity")
        return SystemView(
            str(content.get("case_id") or path.stem),
            _typed(sensitivity, float) if sensitivity is not None else _from_nodes(content["nodes"]),
            _typed(content.get("controlled") or {}, bool),
            _verdicts(content.get("validation") or {}),
            _verdicts(content.get("advised") or {}),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"{path} is not a tree that we can read: {error}. Run countercase whatif again.") from None


def _typed(values: Mapping[str, Any], kind: type) -> dict[FactType, Any]:
    return {FactType(name): kind(value) for name, value in values.items()}


def _verdicts(counts: Mapping[str, Any]) -> Verdicts:
    return Verdicts(*(int(counts.get(key, 0)) for key in ("accepted", "rejected", "abstained")))


def _from_nodes(nodes: list[dict[str, Any]]) -> dict[FactType, float]:
    """Mean displacement over the edges of each fact type, as in the specification."""
    means: dict[FactType, list[float]] = defaultdict(list)
    for node in nodes:
        change, shift = node.get("perturbation"), node.get("shift")
        if change and shift and change["fact_type"] is not None:  # finer kinds of fact have none of the four types
            means[FactType(change["fact_type"])].append(float(shift["mean"]))
    return {fact_type: sum(values) / len(values) for fact_type, values in means.items()}


# Spearman's rho: for one case, and for many with the cases as strata.

SAMPLES = 10_000
EXACT_PAIRS = 8  # 8 pairs have 40,320 orders, which are all counted; beyond that, orders are sampled
_SLACK = 1e-12


@dataclass(frozen=True, slots=True)
class PooledRho:
    """Agreement over all cases: the correlation of ranks within each case. A single case has no interval."""

    rho: float
    low: float | None
    high: float | None
    p: float  # two-sided, permuting within cases
    cases: int
    pairs: int
    exact: bool = True  # whether every permutation was counted; if not, they were sampled


def midranks(values: Sequence[float]) -> Array:
    """Ranks from 1, smallest first; equal values share the mean of their ranks."""
    from scipy.stats import rankdata

    return np.asarray(rankdata(values, method="average"), dtype=np.float64)


def spearman(left: Sequence[float], right: Sequence[float]) -> float | None:
    """Rho by midranks; None if there are fewer than two pairs or one side is constant.

    Without ties this is the specification's 1 - 6 * sum(d**2) / (n * (n**2 - 1)); with ties that formula is off.
    """
    if len(left) < 2:
        return None
    a, b = _centred(left), _centred(right)
    size = float(np.sqrt((a**2).sum() * (b**2).sum()))
    return float((a * b).sum() / size) if size > _SLACK else None


def pooled_spearman(
    pairs: Sequence[tuple[Sequence[float], Sequence[float]]], samples: int = SAMPLES, seed: int = 0
) -> PooledRho | None:
    """Rho over several cases; None if no case has two pairs that differ on both sides.

    Four fact types can be ordered in only 24 ways, so a single case hardly reaches p < .05 (two-sided); many cases
    together can. Permutations stay within a case. They are all counted, however many cases there are, unless a case
    has more than eight pairs. The bootstrap draws whole cases.
    """
    usable = [(_centred(a), _centred(b)) for a, b in pairs if spearman(a, b) is not None]
    if not usable:
        return None
    products = np.array([float((a * b).sum()) for a, b in usable])
    left = np.array([float((a**2).sum()) for a, _ in usable])
    right = np.array([float((b**2).sum()) for _, b in usable])
    rho = float(_rho(products, left, right))
    rng = np.random.default_rng(seed)
    exact = max(len(a) for a, _ in usable) <= EXACT_PAIRS
    p = _exact_p(usable) if exact else _sampled_p(usable, samples, rng)
    number = sum(len(a) for a, _ in usable)
    if len(usable) == 1:
        return PooledRho(rho, None, None, p, 1, number, exact)
    low, high = bootstrap_interval(products, left, right, statistic=_rho, samples=samples, seed=rng)
    return PooledRho(rho, float(low), float(high), p, len(usable), number, exact)


_Orders = Sequence[tuple[Array, Array]]  # centred ranks of both sides, case by case


def _exact_p(cases: _Orders) -> float:
    """Share of all permutations within cases whose sum of cross products is at least as far from zero as observed.

    Centred midranks are multiples of a half, so four times a product is a whole number, and the distribution of the
    sum over cases is the convolution of the distributions of the cases.
    """
    total: dict[int, int] = {0: 1}
    for a, b in cases:
        of_case = Counter(np.rint(4 * (b[_all_orders(len(b))] @ a)).astype(int).tolist())
        joined: Counter[int] = Counter()
        for (before, count), (product, ways) in itertools.product(total.items(), of_case.items()):
            joined[before + product] += count * ways
        total = joined
    observed = abs(round(4 * sum(float(a @ b) for a, b in cases)))
    return sum(count for value, count in total.items() if abs(value) >= observed) / sum(total.values())


@cache
def _all_orders(count: int) -> NDArray[np.int64]:
    return np.array(list(itertools.permutations(range(count))), dtype=np.int64)


def _sampled_p(cases: _Orders, samples: int, rng: np.random.Generator) -> float:
    shuffled = sum(_shuffled_products(a, b, samples, rng) for a, b in cases)
    observed = abs(sum(float(a @ b) for a, b in cases))
    return (int((np.abs(shuffled) >= observed - _SLACK).sum()) + 1) / (samples + 1)


def _rho(products: Array, left: Array, right: Array, axis: int = -1) -> Array:
    return np.asarray(products.sum(axis=axis) / np.sqrt(left.sum(axis=axis) * right.sum(axis=axis)))


def _centred(values: Sequence[float]) -> Array:
    ranks = midranks(values)
    return np.asarray(ranks - ranks.mean())


def _shuffled_products(a: Array, b: Array, samples: int, rng: np.random.Generator) -> Array:
    """The cross product of ranks under `samples` shuffles of one side."""
    order = rng.random((samples, len(b))).argsort(axis=1)
    return np.asarray(b[order] @ a)


Verdict = Callable[[SystemView, FactType], bool | None]


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Correct verdicts among the facts that were tested. Untested facts are counted separately."""

    right: int
    tested: int
    untested: int

    @property
    def value(self) -> float | None:
        """The share of correct verdicts; None if nothing was tested."""
        return self.right / self.tested if self.tested else None


@dataclass(frozen=True, slots=True)
class VerdictScores:
    """How well one kind of verdict agrees with the experts."""

    dispositive: Accuracy
    non_dispositive: Accuracy

    @property
    def balanced(self) -> float | None:
        """The mean of the two; calling everything dispositive gives no more than a half."""
        if self.dispositive.value is None or self.non_dispositive.value is None:
            return None
        return (self.dispositive.value + self.non_dispositive.value) / 2


@dataclass(frozen=True, slots=True)
class CounterfactualScores:
    """All figures. `rho` has the value of each case, None if its order cannot be compared."""

    cases: int
    threshold: float
    specification_verdicts: VerdictScores
    controlled_verdicts: VerdictScores
    rho: Mapping[str, float | None]
    pooled: PooledRho | None
    llm_verdicts: Verdicts  # all zero if no language model was asked
    final_verdicts: Verdicts
    undecided: int  # facts on which the experts disagree or say nothing
    not_annotated: tuple[str, ...]
    without_tree: tuple[str, ...]


def evaluate_counterfactuals(
    readings: Sequence[SystemView],
    annotations: Annotations,
    threshold: float = DISPOSITIVE_THRESHOLD,
    samples: int = SAMPLES,
    seed: int = 0,
) -> CounterfactualScores:
    """Score the trees that have annotations, and name the others."""
    by_case = {reading.case_id: reading for reading in readings}
    if len(by_case) < len(readings):
        raise InputError("Two trees belong to the same case. Give one tree per case.")
    common = sorted(set(by_case) & set(annotations))
    if not common:
        raise InputError("No tree belongs to an annotated case. Check the case ids in the annotations and the trees.")

    def by_specification(reading: SystemView, fact_type: FactType) -> bool | None:
        value = reading.sensitivity.get(fact_type)
        return None if value is None else value > threshold

    def by_control(reading: SystemView, fact_type: FactType) -> bool | None:
        return reading.controlled.get(fact_type)

    orders = {case: _orders(by_case[case], annotations) for case in common}
    return CounterfactualScores(
        cases=len(common),
        threshold=threshold,
        specification_verdicts=_verdict_scores(by_case, common, annotations, by_specification),
        controlled_verdicts=_verdict_scores(by_case, common, annotations, by_control),
        rho={case: spearman(*order) for case, order in orders.items()},
        pooled=pooled_spearman(list(orders.values()), samples, seed),
        llm_verdicts=sum((by_case[case].advised for case in common), Verdicts()),
        final_verdicts=sum((by_case[case].validation for case in common), Verdicts()),
        undecided=sum(view.dispositive is None for case in common for view in annotations[case].values()),
        not_annotated=tuple(sorted(set(by_case) - set(annotations))),
        without_tree=tuple(sorted(set(annotations) - set(by_case))),
    )


def _verdict_scores(
    readings: Mapping[str, SystemView], cases: Sequence[str], annotations: Annotations, verdict: Verdict
) -> VerdictScores:
    def accuracy(wanted: bool) -> Accuracy:
        verdicts = [
            verdict(readings[case], fact_type)
            for case in cases
            for fact_type, view in annotations[case].items()
            if view.dispositive is wanted
        ]
        tested = [verdict for verdict in verdicts if verdict is not None]
        return Accuracy(tested.count(wanted), len(tested), len(verdicts) - len(tested))

    return VerdictScores(accuracy(True), accuracy(False))


def _orders(reading: SystemView, annotations: Annotations) -> tuple[list[float], list[float]]:
    """Sensitivity and importance of the fact types that have both; importance is negated, since rank 1 is highest."""
    sensitivity, importance = [], []
    for fact_type, view in annotations[reading.case_id].items():
        if fact_type in reading.sensitivity and view.importance is not None:
            sensitivity.append(reading.sensitivity[fact_type])
            importance.append(-view.importance)
    return sensitivity, importance
