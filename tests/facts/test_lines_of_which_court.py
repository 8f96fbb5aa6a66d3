"""Time for an appeal depends on the court to which it lies and on who appeals."""

import pytest

from countercase.facts.checklist import matter_lines
from countercase.facts.extract import extract_facts
from countercase.facts.lines import read_lines
from countercase.models.clause_matcher import built_in_matcher

TO_SESSIONS = (
    "IN THE COURT OF THE SESSIONS JUDGE, NASHIK\nAppeal of Mohan Pawar against conviction under Sections 420 and 467\n"
    "03.05.2022: Judicial Magistrate First Class convicts. Four years.\n20.06.2022: The appeal is filed."
)
OF_STATE = (
    "Crl. A. 44/20, State of Goa v. Peter, High Court at Panaji. Tried u/s 302 IPC. Sessions Judge by judgment dated"
    " 04.02.2020: convicted u/s 304 Part II IPC. Appeal filed 20.05.2020."
)
SECOND = (
    "High Court of Kerala. Second appeal, section 100 CPC. Suit for title. 03.01.2018: Munsiff's decree. 01.03.2018:"
    " first appeal to the Subordinate Judge. 02.02.2021: appeal dismissed. 20.04.2021: second appeal filed."
)


def test_an_appeal_that_a_sessions_judge_hears_lies_from_a_magistrate() -> None:
    lines = [line for line in read_lines(TO_SESSIONS) if line.provision.id == "Limitation-Article-115"]
    assert [(line.line, line.stands.value) for line in lines] == [("30 days", "crossed")]


def test_an_appeal_of_the_state_from_a_lesser_conviction_is_not_under_article_115() -> None:
    assert not [line for line in read_lines(OF_STATE) if line.provision.id == "Limitation-Article-115"]


def test_in_a_second_appeal_the_first_did_not_go_to_the_high_court() -> None:
    first = [line for line in read_lines(SECOND) if "appeal to the High Court" in line.quantity]
    assert first == []


@pytest.mark.parametrize(
    ("told", "persons"), [("Nine masked men came.", 1), ("A ruling is cited of nine masked men.", 0)]
)
def test_persons_of_a_cited_ruling_are_not_counted(told: str, persons: int) -> None:
    text = f"FIR u/s 395 IPC of 3.4.2021. {told} The shop was robbed of gold."
    assert len([line for line in read_lines(text) if line.provision.id == "IPC-391"]) == persons


def test_no_line_is_counted_from_a_date_of_another_agreement() -> None:
    text = (
        "Suit for specific performance of the agreement of 4 March 2013, filed on 21 August 2017.\n"
        "1. P has one more agreement, with Teja Ram, of other land; the date fixed there is 31 December 2016."
    )
    reader = built_in_matcher()
    lines, _ = matter_lines(extract_facts(text, reader), reader)
    assert not [line for line in lines if line.provision.id == "Limitation-Article-54" and "2016" in line.says]


@pytest.mark.parametrize(
    ("copy", "value"),
    [
        ("We got the copy on 1 August 2025; we had applied on 10 July 2025.", "80 days"),
        ("We got the copy on 1 August 2025; the bank had applied on 10 March 2025.", "103 days"),
        ("", "103 days"),
    ],
)
def test_time_for_a_copy_may_be_told_from_its_end(copy: str, value: str) -> None:
    text = (
        "High Court of Kerala, regular first appeal. The suit for specific performance was dismissed with a decree of"
        f" 9 July 2025. {copy} The appeal was filed on 20 October 2025."
    )
    lines = [line.value for line in read_lines(text) if line.rule == "lim-116-hc"]
    assert [line.startswith(value) for line in lines] == [True], lines
