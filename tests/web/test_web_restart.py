"""Long work goes on after the server was stopped or killed: under its own id, with its file, and not for ever."""

import shutil
import threading
import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.corpus.written_pdf import lines, text_pdf
from tests.web.small_corpus import STABBING, small_settings
from tests.web.test_web_pages import post
from tests.web.test_web_security import form_token
from tests.web.visitor import visit

from countercase.app import App
from countercase.web.app import create_app
from countercase.web.jobs import FOLDER, MOST_ATTEMPTS, Call, JobJournal, Turns
from countercase.web.pages import Workbench


@pytest.fixture
def workspace(small_workspace: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    shutil.copytree(small_workspace, folder)
    return folder


def serve(workspace: Path) -> TestClient:
    return visit(create_app(App(workspace, small_settings())), follow_redirects=False)


def bench_of(client: TestClient) -> Workbench:
    bench: Workbench = client.app.state.workbench  # type: ignore[attr-defined]
    return bench


def until(bench: Workbench, job_id: str, state: str) -> str:
    """The place a job leads to, once it is in a state."""
    for _ in range(1200):
        job = bench.jobs.get(job_id)
        if job is not None and job.state == state:
            return job.location
        time.sleep(0.05)
    raise AssertionError(f"the job is not {state}")


def noted(workspace: Path) -> list[str]:
    return [path.stem for path in (workspace / FOLDER).glob("*.json")]


def stop_in_the_middle(workspace: Path, begin: str, **sent: object) -> str:
    """Start a job that waits for its turn, and stop the server; gives the job's id."""
    client = serve(workspace)
    with client:
        bench = bench_of(client)
        bench.searching = Turns()  # one at a time, however many cores there are
        held, go_on = threading.Event(), threading.Event()

        def hold() -> None:
            with bench.searching:
                held.set()
                go_on.wait(60)

        holder = threading.Thread(target=hold)
        holder.start()
        held.wait(60)
        client.post(begin, data={"form_token": form_token(client), **sent})
        (job_id,) = noted(workspace)
        stopper = threading.Thread(target=bench.jobs.close)
        stopper.start()
        stopper.join(60)
        go_on.set()
        holder.join()
    return job_id


def test_a_tree_goes_on_after_a_restart(workspace: Path) -> None:
    with serve(workspace) as client:
        place = post(client, "/matters", text=STABBING, title="Stabbing")
    job_id = stop_in_the_middle(workspace, f"{place}/whatif", depth="1", children="2")
    assert noted(workspace) == [job_id]
    with serve(workspace) as client:
        tree = until(bench_of(client), job_id, "done")
        assert client.get(tree).status_code == 200
        assert "reading-list" in client.get(tree).text
    assert job_id not in noted(workspace)


def test_an_upload_is_read_after_a_restart(workspace: Path) -> None:
    upload = workspace / "uploads" / "incoming" / "abc"
    upload.parent.mkdir(parents=True)
    upload.write_bytes(text_pdf([lines(["The accused stabbed his cousin with a knife."])]))
    stray = upload.with_name("stray")
    stray.write_bytes(b"of nobody")
    sent = f'[{{"upload": ["brief.pdf", "{upload}", "00", 9]}}, {{"texts": {{"side": "accused"}}}}]'
    JobJournal(workspace).record("kept", Call("start_matter", sent))
    with serve(workspace) as client:
        place = until(bench_of(client), "kept", "done")
        assert "stabbed his cousin" in client.get(f"/api/v1{place}").json()["sheet"]["narrative"]
    assert not upload.exists()
    assert not stray.exists()


def test_what_stopped_the_server_too_often_and_what_cannot_be_read_is_forgotten(workspace: Path) -> None:
    journal = JobJournal(workspace)
    journal.record("deadly", Call("start_index", "[]"), MOST_ATTEMPTS)
    journal.record("unknown", Call("no_such_work", "[]"))
    journal.record("deleted", Call("start_shares", '[{"matter": ["gone", 1]}]'))
    (workspace / FOLDER / "broken.json").write_text("{")
    with serve(workspace) as client:
        for _ in range(200):
            if not noted(workspace):
                break
            time.sleep(0.05)
        assert noted(workspace) == []
        assert bench_of(client).jobs.get("deadly") is None


def test_a_job_that_was_cancelled_does_not_come_back(workspace: Path) -> None:
    with serve(workspace) as client:
        bench = bench_of(client)
        bench.searching = Turns()
        with bench.searching:
            place = post(client, "/matters", text=STABBING)
            client.post(f"{place}/whatif", data={"form_token": form_token(client), "depth": "1", "children": "2"})
            (job_id,) = noted(workspace)
            client.post(f"/jobs/{job_id}/cancel", data={"form_token": form_token(client)})
            until(bench, job_id, "cancelled")
        assert noted(workspace) == []
