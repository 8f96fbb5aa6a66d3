"""Ways to cut a contract into units that can be returned. Each covers the text without gaps or overlaps."""

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from countercase.domain.span import Span
from countercase.text.words import CONTRACT_STOP_WORDS, stem_all

CHUNK = 500  # characters, as LegalBench-RAG cuts
CLAUSE = 1000  # longer clauses are cut at their sentences
SENTENCE = 2000  # tables and runaway lists have no full stop

# LegalBench-RAG's order: the coarsest separator that makes the pieces small enough is used.
_SEPARATORS = ("\n\n", "\n", "!", "?", ".", ":", ";", ",", " ", "")

# A full stop, closing quotes or brackets, white space, then what can start a sentence; or an empty line; or the wide
# space that is left of a lost line break before an enumerator.
_SENTENCE_END = re.compile(
    r"""[.?!]["”’)\]]*\s+(?=["“(\[•·]?[A-Z0-9(])|[.]["”’)]*\s{2,}|\n\s*\n\s*|(?<!\s)\s{3,}(?=\(?[A-Za-z0-9]{1,4}[.)])"""
)
_LAST_WORD = re.compile(r"[\w.&/’'-]*$")
_ABBREVIATIONS = frozenset(
    """inc corp ltd co no nos sec art sect v vs mr mrs dr ms st jr sr llc l.p u.s e.g i.e etc al approx dept ext fig vol
    pp para cf est messrs hon rev gen ave blvd bros mfg assn article section""".split()
)
# "12.", "3.1.", "IV.", "B.": the number of the clause that follows, not the end of a sentence.
_ENUMERATOR = re.compile(r"[\divxlc]+(\.\d+)*|[a-z]")
# A numbered clause at the start of a line, or after the wide space of a lost line break.
_CLAUSE_START = re.compile(
    r"\n\s*\n\s*|(?:\n[^\S\n]*|(?<!\s)\s{3,}|(?<=[.;:]) )"
    r"(?=(?:ARTICLE|Article|SECTION|Section|Clause)? ?\d{1,2}(?:\.\d{1,2})*\.?\)?\s+[A-Z\"“])"
)
_HEADING_CHARACTERS, _HEADING_WORDS = 70, 9


def naive(text: str, size: int = CHUNK) -> list[Span]:
    """Pieces of exactly `size` characters; the last may be shorter."""
    return [Span(start, min(start + size, len(text))) for start in range(0, len(text), size)]


def recursive(text: str, size: int = CHUNK) -> list[Span]:
    """Pieces of at most `size` characters, cut at the coarsest separator that suffices and joined while they fit."""
    return _spans(_split(text, size, _SEPARATORS))


def sentences(text: str) -> list[Span]:
    """Sentences and headings, each with the white space after it."""
    cuts = [match.end() for match in _SENTENCE_END.finditer(text) if _ends(text, match)]
    return _no_longer_than(text, _between(cuts, len(text)), SENTENCE)


def clauses(text: str) -> list[Span]:
    """Numbered clauses and paragraphs. A long one is cut at its sentences; a heading stays with its text."""
    whole = _between([match.end() for match in _CLAUSE_START.finditer(text)], len(text))
    pieces: list[Span] = []
    for span in whole:
        parts = [span] if len(span) <= CLAUSE else [part.shift(span.start) for part in sentences(span.of(text))]
        for part in parts:
            fits = pieces and part.end - pieces[-1].start <= CLAUSE
            if fits and (pieces[-1].start >= span.start or is_heading(pieces[-1].of(text))):
                pieces[-1] = Span(pieces[-1].start, part.end)
            else:
                pieces.append(part)
    return pieces


def is_heading(unit: str) -> bool:
    """Whether a unit is too short to say anything by itself."""
    text = unit.strip()
    return len(text) < _HEADING_CHARACTERS and len(text.split()) <= _HEADING_WORDS


def trimmed(text: str, span: Span) -> Span:
    """The span without white space at its ends; unchanged if it is all white space."""
    quote = span.of(text)
    start = span.start + len(quote) - len(quote.lstrip())
    end = span.end - len(quote) + len(quote.rstrip())
    return Span(start, end) if start < end else span


UNITS: Mapping[str, Callable[[str], list[Span]]] = {
    "naive": naive,
    "recursive": recursive,
    "clauses": clauses,
    "sentences": sentences,
}


def _ends(text: str, match: re.Match[str]) -> bool:
    if text[match.start()] != ".":
        return True
    word = _LAST_WORD.search(text, max(0, match.start() - 20), match.start())
    last = word[0].lower().rstrip(".") if word else ""
    if last in _ABBREVIATIONS:
        return "\n" in match[0]
    return not _ENUMERATOR.fullmatch(last)


def _between(cuts: list[int], length: int) -> list[Span]:
    edges = [0, *dict.fromkeys(cut for cut in cuts if 0 < cut < length), length]
    return [Span(start, end) for start, end in itertools.pairwise(edges) if end > start]


def _no_longer_than(text: str, spans: list[Span], size: int) -> list[Span]:
    pieces: list[Span] = []
    for span in spans:
        if len(span) <= size:
            pieces.append(span)
        else:
            pieces.extend(part.shift(span.start) for part in _spans(_split(span.of(text), size, _SEPARATORS[5:])))
    return pieces


def _spans(pieces: list[str]) -> list[Span]:
    spans: list[Span] = []
    start = 0
    for piece in pieces:
        spans.append(Span(start, start + len(piece)))
        start += len(piece)
    return spans


def _split(text: str, size: int, separators: tuple[str, ...]) -> list[str]:
    if len(text) <= size:
        return [text] if text else []
    separator, *finer = separators
    if not separator:
        return [text[start : start + size] for start in range(0, len(text), size)]
    if separator not in text:
        return _split(text, size, tuple(finer))
    joined: list[str] = []
    for piece in _keeping(text, separator):
        for part in _split(piece, size, tuple(finer)):
            if joined and len(joined[-1]) + len(part) <= size and len(piece) <= size:
                joined[-1] += part
            else:
                joined.append(part)
    return joined


def _keeping(text: str, separator: str) -> list[str]:
    """The pieces between separators, each but the first with its separator in front."""
    first, *rest = text.split(separator)
    return [piece for piece in [first, *(separator + piece for piece in rest)] if piece]


# Words of a contract: lower case, stemmed, all numbers the same.

_WORD = re.compile(r"[a-z]+|\d+")

NUMBER = "#"


def stems(text: str) -> list[str]:
    """All words in order, stemmed; a number is `#`."""
    words = [NUMBER if word[0].isdigit() else word for word in _WORD.findall(text.lower())]
    return stem_all(words)


def content_stems(text: str) -> list[str]:
    """Stems without function words. Numbers stay as they are, since a query may ask for them."""
    words = [word for word in _WORD.findall(text.lower()) if word not in CONTRACT_STOP_WORDS]
    return stem_all(words)


# Features of a unit for the clause model: its words, its heading, its neighbours and its position.

NEIGHBOUR = 0.5  # weight of a neighbour's word; a word of the unit itself has 1
_HEADING_STEMS = 8


def unit_features(text: str, units: Sequence[Span]) -> Iterator[dict[str, float]]:
    """One mapping per unit, in order, scaled so that a long unit has no advantage.

    `law` and `law_of` are words and word pairs, `h:govern` is a word of the heading, `c:court` of a neighbour, and
    `is:...` is the position.
    """
    words = [stems(unit.of(text)) for unit in units]
    heading: list[str] = []
    for index, unit_words in enumerate(words):
        features = dict.fromkeys(unit_words, 1.0)
        features.update(dict.fromkeys((f"{a}_{b}" for a, b in itertools.pairwise(unit_words)), 1.0))
        scale = 3 / (1 + len(features)) ** 0.5
        if is_heading(units[index].of(text)):
            heading = unit_words[:_HEADING_STEMS]
            features["is:heading"] = 1 / scale
        features.update(dict.fromkeys((f"h:{word}" for word in heading), 1.0))
        before = words[index - 1] if index else []
        after = words[index + 1] if index + 1 < len(words) else []
        features.update(dict.fromkeys((f"c:{word}" for word in (*before, *after)), NEIGHBOUR))
        features.update((mark, 1 / scale) for mark in _position(index, len(words)))
        yield {name: value * scale for name, value in features.items()}


def _position(index: int, count: int) -> list[str]:
    marks = [name for name, limit in (("is:first", 3), ("is:start", 10)) if index < limit]
    return [*marks, "is:end"] if index >= 0.9 * count else marks
