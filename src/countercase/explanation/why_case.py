"""Why this case: two to five sentences, each built from a passage of the judgment and checked against it."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from countercase.domain.case import UNKNOWN, Case, Chunk, SectionType, Speaker
from countercase.domain.explanation import Explanation, Point, Statement
from countercase.domain.facts import EvidenceFact, FactKind, FactSheet, NumericalFact, Quantity, SectionFact
from countercase.domain.span import Span
from countercase.errors import EndpointError
from countercase.explanation import strict as frame
from countercase.explanation.holding import order_sentences
from countercase.explanation.labels import (
    CODES,
    SHARED,
    ShownFact,
    can_be_lacking,
    is_about_its_line,
    is_common,
    is_deciding,
    is_in_another_sense,
    is_meant,
    is_plain,
    is_prosecution,
    joined,
    label,
    names_act,
    names_bare_sections,
    needs_surroundings,
    numbers_of,
    sets_apart,
    shown_facts,
    tells_of_a_charge,
    weapons_of,
)
from countercase.explanation.quotations import (
    DOUBT,
    HELD,
    OUTCOME,
    REASONED,
    SUMMARY,
    Split,
    StoredSentence,
    cited_parties,
    credit,
    is_credited,
    opening,
    quotation,
    speaks_of_another_case,
    stored_sentences,
    summarised,
    voice_to_name,
)
from countercase.explanation.shared_words import MatterWords, Rarity, best_sentences, carrying_terms, likeness
from countercase.explanation.strict import check, comparison
from countercase.explanation.tokens import content_keys
from countercase.explanation.worth_quoting import (
    TRUST,
    can_stand_alone,
    can_state_a_fact,
    is_a_reason,
    judges,
    states_law,
)
from countercase.facts.compare import Likeness

MOST = 5
_FIRST = 1.0  # weight of shared facts below which they are not worth a sentence
_SECOND = 2.8  # weight of shared facts for a second sentence: a provision and a little, or two others
_PASSAGE = 8  # words; a shorter sentence is a heading or a tag
_TRIES = 8  # passages tried for one sentence; each must pass the strict check
_LABELS = 4


@dataclass(frozen=True, slots=True)
class PrecedentInMatter:
    """A precedent and the matter it answers. Spans of `facts` point into the case text."""

    matter: FactSheet
    case: Case
    facts: FactSheet
    passage: Chunk | None = None


def explain_case(subject: PrecedentInMatter, split: Split, rarity: Rarity) -> Explanation:
    """What the precedent shares with the matter, where it matched, what distinguishes it, and how it was decided."""
    words = MatterWords(subject.matter.narrative, split, rarity)
    writer = _Writer(subject, stored_sentences(subject.case, split), rarity, words)
    return Explanation(subject.case.id, tuple(writer.sentences()))


class _Writer:
    """Writes the sentences of one explanation; no passage is used twice."""

    def __init__(
        self,
        subject: PrecedentInMatter,
        all_places: Sequence[StoredSentence],
        rarity: Rarity,
        words: MatterWords,
    ) -> None:
        self._case = subject.case
        self._places = all_places
        self._words = words
        self._passage = subject.passage
        self._compared = [self._told(told, rarity) for told in shown_facts(subject.matter, subject.facts)]
        self._narrative = subject.matter.narrative
        self._is_criminal = is_prosecution(subject.matter)
        self._cited = cited_parties(subject.case)
        self._weapons = weapons_of(subject.matter)
        self._used: set[str] = set()  # by their text: a judgment may say the same thing twice

    def sentences(self) -> list[Statement]:
        """At most five sentences: the most informative ones, in reading order."""
        left = [fact for fact in self._compared if fact.likeness in SHARED]
        first = self._share(left, frame.AS_IN, _FIRST)
        outcome = self._first(self._outcomes())
        passage = self._first(self._passages())
        differing = self._first(self._differences())
        left = [fact for fact in left if first is None or not _inside(fact, first.anchor.span)]
        second = self._share(left, frame.ALSO if first else frame.AS_IN, _SECOND)
        held = self._first(self._holdings())
        chosen = [
            statement for statement in (first, outcome, passage, differing, second, held) if statement is not None
        ][:MOST]
        return sorted(chosen, key=[first, second, passage, differing, held, outcome].index)

    def _told(self, fact: ShownFact, rarity: Rarity) -> ShownFact:
        """The fact weighted by the rarity of its words: every criminal case has an FIR."""
        if fact.fact.kind in {FactKind.PROVISION, FactKind.NUMBER}:
            return fact
        rare = max((rarity(key) for key in content_keys(fact.fact.spans[0].of(self._case.text))), default=0.0)
        return replace(fact, weight=fact.weight * min(1.2, max(0.2, (rare - 1) / 2.5)))

    def _share(self, facts: Sequence[ShownFact], opening: str, least: float) -> Statement | None:
        """A sentence that names most of what is shared."""
        rich = [
            (
                sentence,
                [
                    fact
                    for fact in here
                    if (fact.likeness is Likeness.SAME or is_about_its_line(fact, sentence.text))
                    and self._is_of_the_matter(fact, sentence)
                    and self._is_in_like_surroundings(fact, sentence)
                    and not self._lacks_its_act(fact, sentence)
                ],
            )
            for sentence, here in self._rich(facts)
        ]
        rich = [(sentence, here) for sentence, here in rich if sum(fact.weight for fact in here) >= least]
        rich = [
            (sentence, here) for sentence, here in rich if any(self._tells_something(fact, sentence) for fact in here)
        ]
        return self._first(self._listing(opening, Point.SHARED, sentence, here) for sentence, here in rich)

    def _tells_something(self, fact: ShownFact, sentence: StoredSentence) -> bool:
        """Whether a shared fact is more than an FIR, a death or a relative, and needs no quotation marks."""
        if is_common(fact.fact, self._narrative):
            return False
        return not label(fact.compared, self._mention(fact, sentence), sentence.text).startswith("“")

    def _lacks_its_act(self, fact: ShownFact, sentence: StoredSentence) -> bool:
        """Whether it is a section of "the Act", which the passage does not name; lawyers know those of the codes."""
        if not isinstance(fact.fact, SectionFact) or fact.fact.provision.act in CODES:
            return False
        return not names_act(fact.fact, self._mention(fact, sentence), sentence.text)

    def _is_of_the_matter(self, fact: ShownFact, sentence: StoredSentence) -> bool:
        """Whether the matter uses the words of this passage for the thing: a rifle and a pistol are two firearms."""
        if fact.fact.kind in {FactKind.PROVISION, FactKind.NUMBER, FactKind.RELATION}:
            return True
        return bool(content_keys(self._mention(fact, sentence)) & self._words.all)

    def _is_in_like_surroundings(self, fact: ShownFact, sentence: StoredSentence) -> bool:
        """Whether a word of many meanings stands beside two other words that the matter has beside it too."""
        if fact.fact.kind in {FactKind.PROVISION, FactKind.NUMBER}:
            return True
        if states_law(sentence.text) or sentence.voice.speaker is Speaker.COUNSEL:
            return False
        if not needs_surroundings(fact.fact) or fact.compared.matter is None:
            return True
        thing = f"{fact.fact.word} {self._mention(fact, sentence)}"
        return self._words.surround(thing, fact.compared.matter.spans, sentence)

    def _differences(self) -> Iterator[Statement | None]:
        """What differs in the matter, then what it does not mention at all."""
        otherwise = [
            fact for fact in self._compared if fact.likeness in {Likeness.OPPOSITE_STATUS, Likeness.OTHER_SIDE}
        ]
        for sentence, here in self._rich(otherwise):
            near = [fact for fact in here if is_about_its_line(fact, sentence.text) and self._decides(fact, sentence)]
            near = [fact for fact in near if self._differs(fact)]
            if near and not states_law(sentence.text):
                yield self._listing(frame.UNLIKE, Point.DIFFERENCE, sentence, [max(near, key=_weight)])
        missing = [fact for fact in self._compared if fact.likeness is Likeness.MISSING and self._is_new(fact)]
        for sentence, here in self._rich(missing):
            named = [fact for fact in here if self._is_named(fact, sentence)]
            if not named or states_law(sentence.text) or sentence.voice.speaker is Speaker.COUNSEL:
                continue
            most = max(named, key=_weight)
            yield self._listing(frame.NOT_MENTIONED, Point.DIFFERENCE, sentence, [most], frame.THIS_DOES)

    def _differs(self, fact: ShownFact) -> bool:
        """Whether the matter says the opposite in so many words, or the case has no number on the matter's side."""
        if isinstance(fact.fact, NumericalFact):
            if fact.fact.quantity is Quantity.AGE and _BIRTH.search(self._narrative):
                return False  # an age that is disputed, or that we have to work out
            return not any(
                other.compared.line == fact.compared.line and other.likeness in SHARED for other in self._compared
            )
        if any(other.fact.word == fact.fact.word and other.likeness in SHARED for other in self._compared):
            return False  # the case has it of one accused and lacks it of another
        mentions = [span.of(self._narrative) for span in fact.compared.matter.spans] if fact.compared.matter else []
        name = content_keys(fact.fact.word or "")
        return any(name <= content_keys(mention) for mention in mentions)

    def _decides(self, fact: ShownFact, sentence: StoredSentence) -> bool:
        """Whether cases turn on this kind of evidence, which one side has and the other lacks."""
        return not isinstance(fact.fact, EvidenceFact) or (
            is_deciding(fact.fact, sentence.text) and self._is_named(fact, sentence)
        )

    def _is_named(self, fact: ShownFact, sentence: StoredSentence) -> bool:
        """Whether the passage names the fact in full: a section with its Act, a thing by a word that needs no marks."""
        if isinstance(fact.fact, SectionFact):
            named = names_act(fact.fact, self._mention(fact, sentence), sentence.text)
            return named and (self._case.is_digest or tells_of_a_charge(sentence.text))
        return not label(fact.compared, self._mention(fact, sentence), sentence.text).startswith("“")

    def _is_new(self, fact: ShownFact) -> bool:
        """Whether the matter does not mention it, and the case has it rather than lacks it."""
        if isinstance(fact.fact, SectionFact):
            numbers = "|".join(map(re.escape, numbers_of(fact.fact.provision)))
            unmentioned = re.search(rf"(?<![\d/])(?:{numbers})(?!\d)", self._narrative) is None
            is_silent = unmentioned and not is_meant(fact.fact.provision, self._narrative)
            return is_silent and sets_apart(fact.fact.provision, self._is_criminal, self._case.is_digest)
        if not self._is_criminal or not can_be_lacking(fact.compared, self._weapons):
            return False
        mentions = [span.of(self._case.text) for span in fact.fact.spans]
        return is_plain(fact.fact, mentions[0]) and not any(content_keys(each) & self._words.all for each in mentions)

    def _rich(self, facts: Sequence[ShownFact]) -> list[tuple[StoredSentence, list[ShownFact]]]:
        """The passages that name most of the facts, best first, each with the facts it names.

        A fact of an earlier case or of a statute is not a fact of this case, and a row of a table states none.
        """
        ranked = []
        for sentence in self._places:
            here = [fact for fact in facts if _inside(fact, sentence.span)]
            here = [fact for fact in here if not is_in_another_sense(fact.fact, sentence.text)]
            if not here or sentence.text in self._used or not can_state_a_fact(sentence):
                continue
            if not any(name in sentence.text for name in self._cited):
                ranked.append((self._value(sentence, here), sentence, here))
        ranked.sort(key=lambda item: (-item[0], item[1].span))
        return [(sentence, here) for _, sentence, here in ranked[:_TRIES]]

    def _value(self, sentence: StoredSentence, here: Sequence[ShownFact]) -> float:
        told = sorted((fact.weight for fact in here), reverse=True)
        facts = sum(weight / (1 + rank / 2) for rank, weight in enumerate(told))
        length = len(sentence.text.split())
        readable = 1.0 if 8 <= length <= 45 else 0.6
        foreign = 0.5 if speaks_of_another_case(sentence) else 1.0
        return (facts + 0.5 * likeness(sentence, self._words.weights)) * TRUST[sentence.section] * readable * foreign

    def _listing(
        self, opening: str, point: Point, sentence: StoredSentence, here: Sequence[ShownFact], closing: str = ""
    ) -> Statement | None:
        """The facts named, then the words of the judgment; facts that fail the check are left out."""
        things = [fact for fact in here if _is_section(fact) or not is_common(fact.fact, self._narrative)]
        if not things or _MARRIAGE.search(self._narrative):
            things += [fact for fact in here if _is_spouse(fact)]
        named = sorted(things or here, key=lambda fact: -fact.weight)[:_LABELS]
        named.sort(key=lambda fact: fact.fact.kind is FactKind.NUMBER)  # its comparison reads best at the end
        for kept in [named, *([fact] for fact in named)]:
            spans = [span for fact in kept for span in fact.fact.spans if sentence.span.contains(span)]
            labels = _plainest(self._labels(kept, sentence))
            if all(each.startswith("“") for each in labels):
                continue
            quote = self._quoted(sentence, [span.shift(-sentence.span.start) for span in spans])
            made = self._kept(f"{opening} {joined(labels).rstrip(',')}{closing}{quote}", sentence, point)
            if made is not None:
                return made
        return None

    def _quoted(self, sentence: StoredSentence, keep: Sequence[Span]) -> str:
        """The end of a sentence: the judgment's words with their speaker, or our summary as such."""
        if sentence.voice.speaker is Speaker.SUMMARY:
            return f". {SUMMARY}: {summarised(sentence.text, keep)}"
        said = credit(voice_to_name(sentence), sentence.text) if is_credited(sentence) else ""
        if not said and voice_to_name(sentence) == UNKNOWN and judges(sentence.text):
            said = DOUBT  # a view that may be of a court below, and was perhaps reversed
        return f"{said}: {quotation(sentence.text, keep)}."

    def _labels(self, kept: Sequence[ShownFact], sentence: StoredSentence) -> list[str]:
        """The facts in the words of the passage; sections of one Act name it once, after the last of them."""
        acts = [fact.fact.provision.act if isinstance(fact.fact, SectionFact) else None for fact in kept]
        return [
            label(
                fact.compared,
                self._mention(fact, sentence),
                sentence.text,
                with_act=acts[number] not in acts[number + 1 :],
            )
            for number, fact in enumerate(kept)
        ]

    def _mention(self, fact: ShownFact, sentence: StoredSentence) -> str:
        return next(span for span in fact.fact.spans if sentence.span.contains(span)).of(self._case.text)

    def _passages(self) -> Iterator[Statement | None]:
        if self._passage is None:
            return
        inside = [
            sentence
            for sentence in self._places
            if self._passage.span.overlaps(sentence.span) and can_stand_alone(sentence)
        ]
        for sentence in best_sentences(inside, self._words.weights)[:_TRIES]:
            terms = carrying_terms(sentence, self._words.weights)
            if not self._words.are_telling(terms, sentence):
                continue
            words = joined([f"“{term}”" for term in terms]) if terms else ""
            if len(sentence.text.split()) < _PASSAGE:
                continue
            quote = self._quoted(sentence, _spans_of(terms, sentence.text))
            summary = sentence.voice.speaker is Speaker.SUMMARY
            if words:
                lead = f"{frame.PASSAGE_IS_ON} {words}" if summary else f"{frame.PASSAGE_ON} {words}, reads"
                yield self._kept(f"{lead}{quote}", sentence, Point.PASSAGE)
            lead = SUMMARY if summary else frame.PASSAGE_READS
            yield self._kept(f"{lead}{quote.removeprefix(f'. {SUMMARY}')}", sentence, Point.PASSAGE)

    def _holdings(self) -> Iterator[Statement | None]:
        """The sentence of the Court's own reasons that is nearest to the matter.

        If none is certainly the Court's, one that probably is, with the doubt stated.
        """
        reasons = [sentence for sentence in self._places if is_a_reason(sentence)]
        certain = [sentence for sentence in reasons if sentence.sure or sentence.voice.speaker in _NAMED_OPINIONS]
        doubtful = [sentence for sentence in reasons if sentence.voice.speaker is Speaker.COURT and not sentence.sure]
        best = (best_sentences(group, self._words.weights)[:_TRIES] for group in (certain, doubtful))
        for sentence in chain.from_iterable(best):
            terms = carrying_terms(sentence, self._words.weights)
            keep = _spans_of(terms, sentence.text)
            if sentence.voice.speaker is Speaker.SUMMARY:
                if not names_bare_sections(sentence.text):
                    yield self._kept(f"{SUMMARY}: {summarised(sentence.text, keep)}", sentence, Point.HOLDING)
                continue
            if not self._words.are_telling(terms, sentence):
                continue
            said = opening(voice_to_name(sentence), HELD if sentence.section is SectionType.HELD else REASONED)
            yield self._kept(f"{said}: {quotation(sentence.text, keep)}.", sentence, Point.HOLDING)

    def _outcomes(self) -> Iterator[Statement | None]:
        if self._case.outcome is None:  # such as a bench that was divided: each of its opinions ends in an order
            return
        for sentence, keep in order_sentences(self._places):
            if sentence.voice.speaker is Speaker.SUMMARY:
                yield self._kept(f"{SUMMARY}: {summarised(sentence.text, [keep])}", sentence, Point.OUTCOME)
            else:
                yield self._kept(f"{OUTCOME}: {quotation(sentence.text, [keep])}.", sentence, Point.OUTCOME)

    def _kept(self, text: str, sentence: StoredSentence, point: Point) -> Statement | None:
        """The sentence, if it passes the strict check."""
        voice = voice_to_name(sentence)
        if ("“… " in text and point is not Point.SHARED) or (" …”" in text and point in _WHOLE):
            return None  # half a sentence, of which what matters may be lost
        if sentence.text in self._used or not check(text, sentence.text, voice=voice).supported:
            return None
        return Statement(text, sentence.anchor(self._case), sentence.text, point, voice)

    def _first(self, candidates: Iterator[Statement | None]) -> Statement | None:
        made = next((candidate for candidate in candidates if candidate is not None), None)
        if made is not None:
            self._used.add(made.quote)
        return made


_EASILY_MISSED = frozenset(
    {"recovery", "motive", "medical evidence"}
)  # told in too many ways to say that the matter has none
_BIRTH = re.compile(r"\b(?:born|birth|d\.?o\.?b\.?|matric\w*)\b", re.IGNORECASE)
_MARRIAGE = re.compile(r"\b(?:marri|matrimon|dowry|498|divorce)", re.IGNORECASE)
_WHOLE = frozenset({Point.HOLDING, Point.PASSAGE})  # quoted whole or not at all
# Opinions that may be given as someone's holding: a separate one with its author, and our summary as such.
_NAMED_OPINIONS = frozenset({Speaker.SEPARATE, Speaker.SUMMARY})


def _plainest(labels: list[str]) -> list[str]:
    """Labels without those that could only be quoted, if there are others."""
    return [text for text in labels if not text.startswith("“")] or labels


def _weight(fact: ShownFact) -> float:
    return fact.weight


def _is_section(fact: ShownFact) -> bool:
    return isinstance(fact.fact, SectionFact)


def _is_spouse(fact: ShownFact) -> bool:
    """Whether the relation is marriage: a son or a parent is in half of all cases."""
    return re.search(r"\b(?:husband|wife|in-laws?)\b", fact.fact.word or "", re.IGNORECASE) is not None


def _inside(fact: ShownFact, span: Span) -> bool:
    return any(span.contains(fact_span) for fact_span in fact.fact.spans)


def _spans_of(terms: Sequence[str], text: str) -> list[Span]:
    return [Span(start, start + len(term)) for term in terms if (start := text.find(term)) >= 0]


# Prose by a language model is not trusted: a sentence that fails the strict check is replaced by the rule-built one.

Rewrite = Callable[[Statement], str]  # rewrites the sentence; may raise EndpointError


def smooth(explanation: Explanation, rewrite: Rewrite) -> Explanation:
    """Rewrite each sentence of the explanation if the result says no more than its source."""
    return replace(explanation, sentences=tuple(_smoothed(sentence, rewrite) for sentence in explanation.sentences))


def _smoothed(sentence: Statement, rewrite: Rewrite) -> Statement:
    try:
        text = " ".join(rewrite(sentence).split())
    except EndpointError:
        return sentence  # the rule-built sentence needs no endpoint
    kept = comparison(text) == comparison(sentence.text) and check(text, sentence.quote).supported
    return replace(sentence, text=text) if kept else sentence
