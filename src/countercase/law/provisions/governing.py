"""Finds the Act of a phrase: the one named beside it, the one its list shares, or the one that "the Act" means."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from countercase.law.provisions.phrases import Phrase
from countercase.law.provisions.statutes import StatuteMention, Unit
from countercase.law.tables.acts import Act, act, name_key

# How a text defines its own terms: (hereinafter "the Act"), (for short, "IPC"), "the said Act".

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
# Other nouns for the same kind of enactment, besides the keys of `ActKind`.
_SAME_NOUN = {"adhiniyam": "act", "ordinance": "act", "sanhita": "code", "regulations": "rules"}
_LONGEST_ENDING = 8  # words
_NOUN_OF_UNKNOWN = re.compile(r"(act|code|rules|regulations|ordinance|sanhita|adhiniyam|constitution)\b", re.I)


@dataclass(frozen=True, slots=True)
class _Definition:
    position: int
    statute: StatuteMention


@dataclass(slots=True)
class _Named:
    """The Acts with one noun ("Act", "Code"). At each mention: position, Act, and the Act if only one so far."""

    positions: list[int] = field(default_factory=list)
    last: list[Act | str] = field(default_factory=list)
    only: list[Act | str | None] = field(default_factory=list)

    def add(self, position: int, meaning: Act | str) -> None:
        only = self.only[-1] if self.only else meaning
        self.only.append(meaning if only is meaning or only == meaning else None)
        self.positions.append(position)
        self.last.append(meaning)


class Definitions:
    """The names that a text gives to Acts, looked up by position."""

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
        written = statute.name, statute.year
        meaning = self._meant.get(written)
        if meaning is None:
            meaning = self._meaning(statute)
            if statute.year is not None or name_key(statute.name) not in self._by_word:
                self._meant[written] = meaning  # it means the same everywhere in the text
        return meaning

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

    def reference(self, noun: str, year: int | None, said: bool, position: int) -> Act | str:
        """The Act that "the Act", "the said Code" or "the 1961 Act" means here, or why that is not known."""
        noun = noun.lower()
        if year is not None:
            defined = self._last(f"{year}{noun}", position)
            if defined is not None:
                return self._of(defined.statute)
            dated = self._of_year.get((_SAME_NOUN.get(noun, noun), year), set())
            return next(iter(dated)) if len(dated) == 1 else f'"the {year} {noun.title()}" is not named in this text'
        definition = self._last(noun, position)
        if definition is not None:
            return self._of(definition.statute)
        named = self._named.get(_SAME_NOUN.get(noun, noun), _Named())
        count = bisect_left(named.positions, position)
        if not count:
            return f'"the {noun.title()}" is not defined in this text'
        if said:
            return named.last[count - 1]
        return named.only[count - 1] or f'"the {noun.title()}" is not defined, and more than one is named'

    def defines(self, word: str, position: int) -> bool:
        """Whether the text has said before this position which Act it calls by this word."""
        return self._last(word, position) is not None

    def _last(self, word: str, position: int) -> _Definition | None:
        known = self._by_word.get(word, [])
        count = bisect_left(known, position, key=lambda definition: definition.position)
        return known[count - 1] if count else None


def _noun(statute: StatuteMention, meaning: Act | str) -> str:
    if isinstance(meaning, Act):
        return str(meaning.kind)
    nouns = _NOUN_OF_UNKNOWN.findall(statute.name)
    noun = nouns[-1].lower() if nouns else "act"
    return _SAME_NOUN.get(noun, noun)


def _endings(statutes: Sequence[StatuteMention]) -> Iterator[tuple[str, StatuteMention]]:
    """Shorter forms of a dated name: a Societies Registration Act may later be the Registration Act."""
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


_DETERMINER = r"(?:the|this|that|said|aforesaid|both|our|old|new|erstwhile|amended|unamended|principal|present)\s{1,4}"
_TO_ACT = re.compile(
    rf"[\s,.)\]\"'”’‟]{{0,5}}(?:(?:of|in|under|to|from|by)\s{{1,4}})?(?:{_DETERMINER}){{0,3}}[\"“‘'„(\[]?\s{{0,2}}",
    re.I,
)
_FROM_ACT = re.compile(r"[\s:,\-–—]{1,5}")
_THE_ACT = re.compile(
    rf"[\s,.)]{{0,3}}\b(?:of|in|under|to|by)\s{{1,4}}(?P<which>(?:{_DETERMINER}){{1,3}})(?:(?P<year>(?:1[6-9]|20)\d\d)\s{{1,3}})?"
    r"(?P<noun>Act|Code|Constitution|Rules|Sanhita|Adhiniyam|Ordinance|Regulations)\b(?:,?\s{1,3}(?:of\s{1,3})?(?P<of>(?:1[6-9]|20)\d\d)\b)?"
)
_CONNECTOR = re.compile(
    r"[\s,;/&]{0,4}(?:(?:and|or|read|along|with|r/w|as|well|also|under|further|then|punishable|u/|the|offences?)[\s,/]{0,4}){0,6}",
    re.I,
)
_READ_WITH = re.compile(r"[\s,]{0,3}(?:read\s{1,3}(?:along\s{1,3})?with|with|r\s?/\s?w\.?)[\s,]{0,4}(?:u/)?", re.I)
# "the Sanhita" where none is named: what is done under a section tells which of the two is meant.
_SIGNS_OF_SANHITAS = {
    "BNS": re.compile(
        r"\b(?:convict(?:ed|ion|ing)|guilty|charge[ds]?(?!-|\ssheet)|offences?|punish(?:ed|able|ment)|sentenced?"
        r"|acquitt(?:ed|al|ing)|booked|FIR|crime|prosecuted|tried)\b",
        re.I,
    ),
    "BNSS": re.compile(
        r"\b(?:report|remand(?:ed)?|bail|statements?|notices?|petition|application|appeal|revision|quash\w*|cognizance"
        r"|search|arrest(?:ed)?|sanction|examin\w+|procedure|charge-?\s?sheet)\b",
        re.I,
    ),
}
_SANHITA_REACH = 90  # characters
_LONGEST_GAP = 48
# Treaties and other instruments that also have Articles, which are not those of the Constitution.
_INSTRUMENT = (
    r"(?:CEDAW|ICCPR|ICESCR|UDHR|UNCRC|CRC|UNCRPD|CRPD|UNCITRAL|GATT|TRIPS|UNCLOS|Vienna\b|Geneva\b|Warsaw\b|Montreal\b|"
    r"(?:[A-Z][a-z]+\s){0,3}(?:Conventions?|Covenants?|Treaty|Treaties|Protocols?|Declaration|Charter|Model\sLaw)|"
    r"Articles?\sof\sAssociation|Memorandum\sof\sAssociation|AOA|AoA)\b"
)
_OF_INSTRUMENT = re.compile(rf"[\s,]{{0,3}}(?:of|in|under|to)\s{{1,3}}(?:the\s{{1,3}})?(?:said\s{{1,3}})?{_INSTRUMENT}")
_OF_ANOTHER = re.compile(r"\s{1,3}of\s{1,3}(?:the\s{1,3})?(?!Part\b|India\b|Const|Chapter\b)[A-Z][A-Za-z]")
_INSTRUMENT_NAMED = re.compile(_INSTRUMENT)
_CONSTITUTION_NAMED = re.compile(r"Constitution\b")
_RECENT = 240  # characters before an Article in which a named treaty may be meant


class Governor(NamedTuple):
    """The Act of a phrase, or why it is not known; `end` is the end of the words that name it.

    `named` is False if the text only says "the Act".
    """

    act: Act | None
    reason: str | None
    end: int
    named: bool = True


def govern(
    text: str, phrases: Sequence[Phrase], statutes: Sequence[StatuteMention], defined: Definitions
) -> list[Governor | None]:
    """The governing Act of each phrase, in order; None if nothing in the text says."""
    starts = [statute.span.start for statute in statutes]
    ends = [statute.span.end for statute in statutes]
    governors = [
        _named_after(text, phrase, statutes, starts, defined)
        or _the_act(text, phrase, defined)
        or _named_before(text, phrase, statutes, ends, defined)
        for phrase in phrases
    ]
    _share_backwards(text, phrases, governors)
    _share_forwards(text, phrases, governors)
    return [governor or _by_habit(text, phrase) for governor, phrase in zip(governors, phrases, strict=True)]


def _named_after(
    text: str, phrase: Phrase, statutes: Sequence[StatuteMention], starts: list[int], defined: Definitions
) -> Governor | None:
    index = bisect_left(starts, phrase.span.end)
    if index == len(statutes) or starts[index] - phrase.span.end > _LONGEST_GAP:
        return None
    if not _TO_ACT.fullmatch(text, phrase.span.end, starts[index]):
        return None
    return _meaning(statutes[index], defined)


def _named_before(
    text: str, phrase: Phrase, statutes: Sequence[StatuteMention], ends: list[int], defined: Definitions
) -> Governor | None:
    index = bisect_right(ends, phrase.span.start) - 1
    if index < 0 or not _FROM_ACT.fullmatch(text, ends[index], phrase.span.start):
        return None
    governor = _meaning(statutes[index], defined)
    return Governor(governor.act, governor.reason, phrase.span.end)


def _meaning(statute: StatuteMention, defined: Definitions) -> Governor:
    meaning = defined.meaning(statute)
    if isinstance(meaning, Act):
        return Governor(meaning, None, statute.span.end)
    return Governor(None, meaning, statute.span.end)


def _the_act(text: str, phrase: Phrase, defined: Definitions) -> Governor | None:
    match = _THE_ACT.match(text, phrase.span.end)
    if match is None:
        return None
    year = match["year"] or match["of"]
    meaning = defined.reference(
        match["noun"], int(year) if year else None, "said" in match["which"].lower(), match.start()
    )
    if match["noun"] == "Sanhita" and not year and not defined.defines("sanhita", match.start()):
        meaning = _the_sanhita(text, phrase, match.end()) or meaning
        if isinstance(meaning, Act) and not meaning.name.endswith("Sanhita"):
            meaning = '"the Sanhita" is not defined in this text'
    if isinstance(meaning, Act):
        return Governor(meaning, None, match.end())
    return Governor(None, meaning, match.end(), named=False)


def _the_sanhita(text: str, phrase: Phrase, end: int) -> Act | None:
    """The Nyaya Sanhita where an offence is named beside it, the Nagarik Suraksha Sanhita beside procedure."""
    before = re.split(r"[.;]\s", text[max(0, phrase.span.start - _SANHITA_REACH) : phrase.span.start])[-1]
    after = re.split(r"[.;](?:\s|$)", text[end : end + _SANHITA_REACH])[0]
    nearest = [
        (len(before) - match.end(), short)
        for short, sign in _SIGNS_OF_SANHITAS.items()
        for match in sign.finditer(before)
    ] or [(match.start(), short) for short, sign in _SIGNS_OF_SANHITAS.items() for match in sign.finditer(after)]
    return act(min(nearest)[1]) if nearest else None


def _share_backwards(text: str, phrases: Sequence[Phrase], governors: list[Governor | None]) -> None:
    """ "Section 302 read with Section 34 IPC": the Act at the end applies to the whole list."""
    for index in range(len(phrases) - 2, -1, -1):
        later = governors[index + 1]
        if governors[index] is None and later is not None and _same_kind(phrases[index], phrases[index + 1]):
            gap = phrases[index].span.end, phrases[index + 1].span.start
            if gap[1] - gap[0] <= _LONGEST_GAP and _CONNECTOR.fullmatch(text, *gap):
                governors[index] = later


def _share_forwards(text: str, phrases: Sequence[Phrase], governors: list[Governor | None]) -> None:
    """ "Section 302 IPC read with Section 34": the Act before "read with" also applies, but not one before an "and"."""
    for index in range(1, len(phrases)):
        earlier = governors[index - 1]
        if governors[index] is None and earlier is not None and _same_kind(phrases[index - 1], phrases[index]):
            gap = max(earlier.end, phrases[index - 1].span.end), phrases[index].span.start
            if 0 <= gap[1] - gap[0] <= _LONGEST_GAP and _READ_WITH.fullmatch(text, *gap):
                governors[index] = Governor(earlier.act, earlier.reason, phrases[index].span.end)


def _same_kind(left: Phrase, right: Phrase) -> bool:
    kinds = {Unit.ORDER: Unit.SECTION, Unit.RULE: Unit.SECTION}
    if any(phrase.parts[0].unit is Unit.RULE and phrase.parts[0].order is None for phrase in (left, right)):
        return left.parts[0].unit is right.parts[0].unit
    return kinds.get(left.parts[0].unit, left.parts[0].unit) is kinds.get(right.parts[0].unit, right.parts[0].unit)


def _by_habit(text: str, phrase: Phrase) -> Governor | None:
    """Judgments write "Article 21" and "Order VII Rule 11" without an Act and mean the Constitution and the CPC."""
    first = phrase.parts[0]
    if first.unit is Unit.ARTICLE:
        if _is_of_another_instrument(text, phrase):
            return Governor(
                None, "an Article of an instrument other than the Constitution", phrase.span.end, named=False
            )
        return Governor(act("Constitution"), None, phrase.span.end)
    if first.order is not None:
        return Governor(act("CPC"), None, phrase.span.end)
    return None


def _is_of_another_instrument(text: str, phrase: Phrase) -> bool:
    """Whether an Article belongs to a treaty, or closely follows one without a mention of the Constitution between."""
    if _OF_INSTRUMENT.match(text, phrase.span.end) or _OF_ANOTHER.match(text, phrase.span.end):
        return True
    if text.endswith("our ", 0, phrase.span.start):
        return False
    before = text[max(0, phrase.span.start - _RECENT) : phrase.span.start]
    ends = [named.end() for named in _INSTRUMENT_NAMED.finditer(before)]
    return bool(ends) and _CONSTITUTION_NAMED.search(before, ends[-1]) is None
