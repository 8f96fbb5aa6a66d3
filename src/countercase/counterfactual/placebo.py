"""Placebos: edits that change wording but no fact, of the same length as the change that they are compared with.

There are three kinds, used in turn. Circumstances are swapped (shop for office, morning for evening) or, when these run
out, added (`one morning`). Phrases are paraphrased, first in the sentences that state the fact. Neutral sentences are
inserted. The words of a fact are never touched.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from importlib import resources
from itertools import chain, islice, zip_longest

from countercase.domain.span import Span
from countercase.files import packaged_rows
from countercase.text.words import capitalised

# Our own lists of wording that states no fact: circumstances, paraphrases and neutral sentences (`data/`).

Replacement = tuple[int, int, str, int]  # start, end, replacement, words removed and added


def circumstances(sentence: str) -> Iterator[Replacement]:
    """Every circumstance word of a sentence with each possible replacement."""
    pattern, others = _circumstance_table()
    for match in pattern.finditer(sentence):
        for other in others[match[0]]:
            yield match.start(), match.end(), other, 2


def paraphrases(sentence: str) -> Iterator[Replacement]:
    """Every phrase of a sentence that has a paraphrase."""
    pattern, replacements = _paraphrase_table()
    for match in pattern.finditer(sentence):
        for other in replacements[match[0].lower()]:
            cased = capitalised(other) if match[0][0].isupper() else other
            yield match.start(), match.end(), cased, len(match[0].split()) + len(other.split())


@cache
def neutral_sentences() -> tuple[str, ...]:
    """Sentences that state nothing, shortest first."""
    return _shortest_first("neutral.txt")


@cache
def added_circumstances() -> tuple[str, ...]:
    """Circumstances that may end a sentence, shortest first."""
    return _shortest_first("added.txt")


@cache
def _circumstance_table() -> tuple[re.Pattern[str], dict[str, list[str]]]:
    others: dict[str, list[str]] = {}
    for line in _lines("circumstances.txt"):
        words = line.split()
        for word in words:
            replacements = others.setdefault(word, [])
            replacements += [other for other in words if other != word and other not in replacements]
    return _any_of(others), others


@cache
def _paraphrase_table() -> tuple[re.Pattern[str], dict[str, list[str]]]:
    replacements: dict[str, list[str]] = {}
    for row in packaged_rows("countercase.counterfactual", "data", "paraphrases.csv"):
        replacements.setdefault(row["phrase"], []).append(row["other"])
    return re.compile(_any_of(replacements).pattern, re.IGNORECASE), replacements


def _any_of(words: dict[str, list[str]]) -> re.Pattern[str]:
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b")


def _shortest_first(name: str) -> tuple[str, ...]:
    return tuple(sorted(_lines(name), key=lambda line: len(line.split())))


def _lines(name: str) -> list[str]:
    return [line for line in _read(name).splitlines() if line and not line.startswith("#")]


def _read(name: str) -> str:
    return resources.files("countercase.counterfactual").joinpath("data", name).read_text(encoding="utf-8")


Split = Callable[[str], Sequence[Span]]
_MOST_MISSES = 12  # draws without a new text after which a method counts as exhausted
_TAIL = re.compile(r"(?<=\w)\.\s*$")  # where a circumstance may end a sentence


class PlaceboKind(StrEnum):
    """What a placebo changes."""

    CIRCUMSTANCE = "circumstance"
    PARAPHRASE = "paraphrase"
    INSERTION = "insertion"


@dataclass(frozen=True, slots=True)
class Placebo:
    """The same facts in other words, sentence by sentence; `size` counts words removed and added."""

    kind: PlaceboKind
    sentences: tuple[str, ...]
    size: int

    @property
    def narrative(self) -> str:
        """The whole text."""
        return "".join(self.sentences)


@dataclass(frozen=True, slots=True)
class Swap:
    """A replacement at a position in one sentence."""

    sentence: int
    start: int
    end: int
    words: str
    size: int

    def meets(self, other: "Swap") -> bool:
        """Whether the two positions overlap."""
        return self.sentence == other.sentence and self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Wording:
    """A narrative prepared for placebos: sentences that join back to it, and what may change outside its facts."""

    sentences: tuple[str, ...]
    swaps: dict[PlaceboKind, tuple[Swap, ...]]
    ends: tuple[int, ...]  # sentences after which another may follow
    tails: tuple[tuple[int, int], ...]  # sentences, and the position in each where a circumstance may be added


def read_wording(narrative: str, facts: Iterable[Span], split: Split) -> Wording:
    """Find the wording of a narrative that states no fact; once for all changes of a sheet."""
    stated = bytearray(len(narrative))
    for fact in facts:
        stated[fact.start : fact.end] = b"\1" * len(fact)
    spans = split(narrative)
    swaps: dict[PlaceboKind, list[Swap]] = {PlaceboKind.CIRCUMSTANCE: [], PlaceboKind.PARAPHRASE: []}
    for number, span in enumerate(spans):
        sentence = span.of(narrative)
        for kind, find in ((PlaceboKind.CIRCUMSTANCE, circumstances), (PlaceboKind.PARAPHRASE, paraphrases)):
            for start, end, words, size in find(sentence):
                if not any(stated[span.start + start : span.start + end]):
                    swaps[kind].append(Swap(number, start, end, words, size))
    sentences = tuple(span.of(narrative) for span in spans)
    ends = [n for n, span in enumerate(spans) if not all(stated[span.end - 1 : span.end + 1]) and sentences[n].strip()]
    tails = [(n, tail.start()) for n, sentence in enumerate(sentences) if (tail := _TAIL.search(sentence))]
    free_tails = [(n, at) for n, at in tails if not all(stated[spans[n].start + at - 1 : spans[n].start + at + 1])]
    return Wording(
        sentences, {kind: tuple(swaps_of_kind) for kind, swaps_of_kind in swaps.items()}, tuple(ends), tuple(free_tails)
    )


def make_placebos(wording: Wording, near: Collection[int], size: int, count: int, seed: int) -> list[Placebo]:
    """Make `count` different placebos of about `size` words, the kinds in turn; fewer if a short narrative has no more.

    `near` are the sentences that state the fact in question.
    """
    chooser = random.Random(f"{seed}:{size}:{''.join(wording.sentences)}")  # noqa: S311 - seeded draws, no secret
    seen = {wording.sentences}
    kinds = [_distinct_placebos(kind, wording, near, size, chooser, seen) for kind in PlaceboKind]
    in_turn = chain.from_iterable(zip_longest(*kinds))
    return list(islice((placebo for placebo in in_turn if placebo is not None), count))


def change_size(before: str, after: str) -> int:
    """The number of words removed and added, in any position."""
    old, new = Counter(before.split()), Counter(after.split())
    return (old - new).total() + (new - old).total()


def _distinct_placebos(
    kind: PlaceboKind,
    wording: Wording,
    near: Collection[int],
    size: int,
    chooser: random.Random,
    seen: set[tuple[str, ...]],
) -> Iterator[Placebo]:
    """New placebos of one kind, until every way to make them is exhausted."""
    for method in _METHODS[kind]:
        misses = 0
        while misses < _MOST_MISSES:
            placebo = method(wording, near, size, chooser)
            if placebo is None or placebo.sentences in seen:
                misses += 1
                continue
            misses = 0
            seen.add(placebo.sentences)
            yield placebo


def swap_circumstances(wording: Wording, _near: Collection[int], size: int, chooser: random.Random) -> Placebo | None:
    """One placebo of circumstances alone; None if the narrative has too few of them for the size."""
    return _swapped(PlaceboKind.CIRCUMSTANCE, wording, (), size, chooser)


def _paraphrase_near(wording: Wording, near: Collection[int], size: int, chooser: random.Random) -> Placebo | None:
    return _swapped(PlaceboKind.PARAPHRASE, wording, near, size, chooser)


def _paraphrase(wording: Wording, _near: Collection[int], size: int, chooser: random.Random) -> Placebo | None:
    return _swapped(PlaceboKind.PARAPHRASE, wording, (), size, chooser)


def _swapped(
    kind: PlaceboKind, wording: Wording, near: Collection[int], size: int, chooser: random.Random
) -> Placebo | None:
    """Random swaps, first in the sentences of the fact, until about as many words are changed."""
    first = [swap for swap in wording.swaps[kind] if swap.sentence in near] if near else []
    rest = [swap for swap in wording.swaps[kind] if swap.sentence not in near] if near else list(wording.swaps[kind])
    chosen: list[Swap] = []
    words_changed = 0
    for swap in chain(_shuffled(first, chooser), _shuffled(rest, chooser)):
        if words_changed >= size:
            break
        if words_changed + swap.size <= size + 1 and not any(swap.meets(other) for other in chosen):
            chosen.append(swap)
            words_changed += swap.size
    return (
        Placebo(kind, _apply(wording.sentences, chosen), words_changed)
        if chosen and 2 * words_changed >= size
        else None
    )


def _shuffled(swaps: list[Swap], chooser: random.Random) -> Iterator[Swap]:
    """Random order, generated lazily."""
    for index in range(len(swaps)):
        other = chooser.randrange(index, len(swaps))
        swaps[index], swaps[other] = swaps[other], swaps[index]
        yield swaps[index]


def _add_circumstances(wording: Wording, _near: Collection[int], size: int, chooser: random.Random) -> Placebo | None:
    """Add circumstances of about `size` words in total, each at the end of a different sentence."""
    chosen = _texts_of_length(added_circumstances(), size, chooser)[: len(wording.tails)]
    words_added = sum(map(_word_count, chosen))
    if 2 * words_added < size or not chosen:
        return None
    places = chooser.sample(wording.tails, len(chosen))
    added = [Swap(index, at, at, f" {words}", 0) for (index, at), words in zip(places, chosen, strict=True)]
    return Placebo(PlaceboKind.CIRCUMSTANCE, _apply(wording.sentences, added), words_added)


def _insert_sentences(wording: Wording, _near: Collection[int], size: int, chooser: random.Random) -> Placebo | None:
    """Insert neutral sentences of about `size` words in total, each after a random sentence."""
    if not wording.ends:
        return None
    chosen = _texts_of_length(neutral_sentences(), size, chooser)
    sentences = list(wording.sentences)
    for index, words in sorted(((chooser.choice(wording.ends), words) for words in chosen), reverse=True):
        if not sentences[index][-1].isspace():
            sentences[index] += " "
        sentences.insert(index + 1, f"{words} " if index + 1 < len(sentences) else words)
    return Placebo(PlaceboKind.INSERTION, tuple(sentences), sum(map(_word_count, chosen)))


_METHODS: dict[PlaceboKind, tuple[Callable[[Wording, Collection[int], int, random.Random], Placebo | None], ...]] = {
    PlaceboKind.CIRCUMSTANCE: (swap_circumstances, _add_circumstances),
    PlaceboKind.PARAPHRASE: (_paraphrase_near, _paraphrase),
    PlaceboKind.INSERTION: (_insert_sentences,),
}


def _texts_of_length(texts: Sequence[str], size: int, chooser: random.Random) -> list[str]:
    """Different texts, shortest first, with about `size` words in total; at least one."""
    chosen: list[str] = []
    words_left = size
    while fitting := [text for text in texts if _word_count(text) <= words_left and text not in chosen]:
        longest = _word_count(fitting[-1])
        chosen.append(chooser.choice([text for text in fitting if 2 * _word_count(text) >= longest]))
        words_left -= _word_count(chosen[-1])
    return chosen or [chooser.choice([text for text in texts if _word_count(text) == _word_count(texts[0])])]


@lru_cache(maxsize=1000)
def _word_count(text: str) -> int:
    return len(text.split())


def _apply(sentences: Sequence[str], swaps: Iterable[Swap]) -> tuple[str, ...]:
    changed = list(sentences)
    for swap in sorted(swaps, key=lambda swap: -swap.start):
        text = changed[swap.sentence]
        changed[swap.sentence] = text[: swap.start] + swap.words + text[swap.end :]
    return tuple(changed)
