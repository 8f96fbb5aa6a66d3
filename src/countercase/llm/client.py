"""Asks an endpoint: first the cache, then the budget, then a few attempts over the network."""

import hashlib
import json
import os
import socket
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, replace
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from pydantic import BaseModel, Field, ValidationError

from countercase.errors import BudgetSpent, EndpointError, EndpointSilent, ReplayMiss
from countercase.outbound import (
    DeadlinePassed,
    TooMuchSent,
    announce,
    check_endpoint,
    post,
    redacted,
    seconds_left,
    secrets_of,
    without_secrets,
)
from countercase.settings import LlmSettings

# Answers cached by the whole request, in one SQLite file that only its owner can read.


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: the text, whether it was finished, and what it cost."""

    text: str
    finished: bool
    question_tokens: int
    answer_tokens: int
    seconds: float


def request_key(address: str, body: Mapping[str, Any], nonce: str) -> str:
    """A hash of the address and everything sent. The nonce, which is new each time, is replaced by a fixed word."""
    sent = json.dumps([address, body], sort_keys=True, ensure_ascii=False).replace(nonce, "NONCE")
    return hashlib.sha256(sent.encode()).hexdigest()


class AnswerCache:
    """One table in a file; opened for each answer, so that threads and processes can share it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            with self._open() as db:
                db.execute("CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, reply TEXT NOT NULL)")
        except (OSError, sqlite3.Error) as error:
            raise EndpointError(f"{path} cannot hold answers: {error}. Set llm.cache to another file or off.") from None

    def get(self, key: str) -> Reply | None:
        """The stored answer; None if there is none."""
        with self._open() as db:
            row = db.execute("SELECT reply FROM answers WHERE key = ?", (key,)).fetchone()
        return Reply(**json.loads(row[0])) if row else None

    def put(self, key: str, reply: Reply) -> None:
        """Store an answer."""
        with self._open() as db:
            db.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (key, json.dumps(asdict(reply))))

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._path, timeout=30)) as db, db:
            yield db


def open_cache(setting: str) -> AnswerCache | None:
    """The cache that `llm.cache` names: empty is the user's cache folder, `off` is none."""
    if setting == "off":
        return None
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "countercase"
    return AnswerCache(Path(setting).expanduser() if setting else folder / "answers.sqlite")


# The budget of a run, and what it has spent.

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Usage:
    """Calls and tokens; `cached` answers cost nothing. `cost` is None if no price is set."""

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
    """Refuses the call that would exceed a limit; safe to share between threads.

    Tokens are known only after a call, so a run may exceed `max_tokens` by the answers that were under way.
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
        """Take one more call from the budget, or raise if none is left; a retry counts too."""
        with self._lock:
            used, limits = self._usage, self._settings
            if used.calls >= limits.max_calls:
                raise BudgetSpent(f"All {limits.max_calls} calls of this run are spent. Raise llm.max_calls.")
            if limits.max_tokens and used.question_tokens + used.answer_tokens >= limits.max_tokens:
                raise BudgetSpent(f"All {limits.max_tokens} tokens of this run are spent. Raise llm.max_tokens.")
            self._usage = replace(used, calls=used.calls + 1, retries=used.retries + again)

    def spend(self, question_tokens: int, answer_tokens: int, seconds: float) -> None:
        """Record what a call has cost."""
        with self._lock:
            used = self._usage
            self._usage = replace(
                used,
                question_tokens=used.question_tokens + question_tokens,
                answer_tokens=used.answer_tokens + answer_tokens,
                seconds=used.seconds + seconds,
            )

    def note_cached(self) -> None:
        """Count an answer that came from the cache."""
        with self._lock:
            self._usage = replace(self._usage, cached=self._usage.cached + 1)


# One call to an OpenAI-compatible endpoint, and what can come of it.

MOST_BYTES = 4 * 1024 * 1024  # of an answer; 400 tokens have about two thousand
_NEVER_BETTER = 501  # a server error that no retry fixes: the server cannot do what was asked


class Busy(Exception):
    """The endpoint may answer later; `retry_after` is the wait that it asks for, in seconds."""

    def __init__(self, why: str, retry_after: float = 0.0) -> None:
        super().__init__(why)
        self.retry_after = retry_after


class EndpointRefused(Exception):
    """The endpoint refuses this request; another try would not help."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
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


class ChatEndpoint:
    """Sends one request and reads one answer. The key and the secrets in the address are never shown."""

    def __init__(self, settings: LlmSettings) -> None:
        self._settings = settings
        self._secrets = secrets_of(settings.base_url, settings.api_key)
        parts = urlsplit(settings.base_url)
        self._address = urlunsplit(parts._replace(path=parts.path.rstrip("/") + "/chat/completions"))

    def __str__(self) -> str:
        return f"{without_secrets(self._settings.base_url)} ({self._settings.model})"

    def send(self, body: dict[str, Any], seconds: float) -> Reply:
        """The reply. Raises Busy, EndpointRefused or EndpointError. `seconds` limits the whole exchange."""
        started = time.monotonic()
        text = self._post(body, seconds)
        elapsed = time.monotonic() - started
        try:
            completion = _Completion.model_validate_json(text)
        except ValidationError:
            raise EndpointError(
                f"{self} did not answer as an OpenAI-compatible endpoint. Check llm.base_url."
            ) from None
        choice = completion.choices[0]
        answer = redacted(choice.message.content or "", self._secrets)
        question = "".join(message["content"] for message in body["messages"])
        return Reply(
            answer,
            choice.finish_reason != "length",
            completion.usage.prompt_tokens if completion.usage else estimated_tokens(question),
            completion.usage.completion_tokens if completion.usage else estimated_tokens(answer),
            round(elapsed, 3),
        )

    def _post(self, body: dict[str, Any], seconds: float) -> bytes:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._settings.api_key:
            headers["Authorization"] = f"Bearer {self._settings.api_key}"
        announce(self._settings.base_url, "text for the language model")
        try:
            answer = post(self._address, json.dumps(body).encode(), headers, seconds, MOST_BYTES)
        except DeadlinePassed:
            raise EndpointSilent(f"{self} did not answer in {seconds:.3g} s. Raise llm.timeout_seconds.") from None
        except TooMuchSent as error:
            raise EndpointError(f"{self} cannot be used: {error}. Check llm.base_url.") from None
        except OSError as error:
            if isinstance(getattr(error, "reason", None), ConnectionRefusedError | socket.gaierror):
                raise EndpointError(f"{self} cannot be reached. Is it running?") from None
            raise Busy(self._shown(str(error))) from None
        if answer.status == HTTPStatus.OK:
            return answer.content
        if answer.status == HTTPStatus.TOO_MANY_REQUESTS or (answer.status >= 500 and answer.status != _NEVER_BETTER):
            seconds_asked = answer.headers.get("Retry-After", "")
            is_number = seconds_asked.isascii() and seconds_asked.isdecimal() and len(seconds_asked) < 10
            wait = float(seconds_asked) if is_number else 0.0
            raise Busy(f"status {answer.status}", wait)
        raise EndpointRefused(answer.status, self._shown(answer.content[:4000].decode(errors="replace")))

    def _shown(self, text: str) -> str:
        """A server's words as a message can show them: one short line, without secrets and control characters."""
        plain = "".join(letter if letter.isprintable() else " " for letter in redacted(text, self._secrets))
        return " ".join(plain.split())[:200]


def estimated_tokens(text: str) -> int:
    """The tokens of a text, for servers that do not count them: one per four characters, rounded up."""
    return -(-len(text) // 4)


# The status codes with which servers refuse a response format that they do not know.
_FORMAT_REFUSED = frozenset({400, 415, 422, 501})
_REMEDY = {401: "Check llm.api_key.", 403: "Check llm.api_key.", 404: "Check llm.base_url and llm.model."}


@dataclass(frozen=True, slots=True)
class ModelQuestion:
    """A question: its messages (role, text), the JSON schema of the answer, and the nonce inside the messages."""

    messages: tuple[tuple[str, str], ...]
    schema: Mapping[str, Any]
    nonce: str


class Client:
    """Asks the endpoint in the settings. Threads may share it; at most `concurrency` of them ask at a time."""

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
        self._endpoint = ChatEndpoint(settings)
        self._slots = threading.Semaphore(settings.concurrency)
        self._takes_schema = True

    def complete(self, question: ModelQuestion) -> Reply:
        """The reply from the cache or the endpoint; the schema is the response format if the server accepts it."""
        bodies = [_with_format(self.settings, question), _with_words(self.settings, question)]
        keys = [request_key(self.settings.base_url, body, question.nonce) for body in bodies]
        cached = self._cached(keys)
        if cached is not None:
            self.budget.note_cached()
            return cached
        if self.settings.replay:
            raise ReplayMiss("llm.replay is on and the cache has no answer to this question. Run once without it.")
        with self._slots:
            until = time.monotonic() + seconds_left(self.settings.timeout_seconds)
            accepted, reply = self._first_accepted(bodies, until)
        # A replay has another nonce; the reply must still lead to the same next question.
        reply = replace(reply, text=reply.text.replace(question.nonce, "MARK"))
        if self._cache is not None:
            self._cache.put(keys[accepted], reply)
        return reply

    def _cached(self, keys: list[str]) -> Reply | None:
        if self._cache is None:
            return None
        return next((reply for reply in map(self._cache.get, keys) if reply is not None), None)

    def _first_accepted(self, bodies: list[dict[str, Any]], until: float) -> tuple[int, Reply]:
        """The index of the body that the server accepts, and its reply. A format that it refused is not tried again."""
        if self._takes_schema:
            try:
                return 0, self._send(bodies[0], until)
            except EndpointRefused as refused:
                if refused.status not in _FORMAT_REFUSED:
                    raise self._explained(refused) from None
        try:
            reply = self._send(bodies[1], until)
        except EndpointRefused as refused:
            raise self._explained(refused) from None
        self._takes_schema = False
        return 1, reply

    def _send(self, body: dict[str, Any], until: float) -> Reply:
        """The reply, after a few attempts if necessary; the attempts and the waits between them end at `until`."""
        why = ""
        for attempt in range(self.settings.retries + 1):
            self.budget.take_call(again=attempt > 0)
            try:
                reply = self._endpoint.send(body, max(0.01, until - time.monotonic()))
            except Busy as busy:
                why = str(busy)
                if attempt < self.settings.retries:
                    self._wait(max(busy.retry_after, self.settings.backoff_seconds * 2**attempt), until, why)
                continue
            self.budget.spend(reply.question_tokens, reply.answer_tokens, reply.seconds)
            return reply
        raise EndpointSilent(f"{self._endpoint} failed {self.settings.retries + 1} times: {why}. Try again later.")

    def _wait(self, seconds: float, until: float, why: str) -> None:
        if time.monotonic() + seconds >= until:
            raise EndpointSilent(
                f"{self._endpoint} failed ({why}), and there is no time to try again. Raise llm.timeout_seconds."
            )
        self._sleep(seconds)

    def _explained(self, refused: EndpointRefused) -> EndpointError:
        remedy = _REMEDY.get(refused.status, "Check the settings of llm.")
        return EndpointError(f"{self._endpoint} refused with status {refused.status}: {refused}. {remedy}")


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
    """Refuse an endpoint that is incomplete, or on another machine without permission."""
    check_endpoint(settings.base_url, "llm.base_url", settings.allow_remote)
    if not settings.model:
        raise EndpointError("llm.model is not set. Name the model that the endpoint serves.")
