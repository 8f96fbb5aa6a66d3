"""Reads the ingredients of everything a matter raises: met, contrary, disputed or missing, and on whose word."""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache

from countercase.domain.checklist import (
    ClauseReader,
    IngredientMention,
    IngredientReading,
    IngredientStatus,
    MentionSource,
    Otherwise,
    combine_mentions,
)
from countercase.domain.span import Span, merge
from countercase.facts.assertion import (
    Assertion,
    affirms,
    clause_around,
    denies,
    is_admitted,
    is_directly_denied,
    read_assertion,
)
from countercase.facts.confidence import with_confidence
from countercase.facts.deciding_lines import StandingLine, consistent_with_lines, mentions_from_lines
from countercase.facts.deeds import is_deed_of_sufferer, is_of_accused
from countercase.facts.governing_law import (
    PLEADED,
    CitedLaw,
    codes_of,
    discussed_subjects,
    is_beside_charges,
    is_engaged,
    may_be_engaged,
    raised_subjects,
    read_cited_law,
    sections_under,
)
from countercase.facts.learned_reading import LearnedReading, LikelyReading
from countercase.facts.narrative import Denial, Narrative, NarrativeSentence, read_narrative
from countercase.facts.other_matters import is_about_another_matter, is_about_another_person_or_matter
from countercase.facts.speech import Speech, VoiceKind, speech_at
from countercase.facts.taken_back import is_taken_back
from countercase.facts.timeline import read_timeline
from countercase.law.ingredients import (
    Ingredient,
    LegalSubject,
    PatternIndex,
    SubjectKind,
    Tables,
    Way,
    WayStatus,
    tables,
)
from countercase.law.ingredients.patterns import Pattern, PatternMatch, word_keys

_FEWEST_STATED = 2  # ingredients that must be stated to raise a subject that no section or word raises
_MOST_MENTIONS = 60  # per ingredient and text
_DENIALS_CHECKED = 30  # earlier denials that are checked for reaching a mention


# "The High Court reversed it, holding that ...": two courts differ, so what the second held is in dispute.
_ON_REVERSAL = re.compile(
    r"\b(?:reversed|overturned|upset|set\s(?:\w+\s){0,3}aside)\b[^.;]{0,60}\b(?:holding|finding|on\sthe\s(?:ground|view))\b"
    r"(?!.*\b(?:although|though|but|ordered|directed)\b)"
)
# The last day of a section that later law does not have: Prevention of Corruption (Amendment) Act, 2018.
_LAST_DAY = {"PC-13(1)(d)": date(2018, 7, 25)}


@dataclass(frozen=True, slots=True)
class _Rule:
    """One way to state an ingredient, with its patterns."""

    way: Way
    pattern: Pattern
    unless: Pattern | None


def read_ingredients(
    text: str,
    on: date | None = None,
    lines: Iterable[StandingLine] = (),
    law: Tables | None = None,
    reader: ClauseReader | None = None,
    judged: bool = True,
) -> tuple[IngredientReading, ...]:
    """Read the ingredients of everything the matter raises, in table order.

    `on` is the day of the offence: ingredients of a charge that were not law then are left out. If an ingredient turns
    on dates or quantities, `lines` decide it; otherwise the patterns do. The learned reader adds what no pattern
    matches and silences a pattern that matched words about something else. `judged`: each reading has its confidence,
    takes the status of which the learned reader is far surer, and is left out if it is hardly right.
    """
    law = law or tables()
    narrative = read_narrative(text)
    from_lines = mentions_from_lines(lines, law)
    reckoned = law.reckoned(from_lines.keys())
    learned = LearnedReading(reader, narrative, reckoned) if reader else None
    cited = read_cited_law(narrative)
    raised = raised_subjects(narrative, cited, from_lines, law)
    stated = _stated_subjects(discussed_subjects(narrative, law) - raised, narrative, law)
    raised |= {other for subject in stated for other in law.of_the_same_section(law.subjects[subject])}
    engaged = _engaged_subjects(narrative, cited, raised, stated, from_lines, learned, law)
    rows_of = {
        subject: [row for row in law.ingredients_of[subject] if _is_law(row, law.subjects[subject], on)]
        for subject in engaged.mentions_of
    }
    timeline = read_timeline(text)
    happened = timeline.first("offence", "death")  # also an accident, of which nobody is accused
    offence = on or next((event.day for event in timeline.of("offence")), None)
    codes = codes_of(cited.cited_with_act, timeline, offence) if rows_of else ()
    likely = learned.likely(row.id for rows in rows_of.values() for row in rows) if learned else {}
    readings = (
        _without_ended(reading, offence)
        for subject, rows in rows_of.items()
        for reading in _readings(
            rows,
            engaged.mentions_of[subject],
            likely,
            codes,
            _reports_missing(law.subjects[subject], rows, engaged.mentions_of[subject], raised)
            and (learned is None or learned.surely_raises(subject)),
            subject in engaged.only_likely,
        )
        if _is_shown(reading, law, on or (happened.day if happened else None), engaged.in_doubt)
        and not is_taken_back(reading, narrative.expanded.text, timeline)
    )
    return tuple(with_confidence(readings, learned, reckoned) if learned and judged else readings)


def _without_ended(reading: IngredientReading, offence: date | None) -> IngredientReading:
    """The reading without other sections that were no longer law on the day of the offence."""
    also = tuple(
        section for section in reading.also if offence is None or offence <= _LAST_DAY.get(section.id, offence)
    )
    return reading if also == reading.also else replace(reading, also=also)


def _is_shown(reading: IngredientReading, law: Tables, on: date | None, in_doubt: Collection[str]) -> bool:
    """Whether to show a reading: not as missing where the learned reader has doubts, or where it was not law then."""
    return bool(reading.spans) or (reading.id not in in_doubt and law.ingredients[reading.id].applies_on(on))


@dataclass(slots=True)
class _EngagedSubjects:
    """The subjects that a matter engages, with the mentions of their ingredients."""

    in_doubt: set[str]  # ingredients that the learned reader thinks possible, or whose rules it rejects: not missing
    mentions_of: dict[str, dict[str, list[IngredientMention]]] = field(default_factory=dict)
    only_likely: set[str] = field(default_factory=set)  # subjects that nothing but the learned reader raises


def _engaged_subjects(
    narrative: Narrative,
    cited: CitedLaw,
    raised: set[str],
    stated: Mapping[str, Mapping[str, list[IngredientMention]]],
    from_lines: Mapping[str, list[IngredientMention]],
    learned: LearnedReading | None,
    law: Tables,
) -> _EngagedSubjects:
    likely_raised = learned.raised() if learned else set()
    candidates = [
        subject
        for subject in law.subjects.values()
        if subject.id in raised or subject.id in likely_raised or may_be_engaged(subject, cited)
    ]
    engaged = _EngagedSubjects(learned.possible() if learned else set())
    for subject in candidates:
        mentions = dict(stated[subject.id]) if subject.id in stated else _mentions(subject, narrative, law)
        if learned:
            by_rules, mentions = mentions, learned.confirmed(mentions)
            engaged.in_doubt |= by_rules.keys() - mentions.keys()
        is_plain = subject.id in raised or is_engaged(subject, cited, len(_passages(mentions.values())))
        if is_plain or (subject.id in likely_raised and not is_beside_charges(subject, cited)):
            if not is_plain:
                engaged.only_likely.add(subject.id)
            for row in law.ingredients_of[subject.id]:
                if row.id in from_lines:
                    mentions[row.id] = [
                        *consistent_with_lines(mentions.get(row.id, ()), from_lines[row.id]),
                        *from_lines[row.id],
                    ]
            engaged.mentions_of[subject.id] = mentions
    return engaged


def _is_law(row: Ingredient, subject: LegalSubject, on: date | None) -> bool:
    """Whether a row of a charge was law on the day of the offence. Procedure and proof depend on other dates."""
    return subject.kind is not SubjectKind.CHARGE or row.applies_on(on)


def _reports_missing(
    subject: LegalSubject,
    rows: Sequence[Ingredient],
    mentions_of: Mapping[str, Sequence[IngredientMention]],
    raised: Collection[str],
) -> bool:
    """Whether to report missing ingredients: not if only the learned reader raises the subject."""
    return subject.id in raised and (subject.kind in PLEADED or any(row.id in mentions_of for row in rows))


def _stated_subjects(
    subjects: Iterable[str], narrative: Narrative, law: Tables
) -> dict[str, dict[str, list[IngredientMention]]]:
    """The subjects for which the text states at least two ingredients, with the mentions of these."""
    mentions_of = {subject: _mentions(law.subjects[subject], narrative, law) for subject in sorted(subjects)}
    return {
        subject: mentions
        for subject, mentions in mentions_of.items()
        if min(len(mentions), len(_passages(mentions.values()))) >= _FEWEST_STATED
    }


def _passages(mention_lists: Iterable[Sequence[IngredientMention]]) -> set[Span]:
    """The positions of all mentions. Two ingredients in one clause count once."""
    return {mention.span for mentions in mention_lists for mention in mentions}


def status_in(law: Tables, ingredient: str, text: str) -> str:
    """The status that a text gives one ingredient by patterns alone; `none` if it says nothing about it."""
    subject = law.subjects[law.ingredients[ingredient].subject]
    mentions = _mentions(subject, read_narrative(text), law).get(ingredient)
    return str(combine_mentions(mentions)[0]) if mentions else "none"


@cache
def _rules(law: Tables, subject: str) -> PatternIndex[_Rule]:
    """The ways to state the ingredients of a subject."""
    rules = (
        _Rule(way, law.pattern(way.pattern), law.pattern(way.unless) if way.unless else None)
        for ingredient in law.ingredients_of[subject]
        for way in law.ways_of[ingredient.id]
    )
    return PatternIndex((rule.pattern, rule) for rule in rules)


def _mentions(subject: LegalSubject, narrative: Narrative, law: Tables) -> dict[str, list[IngredientMention]]:
    """Every mention of the subject's ingredients, by ingredient id."""
    rules = _rules(law, subject.id)
    mentions: dict[str, list[IngredientMention]] = {}
    for sentence in narrative.sentences:
        text = sentence.piece.text
        for rule in rules.candidates(sentence.keys):
            earlier = mentions.get(rule.way.ingredient, ())
            matches = rule.pattern.finds(text, sentence.keys) if len(earlier) < _MOST_MENTIONS else ()
            if not matches or (rule.unless and rule.unless.finds(text, sentence.keys)):
                continue
            matched = list(_mentions_at(matches, rule, sentence, narrative))
            if matched:
                mentions[rule.way.ingredient] = [*earlier, *matched]
    return mentions


def _mentions_at(
    matches: Iterable[PatternMatch], rule: _Rule, sentence: NarrativeSentence, narrative: Narrative
) -> Iterator[IngredientMention]:
    """What a rule's matches in a sentence say, except about other people and other matters."""
    text = sentence.piece.text
    for match in matches:
        is_of_another = is_about_another_matter if "accused" in rule.way.pattern else is_about_another_person_or_matter
        if is_of_another(text, match.start):
            continue
        status = _asserted_status(rule, text, match)
        if status is None:
            continue
        first, last = clause_around(text, match.start, match.end)
        if is_of_accused(rule.way.ingredient) and is_deed_of_sufferer(text[first:last], narrative.sufferers):
            continue
        span = narrative.expanded.original(sentence.piece.start + first, sentence.piece.start + last)
        speech = speech_at(narrative.speeches, sentence.piece.start + (match.start + match.end) // 2)
        source = _source(status, sentence, match, speech, narrative)
        is_disputed = source in {MentionSource.CLAIMED, MentionSource.DENIED}
        shown = IngredientStatus.DISPUTED if is_disputed else status
        yield IngredientMention(
            shown, span, speech.speaker if speech else "matter", match.end - match.start, source, status
        )


def _asserted_status(rule: _Rule, text: str, match: PatternMatch) -> IngredientStatus | None:
    """The status that the words assert, whoever says them; None if they only suppose it."""
    if rule.way.status is WayStatus.DISPUTED:
        return IngredientStatus.DISPUTED
    is_met = rule.way.status is WayStatus.MET
    assertion = read_assertion(
        text, match.start, match.end, match.gaps, keeps_polarity=rule.pattern.keeps_polarity or not is_met
    )
    if assertion is Assertion.HYPOTHETICAL:
        return None
    if assertion is Assertion.DISPUTED:
        return IngredientStatus.DISPUTED
    if not is_met:  # "the witness did not turn hostile"
        is_negated = not denies(rule.way.pattern) and (
            denies(match.gaps) or is_directly_denied(text, match.start) or affirms(text[match.start : match.end])
        )
        return IngredientStatus.MET if is_negated else IngredientStatus.CONTRARY
    return IngredientStatus.CONTRARY if assertion is Assertion.DENIED else IngredientStatus.MET


def _source(
    status: IngredientStatus,
    sentence: NarrativeSentence,
    match: PatternMatch,
    speech: Speech | None,
    narrative: Narrative,
) -> MentionSource:
    """Whose word a mention rests on, and whether it is denied here or in the next sentence."""
    if status is IngredientStatus.DISPUTED:
        return MentionSource.DENIED
    source = MentionSource.REPORTED if speech else MentionSource.MATTER
    if is_admitted(sentence.piece.text, match.start, match.end):
        return source
    if _ON_REVERSAL.search(sentence.piece.text, 0, match.start):
        return MentionSource.DENIED
    middle = sentence.piece.start + (match.start + match.end) // 2
    until = bisect_right(narrative.denials, middle, key=lambda denial: denial.start)
    near = narrative.denials[max(0, until - _DENIALS_CHECKED) : until]
    if any(_reaches(denial, sentence, middle, speech) for denial in near):
        return MentionSource.DENIED
    if not narrative.denied_things.isdisjoint(word_keys(sentence.piece.text[match.start : match.end])):
        return MentionSource.DENIED
    return MentionSource.CLAIMED if speech and speech.voice in {VoiceKind.PARTY, VoiceKind.HEARSAY} else source


def _reaches(denial: Denial, sentence: NarrativeSentence, at: int, speech: Speech | None) -> bool:
    """Whether a denial covers a mention or refers back to it. The matter's own statements are not easily denied."""
    if at >= denial.end:
        return False
    return not denial.is_backward or speech is not None or denial.start >= sentence.piece.sentence_start


def _readings(
    rows: Sequence[Ingredient],
    mentions_of: Mapping[str, Sequence[IngredientMention]],
    likely: Mapping[str, LikelyReading],
    codes: Collection[str],
    reports_missing: bool,
    is_subject_likely: bool,
) -> Iterator[IngredientReading]:
    """The reading of each row: by a rule, by the learned reader, or as missing.

    Whatever is read of a subject that only the learned reader raises is likely and no more.
    """
    for row in rows:
        provision, *also = sections_under(codes, row.provisions)
        mentions, learned = mentions_of.get(row.id, ()), likely.get(row.id)
        also_likely = learned.mentions if learned else ()
        if mentions or also_likely:
            status, by, spans = combine_mentions(mentions or also_likely)
            # The learned reader adds passages that agree, behind those that gave the status.
            stated = learned.stated if learned else ()
            agreeing = merge(mention.span for mention in stated if mention.status is status)
            spans = (*spans, *(span for span in agreeing if not any(span.overlaps(known) for known in spans)))
        elif row.silence_counts and reports_missing:
            status, by, spans = IngredientStatus.MISSING, "matter", ()
        else:
            continue
        is_likely = bool(spans) and (is_subject_likely or not mentions)
        otherwise = _otherwise(status, spans, learned.sure if learned and spans else ())
        yield IngredientReading(
            provision,
            row.name,
            status,
            spans,
            by,
            row.subject,
            row.id,
            tuple(also),
            is_likely,
            otherwise,
            learned.chance if learned and not mentions else 1.0,
        )


def _otherwise(
    status: IngredientStatus, spans: Sequence[Span], sure: Iterable[IngredientMention]
) -> tuple[Otherwise, ...]:
    """Passages that surely give the ingredient another status, grouped by status."""
    others: dict[IngredientStatus, list[Span]] = {}
    for mention in sure:
        if mention.status is not status and not any(mention.span.overlaps(span) for span in spans):
            others.setdefault(mention.status, []).append(mention.span)
    return tuple(Otherwise(other, merge(other_spans)) for other, other_spans in others.items())
