"""Faithfulness of explanations, twice: the specification's word test, and the strict check.

The specification's test asks whether 40 % of a sentence's content words are in one source chunk. It accepts most
sentences against a wrong case and all whose numbers were changed, so the strict check stands beside it:
`countercase.explanation.strict`. Sources are texts of the store only: an explanation is never its own source.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from countercase.domain.case import CaseId
from countercase.domain.explanation import Statement
from countercase.explanation.strict import SupportCheck, check_anchored
from countercase.settings import GROUNDED_SHARE
from countercase.text.words import GROUNDING_STOP_WORDS

TARGET = 0.90  # the specification's, for its own score
_WORD = re.compile(r"[a-z0-9]+")


@dataclass(frozen=True, slots=True)
class SpecificationScore:
    """The specification's faithfulness: how many sentences are grounded."""

    grounded: int
    sentences: int

    @property
    def value(self) -> float | None:
        """The share; None, not NaN, where there is no sentence."""
        return self.grounded / self.sentences if self.sentences else None


def content_words(text: str) -> frozenset[str]:
    """Words and figures in lower case that are no function words."""
    return frozenset(word for word in _WORD.findall(text.lower()) if word not in GROUNDING_STOP_WORDS)


def is_grounded(sentence: str, chunks: Iterable[str], share: float = GROUNDED_SHARE) -> bool:
    """The specification's test: at least `share` of the content words are in one chunk; without any, not grounded."""
    words = content_words(sentence)
    return bool(words) and any(len(words & content_words(chunk)) >= share * len(words) for chunk in chunks)


def specification_faithfulness(sentences: Sequence[str], chunks: Sequence[str]) -> SpecificationScore:
    """The specification's faithfulness score of an explanation against its source chunks."""
    return SpecificationScore(sum(is_grounded(sentence, chunks) for sentence in sentences), len(sentences))


@dataclass(frozen=True, slots=True)
class StrictScore:
    """How many sentences their anchored spans support; what is not verifiable is not supported."""

    supported: int
    unsupported: int
    unverifiable: int
    problems: Mapping[str, int] = field(default_factory=dict)

    @property
    def sentences(self) -> int:
        """All that were checked."""
        return self.supported + self.unsupported + self.unverifiable

    @property
    def value(self) -> float | None:
        """The share of supported sentences; None, not NaN, where there is no sentence."""
        return self.supported / self.sentences if self.sentences else None


def strict_faithfulness(sentences: Iterable[Statement], text_of: Callable[[CaseId], str]) -> StrictScore:
    """The strict score; `text_of` reads the stored text of a case."""
    checks = [check_anchored(sentence, text_of) for sentence in sentences]
    verdicts = Counter(check.verdict for check in checks)
    kinds = Counter(_kind(problem) for check in checks for problem in check.problems)
    return StrictScore(
        verdicts[SupportCheck.SUPPORTED],
        verdicts[SupportCheck.UNSUPPORTED],
        verdicts[SupportCheck.UNVERIFIABLE],
        dict(sorted(kinds.items())),
    )


def _kind(problem: str) -> str:
    """A problem without what it was found on: `number 17` -> `number`."""
    head, colon, _ = problem.partition(":")
    return head if colon else head.split(maxsplit=1)[0] if head.split(maxsplit=1)[0] in _NAMED else head


_NAMED = frozenset({"number", "date", "name", "provision", "citation", "Act"})
