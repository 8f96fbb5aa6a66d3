"""Addresses that text is sent to: allowed, named, without proxies and without redirects."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.error import HTTPError

import pytest

from countercase.app import open_app
from countercase.errors import EndpointError
from countercase.outbound import announce, check_endpoints, endpoints, post, without_secrets
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
    with pytest.raises(HTTPError, match="302"):
        post(redirecting, b"facts", {}, timeout_seconds=5)


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
