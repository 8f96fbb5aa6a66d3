"""Precedent retrieval in six stages. The stages are functions in other modules; this one runs them in order.

Cases are fused, not passages: two searchers that find one judgment through different passages agree about it
(figures in docs/decisions/fusion.md).
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from countercase.domain.case import CaseId, Chunk
from countercase.domain.ranking import CaseFilter, Encoder, Precedent, Query, StageScore
from countercase.errors import IndexBroken, IndexMissing, RetrievalError
from countercase.retrieval.bm25 import Authority
from countercase.retrieval.fusion import (
    FEATURES,
    CachedReranker,
    Fused,
    built_in_trees,
    combine,
    feature_table,
    fuse,
    marginal_relevance,
    unit_range,
)
from countercase.retrieval.index import IndexFiles
from countercase.retrieval.plan import RetrievalPlan
from countercase.retrieval.searcher import (
    Mask,
    Scores,
    Searcher,
    WindowMatch,
    Windows,
    admitted_cases,
    best_passages,
    over_windows,
    split_windows,
)
from countercase.settings import RetrievalSettings

Observe = Callable[[str, float], None]
FactsOf = Callable[[str], str]  # gives the part of a long text that states the facts
ENCODED = 1024  # windows whose vectors are kept
RANKER = "ranker"  # the stage of the learned ranker
LEAST_RANKED = 100  # cases; below this the learned ranker is not used, because it was fitted on larger corpora
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Passages:
    """What the index does not hold: the passages themselves, and which rows a filter admits."""

    read: Callable[[Sequence[int]], Sequence[Chunk]]
    admitted: Callable[[CaseFilter], Mask | None]


@dataclass(frozen=True, slots=True)
class _Search:
    """One query after stage 3: its windows, and its fused list."""

    windows: Windows
    fused: Fused


@dataclass(frozen=True, slots=True)
class _DistinctPieces:
    """The distinct pieces of several queries, and which of them belong to each query."""

    pieces: Sequence[tuple[str, CaseFilter]]
    numbers: Sequence[list[int]]

    @classmethod
    def of(cls, queries: Sequence[Sequence[tuple[str, CaseFilter]]]) -> "_DistinctPieces":
        """Every piece of the queries, once."""
        number: dict[tuple[str, CaseFilter], int] = {}
        numbers = [[number.setdefault(piece, len(number)) for piece in pieces] for pieces in queries]
        return cls(list(number), numbers)

    def windows(
        self, masks: Mapping[CaseFilter, Mask | None], speaking: Mapping[CaseFilter, Mask | None], plan: RetrievalPlan
    ) -> Windows:
        """The pieces in the form that searchers take, without vectors."""
        filters = [filter_ for _, filter_ in self.pieces]
        return Windows(
            tuple(text for text, _ in self.pieces),
            masks=tuple(masks[filter_] for filter_ in filters),
            fold=plan.fold,
            pool=plan.pool,
            speaking=tuple(speaking[filter_] for filter_ in filters),
        )


@dataclass(frozen=True, slots=True)
class _Standing:
    """A case in the later stages: its score so far, and its trace."""

    case: int
    score: float
    stages: tuple[StageScore, ...]


class HybridRetriever:
    """Pre-filter, search, fuse, diversify, re-rank, attribute."""

    def __init__(
        self,
        files: IndexFiles,
        searchers: Mapping[str, Searcher],
        passages: Passages,
        settings: RetrievalSettings,
        encoder: Encoder | None = None,
        reranker: CachedReranker | None = None,
        observe: Observe = lambda _stage, _seconds: None,
        facts_of: FactsOf = lambda text: text,
    ) -> None:
        self._files = files
        self._facts_of = facts_of
        self._first_row = files.first_row
        self._searchers = searchers
        self._passages = passages
        self._settings = settings
        self._encoder = encoder
        self._reranker = reranker
        self._observe = observe
        self._authority = Authority(files.links, len(files.cases))
        self._encoded: dict[
            str, NDArray[np.float32]
        ] = {}  # by window: an edit of a narrative leaves most windows unchanged
        self.missing: dict[str, str] = {}  # searchers that cannot be used, each with the reason for the user

    def retrieve(self, query: Query, plan: RetrievalPlan, top_k: int | None = None) -> tuple[Precedent, ...]:
        """The best cases for one query."""
        return self.retrieve_many([query], plan, top_k)[0]

    def retrieve_many(
        self, queries: Sequence[Query], plan: RetrievalPlan, top_k: int | None = None
    ) -> list[tuple[Precedent, ...]]:
        """The best cases for each query; every distinct window is encoded and searched once."""
        return _by_kind(queries, plan, lambda batch, chosen: self._retrieve_alike(batch, chosen, top_k))

    def _retrieve_alike(
        self, queries: Sequence[Query], plan: RetrievalPlan, top_k: int | None
    ) -> list[tuple[Precedent, ...]]:
        """Answer queries of one kind: all narratives, or all long texts."""
        top_k = self._settings.top_k if top_k is None else top_k
        searches = self._search(queries, plan)
        grouped = [self._diversified(search, plan, top_k) for search in searches]
        with self._timed("passages"):
            answers = [
                self._answers([item for group in groups for item in group], search, plan)
                for groups, search in zip(grouped, searches, strict=True)
            ]
        if plan.rerank and self._reranker is not None:
            grouped = [
                self._rerank(groups, answer, search, plan)
                for groups, answer, search in zip(grouped, answers, searches, strict=True)
            ]
        elif plan.rerank and self._can_be_ranked():
            with self._timed("ranker"):
                grouped = [
                    [_ranked(group, search.fused, plan) for group in groups]
                    for groups, search in zip(grouped, searches, strict=True)
                ]
        with self._timed("attribute"):
            return self._attribute([_joined(groups)[:top_k] for groups in grouped], answers)

    def rank_many(
        self, queries: Sequence[Query], plan: RetrievalPlan, top_k: int | None = None
    ) -> list[tuple[CaseId, ...]]:
        """Like `retrieve_many`, but without passages; for what-if trees, which need hundreds of rankings."""
        return _by_kind(queries, plan, lambda batch, chosen: self._rank_alike(batch, chosen, top_k))

    def _rank_alike(self, queries: Sequence[Query], plan: RetrievalPlan, top_k: int | None) -> list[tuple[CaseId, ...]]:
        top_k = self._settings.top_k if top_k is None else top_k
        if plan.mmr or plan.rerank:
            precedents = self._retrieve_alike(queries, plan, top_k)
            return [tuple(precedent.case_id for precedent in ranking) for ranking in precedents]
        searches = self._search(queries, plan)
        return [tuple(self._case_id(case) for case in search.fused.order[:top_k]) for search in searches]

    def _search(self, queries: Sequence[Query], plan: RetrievalPlan) -> list[_Search]:
        """Stages 1 to 3: each searcher gets every distinct window once; then the lists of each query are fused."""
        with self._timed("filter"):
            filters = dict.fromkeys(query.filter for query in queries)
            masks = {filter_: self._passages.admitted(filter_) for filter_ in filters}
            speaking = {filter_: self._speaking(filter_) for filter_ in filters}
            authority = {filter_: self._authority.by(speaking[filter_]) for filter_ in filters if plan.authority}
        searchers = [
            self._searcher(name) for name in plan.searchers if name not in self.missing or self._has_none_left(plan)
        ]
        parts = _DistinctPieces.of([self._windows(query, plan) for query in queries])
        wholes = _DistinctPieces.of([[(query.text, query.filter)] for query in queries])
        windows = parts.windows(masks, speaking, plan)
        windows = replace(windows, vectors=self._vectors(windows.texts, searchers))
        whole = wholes.windows(masks, speaking, plan)
        lists: list[dict[str, NDArray[np.float64]]] = [{} for _ in queries]
        for searcher in searchers:
            pieces = wholes if searcher.name in plan.whole else parts
            with self._timed(searcher.name), self._may_be_missing(searcher, plan):
                scores = searcher.cases(whole if searcher.name in plan.whole else windows)
                for query_lists, numbers in zip(lists, pieces.numbers, strict=True):
                    query_lists[searcher.name] = over_windows(scores[numbers], plan.fold, searcher.floor)
        floors = {searcher.name: searcher.floor for searcher in searchers if searcher.name not in self.missing}
        searches = []
        with self._timed("fuse"):
            for query, query_lists, numbers in zip(queries, lists, parts.numbers, strict=True):
                cited = {"authority": authority[query.filter]} if plan.authority else {}
                fused = fuse(query_lists, floors, cited, plan, self._settings.rrf_k)
                if plan.votes:
                    votes = self._authority.votes(fused.order, speaking[query.filter])
                    fused = fuse(query_lists, floors, {**cited, "votes": votes}, plan, self._settings.rrf_k)
                searches.append(_Search(_selected(windows, numbers), fused))
        return searches

    def _windows(self, query: Query, plan: RetrievalPlan) -> list[tuple[str, CaseFilter]]:
        """The windows of a narrative, or of the facts of a judgment."""
        text = self._facts_of(query.text) if plan.reads == "judgment" else query.text
        return [(window, query.filter) for window in split_windows(text, plan.window_words, plan.max_windows)]

    def _vectors(self, texts: Sequence[str], searchers: Sequence[Searcher]) -> Scores | None:
        if not any(searcher.needs_vectors for searcher in searchers):
            return None
        if self._encoder is None:
            raise RetrievalError("This plan needs a text encoder. Set models.encoder, or use --plan bm25_only.")
        with self._timed("encode"):
            rows = {text: self._encoded[text] for text in texts if text in self._encoded}
            fresh = [text for text in dict.fromkeys(texts) if text not in rows]
            rows |= zip(fresh, self._encoder.encode_queries(fresh), strict=True) if fresh else ()
            self._encoded = dict(list({**self._encoded, **rows}.items())[-ENCODED:])
            return np.array([rows[text] for text in texts], np.float32).reshape(len(texts), self._encoder.dimension)

    def _diversified(self, search: _Search, plan: RetrievalPlan, top_k: int) -> list[list[_Standing]]:
        """Stage 4: the best cases in groups of one size. The cases of a group add something new to those before.

        Each group is re-ranked by itself, and groups are always whole: so a longer list begins with the shorter one.
        """
        fused, size = search.fused, plan.diverse if plan.mmr else plan.reranked
        wanted = -(-top_k // size) * size
        cases = fused.order[: max(plan.fused, wanted) if plan.mmr else wanted]
        stages = fused.stages(cases.tolist())
        standings = [
            _Standing(int(case), float(score), traced)
            for case, score, traced in zip(cases, fused.scores, stages, strict=False)
        ]
        order = list(range(len(standings)))
        if plan.mmr and len(standings) > 1:
            near = cases[: plan.fused]
            with self._timed("mmr"):
                vectors = self._files.case_vectors[near].astype(np.float64)
                relevance = unit_range(fused.scores[: len(near)])
                chosen = marginal_relevance(relevance, vectors @ vectors.T, len(near), self._settings.mmr_lambda)
            order = [index for index, _ in chosen] + order[len(near) :]
            for rank, (index, score) in enumerate(chosen, start=1):
                standing = standings[index]
                kept = score if plan.mmr_orders else standing.score
                standings[index] = _restaged(standing, kept, StageScore("mmr", score, rank))
        groups = [order[start : start + size] for start in range(0, min(wanted, len(order)), size)]
        return [[standings[index] for index in (group if plan.mmr_orders else sorted(group))] for group in groups]

    def _answers(self, standings: Sequence[_Standing], search: _Search, plan: RetrievalPlan) -> dict[int, WindowMatch]:
        """The passage of each case that best matches the query."""
        cases = [item.case for item in standings]
        if not cases:
            return {}
        names = [name for name in plan.searchers if name in search.fused.lists]
        scored = [(self._searcher(name), plan.weights[name]) for name in names]
        answers = best_passages(cases, search.windows, scored, self._first_row, len(self._files.ids))
        return dict(zip(cases, answers, strict=True))

    def _rerank(
        self,
        groups: Sequence[list[_Standing]],
        answer: Mapping[int, WindowMatch],
        search: _Search,
        plan: RetrievalPlan,
    ) -> list[list[_Standing]]:
        """Stage 5: scores the best passage of each case against the window that it matches."""
        if self._reranker is None:
            raise RetrievalError("This plan needs a re-ranker.")
        with self._timed("rerank"):
            text = {row: chunk.text for row, chunk in self._read([answer]).items()}
            pairs = [
                (search.windows.texts[answer[item.case].window], text[answer[item.case].row])
                for group in groups
                for item in group
            ]
            logits = iter(self._reranker.score(pairs).tolist())
            weight = plan.rerank_weight
            return [_reordered(group, [next(logits) for _ in group], "rerank", weight) for group in groups]

    def _attribute(
        self, fused: Sequence[Sequence[_Standing]], answers: Sequence[Mapping[int, WindowMatch]]
    ) -> list[tuple[Precedent, ...]]:
        """Stage 6: each case with its rank, its score, its best passage and its trace."""
        chunks = self._read(answers)
        return [
            tuple(
                Precedent(rank, self._case_id(item.case), item.score, chunks[answer[item.case].row], item.stages)
                for rank, item in enumerate(standings, start=1)
            )
            for standings, answer in zip(fused, answers, strict=True)
        ]

    def _read(self, answers: Sequence[Mapping[int, WindowMatch]]) -> dict[int, Chunk]:
        rows = sorted({match.row for answer in answers for match in answer.values()})
        return dict(zip(rows, self._passages.read(rows), strict=True))

    def _speaking(self, filter_: CaseFilter) -> Mask | None:
        """The cases whose citations count: those decided before the query's date, and never the query's own case."""
        mask = self._passages.admitted(CaseFilter(decided_before=filter_.decided_before, excluded=filter_.excluded))
        return None if mask is None else admitted_cases(mask, self._first_row)

    def _can_be_ranked(self) -> bool:
        """Whether the corpus is large enough for the learned ranker and has the citation links that it reads."""
        return len(self._files.cases) >= LEAST_RANKED and len(self._files.links) > 0

    def _case_id(self, case: int) -> CaseId:
        return CaseId(self._files.cases[case])

    def _searcher(self, name: str) -> Searcher:
        if name not in self._searchers:
            known = ", ".join(self._searchers)
            raise RetrievalError(f"There is no searcher {name!r} in this index (it has {known}). Choose another plan.")
        return self._searchers[name]

    @contextmanager
    def _may_be_missing(self, searcher: Searcher, plan: RetrievalPlan) -> Iterator[None]:
        """Continue without a searcher whose files are damaged, and note why; raise if the plan has no other."""
        try:
            yield
        except (IndexBroken, IndexMissing) as error:
            self.missing[searcher.name] = str(error)
            if self._has_none_left(plan):
                raise

    def _has_none_left(self, plan: RetrievalPlan) -> bool:
        """Whether every searcher of the plan is missing."""
        return all(name in self.missing for name in plan.searchers)

    @contextmanager
    def _timed(self, stage: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self._observe(stage, time.perf_counter() - start)


def _by_kind(
    queries: Sequence[Query],
    plan: RetrievalPlan,
    ask: Callable[[Sequence[Query], RetrievalPlan], Sequence[T]],
) -> list[T]:
    """Ask narratives and long texts separately, each by their plan; answers are in the order of the queries."""
    plans = [plan.for_text(query.text) for query in queries]
    answers: dict[int, T] = {}
    for chosen in {id(text_plan): text_plan for text_plan in plans}.values():
        alike = [number for number, text_plan in enumerate(plans) if text_plan is chosen]
        answers.update(zip(alike, ask([queries[number] for number in alike], chosen), strict=True))
    return [answers[number] for number in range(len(queries))]


def _selected(windows: Windows, numbers: Sequence[int]) -> Windows:
    return replace(
        windows,
        texts=tuple(windows.texts[index] for index in numbers),
        vectors=None if windows.vectors is None else windows.vectors[list(numbers)],
        masks=tuple(windows.masks[index] for index in numbers),
        speaking=tuple(windows.speaking[index] for index in numbers),
    )


def _joined(groups: Sequence[Sequence[_Standing]]) -> list[_Standing]:
    """The groups as one list. The scores of a later group are lowered together, so that none is above those before."""
    joined: list[_Standing] = []
    for group in groups:
        excess = max(0.0, group[0].score - joined[-1].score) if joined and group else 0.0
        joined += [replace(item, score=item.score - excess) for item in group]
    return joined


def _restaged(item: _Standing, score: float, stage: StageScore) -> _Standing:
    return _Standing(item.case, score, (*item.stages, stage))


def _ranked(standings: Sequence[_Standing], fused: Fused, plan: RetrievalPlan) -> list[_Standing]:
    """Stage 5 without a cross-encoder: the learned ranker, with the share of each feature in the trace."""
    cases = [item.case for item in standings]
    ranked = built_in_trees(plan.reads).rank(feature_table(plan.reads, fused, cases))
    shares = [
        tuple(
            StageScore(f"{RANKER}: {name}", float(share))
            for name, share in zip(FEATURES[plan.reads], line, strict=True)
        )
        for line in ranked.shares
    ]
    explained = [
        _Standing(item.case, item.score, (*item.stages, *parts)) for item, parts in zip(standings, shares, strict=True)
    ]
    return _reordered(explained, ranked.scores.tolist(), RANKER, plan.ranker_weight)


def _reordered(standings: Sequence[_Standing], scores: Sequence[float], stage: str, weight: float) -> list[_Standing]:
    """The weighted mean of the score so far and the re-ranker's, both standardised. The trace keeps the raw score."""
    before = {index: item.score for index, item in enumerate(standings)}
    after = dict(enumerate(scores))
    order = combine([before, after], [1 - weight, weight])
    by_score = {index: rank for rank, index in enumerate(sorted(after, key=lambda index: (-after[index], index)), 1)}
    return [
        _restaged(standings[index], score, StageScore(stage, after[index], by_score[index])) for index, score in order
    ]
