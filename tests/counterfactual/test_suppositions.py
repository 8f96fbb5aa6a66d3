"""A supposition added to the text as a sentence of its own, where no clean edit exists."""

import json
from dataclasses import replace

import pytest

from countercase.counterfactual.added_supposition import added_supposition, named_supposition
from countercase.counterfactual.clauses import added_to_paragraph
from countercase.counterfactual.ingredient_changes import suppose_ingredient
from countercase.counterfactual.law_reading import read_matter
from countercase.counterfactual.law_words import fits_scene, is_first_person, states_the_same
from countercase.counterfactual.own_words import of_a_woman, with_person
from countercase.counterfactual.propose import Proposer
from countercase.counterfactual.result import TextChange, WhatIf, readings
from countercase.counterfactual.tree import TreeTools, grow
from countercase.counterfactual.tree_json import from_json, to_json
from countercase.counterfactual.validator import Validator
from countercase.domain.case import CaseId
from countercase.domain.checklist import IngredientReading, IngredientStatus
from countercase.domain.perturbation import Perturbation
from countercase.domain.span import Span
from countercase.facts import sheet_json
from countercase.facts.edit import edit, rewrite
from countercase.facts.extract import extract_facts
from countercase.facts.words import describe
from countercase.law.ingredients import tables
from countercase.report.tree import three_lines
from countercase.settings import CounterfactualSettings

MET, CONTRARY = IngredientStatus.MET, IngredientStatus.CONTRARY
STABBING = (
    "The appellant was convicted under Section 302 of the IPC for stabbing his neighbour Mohan. The occurrence was on "
    "3 March 2018 at 9 pm. The FIR came on 7 March 2018, four days after the occurrence, though the police station is "
    "one kilometre away. Mohan's brother saw the stabbing."
)


def supposed(text: str, ingredient: str) -> tuple[Perturbation, str]:
    before = read_matter(extract_facts(text))
    change = suppose_ingredient(before, before.by_id[ingredient])
    assert change is not None
    return change, rewrite(before.sheet, [(one.span, one.text) for one in change.edits]).narrative


def test_the_supposition_follows_its_sentence_and_leaves_the_contrary_aside() -> None:
    change, text = supposed(STABBING, "fir.prompt")
    assert change.adds_supposition
    assert text.endswith(
        "It is supposed here, leaving aside anything said to the contrary, that the FIR was lodged promptly. "
        "Mohan's brother saw the stabbing."
    )


def test_a_clean_edit_is_preferred() -> None:
    text = "The accused is charged under Section 138 of the NI Act. The demand notice was not served on the accused."
    before = read_matter(extract_facts(text))
    changes = [suppose_ingredient(before, reading) for reading in before.ingredients if reading.spans]
    edited = [change for change in changes if change is not None and change.edits]
    assert edited
    assert any(not change.adds_supposition for change in edited)


@pytest.mark.parametrize(
    ("sentence", "subject", "text", "expected"),
    [
        ("She died a natural death.", "dowry-death", "", "The deceased died a natural death."),
        ("He was allowed a defence assistant.", "disciplinary", "", "The employee was allowed a defence assistant."),
        (
            "The act was against her will and without her consent.",
            "rape",
            "",
            "The act was against the prosecutrix's will and without her consent.",
        ),
        (
            "The accused cremated her without informing her parents.",
            "dowry-death",
            "",
            "The accused cremated the deceased without informing her parents.",
        ),
        (
            "She lives apart because of his cruelty.",
            "maintenance",
            "",
            "The wife lives apart because of the husband's cruelty.",
        ),
        ("The accused took it with his own hand.", "bribery", "", "The accused took it with his own hand."),
        (
            "The doctor found marks of force on her body.",
            "rape",
            "",
            "The doctor found marks of force on the prosecutrix's body.",
        ),
        (
            "The witnesses were examined and he cross-examined them.",
            "disciplinary",
            "",
            "The witnesses were examined and the employee cross-examined them.",
        ),
        ("Both confirmed their consent.", "divorce", "", "Both parties confirmed their consent."),
        ("He was beaten.", "no-such-subject", "", None),
        ("The accused took her out of the keeping of her guardian.", "kidnapping", "The boy was eleven.", None),
    ],
)
def test_a_pronoun_without_a_noun_is_replaced_by_the_person(
    sentence: str, subject: str, text: str, expected: str | None
) -> None:
    assert with_person(sentence, subject, text) == expected


def reading_of(text: str, quote: str, ingredient: str, status: IngredientStatus) -> IngredientReading:
    row = tables().ingredients[ingredient]
    start = text.index(quote)
    return IngredientReading(
        id=ingredient,
        subject=row.subject,
        provision=row.provisions[0],
        ingredient=row.name,
        status=status,
        spans=(Span(start, start + len(quote)),),
        by="matter",
        likely=True,
    )


def test_nothing_is_supposed_that_the_text_already_says() -> None:
    quote = "He asked for a colleague as defence assistant and was given him"
    text = f"The applicant, a clerk, was dismissed after a departmental enquiry under rule 14. {quote}. He appealed."
    row = tables().ingredients["disciplinary.defence-assistant"]
    reading = reading_of(text, quote, row.id, CONTRARY)
    assert added_supposition(read_matter(extract_facts(text)), reading, row, MET) == ()


def test_both_accounts_of_a_dispute_stay() -> None:
    text = (
        "Bhola and Chotu are tried for a robbery under Section 392 of the IPC. They were arrested on 20 August 2016. "
        "The test identification parade was held on 29 September 2016, and PW-1 identified both. "
        "They say that they had been shown to PW-1 at the police station; he denies it. The anklet was not recovered."
    )
    quote = "They say that they had been shown to PW-1 at the police station; he denies it"
    row = tables().ingredients["identification.not-shown"]
    reading = reading_of(text, quote, row.id, IngredientStatus.DISPUTED)
    before = read_matter(extract_facts(text))
    edits = added_supposition(before, reading, row, MET)
    new = rewrite(before.sheet, [(one.span, one.text) for one in edits]).narrative
    assert quote in new
    assert new.endswith(
        "It is supposed here, leaving aside anything said to the contrary, that the accused were kept covered "
        "until the parade. The anklet was not recovered."
    )


def test_a_note_in_quotation_marks_does_not_make_the_narrator_tell_her_own_story() -> None:
    assert not is_first_person('The note says "I am tired. My life is over. I go." The husband denies it.')
    assert is_first_person("I married in 2015. My husband beat me. I left.")


def test_police_need_no_policy() -> None:
    assert fits_scene("The police gave evidence of the trap.", "The accused was arrested.")


def ranked(sheets: object) -> list[tuple[CaseId, ...]]:
    return [(CaseId("a"),) for _ in sheets]  # type: ignore[attr-defined]


def grown() -> WhatIf:
    sheet = extract_facts(STABBING)
    tools = TreeTools(ranked, edit, Proposer(sheet), Validator())
    growth = grow(sheet, tools, CounterfactualSettings(max_depth=1, max_children=8), 2)
    return WhatIf("m", "A stabbing", growth, {}, describe)


def test_every_reading_says_what_was_searched() -> None:
    for reading in readings(grown()):
        said = dict(three_lines(reading))["The list"]
        assert ("supposition added" in said) == (reading.text is TextChange.SUPPOSITION)
        assert said.startswith("Not searched again") == (reading.text is TextChange.UNCHANGED)
        assert reading.to_json()["text"] in {"rewritten", "supposition added", "unchanged"}


def test_a_saved_tree_keeps_its_suppositions() -> None:
    run = grown()
    saved = from_json(json.loads(json.dumps(to_json(run, sheet_json.to_json))), sheet_json.from_json)
    kept = [node.perturbation.adds_supposition for node in saved.growth.tree.nodes if node.perturbation]
    assert kept == [node.perturbation.adds_supposition for node in run.tree.nodes if node.perturbation]
    assert any(kept)


@pytest.mark.parametrize(
    ("ingredient", "words", "expected"),
    [
        ("specific-performance.means", "Balance not deposited in court", False),
        ("dying-declaration.doctor-certificate", "No doctor certified that she was fit to make a statement", True),
    ],
)
def test_only_the_same_statement_is_replaced(ingredient: str, words: str, expected: bool) -> None:
    assert states_the_same(tables().ingredients[ingredient], words) is expected


def added_to(text: str, quote: str, ingredient: str, status: IngredientStatus, target: IngredientStatus) -> str:
    """The text with the supposition added, for a mention that a rule has read."""
    row = tables().ingredients[ingredient]
    reading = replace(reading_of(text, quote, ingredient, status), likely=False)
    before = read_matter(extract_facts(text))
    edits = added_supposition(before, reading, row, target)
    return rewrite(before.sheet, [(one.span, one.text) for one in edits]).narrative


TRAP = (
    "The clerk is charged under Section 7 of the PC Act. A call was recorded before the trap.{}\n\nThe notes were "
    "found in his drawer. He says that it was a loan."
)


def test_a_quotation_in_the_contradicted_words_is_kept_in_single_marks() -> None:
    quote = 'No "65B certificate" for the recording was filed by anyone then or later'
    text = TRAP.format(f" {quote}.")
    new = added_to(text, quote, "bribery.recording-certificate", CONTRARY, MET)
    assert "leaving aside “No ‘65B certificate’ for the recording was filed by anyone then or later” and" in new
    assert new.index("It is supposed here") < new.index("The notes were found")


def test_the_place_of_the_supposition_breaks_no_reference() -> None:
    text = "PW-1 says that there were two blows. PW-5 does not support the second part.\n\nHe was arrested on Monday."
    start = text.index("two blows")
    added = added_to_paragraph(text, Span(start, start + 9), "X.")
    assert added.span.end == len(text)
    scanned = "The returns do not show the loan.          d"
    assert added_to_paragraph(scanned, Span(4, 11), "X.").text == ". X."
    dated = "03.02.2020 - order passed. It was late.\n05.02.2020 - order served."
    assert added_to_paragraph(dated, Span(13, 18), "X.").span.end == len(dated)


def test_dates_in_the_text_are_not_supposed_away_by_an_ingredient() -> None:
    text = (
        "The accused were remanded on 4 March 2021 under Section 420 of the IPC. The application for default bail "
        "under Section 167(2) of the CrPC was made on 9 May 2021, after the sixty days had run out. No sheet came."
    )
    before = read_matter(extract_facts(text))
    reading = before.by_id["default-bail.period"]
    assert reading.spans
    assert added_supposition(before, reading, tables().ingredients[reading.id], CONTRARY) == ()


@pytest.mark.parametrize(
    ("ingredient", "quote", "status", "target"),
    [
        ("abetment-of-suicide.suicide", "The inquest leaves no doubt of suicide", CONTRARY, MET),
        ("arbitration-reference.written-agreement", "The earlier contract had no arbitration clause", CONTRARY, MET),
        ("rape.age-below", "She was 27 years old", CONTRARY, MET),
        ("motor-claim.income-proof", "No document was filed to prove what he earned", CONTRARY, MET),
    ],
)
def test_what_is_said_already_or_cannot_be_is_not_supposed(
    ingredient: str, quote: str, status: IngredientStatus, target: IngredientStatus
) -> None:
    text = f"The matter is before us. {quote}. He lost a leg in the accident. The contract has an arbitration clause."
    assert added_to(text, quote, ingredient, status, target) == text


def test_a_section_is_that_of_the_governing_code_and_the_person_is_a_woman() -> None:
    text = "Ms Rao was arrested on 3 May 2025 under Section 318(4) of the BNS. No notice to appear was sent to her."
    before = read_matter(extract_facts(text))
    row = tables().ingredients["arrest-safeguards.notice-41a"]
    reading = replace(
        reading_of(text, "No notice to appear was sent to her", row.id, CONTRARY), provision=row.provisions[-1]
    )
    assert "Section 41A" not in str(named_supposition(before.sheet, reading, row, row.suppose_met))
    assert of_a_woman(
        "The employee was qualified, and he was chosen.", "Smt. Kanta, typist. She joined.", [Span(0, 3)]
    ) == ("The employee was qualified, and she was chosen.")
    assert "his unemployed" not in of_a_woman("The landlord needs it for his unemployed son.", "The landlady sued.", ())
