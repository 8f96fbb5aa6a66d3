"""The words of a reference to a provision: those for its section, article or clause, and the names of Acts.

"Section", "u/s", "Art." and their numbers are small patterns in which every repeat is bounded. The names of Acts are
found in a text, "the Indian Penal Code, 1860" or "Cr. P.C.", also those of Acts that are not in the tables.
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple

from countercase.domain.span import Span
from countercase.law.tables.acts import Act, abbreviations, acts_named, is_known_name, split_year
from countercase.text.anchors import ANYTHING, BLANKS, WordOpenings, all_matches, spellings

# The words for a part of an Act, and its number.


class Unit(StrEnum):
    """What the word before the number names."""

    SECTION = "section"
    ARTICLE = "article"
    ORDER = "order"
    RULE = "rule"
    CLAUSE = "clause"
    OTHER = "part of an instrument"


_GAP = r"[\s.:\-–—\xad]{0,8}(?P<no>[Nn]os?\b\.?\s{0,2})?"
_NUMBER_AHEAD = r"(?=[(0-9IVXLC])"
_SUB = r"ub[-\s\xad]{0,3}(?:[Ss]ections?|SECTIONS?|[Ss]ecs?\b|[Cc]lauses?|[Rr]ules?|[Rr]egulations?|[Aa]rticles?)"

# The first letter has its own character class, so that the scan can skip to it; the lookbehind makes it open a word.
SECTION_HEAD = re.compile(
    r"(?P<word>[SsAaOoRrCcPLEe§धअ](?<![A-Za-z].)(?:"
    r"ections?|ECTIONS?|ecs?\b|ECS?\b|[sS]?[.,]|[sS]?\b(?<=[uU]/.)|[sS]\b(?<=[uU]/..)|\b(?<=\b[Uu]nder\s.)|"
    r"rticles?|RTICLES?|rts?[.,]|RTS?[.,]|rts?\b|RTS?\b|rders?\b|RDER\b|ules?\b|ULES?\b|lauses?\b|LAUSES?\b|ls?\.|"
    + _SUB
    + r"|hapter\b|HAPTER\b|chedule\b|CHEDULE\b|ch\.|art\b|ist\b|ntry\b|ntries\b|ppendix\b|egulations?\b|"
    r"ारा(?:ओं)?|नुच्छेद|(?<=§)))" + _GAP + _NUMBER_AHEAD
)

_SPELT_OUT = "section article order rule clause sub chapter schedule appendix entry regulation".split()
_GAP_CHARACTERS = [*BLANKS, *".,:-\xad"]
_LETTER_AND_GAP = {  # "s. 302", "u/s 302", "under s 302"
    letter + gap + then
    for letter in "sSoOrR"
    for gap in (*_GAP_CHARACTERS, "(")
    for then in (*_GAP_CHARACTERS, *"(0123456789IVXLCNn")
}
_SECTION_OPENINGS = WordOpenings(
    {spelling for word in _SPELT_OUT for spelling in spellings(word)}
    | _LETTER_AND_GAP
    | {first + second + gap for first in "sS" for second in "sS" for gap in _GAP_CHARACTERS}  # "ss. 302", "u/ss 302"
    | {"Part", "List", "cl.", "Cl.", "cls", "Cls"}
    | {f"§{then}" for then in ANYTHING}
)

_HINDI_LETTERS = ("ध", "अ")


def find_section_words(text: str) -> Iterator[re.Match[str]]:
    """Every position that looks like a section word with its number, in order; they may nest."""
    if any(letter in text for letter in _HINDI_LETTERS):
        return all_matches(SECTION_HEAD, text)
    return _SECTION_OPENINGS.matches(SECTION_HEAD, text)


_UNITS = {
    "section": Unit.SECTION,
    "sec": Unit.SECTION,
    "s": Unit.SECTION,
    "§": Unit.SECTION,
    "धारा": Unit.SECTION,
    "धाराओं": Unit.SECTION,
    "article": Unit.ARTICLE,
    "art": Unit.ARTICLE,
    "अनुच्छेद": Unit.ARTICLE,
    "order": Unit.ORDER,
    "o": Unit.ORDER,
    "rule": Unit.RULE,
    "r": Unit.RULE,
    "clause": Unit.CLAUSE,
    "cl": Unit.CLAUSE,
    "chapter": Unit.OTHER,
    "schedule": Unit.OTHER,
    "sch": Unit.OTHER,
    "part": Unit.OTHER,
    "list": Unit.OTHER,
    "entry": Unit.OTHER,
    "entrie": Unit.OTHER,
    "appendix": Unit.OTHER,
    "regulation": Unit.OTHER,
}


@lru_cache(maxsize=256)
def unit_of(word: str) -> Unit | None:
    """The unit that a section word names; None for a word that only looks like one."""
    plain = word.lower().rstrip(".,")
    if plain.startswith("sub"):
        return Unit.CLAUSE
    return _UNITS.get(plain) or (_UNITS.get(plain.removesuffix("s")) if len(plain) > 2 or plain == "ss" else None)


_CLAUSE_TEXT = (
    r"[0-9]{1,3}(?:\s?-?\s?[A-Za-z]{1,2})?|[ivxl]{1,6}a?|[a-z]{1,2}(?:-?[0-9A-Z])?|"
    r"[IVX]{1,5}|[A-Z]{1,2}|[A-Z][a-z]|jha|aaa"
)
CLAUSE = re.compile(rf"\s{{0,4}}\(\s?(?P<clause>{_CLAUSE_TEXT})\s?\)")
LETTER_AFTER_CLAUSE = re.compile(r"(?<=\))\s?[A-Za-z](?![\w.'’(/])")

NUMBER = re.compile(
    r"(?P<digits>[0-9]{1,4}(?:\.[0-9]{1,2}){0,3})"
    r"(?P<suffix>\s?[-–\xad]\s?(?:[A-Z]{1,3}(?![A-Za-z'])|k?ha\b|gh?a\b|ka\b)|/[A-H](?=[/,\s])|(?:(?<=304)|(?<=506))/I{1,2}(?![\w/])|[A-Z]{1,4}(?![A-Za-z])|"
    r"[a-z]{1,2}(?![a-z])|\s[A-HJ-Z](?=\s{0,3}(?:[,/(]|I\.?\s?P|of\b|r/w|read\b)))?"
    r"(?![0-9])(?!,[0-9]{2,3}\b)(?!\s?%)(?!/-)"
)
ROMAN = re.compile(r"(?P<roman>[IVXLC]{1,7})(?:\s?-\s?(?P<letter>[A-Z]{1,2}))?\b(?!\.[A-Z])")
YEAR = re.compile(r"(?:1[789]|20)[0-9]{2}")
# "Section 302, 25 years": a number that counts something does not belong to the list before it.
COUNTED = re.compile(
    r"(?:st|nd|rd|th)\b|\s{1,3}(?:years?|days?|months?|weeks?|hours?|persons?|accused|others?|lakhs?|crores?|kgs?|grams?|"
    r"per\s?cent|witness|appeals?|S\.?C\.?C|S\.?C\.?R|SCALE|A\.?I\.?R|ITR|[ap]\.?m\b|January|February|March|April|May|"
    r"June|July|August|September|October|November|December)",
)

READ_WITH = re.compile(r"\s{0,4},?\s{0,4}(?:read\s{1,4}(?:along\s{1,4})?with|r\s?/\s?w\b\.?|R\s?/\s?W\b\.?)\s{0,4}")
SEPARATOR = re.compile(
    r"\s{0,4}(?:[,;.]\s{0,4}(?:(?:and|or)\s{1,4}|&\s{0,3}|as\s{1,4}well\s{1,4}as\s{1,4})?"
    r"|[/&+]\s{0,3}|and\s?/\s?or\s{1,4}|(?:and|or|to|AND|OR|TO)\s{1,4}|[-–]\s?(?=[0-9]))(?:also\s{1,4})?"
)
RANGE = re.compile(r"\s{0,4}(?:to|TO|[-–])\s{0,4}")
CONTAINER = re.compile(r"\s{1,4}(?:of|to|under|in)\s{1,4}(?:of\s{1,4})?(?:the\s{1,4})?|[\s,]{1,3}")
RULE_OF_ORDER = re.compile(r"[\s,.\-–]{0,4}(?:Rules?|rules?|RULES?|[Rr]r?[.,])[\s,.\-–]{0,4}(?=[0-9])")
_ORDINAL = (
    r"(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Eleventh|Twelfth|"
    r"(?:[0-9]{1,2}|[IVX]{1,4})(?:st|nd|rd|th))\s{1,3}"
)
SCHEDULE = re.compile(r"Schedule\b")
ORDINAL_BEFORE = re.compile(rf"\b{_ORDINAL}$")
ORDINAL_SCHEDULE = re.compile(rf"{_ORDINAL}Schedule\b")
INITIAL_BEFORE = re.compile(r"\S?[A-Za-z]\.\s?$|[A-Za-z]\.\s?$")
NUMBER_WITH_CLAUSE = re.compile(r"[0-9]{1,4}[A-Z]?\s?\(")
OF_CPC = re.compile(
    r"[\s,]{0,3}(?:of\s{1,3})?(?:the\s{1,3})?(?:C\.?\s?P\.?\s?C|Code\s{1,3}of\s{1,3}Civil|Civil\s{1,3}P)"
)
PART_TAIL = re.compile(
    r"[\s,\-–\xad]{0,3}\(?(?:Part|Pt\.?)[\s\-–\xad]{0,3}(?P<part>I{1,3}|[12l]|One|Two|First|Second)\b(?:\))?"
)
PART_BEFORE = re.compile(r"\b(?P<part>[Ff]irst|[Ss]econd)\s{1,3}[Pp]art\s{1,3}of\s{1,3}$")
_EXCEPTION_NUMBER = r"(?P<exception>[1-9]|1[0-9]|I{1,3}|IV|VI{0,3}|IX|X)"
EXCEPTION_BEFORE = re.compile(rf"\bException\s{{1,3}}{_EXCEPTION_NUMBER}\s{{1,3}}(?:to|of)\s{{1,3}}(?:the\s{{1,3}})?$")
EXCEPTION_TAIL = re.compile(rf"[\s,]{{1,3}}Exception\s{{1,3}}{_EXCEPTION_NUMBER}\b")
PART_NUMBERS = {"1": "I", "2": "II", "l": "I", "One": "I", "Two": "II", "First": "I", "Second": "II"}
CLAUSE_TAIL = re.compile(
    r"[\s,]{1,3}(?:(?:[Ss]ub[-\s]?)?(?:[Cc]lauses?|[Ss]ection|[Rr]ule)|cls?\.|Illustration|Explanation)\s{0,3}(?=\()"
)


def roman_value(numeral: str) -> int | None:
    """XXXIX -> 39; None if the letters are not a numeral."""
    values = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
    total = 0
    for letter, following in zip(numeral, [*numeral[1:], ""], strict=True):
        value = values[letter]
        total += -value if following and values[following] > value else value
    return total if _to_roman(total) == numeral else None


def _to_roman(number: int) -> str:
    pairs = [(100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
    text = ""
    for value, letters in pairs:
        while number >= value:
            text += letters
            number -= value
    return text


# The names of Acts.

_LONGEST_NAME = 220  # characters searched before "Act"; the longest title in force is shorter

_ACT_HEAD = re.compile(
    r"(?<![A-Za-z])(?:A(?:ct|CT|dhiniyam|DHINIYAM)|C(?:ode|ODE|onstitution|ONSTITUTION|onstn)|O(?:rdinance|RDINANCE)|"
    r"R(?:ules|ULES|egulations|EGULATIONS)|S(?:anhita|ANHITA))\b(?!-)"
)
_ACT_OPENINGS = WordOpenings(
    "Act ACT Code CODE Constitution CONSTITUTION Rules RULES Sanhita SANHITA Adhiniyam ADHINIYAM Ordinance ORDINANCE"
    " Regulations REGULATIONS".split()
)
_HEAD_BEHIND = re.compile(r"\s{0,2}(?:Act|ACT|Code|Rules)\b")
_DOTTED = re.compile(r"[.,]\s{0,2}[A-Z]$")
_BEHIND_CODE = re.compile(r"\s+of\s+(?:Criminal|Civil|CRIMINAL|CIVIL)\s+(?:Procedure|PROCEDURE)\b(?:\s+Code\b)?", re.I)
_BEHIND_CONSTITUTION = re.compile(r"\s+of\s+India\b", re.I)
_INDIAN = re.compile(r"\bIndian\s+$")
_NOT_A_STATUTE = re.compile(r"\s+(?:Bench|BENCH|of\s+(?!India)(?:the\s+)?[A-Za-z])")
_YEAR_AFTER = re.compile(r",?\s*(?:\bof\s+)?\b(?:1[6-9]|20)\d\d\b(?!\s*/)")
_ACT_NUMBER = re.compile(r",?\s+(?:No\.?\s*)?(?:[IVXLC]+|\d{1,3})\s+of\s+(?:1[6-9]|20)\d\d\b")
_OPENING = re.compile(r"\([ivxa-z\d]{1,4}\)\s*|[(\"'“‘„`]\s*(?:the\s+)?")
_NEVER_IN_NAME = re.compile(r"[0-9\[\]†*]")
# The Supreme Court Reports print the letters A to H down the margin; in the text they appear between words.
_MARGIN_LETTER = re.compile(r"(?:^|\s)[A-H](?=\s[A-Z])")
_ROMAN_NUMERAL = re.compile(r"[IVXLC]+")
_JOINING_ANYWHERE = frozenset({"of", "and", "&", "for"})
_JOINING = _JOINING_ANYWHERE | {"to", "in", "from", "on", "the", "with", "against"}
_NOT_IN_NAME = frozenset(
    "the under in whether if since that this these those by section sections sec s ss article articles art rule rules"
    " order clause and or of for to act acts said when where as it is was but however further also from at on an a any"
    " provisions provision chapter both such our old new principal impugned amended present headnote"
    " headnotes secs arts r/w u/s see vide hence thus therefore while".split()
)


class StatuteMention(NamedTuple):
    """The name of an Act in a text; `acts` is empty for an unknown Act, and has several if the year decides."""

    span: Span
    name: str
    year: int | None
    acts: tuple[Act, ...]

    @property
    def act(self) -> Act | None:
        """The Act, if only one is meant."""
        return self.acts[0] if len(self.acts) == 1 else None


def find_statutes(text: str) -> list[StatuteMention]:
    """Every Act named in the text, in order; a plain "the Act" is not a name."""
    return list(_last_read(text))


@lru_cache(maxsize=8)  # the provisions, the facts and the checklist of a matter all ask
def _last_read(text: str) -> tuple[StatuteMention, ...]:
    spans = sorted(
        [*_abbreviated(text), *_written_out(text), *_after_own_section(text)], key=lambda span: (span.start, -span.end)
    )
    mentions: list[StatuteMention] = []
    for span in spans:
        if mentions and span.start < mentions[-1].span.end:
            continue
        mentions.append(_mention(text, span))
    return tuple(mentions)


def _mention(text: str, span: Span) -> StatuteMention:
    return StatuteMention(span, *_read_name(span.of(text)))


@lru_cache(maxsize=16384)  # a judgment repeats the same few Acts
def _read_name(words: str) -> tuple[str, int | None, tuple[Act, ...]]:
    words = _unmarked(words)
    name, year = split_year(words)
    return " ".join(name.split()), year, acts_named(words) or acts_named(f"{_PLAIN.sub('', words)} Act")


_PLAIN = re.compile(r"[\s.&/-]")


def _unmarked(name: str) -> str:
    return name if is_known_name(split_year(name)[0]) else _MARGIN_LETTER.sub("", name).lstrip()


@cache
def abbreviation_pattern() -> re.Pattern[str]:
    """IPC as judgments print it: "I.P.C.", "I. P. C", "IPC", with OCR's l for I; the pattern has no repeats."""
    by_first: dict[str, list[str]] = {}
    for alias in abbreviations():
        letters = re.findall(r"[A-Z][a-z]?", alias)
        rest = "".join(rf"[.,]?\s{{0,2}}{'(?:ri?|rl)' if part == 'Cr' else part}" for part in letters[1:-1])
        # "S. 80, 85 BNS, S. 4 DP Act": the S after the comma is that of the next section
        rest += r"(?:\.?\s{0,2}S|,\s{0,2}S(?!\.?\s?\d))" if letters[-1] == "S" else rf"[.,]?\s{{0,2}}{letters[-1]}"
        first = "r[il]?" if letters[0] == "Cr" else ""
        by_first.setdefault(letters[0][0], []).append(first + rest)
    by_first["C"].append(r"(?:riminal|ivil)\s{1,2}P[.,]?\s{0,2}C")
    by_first["l"] = [r"[.,]\s{0,2}P[.,]?\s{0,2}C"]
    branches = (rf"{first}(?<![A-Za-z].)(?:{'|'.join(rests)})" for first, rests in by_first.items())
    return re.compile(rf"(?:{'|'.join(branches)})(?![A-Za-z])(?!\.?[A-Z]\.)")


@cache
def _abbreviation_openings() -> WordOpenings:
    openings = {"Cri", "CRI", "Civ", *(f"l{mark}{then}" for mark in ".," for then in (*BLANKS, "P"))}
    for alias in abbreviations():
        first, second = alias[0], re.findall(r"[A-Z][a-z]?", alias)[1][0]
        openings |= {first + after for after in (second, "r")}
        openings |= {first + mark + then for mark in (".", ",", *BLANKS) for then in (*BLANKS, second)}
    return WordOpenings(openings)


def _abbreviated(text: str) -> Iterator[Span]:
    end = 0
    for match in _abbreviation_openings().matches(abbreviation_pattern(), text):
        if match.start() < end:
            continue
        end = match.end()
        if _DOTTED.search(match[0]) and text.startswith(".", end):
            end += 1
        head = _HEAD_BEHIND.match(text, end)
        yield Span(match.start(), _with_year(text, head.end() if head else end))


# Short names that are common words elsewhere, so that only their own sections tell that an Act is meant: "138 NI".
_AFTER_OWN_SECTION = re.compile(
    r"\b(?:1(?:18|3[89]|4[1-578])A?(?:\(\w{1,3}\)){0,3}\s(?P<NI>N\.?\s?I\b\.?)"
    r"|3\([12]\)(?:\([a-z]{1,4}\)){1,3}\s(?:of\s)?(?P<SCST>SC\s?[/&-]?\s?ST\b)"
    r"|(?:(?:[Uu]/s|[Ss]\.|[Ss]ec\.|[Ss]ection)\s?7A?|13\([12]\)(?:\([a-e]\))?)\s(?:of\s)?(?P<PC>P\.?\s?C\b\.?))(?!\s{0,2}(?:Act|ACT|\(PO?A\)|\d))"
)


def _after_own_section(text: str) -> Iterator[Span]:
    for match in _AFTER_OWN_SECTION.finditer(text):
        if match.lastgroup is not None:
            yield Span(*match.span(match.lastgroup))


def _written_out(text: str) -> Iterator[Span]:
    low = 0
    for match in _ACT_OPENINGS.matches(_ACT_HEAD, text):
        span = _full_name(text, low, match.start(), match.end())
        if span is not None:
            yield span
        if match[0] != "Code":  # "Code of Civil Procedure (Amendment) Act"
            low = match.end()


def _full_name(text: str, low: int, start: int, end: int) -> Span | None:
    head = text[start:end].lower()
    if head in {"constitution", "constn"}:
        if _NOT_A_STATUTE.match(text, end):
            return None
        of_india = _BEHIND_CONSTITUTION.match(text, end)
        indian = _INDIAN.search(text, max(0, start - 9), start)
        return Span(indian.start() if indian else start, of_india.end() if of_india else end)
    if head == "code":
        behind = _BEHIND_CODE.match(text, end)
        if behind:
            return Span(start, _with_year(text, behind.end()))
    first = _name_start(text, max(low, start - _LONGEST_NAME), start, end)
    if first is None:
        numbered = _ACT_NUMBER.match(text, end)
        return Span(start, numbered.end()) if numbered and head in {"act", "ordinance"} else None
    return Span(first, _with_year(text, end))


def _with_year(text: str, end: int) -> int:
    match = _ACT_NUMBER.match(text, end) or _YEAR_AFTER.match(text, end)
    return match.end() if match else end


def _name_start(text: str, low: int, head: int, end: int) -> int | None:
    """The start of the name that ends in this "Act": back over capitalised and joining words.

    A known name wins unless a capitalised word comes right before it: the Bihar Excise Act is not the Excise Act.
    """
    best: int | None = None
    known: int | None = None
    depth, plain = 0, True
    position = head
    for word in reversed(text[low:head].split()):
        following, position = position, text.rindex(word, low, position)
        if word == "Code" and text.startswith("Code", head):
            break
        depth += word.count(")") - word.count("(")
        if word in _JOINING:
            plain = plain and word in _JOINING_ANYWHERE
            continue
        if not _may_stand_in_name(word, depth):
            if len(word) < 2 or word[-1] != "," or not _may_stand_in_name(word[:-1], depth):
                break
            plain = False  # only a name of the tables may continue past a comma
        if is_known_name(text[position:end]) or _is_known_unmarked(text[position:end]):
            known = position
        elif known is not None and word[-1] != "," and following == known:
            known = None
        if plain:
            best = position
        if depth < 0:  # the bracket closes after the name: "at Hisar (Negotiable Instruments Act, s. 138)"
            break
    first = best if known is None else known
    return None if first is None else _inside_bracket(text, first, head)


@lru_cache(maxsize=65536)
def _is_known_unmarked(name: str) -> bool:
    unmarked = _MARGIN_LETTER.sub("", name)
    return unmarked != name and is_known_name(unmarked)


def _inside_bracket(text: str, first: int, head: int) -> int | None:
    """The name without a bracket, quote or list number that happens to come before it."""
    match = _OPENING.match(text, first, head)
    while match and not (
        text[first] == "(" and ")" in text[match.end() : head] and "(" not in text[match.end() : head]
    ):
        first = match.end()
        match = _OPENING.match(text, first, head)
    return first if first < head else None


def _may_stand_in_name(word: str, depth: int) -> bool:
    bare = word.strip("(),.").lower() if word != "IT" else ""
    if depth > 0 and bare:
        return True
    if not (word[0].isupper() or word[0] == "(") or bare in _NOT_IN_NAME or word[-1] in ',;:"”':
        return False
    if _ROMAN_NUMERAL.fullmatch(word) or _NEVER_IN_NAME.search(word):
        return False
    return word[-1] != "." or len(bare) <= 2 or "." in bare
