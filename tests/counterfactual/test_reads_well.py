"""What-ifs read well and mean what they say: the right person, things and code, and nothing said already."""

import pytest

from countercase.counterfactual.added_supposition import named_supposition
from countercase.counterfactual.law_reading import read_matter
from countercase.counterfactual.leftover_words import contradicts_line
from countercase.counterfactual.line_changes import cross_line
from countercase.counterfactual.line_values import other_shares, repair_number
from countercase.counterfactual.line_words import other_side
from countercase.counterfactual.linked_words import changes_order_of_events
from countercase.counterfactual.other_proceedings import is_dropped
from countercase.counterfactual.own_words import in_own_words, of_a_man, of_a_woman
from countercase.counterfactual.person_meant import with_one_meant
from countercase.counterfactual.propose import Proposer
from countercase.counterfactual.questions import questions
from countercase.counterfactual.said_already import is_said_already
from countercase.domain.checklist import IngredientReading, IngredientStatus, LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.checklist import read_checklist
from countercase.facts.extract import extract_facts
from countercase.law.ingredients import tables


def spans_of(text: str, *quotes: str) -> tuple[Span, ...]:
    return tuple(Span(text.index(quote), text.index(quote) + len(quote)) for quote in quotes)


def reading_of(ingredient: str, text: str, quote: str, status: str, likely: bool = False) -> IngredientReading:
    row = tables().ingredients[ingredient]
    spans = spans_of(text, quote)
    return IngredientReading(
        row.provisions[0], row.name, IngredientStatus(status), spans, "matter", row.subject, row.id, likely=likely
    )


# Who is meant.


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Opinion for A-2 Farhan.\nA-1 Kishore drove, A-2 sat behind, A-3 kept watch.", "A-2"),
        ("Bail note - Gopal (A-3), weaver.\nA-1 is the headman. A-2 fled. A-1 had the keys.", "A-3"),
        ("Appellant: Salim, 40.\nA-1 bought the chemical. A-2 hid it. A-1 was shot.", "the appellant"),
        ("Trial of two clerks.\nA-1 signed. A-1 sealed. A-1 posted it. A-2 was on leave that week.", "A-1"),
    ],
)
def test_one_of_several_accused_is_named(text: str, meant: str) -> None:
    sentence = with_one_meant("The accused knew of the plan.", text, ())
    assert sentence is not None
    assert sentence.lower() == f"{meant} knew of the plan.".lower()


def test_nobody_guesses_on_whom_a_weapon_was_found() -> None:
    text = "A-1 and A-2 were both arrested at the bridge. A-1 ran. A-2 ran."
    assert with_one_meant("The weapon was recovered from the accused.", text, ()) is None
    assert with_one_meant("The accused joined the parade.", text, ()) is None


def test_the_line_of_an_age_names_the_accused_who_is_young() -> None:
    text = (
        "A-1 Mohan and A-2 Sohan were tried together under Section 302 of the IPC for an offence of 4 May 2023.\n"
        "A-2 Sohan, aged 17 years 4 months on that day by his school certificate, was taken for a man."
    )
    before = read_matter(extract_facts(text))
    line = next(line for line in before.lines if line.rule == "jj-2-12-age")
    change = cross_line(before, line, may_edit=False)
    assert change is not None
    assert change.sentence.startswith("Suppose that A-2 was 18 or older")


def test_he_and_she_follow_the_person() -> None:
    man = "The deceased Ramu, a carter, spoke to the doctor before he died."
    assert of_a_man("The deceased was alone when she spoke.", man) == "The deceased was alone when he spoke."
    woman = "A-2 Meena kept the books. She says that A-1 told her what to write."
    assert of_a_woman("A-2 signed in his own name.", woman, ()) == "A-2 signed in her own name."
    victim = "The accused met the prosecutrix at her hostel and she told her warden."
    assert of_a_woman("The accused kept his word.", victim, spans_of(victim, victim)) == "The accused kept his word."


# Things that the matter has.


@pytest.mark.parametrize(
    ("sentence", "text", "expected"),
    [
        ("The accused gave repeated blows.", "He fired once from the roof.", "The accused fired more than once."),
        ("The accused gave repeated blows.", "He struck with a spade.", "The accused gave repeated blows."),
        ("The order of dismissal was void.", "He was removed from service.", "The order of removal was void."),
        (
            "The cheque was given to repay a loan that was due from the accused.",
            "The cheque was for three lorries of gravel.",
            "The cheque was given to pay a debt that was due from the accused.",
        ),
        ("A witness other than the complainant saw the loan being given.", "It was for gravel supplied.", None),
        ("Performance would cause the vendor no hardship.", "He lent money on a pledge.", None),
        (
            "Performance would cause the vendor hardship, as it would leave the vendor without a roof.",
            "The vendor agreed to sell two acres of wet land.",
            "Performance would cause the vendor a hardship that he did not foresee when he made the contract.",
        ),
        ("No certificate for the recording was produced.", "No recorder was carried to the trap.", None),
        (
            "The accused did not strike again after the deceased fell.",
            "He shot him once with a country-made gun.",
            "The accused did not fire again after the deceased fell.",
        ),
        ("The accused did not strike again after the deceased fell.", "Kerosene was poured on her.", None),
    ],
)
def test_a_supposition_speaks_of_things_that_the_matter_has(sentence: str, text: str, expected: str | None) -> None:
    assert in_own_words(sentence, text) == expected


# Nothing that the matter says already.


@pytest.mark.parametrize(
    ("ingredient", "text", "quote", "status", "likely"),
    [
        (
            "disciplinary.suspension-review",
            "He was suspended in May. The suspension was first reviewed after 118 days.",
            "The suspension was first reviewed after 118 days",
            "met",
            False,
        ),
        (
            "disciplinary.defence-assistant",
            "The officer asked for a defence asst - allowed. The hearing lasted a week.",
            "The officer asked for a defence asst - allowed",
            "disputed",
            True,
        ),
        (
            "circumstantial.explanation",
            "He says the watch was planted. No explanation of where he slept.",
            "He says the watch was planted",
            "disputed",
            True,
        ),
    ],
)
def test_what_the_matter_says_is_not_supposed(
    ingredient: str, text: str, quote: str, status: str, likely: bool
) -> None:
    row, reading = tables().ingredients[ingredient], reading_of(ingredient, text, quote, status, likely)
    target = IngredientStatus.CONTRARY if status == "met" else IngredientStatus.MET
    plain = row.suppose_not if status == "met" else row.suppose_met
    assert is_said_already(text, reading, plain, target)


def test_a_dispute_between_witnesses_stays_open() -> None:
    text = "One clerk says that a defence assistant was allowed, the other that he was not."
    row = tables().ingredients["disciplinary.defence-assistant"]
    reading = reading_of(row.id, text, text[:-1], "disputed")
    assert not is_said_already(text, reading, row.suppose_met, IngredientStatus.MET)


def test_no_delay_is_condoned_in_a_complaint_in_time() -> None:
    text = (
        "Complaint under Section 138 of the NI Act. The cheque of 3 March 2025 was presented on 10 March 2025 and came"
        " back on 12 March 2025. Notice was sent on 20 March 2025 and received on 24 March 2025. The complaint was"
        " filed on 25 April 2025. No application for condonation was filed with it."
    )
    changes = list(Proposer(extract_facts(text))(extract_facts(text)))
    assert changes
    assert not any("condonation" in change.sentence for change in changes)


# The code under which the matter proceeds, and the charges that are in it.


@pytest.mark.parametrize("registered", ["9 January 2022", "9 January 2025"])
def test_the_checklist_and_the_what_ifs_name_one_code(registered: str) -> None:
    text = (
        "Charged under Section 406 of the IPC for 4 June 2021 and, it is said, under Section 318(4) of the BNS. The FIR"
        f" was registered on {registered}. He was not produced before a Magistrate for three days. He confessed to the"
        " police officer."
    )
    sheet = extract_facts(text)
    shown = {reading.id: (reading.provision, *reading.also) for reading in read_checklist(sheet).ingredients}
    supposed = {reading.id: (reading.provision, *reading.also) for reading in read_matter(sheet).ingredients}
    assert shown == supposed
    acts = {section.act for sections in shown.values() for section in sections}
    assert acts.isdisjoint({"CrPC", "IEA"} if registered.endswith("2025") else {"BNSS", "BSA"})
    assert not acts.isdisjoint({"CrPC", "BNSS"})


def test_no_extension_is_asked_about_where_no_act_allows_one() -> None:
    text = (
        "Arrested on 3 March 2025 under Section 318(4) of the BNS and remanded on 4 March 2025. He applied for default"
        " bail on 6 May 2025. The charge-sheet came on 7 May 2025. No extension of time was sought by the police."
    )
    sheet = extract_facts(text)
    assert not any("extended" in change.sentence for change in Proposer(sheet)(sheet))


def test_a_charge_that_was_dropped_is_not_asked_about() -> None:
    assert is_dropped("Charged under 302. Section 304B was dropped at the charge.", ["304B"])
    assert is_dropped("No s.376 has been added.", ["375", "376"])
    assert is_dropped("The I.O. noted 364A and struck it out.", ["364A"])
    assert not is_dropped("Section 304B was dropped, then 304B was framed again.", ["304B"])


def test_the_minimum_in_the_statute_is_no_sentence_passed() -> None:
    text = "Trial under Section 6 of the POCSO Act. On conviction the term would be min. 20 years under Section 6."
    asked = questions(read_matter(extract_facts(text)))
    assert not any(isinstance(one.about, LawLine) and one.about.rule.startswith("least") for one in asked)


# Dates, ranges and numbers.


def test_production_is_not_moved_before_the_hour_of_the_arrest_memo() -> None:
    text = "Picked up 11.06.2024 9 am, says his mother; arrest memo shows 12.06 5 pm; produced 13.06.2024 11 am."
    place = spans_of(text, "13.06.2024 11 am")[0]
    assert changes_order_of_events(text, place, "11.06.2024 11 am")
    assert not changes_order_of_events(text, place, "14.06.2024 11 am")


def test_a_bone_test_is_not_edited_against_what_is_made_of_it() -> None:
    age = LawLine(
        provision=Provision.parse("POCSO-2(1)(d)"),
        quantity="age of the victim at the offence",
        value="20 years at the upper limit of the test",
        line="18 years",
        stands=Stands.CROSSED,
        spans=(Span(0, 1),),
        says="20 years at the upper limit of the test against under 18 years.",
        rule="pocso-2-age",
    )
    text = "The defence files an ossification report of 15-17 years and says that she was a major."
    assert contradicts_line(text, spans_of(text, "15-17 years"), age)
    assert other_side(age) == "the test put the age of the victim below 18"


def test_prospects_move_by_the_steps_of_the_law_and_scanned_numbers_are_read() -> None:
    assert list(other_shares("40 per cent", is_salaried=False)) == ["25 per cent", "10 per cent"]
    assert next(other_shares("30", is_salaried=True)) == "15"
    assert repair_number("11O days") == "110 days"
    assert repair_number("Of 12 days") == "Of 12 days"


def test_a_supposition_has_words_for_every_row_that_fits_anything() -> None:
    text = "The vendor sold the house; the shop, the loan, the knife, the ransom, the blast and the recording are here."
    sheet = extract_facts(text)
    row = tables().ingredients["specific-performance.hardship"]
    reading = reading_of(row.id, text, "The vendor sold the house", "met")
    assert named_supposition(sheet, reading, row, row.suppose_not) == row.suppose_not
