"""Our own lists of wording that states no fact: circumstances, paraphrases and neutral sentences (`data/`)."""

import csv
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources

Other = tuple[int, int, str, int]  # start, end, other words, words taken out and put in


def circumstances(sentence: str) -> Iterator[Other]:
    """Every circumstance word of a sentence with each word that may stand for it."""
    pattern, others = _circumstance_table()
    for match in pattern.finditer(sentence):
        for other in others[match[0]]:
            yield match.start(), match.end(), other, 2


def paraphrases(sentence: str) -> Iterator[Other]:
    """Every phrase of a sentence that another phrase can stand for."""
    pattern, replacements = _paraphrase_table()
    for match in pattern.finditer(sentence):
        for other in replacements[match[0].lower()]:
            cased = other[0].upper() + other[1:] if match[0][0].isupper() else other
            yield match.start(), match.end(), cased, len(match[0].split()) + len(other.split())


@cache
def neutral_sentences() -> tuple[str, ...]:
    """Sentences that state nothing, the shortest first."""
    return _shortest_first("neutral.txt")


@cache
def added_circumstances() -> tuple[str, ...]:
    """Circumstances that may end a sentence, the shortest first."""
    return _shortest_first("added.txt")


@cache
def _circumstance_table() -> tuple[re.Pattern[str], dict[str, list[str]]]:
    others: dict[str, list[str]] = {}
    for line in _lines("circumstances.txt"):
        words = line.split()
        for word in words:
            known = others.setdefault(word, [])
            known += [other for other in words if other != word and other not in known]
    return _any_of(others), others


@cache
def _paraphrase_table() -> tuple[re.Pattern[str], dict[str, list[str]]]:
    replacements: dict[str, list[str]] = {}
    for row in csv.DictReader(_read("paraphrases.csv").splitlines()):
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
