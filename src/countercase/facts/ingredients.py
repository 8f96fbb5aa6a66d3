"""Reads from a matter which ingredients of its charges, claims, defences and safeguards are met, contrary or disputed."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from countercase.domain.ingredients import IngredientReading, IngredientStatus
from countercase.domain.provision import Provision
from countercase.domain.span import Span, merge
from countercase.facts.assertion import Stand, clause_around, stand_of
from countercase.facts.sentences import read_words
from countercase.facts.speech import Denial, Speech, Voice, denials, labelled, paragraph_ends, speech_at, speeches
from countercase.law.ingredients import Ingredient, Subject, SubjectKind, Tables, Way, WayStatus, either_code, tables
from countercase.law.ingredients.patterns import Pattern, word_keys
from countercase.law.provisions import find_provisions

# Scores of a learned matcher for (ingredient, clause): status -> probability.
Matcher = Callable[[Ingredient, str], Mapping[str, float]]

_LONGEST_SENTENCE = 1_500  # characters; a text without full stops is cut into pieces of this length
_SPOKEN_FOR = frozenset({SubjectKind.CHARGE, SubjectKind.CLAIM, SubjectKind.DEFENCE})
_PART = re.compile(r";\s+|\n+")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the narrative, up to a full stop or semicolon, with the keys of its words."""

    text: str
    start: int
    keys: frozenset[str]


@dataclass(frozen=True, slots=True)
class Mention:
    """One place that speaks of an ingredient."""

    status: IngredientStatus
    span: Span
    by: str
    weight: int


@dataclass(frozen=True, slots=True)
class Narrative:
    """The sentences of a matter, and who says and denies what in them."""

    sentences: tuple[Sentence, ...]
    spoken: tuple[Speech, ...]
    denied: tuple[Denial, ...]


def read_ingredients(
    text: str, on: date | None = None, law: Tables | None = None, matcher: Matcher | None = None
) -> tuple[IngredientReading, ...]:
    """The ingredients of everything that the matter raises, in the order of the tables."""
    law = law or tables()
    narrative = read_narrative(text)
    cited = {mention.provision for mention in find_provisions(text) if mention.provision}
    readings = []
    for subject in raised_subjects(narrative, cited, law):
        for ingredient in law.ingredients_of[subject.id]:
            if ingredient.applies_on(on):
                readings += _read(ingredient, subject, narrative, cited, law, matcher)
    return tuple(readings)


def read_narrative(text: str) -> Narrative:
    """Split a text into sentences and find who speaks in them."""
    sentences = tuple(_sentences(text))
    ends = paragraph_ends(text)
    spoken: list[Speech] = []
    denied: list[Denial] = []
    last_speaker: tuple[str, Voice] | None = None
    at = 0
    for sentence in sentences:
        while ends[at] <= sentence.start and at < len(ends) - 1:
            at += 1
        under_label = labelled(sentence.text, sentence.start, ends[at])
        heard = [*([under_label] if under_label else []), *speeches(sentence.text, sentence.start, last_speaker)]
        named = [speech for speech in heard if speech.voice is not Voice.HEARSAY]
        last_speaker = (named[-1].speaker, named[-1].voice) if named else last_speaker
        spoken += heard
        denied += denials(sentence.text, sentence.start)
    return Narrative(sentences, tuple(sorted(spoken, key=lambda speech: speech.start)), tuple(denied))


def raised_subjects(narrative: Narrative, cited: Iterable[Provision], law: Tables) -> Iterator[Subject]:
    """What the matter raises: by a provision that it cites, or in words."""
    by_provision = {subject.id for provision in cited for subject in law.subjects_at.get(provision.base, ())}
    for subject in law.subjects.values():
        if subject.id in by_provision or _is_raised_in_words(subject, narrative, law):
            yield subject


def _is_raised_in_words(subject: Subject, narrative: Narrative, law: Tables) -> bool:
    patterns = [law.pattern(words, subject.id) for words in subject.words]
    return any(pattern.finds(sentence.text, sentence.keys) for sentence in narrative.sentences for pattern in patterns)


def statuses_in(law: Tables, ingredient: str, text: str) -> str:
    """The status that a text gives to one ingredient by its ways alone; `none` where it says nothing of it."""
    narrative = read_narrative(text)
    mentions = list(_mentions(law.ingredients[ingredient], narrative, law))
    return str(_combined(mentions)[0]) if mentions else "none"


def _read(
    ingredient: Ingredient,
    subject: Subject,
    narrative: Narrative,
    cited: set[Provision],
    law: Tables,
    matcher: Matcher | None,
) -> Iterator[IngredientReading]:
    mentions = list(_mentions(ingredient, narrative, law))
    provision = _shown_provision(ingredient, cited)
    if mentions:
        status, by, spans = _combined(mentions)
        yield IngredientReading(provision, ingredient.name, status, spans, by, subject.id, ingredient.id)
    elif ingredient.silence_counts and subject.kind in _SPOKEN_FOR:
        missing = IngredientStatus.MISSING
        yield IngredientReading(provision, ingredient.name, missing, (), "matter", subject.id, ingredient.id)


def _shown_provision(ingredient: Ingredient, cited: set[Provision]) -> Provision:
    """The provision of the ingredient under the code that the matter speaks of; else the first of the row."""
    acts = {provision.act for provision in cited}
    return next((provision for provision in ingredient.provisions if provision.act in acts), ingredient.provisions[0])


def _mentions(ingredient: Ingredient, narrative: Narrative, law: Tables) -> Iterator[Mention]:
    for way in law.ways_of[ingredient.id]:
        pattern = law.pattern(way.pattern, ingredient.subject)
        unless = law.pattern(way.unless, ingredient.subject) if way.unless else None
        for sentence in narrative.sentences:
            for start, end in pattern.finds(sentence.text, sentence.keys):
                if unless and unless.finds(sentence.text, sentence.keys):
                    break
                mention = _mention(way, pattern, sentence, start, end, narrative)
                if mention:
                    yield mention


def _mention(
    way: Way, pattern: Pattern, sentence: Sentence, start: int, end: int, narrative: Narrative
) -> Mention | None:
    keeps = pattern.keeps_polarity or way.status is not WayStatus.MET
    stand = stand_of(sentence.text, start, end, keeps, pattern.has_negation)
    if stand is Stand.UNREAL:
        return None
    first, last = clause_around(sentence.text, start, end)
    span = Span(sentence.start + first, sentence.start + last)
    speech = speech_at(narrative.spoken, sentence.start + start)
    by = speech.speaker if speech else "matter"
    status = IngredientStatus(way.status)
    if stand is Stand.NOT_SO:
        status = IngredientStatus.CONTRARY
    if stand is Stand.DISPUTED or _is_contested(sentence, start, end, speech, narrative):
        status = IngredientStatus.DISPUTED
    return Mention(status, span, by, end - start)


def _is_contested(sentence: Sentence, start: int, end: int, speech: Speech | None, narrative: Narrative) -> bool:
    """Whether the words are one party's case, are denied here, or are denied in the next breath."""
    if speech and speech.voice in {Voice.PARTY, Voice.HEARSAY}:
        return True
    at = sentence.start + start
    for denial in narrative.denied:
        if denial.of_before and 0 <= denial.start - at <= 250:
            return speech is not None
        if not denial.of_before and denial.start <= at < denial.end:
            return True
    return False


def _combined(mentions: Sequence[Mention]) -> tuple[IngredientStatus, str, tuple[Span, ...]]:
    """One status from all mentions: disputed where speakers differ, else that of the most specific words."""
    statuses = {mention.status for mention in mentions}
    best = max(mentions, key=lambda mention: (mention.weight, -mention.span.start))
    status = best.status
    if IngredientStatus.DISPUTED in statuses:
        status = IngredientStatus.DISPUTED
    elif len(statuses) > 1 and len({mention.by for mention in mentions}) > 1:
        status = IngredientStatus.DISPUTED
    kept = [
        mention
        for mention in mentions
        if status is IngredientStatus.DISPUTED or mention.status is status
    ]
    by = next((mention.by for mention in kept if mention.status is status), best.by)
    return status, by, merge(mention.span for mention in kept)


def _sentences(text: str) -> Iterator[Sentence]:
    words = read_words(text)
    if not words.words:
        return
    for number, opening in enumerate(words.openings):
        start = words.starts[opening]
        is_last = number + 1 == len(words.openings)
        end = len(text) if is_last else words.starts[words.openings[number + 1]]
        for first, last in _parts(text, start, end):
            piece = text[first:last]
            yield Sentence(piece, first, word_keys(piece))


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A sentence cut at its semicolons and line ends, and where it is longer than any sentence should be."""
    cuts = [match.end() for match in _PART.finditer(text, start, end) if _is_cut(text, match)]
    for first, last in zip([start, *cuts], [*cuts, end], strict=True):
        while last - first > _LONGEST_SENTENCE:
            cut = text.rfind(" ", first, first + _LONGEST_SENTENCE) + 1
            cut = cut if cut > first else first + _LONGEST_SENTENCE
            yield first, cut
            first = cut
        if text[first:last].strip():
            yield first, last


def _is_cut(text: str, match: re.Match[str]) -> bool:
    """A single line end is a cut only where the line before it is closed or a new item begins."""
    if match[0].startswith(";") or match[0].count("\n") > 1:
        return True
    before = text[: match.start()].rstrip()[-1:] if match.start() < 200 else text[match.start() - 1]
    after = text[match.end() : match.end() + 12]
    return before in ".:;?!" or bool(re.match(r"\s*(?:\d{1,2}[.)/-]|\(?[a-z0-9]\)|[-•*])", after))


__all__ = ["Matcher", "either_code", "raised_subjects", "read_ingredients", "read_narrative", "statuses_in"]
