"""One structured call to the configured endpoint: does it answer, how fast, and does it hold the schema."""

from dataclasses import dataclass
from typing import Literal

from countercase.errors import EndpointError, SchemaNotHeld
from countercase.llm.client import Client
from countercase.llm.model import AnswerSchema, ask_structured, fill, load_prompt
from countercase.outbound import is_local, without_secrets
from countercase.settings import LlmSettings

PROMPT = ("countercase.llm", "probe.v1.md")


class Ready(AnswerSchema):
    """What the model answers."""

    state: Literal["ready"]
    sum: int


@dataclass(frozen=True, slots=True)
class Probe:
    """What was found; `schema` is held, repaired or not held."""

    base_url: str
    model: str
    local: bool
    schema: str
    right: bool | None
    latency_seconds: float
    question_tokens: int
    answer_tokens: int
    tokens_per_second: float
    why: str = ""


def probe(settings: LlmSettings) -> Probe:
    """Ask once, never from the cache."""
    if settings.replay:
        raise EndpointError("llm.replay is on: nothing is sent. Unset it to try the endpoint.")
    client = Client(settings)
    schema, right, why = "not held", None, ""
    try:
        found = ask_structured(client, fill(load_prompt(*PROMPT), {"numbers": "17 and 25"}), Ready)
        schema, right = "repaired" if found.repaired else "held", found.value.sum == 42
    except SchemaNotHeld as error:
        why = str(error)
    used = client.budget.usage
    return Probe(
        without_secrets(settings.base_url),
        settings.model,
        is_local(settings.base_url),
        schema,
        right,
        round(used.seconds, 3),
        used.question_tokens,
        used.answer_tokens,
        round(used.answer_tokens / used.seconds, 2) if used.seconds else 0.0,
        why,
    )
