"""Shortens quotations: a sentence cut at its clauses around the words that matter."""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from countercase.corpus.attribution import attributing_spans
from countercase.corpus.speakers import Spoken, speakers
from countercase.domain.case import UNKNOWN, Case, Paragraph, SectionType, Speaker, Voice
from countercase.domain.explanation import Anchor
from countercase.domain.span import Span
from countercase.explanation.tokens import CUES, TokenKind, content_keys, polarities, tokenise

LIMIT = 36  # words of a quotation
_OPENS_CLAUSE = frozenset("and but while who which when where after although because since that or".split())


def quotation(text: str, keep: Sequence[Span] = (), limit: int = LIMIT) -> str:
    """The sentence in quotation marks, cut to about `limit` words at clauses around the spans to keep."""
    return f"“{cut_sentence(text, keep, limit)}”"


def summarised(text: str, keep: Sequence[Span] = (), limit: int = LIMIT) -> str:
    """A sentence of our own summary, cut in the same way, with a full stop and without quotation marks."""
    cut = cut_sentence(text, keep, limit)
    return cut if cut.endswith("…") else f"{cut}."


def cut_sentence(text: str, keep: Sequence[Span] = (), limit: int = LIMIT) -> str:
    """Cut the sentence at clauses; its attribution to a speaker and every negation stay."""
    keep = [*keep, *_must_stay(text)]
    words = [Span(*match.span()) for match in re.finditer(r"\S+", text)]
    first, last = _window(text, words, keep, limit)
    cut = tidy(text[words[first].start : words[last].end])
    before = "… " if first else ""
    after = " …" if last + 1 < len(words) else ""
    return f"{before}{cut.rstrip(' .,;:—-')}{after}"


@lru_cache(maxsize=4096)
def _must_stay(text: str) -> tuple[Span, ...]:
    """What no cut leaves out: whose view it is, and what is denied."""
    return (*attributing_spans(text), *_negations(text))


def _negations(text: str) -> list[Span]:
    """Words of denial: cutting one away may reverse a sentence."""
    return [Span(token.start, token.end) for token in tokenise(text) if token.key in CUES]


def tidy(text: str) -> str:
    """One line, with single quotation marks inside."""
    return re.sub(r"[\"“”]", "'", " ".join(text.split()))


def _window(text: str, words: Sequence[Span], keep: Sequence[Span], limit: int) -> tuple[int, int]:
    """First and last word: as many whole clauses around the kept words as the limit allows."""
    if len(words) <= limit:
        return 0, len(words) - 1
    clauses = _clauses(text, words)
    needed = [
        number
        for number, (first, last) in enumerate(clauses)
        if any(span.start < words[last].end and words[first].start < span.end for span in keep)
    ] or [0]
    low, high = needed[0], needed[-1]
    while True:
        wider = [(low - 1, high)] * (low > 0) + [(low, high + 1)] * (high + 1 < len(clauses))
        fitting = [pair for pair in reversed(wider) if clauses[pair[1]][1] - clauses[pair[0]][0] < limit]
        if not fitting:
            return clauses[low][0], clauses[high][1]
        low, high = fitting[0]


def _clauses(text: str, words: Sequence[Span]) -> list[tuple[int, int]]:
    """First and last word of each clause."""
    starts = [0]
    for index in range(1, len(words)):
        ends_before = text[words[index - 1].end - 1] in ",;:"
        if ends_before or words[index].of(text).lower() in _OPENS_CLAUSE:
            starts.append(index)
    return list(zip(starts, [start - 1 for start in starts[1:]] + [len(words) - 1], strict=True))


# The sentences of a judgment, each with its paragraph, as anchors for an explanation.

Split = Callable[[str], Sequence[Span]]  # a text into the spans of its sentences

_SHORT, _LONG = 2, 90  # words; sentences outside this range cannot be quoted
# Printed by the reporter around a judgment: running heads and footers are not the Court's words.
_PRINTED = re.compile(
    r"\b(?:Case\s+Arising\s+From|Case\s+Law\s+(?:Cited|Reference)|List\s+of\s+(?:Acts|Keywords|Citations)"
    r"|Appearances\s+for\s+(?:the\s+)?Part|Headnotes?\s+prepared|Result\s+of\s+the\s+case|Issues?\s+for\s+Consideration"
    r"|Books\s+and\s+Periodicals|Other\s+Case\s+Details)|\(Assisted\s+by"
    r"|^(?:[A-Z][\w.]*\s+){1,4}Appeals?\s+(?:allowed|dismissed|disposed|partly)|\bAdvs?\.\s+for\b",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"\s*(?:(?:Facts|Issue|Held)\n\s*)?(?:\(?\d{1,3}(?:\.\d{1,2})?[.)]\s+(?=\D))?(?:\([a-z]{1,4}\)\s+)?"
)


@dataclass(frozen=True, slots=True)
class StoredSentence:
    """A sentence of the stored text."""

    span: Span
    text: str
    section: SectionType
    paragraph: str | None
    voice: Voice = UNKNOWN
    sure: bool = False  # the Court's own words beyond reasonable doubt
    own: float = 0.0  # how likely that is

    def anchor(self, case: Case) -> Anchor:
        """Its anchor in the stored text."""
        return Anchor(case.id, self.paragraph, self.span)


def places(case: Case, split: Split) -> tuple[StoredSentence, ...]:
    """Every quotable sentence in text order, with its speaker."""
    return _places(case.text, tuple(case.paragraphs), case.is_digest, split)


@lru_cache(maxsize=128)  # a case is explained repeatedly while a matter is worked on
def _places(text: str, paragraphs: tuple[Paragraph, ...], is_digest: bool, split: Split) -> tuple[StoredSentence, ...]:
    parts = [(span, paragraph) for paragraph in paragraphs for span in _sentences(text, paragraph, split)]
    if is_digest:
        spoken = [Spoken(span, Voice(Speaker.SUMMARY), 0.0, sure=False) for span, _ in parts]
    else:
        spoken = speakers(text, [span for span, _ in parts], [paragraph.section for _, paragraph in parts])
    return tuple(
        StoredSentence(span, span.of(text), paragraph.section, paragraph.number, each.voice, each.sure, each.own)
        for (span, paragraph), each in zip(parts, spoken, strict=True)
        if _can_be_quoted(span.of(text))
    )


def _sentences(text: str, paragraph: Paragraph, split: Split) -> Iterator[Span]:
    """The spans of the sentences without their opening number or heading."""
    whole = paragraph.span.of(text)
    for part in split(whole):
        sentence = part.of(whole)
        opening = _OPENING.match(sentence)
        start = part.start + (opening.end() if opening else 0)
        end = part.start + len(sentence.rstrip())
        if start < end:
            yield Span(start, end).shift(paragraph.span.start)


def _can_be_quoted(sentence: str) -> bool:
    return _SHORT <= len(sentence.split()) <= _LONG and _PRINTED.search(sentence) is None


# Finds the sentence of a passage that answers the matter best, and the shared words.

Rarity = Callable[[str], float]  # how informative a stemmed word is; 0 for a word that is everywhere
TERMS = 4
_SHORTEST_TERM = 4  # letters
_TELLING = 2.3  # rarity below which a word is uninformative: it occurs in every tenth passage or more


def word_weights(text: str, rarity: Rarity) -> dict[str, float]:
    """The words of the matter that can match, with their weights; its numbers and names are left out."""
    words = {token.key for token in tokenise(text) if token.kind is TokenKind.WORD and len(token.key) > 2} - CUES
    return {word: weight for word in words if (weight := rarity(word)) > 0}


def likeness(sentence: StoredSentence, weights: dict[str, float]) -> float:
    """The weight of the matter's words in a sentence, damped so that long sentences do not always win."""
    keys = content_keys(sentence.text)
    return sum(weights.get(key, 0.0) for key in keys) / math.sqrt(8 + len(keys))


# Words of every judgment: sharing them means nothing.
_OF_EVERY_CASE = frozenset(
    "came proved filed found needs needed produced nearly year years month months passed aside witness witnesses caused"
    " death occurrence recovered gave given took taken stated said trial accused deceased court police returned return"
    " stop went sent made case order petition appeal complaint complainant arrested custody place present under person"
    " days day period believe believed ever permitted remaining filing second third first"
    " later earlier nothing anything however therefore question number received asked told".split()
)


def carrying_terms(sentence: StoredSentence, weights: dict[str, float], count: int = TERMS) -> list[str]:
    """The highest-weighted words that a sentence shares with the matter, as written there, in order."""
    first: dict[str, tuple[int, str]] = {}
    denied = {key for key, negated in polarities(sentence.text).items() if negated == {True}}
    for token in tokenise(sentence.text):
        written = sentence.text[token.start : token.end].lower()
        if token.key in denied or len(written) < _SHORTEST_TERM or written in _OF_EVERY_CASE:
            continue
        if weights.get(token.key, 0.0) >= _TELLING and token.key not in first:
            first[token.key] = (token.start, sentence.text[token.start : token.end])
    best = sorted(first, key=lambda key: (-weights[key], key))[:count]
    return [word for _, word in sorted(first[key] for key in best)]


def rarity_in(texts: Iterable[str]) -> Rarity:
    """Weights from a collection: the logarithm of a word's rarity in its texts."""
    seen: Counter[str] = Counter()
    total = 0
    for text in texts:
        total += 1
        seen.update(content_keys(text))
    return lambda word: math.log((total + 1) / (seen[word] + 1))


def best_places(places: Sequence[StoredSentence], weights: dict[str, float]) -> list[StoredSentence]:
    """The sentences by how well they answer the matter, best first."""
    return sorted(places, key=lambda sentence: (-likeness(sentence, weights), sentence.span))


_CITES = re.compile(r"\b(?:SCC|SCR|S\.C\.R|S\.C\.C|AIR|A\.I\.R|supra)\b|\bv(?:s|ersus)?\.\s")


def speaks_of_another_case(sentence: StoredSentence) -> bool:
    """Whether the sentence cites: it may be about the cited case, not this one."""
    return _CITES.search(sentence.text) is not None
