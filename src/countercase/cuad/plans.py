"""How contracts are searched: which units, whether the title picks the contract first, which scores are summed."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from countercase.errors import InputError

BM25, DENSE, WORDS = "bm25", "dense", "clause_words"


@dataclass(frozen=True, slots=True)
class ContractPlan:
    """A way to search; an ablation is another value of this, never another retriever.

    `weights` multiply standardised scores. `clause_words` is the learned model: a question that it does not know goes
    to the plan named in `fallback`.
    """

    name: str
    units: str
    pick: bool  # whether only the contract that the query's title means is searched
    weights: Mapping[str, float] = field(default_factory=lambda: {BM25: 1.0})
    fallback: str = ""
    rerank: int = 0  # how many units a cross-encoder reads

    @property
    def needs_encoder(self) -> bool:
        """Whether vectors are needed, for the plan or for its fallback."""
        return DENSE in self.weights or (bool(self.fallback) and PLANS[self.fallback].needs_encoder)


_LEARNED = {WORDS: 1.0}
_DENSE = {DENSE: 1.0}
_HYBRID = {BM25: 0.5, DENSE: 1.0}
DEFAULT = "learned_hybrid"

PLANS: Mapping[str, ContractPlan] = {
    plan.name: plan
    for plan in (
        ContractPlan("learned", "sentences", pick=True, weights=_LEARNED, fallback="picked_clauses_bm25"),
        ContractPlan("learned_hybrid", "sentences", pick=True, weights=_LEARNED, fallback="picked_clauses_hybrid"),
        ContractPlan("naive_bm25", "naive", pick=False),
        ContractPlan("recursive_bm25", "recursive", pick=False),
        ContractPlan("clauses_bm25", "clauses", pick=False),
        ContractPlan("picked_naive_bm25", "naive", pick=True),
        ContractPlan("picked_recursive_bm25", "recursive", pick=True),
        ContractPlan("picked_clauses_bm25", "clauses", pick=True),
        ContractPlan("picked_sentences_bm25", "sentences", pick=True),
        ContractPlan("recursive_dense", "recursive", pick=False, weights=_DENSE),
        ContractPlan("recursive_hybrid", "recursive", pick=False, weights=_HYBRID),
        ContractPlan("picked_recursive_dense", "recursive", pick=True, weights=_DENSE),
        ContractPlan("picked_recursive_hybrid", "recursive", pick=True, weights=_HYBRID),
        ContractPlan("picked_clauses_hybrid", "clauses", pick=True, weights=_HYBRID),
        ContractPlan("picked_clauses_rerank", "clauses", pick=True, weights=_HYBRID, rerank=64),
    )
}


def find_contract_plan(name: str) -> ContractPlan:
    """A plan by name."""
    if name not in PLANS:
        raise InputError(f"There is no plan {name!r} for contracts. Known: {', '.join(PLANS)}.")
    return PLANS[name]
