"""What else a text says when a date, a weight or a period moves across a line."""

import pytest

from countercase.counterfactual.law_reading import read_matter
from countercase.counterfactual.line_changes import cross_line
from countercase.counterfactual.line_values import day_of, is_date, other_dates
from countercase.counterfactual.linked_words import changes_order_of_events
from countercase.domain.perturbation import Perturbation
from countercase.domain.span import Span
from countercase.facts.edit import rewrite
from countercase.facts.extract import extract_facts


def crossed(text: str, rule: str) -> tuple[Perturbation, str]:
    """The change across a line, and the text after it."""
    reading = read_matter(extract_facts(text))
    change = cross_line(reading, next(line for line in reading.lines if line.rule == rule))
    assert change is not None
    return change, rewrite(reading.sheet, [(edit.span, edit.text) for edit in change.edits]).narrative


LATE_APPEAL = (
    "The accused was acquitted under Section 306 IPC on 11 July 2022. The State filed its appeal in the High Court on"
    " 3 November 2022 with an application for condonation."
)


def test_an_appeal_in_time_needs_no_condonation() -> None:
    change, text = crossed(LATE_APPEAL, "lim-114")
    assert text.endswith("The State filed its appeal in the High Court on 8 October 2022.")
    assert "in time" in (change.law.says if change.law else "")


def test_a_delay_that_was_condoned_keeps_its_dates() -> None:
    change, text = crossed(f"{LATE_APPEAL} The delay was condoned.", "lim-114")
    assert change.adds_supposition
    assert text == (
        f"{LATE_APPEAL} The delay was condoned. It is supposed here, leaving aside the dates given and anything else to"
        " the contrary, that the time from acquittal to the appeal of the State did not exceed 90 days."
    )
    assert change.sentence == (
        "Suppose that the time from acquittal to the appeal of the State did not exceed 90 days (now 115 days)."
    )


HEROIN = (
    "Bail application under ss. 21(c) and 29 NDPS Act. On 3 March 2022 the police recovered 268 grams of heroin from"
    " the bag of the applicant."
)


def test_a_lighter_weight_changes_the_clause_of_this_case_only() -> None:
    _, text = crossed(f"{HEROIN} Antecedents: a case of 2019 under section 21(b).", "ndps-commercial-heroin")
    assert "ss. 21(b) and 29" in text
    assert "225 grams" in text
    assert text.endswith("a case of 2019 under section 21(b).")


def test_a_weight_that_the_text_compares_with_the_line_stays() -> None:
    change, _ = crossed(HEROIN.replace("of heroin", "of heroin, more than 250 grams,"), "ndps-commercial-heroin")
    assert not change.edits


def test_a_date_does_not_pass_another_of_its_paragraph() -> None:
    text = "He was remanded on 4 March 2019. He applied for bail on 10 May 2019. The charge-sheet came on 20 May 2019."
    place = Span(text.index("20 May 2019"), text.index("20 May 2019") + len("20 May 2019"))
    assert changes_order_of_events(text, place, "2 May 2019")
    assert not changes_order_of_events(text, place, "12 May 2019")


def test_hours_tell_the_order_of_one_day() -> None:
    text = "7 April 2022, 10.45 am - he applied for bail.\n7 April 2022, 3.40 pm - the charge-sheet was filed."
    place = Span(text.rindex("7 April"), text.rindex("7 April") + len("7 April 2022, 3.40 pm"))
    assert changes_order_of_events(text, place, "4 April 2022, 3.40 pm")
    assert not changes_order_of_events(text, place, "9 April 2022, 3.40 pm")


@pytest.mark.parametrize(
    ("quote", "gap", "first"),
    [("Mar. 2021", 900, "Mar. 2018"), ("19.0l.2000", 4, "14.01.2000"), ("12.1.2022", 4, "7.1.2022")],
)
def test_months_scans_and_short_dates_keep_their_form(quote: str, gap: float, first: str) -> None:
    assert is_date(quote)
    assert next(other_dates(quote, gap, by_years=False)) == first
    assert day_of("19.0l.2000") == day_of("19.01.2000")


def test_a_count_that_is_told_twice_stays() -> None:
    text = "He is charged under Section 395 IPC. Four men robbed the shop. All four then made off."
    reading = read_matter(extract_facts(text))
    changes = [cross_line(reading, line) for line in reading.lines if "persons" in line.rule]
    assert changes
    assert not any(change is not None and change.edits for change in changes)
