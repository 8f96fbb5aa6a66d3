"""Which judgment is meant where none of ours bears that title: older ones name the parties in their opening."""

import re
from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise

from training.links import GENERIC, STATES, Mention, find_mentions, key

OPENING = 900  # words of a judgment in which its own parties are named
_WORD = re.compile(r"[A-Za-z][A-Za-z.]*")
_AROUND_V = re.compile(r"(?:\S+\s+){0,5}\b(?:v|vs|versus|V|Vs|VS|Versus)\b\.?(?:\s+\S+){0,4}")
_INITIALS = re.compile(r"\b(?:[A-Z]\.\s?)+")
_LONG = {short: name.split()[0] for name, short in STATES.items()} | {
    "wb": "bengal",
    "tn": "tamil",
}  # a state as openings write it
LATEST, DELAY = 3, 9  # years: a judgment is cited after its filing, and decided at most nine years after that


def own_names(text: str) -> list[str]:
    """The capitalised words of an opening, in order, without the cases it cites."""
    for mention in reversed(find_mentions(text)):
        text = f"{text[: mention.start]} x {text[mention.end :]}"
    text = _INITIALS.sub(lambda m: m[0].replace(".", "").replace(" ", "") + " ", _AROUND_V.sub(" x ", text))
    return [word.strip(".").lower() for word in _WORD.findall(text) if word[0].isupper() and len(word.strip(".")) > 3]


class Openings:
    """Judgments without a title, by the names in their opening."""

    def __init__(self, judgments: Iterable[tuple[str, str, int | None]]) -> None:
        self._names: dict[str, set[str]] = {}
        self._filed: dict[str, int] = {}
        self._by_word: dict[str, list[str]] = defaultdict(list)
        self._by_pair: dict[tuple[str, str], list[str]] = defaultdict(list)
        for case, opening, year in judgments:
            words = own_names(opening)
            self._names[case] = set(words)
            self._filed[case] = year or 0
            for word in self._names[case]:
                self._by_word[word].append(case)
            for pair in set(pairwise(words)):
                self._by_pair[pair].append(case)

    def resolve(self, mention: Mention, citing_year: int | None) -> str | None:
        """The one judgment whose opening names both sides, filed when it could have been."""
        found = key(mention.petitioner, mention.respondent)
        if found is None:
            return None
        left, _, right = found.partition("|")
        words = left.split()
        fits = [
            case
            for case in self._candidates(words)
            if self._in_time(case, mention.year, citing_year)
            and (right in self._names[case] or _LONG.get(right, right) in self._names[case])
        ]
        return fits[0] if len(fits) == 1 and right not in words else None

    def _candidates(self, words: list[str]) -> list[str]:
        """None where the name is too common to say who is meant."""
        if len(words) == 2:
            found = self._by_pair.get((words[0], words[1]), [])
            return found if len(found) <= 12 else []
        found = self._by_word.get(words[0], [])
        return found if len(found) <= 8 and words[0] not in GENERIC else []

    def _in_time(self, case: str, cited_year: int | None, citing_year: int | None) -> bool:
        filed = self._filed[case]
        if cited_year and not cited_year - DELAY <= filed <= cited_year:
            return False
        return not citing_year or filed <= citing_year + LATEST
