"""How the effect of one change stands among edits that change wording and no fact."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from countercase.domain.facts import FactType
from countercase.domain.perturbation import Tree

LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class EdgeEvidence:
    """The controlled reading of one edge. Effects are mean absolute changes of z over the union of the two top lists.

    `percentile` is the share of placebos that moved the ranking less; `p` is of the permutation test, `q` after
    Benjamini and Hochberg over the tree; `low` and `high` bound the effect; the band is that of the placebos.
    """

    effect: float
    percentile: float
    p: float
    q: float
    low: float
    high: float
    placebos: int
    band_low: float
    band_high: float

    @property
    def dispositive(self) -> bool:
        """The controlled verdict: the search depends on this fact more than on its placebos."""
        return self.q < LEVEL


def controlled_types(tree: Tree, evidence: Mapping[int, EdgeEvidence]) -> dict[FactType, bool]:
    """Per fact type: whether any of its edges beat its placebos; a type without a measured edge is absent."""
    found: dict[FactType, list[bool]] = defaultdict(list)
    for node in tree.nodes:
        if node.perturbation is not None and node.perturbation.fact_type is not None and node.id in evidence:
            found[node.perturbation.fact_type].append(evidence[node.id].dispositive)
    return {fact_type: any(verdicts) for fact_type, verdicts in found.items()}
