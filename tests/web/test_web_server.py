"""The server itself, over real sockets: long headers, half-open connections, too many of them, slow bodies."""

import asyncio
import socket
import stat
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from starlette.exceptions import HTTPException
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send
from tests.web.small_corpus import STABBING
from tests.web.test_web_api import wait

from countercase.app import App
from countercase.web import app as server
from countercase.web import files, security
from countercase.web.security import RequestLimit, TooManyWaiting


async def hello(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server that answers "ok", with limits that a test can reach."""
    monkeypatch.setattr(server, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(server, "MOST_CONNECTIONS", 20)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        running = uvicorn.Server(server.server_config(hello, "127.0.0.1", 0, lifespan="off"))
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not running.started:
            time.sleep(0.01)
        yield listening.getsockname()[1]
        running.should_exit = True
        thread.join(10)


def sent(port: int, content: bytes) -> bytes:
    """All that the server answers before it closes."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        try:
            connection.sendall(content)
            return b"".join(iter(lambda: connection.recv(65536), b""))
        except (BrokenPipeError, ConnectionResetError):  # it closed while we were still sending
            return b""


def test_a_plain_request_is_answered(port: int) -> None:
    answer = sent(port, b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 200")
    assert b"server:" not in answer.lower()


def test_endless_headers_are_refused_early(port: int) -> None:
    answer = sent(port, b"GET / HTTP/1.1\r\nx: " + b"a" * 8_000_000)
    assert answer == b"" or answer.startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("start", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nhost: localhost\r\n"])
def test_a_request_that_does_not_go_on_is_closed(port: int, start: bytes) -> None:
    assert sent(port, start) == b""


def test_a_second_request_that_does_not_go_on_is_closed(port: int) -> None:
    assert sent(port, b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\nGET / HT").count(b"HTTP/1.1 200") == 1


def test_connections_beyond_the_limit_are_told_so(port: int) -> None:
    held = [socket.create_connection(("127.0.0.1", port)) for _ in range(server.MOST_CONNECTIONS)]
    answers = [sent(port, b"") for _ in range(5)]
    for connection in held:
        connection.close()
    assert any(answer.startswith(b"HTTP/1.1 503") for answer in answers)


def test_a_door_lets_in_a_few_lets_some_wait_and_refuses_the_rest() -> None:
    async def visits() -> list[str]:
        door, go_on, inside = RequestLimit(2, 3), asyncio.Event(), 0

        async def visit() -> str:
            nonlocal inside
            try:
                async with door.entered():
                    inside += 1
                    await go_on.wait()
                    return "in"
            except TooManyWaiting:
                return "full"

        tasks = [asyncio.create_task(visit()) for _ in range(8)]
        await asyncio.sleep(0.05)
        assert inside == 2
        go_on.set()
        return sorted(await asyncio.gather(*tasks))

    assert asyncio.run(visits()) == ["full"] * 3 + ["in"] * 5


def test_a_body_that_does_not_arrive_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "BODY_SECONDS", 0.05)

    async def receive() -> Message:
        await asyncio.sleep(60)
        raise AssertionError("nobody waits that long")

    async def read() -> None:
        await security._limited(receive)()

    with pytest.raises(HTTPException, match="did not arrive") as refused:
        asyncio.run(read())
    assert refused.value.status_code == 408


def test_an_upload_goes_to_disk_in_pieces_and_leaves_nothing_behind(
    client: TestClient, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_PIECE", 64)
    name = "Sharma\x1b[31m\u202e v State.txt"
    content = (STABBING * 40).encode()
    started = client.post("/api/v1/ingest", files={"file": (name, content)}, headers={"x-countercase": "1"})
    assert started.status_code == 202
    job = wait(client, started.json())
    assert job["state"] == "done", job
    assert not any(letter in job["what"] for letter in "\x1b\u202e")
    assert list((app.folder / files.UPLOADS / files.INCOMING).iterdir()) == []


def test_what_the_page_writes_is_for_its_owner_alone(client: TestClient, app: App) -> None:
    client.post("/api/v1/matters", json={"text": STABBING})
    sent = {"file": ("case.txt", STABBING.encode())}
    wait(client, client.post("/api/v1/ingest", files=sent, headers={"x-countercase": "1"}).json())
    written = [app.folder / "matters.sqlite", *(app.folder / files.UPLOADS).rglob("*"), app.folder / files.UPLOADS]
    assert {path.name: oct(_mode(path)) for path in written if _mode(path) & 0o077} == {}


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)
