"""Finds the names of Acts in a text: "the Indian Penal Code, 1860", "Cr. P.C.", and Acts that are not in the tables."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from countercase.domain.span import Span
from countercase.law.tables.acts import Act, abbreviations, acts_named, is_known_name, split_year
from countercase.text.anchors import BLANKS, WordOpenings

_LONGEST_NAME = 220  # characters searched before "Act"; the longest title in force is shorter

_HEAD = re.compile(
    r"(?<![A-Za-z])(?:A(?:ct|CT|dhiniyam|DHINIYAM)|C(?:ode|ODE|onstitution|ONSTITUTION|onstn)|O(?:rdinance|RDINANCE)|"
    r"R(?:ules|ULES|egulations|EGULATIONS)|S(?:anhita|ANHITA))\b(?!-)"
)
_HEAD_OPENINGS = WordOpenings(
    "Act ACT Code CODE Constitution CONSTITUTION Rules RULES Sanhita SANHITA Adhiniyam ADHINIYAM Ordinance ORDINANCE"
    " Regulations REGULATIONS".split()
)
_HEAD_BEHIND = re.compile(r"\s{0,2}(?:Act|ACT|Code|Rules)\b")
_DOTTED = re.compile(r"[.,]\s{0,2}[A-Z]$")
_BEHIND_CODE = re.compile(r"\s+of\s+(?:Criminal|Civil|CRIMINAL|CIVIL)\s+(?:Procedure|PROCEDURE)\b(?:\s+Code\b)?", re.I)
_BEHIND_CONSTITUTION = re.compile(r"\s+of\s+India\b", re.I)
_INDIAN = re.compile(r"\bIndian\s+$")
_NOT_A_STATUTE = re.compile(r"\s+(?:Bench|BENCH|of\s+(?!India)(?:the\s+)?[A-Za-z])")
_YEAR = re.compile(r",?\s*(?:\bof\s+)?\b(?:1[6-9]|20)\d\d\b(?!\s*/)")
_ACT_NUMBER = re.compile(r",?\s+(?:No\.?\s*)?(?:[IVXLC]+|\d{1,3})\s+of\s+(?:1[6-9]|20)\d\d\b")
_OPENING = re.compile(r"\([ivxa-z\d]{1,4}\)\s*|[(\"'“‘„`]\s*(?:the\s+)?")
_NEVER_IN_NAME = re.compile(r"[0-9\[\]†*]")
# The Supreme Court Reports print the letters A to H down the margin; in the text they appear between words.
_MARGIN_LETTER = re.compile(r"(?:^|\s)[A-H](?=\s[A-Z])")
_ROMAN = re.compile(r"[IVXLC]+")
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
    spans = sorted([*_abbreviated(text), *_written_out(text)], key=lambda span: (span.start, -span.end))
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
    return " ".join(name.split()), year, acts_named(words)


def _unmarked(name: str) -> str:
    return name if is_known_name(split_year(name)[0]) else _MARGIN_LETTER.sub("", name).lstrip()


@cache
def abbreviation_pattern() -> re.Pattern[str]:
    """IPC as judgments print it: "I.P.C.", "I. P. C", "IPC", with OCR's l for I; the pattern has no repeats."""
    by_first: dict[str, list[str]] = {}
    for alias in abbreviations():
        letters = re.findall(r"[A-Z][a-z]?", alias)
        rest = "".join(rf"[.,]?\s{{0,2}}{'(?:ri?|rl)' if part == 'Cr' else part}" for part in letters[1:])
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


def _written_out(text: str) -> Iterator[Span]:
    low = 0
    for match in _HEAD_OPENINGS.matches(_HEAD, text):
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
    match = _ACT_NUMBER.match(text, end) or _YEAR.match(text, end)
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
    if _ROMAN.fullmatch(word) or _NEVER_IN_NAME.search(word):
        return False
    return word[-1] != "." or len(bare) <= 2 or "." in bare
