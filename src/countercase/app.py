"""The composition root: takes the settings and returns one ready object. Only this module wires packages together.

app = open_app()          # the built-in corpus; open_app(Path("my-cases")) opens a workspace
for precedent in app.search("The accused, aged 17, stabbed his cousin."):
    print(precedent.rank, app.case(precedent.case_id).name)
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from countercase.domain.case import Case, CaseId
from countercase.domain.facts import FactSheet
from countercase.domain.ranking import CaseFilter, Precedent, Query
from countercase.errors import IndexBroken
from countercase.loaded_models import Models
from countercase.outbound import check_endpoints
from countercase.settings import ClusterSettings, Settings, load_settings
from countercase.workspaces import builtin_workspace, copies_folder, sheet_of, shown_location, stored_cases

if TYPE_CHECKING:
    from collections.abc import Callable

    from countercase.citator.draft import DraftReport
    from countercase.citator.history import Flagged
    from countercase.cluster import Cluster, Crew
    from countercase.corpus.full_text import FullText, OnProgress, TextHit
    from countercase.corpus.ingest import Ingest
    from countercase.corpus.store import Store
    from countercase.counterfactual.driver import WhatIfDriver
    from countercase.counterfactual.instrument import Instrument
    from countercase.domain.perturbation import Tree
    from countercase.domain.ranking import Explanation, Holding, RankExplanation
    from countercase.evaluation.system import System
    from countercase.explanation.sides import UserSide
    from countercase.explanation.strict import Rewrite
    from countercase.explanation.why_moved import KnownCase
    from countercase.llm.advisers import Suggestions
    from countercase.report.precedent_list import ListedPrecedent
    from countercase.retrieval.index import IndexFiles
    from countercase.retrieval.search_index import SearchIndex
    from countercase.retrieval.searcher import Searcher


REMEMBERED = 512  # cases, holdings and facts kept in memory
SHEETS_AT_ONCE = 8  # fact sheets that a worker of a cluster ranks at a time


class App:
    """A workspace and everything that can be done with it. Its parts are `models`, `store`, `index` and `whatifs`.

    `database` is the address of a shared store; if it is given, `folder` holds only this machine's copies.
    """

    def __init__(self, folder: Path, settings: Settings, built_in: bool = False, database: str = "") -> None:
        self.folder = folder
        self.settings = settings
        self.built_in = built_in
        self.database = database
        self.models = Models(settings)
        self._store: Store | None = None
        self._index: SearchIndex | None = None
        # Keyed by the store's revision and the case, so that a changed case is read again.
        self._cases = lru_cache(REMEMBERED)(lambda _revision, case_id: self.store.get(case_id))
        self._known = lru_cache(REMEMBERED)(self._read_known)
        self._holdings = lru_cache(REMEMBERED)(self._read_holding)

    @property
    def location(self) -> str:
        """Where the cases are, as it may be printed: the folder, or the database without its password."""
        return shown_location(self.folder, self.database)

    def close(self) -> None:
        """Close the connections to a shared store; files need no closing. What is used again is opened again."""
        for part in (self._index, self._store):
            if part is not None and self.database:
                part.close()
        self._index = self._store = None

    # Cases

    @property
    def store(self) -> "Store":
        """The stored cases. Raises WorkspaceError if there are none."""
        if self._store is None:
            self._store = stored_cases(self.folder, self.database, self.settings.store)
        return self._store

    def make_store(self) -> "Store":
        """The store, created if there is none yet: for ingest."""
        return stored_cases(self.folder, self.database, self.settings.store, create=True)

    @property
    def ingest(self) -> "Ingest":
        """Reads files into the store."""
        from countercase.corpus.ingest import CaseDescriber, Ingest
        from countercase.corpus.workers import Workers

        workers: Any = Workers
        if self.cluster is not None:
            from countercase.cluster import ClusterWorkers

            workers = partial(ClusterWorkers, self.cluster)
        describer = partial(CaseDescriber, self.settings.chunks)
        return Ingest(self.settings.ingest, describer, sheet_of, make_workers=workers)

    def case(self, case_id: CaseId) -> Case:
        """A stored case, complete."""
        return self._cases(self.store.revision, case_id)

    def names(self, case_ids: Iterable[CaseId]) -> dict[CaseId, str]:
        """The names of some cases; a removed case is named by its id."""
        distinct = dict.fromkeys(case_ids)
        return {case: self.case(case).name if self.store.source_of(case) else str(case) for case in distinct}

    def facts_of(self, case_id: CaseId) -> FactSheet:
        """The fact sheet of a stored case: the one saved at ingest, or else one made now."""
        from countercase.facts.sheet_json import from_json

        saved = self.store.facts(case_id)
        return from_json(json.loads(saved if saved is not None else sheet_of(self.case(case_id))))

    def suggest_facts(self, narrative: str) -> "Suggestions":
        """Facts that a language model would add, with their spans; none, with the reason, if there is no model."""
        from countercase.llm.advisers import Suggestions

        advisers = self.models.advisers
        return advisers.suggest_facts(narrative) if advisers else Suggestions(path="rules")

    # Search

    @property
    def index(self) -> "SearchIndex":
        """The indexes and the six stages over them."""
        if self._index is None:
            self._index = self._make_index()
        return self._index

    def _make_index(self) -> "SearchIndex":
        from countercase.corpus.sections import facts_part
        from countercase.retrieval.search_index import SearchIndex, SearchModels

        models: SearchModels = self.models
        if self.cluster is not None:
            from countercase.cluster import ModelsOnCluster

            models = ModelsOnCluster(self.models, self.cluster, self.settings)
        index: SearchIndex
        parts = (self.folder / "indexes", self.store, models, self.settings)
        if self.database:
            from countercase.retrieval.pgvector import PostgresIndex

            index = PostgresIndex(*parts, self.database, more_searchers=self._more_searchers, facts_of=facts_part)
        else:
            index = SearchIndex(*parts, self._more_searchers, self.built_in, facts_part)
        if self.cluster is not None:
            index.spread = self.cluster.map
        return index

    # A cluster

    @cached_property
    def cluster(self) -> "Cluster | None":
        """The Ray workers that the settings name; None if they name none."""
        if not self.settings.cluster.address:
            return None
        from countercase.cluster import Cluster

        return Cluster(self.settings.cluster)

    @cached_property
    def _rankers(self) -> "Crew[tuple[Sequence[FactSheet], int, CaseFilter | None], list[tuple[CaseId, ...]]] | None":
        """Workers that have this workspace open and rank the fact sheets of a tree."""
        if self.cluster is None:
            return None
        without_cluster = self.settings.model_copy(update={"cluster": ClusterSettings()})
        return self.cluster.crew(partial(_ranker, self.folder, without_cluster, self.built_in, self.database))

    def search(
        self, text: str, plan: str | None = None, top_k: int | None = None, filter_: CaseFilter | None = None
    ) -> tuple[Precedent, ...]:
        """The precedents for a text, each with a passage that can be read."""
        from countercase.report.precedent_list import with_readable_passages

        precedents = self.index.search(text, plan, top_k, filter_)
        return with_readable_passages(
            precedents, text, lambda case_id: self.store.chunks([case_id]), lambda: self.index.rarity
        )

    def search_like(
        self,
        text: str,
        examples: Sequence[CaseId],
        plan: str | None = None,
        top_k: int | None = None,
        filter_: CaseFilter | None = None,
    ) -> tuple[Precedent, ...]:
        """The precedents for a text and for cases that the user marked as relevant, fused by RRF."""
        from countercase.domain.case import facts_of
        from countercase.retrieval.fusion import fuse_precedents

        precedents = self.search(text, plan, top_k, filter_)
        others = [self.search(facts_of(self.case(case_id)), plan, top_k, filter_) for case_id in examples]
        sizes = self.settings.retrieval
        return fuse_precedents(precedents, others, sizes.rrf_k, top_k or sizes.top_k) if others else precedents

    @cached_property
    def full_text(self) -> "FullText":
        """The full-text index, in a file of its own; `find_text` brings it up to date."""
        from countercase.corpus.full_text import FILE_NAME, FullText

        return FullText(self.folder / FILE_NAME)

    def find_text(
        self, query: str, filter_: CaseFilter | None = None, limit: int = 50, on_progress: "OnProgress | None" = None
    ) -> "list[TextHit]":
        """Cases whose text matches the query; a provision in it also matches its number in the other code."""
        return self.full_text.find(query, self.store, filter_ or CaseFilter(), limit, on_progress)

    def rank_sheets(
        self, sheets: Sequence[FactSheet], top_k: int, filter_: CaseFilter | None = None
    ) -> list[tuple[CaseId, ...]]:
        """The cases for each fact sheet by exact search, best first. A tree sends each level as one batch."""
        if self._rankers is not None and len(sheets) > SHEETS_AT_ONCE:
            blocks = [sheets[start : start + SHEETS_AT_ONCE] for start in range(0, len(sheets), SHEETS_AT_ONCE)]
            ranked = self._rankers.map([(block, top_k, filter_) for block in blocks])
            return [cases for block in ranked for cases in block]
        queries = [Query(sheet.narrative, filter_ or CaseFilter()) for sheet in sheets]
        return self.index.retriever.rank_many(queries, self.index.plan("whatif"), top_k)

    def _more_searchers(self, files: "IndexFiles") -> "Mapping[str, Searcher]":
        """The searcher by agreement of facts, whose sheets are read when a plan first uses it, and the shards."""
        from countercase.facts.categories import FactIndex
        from countercase.facts.extract import extract_facts
        from countercase.retrieval.searcher import FactsSearcher, LazySearcher

        def make() -> "Searcher":
            index = FactIndex((CaseId(case), self.facts_of(CaseId(case))) for case in files.cases)
            return FactsSearcher(lambda texts: index.matrix([extract_facts(text) for text in texts]), files.first_row)

        facts = LazySearcher("facts", needs_vectors=False, floor=0.0, make=make)
        return {"facts": facts, **self._shards(files)}

    def _shards(self, files: "IndexFiles") -> "Mapping[str, Searcher]":
        """Exact searchers over shards that the workers hold, if the settings ask for shards."""
        if self.cluster is None or not self.settings.cluster.shards:
            return {}
        from countercase.cluster import sharded_searchers

        return sharded_searchers(self.cluster, self.settings.cluster.shards, files)

    def read_facts(self, text: str) -> FactSheet:
        """The facts that a matter states. What the learned reader takes for another matter's is left out."""
        from countercase.facts.extract import extract_facts

        return extract_facts(text, self.models.clause_reader)

    # Explanations

    def explain(self, matter: FactSheet, precedent: Precedent, rewrite: "Rewrite | None" = None) -> "Explanation":
        """Why a precedent answers a matter. Every sentence is first checked against the stored text."""
        from countercase.explanation.strict import smooth
        from countercase.explanation.why_case import PrecedentInMatter, explain_case
        from countercase.text.sentences import split_sentences

        known = self.known(precedent.case_id)
        subject = PrecedentInMatter(matter, known.case, known.facts, precedent.passage, self.models.clause_reader)
        built = explain_case(subject, split_sentences, self.index.rarity)
        rewrite = rewrite or self._rewrite
        return smooth(built, rewrite) if rewrite else built

    def holding(self, case_id: CaseId) -> "Holding":
        """What was ordered in a case, who won and on which ground; cached."""
        return self._holdings(self.store.revision, case_id)

    def _read_holding(self, revision: int, case_id: CaseId) -> "Holding":
        from countercase.explanation.holding import find_holding
        from countercase.text.sentences import split_sentences

        return find_holding(self._cases(revision, case_id), split_sentences)

    def explain_move(self, tree: "Tree", node_id: int, wording_only: bool | None = None) -> "RankExplanation":
        """Why the ranks moved at a node of the tree; `wording_only` if its effect is within the placebo band."""
        from countercase.explanation.why_moved import explain_move
        from countercase.text.sentences import split_sentences

        node = tree.nodes[node_id]
        parent = tree.nodes[node.parent or 0]
        return explain_move(node, parent, self.known, split_sentences, tree.k, wording_only)

    def known(self, case_id: CaseId) -> "KnownCase":
        """A case and its facts; cached."""
        return self._known(self.store.revision, case_id)

    def _read_known(self, revision: int, case_id: CaseId) -> "KnownCase":
        from countercase.explanation.why_moved import KnownCase
        from countercase.facts.extract import extract_facts

        case = self._cases(revision, case_id)
        return KnownCase(case, extract_facts(case.text))

    @property
    def _rewrite(self) -> "Rewrite | None":
        """The language model's rewording of a sentence, if the settings ask for it."""
        advisers = self.models.advisers if self.settings.llm.smooth_prose else None
        return (lambda sentence: advisers.smooth(sentence.text, sentence.quote)) if advisers else None

    # Still good law?

    def cited(self, case_id: CaseId, day: date | None = None) -> dict[str, Any]:
        """The later history of a case and its flag, as `countercase cited --json` gives them."""
        from countercase.citator.history import cited_json

        self.case(case_id)  # raises NotFound for an unknown case
        return cited_json(case_id, self.store, day)

    def flag(self, case: Case, day: date | None = None) -> "Flagged":
        """Whether a case is still good law, and why. Fast enough for cards and lists: reads no judgment."""
        from countercase.citator.history import quick_flag

        return quick_flag(case, [citing.treatment for citing in self.store.cited_by(case.id)], day)

    def listed(self, precedents: "Sequence[Precedent]", side: "UserSide | None" = None) -> "list[ListedPrecedent]":
        """Precedents with holding and flag, and with how each went for a side; a judgment stored twice appears once."""
        from countercase.explanation.sides import for_you
        from countercase.report.precedent_list import ListedPrecedent
        from countercase.retrieval.fusion import fold_duplicates

        rows = []
        for precedent, again in fold_duplicates(precedents, lambda precedent: self.case(precedent.case_id)):
            case, holding = self.case(precedent.case_id), self.holding(precedent.case_id)
            favour = for_you(side, case, holding) if side is not None else None
            rows.append(ListedPrecedent(precedent, case, holding, self.flag(case), favour, again))
        return rows

    def check_draft(self, text: str, day: date) -> "DraftReport":
        """Every citation, quotation and provision of a draft, checked as of a day."""
        from countercase.citator.draft import check_draft

        return check_draft(text, day, self.store)

    # What-ifs

    @cached_property
    def whatifs(self) -> "WhatIfDriver":
        """Grows, resumes and reads perturbation trees; the same driver for the command line and the page."""
        from countercase.counterfactual.driver import WhatIfDriver, WhatIfSources

        advisers = self.models.advisers if self.settings.llm.validate_changes else None
        sources = WhatIfSources(
            rank=self.rank_sheets,
            names=self.names,
            facts_of_case=self._stated_facts,
            why_moved=self._why_moved,
            instrument=lambda: self.instrument,
            reader=lambda: self.models.clause_reader,
            outcome=lambda case_id: outcome.value if (outcome := self.case(case_id).outcome) else None,
            adviser=advisers.plausibility if advisers else None,
            validated_by=f"rules, then {self.settings.llm.model}" if advisers else "rules",
        )
        return WhatIfDriver(sources, self.settings.counterfactual, self.settings.retrieval.top_k)

    @property
    def instrument(self) -> "Instrument":
        """The ranking used for measuring, learned from this corpus once per generation of the index."""
        from countercase.counterfactual.instrument import VERSION, LearntCase, cached_instrument
        from countercase.text.sentences import split_sentences

        cases = (self.case(case_id) for case_id in self.store.case_ids())
        judgments = (
            LearntCase(case.id, case.text, [cited.base for cited in case.provisions], self.facts_of(case.id).facts)
            for case in cases
        )
        path = self.index.files.folder / f"instrument-{VERSION}.npz"
        return cached_instrument(path, judgments, split_sentences, self.settings.counterfactual.seed)

    def _stated_facts(self, case_id: CaseId) -> FactSheet:
        from countercase.facts.extract import extract_case_facts

        case = self.case(case_id)
        return extract_case_facts(case.text, case.paragraphs, case.outcome)

    def _why_moved(self, tree: "Tree", node_id: int, wording_only: bool | None) -> tuple[str, ...]:
        """Why the ranks moved at a node, in sentences: first how large the effect is, then each precedent."""
        why = self.explain_move(tree, node_id, wording_only)
        sentences = (
            f"{self.case(move.case_id).name}: {move.sentence.text}" for move in why.moves if move.sentence is not None
        )
        return tuple(text for text in (why.note, *sentences) if text)

    # Evaluation

    def system(self, plan: str, depth: int) -> "System":
        """A plan as a system that the evaluation can query; it returns `depth` cases per query."""
        from countercase.evaluation.system import Stopwatch, ranked_system

        watch = Stopwatch()
        retriever, chosen = self.index.make_retriever(watch), self.index.plan(plan)

        def answers(queries: Sequence[Query]) -> "Sequence[tuple[Precedent, ...]]":
            rankings = retriever.retrieve_many(queries, chosen, depth)
            if retriever.missing:  # a search may go on without a damaged list, an evaluation may not
                raise IndexBroken(next(iter(retriever.missing.values())))
            return rankings

        return ranked_system(answers, watch)

    def fingerprint(self, plan: str, depth: int) -> str:
        """A hash that changes with anything that shapes the answers: code, settings, cases, index, plan or depth."""
        code = [path.read_bytes() for path in sorted(Path(__file__).parent.rglob("*.py"))]
        settings = self.settings.model_dump_json(exclude={"llm", "web"})
        manifest = (self.index.files.folder / "manifest.json").read_bytes()
        return _digest(settings, str(self.store.revision), str(depth), repr(self.index.plan(plan)), *code, manifest)

    def search_inputs(self) -> dict[str, str]:
        """What shapes the answers besides the cases: a hash of the index, and the names of the models."""
        manifest = (self.index.files.folder / "manifest.json").read_bytes()
        models = {"encoder": self.models.encoder.name}
        if self.models.reranker is not None:
            models["reranker"] = self.models.cross_encoder().name
        return {"index": hashlib.sha256(manifest).hexdigest(), **models}


def open_app(workspace: Path | None = None, settings: Settings | None = None) -> App:
    """Open a workspace; without one, the shared store in the settings; without that, the built-in corpus."""
    settings = load_settings() if settings is None else settings
    check_endpoints(settings)
    if workspace is None and settings.store.url:
        return App(copies_folder(settings.store.url), settings, database=settings.store.url)
    return App(builtin_workspace(settings) if workspace is None else workspace, settings, workspace is None)


def _ranker(
    folder: Path, settings: Settings, built_in: bool, database: str
) -> "Callable[[tuple[Sequence[FactSheet], int, CaseFilter | None]], list[tuple[CaseId, ...]]]":
    """A function that ranks fact sheets in a worker, over the workspace or the shared store."""
    app = App(folder, settings, built_in, database)
    return lambda request: app.rank_sheets(*request)


def _digest(*parts: str | bytes) -> str:
    sha = hashlib.sha256()
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        sha.update(len(content).to_bytes(8, "big") + content)
    return sha.hexdigest()
