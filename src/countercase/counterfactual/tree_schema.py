"""The tree file's schema: what is written, and what is checked when a file is read."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from countercase.counterfactual.edge_evidence import EdgeEvidence
from countercase.domain.facts import FactKind, FactType
from countercase.settings import CounterfactualSettings

FORMAT: Literal["countercase tree"] = "countercase tree"
VERSION: Literal[1] = 1


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ChangeModel(_Model):
    """A change; `before` counts in the facts of the parent's sheet, `after` in those of the node's own."""

    before: int | None
    after: int | None
    rule: str
    basis: str
    sentence: str
    label: str = ""
    fact_type: FactType | None
    kind: FactKind


class ShiftModel(_Model):
    """How far the ranking moved from the parent's; written for readers, reckoned anew when read."""

    mean: float
    displacement: dict[str, int]
    dropped: tuple[str, ...]
    entered: tuple[str, ...]
    stable: tuple[str, ...]


class NodeModel(_Model):
    """A node; its id is its place in the list."""

    id: int
    parent: int | None
    depth: int
    sheet: dict[str, Any]
    ranking: tuple[str, ...]
    perturbation: ChangeModel | None = None
    shift: ShiftModel | None = None
    pruned: bool = False
    evidence: EdgeEvidence | None = None


class CountsModel(_Model):
    """Verdicts on proposed changes."""

    accepted: int = 0
    rejected: int = 0
    abstained: int = 0


class TreeModel(_Model):
    """The file. What follows from the nodes (sensitivity, verdicts, robustness) is written for readers."""

    format: Literal["countercase tree"] = FORMAT
    version: Literal[1] = VERSION
    case_id: str
    title: str = ""
    k: int
    options: CounterfactualSettings
    nodes: tuple[NodeModel, ...]
    open: tuple[int, ...] = ()
    stopped: str | None = None
    validation: CountsModel = CountsModel()
    advised: CountsModel = CountsModel()
    refused: tuple[tuple[str, str], ...] = ()
    retrieved: int = 0
    sensitivity: dict[FactType, float] = {}
    sensitivity_by_kind: dict[FactKind, float] = {}
    dispositive: dict[FactType, bool] = {}
    controlled: dict[FactType, bool] = {}
    precedents: tuple[dict[str, Any], ...] = ()
    names: dict[str, str] = {}
    attribution: dict[str, Any] | None = None
    reached: tuple[dict[str, Any], ...] = ()
    analogies: dict[str, dict[str, list[str]]] = {}
    explanations: dict[int, tuple[str, ...]] = {}
    about: dict[str, Any] = {}
    meaning: str = ""
