"""Facts that a model disputes. The fact stays; a dispute that does not quote the narrative is dropped and counted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pydantic import Field

from countercase.domain.facts import Dispute, Fact, FactSheet
from countercase.errors import BudgetSpent, EndpointError
from countercase.llm.advisers.facts import find_quote
from countercase.llm.excerpt import excerpt
from countercase.llm.model import LanguageModel
from countercase.llm.prompt import load_prompt
from countercase.llm.structured import AnswerSchema

PROMPT = ("countercase.llm.advisers", "disputes.v1.md")
MOST = 6
LONGEST_REASON = 200  # characters; in the schema, since a small model with no limit reasons until it is cut off


class FoundDispute(AnswerSchema):
    """One dispute as the model answers it: the number of the fact in the list that it was shown."""

    fact: int
    reason: str = Field(max_length=LONGEST_REASON)
    quote: str


class FoundDisputes(AnswerSchema):
    """What the model answers."""

    disputes: list[FoundDispute] = Field(max_length=MOST)


@dataclass(frozen=True, slots=True)
class Disputed:
    """The place of a fact on the sheet, counted from 0, and what is held against it."""

    place: int
    dispute: Dispute


@dataclass(frozen=True, slots=True)
class Disputes:
    """What was kept, how many were dropped, and which path was taken: "model", or "model failed" and why."""

    kept: tuple[Disputed, ...] = ()
    dropped: int = 0
    path: str = "model"
    why: str = ""


def dispute_facts(model: LanguageModel, sheet: FactSheet, describe: Callable[[Fact], str]) -> Disputes:
    """Which facts the narrative speaks against; a model that fails disputes nothing and says so."""
    if not sheet.facts:
        return Disputes()
    listed = _listed(sheet.facts, describe, model.context_characters // 2)
    shown = excerpt(sheet.narrative, 0, model.context_characters - len(listed))
    data = {"facts": listed, "narrative": shown}
    try:
        return model.ask(
            load_prompt(*PROMPT), data, FoundDisputes, lambda answer: _checked(answer, sheet, listed, model.name)
        )
    except (EndpointError, BudgetSpent) as error:
        return Disputes(path="model failed", why=str(error))


def with_disputes(sheet: FactSheet, found: Disputes) -> FactSheet:
    """The sheet, the disputed facts carrying what is held against them; none is taken away."""
    by_place = {one.place: one.dispute for one in found.kept}
    facts = (replace(fact, dispute=by_place.get(place, fact.dispute)) for place, fact in enumerate(sheet.facts))
    return replace(sheet, facts=tuple(facts))


def _listed(facts: Sequence[Fact], describe: Callable[[Fact], str], characters: int) -> str:
    """The facts with their numbers, from 1, one a line, as many as there is room for."""
    lines: list[str] = []
    for number, fact in enumerate(facts, start=1):
        line = f"{number}. {fact.kind}: {describe(fact)}"
        characters -= len(line) + 1
        if characters < 0:
            break
        lines.append(line)
    return "\n".join(lines)


def _checked(answer: FoundDisputes, sheet: FactSheet, listed: str, by: str) -> Disputes:
    kept: dict[int, Disputed] = {}
    dropped = 0
    for one in answer.disputes:
        place, reason = one.fact - 1, " ".join(one.reason.split())
        spans = find_quote(one.quote, sheet.narrative)
        if not (spans and reason) or not 0 <= place < len(listed.splitlines()) or place in kept:
            dropped += 1
            continue
        kept[place] = Disputed(place, Dispute(by, reason, spans[0].of(sheet.narrative)))
    return Disputes(tuple(kept[place] for place in sorted(kept)), dropped)
