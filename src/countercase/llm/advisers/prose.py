"""One sentence in smoother words. Numbers, names and negations stay as they are, or the sentence does."""

import re
from collections import Counter

from countercase.errors import AnswerRefused, BudgetSpent, EndpointError
from countercase.llm.model import LanguageModel
from countercase.llm.prompt import load_prompt
from countercase.llm.structured import AnswerSchema

PROMPT = ("countercase.llm.advisers", "prose.v1.md")
_NUMBER = re.compile(r"\d[\d,.]*(?<![,.])[a-z]?")
_NEGATION = re.compile(
    r"\b(?:not|no|never|without|neither|nor|none|cannot|absent|absence|lacks?)\b|n't\b", re.IGNORECASE
)
# A capital inside a sentence is a name; the word that opens it may be any word.
_NAME = re.compile(r"(?<=[\w,;:\"“(] )[\"“(]?([A-Z][\w'’-]*)")


class SmoothSentence(AnswerSchema):
    """What the model answers."""

    sentence: str


def smooth(model: LanguageModel, sentence: str, quote: str) -> str:
    """The sentence in smoother words; as it was where the model failed or strayed."""
    data = {"sentence": sentence, "quote": quote}
    try:
        return model.ask(load_prompt(*PROMPT), data, SmoothSentence, lambda answer: _kept(answer.sentence, sentence))
    except (EndpointError, BudgetSpent):
        return sentence


def _kept(smoothed: str, sentence: str) -> str:
    smoothed = " ".join(smoothed.split())
    if not smoothed or len(smoothed) > 2 * len(sentence) + 40:
        raise AnswerRefused("The smoothed sentence is empty or much longer than the sentence.")
    for what, pattern in (("numbers", _NUMBER), ("negations", _NEGATION)):
        if Counter(pattern.findall(smoothed.lower())) != Counter(pattern.findall(sentence.lower())):
            raise AnswerRefused(f"The smoothed sentence has other {what} than the sentence.")
    if set(_NAME.findall(smoothed)) - set(re.findall(r"[\w'’-]+", sentence)):
        raise AnswerRefused("The smoothed sentence names what the sentence does not.")
    return smoothed
