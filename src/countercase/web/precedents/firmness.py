"""How firmly each precedent stands: over how many of the tree's changes it stays, and what drops it."""

from countercase.counterfactual.result import WhatIf
from countercase.counterfactual.sensitivity import CaseSensitivity, case_sensitivity
from countercase.domain.case import CaseId


def firmness(run: WhatIf) -> dict[CaseId, str]:
    """In words, for each precedent of the matter as given; empty where nothing was changed."""
    changes = len(run.tree.nodes) - 1
    return {one.case_id: _words(run, one, changes) for one in case_sensitivity(run.tree)} if changes else {}


def _words(run: WhatIf, one: CaseSensitivity, changes: int) -> str:
    dropped = [run.tree.nodes[place].perturbation for place in one.dropped_by]
    labels = [run.label(change) for change in dropped if change is not None]
    more = f" and {len(labels) - 1} more" if len(labels) > 1 else ""
    by = f"; dropped by {labels[0]}{more}" if labels else ""
    return f"in {one.robustness:.0%} of {changes} change{'' if changes == 1 else 's'}{by}"
