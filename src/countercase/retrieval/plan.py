"""How a search goes: which searchers, how many candidates survive each stage. An ablation is a plan."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from countercase.errors import SettingsError
from countercase.retrieval.fold import Fold
from countercase.settings import RetrievalSettings

# Tuned on the development citation set. `dense` and `chroma` search the same vectors, so they share one weight;
# `cited` is worth a little: docs/decisions/fusion.md.
WEIGHTS: Mapping[str, float] = MappingProxyType(
    {"dense": 0.35, "chroma": 0.35, "bm25": 0.3, "cited": 0.03, "facts": 0.05}
)


@dataclass(frozen=True, slots=True)
class RetrievalPlan:
    """How many candidates survive each stage. `pool` counts passages, everything after the fold counts cases."""

    name: str
    searchers: tuple[str, ...] = ("dense", "chroma", "bm25", "cited")
    weights: Mapping[str, float] = field(default_factory=lambda: WEIGHTS)
    pool: int = 500  # passages asked of each searcher for each window: 100 lose a tenth of MAP, 1,000 gain nothing
    window_words: int = 120  # measured best of 60, 120 and the whole narrative
    max_windows: int = 12
    fold: Fold = "windows"
    fusion: Literal["rrf", "convex"] = "convex"
    mmr: bool = True
    diverse: int = 40  # cases kept by MMR: more than top_k, so that re-ranking can still change the top
    rerank: bool = True
    rerank_weight: float = 0.5  # share of the cross-encoder in the last score; the fused list keeps the rest


FULL = RetrievalPlan("full_system")
PLANS: Mapping[str, RetrievalPlan] = {
    plan.name: plan
    for plan in (
        FULL,
        replace(FULL, name="dpr_only", searchers=("dense",), mmr=False, rerank=False),
        replace(FULL, name="chroma_only", searchers=("chroma",), mmr=False, rerank=False),
        replace(FULL, name="bm25_only", searchers=("bm25",), mmr=False, rerank=False),
        replace(FULL, name="hybrid_no_mmr", mmr=False),
        replace(FULL, name="hybrid_no_reranker", rerank=False),
        replace(FULL, name="fast", searchers=("bm25",), mmr=False, rerank=False, max_windows=4),
        # Exact and not re-ordered: an approximate index or MMR moves ranks by itself, and a what-if would count that.
        replace(FULL, name="whatif", searchers=("dense", "bm25"), weights={}, mmr=False, rerank=False),
    )
}


def find_plan(name: str, settings: RetrievalSettings) -> RetrievalPlan:
    """A plan by name: one of the user's own from the settings, or a built-in one."""
    own = settings.plans.get(name)
    if own is not None:
        return replace(FULL, name=name, **own.model_dump(exclude_none=True))
    if name in PLANS:
        return PLANS[name]
    known = ", ".join([*PLANS, *settings.plans])
    raise SettingsError(f"There is no plan {name!r}. Known: {known}.")
