"""What a run may spend, and what it has spent."""

import threading
from dataclasses import asdict, dataclass, replace
from typing import Any

from countercase.errors import BudgetSpent
from countercase.settings import LlmSettings

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
