"""How much of the ranking each fact accounts for: Shapley values over coalitions of the facts.

Up to `EXACT` facts every coalition is searched. Beyond that, random orders are drawn until the error is small, and
the error is reported.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from math import factorial, sqrt

from countercase.counterfactual.sensitivity import rank_shift
from countercase.counterfactual.tree import Edit, without
from countercase.domain.case import CaseId
from countercase.domain.facts import Fact, FactSheet

EXACT = 12  # 4,096 searches; one more fact doubles them
BATCH = 256  # sheets searched at a time, so that memory does not grow with the coalitions
PRECISE = 0.15  # places: stop drawing orders at this standard error
PAIRS_PER_ROUND = 6  # pairs of orders drawn between checks of the error

Coalition = frozenset[int]
Value = Callable[[Sequence[CaseId]], float]
Retrieve = Callable[[Sequence[FactSheet]], Sequence[Sequence[CaseId]]]


@dataclass(frozen=True, slots=True)
class Share:
    """A fact's value; `error` is the standard error of a sampled value, and 0.0 for an exact one."""

    fact: Fact
    value: float
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class Attribution:
    """Shares in the order of the facts. They add up to the joint effect of all facts: `whole` less `nothing`."""

    shares: tuple[Share, ...]
    whole: float
    nothing: float
    exact: bool
    searches: int


def places_kept(ranking: Sequence[CaseId], k: int) -> Value:
    """The value of a coalition: minus the mean displacement from the full ranking. Shares are in places."""
    return lambda other: -rank_shift(ranking, other, k).mean


def attribute(
    sheet: FactSheet,
    facts: Sequence[Fact],
    retrieve: Retrieve,
    edit: Edit,
    value: Value,
    seed: int = 0,
    orders: int = 40,
    exact_up_to: int = EXACT,
) -> Attribution:
    """The Shapley value of each of the facts; all other facts stay on the sheet."""
    values_of = _CoalitionValues(sheet, facts, retrieve, edit, value)
    all_facts: Coalition = frozenset(range(len(facts)))
    exact = len(facts) <= exact_up_to
    shares = _exact(facts, values_of) if exact else _sampled(facts, values_of, random.Random(seed), orders)  # noqa: S311
    values = values_of.of([all_facts, frozenset()])
    return Attribution(tuple(shares), values[all_facts], values[frozenset()], exact, values_of.searches)


class _CoalitionValues:
    """Values of coalitions, each searched once."""

    def __init__(self, sheet: FactSheet, facts: Sequence[Fact], retrieve: Retrieve, edit: Edit, value: Value) -> None:
        self._sheet, self._facts, self._retrieve, self._edit, self._value = sheet, facts, retrieve, edit, value
        self._known: dict[Coalition, float] = {}

    @property
    def searches(self) -> int:
        """How many coalitions were searched."""
        return len(self._known)

    def of(self, coalitions: Iterable[Coalition]) -> Mapping[Coalition, float]:
        """The value of every requested coalition."""
        fresh = [coalition for coalition in dict.fromkeys(coalitions) if coalition not in self._known]
        sheets = self._sheets_of(fresh)
        while batch := list(islice(sheets, BATCH)):
            rankings = self._retrieve([sheet for _, sheet in batch])
            self._known |= {
                coalition: self._value(ranking) for (coalition, _), ranking in zip(batch, rankings, strict=True)
            }
        return self._known

    def _sheets_of(self, coalitions: Iterable[Coalition]) -> Iterator[tuple[Coalition, FactSheet]]:
        """Each coalition with the sheet that keeps only its facts.

        Coalitions that lack the same first facts come one after another, so most sheets need only one more edit.
        """
        path: list[tuple[int, FactSheet]] = [(-1, self._sheet)]
        for left_out, coalition in sorted((self._left_out(members), members) for members in coalitions):
            shared = sum(
                1 for _ in takewhile(lambda pair: pair[0][0] == pair[1], zip(path[1:], left_out, strict=False))
            )
            del path[shared + 1 :]
            for index in left_out[shared:]:
                path.append((index, without(path[-1][1], [self._facts[index]], self._edit)))
            yield coalition, path[-1][1]

    def _left_out(self, coalition: Coalition) -> tuple[int, ...]:
        return tuple(index for index in range(len(self._facts)) if index not in coalition)


def _exact(facts: Sequence[Fact], values_of: _CoalitionValues) -> list[Share]:
    count = len(facts)
    coalitions = [frozenset(index for index in range(count) if mask >> index & 1) for mask in range(2**count)]
    value = values_of.of(coalitions)
    weight = [factorial(size) * factorial(count - size - 1) / factorial(count) for size in range(count)]
    return [
        Share(
            fact,
            sum(
                weight[len(coalition)] * (value[coalition | {index}] - value[coalition])
                for coalition in coalitions
                if index not in coalition
            ),
        )
        for index, fact in enumerate(facts)
    ]


def _sampled(facts: Sequence[Fact], values_of: _CoalitionValues, chooser: random.Random, orders: int) -> list[Share]:
    """Marginal contributions over random orders; each order is also used backwards, which halves the noise."""
    count, shares = len(facts), list[Share]()
    gains: list[list[float]] = [[] for _ in facts]
    while not shares or (max(share.error for share in shares) > PRECISE and 2 * len(gains[0]) < orders):
        orders_drawn = [chooser.sample(range(count), count) for _ in range(PAIRS_PER_ROUND)]
        pairs = [(order, order[::-1]) for order in orders_drawn]
        value = values_of.of(frozenset(order[:size]) for pair in pairs for order in pair for size in range(count + 1))
        for pair in pairs:
            for index in range(count):
                gains[index].append(sum(_gain(order, index, value) for order in pair) / 2)
        shares = [
            Share(fact, _mean(fact_gains), _error(fact_gains)) for fact, fact_gains in zip(facts, gains, strict=True)
        ]
    return shares


def _gain(order: Sequence[int], index: int, value: Mapping[Coalition, float]) -> float:
    before = frozenset(order[: order.index(index)])
    return value[before | {index}] - value[before]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _error(values: Sequence[float]) -> float:
    mean = _mean(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
