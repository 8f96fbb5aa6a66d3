"""Edits that change wording and no fact, as long as the change they are held against: the zero point.

Three kinds, taken in turn: circumstances swapped (shop for office, morning for evening), phrases paraphrased, first in
the sentence that states the fact, and neutral words inserted between sentences. No character of a fact is touched.
"""

import csv
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from functools import cache
from importlib import resources

from countercase.domain.span import Span

Split = Callable[[str], Sequence[Span]]
_TRIES = 12  # draws without a new text after which a kind is exhausted


class PlaceboKind(StrEnum):
    """What is changed."""

    CIRCUMSTANCE = "circumstance"
    PARAPHRASE = "paraphrase"
    INSERTION = "insertion"


@dataclass(frozen=True, slots=True)
class Placebo:
    """A narrative that states the same facts in other words; `size` counts words taken out and put in."""

    kind: PlaceboKind
    narrative: str
    size: int


@dataclass(frozen=True, slots=True)
class _Swap:
    """New words for one place of the narrative."""

    span: Span
    words: str
    size: int


def make_placebos(
    narrative: str, facts: Sequence[Span], changed: Sequence[Span], size: int, count: int, seed: int, split: Split
) -> list[Placebo]:
    """`count` different placebos of about `size` words; `facts` are not touched, `changed` is what is compared.

    A short narrative may offer few swaps or paraphrases: insertions then make up the number.
    """
    chooser = random.Random(f"{seed}:{size}:{narrative}")  # noqa: S311 - a seeded draw, not a secret
    sentences = [span for span in split(narrative) if span.of(narrative).strip()]
    near = [span for span in sentences if any(span.overlaps(place) for place in changed)]
    places = {
        PlaceboKind.CIRCUMSTANCE: _places(_circumstances(narrative), facts),
        PlaceboKind.PARAPHRASE: _places(_paraphrases(narrative), facts),
    }
    made: dict[str, Placebo] = {}
    misses = dict.fromkeys(PlaceboKind, 0)
    while len(made) < count and misses[PlaceboKind.INSERTION] < _TRIES:
        for kind in PlaceboKind:
            if misses[kind] >= _TRIES or len(made) == count:
                continue
            if kind is PlaceboKind.INSERTION:
                drawn = _insertion(narrative, sentences, facts, size, chooser)
            else:
                drawn = _swapped(kind, narrative, places[kind], near, size, chooser)
            fresh = drawn is not None and drawn.narrative != narrative and drawn.narrative not in made
            misses[kind] = 0 if fresh else misses[kind] + 1
            if fresh and drawn is not None:
                made[drawn.narrative] = drawn
    return list(made.values())


def change_size(before: str, after: str) -> int:
    """Words taken out and words put in."""
    old, new = before.split(), after.split()
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    return len(old) + len(new) - 2 * sum(block.size for block in blocks)


def changed_spans(before: str, after: str) -> list[Span]:
    """Where `before` differs from `after`, for texts that differ in a stretch or two; the whole stretch is one span."""
    pairs = enumerate(zip(before, after, strict=False))
    start = next((place for place, (old, new) in pairs if old != new), min(len(before), len(after)))
    left, right = len(before), len(after)
    while left > start and right > start and before[left - 1] == after[right - 1]:
        left, right = left - 1, right - 1
    begin = min(start, len(before) - 1)
    return [Span(begin, max(left, begin + 1))] if before else []


def swap_circumstances(narrative: str, facts: Sequence[Span], size: int, seed: int) -> Placebo | None:
    """One placebo of circumstances alone; None where the narrative has too few of them for the size."""
    chooser = random.Random(f"{seed}:{size}:{narrative}")  # noqa: S311 - a seeded draw, not a secret
    return _swapped(PlaceboKind.CIRCUMSTANCE, narrative, _places(_circumstances(narrative), facts), (), size, chooser)


def _swapped(
    kind: PlaceboKind, narrative: str, places: Sequence[_Swap], near: Sequence[Span], size: int, chooser: random.Random
) -> Placebo | None:
    """Random swaps, paraphrases near the fact first, until about as many words are changed."""
    order = list(places)
    chooser.shuffle(order)
    if kind is PlaceboKind.PARAPHRASE:
        order.sort(key=lambda swap: not any(span.contains(swap.span) for span in near))
    taken: list[_Swap] = []
    done = 0
    for swap in order:
        if done >= size:
            break
        if done + swap.size <= size + 1 and not any(swap.span.overlaps(other.span) for other in taken):
            taken.append(swap)
            done += swap.size
    return Placebo(kind, _apply(narrative, taken), done) if 2 * done >= size and taken else None


def _insertion(
    narrative: str, sentences: Sequence[Span], facts: Sequence[Span], size: int, chooser: random.Random
) -> Placebo | None:
    """Neutral sentences of about `size` words together, each after a sentence drawn at random."""
    ends = [span.end for span in sentences if not any(fact.start < span.end < fact.end for fact in facts)]
    if not ends:
        return None
    chosen = _neutral_of(size, chooser)
    text = narrative
    for place, words in sorted(((chooser.choice(ends), words) for words in chosen), reverse=True):
        head, tail = text[:place], text[place:]
        text = f"{head}{'' if head[-1].isspace() else ' '}{words}{' ' if tail else ''}{tail}"
    return Placebo(PlaceboKind.INSERTION, text, sum(len(words.split()) for words in chosen))


def _neutral_of(size: int, chooser: random.Random) -> list[str]:
    """Different neutral sentences that together have about `size` words; at least one."""
    chosen: list[str] = []
    left = size
    while fitting := [text for text in _neutral() if len(text.split()) <= left and text not in chosen]:
        longest = max(len(text.split()) for text in fitting)
        chosen.append(chooser.choice([text for text in fitting if 2 * len(text.split()) >= longest]))
        left -= len(chosen[-1].split())
    return chosen or [chooser.choice(_neutral()[:5])]


def _places(swaps: Iterator[_Swap], facts: Sequence[Span]) -> list[_Swap]:
    return [swap for swap in swaps if not any(swap.span.overlaps(fact) for fact in facts)]


def _circumstances(narrative: str) -> Iterator[_Swap]:
    pattern, others = _circumstance_table()
    for match in pattern.finditer(narrative):
        for other in others[match[0]]:
            yield _Swap(Span(*match.span()), other, 2)


def _paraphrases(narrative: str) -> Iterator[_Swap]:
    for pattern, replacement in _paraphrase_table():
        for match in pattern.finditer(narrative):
            size = len(match[0].split()) + len(replacement.split())
            yield _Swap(Span(*match.span()), _cased(replacement, match[0]), size)


def _apply(narrative: str, swaps: Sequence[_Swap]) -> str:
    for swap in sorted(swaps, key=lambda swap: -swap.span.start):
        narrative = narrative[: swap.span.start] + swap.words + narrative[swap.span.end :]
    return narrative


def _cased(words: str, like: str) -> str:
    return words[0].upper() + words[1:] if like[0].isupper() else words


@cache
def _circumstance_table() -> tuple[re.Pattern[str], dict[str, list[str]]]:
    others: dict[str, list[str]] = {}
    for line in _lines("circumstances.txt"):
        words = line.split()
        for word in words:
            known = others.setdefault(word, [])
            known += [other for other in words if other != word and other not in known]
    return re.compile(rf"\b(?:{'|'.join(sorted(others, key=len, reverse=True))})\b"), others


@cache
def _paraphrase_table() -> tuple[tuple[re.Pattern[str], str], ...]:
    rows = csv.DictReader(_read("paraphrases.csv").splitlines())
    return tuple((re.compile(row["pattern"], re.IGNORECASE), row["replacement"]) for row in rows)


@cache
def _neutral() -> tuple[str, ...]:
    return tuple(sorted(_lines("neutral.txt"), key=lambda line: len(line.split())))


def _lines(name: str) -> list[str]:
    return [line for line in _read(name).splitlines() if line and not line.startswith("#")]


def _read(name: str) -> str:
    return resources.files("countercase.counterfactual").joinpath("data", name).read_text(encoding="utf-8")
