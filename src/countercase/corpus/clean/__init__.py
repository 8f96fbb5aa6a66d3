"""Cleaning: removes what the printer added, and records the original offset of every character that stays."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from countercase.corpus.clean.law_reports import (
    counsel_cuts,
    find_heads,
    find_volume,
    head_cuts,
    margin_cuts,
    report_pages,
)
from countercase.corpus.read import PageSpan
from countercase.domain.span import Cut, OffsetMap, apply_cuts, positions

# Repairs words broken by printing or conversion: line-end hyphens, split ligatures, footnote marks, odd characters.

_SPACES = dict.fromkeys("\u00a0\u202f\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a", " ")
_BREAKS = {"\r": "\n", "\f": "\n"}
_NOTHING = dict.fromkeys(
    [chr(code) for code in (*range(9), 11, *range(14, 32), 127)]
    + list("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufffe"),
    "",
)
_ODD = {**_SPACES, **_BREAKS, **_NOTHING}
_ANY_ODD = re.compile(f"[{re.escape(''.join(_ODD))}]")
_ODD_ASCII = "".join(odd for odd in _ODD if odd.isascii()).encode()
_BEFORE = re.compile(r"[A-Za-z]+$")
_AFTER = re.compile(r"[A-Za-z]+")
_LIGATURE = re.compile(r"f[il] (?P<second>[a-z]+)")
_NOT_A_TAIL = frozenset(
    ("and", "or", "to", "of", "in", "the", "is", "was", "has", "had", "as", "at", "by", "for", "on", "vs", "who", "did",
     "that", "with", "from", "a", "he", "she", "his", "her", "it", "be", "were", "are", "not", "but")
)  # fmt: skip
_AROUND_WORDS = ".,;:()[]\"'“”‘’"
_FEW = 24  # this many searches for a word take as long as splitting the whole text into words
_NOTE_REACH = 9000  # characters within which the note itself must follow its mark
_LONGEST_WORD = 40


def character_cuts(text: str) -> Iterator[Cut]:
    """Control characters, zero-width marks and unusual spaces; a run of blanks becomes one blank."""
    for match in _odd_characters(text):
        swallowed = match[0] == "\r" and text.startswith("\n", match.end())
        yield Cut(*match.span(), "" if swallowed else _ODD[match[0]])
    start = text.find("  ")
    while start >= 0:
        end = _run_end(text, start)
        yield Cut(start, end, " ")
        start = text.find("  ", end)
    for line_end in positions(text, "\n"):
        yield from _line_end_cuts(text, line_end)


def _line_end_cuts(text: str, offset: int) -> Iterator[Cut]:
    """Blanks at the end of a line and at the start of the next; several empty lines become one."""
    start = offset
    while start and text[start - 1] == " ":
        start -= 1
    if start < offset:
        yield Cut(start, offset)
    following = text[offset + 1 : offset + 2]
    if following == " ":
        yield Cut(offset + 1, _run_end(text, offset + 1))
    elif following == "\n" and text.startswith("\n", offset + 2) and text[offset - 1 : offset] != "\n":
        yield Cut(offset, _run_end(text, offset), "\n\n")


def _run_end(text: str, start: int) -> int:
    end = start
    while text[end : end + 1] == text[start]:
        end += 1
    return end


def _odd_characters(text: str) -> Iterator[re.Match[str]]:
    if text.isascii() and len(text.encode().translate(None, _ODD_ASCII)) == len(text):
        return iter(())  # far quicker than the pattern, and most texts have none
    return _ANY_ODD.finditer(text)


def hyphen_cuts(text: str) -> Iterator[Cut]:
    """Join words broken at a line end; a compound, or two words that also occur separately, keeps its hyphen."""
    breaks = list(_broken(text, "-\n"))
    # Inside a line, a break is certain only if the whole word occurs elsewhere: "pre- and post-trial" is not broken.
    gaps = [gap for gap in _broken(text, "- ") if gap[2].islower() and gap[2] not in _NOT_A_TAIL]
    if not breaks and not gaps:
        return
    is_known = _known_words(text, 3 * len(breaks) + 2 * len(gaps))
    for offset, first, second in breaks:
        parts = is_known(first.lower()) and is_known(second.lower())
        compound = parts or second[0].isupper() or is_known(f"{first}-{second}".lower())
        keeps = compound and not is_known((first + second).lower())
        yield Cut(offset + 1, offset + 2) if keeps else Cut(offset, offset + 2)
    for offset, first, second in gaps:
        if is_known(f"{first}-{second}".lower()):
            yield Cut(offset + 1, offset + 2)
        elif is_known((first + second).lower()):
            yield Cut(offset, offset + 2)


def _known_words(text: str, questions: int) -> Callable[[str], bool]:
    """A function that says whether a word occurs in the text, in upper or lower case.

    For a few lookups, splitting the text is not worth it.
    """
    if questions > _FEW:
        return {word.strip(_AROUND_WORDS) for word in set(text.lower().split())}.__contains__
    lower = text.encode("latin-1", "replace").lower().decode("latin-1")  # same length as the text, and quicker to make
    return lambda word: any(_is_whole(text, offset, offset + len(word)) for offset in positions(lower, word))


def _is_whole(text: str, start: int, end: int) -> bool:
    while start > 0 and text[start - 1] in _AROUND_WORDS:
        start -= 1
    while end < len(text) and text[end] in _AROUND_WORDS:
        end += 1
    return (start == 0 or text[start - 1].isspace()) and (end == len(text) or text[end].isspace())


def _broken(text: str, literal: str) -> Iterator[tuple[int, str, str]]:
    """Offsets of a hyphen and a gap between letters, with the letters before and after."""
    for offset in positions(text, literal):
        if not text[offset - 1 : offset].isalpha():
            continue
        after = _AFTER.match(text, offset + 2, offset + 2 + _LONGEST_WORD)
        before = _BEFORE.search(text[max(0, offset - _LONGEST_WORD) : offset]) if after else None
        if before and after:
            yield offset, before[0], after[0]


def ligature_cuts(text: str) -> Iterator[Cut]:
    """`signifi cant` and `fi led`: a converter put a space after the ligature. Names such as Rafi stay."""
    for match in _LIGATURE.finditer(text):
        before = _BEFORE.search(text[max(0, match.start() - _LONGEST_WORD) : match.start()])
        name = before is not None and before[0][0].isupper() and before[0].endswith(("a", "u"))
        if match["second"] not in _NOT_A_TAIL and not name:
            yield Cut(match.start() + 2, match.start() + 3)


def footnote_cuts(text: str) -> Iterator[Cut]:
    """Footnote marks attached to a word (`Madras1`), if they count up from 1 and the note with that number follows."""
    number, offset = 1, 0
    while (start := _next_mark(text, str(number), offset)) >= 0:
        offset = start + len(str(number))
        if _has_note(text, offset, number):
            yield Cut(start, offset)
            number += 1


def _next_mark(text: str, number: str, offset: int) -> int:
    """Offset of the next number that is attached to a word; -1 if there is none."""
    for match in _mark(number).finditer(text, offset):
        if _against_word(text, match.start()):
            return match.start()
    return -1


@lru_cache(maxsize=256)
def _mark(number: str) -> re.Pattern[str]:
    return re.compile(rf"{number[0]}(?<![\s\d].){number[1:]}(?=[\s.,;:)])")


def _against_word(text: str, offset: int) -> bool:
    before = text[max(0, offset - 3) : offset]
    if len(before) < 3:
        return False
    return (before[1:].islower() and before[1:].isalpha()) or (before[2] in ".,;:”’)" and before[:2].islower())


def _has_note(text: str, start: int, number: int) -> bool:
    for offset in positions(text, f"{number} ", start, start + _NOTE_REACH):
        following = text[offset + len(str(number)) + 1 : offset + len(str(number)) + 2]
        if text[offset - 1].isspace() and (following.isupper() or following in tuple("([“‘")):
            return True
    return False


# Lines that a printer added: running heads and feet, page numbers, Indian Kanoon's address, signature blocks.

_EDGE = 3  # lines at the top and at the foot of a page that may be a running head or foot
_MIN_PAGES = 3
_SHARE = 0.5  # share of the pages that must have a line; odd and even pages have different heads
_TITLE_LINE = re.compile(r"(?:\A|\n)([^\n]{5,200} on \d{1,2} [A-Z][a-z]+, \d{4}\n+)\Z")
_NUMBER_LINE = re.compile(
    r"\n[ \t]*(?:-[ \t]*|Page[ \t]+)?(\d{1,4})(?:[ \t]*-|[ \t]+of[ \t]+\d{1,4}|[ \t]*\|[ \t]*P ?a ?g ?e)?[ \t]*(?=\n)"
)
_APART = 400  # least characters between two page numbers; the serial numbers of a table are closer together
_SIGNED = re.compile(
    r"Signature Not Verified\s*|Digitally [Ss]igned [Bb]y:?(?:[A-Z]+(?: [A-Z]+){0,3}(?=\s+Signing))?\s*"
    r"|Signing Date: ?\d\d\.\d\d\.\d{4} \d\d:\d\d(?::\d\d)?\s*"
    r"|(?:(?<=\n)[A-Z][\w.]*(?: [A-Z][\w.]*){0,3} )?Date: ?\d{4}\.\d\d\.\d\d\s+\d\d:\d\d:\d\d ?IST\s*"
)
_REASON = re.compile(r"\s*Reason:(?=\s)")
_LIST_LINE = re.compile(r"ITEM NO\.? ?[\d.]+[^\n]{0,40}COURT NO\.? ?\d+[^\n]{0,60}\n")
_SIGNATURE_REACH = 600  # characters over which a converter may have scattered a signature block


def print_cuts(text: str, pages: Sequence[PageSpan]) -> Iterator[Cut]:
    """Every such line as a cut. The rules may overlap; overlapping cuts are merged."""
    if "\n" not in text:
        return
    yield from _kanoon_feet(text)
    yield from _court_lists(text)
    yield from _running_lines(text, pages)
    yield from _page_numbers(text)
    yield from _signatures(text)


def _kanoon_feet(text: str) -> Iterator[Cut]:
    """Indian Kanoon's address with the page number, and the title above it."""
    for offset in positions(text, "Indian Kanoon - http"):
        title = _TITLE_LINE.search(text[max(0, offset - 250) : offset])
        start = offset - len(title[1]) if title else offset
        end = text.find("\n", offset)
        yield Cut(start, len(text) if end < 0 else end + 1)


def _court_lists(text: str) -> Iterator[Cut]:
    """The line of the court's list that heads an order."""
    for offset in positions(text, "ITEM NO"):
        if match := _LIST_LINE.match(text, offset):
            yield Cut(*match.span())


def _running_lines(text: str, pages: Sequence[PageSpan]) -> Iterator[Cut]:
    """Lines at the top or foot of a page that most pages repeat, apart from the numbers in them."""
    if len(pages) < _MIN_PAGES:
        return
    edges = [_edge_lines(text, page) for page in pages]
    counts = Counter(form for lines in edges for form in {_form(text[start:end]) for start, end in lines})
    needed = max(_MIN_PAGES, _SHARE * sum(1 for lines in edges if lines) - 1)
    running = [(start, end) for lines in edges for start, end in lines if counts[_form(text[start:end])] >= needed]
    title = {start for start, _ in edges[0][:_EDGE]}  # on the first page the head is the title itself
    yield from (Cut(start, min(end + 1, len(text))) for start, end in running if start not in title)


def _edge_lines(text: str, page: PageSpan) -> list[tuple[int, int]]:
    lines, start = [], page.start
    for line in text[page.start : page.end].split("\n"):
        if line.strip():
            lines.append((start, start + len(line)))
        start += len(line) + 1
    return lines if len(lines) <= 2 * _EDGE else lines[:_EDGE] + lines[-_EDGE:]


def _form(line: str) -> str:
    return re.sub(r"\d+", "#", " ".join(line.split())).casefold()


def _page_numbers(text: str) -> Iterator[Cut]:
    """Lines that hold only a number, if the numbers count up by one through the document."""
    chain: list[tuple[int, int, int]] = []
    for match in _NUMBER_LINE.finditer(text):
        entry = (int(match[1]), match.start() + 1, match.end() + 1)
        if chain and entry[0] == chain[-1][0] + 1 and entry[1] - chain[-1][1] >= _APART:
            chain.append(entry)
        elif not chain or entry[0] != chain[-1][0] + 1:
            yield from _chain_cuts(chain)
            chain = [entry]
    yield from _chain_cuts(chain)


def _chain_cuts(chain: Sequence[tuple[int, int, int]]) -> Iterator[Cut]:
    if len(chain) >= _MIN_PAGES:
        yield from (Cut(start, end) for _, start, end in chain)


def _signatures(text: str) -> Iterator[Cut]:
    for offset in positions(text, "Signature Not Verified"):
        for match in _SIGNED.finditer(text, offset, offset + _SIGNATURE_REACH):
            yield Cut(*match.span())
            reason = _REASON.search(text, match.end(), match.end() + 200) if "Date:" in match[0] else None
            if reason:
                yield Cut(*reason.span())


@dataclass(frozen=True, slots=True)
class Cleaned:
    """The text to be stored, its pages in offsets of that text, and the map back to the text as read."""

    text: str
    pages: tuple[PageSpan, ...]
    offsets: OffsetMap


def clean(text: str, pages: Sequence[PageSpan] = ()) -> Cleaned:
    """Remove what is not part of the judgment. Every rule works on the text as read, so one map leads back to it."""
    cuts = [
        *character_cuts(text),
        *hyphen_cuts(text),
        *ligature_cuts(text),
        *footnote_cuts(text),
        *print_cuts(text, pages),
        *counsel_cuts(text),
    ]
    volume = find_volume(text) if not pages else None
    if volume is not None:
        heads = find_heads(text, volume)
        pages = report_pages(text, volume, heads)
        bodies = [volume.body, *(head.end for head in heads)]
        cuts += [*head_cuts(text, volume, heads), *margin_cuts(text, pages, bodies)]
    cleaned, offsets = apply_cuts(text, cuts)
    return Cleaned(cleaned, tuple(_moved(page, offsets) for page in pages), offsets)


def _moved(page: PageSpan, offsets: OffsetMap) -> PageSpan:
    start = offsets.cleaned(page.start)
    end = max(start, offsets.cleaned(page.end))
    return PageSpan(page.number, start, end, page.readable, page.ocr)
