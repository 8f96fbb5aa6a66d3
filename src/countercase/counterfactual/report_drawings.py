"""The report's pictures as SVG text: the tree, the chart of sensitivity, and effects against their placebos."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import count

from countercase.counterfactual.result import WhatIf
from countercase.counterfactual.sensitivity import compute_sensitivity_scores
from countercase.counterfactual.verdict import EdgeEvidence
from countercase.domain.facts import FactType
from countercase.domain.perturbation import Node, Perturbation, Tree

ROW, COLUMN, MARGIN = 26, 330, 12  # pixels: a line of text, a label of about forty characters, the rim
LABEL = 42  # characters of a label; the whole sentence is in the title and in the table
_NARROW, _LEFT, _PLOT = 90, 260, 420  # pixels of a chart: room for names of types, of changes, and for bars


@dataclass(frozen=True, slots=True)
class Placed:
    """A node with the middle of its dot."""

    node: Node
    x: float
    y: float


def css_class(change: Perturbation | None) -> str:
    """The class that colours a change by its type."""
    return change.fact_type.value if change is not None and change.fact_type is not None else "other"


def layout(tree: Tree) -> list[Placed]:
    """Depth across, leaves one a row, a parent at the middle of its children; in the order of the nodes."""
    below: dict[int, list[Node]] = {node.id: [] for node in tree.nodes}
    for node in tree.nodes[1:]:
        below[node.parent or 0].append(node)
    height: dict[int, float] = {}
    rows = count()

    def place(node: Node) -> float:
        own = [place(child) for child in below[node.id]]
        height[node.id] = (own[0] + own[-1]) / 2 if own else float(next(rows))
        return height[node.id]

    place(tree.root)
    return [Placed(node, MARGIN + node.depth * COLUMN + 6, MARGIN + height[node.id] * ROW + 8) for node in tree.nodes]


def tree_svg(run: WhatIf) -> str:
    """The whole tree; each label leads to the tables of its change."""
    placed = layout(run.tree)
    width = max(one.x for one in placed) + COLUMN
    height = max(one.y for one in placed) + ROW
    edges = [_edge(placed[one.node.parent], one) for one in placed if one.node.parent is not None]
    dots = [_dot(run, one) for one in placed]
    title = f"Tree of {len(placed) - 1} changes"
    return (
        f'<svg class="tree" role="img" aria-label="{title}" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}">{"".join(edges)}{"".join(dots)}</svg>'
    )


def _edge(parent: Placed, child: Placed) -> str:
    start = child.x - 40
    return (
        f'<path class="edge" d="M{parent.x:.1f},{parent.y:.1f} C{start:.1f},{parent.y:.1f} '
        f'{start - 30:.1f},{child.y:.1f} {child.x:.1f},{child.y:.1f}"/>'
    )


def _dot(run: WhatIf, one: Placed) -> str:
    change, shift = one.node.perturbation, one.node.shift
    if change is None or shift is None:
        return f'<circle class="dot other" cx="{one.x}" cy="{one.y:.1f}" r="6"/>' + _text(
            one.x + 12, one.y + 4, "the matter as given"
        )
    kind = css_class(change)
    shape = "pruned" if one.node.pruned else "dot"
    radius = min(9.0, 3.5 + shift.mean)
    return (
        f'<a href="#node-{one.node.id}"><title>{escape(change.sentence)}</title>'
        f'<circle class="{shape} {kind}" cx="{one.x}" cy="{one.y:.1f}" r="{radius:.1f}"/>'
        f'<text x="{one.x + 13:.1f}" y="{one.y + 4:.1f}"><tspan>{shift.mean:.1f}</tspan>'
        f'<tspan dx="7">{escape(_short(run.label(change)))}</tspan></text></a>'
    )


def sensitivity_svg(run: WhatIf) -> str:
    """One bar a tested fact type, with the seed's threshold."""
    scores = compute_sensitivity_scores(run.tree)
    threshold = run.growth.options.dispositive_threshold
    reach = max([threshold * 1.2, *scores.values()])
    rows = [(kind, scores[kind]) for kind in FactType if kind in scores]
    parts, values = [], []
    for row, (kind, value) in enumerate(rows):
        y, width = MARGIN + row * ROW, value / reach * _PLOT
        parts.append(_text(_NARROW - 10, y + 13, kind.value, "end"))
        parts.append(f'<rect class="bar {kind}" x="{_NARROW}" y="{y}" width="{width:.1f}" height="16"/>')
        values.append(_text(_NARROW + width + 8, y + 13, f"{value:.2f}"))
    bottom = MARGIN + len(rows) * ROW
    x = _NARROW + threshold / reach * _PLOT
    parts.append(f'<line class="line" x1="{x:.1f}" y1="4" x2="{x:.1f}" y2="{bottom}"/>')
    parts.append(_text(x, bottom + 16, f"threshold {threshold:g}", "middle", "faint"))
    return _chart("Mean displacement by fact type", bottom + 26, [*parts, *values], _NARROW)


def placebo_svg(run: WhatIf, shown: int = 30) -> str:
    """Effects of single changes with their intervals, over placebo bands; empty where none was measured."""
    edges = [node for node in run.tree.children(0) if node.id in run.evidence]
    edges = sorted(edges, key=lambda node: -run.evidence[node.id].effect)[:shown]
    if not edges:
        return ""
    reach = max(max(run.evidence[node.id].high, run.evidence[node.id].band_high) for node in edges) or 1.0
    parts = [part for row, node in enumerate(edges) for part in _effect_row(run, node, row, reach)]
    bottom = MARGIN + len(edges) * ROW
    parts.append(_text(_LEFT, bottom + 16, "0", "middle", "faint"))
    parts.append(_text(_LEFT + _PLOT, bottom + 16, f"{reach:.2f}", "middle", "faint"))
    return _chart("Effects against placebos", bottom + 26, parts)


def _effect_row(run: WhatIf, node: Node, row: int, reach: float) -> Sequence[str]:
    seen: EdgeEvidence = run.evidence[node.id]
    y = MARGIN + row * ROW

    def at(value: float) -> float:
        return _LEFT + value / reach * _PLOT

    change = node.perturbation
    words = _short(run.label(change), 34) if change is not None else ""
    band = f'x="{at(seen.band_low):.1f}" y="{y}" width="{at(seen.band_high) - at(seen.band_low):.1f}" height="16"'
    return (
        _text(_LEFT - 10, y + 13, words, "end"),
        f'<rect class="band" {band}/>',
        f'<line class="whisker" x1="{at(seen.low):.1f}" y1="{y + 8}" x2="{at(seen.high):.1f}" y2="{y + 8}"/>',
        f'<circle class="dot {css_class(change)}" cx="{at(seen.effect):.1f}" cy="{y + 8}" r="5"/>',
        _text(_LEFT + _PLOT + 12, y + 13, _verdict(seen)),
    )


def _verdict(seen: EdgeEvidence) -> str:
    if not seen.tested:
        return "too short to test"
    return f"q {seen.q:.3f}" + ("  controlled" if seen.dispositive else "")


def _chart(title: str, height: float, parts: Sequence[str], left: float = _LEFT) -> str:
    width = left + _PLOT + 130
    return (
        f'<svg role="img" aria-label="{escape(title)}" width="{width}" height="{height:.0f}" '
        f'viewBox="0 0 {width} {height:.0f}"><title>{escape(title)}</title>{"".join(parts)}</svg>'
    )


def _text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{named}>{escape(words)}</text>'


def _short(words: str, length: int = LABEL) -> str:
    return words if len(words) <= length else words[: length - 1].rstrip() + "…"
