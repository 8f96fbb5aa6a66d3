"""What a text has said about its own words: (hereinafter "the Act"), (for short, "IPC"), "the said Act"."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from countercase.law.provisions.statutes import StatuteMention
from countercase.law.tables.acts import Act, name_key

_QUOTED = re.compile(
    r"[\s,]{0,3}[(\[]?(?P<lead>[^()\[\]\"“‘'„;.]{0,80})"
    r"[\"“‘'„]{1,2}\s?(?:the\s{1,3})?(?P<word>(?:[0-9]{4}\s)?[A-Za-z][\w.&/ \-]{0,30}?)[,.]?\s?[\"”’'‟]{1,2}",
    re.I,
)
_UNQUOTED = re.compile(
    r"[\s,]{0,3}[(\[](?P<lead>[^()\[\]\"“‘'„]{0,60}?)\b(?:the\s{1,3})?"
    r"(?P<word>(?:[0-9]{4}\s)?(?:Act|Code|Rules|Constitution)|[A-Z][A-Za-z.]{1,9}(?:\s{1,2}Act)?)\s?[)\]]"
)
_DEFINES = re.compile(r"herein|hereafter|short|brevity|called|referred|known|\bthe\s*$|^\s*$", re.I)
# Nouns that a text uses for the same kind of enactment; the keys of `ActKind` are the others.
_SAME_NOUN = {"adhiniyam": "act", "ordinance": "act", "sanhita": "code", "regulations": "rules"}
_LONGEST_ENDING = 8  # words
_NOUN_OF_UNKNOWN = re.compile(r"(act|code|rules|regulations|ordinance|sanhita|adhiniyam|constitution)\b", re.I)


@dataclass(frozen=True, slots=True)
class _Definition:
    place: int
    statute: StatuteMention


@dataclass(slots=True)
class _Named:
    """The Acts of one noun ("Act", "Code") named so far: where, which came last, and which is the only one."""

    places: list[int] = field(default_factory=list)
    last: list[Act | str] = field(default_factory=list)
    only: list[Act | str | None] = field(default_factory=list)

    def add(self, place: int, meaning: Act | str) -> None:
        only = self.only[-1] if self.only else meaning
        self.only.append(meaning if only is meaning or only == meaning else None)
        self.places.append(place)
        self.last.append(meaning)


class Definitions:
    """The names that a text has given to Acts, asked place by place."""

    def __init__(self, text: str, statutes: Sequence[StatuteMention]) -> None:
        self._meant: dict[tuple[str, int | None], Act | str] = {}
        self._noted: set[tuple[str, int | None]] = set()
        self._by_word: dict[str, list[_Definition]] = {}
        for word, definition in _definitions(text, statutes):
            self._by_word.setdefault(word, []).append(definition)
        self._dated: dict[str, set[Act]] = {}
        for statute in statutes:
            if statute.year is not None and statute.act is not None:
                self._dated.setdefault(name_key(statute.name), set()).add(statute.act)
        self._longer = dict(_endings(statutes))
        self._named: dict[str, _Named] = {}
        self._of_year: dict[tuple[str, int], set[Act | str]] = {}
        for statute in statutes:
            self._note(statute)

    def _note(self, statute: StatuteMention) -> None:
        meaning = self.meaning(statute)
        noun = _noun(statute, meaning)
        self._named.setdefault(noun, _Named()).add(statute.span.start, meaning)
        year = meaning.year if isinstance(meaning, Act) else statute.year
        if year is not None and (statute.name, statute.year) not in self._noted:
            self._of_year.setdefault((noun, year), set()).add(meaning)
            if (statute.name, statute.year) in self._meant:
                self._noted.add((statute.name, statute.year))

    def meaning(self, statute: StatuteMention) -> Act | str:
        """The Act that a name means here, or why that is not known."""
        asked = statute.name, statute.year
        found = self._meant.get(asked)
        if found is None:
            found = self._meaning(statute)
            if statute.year is not None or name_key(statute.name) not in self._by_word:
                self._meant[asked] = found  # it means the same everywhere in the text
        return found

    def _meaning(self, statute: StatuteMention) -> Act | str:
        if statute.year is None:
            key = name_key(statute.name)
            definition = self._last(key, statute.span.start)
            if definition is not None:
                return self._of(definition.statute)
            dated = self._dated.get(key, set())
            if len(dated) == 1:
                return next(iter(dated))
            longer = self._longer.get(key)
            if longer and statute.act is not None and longer.year != statute.act.year:
                return f"{statute.name} may be short for {longer.name}, {longer.year}"
        return self._of(statute)

    def _of(self, statute: StatuteMention) -> Act | str:
        if statute.act is not None:
            return statute.act
        if not statute.acts:
            return f"{statute.name}{f', {statute.year}' if statute.year else ''} is not in the tables"
        years = " or ".join(str(year) for year in sorted(entry.year for entry in statute.acts))
        return f"{statute.name} is of {years}: the year is not given"

    def reference(self, noun: str, year: int | None, said: bool, place: int) -> Act | str:
        """The Act that "the Act", "the said Code" or "the 1961 Act" means at this place, or why that is not known."""
        noun = noun.lower()
        if year is not None:
            own = self._last(f"{year}{noun}", place)
            if own is not None:
                return self._of(own.statute)
            dated = self._of_year.get((_SAME_NOUN.get(noun, noun), year), set())
            return next(iter(dated)) if len(dated) == 1 else f'"the {year} {noun.title()}" is not named in this text'
        definition = self._last(noun, place)
        if definition is not None:
            return self._of(definition.statute)
        named = self._named.get(_SAME_NOUN.get(noun, noun), _Named())
        count = bisect_left(named.places, place)
        if not count:
            return f'"the {noun.title()}" is not defined in this text'
        if said:
            return named.last[count - 1]
        return named.only[count - 1] or f'"the {noun.title()}" is not defined, and more than one is named'

    def _last(self, word: str, place: int) -> _Definition | None:
        known = self._by_word.get(word, [])
        count = bisect_left(known, place, key=lambda definition: definition.place)
        return known[count - 1] if count else None


def _noun(statute: StatuteMention, meaning: Act | str) -> str:
    if isinstance(meaning, Act):
        return str(meaning.kind)
    found = _NOUN_OF_UNKNOWN.findall(statute.name)
    noun = found[-1].lower() if found else "act"
    return _SAME_NOUN.get(noun, noun)


def _endings(statutes: Sequence[StatuteMention]) -> Iterator[tuple[str, StatuteMention]]:
    """The shorter names that a dated name ends with: a Societies Registration Act may go on as the Registration Act."""
    for statute in statutes:
        if statute.year is not None:
            words = statute.name.split()[-_LONGEST_ENDING:]
            for first in range(1, len(words) - 1):
                yield name_key(" ".join(words[first:])), statute


def _definitions(text: str, statutes: Sequence[StatuteMention]) -> Iterator[tuple[str, _Definition]]:
    for statute in statutes:
        match = _QUOTED.match(text, statute.span.end) or _UNQUOTED.match(text, statute.span.end)
        if match and _DEFINES.search(match["lead"]):
            yield name_key(match["word"]), _Definition(match.end(), statute)
