"""An answer that fits a schema: asked for, checked, repaired at most once, or a typed failure."""

import re
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from countercase.errors import SchemaNotHeld
from countercase.llm.cache import Reply
from countercase.llm.client import Client, Question
from countercase.llm.delimiter import defused
from countercase.llm.prompt import Prompt

_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_FENCED = re.compile(r"\A```(?:json)?\s*(.*?)\s*```\Z", re.DOTALL)


class AnswerSchema(BaseModel):
    """Base of what a model may answer: nothing more than the named fields, nothing coerced."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


T = TypeVar("T", bound=AnswerSchema)


@dataclass(frozen=True, slots=True)
class Structured(Generic[T]):
    """The answer, the replies it took, and whether the first one had to be repaired."""

    value: T
    replies: tuple[Reply, ...]

    @property
    def repaired(self) -> bool:
        """Whether the first answer did not fit."""
        return len(self.replies) > 1


def ask_structured(client: Client, prompt: Prompt, schema: type[T]) -> Structured[T]:
    """Ask, and once more with what was wrong; then SchemaNotHeld."""
    messages: tuple[tuple[str, str], ...] = (("system", prompt.system), ("user", prompt.user))
    shape = schema.model_json_schema()
    first = client.complete(Question(messages, shape, prompt.nonce))
    try:
        return Structured(read_answer(first, schema), (first,))
    except ValueError as error:
        wrong = str(error)
    again = f"That does not fit: {wrong}. Answer with one JSON object that does, and nothing else."
    second = client.complete(
        Question((*messages, ("assistant", defused(first.text)), ("user", again)), shape, prompt.nonce)
    )
    try:
        return Structured(read_answer(second, schema), (first, second))
    except ValueError as error:
        raise SchemaNotHeld(f"The model did not hold the schema of {prompt.name}, twice: {error}.") from None


def read_answer(reply: Reply, schema: type[T]) -> T:
    """The reply as the schema, or ValueError with a short reason; JSON found inside other words does not count."""
    text = _THOUGHT.sub("", reply.text).strip()
    fenced = _FENCED.match(text)
    try:
        return schema.model_validate_json(fenced[1] if fenced else text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the answer"
        cut = "" if reply.finished else "; it was cut off, be shorter"
        raise ValueError(f"{where}: {first['msg'][:120]}{cut}") from None
