"""What-ifs that give a matter an ingredient or take it away, each with its law and, if a clean one exists, its edit.

If no clean edit exists, the supposition is added to the text as a sentence of its own.
"""

from dataclasses import replace

from countercase.counterfactual.fits_matter import is_open, makes_sense
from countercase.counterfactual.ingredient_edits import best_edits
from countercase.counterfactual.law_reading import MatterReading, ingredient_law
from countercase.counterfactual.law_words import shared_words
from countercase.counterfactual.line_changes import written_places
from countercase.counterfactual.questions import asked_first
from countercase.counterfactual.suppositions import added_supposition, named_supposition, supposed_clause
from countercase.domain.facts import FactSheet, IngredientFact, ProofFact, SectionFact
from countercase.domain.ingredients import IngredientReading, IngredientStatus
from countercase.domain.perturbation import Perturbation, TextEdit
from countercase.law.ingredients import Ingredient, SubjectKind, tables

_LEAST_SHARED = 2  # words with the table that show what a learned reading is about
_MET, _CONTRARY = IngredientStatus.MET, IngredientStatus.CONTRARY


def suppose_ingredient(
    before: MatterReading, reading: IngredientReading, may_edit: bool = True, may_suppose: bool = True
) -> Perturbation | None:
    """The change that reverses one ingredient, with its law; None if it cannot be said well of this matter.

    If there is no clean edit, the supposition is added to the text as a sentence. If that is not clean either, the
    change has no edits.
    """
    row = tables().ingredients[reading.id]
    for target in _targets(reading.status):
        edits = best_edits(before, reading, row, target) if may_edit else None
        if edits is not None:
            return _change(before.sheet, reading, row, target, edits)
    target = _targets(reading.status)[0]
    plain = row.suppose_met if target is _MET else row.suppose_not
    if not makes_sense(before, reading, row, target, plain) and not (
        _is_in_words_of_table(before, reading, row) and is_open(before, reading, row, target, plain)
    ):
        return None
    edits = added_supposition(before, reading, row, target) if may_suppose else ()
    change = _change(before.sheet, reading, row, target, edits)
    return None if change is None else replace(change, adds_supposition=bool(edits))


def _is_in_words_of_table(before: MatterReading, reading: IngredientReading, row: Ingredient) -> bool:
    """Whether the matter itself speaks of the question; of a learned reading, in words of the table."""
    mentions = [span.of(before.sheet.narrative) for span in reading.spans]
    least = _LEAST_SHARED if reading.likely else 1 - (asked_first().get(row.id, 0) > 0)
    return any(shared_words(row, words) >= least for words in mentions)


def _targets(status: IngredientStatus) -> tuple[IngredientStatus, ...]:
    if status is _MET:
        return (_CONTRARY,)
    return (_MET, _CONTRARY) if status is IngredientStatus.DISPUTED else (_MET,)


def _change(
    sheet: FactSheet, reading: IngredientReading, row: Ingredient, target: IngredientStatus, edits: tuple[TextEdit, ...]
) -> Perturbation | None:
    """The change in words; None if nobody could tell of whom the sentence speaks."""
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
    plain = row.suppose_met if target is _MET else row.suppose_not
    sentence = named_supposition(sheet, reading, row, plain)
    if sentence is None:
        return None
    law = replace(ingredient_law(row, reading.provision, target), also=_other_provisions(sheet, reading))
    basis = f"ingredient {row.id} ({reading.provision.id}): {row.source}"
    return Perturbation(old, new, "ingredient", basis, f"Suppose that {supposed_clause(sentence, plain)}", edits, law)


def _other_provisions(sheet: FactSheet, reading: IngredientReading) -> tuple[str, ...]:
    """Ids of the next section that lays the ingredient down (302 beside 300), and of others that the matter cites."""
    cited = {fact.provision.base for fact in sheet.facts if isinstance(fact, SectionFact)}
    needing = [*reading.also[:1], *(provision for provision in reading.also[1:] if provision.base in cited)]
    return tuple(provision.id for provision in needing)
