"""Six-stage precedent retrieval. Each stage is a function elsewhere; this file only orders them.

The unit of fusion is the case: two searchers that find the same judgment through different passages agree about it,
and fusing passages would not see that (docs/decisions/fusion.md has the figures).
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from countercase.domain.case import CaseId, Chunk
from countercase.domain.encoding import Encoder
from countercase.domain.ranking import CaseFilter, Precedent, Query, StageScore
from countercase.errors import RetrievalError
from countercase.retrieval import convex, mmr, rrf
from countercase.retrieval.fold import FoldedCase, Passage, fold
from countercase.retrieval.index import IndexFiles
from countercase.retrieval.plan import RetrievalPlan
from countercase.retrieval.reranker import CachedReranker
from countercase.retrieval.searcher import Candidates, Mask, Searcher, Windows
from countercase.retrieval.windows import split_windows
from countercase.settings import RetrievalSettings

Observe = Callable[[str, float], None]


@dataclass(frozen=True, slots=True)
class Passages:
    """Where the retriever gets what the index does not hold: passages by row, and the rows that a filter admits."""

    read: Callable[[Sequence[int]], Sequence[Chunk]]
    admitted: Callable[[CaseFilter], Mask | None]


@dataclass(frozen=True, slots=True)
class _Standing:
    """A case on its way through the stages."""

    case: int
    score: float
    passages: tuple[Passage, ...]
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
    ) -> None:
        self._files = files
        self._searchers = searchers
        self._passages = passages
        self._settings = settings
        self._encoder = encoder
        self._reranker = reranker
        self._observe = observe

    def retrieve(self, query: Query, plan: RetrievalPlan, top_k: int | None = None) -> tuple[Precedent, ...]:
        """The best cases for one query."""
        return self.retrieve_many([query], plan, top_k)[0]

    def retrieve_many(
        self, queries: Sequence[Query], plan: RetrievalPlan, top_k: int | None = None
    ) -> list[tuple[Precedent, ...]]:
        """The best cases for each query; every distinct window is encoded and searched once."""
        top_k = self._settings.top_k if top_k is None else top_k
        with self._timed("filter"):
            masks = {query.filter: self._passages.admitted(query.filter) for query in queries}
        pieces = [split_windows(query.text, plan.window_words, plan.max_windows) for query in queries]
        found = self._search(queries, pieces, masks, plan)
        fused = [self._fuse(by_searcher, plan, top_k) for by_searcher in found]
        if plan.rerank and self._reranker is not None:
            fused = self._rerank(fused, pieces, plan)
        with self._timed("attribute"):
            return self._attribute([standings[:top_k] for standings in fused])

    def _search(
        self,
        queries: Sequence[Query],
        pieces: Sequence[tuple[str, ...]],
        masks: Mapping[CaseFilter, Mask | None],
        plan: RetrievalPlan,
    ) -> list[dict[str, list[Candidates]]]:
        """For each query and searcher, the candidates of each window."""
        asked = list(
            dict.fromkeys((text, query.filter) for query, own in zip(queries, pieces, strict=True) for text in own)
        )
        place = {key: number for number, key in enumerate(asked)}
        searchers = [self._searcher(name) for name in plan.searchers]
        windows = self._windows([text for text, _ in asked], searchers)
        allowed = [masks[filter_] for _, filter_ in asked]
        results: dict[str, list[Candidates]] = {}
        for searcher in searchers:
            with self._timed(searcher.name):
                results[searcher.name] = searcher.search(windows, plan.pool, allowed) if asked else []
        return [
            {name: [lists[place[text, query.filter]] for text in own] for name, lists in results.items()}
            for query, own in zip(queries, pieces, strict=True)
        ]

    def _windows(self, texts: Sequence[str], searchers: Sequence[Searcher]) -> Windows:
        if not any(searcher.needs_vectors for searcher in searchers):
            return Windows(tuple(texts))
        if self._encoder is None:
            raise RetrievalError("This plan needs a text encoder. Set models.encoder, or use --plan bm25_only.")
        with self._timed("encode"):
            distinct = list(dict.fromkeys(texts))
            row = {text: number for number, text in enumerate(distinct)}
            vectors = self._encoder.encode_queries(distinct)
        return Windows(tuple(texts), vectors[[row[text] for text in texts]])

    def _fuse(self, found: Mapping[str, list[Candidates]], plan: RetrievalPlan, top_k: int) -> list[_Standing]:
        """Stages 3 and 4: one list of cases, then a diverse one."""
        with self._timed("fuse"):
            folded = {name: fold(lists, self._files.case_of, plan.fold) for name, lists in found.items()}
            standings = self._fused(folded, plan)[: max(plan.diverse, top_k)]
        if not plan.mmr or len(standings) < 2:
            return standings
        with self._timed("mmr"):
            return self._diversified(standings)

    def _fused(self, folded: Mapping[str, list[FoldedCase]], plan: RetrievalPlan) -> list[_Standing]:
        weights = [plan.weights.get(name, 1.0) for name in folded]
        if plan.fusion == "rrf":
            fused = rrf.fuse([[item.case for item in one] for one in folded.values()], self._settings.rrf_k, weights)
        else:
            fused = convex.combine([{item.case: item.score for item in one} for one in folded.values()], weights)
        lists = {name: {item.case: (rank, item) for rank, item in enumerate(one, 1)} for name, one in folded.items()}
        standings = []
        for rank, (case, score) in enumerate(sorted(fused, key=lambda pair: (-round(pair[1], 9), pair[0])), start=1):
            held = [(name, *lists[name][case]) for name in folded if case in lists[name]]
            stages = [StageScore(name, item.score, place) for name, place, item in held]
            stages.append(StageScore(plan.fusion, score, rank))
            passages = self._best_passages([item.passages for _, _, item in held])
            standings.append(_Standing(case, score, passages, tuple(stages)))
        return standings

    def _best_passages(self, lists: Sequence[tuple[Passage, ...]]) -> tuple[Passage, ...]:
        """The passages of one case that its searchers found, fused; the window is that of the first to find it."""
        window = {passage.row: passage.window for one in reversed(lists) for passage in one}
        rows = rrf.fuse([[passage.row for passage in one] for one in lists], self._settings.rrf_k)
        return tuple(Passage(row, window[row]) for row, _ in rows)

    def _diversified(self, standings: Sequence[_Standing]) -> list[_Standing]:
        vectors = self._files.vectors[[item.passages[0].row for item in standings]].astype(np.float64)
        relevance = mmr.unit_range(np.array([item.score for item in standings]))
        chosen = mmr.select(relevance, vectors @ vectors.T, len(standings), self._settings.mmr_lambda)
        return [
            _restaged(standings[place], score, StageScore("mmr", score, rank))
            for rank, (place, score) in enumerate(chosen, start=1)
        ]

    def _rerank(
        self, fused: Sequence[list[_Standing]], pieces: Sequence[tuple[str, ...]], plan: RetrievalPlan
    ) -> list[list[_Standing]]:
        """Stage 5 over all queries at once: the best passage of each case against the window that it answers."""
        if self._reranker is None:
            raise RetrievalError("This plan needs a re-ranker.")
        with self._timed("rerank"):
            rows = sorted({item.passages[0].row for standings in fused for item in standings})
            text = {row: chunk.text for row, chunk in zip(rows, self._passages.read(rows), strict=True)}
            pairs = [
                (own[item.passages[0].window], text[item.passages[0].row])
                for standings, own in zip(fused, pieces, strict=True)
                for item in standings
            ]
            logits = iter(self._reranker.score(pairs).tolist())
            return [_reordered(standings, [next(logits) for _ in standings], plan) for standings in fused]

    def _attribute(self, fused: Sequence[Sequence[_Standing]]) -> list[tuple[Precedent, ...]]:
        rows = sorted({item.passages[0].row for standings in fused for item in standings})
        chunks = dict(zip(rows, self._passages.read(rows), strict=True))
        return [
            tuple(
                Precedent(
                    rank,
                    CaseId(self._files.cases[item.case]),
                    item.score,
                    chunks[item.passages[0].row],
                    item.stages,
                )
                for rank, item in enumerate(standings, start=1)
            )
            for standings in fused
        ]

    def _searcher(self, name: str) -> Searcher:
        if name not in self._searchers:
            known = ", ".join(self._searchers)
            raise RetrievalError(f"There is no searcher {name!r} in this index (it has {known}). Choose another plan.")
        return self._searchers[name]

    @contextmanager
    def _timed(self, stage: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self._observe(stage, time.perf_counter() - start)


def _restaged(item: _Standing, score: float, stage: StageScore) -> _Standing:
    return _Standing(item.case, score, item.passages, (*item.stages, stage))


def _reordered(standings: Sequence[_Standing], logits: Sequence[float], plan: RetrievalPlan) -> list[_Standing]:
    """The fused order and the cross-encoder's, weighed; a case keeps its raw logit in its trace."""
    fused = {place: item.score for place, item in enumerate(standings)}
    read = dict(enumerate(logits))
    order = convex.combine([fused, read], [1 - plan.rerank_weight, plan.rerank_weight])
    by_logit = {place: rank for rank, place in enumerate(sorted(read, key=lambda place: (-read[place], place)), 1)}
    return [
        _restaged(standings[place], score, StageScore("rerank", read[place], by_logit[place])) for place, score in order
    ]
