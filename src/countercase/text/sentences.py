"""Splits judgment text into sentences, past the many full stops that end nothing: u/s., Crl. A. No., I.P.C., v."""

import re
from functools import lru_cache
from itertools import pairwise

from countercase.domain.span import Span

# A full stop, any closing quotes or brackets, white space, then something that can open a sentence;
# or a full stop between a lower-case word and a capitalised one ("was convicted.The appeal"); or an empty line.
# One set of characters opens all three, so that the scan can skip ahead.
_CANDIDATE = re.compile(
    r"""[.?!\n](?:(?<!\n)["'”’)\]]*\s+(?=["'“‘(\[]*[A-Z0-9])|(?<=[a-z]{3}\.)(?=[A-Z][a-z])|(?<=\n)[^\S\n]*\n\s*)"""
)
_NEXT_WORD = re.compile(r"[\"'“‘(\[]*([A-Za-z]+(?!\.)|\d{1,3}\. ?(?=[\"“‘'(\[]?[A-Z]))")

_OPENS_ITEM = frozenset(':“"‘(-')
_LONGEST_GAP = 200  # most characters of white space checked before a number

# Never the end of a sentence.
_ABBREVIATIONS = frozenset(
    """
    v vs no nos rs re dr mr mrs ms smt shri sri sh km kum m/s s ss sec secs sect art arts cl cls r rr reg regs para
    paras p pp pg vol pt sch ch ex exh exhs exb exbt ext exts crl cri cr civ c.a crl.a cr.a c.r w.p o.p s.l.p slp
    o.a o.s a.s r.f.a l.p.a f.a s.a r.s.a i.e e.g viz cf ibid supp suppl scc scr air all bom cal mad pat raj guj ker
    del lah pun ori mys nag cri.l.j cr.l.j crl.l.j hon hon'ble ld lt col maj capt gen prof rev st sr jr adv advs
    asst addl dy govt dept dist distt tq jan feb mar apr jun jul aug sep sept oct nov dec dt dtd w.e.f u/s u/ss r/w
    approx u/art i.d s/o d/o w/o r/o a.i.r s.c.c s.c.r p.w pws d.w pw
    """.split()
)
# May end a sentence, depending on what follows.
_DOUBTFUL = frozenset(
    "ltd pvt co corpn corp inc ors anr etc others deft plff pltf resp respt petr appln agmt regd".split()
)
_ENDS, _DOES_NOT_END, _IN_DOUBT, _NUMBER = "ends", "does not end", "in doubt", "number"
_OPENERS = frozenset(
    """
    The This These That Those It Its In On At As An A He She They We I If When While Where Whether But And However
    Therefore Thus Hence Accordingly Further Moreover Having After Before By For From There Then Thereafter
    Thereupon Since Such Under Upon With To Not No Nor Both Learned Heard Leave Even Another Consequently Similarly
    His Her Their Our Once One Also Appellant Respondent Respondents Appellants Petitioner Aggrieved According
    Admittedly Being During Per So What Which Who Why How
    """.split()
)


def split_sentences(text: str) -> list[Span]:
    """Sentences in text order, each with the white space after it: together they cover the text exactly."""
    return [Span(start, end) for start, end in pairwise(sentence_edges(text, (0,))[0]) if end > start]


@lru_cache(maxsize=4)  # sections and chunks read the same paragraphs one after the other
def sentence_edges(text: str, paragraphs: tuple[int, ...]) -> list[list[int]]:
    """For each paragraph start: where its sentences start, and where the last one ends."""
    edges: list[list[int]] = []
    candidates = _CANDIDATE.finditer(text)
    candidate = next(candidates, None)
    for start, end in pairwise((*paragraphs, len(text))):
        inside = [start]
        while candidate is not None and candidate.end() < end:
            stop, after = candidate.span()
            if stop >= start and _ends_sentence(text, inside[-1], stop, after):
                inside.append(after)
            candidate = next(candidates, None)
        inside.append(end)
        edges.append(inside)
    return edges


def _ends_sentence(text: str, start: int, stop: int, end: int) -> bool:
    if text[stop] != "." or text[stop + 1] in '"”':
        return True
    before = text[max(start, stop - 24) : stop]
    last, sign = _sign(before.rsplit(maxsplit=1)[-1] if before and not before[-1].isspace() else "")
    if sign == _NUMBER:
        # "12. The appeal": a number that opens the sentence is its paragraph number, not its end.
        return len(last) > 3 or not _opens_item(text, start, stop - len(last))
    if sign == _IN_DOUBT:
        opener = _NEXT_WORD.match(text, end)
        return opener is not None and (opener[1] in _OPENERS or opener[1][0].isdigit())
    return sign == _ENDS


def _opens_item(text: str, start: int, stop: int) -> bool:
    """Whether an item of a list opens here: at the start of a sentence or line, or after a colon or the like."""
    first = max(start, stop - _LONGEST_GAP)
    gap = text[first:stop]
    words = gap.rstrip()
    if "\n" in gap[len(words) :]:
        return True
    return words[-1] in _OPENS_ITEM if words else first == start


@lru_cache(maxsize=16384)  # the same words precede most full stops
def _sign(word: str) -> tuple[str, str]:
    """The word before a full stop without the marks around it, and what it says about the stop."""
    if not word.isalpha():
        word = word.rstrip("\"”’'")
        for mark in '([“"‘,;':
            word = word.rpartition(mark)[2]
        word = word.rstrip(".")
    lower = word.lower()
    if word.isdigit():
        return word, _NUMBER
    if lower in _ABBREVIATIONS:
        return word, _DOES_NOT_END
    return word, _IN_DOUBT if len(word) <= 1 or "." in word or lower in _DOUBTFUL else _ENDS


# Cuts a text into clauses: the parts between full stops, semicolons, dashes and joining words.

_CUT = re.compile(
    r";\s+|\n\s*\n|\n(?=\s*(?:[-*•]|\(?\w{1,3}[.)]\s|\d|[A-Z]))"
    r"|(?<=[a-z0-9)%\"'”’])[.?!][\"”’]?\s+(?=[A-Z0-9(\"'“‘])"
    r"|,\s+(?=(?:but|and|though|no|not|nor|never|yet|while)\s)|\s[-–—]\s"
)


# The date at the head of an entry in a list of dates: "22.08.2016 - complaint filed", "12.1.25, 8 pm - incident".
_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?"
_HEAD = re.compile(
    rf"\s*(?:on\s)?(?:\d{{1,4}}[./-]\d{{1,2}}(?:[./-]\d{{2,4}})?|\d{{1,2}}(?:st|nd|rd|th)?\s{_MONTH}(?:,?\s\d{{2,4}})?|\d{{1,2}}-{_MONTH}-\d{{2,4}}|{_MONTH}\s\d{{4}})"
    r"(?:\s?[,(@]?\s?(?:at\s|about\s|abt\.?\s)?\d{1,2}(?:[.:]\d\d)?\s?(?:[ap]\.?\s?m\b\.?|hrs\.?)\)?)?\s*\Z",
    re.IGNORECASE,
)
_DATED_LINE = re.compile(r"[0-9Ol]{1,2}[./-][0-9Ol]{1,2}(?!\d)")
# A line that is broken before the date that its words ask for: "came on", "notice of".
_AWAITS_DATE = re.compile(r"\s(?:on|of|dt|dated|from|till|until|by|since|to|and)\Z")
# A date that ends a clause, cut from it by a stop, a dash or a line: "Cog. 10.02.2024", "appeal – 7-Apr-25".
_LONE_DATE = re.compile(
    rf"\s*(?:[0-9Ol]{{1,2}}[./-][0-9Ol]{{1,2}}[./-][0-9Ol]{{2,4}}|\d{{1,2}}-{_MONTH}-\d{{2,4}})[.,]?\s*", re.I
)


def clauses(text: str) -> list[tuple[int, int]]:
    """Start and end of each clause of two words or more.

    The date of an entry belongs to what follows its dash. If it opens a line, it also belongs to what follows its full
    stop or stands on the next line. A date that stands alone belongs to the words before it.
    """
    bounds = [0, *(edge for cut in _CUT.finditer(text) if _cuts(text, cut) for edge in cut.span()), len(text)]
    pairs = list(zip(bounds[::2], bounds[1::2], strict=True))
    joined: list[tuple[int, int]] = []
    head: int | None = None
    for number, (start, end) in enumerate(pairs):
        follows = text[end : pairs[number + 1][0]] if number + 1 < len(pairs) else ""
        opens_line = number == 0 or "\n" in text[pairs[number - 1][1] : start]
        after_head = {"-", "–", "—", ".", ""} if opens_line else {"-", "–", "—"}
        if head is None and _HEAD.match(text, start, end) and number + 1 < len(pairs) and follows.strip() in after_head:
            head = start
            continue
        is_lone = head is None and bool(joined) and _LONE_DATE.fullmatch(text, start, end) is not None
        if is_lone and text[joined[-1][1] : start].strip(" .–—-") in {"", "\n"}:
            joined[-1] = (joined[-1][0], end)
            continue
        joined.append((start if head is None else head, end))
        head = None
    return [(start, end) for start, end in joined if len(text[start:end].split()) > 1]


def _cuts(text: str, cut: re.Match[str]) -> bool:
    """Whether a clause ends here: not at the full stop of "Ex. P-7" or "b. 12.3.2001"."""
    if (
        cut[0][0] == "\n"
        and _AWAITS_DATE.search(text, max(0, cut.start() - 8), cut.start())
        and _DATED_LINE.match(text, cut.end())
    ):
        return False
    if cut[0][0] != "." or ("\n" in cut[0] and _DATED_LINE.match(text, cut.end())):
        return True
    before = text[max(0, cut.start() - 24) : cut.start()].split()
    word, sign = _sign(before[-1])
    if sign == _IN_DOUBT and "." not in word:
        opener = _NEXT_WORD.match(text, cut.end())
        return opener is not None and opener[1] in _OPENERS
    return sign != _DOES_NOT_END
