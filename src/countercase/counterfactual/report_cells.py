"""Cells and tables of the report."""

from collections.abc import Sequence
from html import escape

from countercase.counterfactual.result import WhatIf


def label(run: WhatIf, node_id: int) -> str:
    """The change that led to a node, in few words."""
    change = run.tree.nodes[node_id].perturbation
    return escape(run.label(change)) if change is not None else "the matter as given"


def table(heads: Sequence[str], rows: str, numbers: set[int]) -> str:
    """Heads over rows; `numbers` are the columns set to the right."""
    marks = ((head, ' class="number"' if place in numbers else "") for place, head in enumerate(heads))
    head = "".join(f'<th scope="col"{mark}>{escape(words)}</th>' for words, mark in marks)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def number(words: str) -> str:
    """A cell that holds a figure."""
    return f'<td class="number">{escape(words)}</td>'
