"""Refuses a language model that is not fully named, or that is another machine without leave."""

from countercase.errors import EndpointError
from countercase.outbound import check_endpoint
from countercase.settings import LlmSettings


def check_address(settings: LlmSettings) -> None:
    """Refuse an endpoint that is incomplete, or that is another machine without leave."""
    check_endpoint(settings.base_url, "llm.base_url", settings.allow_remote)
    if not settings.model:
        raise EndpointError("llm.model is not set. Name the model that the endpoint serves.")
