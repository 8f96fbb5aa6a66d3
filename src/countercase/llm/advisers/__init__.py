"""What a language model may advise on, with the prompts beside it. Rules decide."""

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import ConfigDict, Field

from countercase.domain.facts import Dispute, Fact, FactKind, FactSheet, SuggestedFact
from countercase.domain.perturbation import Perturbation
from countercase.domain.span import Span
from countercase.errors import Abstained, AnswerRefused, BudgetSpent, EndpointError
from countercase.llm.model import AnswerSchema, LanguageModel, excerpt, load_prompt

# Facts that the rules may have missed. A suggestion must quote the narrative; otherwise it is dropped.

FACTS_PROMPT = ("countercase.llm.advisers", "facts.v1.md")
VALUED_FACTS_PROMPT = ("countercase.llm.advisers", "facts.v2.md")
MOST_FACTS = 6
LONGEST_QUOTE = 200  # a quote of more characters is a passage, not a fact

# The words of domain.facts.FactKind, spelled out because a schema is read without running code.
Kind = Literal["provision", "party", "role", "relation", "evidence", "instrument", "result", "act", "number"]


class FoundFact(AnswerSchema):
    """One fact as the model answers it."""

    kind: Kind
    quote: str


class FoundFacts(AnswerSchema):
    """What the model answers."""

    facts: list[FoundFact] = Field(max_length=MOST_FACTS)


def _require_every_field(schema: dict[str, Any]) -> None:
    """Mark every field as required, since strict servers demand it; a plain answer may leave one out."""
    schema["required"] = list(schema["properties"])
    for field in schema["properties"].values():
        field.pop("default", None)


class ValuedFact(FoundFact):
    """One fact with what it says, so that it can be a fact of the sheet."""

    model_config = ConfigDict(json_schema_extra=_require_every_field)

    value: str | None = None
    status: Literal["present", "absent", "disputed"] | None = None
    of: str | None = None
    quantity: Literal["amount", "age", "duration", "weight", "persons", "date"] | None = None
    unit: str | None = None


class ValuedFacts(AnswerSchema):
    """What the model answers if it was given the names to choose from."""

    facts: list[ValuedFact] = Field(max_length=MOST_FACTS)


@dataclass(frozen=True, slots=True)
class Suggestions:
    """The suggestions with a quote in the narrative, and how many were dropped; `path` is "model" or "model failed"."""

    kept: tuple[SuggestedFact, ...] = ()
    dropped: int = 0
    path: str = "model"
    why: str = ""


def suggest_facts(model: LanguageModel, narrative: str, names: str = "") -> Suggestions:
    """Facts that the narrative states in the words quoted. With `names`, the closed lists, each fact also has a value.

    If the model fails, nothing is suggested, and `why` says what went wrong.
    """
    shown = excerpt(narrative, 0, model.context_characters)
    try:
        if not names:
            return model.ask(
                load_prompt(*FACTS_PROMPT),
                {"narrative": shown},
                FoundFacts,
                lambda answer: _checked(answer.facts, narrative),
            )
        room = max(model.context_characters - len(names), model.context_characters // 2)
        data = {"names": names, "narrative": excerpt(narrative, 0, room)}
        return model.ask(
            load_prompt(*VALUED_FACTS_PROMPT), data, ValuedFacts, lambda answer: _checked(answer.facts, narrative)
        )
    except (EndpointError, BudgetSpent) as error:
        return Suggestions(path="model failed", why=str(error))


def _checked(answered: Sequence[FoundFact], narrative: str) -> Suggestions:
    kept: dict[tuple[str, str | None, tuple[Span, ...]], SuggestedFact] = {}
    dropped = 0
    for fact in answered:
        spans = find_quote(fact.quote, narrative)
        if spans:
            values = fact.model_dump(exclude={"kind", "quote"})
            suggestion = SuggestedFact(kind=FactKind(fact.kind), quote=spans[0].of(narrative), spans=spans, **values)
            kept.setdefault((fact.kind, suggestion.value, spans), suggestion)
        else:
            dropped += 1
    if answered and not kept:
        raise AnswerRefused(f"None of the {dropped} quotes that the model gave is in the narrative.")
    return Suggestions(tuple(kept.values()), dropped)


def find_quote(quote: str, text: str) -> tuple[Span, ...]:
    """Every span of the quote in the text, as whole words; a line break counts as a space. Empty if there is none."""
    words = quote.split()
    if not words or len(quote) > LONGEST_QUOTE or not re.search(r"\w", quote):
        return ()
    pattern = r"(?<!\w)" + r"\s+".join(re.escape(word) for word in words) + r"(?!\w)"
    return tuple(Span(match.start(), match.end()) for match in re.finditer(pattern, text))


# Facts that a model disputes. The fact stays; a dispute that does not quote the narrative is dropped and counted.

DISPUTES_PROMPT = ("countercase.llm.advisers", "disputes.v1.md")
MOST_DISPUTES = 6
LONGEST_REASON = 200  # characters; in the schema, since a small model with no limit reasons until it is cut off


class FoundDispute(AnswerSchema):
    """One dispute as the model answers it: the number of the fact in the list that it was shown."""

    fact: int
    reason: str = Field(max_length=LONGEST_REASON)
    quote: str


class FoundDisputes(AnswerSchema):
    """What the model answers."""

    disputes: list[FoundDispute] = Field(max_length=MOST_DISPUTES)


@dataclass(frozen=True, slots=True)
class Disputed:
    """The index of a fact on the sheet, from 0, and the objection to it."""

    index: int
    dispute: Dispute


@dataclass(frozen=True, slots=True)
class Disputes:
    """The disputes with a quote in the narrative, and how many were dropped; `path` is "model" or "model failed"."""

    kept: tuple[Disputed, ...] = ()
    dropped: int = 0
    path: str = "model"
    why: str = ""


def dispute_facts(model: LanguageModel, sheet: FactSheet, describe: Callable[[Fact], str]) -> Disputes:
    """The facts that the narrative contradicts. If the model fails, nothing is disputed, and `why` says so."""
    if not sheet.facts:
        return Disputes()
    listed = _listed(sheet.facts, describe, model.context_characters // 2)
    shown = excerpt(sheet.narrative, 0, model.context_characters - len(listed))
    data = {"facts": listed, "narrative": shown}
    try:
        return model.ask(
            load_prompt(*DISPUTES_PROMPT),
            data,
            FoundDisputes,
            lambda answer: _checked_disputes(answer, sheet, listed, model.name),
        )
    except (EndpointError, BudgetSpent) as error:
        return Disputes(path="model failed", why=str(error))


def with_disputes(sheet: FactSheet, disputes: Disputes) -> FactSheet:
    """The sheet with the objection on each disputed fact; no fact is removed."""
    by_index = {disputed.index: disputed.dispute for disputed in disputes.kept}
    facts = (replace(fact, dispute=by_index.get(index, fact.dispute)) for index, fact in enumerate(sheet.facts))
    return replace(sheet, facts=tuple(facts))


def _listed(facts: Sequence[Fact], describe: Callable[[Fact], str], characters: int) -> str:
    """The facts with their numbers, from 1, one per line, as many as there is room for."""
    lines: list[str] = []
    for number, fact in enumerate(facts, start=1):
        line = f"{number}. {fact.kind}: {describe(fact)}"
        characters -= len(line) + 1
        if characters < 0:
            break
        lines.append(line)
    return "\n".join(lines)


def _checked_disputes(answer: FoundDisputes, sheet: FactSheet, listed: str, by: str) -> Disputes:
    kept: dict[int, Disputed] = {}
    dropped = 0
    for dispute in answer.disputes:
        index, reason = dispute.fact - 1, " ".join(dispute.reason.split())
        spans = find_quote(dispute.quote, sheet.narrative)
        if not (spans and reason) or not 0 <= index < len(listed.splitlines()) or index in kept:
            dropped += 1
            continue
        kept[index] = Disputed(index, Dispute(by, reason, spans[0].of(sheet.narrative)))
    return Disputes(tuple(kept[index] for index in sorted(kept)), dropped)


# One sentence in smoother words. If a number, name, negation or word of legal force changes, the original stays.

PROSE_PROMPT = ("countercase.llm.advisers", "prose.v1.md")
_NUMBER = re.compile(r"\d[\d,.]*(?<![,.])[a-z]?")
_NEGATION = re.compile(
    r"\b(?:not|no|never|without|neither|nor|none|cannot|absent|absence|lacks?)\b|n't\b", re.IGNORECASE
)
# Words that carry the force of a sentence of law. "A and B" is not "A or B", "may" is not "must", and who won matters.
_FORCE = re.compile(
    r"""\b(?:or|either|unless|except|only|if|provided|all|any|every|each|some|both|many|most|few
    |may|might|must|shall|should|can|could|will|would|before|after|until|within|beyond
    |more|less|fewer|least|above|below|over|under|exceed\w*|same|different|similar|like|unlike
    |guilty|innocent|acquit\w*|convict\w*|allow\w*|dismiss\w*|upheld|uphold\w*|set\ aside|revers\w*|overrul\w*
    |grant\w*|refus\w*|den(?:y|ied|ies)|reject\w*|liable|bound|binding|valid|void|invalid|lawful|unlawful|illegal
    |petitioners?|respondents?|appellants?|plaintiffs?|defendants?|accused|victims?|deceased|complainants?
    |minors?|adults?)\b|(?<=\w)/(?=\w)""",
    re.IGNORECASE | re.VERBOSE,
)
# A capital inside a sentence is a name; the word that opens it may be any word.
_NAME = re.compile(r"(?<=[\w,;:\"“(] )[\"“(]?([A-Z][\w'’-]*)")


class SmoothSentence(AnswerSchema):
    """What the model answers."""

    sentence: str


def smooth(model: LanguageModel, sentence: str, quote: str) -> str:
    """The sentence in smoother words; unchanged if the model fails or changes its meaning."""
    data = {"sentence": sentence, "quote": quote}
    try:
        return model.ask(
            load_prompt(*PROSE_PROMPT), data, SmoothSentence, lambda answer: _same_in_law(answer.sentence, sentence)
        )
    except (EndpointError, BudgetSpent):
        return sentence


def _same_in_law(smoothed: str, sentence: str) -> str:
    """The smoothed sentence. Raises AnswerRefused if a number, name, negation or word of legal force changed."""
    smoothed = " ".join(smoothed.split())
    if not smoothed or len(smoothed) > 2 * len(sentence) + 40:
        raise AnswerRefused("The smoothed sentence is empty or much longer than the original.")
    for what, pattern in (("numbers", _NUMBER), ("negations", _NEGATION), ("words of legal force", _FORCE)):
        if Counter(pattern.findall(smoothed.lower())) != Counter(pattern.findall(sentence.lower())):
            raise AnswerRefused(f"The smoothed sentence has other {what} than the original.")
    if set(_NAME.findall(smoothed)) - set(re.findall(r"[\w'’-]+", sentence)):
        raise AnswerRefused("The smoothed sentence has names that the original does not.")
    return smoothed


# Whether a changed matter could be a real one: one of three words, with a reason.

VERDICT_PROMPT = ("countercase.llm.advisers", "verdict.v1.md")
LONGEST_VERDICT_REASON = 300  # characters; in the schema, since a small model with no limit reasons until it is cut off


class ModelVerdict(AnswerSchema):
    """What the model answers."""

    reasoning: str = Field(max_length=LONGEST_VERDICT_REASON)
    verdict: Literal["plausible", "implausible", "unsure"]
    operative: bool


def plausibility(model: LanguageModel, change: Perturbation, changed: FactSheet) -> str:
    """JSON text `{"plausible", "operative", "reasoning"}`; "unsure" is an error, so that nothing takes it for a yes."""
    near = (change.after.spans if change.after else ()) or (change.before.spans if change.before else ())
    shown = excerpt(changed.narrative, near[0].start if near else 0, model.context_characters)
    return model.ask(load_prompt(*VERDICT_PROMPT), {"matter": shown, "change": change.sentence}, ModelVerdict, _advice)


def _advice(answer: ModelVerdict) -> str:
    reason = " ".join(answer.reasoning.split())
    if not reason:
        raise AnswerRefused("The model gave a verdict without a reason.")
    if answer.verdict == "unsure":
        raise Abstained(f"The model is unsure: {reason}")
    advice = {"plausible": answer.verdict == "plausible", "operative": answer.operative, "reasoning": reason}
    return json.dumps(advice, ensure_ascii=False)


# The advisers bound to one model, in the shapes that the features take.


@dataclass(frozen=True, slots=True)
class Advisers:
    """`plausibility` for the validator, `suggest_facts` and `dispute_facts` for the sheet, `smooth` for prose."""

    model: LanguageModel

    def plausibility(self, _sheet: FactSheet, change: Perturbation, changed: FactSheet) -> str:
        """The validator's advice as JSON text. The sheet before the change is not needed."""
        return plausibility(self.model, change, changed)

    def suggest_facts(self, narrative: str) -> Suggestions:
        """Facts that the rules may have missed, each with its spans."""
        return suggest_facts(self.model, narrative)

    def dispute_facts(self, sheet: FactSheet, describe: Callable[[Fact], str]) -> Disputes:
        """Facts of the sheet that the narrative contradicts, each with the words that do."""
        return dispute_facts(self.model, sheet, describe)

    def smooth(self, sentence: str, quote: str) -> str:
        """The sentence in smoother words; unchanged if the model fails or changes its meaning."""
        return smooth(self.model, sentence, quote)
