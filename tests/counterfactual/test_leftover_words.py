"""An edit across a line leaves no words that fit only the old side; where it would, the time is supposed instead."""

import pytest

from countercase.counterfactual.law_reading import read_matter
from countercase.counterfactual.line_changes import cross_line
from countercase.counterfactual.line_values import other_numbers
from countercase.domain.perturbation import Perturbation
from countercase.facts.edit import rewrite
from countercase.facts.extract import extract_facts


def crossed(text: str, rule: str) -> tuple[Perturbation, str]:
    before = read_matter(extract_facts(text))
    line = next(line for line in before.lines if line.rule.startswith(rule))
    change = cross_line(before, line)
    assert change is not None
    return change, rewrite(before.sheet, [(one.span, one.text) for one in change.edits]).narrative


CHEQUE = (
    "The complaint is under Section 138 of the NI Act. The cheque was dated 4 March 2022. It was returned unpaid and "
    "the bank's memo reached the payee on 2 May 2022. The notice was posted on 9 June 2022"
)


def test_a_late_notice_is_moved_where_nothing_speaks_of_the_delay() -> None:
    change, text = crossed(f"{CHEQUE}. It was served on 13 June 2022.", "ni-138-b")
    assert not change.adds_supposition
    assert "9 June 2022" not in text


def test_a_date_that_is_told_twice_stays_and_the_other_end_of_the_period_moves() -> None:
    _, text = crossed(f"{CHEQUE}. The brother wrote a letter of 9 June 2022 too.", "ni-138-b")
    assert text.count("9 June 2022") == 2
    assert "2 May 2022" not in text


@pytest.mark.parametrize(
    "rest",
    [
        ", i.e. eight days beyond the month.",
        ". The payee gives no reason for the time taken.",
        ". The drawer says that it is out of time.",
        ". An application for delay is pending.",
    ],
)
def test_words_that_follow_from_the_old_date_stop_the_edit(rest: str) -> None:
    change, text = crossed(CHEQUE + rest, "ni-138-b")
    assert change.adds_supposition
    assert text.startswith(CHEQUE + rest)
    assert text.endswith(
        "It is supposed here, leaving aside the dates given and anything else to the contrary, that the time from "
        "information of dishonour to notice did not exceed 30 days."
    )
    assert change.sentence.startswith("Suppose that the time from information of dishonour to notice did not exceed 30")


def test_a_date_stays_where_its_sentence_names_days_of_its_month() -> None:
    change, text = crossed(f"{CHEQUE}; the payee says that it went on the 2nd, when the counter was shut.", "ni-138-b")
    assert change.edits
    assert "9 June 2022; the payee says" in text


LORRY = (
    "The insurer's appeal is from an award under Section 166 of the Motor Vehicles Act. The driver held a licence for "
    "a light motor vehicle only. The gross weight of the lorry is 9,200 kg."
)


def test_what_the_text_supposes_about_the_line_goes_when_it_is_a_fact() -> None:
    change, text = crossed(
        f"{LORRY} Had it been under 7,500 kg, says the insurer, it would pay. The owner is silent.", ""
    )
    assert change.edits
    assert "Had it been" not in text
    assert text.endswith("The owner is silent.")


def test_a_wedding_does_not_move_where_the_text_counts_the_years_again() -> None:
    text = (
        "Asha was married to the accused on 3 May 2008. She was found hanging on 9 June 2016. The charge is under "
        "Section 304B of the IPC."
    )
    assert not crossed(text, "marriage")[0].adds_supposition
    change, _ = crossed(f"{text} In eight years she had complained to nobody.", "marriage")
    assert change.adds_supposition


def test_a_sum_that_occurs_twice_need_not_be_the_same_sum() -> None:
    text = (
        "The complaint is under Section 138 of the NI Act on a cheque for Rs 5,00,000. Rs 90,000 was paid in cash. The "
        "Magistrate ordered interim compensation of Rs 90,000 under Section 143A."
    )
    change, new = crossed(text, "ni-143a")
    assert change.edits
    assert "Rs 90,000 was paid in cash" in new


@pytest.mark.parametrize(
    ("quote", "line", "first"),
    [("seventy-third day", "45 days", "forty-fourth day"), ("tenth day", "7 days", "sixth day")],
)
def test_an_ordinal_in_words_stays_an_ordinal(quote: str, line: str, first: str) -> None:
    assert next(other_numbers(quote, line)) == first


def test_a_number_that_is_then_listed_is_not_changed() -> None:
    text = (
        "The claim is under Section 166 of the Motor Vehicles Act. The Tribunal deducted one-third for personal "
        "expenses. After him we are four: his widow, two sons and his mother."
    )
    before = read_matter(extract_facts(text))
    changes = [change for line in before.lines if (change := cross_line(before, line)) is not None]
    assert changes
    assert all("four" not in edit.span.of(text) for change in changes for edit in change.edits)


def test_the_maximum_sentence_is_for_the_statute_to_say() -> None:
    text = (
        "She was arrested under Section 318(4) of the BNS without notice under Section 35(3) of the BNSS. Max. 7 years."
    )
    before = read_matter(extract_facts(text))
    of_sentence = [line for line in before.lines if line.quantity.startswith("maximum sentence")]
    assert of_sentence
    changes = [cross_line(before, line) for line in of_sentence]
    assert all(change is None or not change.edits for change in changes)


def test_a_multiplier_stays_where_the_sum_is_worked_out_with_it() -> None:
    text = (
        "The appeal is under Section 173 of the Motor Vehicles Act. The deceased, a tailor aged 38 years, was hit by a "
        "lorry on 3 May 2018 and died on the spot. The Tribunal used the multiplier 16"
    )
    assert crossed(f"{text}.", "multiplier applied")[0].edits
    assert not crossed(f"{text}, arriving at Rs. 18,40,000.", "multiplier applied")[0].edits


def test_a_charge_sheet_does_not_come_before_a_day_on_which_there_was_none() -> None:
    text = "He was remanded on 4 March 2019 under Section 420 of the IPC. The charge-sheet came on 20 May 2019."
    assert not crossed(text, "crpc-charge-sheet")[0].adds_supposition
    with_application = f"{text} On 10 May 2019 he applied for release; no charge-sheet was there."
    assert crossed(with_application, "crpc-charge-sheet")[1] == with_application


def test_a_date_is_not_moved_alone_where_the_text_also_counts_the_days() -> None:
    dated = "S. 302 IPC. Arrest 10.11.2022, remand 11.11.2022. Charge sheet filed 06.02.2023{}."
    for ending, is_edited in (("", True), (", the 88th day of custody", False)):
        before = read_matter(extract_facts(dated.format(ending)))
        (line,) = (line for line in before.lines if line.rule == "crpc-charge-sheet-90")
        change = cross_line(before, line)
        assert change is not None
        assert (bool(change.edits) and not change.adds_supposition) == is_edited


APPEAL = "He was convicted of theft under Section 379 of the IPC and sentenced on 4 March 2021. {}"


def test_the_day_from_which_a_count_runs_stays() -> None:
    change, text = crossed(
        APPEAL.format("The appeal to the High Court was filed on the 75th day from the sentence."), "lim-115"
    )
    assert not change.adds_supposition
    assert "sentenced on 4 March 2021" in text
    assert "75th day" not in text


@pytest.mark.parametrize(
    "words",
    [
        "The appeal to the High Court was filed only on the 75th day from the sentence.",
        "The appeal to the High Court came on the 75th day from the sentence, with an application blaming his clerk.",
    ],
)
def test_a_count_stays_where_the_text_speaks_of_the_delay(words: str) -> None:
    change, text = crossed(APPEAL.format(words), "lim-115")
    assert change.adds_supposition or not change.edits
    assert "75th day" in text


def test_a_total_stays_beside_its_parts() -> None:
    text = (
        "He was arrested under Section 318(4) of the BNS on 1 October 2024. Police custody was from 02 to 10.10, "
        "then again 20 to 28.10 - in all 18 days of police custody."
    )
    before = read_matter(extract_facts(text))
    of_custody = [line for line in before.lines if line.rule.startswith("police custody")]
    changes = [change for line in of_custody if (change := cross_line(before, line)) is not None]
    assert all("18 days" not in edit.span.of(text) for change in changes for edit in change.edits)


def test_a_period_of_weeks_moves_by_weeks() -> None:
    assert {"twelve weeks later", "thirteen weeks later"} & set(other_numbers("fourteen weeks later", "90 days"))
    assert "eighty-nine weeks later" not in set(other_numbers("fourteen weeks later", "90 days"))


def test_a_year_of_detention_does_not_become_eleven() -> None:
    assert "eleven years" not in set(other_numbers("one year", "12 months"))
