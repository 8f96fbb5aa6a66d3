"""How the effect of one change stands among edits that change wording and no fact."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from countercase.domain.facts import FactType
from countercase.domain.perturbation import Tree

LEVEL = 0.05
LEAST_PLACEBOS = 19  # with fewer no fact can beat them all at a level of 5 %


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
    def tested(self) -> bool:
        """Whether there were placebos enough; a text of a few words may be too short to test."""
        return self.placebos >= LEAST_PLACEBOS

    @property
    def dispositive(self) -> bool:
        """The controlled verdict: the search depends on this fact more than on its placebos."""
        return self.tested and self.q < LEVEL


def controlled_types(tree: Tree, evidence: Mapping[int, EdgeEvidence]) -> dict[FactType, bool]:
    """Per fact type: whether any of its edges beat its placebos; a type without a tested edge is absent."""
    return {
        fact_type: any(seen.dispositive for seen in own)
        for fact_type, own in _by_type(tree, evidence).items()
        if any(seen.tested for seen in own)
    }


def controlled_words(tree: Tree, evidence: Mapping[int, EdgeEvidence]) -> dict[FactType, str]:
    """The controlled verdict of each fact type for people: yes, no, or why there is none."""
    verdicts, measured = controlled_types(tree, evidence), _by_type(tree, evidence)
    words = {None: "not measured", True: "yes", False: "no"}
    return {
        kind: "too short to test" if kind in measured and kind not in verdicts else words[verdicts.get(kind)]
        for kind in FactType
    }


def _by_type(tree: Tree, evidence: Mapping[int, EdgeEvidence]) -> dict[FactType, list[EdgeEvidence]]:
    found: dict[FactType, list[EdgeEvidence]] = defaultdict(list)
    for node in tree.nodes:
        if node.perturbation is not None and node.perturbation.fact_type is not None and node.id in evidence:
            found[node.perturbation.fact_type].append(evidence[node.id])
    return found
