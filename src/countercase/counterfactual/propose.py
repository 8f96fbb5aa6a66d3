"""Proposes changes of a fact sheet. Fact types take turns, so that no long list crowds out another."""

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, islice, zip_longest
from typing import TypeVar

from countercase.counterfactual.clauses import reads_badly
from countercase.counterfactual.ingredient_changes import suppose_ingredient
from countercase.counterfactual.law_reading import MatterReading, is_supported, read_law, read_matter, read_matter_with
from countercase.counterfactual.law_words import PLAIN_WORDS
from countercase.counterfactual.line_changes import cross_line, place_to_change
from countercase.counterfactual.line_words import other_side
from countercase.counterfactual.preconditions import decisive_evidence_order, is_lawful, is_worth_asking, may_be_asked
from countercase.counterfactual.questions import MatterQuestion, questions
from countercase.counterfactual.rules import propose_evidence, propose_numbers, propose_parties, propose_sections
from countercase.counterfactual.settled_points import is_beside_only_point, sides_surely_said
from countercase.counterfactual.tree import apply_change, is_supposed, state_key
from countercase.domain.checklist import ClauseReader, IngredientReading, IngredientStatus, LawLine
from countercase.domain.facts import (
    EvidenceFact,
    Fact,
    FactKey,
    FactKind,
    FactSheet,
    FactType,
    PartyFact,
    SectionFact,
)
from countercase.domain.perturbation import LawEffect, Perturbation, TextEdit
from countercase.domain.span import Span
from countercase.errors import FactSheetError
from countercase.facts.edit import edit
from countercase.facts.extract import extract_facts
from countercase.files import packaged_rows
from countercase.law.ingredients.patterns import word_keys

T = TypeVar("T")
Rule = Callable[[FactSheet], Iterable[Perturbation]]
Vocabulary = Mapping[FactKind, Collection[str]]

_PROCEDURE = frozenset({"CrPC", "BNSS", "IEA", "BSA", "CPC"})
_LAST_TIER = 2
_WORTH_ASKING = -2.0  # log-odds; below this, neighbouring charges, evidence and parties come first
_REPEATED = 8  # changes of the matter that are offered again deeper in the tree
_SAME_WORDS = 0.7  # share of its words that makes a question the same as an earlier one
_PERSONS = "callers kidnappers victim boy girl deceased child wife husband accused robbers family"
_CONTEXT = 25  # characters around the words of a change that must be unchanged

RULES: Mapping[FactType, Rule] = {
    FactType.SECTION: propose_sections,
    FactType.PARTY_TYPE: propose_parties,
    FactType.EVIDENCE: propose_evidence,
    FactType.NUMERICAL: propose_numbers,
}


def propose(
    sheet: FactSheet,
    seed: int = 0,
    locks: Collection[FactKey] = (),
    vocabulary: Vocabulary | None = None,
    rules: Mapping[FactType, Rule] = RULES,
) -> list[Perturbation]:
    """Every change, best first. Types take turns, then the facts of a type; within a fact the rule's order holds.

    The seed only breaks ties between equally good facts of a type. A locked fact is neither changed nor removed, and
    nothing is added to a locked kind or type. A value outside the vocabulary is not proposed, because it cannot be put
    into words.
    """
    chooser = random.Random(f"{seed}/{state_key(sheet)}")  # noqa: S311 - a reproducible order, not a secret
    weight = decisive_evidence_order(sheet)
    lists = [_in_turn_among_facts(rule(sheet), chooser, weight) for rule in rules.values()]
    return [
        change
        for change in in_turn(lists)
        if not is_locked(change.fact, locks)
        and is_lawful(sheet, change)
        and (vocabulary is None or _is_in_vocabulary(change.after, vocabulary))
    ]


class Proposer:
    """Proposes changes: first what a lawyer would ask about the matter, then changes by rule, then other questions.

    Lines and ingredients are read for the matter once. Deeper in a tree the same changes are offered again where the
    words that they replace are still present. For an ingredient that only the learned reader has read, no words are
    changed: the supposition is added as a sentence.
    """

    def __init__(
        self,
        root: FactSheet,
        seed: int = 0,
        locks: Collection[FactKey] = (),
        vocabulary: Vocabulary | None = None,
        reader: ClauseReader | None = None,
    ) -> None:
        self._root = root
        self._seed = seed
        self._locks = locks
        self._vocabulary = vocabulary
        self._reader = reader
        self._made: list[Perturbation] = []
        self._edits_made: set[frozenset[TextEdit]] = set()
        self._said: list[frozenset[str]] = []
        self._asked: set[str] = set()
        self._readings: tuple[IngredientReading, ...] = ()
        self._said_by_reader: Mapping[str, frozenset[IngredientStatus]] = {}
        self._remaining: Iterator[Perturbation] | None = None
        self._dated = MatterReading(root, (), ())  # read by the rules, but for the events of its dates

    def __call__(self, sheet: FactSheet) -> Iterator[Perturbation]:
        """Changes, best first. Those of the matter are generated lazily."""
        return self._for_matter() if sheet == self._root else self._for_node(sheet)

    def _for_matter(self) -> Iterator[Perturbation]:
        if self._remaining is None:
            self._remaining = self._make_for_matter()
        index = 0
        while True:
            if index == len(self._made):
                change = next(self._remaining, None)
                if change is None:
                    return
                self._made.append(change)
            yield self._made[index]
            index += 1

    def _make_for_matter(self) -> Iterator[Perturbation]:
        before = read_matter(self._root)
        learned = read_matter_with(self._reader, self._root) if self._reader else before
        self._dated = replace(before, lines=learned.lines, events=learned.events)
        self._readings = learned.ingredients
        self._said_by_reader = sides_surely_said(self._reader, self._root.narrative)
        in_order = questions(learned)
        worth_asking = [question for question in in_order if question.places and question.weight >= _WORTH_ASKING]
        yield from self._answer_questions(before, worth_asking)
        yield from self._by_rules(before)
        rest = [question for question in in_order if question not in worth_asking and not _is_unsure(question.about)]
        yield from self._answer_questions(before, rest)

    def _answer_questions(self, before: MatterReading, to_ask: Iterable[MatterQuestion]) -> Iterator[Perturbation]:
        asked = list(to_ask)
        for question in asked:
            about = question.about
            change: Perturbation | None
            if isinstance(about, LawLine):
                if is_beside_only_point(self._root.narrative, about):
                    continue
                change = cross_line(self._dated, about)
                if change is None or (
                    not change.edits and (other_side(about) is None or self._is_crossed_already(about))
                ):
                    continue
            else:
                if not may_be_asked(self._root, about.id):
                    continue
                is_read = not about.likely and before.by_id.get(about.id) == about
                if self._is_asked_already(about.id):
                    continue
                change = suppose_ingredient(
                    before, about, is_read, self._readings, self._said_by_reader.get(about.id, ())
                )
            if change is not None and not self._touches_lock(change) and not self._is_repeated(change):
                if isinstance(about, IngredientReading):
                    self._asked.add(about.id)
                yield change

    def _is_asked_already(self, ingredient: str) -> bool:
        """Whether an ingredient that asks the same thing has been asked about: two Acts may name one witness."""
        return any(ingredient in group and not self._asked.isdisjoint(group) for group in _same_questions())

    def _is_crossed_already(self, line: LawLine) -> bool:
        """Whether an earlier change has moved the same words: two limits may count the same days."""
        place, supposed = place_to_change(line), other_side(line)
        return bool(supposed and supposed.startswith("the time ")) and any(
            edited.span.overlaps(place) for edits in self._edits_made for edited in edits if edited.text
        )

    def _is_repeated(self, change: Perturbation) -> bool:
        """Whether an earlier change says or writes the same: two Acts may need the same thing."""
        words = word_keys(change.sentence) - word_keys(PLAIN_WORDS) - word_keys(_PERSONS)
        if any(len(words & said) >= _SAME_WORDS * len(words | said) for said in self._said):
            return True
        self._said.append(words)
        if not change.edits:
            return False
        edits = frozenset(change.edits)
        if edits in self._edits_made:
            return True
        self._edits_made.add(edits)
        return False

    def _by_rules(self, before: MatterReading) -> Iterator[Perturbation]:
        """Changes of facts, each with its law."""
        line_places = [place_to_change(line) for line in before.lines]
        ingredient_places = [span for reading in before.ingredients for span in reading.spans]
        for change in propose(self._root, self._seed, self._locks, self._vocabulary):
            if change.before is None or not is_worth_asking(self._root, change):
                continue  # a sentence added at the end, on what the text says nothing of, belongs to no story
            try:
                changed = apply_change(self._root, change.before, change.after, edit)
            except FactSheetError:
                continue
            if changed is None or reads_badly(self._root.narrative, changed.narrative):
                continue
            if any(span.overlaps(place) for span in change.fact.spans for place in line_places):
                continue
            if isinstance(change.before, EvidenceFact) and _overlap(change.before.spans, ingredient_places):
                continue  # the change of its ingredient covers it, with everything related
            after = read_matter(changed)
            if not is_supported(change, after):
                continue
            law = read_law(change, before, after)
            if law.effect is LawEffect.NONE_KNOWN:
                continue  # nobody knows what turns on it
            yield replace(change, law=law)

    def _for_node(self, sheet: FactSheet) -> Iterator[Perturbation]:
        of_matter = islice(self._for_matter(), _REPEATED)  # a fixed number, so that a resumed tree grows the same
        repeated = [moved for change in of_matter if (moved := moved_to(change, self._root, sheet)) is not None]
        by_rules = propose(sheet, self._seed, self._locks, self._vocabulary)
        return (
            change for change in in_turn([repeated, by_rules]) if change.is_supposed or _is_well_written(sheet, change)
        )

    def _touches_lock(self, change: Perturbation) -> bool:
        """Whether the edits of a change touch a locked fact, or add one of a locked kind or type."""
        if not self._locks:
            return False
        if is_locked(change.fact, self._locks):
            return True
        locked = [span for fact in self._root.facts if is_locked(fact, self._locks) for span in fact.spans]
        if any(edited.span.overlaps(span) for edited in change.edits for span in locked):
            return True
        added = (fact for edited in change.edits if edited.text for fact in extract_facts(edited.text).facts)
        return any(is_locked(fact, self._locks) for fact in added)


def _is_unsure(about: LawLine | IngredientReading) -> bool:
    """Whether only the learned reader reads an ingredient, or nothing does: then it is not worth a last place."""
    return isinstance(about, IngredientReading) and (about.likely or not about.spans)


@cache
def _same_questions() -> tuple[frozenset[str], ...]:
    """Groups of ingredients that ask one thing of one matter."""
    rows = packaged_rows("countercase.counterfactual", "data", "same_question.csv")
    return tuple(frozenset(row["ingredients"].split()) for row in rows)


def _is_well_written(sheet: FactSheet, change: Perturbation) -> bool:
    """Whether the text reads well after a change of a fact. A change that cannot be applied is left to the caller."""
    try:
        changed = apply_change(sheet, change.before, change.after, edit)
    except FactSheetError:
        return True
    return changed is None or not reads_badly(sheet.narrative, changed.narrative)


def _overlap(spans: Iterable[Span], others: Sequence[Span]) -> bool:
    return any(span.overlaps(other) for span in spans for other in others)


def moved_to(change: Perturbation, root: FactSheet, sheet: FactSheet) -> Perturbation | None:
    """A change of the matter at the same words of a text edited elsewhere; None if the words are gone."""
    if not change.is_supposed or not change.edits or is_supposed(sheet, change.fact):
        return None
    edits: list[TextEdit] = []
    for text_edit in change.edits:
        quote = text_edit.span.of(root.narrative)
        around = root.narrative[max(0, text_edit.span.start - _CONTEXT) : text_edit.span.end + _CONTEXT]
        at = sheet.narrative.find(around)
        if at < 0 or sheet.narrative.find(around, at + 1) >= 0:
            return None
        start = at + min(text_edit.span.start, _CONTEXT)
        edits.append(TextEdit(Span(start, start + len(quote)), text_edit.text))
    before = change.before
    if before is not None:
        before = replace(before, spans=tuple(text_edit.span for text_edit in edits))
    return replace(change, before=before, edits=tuple(edits))


def in_turn(lists: Iterable[Sequence[T]]) -> Iterator[T]:
    """One item from each list in turn; an exhausted list is skipped."""
    missing = object()
    return (item for item in chain.from_iterable(zip_longest(*lists, fillvalue=missing)) if item is not missing)  # type: ignore[misc]


def locks_named(sheet: FactSheet, names: Iterable[str], describe: Callable[[Fact], str]) -> dict[str, list[FactKey]]:
    """The keys that each name locks. A name matches facts by type, kind, description or value.

    The name of a type or kind locks all of it, including additions; its key is the name alone.
    """
    return {
        name: [*_keys_of_type_or_kind(name), *(fact.key for fact in sheet.facts if _matches(fact, name, describe))]
        for name in names
    }


def _keys_of_type_or_kind(name: str) -> list[FactKey]:
    folded = name.casefold().strip()
    return [(member.value,) for member in (*FactType, *FactKind) if member.value.casefold() == folded]


def _matches(fact: Fact, name: str, describe: Callable[[Fact], str]) -> bool:
    folded = name.casefold().strip()
    if folded in {(fact.type or "").casefold(), fact.kind.casefold()}:
        return True
    return folded in describe(fact).casefold() or folded in {part.casefold() for part in fact.key[1:]}


def _in_turn_among_facts(
    changes: Iterable[Perturbation], chooser: random.Random, weight: Mapping[str, int]
) -> list[Perturbation]:
    """Changes of facts on the sheet, one per fact in turn; then additions; then the last tier."""
    by_fact: dict[FactKey, list[Perturbation]] = {}
    added: list[Perturbation] = []
    for change in changes:
        if change.before is None:
            added.append(change)
        else:
            by_fact.setdefault(change.before.key, []).append(change)
    order = list(by_fact.values())
    chooser.shuffle(order)
    # The sort is stable: equals stay shuffled.
    order.sort(key=lambda of_fact: (_tier(of_fact[0]), _evidence_rank(of_fact[0], weight)))
    aside = [of_fact for of_fact in order if _tier(of_fact[0]) == _LAST_TIER]
    return list(in_turn([*order[: len(order) - len(aside)], added, *aside]))


def _tier(change: Perturbation) -> int:
    """The tier of a change: what a case turns on, then companions, then procedure, an FIR, or a kind of party."""
    if isinstance(change.fact, PartyFact) or change.basis.startswith("evidence on the sheet"):
        return _LAST_TIER
    if isinstance(change.fact, SectionFact) and change.fact.provision.act in _PROCEDURE:
        return _LAST_TIER
    return 1 if change.rule == "companion dropped" else 0


def _evidence_rank(change: Perturbation, weight: Mapping[str, int]) -> int:
    """Evidence in the order in which such cases turn on it; weapon and result rank with the second item."""
    if isinstance(change.fact, EvidenceFact):
        return weight.get(change.fact.item, len(weight))
    return 1


def is_locked(fact: Fact, locks: Collection[FactKey]) -> bool:
    """Whether a fact is locked: the fact itself, or its whole kind or type, which locks additions too."""
    return any(key in locks for key in (fact.key, (fact.kind,), (fact.type or "",)))


def _is_in_vocabulary(fact: Fact | None, vocabulary: Vocabulary) -> bool:
    value = fact.word if fact is not None else None
    return fact is None or value is None or fact.kind not in vocabulary or value in vocabulary[fact.kind]
