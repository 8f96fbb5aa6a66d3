"""The HTTP server: uvicorn over h11, with limits for a page on one machine.

uvicorn waits for ever for the head of a request and answers any number of connections. `PatientProtocol` does neither.
"""

import asyncio
import logging
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.supervisors import Multiprocess

from countercase.app import open_app
from countercase.errors import InputError
from countercase.settings import Settings
from countercase.web.app import create_app
from countercase.web.folders import Folders
from countercase.web.security import ServingPolicy, check_address

MOST_CONNECTIONS = 256
HEAD_BYTES = 32 * 1024  # request line and headers; a browser sends about one kilobyte
HEAD_SECONDS = 10.0  # from the first byte, or from the connection, to the end of the headers
IDLE_SECONDS = 15  # a connection without a request
LAST_SECONDS = 5  # for requests under way when the server is stopped
_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nretry-after: 2\r\n"
    b"connection: close\r\ncontent-length: 48\r\n\r\nToo many connections. Close some, then try again"
)


class PatientProtocol(H11Protocol):
    """Closes connections beyond the limit, and those that do not finish the head of a request in time."""

    _head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock for the first request."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.write(_FULL)
            transport.close()
            return
        self._head_timer = self.loop.call_later(HEAD_SECONDS, self._too_slow)

    def data_received(self, data: bytes) -> None:
        """Start the clock with the first byte of a request; stop it when its head is read."""
        if self.transport.is_closing():
            return
        before = self.cycle
        between = before is None or before.response_complete
        if between and self._head_timer is None:
            self._head_timer = self.loop.call_later(HEAD_SECONDS, self._too_slow)
        super().data_received(data)
        if self.cycle is not before:
            self._stop_clock()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock."""
        self._stop_clock()
        super().connection_lost(exc)

    def _stop_clock(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _too_slow(self) -> None:
        self._head_timer = None
        if not self.transport.is_closing():
            self.transport.close()


def serve_together(
    workspace: Path | None, settings: Settings, policy: ServingPolicy, folders: Folders, workers: int
) -> None:
    """Serve with several processes behind one address; one that dies is started again, and its jobs go on elsewhere."""
    if workspace is not None or not settings.store.url:
        raise InputError("Several processes need a shared store. Set store.url, or leave --workers away.")
    if not policy.token and not policy.users:
        raise InputError("Several processes need a token that you choose. Set web.tokens, or give --token-file FILE.")
    check_address(policy)
    app = open_app(None, settings)
    _ = app.store  # what is wrong with the store is said here, once
    app.close()
    secrets = (policy.host, policy.token, policy.form_token, policy.run_secret, dict(policy.users))
    made = partial(_app_of_worker, settings, secrets, folders)
    config = server_config(
        made, policy.host, settings.web.port, factory=True, workers=workers, timeout_worker_healthcheck=60
    )
    Multiprocess(config, sockets=[config.bind_socket()]).run()


def _app_of_worker(settings: Settings, secrets: tuple[str, str, str, str, dict[str, str]], folders: Folders) -> ASGIApp:
    host, token, form_token, run_secret, users = secrets
    policy = ServingPolicy(host, token, form_token, run_secret=run_secret, users=users)
    return create_app(open_app(None, settings), policy, folders)


def server_config(app: Any, host: str, port: int, **more: Any) -> uvicorn.Config:
    """The configuration that `countercase serve`, the tests and the load benchmark share."""
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # a bad request is no news on the terminal
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        http=PatientProtocol,
        ws="none",
        h11_max_incomplete_event_size=HEAD_BYTES,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=LAST_SECONDS,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        **more,
    )
