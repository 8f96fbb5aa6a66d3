"""Which addresses are this machine, and what may be asked of any other."""

import ipaddress
from urllib.parse import urlsplit

from countercase.errors import EndpointError
from countercase.settings import LlmSettings


def is_local(url: str) -> bool:
    """Whether the address is this machine: `localhost` or a loopback address, nothing that a name server decides."""
    host = urlsplit(url).hostname or ""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def check_address(settings: LlmSettings) -> None:
    """Refuse an endpoint that is incomplete, or that is another machine without leave."""
    parts = urlsplit(settings.base_url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise EndpointError(f"llm.base_url = {settings.base_url!r} is no address. Write http://127.0.0.1:PORT/v1.")
    if not settings.model:
        raise EndpointError("llm.model is not set. Name the model that the endpoint serves.")
    if not is_local(settings.base_url) and not settings.allow_remote:
        raise EndpointError(
            f"llm.base_url is {parts.hostname}, not this machine: facts would leave it. "
            "Set llm.allow_remote = true if they may."
        )
