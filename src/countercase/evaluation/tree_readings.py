"""What a perturbation tree says, as far as experts can check it. Read from the JSON that `countercase whatif` writes.

The keys that are read: `case_id` (else the stem of the file name), `sensitivity` (fact type -> mean displacement),
`controlled` (fact type -> whether it beat its placebos; may be absent), and the verdicts on proposed changes, each with
`accepted`, `rejected` and `abstained`: `validation` (in the end) and `advised` (the language model's). A file without
`sensitivity` must have `nodes`, each but the root with `perturbation.fact_type` and `shift.mean`.
"""

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from countercase.domain.facts import FactType
from countercase.errors import InputError


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Verdicts on proposed changes. An abstention is neither accept nor reject, but was proposed."""

    accepted: int = 0
    rejected: int = 0
    abstained: int = 0

    def __add__(self, other: "Verdicts") -> "Verdicts":
        return Verdicts(
            self.accepted + other.accepted, self.rejected + other.rejected, self.abstained + other.abstained
        )

    @property
    def accept_rate(self) -> float | None:
        """The seed's: accepted among all proposed; None where nothing was proposed."""
        proposed = self.accepted + self.rejected + self.abstained
        return self.accepted / proposed if proposed else None

    @property
    def accept_rate_of_decided(self) -> float | None:
        """Accepted among those on which there was no abstention."""
        decided = self.accepted + self.rejected
        return self.accepted / decided if decided else None


@dataclass(frozen=True, slots=True)
class Reading:
    """One case as the system sees it. An untested fact type is absent, not 0."""

    case_id: str
    sensitivity: Mapping[FactType, float]
    controlled: Mapping[FactType, bool] = field(default_factory=dict)
    validation: Verdicts = Verdicts()
    advised: Verdicts = Verdicts()


def read_tree(path: Path) -> Reading:
    """The reading of one tree file."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}. Check the name.") from None
    except json.JSONDecodeError as error:
        raise InputError(f"{path}:{error.lineno}: not JSON: {error.msg}.") from None
    if not isinstance(content, dict) or not ("sensitivity" in content or "nodes" in content):
        raise InputError(f"{path} is not a tree: it has neither `sensitivity` nor `nodes`. Run: countercase whatif")
    try:
        sensitivity = content.get("sensitivity")
        return Reading(
            str(content.get("case_id") or path.stem),
            _typed(sensitivity, float) if sensitivity is not None else _from_nodes(content["nodes"]),
            _typed(content.get("controlled") or {}, bool),
            _verdicts(content.get("validation") or {}),
            _verdicts(content.get("advised") or {}),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"{path} is not a tree that we can read: {error}.") from None


def _typed(values: Mapping[str, Any], kind: type) -> dict[FactType, Any]:
    return {FactType(name): kind(value) for name, value in values.items()}


def _verdicts(counts: Mapping[str, Any]) -> Verdicts:
    return Verdicts(*(int(counts.get(key, 0)) for key in ("accepted", "rejected", "abstained")))


def _from_nodes(nodes: list[dict[str, Any]]) -> dict[FactType, float]:
    """Mean displacement over the edges of each fact type, as the seed has it."""
    means: dict[FactType, list[float]] = defaultdict(list)
    for node in nodes:
        change, shift = node.get("perturbation"), node.get("shift")
        if change and shift and change["fact_type"] is not None:  # finer kinds of fact have none of the four types
            means[FactType(change["fact_type"])].append(float(shift["mean"]))
    return {fact_type: sum(values) / len(values) for fact_type, values in means.items()}
