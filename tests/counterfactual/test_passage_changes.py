"""Questions that name the ingredient and quote the matter, where the sentence of the table does not fit."""

from dataclasses import replace

import pytest

from countercase.counterfactual.ingredient_changes import suppose_ingredient
from countercase.counterfactual.law_reading import MatterReading, read_matter
from countercase.counterfactual.passage_changes import passage_edits, passage_supposed, quotation, quoted_mention
from countercase.domain.checklist import IngredientReading, IngredientStatus
from countercase.domain.perturbation import LawEffect
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.edit import rewrite
from countercase.facts.extract import extract_facts
from countercase.law.ingredients import tables

TRAP = (
    "Appeal from conviction under Section 7 of the Prevention of Corruption Act. The complainant died before the trial"
    " and was never examined. The shadow witness saw lips move but could not hear the demand. The notes were found in"
    " his drawer."
)


def matter(text: str) -> MatterReading:
    return read_matter(extract_facts(text))


def reading_of(text: str, ingredient: str, words: str, status: IngredientStatus) -> IngredientReading:
    row = tables().ingredients[ingredient]
    start = text.index(words)
    return IngredientReading(
        provision=row.provisions[0],
        ingredient=row.name,
        status=status,
        spans=(Span(start, start + len(words)),),
        by="matter",
        id=ingredient,
        subject=row.subject,
    )


def test_the_question_names_the_ingredient_and_quotes_the_passage() -> None:
    words = "The complainant died before the trial and was never examined"
    reading = reading_of(TRAP, "bribery.complainant-supports", words, IngredientStatus.CONTRARY)
    row = tables().ingredients[reading.id]
    assert passage_supposed(matter(TRAP), reading, row) == (
        f"Suppose that “{row.name}” were made out, against what the matter says: “{words}”."
    )


def test_where_the_sentence_of_the_table_does_not_fit_the_matter_is_quoted() -> None:
    words = "The complainant died before the trial and was never examined"
    reading = reading_of(TRAP, "bribery.complainant-supports", words, IngredientStatus.CONTRARY)
    change = suppose_ingredient(matter(TRAP), reading)  # a dead man supports nothing: the table's sentence is refused
    assert change is not None
    assert change.sentence.endswith(f"against what the matter says: “{words}”.")
    assert change.law is not None
    assert change.law.effect is LawEffect.GAINED
    assert Provision.parse(str(change.law.provision)).act == "PC"


def test_the_supposition_is_added_behind_the_passage_and_changes_nothing_else() -> None:
    before = matter(TRAP)
    words = "The complainant died before the trial and was never examined"
    reading = reading_of(TRAP, "bribery.complainant-supports", words, IngredientStatus.CONTRARY)
    row = tables().ingredients[reading.id]
    edits = passage_edits(before, reading, row)
    assert len(edits) == 1
    changed = rewrite(before.sheet, [(edit.span, edit.text) for edit in edits])
    sentence = f"It is supposed here, leaving aside anything said to the contrary, that “{row.name}” is made out."
    assert f"never examined. {sentence} The shadow witness" in changed.narrative
    assert changed.narrative.replace(f" {sentence}", "") == TRAP


@pytest.mark.parametrize(
    ("status", "supposed"),
    [
        (IngredientStatus.MET, "were not made out, against what the matter says"),
        (IngredientStatus.CONTRARY, "were made out, against what the matter says"),
        (IngredientStatus.DISPUTED, "were beyond dispute; the matter now says"),
    ],
)
def test_each_status_has_its_own_words(status: IngredientStatus, supposed: str) -> None:
    words = "The shadow witness saw lips move but could not hear the demand"
    reading = reading_of(TRAP, "bribery.shadow", words, status)
    sentence = passage_supposed(matter(TRAP), reading, tables().ingredients[reading.id])
    assert sentence is not None
    assert supposed in sentence


def test_a_conclusion_of_law_and_the_event_itself_are_not_supposed_away() -> None:
    text = "Murder under Section 302 IPC. The deceased died of a stab wound in the chest on 3 May 2019."
    event = reading_of(text, "murder.homicidal-death", "The deceased died of a stab wound", IngredientStatus.MET)
    assert passage_supposed(matter(text), event, tables().ingredients[event.id]) is None
    conclusion = reading_of(text, "burden.beyond-doubt", "died of a stab wound in the chest", IngredientStatus.MET)
    assert passage_supposed(matter(text), conclusion, tables().ingredients[conclusion.id]) is None


@pytest.mark.parametrize(
    "words",
    [
        "Did the shadow witness hear the demand?",
        "Appeal against conviction under Section 7",
        "3 May 2019",
        "in the alternative section 10 read with 9(m)",
        "he demanded",
        "the shadow witness says so",
    ],
)
def test_questions_headings_dates_and_scraps_are_not_quoted(words: str) -> None:
    text = f"{words}. The demand was made in the shadow of the office."
    row = tables().ingredients["bribery.shadow"]
    assert quoted_mention(text, reading_of(text, row.id, words, IngredientStatus.CONTRARY), row) is None


def test_a_reading_in_other_words_must_be_sure() -> None:
    text = "Trap under Section 7 PC Act. PW-3 stood at the tea stall across the road all along."
    row = tables().ingredients["bribery.shadow"]
    words = "PW-3 stood at the tea stall across the road"
    reading = reading_of(text, row.id, words, IngredientStatus.CONTRARY)
    assert quoted_mention(text, replace(reading, likely=True, chance=0.5), row) is None
    assert quoted_mention(text, replace(reading, likely=True, chance=0.9), row) is not None


@pytest.mark.parametrize(
    ("words", "quoted"),
    [
        ("(a) No copy was given", "No copy was given"),
        ("22.08.2016 - the complaint was filed", "the complaint was filed"),
        ('he said "pay me" to her', "he said ‘pay me’ to her"),
        ("Sunset was at 6.58 pm (almanac, Ex. D-2", "Sunset was at 6.58 pm"),
        ("the  lines\nbreak ,and go on;", "the lines break,and go on"),
    ],
)
def test_a_passage_is_quoted_on_one_line(words: str, quoted: str) -> None:
    assert quotation(words) == quoted


def test_a_long_passage_is_cut_at_a_break() -> None:
    words = "The witness stood far from the place of the occurrence at the time, " + "and went on to say more " * 6
    assert quotation(words) == "The witness stood far from the place of the occurrence at the time …"


def test_a_point_not_put_to_a_witness_is_no_circumstance_put_to_the_accused() -> None:
    row = tables().ingredients["examination-313.put"]
    text = "Appeal from conviction under Section 302 IPC. The last circumstance was not put to any witness."
    words = "The last circumstance was not put to any witness"
    assert quoted_mention(text, reading_of(text, row.id, words, IngredientStatus.CONTRARY), row) is None
    text = text.replace("any witness", "the accused")
    words = words.replace("any witness", "the accused")
    assert quoted_mention(text, reading_of(text, row.id, words, IngredientStatus.CONTRARY), row) is not None
