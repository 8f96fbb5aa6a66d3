"""Who may talk to the page: this machine only, or holders of the token; no other site; nothing inline, nothing foreign.

Every request passes `Guard` before any route. Forms carry a token of their own besides (`read_form`), so that a browser
which sends neither Origin nor Sec-Fetch-Site is still held.
"""

import hmac
import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import FormData, Headers, MutableHeaders, QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from countercase.errors import InputError

LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
COOKIE = "countercase_token"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
BODY_TYPES = ("application/json", "application/x-www-form-urlencoded", "multipart/form-data")
MAX_BODY = 32 * 1024 * 1024  # a long judgment as PDF has under 10 MB
MAX_FIELD = 2 * 1024 * 1024
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # with no-referrer a browser sends its own forms with Origin: null
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",  # client facts do not stay in a browser's cache
}


@dataclass(frozen=True, slots=True)
class ServingPolicy:
    """Where the page is served, and the secrets of this run."""

    host: str = "127.0.0.1"
    token: str = field(default="", repr=False)
    form_token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the page."""
        return is_local(self.host)


def is_local(host: str) -> bool:
    """Whether an address is this machine's own."""
    if host in LOCAL_NAMES:
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def check_address(policy: ServingPolicy) -> None:
    """Refuse to serve beyond this machine without a token."""
    if not policy.local and len(policy.token) < 16:
        raise InputError(f"{policy.host} can be reached from other machines: give --token of at least 16 characters.")


class Guard:
    """Checks host, token, origin and size; adds the headers to every answer."""

    def __init__(self, app: ASGIApp, policy: ServingPolicy) -> None:
        self._app = app
        self._policy = policy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        answer = _with_headers(send)
        if refusal is not None:
            await refusal(scope, receive, answer)
        else:
            await self._app(scope, _limited(receive), answer)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if self._policy.local and _host_name(headers.get("host", "")) not in LOCAL_NAMES | {self._policy.host}:
            return PlainTextResponse("This page answers only to this machine's own names.", 421)
        if self._policy.token:
            refused = self._without_token(scope, headers)
            if refused is not None:
                return refused
        return _cross_site(scope, headers) or _bad_body(scope, headers)

    def _without_token(self, scope: Scope, headers: Headers) -> Response | None:
        """None where the token is there; a first visit by link is sent on with the token in a cookie."""
        request = Request(scope)
        given = headers.get("authorization", "").removeprefix("Bearer ") or request.cookies.get(COOKIE, "")
        if hmac.compare_digest(given.encode(), self._policy.token.encode()):
            return None
        link = QueryParams(scope["query_string"]).get("token", "")
        if scope["method"] == "GET" and hmac.compare_digest(link.encode(), self._policy.token.encode()):
            answer = RedirectResponse(scope["path"], 303)
            answer.set_cookie(COOKIE, self._policy.token, httponly=True, samesite="strict")
            return answer
        return PlainTextResponse("A token is needed: open the address that `countercase serve` printed.", 401)


def _host_name(host: str) -> str:
    return urlsplit(f"//{host}").hostname or ""


def _cross_site(scope: Scope, headers: Headers) -> Response | None:
    if scope["method"] in SAFE_METHODS:
        hidden = headers.get("sec-fetch-site") == "cross-site" and headers.get("sec-fetch-mode") != "navigate"
        return PlainTextResponse("Other sites may link to this page, not load parts of it.", 403) if hidden else None
    origin = headers.get("origin")
    foreign = origin is not None and urlsplit(origin).netloc != headers.get("host")
    if foreign or headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
        return PlainTextResponse("This request comes from another site and is refused.", 403)
    return None


def _bad_body(scope: Scope, headers: Headers) -> Response | None:
    if scope["method"] in SAFE_METHODS:
        return None
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > MAX_BODY:
        return PlainTextResponse(f"More than {MAX_BODY // 1024**2} MB: give a smaller file.", 413)
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    has_body = int(length) > 0 or "transfer-encoding" in headers
    if has_body and kind not in BODY_TYPES:
        return PlainTextResponse(f"A body is one of: {', '.join(BODY_TYPES)}.", 415)
    return None


def _limited(receive: Receive) -> Receive:
    """Counts what really comes in: a length in the header is only a promise."""
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > MAX_BODY:
            raise HTTPException(413, f"More than {MAX_BODY // 1024**2} MB: give a smaller file.")
        return message

    return counted


def _with_headers(send: Send) -> Send:
    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return answer


async def read_form(request: Request) -> AsyncIterator[FormData]:
    """The fields of a form of ours; one that does not carry the form token is refused."""
    async with request.form(max_files=1, max_fields=200, max_part_size=MAX_FIELD) as form:
        policy: ServingPolicy = request.app.state.policy
        given = form.get("form_token")
        if not isinstance(given, str) or not hmac.compare_digest(given.encode(), policy.form_token.encode()):
            raise HTTPException(403, "This form is out of date. Load the page again and repeat.")
        yield form
