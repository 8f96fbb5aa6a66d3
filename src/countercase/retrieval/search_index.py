"""The index of a workspace: opened and checked once, searched many times, reopened on request."""

import gc
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from countercase.domain.case import CaseId, Chunk, ChunkId
from countercase.domain.ranking import CaseFilter, Precedent, Query
from countercase.errors import CountercaseError, IndexBroken, IndexMissing
from countercase.retrieval.plan import RetrievalPlan, find_plan
from countercase.settings import Settings

if TYPE_CHECKING:
    from countercase.domain.ranking import Encoder
    from countercase.retrieval.bm25 import Bm25Searcher
    from countercase.retrieval.dense import Progress
    from countercase.retrieval.fusion import CachedReranker
    from countercase.retrieval.hybrid import FactsOf, HybridRetriever, Observe
    from countercase.retrieval.index import IndexFiles, IndexManifest, IndexSource, Spread
    from countercase.retrieval.searcher import Mask, Searcher


T = TypeVar("T")
WITHOUT_CHROMA = (
    "{plan} runs without Chroma's list: chromadb is not installed. To add it, run: pip install 'countercase[chroma]',"
    " then countercase index"
)


class IndexedCases(Protocol):
    """What an index needs from the store that it is made from."""

    def chunks(self) -> Iterable[Chunk]:
        """Every passage, grouped by case."""
        ...

    def chunks_by_id(self, chunk_ids: Sequence[ChunkId]) -> Mapping[ChunkId, Chunk]:
        """The passages with these ids."""
        ...

    def links(self) -> Sequence[tuple[CaseId, CaseId]]:
        """Which case cites which."""
        ...

    def citing_sentences(self) -> Sequence[tuple[CaseId, CaseId, str]]:
        """How citing cases describe the cases they cite."""
        ...

    def resolve_links(self) -> int:
        """Find the stored case behind every citation."""
        ...

    def allowed_cases(self, wanted: CaseFilter) -> frozenset[CaseId]:
        """The cases that a filter admits."""
        ...

    def allowed(self, wanted: CaseFilter) -> frozenset[ChunkId]:
        """The passages that a filter admits."""
        ...

    def counts(self) -> Mapping[str, int]:
        """The number of rows of each kind."""
        ...

    def case_ids(self) -> Sequence[CaseId]:
        """Every case."""
        ...

    @property
    def revision(self) -> int:
        """A number that grows with every change."""
        ...


class SearchModels(Protocol):
    """The models that a search uses; each is loaded at its first use."""

    @property
    def encoder(self) -> "Encoder":
        """The text encoder."""
        ...

    @property
    def reranker(self) -> "CachedReranker | None":
        """The cross-encoder; None if there is none."""
        ...


class StoredPassages:
    """Every passage of a store, read from it each time so that none stays in memory."""

    def __init__(self, cases: IndexedCases) -> None:
        self._cases = cases

    def __iter__(self) -> Iterator[Chunk]:
        """The passages, grouped by case."""
        return iter(self._cases.chunks())


MoreSearchers = Callable[["IndexFiles"], Mapping[str, "Searcher"]]


class SearchIndex:
    """The indexes of a workspace and the six stages over them.

    `files`, `retriever` and `rarity` are made once per generation; `reopen` drops them.
    `build_when_missing` is for the built-in corpus, which is indexed on first use.
    """

    def __init__(
        self,
        folder: Path,
        cases: IndexedCases,
        models: SearchModels,
        settings: Settings,
        more_searchers: MoreSearchers = lambda _files: {},
        build_when_missing: bool = False,
        facts_of: "FactsOf" = lambda text: text,
    ) -> None:
        self.folder = folder
        self._facts_of = facts_of
        self._cases = cases
        self._models = models
        self._settings = settings
        self._more_searchers = more_searchers
        self._build_when_missing = build_when_missing
        # A revision of the store with the folder of an index, and the cases of the index that the store still holds.
        self._present: tuple[tuple[int, Path | None], Mask | None] = ((-1, None), None)
        self._chroma_of: tuple[Path, Searcher] | None = None
        self._opening = threading.RLock()
        self._files: IndexFiles | None = None
        self._retriever: HybridRetriever | None = None
        self._rarity: Callable[[str], float] | None = None
        self.spread: Spread = map

    @property
    def remedy(self) -> str:
        """The command that rebuilds this index."""
        return f"countercase index --workspace {self.folder.parent}"

    @property
    def is_open(self) -> bool:
        """Whether the index is open already; opening it takes a while."""
        return self._files is not None

    @property
    def files(self) -> "IndexFiles":
        """The generation in force, its files checked against their checksums."""
        files = self._files
        if files is None:
            with self._opening:  # only one of several threads opens or builds it
                files = self._files = self._files or self._checked()
        return files

    def _checked(self) -> "IndexFiles":
        try:
            files = self.opened()
        except (IndexMissing, IndexBroken):
            if not self._build_when_missing:
                raise
            return self._built()
        changed = self.changed_shape(files.manifest)
        if changed and self._build_when_missing:
            return self._built()
        if changed:
            raise IndexBroken(f"The index was made with {changed}. Run: {self.remedy}")
        return files

    def reopen(self) -> None:
        """Drop the open generation; the next search opens the one in force."""
        self._files = self._retriever = self._rarity = None
        self._chroma_of = None
        self._present = ((-1, None), None)
        gc.collect()  # until then the old generation keeps its files open and its disk space in use

    def close(self) -> None:
        """Close what is open; an index in files only drops it."""
        self.reopen()

    def refresh(self) -> bool:
        """Reopen if another process has built a new generation; return whether it had."""
        if not self.is_open or self._in_force() == self.files.folder:
            return False
        self.reopen()
        return True

    def opened(self) -> "IndexFiles":
        """The files of the generation in force, checked now."""
        from countercase.retrieval.index import open_index

        return open_index(self.folder)

    def _in_force(self) -> Path | None:
        from countercase.retrieval.index import generation_in_force

        return generation_in_force(self.folder)

    def build(self, progress: "Progress" = lambda _part, _done, _total: None) -> "IndexManifest":
        """Build or refresh every index from the store. Without chromadb there is no Chroma part (`manifest.chroma`)."""
        from countercase.retrieval.index import build_index

        self._cases.resolve_links()
        chroma = self._settings.chroma if find_spec("chromadb") else None
        ngrams = self._settings.retrieval.ngrams
        manifest = build_index(self.folder, self.source(), self._models.encoder, chroma, progress, ngrams)
        self.reopen()
        return manifest

    def _built(self) -> "IndexFiles":
        self.build()
        return self.opened()

    def source(self) -> "IndexSource":
        """What the store now holds for the indexes."""
        from countercase.retrieval.index import IndexSource

        return IndexSource(
            StoredPassages(self._cases), self._cases.links(), self._cases.citing_sentences(), spread=self.spread
        )

    def changed_shape(self, manifest: "IndexManifest") -> str:
        """The settings and weights of an index that differ from the current ones, in words; empty if none do."""
        from countercase.retrieval.index import index_shape

        now = index_shape(self._models.encoder, self._settings.retrieval.ngrams)
        differing = [name for name in now if manifest.shape.get(name) != now[name]]
        return "; ".join(f"{name} = {manifest.shape.get(name)}, now {now[name]}" for name in differing)

    @property
    def unindexed(self) -> int:
        """The number of stored passages that are not in the index."""
        return max(0, self._cases.counts()["chunks"] - self.files.manifest.chunks)

    @property
    def missing(self) -> tuple[str, ...]:
        """For each searcher that could not be used so far, a line that says why."""
        return tuple(self._retriever.missing.values()) if self._retriever is not None else ()

    def chroma_damage(self) -> str:
        """What is wrong with Chroma's part of the index; empty if it answers or was never built."""
        import numpy as np

        from countercase.retrieval.searcher import Windows

        files = self.files
        if not files.manifest.chroma or not find_spec("chromadb"):
            return ""
        try:
            self._chroma(files).cases(Windows(("",), np.asarray(files.vectors[:1], dtype=np.float32), pool=1))
        except CountercaseError as error:
            return str(error)
        return ""

    def plan(self, name: str | None = None) -> RetrievalPlan:
        """A plan by name, or the one in the settings; without chromadb, that searcher is left out."""
        plan = self._found_plan(name)
        if "chroma" not in plan.searchers or len(plan.searchers) == 1 or find_spec("chromadb"):
            return plan
        return replace(plan, searchers=tuple(name for name in plan.searchers if name != "chroma"))

    def left_out(self, name: str | None = None) -> str:
        """A line for the user on what a plan lacks because a package is not installed; empty if it lacks nothing."""
        wanted, plan = self._found_plan(name), self.plan(name)
        if "chroma" not in wanted.searchers or not set(plan.searchers) < set(wanted.searchers):
            return ""
        return WITHOUT_CHROMA.format(plan=plan.name)

    def _found_plan(self, name: str | None) -> RetrievalPlan:
        return find_plan(name or self._settings.retrieval.plan, self._settings.retrieval)

    @property
    def retriever(self) -> "HybridRetriever":
        """The six stages over the generation in force."""
        retriever = self._retriever
        if retriever is None:
            retriever = self._retriever = self._from_files(self.make_retriever)
        return retriever

    def _from_files(self, make: Callable[[], T]) -> T:
        """Make something from the open generation, or from its successor if it was replaced meanwhile."""
        while True:
            try:
                return make()
            except OSError as error:
                if not self.refresh():
                    raise IndexBroken(
                        f"The index in {self.folder} cannot be read ({error}). Run: {self.remedy}"
                    ) from None

    def make_retriever(self, observe: "Observe" = lambda _stage, _seconds: None) -> "HybridRetriever":
        """A retriever that reports the seconds of each stage."""
        from countercase.retrieval.hybrid import HybridRetriever, Passages

        files = self.files  # one generation throughout, whatever is built while a search is under way
        return HybridRetriever(
            files,
            {**self._searchers(files), **self._more_searchers(files)},
            Passages(partial(self._passages, files), partial(self._admitted, files)),
            self._settings.retrieval,
            self._models.encoder,
            self._models.reranker,
            observe,
            self._facts_of,
        )

    def search(
        self, text: str, plan: str | None = None, top_k: int | None = None, filter_: CaseFilter | None = None
    ) -> tuple[Precedent, ...]:
        """The precedents for a text."""
        return self.retriever.retrieve(Query(text, filter_ or CaseFilter()), self.plan(plan), top_k)

    @property
    def rarity(self) -> Callable[[str], float]:
        """The inverse document frequency of a word over the passages of the index."""
        rarity = self._rarity
        if rarity is None:
            rarity = self._rarity = self._from_files(self._bm25).rarity
        return rarity

    def _bm25(self, files: "IndexFiles | None" = None) -> "Bm25Searcher":
        from countercase.retrieval.bm25 import Bm25Searcher

        files = files or self.files
        return Bm25Searcher(files.folder / "bm25", files.first_row, files.manifest.ngrams)

    def _searchers(self, files: "IndexFiles") -> "dict[str, Searcher]":
        from countercase.retrieval.bm25 import CitingSearcher
        from countercase.retrieval.dense import DenseSearcher
        from countercase.retrieval.ngrams import NgramSearcher
        from countercase.retrieval.searcher import LazySearcher

        def ngrams() -> "Searcher":
            return NgramSearcher(files.folder / "ngrams", files.first_row)

        return {
            "dense": DenseSearcher(files.vectors, files.first_row),
            "chroma": self._chroma(files),
            "bm25": self._bm25(files),
            "citing": CitingSearcher(files.folder / "citing", files.first_row),
            "ngrams": LazySearcher("ngrams", needs_vectors=False, floor=0.0, make=ngrams),
        }

    def _chroma(self, files: "IndexFiles") -> "Searcher":
        """Chroma over a generation; its process is started at the first search, once."""
        from countercase.retrieval.chroma import COLLECTION, ChromaSearcher, open_client
        from countercase.retrieval.searcher import LazySearcher

        settings = self._settings.chroma

        def opened() -> "Searcher":
            client = open_client(settings, files.folder / "chroma")
            return ChromaSearcher(client, COLLECTION, files.ids, files.vectors, files.first_row)

        if self._chroma_of is None or self._chroma_of[0] != files.folder:
            self._chroma_of = (files.folder, LazySearcher("chroma", needs_vectors=True, floor=None, make=opened))
        return self._chroma_of[1]

    def _passages(self, files: "IndexFiles", rows: Sequence[int]) -> list[Chunk]:
        ids = [ChunkId(files.ids[row]) for row in rows]
        stored = self._cases.chunks_by_id(ids)
        missing = [chunk_id for chunk_id in ids if chunk_id not in stored]
        if missing:
            raise IndexBroken(f"The index is older than the cases ({missing[0]} is gone). Run: countercase index")
        return [stored[chunk_id] for chunk_id in ids]

    def _admitted(self, files: "IndexFiles", filter_: CaseFilter) -> "Mask | None":
        """The rows that a filter admits; provisions count under either code."""
        import numpy as np

        from countercase.law.tables.acts import equivalents

        present = self._still_stored(files)
        if filter_ == CaseFilter():
            return None if present is None else present[files.case_of]
        either_code = frozenset(other for provision in filter_.provisions for other in equivalents(provision))
        allowed = self._cases.allowed_cases(replace(filter_, provisions=either_code)) - filter_.excluded
        admitted = np.fromiter((case in allowed for case in files.cases), dtype=bool, count=len(files.cases))
        mask: Mask = admitted[files.case_of]
        if filter_.sections:
            chunks = self._cases.allowed(CaseFilter(sections=filter_.sections))
            mask &= np.fromiter((chunk_id in chunks for chunk_id in files.ids), dtype=bool, count=len(files.ids))
        return mask

    def _still_stored(self, files: "IndexFiles") -> "Mask | None":
        """The indexed cases that are still in the store; None if all are."""
        import numpy as np

        state, present = self._present
        if state != (self._cases.revision, files.folder):
            state = (self._cases.revision, files.folder)
            stored = set(self._cases.case_ids())
            among = np.fromiter((case in stored for case in files.cases), dtype=bool, count=len(files.cases))
            present = None if among.all() else among
            self._present = (state, present)
        return present
