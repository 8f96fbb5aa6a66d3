"""Every address that text may be sent to: whether it is this machine, whether others are allowed, how to call them.

The same rules hold for a language model, an embeddings endpoint and a Chroma server. Another machine needs
`llm.allow_remote`. Calls to this machine use no proxy from the environment, and no redirect is ever followed. The first
call to an address in a process names it on standard error. `post` is the only way out for text: it stops at a deadline,
however slowly an answer arrives, and accepts no more bytes than allowed.
"""

import base64
import http.client
import ipaddress
import re
import socket
import ssl
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from http.client import HTTPMessage
from typing import IO, Any
from urllib.parse import parse_qs, quote, unquote, urlsplit, urlunsplit

from countercase.errors import BudgetSpent, EndpointError
from countercase.settings import ClusterSettings, Settings

SHORTEST_SECRET = 6  # characters; redacting a shorter one would mangle ordinary words
_announced: set[str] = set()
_lock = threading.Lock()


def is_local(url: str) -> bool:
    """Whether the address is this machine: `localhost` or a loopback address. No name server is asked."""
    host = _host(url)
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def endpoints(settings: Settings) -> dict[str, str]:
    """Every address in the settings that text is sent to, keyed by its setting."""
    chroma = f"http://{settings.chroma.host}:{settings.chroma.port}" if settings.chroma.mode == "http" else ""
    encoder = settings.models.encoder.partition("#")[0]
    named = {
        "llm.base_url": settings.llm.base_url,
        "models.encoder": encoder if encoder.startswith(("http:", "https:")) else "",
        "chroma.host": chroma,
    }
    return {setting: url for setting, url in named.items() if url}


def check_endpoints(settings: Settings) -> None:
    """Refuse settings that would send text to another machine without permission."""
    for setting, url in endpoints(settings).items():
        check_endpoint(url, setting, settings.llm.allow_remote)
    if settings.store.url:
        check_database(settings.store.url, settings.store.allow_remote)
    check_cluster(settings.cluster)


def check_database(url: str, allow_remote: bool) -> None:
    """Refuse a shared store that is not a PostgreSQL database, or is on another machine without permission."""
    parts = urlsplit(url)
    if parts.scheme not in {"postgresql", "postgres"} or not parts.path.strip("/"):
        raise EndpointError("store.url is not a database address. Write postgresql://USER@HOST/DATABASE.")
    others = hosts_elsewhere(url)
    if others and not allow_remote:
        raise EndpointError(
            f"store.url is {others[0]}, not this machine: matters would be kept there. "
            "Set store.allow_remote = true if they may."
        )


def hosts_elsewhere(url: str) -> list[str]:
    """The hosts in a database address other than this machine; a socket in the file system is this machine."""
    parts = urlsplit(url)
    query = parse_qs(parts.query)  # in the driver these override the host before the path
    named = [parts.hostname or "", *query.get("host", []), *query.get("hostaddr", []), *query.get("service", [])]
    hosts = [host for names in named for host in names.split(",") if host and not host.startswith("/")]
    return [host for host in hosts if not is_local(f"//[{host}]" if ":" in host else f"//{host}")]


def check_endpoint(url: str, setting: str, allow_remote: bool) -> None:
    """Refuse what is not a web address, and another machine without permission."""
    if not url.startswith(("http://", "https://")) or not _host(url):
        shown = re.sub(r"//[^/]*@", "//", url).partition("?")[0]
        raise EndpointError(f"{setting} = {shown!r} is not a web address. Write http://127.0.0.1:PORT/v1.")
    if not is_local(url) and not allow_remote:
        raise EndpointError(
            f"{setting} is {_host(url)}, not this machine: facts would leave it. "
            "Set llm.allow_remote = true if they may."
        )


def check_cluster(cluster: ClusterSettings) -> None:
    """Refuse workers on another machine without permission."""
    address = cluster.address.removeprefix("ray://")
    if address and address != "local" and not is_local(f"//{address}") and not cluster.allow_remote:
        raise EndpointError(
            f"cluster.address is {address}, not this machine: texts would be read there. "
            "Set cluster.allow_remote = true if they may."
        )


def announce(url: str, what: str) -> None:
    """Say on standard error where text is sent, once per address and process."""
    address = without_secrets(url)
    with _lock:
        if address in _announced:
            return
        _announced.add(address)
    where = "on this machine" if is_local(url) else "OUTSIDE this machine"
    print(f"countercase: {what} is sent to {address} ({where}).", file=sys.stderr)  # noqa: T201


def without_secrets(url: str) -> str:
    """The address without user, password, query or fragment."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{host}{f':{parts.port}' if parts.port else ''}{parts.path}"


def _host(url: str) -> str:
    """The host of an address; empty if the address is malformed."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return ""
    return parts.hostname or ""


def secrets_of(url: str, api_key: str) -> tuple[str, ...]:
    """What must never be shown: the key, and the user, password and query of the address, also in encoded form."""
    parts = urlsplit(url)
    pair = f"{unquote(parts.username or '')}:{unquote(parts.password or '')}"
    plain = [api_key, parts.query, parts.password or "", *(value.partition("=")[2] for value in parts.query.split("&"))]
    plain += [pair] if len(pair) > 1 else []
    forms = {
        form
        for secret in plain
        for form in (secret, quote(secret), quote(secret, safe=""), unquote(secret), _base64(secret))
    }
    return tuple(sorted((form for form in forms if len(form) >= SHORTEST_SECRET), key=len, reverse=True))


def redacted(text: str, secrets: tuple[str, ...]) -> str:
    """The text with every secret replaced by `[secret]`."""
    for secret in secrets:
        text = text.replace(secret, "[secret]")
    return text


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode().rstrip("=")


# The deadline of a whole piece of work, such as a what-if tree. No call within it ends later.

_finish_at: ContextVar[float | None] = ContextVar("finish_at", default=None)


@contextmanager
def finish_within(seconds: float) -> Iterator[None]:
    """Calls that this thread makes inside the block end within this many seconds."""
    until, outer = time.monotonic() + seconds, _finish_at.get()
    token = _finish_at.set(until if outer is None else min(until, outer))
    try:
        yield
    finally:
        _finish_at.reset(token)


def seconds_left(seconds: float) -> float:
    """These seconds, or fewer if `finish_within` leaves fewer. Raises BudgetSpent if none are left."""
    until = _finish_at.get()
    left = seconds if until is None else min(seconds, until - time.monotonic())
    if left <= 0:
        raise BudgetSpent("The time limit for this work has passed. Raise counterfactual.max_seconds.")
    return left


class DeadlinePassed(OSError):
    """The answer was not complete in time."""


class TooMuchSent(OSError):
    """The answer is larger than allowed, or is compressed, so that its size cannot be known."""


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """What an endpoint answered."""

    status: int
    headers: HTTPMessage
    content: bytes


def post(url: str, body: bytes, headers: Mapping[str, str], seconds: float, most_bytes: int) -> HttpAnswer:
    """The answer to one request, whatever its status. Raises OSError if there is none.

    `seconds` limits the whole request. A timer closes the connection, because a server that sends a byte now and then
    never triggers the socket's own time-out.
    """
    address, sign_in = _without_user(url)
    sent = {"Accept-Encoding": "identity", "User-Agent": "countercase", **sign_in, **headers}
    request = urllib.request.Request(address, body, sent)  # noqa: S310 - check_endpoint has seen the scheme
    line = _Line()
    timer = threading.Timer(seconds, line.cut)
    timer.daemon = True
    timer.start()
    try:
        with _opened(request, line, seconds) as response:
            answer = HttpAnswer(response.status, response.headers, _read(response, most_bytes))
        if line.was_cut:  # then the content is incomplete
            raise DeadlinePassed
        return answer
    except (OSError, ValueError, http.client.HTTPException) as error:
        if line.was_cut or isinstance(getattr(error, "reason", error), TimeoutError):
            raise DeadlinePassed(f"no complete answer in {seconds:g} s") from None
        if isinstance(error, OSError):
            raise
        raise ConnectionError(f"the connection broke ({type(error).__name__})") from None
    finally:
        timer.cancel()


class _Line:
    """The connection of one request, so that a timer can cut it."""

    def __init__(self) -> None:
        self._connection: http.client.HTTPConnection | None = None
        self._socket: socket.socket | None = None
        self.was_cut = False

    def maker(self, kind: type[http.client.HTTPConnection]) -> Callable[..., http.client.HTTPConnection]:
        """A factory for connections that remembers their socket, since urllib drops it before the body is read."""

        def make(host: str, **options: Any) -> http.client.HTTPConnection:
            self._connection = made = kind(host, **options)
            connect = made.connect

            def connect_and_hold() -> None:
                connect()
                self._socket = made.sock

            made.connect = connect_and_hold  # type: ignore[method-assign]
            return made

        return make

    def cut(self) -> None:
        """Close the connection, even while another thread reads from it."""
        self.was_cut = True
        open_socket = self._socket or (self._connection.sock if self._connection is not None else None)
        if open_socket is not None:
            with suppress(OSError):
                socket.socket.shutdown(open_socket, socket.SHUT_RDWR)  # not TLS's own, which waits for the other side


def _opened(request: urllib.request.Request, line: _Line, seconds: float) -> Any:
    """The response, also if urllib treats its status as an error."""

    class Http(urllib.request.HTTPHandler):
        def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
            return self.do_open(line.maker(http.client.HTTPConnection), req)

    class Https(urllib.request.HTTPSHandler):
        def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
            context = ssl.create_default_context()
            return self.do_open(line.maker(http.client.HTTPSConnection), req, context=context)

    handlers: list[urllib.request.BaseHandler] = [_NoRedirect(), Http(), Https()]
    if is_local(request.full_url):
        handlers.append(urllib.request.ProxyHandler({}))
    try:
        return urllib.request.build_opener(*handlers).open(request, timeout=seconds)
    except urllib.error.HTTPError as answer:
        return answer


def _without_user(url: str) -> tuple[str, dict[str, str]]:
    """The address without its user, and the header that signs that user in."""
    parts = urlsplit(url)
    if not parts.username:
        return url, {}
    pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    sign_in = {"Authorization": f"Basic {base64.b64encode(pair.encode()).decode()}"}
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2])), sign_in


def _read(response: Any, most_bytes: int) -> bytes:
    encoding = response.headers.get("Content-Encoding", "identity")
    if encoding.strip().lower() not in {"", "identity"}:
        raise TooMuchSent(f"the answer is compressed ({encoding[:20]}), which was not asked for")
    content: bytes = response.read(most_bytes + 1)
    if len(content) > most_bytes:
        raise TooMuchSent(f"the answer has more than {most_bytes:,} bytes")
    promised = response.headers.get("Content-Length", "")
    if promised.isdecimal() and len(content) < int(promised[:12]):
        raise ConnectionError("the connection broke before the answer was complete")
    return content


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would send the text to an address that nobody allowed."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> None:
        """Follow nothing: the redirect itself is the answer."""
