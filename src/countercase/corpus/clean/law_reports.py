"""Supreme Court Reports as text: the running heads between pages, and the letters A to H in the margin.

The copies in circulation have one line per report, so a head appears in the middle of a sentence:

    ... and other H 1001 1002 SUPREME COURT REPORTS [2023] 10 S.C.R. A backward ...        even page until 2023
    ... possession PETITIONER & ORS. v. THE STATE OF 1005 UTTAR PRADESH [JUDGE, J.] of ...  odd page until 2023
    ... Reports [2024] 11 S.C.R. 1505 Petitioner v. Respondent Category ...                odd page from 2024
    ... 1506 [2024] 11 S.C.R. Digital Supreme Court Reports Case ...                       even page from 2024
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

from countercase.corpus.read import PageSpan
from countercase.domain.span import Cut, positions

_FIRST = re.compile(r"\s*\[(\d{4})\] (?:\d+ )?S\.C\.R\. (\d{1,4})(?: : \d{4} INSC \d+)?(?P<repeated> \2(?!\S))?")
# The citation and the running head of an even first page, printed over each other.
_OVERPRINTED = re.compile(
    r"\s*(?P<page>\d{1,4}) (?P<both>SUP.{20,90}? (?P<tail>\d*\[[\d ]+\]) (?P<number>\d+) S\.C\.R\.)(?!\S)"
)
_EVEN = re.compile(r"SUPREME COURT REPORTS \[(\d{4})\] \d+ S\.C\.R\.")
_EVEN_UNTIL_2023 = re.compile(
    r"(?<!\S)(?P<page>\d(?: ?\d){0,3}) SUPREME COURT REPORTS \[\d{4}\] \d+ S\.C\.R\.(?!\S)", re.IGNORECASE
)
_EVEN_FROM_2024 = re.compile(
    r"(?<!\S)(?P<page>\d{1,4}) \[\d{4}\] \d+ S\.C\.R\. (?:Digital )?Supreme Court Reports(?!\S)", re.IGNORECASE
)
_JUDGE = re.compile(r"\s*\[[^\[\]]{3,80}?,? ?(?:JJ?|CJI?)\.?\]")
_VERSUS = frozenset(("v.", "vs.", "V.", "VS.", "v", "VERSUS"))
_TITLE_END = re.compile(
    r" \((?:Civil|Criminal|Crl|Writ|Special|SLP|Contempt|Review|Curative|Transfer|Arbitration|Misc|Suo|Original|In )"
    r"| \d{1,2} [A-Z][a-z]+ \d{4}| [A-Z]{3,9} \d{1,2}, \d{4}"
)
_MAX_TITLE = 30  # words of a running title on one side of the page number
_SHARE = 0.6  # of the odd pages that must agree on a word before it counts as title


@dataclass(frozen=True, slots=True)
class RunningHead:
    """A running head: the page it opens, and its characters."""

    page: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Volume:
    """What the opening of a report says about it."""

    year: str
    page: int
    body: int  # where the title begins
    first: Cut | None = None  # what is printed twice in the first line


def find_volume(text: str) -> Volume | None:
    """The volume, if the text is a report of the SCR."""
    match = _FIRST.match(text)
    if match is None:
        return _overprinted_volume(text)
    first = Cut(*match.span("repeated")) if match["repeated"] else None
    return Volume(match[1], int(match[2]), match.end(), first)


def _overprinted_volume(text: str) -> Volume | None:
    match = _OVERPRINTED.match(text)
    if match is None:
        return None
    later = _EVEN.search(text, match.end())
    year = later[1] if later else match["tail"].strip("[]")
    citation = f"[{year}] {match['number']} S.C.R. {match['page']}"
    neutral = f" : {year} INSC {_without(match['tail'].replace(' ', ''), f'[{year}]')}"
    head = f"SUPREME COURT REPORTS [{year}] {match['number']} S.C.R."
    # The two lines together must account for every character; otherwise the number is a guess.
    if Counter(f"{citation}{neutral}{head}".replace(" ", "")) == Counter(match["both"].replace(" ", "")):
        citation += neutral
    return Volume(year, int(match["page"]), match.end(), Cut(match.start(), match.end(), citation))


def _without(mixed: str, known: str) -> str:
    """The other of two strings that were printed over each other, if one is known."""
    rest, offset = [], 0
    for character in mixed:
        if offset < len(known) and character == known[offset]:
            offset += 1
        else:
            rest.append(character)
    return "".join(rest)


def find_heads(text: str, volume: Volume) -> list[RunningHead]:
    """The heads of the second and later pages, in order."""
    title = _title_words(text, volume)
    fixed = _fixed_heads(text, volume)
    named = _named_pages(text, volume, fixed, title)
    return sorted([*fixed, *_with_titles(text, named, title)], key=lambda head: head.start)


def report_pages(text: str, volume: Volume, heads: Sequence[RunningHead]) -> tuple[PageSpan, ...]:
    """The printed pages as spans of the text; a page's head belongs to it."""
    starts = [(volume.page, 0), *((head.page, head.start) for head in heads)]
    ends = [start for _, start in starts[1:]] + [len(text)]
    return tuple(PageSpan(page, start, end) for (page, start), end in zip(starts, ends, strict=True))


def head_cuts(text: str, volume: Volume, heads: Sequence[RunningHead]) -> Iterator[Cut]:
    """The heads with the space after them, and the number of the first page if it is printed at its foot."""
    if volume.first:
        yield volume.first
    for head in heads:
        start = head.start
        foot = f" {volume.page}"
        if head.page == volume.page + 1 and text[:start].rstrip().endswith(foot):
            start = len(text[:start].rstrip()) - len(foot) + 1
        yield Cut(start, head.end + (text[head.end : head.end + 1] == " "))


def _title_words(text: str, volume: Volume) -> list[str]:
    """The words of the title on the first page, up to the case number or date that follows it."""
    opening = text[volume.body : volume.body + 600]
    end = _TITLE_END.search(opening)
    return opening[: end.start() if end else 120].removeprefix(" CASE DETAILS").split()


def _fixed_heads(text: str, volume: Volume) -> list[RunningHead]:
    """The heads of even pages, whose words are the same on every page."""
    heads: list[RunningHead] = []
    page = volume.page
    for offset in positions(text, "S.C.R.", volume.body):
        match = _even_head(text, offset)
        if match is None or (heads and match.start() < heads[-1].end):
            continue
        # Some volumes split a page number ("102 8"), and a word before it may end in a digit.
        digits = match["page"].replace(" ", "")
        expected = next((number for number in range(page + 1, page + 9) if digits.endswith(str(number))), None)
        if expected is not None:
            heads.append(RunningHead(expected, _number_start(match, expected), match.end()))
            page = expected
    return heads


def _even_head(text: str, offset: int) -> re.Match[str] | None:
    """The head around an `S.C.R.`, if there is one: a page number and the name of the reports."""
    for pattern in (_EVEN_UNTIL_2023, _EVEN_FROM_2024):
        if match := pattern.search(text, max(0, offset - 50), offset + 40):
            return match
    return None


def _number_start(head: re.Match[str], page: int) -> int:
    """Where the page number begins; the match may include digits of the text before it."""
    offset = len(head["page"])
    for digit in reversed(str(page)):
        offset = head["page"].rindex(digit, 0, offset)
    return head.start("page") + offset


@dataclass(frozen=True, slots=True)
class _Named:
    """The number of an odd page. `title_first`: the running title comes before the number."""

    page: int
    start: int
    end: int
    title_first: bool


def _named_pages(text: str, volume: Volume, fixed: Sequence[RunningHead], title: Sequence[str]) -> list[_Named]:
    """The numbers of the pages between the even heads."""
    known = [RunningHead(volume.page, volume.body, volume.body), *fixed]
    ends = [head.start for head in known[1:]] + [len(text)]
    numbers = (_numbered(text, head, end, volume, title) for head, end in zip(known, ends, strict=True))
    return [number for number in numbers if number is not None]


def _numbered(text: str, head: RunningHead, end: int, volume: Volume, title: Sequence[str]) -> _Named | None:
    """Number of the page after `head`, in either form of an odd page's head."""
    page = head.page + 1
    for offset in positions(text, f"S.C.R. {page}", head.end, end):
        stop = offset + len(f"S.C.R. {page}")
        volume_start = text.rfind(f"[{volume.year}] ", max(0, offset - 12), offset)
        if volume_start >= 0 and text[stop : stop + 1] in (" ", ""):
            return _Named(page, volume_start, stop, title_first=False)
    for spelling in _spellings(page):
        for offset in positions(text, f" {spelling} ", head.end, end):
            if _in_title(text, offset + 1, offset + 1 + len(spelling), title):
                return _Named(page, offset + 1, offset + 1 + len(spelling), title_first=True)
    return None


def _spellings(page: int) -> list[str]:
    """A page number as printed, and as some volumes split it."""
    digits = str(page)
    return [digits, *(f"{digits[:cut]} {digits[cut:]}" for cut in range(1, len(digits)))]


def _in_title(text: str, start: int, end: int, title: Sequence[str]) -> bool:
    """Whether a page number is in or after a running title in capitals."""
    before = text[max(0, start - 150) : start].split()[-12:]
    around = before + text[end : end + 60].split()[:6]
    if before[-1] not in title and before[-1] != before[-1].upper():
        return False
    familiar = sum(1 for word in before[-8:] if word in title)
    return familiar >= 2 or (familiar == 1 and any(word in _VERSUS for word in around))


def _with_titles(text: str, named: Sequence[_Named], title: Sequence[str]) -> Iterator[RunningHead]:
    """Each page number with its running title: the words around it that the pages share or the first page has."""
    after = [_words_after(text, page.end) for page in named]
    before = [_words_before(text, page.start) if page.title_first else [] for page in named]
    head_words = _shared(after, title)
    lead_words = _shared([words for words, page in zip(before, named, strict=True) if page.title_first], title)
    for page, following, leading in zip(named, after, before, strict=True):
        end = _end_of(text, following, head_words, page.end)
        judge = _JUDGE.match(text, end)
        yield RunningHead(page.page, _start_of(text, leading, lead_words, page.start), judge.end() if judge else end)


def _words_after(text: str, start: int) -> list[str]:
    return text[start : start + 400].split(maxsplit=_MAX_TITLE)[:_MAX_TITLE]


def _words_before(text: str, end: int) -> list[str]:
    """Words before an offset, nearest first."""
    return text[max(0, end - 300) : end].split()[::-1][:_MAX_TITLE]


def _shared(pages: Sequence[Sequence[str]], title: Sequence[str]) -> list[str]:
    """The longest run of words that most pages share; with few pages, only words of the title count."""
    agreed: list[str] = []
    agreeing = list(pages)
    known = {word.strip(".,").casefold() for word in title}
    while agreeing:
        counts = Counter(words[len(agreed)] for words in agreeing if len(words) > len(agreed))
        if not counts:
            break
        word, count = counts.most_common(1)[0]
        in_title = word.strip(".,").casefold() in known
        if count < _SHARE * len(pages) or not (in_title or (count >= 3 and not word.islower())):
            break
        agreed.append(word)
        agreeing = [words for words in agreeing if len(words) >= len(agreed) and words[len(agreed) - 1] == word]
    return agreed


def _end_of(text: str, words: Sequence[str], agreed: Sequence[str], offset: int) -> int:
    """End of the running title that every page repeats after its number."""
    for word, expected in zip(words, agreed, strict=False):
        if word != expected:
            break
        offset = text.index(word, offset) + len(word)
    return offset


def _start_of(text: str, words: Sequence[str], agreed: Sequence[str], offset: int) -> int:
    """Start of the running title that every page repeats before its number."""
    for word, expected in zip(words, agreed, strict=False):
        if word != expected:
            break
        offset = text.rindex(word, 0, offset)
    return offset


# The letters A to H in the margin of a printed report, which text copies drop into the middle of sentences.

_LETTERS = "ABCDEFGH"
# The pattern begins with the letter and checks the blank before it afterwards, so the scan skips between capitals.
_LONE = re.compile(r"[A-H](?<= .)(?=\s|$)")
_RUN = re.compile(r"[A-H](?<= .)(?:(?: [A-H]){2,}(?!\S)|(?<=[C-H])(?: [D-H])?\s*$)")
_REACH = 0.22  # share of a page by which a letter may be off its usual position, since lines are uneven
_DOUBT = 0.08  # cost added if the words around a letter suggest that it belongs to the text
_SKIP = 0.2  # cost of a letter that is not found
_FEWEST = 5  # letters on a page before the page counts as lettered
_LETTERS_SHARE = 0.6  # of the inner pages that must be lettered before any letter is cut
_NAMED = frozenset(
    (
        "schedule", "group", "class", "part", "exhibit", "ex.", "annexure", "appendix", "section", "sections", "grade",
        "category", "list", "article", "articles", "clause", "column", "form", "block", "phase", "plan", "plot", "s.",
        "ss.", "type", "item", "entry", "order", "point", "question", "note", "table", "and", "or", "to", "vitamin",
    )
)  # fmt: skip


class _Candidate(NamedTuple):
    letter: int
    start: int
    cost: float


def margin_cuts(text: str, pages: Sequence[PageSpan], bodies: Sequence[int]) -> Iterator[Cut]:
    """The margin letters of all pages; `bodies` are the offsets at which the text of each page begins."""
    if len(pages) < 2:
        return
    lengths: list[float] = [page.end - body for page, body in zip(pages, bodies, strict=True)]
    usual = median(lengths[1:-1] or lengths[:1])
    lengths[-1] = max(usual, lengths[-1])  # the letters run to the foot even if the last page has little text
    chosen: list[list[int]] = []
    bare, inner = 0, len(pages) - 1
    for page, body, length in zip(pages, bodies, lengths, strict=True):
        chosen.append(_choose(text, body, page.end, length))
        bare += len(chosen[-1]) < _FEWEST and len(chosen) <= inner
        if inner - bare < _LETTERS_SHARE * inner:
            return  # as in the later volumes, which have no letters
    for letters in chosen:
        yield from (Cut(start, min(start + 2, len(text))) for start in letters)
    yield from _runs(text)


def _choose(text: str, start: int, end: int, length: float) -> list[int]:
    """The cheapest ascending sequence of letters on one page."""
    candidates = list(_candidates(text, start, end, length)) if length > 0 else []
    best: list[tuple[float, list[int], int]] = []  # cost so far, offsets, last letter
    for candidate in candidates:
        cost, offsets = candidate.cost + candidate.letter * _SKIP, [candidate.start]
        for before_cost, before_places, before_letter in best:
            if before_letter < candidate.letter:
                total = before_cost + candidate.cost + (candidate.letter - before_letter - 1) * _SKIP
                if total < cost:
                    cost, offsets = total, [*before_places, candidate.start]
        best.append((cost, offsets, candidate.letter))
    if not best:
        return []
    return min(best, key=lambda entry: entry[0] + (len(_LETTERS) - 1 - entry[2]) * _SKIP)[1]


def _candidates(text: str, start: int, end: int, length: float) -> Iterator[_Candidate]:
    for match in _LONE.finditer(text, start, end):
        offset = match.start()
        letter = _LETTERS.index(match[0])
        away = abs((offset - start) / length - letter / (len(_LETTERS) - 1))
        if away <= _REACH:
            yield _Candidate(letter, offset, away + _doubt(text, offset))


def _doubt(text: str, offset: int) -> float:
    before = text[max(0, offset - 40) : offset].rsplit(maxsplit=1)
    if not before:
        return 0.0
    if before[-1].casefold() in _NAMED:
        return _DOUBT
    # "... dismissed. A person who ..." begins a sentence; margin letters fall anywhere.
    return _DOUBT if text[offset] == "A" and before[-1].endswith((".", "?", "!", "”")) else 0.0


def _runs(text: str) -> Iterator[Cut]:
    """Runs of consecutive margin letters, as beside a table or below the last line."""
    for match in _RUN.finditer(text):
        if "".join(match[0].split()) in _LETTERS:
            yield Cut(match.start() - 1, match.end())


# The list of counsel between the head of a report and its judgment; the names say nothing about the case.

_LONGEST = 15000  # characters; Constitution Benches hear hundreds of advocates
_HEADING = re.compile(r"Appearances for Parties ")
_JUDGMENT = re.compile(r"of the Supreme Court\b")
_APPEARED = re.compile(r"\bfor the [A-Z][^.]{2,80}\. ?")
# Until 2023 there is no heading; the list is between the number of the decision appealed from and these words.
_DELIVERED = re.compile(r"Advs?\. for the [^.]{3,60}\. (?=The (?:\w+ )?of the Court was delivered)")
_LEAD = re.compile(r"\(?(?:Petition|Under|From|In|With)\b[^.]{0,300}\. ")
_NUMBER_END = re.compile(r"(?<!\S)\d{1,5}[.)]+ ")


def counsel_cuts(text: str) -> Iterator[Cut]:
    """The list of counsel and of the parties they appeared for; a report has at most one."""
    if heading := _HEADING.search(text):
        judgment = _JUDGMENT.search(text, heading.end(), heading.end() + _LONGEST)
        appeared = list(_APPEARED.finditer(text, heading.end(), judgment.start())) if judgment else []
        if appeared:
            yield Cut(heading.start(), appeared[-1].end())
    elif delivered := _DELIVERED.search(text):
        numbers = list(_NUMBER_END.finditer(text, max(0, delivered.start() - _LONGEST), delivered.start()))
        if numbers:
            lead = _LEAD.match(text, numbers[-1].end())
            yield Cut(lead.end() if lead else numbers[-1].end(), delivered.end())
