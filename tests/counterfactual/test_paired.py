"""Pairs in the manner of LJPCheck: changes that must matter in law, and changes that must not."""

import pytest

from countercase.counterfactual.law_reading import changed_outside, read_matter, read_texts
from countercase.counterfactual.line_changes import written_places
from countercase.counterfactual.propose import Proposer
from countercase.counterfactual.tree import changed_sheet
from countercase.domain.facts import FactSheet
from countercase.domain.perturbation import LawEffect, Perturbation, TextEdit
from countercase.domain.span import Span
from countercase.facts.edit import edit
from countercase.facts.extract import extract_facts

CHEQUE = (
    "The accused gave the complainant a cheque for Rs 4,00,000 dated 2 January 2023. It was returned unpaid for "
    "want of funds and the complainant learnt of this on 24 February 2023. The notice of demand was sent on 29 "
    "March 2023 and received on 1 April 2023. Nothing was paid. The complaint under Section 138 of the "
    "Negotiable Instruments Act was filed on 10 May 2023. The complainant could not say from where he had the "
    "money."
)
DOWRY = (
    "Kamla married the appellant on 3 March 2012. She died of burns at the house of her in-laws on 8 January "
    "2019. Her father says that the appellant beat her for a motorcycle a week before. He is charged under "
    "Section 304B of the Indian Penal Code. The FIR was lodged five days after the death."
)
DRUGS = (
    "On 5 May 2021 the police found 1.15 kg of charas in the bag of the accused, a man of 24. He is charged "
    "under Section 20(b)(ii)(C) of the NDPS Act. No inventory was certified by a Magistrate. Bail is asked for."
)
YOUTH = (
    "The accused, aged 17, stabbed Mohan on 4 June 2019 in a quarrel over a kite and Mohan died. He is charged "
    "under Section 302 of the Indian Penal Code."
)
BRIBE = (
    "The accused, a clerk, is charged under Section 7 of the Prevention of Corruption Act. The tainted notes "
    "were found in his drawer. The complainant turned hostile and the shadow witness did not hear any demand. "
    "The sanction was given by an officer who could not remove him."
)
MATTERS = (CHEQUE, DOWRY, DRUGS, YOUTH, BRIBE)


def first_changes(text: str, most: int = 8) -> list[Perturbation]:
    """The changes that are offered first."""
    sheet = extract_facts(text)
    changes = []
    for change in Proposer(sheet)(sheet):
        changes.append(change)
        if len(changes) == most:
            break
    return changes


def replaced(text: str, old: str, new: str) -> tuple[FactSheet, FactSheet]:
    """A matter and the same with some words replaced."""
    assert text.count(old) == 1
    return extract_facts(text), extract_facts(text.replace(old, new))


@pytest.mark.parametrize(
    ("text", "old", "new", "provision"),
    [
        (CHEQUE, "29 March 2023", "24 March 2023", "NI-138"),
        (DOWRY, "3 March 2012", "3 March 2011", "IPC-304B"),
        (DRUGS, "1.15 kg", "0.9 kg", "NDPS-2(viia)"),
    ],
)
def test_what_crosses_a_line_matters(text: str, old: str, new: str, provision: str) -> None:
    before, after = (read_matter(sheet) for sheet in replaced(text, old, new))
    law = read_texts(before, after)
    assert law.effect is LawEffect.CROSSES
    assert law.provision is not None
    assert law.provision.startswith(provision)


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (CHEQUE, "Rs 4,00,000", "Rs 4,10,000"),
        (DOWRY, "Kamla", "Ayesha"),
        (DOWRY, "a motorcycle", "a scooter"),
        (DRUGS, "a man of 24", "a man of 25"),
        (YOUTH, "over a kite", "over a bat"),
        (BRIBE, "a clerk", "a typist"),
    ],
)
def test_what_the_law_does_not_look_at_does_not_matter(text: str, old: str, new: str) -> None:
    before, after = (read_matter(sheet) for sheet in replaced(text, old, new))
    assert read_texts(before, after).effect is LawEffect.NONE_KNOWN


@pytest.mark.parametrize("text", MATTERS)
def test_every_line_is_offered_and_said_to_be_crossed(text: str) -> None:
    lines = {line.rule for line in read_matter(extract_facts(text)).lines if line.stands == "crossed"}
    offered = {
        change.basis.split()[1]
        for change in first_changes(text)
        if change.law and change.law.effect is LawEffect.CROSSES
    }
    assert lines <= offered


@pytest.mark.parametrize("text", MATTERS)
def test_an_edit_changes_the_text_and_leaves_the_rest(text: str) -> None:
    sheet = extract_facts(text)
    for change in first_changes(text):
        if not change.is_supposed or not change.edits:
            continue
        changed = changed_sheet(sheet, change, edit)
        assert changed is not None
        assert changed.narrative != text
        assert "  " not in changed.narrative
        assert ".." not in changed.narrative
        assert "no no" not in changed.narrative


def test_a_notice_on_day_33_is_asked_about_first() -> None:
    change = first_changes(CHEQUE)[0]
    assert change.law is not None
    assert (change.law.effect, change.law.provision) == (LawEffect.CROSSES, "NI-138")
    assert "in time" in change.law.says


def test_the_marriage_is_moved_and_not_the_death() -> None:
    change = next(change for change in first_changes(DOWRY) if change.rule == "line crossed")
    assert [(one.span.of(DOWRY), one.text) for one in change.edits] == [("3 March 2012", "3 March 2011")]


def test_the_weight_takes_the_clause_with_it() -> None:
    change = next(change for change in first_changes(DRUGS) if "ndps-commercial" in change.basis)
    assert {(one.span.of(DRUGS), one.text) for one in change.edits} == {
        ("1.15 kg", "0.9 kg"),
        ("20(b)(ii)(C)", "20(b)(ii)(B)"),
    }


def test_age_and_juvenile_change_together_or_not_at_all() -> None:
    text = YOUTH.replace("The accused, aged 17,", "The accused, a juvenile aged 17,")
    sheet = extract_facts(text)
    change = next(change for change in first_changes(text) if "jj-2-12" in change.basis)
    if change.edits:
        changed = changed_sheet(sheet, change, edit)
        assert changed is not None
        assert "juvenile" not in changed.narrative


def test_an_accused_of_seventeen_is_asked_about_at_eighteen() -> None:
    change = next(change for change in first_changes(YOUTH) if "jj-2-12" in change.basis)
    assert [(one.span.of(YOUTH), one.text) for one in change.edits] == [("17", "18")]
    assert change.law is not None
    assert change.law.says.endswith("does not apply.")


def test_a_plea_keeps_its_words() -> None:
    text = YOUTH + " The plea that he was a juvenile was rejected."
    for change in first_changes(text):
        assert not any("plea" in one.text or "adult was rejected" in one.text for one in change.edits)
        for one in change.edits:
            assert one.span.of(text) != "a juvenile"


def test_names_and_institutions_are_never_edited() -> None:
    text = (
        "Mohan Lal stabbed his brother with a knife in a sudden quarrel and the brother died. The knife was sent to the"
        " Forensic Science Laboratory, Delhi. The case of the Narcotics Control Bureau is separate. He is charged under"
        " Section 302 of the Indian Penal Code."
    )
    sheet = extract_facts(text)
    for change in first_changes(text, 12):
        changed = changed_sheet(sheet, change, edit)
        assert changed is not None
        for name in ("Narcotics Control Bureau", "Mohan Lal"):
            assert name in changed.narrative


def test_the_law_is_said_in_the_direction_of_the_change() -> None:
    gained = next(change for change in first_changes(BRIBE) if change.law and change.law.effect is LawEffect.GAINED)
    assert gained.after is not None
    assert gained.after.key[-1] == "met"


def test_an_edit_of_the_same_words_is_found_again_deeper_in_the_tree() -> None:
    sheet = extract_facts(CHEQUE)
    proposer = Proposer(sheet)
    first, second = [change for change in proposer(sheet) if change.edits][:2]
    changed = changed_sheet(sheet, first, edit)
    assert changed is not None
    again = [change for change in proposer(changed) if change.is_supposed and change.edits]
    assert all(change.fact.key != first.fact.key for change in again)
    found = next(change for change in again if change.fact.key == second.fact.key)
    assert found.edits[0].span.of(changed.narrative) == second.edits[0].span.of(CHEQUE)
    assert isinstance(found.edits[0], TextEdit)
    assert isinstance(found.edits[0].span, Span)


LINKED = (
    "The accused, a juvenile aged 17, stabbed Mohan on 4 June 2019 and Mohan died. A witness, aged 17, was not asked. "
    "A case is pending before the Juvenile Justice Board. He is charged under Section 302 of the Indian Penal Code."
)
CUSTODY = (
    "The accused was arrested on 1 June 2024 and remanded the same day. He is charged with murder under Section 103(1) "
    "of the Bharatiya Nyaya Sanhita. The charge-sheet was filed on 20 August 2024, on the eightieth day."
)


def edited(text: str, basis: str) -> str:
    """The narrative after the first written change whose basis holds some words."""
    sheet = extract_facts(text)
    change = next(change for change in first_changes(text, 16) if basis in change.basis and change.edits)
    changed = changed_sheet(sheet, change, edit)
    assert changed is not None
    return changed.narrative


def test_age_and_juvenile_change_together_and_nobody_else_grows_up() -> None:
    text = edited(LINKED, "jj-2-12")
    assert "a juvenile aged 17" not in text
    assert "A witness, aged 17," in text
    assert "Juvenile Justice Board" in text


def test_every_mention_of_a_date_moves() -> None:
    text = CHEQUE + " The notice of 29 March 2023 is Exhibit P-4."
    changed = edited(text, "(NI-138: ")
    assert "29 March 2023" not in changed


def test_statute_text_and_citations_stay() -> None:
    text = DOWRY + ' In Kans Raj v. State of Punjab, (2000) 5 SCC 207, the Court read the words "within seven years".'
    assert '(2000) 5 SCC 207, the Court read the words "within seven years"' in edited(text, "marriage")


@pytest.mark.parametrize("text", [*MATTERS, LINKED, CUSTODY])
def test_an_edit_turns_exactly_what_it_means_to(text: str) -> None:
    sheet = extract_facts(text)
    before = read_matter(sheet)
    for change in first_changes(text):
        if not change.edits or not change.is_supposed:
            continue
        changed = changed_sheet(sheet, change, edit)
        assert changed is not None
        strays = changed_outside(
            before, read_matter(changed), [one.span for one in change.edits], written_places(change.edits)
        )
        assert strays == []
