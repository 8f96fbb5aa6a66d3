"""Civil lines that advocates found wrong or missing, one cause at a time: land, motor claims, consumers, arbitration."""

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
        "Section 4 notification 3.3.2007, declaration 1.2.2008, Collector's award 4.5.2009; lapse under the Act of 2013 is"
        " also pleaded. The reference court enhanced the neighbour's rate on 2.2.2015. Application u/s 28-A filed on"
        " 9.4.2015."
    )
    drawn = {line.provision.base: line.stands for line in read_lines(text)}
    assert drawn["LAA-28A"] is Stands.WITHIN
    assert "RFCTLARR-73" not in drawn
