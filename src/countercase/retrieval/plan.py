"""What a search is asked: which searchers run, how many candidates survive each stage, and which cases may be found.

A plan says the first two; an ablation is a plan. A filter says the third, as people type it: `year=2010..2015`,
`bench=3`, `provision=IPC-302`, `outcome=dismissed`.
"""

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import Literal, TypeVar

from countercase.domain.case import Outcome, SectionType
from countercase.domain.ranking import CaseFilter
from countercase.errors import InputError, SettingsError
from countercase.law.provisions import parse_provision
from countercase.retrieval.searcher import Fold
from countercase.settings import RetrievalSettings

# Tuned on the development citation set: docs/decisions/fusion.md. `chroma` searches the vectors of `dense` again and
# returns only its best passages, so it weighs little. Scores are standardised first, and authority is not.
WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "dense": 0.6,
        "chroma": 0.05,
        "bm25": 0.35,
        "ngrams": 0.1,
        "citing": 0.05,
        "facts": 0.05,
        "authority": 0.25,
        "votes": 0.9,
    }
)
EXACT_WEIGHTS: Mapping[str, float] = MappingProxyType({**WEIGHTS, "dense": 0.65})
LONG_WEIGHTS: Mapping[str, float] = MappingProxyType({**WEIGHTS, "dense": 0.3, "bm25": 0.2, "ngrams": 0.7})
LONG = 1200  # words from which a text is searched as a judgment; in a mere statement of facts, runs of words mislead

Kind = Literal["narrative", "judgment"]


@dataclass(frozen=True, slots=True)
class RetrievalPlan:
    """How many candidates survive each stage. `pool` counts passages, everything after it counts cases."""

    name: str
    searchers: tuple[str, ...] = ("dense", "chroma", "bm25", "citing")
    weights: Mapping[str, float] = field(default_factory=lambda: WEIGHTS)
    authority: bool = True  # the citation count of a case, as one more list of the fusion
    votes: bool = True  # what the best answers cite, as one more list of the fusion
    pool: int = (
        500  # passages asked of Chroma for each window: with 100, MAP falls by a tenth; with 1,000 it gains nothing
    )
    window_words: int = 120  # measured best of 60, 120, 240 and the whole narrative
    max_windows: int = 12
    fold: Fold = "windows"
    fusion: Literal["rrf", "convex"] = "convex"
    mmr: bool = True
    mmr_orders: bool = False  # whether MMR also sets the order, as in the specification, and not only what is kept
    fused: int = 100  # cases that MMR chooses from
    diverse: int = 16  # cases that MMR chooses and the re-ranker orders together; so few that MMR changes the first ten
    reranked: int = 40  # cases that the re-ranker orders together in a plan without MMR
    rerank: bool = True
    rerank_weight: float = 0.5  # share of the cross-encoder in the last score; the fused list keeps the rest
    ranker_weight: float = 0.7  # the same for the learned ranker, which is used if no cross-encoder is set
    whole: tuple[str, ...] = ("citing",)  # searchers that read the whole text at once
    reads: Kind = "narrative"  # of a judgment, the other searchers read only the facts
    for_long: "RetrievalPlan | None" = None  # the plan for texts of LONG words and more; None means this one

    def for_text(self, text: str) -> "RetrievalPlan":
        """This plan, or its plan for long texts if the text is as long as a judgment."""
        return self.for_long if self.for_long is not None and len(text.split()) >= LONG else self


# A judgment or a brief quotes the cases it relies on, so runs of its words find them (docs/decisions/fusion.md).
JUDGMENT = RetrievalPlan(
    "full_system",
    searchers=("dense", "bm25", "ngrams", "citing"),
    weights=LONG_WEIGHTS,
    max_windows=5,
    whole=("bm25", "ngrams", "citing"),
    reads="judgment",
    diverse=40,  # fewer cost .01 NDCG@10 here, and 40 already change the first ten of every second text
)
FULL = RetrievalPlan("full_system", for_long=JUDGMENT)
ONE_LIST = replace(FULL, authority=False, votes=False, mmr=False, rerank=False, for_long=None)
WITHOUT_MMR = replace(FULL, name="hybrid_no_mmr", mmr=False, for_long=replace(JUDGMENT, mmr=False))
WITHOUT_RERANKER = replace(FULL, name="hybrid_no_reranker", rerank=False, for_long=replace(JUDGMENT, rerank=False))
FAST_JUDGMENT = replace(JUDGMENT, name="fast", searchers=("ngrams",), mmr=False, rerank=False)
PLANS: Mapping[str, RetrievalPlan] = {
    plan.name: plan
    for plan in (
        FULL,
        # To the letter of the specification: two searchers, RRF, MMR that orders, then a cross-encoder if there is one.
        replace(
            FULL,
            name="specification",
            searchers=("dense", "chroma"),
            authority=False,
            votes=False,
            fusion="rrf",
            mmr_orders=True,
            for_long=None,
        ),
        replace(ONE_LIST, name="dpr_only", searchers=("dense",)),
        replace(ONE_LIST, name="chroma_only", searchers=("chroma",)),
        replace(ONE_LIST, name="bm25_only", searchers=("bm25",)),
        WITHOUT_MMR,
        WITHOUT_RERANKER,
        replace(ONE_LIST, name="fast", searchers=("bm25",), authority=True, max_windows=4, for_long=FAST_JUDGMENT),
        # Exact and not re-ordered: an approximate index or MMR moves ranks by itself, and a what-if would count that as
        # the effect of a fact.
        replace(ONE_LIST, name="whatif", searchers=("dense", "bm25"), weights=EXACT_WEIGHTS, authority=True),
    )
}


def find_plan(name: str, settings: RetrievalSettings) -> RetrievalPlan:
    """A plan by name, from the settings or built in."""
    custom = settings.plans.get(name)
    if custom is not None:
        chosen = custom.model_dump(exclude_none=True)
        unknown = chosen.get("weights", {}).keys() - WEIGHTS.keys()
        if unknown:
            raise SettingsError(
                f"Plan {name!r}: there is no list {min(unknown)!r} to weigh. Known: {', '.join(WEIGHTS)}."
            )
        # Searchers that a user names are meant for every text.
        for_long = None if "searchers" in chosen else replace(JUDGMENT, name=name)
        weights = {**WEIGHTS, **chosen.get("weights", {})}
        return replace(FULL, **{**chosen, "name": name, "weights": weights, "for_long": for_long})
    if name in PLANS:
        return PLANS[name]
    known = ", ".join([*PLANS, *settings.plans])
    raise SettingsError(f"There is no plan {name!r}. Known: {known}.")


# Filters.

_E = TypeVar("_E", bound=StrEnum)
_Reader = Callable[[CaseFilter, str], CaseFilter]


def parse_filters(texts: Sequence[str], before: date | None = None) -> CaseFilter:
    """One filter from several `key=value` texts. A repeated key adds to a set of values, or else replaces the value."""
    filter_ = CaseFilter(decided_before=before)
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not value.strip():
            raise InputError(f"A filter is key=value, such as year=2010..2015, not {text!r}.")
        reader = _READERS.get(key.strip().lower())
        if reader is None:
            close = difflib.get_close_matches(key, _READERS, n=1, cutoff=0.4)
            hint = f" Did you mean {close[0]}?" if close else ""
            raise InputError(f"There is no filter {key!r}.{hint} Known: {', '.join(_READERS)}.")
        filter_ = reader(filter_, value.strip())
    return filter_


def under_either_code(filter_: CaseFilter) -> CaseFilter:
    """The filter with each provision also under its number in the other code."""
    from countercase.law.tables.acts import equivalents

    both = frozenset(other for provision in filter_.provisions for other in equivalents(provision))
    return replace(filter_, provisions=both)


def _year(filter_: CaseFilter, value: str) -> CaseFilter:
    first, dots, last = value.partition("..")
    low = _whole("year", first) if first else None
    high = (_whole("year", last) if last else None) if dots else low
    if low is not None and high is not None and low > high:
        raise InputError(f"year={value}: the first year is after the last.")
    return replace(filter_, first_year=low, last_year=high)


def _bench(filter_: CaseFilter, value: str) -> CaseFilter:
    return replace(filter_, min_bench=_whole("bench", value))


def _court(filter_: CaseFilter, value: str) -> CaseFilter:
    return replace(filter_, courts=filter_.courts | {value})


def _provision(filter_: CaseFilter, value: str) -> CaseFilter:
    return replace(filter_, provisions=filter_.provisions | {parse_provision(value)})


def _outcome(filter_: CaseFilter, value: str) -> CaseFilter:
    return replace(filter_, outcomes=filter_.outcomes | {_member("outcome", Outcome, value)})


def _section(filter_: CaseFilter, value: str) -> CaseFilter:
    return replace(filter_, sections=filter_.sections | {_member("section", SectionType, value)})


def _before(filter_: CaseFilter, value: str) -> CaseFilter:
    return replace(filter_, decided_before=parse_day(value))


_READERS: dict[str, _Reader] = {
    "year": _year,
    "bench": _bench,
    "court": _court,
    "provision": _provision,
    "outcome": _outcome,
    "section": _section,
    "before": _before,
}


def parse_day(value: str) -> date:
    """A day as 2015-03-31."""
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise InputError(f"{value!r} is not a day such as 2015-03-31.") from None


def _whole(key: str, value: str) -> int:
    if not (value.isascii() and value.isdecimal()) or len(value) > 4:
        raise InputError(f"{key}={value}: a whole number is needed, such as {key}=3 or year=2010..2015.")
    return int(value)


def _member(key: str, kind: type[_E], value: str) -> _E:
    for member in kind:
        if member.value.lower() == value.lower():
            return member
    raise InputError(f"{key}={value} is not known. Known: {', '.join(kind)}.")
