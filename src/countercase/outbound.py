"""Every address that text may be sent to: which are this machine, who may allow others, and how they are called.

A language model, an embeddings endpoint and a Chroma server all obey the same rules: another machine needs
`llm.allow_remote`; no proxy is taken from the environment for this machine, no redirect is followed anywhere; and the
first call to an address in a process names it on standard error.
"""

import ipaddress
import sys
import threading
import urllib.request
from collections.abc import Mapping
from http.client import HTTPMessage
from typing import IO
from urllib.parse import parse_qs, urlsplit

from countercase.errors import EndpointError
from countercase.settings import ClusterSettings, Settings

_announced: set[str] = set()
_lock = threading.Lock()


def is_local(url: str) -> bool:
    """Whether the address is this machine: `localhost` or a loopback address, nothing that a name server decides."""
    host = urlsplit(url).hostname or ""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def endpoints(settings: Settings) -> dict[str, str]:
    """Every address of the settings that text is sent to, by the setting that names it."""
    chroma = f"http://{settings.chroma.host}:{settings.chroma.port}" if settings.chroma.mode == "http" else ""
    encoder = settings.models.encoder.partition("#")[0]
    named = {
        "llm.base_url": settings.llm.base_url,
        "models.encoder": encoder if encoder.startswith(("http:", "https:")) else "",
        "chroma.host": chroma,
    }
    return {setting: url for setting, url in named.items() if url}


def check_endpoints(settings: Settings) -> None:
    """Refuse settings that would send text to another machine without leave."""
    for setting, url in endpoints(settings).items():
        check_endpoint(url, setting, settings.llm.allow_remote)
    if settings.store.url:
        check_database(settings.store.url, settings.store.allow_remote)
    check_cluster(settings.cluster)


def check_database(url: str, allow_remote: bool) -> None:
    """Refuse a shared store that is no PostgreSQL database, or that is on another machine without leave."""
    parts = urlsplit(url)
    if parts.scheme not in {"postgresql", "postgres"} or not parts.path.strip("/"):
        raise EndpointError("store.url is no database address. Write postgresql://USER@HOST/DATABASE.")
    hosts = [parts.hostname] if parts.hostname else parse_qs(parts.query).get("host", [])
    others = [host for host in hosts if host and not host.startswith("/") and not is_local(f"//{host}")]
    if others and not allow_remote:
        raise EndpointError(
            f"store.url is {others[0]}, not this machine: matters would be kept there. "
            "Set store.allow_remote = true if they may."
        )


def check_endpoint(url: str, setting: str, allow_remote: bool) -> None:
    """Refuse what is no web address, and another machine without leave."""
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise EndpointError(f"{setting} = {url!r} is no web address. Write http://127.0.0.1:PORT/v1.")
    if not is_local(url) and not allow_remote:
        raise EndpointError(
            f"{setting} is {parts.hostname}, not this machine: facts would leave it. "
            "Set llm.allow_remote = true if they may."
        )


def check_cluster(cluster: ClusterSettings) -> None:
    """Refuse workers on another machine without leave."""
    address = cluster.address.removeprefix("ray://")
    if address and address != "local" and not is_local(f"//{address}") and not cluster.allow_remote:
        raise EndpointError(
            f"cluster.address is {address}, not this machine: texts would be read there. "
            "Set cluster.allow_remote = true if they may."
        )


def announce(url: str, what: str) -> None:
    """Say on standard error, once for each address and process, where text is sent."""
    address = without_secrets(url)
    with _lock:
        if address in _announced:
            return
        _announced.add(address)
    where = "on this machine" if is_local(url) else "OUTSIDE this machine"
    print(f"countercase: {what} is sent to {address} ({where}).", file=sys.stderr)  # noqa: T201


def without_secrets(url: str) -> str:
    """The address without user, password, query and fragment."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{host}{f':{parts.port}' if parts.port else ''}{parts.path}"


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
        """Never: urllib then raises the HTTPError of the redirect itself."""


def post(url: str, body: bytes, headers: Mapping[str, str], timeout_seconds: float) -> bytes:
    """The answer to one request; an OSError where it fails, a redirect among them."""
    handlers: list[urllib.request.BaseHandler] = [_NoRedirect()]
    if is_local(url):
        handlers.append(urllib.request.ProxyHandler({}))
    request = urllib.request.Request(url, body, dict(headers))  # noqa: S310 - check_endpoint has seen the scheme
    with urllib.request.build_opener(*handlers).open(request, timeout=timeout_seconds) as response:
        content: bytes = response.read()
        return content
