"""Finds who denies what, and where two sides contradict each other."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from countercase.facts.speech import ARTICLE, SPEAKER, TAIL, SentencePart, Speech, VoiceKind, named_speaker, speech_end
from countercase.law.ingredients.patterns import KEY_LENGTH, word_keys


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


def denials(piece: SentencePart) -> Iterator[Denial]:
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
        if _LABELS_IT.match(text):  # a label for the thing that the whole paragraph is about
            yield Denial(piece.paragraph_start, offset, "opponent", True)
        yield Denial(piece.previous_start if starts_sentence else piece.sentence_start, offset, "opponent", True)


def _objects(text: str, start: int) -> frozenset[str]:
    """Keys of the nouns that are denied: "denies any demand and has filed" gives "dema"."""
    match = _OBJECT.match(text, start)
    if match is None:
        return frozenset()
    return frozenset(key for key in word_keys(match[1]) if len(key) == KEY_LENGTH and key not in _NOT_OBJECTS)


def contradictions(
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
    for start, speeches in by_sentence.items():
        sides = {speech.speaker for speech in speeches}
        if len(sides) > 1 and any(speech.voice is VoiceKind.PARTY for speech in speeches):
            last = max(speeches, key=lambda speech: speech.start)
            yield Denial(start, last.end, last.speaker, True)
