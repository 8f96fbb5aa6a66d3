"""A client's letter: its date is the day on which he asks, and he tells of his possession in his own words."""

import pytest

from countercase.facts.lines import read_lines
from countercase.facts.timeline import Timeline, read_timeline

HEAD = "12 March 2024\n\nDear Sir,\n\n"
ASK = " Can they throw me out? I want to file everything next week."


def lines(text: str, rule: str) -> list[tuple[str, str]]:
    """The value and the side of each line of a rule."""
    return [(line.value, line.stands.value) for line in read_lines(text) if line.rule == rule]


@pytest.mark.parametrize(
    ("day", "value", "stands"),
    [
        ("3 May 2009", "14 years 10 months 9 days", "crossed"),
        ("3 May 2016", "7 years 10 months 9 days", "within"),
    ],
)
def test_possession_claimed_in_the_sentence_after_a_date(day: str, value: str, stands: str) -> None:
    text = f"{HEAD}On {day} Mr. Nair's agent came to the house. I told him before all that the house is mine.{ASK}"
    assert lines(text, "lim-65-year") == [(value, stands)]


def test_a_claim_that_is_denied_is_said_to_be() -> None:
    text = (
        f"{HEAD}On 3 May 2009 the agent came. I told him that the house is mine. He now says I begged and he allowed"
        f" me to stay.{ASK}"
    )
    (line,) = (line for line in read_lines(text) if line.rule == "lim-65-year")
    assert line.says.endswith("The claim is denied, or permission is pleaded.")


def test_a_thing_that_is_mine_is_no_land() -> None:
    text = f"{HEAD}On 3 May 2009 he came. I told him that the bicycle is mine.{ASK}"
    assert lines(text, "lim-65-year") == []


def test_thirty_years_against_the_government() -> None:
    text = f"{HEAD}The shed is on poramboke. This I enclosed in June 2004, and I am called a trespasser.{ASK}"
    assert lines(text, "lim-112-year") == [("about 19 years", "within")]


@pytest.mark.parametrize(("notice", "stands"), [("2 February 2024", "crossed"), ("2 January 2024", "within")])
def test_two_months_after_the_notice_to_the_government(notice: str, stands: str) -> None:
    text = f"{HEAD}I sent a registered notice to the Collector on {notice}. No answer.{ASK}"
    assert [side for _, side in lines(text, "cpc-80")] == [stands]


def test_a_suit_that_is_still_too_early_is_said_to_be() -> None:
    text = f"{HEAD}I sent a registered notice to the Collector on 2 February 2024. No answer.{ASK}"
    (line,) = (line for line in read_lines(text) if line.rule == "cpc-80")
    assert line.says.endswith("Not filed yet, and not to be filed before 2 April 2024 is over.")


@pytest.mark.parametrize(("day", "stands"), [("1 December 2023", "within"), ("1 August 2023", "crossed")])
def test_six_months_for_the_summary_suit(day: str, stands: str) -> None:
    text = f"{HEAD}On {day} they broke the wall and put up posts on my plot. There was no court order.{ASK}"
    assert [side for _, side in lines(text, "sra-6")] == [stands]


def test_a_date_that_heads_no_letter_is_not_the_day_of_asking() -> None:
    text = "12 March 2024 Notice sent to the Collector.\nThe suit is about a plot."
    assert lines(text, "cpc-80") == []


def test_a_timeline_with_more_events_forgets_what_it_looked_up() -> None:
    from dataclasses import replace

    from countercase.facts.dated_events import DatedEvent

    timeline = read_timeline("The notice was sent on 4 May 2020.")
    assert timeline.of("suit") == ()
    event = DatedEvent("suit", timeline.mentions[0].day, timeline.mentions[0].span)
    more: Timeline = replace(timeline, events=(*timeline.events, event))
    assert more.of("suit") == (event,)


def test_the_number_of_a_party_is_no_day_of_the_month() -> None:
    timeline = read_timeline("Suit filed on 4.5.2016. D-2 sep. represented, PW-3 may be recalled.")
    assert [mention.day.isoformat() for mention in timeline.mentions] == ["2016-05-04"]


def test_part_performance_in_a_cited_ruling_draws_no_line() -> None:
    text = "Unregistered agreement of 10.2.2013. Suit 4.5.2016. The plaintiff cites a ruling on s.53A TPA."
    assert [line for line in read_lines(text) if line.provision.base == "TPA-53A"] == []


def test_the_defendant_of_a_suit_on_title_who_said_so_is_under_article_65() -> None:
    text = (
        "Suit for possession on title. On 11 August 2005 he answered that the house is mine. Suit filed 9 March 2016."
    )
    assert lines(text, "lim-64") == []
    assert lines(text, "lim-65") == [("10 years 6 months 27 days", "within")]


ARRESTED = (
    "A-1 is accused under sections 318(4) and 316(2) BNS. He was arrested on 20 August 2025 at 6.30 p.m. and produced"
    " on 22 August 2025 at 11 a.m. He was remanded that day. {}"
)


@pytest.mark.parametrize("head", ["Conference note, 3 November 2025.\n\n", "Brief for counsel dated 03.11.2025\n\n"])
@pytest.mark.parametrize(
    "silence", ["No charge-sheet has been filed till today.", "The challan has not yet been filed even today."]
)
def test_a_charge_sheet_that_has_not_come_is_counted_to_the_day_of_the_note(head: str, silence: str) -> None:
    lines = [line for line in read_lines(head + ARRESTED.format(silence)) if line.provision.id == "BNSS-187(3)"]
    assert [(line.line, line.stands.value) for line in lines] == [("60 days", "crossed")]
    assert "3 November 2025" in lines[0].says


@pytest.mark.parametrize(
    "silence", ["No charge-sheet had been filed till then.", "No charge-sheet had been filed till 4 October 2025."]
)
def test_a_charge_sheet_that_had_not_come_on_another_day_is_not(silence: str) -> None:
    lines = read_lines("Conference note, 3 November 2025.\n\n" + ARRESTED.format(silence))
    assert not any("3 November 2025" in line.says for line in lines if line.provision.id == "BNSS-187(3)")
