"""What all pages share: the workbench, which holds the app, matters, jobs and recent searches; templates and forms."""

import copy
import os
import re
import shutil
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, partial
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar

from fastapi import Depends, Request
from jinja2 import Environment
from starlette.datastructures import FormData
from starlette.responses import HTMLResponse, RedirectResponse, Response

from countercase.citator.history import FLAGS_AGAINST
from countercase.domain.case import Case, CaseId
from countercase.domain.facts import FactSheet
from countercase.domain.ranking import CaseFilter, Explanation, Precedent
from countercase.errors import CountercaseError, InputError
from countercase.explanation.sides import parse_side
from countercase.facts.checklist import Checklist, read_checklist
from countercase.facts.sheet_json import from_json as sheet_from_json
from countercase.facts.sheet_json import to_json as sheet_to_json
from countercase.health import index_state
from countercase.outbound import endpoints, is_local, without_secrets
from countercase.report.page import long_day, make_environment
from countercase.retrieval.plan import parse_day, parse_filters
from countercase.settings import Settings
from countercase.web.durable_jobs import PostgresJobs, start_again
from countercase.web.files import IMAGES, PageImages, drop_left_over
from countercase.web.jobs import Job, JobJournal, Jobs, Turns, UnfinishedJob
from countercase.web.matter_store import Matters, StoredMatter
from countercase.web.security import USER, ServedFolders, read_form

if TYPE_CHECKING:
    from countercase.app import App
    from countercase.citator.history import LaterEvent


MAX_NARRATIVE = 200_000  # characters; a long judgment has about as many
DAY = 86_400.0  # seconds
REMEMBERED = 256  # searches
DRAFTS = 8  # checked drafts remembered
HISTORIES = 32  # later histories remembered
K = TypeVar("K")
V = TypeVar("V")
Generation = tuple[int, str]  # the revision of the store, and the folder of the index
TextKey = tuple[str, str, int | None, CaseFilter]


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A search for a version of a matter; `like` are cases that the user pinned."""

    matter: str
    version: int
    fingerprint: str  # of its fact sheet
    filter: CaseFilter
    plan: str
    top: int
    like: tuple[CaseId, ...] = ()

    @property
    def of_any_matter(self) -> "SearchRequest":
        """The request without its matter: two matters with the same facts get the same answer."""
        return replace(self, matter="", version=0)


class Recent(Generic[K, V]):
    """A cache of the values used last. Threads may share it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._values: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """The value of a key, if it is still here."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: K, value: V) -> V:
        """Store a value, and drop the one that was not used for longest."""
        with self._lock:
            self._values[key] = value
            while len(self._values) > self._most:
                self._values.popitem(last=False)
        return value

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()


@dataclass(frozen=True, slots=True)
class Searched:
    """The precedents of a search, and why each was found."""

    precedents: tuple[Precedent, ...]
    why: dict[CaseId, Explanation]


def _open_jobs(app: "App") -> Jobs:
    if not app.database:
        return Jobs(journal=JobJournal(app.folder))
    return PostgresJobs(app.database, app.settings.store.allow_remote)


class Workbench:
    """The state of one server. As many searches run at once as there are cores; others wait for their turn.

    Recent answers are cached by everything they depend on: the facts, the cases and the index.
    """

    def __init__(self, app: "App", matters: Matters, folders: ServedFolders) -> None:
        from countercase.web.contracts import ContractSearch  # its pages need the workbench

        self.app = app
        self.matters = matters
        self.folders = folders
        self.jobs = _open_jobs(app)
        unfinished = [] if app.database else list(JobJournal(app.folder).unfinished())
        needed: frozenset[Path] = frozenset().union(*(job.uploads for job in unfinished))
        drop_left_over(app.folder, needed, DAY if app.database else 0)  # other processes may still need recent ones
        self.contracts = ContractSearch(app, self.jobs)
        self.pages = PageImages(app.folder / IMAGES, app.settings.ingest)
        self.searching = Turns(os.cpu_count() or 1)
        self._counts: dict[str, int] = {}  # shared with the views of other users
        self._index_state: tuple[tuple[int, int], str] = ((-1, 0), "")
        self.histories: Recent[tuple[CaseId, date | None, int], tuple[LaterEvent, ...]] = Recent(HISTORIES)
        self.drafts: Recent[str, Any] = Recent(DRAFTS)  # checked drafts; client text, so never written to disk
        self._refreshing = threading.Lock()
        self._searched: Recent[tuple[Generation, SearchRequest], Searched] = Recent(REMEMBERED)
        self._precedents: Recent[tuple[Generation, TextKey], tuple[Precedent, ...]] = Recent(REMEMBERED)
        self._checklists: Recent[str, Checklist] = Recent(REMEMBERED)
        self._views: dict[str, Workbench] = {"": self}
        self.jobs.attach(self)
        if unfinished:
            threading.Thread(target=self._resume, args=(unfinished,), name="jobs-again", daemon=True).start()

    def _resume(self, unfinished: Iterable[UnfinishedJob]) -> None:
        """Restart what an earlier server had not finished; a job that cannot be restarted is dropped."""
        for job in unfinished:
            try:
                self.jobs.start_again(job.id, job.attempts + 1, partial(start_again, self, job.call))
            except (CountercaseError, OSError, TypeError, ValueError):
                JobJournal(self.app.folder).remove(job.id)

    def of(self, user: str) -> "Workbench":
        """The workbench of a named user: the same cases, but only that user's matters, drafts and jobs."""
        if user not in self._views:
            view = copy.copy(self)
            view.matters, view.jobs, view.drafts = self.matters.of(user), self.jobs.of(user), Recent(DRAFTS)
            view.contracts = self.contracts.for_jobs(view.jobs)
            self._views[user] = view
        return self._views[user]

    def close(self) -> None:
        """End all jobs and close the files."""
        self.jobs.close()
        self.matters.close()
        self.app.close()

    @property
    def corpus_words(self) -> str:
        """Which cases are searched, in a few words."""
        count = self._counts.get("cases")
        if count is None:
            count = self._counts["cases"] = self.app.store.counts()["cases"]
        where = "the built-in corpus" if self.app.built_in else f"workspace {self.app.folder.name}"
        where = "the shared store" if self.app.database else where
        return f"{count:,} cases, {where}"

    @property
    def index_state(self) -> str:
        """Whether the index matches the store; cached, because checking takes seconds."""
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
        """Count the cases again, after some were added."""
        self._counts.clear()

    def forget_searches(self) -> None:
        """Forget all searches, after the index was built."""
        self._searched.clear()
        self._precedents.clear()

    def new_matter(self, text: str, title: str = "", about: str = "", side: str = "") -> StoredMatter:
        """Read the facts of a text, and save both as a matter."""
        narrative = clean_narrative(text)
        chosen = str(parse_side(side) or "")
        sheet = sheet_to_json(self.app.read_facts(narrative))
        return self.matters.add(title.strip() or first_words(narrative), sheet, about, chosen)

    def sheet(self, matter: StoredMatter) -> FactSheet:
        """The fact sheet of a matter."""
        return sheet_from_json(matter.sheet)

    def case(self, case_id: str) -> Case:
        """A case of the corpus."""
        return self.app.case(CaseId(case_id))

    def found(self, request: SearchRequest) -> Searched | None:
        """The result of a recent search. If another process made it, it is repeated here."""
        searched = self._searched.get((self._generation(), request.of_any_matter))
        if searched is None and self.app.database:
            job = self.jobs.last(f"search/{request}")
            if job is not None and job.state == "done":
                searched = self._search(request, self.matters.get(request.matter, request.version), lambda *_: None)
        return searched

    def _search(self, request: SearchRequest, matter: StoredMatter, tell: Callable[..., None]) -> Searched:
        """Search, and cache the result."""
        sheet, generation = self.sheet(matter), self._generation()
        with self.searching:
            text, plan, top = sheet.narrative, request.plan, request.top
            precedents = (
                self.app.search_like(text, request.like, plan, top, request.filter)
                if request.like
                else self.precedents(text, plan, top, request.filter)
            )
        why = {}
        for precedent in precedents:  # reading takes one core, so it needs no turn
            tell("Reading why each case was found", precedent.rank, len(precedents))
            why[precedent.case_id] = self.app.explain(sheet, precedent)
        return self._searched.put((generation, request.of_any_matter), Searched(precedents, why))

    def search(self, matter: StoredMatter, request: SearchRequest) -> Job:
        """Search for a matter in the background; `found` returns the answer when the job is done."""

        def work(job: Job) -> None:
            job.tell("Opening the index; the first search takes longest")
            with self.searching:
                self.prepare(job)
            job.tell("Searching")
            self._search(request, matter, job.tell)

        return self.jobs.start("Searching for precedents", f"search/{request}", "", work, owner=matter.id, quick=True)

    def precedents(self, text: str, plan: str, top_k: int | None, wanted: CaseFilter) -> tuple[Precedent, ...]:
        """The precedents for a text, cached if it was searched recently."""
        key = (self._generation(), (text, plan, top_k, wanted))
        known = self._precedents.get(key)
        if known is not None:
            return known
        with self.searching:
            known = self._precedents.get(key)  # the search before may have been the same
            if known is None:
                known = self._precedents.put(key, self.app.search(text, plan, top_k, wanted))
        return known

    def checklist(self, matter: StoredMatter) -> Checklist:
        """What the law requires of a matter and what its facts show; cached for the same facts."""
        known = self._checklists.get(matter.fingerprint)
        if known is None:
            checklist = read_checklist(self.sheet(matter), self.app.models.clause_reader)
            known = self._checklists.put(matter.fingerprint, checklist)
        return known

    def _generation(self) -> Generation:
        """The state that answers come from. It changes when any process changes a case or builds the index."""
        index = self.app.index
        with self._refreshing:
            if index.refresh():
                self.forget_searches()
            return self.app.store.revision, str(index.files.folder) if index.is_open else ""

    def prepare(self, job: Job) -> None:
        """Open the index; the built-in corpus is indexed on first use."""
        self._generation()
        if not self.app.index.is_open:
            job.tell("Opening the index")
            _ = self.app.index.retriever


async def workbench(request: Request) -> Workbench:
    """The workbench of the request's user. Async, because FastAPI runs plain dependencies in a thread."""
    shared: Workbench = request.app.state.workbench
    return shared.of(request.scope.get(USER, ""))


def clean_narrative(text: str) -> str:
    """The text with plain line ends. Raises InputError if it is empty or too long."""
    narrative = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "").strip()
    if not narrative:
        raise InputError("There are no facts yet. Paste them, or choose a file.")
    if len(narrative) > MAX_NARRATIVE:
        raise InputError(f"{len(narrative):,} characters are too many. Give only the facts, up to {MAX_NARRATIVE:,}.")
    return narrative


def first_words(text: str, count: int = 9) -> str:
    """A title for a matter that has none."""
    words = text.split()
    return " ".join(words[:count]) + ("…" if len(words) > count else "")


# Templates, forms, redirects and downloads.

# In this order: later ones override.
STYLES = ("colours", "type", "base", "matter", "pictures", "reading", "narrow", "print")


@cache
def environment() -> Environment:
    """The templates of this package, and those that it shares with reports."""
    environment = make_environment("countercase.web")
    environment.globals["styles"] = STYLES
    environment.globals["flags_against"] = FLAGS_AGAINST
    environment.filters["iso_day"] = lambda text: long_day(date.fromisoformat(text))
    return environment


def render(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """Render a template as a page."""
    policy = request.app.state.policy
    workbench = request.app.state.workbench
    context = {
        "matter": None,
        "tab": "",
        "form_token": policy.form_token,
        "path": request.url.path,
        "corpus": workbench.corpus_words,
        "leaves": _leaves(workbench.app.settings),
        "missing": missing_lists(workbench.app.index.missing),
        **values,
    }
    return HTMLResponse(environment().get_template(template).render(context), status)


def missing_lists(reasons: Sequence[str]) -> str:
    """Which lists behind an answer could not be read, in a sentence; empty if all could."""
    if not reasons:
        return ""
    count = "One of the lists" if len(reasons) == 1 else f"{len(reasons)} of the lists"
    why = " ".join(without_paths(reason) for reason in reasons)
    return f"{count} behind this answer could not be read, so cases may be missing or ranked differently. {why}"


def without_paths(reason: str) -> str:
    """The sentence with every path shortened to its last part."""
    return re.sub(r"(?:/[^\s/:]+){2,}/?", lambda match: match[0].rstrip("/").rpartition("/")[2], reason)


def _leaves(settings: Settings) -> str:
    """What leaves this machine, in one sentence."""
    addresses = list(endpoints(settings).values())
    outside = [without_secrets(url) for url in addresses if not is_local(url)]
    if outside:
        return f"Your facts leave this machine: they are sent to {' and '.join(outside)}."
    if addresses:
        return (
            f"Models on this machine ({', '.join(map(without_secrets, addresses))}) read your facts; nothing leaves it."
        )
    return "Nothing on this page leaves this machine."


def static_folder() -> str:
    """The folder of the style sheets and scripts."""
    return str(resources.files("countercase.web").joinpath("static"))


# Reading requests, and answers other than pages.

Bench = Annotated[Workbench, Depends(workbench)]


async def remembered_form(request: Request, form: Annotated[FormData, Depends(read_form)]) -> FormData:
    """The form, remembered with the request so that the error page can show what was typed."""
    request.state.typed = text_fields(form)
    return form


Form = Annotated[FormData, Depends(remembered_form)]


def text_fields(form: FormData) -> dict[str, str]:
    """The text fields of a form, without files."""
    return {name: value for name, value in form.items() if isinstance(value, str)}


def whole_number(fields: Mapping[str, str], name: str) -> int:
    """A whole number from a hidden field of a form."""
    value = fields.get(name, "")
    if not (value.isascii() and value.isdecimal()) or len(value) > 9:
        raise InputError(f"{name} is missing. Reload the page and try again.")
    return int(value)


def redirect(path: str) -> Response:
    """Redirect to a page, which the browser then loads with GET."""
    return RedirectResponse(path, 303)


def attachment(name: str, media_type: str, content: bytes | str) -> Response:
    """A file for the browser to download."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=media_type, headers=headers)


def read_filter(fields: dict[str, str], about: str = "") -> CaseFilter:
    """The filter in a form. A matter made from a case excludes that case."""
    conditions = []
    if fields.get("first_year") or fields.get("last_year"):
        conditions.append(f"year={fields.get('first_year', '')}..{fields.get('last_year', '')}")
    conditions += [f"{name}={fields[name]}" for name in ("bench", "court", "provision", "outcome") if fields.get(name)]
    day = parse_day(fields["before"]) if fields.get("before") else None
    chosen = parse_filters(conditions, day)
    if about.startswith("case:"):
        return replace(chosen, excluded=frozenset({CaseId(about.removeprefix("case:"))}))
    return chosen
