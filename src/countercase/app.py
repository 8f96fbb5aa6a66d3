"""The composition root: settings in, one ready object out. The only place that wires one package to another.

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
from countercase.loaded_models import Models, contract_retriever
from countercase.outbound import check_endpoints
from countercase.settings import ClusterSettings, Settings, load_settings
from countercase.workspaces import builtin_workspace, copies_folder, sheet_of, shown_place, stored_cases

if TYPE_CHECKING:
    from collections.abc import Callable

    from countercase.citator.draft import DraftReport
    from countercase.citator.flags import Flagged
    from countercase.cluster import Cluster, Crew
    from countercase.corpus.full_text import FullText, Tell, TextHit
    from countercase.corpus.ingest import Ingest
    from countercase.corpus.store import Store
    from countercase.counterfactual.driver import WhatIfDriver
    from countercase.counterfactual.instrument import Instrument
    from countercase.cuad.adapters import Document
    from countercase.cuad.retrieve import ContractPlan, ContractRetriever
    from countercase.domain.explanation import Explanation, Holding, RankExplanation
    from countercase.domain.perturbation import Tree
    from countercase.evaluation.system import System
    from countercase.explanation.sides import UserSide
    from countercase.explanation.why_case import Rewrite
    from countercase.explanation.why_moved import KnownCase
    from countercase.llm.advisers import Suggestions
    from countercase.report.listing import ListedPrecedent
    from countercase.retrieval.index import IndexFiles
    from countercase.retrieval.search_index import SearchIndex
    from countercase.retrieval.searcher import Searcher


REMEMBERED = 512  # cases, holdings and facts kept in memory
SHEETS_AT_ONCE = 8  # fact sheets that a worker of a cluster ranks at a time


class App:
    """A workspace and everything that can be done with it. Its parts: `models`, `store`, `index` and `whatifs`.

    `database` is the address of a shared store; `folder` then holds only this machine's copies.
    """

    def __init__(self, folder: Path, settings: Settings, built_in: bool = False, database: str = "") -> None:
        self.folder = folder
        self.settings = settings
        self.built_in = built_in
        self.database = database
        self.models = Models(settings)
        # Each by the revision of the store and the case, so that nothing outlives a change of its case.
        self._cases = lru_cache(REMEMBERED)(lambda _revision, case_id: self.store.get(case_id))
        self._known = lru_cache(REMEMBERED)(self._read_known)
        self._holdings = lru_cache(REMEMBERED)(self._read_holding)

    @property
    def place(self) -> str:
        """Where the cases are, in words: the folder, or the database without its password."""
        return shown_place(self.folder, self.database)

    def close(self) -> None:
        """End the connections to a shared store; files need no closing."""
        for part in ("index", "store"):
            opened = self.__dict__.pop(part, None)
            if opened is not None and self.database:
                opened.close()

    # Cases

    @cached_property
    def store(self) -> "Store":
        """The cases; a WorkspaceError where there are none."""
        return stored_cases(self.folder, self.database, self.settings.store)

    def make_store(self) -> "Store":
        """The cases, made where there are none yet: for ingest."""
        return stored_cases(self.folder, self.database, self.settings.store, make=True)

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
        """A case with all that is known of it."""
        return self._cases(self.store.revision, case_id)

    def names(self, case_ids: Iterable[CaseId]) -> dict[CaseId, str]:
        """The names of some cases; one that has left the corpus goes by its id."""
        held = dict.fromkeys(case_ids)
        return {case_id: self.case(case_id).name if self.store.holds(case_id) else str(case_id) for case_id in held}

    def facts_of(self, case_id: CaseId) -> FactSheet:
        """The fact sheet of a stored case: the one kept at ingest, else read now."""
        from countercase.facts.sheet_json import from_json

        kept = self.store.facts(case_id)
        return from_json(json.loads(kept if kept is not None else sheet_of(self.case(case_id))))

    def suggest_facts(self, narrative: str) -> "Suggestions":
        """What a language model would add to the sheet, each with its places; empty, and saying so, without one."""
        from countercase.llm.advisers import Suggestions

        advisers = self.models.advisers
        return advisers.suggest_facts(narrative) if advisers else Suggestions(path="rules")

    # Search

    @cached_property
    def index(self) -> "SearchIndex":
        """The indexes and the six stages over them."""
        from countercase.retrieval.search_index import SearchIndex, SearchModels

        models: SearchModels = self.models
        if self.cluster is not None:
            from countercase.cluster import ModelsOnCluster

            models = ModelsOnCluster(self.models, self.cluster, self.settings)
        index: SearchIndex
        given = (self.folder / "indexes", self.store, models, self.settings)
        if self.database:
            from countercase.retrieval.pgvector import PostgresIndex

            index = PostgresIndex(*given, self.database, more_searchers=self._more_searchers, facts_of=_facts_part)
        else:
            index = SearchIndex(*given, self._more_searchers, self.built_in, _facts_part)
        if self.cluster is not None:
            index.spread = self.cluster.map
        return index

    # A cluster

    @cached_property
    def cluster(self) -> "Cluster | None":
        """The workers of the settings; None where they name none."""
        if not self.settings.cluster.address:
            return None
        from countercase.cluster import Cluster

        return Cluster(self.settings.cluster)

    @cached_property
    def _rankers(self) -> "Crew[tuple[Sequence[FactSheet], int, CaseFilter | None], list[tuple[CaseId, ...]]] | None":
        """Workers that have this workspace open, for the batches of a tree."""
        if self.cluster is None:
            return None
        alone = self.settings.model_copy(update={"cluster": ClusterSettings()})
        return self.cluster.crew(partial(_ranker, self.folder, alone, self.built_in, self.database))

    def search(
        self,
        text: str,
        plan: str | None = None,
        top_k: int | None = None,
        filter_: CaseFilter | None = None,
    ) -> tuple[Precedent, ...]:
        """The precedents for a text."""
        return self.index.search(text, plan, top_k, filter_)

    def search_like(
        self,
        text: str,
        examples: Sequence[CaseId],
        plan: str | None = None,
        top_k: int | None = None,
        filter_: CaseFilter | None = None,
    ) -> tuple[Precedent, ...]:
        """The precedents for a text and for cases that the user holds to be on point: their lists are fused (RRF)."""
        from countercase.domain.case import facts_of
        from countercase.retrieval.fusion import fuse_precedents

        found = self.search(text, plan, top_k, filter_)
        others = [self.search(facts_of(self.case(case_id)), plan, top_k, filter_) for case_id in examples]
        sizes = self.settings.retrieval
        return fuse_precedents(found, others, sizes.rrf_k, top_k or sizes.top_k) if others else found

    @cached_property
    def full_text(self) -> "FullText":
        """The full-text index, a file of its own; `find_text` brings it up to date."""
        from countercase.corpus.full_text import FILE_NAME, FullText

        return FullText(self.folder / FILE_NAME)

    def find_text(
        self, query: str, filter_: CaseFilter | None = None, limit: int = 50, tell: "Tell | None" = None
    ) -> "list[TextHit]":
        """Cases by their full text; a provision that the query names is also found under the other code."""
        return self.full_text.find(query, self.store, filter_ or CaseFilter(), limit, tell)

    def rank_sheets(
        self, sheets: Sequence[FactSheet], top_k: int, filter_: CaseFilter | None = None
    ) -> list[tuple[CaseId, ...]]:
        """The cases for each fact sheet by exact search, best first: one batch for a whole level of a tree."""
        if self._rankers is not None and len(sheets) > SHEETS_AT_ONCE:
            blocks = [sheets[start : start + SHEETS_AT_ONCE] for start in range(0, len(sheets), SHEETS_AT_ONCE)]
            ranked = self._rankers.map([(block, top_k, filter_) for block in blocks])
            return [cases for block in ranked for cases in block]
        queries = [Query(sheet.narrative, filter_ or CaseFilter()) for sheet in sheets]
        return self.index.retriever.rank_many(queries, self.index.plan("whatif"), top_k)

    def _more_searchers(self, files: "IndexFiles") -> "Mapping[str, Searcher]":
        """Agreement of fact sheets; the sheets are read when a plan first asks for it."""
        from countercase.facts.agreement import FactIndex
        from countercase.facts.extract import extract_facts
        from countercase.retrieval.facts import FactsSearcher
        from countercase.retrieval.searcher import LazySearcher

        def make() -> "Searcher":
            known = FactIndex((CaseId(case), self.facts_of(CaseId(case))) for case in files.cases)
            return FactsSearcher(lambda texts: known.matrix([extract_facts(text) for text in texts]), files.first_row)

        facts = LazySearcher("facts", needs_vectors=False, floor=0.0, make=make)
        return {"facts": facts, **self._shards(files)}

    def _shards(self, files: "IndexFiles") -> "Mapping[str, Searcher]":
        """The exact searchers over shards that workers hold, where the settings ask for them."""
        if self.cluster is None or not self.settings.cluster.shards:
            return {}
        from countercase.cluster import sharded_searchers

        return sharded_searchers(self.cluster, self.settings.cluster.shards, files)

    # Explanations

    def explain(self, matter: FactSheet, precedent: Precedent, rewrite: "Rewrite | None" = None) -> "Explanation":
        """Why a precedent answers a matter, every sentence held against the stored text before it is given."""
        from countercase.explanation.why_case import PrecedentInMatter, explain_case, smooth
        from countercase.text.sentences import split_sentences

        known = self.known(precedent.case_id)
        subject = PrecedentInMatter(matter, known.case, known.facts, precedent.passage)
        built = explain_case(subject, split_sentences, self.index.rarity)
        rewrite = rewrite or self._rewrite
        return smooth(built, rewrite) if rewrite else built

    def holding(self, case_id: CaseId) -> "Holding":
        """What was ordered in a case, who won, and on which ground; read once."""
        return self._holdings(self.store.revision, case_id)

    def _read_holding(self, revision: int, case_id: CaseId) -> "Holding":
        from countercase.explanation.holding import find_holding
        from countercase.text.sentences import split_sentences

        return find_holding(self._cases(revision, case_id), split_sentences)

    def explain_move(self, tree: "Tree", node_id: int, wording_only: bool | None = None) -> "RankExplanation":
        """Why the ranks moved at a node of the tree; `wording_only` where its effect is inside the placebo band."""
        from countercase.explanation.why_moved import explain_move
        from countercase.text.sentences import split_sentences

        node = tree.nodes[node_id]
        parent = tree.nodes[node.parent or 0]
        return explain_move(node, parent, self.known, split_sentences, tree.k, wording_only)

    def known(self, case_id: CaseId) -> "KnownCase":
        """A case and its facts, which are read once."""
        return self._known(self.store.revision, case_id)

    def _read_known(self, revision: int, case_id: CaseId) -> "KnownCase":
        from countercase.explanation.why_moved import KnownCase
        from countercase.facts.extract import extract_facts

        case = self._cases(revision, case_id)
        return KnownCase(case, extract_facts(case.text))

    @property
    def _rewrite(self) -> "Rewrite | None":
        """Smoother prose, where the settings ask for it."""
        advisers = self.models.advisers if self.settings.llm.smooth_prose else None
        return (lambda sentence: advisers.smooth(sentence.text, sentence.quote)) if advisers else None

    # Still good law?

    def cited(self, case_id: CaseId, day: date | None = None) -> dict[str, Any]:
        """The later history of a case and its flag, as `countercase cited --json` gives them."""
        from countercase.citator.flags import cited_json

        self.case(case_id)  # a case that is not there is said to be so
        return cited_json(case_id, self.store, day)

    def flag(self, case: Case, day: date | None = None) -> "Flagged":
        """Whether a case still stands, with the reason: for cards and lists, so no judgment is read for it."""
        from countercase.citator.flags import quick_flag

        return quick_flag(case, [citing.treatment for citing in self.store.cited_by(case.id)], day)

    def listed(self, found: "Sequence[Precedent]", side: "UserSide | None" = None) -> "list[ListedPrecedent]":
        """Precedents with their holding and flag, and how each went for a side; a judgment stored twice is one."""
        from countercase.explanation.sides import for_you
        from countercase.report.listing import ListedPrecedent
        from countercase.retrieval.duplicates import fold

        rows = []
        for precedent, again in fold(found, lambda precedent: self.case(precedent.case_id)):
            case, holding = self.case(precedent.case_id), self.holding(precedent.case_id)
            favour = for_you(side, case, holding) if side is not None else None
            rows.append(ListedPrecedent(precedent, case, holding, self.flag(case), favour, again))
        return rows

    def check_draft(self, text: str, day: date) -> "DraftReport":
        """Every citation, quotation and provision of a draft, checked as of a day."""
        from countercase.citator.draft import check_draft

        return check_draft(text, day, self.store, lambda _case: self.built_in)

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
            outcome=lambda case_id: outcome.value if (outcome := self.case(case_id).outcome) else None,
            adviser=advisers.plausibility if advisers else None,
            validated_by=f"rules, then {self.settings.llm.model}" if advisers else "rules",
        )
        return WhatIfDriver(sources, self.settings.counterfactual, self.settings.retrieval.top_k)

    @property
    def instrument(self) -> "Instrument":
        """The measuring ranking, learned from this corpus once for each generation of the index."""
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
        from countercase.facts.extract import build

        case = self.case(case_id)
        return build(case.text, case.paragraphs, case.outcome)

    def _why_moved(self, tree: "Tree", node_id: int, wording_only: bool | None) -> tuple[str, ...]:
        """Why the ranks moved at a node, in sentences: what the effect is worth, then each precedent's."""
        told = self.explain_move(tree, node_id, wording_only)
        sentences = (
            f"{self.case(move.case_id).name}: {move.sentence.text}" for move in told.moves if move.sentence is not None
        )
        return tuple(text for text in (told.note, *sentences) if text)

    # Evaluation

    def system(self, plan: str, depth: int) -> "System":
        """A plan as a system that the harness can ask; it returns `depth` cases a query."""
        from countercase.evaluation.system import Stopwatch, ranked_system

        watch = Stopwatch()
        retriever, chosen = self.index.make_retriever(watch), self.index.plan(plan)

        def answers(queries: Sequence[Query]) -> "Sequence[tuple[Precedent, ...]]":
            found = retriever.retrieve_many(queries, chosen, depth)
            if retriever.missing:  # a search goes on without a damaged list; figures of another system must not
                raise IndexBroken(next(iter(retriever.missing.values())))
            return found

        return ranked_system(answers, watch)

    def fingerprint(self, plan: str, depth: int) -> str:
        """Changes with everything that answers hang on: code, settings, cases, index, plan and depth."""
        code = [path.read_bytes() for path in sorted(Path(__file__).parent.rglob("*.py"))]
        settings = self.settings.model_dump_json(exclude={"llm", "web"})
        manifest = (self.index.files.folder / "manifest.json").read_bytes()
        return _digest(settings, str(self.store.revision), str(depth), repr(self.index.plan(plan)), *code, manifest)

    def search_inputs(self) -> dict[str, str]:
        """What answers hang on beside the cases, each by its hash: the index, and the models by name and weights."""
        manifest = (self.index.files.folder / "manifest.json").read_bytes()
        models = {"encoder": self.models.encoder.name}
        if self.models.reranker is not None:
            models["reranker"] = self.models.cross_encoder().name
        return {"index": hashlib.sha256(manifest).hexdigest(), **models}

    # Contracts

    def contract_retriever(
        self, documents: "Sequence[Document]", plan: "ContractPlan", vectors_in: Path | None = None
    ) -> "ContractRetriever":
        """Searches contracts as a plan says, with the models of the settings."""
        return contract_retriever(self.models, documents, plan, vectors_in)


def open_app(workspace: Path | None = None, settings: Settings | None = None) -> App:
    """The product over a workspace; without one, over the shared store of the settings, else the built-in corpus."""
    settings = load_settings() if settings is None else settings
    check_endpoints(settings)
    if workspace is None and settings.store.url:
        return App(copies_folder(settings.store.url), settings, database=settings.store.url)
    return App(builtin_workspace(settings) if workspace is None else workspace, settings, workspace is None)


def _facts_part(text: str) -> str:
    """The part of a judgment or brief that tells the facts."""
    from countercase.corpus.sections import facts_part

    return facts_part(text)


def _ranker(
    folder: Path, settings: Settings, built_in: bool, database: str
) -> "Callable[[tuple[Sequence[FactSheet], int, CaseFilter | None]], list[tuple[CaseId, ...]]]":
    """Ranks sheets in a worker, over the workspace or the shared store."""
    app = App(folder, settings, built_in, database)
    return lambda asked: app.rank_sheets(*asked)


def _digest(*parts: str | bytes) -> str:
    sha = hashlib.sha256()
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        sha.update(len(content).to_bytes(8, "big") + content)
    return sha.hexdigest()
