"""Whether a changed matter could be a real one: one of three words, with a reason."""

import json
from typing import Literal

from pydantic import Field

from countercase.domain.facts import FactSheet
from countercase.domain.perturbation import Perturbation
from countercase.errors import Abstained, AnswerRefused
from countercase.llm.excerpt import excerpt
from countercase.llm.model import LanguageModel
from countercase.llm.prompt import load_prompt
from countercase.llm.structured import AnswerSchema

PROMPT = ("countercase.llm.advisers", "verdict.v1.md")
LONGEST_REASON = 300  # characters; in the schema, since a small model with no limit reasons until it is cut off


class Verdict(AnswerSchema):
    """What the model answers."""

    reasoning: str = Field(max_length=LONGEST_REASON)
    verdict: Literal["plausible", "implausible", "unsure"]
    operative: bool


def plausibility(model: LanguageModel, change: Perturbation, changed: FactSheet) -> str:
    """JSON text `{"plausible", "operative", "reasoning"}`; "unsure" is an error, so that nothing takes it for a yes."""
    near = (change.after.spans if change.after else ()) or (change.before.spans if change.before else ())
    shown = excerpt(changed.narrative, near[0].start if near else 0, model.context_characters)
    return model.ask(load_prompt(*PROMPT), {"matter": shown, "change": change.sentence}, Verdict, _advice)


def _advice(answer: Verdict) -> str:
    reason = " ".join(answer.reasoning.split())
    if not reason:
        raise AnswerRefused("The model gave a verdict without a reason.")
    if answer.verdict == "unsure":
        raise Abstained(f"The model is unsure: {reason}")
    advice = {"plausible": answer.verdict == "plausible", "operative": answer.operative, "reasoning": reason}
    return json.dumps(advice, ensure_ascii=False)
