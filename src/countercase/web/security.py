"""Who may use the page: a browser that opened the printed link, under this machine's names, and no other site.

Every request passes `Guard` before any route. Forms also carry a token (`read_form`), which protects them even if a
browser sends neither Origin nor Sec-Fetch-Site.
"""

import asyncio
import hmac
import secrets
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from starlette.datastructures import FormData, Headers, MutableHeaders, QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from countercase.errors import InputError

USER = "countercase.user"  # key in the scope of an admitted request: who sent it
LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
SHORTEST_TOKEN = 16  # characters
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
BODY_TYPES = ("application/json", "application/x-www-form-urlencoded", "multipart/form-data")
MAX_BODY = 32 * 1024 * 1024  # a long judgment as PDF has under 10 MB
MAX_FIELD = 2 * 1024 * 1024
BODY_SECONDS = 60.0  # for a whole body to arrive
ANSWER_SECONDS = 60.0  # for a client to read one piece of an answer
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
    """A code that opens the page once. When it is used, `on_used` is called with the next one."""

    def __init__(self) -> None:
        self.code = secrets.token_urlsafe(24)
        self.on_used: Callable[[str], None] = lambda _: None
        self._lock = threading.Lock()

    def accept(self, code: str) -> bool:
        """Whether this is the code. If so, it is used up."""
        with self._lock:
            if not _same(code, self.code):
                return False
            self.code = secrets.token_urlsafe(24)
        self.on_used(self.code)
        return True


@dataclass(frozen=True, slots=True)
class ServingPolicy:
    """Where the page is served, and the secrets of this run. `token` is one that the user chose, if any."""

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
        """The code in the printed link: the chosen token, or a code that opens the page once."""
        return self.token or self.invitation.code

    @property
    def session(self) -> str:
        """The value of the cookie: never the token itself, and the same after a restart if a token was chosen."""
        if not self.token:
            return self.run_secret
        return _session_of(self.token)

    def user(self, credential: str) -> str | None:
        """The user that a cookie or Authorization header belongs to; "" for anyone with the link, None for nobody."""
        named = [
            name
            for name, token in self.users.items()
            if _same(credential, _session_of(token)) or _same(credential, token)
        ]
        if named:
            return named[0]
        return "" if _same(credential, self.session) or (bool(self.token) and _same(credential, self.token)) else None

    def session_for_link(self, credential: str) -> str | None:
        """The session that the code in a link opens. A one-time code is used up."""
        for token in self.users.values():
            if _same(credential, token):
                return _session_of(token)
        if self.token:
            return self.session if _same(credential, self.token) else None
        return self.session if not self.users and self.invitation.accept(credential) else None


def _session_of(token: str) -> str:
    """The cookie's value for a token."""
    return hmac.new(token.encode(), b"countercase session", sha256).hexdigest()


def _same(credential: str, secret: str) -> bool:
    return hmac.compare_digest(credential.encode(errors="replace"), secret.encode())


def is_local(host: str) -> bool:
    """Whether a host name or address is this machine."""
    if host in LOCAL_NAMES:
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def check_address(policy: ServingPolicy) -> None:
    """Refuse to serve other machines without a token, and refuse tokens that are short or shared."""
    for name, token in policy.users.items():
        if len(token) < SHORTEST_TOKEN or [*policy.users.values(), policy.token].count(token) > 1:
            raise InputError(
                f"web.tokens: {name} needs a token of their own, with at least {SHORTEST_TOKEN} characters."
            )
    if policy.users and not policy.token:
        return
    if len(policy.token) < SHORTEST_TOKEN and (policy.token or not policy.local):
        raise InputError(
            f"{policy.host} needs a token of at least {SHORTEST_TOKEN} characters that you choose. "
            "Give --token-file FILE or set web.token."
        )


# Limits on concurrent requests: a few are served, some wait, and the rest are asked to try again later.
# Python runs one thread at a time, so that serving more at once would make every page slower.
READING = (3, 256)  # pages served at once, and waiting
DRAWING = (2, 64)  # images of PDF pages, which a child process draws
WRITING = (2, 128)  # searches, new matters and uploads: each may use a core for a second
FOLLOWING = (128, 0)  # event streams: each costs only a socket
RETRY_AFTER = 2  # seconds


class TooManyWaiting(Exception):
    """Too many requests are waiting already."""


class RequestLimit:
    """Admits `at_once` requests at a time; `waiting` more may queue."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._turns = asyncio.Semaphore(at_once)
        self._most = at_once + waiting
        self._inside = 0

    @asynccontextmanager
    async def entered(self) -> AsyncIterator[None]:
        """Wait for a turn, and end it afterwards. Raises TooManyWaiting if the queue is full."""
        if self._inside >= self._most:
            raise TooManyWaiting
        self._inside += 1
        try:
            async with self._turns:
                yield
        finally:
            self._inside -= 1


class RequestLimits:
    """The limits of one server: for reading, pictures, writing, and following jobs."""

    def __init__(self) -> None:
        self.reading, self.drawing, self.writing = (
            RequestLimit(*READING),
            RequestLimit(*DRAWING),
            RequestLimit(*WRITING),
        )
        self.following = RequestLimit(*FOLLOWING)

    def limit_for(self, scope: Scope) -> RequestLimit:
        """The limit that applies to a request."""
        if scope["method"] not in {"GET", "HEAD", "OPTIONS"}:
            return self.writing
        if scope["path"].startswith("/page-images/"):
            return self.drawing
        follows = scope["path"].startswith("/api/v1/jobs/") and scope["path"].endswith("/events")
        return self.following if follows else self.reading


class _ClientNotReading(Exception):
    """The client does not read its answer."""


class Guard:
    """Checks host, token, origin and size, limits concurrent requests, and adds headers to every answer."""

    def __init__(self, app: ASGIApp, policy: ServingPolicy) -> None:
        self._app = app
        self._policy = policy
        self._limits = RequestLimits()

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
            async with self._limits.limit_for(scope).entered():
                await self._app(scope, _limited(receive), answer)
        except TooManyWaiting:
            await _try_later(scope)(scope, receive, answer)
        except _ClientNotReading:
            return  # the server closes the connection

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if self._policy.local and _host_name(headers.get("host", "")) not in LOCAL_NAMES | {self._policy.host}:
            return PlainTextResponse(
                "This page can be opened only under this machine's own names, such as localhost.", 421
            )
        return self._without_token(scope, headers) or _cross_site(scope, headers) or _bad_body(scope, headers)

    def _without_token(self, scope: Scope, headers: Headers) -> Response | None:
        """None if the request has a session. A visit by the printed link is redirected with a cookie."""
        cookie = _cookie_name(scope)
        credential = headers.get("authorization", "").removeprefix("Bearer ") or Request(scope).cookies.get(cookie, "")
        user = self._policy.user(credential)
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


def _try_later(scope: Scope) -> Response:
    words = "The server is busy. Wait a moment, then try again."
    headers = {"Retry-After": str(RETRY_AFTER)}
    if scope["path"].startswith("/api/"):
        return JSONResponse({"error": words}, 503, headers)
    return PlainTextResponse(words, 503, headers)


def _host_name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:  # such as an unclosed bracket
        return ""


def _cross_site(scope: Scope, headers: Headers) -> Response | None:
    if scope["method"] in SAFE_METHODS:
        hidden = headers.get("sec-fetch-site") == "cross-site" and headers.get("sec-fetch-mode") != "navigate"
        return PlainTextResponse("Other sites may link to this page but not load parts of it.", 403) if hidden else None
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
        return PlainTextResponse(f"The request is larger than {MAX_BODY // 1024**2} MB. Send a smaller file.", 413)
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    has_body = int(length) > 0 or "transfer-encoding" in headers
    if has_body and kind not in BODY_TYPES:
        return PlainTextResponse(f"The body must be one of: {', '.join(BODY_TYPES)}.", 415)
    return None


def _limited(receive: Receive) -> Receive:
    """Counts and times what really arrives, since the length in the header is only a claim."""
    seen = 0
    body_ended = False
    until = asyncio.get_running_loop().time() + BODY_SECONDS

    async def counted() -> Message:
        nonlocal seen, body_ended
        if body_ended:  # only the end of the connection can follow, at any time
            return await receive()
        try:
            async with asyncio.timeout_at(until):
                message = await receive()
        except TimeoutError:
            raise HTTPException(408, f"The request did not arrive within {BODY_SECONDS:g} s. Try again.") from None
        seen += len(message.get("body", b""))
        body_ended = not message.get("more_body", False)
        if seen > MAX_BODY:
            raise HTTPException(413, f"The request is larger than {MAX_BODY // 1024**2} MB. Send a smaller file.")
        return message

    return counted


def _with_headers(send: Send) -> Send:
    """Adds the headers; gives up on a client that does not read its answer."""

    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await send(message)
        except TimeoutError:
            raise _ClientNotReading from None

    return answer


async def read_form(request: Request) -> AsyncIterator[FormData]:
    """The fields of one of our forms. Refuses a form without the form token."""
    async with request.form(max_files=2, max_fields=200, max_part_size=MAX_FIELD) as form:
        policy: ServingPolicy = request.app.state.policy
        form_token = form.get("form_token")
        if not isinstance(form_token, str) or not hmac.compare_digest(form_token.encode(), policy.form_token.encode()):
            raise HTTPException(403, "This form is out of date. Reload the page and try again.")
        yield form


@dataclass(frozen=True, slots=True)
class ServedFolders:
    """`results` have JSON files of evaluation runs; `contracts` were written by `countercase cuad generate --out`."""

    results: tuple[Path, ...] = ()
    contracts: tuple[Path, ...] = ()


def check_folders(results: Iterable[Path], contracts: Iterable[Path]) -> ServedFolders:
    """The given folders. Raises InputError if one is missing."""
    folders = ServedFolders(tuple(results), tuple(contracts))
    for option, path in [("--results", folder) for folder in folders.results] + [
        ("--contracts", folder) for folder in folders.contracts
    ]:
        if not path.is_dir():
            raise InputError(f"{option} {path} is not a folder. Check the name.")
    return folders
