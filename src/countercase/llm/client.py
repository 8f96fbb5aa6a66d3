"""Asks an endpoint: cache first, then budget, then a few tries on the wire."""

import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field, ValidationError

from countercase.errors import BudgetSpent, EndpointError, EndpointSilent, MissingExtra, ReplayMiss
from countercase.llm.cache import AnswerCache, Reply, request_key
from countercase.outbound import announce, check_endpoint, is_local
from countercase.settings import LlmSettings

if TYPE_CHECKING:
    from openai import OpenAI


# What a run may spend, and what it has spent.

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Usage:
    """Calls and tokens; `cached` answers cost nothing. `cost` is None where no price is set."""

    calls: int = 0
    cached: int = 0
    retries: int = 0
    question_tokens: int = 0
    answer_tokens: int = 0
    seconds: float = 0.0
    cost: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {**asdict(self), "seconds": round(self.seconds, 3)}


class Budget:
    """Refuses the call that would go past a limit; safe to share between threads.

    Tokens are known after a call, so a run may pass `max_tokens` by the answers that were under way.
    """

    def __init__(self, settings: LlmSettings) -> None:
        self._settings = settings
        self._usage = Usage()
        self._lock = threading.Lock()

    @property
    def usage(self) -> Usage:
        """What was spent so far."""
        with self._lock:
            used, prices = self._usage, self._settings
            if not (prices.price_question or prices.price_answer):
                return used
            cost = used.question_tokens * prices.price_question + used.answer_tokens * prices.price_answer
            return replace(used, cost=cost / MILLION)

    def take_call(self, again: bool = False) -> None:
        """One more call, or an error where none is left; a retry is a call too."""
        with self._lock:
            used, limits = self._usage, self._settings
            if used.calls >= limits.max_calls:
                raise BudgetSpent(f"All {limits.max_calls} calls of this run are spent. Raise llm.max_calls.")
            if limits.max_tokens and used.question_tokens + used.answer_tokens >= limits.max_tokens:
                raise BudgetSpent(f"All {limits.max_tokens} tokens of this run are spent. Raise llm.max_tokens.")
            self._usage = replace(used, calls=used.calls + 1, retries=used.retries + again)

    def spend(self, question_tokens: int, answer_tokens: int, seconds: float) -> None:
        """Note what a call has cost."""
        with self._lock:
            used = self._usage
            self._usage = replace(
                used,
                question_tokens=used.question_tokens + question_tokens,
                answer_tokens=used.answer_tokens + answer_tokens,
                seconds=used.seconds + seconds,
            )

    def note_cached(self) -> None:
        """An answer that came from the cache."""
        with self._lock:
            self._usage = replace(self._usage, cached=self._usage.cached + 1)


# One call to an OpenAI-compatible endpoint through the `openai` package, and what can come of it.

NO_KEY = "none"  # the openai package insists on a key and would else take OPENAI_API_KEY, which is not ours to send
_NEVER_BETTER = 501  # a server error that no retry mends: the server cannot do what was asked


class Busy(Exception):
    """The endpoint may answer later; `retry_after` is what it asked for, in seconds."""

    def __init__(self, why: str, retry_after: float = 0.0) -> None:
        super().__init__(why)
        self.retry_after = retry_after


class EndpointRefused(Exception):
    """The endpoint will not answer this."""

    def __init__(self, status: int, said: str) -> None:
        super().__init__(said)
        self.status = status


class _Message(BaseModel):
    content: str | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Usage(BaseModel):
    prompt_tokens: int
    completion_tokens: int


class _Completion(BaseModel):
    choices: list[_Choice] = Field(min_length=1)
    usage: _Usage | None = None


class Wire:
    """Sends one body and reads one answer; connects at the first call."""

    def __init__(self, settings: LlmSettings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._openai: OpenAI | None = None

    def __str__(self) -> str:
        return f"{self._settings.base_url} ({self._settings.model})"

    def send(self, body: dict[str, Any]) -> Reply:
        """The reply; Busy, Refused or an EndpointError otherwise."""
        client = self._connect()
        started = time.monotonic()
        text = self._post(client, body)
        seconds = time.monotonic() - started
        try:
            found = _Completion.model_validate_json(text)
        except ValidationError:
            raise EndpointError(
                f"{self} did not answer as an OpenAI-compatible endpoint. Check llm.base_url."
            ) from None
        choice = found.choices[0]
        answer = choice.message.content or ""
        asked = "".join(message["content"] for message in body["messages"])
        return Reply(
            answer,
            choice.finish_reason != "length",
            found.usage.prompt_tokens if found.usage else estimated_tokens(asked),
            found.usage.completion_tokens if found.usage else estimated_tokens(answer),
            round(seconds, 3),
        )

    def _post(self, client: "OpenAI", body: dict[str, Any]) -> str:
        import openai

        try:
            return client.chat.completions.with_raw_response.create(**body).http_response.text
        except openai.APITimeoutError:
            seconds = self._settings.timeout_seconds
            raise EndpointSilent(f"{self} did not answer in {seconds:g} s. Raise llm.timeout_seconds.") from None
        except openai.APIConnectionError as error:
            if type(error.__cause__).__name__ == "ConnectError":
                raise EndpointError(f"{self} cannot be reached. Is it running?") from None
            raise Busy(f"the connection broke: {error.__cause__}") from None
        except openai.APIStatusError as error:
            status = error.status_code
            if status == 429 or (status >= 500 and status != _NEVER_BETTER):
                asked = error.response.headers.get("retry-after", "")
                raise Busy(f"status {status}", float(asked) if asked.isdigit() else 0.0) from None
            raise EndpointRefused(status, " ".join(str(error.message).split())[:200]) from None

    def _connect(self) -> "OpenAI":
        """No proxy for this machine, no redirect to anywhere, no retries but ours, no name of the user's."""
        with self._lock:
            if self._openai is None:
                try:
                    from openai import DefaultHttpxClient, OpenAI
                except ImportError:
                    raise MissingExtra("openai", "llm") from None
                local = is_local(self._settings.base_url)
                announce(self._settings.base_url, "text for the language model")
                self._openai = OpenAI(
                    base_url=self._settings.base_url,
                    api_key=self._settings.api_key or NO_KEY,
                    timeout=self._settings.timeout_seconds,
                    max_retries=0,
                    http_client=DefaultHttpxClient(trust_env=not local, follow_redirects=False),
                )
                self._openai.organization = self._openai.project = None
            return self._openai

    def close(self) -> None:
        """Give the connections back."""
        with self._lock:
            if self._openai is not None:
                self._openai.close()
                self._openai = None


def estimated_tokens(text: str) -> int:
    """For servers that do not count: four characters a token, rounded up."""
    return -(-len(text) // 4)


LONGEST_WAIT = 60.0
# What servers say to a response format that they do not know.
_FORMAT_REFUSED = frozenset({400, 415, 422, 501})
_REMEDY = {401: "Check llm.api_key.", 403: "Check llm.api_key.", 404: "Check llm.base_url and llm.model."}


@dataclass(frozen=True, slots=True)
class ModelQuestion:
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

    def complete(self, question: ModelQuestion) -> Reply:
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
            except EndpointRefused as refused:
                if refused.status not in _FORMAT_REFUSED:
                    raise self._explained(refused) from None
        try:
            reply = self._send(bodies[1])
        except EndpointRefused as refused:
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

    def _explained(self, refused: EndpointRefused) -> EndpointError:
        remedy = _REMEDY.get(refused.status, "Check the settings of llm.")
        return EndpointError(f"{self._wire} refused with status {refused.status}: {refused}. {remedy}")


def _with_format(settings: LlmSettings, question: ModelQuestion) -> dict[str, Any]:
    """The whole request, with the schema as its response format."""
    named = {"name": "answer", "strict": True, "schema": question.schema}
    return {**_plain(settings, question), "response_format": {"type": "json_schema", "json_schema": named}}


def _with_words(settings: LlmSettings, question: ModelQuestion) -> dict[str, Any]:
    """The whole request, with the schema in the first message."""
    body = _plain(settings, question)
    body["messages"][0]["content"] += f"\nThe JSON object fits this JSON schema: {json.dumps(question.schema)}"
    return body


def _plain(settings: LlmSettings, question: ModelQuestion) -> dict[str, Any]:
    return {
        "model": settings.model,
        "messages": [{"role": role, "content": text} for role, text in question.messages],
        "temperature": 0,
        "max_tokens": settings.answer_tokens,
    }


def check_address(settings: LlmSettings) -> None:
    """Refuse an endpoint that is incomplete, or that is another machine without leave."""
    check_endpoint(settings.base_url, "llm.base_url", settings.allow_remote)
    if not settings.model:
        raise EndpointError("llm.model is not set. Name the model that the endpoint serves.")
