"""Lines that a printer added: running heads and feet, page numbers, Indian Kanoon's address, signature blocks."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from countercase.corpus.clean.offsets import Cut, places
from countercase.corpus.read.document import PageSpan

_EDGE = 3  # lines at the top and at the foot of a page that may be a running head or foot
_MIN_PAGES = 3
_SHARE = 0.5  # of the pages on which a line must stand; odd and even pages have different heads
_TITLE_LINE = re.compile(r"(?:\A|\n)([^\n]{5,200} on \d{1,2} [A-Z][a-z]+, \d{4}\n+)\Z")
_NUMBER_LINE = re.compile(
    r"\n[ \t]*(?:-[ \t]*|Page[ \t]+)?(\d{1,4})(?:[ \t]*-|[ \t]+of[ \t]+\d{1,4}|[ \t]*\|[ \t]*P ?a ?g ?e)?[ \t]*(?=\n)"
)
_APART = 400  # characters between two page numbers; the serial numbers of a table stand closer
_SIGNED = re.compile(
    r"Signature Not Verified\s*|Digitally [Ss]igned [Bb]y:?(?:[A-Z]+(?: [A-Z]+){0,3}(?=\s+Signing))?\s*"
    r"|Signing Date: ?\d\d\.\d\d\.\d{4} \d\d:\d\d(?::\d\d)?\s*"
    r"|(?:(?<=\n)[A-Z][\w.]*(?: [A-Z][\w.]*){0,3} )?Date: ?\d{4}\.\d\d\.\d\d\s+\d\d:\d\d:\d\d ?IST\s*"
)
_REASON = re.compile(r"\s*Reason:(?=\s)")
_LIST_LINE = re.compile(r"ITEM NO\.? ?[\d.]+[^\n]{0,40}COURT NO\.? ?\d+[^\n]{0,60}\n")
_SIGNATURE_REACH = 600  # characters of a block that a converter may have strewn over the text beside it


def print_cuts(text: str, pages: Sequence[PageSpan]) -> Iterator[Cut]:
    """All cuts of these kinds. The rules overlap; overlapping cuts are merged."""
    if "\n" not in text:
        return
    yield from _kanoon_feet(text)
    yield from _court_lists(text)
    yield from _running_lines(text, pages)
    yield from _page_numbers(text)
    yield from _signatures(text)


def _kanoon_feet(text: str) -> Iterator[Cut]:
    """Indian Kanoon's address with the page number, and the title above it."""
    for place in places(text, "Indian Kanoon - http"):
        title = _TITLE_LINE.search(text[max(0, place - 250) : place])
        start = place - len(title[1]) if title else place
        end = text.find("\n", place)
        yield Cut(start, len(text) if end < 0 else end + 1)


def _court_lists(text: str) -> Iterator[Cut]:
    """The line of the court's list that heads an order."""
    for place in places(text, "ITEM NO"):
        if match := _LIST_LINE.match(text, place):
            yield Cut(*match.span())


def _running_lines(text: str, pages: Sequence[PageSpan]) -> Iterator[Cut]:
    """Lines at the edge of a page that come back on most pages, whatever numbers they carry."""
    if len(pages) < _MIN_PAGES:
        return
    edges = [_edge_lines(text, page) for page in pages]
    counts = Counter(form for lines in edges for form in {_form(text[start:end]) for start, end in lines})
    needed = max(_MIN_PAGES, _SHARE * sum(1 for lines in edges if lines) - 1)
    running = [(start, end) for lines in edges for start, end in lines if counts[_form(text[start:end])] >= needed]
    title = {start for start, _ in edges[0][:_EDGE]}  # at the head of the first page it is the title itself
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
    """Lines that are nothing but a number, where the numbers count up by one through the document."""
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
    for place in places(text, "Signature Not Verified"):
        for match in _SIGNED.finditer(text, place, place + _SIGNATURE_REACH):
            yield Cut(*match.span())
            reason = _REASON.search(text, match.end(), match.end() + 200) if "Date:" in match[0] else None
            if reason:
                yield Cut(*reason.span())
