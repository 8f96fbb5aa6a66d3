"""What the harness asks of a system: a function from queries to answers, and nothing else."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from countercase.domain.ranking import Query
from countercase.evaluation.metrics import Ranking


@dataclass(frozen=True, slots=True)
class Answer:
    """A ranking of cases, and the seconds of each stage where the system measures them."""

    ranking: Ranking
    seconds: Mapping[str, float] = field(default_factory=dict)


System = Callable[[Sequence[Query]], Sequence[Answer]]
