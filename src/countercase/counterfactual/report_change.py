"""One change in the report: what it rests on, the words that changed, and the two lists side by side."""

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from html import escape

from countercase.counterfactual.report_cells import label, number, table
from countercase.counterfactual.result import WhatIf
from countercase.counterfactual.verdict import in_words
from countercase.domain.case import CaseId
from countercase.domain.perturbation import Node

CONTEXT = 8  # words shown on each side of a change in the narrative


def change_details(run: WhatIf, node: Node, kind: str, is_open: bool) -> str:
    """One change: what it rests on, the narrative before and after, and the two lists."""
    change, shift = node.perturbation, node.shift
    if change is None or shift is None or node.parent is None:
        return ""
    parent = run.tree.nodes[node.parent]
    after = "" if parent.perturbation is None else f' <span class="faint">after: {label(run, parent.id)}</span>'
    said = "".join(f"<p>{escape(words)}</p>" for words in run.explanations.get(node.id, ()))
    opened = (' class="near"' if node.depth == 1 else "") + (" open" if is_open else "")
    return (
        f'<details id="node-{node.id}"{opened}><summary><span class="tag {kind}">{shift.mean:.2f}</span> '
        f"{escape(change.sentence)}{after}</summary><div>"
        f'<p class="small faint">{escape(change.rule)}; {escape(change.basis)}</p>{said}{_evidence_line(run, node)}'
        f'<p class="small">{text_change(parent.sheet.narrative, node.sheet.narrative)}</p>'
        f'<div class="sides">{_lists(run, parent, node)}</div></div></details>'
    )


def _evidence_line(run: WhatIf, node: Node) -> str:
    seen = run.evidence.get(node.id)
    if seen is None:
        return ""
    figures = f"Effect {seen.effect:.3f} ({seen.low:.3f} to {seen.high:.3f})"
    figures += f", p {seen.p:.3f}." if seen.tested else "."
    return f'<p class="small">{escape(in_words(seen))} <span class="faint">{figures}</span></p>'


def _lists(run: WhatIf, parent: Node, node: Node) -> str:
    old, new = _ranks(parent, run.tree.k), _ranks(node, run.tree.k)
    left = _list(run, "Before", old, new, "out", lambda after, _: "left the list" if after is None else f"to {after}")
    return left + _list(run, "After", new, old, "in", _moved)


def _ranks(node: Node, k: int) -> dict[CaseId, int]:
    return {case: rank for rank, case in enumerate(node.ranking[:k], start=1)}


def _list(
    run: WhatIf,
    head: str,
    own: Mapping[CaseId, int],
    other: Mapping[CaseId, int],
    alone: str,
    words: Callable[[int | None, int], str],
) -> str:
    """One of two lists; a case that the other has not is marked as `alone`."""
    rows = "".join(
        f'<tr class="{"" if case in other else alone}">{number(str(rank))}<td>{escape(run.name(case))}</td>'
        f"<td>{words(other.get(case), rank)}</td></tr>"
        for case, rank in own.items()
    )
    return f"<div>{table(['', head, ''], rows, numbers={0})}</div>"


def _moved(old: int | None, new: int) -> str:
    if old is None:
        return "new"
    return "" if old == new else f"{'↑' if new < old else '↓'} {abs(old - new)}"


def text_change(before: str, after: str) -> str:
    """The words that went and came, with a few around them; long stretches that stay are left out."""
    left, right = re.findall(r"\S+\s*", before), re.findall(r"\S+\s*", after)
    parts: list[str] = []
    for what, a, b, c, d in difflib.SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if what == "equal":
            parts.append(_kept(left[a:b], first=a == 0, last=b == len(left)))
        else:
            parts.append(f"<del>{escape(''.join(left[a:b]).strip())}</del> " if b > a else "")
            parts.append(f"<ins>{escape(''.join(right[c:d]).strip())}</ins> " if d > c else "")
    return "".join(parts)


def _kept(words: Sequence[str], first: bool, last: bool) -> str:
    head = [] if first else words[:CONTEXT]
    tail = [] if last else words[max(len(head), len(words) - CONTEXT) :]
    gap = "… " if len(head) + len(tail) < len(words) else ""
    return escape("".join(head)) + gap + escape("".join(tail))
