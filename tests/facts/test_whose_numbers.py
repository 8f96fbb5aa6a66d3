"""Whose age a number is, and what a period or a sum is for: stated only if the text allows one answer."""

import pytest

from countercase.domain.facts import NumericalFact, Quantity
from countercase.facts.extract import extract_facts


def numbers(text: str, quantity: Quantity) -> list[tuple[float, str | None]]:
    facts = [fact for fact in extract_facts(text).facts if isinstance(fact, NumericalFact)]
    return [(fact.value, fact.role) for fact in facts if fact.quantity is quantity]


@pytest.mark.parametrize(
    ("text", "age", "role"),
    [
        ("The accused fired. He was 17 on the date of occurrence.", 17, "accused"),
        ("The prosecutrix was taken away. She was only fifteen at that time.", 15, "victim"),
        ("The accused Ramesh shot the deceased. Ramesh fled. He was 17 years old.", 17, "accused"),
        (
            "Our client Sunil Rao is charged under Section 302 IPC. So Sunil says that he was 16 years old.",
            16,
            "accused",
        ),
        ("The appellant was convicted of murder. By the register he was 16 years old then.", 16, "accused"),
        ("The appellant claims a pension. The appellant is aged 61 years.", 61, "petitioner"),
        ("The age of retirement in the corporation was 58 years.", 58, "retirement"),
        # Nobody in particular: still an age.
        ("aged about 16 years at the time", 16, None),
        ("The accused and the deceased were neighbours. He was 17 then.", 17, None),
        # Somebody who is no party: the age is his own.
        ("The accused left. His father, aged 60 years, stayed.", 60, "father"),
        ("A brother of the deceased, aged 38, saw it.", 38, "brother"),
        ("The mother of the prosecutrix, aged 45 years, deposed.", 45, "mother"),
        ("His mother-in-law, 72 years, lives with them.", 72, "mother-in-law"),
        ("PW-5 Sita, w/o the deceased, aged 30 years, saw it.", 30, None),
        ("The deceased (25 yrs) was a clerk.", 25, "deceased"),
        ("The accused's age on the date was 17 years.", 17, "accused"),
        ("The daughter of the complainant, aged 14 years, was taken away.", 14, None),
        ("The accused met the victim. Yamini, aged 14 years, saw them.", 14, None),
    ],
)
def test_an_age_belongs_to_its_person_or_to_nobody(text: str, age: float, role: str | None) -> None:
    assert numbers(text, Quantity.AGE) == [(age, role)]


@pytest.mark.parametrize(
    "text", ["The accused was 17 kilometres away.", "He was 2 in the list.", "He was 17th in line.", "It was 17 then."]
)
def test_a_number_is_an_age_only_if_it_is_said_of_a_person(text: str) -> None:
    assert numbers(text, Quantity.AGE) == []


@pytest.mark.parametrize(
    "text",
    [
        "The Act applies to a person below 18 years.",
        "The limitation is three years from the refusal.",
        "The maximum punishment is ten years.",
        "In Hari v. State the accused was aged 16 years.",
    ],
)
def test_periods_and_ages_of_the_law_or_of_a_cited_case_are_not_facts_of_the_matter(text: str) -> None:
    assert numbers(text, Quantity.AGE) + numbers(text, Quantity.DURATION) == []


CHEQUE = "The cheque was dishonoured. "


@pytest.mark.parametrize(
    ("text", "days", "role"),
    [
        (CHEQUE + "He sent a demand notice on the 33rd day after the memo.", 33, "cheque notice"),
        (CHEQUE + "A notice was issued after 40 days.", 40, "cheque notice"),
        (CHEQUE + "The complaint was filed 45 days later.", 45, "cheque complaint"),
        (CHEQUE + "He paid it after 20 days.", 20, "cheque payment"),
        (CHEQUE + "The proviso allows 30 days for a notice.", 30, None),  # the law's period
        (CHEQUE + "The money was not paid within 15 days of receipt.", 15, None),
        ("The landlord gave a notice of 15 days.", 15, "notice"),
        ("He was absent from duty for 74 days.", 74, "absence from duty"),
    ],
)
def test_a_period_has_the_role_that_the_text_gives_it(text: str, days: float, role: str | None) -> None:
    assert numbers(text, Quantity.DURATION) == [(days, role)]


def test_two_periods_in_a_sentence_keep_their_own_roles() -> None:
    found = numbers("He was on probation for 2 years and under suspension for 8 months.", Quantity.DURATION)
    assert found == [(2, "probation"), (8, "suspension")]


def test_a_date_is_not_a_count_of_days() -> None:
    assert numbers("It was on the 12th day of November, 1967.", Quantity.DURATION) == []


def test_a_sum_belongs_to_its_own_statement() -> None:
    text = "He says that the cheque was blank, that Rs. 4,00,000 was paid, and that the earnest money was Rs. 50,000."
    assert numbers(text, Quantity.AMOUNT) == [(400000, "payment"), (50000, "earnest money")]


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("Her brother earns Rs 90,000.", "brother"),
        ("PW-1's uncle, a grocer, had Rs 30,00,000 in the bank.", "uncle"),
        ("A-1's wife holds a flat worth Rs 1 crore.", "wife"),
        ("The claimants spoke of Rs 12,000 more from tuitions.", "claim"),
        ("They stated that the deceased earned Rs 20,000, but filed no account.", "claim"),
        ("The complaint was filed in time claiming Rs 45 lakh.", "claim"),
        ("The appellant borrowed Rs 3 lakh from the respondent.", "loan"),
        ("He owed her Rs 20,000.", "debt"),
        ("A cheque of the same book for Rs 50,000 was honoured.", "honoured cheque"),
        ("The cheque for Rs 50,000 was returned unpaid.", "cheque"),
        ("The receipt book shows arrears of Rs 740.", "arrears"),
        ("Court fee of Rs 500 was paid.", "fee"),
        ("The land is worth Rs 80 lakh today.", "value"),
        ("The deceased earned Rs 20,000 a month.", "income"),
        ("The accused demanded a bribe of Rs 5,000.", "bribe"),
        ("He paid Rs 5,000.", "payment"),
        ("His fee over three years was Rs 5,000.", "fee"),
        ("The audit found the office short by Rs 5,000.", "loss"),
        ("Of the wedding the father spent Rs 5,000; nobody asked for it.", "expense"),
        ("Rs 5,000 lay on the table.", None),
    ],
)
def test_a_sum_says_what_it_is_if_the_text_does(text: str, role: str | None) -> None:
    assert [found for _, found in numbers(text, Quantity.AMOUNT)] == [role]


@pytest.mark.parametrize(
    ("text", "age", "role"),
    [
        ("PW-2 spoke of a cousin aged 7 years.", 7, "cousin"),
        ("PW-2, a cousin, aged 40 years, saw it.", 40, "witness"),
        ("They have a son, aged 4 years.", 4, "son"),
        ("No witness. Son aged 4 lives with the grandparents.", 4, "son"),
        ("Daughter aged 4 was taken away.", 4, None),
        ("The court ordered a joint trial with Salim, aged 22 years.", 22, "co-accused"),
    ],
)
def test_an_age_of_somebody_spoken_of_is_his_own(text: str, age: float, role: str | None) -> None:
    assert numbers(text, Quantity.AGE) == [(age, role)]


@pytest.mark.parametrize(
    ("text", "age", "role"),
    [
        ("R-2 aged 31.", 31, "respondent"),
        ("A-2, aged 40, was arrested.", 40, "accused"),
        ("D-2, aged 61, is the karta.", 61, "defendant"),
        ("PW-3 Ramesh, 24 yrs, saw it.", 24, "witness"),
        ("A pupil called as DW-2, aged 13, was examined.", 13, "witness"),
        ("The driver (27 yrs) had an LMV licence.", 27, "driver"),
        ("Owner Bhim Singh, 45 years, did not come.", 45, "owner"),
        ("Surety aged 62.", 62, "surety"),
        ("Conductor Raju, aged 33, deposed.", 33, "conductor"),
        ("The director's age is 70 years.", 70, "director"),
        ("Dr. Rao, aged 35 years, held the post-mortem.", 35, "doctor"),
        # The trade of a party is no other person.
        ("The deceased, a driver aged 30 years, earned well.", 30, "deceased"),
        ("Deceased driver aged 30 years.", 30, "deceased"),
        ("The accused driver, aged 30 years, fled.", 30, "accused"),
    ],
)
def test_an_age_beside_a_mark_or_a_trade_is_that_persons(text: str, age: float, role: str) -> None:
    assert numbers(text, Quantity.AGE) == [(age, role)]


def test_an_age_after_what_a_marked_person_did_is_not_his() -> None:
    assert (16, "accused") not in numbers("A-1 killed a boy aged 16 years.", Quantity.AGE)


@pytest.mark.parametrize(
    "text",
    [
        "P.P.: add both, 2.3 kg; then it is commercial.",
        "State clubs the two recoveries, 2.3 kg.",
        "P.P. says both be clubbed: 2.3 kg.",
        "P.P. lumps the two bags together to reach 22 kg.",
        "By clubbing the two lots the State gets 22 kg.",
    ],
)
def test_what_a_side_adds_up_is_no_weight_of_the_matter(text: str) -> None:
    assert numbers(text, Quantity.WEIGHT) == []


@pytest.mark.parametrize(
    "text",
    [
        "Two packets together weighed 1.2 kg.",
        "Both packets were found on A-1, in all 1.2 kg.",
        "PW-2 adds that both carried 1.2 kg.",
    ],
)
def test_what_was_found_together_is_a_weight_of_the_matter(text: str) -> None:
    assert numbers(text, Quantity.WEIGHT) == [(1.2, None)]


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("Execution petition for Rs 3.2 crore is pending.", "execution"),
        ("E.P. 4/2019 levied for Rs 3.2 crore.", "execution"),
        ("Counter-claim of Rs 5 lakh was rejected.", "counter-claim"),
        ("Released on a personal bond for Rs 50,000.", "bond"),
        ("Two sureties of Rs 50,000 were offered.", "bond"),
        ("An offer of Rs 9 lakh was turned down.", "offer"),
        ("Security of Rs 9 lakh was furnished.", "security"),
        ("A recovery certificate for Rs 9 lakh was issued.", "recovery certificate"),
        ("The GST demand of Rs 9 lakh is under appeal.", "tax demand"),
        ("The insurer reckons the loss at Rs 5 lakh.", "claim"),
        ("It comes to Rs 5 lakh, as the State would have it.", "claim"),
        ("The dues are Rs 5 lakh (builder's figure).", "claim"),
        ("By their arithmetic it is Rs 5 lakh.", "claim"),
        ("According to the bank's calculation, Rs 5 lakh.", "claim"),
        ("The Tribunal awarded compensation of Rs 5 lakh.", "compensation"),
        ("The surveyor assessed the loss at Rs 5 lakh.", "loss"),
    ],
)
def test_a_sum_of_other_proceedings_or_of_a_sides_reckoning_says_so(text: str, role: str | None) -> None:
    assert [found for _, found in numbers(text, Quantity.AMOUNT)] == [role]


def test_a_lakh_that_a_scan_misread_is_one() -> None:
    assert numbers("Rs. 2 1akh was asked for.", Quantity.AMOUNT) == [(200000, "demand")]
