"""Addresses that text is sent to: allowed, named, without proxies and without redirects."""

import gzip
import itertools
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from countercase.app import open_app
from countercase.errors import BudgetSpent, EndpointError
from countercase.outbound import (
    DeadlinePassed,
    TooMuchSent,
    announce,
    check_endpoint,
    check_endpoints,
    endpoints,
    finish_within,
    post,
    redacted,
    seconds_left,
    secrets_of,
    without_secrets,
)
from countercase.settings import Settings, load_settings


class Redirecting(BaseHTTPRequestHandler):
    """Sends every request on to another machine."""

    def do_POST(self) -> None:  # the name http.server asks for
        self.send_response(302)
        self.send_header("Location", "http://elsewhere.example/steal")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Silent."""


@pytest.fixture(scope="module")
def redirecting() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Redirecting) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_redirect_is_an_error_and_is_not_followed(redirecting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")  # nothing answers there: taking it would fail otherwise
    assert post(redirecting, b"facts", {}, 5, 1000).status == 302


ENCODER = {"models.encoder": "http://models.example/v1#m"}
CHROMA = {"chroma.mode": "http", "chroma.host": "vectors.example"}
MODEL = {"llm.base_url": "https://key:secret@llm.example/v1?token=hush", "llm.model": "m"}


@pytest.mark.parametrize(("flags", "host"), [(ENCODER, "models"), (CHROMA, "vectors"), (MODEL, "llm")])
def test_another_machine_needs_leave_whatever_it_is_for(flags: dict[str, str], host: str) -> None:
    with pytest.raises(EndpointError, match=rf"{host}\.example, not this machine"):
        open_app(settings=load_settings(environment={}, flags=flags))
    check_endpoints(load_settings(environment={}, flags={**flags, "llm.allow_remote": True}))


def test_every_address_of_the_settings_is_listed() -> None:
    assert endpoints(Settings()) == {}
    named = endpoints(load_settings(environment={}, flags={**ENCODER, **CHROMA, **MODEL}))
    assert list(named) == ["llm.base_url", "models.encoder", "chroma.host"]
    assert without_secrets(named["llm.base_url"]) == "https://llm.example/v1"


def test_an_address_is_announced_once(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(3):
        announce("http://announced.example/v1?key=hush", "text")
    assert capsys.readouterr().err == (
        "countercase: text is sent to http://announced.example/v1 (OUTSIDE this machine).\n"
    )


@contextmanager
def dripping(*pieces: bytes, wait: float = 0.05) -> Iterator[str]:
    """A server that takes a request and sends pieces for ever, or these."""
    stop = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with listening.accept()[0] as connection:
                connection.recv(65536)
                for piece in itertools.chain(pieces, itertools.repeat(b" ")):
                    if stop.wait(wait):
                        return
                    try:
                        connection.sendall(piece)
                    except OSError:
                        return

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        stop.set()
        thread.join()


@pytest.mark.parametrize(
    "pieces", [(b"HTTP/1.1 200 OK\r\nx: ",), (b"HTTP/1.1 200 OK\r\n\r\n",), ()], ids=["head", "body", "status"]
)
def test_a_server_that_drips_ends_at_the_deadline(pieces: tuple[bytes, ...]) -> None:
    with dripping(*pieces) as url, pytest.raises(DeadlinePassed, match=r"no complete answer in 0\.4 s"):
        post(url, b"facts", {}, 0.4, 1000)


def test_an_answer_without_end_is_not_read_to_the_end() -> None:
    endless = (b"HTTP/1.1 200 OK\r\n\r\n", *[b"x" * 100_000] * 100)
    with dripping(*endless, wait=0) as url, pytest.raises(TooMuchSent, match="more than 1,000 bytes"):
        post(url, b"facts", {}, 30, 1000)


def test_a_compressed_answer_is_refused_before_it_is_unpacked() -> None:
    bomb = gzip.compress(b"x" * 10_000_000)
    head = f"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: {len(bomb)}\r\n\r\n".encode()
    with dripping(head, bomb, wait=0) as url, pytest.raises(TooMuchSent, match="compressed"):
        post(url, b"facts", {}, 30, 1_000_000)


def test_work_has_one_deadline_for_all_its_calls() -> None:
    with finish_within(100), finish_within(0.2):
        assert seconds_left(60) <= 0.2
    with finish_within(0), pytest.raises(BudgetSpent, match="max_seconds"):
        seconds_left(60)
    assert seconds_left(60) == 60


def test_secrets_are_struck_out_in_every_form() -> None:
    secrets = secrets_of("https://user:p%40ssword@llm.example/v1?token=hush-hush", "sk-very/secret")
    said = "sk-very/secret sk-very%2Fsecret p@ssword hush-hush c2stdmVyeS9zZWNyZXQ= dXNlcjpwQHNzd29yZA=="
    shown = redacted(said, secrets)
    assert not any(word in shown for word in ("very", "ssword", "hush", "c2stdmVy", "dXNlcj"))


@pytest.mark.parametrize(
    "url", ["http://[", "http://127.0.0.1:99999999/v1", "http://u:secret@[x/v1?k=secret", "http://"]
)
def test_an_address_that_is_broken_is_refused_without_its_secrets(url: str) -> None:
    with pytest.raises(EndpointError, match="is not a web address") as refused:
        check_endpoint(url, "llm.base_url", allow_remote=True)
    assert "secret" not in str(refused.value)
