"""Compares a precedent with the matter as lawyers do: what both share and what distinguishes them.

A change that closes a difference would strengthen the analogy; one that removes a shared fact would weaken it. The
moves are those of HYPO (Ashley 1990).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from countercase.domain.facts import Fact, FactKey, FactSheet, NumericalFact, Quantity
from countercase.facts.compare import Likeness, compare_facts
from countercase.facts.lines.number_lines import LegalSetting
from countercase.law.tables.thresholds import Threshold

Describe = Callable[[Fact], str]
# A role of someone else is neither shared nor one step away; nor is another weapon of the same group.
_SHARED = frozenset({Likeness.SAME, Likeness.SAME_SECTION, Likeness.COUNTERPART, Likeness.SAME_SIDE})
_ONE_STEP = frozenset(
    {
        Likeness.NEAR_PROVISION,
        Likeness.OTHER_SIDE,
        Likeness.OPPOSITE_STATUS,
        Likeness.IN_DOUBT,
        Likeness.OTHER_PARTY,
        Likeness.OPPOSITE,
    }
)


@dataclass(frozen=True, slots=True)
class Pair:
    """A fact of the matter beside one of the precedent, why they are alike, and the line of law concerned, if any."""

    matter: Fact
    precedent: Fact
    why: str
    line: Threshold | None = None


@dataclass(frozen=True, slots=True)
class Analogy:
    """The matter beside one precedent. A near miss is a pair one step apart: a neighbour, an opposite, a line."""

    shared: tuple[Pair, ...]
    near_misses: tuple[Pair, ...]
    only_matter: tuple[Fact, ...]
    only_precedent: tuple[Fact, ...]


def compare(matter: FactSheet, precedent: FactSheet) -> Analogy:
    """The analogy between a matter and a precedent. Dates, and numbers that belong to nobody, are left out."""
    setting = LegalSetting.of(matter, precedent)
    ours, theirs = _comparable_facts(matter), _comparable_facts(precedent)
    shared = list(_pairs(ours, theirs, setting, _SHARED))
    ours, theirs = _left_over(ours, theirs, shared)
    near_misses = list(_pairs(ours, theirs, setting, _ONE_STEP))
    ours, theirs = _left_over(ours, theirs, near_misses)
    return Analogy(
        tuple(shared),
        tuple(near_misses),
        tuple(ours),
        tuple(theirs),
    )


def analogy_words(words: Describe, analogy: Analogy) -> dict[str, list[str]]:
    """The comparison as lines of text, under headings that say what each group means for the analogy."""
    return {
        "shared; losing one would weaken the analogy": [_pair_words(words, pair) for pair in analogy.shared],
        "near misses; closing one would strengthen it": [_pair_words(words, pair) for pair in analogy.near_misses],
        "only in the precedent; gaining one would strengthen it": [words(fact) for fact in analogy.only_precedent],
        "only in the matter; these distinguish it": [words(fact) for fact in analogy.only_matter],
    }


def _pair_words(words: Describe, pair: Pair) -> str:
    here, there = words(pair.matter), words(pair.precedent)
    return here if here == there else f"{here} / {there} ({pair.why})"


def _comparable_facts(sheet: FactSheet) -> list[Fact]:
    by_key: dict[FactKey, Fact] = {}
    for fact in sheet.facts:
        if not isinstance(fact, NumericalFact) or (fact.quantity is not Quantity.DATE and (fact.role or fact.subject)):
            by_key.setdefault(fact.key, fact)
    return list(by_key.values())


def _pairs(
    ours: Iterable[Fact], theirs: Sequence[Fact], setting: LegalSetting, wanted: Collection[Likeness]
) -> Iterator[Pair]:
    """Pair each fact of the matter with the first fact of the precedent of a wanted likeness; none is used twice."""
    unpaired = list(theirs)
    for our_fact in ours:
        for candidate in unpaired:
            compared = compare_facts(our_fact, candidate, setting)
            if compared is not None and compared.likeness in wanted:
                unpaired.remove(candidate)
                yield Pair(our_fact, candidate, compared.why, compared.line)
                break


def _left_over(ours: list[Fact], theirs: list[Fact], pairs: list[Pair]) -> tuple[list[Fact], list[Fact]]:
    return (
        [fact for fact in ours if not any(pair.matter is fact for pair in pairs)],
        [fact for fact in theirs if not any(pair.precedent is fact for pair in pairs)],
    )
