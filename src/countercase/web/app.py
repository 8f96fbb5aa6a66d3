"""The web app with its errors and the pages of its jobs, and the HTTP server for it.

`countercase serve` and the tests both call `create_app(open_app())`.

The server is uvicorn over h11, with limits for a page on one machine: uvicorn waits forever for the headers of a
request and accepts any number of connections. `LimitedProtocol` does not.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from fastapi import APIRouter, FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.supervisors import Multiprocess

from countercase.app import App, open_app
from countercase.errors import CountercaseError, EndpointError, InputError, MissingExtra, NotFound, UnreadableFile
from countercase.settings import Settings
from countercase.version import __version__
from countercase.web import (
    api,
    api_workspace,
    case_search,
    cases,
    collection,
    contracts,
    drafts,
    evidence,
    export,
    matter,
    precedents,
    ratings,
    results,
    tour,
    whatif,
)
from countercase.web.jobs import Overloaded
from countercase.web.matter_store import Conflict, open_matters
from countercase.web.pages import Bench, Form, Workbench, redirect, render, static_folder, text_fields
from countercase.web.security import RETRY_AFTER, Guard, ServedFolders, ServingPolicy, check_address

API = "/api/v1"
PAGES = (
    matter,
    precedents,
    case_search,
    cases,
    drafts,
    collection,
    whatif,
    evidence,
    ratings,
    results,
    contracts,
    export,
    tour,
)
# Form fields that say where a form belongs; the user did not type them.
_HIDDEN_FIELDS = frozenset(
    {"form_token", "version", "fact", "node", "kind", "action", "what", "query", "at", "back", "start", "end", "case"}
)
API_PARTS = (api, api_workspace)
router = APIRouter()


def create_app(app: App, policy: ServingPolicy | None = None, folders: ServedFolders | None = None) -> FastAPI:
    """The web app for a workspace. Nothing is loaded or searched before a request needs it."""
    policy = policy or ServingPolicy()
    check_address(policy)
    _ = app.store  # raises an error with its remedy if the workspace has no cases
    workbench = Workbench(app, open_matters(app), folders or ServedFolders())

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        workbench.close()

    web_app = FastAPI(
        title="COUNTERCASE",
        version=__version__,
        description="Find the precedents for a set of facts, and see which of those facts they hang on.",
        openapi_url=f"{API}/openapi.json",
        docs_url=None,  # the standard page loads scripts from elsewhere; ours is /api
        redoc_url=None,
        lifespan=lifespan,
    )
    web_app.state.workbench = workbench
    web_app.state.policy = policy
    web_app.add_middleware(HeadAsGet)
    web_app.add_middleware(Guard, policy=policy)
    web_app.mount(
        "/static", StaticFiles(directory=static_folder(), packages=[("countercase.report", "static")]), name="static"
    )
    for page_router in (*(page.router for page in PAGES), router):
        web_app.include_router(page_router, include_in_schema=False)
    for part in API_PARTS:
        web_app.include_router(part.router, prefix=API)
    web_app.add_exception_handler(CountercaseError, _on_our_error)
    web_app.add_exception_handler(HTTPException, _on_http_error)
    web_app.add_exception_handler(RequestValidationError, _on_invalid)
    web_app.add_exception_handler(RecursionError, _on_too_deep)
    return web_app


# A fault of the request is 4xx; a fault of the workspace or of another server is 5xx, with its remedy.
_STATUS: tuple[tuple[type[CountercaseError], int], ...] = (
    (NotFound, 404),
    (InputError, 400),
    (UnreadableFile, 422),
    (Conflict, 409),
    (MissingExtra, 501),
    (EndpointError, 502),
    (CountercaseError, 503),
)


def _on_our_error(request: Request, error: Exception) -> Response:
    status = next(status for kind, status in _STATUS if isinstance(error, kind))
    answer = _answer(request, status, str(error))
    if isinstance(error, Overloaded):
        answer.headers["Retry-After"] = str(RETRY_AFTER)
    return answer


def _on_http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    detail = str(error.detail) if isinstance(error, HTTPException) else ""
    return _answer(request, status, "There is no such page. Start from the first page." if status == 404 else detail)


def _on_invalid(request: Request, error: Exception) -> Response:
    first = error.errors()[0] if isinstance(error, RequestValidationError) else {"loc": (), "msg": ""}
    where = ".".join(str(part) for part in first["loc"])
    return _answer(request, 422, f"{where}: {first['msg']}.")


def _on_too_deep(request: Request, _: Exception) -> Response:
    return _answer(request, 400, "The request is nested too deeply. Send plain values.")


def _answer(request: Request, status: int, words: str) -> Response:
    if request.url.path.startswith(API):
        return JSONResponse({"error": words}, status)
    typed = getattr(request.state, "typed", {}) if status != 404 else {}
    back = urlsplit(request.headers.get("referer", ""))
    return render(
        request,
        "error.html",
        status,
        found=status != 404,
        words=words,
        typed=typed,
        hidden=_HIDDEN_FIELDS,
        back=f"{back.path}?{back.query}" if back.query else back.path,
    )


class HeadAsGet:
    """Answers HEAD like GET but without the body, so that each route is written once."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def without_body(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await self._app({**scope, "method": "GET"}, receive, without_body)


# The page of a job with its cancel button, and the description of the JSON API.


@router.get("/jobs/{job_id}")
def show_job(request: Request, bench: Bench, job_id: str) -> Response:
    """The progress of a job. A finished job redirects to its result."""
    job = bench.jobs.get(job_id)
    if job is None:
        raise NotFound("This job no longer exists. Go back and start it again.")
    if job.state == "done" and job.location:
        return redirect(job.location)
    return render(request, "job.html", job=job)


@router.post("/jobs/{job_id}/cancel")
def cancel_job(bench: Bench, job_id: str, form: Form) -> Response:
    """Stop a job, and go back to where it was started."""
    job = bench.jobs.cancel(job_id)
    back = text_fields(form).get("back", "/")
    return redirect(back if job is not None and back.startswith("/") and not back.startswith("//") else "/")


@router.get("/api")
def api_page(request: Request) -> Response:
    """A description of the JSON API."""
    described = request.app.openapi()
    return render(request, "api.html", paths=described["paths"], schemas=described["components"]["schemas"])


# The server.

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
