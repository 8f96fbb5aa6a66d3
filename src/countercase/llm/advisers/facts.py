"""Facts that the rules may have missed. A fact is the words that state it: what is not in the narrative is dropped."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import ConfigDict, Field

from countercase.domain.facts import FactKind
from countercase.domain.span import Span
from countercase.errors import AnswerRefused, BudgetSpent, EndpointError
from countercase.llm.excerpt import excerpt
from countercase.llm.model import LanguageModel
from countercase.llm.prompt import load_prompt
from countercase.llm.structured import AnswerSchema

PROMPT = ("countercase.llm.advisers", "facts.v1.md")
PROMPT_WITH_NAMES = ("countercase.llm.advisers", "facts.v2.md")
MOST = 6
LONGEST_QUOTE = 200  # a quote of more characters is a passage, not a fact

# The words of domain.facts.FactKind, spelled out because a schema is read without running code.
Kind = Literal["provision", "party", "role", "relation", "evidence", "instrument", "result", "act", "number"]


class FoundFact(AnswerSchema):
    """One fact as the model answers it."""

    kind: Kind
    quote: str


class FoundFacts(AnswerSchema):
    """What the model answers."""

    facts: list[FoundFact] = Field(max_length=MOST)


def _all_asked_for(schema: dict[str, Any]) -> None:
    """Servers that hold a schema strictly want every field named; an answer in words may leave one out."""
    schema["required"] = list(schema["properties"])
    for field in schema["properties"].values():
        field.pop("default", None)


class ValuedFact(FoundFact):
    """One fact with what it says, so that it can be a fact of the sheet."""

    model_config = ConfigDict(json_schema_extra=_all_asked_for)

    value: str | None = None
    status: Literal["present", "absent", "disputed"] | None = None
    of: str | None = None
    quantity: Literal["amount", "age", "duration", "weight", "persons", "date"] | None = None
    unit: str | None = None


class ValuedFacts(AnswerSchema):
    """What the model answers where it was given the names to choose from."""

    facts: list[ValuedFact] = Field(max_length=MOST)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A kind and all the places where the narrative has these words; what it says, where that was asked."""

    kind: FactKind
    quote: str
    spans: tuple[Span, ...]
    value: str | None = None
    status: str | None = None
    of: str | None = None
    quantity: str | None = None
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Suggestions:
    """What was kept, how many quotes were dropped, and which path was taken: "model", or "model failed" and why."""

    kept: tuple[Suggestion, ...] = ()
    dropped: int = 0
    path: str = "model"
    why: str = ""


def suggest_facts(model: LanguageModel, narrative: str, names: str = "") -> Suggestions:
    """Facts with their places, and with values of the named lists where some are given.

    A model that fails suggests nothing and says so.
    """
    shown = excerpt(narrative, 0, model.context_characters)
    try:
        if not names:
            return model.ask(
                load_prompt(*PROMPT), {"narrative": shown}, FoundFacts, lambda answer: _checked(answer.facts, narrative)
            )
        room = max(model.context_characters - len(names), model.context_characters // 2)
        data = {"names": names, "narrative": excerpt(narrative, 0, room)}
        return model.ask(
            load_prompt(*PROMPT_WITH_NAMES), data, ValuedFacts, lambda answer: _checked(answer.facts, narrative)
        )
    except (EndpointError, BudgetSpent) as error:
        return Suggestions(path="model failed", why=str(error))


def _checked(answered: Sequence[FoundFact], narrative: str) -> Suggestions:
    kept: dict[tuple[str, str | None, tuple[Span, ...]], Suggestion] = {}
    dropped = 0
    for fact in answered:
        spans = find_quote(fact.quote, narrative)
        if spans:
            said = fact.model_dump(exclude={"kind", "quote"})
            suggestion = Suggestion(FactKind(fact.kind), spans[0].of(narrative), spans, **said)
            kept.setdefault((fact.kind, suggestion.value, spans), suggestion)
        else:
            dropped += 1
    if answered and not kept:
        raise AnswerRefused(f"None of the {dropped} quotes that the model gave stands in the narrative.")
    return Suggestions(tuple(kept.values()), dropped)


def find_quote(quote: str, text: str) -> tuple[Span, ...]:
    """All places of the quote, whole words only; spaces and line breaks are alike. Empty where it stands nowhere."""
    words = quote.split()
    if not words or len(quote) > LONGEST_QUOTE or not re.search(r"\w", quote):
        return ()
    pattern = r"(?<!\w)" + r"\s+".join(re.escape(word) for word in words) + r"(?!\w)"
    return tuple(Span(found.start(), found.end()) for found in re.finditer(pattern, text))
