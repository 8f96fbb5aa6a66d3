"""Search over a workspace: its indexes and the six stages."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from countercase.assemble.opened import Opened
from countercase.domain.case import CaseId, Chunk, ChunkId
from countercase.domain.ranking import CaseFilter, Precedent, Query
from countercase.errors import IndexBroken, IndexMissing, ModelError
from countercase.settings import Settings

if TYPE_CHECKING:
    from countercase.corpus.store import Store
    from countercase.domain.facts import FactSheet
    from countercase.explanation.quotations import Rarity
    from countercase.retrieval.hybrid import HybridRetriever, Observe
    from countercase.retrieval.index import IndexFiles, IndexSource, Manifest, Progress
    from countercase.retrieval.plan import RetrievalPlan
    from countercase.retrieval.reranker import CachedReranker
    from countercase.retrieval.searcher import Mask, Searcher


class Searching(Opened):
    """What can be searched for."""

    def search(
        self,
        text: str,
        plan: str | None = None,
        top_k: int | None = None,
        filter_: CaseFilter | None = None,
    ) -> tuple[Precedent, ...]:
        """The precedents for a text."""
        return self.retriever.retrieve(Query(text, filter_ or CaseFilter()), self.plan(plan), top_k)

    def plan(self, name: str | None = None) -> "RetrievalPlan":
        """A plan by name, or the one that the settings name."""
        from countercase.retrieval.plan import find_plan

        return find_plan(name or self.settings.retrieval.plan, self.settings.retrieval)

    def index(self, progress: "Progress" = lambda _part, _done, _total: None) -> "Manifest":
        """Build or refresh every index from the store."""
        from countercase.retrieval.index import build_index

        for made in ("retriever", "rarity", "instrument"):  # from the generation before
            self.__dict__.pop(made, None)
        self.store.resolve_links()
        ngrams = self.settings.retrieval.ngrams
        folder, source = self.folder / "indexes", self.index_source()
        return build_index(folder, source, self.encoder, self.settings.chroma, progress, ngrams)

    def index_source(self) -> "IndexSource":
        """What the store holds for the indexes now."""
        from countercase.retrieval.index import IndexSource

        return IndexSource(list(self.store.chunks()), self.store.links())

    @property
    def unindexed(self) -> int:
        """How many stored passages the index does not know."""
        return max(0, self.store.counts()["chunks"] - self._open_index().manifest.chunks)

    @cached_property
    def retriever(self) -> "HybridRetriever":
        """The six stages over the index in force."""
        return self.make_retriever()

    def make_retriever(self, observe: "Observe" = lambda _stage, _seconds: None) -> "HybridRetriever":
        """A retriever that reports the seconds of each stage."""
        from countercase.retrieval.hybrid import HybridRetriever, Passages

        files = self._open_index()
        passages = Passages(partial(_read_rows, self.store, files), partial(_admitted, self.store, files))
        searchers = {**_searchers(files, self.settings), "facts": self._facts_searcher(files)}
        return HybridRetriever(
            files, searchers, passages, self.settings.retrieval, self.encoder, self._reranker, observe
        )

    def rank_sheets(
        self, sheets: "Sequence[FactSheet]", top_k: int, filter_: CaseFilter | None = None
    ) -> list[tuple[CaseId, ...]]:
        """The cases for each fact sheet by exact search, best first: one batch for a whole level of a tree."""
        queries = [Query(sheet.narrative, filter_ or CaseFilter()) for sheet in sheets]
        return self.retriever.rank_many(queries, self.plan("whatif"), top_k)

    @cached_property
    def rarity(self) -> "Rarity":
        """How much a word tells among the passages of the index."""
        from countercase.retrieval.bm25 import Bm25Searcher

        files = self._open_index()
        return Bm25Searcher(files.folder / "bm25", files.first_row, files.manifest.ngrams).rarity

    def _facts_searcher(self, files: "IndexFiles") -> "Searcher":
        """Agreement of fact sheets; the sheets are read when a plan first asks for it."""
        from countercase.facts.agreement import FactIndex
        from countercase.facts.extract import extract_facts
        from countercase.retrieval.facts import FactsSearcher
        from countercase.retrieval.searcher import LazySearcher

        def make() -> "Searcher":
            known = FactIndex((CaseId(case), self.facts_of(CaseId(case))) for case in files.cases)
            return FactsSearcher(lambda texts: known.matrix([extract_facts(text) for text in texts]), files.first_row)

        return LazySearcher("facts", needs_vectors=False, floor=0.0, make=make)

    @cached_property
    def _reranker(self) -> "CachedReranker | None":
        """The cross-encoder; None where none is shipped and none is set."""
        from countercase.models.reranker import BUILT_IN, load_reranker
        from countercase.retrieval.reranker import CachedReranker

        try:
            models = self.settings.models
            return CachedReranker(load_reranker(models.reranker, models.threads, models.download))
        except ModelError:
            if self.settings.models.reranker != BUILT_IN:
                raise
            return None

    def _open_index(self) -> "IndexFiles":
        from countercase.retrieval.index import open_index

        remedy = f"Run: countercase index --workspace {self.folder}"
        try:
            files = open_index(self.folder / "indexes")
        except (IndexMissing, IndexBroken):
            if not self.built_in:
                raise
            self.index()
            files = open_index(self.folder / "indexes")
        unlike = self._unlike(files.manifest)
        if unlike and self.built_in:
            self.index()
            files = open_index(self.folder / "indexes")
        elif unlike:
            raise IndexBroken(f"The index was made with {unlike}. {remedy}")
        return files

    def _unlike(self, manifest: "Manifest") -> str:
        """Where an index was made with other settings: with which, and what is set; else nothing."""
        wanted = self.settings.retrieval.ngrams
        if manifest.encoder != self.encoder.name:
            return f"{manifest.encoder}, the settings name {self.encoder.name}"
        return f"ngrams = {manifest.ngrams}, the settings say {wanted}" if manifest.ngrams != wanted else ""


def _searchers(files: "IndexFiles", settings: Settings) -> "dict[str, Searcher]":
    from countercase.retrieval.bm25 import Bm25Searcher
    from countercase.retrieval.chroma import COLLECTION, ChromaSearcher, open_client
    from countercase.retrieval.dense import DenseSearcher
    from countercase.retrieval.searcher import LazySearcher

    def chroma() -> "Searcher":
        client = open_client(settings.chroma, files.folder / "chroma")
        return ChromaSearcher(client, COLLECTION, files.ids, files.vectors, files.first_row)

    return {
        "dense": DenseSearcher(files.vectors, files.first_row),
        "chroma": LazySearcher("chroma", needs_vectors=True, floor=None, make=chroma),
        "bm25": Bm25Searcher(files.folder / "bm25", files.first_row, files.manifest.ngrams),
    }


def _read_rows(store: "Store", files: "IndexFiles", rows: Sequence[int]) -> list[Chunk]:
    ids = [ChunkId(files.ids[row]) for row in rows]
    found = store.chunks_by_id(ids)
    missing = [chunk_id for chunk_id in ids if chunk_id not in found]
    if missing:
        raise IndexBroken(f"The index is older than the cases ({missing[0]} is gone). Run: countercase index")
    return [found[chunk_id] for chunk_id in ids]


def _admitted(store: "Store", files: "IndexFiles", filter_: CaseFilter) -> "Mask | None":
    """The rows that a filter admits; provisions count under either code."""
    import numpy as np

    from countercase.law.tables.codes import equivalents

    if filter_ == CaseFilter():
        return None
    wide = frozenset(other for provision in filter_.provisions for other in equivalents(provision))
    allowed = store.allowed_cases(replace(filter_, provisions=wide)) - filter_.excluded
    admitted = np.fromiter((case in allowed for case in files.cases), dtype=bool, count=len(files.cases))
    mask: Mask = admitted[files.case_of]
    if filter_.sections:
        chunks = store.allowed(CaseFilter(sections=filter_.sections))
        mask &= np.fromiter((chunk_id in chunks for chunk_id in files.ids), dtype=bool, count=len(files.ids))
    return mask
