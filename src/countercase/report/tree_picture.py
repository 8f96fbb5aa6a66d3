"""The tree of changes as nested branches: each node with its three readings in a few words."""

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from countercase.counterfactual.readings import MeasuredVerdict, provision_words, read_change
from countercase.counterfactual.result import WhatIf
from countercase.counterfactual.verdict import EdgeEvidence
from countercase.domain.perturbation import LawEffect, Node
from countercase.report.charts import EffectBar, effect_bar, scale_of
from countercase.report.marks import fact_class
from countercase.report.svg import Scale

# The effect of a change over the band of neutral edits of its length, for readers who want the figures.


@dataclass(frozen=True, slots=True)
class Standing:
    """A measured change as a chart, and the same in figures."""

    figures: str
    strip: Markup


def standing(seen: EdgeEvidence, css: str, scale: Scale) -> Standing:
    """The effect over the band of its neutral edits; larger charts show the interval."""
    strip = effect_bar(EffectBar("", css, seen.effect, band=(seen.band_low, seen.band_high)), scale)
    return Standing(figures(seen), strip)


def figures(seen: EdgeEvidence) -> str:
    """The same in figures, for readers who do not use the chart."""
    return (
        f"effect {seen.effect:.3f}; 95 % of {seen.placebos} neutral edits of the same length lie between "
        f"{seen.band_low:.3f} and {seen.band_high:.3f}; q = {seen.q:.3f}"
    )


def effect_of(seen: EdgeEvidence, css: str, verdict: str, label: str = "", link: str = "") -> EffectBar:
    """A measured change as a bar over its band."""
    band = (seen.band_low, seen.band_high)
    return EffectBar(label, css, seen.effect, seen.low, seen.high, band, f"q {seen.q:.3f}", verdict, link)


def common_scale(evidence: Iterable[EdgeEvidence]) -> Scale:
    """One scale for all changes of a tree, so that bars can be compared."""
    return scale_of([EffectBar("", "", seen.effect, band=(seen.band_low, seen.band_high)) for seen in evidence])


WIDTHS = (0.25, 0.75, 1.5, 2.5, 4.0)  # places at which the line to a node gets thicker
_MEASURED_CSS = {
    MeasuredVerdict.DEPENDS: "depends",
    MeasuredVerdict.DOES_NOT_DEPEND: "indifferent",
    MeasuredVerdict.CANNOT_BE_TOLD: "untold",
}


@dataclass(frozen=True, slots=True)
class Branch:
    """A node of the chart with its children; `quiet` if no reading finds an effect."""

    id: int
    label: str
    sentence: str
    css: str
    width: int
    law: str
    moved: str
    measured: str
    measured_css: str
    quiet: bool
    followed: bool
    below: tuple["Branch", ...]


def picture(run: WhatIf) -> Branch:
    """The whole tree from the matter as given."""
    return _branch(run, run.tree.root)


def _branch(run: WhatIf, node: Node) -> Branch:
    below = tuple(_branch(run, child) for child in run.tree.children(node.id))
    change, reading = node.perturbation, read_change(run, node)
    if change is None or reading is None:
        return Branch(0, "The matter as given", "", "root", 0, "", "", "", "", False, True, below)
    known = reading.law.effect is not LawEffect.NONE_KNOWN
    under = provision_words(reading.law.provision)
    moved, verdict = reading.list, reading.measured.verdict
    return Branch(
        node.id,
        run.label(change),
        change.sentence,
        fact_class(change.fact),
        sum(moved.displacement > limit for limit in WIDTHS),
        f"{reading.law.effect}{f', {under}' if under else ''}" if known else "nothing known",
        _moved(moved.displacement, len(moved.left)),
        str(verdict),
        _MEASURED_CSS[verdict],
        not known and verdict is not MeasuredVerdict.DEPENDS and not moved.displacement,
        not node.pruned,
        below,
    )


def _moved(displacement: float, left: int) -> str:
    if not displacement:
        return "stays"
    gone = f", {left} leave{'s' if left == 1 else ''}" if left else ""
    return f"moves by {displacement:.1f}{gone}"
