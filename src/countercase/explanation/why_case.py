"""Why this case: two to five sentences, each built from a place of the judgment and held against it."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from countercase.domain.case import Case, Chunk, SectionType
from countercase.domain.explanation import Explanation, Point, Statement
from countercase.domain.facts import EvidenceFact, EvidenceStatus, FactKind, FactSheet, SectionFact
from countercase.domain.span import Span
from countercase.domain.speaker import UNKNOWN, Speaker, Voice
from countercase.errors import EndpointError
from countercase.explanation import strict as frame
from countercase.explanation.labels import SHARED, Told, is_plain, joined, label, told_facts
from countercase.explanation.quotations import (
    Rarity,
    Split,
    StoredSentence,
    best_places,
    carrying_terms,
    likeness,
    places,
    quotation,
    speaks_of_another_case,
    summarised,
    word_weights,
)
from countercase.explanation.strict import check, comparison
from countercase.explanation.tokens import content_keys
from countercase.explanation.voices import HELD, OUTCOME, REASONED, SUMMARY, credit, opening
from countercase.facts.compare import Likeness

# Where a judgment says how it ended.

_LAST = 8  # sentences at the end of a judgment among which its order stands, where nothing is labelled Held
_SENTENCE = 5  # words; less is a tag
_DONE = (
    r"(?:allowed|dismissed|acquitted|discharged|set\s+aside|quashed|upheld|affirmed|confirmed|restored|remanded|remitted"
    r"|granted|refused|rejected|enhanced|reduced|altered|converted|modified|released|disposed\s+of|maintained|convicted"
    r"|reinstated|sentenced|sustained)"
)
_FINAL = r"(?:allowed|dismissed|acquitted|discharged|set\s+aside|quashed|restored|remanded|convicted|reinstated)"
_ORDER = re.compile(
    rf"\b(?:appeals?|petitions?|suit|convictions?|acquittals?|sentence|orders?|judgments?|award|decree|complaint|bail"
    rf"|proceedings|prosecution|accused|appellants?|respondents?|FIR|matter|case|all|both|he|she|they|dismissal"
    rf"|reinstatement|detention)\b[^.;]{{0,120}}?\b(?:{_DONE}|succeeds?|fails?|ordered)\b"
    rf"|\b(?:was|were|is|are|stands?)\s+(?:\w+ly\s+|hereby\s+)?{_FINAL}\b"
    r"|\bwe\s+(?:\w+ly,?\s+|therefore,?\s+|hereby\s+)?(?:allow|dismiss|quash|acquit|alter|set\s+aside|uphold|affirm|confirm"
    r"|restore|remand|remit|convert|modify|reduce|direct)\b"
    rf"|\bthe\s+Court\s+(?:\w+ly\s+)?{_DONE}\b",
    re.IGNORECASE,
)
_REPORTER = re.compile(r"\bheadnotes?\s+prepared\b", re.IGNORECASE)  # the foot of a report, not the Court
_NOT_THE_COURT = frozenset({SectionType.FACTS, SectionType.ISSUES, SectionType.SUBMISSIONS})
_BEFORE = re.compile(r"\b(?:trial\s+court|high\s+court|sessions|tribunal|magistrate)\b", re.IGNORECASE)


def outcome_places(places: Sequence[StoredSentence]) -> Iterator[tuple[StoredSentence, Span]]:
    """Sentences of the Court, or of our summary, that state the order, the likeliest first, with the words that do."""
    own = [place for place in places if _may_order(place)]
    held = [place for place in own if place.section is SectionType.HELD]
    last = [place for place in own[-_LAST:] if place.section not in _NOT_THE_COURT]
    for group in (held, last):
        found = [(place, match) for place in group if (match := _ORDER.search(place.text))]
        found = [(place, match) for place, match in found if not _REPORTER.search(place.text)]
        # The order comes last; what a court below did is only told; a reporter's "Appeal dismissed" says the least.
        found.sort(key=lambda item: (_told_or_tagged(item[0]), -item[0].span.start))
        yield from ((place, Span(*match.span())) for place, match in found)


def _may_order(place: StoredSentence) -> bool:
    return place.sure or place.voice.speaker is Speaker.SUMMARY


def _told_or_tagged(place: StoredSentence) -> int:
    return 2 * (_BEFORE.search(place.text) is not None) + (len(place.text.split()) < _SENTENCE)


MOST = 5
_FIRST = 1.0  # weight of shared facts below which nothing worth saying is shared
_SECOND = 2.8  # weight of shared facts that deserves a second sentence: a provision and a little, or two others
_HOLDING = 8  # words; a shorter sentence is an order, not a reason
_PASSAGE = 6  # words; a shorter sentence is a heading or a tag
_LIKELY = 0.5  # of being the Court's own, for a sentence that is given with the doubt said
_TRIES = 8  # places tried for one sentence; a place fails where the strict check does
_LABELS = 4
# Where a judgment states its own facts, and where it only reports what was argued.
_TRUST = {
    SectionType.FACTS: 1.0,
    SectionType.HELD: 0.9,
    SectionType.RATIO: 0.8,
    SectionType.ISSUES: 0.7,
    SectionType.ANALYSIS: 0.6,
    SectionType.UNKNOWN: 0.5,
    SectionType.SUBMISSIONS: 0.3,
}


@dataclass(frozen=True, slots=True)
class PrecedentInMatter:
    """A precedent and the matter it answers. Spans of `facts` point into the case text."""

    matter: FactSheet
    case: Case
    facts: FactSheet
    passage: Chunk | None = None


def explain_case(subject: PrecedentInMatter, split: Split, rarity: Rarity) -> Explanation:
    """What the precedent shares with the matter, where it matched, what sets it apart, and how it was decided."""
    return Explanation(subject.case.id, tuple(_Writer(subject, places(subject.case, split), rarity).sentences()))


class _Writer:
    """Writes the sentences of one explanation; no place is used twice."""

    def __init__(self, subject: PrecedentInMatter, all_places: Sequence[StoredSentence], rarity: Rarity) -> None:
        self._case = subject.case
        self._places = all_places
        self._weights = word_weights(subject.matter.narrative, rarity)
        self._passage = subject.passage
        self._compared = [self._told(one, rarity) for one in told_facts(subject.matter, subject.facts)]
        self._matter_words = content_keys(subject.matter.narrative)
        self._used: set[Span] = set()

    def sentences(self) -> list[Statement]:
        """At most five, the more telling ones first chosen, in the order in which a reader wants them."""
        left = [one for one in self._compared if one.likeness in SHARED and self._is_of_the_matter(one)]
        first = self._share(left, frame.AS_IN, _FIRST)
        outcome = self._first(self._outcomes())
        passage = self._first(self._passages())
        differing = self._first(self._differences())
        left = [one for one in left if first is None or not _inside(one, first.anchor.span)]
        second = self._share(left, frame.ALSO if first else frame.AS_IN, _SECOND)
        held = self._first(self._holdings())
        chosen = [one for one in (first, outcome, passage, differing, second, held) if one is not None][:MOST]
        return sorted(chosen, key=[first, second, passage, differing, held, outcome].index)

    def _told(self, one: Told, rarity: Rarity) -> Told:
        """The fact weighed by how seldom its words are: every criminal case has an FIR."""
        if one.fact.kind in {FactKind.PROVISION, FactKind.NUMBER}:
            return one
        rare = max((rarity(key) for key in content_keys(one.fact.spans[0].of(self._case.text))), default=0.0)
        return replace(one, weight=one.weight * min(1.2, max(0.2, (rare - 1) / 2.5)))

    def _share(self, facts: Sequence[Told], opening: str, least: float) -> Statement | None:
        """A sentence that names the most of what is shared."""
        rich = [(place, here) for place, here in self._rich(facts) if sum(one.weight for one in here) >= least]
        return self._first(self._listing(opening, Point.SHARED, place, here) for place, here in rich)

    def _is_of_the_matter(self, one: Told) -> bool:
        """Whether the matter speaks of the thing in like words: charas and ganja are of one kind, and not the same."""
        if one.fact.kind in {FactKind.PROVISION, FactKind.NUMBER, FactKind.RELATION}:
            return True
        return any(content_keys(span.of(self._case.text)) & self._matter_words for span in one.fact.spans)

    def _differences(self) -> Iterator[Statement | None]:
        """What the matter has otherwise, then what it does not mention at all."""
        otherwise = [one for one in self._compared if one.likeness in {Likeness.OPPOSITE_STATUS, Likeness.OTHER_SIDE}]
        for place, here in self._rich(otherwise):
            yield self._listing(frame.UNLIKE, Point.DIFFERENCE, place, [max(here, key=_weight)])
        missing = [one for one in self._compared if one.likeness is Likeness.MISSING and self._is_new(one)]
        for place, here in self._rich(missing):
            most = max(here, key=_weight)
            yield self._listing(frame.NOT_MENTIONED, Point.DIFFERENCE, place, [most], frame.THIS_DOES)

    def _is_new(self, one: Told) -> bool:
        """Whether the matter has no word of it, and it is something that the case has, not something it lacks."""
        if isinstance(one.fact, EvidenceFact) and one.fact.status is not EvidenceStatus.PRESENT:
            return False
        if isinstance(one.fact, SectionFact):
            return True
        mentions = [span.of(self._case.text) for span in one.fact.spans]
        return is_plain(one.fact, mentions[0]) and not any(content_keys(each) & self._matter_words for each in mentions)

    def _rich(self, facts: Sequence[Told]) -> list[tuple[StoredSentence, list[Told]]]:
        """The places that name most of the facts, best first, each with the facts it names.

        What an earlier case or a statute says is no fact of this case.
        """
        found = []
        for place in self._places:
            if place.voice.speaker in _OF_ANOTHER:
                continue
            here = [one for one in facts if _inside(one, place.span)]
            if here and place.span not in self._used:
                found.append((self._value(place, here), place, here))
        found.sort(key=lambda item: (-item[0], item[1].span))
        return [(place, here) for _, place, here in found[:_TRIES]]

    def _value(self, place: StoredSentence, here: Sequence[Told]) -> float:
        told = sorted((one.weight for one in here), reverse=True)
        facts = sum(weight / (1 + rank / 2) for rank, weight in enumerate(told))
        length = len(place.text.split())
        readable = 1.0 if 8 <= length <= 45 else 0.6
        foreign = 0.5 if speaks_of_another_case(place) else 1.0
        return (facts + 0.5 * likeness(place, self._weights)) * _TRUST[place.section] * readable * foreign

    def _listing(
        self, opening: str, point: Point, place: StoredSentence, here: Sequence[Told], closing: str = ""
    ) -> Statement | None:
        """The facts named, then the words of the judgment; facts that the check refuses are left out."""
        named = sorted(here, key=lambda one: -one.weight)[:_LABELS]
        named.sort(key=lambda one: one.fact.kind is FactKind.NUMBER)  # its comparison reads best at the end
        for kept in [named, *([one] for one in named)]:
            spans = [span for one in kept for span in one.fact.spans if place.span.contains(span)]
            labels = _plainest(self._labels(kept, place))
            quote = self._quoted(place, [span.shift(-place.span.start) for span in spans])
            made = self._kept(f"{opening} {joined(labels).rstrip(',')}{closing}{quote}", place, point)
            if made is not None:
                return made
        return None

    def _quoted(self, place: StoredSentence, keep: Sequence[Span]) -> str:
        """The end of a sentence: the judgment's words with their speaker, or our summary as such."""
        if place.voice.speaker is Speaker.SUMMARY:
            return f". {SUMMARY}: {summarised(place.text, keep)}"
        return f"{credit(place.voice)}: {quotation(place.text, keep)}."

    def _labels(self, kept: Sequence[Told], place: StoredSentence) -> list[str]:
        """The facts in the words of the place; sections of one Act name it once, at the last of them."""
        acts = [one.fact.provision.act if isinstance(one.fact, SectionFact) else None for one in kept]
        return [
            label(one.compared, self._mention(one, place), place.text, with_act=acts[number] not in acts[number + 1 :])
            for number, one in enumerate(kept)
        ]

    def _mention(self, one: Told, place: StoredSentence) -> str:
        return next(span for span in one.fact.spans if place.span.contains(span)).of(self._case.text)

    def _passages(self) -> Iterator[Statement | None]:
        if self._passage is None:
            return
        inside = [place for place in self._places if self._passage.span.overlaps(place.span)]
        for place in best_places(inside, self._weights)[:_TRIES]:
            terms = carrying_terms(place, self._weights)
            words = joined([f"“{term}”" for term in terms]) if terms else ""
            if len(place.text.split()) < _PASSAGE:
                continue
            quote = self._quoted(place, _spans_of(terms, place.text))
            summary = place.voice.speaker is Speaker.SUMMARY
            if words:
                lead = f"{frame.PASSAGE_IS_ON} {words}" if summary else f"{frame.PASSAGE_ON} {words}, reads"
                yield self._kept(f"{lead}{quote}", place, Point.PASSAGE)
            lead = SUMMARY if summary else frame.PASSAGE_READS
            yield self._kept(f"{lead}{quote.removeprefix(f'. {SUMMARY}')}", place, Point.PASSAGE)

    def _holdings(self) -> Iterator[Statement | None]:
        """The sentence of the Court's own reasons that is nearest to the matter.

        Where none is the Court's beyond doubt, one that probably is, with the doubt said.
        """
        reasons = [place for place in self._places if _is_a_reason(place)]
        certain = [place for place in reasons if place.sure or place.voice.speaker in _NAMED_OPINIONS]
        doubtful = [place for place in reasons if place.voice.speaker is Speaker.COURT and not place.sure]
        for place in [*best_places(certain, self._weights)[:_TRIES], *best_places(doubtful, self._weights)[:_TRIES]]:
            keep = _spans_of(carrying_terms(place, self._weights), place.text)
            if place.voice.speaker is Speaker.SUMMARY:
                yield self._kept(f"{SUMMARY}: {summarised(place.text, keep)}", place, Point.HOLDING)
                continue
            said = opening(_voice(place), HELD if place.section is SectionType.HELD else REASONED)
            yield self._kept(f"{said}: {quotation(place.text, keep)}.", place, Point.HOLDING)

    def _outcomes(self) -> Iterator[Statement | None]:
        if self._case.outcome is None:  # such as a bench that was divided: each of its opinions ends in an order
            return
        for place, keep in outcome_places(self._places):
            if place.voice.speaker is Speaker.SUMMARY:
                yield self._kept(f"{SUMMARY}: {summarised(place.text, [keep])}", place, Point.OUTCOME)
            else:
                yield self._kept(f"{OUTCOME}: {quotation(place.text, [keep])}.", place, Point.OUTCOME)

    def _kept(self, text: str, place: StoredSentence, point: Point) -> Statement | None:
        """The sentence, where the strict check lets it stand."""
        voice = _voice(place)
        if place.span in self._used or not check(text, place.text, voice=voice).supported:
            return None
        return Statement(text, place.anchor(self._case), place.text, point, voice)

    def _first(self, candidates: Iterator[Statement | None]) -> Statement | None:
        made = next((one for one in candidates if one is not None), None)
        if made is not None:
            self._used.add(made.anchor.span)
        return made


# Opinions that may be given as somebody's holding: a separate one with its author, and our summary as such.
_NAMED_OPINIONS = frozenset({Speaker.SEPARATE, Speaker.SUMMARY})
_OF_ANOTHER = frozenset({Speaker.EARLIER, Speaker.STATUTE})


def _voice(place: StoredSentence) -> Voice:
    """The speaker as it may be told: the Court's words that are not so beyond doubt have none."""
    return place.voice if place.voice.speaker is not Speaker.COURT or place.sure else UNKNOWN


def _is_a_reason(place: StoredSentence) -> bool:
    """Whether it is long enough to hold a reason, stands among the reasons, and is of this case."""
    if len(place.text.split()) < _HOLDING or speaks_of_another_case(place):
        return False
    if place.voice.speaker is Speaker.SUMMARY:
        return place.section is SectionType.HELD
    return place.sure or (place.section not in _NOT_THE_COURT and place.own >= _LIKELY)


def _plainest(labels: list[str]) -> list[str]:
    """Labels without those that could only be quoted, where there are others."""
    return [one for one in labels if not one.startswith("“")] or labels


def _weight(one: Told) -> float:
    return one.weight


def _inside(one: Told, span: Span) -> bool:
    return any(span.contains(own) for own in one.fact.spans)


def _spans_of(terms: Sequence[str], text: str) -> list[Span]:
    return [Span(start, start + len(term)) for term in terms if (start := text.find(term)) >= 0]


# Prose by a language model, never trusted: a sentence that fails the strict check gives way to the rule's own.

Rewrite = Callable[[Statement], str]  # the sentence in other words; may raise EndpointError


def smooth(explanation: Explanation, rewrite: Rewrite) -> Explanation:
    """The explanation with each sentence rewritten where that says no more than its source does."""
    return replace(explanation, sentences=tuple(_smoothed(one, rewrite) for one in explanation.sentences))


def _smoothed(sentence: Statement, rewrite: Rewrite) -> Statement:
    try:
        text = " ".join(rewrite(sentence).split())
    except EndpointError:
        return sentence  # the rule-built sentence needs no endpoint
    kept = comparison(text) == comparison(sentence.text) and check(text, sentence.quote).supported
    return replace(sentence, text=text) if kept else sentence
