"""Finds the phrases that cite provisions: "Sections 302, 307 and 120-B", "clause (a) of sub-section (2) of section 64".

A phrase is what a reader underlines: the section word with its whole list, without the Act. `law.provisions` finds the
Act. One scan finds the section words; all other work starts there and only looks forward, so the time is linear in
the length of the text.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from countercase.domain.span import Span
from countercase.law.provisions.statutes import (
    CLAUSE,
    CLAUSE_TAIL,
    CONTAINER,
    COUNTED,
    EXCEPTION_BEFORE,
    EXCEPTION_TAIL,
    INITIAL_BEFORE,
    LETTER_AFTER_CLAUSE,
    NUMBER,
    NUMBER_WITH_CLAUSE,
    OF_CPC,
    ORDINAL_BEFORE,
    ORDINAL_SCHEDULE,
    PART_BEFORE,
    PART_NUMBERS,
    PART_TAIL,
    RANGE,
    READ_WITH,
    ROMAN,
    RULE_OF_ORDER,
    SCHEDULE,
    SECTION_HEAD,
    SEPARATOR,
    YEAR,
    Unit,
    find_section_words,
    roman_value,
    unit_of,
)

_HINDI_DIGITS = str.maketrans("०१२३४५६७८९", "0123456789")
_HINDI_DIGIT_BYTES = "०".encode()[:2]  # the first two UTF-8 bytes of all ten digits, and of other Hindi letters
_LONGEST_LIMB = 28  # characters: "Exception VIII to the " with wide spaces
_IN_PARTS = frozenset({"304", "506", "105"})  # sections that lawyers cite by Part: "the first part of Section 304"
_DEEPEST = 4  # item of sub-clause of clause of sub-section of section
_NOT_LETTERS = re.compile(r"[^0-9A-Za-z]")


class PhraseNumber(NamedTuple):
    """One number of a phrase; `number` is None for a clause or Order without its section or Rule."""

    span: Span
    unit: Unit
    number: str | None
    clauses: tuple[str, ...] = ()
    order: str | None = None
    range_from: str | None = None


class Phrase(NamedTuple):
    """The words that cite provisions of one Act, and the numbers in them."""

    span: Span
    parts: tuple[PhraseNumber, ...]
    word: str


def find_phrases(text: str) -> list[Phrase]:
    """Every phrase that cites a provision, in text order, none overlapping another."""
    if not text.isascii() and _HINDI_DIGIT_BYTES in text.encode(errors="replace"):
        text = text.translate(_HINDI_DIGITS)
    phrases = list(_scan(text))
    covered = {phrase.span.end for phrase in phrases}
    schedules = [phrase for phrase in _ordinal_schedules(text) if phrase.span.end not in covered]
    return sorted([*phrases, *schedules], key=lambda phrase: phrase.span) if schedules else phrases


def _ordinal_schedules(text: str) -> Iterator[Phrase]:
    """ "Seventh Schedule": the only part whose number comes before its word."""
    for match in SCHEDULE.finditer(text):
        ordinal = ORDINAL_BEFORE.search(text, max(0, match.start() - 14), match.start())
        if ordinal:
            span = Span(ordinal.start(), match.end())
            yield Phrase(span, (PhraseNumber(span, Unit.OTHER, None),), "Schedule")


def _scan(text: str) -> Iterator[Phrase]:
    position = 0
    for head in find_section_words(text):
        if head.start() >= position and (phrase := _phrase(text, head)) is not None:
            yield phrase
            position = phrase.span.end


def _phrase(text: str, head: re.Match[str]) -> Phrase | None:
    parts = _list(text, head)
    if not parts:
        return None
    parts, start = _limb_before(text, _within(text, parts), head.start())
    end = parts[0].span.end if len(parts) == 1 else max(part.span.end for part in parts)
    return Phrase(Span(start, end), tuple(parts), head["word"])


def _limb_before(text: str, parts: list[PhraseNumber], start: int) -> tuple[list[PhraseNumber], int]:
    """Give the first section the Exception or Part named before it: "Exception 4 to Section 300"."""
    low = max(0, start - _LONGEST_LIMB)
    first = parts[0]
    match = EXCEPTION_BEFORE.search(text, low, start)
    if match is None and first.number in _IN_PARTS:
        match = PART_BEFORE.search(text, low, start)
    if match is None or first.unit is not Unit.SECTION or first.clauses:
        return parts, start
    limb = _exception(match) if "exception" in match.groupdict() else _part(match)
    return [first._replace(span=Span(match.start(), first.span.end), clauses=(limb,)), *parts[1:]], match.start()


def _exception(match: re.Match[str]) -> str:
    number = match["exception"]
    return f"Exception-{number if number.isdigit() else roman_value(number)}"


def _part(match: re.Match[str]) -> str:
    number = match["part"].title() if len(match["part"]) > 3 else match["part"]
    return f"Part-{PART_NUMBERS.get(number, number)}"


def _list(text: str, head: re.Match[str], container: bool = False) -> list[PhraseNumber]:
    """The parts of one list, "Sections 302, 307 and 120-B"; empty if the word only looks like a section word."""
    unit = unit_of(head["word"])
    if unit is None or not _is_used_as_head(text, head, unit):
        return []
    first = _order(text, head, container) if unit is Unit.ORDER else _item(text, head.end(), head.start(), unit)
    if first is None:
        return []
    parts = [first]
    while (following := _next(text, parts[-1], head["word"])) is not None:
        parts.append(following)
    return parts


def _is_used_as_head(text: str, head: re.Match[str], unit: Unit) -> bool:
    word, number = head["word"], text[head.end()]
    short = word[-1] in ".,"
    if number == "(":
        return unit is Unit.CLAUSE
    if head["no"] and (short or unit not in {Unit.SECTION, Unit.RULE, Unit.CLAUSE}):
        return False  # "O.S. No. 12 of 1990" is a suit, "Article No. 5" an exhibit
    if short and unit is not Unit.ARTICLE and INITIAL_BEFORE.match(text, max(0, head.start() - 3), head.start()):
        return False
    if word in {"R.", "R,", "r,"}:  # an initial more often than a rule
        return NUMBER_WITH_CLAUSE.match(text, head.end()) is not None
    if word == "Part":
        return not number.isdigit()
    return number.isdigit() if word[-1] == "," else True


def _item(text: str, position: int, start: int, unit: Unit) -> PhraseNumber | None:
    """The number with its clauses at `position`; `start` is the start of the part, including the section word."""
    number: str | None = None
    end = position
    match = NUMBER.match(text, position)
    if match:
        if YEAR.fullmatch(match["digits"]) and not match["suffix"]:
            return None
        number, end = _normal(match[0]), match.end()
    elif text[position : position + 1] != "(":
        roman = ROMAN.match(text, position)
        if not roman or unit in {Unit.SECTION, Unit.RULE}:
            return None
        number, end = _roman_number(roman), roman.end()
    clauses, end = _clauses(text, end)
    if number is None and not clauses:
        return None
    end, more = _tail(text, end)
    return PhraseNumber(Span(start, end), unit, number, clauses + more)


def _normal(number: str) -> str:
    return _NOT_LETTERS.sub("", number).upper() if "." not in number else number.strip(".")


def _roman_number(match: re.Match[str]) -> str:
    value = roman_value(match["roman"])
    return f"{value}{match['letter'] or ''}" if value is not None else match["roman"]


def _clauses(text: str, position: int) -> tuple[tuple[str, ...], int]:
    clauses: list[str] = []
    while len(clauses) < 6 and (match := CLAUSE.match(text, position)):
        clauses.append(_NOT_LETTERS.sub("", match["clause"]))
        position = match.end()
    if clauses and (letter := LETTER_AFTER_CLAUSE.match(text, position)):
        clauses.append(letter[0].strip())
        position = letter.end()
    return tuple(clauses), position


def _tail(text: str, position: int) -> tuple[int, tuple[str, ...]]:
    """What may follow a number: "Part II", "Exception 4", or ", clause (2)"."""
    part = PART_TAIL.match(text, position)
    if part:
        bracket = part[0].endswith(")") and "(" not in part[0]
        return part.end() - bracket, (_part(part),)
    exception = EXCEPTION_TAIL.match(text, position)
    if exception:
        return exception.end(), (_exception(exception),)
    tail = CLAUSE_TAIL.match(text, position)
    if tail:
        clauses, end = _clauses(text, tail.end())
        if clauses:
            return end, clauses
    return position, ()


def _order(text: str, head: re.Match[str], container: bool = False) -> PhraseNumber | None:
    """The Rule in "Order VII Rule 11"; an Order alone only if it has a Rule or is said to be of the CPC."""
    roman = ROMAN.match(text, head.end())
    digits = NUMBER.match(text, head.end())
    numeral = roman or digits
    if numeral is None:
        return None
    order = _roman_number(roman) if roman else _normal(numeral[0])
    rule = RULE_OF_ORDER.match(text, numeral.end())
    if rule is None:
        alone = container or OF_CPC.match(text, numeral.end())
        return PhraseNumber(Span(head.start(), numeral.end()), Unit.ORDER, None, order=order) if alone else None
    item = _item(text, rule.end(), head.start(), Unit.RULE)
    return item._replace(order=order) if item else None


def _next(text: str, last: PhraseNumber, word: str) -> PhraseNumber | None:
    """The next part of the same list, or None at its end."""
    read_with = READ_WITH.match(text, last.span.end)
    separator = read_with or SEPARATOR.match(text, last.span.end)
    if separator is None:
        return None
    position = separator.end()
    if text[position : position + 1] == "(":
        return _next_clause(text, last, position)
    if text[position : position + 1].isdigit():
        stopped = "." in separator[0] and not (word.endswith("s") and separator[0] in {". ", "."})
        return None if stopped else _next_number(text, last, separator, position)  # but OCR has "Sections 147. 148"
    # "Section 302 read with Section 34" is two phrases, "Section 302 and Section 34" is one
    return None if read_with or set("./;") & set(separator[0]) else _next_head(text, last, position)


def _next_head(text: str, last: PhraseNumber, position: int) -> PhraseNumber | None:
    head = SECTION_HEAD.match(text, position)
    unit = unit_of(head["word"]) if head else None
    if head is None or unit is None or not _is_used_as_head(text, head, unit) or not _may_follow(last, unit):
        return None
    return _order(text, head) if unit is Unit.ORDER else _item(text, head.end(), head.start(), unit)


def _may_follow(last: PhraseNumber, unit: Unit) -> bool:
    """Whether one list may contain both: sections with sections, or with the Orders of the same code."""
    if unit is Unit.OTHER:
        return False
    of_code = unit in {Unit.SECTION, Unit.ORDER} and (last.unit is Unit.SECTION or last.order is not None)
    return unit is last.unit or of_code or unit is Unit.CLAUSE


def _next_clause(text: str, last: PhraseNumber, position: int) -> PhraseNumber | None:
    clauses, end = _clauses(text, position)
    if not clauses or not last.clauses:
        return None
    outer = last.clauses[: max(0, len(last.clauses) - len(clauses))]
    return last._replace(span=Span(position, end), clauses=outer + clauses)


def _next_number(text: str, last: PhraseNumber, separator: re.Match[str], position: int) -> PhraseNumber | None:
    item = _item(text, position, position, last.unit)
    if item is None or COUNTED.match(text, item.span.end) or last.number is None:
        return None
    ranged = RANGE.fullmatch(separator[0]) is not None
    return item._replace(order=last.order, range_from=last.number if ranged and not last.clauses else None)


def _within(text: str, parts: list[PhraseNumber], depth: int = 0) -> list[PhraseNumber]:
    """Put clauses into the section they belong to: "clause (a) of section 3" is 3(a)."""
    last = parts[-1]
    if depth == _DEEPEST or last.unit not in {Unit.CLAUSE, Unit.RULE, Unit.OTHER}:
        return parts
    joint = CONTAINER.match(text, last.span.end)
    if joint is None:
        return parts
    schedule = ORDINAL_SCHEDULE.match(text, joint.end())
    if schedule and "of" in joint[0] and last.unit is Unit.CLAUSE:
        return [*parts[:-1], last._replace(span=Span(last.span.start, schedule.end()))]
    head = SECTION_HEAD.match(text, joint.end())
    unit = unit_of(head["word"]) if head else None
    if head is None or not _may_contain(last.unit, unit, joint[0]):
        return parts
    outer = _list(text, head, container=True)
    if not outer:
        return parts
    outer = _within(text, outer, depth + 1)
    return _combined(parts, outer)


def _may_contain(inner: Unit, outer: Unit | None, joint: str) -> bool:
    if inner is Unit.OTHER:
        return outer is Unit.OTHER
    if not joint.strip(" ,\t\n"):
        return False
    if inner is Unit.RULE:
        return outer is Unit.ORDER
    return outer is not None and "in" not in joint


def _combined(inner: list[PhraseNumber], outer: list[PhraseNumber]) -> list[PhraseNumber]:
    container = outer[0]
    end = outer[-1].span.end if len(outer) == 1 else container.span.end
    placed = [
        part._replace(
            unit=Unit.RULE if container.unit is Unit.ORDER else container.unit,
            number=part.number if container.unit is Unit.ORDER else container.number,
            clauses=part.clauses if container.unit is Unit.ORDER else container.clauses + _as_clauses(part),
            order=container.order,
            range_from=None,
        )
        for part in inner
    ]
    placed[-1] = placed[-1]._replace(span=Span(placed[-1].span.start, end))
    return [*placed, *outer[1:]]


def _as_clauses(part: PhraseNumber) -> tuple[str, ...]:
    return ((part.number,) if part.number else ()) + part.clauses
