"""Why this case: two to five sentences, each built from a passage of the judgment and checked against it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from countercase.domain.case import UNKNOWN, Case, Chunk, SectionType, Speaker
from countercase.domain.checklist import ClauseReader
from countercase.domain.facts import FactKind, FactSheet, SectionFact
from countercase.domain.ranking import Explanation, Point, Statement
from countercase.domain.span import Span
from countercase.explanation import strict as frame
from countercase.explanation.charges import (
    CODES,
    tells_of_a_charge,
    tells_of_a_proceeding,
    with_bare_sections,
)
from countercase.explanation.distinctions import Distinctions, mention_in
from countercase.explanation.holding import find_order
from countercase.explanation.labels import (
    SHARED,
    ShownFact,
    is_about_its_line,
    is_common,
    is_counterpart,
    is_in_another_sense,
    is_section,
    is_spouse,
    is_weapon,
    is_what_is_left,
    joined,
    label,
    names_act,
    names_bare_sections,
    needs_context,
    plainest,
    shown_facts,
    tells_of_use,
    weighted_by_rarity,
)
from countercase.explanation.quotations import (
    DOUBT,
    HELD,
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
from countercase.explanation.relevant_passages import (
    MatterWords,
    Rarity,
    best_sentences,
    carrying_terms,
    likeness,
    name_of,
    passages_on_points,
    raised_points,
    reasons_to_try,
)
from countercase.explanation.shared_law import IntroducedSentence, shared_acts, shared_claims, shared_ingredients
from countercase.explanation.strict import check
from countercase.explanation.tokens import content_keys
from countercase.explanation.worth_quoting import (
    TRUST,
    can_stand_alone,
    can_state_a_fact,
    expresses_view,
    states_law,
    tells_of_an_event,
)
from countercase.facts.compare import Likeness

MOST = 5
_LEAST_FOR_FIRST = 1.0  # weight below which shared facts are not worth a sentence
_LEAST_FOR_SECOND = 2.8  # weight of shared facts for a second sentence: a provision and a little more, or two others
_LEAST_WORDS = 8  # words; a shorter sentence is a heading or a tag
_TRIES = 8  # passages tried for one sentence; each must pass the strict check
_MOST_LABELS = 4
_OTHER_WEAPONS = 2  # of the case alone, in one sentence, among which a shared one does not count


@dataclass(frozen=True, slots=True)
class PrecedentInMatter:
    """A precedent and the matter it answers. Spans of `facts` point into the case text."""

    matter: FactSheet
    case: Case
    facts: FactSheet
    passage: Chunk | None = None
    reader: ClauseReader | None = None  # reads the law of the matter where no rule does


def explain_case(subject: PrecedentInMatter, split: Split, rarity: Rarity) -> Explanation:
    """What the precedent shares with the matter, where it matched, what distinguishes it, and how it was decided."""
    subject = replace(subject, matter=with_bare_sections(subject.matter))
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
        self._sentences = all_places
        self._words = words
        self._passage = subject.passage
        self._compared = [
            weighted_by_rarity(fact, subject.case.text, rarity) for fact in shown_facts(subject.matter, subject.facts)
        ]
        self._matter = subject.matter
        self._narrative = subject.matter.narrative
        self._texts = (all_places, subject.matter.narrative)
        self._reader = subject.reader
        self._rarity = rarity
        self._cited = cited_parties(subject.case)
        self._distinctions = Distinctions(subject.matter, subject.facts, subject.case, tuple(self._compared), words.all)
        self._points = raised_points(subject.matter.narrative)
        self._used: set[str] = set()  # by their text: a judgment may say the same thing twice

    def sentences(self) -> list[Statement]:
        """At most five sentences: the most informative ones, in reading order."""
        shared = [fact for fact in self._compared if fact.likeness in SHARED]
        # a divided bench has no outcome: each of its opinions ends in an order
        outcome = self._take_first(iter([find_order(self._case, self._sentences) if self._case.outcome else None]))
        first = self._shared_facts(shared, frame.AS_IN, _LEAST_FOR_FIRST)
        passage = self._take_first(self._passages())
        shared = [fact for fact in shared if first is None or not _inside(fact, first.anchor.span)]
        second = self._shared_facts(shared, frame.ALSO if first else frame.AS_IN, _LEAST_FOR_SECOND)
        holding = self._take_first(self._holdings())
        ingredient = self._take_first(map(self._stated, shared_ingredients(*self._texts, self._rarity, self._reader)))
        if not (first or second or passage or holding or ingredient):
            law = chain(
                shared_claims(*self._texts, self._reader), shared_acts(self._sentences, self._matter, self._reader)
            )
            first = self._take_first(map(self._stated, law)) or self._take_first(self._points_raised())
        is_anything_shared = any((first, second, passage, holding, ingredient))
        differing = self._take_first(self._differences(is_anything_shared))
        by_worth = (first, outcome, passage, ingredient, differing, second, holding)
        chosen = [statement for statement in by_worth if statement is not None][:MOST]
        return sorted(chosen, key=[first, second, ingredient, passage, differing, holding, outcome].index)

    def _shared_facts(self, facts: Sequence[ShownFact], opening: str, least: float) -> Statement | None:
        """A sentence that names as much as possible of what is shared."""
        passages = [
            (
                sentence,
                [
                    fact
                    for fact in facts_here
                    if (fact.likeness is Likeness.SAME or is_about_its_line(fact, sentence.text))
                    and self._is_of_the_matter(fact, sentence)
                    and self._is_in_similar_context(fact, sentence)
                    and not self._is_only_cited(fact, sentence)
                ],
            )
            for sentence, facts_here in self._passages_naming(facts)
        ]
        passages = [
            (sentence, facts_here)
            for sentence, facts_here in passages
            if sum(fact.weight for fact in facts_here) >= least
            and any(self._tells_something(fact, sentence) for fact in facts_here)
        ]
        return self._take_first(
            self._statement_naming(opening, Point.SHARED, sentence, facts_here) for sentence, facts_here in passages
        )

    def _tells_something(self, fact: ShownFact, sentence: StoredSentence) -> bool:
        """Whether a shared fact is more than an FIR, a death or a relative, and its label needs no quotation marks."""
        is_act = fact.fact.kind is FactKind.ACT  # "cheating" says little of a matter that speaks of a promise
        if is_common(fact.fact, self._narrative) or (
            is_act and not content_keys(fact.fact.word or "") & self._words.all
        ):
            return False
        if is_what_is_left(self._mention(fact, sentence)):
            return False
        return not label(fact.compared, self._mention(fact, sentence), sentence.text).startswith("“")

    def _is_only_cited(self, fact: ShownFact, sentence: StoredSentence) -> bool:
        """Whether nothing is said to be done under a section, or its Act is not named (the codes need no naming)."""
        if not isinstance(fact.fact, SectionFact):
            return False
        if sentence.voice.speaker is Speaker.COUNSEL or not (
            tells_of_a_charge(sentence.text) or tells_of_a_proceeding(sentence.text)
        ):
            return True
        if fact.fact.provision.act in CODES:
            return False
        return not names_act(fact.fact, self._mention(fact, sentence), sentence.text)

    def _is_of_the_matter(self, fact: ShownFact, sentence: StoredSentence) -> bool:
        """Whether the matter uses the passage's words for the thing: a rifle and a pistol are different firearms."""
        if fact.fact.kind in {FactKind.PROVISION, FactKind.NUMBER, FactKind.RELATION}:
            return True
        mention = self._mention(fact, sentence)
        if fact.fact.kind is FactKind.INSTRUMENT:
            mention = mention.removesuffix(" oil").rsplit(maxsplit=1)[-1]  # an iron pipe is no iron rod
        return bool(content_keys(mention) & self._words.all)

    def _is_in_similar_context(self, fact: ShownFact, sentence: StoredSentence) -> bool:
        """Whether a word of many meanings stands beside two of the words that are beside it in the matter."""
        if fact.fact.kind in {FactKind.PROVISION, FactKind.NUMBER}:
            return True
        if states_law(sentence.text) or sentence.voice.speaker is Speaker.COUNSEL or not tells_of_an_event(sentence):
            return False
        if is_weapon(fact.fact) and not (tells_of_use(sentence.text) and self._is_the_weapon(sentence)):
            return False
        if fact.compared.matter is None or not needs_context(fact.fact, self._narrative):
            return True
        thing = f"{fact.fact.word} {self._mention(fact, sentence)}"
        return self._words.surround(thing, fact.compared.matter.spans, sentence)

    def _is_the_weapon(self, sentence: StoredSentence) -> bool:
        """Whether the passage names no two weapons that the matter lacks: of an axe, a sword, a stone and a knife
        in the hands of four men the knife is no shared fact.
        """
        others = [fact for fact in self._compared if fact.likeness is Likeness.MISSING and is_weapon(fact.fact)]
        return sum(_inside(fact, sentence.span) for fact in others) < _OTHER_WEAPONS

    def _differences(self, is_anything_shared: bool) -> Iterator[Statement | None]:
        """What sets the case apart: what differs in the matter, then what it does not mention at all."""
        for sentence, fact in self._distinctions.opposed(self._passages_naming):
            yield self._statement_naming(frame.UNLIKE, Point.DIFFERENCE, sentence, [fact])
        if not (is_anything_shared or self._distinctions.is_about_another_charge()):
            return
        opening, closing = (frame.NOT_MENTIONED, frame.THIS_DOES) if is_anything_shared else (frame.ANOTHER_CHARGE, "")
        for sentence, fact in self._distinctions.unmentioned(self._passages_naming, is_anything_shared):
            yield self._statement_naming(opening, Point.DIFFERENCE, sentence, [fact], closing)

    def _passages_naming(self, facts: Sequence[ShownFact]) -> list[tuple[StoredSentence, list[ShownFact]]]:
        """The passages that name most of the facts, best first, each with the facts it names.

        A fact of an earlier case or of a statute is not a fact of this case, and a row of a table states none.
        """
        ranked = []
        for sentence in self._sentences:
            facts_here = [fact for fact in facts if _inside(fact, sentence.span)]
            facts_here = [fact for fact in facts_here if not is_in_another_sense(fact.fact, sentence.text)]
            if not facts_here or sentence.text in self._used or not can_state_a_fact(sentence):
                continue
            if not any(name in sentence.text for name in self._cited):
                ranked.append((self._value(sentence, facts_here), sentence, facts_here))
        ranked.sort(key=lambda item: (-item[0], item[1].span))
        return [(sentence, facts_here) for _, sentence, facts_here in ranked[:_TRIES]]

    def _value(self, sentence: StoredSentence, facts_here: Sequence[ShownFact]) -> float:
        weights = sorted((fact.weight for fact in facts_here), reverse=True)
        of_facts = sum(weight / (1 + rank / 2) for rank, weight in enumerate(weights))
        length = len(sentence.text.split())
        readable = 1.0 if 8 <= length <= 45 else 0.6
        foreign = 0.5 if speaks_of_another_case(sentence) else 1.0
        return (of_facts + 0.5 * likeness(sentence, self._words.weights)) * TRUST[sentence.section] * readable * foreign

    def _statement_naming(
        self, opening: str, point: Point, sentence: StoredSentence, facts_here: Sequence[ShownFact], closing: str = ""
    ) -> Statement | None:
        """A sentence that names the facts, then quotes the judgment; facts that fail the check are left out."""
        things = [fact for fact in facts_here if is_section(fact) or not is_common(fact.fact, self._narrative)]
        if not things or _MARRIAGE.search(self._narrative):
            things += [fact for fact in facts_here if is_spouse(fact) and not _OF_AN_ACCUSED.search(sentence.text)]
        chosen = sorted(things or facts_here, key=lambda fact: -fact.weight)[:_MOST_LABELS]
        chosen.sort(key=lambda fact: fact.fact.kind is FactKind.NUMBER)  # its comparison reads best at the end
        for subset in [chosen, *([fact] for fact in chosen)]:
            spans = [span for fact in subset for span in fact.fact.spans if sentence.span.contains(span)]
            labels = plainest(self._labels(subset, sentence))
            if all(text.startswith("“") for text in labels):
                continue
            quote = self._with_quotation(sentence, [span.shift(-sentence.span.start) for span in spans])
            if DOUBT in quote:
                return None  # a view that may be that of a court below states no fact
            statement = self._supported(f"{opening} {joined(labels).rstrip(',')}{closing}{quote}", sentence, point)
            if statement is not None:
                return statement
        return None

    def _with_quotation(self, sentence: StoredSentence, keep: Sequence[Span]) -> str:
        """The end of a sentence: the judgment's words with their speaker, or our summary as such."""
        if sentence.voice.speaker is Speaker.SUMMARY:
            return f". {SUMMARY}: {summarised(sentence.text, keep)}"
        speaker = credit(voice_to_name(sentence), sentence.text) if is_credited(sentence) else ""
        if not speaker and voice_to_name(sentence) == UNKNOWN and expresses_view(sentence.text):
            speaker = DOUBT  # a view that may be that of a court below, and was perhaps reversed
        return f"{speaker}: {quotation(sentence.text, keep)}."

    def _labels(self, facts: Sequence[ShownFact], sentence: StoredSentence) -> list[str]:
        """The facts in the words of the passage; sections of one Act name it once, after the last of them."""
        acts = [fact.fact.provision.act if isinstance(fact.fact, SectionFact) else None for fact in facts]
        sections = [fact for fact in facts if is_section(fact)]
        are_counterparts = len(sections) > 1 and all(is_counterpart(fact.compared) for fact in sections)
        labels = []
        for number, fact in enumerate(facts):
            with_act = acts[number] not in acts[number + 1 :]
            mention = self._mention(fact, sentence)
            text = label(fact.compared, mention, sentence.text, with_act, remark=not are_counterparts)
            labels.append(f"{text} ({frame.COUNTERPARTS})" if are_counterparts and fact is sections[-1] else text)
        return labels

    def _mention(self, fact: ShownFact, sentence: StoredSentence) -> str:
        return mention_in(sentence, fact, self._case)

    def _passages(self) -> Iterator[Statement | None]:
        if self._passage is None:
            return
        inside = [
            sentence
            for sentence in self._sentences
            if self._passage.span.overlaps(sentence.span) and can_stand_alone(sentence)
        ]
        for sentence in best_sentences(inside, self._words.weights)[:_TRIES]:
            terms = carrying_terms(sentence, self._words.weights)
            if len(sentence.text.split()) < _LEAST_WORDS or not self._words.are_telling(terms, sentence):
                continue
            words = joined([f"“{term}”" for term in terms]) if terms else ""
            quote = self._with_quotation(sentence, _spans_of(terms, sentence.text))
            summary = sentence.voice.speaker is Speaker.SUMMARY
            if words:
                lead = f"{frame.PASSAGE_IS_ON} {words}" if summary else f"{frame.PASSAGE_ON} {words}, reads"
                yield self._supported(f"{lead}{quote}", sentence, Point.PASSAGE)
            lead = SUMMARY if summary else frame.PASSAGE_READS
            yield self._supported(f"{lead}{quote.removeprefix(f'. {SUMMARY}')}", sentence, Point.PASSAGE)

    def _holdings(self) -> Iterator[Statement | None]:
        for sentence, points in reasons_to_try(self._sentences, self._words, self._points):
            keep = _spans_of(carrying_terms(sentence, self._words.weights), sentence.text)
            if sentence.voice.speaker is Speaker.SUMMARY:
                if not names_bare_sections(sentence.text):
                    yield self._supported(f"{SUMMARY}: {summarised(sentence.text, keep)}", sentence, Point.HOLDING)
                continue
            lead = opening(voice_to_name(sentence), HELD if sentence.section is SectionType.HELD else REASONED)
            subjects = [f"“{name}”" for span in points if (name := name_of(span, sentence.text))]
            subject = f", on {joined(subjects)}" if subjects else ""
            yield self._supported(f"{lead}{subject}: {quotation(sentence.text, keep)}.", sentence, Point.HOLDING)

    def _stated(self, introduced: IntroducedSentence) -> Statement | None:
        """A sentence quoted whole after words of ours, unless its speaker is in doubt."""
        words, sentence = introduced
        quote = self._with_quotation(sentence, ())
        if any(name in sentence.text for name in self._cited) or DOUBT in quote or "…" in quote:
            return None
        return self._supported(f"{words}{quote}", sentence, Point.SHARED)

    def _points_raised(self) -> Iterator[Statement | None]:
        """What the case says on a point that the matter raises."""
        for sentence, spans in passages_on_points(self._sentences, self._words, self._points):
            quote = self._with_quotation(sentence, spans)
            names = [f"“{name}”" for span in spans if (name := name_of(span, sentence.text))]
            if names and DOUBT not in quote:
                yield self._supported(f"{frame.AS_IN} {joined(names)}{quote}", sentence, Point.SHARED)

    def _supported(self, text: str, sentence: StoredSentence, point: Point) -> Statement | None:
        """The sentence, if it passes the strict check."""
        voice = voice_to_name(sentence)
        if text.count("(") != text.count(")") and "…" in text:
            return None  # a cut through a bracket
        if "“… " in text and not _OPENS_CLAUSE.search(text):
            return None  # the subject of the sentence is cut away
        if ("“… " in text and point is not Point.SHARED) or (" …”" in text and point in _QUOTED_WHOLE):
            return None  # half a sentence, which may have lost what matters
        if sentence.text in self._used or not check(text, sentence.text, voice=voice).supported:
            return None
        return Statement(text, sentence.anchor(self._case), sentence.text, point, voice)

    def _take_first(self, candidates: Iterator[Statement | None]) -> Statement | None:
        statement = next((candidate for candidate in candidates if candidate is not None), None)
        if statement is not None:
            self._used.add(statement.quote)
        return statement


_OPENS_CLAUSE = re.compile(
    r"“… (?:and|but|who|which|when|where|whereby|after|because|that|he|she|they|the|it)\b", re.IGNORECASE
)
_MARRIAGE = re.compile(r"\b(?:marri|matrimon|dowry|498|divorce)", re.IGNORECASE)
# "the respondent and his wife were convicted": a couple on the other side
_OF_AN_ACCUSED = re.compile(r"\b(?:respondent|appellant|accused|he)\b[^.;]{0,20}\band\s+his\s+wife\b", re.IGNORECASE)
_QUOTED_WHOLE = frozenset({Point.HOLDING, Point.PASSAGE})  # quoted whole or not at all


def _inside(fact: ShownFact, span: Span) -> bool:
    return any(span.contains(fact_span) for fact_span in fact.fact.spans)


def _spans_of(terms: Sequence[str], text: str) -> list[Span]:
    return [Span(start, start + len(term)) for term in terms if (start := text.find(term)) >= 0]
