"""The app over a few cases: as a test client for the API, as a real server for the browser."""

import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient
from tests.web.small_contracts import write_contracts
from tests.web.small_corpus import make_app, small_settings
from tests.web.visitor import link, visit

from countercase.app import App
from countercase.web.app import create_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

SLOW = 30_000  # milliseconds; the machine may be busy
CHROMIUM = Path("/usr/bin/chromium")


@pytest.fixture(scope="session")
def small_workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made once; tests work on copies."""
    folder = tmp_path_factory.mktemp("web") / "workspace"
    make_app(folder).store.close()
    return folder


@pytest.fixture
def app(small_workspace: Path, tmp_path: Path) -> App:
    folder = tmp_path / "workspace"
    shutil.copytree(small_workspace, folder)
    return App(folder, small_settings())


@pytest.fixture
def client(app: App) -> Iterator[TestClient]:
    """A browser without scripts: it keeps cookies and follows nothing by itself."""
    with visit(create_app(app), follow_redirects=False) as found:
        yield found


@pytest.fixture(scope="session")
def behind(small_workspace: Path, tmp_path_factory: pytest.TempPathFactory) -> FastAPI:
    """The app behind the real server."""
    folder = tmp_path_factory.mktemp("served") / "workspace"
    shutil.copytree(small_workspace, folder)
    results = folder / "evaluations"
    results.mkdir()
    (results / "mine.json").write_text('{"systems": {"a": {"MAP": 0.5}, "b": {"MAP": 0.25}, "c": {"MAP": 0.125}}}')
    (results / "half.json").write_text('{"MAP": ')
    write_contracts(folder / "cuad")
    return create_app(App(folder, small_settings()))


@pytest.fixture(scope="session")
def served(behind: FastAPI) -> Iterator[str]:
    """The address of a real server."""
    import socket

    import uvicorn

    from countercase.web.app import server_config

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(server_config(behind, "127.0.0.1", port))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


@pytest.fixture(scope="module")  # not longer: while it runs, no other test can start an event loop
def chromium() -> "Iterator[Browser]":
    """Debian's Chromium; a test that needs it is skipped where it is not."""
    if not CHROMIUM.is_file():
        pytest.skip("needs /usr/bin/chromium (apt-get install chromium)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield browser
        browser.close()


def _is_error(message: "ConsoleMessage") -> bool:
    """Whether the console tells of a fault; a form that is refused, and stays, is none."""
    return message.type == "error" and "status of 400" not in message.text


@pytest.fixture
def tab(chromium: "Browser", served: str, behind: FastAPI) -> "Iterator[Page]":
    """A tab opened by the printed link; a script error or something that the policy blocks fails the test."""
    from playwright.sync_api import expect

    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if _is_error(message) else None)
    page.set_default_timeout(SLOW)
    expect.set_options(timeout=SLOW)
    page.goto(link(behind, served))
    yield page
    context.close()
    assert wrong == []
