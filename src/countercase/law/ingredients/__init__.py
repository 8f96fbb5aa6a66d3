"""What each charge, claim, defence and safeguard requires in law, how matters state it, and which words point to it."""

from collections.abc import Collection, Mapping
from functools import cache
from importlib import resources

from countercase.law.ingredients.tables import (
    Ingredient,
    LegalSubject,
    LineRule,
    Role,
    SubjectKind,
    Tables,
    Way,
    WayStatus,
    either_code,
    load,
    tables,
)

# The words that indicate a subject of law: a matter full of cheques, memos and notices is about section 138.

_STRONGEST = 25  # words of a matter that count for a subject; more would favour long matters


@cache
def _subjects_by_word() -> Mapping[str, tuple[tuple[str, float], ...]]:
    """The subjects that each word indicates, and how strongly. `training/subject_words.py` makes the table."""
    table = resources.files("countercase.law.ingredients") / "tables" / "subject_words.tsv"
    grouped: dict[str, list[tuple[str, float]]] = {}
    for line in table.read_text(encoding="utf-8").splitlines():
        subject, *words = line.split("\t")
        for word in words:
            key, _, weight = word.rpartition("=")
            grouped.setdefault(key, []).append((subject, float(weight)))
    return {key: tuple(subjects) for key, subjects in grouped.items()}


def subject_scores(keys: Collection[str]) -> dict[str, float]:
    """How strongly the words of a matter indicate each subject: the sum of its strongest words."""
    by_word = _subjects_by_word()
    weights: dict[str, list[float]] = {}
    for key in keys:
        for subject, weight in by_word.get(key, ()):
            weights.setdefault(subject, []).append(weight)
    return {subject: sum(sorted(scores, reverse=True)[:_STRONGEST]) for subject, scores in weights.items()}


__all__ = [
    "Ingredient",
    "LegalSubject",
    "LineRule",
    "Role",
    "SubjectKind",
    "Tables",
    "Way",
    "WayStatus",
    "either_code",
    "load",
    "tables",
]
