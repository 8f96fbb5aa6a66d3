"""Who won, where the outcome alone does not say: several matters, disposals, lighter sentences, references."""

import pytest

from countercase.corpus.builtin import builtin_cases
from countercase.domain.case import Case, CaseId, Outcome, Party, PartyType
from countercase.explanation.party_kinds import APPELLANT, RESPONDENT
from countercase.explanation.winner import find_result

STATE, MAN = Party("State of Goa", PartyType.STATE), Party("Mohan", PartyType.INDIVIDUAL)
WORKMAN, BOARD = Party("Raghu", PartyType.INDIVIDUAL), Party("Coastal Harbour Board", PartyType.CORPORATION)
OTHER_APPEAL = "This appeal is preferred by the Coastal Harbour Board against the same judgment."
TRIAL = (
    "The appellant was tried for murder and convicted. The accused denies it. The prosecution relied on a recovery. "
)


def case(
    ending: str,
    outcome: Outcome | None,
    parties: tuple[Party, Party] = (WORKMAN, BOARD),
    numbers: tuple[str, ...] = ("Civil Appeal No. 7 of 2012",),
) -> Case:
    return Case(
        CaseId("x"),
        f"{TRIAL if 'Criminal' in numbers[0] else 'The dispute is about wages. '}{ending}",
        "A v. B",
        petitioner=parties[0],
        respondent=parties[1],
        outcome=outcome,
        case_numbers=numbers,
    )


def told(subject: Case) -> tuple[str | None, bool]:
    result = find_result(subject)
    return result.position, result.partly


@pytest.mark.parametrize(
    ("ending", "winner"),
    [
        (
            "The appeal filed by Raghu is allowed. The appeal filed by the Coastal Harbour Board is dismissed.",
            APPELLANT,
        ),
        ("The appeal filed by Raghu fails. The appeal filed by the Coastal Harbour Board is allowed.", RESPONDENT),
        (
            f"The appeal is without substance and is dismissed. {OTHER_APPEAL} Consequently, the appeal succeeds.",
            RESPONDENT,
        ),
        ("The appeals by one union are allowed. The appeals by another are dismissed.", None),
    ],
)
def test_cross_appeals_are_told_apart_by_who_filed_them(ending: str, winner: str | None) -> None:
    numbers = ("Civil Appeal No. 7 of 2012", "Civil Appeal No. 8 of 2012")
    assert told(case(ending, Outcome.DISPOSED, numbers=numbers)) == (winner, False)


@pytest.mark.parametrize(
    ("ending", "winner"),
    [
        ("The impugned order of the High Court is set aside. The appeal is disposed of.", APPELLANT),
        ("The impugned order of the High Court is set aside to the extent stated. It is disposed of.", None),
        ("The parties have settled, and the impugned order is set aside. The appeal is disposed of.", None),
        ("The Board shall look into the grievance. The appeal is disposed of.", None),
    ],
)
def test_a_disposal_is_won_only_if_the_whole_order_below_is_set_aside(ending: str, winner: str | None) -> None:
    assert told(case(ending, Outcome.DISPOSED))[0] == winner


@pytest.mark.parametrize(
    ("ending", "outcome", "expected"),
    [
        ("The conviction is altered to Section 304 Part I. The appeal is allowed.", Outcome.ALLOWED, (APPELLANT, True)),
        (
            "The sentence is reduced to two months. Subject to this the appeal is dismissed.",
            Outcome.DISMISSED,
            (APPELLANT, True),
        ),
        ("The sentence is reduced to the period undergone. It is disposed of.", Outcome.DISPOSED, (APPELLANT, True)),
        ("The appellant is acquitted. The appeal is allowed.", Outcome.ALLOWED, (APPELLANT, False)),
        ("The appeal of Sohan is allowed. The appeal of Rohan is dismissed.", Outcome.DISPOSED, (APPELLANT, True)),
    ],
)
def test_a_lighter_sentence_is_a_win_in_part(ending: str, outcome: Outcome, expected: tuple[str, bool]) -> None:
    assert told(case(ending, outcome, (MAN, STATE), ("Criminal Appeal No. 7 of 2012",))) == expected


def test_a_transfer_petition_that_ends_the_marriage_has_no_winner() -> None:
    ending = "The marriage between the parties is dissolved. The petition is allowed in these terms."
    assert told(case(ending, Outcome.ALLOWED, numbers=("Transfer Petition (Civil) No. 7 of 2012",)))[0] is None


@pytest.mark.parametrize(
    ("ending", "why"),
    [
        ("The question should be considered by a larger Bench.", "the matter was referred to a larger Bench"),
        ("List the appeal for final hearing. Reference answered.", "the Court answered a reference"),
        ("List the appeal in March.", "the text does not say how it ended"),
    ],
)
def test_why_nobody_won_is_said(ending: str, why: str) -> None:
    assert find_result(case(ending, None)).why == why


def test_an_appeal_that_only_alters_the_conviction_is_won_in_part() -> None:
    ending = (
        "We uphold the conviction of A-1 and dismiss their appeal. "
        "The appeal of A-3 is allowed by altering the conviction under Section 302 to Section 304 Part II IPC."
    )
    subject = case(ending, Outcome.DISPOSED, (MAN, STATE), ("Criminal Appeal No. 7 of 2012",))
    assert told(subject) == (APPELLANT, True)


@pytest.mark.parametrize(
    ("ending", "outcome"),
    [
        ("We set aside the order and remit the matter to the High Court for fresh disposal.", Outcome.ALLOWED),
        ("The impugned order is set aside. The case is remanded to the Tribunal.", Outcome.DISPOSED),
        ("The order is set aside and the petition is sent back to the High Court to be heard again.", Outcome.REMANDED),
    ],
)
def test_a_case_that_is_sent_back_is_won_in_part_and_nobody_has_won_yet(ending: str, outcome: Outcome) -> None:
    result = find_result(case(ending, outcome))
    assert (result.position, result.partly) == (APPELLANT, True)
    assert result.why.endswith("neither side has won yet")


@pytest.mark.parametrize(
    "ending",
    [
        "The matter is remitted to the Tribunal only for computation of the wages. The appeal is allowed.",
        "We do not think it fit to remand the matter after so many years. The appeal is allowed.",
        "The records be remitted to the Labour Court. The appeal is allowed.",
        "Should the case be sent back for a new hearing? We think it needless. The appeal is allowed.",
    ],
)
def test_what_is_left_over_for_the_court_below_does_not_lessen_the_win(ending: str) -> None:
    assert told(case(ending, Outcome.ALLOWED)) == (APPELLANT, False)


@pytest.mark.parametrize(
    ("ending", "expected"),
    [
        ("The appellant shall be released on bail on terms. The appeal is disposed of.", (APPELLANT, False)),
        ("He is directed to be enlarged on bail. The appeal is disposed of.", (APPELLANT, False)),
        ("The appellant shall not be released on bail till then. The appeal is disposed of.", (None, False)),
        ("If the trial drags on he shall be released on bail. The appeal is disposed of.", (None, False)),
    ],
)
def test_an_accused_who_is_given_bail_has_won(ending: str, expected: tuple[str | None, bool]) -> None:
    assert told(case(ending, Outcome.DISPOSED, (MAN, STATE), ("Criminal Appeal No. 7 of 2012",))) == expected


def test_two_appeals_that_one_sentence_ends_differently_have_no_winner() -> None:
    ending = "We, therefore, allow Civil Appeal No. 7 of 2012 and dismiss Civil Appeal No. 8 of 2012."
    result = find_result(case(ending, None))
    assert (result.position, result.why) == (None, "one matter was allowed and another dismissed")


def test_the_words_near_the_remand_decide_whether_it_is_of_the_whole() -> None:
    far = "and thereafter the legal heirs of the boatman, who died, shall be brought on record by the Board at once"
    whole = f"The matter is remanded to the High Court to be heard again in accordance with law and with care, {far}."
    assert told(case(f"{whole} The appeal is allowed.", Outcome.ALLOWED)) == (APPELLANT, True)
    rest = "We set aside the order and remit the matter to the Bench for the other contentions."
    assert told(case(f"{rest} The appeal is allowed.", Outcome.ALLOWED)) == (APPELLANT, False)


def test_a_number_does_not_end_the_sentence() -> None:
    ending = "The appeal is allowed and the petition filed by respondent Nos. 1 to 17 in this appeal is dismissed."
    assert told(case(ending, Outcome.ALLOWED)) == (APPELLANT, False)


def test_appeals_of_both_sides_that_fail_leave_the_order_as_it_was() -> None:
    ending = "The appeal filed by the State is dismissed. In the result all the four appeals are dismissed."
    subject = case(ending, Outcome.DISMISSED, (MAN, STATE), ("Criminal Appeal No. 7 of 2012",))
    assert told(subject) == (RESPONDENT, False)


def test_the_appeal_filed_by_the_appellants_is_theirs_though_the_state_appeals() -> None:
    ending = "The writ petition filed by Mohan is dismissed. The present appeal filed by the appellants stands allowed."
    assert told(case(ending, Outcome.ALLOWED, (STATE, MAN))) == (APPELLANT, False)


def test_a_representation_that_was_rejected_is_not_the_appeal() -> None:
    ending = (
        "So far as the Civil Appeal arising out of CWP No. 12/2011 is concerned, his representation is rejected. "
        "Civil Appeal arising out of SLP (C) No. 41/2012 arising out of the order passed in CWP No. 11/2011 is hereby "
        "dismissed. Civil Appeals, arising out of SLP (C) No. 42/2012 (arising out of CWP No. 12/2011) and SLP (C) No. "
        "43/2012 (arising out of CWP No. 13/2011) and arising out of SLP (C) No. 44 of 2012, are hereby allowed."
    )
    assert told(case(ending, Outcome.DISPOSED, (STATE, MAN))) == (None, False)


def test_only_the_order_of_the_majority_counts() -> None:
    order = "ORDER In accordance with the opinion of the majority, the appeal is allowed."
    ending = f"The appeal fails and is dismissed. {order}"
    assert told(case(ending, Outcome.ALLOWED)) == (APPELLANT, False)


@pytest.mark.parametrize(
    "ending",
    [
        "Accordingly, we set aside the sentence of death and sentence the appellant to imprisonment for life.",
        "We modify the order of the High Court by reducing the compensation payable by each of them to half.",
    ],
)
def test_a_death_sentence_or_a_payment_made_lighter_is_a_win_in_part(ending: str) -> None:
    numbers = ("Criminal Appeal No. 7 of 2012",)
    assert told(case(ending, Outcome.ALLOWED, (MAN, STATE), numbers)) == (APPELLANT, True)


def test_what_would_not_suffice_to_convict_makes_no_charge_lighter() -> None:
    ending = "Suspicion will not be sufficient to convict the accused under Section 302. The appeal is allowed."
    numbers = ("Criminal Appeal No. 7 of 2012",)
    assert told(case(ending, Outcome.ALLOWED, (MAN, STATE), numbers)) == (APPELLANT, False)


def test_the_lead_matter_is_known_by_its_number_even_in_a_range() -> None:
    numbers = ("Civil Appeal Nos. 3291-3294 of 2009", "Civil Appeal No. 12 of 2018")
    ending = "Civil Appeal Nos. 3291 to 3294 of 2009 are hereby allowed. All other Civil Appeals are dismissed."
    assert told(case(ending, Outcome.DISMISSED, numbers=numbers)) == (APPELLANT, False)


def test_an_accused_whose_own_appeal_is_allowed_has_won_though_the_other_accused_lost() -> None:
    numbers = ("Criminal Appeal No. 1136 of 2014", "Criminal Appeal No. 1933 of 2014")
    ending = "Criminal Appeal No. 1933 of 2014 is dismissed. Criminal Appeal No. 1136 of 2014 is allowed."
    assert told(case(ending, Outcome.DISPOSED, (MAN, STATE), numbers)) == (APPELLANT, False)


def test_an_appeal_of_the_other_side_that_failed_does_not_cloud_the_lead_matter() -> None:
    numbers = ("Civil Appeal No. 7 of 2012", "Civil Appeal No. 8 of 2012", "Civil Appeal No. 9 of 2012")
    ending = (
        "The appeals preferred by the Coastal Harbour Board will have to be dismissed. "
        "Civil Appeal No. 7 of 2012 is allowed. All other appeals are dismissed."
    )
    assert told(case(ending, Outcome.DISMISSED, numbers=numbers)) == (APPELLANT, False)


def test_settled_principles_settle_no_case_and_a_list_of_directions_is_read_item_by_item() -> None:
    ending = (
        "A suspect cannot be held without end under settled principles. We dispose of this appeal as follows; "
        "a. The witnesses shall be examined if available; b. The appellant shall be released on bail on 1 February; "
        "c. He shall not leave the State."
    )
    subject = case(ending, Outcome.DISPOSED, (MAN, STATE), ("Criminal Appeal No. 7 of 2012",))
    assert told(subject) == (APPELLANT, False)


def test_a_disposal_that_only_sends_the_case_back_says_so() -> None:
    ending = "We deem it appropriate to remand these cases to the High Court. The appeals are disposed of."
    assert find_result(case(ending, Outcome.DISPOSED)).why.startswith("the case was sent back")


def test_a_summary_of_a_lead_appeal_that_failed_beside_one_allowed_names_no_winner() -> None:
    case = next(case for case in builtin_cases() if case.id == "state-of-haryana-v-mohd-yunus-2024")
    result = find_result(case)  # the State's appeal was dismissed, that of a co-accused allowed in part
    assert (result.position, result.why) == (None, "one matter was allowed and another dismissed")
