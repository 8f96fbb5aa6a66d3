"""Facts that the rules may have missed. A fact is the words that state it: what is not in the narrative is dropped."""

import re
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from countercase.domain.facts import FactKind
from countercase.domain.span import Span
from countercase.errors import AnswerRefused, BudgetSpent, EndpointError
from countercase.llm.excerpt import excerpt
from countercase.llm.model import LanguageModel
from countercase.llm.prompt import load_prompt
from countercase.llm.structured import AnswerSchema

PROMPT = ("countercase.llm.advisers", "facts.v1.md")
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


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A kind and all the places where the narrative has these words."""

    kind: FactKind
    quote: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Suggestions:
    """What was kept, how many quotes were dropped, and which path was taken: "model", or "model failed" and why."""

    kept: tuple[Suggestion, ...] = ()
    dropped: int = 0
    path: str = "model"
    why: str = ""


def suggest_facts(model: LanguageModel, narrative: str) -> Suggestions:
    """Facts with their places; a model that fails suggests nothing and says so."""
    shown = excerpt(narrative, 0, model.context_characters)
    try:
        return model.ask(
            load_prompt(*PROMPT), {"narrative": shown}, FoundFacts, lambda answer: _checked(answer, narrative)
        )
    except (EndpointError, BudgetSpent) as error:
        return Suggestions(path="model failed", why=str(error))


def _checked(answer: FoundFacts, narrative: str) -> Suggestions:
    kept: dict[tuple[str, tuple[Span, ...]], Suggestion] = {}
    dropped = 0
    for fact in answer.facts:
        spans = find_quote(fact.quote, narrative)
        if spans:
            kept.setdefault((fact.kind, spans), Suggestion(FactKind(fact.kind), spans[0].of(narrative), spans))
        else:
            dropped += 1
    if answer.facts and not kept:
        raise AnswerRefused(f"None of the {dropped} quotes that the model gave stands in the narrative.")
    return Suggestions(tuple(kept.values()), dropped)


def find_quote(quote: str, text: str) -> tuple[Span, ...]:
    """All places of the quote, whole words only; spaces and line breaks are alike. Empty where it stands nowhere."""
    words = quote.split()
    if not words or len(quote) > LONGEST_QUOTE or not re.search(r"\w", quote):
        return ()
    pattern = r"(?<!\w)" + r"\s+".join(re.escape(word) for word in words) + r"(?!\w)"
    return tuple(Span(found.start(), found.end()) for found in re.finditer(pattern, text))
