"""Periods that a matter states: lengths, their events, and the words that count two dates."""

import pytest

from countercase.domain.checklist import LawLine, Stands
from countercase.facts.lines import read_lines
from countercase.facts.lines.stated_lengths import read_lengths


def lines_of(text: str, rule: str) -> list[LawLine]:
    return [line for line in read_lines(text) if line.rule == rule]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("5 years 11 months after marriage", ["5 years 11 months"]),
        ("five months and 18 days", ["5 months 18 days"]),
        ("on the 82nd day", ["82 days"]),
        ("the seventy-third day", ["73 days"]),
        ("(day 88)", ["88 days"]),
        ("within 24 hours", ["within 24 hours"]),
        ("after 19 working days", ["19 working days"]),
        ("two and a half yrs. later", ["2.5 years"]),
        ("the 7th day of March", []),
        ("produced next day 3 p.m.", []),
        ("the fifteenth day passed", []),
        ("3-4 days", []),
    ],
)
def test_a_length_is_read_as_it_is_written(text: str, words: list[str]) -> None:
    assert [length.words for length in read_lengths(text.lower())] == words


def test_the_words_that_count_two_dates_belong_to_the_line() -> None:
    text = "S. 302 IPC. Sessions Court: life, judgment 12.1.2023. Appeal filed 4.4.2023, i.e. on the 82nd day."
    (line,) = lines_of(text, "lim-115-hc")
    assert line.stands is Stands.CROSSED
    assert [span.of(text) for span in line.spans] == ["4.4.2023", "82nd day", "12.1.2023"]


def test_a_count_that_the_dates_contradict_is_left_out() -> None:
    text = "S. 302 IPC. Sessions Court: life, judgment 12.1.2023. Appeal filed 4.4.2023, i.e. on the 52nd day."
    (line,) = lines_of(text, "lim-115-hc")
    assert line.stands is Stands.CROSSED
    assert [span.of(text) for span in line.spans] == ["4.4.2023", "12.1.2023"]


def test_a_count_from_another_event_is_not_that_of_the_custody() -> None:
    text = "S. 64(1) BNS. FIR 18.3.2025. Arrested 19.3.2025. Charge-sheet filed 31.5.2025, 74th day from the FIR."
    (custody,) = lines_of(text, "bnss-charge-sheet-90")
    (investigation,) = lines_of(text, "bnss-193-rape")
    assert "74th day" not in [span.of(text) for span in custody.spans]
    assert "74th day" in [span.of(text) for span in investigation.spans]


def test_dates_go_before_words_and_draw_one_line() -> None:
    text = "S. 138 NI. Memo of dishonour 29.3.2023; notice sent 17.4.2023, 19 days from the memo."
    assert len(lines_of(text, "ni-138-b-2003")) == 1


def test_passages_that_disagree_draw_no_line() -> None:
    text = "S. 302 IPC. Remanded in May 2019. Charge-sheet filed on the 88th day. Charge-sheet filed on the 93rd day."
    assert not lines_of(text, "crpc-charge-sheet-90")


def test_days_from_the_arrest_near_the_limit_show_nothing() -> None:
    assert not lines_of("S. 379 IPC. The charge-sheet came 62 days after his arrest.", "crpc-charge-sheet-60")
    assert lines_of("S. 379 IPC. The charge-sheet came 70 days after his arrest.", "crpc-charge-sheet-60")


def test_an_extension_leaves_the_ninety_days_in_doubt() -> None:
    text = "S. 302 IPC. Arrested 5.3.2019. The court extended the time. Charge-sheet filed on the 120th day."
    assert not lines_of(text, "crpc-charge-sheet-90")


def test_a_late_step_of_the_pandemic_shows_nothing() -> None:
    text = "Summons served. Written statement filed on 4.9.2020, on the 75th day."
    assert not lines_of(text, "ws-30")


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("ws-90", "Suit for partition. The written statement came on the 127th day."),
        ("nia-21-outer", "Appeal u/s 21 NIA Act. Order of 5.1.2026; the appeal was presented on the 104th day."),
        (
            "crpc-limitation-c-cruelty",
            "S. 498A, 406 IPC. She left the matrimonial home 3.3.2014. FIR 14.6.2018, 4 years 3 months after she left.",
        ),
    ],
)
def test_an_outer_limit_is_shown_once_it_is_crossed(rule: str, text: str) -> None:
    (line,) = lines_of(text, rule)
    assert line.stands is Stands.CROSSED


def test_sections_that_are_not_put_do_not_decide_the_remand() -> None:
    text = (
        "FIR u/s 363, 366 IPC. No s.376/POCSO added. The I.O. noted s.364A in the diary and struck it out."
        " Remand 15.7.2022; charge sheet 13.9.2022 on the 61st day."
    )
    (line,) = [line for line in read_lines(text) if "charge-sheet" in line.rule]
    assert (line.rule, line.stands) == ("crpc-charge-sheet-60", Stands.CROSSED)


def test_a_period_to_another_step_does_not_hide_the_stated_one() -> None:
    text = (
        "UAPA. Arrest 12.9.2024. PP's report for extension filed 9.12.2024 (88th day). Extended to 180 days."
        " Charge sheet filed on the 171st day."
    )
    assert {line.rule for line in read_lines(text)} >= {"uapa-43d-extension", "uapa-43d-extended"}


def test_many_dates_and_lengths_stay_cheap_to_read() -> None:
    entry = "S. 302 IPC. Remanded 4.3.2019. Charge-sheet filed 4.5.2019, on the 61st day.\n"
    assert {line.stands for line in lines_of(entry * 300, "crpc-charge-sheet-90")} == {Stands.WITHIN}
