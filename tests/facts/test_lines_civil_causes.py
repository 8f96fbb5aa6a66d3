"""Civil lines that advocates found wrong or missing, one cause at a time: land, motor claims, consumers, awards."""

import pytest

from countercase.domain.checklist import EventReading, LawLine, Stands
from countercase.domain.span import Span
from countercase.facts.lines import read_lines
from countercase.facts.lines.learned_events import LearnedEvents


def lines_of(text: str, rule: str, learned: LearnedEvents | None = None) -> list[LawLine]:
    return [line for line in read_lines(text, events=learned) if line.rule == rule]


def span_of(text: str, words: str) -> Span:
    return Span(text.index(words), text.index(words) + len(words))


def test_one_filing_with_two_names_draws_one_line() -> None:
    text = "Arbitral award received 3.2.2017. Petition filed 10.5.2017 to set it aside. Petition refiled 4.8.2017."
    as_read = EventReading("section 34 petition", 0.9, "-", 1.0, (("section 34 petition", 0.9),))
    learned = LearnedEvents(tuple((span_of(text, day), as_read) for day in ("10.5.2017", "4.8.2017")))
    refiled = [line for line in lines_of(text, "arb-34-three", learned) if "4 August 2017" in line.says]
    assert len(refiled) == 1


@pytest.mark.parametrize(
    "told",
    [
        "Objections u/s 5-A were filed in time; a hearing was given on 9.9.2003.",
        "Objections under section 5-A were rejected on 9.9.2003.",
        "9.9.2003: objections heard by the Collector.",
    ],
)
def test_the_hearing_of_objections_is_not_their_filing(told: str) -> None:
    notified = "Land acquired. Section 4 notification published 2.6.2003, section 6 declaration 5.3.2004. "
    assert lines_of(notified + told, "laa-5a") == []
    assert lines_of(notified + "Objections under section 5-A filed on 1.7.2003.", "laa-5a") != []


def test_an_award_under_the_old_act_is_redetermined_under_the_old_act() -> None:
    text = (
        "Section 4 notification 3.3.2007, declaration 1.2.2008, Collector's award 4.5.2009; lapse under the Act of 2013"
        " is also pleaded. The reference court enhanced the neighbour's rate on 2.2.2015. Application u/s 28-A filed on"
        " 9.4.2015."
    )
    drawn = {line.provision.base: line.stands for line in read_lines(text)}
    assert drawn["LAA-28A"] is Stands.WITHIN
    assert "RFCTLARR-73" not in drawn


POLICY = "Motor accident claim. The accident was on 7.9.2016 and he died. The policy was {}. Our appeal is of 3.2.2020."


@pytest.mark.parametrize(
    ("term", "last", "stands"),
    [
        ("in force from 2.10.2015 for one year", "1 October 2016", Stands.WITHIN),
        ("issued from 2.8.2015 for a period of twelve months", "1 August 2016", Stands.CROSSED),
    ],
)
def test_the_last_day_of_a_policy_follows_from_its_term(term: str, last: str, stands: Stands) -> None:
    (line,) = lines_of(POLICY.format(term), "policy")
    assert line.value == f"policy to {last}, accident 7 September 2016"
    assert line.stands is stands


def test_the_last_day_of_a_policy_is_no_other_date_of_a_long_sentence() -> None:
    text = (
        "motor accident claim the accident was on 7 september 2016 policy was in force from 2 october 2015 to 1 october"
        " 2016 and the award came on 5 may 2019 and we filed our appeal on 3 february 2020"
    )
    assert [line.value for line in lines_of(text, "policy")] == ["policy to 1 October 2016, accident 7 September 2016"]


def test_the_unladen_weight_of_a_goods_vehicle_tells_nothing_of_its_gross_weight() -> None:
    text = "Motor accident claim. The licence was for a light motor vehicle. The {} has an unladen weight of 2,100 kg."
    assert lines_of(text.format("goods van"), "mv-2-21-weight") == []
    assert lines_of(text.format("car"), "mv-2-21-weight") != []


def test_a_widow_who_is_only_named_is_a_dependant() -> None:
    text = (
        "Motor accident claim. On 4.3.2021 Ramesh, aged 37, was killed. He leaves Savita, two minor children and his"
        " father, all living on him. One-fourth was deducted for personal expenses."
    )
    assert [line.quantity for line in lines_of(text, "deduction applied")] == [
        "deduction for personal expenses with 4 dependants"
    ]


def test_nothing_added_for_future_prospects_is_too_little() -> None:
    text = (
        "Motor accident claim. The deceased, aged 36, was a permanent lecturer. Accident 3.3.2010, award 5.6.2012. The"
        " Tribunal added nothing for future prospects."
    )
    assert [(line.value, line.line, line.stands) for line in lines_of(text, "prospects applied")] == [
        ("0 per cent", "50 per cent", Stands.CROSSED)
    ]


CHEQUE = "Complaint under section 138 N.I. Act. Cheque dated 4.1.2018, presented on 6.2.2018. "


def test_what_the_bank_told_the_payee_is_the_information_of_dishonour() -> None:
    text = CHEQUE + "His bank informed him on 10.2.2018. Notice sent on 2.3.2018."
    assert [line.value for line in lines_of(text, "ni-138-b-2003")] == ["20 days"]


UNCLAIMED = (
    CHEQUE + "Memo 8.2.2018. Notice sent on 20.2.2018. 1.3.2018: returned 'unclaimed'. Complaint filed 30.4.2018."
)


def test_a_notice_returned_unclaimed_was_served_that_day() -> None:
    (line,) = lines_of(UNCLAIMED, "ni-142-2003")
    assert line.stands is Stands.CROSSED
    assert "notice received 1 March 2018" in line.says
    assert "K. Bhaskaran" in line.says


def test_section_143a_does_not_reach_an_older_offence() -> None:
    ordered = " On 5.2.2019 interim compensation was ordered under section 143A."
    (line,) = lines_of(UNCLAIMED + ordered, "ni-143a-commencement")
    assert (line.value, line.stands) == ("offence complete 17 March 2018", Stands.CROSSED)
    assert lines_of(UNCLAIMED, "ni-143a-commencement") == []
    assert lines_of((UNCLAIMED + ordered).replace("2018", "2019"), "ni-143a-commencement") == []


@pytest.mark.parametrize(
    ("debt", "rule"),
    [
        ("The loan was given on 5.6.2013, and Rs 40,000 of it was repaid in cash.", "lim-18-cheque-loan"),
        ("The seed was delivered on credit on 5.6.2013.", "lim-18-cheque-goods"),
    ],
)
def test_a_balance_confirmation_is_held_against_the_time_of_the_debt(debt: str, rule: str) -> None:
    confirmed = " He signed a balance confirmation on 2.5.2016. "
    assert [line.stands for line in lines_of(debt + confirmed + CHEQUE, rule)] == [Stands.WITHIN]
    late = confirmed.replace("2016", "2017")
    assert [line.stands for line in lines_of(debt + late + CHEQUE, rule)] == [Stands.CROSSED]


@pytest.mark.parametrize(
    ("forum", "is_drawn"),
    [
        ("Appeal to the State Commission from the order of the District Commission", False),
        ("Complaint filed before the State Commission", True),
    ],
)
def test_the_limits_of_the_state_commission_are_those_of_its_original_jurisdiction(forum: str, is_drawn: bool) -> None:
    text = f"{forum} under the Consumer Protection Act, 2019. She paid Rs 70,000 for the operation of 4.4.2022."
    drawn = {line.provision.base for line in read_lines(text)}
    assert ("CPA2019-47" in drawn) is is_drawn


def test_the_days_that_a_copy_had_taken_are_left_out() -> None:
    text = (
        "Suit for title decreed by the Munsiff on 4.2.2019. First appeal filed in the District Court on 15.3.2019; the"
        " certified copy had taken five days."
    )
    assert [line.value for line in lines_of(text, "lim-116-other")] == ["34 days (39 less 5 for the copy)"]


def test_a_filing_said_to_be_non_est_is_counted_both_ways() -> None:
    text = (
        "Arbitral award received 3.2.2019. Section 34 petition filed 20.5.2019. It had no affidavit and no award; cured"
        " 1.8.2019. We say it was non est till then."
    )
    first, cured = lines_of(text, "arb-34-thirty")
    assert (first.value, first.stands) == ("17 days", Stands.WITHIN)
    assert "If this filing is held to be none in law, only the refiling counts." in first.says
    assert (cured.value, cured.stands) == ("90 days", Stands.CROSSED)
    assert "Counted to the refiling" in cured.says


def test_an_extension_by_consent_is_held_against_eighteen_months() -> None:
    text = (
        "Arbitration. The arbitrator received notice of his appointment on 3.3.2016. Parties extended the time by six"
        " months on 10.1.2017. Award made 20.8.2017. Petition under section 34 filed 1.10.2017."
    )
    (line,) = lines_of(text, "arb-29a-3-2015")
    assert (line.value, line.stands) == ("1 year 5 months 17 days", Stands.WITHIN)


def test_a_claim_for_work_done_has_the_article_of_the_claim() -> None:
    text = (
        "Arbitration award. The road work was done by 4.6.2014. The bill was rejected by letter of 5.1.2015. Notice"
        " invoking arbitration received 9.9.2018."
    )
    also = {provision.id for line in read_lines(text) for provision in line.provisions}
    assert "Limitation-Article-18" in also
    assert "Limitation-Article-137" not in also


SALE = "Suit for specific performance of an agreement of 4.5.1994 to sell a shop for Rs 6,00,000; Rs 50,000 was paid as"
SALE += " earnest. "


def test_a_party_born_less_than_eighteen_years_before_the_agreement_could_not_contract() -> None:
    born = "The seller's brother Dinesh, one of the two vendors, was born on 3.2.1978."
    assert [line.stands for line in lines_of(SALE + born, "contract-11-age")] == [Stands.CROSSED]
    assert lines_of(SALE + born.replace("1978", "1961"), "contract-11-age") == []


def test_an_account_that_never_held_enough_tells_against_readiness() -> None:
    text = SALE + "He admits that his savings account never held more than Rs 12,000."
    assert [(line.value, line.stands) for line in lines_of(text, "funds")] == [("Rs 12,000", Stands.CROSSED)]


def test_a_defendant_pleads_adverse_possession_against_the_suit() -> None:
    text = SALE + "Suit filed on 4.4.2007. Defendant no. 2 sets up adverse possession of the rear yard since 1.2.1996."
    assert [line.stands for line in lines_of(text, "lim-65")] == [Stands.WITHIN]
