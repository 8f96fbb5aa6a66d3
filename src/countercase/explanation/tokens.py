"""Normalises the words, numbers and dates of a text, so that "Rs. 1.5 lakh" and "1,50,000" compare equal."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum, auto
from functools import lru_cache

from countercase.text.numbers import (
    DIGITS,
    MONTH,
    NUMERIC,
    SCALE,
    SCALES,
    WORDS,
    parse_number,
    read_numeric,
)
from countercase.text.words import FUNCTION_WORDS, lowered, stem


class TokenKind(Enum):
    """The kind of a token; function words carry no content."""

    WORD = auto()
    FUNCTION = auto()
    NUMBER = auto()
    DATE = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of text and its comparable form."""

    key: str
    kind: TokenKind
    start: int
    end: int

    @property
    def is_content(self) -> bool:
        """Whether it carries content and so can be checked."""
        return self.kind is not TokenKind.FUNCTION


_NUMERIC_DATE = NUMERIC
_ORDINAL = r"\d{1,2}(?:st|nd|rd|th)?"
_MONTH_DATE = rf"{_ORDINAL}\s{{0,3}}(?:day\s+of\s+)?(?:of\s+)?[-,]?\s{{0,3}}{MONTH}\b[-.,]{{0,2}}\s{{0,3}}\d{{4}}"
_DATE_MONTH = rf"\b{MONTH}[.,]?\s{{1,3}}{_ORDINAL}\s?,?\s{{0,3}}\d{{4}}"
_CODE = r"\d+[a-z]{1,3}(?<!st)(?<!nd)(?<!rd)(?<!th)\b"  # 304b, 2g
_TOKEN = re.compile(
    rf"(?P<figures>(?<![\d.,/]){_NUMERIC_DATE})|(?P<day>(?<!\d){_MONTH_DATE})|(?P<month>{_DATE_MONTH})"
    rf"|(?P<code>{_CODE})|(?P<digits>{DIGITS})|(?P<number>\b{WORDS})|(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)?)"
)
_SCALE = re.compile(rf"\s{{0,3}}-?(?P<scale>{SCALE})\b")
_PARTS = re.compile(r"\d+|[a-z]+")
_MONTH_NUMBER = {
    name: number for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)
}


@lru_cache(maxsize=4096)
def tokenise(text: str) -> tuple[Token, ...]:
    """The tokens of a text, in order."""
    return tuple(_scan(lowered(text)))


@lru_cache(maxsize=4096)
def content_keys(text: str) -> frozenset[str]:
    """The distinct content words, numbers and dates of a text, in comparable form."""
    return frozenset(token.key for token in tokenise(text) if token.is_content)


def plain_words(text: str) -> list[str]:
    """Every word and figure as written, in lower case, for comparing quotations."""
    return re.findall(r"[^\W_]+", text.casefold())


def _scan(text: str) -> Iterator[Token]:
    end = 0
    for match in _TOKEN.finditer(text):
        if match.start() < end:
            continue
        start, end = match.span()
        group = match.lastgroup
        if group in {"mark", "iso"} or match["figures"]:
            group = "figures"
        day = _day(group or "", match[0])
        if day is not None:
            yield Token(f"@{day.isoformat()}", TokenKind.DATE, start, end)
        elif group in {"figures", "day", "month"}:
            yield from _pieces(match[0], start)
        elif group in {"code", "word"}:
            yield _word(match[0], start, end)
        else:
            value, end = _number(text, match[0], end)
            yield Token(f"#{value:.10g}", TokenKind.NUMBER, start, end)


def _day(group: str, written: str) -> date | None:
    if group == "figures":
        return read_numeric(written)
    if group not in {"day", "month"}:
        return None
    parts = _PARTS.findall(written)
    month = next((_MONTH_NUMBER[part[:3]] for part in parts if part[:3] in _MONTH_NUMBER), None)
    numbers = [int(part) for part in parts if part.isdigit()]
    try:
        return date(numbers[-1], month, numbers[0]) if month else None
    except ValueError:
        return None


def _pieces(written: str, start: int) -> Iterator[Token]:
    """The numbers and words of something that looks like a date but is not."""
    for part in _PARTS.finditer(written):
        if part[0].isdigit():
            yield Token(f"#{int(part[0])}", TokenKind.NUMBER, start + part.start(), start + part.end())
        else:
            yield _word(part[0], start + part.start(), start + part.end())


def _number(text: str, written: str, end: int) -> tuple[float, int]:
    scale = _SCALE.match(text, end)
    value = parse_number(written)
    if scale is None:
        return value, end
    return value * SCALES[scale["scale"]], scale.end()


def _word(written: str, start: int, end: int) -> Token:
    bare = written.replace("’", "'")
    if bare.endswith("n't"):
        return Token("not", TokenKind.WORD, start, end)
    bare = bare.removesuffix("'s").replace("'", "")
    if bare in FUNCTION_WORDS:
        return Token(bare, TokenKind.FUNCTION, start, end)
    return Token(stem(bare), TokenKind.WORD, start, end)


# Finds the content words of a text that are negated.

# Stems of words that negate what follows.
CUES_BEFORE = frozenset(
    "no not never without neither nor none noth cannot hard lack absenc fail deni refus unabl nobodi".split()
)
_CUES_AFTER = frozenset("absent lack miss want".split())  # ... or what comes before: "motive was absent"
CUES = CUES_BEFORE | _CUES_AFTER
REACH = 5  # content words that a cue governs, unless the clause ends first
_REACH_BACK = 2
_CLAUSE_END = re.compile(r"[,;:.!?()“”\"—–]|\b(?:but|although|though|however|because|unless|except)\b")


def polarities(text: str) -> Mapping[str, frozenset[bool]]:
    """For each content word, whether it occurs negated (True), plain (False), or both."""
    signs: dict[str, set[bool]] = {}
    for key, negated in polar_words(text):
        signs.setdefault(key, set()).add(negated)
    return {key: frozenset(values) for key, values in signs.items()}


@lru_cache(maxsize=4096)
def polar_words(text: str) -> tuple[tuple[str, bool], ...]:
    """Each content word in order, and whether it is negated; the negating words are left out."""
    tokens = [token for token in tokenise(text) if token.is_content]
    clause_of = _clauses(text, tokens)
    is_negated = [False] * len(tokens)
    for index, token in enumerate(tokens):
        if token.key in CUES_BEFORE:
            reach = range(index + 1, min(len(tokens), index + 1 + REACH))
        elif token.key in _CUES_AFTER:
            reach = range(max(0, index - _REACH_BACK), index)
        else:
            continue
        for governed in reach:
            if clause_of[governed] == clause_of[index]:
                is_negated[governed] = not is_negated[governed]
    return tuple((token.key, is_negated[index]) for index, token in enumerate(tokens) if token.key not in CUES)


def denies_nothing(text: str) -> bool:
    """Whether a clause has a "no" or "not" with nothing after it to deny."""
    tokens = [token for token in tokenise(text) if token.is_content]
    clause = _clauses(text, tokens)
    last = dict(zip(clause, range(len(tokens)), strict=True))
    return any(token.key in CUES_BEFORE and last[clause[index]] == index for index, token in enumerate(tokens))


def _clauses(text: str, tokens: Sequence[Token]) -> list[int]:
    """The clause number of each token."""
    lower = text.lower()
    number, end = 0, 0
    numbers: list[int] = []
    for token in tokens:
        number += len(_CLAUSE_END.findall(lower, end, token.start)) > 0
        numbers.append(number)
        end = token.end
    return numbers
