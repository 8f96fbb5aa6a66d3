"""Prose by a language model, never trusted: a sentence that fails the strict check gives way to the rule's own."""

from collections.abc import Callable
from dataclasses import replace

from countercase.domain.explanation import Explanation, Sentence
from countercase.errors import EndpointError
from countercase.explanation.frame import comparison
from countercase.explanation.strict import check

Rewrite = Callable[[Sentence], str]  # the sentence in other words; may raise EndpointError


def smooth(explanation: Explanation, rewrite: Rewrite) -> Explanation:
    """The explanation with each sentence rewritten where that says no more than its source does."""
    return replace(explanation, sentences=tuple(_smoothed(one, rewrite) for one in explanation.sentences))


def _smoothed(sentence: Sentence, rewrite: Rewrite) -> Sentence:
    try:
        text = " ".join(rewrite(sentence).split())
    except EndpointError:
        return sentence  # the rule-built sentence needs no endpoint
    kept = comparison(text) == comparison(sentence.text) and check(text, sentence.quote).supported
    return replace(sentence, text=text) if kept else sentence
