"""A matter as sentences, with who says and who denies what in each."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from countercase.facts.abbreviations import WrittenOut, write_out
from countercase.facts.denials import Denial, contradictions, denials
from countercase.facts.speech import QUOTED, SentencePart, Speech, VoiceKind, paragraph_starts, speeches
from countercase.law.ingredients.patterns import word_keys
from countercase.text.printed_pages import without_scanning_errors
from countercase.text.words import read_words

_LONGEST_PIECE = 1_500  # characters; a text without full stops is cut into pieces of this length
# "u/s 304B. The" ends a sentence, although a single letter before a full stop looks like an initial; so does ". (b) ".
# A speaker's label opens a sentence even after "9 km.".
_CUT = re.compile(
    r";\s+|\n+|(?<=\d[A-Z])\.\s+(?=[A-Z])|\.\s+(?=\(?(?:[a-h]|[ivx]{1,4})\)\s)"
    r"|\.\s+(?=(?:Prosecution|Defence|State|Accused|Complainant|Plaintiff|Defendant)(?:\s(?:case|version|plea|stand))?\s?:)"
)
_NEW_ITEM = re.compile(
    r"\s*(?:\d{1,2}[.)/-]|\(?[a-z0-9]\)|[-•*–—]|(?:\d{1,2}(?:st|nd|rd|th)?[\s-])?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct"
    r"|nov|dec)[a-z]{0,6}[\s.,'’-]{1,2}\d{2,4}|(?:19|20)\d\d\s?[:–—-]"
    r"|(?-i:[A-Z])[\w./-]{0,14}(?:\s[\w.-]{1,12})?(?:\s?:|\s[–—-])\s)",
    re.IGNORECASE,
)
_SHORT_LINE = 0.75  # of the usual width: a shorter line was ended by its writer, not by the page edge


@dataclass(frozen=True, slots=True)
class NarrativeSentence:
    """A sentence, or its part up to a semicolon, with the keys of its words."""

    piece: SentencePart
    keys: frozenset[str]


@dataclass(frozen=True, slots=True)
class Narrative:
    """The sentences of a matter, and who says and denies what in them.

    Offsets refer to `expanded`, the text with its abbreviations written out.
    """

    expanded: WrittenOut
    sentences: tuple[NarrativeSentence, ...]
    speeches: tuple[Speech, ...]
    denials: tuple[Denial, ...]
    denied_things: frozenset[str]  # keys of their words


def read_narrative(text: str) -> Narrative:
    """Split a text into sentences, and find who says and who denies what."""
    expanded = write_out(without_scanning_errors(text))
    sentences = tuple(NarrativeSentence(piece, word_keys(piece.text)) for piece in _pieces(expanded.text))
    all_speeches: list[Speech] = []
    all_denials: list[Denial] = []
    last_speaker: tuple[str, VoiceKind] | None = None
    for sentence in sentences:
        sentence_speeches = list(speeches(sentence.piece, last_speaker))
        named = [
            speech
            for speech in sentence_speeches
            if speech.voice in {VoiceKind.PARTY, VoiceKind.WITNESS} and speech.speaker != QUOTED
        ]
        last_speaker = (named[-1].speaker, named[-1].voice) if named else last_speaker
        all_speeches += sentence_speeches
        all_denials += denials(sentence.piece)
    all_denials += list(contradictions(all_speeches, all_denials, [sentence.piece for sentence in sentences]))
    return Narrative(
        expanded,
        sentences,
        tuple(sorted(all_speeches, key=lambda speech: speech.start)),
        tuple(sorted(all_denials, key=lambda denial: denial.start)),
        frozenset(key for denial in all_denials for key in denial.objects),
    )


def _pieces(text: str) -> Iterator[SentencePart]:
    """The sentences of a text, cut at semicolons and at the ends of list items."""
    words = read_words(text)
    paragraphs = [*paragraph_starts(text), len(text)]
    width = _usual_width(text)
    paragraph, previous_start = 0, 0
    for number, opening in enumerate(words.openings if words.words else ()):
        start = words.starts[opening]
        is_last = number + 1 == len(words.openings)
        end = len(text) if is_last else words.starts[words.openings[number + 1]]
        while paragraph + 2 < len(paragraphs) and paragraphs[paragraph + 1] <= start:
            paragraph += 1
        previous_start = max(previous_start, paragraphs[paragraph]) if previous_start < start else start
        cuts = list(_cuts(text, start, end, width))
        lines = [start, *(first for first, _ in cuts if first > start and text[first - 1] == "\n"), end]
        for first, last in cuts:  # each line of a list is its own sentence
            line = bisect_right(lines, first, hi=len(lines) - 1) - 1
            before = previous_start if line == 0 else lines[line - 1]
            bounds = lines[line], lines[line + 1], before
            yield SentencePart(text[first:last], first, *bounds, paragraphs[paragraph], paragraphs[paragraph + 1])
        # "But" introduces what the next sentence answers: "found it so, but held ... . We say there was none."
        turn = text.rfind(" but ", start, end)
        previous_start = turn if turn > start else start


def _cuts(text: str, start: int, end: int, width: int) -> Iterator[tuple[int, int]]:
    cuts = [
        match.end() for match in _CUT.finditer(text, start, end) if match.end() < end and _is_cut(text, match, width)
    ]
    for first, last in zip([start, *cuts], [*cuts, end], strict=True):
        begin = first
        while last - begin > _LONGEST_PIECE:
            space = text.rfind(" ", begin, begin + _LONGEST_PIECE) + 1
            cut = space if space > begin else begin + _LONGEST_PIECE
            yield begin, cut
            begin = cut
        if text[begin:last].strip():
            yield begin, last


def _usual_width(text: str) -> int:
    """The line length that four lines in five do not exceed; zero for a single line."""
    lengths = sorted(len(line) for line in text.splitlines() if line.strip())
    return lengths[len(lengths) * 4 // 5] if len(lengths) > 1 else 0


def _is_cut(text: str, match: re.Match[str], width: int) -> bool:
    """A single line break ends a sentence only if the line is closed or short, or a new list item begins."""
    if match[0][0] in ";." or match[0].count("\n") > 1:
        return True
    before = text[max(0, match.start() - 3) : match.start()].rstrip()[-1:]
    if before in {".", ":", ";", "?", "!"} or _NEW_ITEM.match(text, match.end(), match.end() + 34):
        return True
    length = match.start() - text.rfind("\n", 0, match.start()) - 1
    opens = text[match.end() : match.end() + 1]
    return length < _SHORT_LINE * width and (opens.isupper() or opens.isdigit())
