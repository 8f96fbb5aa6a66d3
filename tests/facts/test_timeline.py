"""What happened on which day, as briefs, judgments and lists of dates write it."""

import re
import subprocess
import sys
from datetime import date, time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countercase.facts import event_words
from countercase.facts.timeline import read_timeline


def roles(text: str) -> list[tuple[str, str]]:
    return [(event.role, event.day.isoformat()) for event in read_timeline(text).events]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "He was arrested on 4 May 2019 and produced and remanded on 5 May 2019.",
            [("arrest", "2019-05-04"), ("remand", "2019-05-05"), ("production", "2019-05-05")],
        ),
        ("12.03.2019 – FIR lodged u/s 420 IPC", [("fir", "2019-03-12")]),
        ("Marriage: 1 June 2015. She died on 3 July 2018.", [("marriage", "2015-06-01"), ("death", "2018-07-03")]),
        ("The first report followed the death by a week, and the FIR is of 7 November 2019.", [("fir", "2019-11-07")]),
        ("On 8 June 2014 the vendor refused to execute the deed.", [("refusal", "2014-06-08")]),
        ("The suit was filed on 3rd March, 2011.", [("suit", "2011-03-03")]),
        ("This appeal is against the judgment dated 5.8.2008 of the High Court.", [("judgment", "2008-08-05")]),
        ("On 9.1.2012 the appeal was dismissed.", [("appeal decided", "2012-01-09")]),
        ("By then no charge-sheet was filed on 2.2.2020.", []),
        ("If he had been arrested on 5 May 2019 he would be free.", []),
        (
            "Appeal preferred on 1.2.2019, rejected on 3.4.2019.",
            [("appeal", "2019-02-01"), ("appeal decided", "2019-04-03")],
        ),
        ("DOB 3-11-2008 as per school record", [("birth", "2008-11-03")]),
        ("l2.O3.2019: accused arrested", [("arrest", "2019-03-12")]),
        (
            "Award dt. 3/1/23; signed copy received on 9/1/23.",
            [("award", "2023-01-03"), ("award received", "2023-01-09")],
        ),
    ],
)
def test_roles(text: str, expected: list[tuple[str, str]]) -> None:
    assert roles(text) == expected


def test_a_date_without_a_year_takes_the_nearest() -> None:
    timeline = read_timeline(
        "Arrested on 20 December 2018. The FSL report came on 10 January; recovered on 18 December."
    )
    assert [mention.day for mention in timeline.mentions] == [date(2018, 12, 20), date(2019, 1, 10), date(2018, 12, 18)]


def test_relative_dates() -> None:
    timeline = read_timeline("He fell on 30 June 2020. He was operated the next day and died two days later.")
    assert [mention.day for mention in timeline.mentions] == [date(2020, 6, 30), date(2020, 7, 1), date(2020, 7, 3)]
    assert read_timeline("It was seized the same day.").mentions == ()


def test_a_month_is_not_exact() -> None:
    (mention,) = read_timeline("They married in March 2013.").mentions
    assert (mention.day, mention.exact) == (date(2013, 3, 1), False)
    assert read_timeline("he may 2013 times").mentions == ()


def test_a_night_and_its_hour() -> None:
    (mention,) = read_timeline("Thieves broke in on the night of 11-12 May 2015 at 1 am.").mentions
    assert (mention.day, mention.at) == (date(2015, 5, 12), time(1))


@pytest.mark.parametrize(
    ("words", "hour"),
    [
        ("at 9 am", time(9)),
        ("at about 8.40 p.m.", time(20, 40)),
        (", 10:15 AM", time(10, 15)),
        ("at 2215 hrs", time(22, 15)),
        ("at 14.30 hours", time(14, 30)),
        ("at noon", time(12)),
        ("at 12.10 am", time(0, 10)),
    ],
)
def test_times_of_day(words: str, hour: time) -> None:
    (mention,) = read_timeline(f"produced on 5 May 2019 {words}").mentions
    assert mention.at == hour


def test_an_hour_before_its_date_and_in_a_list() -> None:
    assert read_timeline("arrested at 4.30 pm on 9 September 2021").mentions[0].at == time(16, 30)
    assert read_timeline("24.11.2018 - Boy apprehended at 6 pm.").events[0].at == time(18)


def test_a_birth_mentioned_in_passing_does_not_hide_the_event() -> None:
    found = roles("On 9 November 2022 Ramesh, born on 14 February 1979, was hit by a truck.")
    assert found == [("offence", "2022-11-09"), ("birth", "1979-02-14")]


def test_impossible_dates_are_ignored() -> None:
    assert read_timeline("on 31.02.2019, 45.13.2020 and 29 February 2019").mentions == ()


@settings(deadline=None, max_examples=60)
@given(st.text(alphabet="0123456789.-/ abmarchoOl,;\n()", max_size=200))
def test_no_text_raises_an_error_and_every_span_lies_in_the_text(text: str) -> None:
    timeline = read_timeline(text)
    for mention in timeline.mentions:
        assert mention.span.of(text)
    for event in timeline.events:
        assert event.span.of(text)


@settings(deadline=None, max_examples=40)
@given(st.dates(date(1950, 1, 1), date(2029, 12, 31)))
def test_every_way_of_writing_gives_the_same_day(day: date) -> None:
    for words in (
        f"{day:%d.%m.%Y}",
        f"{day:%d/%m/%Y}",
        f"{day:%d %B %Y}",
        f"{day:%B} {day.day}, {day.year}",
        f"{day:%Y-%m-%d}",
    ):
        assert [mention.day for mention in read_timeline(f"suit filed on {words} at Pune").mentions] == [day], words


def test_the_words_of_events_are_compiled_on_first_use() -> None:
    code = "from countercase.facts import event_words, timeline; print(event_words._at_opening.cache_info().currsize)"
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "0\n"


def test_words_of_events_are_found_where_one_pattern_of_all_rows_finds_them() -> None:
    rows = event_words._rows()
    groups = "|".join(f"(?P<r{number}>{words})" for number, (_, words) in enumerate(rows))
    in_one = re.compile(rf"\b(?=[a-z0-9])(?:{groups})")
    text = (
        "arrested on 3 may 2021 and produced before the magistrate; charge-sheet filed u/s 173. cheque no. 4 was"
        " dishonoured, the notice sent to a2, and 2nd bail petition dismissed; p.w. 3's evidence was recorded. e.g.m"
    )
    for start, end in ((0, len(text)), (9, 61), (40, 150), (61, 63)):
        expected = list(in_one.finditer(text, start, end))
        matches = list(event_words.TRIGGER.finditer(text, start, end))
        assert [match.span() for match in matches] == [match.span() for match in expected]
        assert [event_words.role_of(match) for match in matches] == [
            rows[int((match.lastgroup or "r0")[1:])][0] for match in expected
        ]


def test_a_year_alone_on_its_line_heads_the_dates_below_it() -> None:
    text = (
        "LIST OF DATES\n\n2016\n4 May: marriage at Bhopal.\n30 Dec: a daughter is born.\n2021\n"
        "5/2 - she dies by hanging.\n7 Feb: FIR.\n\nThe appeal is of 2023."
    )
    days = [str(mention.day) for mention in read_timeline(text).mentions]
    assert days == ["2016-05-04", "2016-12-30", "2021-02-05", "2021-02-07"]


def test_a_month_looked_back_to_gives_no_year_to_the_next_paragraph() -> None:
    text = (
        "She hanged herself on 3 March 2025.\n\nIn August 2021 he had asked for money.\n\nHe was arrested on 15 March."
    )
    assert str(read_timeline(text).first("arrest").day) == "2025-03-15"  # type: ignore[union-attr]


def days(text: str) -> list[str]:
    return [mention.day.isoformat() for mention in read_timeline(text).mentions]


def test_a_day_and_month_is_a_date_where_the_writer_gives_full_dates_so() -> None:
    text = "Cheque dt. 05.01.2019. Presented 28.03; memo 01.04. Notice by RPAD 27.04."
    assert days(text) == ["2019-01-05", "2019-03-28", "2019-04-01", "2019-04-27"]
    assert days(text.replace("05.01.2019", "5 January 2019")) == ["2019-01-05"]


@pytest.mark.parametrize(
    "number",
    ["at 10.10", "about 09.10", "Ex. 12.05", "net 04.10", "12.05 kg", "12.05 pm", "12.05 lakh", "Rs 12.05", "12.05%"],
)
def test_a_time_a_weight_or_a_sum_is_no_day_and_month(number: str) -> None:
    assert days(f"Raid on 03.02.2021. Found {number} in the shed.") == ["2021-02-03"]


def test_the_thirteenth_after_the_next_morning_is_that_day() -> None:
    text = "On 12 October 2024 the door was broken. They came the next morning. He was arrested on the 13th at 5 am."
    assert roles(text)[-1] == ("arrest", "2024-10-13")


def test_a_time_after_the_full_stop_of_a_short_date() -> None:
    text = "Occurrence 19.01.2012. Arrest 20.01., 6 am; before JMFC 21.01., 11 am."
    moments = {event.role: event.moment for event in read_timeline(text).events}
    assert str(moments["arrest"]) == "2012-01-20 06:00:00"


@pytest.mark.parametrize(
    ("entry", "at"),
    [
        ("03.06.2023 - Night naka. Driver arrested, 9 pm.", "2023-06-03 21:00:00"),
        (
            "03.06.2023: Police at the depot. The cleaner was arrested at the gate, about 4.30 a.m.",
            "2023-06-03 04:30:00",
        ),
        ("03.06.2023 - Night naka. Had the driver been arrested, 9 pm would be late.", None),
        ("03.06.2023 - Night naka. The driver was arrested and his employer told at 9 pm.", None),
    ],
)
def test_the_hour_of_a_second_event_of_an_entry(entry: str, at: str | None) -> None:
    event = read_timeline(entry + "\n04.06.2023 - Produced before the JMFC at 11 am.").first("arrest")
    assert (event and str(event.moment)) == at


def test_a_space_may_stand_after_the_full_stop_of_a_short_date() -> None:
    event = read_timeline("Occurrence 19.01.2012. Arrest 20.01. , 6 am.").first("arrest")
    assert event is not None
    assert str(event.moment) == "2012-01-20 06:00:00"


@pytest.mark.parametrize(
    ("text", "day", "words"),
    [
        ("He was held on the ninth of November 2024.", date(2024, 11, 9), "ninth of November 2024"),
        (
            "It came on the Thirty-first day of December, 2019.",
            date(2019, 12, 31),
            "Thirty-first day of December, 2019",
        ),
        ("Award of the twenty second March 2021.", date(2021, 3, 22), "twenty second March 2021"),
    ],
)
def test_a_day_written_out_is_a_date(text: str, day: date, words: str) -> None:
    assert [(mention.day, mention.span.of(text)) for mention in read_timeline(text).mentions] == [(day, words)]


def test_a_day_written_out_alone_is_of_the_month_last_named() -> None:
    text = "He was held on the ninth of November 2024. On the twenty-fifth he got bail. On the second floor lived PW-2."
    assert [mention.day.day for mention in read_timeline(text).mentions] == [9, 25]


@pytest.mark.parametrize("text", ["the second appeal", "the first week", "a third of March's rent", "PW-2, the fourth"])
def test_an_ordinal_without_a_month_is_no_date(text: str) -> None:
    assert read_timeline(text).mentions == ()
