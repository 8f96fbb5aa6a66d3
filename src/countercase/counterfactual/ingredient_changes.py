"""What-ifs that give a matter an ingredient or take it away, each with its law and, if a clean one exists, its edit."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from countercase.counterfactual.added_supposition import added_supposition, named_supposition, supposed_clause
from countercase.counterfactual.asked_where import is_said_in_short, may_be_supposed_here
from countercase.counterfactual.fits_matter import condones_no_delay, is_open, is_ruled_out, makes_sense
from countercase.counterfactual.ingredient_edits import best_edits
from countercase.counterfactual.law_reading import (
    MatterReading,
    ingredient_law,
    law_for_employer,
)
from countercase.counterfactual.law_words import shared_words
from countercase.counterfactual.line_changes import written_places
from countercase.counterfactual.own_words import (
    in_own_words,
)
from countercase.counterfactual.passage_changes import passage_edits, passage_supposed, passage_target
from countercase.counterfactual.question_order import is_often_asked
from countercase.counterfactual.said_already import states, time_of_denial
from countercase.counterfactual.settled_points import is_agreed, is_alleged_before_trial, is_beside_only_point
from countercase.domain.checklist import IngredientReading, IngredientStatus
from countercase.domain.facts import FactSheet, IngredientFact, ProofFact, SectionFact
from countercase.domain.perturbation import Perturbation, TextEdit
from countercase.law.ingredients import Ingredient, SubjectKind, tables

_MOST_SECTIONS = 5  # beside the main one
_LEAST_SHARED = 2  # words with the table that show what a learned reading is about, and that a long one is not misread
_MET, _CONTRARY = IngredientStatus.MET, IngredientStatus.CONTRARY


def suppose_ingredient(
    before: MatterReading,
    reading: IngredientReading,
    may_edit: bool = True,
    others: Sequence[IngredientReading] = (),
    said: Collection[IngredientStatus] = (),
) -> Perturbation | None:
    """The change that reverses one ingredient, with its law; None if it cannot be said well of this matter.

    It is said in the sentence of the table or, where that does not fit, by quoting the matter.
    `others` are the ingredients of the matter: those that the same words state are named beside the law of the change.
    `said` are the sides that the learned reader surely finds stated. If there is no clean edit, the supposition is
    added to the text as a sentence. If that is not clean either, the change has no edits.
    """
    row = tables().ingredients[reading.id]
    reading = _way_to_reverse(reading, row, before.sheet.narrative)
    in_words_of_table = _suppose_by_table(before, reading, row, may_edit, others, said)
    return in_words_of_table or _suppose_passage(before, reading, row, others)


def _suppose_passage(
    before: MatterReading, reading: IngredientReading, row: Ingredient, others: Iterable[IngredientReading]
) -> Perturbation | None:
    """The change that names the ingredient and quotes the matter; None if that is no question here."""
    sentence = passage_supposed(before, reading, row)
    if sentence is None:
        return None
    edits = passage_edits(before, reading, row)
    change = _stated(before.sheet, reading, row, passage_target(before, reading), edits, others, sentence)
    return replace(change, adds_supposition=bool(edits))


def _suppose_by_table(
    before: MatterReading,
    reading: IngredientReading,
    row: Ingredient,
    may_edit: bool,
    others: Sequence[IngredientReading],
    said: Collection[IngredientStatus],
) -> Perturbation | None:
    """The change in the sentence of the table; None if it does not fit the matter."""
    text = before.sheet.narrative
    if is_agreed(text, reading) or is_beside_only_point(text, row):
        return None
    is_alleged = reading.status is IngredientStatus.DISPUTED and is_alleged_before_trial(text, reading)
    targets = [
        target
        for target in (_CONTRARY,) * is_alleged or _targets(reading.status)
        if may_be_supposed_here(before, row, target, others)
        and (not _counts_as_said(reading, target, said) or time_of_denial(text, reading))
    ]
    for target in targets if may_edit and not reading.likely else ():
        supposed = row.suppose_met if target is _MET else row.suppose_not
        if condones_no_delay(before, row, supposed) or is_ruled_out(supposed, text):
            continue
        edits = best_edits(before, reading, row, target)
        if edits is not None:
            return _change(before.sheet, reading, row, target, edits, others)
    if not targets and reading.status is _CONTRARY and reading.spans and is_said_in_short(before, row):
        reading = replace(reading, status=IngredientStatus.DISPUTED)
        targets = [_CONTRARY] * may_be_supposed_here(before, row, _CONTRARY, others)
    is_reversed = is_alleged or (reading.status is IngredientStatus.DISPUTED and is_said_in_short(before, row))
    if not targets or (targets[0] is not _targets(reading.status)[0] and not is_reversed):
        return None  # what is said already is not turned into its contrary
    return _with_sentence_added(before, reading, row, targets[0], others)


def _with_sentence_added(
    before: MatterReading,
    reading: IngredientReading,
    row: Ingredient,
    target: IngredientStatus,
    others: Iterable[IngredientReading],
) -> Perturbation | None:
    """The change that adds a supposition to the text, or has no edits where that is not clean."""
    supposed_here = in_own_words(row.suppose_met if target is _MET else row.suppose_not, before.sheet.narrative)
    if supposed_here is None:
        return None
    if not makes_sense(before, reading, row, target, supposed_here) and not (
        _is_in_words_of_table(before, reading, row) and is_open(before, reading, row, target, supposed_here)
    ):
        return None
    edits = added_supposition(before, reading, row, target)
    change = _change(before.sheet, reading, row, target, edits, others)
    return None if change is None else replace(change, adds_supposition=bool(edits))


def _counts_as_said(reading: IngredientReading, target: IngredientStatus, said: Collection[IngredientStatus]) -> bool:
    """Whether a side is as good as stated, because the learned reader surely finds a clause that says so."""
    if reading.status is IngredientStatus.DISPUTED and target is _MET:
        return _MET in said and (reading.likely or IngredientStatus.DISPUTED not in said)
    return reading.likely and reading.status is _MET and target in said


def _way_to_reverse(reading: IngredientReading, row: Ingredient, text: str) -> IngredientReading:
    """The reading to reverse: what other passages affirm in more words of the table is not supposed, but denied."""
    if reading.status is not _CONTRARY:
        return reading
    affirmed = [way for way in reading.each_way() if way.status is _MET]
    if any(states(text, span, row.suppose_not) for span in reading.spans):
        return reading
    shared = _most_shared(row, affirmed[0], text) if affirmed else 0
    return affirmed[0] if shared >= _LEAST_SHARED and shared > _most_shared(row, reading, text) else reading


def _most_shared(row: Ingredient, reading: IngredientReading, text: str) -> int:
    return max((shared_words(row, span.of(text)) for span in reading.spans), default=0)


def _is_in_words_of_table(before: MatterReading, reading: IngredientReading, row: Ingredient) -> bool:
    """Whether the matter itself speaks of the question; of a learned reading, in words of the table."""
    mentions = [span.of(before.sheet.narrative) for span in reading.spans]
    least = _LEAST_SHARED if not reading.is_trusted else 1 - (is_often_asked(row.id))
    return any(shared_words(row, words) >= least for words in mentions)


def _targets(status: IngredientStatus) -> tuple[IngredientStatus, ...]:
    if status is _MET:
        return (_CONTRARY,)
    return (_MET, _CONTRARY) if status is IngredientStatus.DISPUTED else (_MET,)


def _change(
    sheet: FactSheet,
    reading: IngredientReading,
    row: Ingredient,
    target: IngredientStatus,
    edits: tuple[TextEdit, ...],
    others: Iterable[IngredientReading],
) -> Perturbation | None:
    """The change in words of the table; None if nobody could tell of whom the sentence speaks."""
    plain = row.suppose_met if target is _MET else row.suppose_not
    sentence = named_supposition(sheet, reading, row, plain)
    if sentence is None:
        return None
    said = f"Suppose that {supposed_clause(sentence, plain)}"
    return _stated(sheet, reading, row, target, edits, others, said)


def _stated(
    sheet: FactSheet,
    reading: IngredientReading,
    row: Ingredient,
    target: IngredientStatus,
    edits: tuple[TextEdit, ...],
    others: Iterable[IngredientReading],
    sentence: str,
) -> Perturbation:
    """The change with its law, as the sentence puts it."""
    is_proof = tables().subjects[row.subject].kind is SubjectKind.PROOF
    fact_class = ProofFact if is_proof else IngredientFact
    old = fact_class(
        spans=reading.spans,
        found_by="what-if",
        ingredient=reading.id,
        name=reading.ingredient,
        provision=reading.provision,
        status=reading.status.value,
    )
    new = replace(old, status=target.value, spans=tuple(written_places(edits)[:1]))
    law = replace(ingredient_law(row, reading.provision, target), also=_other_provisions(sheet, reading, others))
    law = law_for_employer(law, sheet.narrative)
    basis = f"ingredient {row.id} ({reading.provision.id}): {row.source}"
    return Perturbation(old, new, "ingredient", basis, sentence, edits, law)


def _other_provisions(
    sheet: FactSheet, reading: IngredientReading, others: Iterable[IngredientReading]
) -> tuple[str, ...]:
    """Ids of other sections on which the change bears, those that the matter cites first.

    They lay the ingredient down as well (302 beside 300), or need another ingredient that the same words state alike,
    or define the offence that the ingredient goes to prove (375 beside 376). What a date or a sum decides is not moved
    by a change of the other words of its clause.
    """
    cited = {fact.provision.base for fact in sheet.facts if isinstance(fact, SectionFact)}
    alike = [
        other.provision
        for other in others
        if other.status is reading.status
        and other.id != reading.id
        and other.id not in tables().decided_by_lines
        and any(span.overlaps(own) for span in other.spans for own in reading.spans[:1])
    ]
    subject = tables().subjects[reading.subject]
    defining = [
        one for one in subject.provisions if subject.kind is SubjectKind.CHARGE and one.act == reading.provision.act
    ][:1]
    sections = dict.fromkeys(one for one in (*reading.also, *alike, *defining) if one.base != reading.provision.base)
    in_order = sorted(sections, key=lambda provision: provision.base not in cited)
    return tuple(provision.id for provision in in_order[:_MOST_SECTIONS])
