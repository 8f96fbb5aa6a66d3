"""Reads which ingredients of its charges, claims, defences and safeguards a matter has: met, contrary, disputed, missing."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from functools import cache
from typing import Protocol

from countercase.domain.ingredients import IngredientReading, IngredientStatus
from countercase.domain.provision import Provision
from countercase.domain.span import Span, merge
from countercase.facts.assertion import (
    Stand,
    clause_around,
    denies,
    is_admitted,
    is_of_another,
    opens_with_condition,
    stand_of,
)
from countercase.facts.sentences import read_words
from countercase.facts.speech import (
    Denial,
    Piece,
    Speech,
    Voice,
    contradictions,
    denials,
    paragraph_starts,
    speech_at,
    speeches,
)
from countercase.law.ingredients import Ingredient, Subject, SubjectKind, Tables, Way, WayStatus, tables
from countercase.law.ingredients.patterns import Match, Pattern, word_keys
from countercase.law.provisions import find_provisions
from countercase.law.provisions.statutes import find_statutes
from countercase.law.tables.codes import CODES, NEW_OF_OLD

# A learned matcher scores a clause for an ingredient: status (met, contrary, disputed, none) -> probability.
Matcher = Callable[[Ingredient, str], Mapping[str, float]]

_SURE = 0.8  # probability from which a matcher is believed where no way speaks
_MOST_MENTIONS = 60  # of one ingredient in one text
_NEAR = 30  # denials before a place that are asked whether they reach it
_LONGEST_PIECE = 1_500  # characters; a text without full stops is cut into pieces of this length
_CLAIMED = frozenset({SubjectKind.CHARGE, SubjectKind.CLAIM, SubjectKind.DEFENCE})
_NOT_CHARGED = re.compile(
    r"\b(?:no|without\s+any|not|never)\s+(?:\w+\s+){0,2}?(?:charged?|offence|case)\b[^.;]*\Z", re.IGNORECASE
)
_PROCEDURE = frozenset({"CrPC", "BNSS", "IEA", "BSA", "Constitution", "CPC", "Limitation"})
# Acts that nearly every matter names: to name one of them raises nothing by itself.
_GENERAL_ACTS = frozenset({*CODES, "Constitution", "CPC", "Limitation", "Contract"})
# "u/s 304B. The" ends a sentence, although a single letter before a full stop looks like an initial.
_CUT = re.compile(r";\s+|\n+|(?<=\d[A-Z])\.\s+(?=[A-Z])")
_NEW_ITEM = re.compile(r"\s*(?:\d{1,2}[.)/-]|\(?[a-z0-9]\)|[-•*])")
# Scanners read "Sch00l" for school and "Tria1" for trial; both replacements keep every character in its place.
_ZERO_IN_WORD = re.compile(r"(?<=[A-Za-z])0(?=0?[A-Za-z])|(?<=[A-Za-z]0)0(?=[A-Za-z])")
_ONE_IN_WORD = re.compile(r"(?<=[a-z])1(?=[a-z]|\b)")
_L_FOR_I = re.compile(r"\bl(?=n[a-z]{3}|rf|mr)")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, or the part of it up to a semicolon, with the keys of its words."""

    piece: Piece
    keys: frozenset[str]


@dataclass(frozen=True, slots=True)
class Narrative:
    """The sentences of a matter, who says and denies what in them, and the keys of the things that are denied."""

    sentences: tuple[Sentence, ...]
    spoken: tuple[Speech, ...]
    denied: tuple[Denial, ...]
    objects: frozenset[str]


class Source(StrEnum):
    """On whose word a mention stands: the matter's own, a witness's or court's, a party's, or one that is denied."""

    MATTER = "matter"
    TOLD = "told"
    CLAIMED = "claimed"
    DENIED = "denied"


@dataclass(frozen=True, slots=True)
class Mention:
    """One place that speaks of an ingredient. `weight` is how many characters the way explains."""

    status: IngredientStatus
    span: Span
    by: str
    weight: int
    source: Source = Source.MATTER
    asserted: IngredientStatus | None = None  # what a disputed mention would have it be


@dataclass(frozen=True, slots=True)
class _Rule:
    """A way with its patterns."""

    way: Way
    pattern: Pattern
    unless: Pattern | None


class Line(Protocol):
    """A line of law on which the matter stands, as the reader of lines gives it."""

    @property
    def rule(self) -> str:
        """The row of the table that drew the line."""

    @property
    def stands(self) -> str:
        """`within` or `crossed`."""

    @property
    def spans(self) -> tuple[Span, ...]:
        """The places of the text that were reckoned with."""


def read_ingredients(
    text: str,
    on: date | None = None,
    lines: Iterable[Line] = (),
    law: Tables | None = None,
    matcher: Matcher | None = None,
) -> tuple[IngredientReading, ...]:
    """The ingredients of everything that the matter raises, in the order of the tables.

    `on` leaves out what was not yet or no longer law on that day. Where an ingredient is a matter of dates or
    quantities, `lines` decide it; else ways do; a matcher is asked only about ingredients of which no way speaks.
    """
    law = law or tables()
    narrative = read_narrative(text)
    cited = _cited(text, narrative)
    reckoned = _reckoned(lines, law)
    raised = raised_subjects(narrative, cited, reckoned, law)
    readings: list[IngredientReading] = []
    for subject in law.subjects.values():
        if subject.id not in raised and not _may_be_engaged(subject, cited):
            continue
        mentions = _mentions(subject, narrative, law)
        if subject.id not in raised and not _is_engaged(subject, cited, mentions):
            continue
        for row in law.ingredients_of[subject.id]:
            if row.id in reckoned:
                mentions[row.id] = [*_kept(mentions.get(row.id, ()), reckoned[row.id]), *reckoned[row.id]]
        wanted = [ingredient for ingredient in law.ingredients_of[subject.id] if ingredient.applies_on(on)]
        if matcher is not None:
            _ask(matcher, [ingredient for ingredient in wanted if ingredient.id not in mentions], narrative, mentions)
        is_spoken_of = any(ingredient.id in mentions for ingredient in wanted)
        readings += _readings(wanted, mentions, cited, subject.kind in _CLAIMED or is_spoken_of)
    return tuple(readings)


def read_narrative(text: str) -> Narrative:
    """Split a text into sentences and find who speaks in them."""
    sentences = tuple(Sentence(piece, word_keys(piece.text)) for piece in _pieces(_without_scanning_errors(text)))
    spoken: list[Speech] = []
    denied: list[Denial] = []
    last_speaker: tuple[str, Voice] | None = None
    for sentence in sentences:
        heard = list(speeches(sentence.piece, last_speaker))
        named = [speech for speech in heard if speech.voice not in {Voice.HEARSAY, Voice.COURT, Voice.DOCUMENT}]
        last_speaker = (named[-1].speaker, named[-1].voice) if named else last_speaker
        spoken += heard
        denied += denials(sentence.piece)
    denied += list(contradictions(spoken, denied, [sentence.piece for sentence in sentences]))
    return Narrative(
        sentences,
        tuple(sorted(spoken, key=lambda speech: speech.start)),
        tuple(sorted(denied, key=lambda denial: denial.start)),
        frozenset(key for denial in denied for key in denial.objects),
    )


@dataclass(frozen=True, slots=True)
class Cited:
    """The provisions that a matter cites, the Acts it names, and section numbers whose Act it leaves to the reader."""

    provisions: frozenset[Provision]
    acts: frozenset[str]
    numbers: frozenset[str]
    passed_over: frozenset[str]  # sections, with their Act or without: "no charge under section 304B"

    @property
    def speaks_new_codes(self) -> bool:
        """Whether the matter stands under the codes of 2023."""
        old, new = NEW_OF_OLD.keys(), NEW_OF_OLD.values()
        counted = Counter(provision.act for provision in self.provisions)
        return sum(counted[act] for act in new) > sum(counted[act] for act in old)


def _cited(text: str, narrative: Narrative) -> Cited:
    """What a matter cites, less what it says is not charged or only might be."""
    starts = [sentence.piece.start for sentence in narrative.sentences]
    provisions: set[Provision] = set()
    numbers: set[str] = set()
    passed_over: set[str] = set()
    for mention in find_provisions(text):
        at = bisect_right(starts, mention.span.start) - 1
        if at >= 0 and _is_passed_over(narrative.sentences[at].piece, mention.span):
            passed_over.add(mention.provision.base if mention.provision else mention.number or "")
        elif mention.provision:
            provisions.add(mention.provision)
        elif mention.number:
            numbers.add(mention.number)
    named = {act.short for statute in find_statutes(text) for act in statute.acts}
    acts = named | {provision.act for provision in provisions}
    return Cited(frozenset(provisions), frozenset(acts), frozenset(numbers), frozenset(passed_over))


def _is_passed_over(piece: Piece, span: Span) -> bool:
    start = max(0, span.start - piece.start)
    return bool(_NOT_CHARGED.search(piece.text[max(0, start - 60) : start])) or opens_with_condition(piece.text)


def _reckoned(lines: Iterable[Line], law: Tables) -> dict[str, list[Mention]]:
    """What the lines of the matter say of ingredients that turn on a date, an age or a quantity.

    One line with two answers (an age by a register and by a test) is disputed; of two lines, that which is against
    the ingredient decides: more than a small quantity is no intermediate quantity where it is a commercial one.
    """
    answers: dict[str, list[tuple[str, Mention]]] = {}
    for line in lines:
        for rule in law.lines:
            is_named = line.rule == rule.line or (rule.line.endswith("*") and line.rule.startswith(rule.line[:-1]))
            status = rule.within if line.stands == "within" else rule.crossed
            if is_named and status is not None and line.spans:
                found = [Mention(IngredientStatus(status), span, "matter", len(span)) for span in line.spans]
                answers.setdefault(rule.ingredient, []).extend((line.rule, mention) for mention in found)
    return {ingredient: _decided(found) for ingredient, found in answers.items()}


def _kept(mentions: Iterable[Mention], reckoned: Sequence[Mention]) -> list[Mention]:
    """The mentions that agree with a line, or put the very dates or figures in dispute with which it was reckoned."""
    status = reckoned[0].status
    return [
        mention
        for mention in mentions
        if (mention.status is status and mention.source in {Source.MATTER, Source.TOLD})
        or (mention.source is Source.DENIED and any(mention.span.overlaps(line.span) for line in reckoned))
    ]


def _decided(answers: Sequence[tuple[str, Mention]]) -> list[Mention]:
    statuses = {mention.status for _, mention in answers}
    if len(statuses) == 1:
        return [mention for _, mention in answers]
    if len({rule for rule, _ in answers}) == 1:
        return [replace(mention, status=IngredientStatus.DISPUTED, source=Source.DENIED) for _, mention in answers]
    return [mention for _, mention in answers if mention.status is IngredientStatus.CONTRARY]


def raised_subjects(narrative: Narrative, cited: Cited, reckoned: Iterable[str], law: Tables) -> set[str]:
    """What the matter raises: by a provision that it cites, in words, or by a line on which it stands."""
    raised = {subject.id for provision in cited.provisions for subject in law.subjects_at.get(provision.base, ())}
    timed = {law.ingredients[ingredient].subject for ingredient in reckoned}
    raised |= {subject for subject in timed if law.subjects[subject].kind not in _CLAIMED}
    by_key, anywhere = _raising_words(law)
    for sentence in narrative.sentences:
        candidates = [named for key in sentence.keys for named in by_key.get(key, ())]
        for subject, pattern in [*candidates, *anywhere]:
            if subject not in raised and pattern.finds(sentence.piece.text, sentence.keys):
                raised.add(subject)
    return {subject for subject in raised if not _is_disclaimed(law.subjects[subject], cited)}


def _is_disclaimed(subject: Subject, cited: Cited) -> bool:
    """Whether the matter says that this charge is not made."""
    bases = {provision.base for provision in subject.provisions}
    said = {provision.base for provision in cited.provisions}
    numbers = {provision.number for provision in subject.provisions if provision.act in {*CODES}}
    return bases.isdisjoint(said) and not cited.passed_over.isdisjoint(bases | numbers)


def _names_act(subject: Subject, cited: Cited) -> bool:
    """Whether the matter names the Act of a subject, unless nearly every matter names it."""
    acts = {section.act for section in subject.provisions[:1]}
    return not acts.isdisjoint(cited.acts - _GENERAL_ACTS)


def _names_number(subject: Subject, cited: Cited) -> bool:
    """Whether the matter names a section of the subject without its Act, and no other Act can well be meant."""
    names_no_other = cited.acts <= _PROCEDURE
    return any(
        section.number in cited.numbers and (names_no_other or section.act in cited.acts)
        for section in subject.provisions
    )


def _may_be_engaged(subject: Subject, cited: Cited) -> bool:
    return _names_act(subject, cited) or _names_number(subject, cited)


def _is_engaged(subject: Subject, cited: Cited, mentions: Mapping[str, Sequence[Mention]]) -> bool:
    """Whether the facts plainly speak of a subject that nobody names. A charge is never raised by facts alone."""
    if not mentions:
        return False
    places = len(_places(mentions.values()))
    has_act = _names_act(subject, cited)
    if _names_number(subject, cited) and subject.kind is not SubjectKind.PROOF and (has_act or places > 1):
        return True
    if subject.kind in {SubjectKind.SAFEGUARD, SubjectKind.PROOF}:
        return has_act
    return subject.kind is not SubjectKind.CHARGE and has_act and places > 2


def _places(spoken_of: Iterable[Sequence[Mention]]) -> set[Span]:
    """The places of all mentions: two ingredients in one clause count once."""
    return {mention.span for mentions in spoken_of for mention in mentions}


def status_in(law: Tables, ingredient: str, text: str) -> str:
    """The status that a text gives to one ingredient by its ways alone; `none` where it says nothing of it."""
    subject = law.subjects[law.ingredients[ingredient].subject]
    mentions = _mentions(subject, read_narrative(text), law).get(ingredient)
    return str(_combined(mentions)[0]) if mentions else "none"


@cache
def _raising_words(law: Tables) -> tuple[dict[str, list[tuple[str, Pattern]]], list[tuple[str, Pattern]]]:
    """The patterns that raise a subject, by the rarest word that they need, and those that need none."""
    by_key: dict[str, list[tuple[str, Pattern]]] = {}
    anywhere: list[tuple[str, Pattern]] = []
    for subject in law.subjects.values():
        for words in subject.words:
            pattern = law.pattern(words)
            for key in pattern.keys[0] if pattern.keys else ():
                by_key.setdefault(key, []).append((subject.id, pattern))
            if not pattern.keys:
                anywhere.append((subject.id, pattern))
    return by_key, anywhere


@cache
def _rules(law: Tables, subject: str) -> tuple[dict[str, list[_Rule]], list[_Rule]]:
    """The ways of a subject, by the rarest word that each needs, and those that need none."""
    by_key: dict[str, list[_Rule]] = {}
    anywhere: list[_Rule] = []
    for ingredient in law.ingredients_of[subject]:
        for way in law.ways_of[ingredient.id]:
            rule = _Rule(way, law.pattern(way.pattern), law.pattern(way.unless) if way.unless else None)
            for key in rule.pattern.keys[0] if rule.pattern.keys else ():
                by_key.setdefault(key, []).append(rule)
            if not rule.pattern.keys:
                anywhere.append(rule)
    return by_key, anywhere


def _mentions(subject: Subject, narrative: Narrative, law: Tables) -> dict[str, list[Mention]]:
    """Every place that speaks of an ingredient of the subject, by the id of the ingredient."""
    by_key, anywhere = _rules(law, subject.id)
    mentions: dict[str, list[Mention]] = {}
    for sentence in narrative.sentences:
        candidates = {id(rule): rule for key in sentence.keys for rule in by_key.get(key, ())}
        for rule in [*candidates.values(), *anywhere]:
            known = mentions.get(rule.way.ingredient, [])
            if len(known) < _MOST_MENTIONS:
                found = list(_mentions_by(rule, sentence, narrative))
                if found:
                    mentions[rule.way.ingredient] = [*known, *found]
    return mentions


def _mentions_by(rule: _Rule, sentence: Sentence, narrative: Narrative) -> Iterator[Mention]:
    text = sentence.piece.text
    matches = rule.pattern.finds(text, sentence.keys)
    if not matches or (rule.unless and rule.unless.finds(text, sentence.keys)):
        return
    if is_of_another(text) and "accused" not in rule.way.pattern:
        return
    for match in matches:
        status = _asserted(rule, text, match)
        if status is None:
            continue
        first, last = clause_around(text, match.start, match.end)
        span = Span(sentence.piece.start + first, sentence.piece.start + last)
        speech = speech_at(narrative.spoken, sentence.piece.start + (match.start + match.end) // 2)
        source = _source(status, sentence, match, speech, narrative)
        is_disputed = source in {Source.CLAIMED, Source.DENIED}
        shown = IngredientStatus.DISPUTED if is_disputed else status
        yield Mention(shown, span, speech.speaker if speech else "matter", match.end - match.start, source, status)


def _asserted(rule: _Rule, text: str, match: Match) -> IngredientStatus | None:
    """What the words say of the ingredient, whoever says them; None where they only suppose it."""
    if rule.way.status is WayStatus.DISPUTED:
        return IngredientStatus.DISPUTED
    is_met = rule.way.status is WayStatus.MET
    stand = stand_of(text, match.start, match.end, match.gaps, keeps_polarity=rule.pattern.keeps_polarity or not is_met)
    if stand is Stand.UNREAL:
        return None
    if stand is Stand.DISPUTED:
        return IngredientStatus.DISPUTED
    if not is_met:  # "the witness did not turn hostile"
        is_turned = denies(match.gaps) and not denies(rule.way.pattern)
        return IngredientStatus.MET if is_turned else IngredientStatus.CONTRARY
    return IngredientStatus.CONTRARY if stand is Stand.NOT_SO else IngredientStatus.MET


def _source(
    status: IngredientStatus, sentence: Sentence, match: Match, speech: Speech | None, narrative: Narrative
) -> Source:
    """On whose word it stands, and whether that word is denied here or in the next breath."""
    if status is IngredientStatus.DISPUTED:
        return Source.DENIED
    own = Source.TOLD if speech else Source.MATTER
    if is_admitted(sentence.piece.text, match.start, match.end):
        return own
    middle = sentence.piece.start + (match.start + match.end) // 2
    until = bisect_right(narrative.denied, middle, key=lambda denial: denial.start)
    near = narrative.denied[max(0, until - _NEAR) : until]
    if any(_reaches(denial, sentence, middle, speech) for denial in near):
        return Source.DENIED
    if not narrative.objects.isdisjoint(word_keys(sentence.piece.text[match.start : match.end])):
        return Source.DENIED
    return Source.CLAIMED if speech and speech.voice in {Voice.PARTY, Voice.HEARSAY} else own


def _reaches(denial: Denial, sentence: Sentence, at: int, speech: Speech | None) -> bool:
    """Whether a denial stands at a place, or points back to it; what the matter itself says is not lightly denied."""
    if at >= denial.end:
        return False
    return not denial.is_backward or speech is not None or denial.start >= sentence.piece.sentence_start


def _readings(
    wanted: Iterable[Ingredient],
    mentions: Mapping[str, Sequence[Mention]],
    cited: Cited,
    tells_silence: bool,
) -> Iterator[IngredientReading]:
    for ingredient in wanted:
        provision = _shown(ingredient.provisions, cited)
        if ingredient.id in mentions:
            status, by, spans = _combined(mentions[ingredient.id])
        elif ingredient.silence_counts and tells_silence:
            status, by, spans = IngredientStatus.MISSING, "matter", ()
        else:
            continue
        yield IngredientReading(provision, ingredient.name, status, spans, by, ingredient.subject, ingredient.id)


def _shown(provisions: Sequence[Provision], cited: Cited) -> Provision:
    """The first provision of a row, under the code that governs the matter."""
    first = provisions[0]
    if cited.speaks_new_codes and first.act in NEW_OF_OLD:
        return next((other for other in provisions if other.act == NEW_OF_OLD[first.act]), first)
    return first


def _combined(mentions: Sequence[Mention]) -> tuple[IngredientStatus, str, tuple[Span, ...]]:
    """One status from all mentions.

    What is denied is disputed. Else what the matter itself says counts before what others claim. What only a party
    says is disputed, and so is what witnesses tell in two ways.
    """
    deciding = _deciding(mentions)
    best = max(deciding, key=lambda mention: (mention.weight, -mention.span.start))
    is_told_twice = len({mention.status for mention in deciding}) > 1 and any(
        mention.source is not Source.MATTER for mention in deciding
    )
    status = IngredientStatus.DISPUTED if is_told_twice else best.status
    kept = [mention for mention in deciding if is_told_twice or mention.status is status]
    return status, best.by, merge(mention.span for mention in kept)


def _deciding(mentions: Sequence[Mention]) -> Sequence[Mention]:
    claimed = [mention for mention in mentions if mention.source is Source.CLAIMED]
    is_denied = any(mention.source is Source.DENIED for mention in mentions)
    if not is_denied and not claimed:
        return mentions
    # A party may well repeat what is so; it takes more than that to put it in dispute.
    own = [mention for mention in mentions if mention.source is Source.MATTER]
    if not is_denied and own and len({mention.asserted for mention in [*own, *claimed]}) == 1:
        return [mention for mention in mentions if mention.source is not Source.CLAIMED]
    return [replace(mention, status=IngredientStatus.DISPUTED) for mention in mentions]


def _ask(
    matcher: Matcher, unread: Iterable[Ingredient], narrative: Narrative, mentions: dict[str, list[Mention]]
) -> None:
    """Add what a matcher is sure of, for ingredients of which no way speaks."""
    for ingredient in unread:
        for sentence in narrative.sentences:
            scores = matcher(ingredient, sentence.piece.text)
            status, score = max(scores.items(), key=lambda item: item[1], default=("none", 0.0))
            if status != "none" and score >= _SURE:
                text = sentence.piece.text.rstrip()
                span = Span(sentence.piece.start, sentence.piece.start + len(text))
                speech = speech_at(narrative.spoken, span.start)
                speaker = speech.speaker if speech else "matter"
                mentions.setdefault(ingredient.id, []).append(
                    Mention(IngredientStatus(status), span, speaker, 1, Source.TOLD)
                )


def _without_scanning_errors(text: str) -> str:
    text = _ZERO_IN_WORD.sub("o", text)
    text = _ONE_IN_WORD.sub("l", text)
    return _L_FOR_I.sub("I", text)


def _pieces(text: str) -> Iterator[Piece]:
    """The sentences of a text, cut at semicolons and at the ends of lines that are items of a list."""
    words = read_words(text)
    paragraphs = [*paragraph_starts(text), len(text)]
    at, previous = 0, 0
    for number, opening in enumerate(words.openings if words.words else ()):
        start = words.starts[opening]
        is_last = number + 1 == len(words.openings)
        end = len(text) if is_last else words.starts[words.openings[number + 1]]
        while at + 2 < len(paragraphs) and paragraphs[at + 1] <= start:
            at += 1
        previous = max(previous, paragraphs[at]) if previous < start else start
        for first, last in _cuts(text, start, end):
            yield Piece(text[first:last], first, start, end, previous, paragraphs[at], paragraphs[at + 1])
        # "But" turns to what the next sentence answers: "found it so, but held ... . We say there was none."
        turn = text.rfind(" but ", start, end)
        previous = turn if turn > start else start


def _cuts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    cuts = [match.end() for match in _CUT.finditer(text, start, end) if match.end() < end and _is_cut(text, match)]
    for first, last in zip([start, *cuts], [*cuts, end], strict=True):
        while last - first > _LONGEST_PIECE:
            cut = text.rfind(" ", first, first + _LONGEST_PIECE) + 1
            cut = cut if cut > first else first + _LONGEST_PIECE
            yield first, cut
            first = cut
        if text[first:last].strip():
            yield first, last


def _is_cut(text: str, match: re.Match[str]) -> bool:
    """A single line end cuts only where the line before it is closed or a new item of a list begins."""
    if match[0][0] in ";." or match[0].count("\n") > 1:
        return True
    before = text[max(0, match.start() - 3) : match.start()].rstrip()[-1:]
    return before in {".", ":", ";", "?", "!"} or bool(_NEW_ITEM.match(text, match.end(), match.end() + 12))


__all__ = ["Matcher", "raised_subjects", "read_ingredients", "read_narrative", "status_in"]
