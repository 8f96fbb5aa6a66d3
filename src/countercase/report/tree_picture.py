"""The tree of changes as nested branches: each node with its effect over the band of its placebos, also in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from countercase.counterfactual.result import WhatIf
from countercase.counterfactual.verdict import EdgeEvidence, in_words
from countercase.domain.perturbation import Node
from countercase.report.charts import EffectBar, effect_bar, scale_of
from countercase.report.marks import fact_class
from countercase.report.svg import Scale

# How a change stands against the neutral edits of its length: in words, and drawn over their band.

BEATS, INSIDE = "beats its placebos", "inside the placebo band"
BEYOND, UNTESTED = "beyond the band, not for certain", "too short a text to test"
_CSS = {BEATS: "beats", INSIDE: "inside", BEYOND: "beyond", UNTESTED: "beyond"}


@dataclass(frozen=True, slots=True)
class Standing:
    """A measured change as a node of the tree shows it."""

    words: str
    sentence: str
    css: str
    figures: str
    strip: Markup


def stands(seen: EdgeEvidence) -> str:
    """The verdict in words; between the band and the verdict nothing certain can be said."""
    if not seen.tested:
        return UNTESTED
    if seen.dispositive:
        return BEATS
    return INSIDE if seen.effect <= seen.band_high else BEYOND


def standing(seen: EdgeEvidence, css: str, scale: Scale) -> Standing:
    """The effect drawn over the band of its placebos; its interval is left to larger pictures."""
    words = stands(seen)
    strip = effect_bar(EffectBar("", css, seen.effect, band=(seen.band_low, seen.band_high)), scale)
    return Standing(words, in_words(seen), _CSS[words], figures(seen), strip)


def figures(seen: EdgeEvidence) -> str:
    """The same in figures, for those who read and do not look."""
    return (
        f"effect {seen.effect:.3f}, placebo band {seen.band_low:.3f} to {seen.band_high:.3f} "
        f"of {seen.placebos} neutral edits, q {seen.q:.3f}"
    )


def effect_of(seen: EdgeEvidence, css: str, label: str = "", link: str = "") -> EffectBar:
    """A measured change as a bar over its band."""
    band = (seen.band_low, seen.band_high)
    return EffectBar(label, css, seen.effect, seen.low, seen.high, band, f"q {seen.q:.3f}", stands(seen), link)


def common_scale(evidence: Iterable[EdgeEvidence]) -> Scale:
    """One scale for all changes of a tree, so that bars compare."""
    return scale_of([EffectBar("", "", seen.effect, band=(seen.band_low, seen.band_high)) for seen in evidence])


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
    moved = [EffectBar("", "", node.shift.mean) for node in run.tree.nodes if node.shift]
    return _branch(run, run.tree.root, _Scales(common_scale(run.evidence.values()), scale_of(moved)))


def _branch(run: WhatIf, node: Node, scales: _Scales) -> Branch:
    below = tuple(_branch(run, child, scales) for child in run.tree.children(node.id))
    change, shift = node.perturbation, node.shift
    if change is None or shift is None:
        return Branch(0, "The matter as given", "", "root", 0.0, 0, False, None, Markup(), below)
    css = fact_class(change.fact)
    seen = run.evidence.get(node.id)
    stands = standing(seen, css, scales.effects) if seen else None
    strip = stands.strip if stands else effect_bar(EffectBar("", css, shift.mean), scales.places)
    width = sum(shift.mean > limit for limit in WIDTHS)
    label, sentence = run.label(change), change.sentence
    return Branch(node.id, label, sentence, css, shift.mean, width, node.pruned, stands, strip, below)
