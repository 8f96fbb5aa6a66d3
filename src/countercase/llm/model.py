"""A language model as the features see it: a question in, a checked answer out, and every outcome counted."""

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from countercase.errors import Abstained, AnswerRefused, BudgetSpent, EndpointError, SchemaNotHeld
from countercase.llm.client import Client
from countercase.llm.prompt import PromptFile, fill
from countercase.llm.structured import T, ask_structured

R = TypeVar("R")

OUTCOMES = ("accepted", "rejected", "abstained", "failed")
HOLDS = ("held", "repaired", "not_held")


class LanguageModel:
    """Asks, checks against the source, and counts by prompt: accepted, rejected, abstained, failed."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._counts: dict[str, Counter[str]] = {}
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The model, without where it is served."""
        return self.client.settings.model

    @property
    def context_characters(self) -> int:
        """How much of a document it may be shown."""
        return self.client.settings.context_characters

    def ask(self, prompt: PromptFile, data: Mapping[str, str], schema: type[T], check: Callable[[T], R]) -> R:
        """The checked answer; `check` raises AnswerRefused or Abstained, all else EndpointError or BudgetSpent."""
        name = f"{prompt.name}.v{prompt.version}"
        try:
            found = ask_structured(self.client, fill(prompt, data), schema)
        except SchemaNotHeld:
            self._count(name, "failed", "not_held")
            raise
        except (EndpointError, BudgetSpent):
            self._count(name, "failed")
            raise
        held = "repaired" if found.repaired else "held"
        try:
            value = check(found.value)
        except AnswerRefused:
            self._count(name, "rejected", held)
            raise
        except Abstained:
            self._count(name, "abstained", held)
            raise
        self._count(name, "accepted", held)
        return value

    def report(self) -> dict[str, Any]:
        """What was asked of which prompt, what came of it, and what it cost."""
        with self._lock:
            answers = {
                name: {word: counts[word] for word in (*OUTCOMES, *HOLDS)}
                for name, counts in sorted(self._counts.items())
            }
        return {"model": self.name, "answers": answers, "usage": self.client.budget.usage.as_dict()}

    def _count(self, name: str, *words: str) -> None:
        with self._lock:
            self._counts.setdefault(name, Counter()).update(words)
