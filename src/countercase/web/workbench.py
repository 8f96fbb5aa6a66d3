"""What every page works with: the app, the matters, the jobs, and what was searched a moment ago."""

import copy
import os
import shutil
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from starlette.requests import Request

from countercase.domain.case import Case, CaseId
from countercase.domain.explanation import Explanation
from countercase.domain.facts import FactSheet
from countercase.domain.ranking import CaseFilter, Precedent
from countercase.errors import CountercaseError, InputError
from countercase.explanation.sides import parse_side
from countercase.facts.checklist import Checklist, read_checklist
from countercase.facts.extract import extract_facts
from countercase.facts.sheet_json import from_json as sheet_from_json
from countercase.facts.sheet_json import to_json as sheet_to_json
from countercase.health import index_state
from countercase.web.contract_search import ContractSearch
from countercase.web.durable_jobs import JobJournal, NotedJob, start_again
from countercase.web.folders import Folders
from countercase.web.jobs import Job, Jobs, Turns
from countercase.web.matter_store import Matters, StoredMatter
from countercase.web.page_images import FOLDER, PageImages
from countercase.web.security import USER
from countercase.web.uploads import drop_left_over

if TYPE_CHECKING:
    from countercase.app import App


def given_folders(results: Iterable[Path], contracts: Iterable[Path]) -> Folders:
    """The folders as given; one that is not there is refused."""
    folders = Folders(tuple(results), tuple(contracts))
    for option, path in [("--results", one) for one in folders.results] + [
        ("--contracts", one) for one in folders.contracts
    ]:
        if not path.is_dir():
            raise InputError(f"{option} {path} is not a folder. Check the name.")
    return folders


MAX_NARRATIVE = 200_000  # characters; a long judgment has about that many
REMEMBERED = 256  # searches kept
K = TypeVar("K")
V = TypeVar("V")
Generation = tuple[int, str]  # the revision of the store, and the folder of the index
TextKey = tuple[str, str, int | None, CaseFilter]


@dataclass(frozen=True, slots=True)
class SearchAsked:
    """What is searched for a version of a matter; `like` are the cases that the user pinned."""

    matter: str
    version: int
    fingerprint: str  # of its fact sheet
    filter: CaseFilter
    plan: str
    top: int
    like: tuple[CaseId, ...] = ()

    @property
    def of_any_matter(self) -> "SearchAsked":
        """What the answer depends on: a matter with the same facts gets the same one."""
        return replace(self, matter="", version=0)


class Recent(Generic[K, V]):
    """What was last made, by what it was made from; threads may share it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._kept: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """What was made from this, if it is still known."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: K, made: V) -> V:
        """Keep something, and forget what was not asked for longest."""
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()


@dataclass(frozen=True, slots=True)
class Searched:
    """The precedents of a search, and for each why it was found."""

    precedents: tuple[Precedent, ...]
    why: dict[CaseId, Explanation]


def _jobs_of(app: "App") -> Jobs:
    if not app.database:
        return Jobs(journal=JobJournal(app.folder))
    from countercase.web.shared_jobs import PostgresJobs

    return PostgresJobs(app.database, app.settings.store.allow_remote)


class Workbench:
    """The state of one server. There are as many searches at once as cores; the others take turns.

    What was found a moment ago is kept by all that it follows from: the facts, the cases and the index.
    """

    def __init__(self, app: "App", matters: Matters, folders: Folders) -> None:
        self.app = app
        self.matters = matters
        self.folders = folders
        self.jobs = _jobs_of(app)
        unfinished = [] if app.database else list(JobJournal(app.folder).left_over())
        if not app.database:  # another process of a shared store may be reading them
            drop_left_over(app.folder, frozenset().union(*(noted.uploads for noted in unfinished)))
        self.contracts = ContractSearch(app, self.jobs)
        self.pages = PageImages(app.folder / FOLDER, app.settings.ingest)
        self.searching = Turns(os.cpu_count() or 1)
        self._index_state: tuple[tuple[int, int], str] = ((-1, 0), "")
        self.histories: dict[object, Any] = {}  # later histories read a moment ago
        self.drafts: OrderedDict[str, Any] = OrderedDict()  # checked drafts; client text, so never written to disk
        self._refreshing = threading.Lock()
        self._searched: Recent[tuple[Generation, SearchAsked], Searched] = Recent(REMEMBERED)
        self._precedents: Recent[tuple[Generation, TextKey], tuple[Precedent, ...]] = Recent(REMEMBERED)
        self._checklists: Recent[str, Checklist] = Recent(REMEMBERED)
        self._views: dict[str, Workbench] = {"": self}
        self.jobs.attach(self)
        if unfinished:
            threading.Thread(target=self._go_on, args=(unfinished,), name="jobs-again", daemon=True).start()

    def _go_on(self, unfinished: Iterable[NotedJob]) -> None:
        """Start again what an earlier server had not finished; what cannot be (its matter is deleted, say) ends."""
        for noted in unfinished:
            try:
                self.jobs.start_again(noted.id, noted.attempts + 1, partial(start_again, self, noted.call))
            except (CountercaseError, OSError, TypeError, ValueError):
                JobJournal(self.app.folder).strike(noted.id)

    def of(self, user: str) -> "Workbench":
        """The workbench of a named user: the same cases, but only that user's matters, drafts and jobs."""
        if user not in self._views:
            view = copy.copy(self)
            view.matters, view.jobs, view.drafts = self.matters.of(user), self.jobs.of(user), OrderedDict()
            view.contracts = self.contracts.for_jobs(view.jobs)
            view.drafts = OrderedDict()
            self._views[user] = view
        return self._views[user]

    def close(self) -> None:
        """End all jobs and close the files."""
        self.jobs.close()
        self.matters.close()
        self.app.close()

    @cached_property
    def corpus_words(self) -> str:
        """Which cases are searched, in a few words."""
        count = self.app.store.counts()["cases"]
        where = "the built-in corpus" if self.app.built_in else f"workspace {self.app.folder.name}"
        where = "the shared store" if self.app.database else where
        return f"{count:,} cases, {where}"

    @property
    def index_state(self) -> str:
        """Whether the index holds what the store holds; read once for each state of both, for it takes seconds."""
        current = self.app.folder / "indexes" / "CURRENT"
        key = (self.app.store.revision, current.stat().st_mtime_ns if current.is_file() else 0)
        if self._index_state[0] != key:
            self._index_state = (key, index_state(self.app))
        return self._index_state[1]

    @property
    def reads_scans(self) -> bool:
        """Whether scans and photographs can be read here."""
        return self.app.settings.ingest.ocr and shutil.which("tesseract") is not None

    def forget_counts(self) -> None:
        """After cases were added: count them anew."""
        for view in self._views.values():
            view.__dict__.pop("corpus_words", None)

    def forget_searches(self) -> None:
        """After the index was built: search anew."""
        self._searched.clear()
        self._precedents.clear()

    def new_matter(self, text: str, title: str = "", about: str = "", side: str = "") -> StoredMatter:
        """Read the facts of a text and keep both."""
        narrative = clean_narrative(text)
        chosen = str(parse_side(side) or "")
        sheet = sheet_to_json(extract_facts(narrative))
        return self.matters.add(title.strip() or first_words(narrative), sheet, about, chosen)

    def sheet(self, matter: StoredMatter) -> FactSheet:
        """The fact sheet of a matter."""
        return sheet_from_json(matter.sheet)

    def case(self, case_id: str) -> Case:
        """A case of the corpus."""
        return self.app.case(CaseId(case_id))

    def names(self, case_ids: Iterable[CaseId]) -> dict[CaseId, str]:
        """The names of some cases; one that has left the corpus goes by its id."""
        held = self.app.store
        return {one: self.app.case(one).name if held.holds(one) else str(one) for one in dict.fromkeys(case_ids)}

    def found(self, asked: SearchAsked) -> Searched | None:
        """What a search found that was made a moment ago; one that another process made is made again here."""
        found = self._searched.get((self._generation(), asked.of_any_matter))
        if found is None and self.app.database:
            job = self.jobs.last(f"search/{asked}")
            if job is not None and job.state == "done":
                found = self._search(asked, self.matters.get(asked.matter, asked.version), lambda *_: None)
        return found

    def _search(self, asked: SearchAsked, matter: StoredMatter, tell: Callable[..., None]) -> Searched:
        """Search, and remember what was found."""
        sheet, generation = self.sheet(matter), self._generation()
        with self.searching:
            text, plan, top = sheet.narrative, asked.plan, asked.top
            found = (
                self.app.search_like(text, asked.like, plan, top, asked.filter)
                if asked.like
                else self.precedents(text, plan, top, asked.filter)
            )
        why = {}
        for precedent in found:  # reading takes one core, so nobody waits for it
            tell("Reading why each case was found", precedent.rank, len(found))
            why[precedent.case_id] = self.app.explain(sheet, precedent)
        return self._searched.put((generation, asked.of_any_matter), Searched(found, why))

    def search(self, matter: StoredMatter, asked: SearchAsked) -> Job:
        """Search for a matter in the background; `found` has the answer when the job is done."""

        def work(job: Job) -> None:
            job.tell("Opening the index; the first search takes longest")
            with self.searching:
                self.prepare(job)
            job.tell("Searching")
            self._search(asked, matter, job.tell)

        return self.jobs.start("Searching for precedents", f"search/{asked}", "", work, owner=matter.id, quick=True)

    def precedents(self, text: str, plan: str, top_k: int | None, wanted: CaseFilter) -> tuple[Precedent, ...]:
        """The precedents for a text; those of a text searched a moment ago come from memory."""
        key = (self._generation(), (text, plan, top_k, wanted))
        known = self._precedents.get(key)
        if known is not None:
            return known
        with self.searching:
            known = self._precedents.get(key)  # whoever had the turn before may have asked the same
            if known is None:
                known = self._precedents.put(key, self.app.search(text, plan, top_k, wanted))
        return known

    def checklist(self, matter: StoredMatter) -> Checklist:
        """What the law requires of a matter and what its facts show; that of the same facts comes from memory."""
        known = self._checklists.get(matter.fingerprint)
        if known is None:
            made = read_checklist(self.sheet(matter), self.app.models.clause_reader)
            known = self._checklists.put(matter.fingerprint, made)
        return known

    def _generation(self) -> Generation:
        """What answers come from now. Whichever process changes a case or builds the index, it is another one."""
        index = self.app.index
        with self._refreshing:
            if index.refresh():
                self.forget_searches()
            return self.app.store.revision, str(index.files.folder) if index.is_open else ""

    def prepare(self, job: Job) -> None:
        """Have the index open; the built-in corpus is indexed on first use."""
        self._generation()
        if not self.app.index.is_open:
            job.tell("Opening the index")
            _ = self.app.index.retriever


async def workbench(request: Request) -> Workbench:
    """The workbench of whoever sent the request. Not a plain function: FastAPI would use up a thread to call it."""
    found: Workbench = request.app.state.workbench
    return found.of(request.scope.get(USER, ""))


def clean_narrative(text: str) -> str:
    """The text with plain line ends; refused where it is empty or too long to be the facts of a matter."""
    narrative = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "").strip()
    if not narrative:
        raise InputError("There are no facts yet. Paste them, or give a file.")
    if len(narrative) > MAX_NARRATIVE:
        raise InputError(f"{len(narrative):,} characters are too many: give the facts only, up to {MAX_NARRATIVE:,}.")
    return narrative


def first_words(text: str, count: int = 9) -> str:
    """A title for a matter that has none."""
    words = text.split()
    return " ".join(words[:count]) + ("…" if len(words) > count else "")
