"""Several server processes over one shared store: jobs taken once, fair, cancelled, given back; matters of users."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.small_corpus import ENCODER, STABBING, make_app, small_settings
from tests.web.visitor import BASE

from countercase.app import App
from countercase.errors import InputError, NotFound
from countercase.evaluation.experiment import ExperimentOptions
from countercase.evaluation.testset import JudgedQuery, QuerySet
from countercase.move import move
from countercase.settings import Settings, StoreSettings
from countercase.web.app import create_app, serve_with_workers
from countercase.web.case_search import start_full_text
from countercase.web.durable_jobs import PostgresJobs, durable
from countercase.web.files import Upload
from countercase.web.jobs import MOST_WAITING_OF_ONE, Job, Overloaded
from countercase.web.matter import start_matter
from countercase.web.matter_store import Matters, PostgresMatters, open_matters
from countercase.web.pages import Workbench
from countercase.web.ratings import start_ready_round
from countercase.web.results import start_evaluation
from countercase.web.security import ServedFolders, ServingPolicy
from countercase.web.whatif import try_change
from countercase.web.whatif_jobs import start_tree

ASHA, RAVI = "asha-asha-asha-asha", "ravi-ravi-ravi-ravi"


class Bench:
    """Just enough of a workbench: jobs, and a view for each user."""

    def __init__(self, url: str, threads: int = 1) -> None:
        self.matters = PostgresMatters(url)
        self.jobs = PostgresJobs(url, threads=threads)

    def of(self, _user: str) -> "Bench":
        return self

    def close(self) -> None:
        self.jobs.close()
        self.matters.close()


DONE: list[str] = []
GO = threading.Event()


@durable
def start_note(bench: Any, word: str, turn: str) -> Job:
    def work(job: Job) -> str:
        job.tell(f"noting {word}")
        DONE.append(word)
        return f"/{word}"

    return bench.jobs.start("Noting", f"note/{word}", "/", work, owner=turn)  # type: ignore[no-any-return]


@durable
def start_wait(bench: Any, word: str) -> Job:
    def work(job: Job) -> None:
        while not GO.wait(0.05):
            job.tell("waiting")

    return bench.jobs.start("Waiting", f"wait/{word}", "/", work)  # type: ignore[no-any-return]


@pytest.fixture
def make_bench(postgres_url: str) -> Iterator[Callable[..., Bench]]:
    DONE.clear()
    GO.clear()
    made: list[Bench] = []

    def make(attached: bool = True, threads: int = 1) -> Bench:
        bench = Bench(postgres_url, threads)
        made.append(bench)
        if attached:
            bench.jobs.attach(bench)
        return bench

    yield make
    GO.set()
    for bench in made:
        bench.close()


def until(true: Callable[[], Any], seconds: float = 20.0) -> Any:
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)
    return found


def test_every_job_is_done_once_by_one_of_several_processes(make_bench: Callable[..., Bench]) -> None:
    first, second, third = make_bench(), make_bench(), make_bench()
    jobs = [start_note((first, second)[number % 2], f"w{number}", f"t{number % 3}") for number in range(8)]
    until(lambda: all(first.jobs.get(job.id).ended for job in jobs))  # type: ignore[union-attr]
    assert sorted(DONE) == [f"w{number}" for number in range(8)]
    found = third.jobs.get(jobs[0].id)
    assert found is not None
    assert (found.state, found.location, found.events[0]["text"]) == ("done", "/w0", "noting w0")


def test_the_same_key_joins_the_job_of_another_process(make_bench: Callable[..., Bench]) -> None:
    first, second = make_bench(), make_bench()
    assert start_wait(first, "x").id == start_wait(second, "x").id


def test_a_job_is_cancelled_from_another_process(make_bench: Callable[..., Bench]) -> None:
    first, second = make_bench(), make_bench(attached=False)
    job = start_wait(first, "x")
    until(lambda: second.jobs.get(job.id).state == "running")  # type: ignore[union-attr]
    second.jobs.cancel(job.id)
    until(lambda: second.jobs.get(job.id).state == "cancelled")  # type: ignore[union-attr]


def test_a_waiting_job_is_cancelled_at_once(make_bench: Callable[..., Bench]) -> None:
    bench = make_bench(attached=False)
    job = start_note(bench, "never", "t")
    cancelled = bench.jobs.cancel(job.id)
    assert cancelled is not None
    assert cancelled.state == "cancelled"
    bench.jobs.attach(bench)
    start_note(bench, "after", "t")
    until(lambda: DONE == ["after"])


def test_jobs_wait_for_a_server_that_is_started_later(make_bench: Callable[..., Bench]) -> None:
    job = start_note(make_bench(attached=False), "later", "t")
    assert DONE == []
    make_bench()
    until(lambda: DONE == ["later"])
    assert job.id


def test_a_stopped_server_gives_its_job_to_the_next(make_bench: Callable[..., Bench]) -> None:
    first = make_bench()
    job = start_wait(first, "x")
    until(lambda: first.jobs.get(job.id).state == "running")  # type: ignore[union-attr]
    first.close()
    GO.set()
    second = make_bench()
    until(lambda: second.jobs.get(job.id).state == "done")  # type: ignore[union-attr]


def test_work_that_cannot_be_carried_over_says_so(make_bench: Callable[..., Bench]) -> None:
    first, second = make_bench(attached=False), make_bench(attached=False)
    job = first.jobs.start("Reading", "upload/1", "/", lambda _: None)
    first.jobs._database.close()  # as a kill does

    def buried() -> bool:
        second.jobs._release_dead()
        seen = second.jobs.get(job.id)
        return seen is not None and seen.ended

    until(buried)  # the server needs a moment to see that a connection is gone
    found = second.jobs.get(job.id)
    assert found is not None
    assert (found.state, found.error) == ("failed", "The server was stopped during this work. Start it again.")


def test_users_take_turns_however_many_jobs_one_has(make_bench: Callable[..., Bench]) -> None:
    bench = make_bench(attached=False)
    view = Bench.__new__(Bench)
    for user, words in (("asha", ["a1", "a2", "a3", "a4"]), ("ravi", ["r1"]), ("meera", ["m1"])):
        view.jobs = bench.jobs.of(user)
        for word in words:
            start_note(view, word, "t")
    bench.jobs.attach(bench)
    until(lambda: len(DONE) == 6)
    assert DONE[:3] == ["a1", "r1", "m1"]


def test_one_owner_cannot_fill_the_queue(make_bench: Callable[..., Bench]) -> None:
    bench = make_bench(attached=False)
    for number in range(MOST_WAITING_OF_ONE):
        start_note(bench, str(number), "t")
    with pytest.raises(Overloaded):
        start_note(bench, "more", "t")


def test_a_user_sees_only_their_jobs(make_bench: Callable[..., Bench]) -> None:
    bench = make_bench(attached=False)
    job = bench.jobs.of("asha").start("Reading", "k", "/", lambda _: None)
    assert bench.jobs.of("ravi").get(job.id) is None
    assert bench.jobs.of("ravi").cancel(job.id) is None
    assert bench.jobs.of("ravi").last("k") is None
    assert bench.jobs.of("asha").last("k") is not None


@pytest.fixture(params=["sqlite", "postgres"])
def matters(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Matters]:
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else ""
    made = PostgresMatters(url) if url else Matters(tmp_path / "matters.sqlite")
    yield made
    made.close()


def test_nobody_sees_anothers_matter(matters: Matters) -> None:
    asha, ravi = matters.of("asha"), matters.of("ravi")
    mine = asha.add("A", {"facts": []})
    tree = asha.put_tree(mine, {"nodes": []})
    asha.put_finding(mine.id, 1, "shares", {})
    assert [one.id for one in asha.all()] == [mine.id]
    assert (ravi.all(), ravi.trees(mine.id), ravi.latest_tree(mine.id)) == ([], [], None)
    assert ravi.finding(mine.id, 1, "shares") is None
    for ask in (
        lambda: ravi.get(mine.id),
        lambda: ravi.write(mine),
        lambda: ravi.delete(mine.id),
        lambda: ravi.tree(mine.id, tree.id),
        lambda: ravi.put_tree(mine, {}),
        lambda: ravi.put_finding(mine.id, 1, "shares", {}),
    ):
        with pytest.raises(NotFound):
            ask()
    assert asha.write(mine).version == 2


@pytest.fixture
def shared(postgres_url: str, tmp_path: Path) -> App:
    """The small corpus in a shared store."""
    make_app(tmp_path / "w").store.close()
    move(str(tmp_path / "w"), postgres_url)
    settings = small_settings().model_copy(update={"store": StoreSettings(url=postgres_url)})
    return App(tmp_path / "copies", settings, database=postgres_url)


def as_user(client: TestClient, token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def test_the_page_keeps_users_apart(shared: App) -> None:
    policy = ServingPolicy(users={"asha": ASHA, "ravi": RAVI})
    with TestClient(create_app(shared, policy), base_url=BASE) as client:
        assert client.get("/").status_code == 401
        made = client.post("/api/v1/matters", json={"text": "The accused stabbed Ram."}, headers=as_user(client, ASHA))
        place = f"/api/v1/matters/{made.json()['id']}"
        assert client.get(place, headers=as_user(client, ASHA)).status_code == 200
        assert client.get(place, headers=as_user(client, RAVI)).status_code == 404
        assert client.get("/api/v1/matters", headers=as_user(client, RAVI)).json() == []
        job = client.post(f"{place}/trees", json={"depth": 1, "children": 2}, headers=as_user(client, ASHA)).json()
        assert client.get(f"/api/v1/jobs/{job['id']}", headers=as_user(client, RAVI)).status_code == 404
        until(
            lambda: client.get(f"/api/v1/jobs/{job['id']}", headers=as_user(client, ASHA)).json()["state"] == "done", 60
        )
        assert client.get(f"/?token={RAVI}", follow_redirects=False).status_code == 303
        assert client.get("/", headers={"authorization": ""}).status_code == 200


def test_what_was_started_before_a_restart_is_done_after_it(
    shared: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An evaluation, rating sheets, full-text search, and a change made by hand."""
    grown = Workbench(shared, open_matters(shared), ServedFolders())
    matter = grown.new_matter(STABBING)
    tree = start_tree(grown, matter, 1, 2)
    until(lambda: grown.jobs.get(tree.id).ended, 60)  # type: ignore[union-attr]
    row = grown.matters.latest_tree(matter.id)
    assert row is not None
    grown.jobs.close()

    known = str(shared.store.case_ids()[0])
    queries = QuerySet("request", {"q": JudgedQuery("q", STABBING, decided=date(2024, 1, 2))}, {"q": {known: 1}})
    change = {"node": "0", "text": STABBING.replace("17", "19")}

    with monkeypatch.context() as patched:
        patched.setattr(PostgresJobs, "attach", lambda *_: None)  # nobody takes them: the server is stopped first
        first = Workbench(shared, open_matters(shared), ServedFolders())
        started = [
            start_evaluation(first, queries, ["bm25_only"], ExperimentOptions(depth=100)),
            start_ready_round(first, "Round", "asha"),
            start_full_text(first),
            try_change(first, matter, row, "words", change),
        ]
        with pytest.raises(InputError):
            try_change(first, matter, row, "words", {"node": "one"})
        first.jobs.close()
    second = Workbench(shared, open_matters(shared), ServedFolders())

    def ended(job_id: str) -> Job | None:
        now = second.jobs.get(job_id)
        return now if now is not None and now.ended else None

    jobs = [until(partial(ended, job.id), 120) for job in started]
    assert [(job.what, job.state, job.error) for job in jobs] == [(job.what, "done", None) for job in jobs]
    assert jobs[0].result is not None
    second.close()


def test_an_upload_that_lies_on_another_machine_is_asked_for_again(shared: App, tmp_path: Path) -> None:
    bench = Workbench(shared, open_matters(shared), ServedFolders())
    job = start_matter(bench, Upload("brief.txt", tmp_path / "elsewhere", "0", 1), {})
    ended = until(lambda: (now := bench.jobs.get(job.id)).ended and now, 60)  # type: ignore[union-attr]
    assert (ended.state, ended.error) == ("failed", "brief.txt is no longer on this machine. Upload it again.")
    bench.close()


def test_tokens_must_be_long_and_different() -> None:
    app = object()
    for users in ({"asha": "short"}, {"asha": ASHA, "ravi": ASHA}):
        with pytest.raises(InputError, match="of their own"):
            create_app(app, ServingPolicy(users=users))  # type: ignore[arg-type]


def test_several_processes_need_a_shared_store_and_a_token(postgres_url: str) -> None:
    with pytest.raises(InputError, match="need a shared store"):
        serve_with_workers(None, Settings(), ServingPolicy(token=ASHA), None, 2)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="need a token"):
        serve_with_workers(None, Settings(store=StoreSettings(url=postgres_url)), ServingPolicy(), None, 2)  # type: ignore[arg-type]


def test_a_killed_process_is_replaced_and_its_tree_goes_on(shared: App, postgres_url: str, tmp_path: Path) -> None:
    """`countercase serve --workers 2`: both are killed while a tree grows; it is there in the end."""
    psutil = pytest.importorskip("psutil")
    matters = PostgresMatters(postgres_url).of("asha")
    config = tmp_path / "mine.toml"
    port = free_port()
    config.write_text(
        f'store = "{postgres_url}"\n[web]\nport = {port}\n[web.tokens]\nasha = "{ASHA}"\n'
        f'[models]\nencoder = "{ENCODER}"\n'
    )
    environment = {**os.environ, "COUNTERCASE_CONFIG": str(config), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    server = subprocess.Popen(
        [sys.executable, "-m", "countercase", "serve", "--workers", "2"], env=environment, stderr=subprocess.DEVNULL
    )

    def ask(path: str, body: bytes | None = None) -> Any:
        headers = {"Authorization": f"Bearer {ASHA}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"http://127.0.0.1:{port}/api/v1{path}", body, headers)
        try:
            return json.loads(urllib.request.urlopen(request, timeout=30).read())
        except (urllib.error.URLError, OSError):
            return None

    try:
        until(lambda: ask("/matters") is not None, 120)
        made = ask("/matters", json.dumps({"text": STABBING}).encode())
        job = ask(f"/matters/{made['id']}/trees", b'{"depth": 2, "children": 4}')
        for child in psutil.Process(server.pid).children(recursive=True):
            if "spawn_main" in " ".join(child.cmdline()):
                os.kill(child.pid, signal.SIGKILL)
        until(lambda: (ask(f"/jobs/{job['id']}") or {}).get("state") == "done", 150)
        assert matters.latest_tree(made["id"]) is not None
    finally:
        server.terminate()
        server.wait(30)
        matters.close()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
