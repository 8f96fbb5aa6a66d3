"""Reads and writes a tree as JSON. The caller reads and writes fact sheets; everything else is checked here."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from countercase.counterfactual.analogy import analogy_words
from countercase.counterfactual.fewest_changes import FewestChanges
from countercase.counterfactual.result import MEANING, WhatIf, headline, read_change, readings
from countercase.counterfactual.sensitivity import (
    CaseSensitivity,
    case_sensitivity,
    compute_sensitivity_scores,
    dispositive_types,
    rank_shift,
    sensitivity_by_kind,
)
from countercase.counterfactual.tree import Growth
from countercase.counterfactual.validator import Counts
from countercase.counterfactual.verdict import Answer, EdgeEvidence, controlled_types, controlled_words
from countercase.domain.case import CaseId
from countercase.domain.facts import (
    Fact,
    FactKey,
    FactKind,
    FactSheet,
    FactType,
    IngredientFact,
    LineFact,
    ProofFact,
    WordsFact,
)
from countercase.domain.perturbation import LawEffect, LawReading, Node, Perturbation, TextEdit, Tree
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.errors import InputError
from countercase.settings import CounterfactualSettings

# The schema of the tree file: what is written, and what is checked on reading.

FORMAT: Literal["countercase tree"] = "countercase tree"
VERSION: Literal[1] = 1


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SupposedModel(_Model):
    """An ingredient or the side of a line, before or after a change."""

    kind: FactKind
    type: FactType | None
    spans: tuple[tuple[int, int], ...] = ()
    said: dict[str, str]


class LawModel(_Model):
    """The legal consequence of a change."""

    effect: LawEffect
    provision: str | None
    says: str
    also: tuple[str, ...] = ()


class ChangeModel(_Model):
    """A change; `before` indexes the facts of the parent's sheet, `after` those of the node's own."""

    before: int | None
    after: int | None
    rule: str
    basis: str
    sentence: str
    label: str = ""
    fact_type: FactType | None
    kind: FactKind
    supposed: tuple[SupposedModel, SupposedModel] | None = None
    edits: tuple[tuple[int, int, str], ...] = ()
    adds_supposition: bool = False
    law: LawModel | None = None


class ShiftModel(_Model):
    """How far the ranking moved from the parent's; written for readers, recomputed on reading."""

    mean: float
    displacement: dict[str, int]
    dropped: tuple[str, ...]
    entered: tuple[str, ...]
    stable: tuple[str, ...]


class MeasuredModel(_Model):
    """The measured answer and its reason; written for readers, derived from the evidence."""

    answer: Answer
    reason: str


class NodeModel(_Model):
    """A node; its id is its index in the list."""

    id: int
    parent: int | None
    depth: int
    sheet: dict[str, Any]
    ranking: tuple[str, ...]
    perturbation: ChangeModel | None = None
    shift: ShiftModel | None = None
    pruned: bool = False
    evidence: EdgeEvidence | None = None
    measured: MeasuredModel | None = None
    readings: dict[str, Any] | None = None  # in law, the list, measured; written for readers


class CountsModel(_Model):
    """Verdicts on proposed changes."""

    accepted: int = 0
    rejected: int = 0
    abstained: int = 0


class TreeModel(_Model):
    """The file. Values derived from the nodes (sensitivity, verdicts, robustness) are written for readers."""

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
    measured: dict[FactType, str] = {}
    precedents: tuple[dict[str, Any], ...] = ()
    names: dict[str, str] = {}
    attribution: dict[str, Any] | None = None
    reached: tuple[dict[str, Any], ...] = ()
    analogies: dict[str, dict[str, list[str]]] = {}
    explanations: dict[int, tuple[str, ...]] = {}
    about: dict[str, Any] = {}
    notes: tuple[str, ...] = ()  # what could not be read in the text; recomputed when the tree grows
    locks: tuple[tuple[str, ...], ...] = ()
    headline: str = ""
    changes: tuple[dict[str, Any], ...] = ()
    outcomes: dict[str, str] = {}
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class TreeFile:
    """The parsed file: the matter's id, its tree as far as grown, the evidence of the edges, and the locks."""

    case_id: str
    growth: Growth
    evidence: Mapping[int, EdgeEvidence]
    locks: tuple[FactKey, ...] = ()


def to_json(run: WhatIf, sheet_to_json: Callable[[FactSheet], dict[str, Any]]) -> dict[str, Any]:
    """The whole run as plain data, with its conclusions."""
    growth, tree = run.growth, run.tree
    model = TreeModel(
        case_id=run.case_id,
        title=run.title,
        k=tree.k,
        options=growth.options,
        nodes=tuple(_node_model(node, run, sheet_to_json) for node in tree.nodes),
        open=growth.open,
        stopped=growth.stopped,
        validation=CountsModel(**asdict(growth.counts)),
        advised=CountsModel(**asdict(growth.adviser_counts)),
        refused=growth.refused,
        retrieved=growth.retrieved,
        sensitivity=compute_sensitivity_scores(tree),
        sensitivity_by_kind=sensitivity_by_kind(tree),
        dispositive=dispositive_types(tree, growth.options.dispositive_threshold),
        controlled=controlled_types(tree, run.evidence),
        measured=controlled_words(tree, run.evidence),
        precedents=tuple(_precedent(run, case) for case in case_sensitivity(tree)),
        names={str(case): name for case, name in run.names.items()},
        attribution=_attribution(run),
        reached=tuple(_fewest_changes(run, answer) for answer in run.fewest_changes),
        analogies={str(case): analogy_words(run.words, analogy) for case, analogy in run.analogies.items()},
        explanations={node: tuple(sentences) for node, sentences in run.explanations.items()},
        about=dict(run.about),
        locks=run.locks,
        headline=headline(run),
        changes=tuple(reading.to_json() for reading in readings(run)),
        outcomes={str(case): word for case, word in run.outcomes.items()},
        meaning=MEANING,
    )
    return model.model_dump(mode="json")


def _precedent(run: WhatIf, case: CaseSensitivity) -> dict[str, Any]:
    return {"name": run.name(case.case_id), **asdict(case)}


def _attribution(run: WhatIf) -> dict[str, Any] | None:
    attribution = run.attribution
    if attribution is None:
        return None
    shares = [
        {"fact": run.describe(share.fact), "value": share.value, "error": share.error} for share in attribution.shares
    ]
    return {
        "shares": shares,
        "whole": attribution.whole,
        "nothing": attribution.nothing,
        "exact": attribution.exact,
        "searches": attribution.searches,
    }


def _fewest_changes(run: WhatIf, answer: FewestChanges) -> dict[str, Any]:
    return {
        "case_id": answer.case_id,
        "aim": answer.aim.value,
        "changes": None if answer.changes is None else [run.label(change) for change in answer.changes],
        "rank": answer.rank,
        "searches": answer.searches,
        "smallest": answer.smallest,
        "nearest": answer.nearest,
    }


def from_json(content: object, sheet_from_json: Callable[[Any], FactSheet]) -> TreeFile:
    """Read a tree back; a wrong field is refused with its path."""
    try:
        model = TreeModel.model_validate(content)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise InputError(f"This is not a tree of countercase whatif: {where}: {first['msg']}.") from None
    try:
        tree = _tree(model, sheet_from_json)
    except (ValueError, IndexError) as error:
        raise InputError(f"This tree is inconsistent: {error}.") from None
    growth = Growth(
        tree,
        model.options,
        model.open,
        model.stopped,
        Counts(**model.validation.model_dump()),
        Counts(**model.advised.model_dump()),
        model.retrieved,
        model.refused,
    )
    evidence = {node.id: node.evidence for node in model.nodes if node.evidence}
    return TreeFile(model.case_id, growth, evidence, model.locks)


def _node_model(node: Node, run: WhatIf, sheet_to_json: Callable[[FactSheet], dict[str, Any]]) -> NodeModel:
    evidence = run.evidence.get(node.id)
    shift = node.shift
    reading = read_change(run, node)
    return NodeModel(
        id=node.id,
        parent=node.parent,
        depth=node.depth,
        sheet=sheet_to_json(node.sheet),
        ranking=node.ranking,
        perturbation=_change_model(node, run),
        shift=ShiftModel(
            mean=shift.mean,
            displacement={str(case): moved for case, moved in shift.displacement.items()},
            dropped=shift.dropped,
            entered=shift.entered,
            stable=shift.stable,
        )
        if shift is not None
        else None,
        pruned=node.pruned,
        evidence=evidence,
        measured=MeasuredModel(answer=evidence.answer, reason=evidence.reason) if evidence else None,
        readings=reading.to_json() if reading is not None else None,
    )


def _change_model(node: Node, run: WhatIf) -> ChangeModel | None:
    change = node.perturbation
    if change is None or node.parent is None:
        return None
    law = change.law
    return ChangeModel(
        before=None if change.is_supposed else _fact_index(change.before, run.tree.nodes[node.parent].sheet),
        after=None if change.is_supposed else _fact_index(change.after, node.sheet),
        supposed=_supposed_pair(change),
        edits=tuple((edit.span.start, edit.span.end, edit.text) for edit in change.edits),
        adds_supposition=change.adds_supposition,
        law=LawModel(effect=law.effect, provision=law.provision, says=law.says, also=law.also)
        if law is not None
        else None,
        rule=change.rule,
        basis=change.basis,
        sentence=change.sentence,
        label=run.label(change),
        fact_type=change.fact_type,
        kind=change.fact.kind,
    )


_SUPPOSED = ("ingredient", "name", "status", "rule", "quantity", "value", "stands", "text")


def _supposed_pair(change: Perturbation) -> tuple[SupposedModel, SupposedModel] | None:
    if not change.is_supposed or change.before is None or change.after is None:
        return None
    return _supposed_model(change.before), _supposed_model(change.after)


def _supposed_model(fact: Fact) -> SupposedModel:
    said = {name: str(getattr(fact, name)) for name in _SUPPOSED if hasattr(fact, name)}
    if isinstance(fact, IngredientFact | LineFact):
        said["provision"] = fact.provision.id
    spans = tuple((span.start, span.end) for span in fact.spans)
    return SupposedModel(kind=fact.kind, type=fact.type, spans=spans, said=said)


def _supposed_fact(model: SupposedModel) -> Fact:
    spans = tuple(Span(start, end) for start, end in model.spans)
    if model.kind is FactKind.WORDS:
        return WordsFact(spans=spans, text=model.said["text"])
    provision = Provision.parse(model.said["provision"])
    said = model.said
    if model.kind is FactKind.LINE:
        return LineFact(
            spans=spans,
            provision=provision,
            found_by="what-if",
            rule=said["rule"],
            quantity=said["quantity"],
            value=said["value"],
            stands=said["stands"],
        )
    cls = ProofFact if model.type is FactType.EVIDENCE else IngredientFact
    return cls(
        spans=spans,
        provision=provision,
        found_by="what-if",
        ingredient=said["ingredient"],
        name=said["name"],
        status=said["status"],
    )


def _fact_index(fact: Fact | None, sheet: FactSheet) -> int | None:
    if fact is None:
        return None
    key = fact.key
    return next(index for index, candidate in enumerate(sheet.facts) if candidate.key == key)


def _tree(model: TreeModel, sheet_from_json: Callable[[Any], FactSheet]) -> Tree:
    nodes: list[Node] = []
    for index, node in enumerate(model.nodes):
        if node.parent is not None and not 0 <= node.parent < index:
            raise ValueError(f"node {node.id} needs a parent before it")
        sheet = sheet_from_json(node.sheet)
        ranking = tuple(CaseId(case) for case in node.ranking)
        parent = nodes[node.parent] if node.parent is not None else None
        change = _change(node.perturbation, parent.sheet, sheet) if node.perturbation and parent else None
        shift = rank_shift(parent.ranking, ranking, model.k) if parent else None
        nodes.append(Node(node.id, node.parent, node.depth, sheet, ranking, change, shift, node.pruned))
    if not nodes:
        raise ValueError("it has no nodes")
    return Tree(tuple(nodes), model.k)


def _change(model: ChangeModel, before: FactSheet, after: FactSheet) -> Perturbation:
    law = LawReading(model.law.effect, model.law.provision, model.law.says, model.law.also) if model.law else None
    changed = (
        before.facts[model.before] if model.before is not None else None,
        after.facts[model.after] if model.after is not None else None,
    )
    if model.supposed is not None:
        try:
            changed = (_supposed_fact(model.supposed[0]), _supposed_fact(model.supposed[1]))
        except (KeyError, TypeError) as error:
            raise ValueError(f"a change of an ingredient or a line lacks {error}") from None
    edits = tuple(TextEdit(Span(start, end), text) for start, end, text in model.edits)
    return Perturbation(*changed, model.rule, model.basis, model.sentence, edits, law, model.adds_supposition)
