"""The HTTP server: uvicorn over h11, with limits for a page on one machine.

uvicorn waits forever for the headers of a request and accepts any number of connections. `LimitedProtocol` does not.
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
from countercase.web.security import ServedFolders, ServingPolicy, check_address

MOST_CONNECTIONS = 256
HEAD_BYTES = 32 * 1024  # request line and headers; a browser sends about one kilobyte
HEAD_SECONDS = 10.0  # from the connection, or the first byte, to the end of the headers
IDLE_SECONDS = 15  # for a connection without a request
LAST_SECONDS = 5  # for requests under way when the server stops
_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nretry-after: 2\r\n"
    b"connection: close\r\ncontent-length: 48\r\n\r\nToo many connections. Close some, then try again"
)


class LimitedProtocol(H11Protocol):
    """Closes connections beyond the limit, and those that do not send the headers of a request in time."""

    _head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer for the first request."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.write(_FULL)
            transport.close()
            return
        self._head_timer = self.loop.call_later(HEAD_SECONDS, self._too_slow)

    def data_received(self, data: bytes) -> None:
        """Start the timer with the first byte of a request; stop it when its headers are read."""
        if self.transport.is_closing():
            return
        before = self.cycle
        between = before is None or before.response_complete
        if between and self._head_timer is None:
            self._head_timer = self.loop.call_later(HEAD_SECONDS, self._too_slow)
        super().data_received(data)
        if self.cycle is not before:
            self._stop_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop_timer()
        super().connection_lost(exc)

    def _stop_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _too_slow(self) -> None:
        self._head_timer = None
        if not self.transport.is_closing():
            self.transport.close()


def serve_with_workers(
    workspace: Path | None, settings: Settings, policy: ServingPolicy, folders: ServedFolders, workers: int
) -> None:
    """Serve with several processes at one address. One that dies is restarted, and others continue its jobs."""
    if workspace is not None or not settings.store.url:
        raise InputError("Several processes need a shared store. Set store.url, or leave out --workers.")
    if not policy.token and not policy.users:
        raise InputError("Several processes need a token that you choose. Set web.tokens, or give --token-file FILE.")
    check_address(policy)
    app = open_app(None, settings)
    _ = app.store  # raises once, here, if something is wrong with the store
    app.close()
    secrets = (policy.host, policy.token, policy.form_token, policy.run_secret, dict(policy.users))
    make_app = partial(_app_of_worker, settings, secrets, folders)
    config = server_config(
        make_app, policy.host, settings.web.port, factory=True, workers=workers, timeout_worker_healthcheck=60
    )
    Multiprocess(config, sockets=[config.bind_socket()]).run()


def _app_of_worker(
    settings: Settings, secrets: tuple[str, str, str, str, dict[str, str]], folders: ServedFolders
) -> ASGIApp:
    host, token, form_token, run_secret, users = secrets
    policy = ServingPolicy(host, token, form_token, run_secret=run_secret, users=users)
    return create_app(open_app(None, settings), policy, folders)


def server_config(app: Any, host: str, port: int, **more: Any) -> uvicorn.Config:
    """The configuration for `countercase serve`, the tests and the load benchmark."""
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # a bad request is not worth a line on the terminal
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        http=LimitedProtocol,
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
