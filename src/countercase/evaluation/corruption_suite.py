"""How many sentences made wrong on purpose each score rejects, and how many true ones."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from countercase.domain.case import CaseId
from countercase.domain.explanation import Sentence
from countercase.evaluation.corruptions import Corruption, corrupt
from countercase.evaluation.explanation_eval import is_grounded
from countercase.explanation.strict import Check, check_anchored

Texts = Callable[[CaseId], str]
Chunks = Callable[[CaseId], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Rejections:
    """Of `made` sentences, those that each score rejects."""

    made: int
    strict: int
    seed: int

    @property
    def strict_share(self) -> float | None:
        """None where nothing of the kind could be made."""
        return self.strict / self.made if self.made else None

    @property
    def seed_share(self) -> float | None:
        """None where nothing of the kind could be made."""
        return self.seed / self.made if self.made else None


def rejections(sentences: Sequence[Sentence], text_of: Texts, chunks_of: Chunks) -> Rejections:
    """What the scores reject of sentences as they are."""
    strict = sum(not check_anchored(one, text_of).supported for one in sentences)
    seed = sum(not is_grounded(one.text, chunks_of(one.anchor.case_id)) for one in sentences)
    return Rejections(len(sentences), strict, seed)


def run_suite(
    sentences: Sequence[Sentence],
    text_of: Texts,
    chunks_of: Chunks,
    seed: int = 20,
    missed: Callable[[Corruption, Sentence, Check], None] = lambda _kind, _sentence, _check: None,
) -> dict[Corruption, Rejections]:
    """Every sentence made wrong in every way it can be; `missed` is told of what the strict check let through."""
    rng = random.Random(seed)  # noqa: S311 - a sample, no secret
    results: dict[Corruption, Rejections] = {}
    for kind in Corruption:
        wrong = [made for one in sentences if (made := corrupt(kind, one, sentences, rng)) is not None]
        results[kind] = rejections(wrong, text_of, chunks_of)
        for one in wrong:
            found = check_anchored(one, text_of)
            if found.supported:
                missed(kind, one, found)
    return results
