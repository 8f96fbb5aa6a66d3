"""One call to an OpenAI-compatible endpoint through the `openai` package, and what can come of it."""

import threading
import time
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field, ValidationError

from countercase.errors import EndpointError, EndpointSilent, MissingExtra
from countercase.llm.cache import Reply
from countercase.outbound import announce, is_local
from countercase.settings import LlmSettings

if TYPE_CHECKING:
    from openai import OpenAI

NO_KEY = "none"  # the openai package insists on a key and would else take OPENAI_API_KEY, which is not ours to send
_NEVER_BETTER = 501  # a server error that no retry mends: the server cannot do what was asked


class Busy(Exception):
    """The endpoint may answer later; `retry_after` is what it asked for, in seconds."""

    def __init__(self, why: str, retry_after: float = 0.0) -> None:
        super().__init__(why)
        self.retry_after = retry_after


class Refused(Exception):
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
            raise Refused(status, " ".join(str(error.message).split())[:200]) from None

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
