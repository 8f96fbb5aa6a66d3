"""The later history as a picture: one row a court, one mark an event, shapes and not only colours."""

import re
import xml.etree.ElementTree as ET
from datetime import date

from countercase.report.charts import TimelineMark, timeline

MARKS = [
    TimelineMark(date(1990, 5, 1), "Supreme Court of India", "good", "followed: A & B"),
    TimelineMark(date(2017, 8, 24), "Supreme Court of India", "against", "overruled: C"),
    TimelineMark(date(2001, 1, 1), "High Court of Delhi", "doubt", "doubted: D"),
]


def test_every_event_is_drawn_in_its_year_and_row() -> None:
    drawn = str(timeline("History", MARKS, date(1962, 12, 18)))
    ET.fromstring(drawn)
    assert [drawn.count(f'class="mark-{kind}"') for kind in ("good", "against", "doubt")] == [1, 1, 1]
    assert "A &amp; B" in drawn
    assert drawn.count("Delhi") == 1
    places = [float(x) for x in re.findall(r'<circle cx="([\d.]+)"', drawn)]
    assert 190 < places[0] < 740


def test_nothing_is_drawn_where_nothing_has_a_date() -> None:
    assert timeline("History", []) == ""
