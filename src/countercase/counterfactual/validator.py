"""Whether a changed sheet could be a real matter. Rules decide; a language model, if there is one, advises.

The adviser fails closed: what it does not answer, or answers outside the schema, is an abstention and not an accept.
"""

import hashlib
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from countercase.counterfactual.implausible import why_not
from countercase.counterfactual.state import fact_key
from countercase.domain.facts import FactSheet
from countercase.domain.perturbation import Perturbation
from countercase.errors import BudgetSpent, EndpointError, ModelError


class Decision(StrEnum):
    """What the validator says of a change."""

    ACCEPT = "accept"
    REJECT = "reject"
    ABSTAIN = "abstain"


class Advice(BaseModel):
    """What a language model must answer; anything else is no answer."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    plausible: bool = Field(description="Could a real matter have these facts together?")
    operative: bool = Field(description="Does the change touch something that the law looks at?")
    reasoning: str = Field(min_length=1, max_length=2000)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The decision, why, and who decided; `operative` only where an adviser said so."""

    decision: Decision
    reason: str
    by: str = "rules"
    operative: bool | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """Verdicts on proposed changes. An abstention is neither an accept nor a reject."""

    accepted: int = 0
    rejected: int = 0
    abstained: int = 0

    @property
    def accept_rate(self) -> float | None:
        """The seed's: accepted among proposed; None where nothing was proposed."""
        proposed = self.accepted + self.rejected + self.abstained
        return self.accepted / proposed if proposed else None

    def with_one(self, decision: Decision) -> "Counts":
        """One more verdict."""
        return Counts(
            self.accepted + (decision is Decision.ACCEPT),
            self.rejected + (decision is Decision.REJECT),
            self.abstained + (decision is Decision.ABSTAIN),
        )

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(self.accepted + other.accepted, self.rejected + other.rejected, self.abstained + other.abstained)


# The sheet, the change and the changed sheet in; JSON text of an `Advice` out.
Adviser = Callable[[FactSheet, Perturbation, FactSheet], str]


@dataclass(slots=True)
class Validator:
    """Asks the rules, then the adviser; one question is put to the adviser once."""

    adviser: Adviser | None = None
    cache: MutableMapping[str, Verdict] = field(default_factory=dict)

    def __call__(self, sheet: FactSheet, change: Perturbation, changed: FactSheet) -> Verdict:
        """The verdict on one change."""
        against = why_not(sheet, change, changed)
        if against is not None:
            return Verdict(Decision.REJECT, against)
        if self.adviser is None:
            return Verdict(Decision.ACCEPT, "no rule speaks against it")
        key = pair_key(sheet, change, changed)
        verdict = self.cache.get(key)
        if verdict is None:
            verdict = _advised(self.adviser, sheet, change, changed)
            if verdict.decision is not Decision.ABSTAIN:  # an endpoint that failed may answer next time
                self.cache[key] = verdict
        return verdict


def pair_key(sheet: FactSheet, change: Perturbation, changed: FactSheet) -> str:
    """The whole pair: both narratives, both sets of facts, and the change; nothing less tells two questions apart."""
    sides = [(one.narrative, [fact_key(fact) for fact in one.facts]) for one in (sheet, changed)]
    facts = [fact_key(fact) if fact is not None else None for fact in (change.before, change.after)]
    return hashlib.sha256(repr((sides, facts, change.rule)).encode()).hexdigest()


def _advised(adviser: Adviser, sheet: FactSheet, change: Perturbation, changed: FactSheet) -> Verdict:
    try:
        advice = Advice.model_validate_json(adviser(sheet, change, changed))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the answer"
        return Verdict(
            Decision.ABSTAIN, f"the model's answer does not fit the schema: {where}: {first['msg']}", "model"
        )
    except (EndpointError, BudgetSpent, ModelError) as error:
        return Verdict(Decision.ABSTAIN, f"the model did not answer: {error}", "model")
    decision = Decision.ACCEPT if advice.plausible else Decision.REJECT
    return Verdict(decision, advice.reasoning, "model", advice.operative)
