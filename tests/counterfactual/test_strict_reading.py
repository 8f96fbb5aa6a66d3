"""What strict readers of the what-ifs found wrong, each with the general mend: all matters here are invented."""

import pytest

from countercase.counterfactual.added_supposition import added_supposition
from countercase.counterfactual.fits_matter import is_open
from countercase.counterfactual.ingredient_changes import suppose_ingredient
from countercase.counterfactual.law_reading import read_matter
from countercase.counterfactual.leftover_words import leaves_derived_words
from countercase.counterfactual.line_changes import cross_line
from countercase.counterfactual.line_words import is_far
from countercase.counterfactual.own_words import in_own_words, of_a_woman
from countercase.counterfactual.person_meant import is_of_other_accused, with_one_meant
from countercase.counterfactual.propose import Proposer
from countercase.counterfactual.questions import questions
from countercase.domain.checklist import IngredientReading, IngredientStatus, LawLine, Otherwise, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.extract import extract_facts
from countercase.law.ingredients import tables

MET, CONTRARY = IngredientStatus.MET, IngredientStatus.CONTRARY


def span_of(text: str, words: str) -> Span:
    start = text.index(words)
    return Span(start, start + len(words))


def reading_of(text: str, words: str, ingredient: str, status: IngredientStatus) -> IngredientReading:
    row = tables().ingredients[ingredient]
    return IngredientReading(
        row.provisions[0], row.name, status, (span_of(text, words),), "matter", row.subject, row.id
    )


def is_open_in(text: str, words: str, ingredient: str, status: IngredientStatus) -> bool:
    """Whether the question stays open in a text whose words were read with a status."""
    row = tables().ingredients[ingredient]
    target, plain = (MET, row.suppose_met) if status is CONTRARY else (CONTRARY, row.suppose_not)
    return is_open(read_matter(extract_facts(text)), reading_of(text, words, ingredient, status), row, target, plain)


@pytest.mark.parametrize(
    ("text", "words", "ingredient", "status"),
    [
        (
            "Charge under Section 364A IPC. The uncle got a call and Rs 9 lakh was asked. No ransom was paid.",
            "No ransom was paid",
            "ransom.demand",
            CONTRARY,
        ),
        (
            "Charge under Section 392 IPC. No TIP held for A-2. He was seen in the lock-up.",
            "He was seen in the lock-up",
            "identification.not-shown",
            CONTRARY,
        ),
        (
            "Section 20 NDPS Act. The tip was put in the G.D. and a copy went two days later.",
            "a copy went two days later",
            "ndps-42.written",
            CONTRARY,
        ),
        (
            "Petition for divorce under Section 13(1)(ia) HMA. They married in 2015. She claims Rs 9,000.",
            "They married in 2015",
            "maintenance.marriage-proved",
            MET,
        ),
        (
            "Anticipatory bail. FIR under Section 420 IPC. The officer served a notice of appearance.",
            "The officer served a notice",
            "arrest-safeguards.notice-41a",
            MET,
        ),
        (
            "Charge under Section 306 IPC. The clerk took poison and died. The office held back his pay.",
            "The office held back his pay",
            "common-intention.participation",
            CONTRARY,
        ),
        (
            "Section 9 POCSO Act. He pressed her arm. No consent is pleaded.",
            "No consent is pleaded",
            "rape.without-consent",
            MET,
        ),
        (
            "Complaint under Section 138 NI Act, signed under a power of attorney by the manager of the payee.",
            "by the manager",
            "cheque-complaint.payee",
            CONTRARY,
        ),
    ],
)
def test_what_the_matter_says_or_rules_out_in_other_words_is_not_supposed(
    text: str, words: str, ingredient: str, status: IngredientStatus
) -> None:
    assert not is_open_in(text, words, ingredient, status)


def test_what_was_not_written_down_is_not_said_already() -> None:
    text = "Section 20 NDPS Act. The secret tip was not taken down in writing before the raid."
    assert is_open_in(text, "was not taken down in writing", "ndps-42.written", CONTRARY)


def test_the_delay_of_a_revision_is_not_that_of_the_fir() -> None:
    text = "Charge under Section 323 IPC. The FIR is of that day. The revision came in May, and delay is objected to."
    assert not is_open_in(text, "delay is objected to", "fir.prompt", CONTRARY)
    assert is_open_in("The FIR came after five days of delay.", "after five days of delay", "fir.prompt", CONTRARY)


def test_a_section_in_the_heading_is_charged_though_its_act_is_not_named() -> None:
    text = "Ss.306, 34 IPC, P.S. Wadi. The clerk hanged himself. Nobody told him to die."
    assert is_open_in(text, "Nobody told him to die", "abetment-of-suicide.instigation", CONTRARY)


def test_what_other_passages_affirm_is_denied_and_not_supposed() -> None:
    text = (
        "Complaint under Section 406 IPC, to be quashed under Section 482 CrPC. The complainant sued on the same facts "
        "in a civil suit of 2021. The complaint does not name the suit."
    )
    reading = reading_of(text, "does not name the suit", "civil-criminal.civil-suit", CONTRARY)
    sued = Otherwise(MET, (span_of(text, "The complainant sued on the same facts in a civil suit of 2021"),))
    both = IngredientReading(
        reading.provision,
        reading.ingredient,
        CONTRARY,
        reading.spans,
        "matter",
        reading.subject,
        reading.id,
        otherwise=(sued,),
    )
    change = suppose_ingredient(read_matter(extract_facts(text)), both)
    assert change is not None
    assert change.sentence == "Suppose that the complainant brought no civil suit on these facts."


def added_to(text: str, words: str, ingredient: str) -> str:
    reading, row = reading_of(text, words, ingredient, CONTRARY), tables().ingredients[ingredient]
    edits = added_supposition(read_matter(extract_facts(text)), reading, row, MET)
    return edits[0].text if edits else ""


@pytest.mark.parametrize(
    ("text", "words", "ingredient"),
    [
        (
            "Complaint under Section 138 NI Act on a loan of Rs 2 lakh. No loan deed. He earns Rs 9,000 a month.",
            "No loan deed",
            "cheque-presumption.capacity",
        ),
        (
            "Section 7 PC Act. The sanction is on record; sanctioning authority not examined. The trap was in May.",
            "sanctioning authority not examined",
            "pc-sanction.mind",
        ),
    ],
)
def test_only_words_that_are_contradicted_are_quoted(text: str, words: str, ingredient: str) -> None:
    assert "anything said to the contrary" in added_to(text, words, ingredient)
    assert words not in added_to(text, words, ingredient)


ACCUSED = (
    "Charges 310(2) BNS; A-4 alone 317(3).\nThe gate was broken.\nA-1 had a pistol. A-2 sat in the auto; his case is "
    "that he took a lift."
)


def test_the_accused_who_is_meant() -> None:
    lift = [span_of(ACCUSED, "he took a lift")]
    assert with_one_meant("The accused knew of the plan.", ACCUSED, lift) == "A-2 knew of the plan."
    nobody = [span_of(ACCUSED, "The gate was broken")]
    assert with_one_meant("The accused was kept covered.", ACCUSED, nobody) is None
    shared = "The accused shared a common intention with the principal offender."
    assert with_one_meant(shared, ACCUSED, nobody) is None


def test_the_confession_of_another_accused_is_not_ours() -> None:
    text = "Brief for A-1. A-2's confession to the police names an axe. A-1 confessed to nobody."
    assert is_of_other_accused(text, [span_of(text, "A-2's confession to the police")])
    assert not is_of_other_accused(text, [span_of(text, "A-1 confessed to nobody")])


def test_the_driver_is_the_one_of_the_vehicle_that_has_a_driver() -> None:
    text = "The bike met a truck. The charge-sheet is against the driver of truck. The licence had run out."
    sentence = with_one_meant("The driver held a valid licence.", text, [span_of(text, "The licence had run out")])
    assert sentence == "The driver of the truck held a valid licence."


@pytest.mark.parametrize(
    ("sentence", "text", "expected"),
    [
        ("The accused kept his word.", "Applicant Meena Devi 60, widow. Notice came.", "The accused kept her word."),
        ("The owner was told to his face.", "Suit on title by Mst. Phool Devi.", "The owner was told to her face."),
        ("The vendor did all that he was to do.", "D-1 Kamalamma (vendor).", "The vendor did all that she was to do."),
        (
            "The signature was put in the name of another without his authority.",
            "Accused Smt. Rani signed for her.",
            "The signature was put in the name of another without his authority.",
        ),
    ],
)
def test_she_is_said_of_the_woman_and_of_nobody_else(sentence: str, text: str, expected: str) -> None:
    assert of_a_woman(sentence, text, [Span(0, len(text))]) == expected


def test_goods_are_not_called_money() -> None:
    text = "He was given 40 bales of yarn on challans and sold them to a trader."
    assert in_own_words("The accused spent the money on his own purposes.", text) == (
        "The accused sold the goods and kept the price."
    )


def lines_asked(text: str) -> list[str]:
    asked = questions(read_matter(extract_facts(text)))
    return [question.about.rule for question in asked if isinstance(question.about, LawLine)]


def test_nobody_asks_for_default_bail_who_is_out() -> None:
    text = (
        "FIR under Section 306 IPC. The accused was arrested on 3 March 2023 and remanded on 4 March 2023. {}"
        "The charge-sheet was filed on 20 June 2023."
    )
    assert any("charge-sheet" in rule for rule in lines_asked(text.format("")))
    assert not any("charge-sheet" in rule for rule in lines_asked(text.format("He got bail on 2 April 2023. ")))


def test_the_birth_of_a_child_is_not_that_of_the_accused() -> None:
    text = "Charge under Section 302 IPC. Occurrence 3 May 2022. The accused says his child born on 1 May 2022 was ill."
    assert not any("age" in rule for rule in lines_asked(text))


def line(quantity: str, value: str, bound: str, stands: str) -> LawLine:
    return LawLine(Provision.parse("JJ-2"), quantity, value, bound, Stands(stands), (Span(0, 1),), "", "age")


def test_a_man_of_twenty_three_is_not_supposed_to_be_a_child() -> None:
    assert is_far(line("age of the accused at the offence", "23 years 10 months", "18 years", "crossed"))
    assert not is_far(line("age of the accused at the offence", "20 years 2 months", "18 years", "crossed"))


@pytest.mark.parametrize(
    ("text", "count", "other"),
    [
        ("No copy went until 14.01.2025, i.e. 4 days. The flat was locked.", "4 days", "2 days"),
        ("30.06.2025 90th day, the day of remand counted in.", "90th day", "91st day"),
        ("From 1998 to suit: 17 years. No rent was paid.", "17 years", "11 years"),
        ("Award Rs 31 lakh; took 40 % future prospects.", "40", "25"),
    ],
)
def test_a_count_that_follows_from_something_else_does_not_move_alone(text: str, count: str, other: str) -> None:
    old = span_of(text, count)
    changed = text[: old.start] + other + text[old.end :]
    assert leaves_derived_words(text, changed, old, Span(old.start, old.start + len(other)))


def test_a_kept_limit_read_only_after_the_edit_does_not_stop_it() -> None:
    text = (
        "The State appeals against the acquittal of Mohan under Section 306 IPC. He was acquitted on 11 July 2022. "
        "The State filed its appeal in the High Court on 3 November 2022 with an application for condonation."
    )
    before = read_matter(extract_facts(text))
    change = cross_line(before, next(one for one in before.lines if one.rule == "lim-114"))
    assert change is not None
    assert change.edits[0].span.of(text) == "3 November 2022"
    assert {span.of(text) for span in change.fact.spans} == {"3 November 2022", "11 July 2022"}


def test_one_thing_is_asked_once() -> None:
    text = (
        "Charge under Section 302 IPC. PW-4 was declared hostile and did not support the prosecution. In court she "
        "went back on her earlier statement. PW-2 saw the blow."
    )
    sheet = extract_facts(text)
    asked = [change.fact.key[1] for change in Proposer(sheet)(sheet) if change.rule == "ingredient"]
    assert not {"hostile-witness.supports", "eyewitness.not-hostile"} <= set(asked)
