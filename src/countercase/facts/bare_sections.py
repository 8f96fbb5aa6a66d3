"""Sections of the Indian Penal Code cited by number alone: "302/34", "in 498A", "376-D"."""

import re
from collections.abc import Iterator

from countercase.domain.provision import Provision
from countercase.domain.span import Span

_LAST_SECTION = 511
_NUMBER = r"\d{2,3}(?:-?[A-Z]{1,2})?(?:\(\d\))?"
_MEMBER = re.compile(_NUMBER, re.IGNORECASE)
_NOT_IN_A_NUMBER = r"(?<![\w./₹-])(?<!\d,)(?<!₹\s)(?<!\bINR\s)(?<!\bno\s)(?<!\bno\.\s)(?<!\bRs\s)(?<!\bRs\.\s)"
_LIST = re.compile(
    rf"{_NOT_IN_A_NUMBER}{_NUMBER}(?:\s?(?:/|,|r/w|read\swith|&|\+|and)\s?{_NUMBER})+(?![\w/-])", re.IGNORECASE
)
# A letter after the number identifies the section by itself.
_LETTERED = re.compile(
    r"(?<![\w./-])(?:304-?[AB]|498-?A|364-?A|120-?B|376-?(?:AB?|D[AB]?|E)|354-?[A-D]|326-?[AB])(?!\w)"
)
_WELL_KNOWN = frozenset(
    "302 304 304A 304B 306 307 308 323 324 325 326 354 363 364 364A 366 376 376D 379 380 384 392 394 395 396 397 406"
    " 408 409 411 419 420 447 448 452 457 465 467 468 471 494 498A 500 506 509".split()
)
_SINGLE = re.compile(
    r"(?:\A.{0,60}?|\b(?:u/ss?\.?|sections?|secs?\.?|charged?|offence|convict\w*|acquitt\w*|bail|trial|case|matter"
    rf"|quash\w*)\s(?:\w+\s){{0,2}}|\()(?<![\w./-])(?P<number>{_NUMBER})"
    r"(?=\s?(?:[.,;):&/]|case\b|appeal\b|matter\b|r/w\b|trial\b|by\b))"
)
_FILE_NUMBER = re.compile(
    r"\b(?:fir|f\.i\.r\.|crime|cr|no|case|s\.c|c\.c|o\.s|w\.p)\.?\s?(?:no\.?\s?)?\Z", re.IGNORECASE
)


def bare_sections(text: str) -> Iterator[tuple[Provision, Span]]:
    """Penal sections cited by number alone, with their spans. Only numbers that rarely mean anything else count."""
    spans: dict[str, Span] = {}
    for match in _LIST.finditer(text):
        sections = [(_plain(number[0]), Span(*number.span())) for number in _MEMBER.finditer(text, *match.span())]
        numbers = [number for number, _ in sections]
        is_file_number = _FILE_NUMBER.search(text, max(0, match.start() - 12), match.start())
        if not is_file_number and all(map(_is_in_the_code, numbers)) and not _WELL_KNOWN.isdisjoint(numbers):
            for number, span in sections:
                spans.setdefault(number, span)
    for match in _LETTERED.finditer(text):
        spans.setdefault(_plain(match[0]), Span(*match.span()))
    for match in _SINGLE.finditer(text):
        number, start = _plain(match["number"]), match.start("number")
        if number in _WELL_KNOWN and not _FILE_NUMBER.search(text, max(0, start - 12), start):
            spans.setdefault(number, Span(*match.span("number")))
    yield from ((Provision.parse(f"IPC-{number}"), span) for number, span in spans.items())


def _plain(number: str) -> str:
    return number.upper().replace("-", "").partition("(")[0]


def _is_in_the_code(number: str) -> bool:
    return int(re.sub(r"\D", "", number)) <= _LAST_SECTION
