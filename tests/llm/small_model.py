"""A language model over a scripted server, and settings that wait for nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.llm.scripted_server import Script, Step, scripted

from countercase.llm.client import AnswerCache, Client
from countercase.llm.model import LanguageModel
from countercase.settings import LlmSettings


def options(url: str, **changes: Any) -> LlmSettings:
    return LlmSettings.model_validate({"base_url": url, "model": "scripted", "backoff_seconds": 0, **changes})


@contextmanager
def model_over(
    *steps: Step, cache: AnswerCache | None = None, **changes: Any
) -> Iterator[tuple[LanguageModel, Script]]:
    """A model that answers by script; its waits are not slept."""
    with scripted(*steps) as script:
        client = Client(options(script.url, **changes), cache, sleep=lambda _: None)
        yield LanguageModel(client), script
