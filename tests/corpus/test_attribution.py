"""Attributing clauses: whose view a sentence gives."""

import pytest

from countercase.corpus.attribution import attributed, attributing_spans, is_left_open
from countercase.domain.case import Speaker


@pytest.mark.parametrize(
    ("sentence", "speaker", "name"),
    [
        ("The trial court was of the view that the demand stood proved.", Speaker.BELOW, "the trial court"),
        ("The High Court held that the notice was served in time.", Speaker.BELOW, "the High Court"),
        ("The suit was decreed on all points by the learned District Judge.", Speaker.BELOW, "the District Judge"),
        ("It was contended that the cheque had been given as security.", Speaker.COUNSEL, ""),
        (
            "Learned counsel for the appellant submits that no test parade was held.",
            Speaker.COUNSEL,
            "counsel for the appellant",
        ),
        ("He further submitted that the delay was not explained.", Speaker.COUNSEL, ""),
        ("Relying upon the second schedule, the respondent urged that the tax was due.", Speaker.COUNSEL, ""),
        ("Section 91 provides that a dispute shall be referred to the Registrar.", Speaker.STATUTE, "Section 91"),
        ("Provided that no such order shall be made without notice.", Speaker.STATUTE, ""),
        ("In Mohan v. State of Bihar this Court held that motive may be inferred.", Speaker.EARLIER, ""),
        ("It was held that a licence cannot be assumed.", Speaker.EARLIER, ""),
        ("We are unable to agree with the submission that the report is void.", Speaker.COURT, ""),
        ("The contention that the sale was bad must be rejected.", Speaker.COURT, ""),
        ("The High Court erred in disturbing a finding of fact.", Speaker.COURT, ""),
        ("PW-4 deposed that the lamp was lit.", Speaker.FACTS, ""),
    ],
)
def test_who_speaks(sentence: str, speaker: Speaker, name: str) -> None:
    voice = attributed(sentence)
    assert voice is not None
    assert voice.speaker is speaker
    assert not name or voice.name == name


def test_a_sentence_that_names_nobody_is_left_to_the_model() -> None:
    assert attributed("The lamp stood near the door of the shed.") is None


@pytest.mark.parametrize(
    ("sentence", "is_open"),
    [
        ("It is unnecessary to decide whether the deed needed a stamp.", True),
        ("We leave that question open.", True),
        ("We express no opinion on the validity of the rule.", True),
        ("We need not go into the second ground.", True),
        ("The shop was kept closed on Sundays.", False),
        ("We hold that the deed needed a stamp.", False),
    ],
)
def test_points_left_open(sentence: str, is_open: bool) -> None:
    assert is_left_open(sentence) is is_open


def test_the_attributing_clause_is_found_so_that_no_cut_removes_it() -> None:
    sentence = "The trial court, on a reading of the whole evidence, was of the view that the alibi was false."
    (first, *_) = attributing_spans(sentence)
    assert first.of(sentence).startswith("trial court")


def test_one_court_below_that_judges_another_is_not_this_court() -> None:
    voice = attributed("The High Court held that the Munsif had wrongly decided the date of the lease.")
    assert voice is not None
    assert voice.speaker is Speaker.BELOW
    own = attributed("The High Court erroneously held that the lease had expired.")
    assert own is not None
    assert own.speaker is Speaker.COURT


@pytest.mark.parametrize(
    "sentence",
    [
        "In the result, this appeal is allowed, the order of the High Court is set aside and the decree restored.",
        "The decision of the High Court must be upheld, so that the appeal fails and is dismissed.",
        "The appeal must therefore be allowed and the order passed by the District Court restored.",
    ],
)
def test_the_order_of_this_court_may_name_the_court_below(sentence: str) -> None:
    voice = attributed(sentence)
    assert voice is not None
    assert voice.speaker is Speaker.COURT


def test_what_a_judge_relied_upon_is_not_an_argument_of_counsel() -> None:
    voice = attributed("Relying upon Section 92, the learned Trial Judge held that the deed could not be contradicted.")
    assert voice is not None
    assert voice.speaker is Speaker.BELOW


def test_a_charge_sheet_that_was_submitted_is_no_submission_of_counsel() -> None:
    voice = attributed("The charge-sheet was submitted for trial under Sections 147 and 302 IPC.")
    assert voice is None or voice.speaker is not Speaker.COUNSEL


def test_a_lender_who_relied_on_promises_is_not_counsel() -> None:
    voice = attributed("Relying on these promises, the firm gave them a loan by cheque.")
    assert voice is None or voice.speaker is not Speaker.COUNSEL
    argued = attributed("Relying upon Section 92, learned counsel submitted that the deed could not be contradicted.")
    assert argued is not None
    assert argued.speaker is Speaker.COUNSEL
