"""The tree of changes as nested branches: each node with its effect over the band of its placebos, also in words."""

from dataclasses import dataclass

from markupsafe import Markup

from countercase.counterfactual.result import WhatIf
from countercase.domain.perturbation import Node
from countercase.web.pictures.bars import Effect, Scale, bar, scale_of
from countercase.web.pictures.marks import fact_class
from countercase.web.pictures.placebo import Standing, common_scale, standing

WIDTHS = (0.25, 0.75, 1.5, 2.5, 4.0)  # places at which the line to a node grows thicker


@dataclass(frozen=True, slots=True)
class Branch:
    """A node of the picture with what hangs below it; `standing` is None where placebos were not measured."""

    id: int
    label: str
    sentence: str
    css: str
    mean: float
    width: int
    pruned: bool
    standing: Standing | None
    strip: Markup
    below: tuple["Branch", ...]


@dataclass(frozen=True, slots=True)
class _Scales:
    """The scales that all nodes of a tree share."""

    effects: Scale
    places: Scale


def picture(run: WhatIf) -> Branch:
    """The whole tree from the matter as given."""
    moved = [Effect("", "", node.shift.mean) for node in run.tree.nodes if node.shift]
    return _branch(run, run.tree.root, _Scales(common_scale(run.evidence.values()), scale_of(moved)))


def _branch(run: WhatIf, node: Node, scales: _Scales) -> Branch:
    below = tuple(_branch(run, child, scales) for child in run.tree.children(node.id))
    change, shift = node.perturbation, node.shift
    if change is None or shift is None:
        return Branch(0, "The matter as given", "", "root", 0.0, 0, False, None, Markup(), below)
    css = fact_class(change.fact)
    seen = run.evidence.get(node.id)
    stands = standing(seen, css, scales.effects) if seen else None
    strip = stands.strip if stands else bar(Effect("", css, shift.mean), scales.places)
    width = sum(shift.mean > limit for limit in WIDTHS)
    label, sentence = run.label(change), change.sentence
    return Branch(node.id, label, sentence, css, shift.mean, width, node.pruned, stands, strip, below)
