"""Whom an age is of, where the narrative leaves one answer: by grammar, by name, or by a pronoun."""

import re
from functools import cached_property

from countercase.facts.holders import HOLDER_OF, holder_of
from countercase.facts.sentences import Words

_PRONOUNS = {"he": "he", "his": "he", "him": "he", "she": "she", "her": "she"}
# Somebody else: an age beyond one of these is not that of the person before it.
_OTHERS = frozenset(
    "father mother son daughter wife husband brother sister uncle nephew niece boy girl child children man woman lady"
    " person cousin widow friend neighbour witness sons daughters brothers sisters parents grandson"
    " granddaughter".split()
)
_NOT_NAMES = frozenset(
    "the in on at by he she it they section sections article court high supreme act january february march april may"
    " june july august september october november december his her their our this that no nos smt shri mr mrs dr sri ms"
    " police station village district sessions judge state pw dw a an and but when after before as since if thereafter"
    " however thus therefore for with from to of is was were are one both all".split()
)
_TITLES = frozenset({"shri", "smt", "mr", "mrs", "dr", "sri", "ms", "no", "nos", "kumari"})
_FEMALE = frozenset({"prosecutrix"})
_SENTENCES_BACK = 2
_CHARGED = (
    r"(?:charged|convicted|arrested|sentenced|acquitted|tried|prosecuted|accused|chargesheeted|guilty|trial|custody)"
)
_SIDE_WORD = {"petitioner": r"(?:appellants?|petitioners?|our\sclients?)", "respondent": r"respondents?"}


class Persons:
    """The persons of a narrative; nothing is read before it is asked for."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def aged(self, at: int) -> str | None:
        """Whose age stands at word `at`; None where more than one may be meant, or nobody is."""
        if at >= len(self._words.words):
            return None
        return holder_of(self._words, at, at + 1) or self._before(at)

    def as_accused(self, holder: str | None) -> str | None:
        """A side of an appeal that stands charged is the accused, whose age the law asks for."""
        is_side = holder in _SIDE_WORD
        return "accused" if is_side and holder in self._charged else holder

    def _before(self, at: int) -> str | None:
        """Back through the sentence to the nearest person; from a pronoun on, to the one it stands for."""
        begin, _ = self._words.sentence(at)
        pronoun: str | None = None
        place = at - 1
        while place >= begin:
            word = self._words.words[place]
            if word in _PRONOUNS and (pronoun is not None or not self._is_owner(place)):
                pronoun = pronoun or _PRONOUNS[word]
            elif word in _OTHERS and pronoun is None:
                return None
            elif word in HOLDER_OF and pronoun is not None:
                return self._fits(word, pronoun)
            elif self._is_name(place):
                first = self._first_of_name(place, begin)
                return self._named.get(self._words.words[first])
            place -= 1
        return self._earlier(begin, pronoun) if pronoun else None

    def _is_owner(self, place: int) -> bool:
        """ "his" and "her" before a noun: somebody else's age may follow."""
        return self._words.words[place] in {"his", "her", "him"}

    def _earlier(self, begin: int, pronoun: str) -> str | None:
        """The only person of the sentences before, else the only one of the narrative."""
        previous = self._words.sentence(begin - 1)[0] if begin else 0
        if begin and self._is_name(previous) and self._words.words[previous] in self._named:
            return self._named[self._words.words[previous]]
        start = begin
        for _ in range(_SENTENCES_BACK):
            start = self._words.sentence(start - 1)[0] if start > 0 else 0
        for first in (start, 0):
            found = self._mentioned(first, begin, pronoun)
            if found:
                return found.pop() if len(found) == 1 else None
        return None

    def _mentioned(self, first: int, last: int, pronoun: str) -> set[str]:
        own = self._words.words
        held = {HOLDER_OF[word] for word in own[first:last] if word in HOLDER_OF and self._fits(word, pronoun)}
        named = {self._named[own[at]] for at in range(first, last) if own[at] in self._named and self._is_name(at)}
        return held | named

    def _fits(self, word: str, pronoun: str) -> str | None:
        return None if pronoun == "he" and word in _FEMALE else HOLDER_OF[word]

    def _is_name(self, at: int) -> bool:
        first = self._words.text[self._words.starts[at]]
        return first.isupper() and len(self._words.words[at]) > 2 and self._words.words[at] not in _NOT_NAMES

    def _first_of_name(self, at: int, begin: int) -> int:
        while at > begin and self._words.gap(at - 1) == " " and self._is_name(at - 1):
            at -= 1
        return at

    @cached_property
    def _named(self) -> dict[str, str]:
        """First names that stand beside a word for a person: "our client Sunil Barela", "Kavita (deceased)"."""
        own, found = self._words.words, dict[str, set[str]]()
        for at, word in enumerate(own):
            if word not in HOLDER_OF:
                continue
            name = at + 1
            while name < len(own) and (own[name] in _TITLES or own[name].isdigit()):
                name += 1
            ties = {" ", "-"} if name == at + 1 else {" ", ". "}  # "accused Smt. Rani", not "the accused. Rani"
            if name < len(own) and self._words.gap(name - 1) in ties and self._is_name(name):
                found.setdefault(own[name], set()).add(HOLDER_OF[word])
            if at and self._words.gap(at - 1) in {" (", "("} and self._is_name(at - 1):
                found.setdefault(own[self._first_of_name(at - 1, 0)], set()).add(HOLDER_OF[word])
        return {name: holders.pop() for name, holders in found.items() if len(holders) == 1}

    @cached_property
    def _charged(self) -> frozenset[str]:
        """The sides that the narrative says to stand charged."""
        lower = self._words.lower
        found = set()
        for side, word in _SIDE_WORD.items():
            done = rf"\b{word}\b[^.;]{{0,70}}\b(?:is|are|was|were|been|stands?|stood)\s(?:\w+\s){{0,2}}{_CHARGED}\b"
            told = rf"\baccused[\s/-]{word}|\b{word}[\s/-]accused|\bconviction\sof\s(?:the\s)?{word}"
            judged = rf"\b(?:convict|sentenc|acquitt)(?:ed|ing)\s(?:the\s)?{word}"
            if re.search(f"{done}|{told}|{judged}", lower):
                found.add(side)
        return frozenset(found)
