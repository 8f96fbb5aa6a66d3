"""Who may talk to the page: whoever opened the printed link, from this machine's own names, and no other site.

Every request passes `Guard` before any route. Forms carry a token besides (`read_form`), so a browser that sends
neither Origin nor Sec-Fetch-Site is still held to it.
"""

import asyncio
import hmac
import secrets
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import FormData, Headers, MutableHeaders, QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from countercase.errors import InputError
from countercase.web.load import RETRY_AFTER, Doors, Full

USER = "countercase.user"  # of a request that was let in: who sent it
LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
SHORTEST_TOKEN = 16  # characters
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
BODY_TYPES = ("application/json", "application/x-www-form-urlencoded", "multipart/form-data")
MAX_BODY = 32 * 1024 * 1024  # a long judgment as PDF has under 10 MB
MAX_FIELD = 2 * 1024 * 1024
BODY_SECONDS = 60.0  # for the whole of a body to arrive
ANSWER_SECONDS = 60.0  # for a client to take one piece of an answer
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


class Invitation:
    """A code that opens the page once. When it is used, `on_used` is given the next one."""

    def __init__(self) -> None:
        self.code = secrets.token_urlsafe(24)
        self.on_used: Callable[[str], None] = lambda _: None
        self._lock = threading.Lock()

    def accept(self, given: str) -> bool:
        """Whether this is the code, which is then spent."""
        with self._lock:
            if not _same(given, self.code):
                return False
            self.code = secrets.token_urlsafe(24)
        self.on_used(self.code)
        return True


@dataclass(frozen=True, slots=True)
class ServingPolicy:
    """Where the page is served, and the secrets of this run. `token` is the user's own, if there is one."""

    host: str = "127.0.0.1"
    token: str = field(default="", repr=False)
    form_token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    invitation: Invitation = field(default_factory=Invitation, repr=False, compare=False)
    run_secret: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    users: Mapping[str, str] = field(default_factory=dict, repr=False)  # the token of each named user

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the page."""
        return is_local(self.host)

    @property
    def link_code(self) -> str:
        """What the printed link carries: the chosen token, or a code that opens the page once."""
        return self.token or self.invitation.code

    @property
    def session(self) -> str:
        """What the cookie holds: never the token itself, and the same after a restart if a token was chosen."""
        if not self.token:
            return self.run_secret
        return _session_of(self.token)

    def user(self, given: str) -> str | None:
        """The user whom a cookie or an Authorization header lets in; "" for whoever has the link, None for nobody."""
        named = [name for name, token in self.users.items() if _same(given, _session_of(token)) or _same(given, token)]
        if named:
            return named[0]
        return "" if _same(given, self.session) or (bool(self.token) and _same(given, self.token)) else None

    def session_for_link(self, given: str) -> str | None:
        """The session that the code of a link opens; a code that was not chosen is spent by it."""
        for token in self.users.values():
            if _same(given, token):
                return _session_of(token)
        if self.token:
            return self.session if _same(given, self.token) else None
        return self.session if not self.users and self.invitation.accept(given) else None


def _session_of(token: str) -> str:
    """The cookie's value for a token."""
    return hmac.new(token.encode(), b"countercase session", sha256).hexdigest()


def _same(given: str, secret: str) -> bool:
    return hmac.compare_digest(given.encode(errors="replace"), secret.encode())


def is_local(host: str) -> bool:
    """Whether an address is this machine's own."""
    if host in LOCAL_NAMES:
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def check_address(policy: ServingPolicy) -> None:
    """Refuse to serve beyond this machine without a token, and tokens that are short or shared."""
    for name, token in policy.users.items():
        if len(token) < SHORTEST_TOKEN or [*policy.users.values(), policy.token].count(token) > 1:
            raise InputError(f"web.tokens: {name} needs a token of at least {SHORTEST_TOKEN} characters of their own.")
    if policy.users and not policy.token:
        return
    if len(policy.token) < SHORTEST_TOKEN and (policy.token or not policy.local):
        raise InputError(
            f"{policy.host} needs a token of at least {SHORTEST_TOKEN} characters that you choose. "
            "Give --token-file FILE or set web.token."
        )


class _NotTaken(Exception):
    """The client does not read its answer."""


class Guard:
    """Checks host, token, origin and size, lets in as many as can be served, and adds the headers to every answer."""

    def __init__(self, app: ASGIApp, policy: ServingPolicy) -> None:
        self._app = app
        self._policy = policy
        self._doors = Doors()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answer = _with_headers(send)
        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, answer)
            return
        try:
            async with self._doors.door_for(scope).entered():
                await self._app(scope, _limited(receive), answer)
        except Full:
            await _come_back(scope)(scope, receive, answer)
        except _NotTaken:
            return  # the server closes the connection

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if self._policy.local and _host_name(headers.get("host", "")) not in LOCAL_NAMES | {self._policy.host}:
            return PlainTextResponse("This page answers only to this machine's own names.", 421)
        return self._without_token(scope, headers) or _cross_site(scope, headers) or _bad_body(scope, headers)

    def _without_token(self, scope: Scope, headers: Headers) -> Response | None:
        """None if the request carries the session; a visit by the printed link is sent on with a cookie."""
        cookie = _cookie_name(scope)
        given = headers.get("authorization", "").removeprefix("Bearer ") or Request(scope).cookies.get(cookie, "")
        user = self._policy.user(given)
        if user is not None:
            scope[USER] = user
            return None
        link = QueryParams(scope["query_string"]).get("token", "")
        session = self._policy.session_for_link(link) if scope["method"] == "GET" and link else None
        if session is not None:
            answer = RedirectResponse("/", 303)
            answer.set_cookie(cookie, session, httponly=True, samesite="strict")
            return answer
        return PlainTextResponse("This page needs its link: open the latest one that `countercase serve` printed.", 401)


def _cookie_name(scope: Scope) -> str:
    """The cookie's name, with the port: cookies are shared by all ports of a host."""
    server = scope.get("server")
    return f"countercase_{server[1] if server else 0}"


def _come_back(scope: Scope) -> Response:
    words = "The server is busy. Wait a moment, then try again."
    headers = {"Retry-After": str(RETRY_AFTER)}
    if scope["path"].startswith("/api/"):
        return JSONResponse({"error": words}, 503, headers)
    return PlainTextResponse(words, 503, headers)


def _host_name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:  # such as a bracket without its mate
        return ""


def _cross_site(scope: Scope, headers: Headers) -> Response | None:
    if scope["method"] in SAFE_METHODS:
        hidden = headers.get("sec-fetch-site") == "cross-site" and headers.get("sec-fetch-mode") != "navigate"
        return PlainTextResponse("Other sites may link to this page, not load parts of it.", 403) if hidden else None
    origin = headers.get("origin")
    foreign = origin is not None and origin.partition("://")[2] != headers.get("host")
    if foreign or headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
        return PlainTextResponse("This request comes from another site and is refused.", 403)
    return None


def _bad_body(scope: Scope, headers: Headers) -> Response | None:
    if scope["method"] in SAFE_METHODS:
        return None
    length = headers.get("content-length", "0")
    if not (length.isascii() and length.isdecimal()) or len(length) > 12 or int(length) > MAX_BODY:
        return PlainTextResponse(f"More than {MAX_BODY // 1024**2} MB: give a smaller file.", 413)
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    has_body = int(length) > 0 or "transfer-encoding" in headers
    if has_body and kind not in BODY_TYPES:
        return PlainTextResponse(f"A body is one of: {', '.join(BODY_TYPES)}.", 415)
    return None


def _limited(receive: Receive) -> Receive:
    """Counts and times what really comes in: a length in the header is only a promise."""
    seen = 0
    body_ended = False
    until = asyncio.get_running_loop().time() + BODY_SECONDS

    async def counted() -> Message:
        nonlocal seen, body_ended
        if body_ended:  # only the end of the connection can follow, whenever that is
            return await receive()
        try:
            async with asyncio.timeout_at(until):
                message = await receive()
        except TimeoutError:
            raise HTTPException(408, f"The request did not arrive within {BODY_SECONDS:g} s. Try again.") from None
        seen += len(message.get("body", b""))
        body_ended = not message.get("more_body", False)
        if seen > MAX_BODY:
            raise HTTPException(413, f"More than {MAX_BODY // 1024**2} MB: give a smaller file.")
        return message

    return counted


def _with_headers(send: Send) -> Send:
    """Adds the headers; gives up on a client that does not take its answer."""

    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await send(message)
        except TimeoutError:
            raise _NotTaken from None

    return answer


async def read_form(request: Request) -> AsyncIterator[FormData]:
    """The fields of a form of ours; one that does not carry the form token is refused."""
    async with request.form(max_files=2, max_fields=200, max_part_size=MAX_FIELD) as form:
        policy: ServingPolicy = request.app.state.policy
        given = form.get("form_token")
        if not isinstance(given, str) or not hmac.compare_digest(given.encode(), policy.form_token.encode()):
            raise HTTPException(403, "This form is out of date. Load the page again and repeat.")
        yield form
