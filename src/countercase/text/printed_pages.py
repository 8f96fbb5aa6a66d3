"""Repairs text from a printed page: letters that a scanner misread, and line breaks that the page width made."""

import re
from collections.abc import Iterator

from countercase.domain.span import Span

# Corrects what a scanner misread: "Sch00l" for school, "Tria1" for trial, "l8 kg", "5O". No character moves, so spans
# in the corrected text are spans in the original.
_ZERO_IN_WORD = re.compile(r"(?<=[A-Za-z])0(?=0?[A-Za-z])|(?<=[A-Za-z]0)0(?=[A-Za-z])")
_ZERO_OPENING_WORD = re.compile(r"(?<![\w.,/-])0(?=[A-Za-z]{2}|[FNR]\b|[nfr]\b|\.[A-Z]\.)")
# "AppeaI", "compIaint", "tiII"; not "McIntyre" or "PartII".
_I_IN_WORD = re.compile(r"(?<=[a-z])(?<!Mc)(?<!art)(?:I(?=[a-z]|\b)|(?<=[aeiou])II\b)")
_I_OPENING_WORD = re.compile(r"(?<=[a-z,] )I(?=[aeiou][a-z]{2})")  # "hand Ioan"
_ZERO_AT_END = re.compile(r"(?<=\b[nsdgtNSDGT])0\b|(?<=[a-z]{2})0\b")
_FIVE_IN_WORD = re.compile(r"(?<=[a-z])5(?=[a-z])")
_ONE_IN_WORD = re.compile(r"(?<=[a-z])1(?=[a-z]|\b)")
_ONE_OPENING_WORD = re.compile(
    r"(?<![\w./-])1(?=[a-z]{3})(?!(?:acres?|bighas?|guntas?|lakhs?|lacs?|kgs?|gms?|hrs?|yrs?|mths?|inch)\b)"
)
_BROKEN_WORD = re.compile(
    r"(?<=[a-z]{2})(?P<gap>-[ \t]*\n[ \t]*|- )(?P<rest>[a-z]{2,})(?!-)|(?<=\S[ \t])(?P<wide>[ \t]+)(?=\S)"
)
_BREAKS = re.compile(r"[a-z]{2}- [a-z]{2}|[a-z]{2}-\n[a-z]{2}")
_NOT_BROKEN = frozenset("and or to cum the in is was by with of on at as".split())
_SCANNED = re.compile(
    r"[a-z]{2}1[a-z]|[a-z]1[a-z]{2}|[A-Za-z]0[a-z]|\b[1-9]{1,2}[OI]\d|\d[OIl][\d.]|\d[OI]\b|[a-z]{2}I(?:[a-z]|\b)"
    r"|[a-z]{2}- [a-z]{2}|[a-z]{2}-\n[a-z]{2}|\b[A-Z]l[A-Z]\b|\bl\.[A-Z]\."
)
# "lndia", "FlR", "l.P.C.", "the lO", "lf he".
_L_FOR_I = re.compile(r"\bl(?=n[a-z]{3}|rf|mr|O\b|\.[A-Z]\.|[nft]\s)|(?<=\b[A-Z])l(?=[A-Z]\b)")
_DIGITS = re.compile(r"(?<![\w.])(?=[OolI,./-]{0,6}\d)[\dOolI](?:[\dOolI,./-]{0,14}[\dOolI])?(?!\w)")
_MISREAD_DIGITS = str.maketrans("OolI", "0011")
_LAKH = re.compile(r"(?<=\d\s)1(?=(?:akhs?|acs?)\b)")
_PART_OF_SECTION = re.compile(r"\A\d{3}[-/]I{1,2}\Z")
_AFTER_PART = re.compile(r"\b(?:part|pt)\b\.?[\s-]?\Z", re.IGNORECASE)
_WITNESS_ONE = re.compile(r"(?<=\b[PDC]W-)[lI](?!\w)|(?<=\b[PDC]W)[lI](?!\w)")
# Law reports print A to H down the margin; a scan puts each on a line of its own or at the end of a line.
_MARGIN_LETTER = re.compile(r"\n[ \t]*[A-H][ \t]*(?=\n)|(?<=\S)[ \t]{2,}[A-H](?=[ \t]*\n)")


def mend_numbers(text: str) -> str:
    """Turn letters that a scanner put into figures back into digits: "l8 kg" is 18 kg. "506-II" has a Part II.

    "Rs. 2 1akh" is two lakh.
    """
    text = _LAKH.sub("l", text)
    return _DIGITS.sub(lambda m: m[0] if _is_part_of_section(text, m) else m[0].translate(_MISREAD_DIGITS), text)


def _is_part_of_section(text: str, match: re.Match[str]) -> bool:
    """Whether two letters I are those of a part: "506-II", "304 Part II/149"."""
    if _PART_OF_SECTION.search(match[0]):
        return True
    return match[0].startswith("I") and _AFTER_PART.search(text, max(0, match.start() - 6), match.start()) is not None


def without_scanning_errors(text: str) -> str:
    """The text with the commonest misread letters and digits corrected, and the letters of a margin blanked."""
    text = _MARGIN_LETTER.sub(lambda match: " " * len(match[0]), text)
    text = _ZERO_AT_END.sub("o", _ZERO_IN_WORD.sub("o", text))
    text = _ZERO_OPENING_WORD.sub("o", text)
    text = _I_OPENING_WORD.sub("l", _I_IN_WORD.sub(lambda match: "l" * len(match[0]), text))
    text = _FIVE_IN_WORD.sub("s", text)
    text = _ONE_IN_WORD.sub("l", text)
    text = _WITNESS_ONE.sub("1", mend_numbers(text))
    return _L_FOR_I.sub("I", text)


def mend_scan(text: str) -> str:
    """A scanned text with its misread characters corrected in place; any other text unchanged."""
    if not _SCANNED.search(text):
        return text
    return _ONE_OPENING_WORD.sub("l", without_scanning_errors(text))


def broken_words(text: str) -> Iterator[Span]:
    """The gaps inside words that a scan broke ("sec- tion"), and the wide gaps between its words."""
    if not _BREAKS.search(text):
        return
    for match in _BROKEN_WORD.finditer(text):
        if match["rest"] not in _NOT_BROKEN:
            yield Span(*match.span("gap" if match["gap"] else "wide"))


# Undoes the line breaks that a page's width made: a paragraph becomes one line, and the lines of a list stay.

_ITEM = re.compile(r"(?:\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|[-•*–—▪●])\s|(?:19|20)\d\d\s?[:–—-]\s")
_CLOSED = re.compile(r"[.?!:;][\"'”’)\]]*$")
_WIDEST = 160  # characters; longer lines are paragraphs already
_SHORT_CLOSED = 0.85  # of the usual width: a sentence that ends earlier ends its paragraph
_SHORT_OPEN = 0.6  # of the usual width: a heading or a line of an address
_LEAST_WIDTH = 30


def join_lines(text: str) -> str:
    """The text with every paragraph on one line; empty lines, headings and list items keep their breaks."""
    lines = [line.strip() for line in text.split("\n")]
    width = _usual_width(lines)
    pieces: list[str] = []
    last, is_apart = "", False
    for line in lines:
        if not line:
            is_apart = bool(pieces)
            continue
        if pieces:
            pieces.append(_across_gap(last, line, width) if is_apart else _between(last, line, width))
        pieces.append(line)
        last, is_apart = line, False
    return "".join(pieces)


def _usual_width(lines: list[str]) -> int:
    """The length that four lines in five do not exceed; zero if the lines do not look like those of a page."""
    filled = [line for line in lines if line]
    lengths = sorted(map(len, filled))
    width = lengths[len(lengths) * 4 // 5] if lengths else 0
    is_open = sum(_CLOSED.search(line) is None for line in filled)
    return width if _LEAST_WIDTH <= width <= _WIDEST and 3 * is_open >= len(filled) else 0


def _between(last: str, line: str, width: int) -> str:
    """What joins two adjacent lines: a space or a line break."""
    if _ITEM.match(line) or _is_heading(last) or _is_heading(line):
        return "\n"
    is_closed = _CLOSED.search(last) is not None
    if line[0].islower():
        return "\n" if is_closed and not width else " "
    if not width:
        return "\n"
    return "\n" if len(last) < (_SHORT_CLOSED if is_closed else _SHORT_OPEN) * width else " "


def _across_gap(last: str, line: str, width: int) -> str:
    """What joins two lines across an empty line: a space if the end of a page broke a sentence, else the empty line."""
    runs_on = last.endswith(",") or (line[0].islower() and not _CLOSED.search(last))
    return " " if width and runs_on and len(last) >= _SHORT_OPEN * width and not _ITEM.match(line) else "\n\n"


def _is_heading(line: str) -> bool:
    return line.isupper() and len(line) > 3 and any(len(word) > 2 for word in line.split())
