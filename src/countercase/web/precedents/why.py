"""Why a case was found and why ranks moved, in sentences that each point at their place in a case."""

from dataclasses import dataclass

from countercase.counterfactual.result import WhatIf
from countercase.counterfactual.verdict import EdgeEvidence
from countercase.domain.explanation import Anchor, Explanation, Move
from countercase.domain.perturbation import Node
from countercase.web.pictures.placebo import BEATS, INSIDE, stands
from countercase.web.workbench import Workbench

_MOVED = {Move.LEFT: "leaves", Move.ENTERED: "enters", Move.ROSE: "rises", Move.FELL: "falls"}


@dataclass(frozen=True, slots=True)
class Why:
    """One sentence and the link to where it rests."""

    sentence: str
    link: str


def sentences_of(explanation: Explanation | None) -> tuple[Why, ...]:
    """The sentences for a card."""
    return tuple(Why(one.text, _link(one.anchor)) for one in explanation.sentences) if explanation else ()


def why_the_ranks_moved(bench: Workbench, run: WhatIf, node: Node) -> tuple[Why, ...]:
    """What explains the moves at a node, case by case, and how many nothing explains."""
    seen = run.evidence.get(node.id)
    told = bench.product.explain_move(run.tree, node.id, _is_wording(seen))
    lines = [
        Why(f"{run.name(one.case_id)} {_MOVED[one.move]}. {one.sentence.text}", _link(one.sentence.anchor))
        for one in told.moves
        if one.sentence is not None
    ]
    rest = len(told.moves) - len(lines)
    if rest:
        moved = (
            "move of the one told" if rest == len(told.moves) == 1 else f"moves of {rest} others" if lines else "moves"
        )
        lines.append(Why(f"No fact of their own explains the {moved}.", ""))
    if seen is None or not told.moves:  # what was measured is said above, by the verdict
        lines.append(Why(told.note, ""))
    return tuple(lines)


def _is_wording(seen: EdgeEvidence | None) -> bool | None:
    """True inside the placebo band, False where the change beats its placebos; between the two nothing can be said."""
    return {INSIDE: True, BEATS: False}.get(stands(seen)) if seen is not None else None


def _link(anchor: Anchor) -> str:
    return f"/cases/{anchor.case_id}?from={anchor.span.start}&to={anchor.span.end}#passage"
