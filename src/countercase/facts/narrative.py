"""A matter as sentences, with who says and who denies what in each."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from countercase.facts.abbreviations import WrittenOut, write_out
from countercase.facts.deeds import sufferers_named
from countercase.facts.speech import (
    ARTICLE,
    QUOTED,
    SPEAKER,
    TAIL,
    SentencePart,
    Speech,
    VoiceKind,
    named_speaker,
    paragraph_starts,
    speech_end,
    speeches,
)
from countercase.law.ingredients.patterns import KEY_LENGTH, word_keys
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
class Denial:
    """A denial of the words from `start` to `end`; `is_backward` if "it" or "which" refers to earlier words.

    `objects` are the things denied ("any demand"). Other mentions of them are denied too.
    """

    start: int
    end: int
    speaker: str
    is_backward: bool
    objects: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Narrative:
    """The sentences of a matter, and who says and denies what in them.

    Offsets refer to `expanded`, the text with its abbreviations written out.
    """

    expanded: WrittenOut
    sentences: tuple[NarrativeSentence, ...]
    speeches: tuple[Speech, ...]
    denials: tuple[Denial, ...]
    denied_things: frozenset[str]  # word keys of the things denied
    sufferers: frozenset[str]  # names of the deceased and the injured


@lru_cache(maxsize=4)  # facts, ingredients and lines of a matter ask in turn
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
        all_denials += find_denials(sentence.piece)
    all_denials += list(find_contradictions(all_speeches, all_denials, [sentence.piece for sentence in sentences]))
    return Narrative(
        expanded,
        sentences,
        tuple(sorted(all_speeches, key=lambda speech: speech.start)),
        tuple(sorted(all_denials, key=lambda denial: denial.start)),
        frozenset(key for denial in all_denials for key in denial.objects),
        sufferers_named(expanded.text),
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


# Who denies what, and where two sides contradict each other.

_DENIES = re.compile(
    r"\b(?<!not )(?<!never )(?<!nor )(?<!neither )(?<!was )(?<!were )(?<!is )(?<!are )(?<!been )(?<!be )"
    r"(?P<verb>den(?:y|ies|ied)(?!\s+(?:bail|leave|permission|access|entry|relief|copies|counsel|hearing|him"
    r"|(?:the\s+|an?\s+|any\s+)?(?:opportunity|chance|hearing|right)|anticipatory|regular|parole|remission)\b)"
    r"|disput(?:es|ed)\s+(?=that|the|it|this|any|his|her|their|having|by)"
    r"|(?:(?<=accused )|(?<=defence )|(?<=defendant )|(?<=prosecution )"
    r"|(?<=side )|(?<=he )|(?<=State ))disputes(?=\s*(?:[.;,)]|\Z))|(?:challeng|contest"
    r"|refut)(?:es|ed)\s+(?=that|the|it|this|any|his|her|both|these)"
    r"|controverts?|repudiates?|(?<=[Ww]e )(?:question|dispute|deny|contest|challenge))\b",
    re.IGNORECASE,
)
_DENIER = re.compile(rf"{ARTICLE}{SPEAKER}{TAIL}\W+(?:\w+\W+){{0,3}}\Z", re.IGNORECASE)
_NEVER_DENIED = re.compile(r"\b(?:not|never|nor|neither|nobody|no one|none|cannot be)\W+(?:\w+\W+)?\Z", re.IGNORECASE)
_POINTS_BACK = re.compile(
    r"\s*(?:[.;,)]|\Z|\s[–—-]\s|by\b|in\s+(?:(?:u/s|S\.?|sec\.?|section)?\s?(?:313|351)|W\.?\s?S\.?|written\s+statement"
    r"|reply|toto|cross|counter)(?:\s+(?:stmt|statement|affidavit))?\s*(?:[.;,)]|\Z)|(?:it|this|them|these|so|both|(?:that|this)(?=\s*[.;,])|the\s+same|having\s+(?:said|done)"
    r"|any\s+such|such)\b|(?:the|these|those|this)\s+(?:\w+\s){0,1}\w+\s*(?:[.;,]|\Z))",
    re.IGNORECASE,
)
_DENIED_OBJECT = re.compile(r"\w\W+\w.*[,(–—]\s*\Z", re.DOTALL)  # "land dispute, denied by both"
_DENIES_ALL = re.compile(
    r"\s*(?:everything|(?:all|the\s+(?:whole|entire)?)\s*(?:of\s+(?:it|this))?\s*(?:allegations?|charges?|incident"
    r"|story|case|version|accusations?|occurrence|prosecution\s+case)\b|all\b)",
    re.IGNORECASE,
)
_DISAGREES = re.compile(
    r"\W*(?:but\s+|however,?\s+)?(?:we\s+(?:say|submit|deny|dispute|contend|challenge)|our\s+case|which\s+(?:we|he"
    r"|she|they|the\s+\w+)\s+den(?:y|ies))\b"
    r"|\W*(?:but\s+)?(?:he|she|they|(?:the\s+)?(?:accused|appellant|defence|petitioner|applicant|respondent|defendant"
    r"|plaintiff|complainant|insurer|claimants?|owner|vendor))\s+(?:says?|calls?|pleads?|claims?)\s+"
    r"(?:that\s+)?(?:it|this|these|they|there|the\s+same)\b(?:(?!\bbut\b)[^.;])*\b(?:not?|never|none|planted|false"
    r"|invented|concocted|afterthought|fabricated|got\s+up|forged|otherwise|wrong|nothing|tutored|misused)\b",
    re.IGNORECASE,
)
_LABELS_IT = re.compile(r"\W*(?:\w+\s+){1,3}calls?\s+(?:it|this|them)\b", re.IGNORECASE)
_OBJECT = re.compile(
    r"\s+(?:any|the|all|these|such|having|his|her|that\s+there\s+was\s+any)\s+((?:\w+\s*){1,3}?)(?=\s+(?:and|or|of|by"
    r"|on|in|at|to|with)\b|[.,;]|\Z)",
    re.IGNORECASE,
)
_NOT_OBJECTS = frozenset("been have such fact that them case thes word whol alle char same said done".split())


def find_denials(piece: SentencePart) -> Iterator[Denial]:
    """Find who denies what in a sentence. "It" and "which" refer to the words before, "the whole incident" to all."""
    text, offset = piece.text, piece.start
    for match in _DENIES.finditer(text):
        before = text[max(0, match.start() - 80) : match.start()]
        if _NEVER_DENIED.search(before):
            continue
        denier = _DENIER.search(before)
        speaker = named_speaker(denier, None, "denies")[0] if denier else "opponent"
        if _DENIES_ALL.match(text, match.end()):
            yield Denial(piece.paragraph_start, offset + match.start(), speaker or "opponent", True)
        elif re.search(r"\bwhich\W+(?:\w+\W+){0,4}\Z", before):
            yield Denial(offset, offset + match.start(), speaker, True)
        elif _POINTS_BACK.match(text, match.end()):
            is_near_start = offset + match.start() - piece.sentence_start < 40
            refers_to_previous = is_near_start and not _DENIED_OBJECT.search(text, 0, match.start())
            back_to = piece.previous_start if refers_to_previous else piece.sentence_start
            yield Denial(back_to, offset + match.start(), speaker, True, _objects(text, match.end()))
        else:
            end = offset + speech_end(text, match.end())
            yield Denial(offset + match.start(), end, speaker, False, _objects(text, match.end()))
    if _DISAGREES.match(text):
        starts_sentence = offset == piece.sentence_start
        if _LABELS_IT.match(text):  # "the defence calls it ...": the whole paragraph is meant
            yield Denial(piece.paragraph_start, offset, "opponent", True)
        yield Denial(piece.previous_start if starts_sentence else piece.sentence_start, offset, "opponent", True)


def _objects(text: str, start: int) -> frozenset[str]:
    """Keys of the nouns that are denied: "denies any demand and has filed" gives "dema"."""
    match = _OBJECT.match(text, start)
    if match is None:
        return frozenset()
    return frozenset(key for key in word_keys(match[1]) if len(key) == KEY_LENGTH and key not in _NOT_OBJECTS)


def find_contradictions(
    spoken: Sequence[Speech], denied: Sequence[Denial], pieces: Sequence[SentencePart]
) -> Iterator[Denial]:
    """Sentences in which one side contradicts another: "X says ...; Y says ..."."""
    starts = [piece.sentence_start for piece in pieces]
    spoken = [
        *spoken,
        *(
            Speech(denial.start, denial.end, denial.speaker, VoiceKind.PARTY)
            for denial in denied
            if not denial.is_backward
        ),
    ]
    by_sentence: dict[int, list[Speech]] = {}
    for speech in spoken:
        index = bisect_right(starts, speech.start) - 1
        if index >= 0 and speech.voice in {VoiceKind.PARTY, VoiceKind.WITNESS}:
            by_sentence.setdefault(starts[index], []).append(speech)
    for start, in_sentence in by_sentence.items():
        sides = {speech.speaker for speech in in_sentence}
        if len(sides) > 1 and any(speech.voice is VoiceKind.PARTY for speech in in_sentence):
            last = max(in_sentence, key=lambda speech: speech.start)
            yield Denial(start, last.end, last.speaker, True)
