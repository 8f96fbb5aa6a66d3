"""Builds the web app: `countercase serve` runs `create_app(open_app())`, and so do the tests."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from countercase.errors import CountercaseError, EndpointError, InputError, MissingExtra, NotFound, UnreadableFile
from countercase.version import __version__
from countercase.web import (
    case_search,
    cases,
    checklist,
    collection,
    contracts,
    documents,
    drafts,
    evaluation_runs,
    evidence,
    export,
    job_pages,
    later_history,
    matter,
    precedents,
    ratings,
    results,
    tour,
    whatif,
    which_facts,
)
from countercase.web.api import matters as api_matters
from countercase.web.api import search as api_search
from countercase.web.api import workspace as api_workspace
from countercase.web.folders import Folders
from countercase.web.jobs import Overloaded
from countercase.web.load import RETRY_AFTER
from countercase.web.matter_store import Conflict, open_matters
from countercase.web.rendering import render, static_folder
from countercase.web.security import Guard, ServingPolicy, check_address
from countercase.web.workbench import Workbench

if TYPE_CHECKING:
    from countercase.app import App

API = "/api/v1"
PAGES = (
    matter,
    documents,
    checklist,
    precedents,
    case_search,
    later_history,
    cases,
    drafts,
    collection,
    whatif,
    which_facts,
    evidence,
    evaluation_runs,
    ratings,
    results,
    contracts,
    export,
    tour,
    job_pages,
)
# Fields of a form that say where it belongs, and nothing that a user typed.
_NEVER_SHOWN = frozenset(
    {"form_token", "version", "fact", "node", "kind", "action", "what", "query", "at", "back", "start", "end", "case"}
)
API_PARTS = (api_search, api_matters, api_workspace)


def create_app(product: "App", policy: ServingPolicy | None = None, folders: Folders | None = None) -> FastAPI:
    """The app for a workspace. Nothing is loaded or searched before a request asks for it."""
    policy = policy or ServingPolicy()
    check_address(policy)
    _ = product.store  # a workspace without cases is refused here, in its own words
    workbench = Workbench(product, open_matters(product), folders or Folders())

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        workbench.close()

    app = FastAPI(
        title="COUNTERCASE",
        version=__version__,
        description="Find the precedents for a set of facts, and see which of those facts they hang on.",
        openapi_url=f"{API}/openapi.json",
        docs_url=None,  # the stock page loads scripts from elsewhere; /api is ours
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.workbench = workbench
    app.state.policy = policy
    app.add_middleware(HeadAsGet)
    app.add_middleware(Guard, policy=policy)
    app.mount(
        "/static", StaticFiles(directory=static_folder(), packages=[("countercase.report", "static")]), name="static"
    )
    for page in PAGES:
        app.include_router(page.router, include_in_schema=False)
    for part in API_PARTS:
        app.include_router(part.router, prefix=API)
    app.add_exception_handler(CountercaseError, _on_our_error)
    app.add_exception_handler(HTTPException, _on_http_error)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(RecursionError, _on_too_deep)
    return app


# What is wrong with the request is 4xx; a state of the workspace or of another server is 5xx with its remedy.
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
    return _answer(request, status, "There is no such page." if status == 404 else detail)


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
        hidden=_NEVER_SHOWN,
        back=f"{back.path}?{back.query}" if back.query else back.path,
    )


class HeadAsGet:
    """Answers HEAD like GET, without the body, so that each route is written once."""

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
