"""What the learned reader adds to the lines: events of dates and lengths whose words no rule knows."""

from collections.abc import Collection, Sequence

import pytest

from countercase.domain.checklist import (
    ClauseKind,
    ClauseReading,
    EventReading,
    LawLine,
    NumberReading,
    NumberRole,
)
from countercase.domain.facts import FactKind, NumericalFact
from countercase.domain.span import Span
from countercase.facts.extract import extract_facts
from countercase.facts.lines import read_lines
from countercase.facts.lines.learned_events import LearnedEvents, read_events


class Telling:
    """A reader that tells the events of the dates and lengths whose words it is given, and of no others."""

    ingredients: Collection[str] = ()

    def __init__(self, told: dict[str, EventReading], counted: dict[str, NumberReading] | None = None) -> None:
        self._told, self._counted = told, counted or {}

    def kinds(self, clauses: Sequence[str]) -> list[dict[ClauseKind, float]]:
        return [dict.fromkeys(ClauseKind, 0.0) for _ in clauses]

    def raised(self, clauses: Sequence[str]) -> dict[str, float]:
        return {}

    def read(self, clauses: Sequence[str], wanted: Collection[str], least: float) -> list[ClauseReading]:
        return []

    def events(self, clauses: Sequence[str], places: Sequence[tuple[int, Span]]) -> list[EventReading]:
        nothing = EventReading("-", 1.0, "-", 1.0)
        return [self._told.get(span.of(clauses[clause]), nothing) for clause, span in places]

    def numbers(self, clauses: Sequence[str], places: Sequence[tuple[int, Span]]) -> list[NumberReading]:
        nothing = NumberReading(NumberRole.NONE, 1.0)
        return [self._counted.get(span.of(clauses[clause]), nothing) for clause, span in places]

    def unstated(self, clauses: Sequence[str], places: Sequence[tuple[int, Span, FactKind]]) -> list[float]:
        return [0.0 for _ in places]


def lines_of(
    narrative: str, told: dict[str, EventReading], counted: dict[str, NumberReading] | None = None
) -> list[LawLine]:
    return list(read_lines(narrative, events=read_events(narrative, Telling(told, counted))))


REMAND = "Accused charged u/s 302 IPC. Police papers reached the court {} of his jail."


def period(later: str, earlier: str, chance: float = 0.9) -> EventReading:
    return EventReading(later, chance, earlier, chance)


def test_a_length_whose_words_no_rule_knows_is_held_against_its_limit() -> None:
    narrative = REMAND.format("on the 93rd day")
    assert not lines_of(narrative, {})
    (line,) = lines_of(narrative, {"93rd day": period("charge-sheet", "remand")})
    assert (line.provision.id, line.stands) == ("CrPC-167(2)", "crossed")
    assert [span.of(narrative) for span in line.spans] == ["93rd day"]
    assert "small model" in line.says


def test_a_doubtful_event_draws_no_line() -> None:
    narrative = REMAND.format("on the 93rd day")
    assert not lines_of(narrative, {"93rd day": period("charge-sheet", "remand", 0.3)})


@pytest.mark.parametrize("later", ["-", "late"])
def test_a_length_of_no_event_draws_no_line(later: str) -> None:
    narrative = REMAND.format("on the 93rd day")
    assert not lines_of(narrative, {"93rd day": period(later, "remand")})


def test_a_length_that_states_the_law_draws_no_line() -> None:
    narrative = "Accused charged u/s 302 IPC. The police papers must reach the court within 90 days of his jail."
    assert not lines_of(narrative, {"90 days": period("charge-sheet", "remand")})


def test_a_date_without_a_known_event_gets_its_likely_one() -> None:
    narrative = "Accused charged u/s 302 IPC. Jailed first by the Magistrate: 3.1.2020. Papers of police: 20.4.2020."
    told = {
        "3.1.2020": EventReading("remand", 0.95, "-", 1.0),
        "20.4.2020": EventReading("charge-sheet", 0.95, "-", 1.0),
    }
    (line,) = [line for line in lines_of(narrative, told) if line.rule == "crpc-charge-sheet-90"]
    assert (line.value, line.stands) == ("108 days (109 with the day of remand)", "crossed")
    assert "small model" in line.says


def test_a_document_said_to_be_late_in_other_words_is_beyond_its_limit() -> None:
    narrative = "Decree of the trial court 4.2.2020. The first appeal before the High Court is 71 days behind time."
    told = {"71 days": period("appeal", "late")}
    late = [line for line in lines_of(narrative, told) if "late" in line.value]
    assert [(line.stands, line.value) for line in late] == [("crossed", "71 days late")]


def test_readings_move_with_an_edit() -> None:
    readings = LearnedEvents(
        (
            (Span(0, 4), period("arrest", "-")),
            (Span(10, 14), period("charge-sheet", "-")),
            (Span(20, 24), period("appeal", "-")),
        )
    )
    moved = readings.after(Span(10, 14), "a longer day")
    assert [span for span, _ in moved.readings] == [Span(0, 4), Span(10, 22), Span(28, 32)]
    at = moved.at(Span(12, 15))
    assert at is not None
    assert at.later == "charge-sheet"
    assert moved.at(Span(5, 9)) is None
    assert [span for span, _ in readings.after(Span(9, 15), "").readings] == [Span(0, 4), Span(14, 18)]


def test_a_length_that_surely_belongs_to_no_event_is_not_read_by_the_rules_either() -> None:
    narrative = (
        "Accused in a cheque case under Section 138 NI Act. Notice sent on the 29th day of the bank memo. In Rakesh's"
        " complaint the notice was sent on the 41st day of the bank memo."
    )
    assert not lines_of(
        narrative, {"29th day": period("notice sent", "dishonour")} | {"41st day": period("-", "-", 0.5)}
    )
    lines = lines_of(narrative, {"41st day": period("-", "-", 0.99), "29th day": period("notice sent", "dishonour")})
    assert [(line.value, line.stands) for line in lines] == [("29 days", "within")]


def test_a_length_whose_words_name_another_document_is_left_to_the_rules() -> None:
    narrative = (
        "Clerk of the Central Secretariat, removed from service. Departmental appeal not decided to date. O.A. before"
        " the Tribunal filed one year and four months after the appeal was presented."
    )
    told = {"one year and four months": period("application", "order")}
    lines = [line for line in lines_of(narrative, told) if line.provision.act == "AdministrativeTribunals"]
    # six months after the appeal that nobody decided, and then the year of section 21(1)(b)
    assert {(line.provision.id, line.stands) for line in lines} == {
        ("AdministrativeTribunals-20(2)(b)", "within"),
        ("AdministrativeTribunals-21(1)(b)", "within"),
    }


def test_an_appeal_to_the_court_of_session_has_thirty_days() -> None:
    narrative = (
        "Convicted under Section 138 NI Act. Appeal to the Sessions Court filed on the 34th day of the judgment."
    )
    (line,) = [line for line in read_lines(narrative) if line.provision.id == "Limitation-Article-115"]
    assert (line.line, line.stands) == ("30 days", "crossed")
    assert "small model" not in line.says


def test_an_appeal_that_the_days_of_the_copy_may_save_draws_no_line() -> None:
    narrative = (
        "Convicted by the Sessions Judge of murder. Appeal to the High Court filed on the 71st day of the judgment"
    )
    assert [line.stands for line in read_lines(f"{narrative}.")] == ["crossed"]
    assert not read_lines(f"{narrative}; the certified copy took eleven days.")


# Two dates that are each doubtful, read together.


def on_date(*events: tuple[str, float]) -> EventReading:
    """A date whose event is one of several."""
    role, chance = max(events, key=lambda event: event[1])
    return EventReading(role, chance, "-", 1.0, tuple(events))


REFUSED = (
    "Appeal under section 14A of the SC/ST Act. On 2 April 2026 the Special Court thought the door closed. We came here"
    " on {}."
)


@pytest.mark.parametrize(("second", "stands"), [("24 April 2026", "within"), ("24 August 2026", "crossed")])
def test_two_doubtful_dates_draw_a_line_together(second: str, stands: str) -> None:
    narrative = REFUSED.format(second)
    told = {
        "2 April 2026": on_date(("bail order", 0.4), ("order", 0.3), ("-", 0.3)),
        second: on_date(("appeal", 0.55), ("-", 0.4)),
    }
    lines = [line for line in lines_of(narrative, told) if line.rule == "scst-14a"]
    assert [line.stands for line in lines] == [stands]
    assert [span.of(narrative) for span in lines[0].spans] == [second, "2 April 2026"]
    assert "small model" in lines[0].says


def test_two_unlikely_dates_draw_none() -> None:
    narrative = REFUSED.format("24 April 2026")
    told = {"2 April 2026": on_date(("order", 0.4), ("-", 0.6)), "24 April 2026": on_date(("appeal", 0.5), ("-", 0.5))}
    assert not [line for line in lines_of(narrative, told) if line.rule == "scst-14a"]


def test_an_entry_of_a_list_of_dates_is_read_with_its_date() -> None:
    narrative = "Crl.A. u/s 14A SC/ST Act.\n3.3.25 - door closed by Spl. Judge\n24.6.25 - we came here"
    told = {"3.3.25": on_date(("bail order", 0.9)), "24.6.25": on_date(("appeal", 0.9))}
    (line,) = [line for line in lines_of(narrative, told) if line.rule == "scst-14a"]
    assert line.stands == "crossed"


@pytest.mark.parametrize(("placed", "recommended", "value", "stands"), [
    ("11 January 2020", "4 February 2020", "at least 14 working days", "crossed"),
    ("13 January 2020", "17 January 2020", "at most 4 working days", "within"),
])  # fmt: skip
def test_working_days_are_held_against_their_limit_if_holidays_change_nothing(
    placed: str, recommended: str, value: str, stands: str
) -> None:
    narrative = (
        f"Sanction under the UAPA. The evidence lay before the authority on {placed}; it spoke on {recommended}."
    )
    told = {placed: on_date(("evidence placed", 0.9)), recommended: on_date(("authority recommendation", 0.9))}
    (line,) = [line for line in lines_of(narrative, told) if line.rule == "uapa-45-recommendation"]
    assert (line.value, line.stands) == (value, stands)


# What a number counts.


def counts(role: NumberRole, chance: float = 0.9) -> NumberReading:
    return NumberReading(role, chance)


def test_an_age_in_words_that_no_rule_knows_is_held_against_eighteen() -> None:
    narrative = "Charge u/s 376 IPC of 3 May 2021. The prosecutrix, a staff nurse of twenty-four, met him in the ward."
    (line,) = [
        line
        for line in lines_of(narrative, {}, {"twenty-four": counts(NumberRole.AGE_OF_VICTIM)})
        if line.rule == "ipc-375-age-2013"
    ]
    assert (line.value, line.stands) == ("24 years", "crossed")


def test_the_birth_of_a_boy_who_took_his_life_is_not_that_of_the_accused() -> None:
    narrative = (
        "Charge-sheet under section 305 IPC against the warden. Vignesh, a pupil, born on 3 July 2005, was found dead"
        " in his room on 22 February 2023."
    )
    lines = lines_of(narrative, {}, {"3 July 2005": counts(NumberRole.AGE_OF_DECEASED)})
    ages = {line.rule: line.stands for line in lines if "age" in line.rule}
    assert ages == {"ipc-305-age": "within"}


def test_the_age_of_another_draws_no_line() -> None:
    narrative = "Charge u/s 302 IPC of 3 May 2021 against A-1. His sister, aged 16, was at school."
    assert not [line for line in lines_of(narrative, {}, {"16": counts(NumberRole.OTHER_AGE)}) if "age" in line.rule]


def test_the_number_of_those_who_came_is_held_against_five() -> None:
    narrative = "Charge u/s 302/149 IPC. Instructions are for Harjit and his party, four in the count of the widow."
    (line,) = lines_of(narrative, {}, {"four": counts(NumberRole.OFFENDERS)})
    assert (line.provision.id, line.value, line.stands) == ("IPC-141", "4 persons", "crossed")


def test_a_sentence_in_other_words_is_held_against_the_minimum() -> None:
    narrative = "Incident of 3 May 2021. The Judge thought six years proper for dowry death under section 304B IPC."
    (line,) = lines_of(narrative, {}, {"six years": counts(NumberRole.SENTENCE)})
    assert (line.provision.id, line.stands) == ("IPC-304B", "crossed")


def test_days_of_police_custody_and_of_rest_are_held_against_their_limits() -> None:
    narrative = (
        "Charge u/s 325 IPC of 3 May 2021. The police had him for seventeen days. The doctor wrote rest of nine days."
    )
    counted = {
        "seventeen days": counts(NumberRole.POLICE_CUSTODY),
        "nine days": counts(NumberRole.INCAPACITY),
    }
    lines = {line.provision.id: line.stands for line in lines_of(narrative, {}, counted)}
    assert lines["CrPC-167(2)"] == "crossed"
    assert lines["IPC-320"] == "crossed"


def test_a_doubtful_number_draws_no_line() -> None:
    narrative = "Charge u/s 302/149 IPC. Instructions are for Harjit and his party, four in the count of the widow."
    assert not lines_of(narrative, {}, {"four": counts(NumberRole.OFFENDERS, 0.5)})


def test_the_heaviest_sentence_in_other_words_decides_notice_and_remand() -> None:
    narrative = "Anticipatory bail. FIR u/s 115(2), 352 BNS of 3 May 2025. None of these above {}."
    for term, stands in (("five years", "within"), ("nine years", "crossed")):
        lines = lines_of(narrative.format(term), {}, {term: counts(NumberRole.SENTENCE_IN_LAW)})
        assert {line.stands for line in lines if line.provision.id == "BNSS-35(1)(b)"} == {stands}


def test_the_scales_decide_the_time_for_a_charge_sheet_where_only_the_reader_sees_the_charge() -> None:
    narrative = "Drugs case. 90 g heroin seized on 7.3.2023. First remand 8.3.2023. Challan 30.5.2023."
    lines = read_lines(narrative, events=LearnedEvents(raised=frozenset({"ndps-conspiracy"})))
    assert {(line.line, line.stands.value) for line in lines if line.provision.id == "CrPC-167(2)"} == {
        ("60 days", "crossed")
    }


def test_a_likely_event_has_the_time_of_its_entry() -> None:
    narrative = (
        "FIR 12.02.2017 u/s 406 IPC.\n18.02.2017 P-1 taken from his shop 9 am.\n19.02.2017 produced 8 am before JMFC."
    )
    told = {"18.02.2017": EventReading("arrest", 0.95, "-", 0.9)}
    assert [line.value for line in lines_of(narrative, told) if line.provision.id == "CrPC-57"] == ["23 hours"]


def test_the_reader_says_whose_age_a_number_is_where_no_rule_does() -> None:
    counted = {
        "41 years": NumberReading(NumberRole.AGE_OF_ACCUSED, 0.95),
        "19 years": NumberReading(NumberRole.AGE_OF_VICTIM, 0.6),
        "9 years": NumberReading(NumberRole.OTHER_AGE, 0.6),
    }
    text = "Mahesh, aged 41 years, is in jail. Rani, aged 19 years, and Raju, aged 9 years, were there."
    sheet = extract_facts(text, Telling({}, counted))
    roles = {fact.value: fact.role for fact in sheet.facts if isinstance(fact, NumericalFact)}
    assert roles == {41: "accused", 19: None, 9: "other person"}


CUSTODY = "Accused in jail u/s 406 IPC, FIR 2.1.2019. PC {} given. {}"


@pytest.mark.parametrize(
    ("spell", "rest", "value"),
    [
        ("4 days", "", "4 days"),
        ("4 days", "Then 3 days, again with the police.", "7 days"),
        ("7 days", "", "7 days"),
        ("7 days, then 6 more in May, 13 days in all", "", "13 days"),
    ],
)
def test_police_custody_in_the_whole_is_the_sum_of_its_spells(spell: str, rest: str, value: str) -> None:
    counted = {f"{days} days": NumberReading(NumberRole.POLICE_CUSTODY, 0.9) for days in (4, 3, 7)}
    lines = lines_of(CUSTODY.format(spell, rest), {}, counted)
    assert [line.value for line in lines if line.rule == "police custody"] == [value]


def test_one_spell_of_police_custody_is_not_the_whole_where_there_was_another() -> None:
    counted = {"3 days": NumberReading(NumberRole.POLICE_CUSTODY, 0.9)}
    lines = lines_of(CUSTODY.format("3 days", "CJM gave 2 more days in a third PCR."), {}, counted)
    assert not [line for line in lines if line.rule == "police custody"]


def test_the_day_of_a_deposition_is_not_that_of_the_offence() -> None:
    text = "POCSO s. 6. Victim born 28.11.2005. In Court on 14.11.2022: accused pulled her into a van."
    told = {"14.11.2022": EventReading("offence", 0.9, "-", 0.9)}
    assert not [line for line in lines_of(text, told) if "14 November 2022" in line.value]
    assert [line for line in lines_of(text.replace("In Court on ", "On "), told) if "14 November 2022" in line.value]
