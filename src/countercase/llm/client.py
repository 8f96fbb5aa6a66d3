"""Asks an endpoint: cache first, then budget, then a few tries on the wire."""

import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from countercase.errors import EndpointError, EndpointSilent, ReplayMiss
from countercase.llm.budget import Budget
from countercase.llm.cache import AnswerCache, Reply, request_key
from countercase.llm.remote import check_address
from countercase.llm.wire import Busy, Refused, Wire
from countercase.settings import LlmSettings

LONGEST_WAIT = 60.0
# What servers say to a response format that they do not know.
_FORMAT_REFUSED = frozenset({400, 415, 422, 501})
_REMEDY = {401: "Check llm.api_key.", 403: "Check llm.api_key.", 404: "Check llm.base_url and llm.model."}


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: messages (role, text), the JSON schema of the answer, and the nonce inside the messages."""

    messages: tuple[tuple[str, str], ...]
    schema: Mapping[str, Any]
    nonce: str


class Client:
    """Asks the endpoint of the settings; shared by threads, of which `concurrency` may wait for it at a time."""

    def __init__(
        self, settings: LlmSettings, cache: AnswerCache | None = None, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        check_address(settings)
        if settings.replay and cache is None:
            raise EndpointError("llm.replay answers from the cache, and llm.cache is off. Name the cache file.")
        self.settings = settings
        self.budget = Budget(settings)
        self._cache = cache
        self._sleep = sleep
        self._wire = Wire(settings)
        self._slots = threading.Semaphore(settings.concurrency)
        self._takes_schema = True

    def complete(self, question: Question) -> Reply:
        """The reply from the cache or the endpoint; the schema goes as a response format where the server takes it."""
        bodies = [_with_format(self.settings, question), _with_words(self.settings, question)]
        keys = [request_key(self.settings.base_url, body, question.nonce) for body in bodies]
        kept = self._kept(keys)
        if kept is not None:
            self.budget.note_cached()
            return kept
        if self.settings.replay:
            raise ReplayMiss("llm.replay is on and the cache has no answer to this question. Run once without it.")
        with self._slots:
            place, reply = self._first_taken(bodies)
        # The nonce is another one at a replay; the reply must lead to the same next question then.
        reply = replace(reply, text=reply.text.replace(question.nonce, "MARK"))
        if self._cache is not None:
            self._cache.put(keys[place], reply)
        return reply

    def close(self) -> None:
        """Give the connections back."""
        self._wire.close()

    def _kept(self, keys: list[str]) -> Reply | None:
        if self._cache is None:
            return None
        return next((kept for kept in map(self._cache.get, keys) if kept is not None), None)

    def _first_taken(self, bodies: list[dict[str, Any]]) -> tuple[int, Reply]:
        """Which body the server took, and its reply; a format that it refused once is not tried again."""
        if self._takes_schema:
            try:
                return 0, self._send(bodies[0])
            except Refused as refused:
                if refused.status not in _FORMAT_REFUSED:
                    raise self._explained(refused) from None
        try:
            reply = self._send(bodies[1])
        except Refused as refused:
            raise self._explained(refused) from None
        self._takes_schema = False
        return 1, reply

    def _send(self, body: dict[str, Any]) -> Reply:
        why = ""
        for tried in range(self.settings.retries + 1):
            self.budget.take_call(again=tried > 0)
            try:
                reply = self._wire.send(body)
            except Busy as busy:
                why = str(busy)
                if tried < self.settings.retries:
                    backoff = self.settings.backoff_seconds * 2**tried
                    self._sleep(min(max(busy.retry_after, backoff), LONGEST_WAIT))
                continue
            self.budget.spend(reply.question_tokens, reply.answer_tokens, reply.seconds)
            return reply
        raise EndpointSilent(f"{self._wire} failed {self.settings.retries + 1} times: {why}. Try again later.")

    def _explained(self, refused: Refused) -> EndpointError:
        remedy = _REMEDY.get(refused.status, "Check the settings of llm.")
        return EndpointError(f"{self._wire} refused with status {refused.status}: {refused}. {remedy}")


def _with_format(settings: LlmSettings, question: Question) -> dict[str, Any]:
    """The whole request, with the schema as its response format."""
    named = {"name": "answer", "strict": True, "schema": question.schema}
    return {**_plain(settings, question), "response_format": {"type": "json_schema", "json_schema": named}}


def _with_words(settings: LlmSettings, question: Question) -> dict[str, Any]:
    """The whole request, with the schema in the first message."""
    body = _plain(settings, question)
    body["messages"][0]["content"] += f"\nThe JSON object fits this JSON schema: {json.dumps(question.schema)}"
    return body


def _plain(settings: LlmSettings, question: Question) -> dict[str, Any]:
    return {
        "model": settings.model,
        "messages": [{"role": role, "content": text} for role, text in question.messages],
        "temperature": 0,
        "max_tokens": settings.answer_tokens,
    }
