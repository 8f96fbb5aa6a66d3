"""Edits that change wording and no fact, as long as the change they are held against: the zero point.

Three kinds, taken in turn: circumstances swapped (shop for office, morning for evening), phrases paraphrased, first in
the sentences that state the fact, and neutral sentences inserted. No character of a fact is touched.
"""

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from countercase.counterfactual.neutral_words import circumstances, neutral_sentences, paraphrases
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
    """The same facts in other words, sentence by sentence; `size` counts words taken out and put in."""

    kind: PlaceboKind
    sentences: tuple[str, ...]
    size: int

    @property
    def narrative(self) -> str:
        """The whole text."""
        return "".join(self.sentences)


@dataclass(frozen=True, slots=True)
class Swap:
    """Other words for a place in one sentence."""

    sentence: int
    start: int
    end: int
    words: str
    size: int

    def meets(self, other: "Swap") -> bool:
        """Whether the two places share a character."""
        return self.sentence == other.sentence and self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Wording:
    """A narrative made ready: its sentences, which join back to it, and what may be changed outside its facts."""

    sentences: tuple[str, ...]
    swaps: dict[PlaceboKind, tuple[Swap, ...]]
    ends: tuple[int, ...]  # sentences after which another may stand


def read_wording(narrative: str, facts: Iterable[Span], split: Split) -> Wording:
    """Find the places of a narrative that state no fact; once for all changes of a sheet."""
    stated = bytearray(len(narrative))
    for fact in facts:
        stated[fact.start : fact.end] = b"\1" * len(fact)
    spans = split(narrative)
    swaps: dict[PlaceboKind, list[Swap]] = {PlaceboKind.CIRCUMSTANCE: [], PlaceboKind.PARAPHRASE: []}
    for number, span in enumerate(spans):
        sentence = span.of(narrative)
        for kind, found in ((PlaceboKind.CIRCUMSTANCE, circumstances), (PlaceboKind.PARAPHRASE, paraphrases)):
            for start, end, words, size in found(sentence):
                if not any(stated[span.start + start : span.start + end]):
                    swaps[kind].append(Swap(number, start, end, words, size))
    ends = tuple(
        number
        for number, span in enumerate(spans)
        if not all(stated[span.end - 1 : span.end + 1]) and span.of(narrative).strip()
    )
    return Wording(tuple(span.of(narrative) for span in spans), {kind: tuple(own) for kind, own in swaps.items()}, ends)


def make_placebos(wording: Wording, near: Collection[int], size: int, count: int, seed: int) -> list[Placebo]:
    """`count` different placebos of about `size` words; `near` are the sentences that state the fact in question.

    A short narrative may offer few swaps or paraphrases: insertions then make up the number.
    """
    chooser = random.Random(f"{seed}:{size}:{''.join(wording.sentences)}")  # noqa: S311 - seeded draws, no secret
    made: dict[tuple[str, ...], Placebo] = {wording.sentences: Placebo(PlaceboKind.INSERTION, wording.sentences, 0)}
    misses = dict.fromkeys(PlaceboKind, 0)
    while len(made) <= count and misses[PlaceboKind.INSERTION] < _TRIES:
        for kind in PlaceboKind:
            if misses[kind] >= _TRIES or len(made) > count:
                continue
            drawn = _draw(kind, wording, near, size, chooser)
            misses[kind] += 1
            if drawn is not None and drawn.sentences not in made:
                made[drawn.sentences] = drawn
                misses[kind] = 0
    return list(made.values())[1:]


def swap_circumstances(wording: Wording, size: int, seed: int) -> Placebo | None:
    """One placebo of circumstances alone; None where the narrative has too few of them for the size."""
    chooser = random.Random(seed)  # noqa: S311 - seeded draws, no secret
    return _swapped(PlaceboKind.CIRCUMSTANCE, wording, (), size, chooser)


def change_size(before: str, after: str) -> int:
    """Words taken out and words put in, wherever they stand."""
    old, new = Counter(before.split()), Counter(after.split())
    return (old - new).total() + (new - old).total()


def _draw(
    kind: PlaceboKind, wording: Wording, near: Collection[int], size: int, chooser: random.Random
) -> Placebo | None:
    if kind is PlaceboKind.INSERTION:
        return _inserted(wording, size, chooser)
    return _swapped(kind, wording, near if kind is PlaceboKind.PARAPHRASE else (), size, chooser)


def _swapped(
    kind: PlaceboKind, wording: Wording, near: Collection[int], size: int, chooser: random.Random
) -> Placebo | None:
    """Random swaps, those in the sentences of the fact first, until about as many words are changed."""
    order = chooser.sample(wording.swaps[kind], len(wording.swaps[kind]))
    if near:
        order.sort(key=lambda swap: swap.sentence not in near)
    taken: list[Swap] = []
    done = 0
    for swap in order:
        if done >= size:
            break
        if done + swap.size <= size + 1 and not any(swap.meets(other) for other in taken):
            taken.append(swap)
            done += swap.size
    return Placebo(kind, _apply(wording.sentences, taken), done) if taken and 2 * done >= size else None


def _inserted(wording: Wording, size: int, chooser: random.Random) -> Placebo | None:
    """Neutral sentences of about `size` words together, each after a sentence drawn at random."""
    if not wording.ends:
        return None
    chosen = _neutral_of(size, chooser)
    sentences = list(wording.sentences)
    for place, words in sorted(((chooser.choice(wording.ends), words) for words in chosen), reverse=True):
        if not sentences[place][-1].isspace():
            sentences[place] += " "
        sentences.insert(place + 1, f"{words} " if place + 1 < len(sentences) else words)
    return Placebo(PlaceboKind.INSERTION, tuple(sentences), sum(len(words.split()) for words in chosen))


def _neutral_of(size: int, chooser: random.Random) -> list[str]:
    """Different neutral sentences that together have about `size` words; at least one."""
    chosen: list[str] = []
    left = size
    while fitting := [text for text in neutral_sentences() if len(text.split()) <= left and text not in chosen]:
        longest = max(len(text.split()) for text in fitting)
        chosen.append(chooser.choice([text for text in fitting if 2 * len(text.split()) >= longest]))
        left -= len(chosen[-1].split())
    return chosen or [chooser.choice(neutral_sentences()[:5])]


def _apply(sentences: Sequence[str], swaps: Iterable[Swap]) -> tuple[str, ...]:
    changed = list(sentences)
    for swap in sorted(swaps, key=lambda swap: -swap.start):
        text = changed[swap.sentence]
        changed[swap.sentence] = text[: swap.start] + swap.words + text[swap.end :]
    return tuple(changed)
