"""Lines of steps that must come in an order or within a time: sanction, deposit, records, production, bail, appeal."""

import pytest

from countercase.domain.checklist import EventReading
from countercase.facts.lines import read_lines
from countercase.facts.lines.learned_events import LearnedEvents
from countercase.facts.timeline import read_timeline


def sides(narrative: str, base: str, learned: LearnedEvents | None = None) -> dict[str, str]:
    """The side of each line of a section, by what it measures."""
    return {
        line.quantity: line.stands.value
        for line in read_lines(narrative, events=learned)
        if base in {provision.base for provision in line.provisions}
    }


def learned(narrative: str, events: dict[str, str]) -> LearnedEvents:
    """What the learned reader would say of dates: each of one event, for certain."""
    readings = []
    for mention in read_timeline(narrative).mentions:
        role = events.get(mention.span.of(narrative), "-")
        readings.append((mention.span, EventReading(role, 0.97, "-", 0.9, ((role, 0.97),), ())))
    return LearnedEvents(tuple(readings))


TRAP = (
    "PC Act s.7 trap. Arrest 16.05.2016. Charge-sheet and cognizance on {cognizance}. Sanction order signed {sanction}."
)


@pytest.mark.parametrize(
    ("cognizance", "sanction", "side"),
    [("02.03.2017", "09.03.2017", "crossed"), ("02.03.2017", "22.02.2017", "within")],
)
def test_sanction_comes_before_cognizance(cognizance: str, sanction: str, side: str) -> None:
    narrative = TRAP.format(cognizance=cognizance, sanction=sanction)
    events = learned(narrative, {cognizance: "cognizance", sanction: "sanction"})
    assert sides(narrative, "PC-19", events)["day of the sanction against that of cognizance"] == side


def test_a_mutation_sanctioned_before_the_trap_is_no_sanction_to_prosecute() -> None:
    narrative = "PC Act s.7. Mutation sanctioned on 2.11.2016. Arrest 14.11.2016. Cognizance taken 2.5.2017."
    events = learned(narrative, {"2.11.2016": "sanction", "2.5.2017": "cognizance"})
    assert "day of the sanction against that of cognizance" not in sides(narrative, "PC-19", events)


DECREE = "S.P. suit decreed 21.03.2023: balance to be deposited in 2 months. Deposited {day} by pltf."


@pytest.mark.parametrize(("day", "side"), [("12.6.2023", "crossed"), ("19.5.2023", "within")])
def test_the_balance_is_paid_in_the_time_that_the_decree_gives(day: str, side: str) -> None:
    assert set(sides(DECREE.format(day=day), "SRA-28").values()) == {side}


@pytest.mark.parametrize(("given", "side"), [("30.04.2022", "crossed"), ("08.04.2022", "within")])
def test_a_hospital_gives_the_records_within_three_days(given: str, side: str) -> None:
    narrative = (
        "Consumer complaint for medical negligence against the hospital and the surgeon. Records asked in writing on"
        f" 06.04.2022, handed over on {given}."
    )
    assert set(sides(narrative, "IMCRegulations-1").values()) == {side}


def test_records_that_were_refused_have_no_day() -> None:
    narrative = (
        "Consumer complaint for medical negligence against the hospital. Records asked in writing on 06.04.2022, not"
        " given till the notice of 30.04.2022."
    )
    assert not sides(narrative, "IMCRegulations-1")


CHILD = (
    "Juvenile Justice Act. Picked up 4.3.2022 at 7 pm, produced before the CJM on 6.3.2022 at 12 noon. The CJM sent him"
    " to the Board, where he first came on 11.4.2022. Preliminary assessment order 29.6.2022, to be tried as an adult."
)


def test_the_time_for_assessment_runs_from_the_board_and_not_from_the_magistrate() -> None:
    events = learned(CHILD, {"29.6.2022": "preliminary assessment", "4.3.2022 at 7 pm": "arrest"})
    assert sides(CHILD, "JJ-14", events) == {"period from first production to preliminary assessment": "within"}


def test_a_child_brought_late_before_a_magistrate_was_held_too_long() -> None:
    events = learned(CHILD, {"4.3.2022 at 7 pm": "arrest"})
    assert set(sides(CHILD, "JJ-10", events).values()) == {"crossed"}


BAILED = "S. 7 PC Act. Arrest 16.05.2016. Produced and remanded 17.05.2016; {bail}. Charge-sheet 02.03.2017."


def test_one_who_was_bailed_lost_no_right_to_default_bail() -> None:
    assert not sides(BAILED.format(bail="released on bail 18.05.2016"), "CrPC-167")
    assert not sides(BAILED.format(bail="bail the same day"), "CrPC-167")
    assert sides(BAILED.format(bail="bail refused the same day"), "CrPC-167")
    assert set(sides(BAILED.format(bail="bail refused 18.05.2016"), "CrPC-167").values()) == {"crossed"}


def test_an_appeal_about_an_old_award_is_under_the_old_act() -> None:
    narrative = (
        "Land Acquisition Act, 1894. Section 4 notification 3.7.2006. Declaration 27.6.2007. Collector's award"
        " 4.5.2009. Reference court's award 18.1.2016. First appeal to the High Court filed 5.5.2016."
    )
    events = learned(narrative, {"18.1.2016": "court award", "5.5.2016": "appeal", "4.5.2009": "award"})
    assert set(sides(narrative, "LAA-54", events).values()) == {"crossed"}
    assert not sides(narrative, "RFCTLARR-74", events)


POSSESSOR = "Suit for declaration of title by adverse possession. Hostile letter 3.2.2003. {then}"


def test_one_who_sues_on_his_own_possession_needs_the_whole_twelve_years() -> None:
    narrative = POSSESSOR.format(then="Plaintiff has been in open possession. Suit filed 19.6.2014.")
    events = learned(narrative, {"3.2.2003": "hostile assertion", "19.6.2014": "suit"})
    assert set(sides(narrative, "Limitation-Article-65", events).values()) == {"crossed"}


@pytest.mark.parametrize(
    ("section", "side"), [("409 IPC", "crossed"), ("420 IPC", "within")], ids=["life", "seven years"]
)
def test_the_gravest_charge_gives_sixty_days_or_ninety(section: str, side: str) -> None:
    narrative = f"Default bail u/s 167(2) CrPC. FIR u/s {section} dated 2.1.2023. First remand 3.1.2023."
    measured = sides(narrative, "CrPC-167")
    assert measured["sentence of the offence (not less than ten: ninety days)"] == side


@pytest.mark.parametrize(
    ("section", "drug", "quantity", "side"),
    [
        ("8/18", "Opium 1.780 kg", "fine under Section 18 NDPS Act (maximum Rs 100,000)", "crossed"),
        ("8/20", "Ganja 23 kg", "sentence under Section 20 NDPS Act (minimum 10 years)", "crossed"),
        ("8/21", "Heroin 3 g", "sentence under Section 21 NDPS Act (maximum 1 year)", "crossed"),
    ],
)
def test_the_quantity_seized_tells_the_clause(section: str, drug: str, quantity: str, side: str) -> None:
    narrative = (
        f"FIR u/s {section} NDPS Act. {drug} net seized on 15.06.2021. Convicted 22.02.2023: R.I. six years and fine of"
        " Rs. 1,50,000."
    )
    base = f"NDPS-{section.partition('/')[2]}"
    assert sides(narrative, base)[quantity] == side


def test_the_arrest_after_a_detention_order_is_its_service() -> None:
    narrative = (
        "Preventive detention for gold smuggling, Customs, Karipur. The detention order is dated 27.3.2025. He was"
        " taken on 14.8.2025. Reference to the Advisory Board 23.9.2025. The Advisory Board sat."
    )
    events = learned(narrative, {"27.3.2025": "detention order", "14.8.2025": "arrest", "23.9.2025": "board reference"})
    assert sides(narrative, "COFEPOSA-8", events) == {
        "days from detention to reference to the Advisory Board": "crossed"
    }


def test_interim_compensation_beside_its_section() -> None:
    narrative = "S.138 NI Act. Cheque no. 118204, Rs 6,40,000. Interim comp.: order dt 19.12.24 u/s 143A – Rs 1,60,000."
    assert set(sides(narrative, "NI-143A").values()) == {"crossed"}


def test_the_examination_is_timed_from_the_report_if_she_was_found_before_it() -> None:
    narrative = (
        "S. 376 IPC. Girl found on 8.12.2023. FIR by father 9.12.2023, 11 a.m. Medical examination 10.12.2023, 4 p.m."
    )
    line = next(line for line in read_lines(narrative) if line.provision.base == "CrPC-164A")
    assert line.value == "29 hours"


def test_the_first_appeal_of_a_second_appeal_went_to_the_district_court() -> None:
    narrative = (
        "R.S.A., u/s 100 CPC. Suit decreed by the Civil Judge 5.2.2019. First appeal filed 1.3.2019. Appeal dismissed"
        " 10.9.2019. Second appeal filed 2.12.2019."
    )
    assert {line.line for line in read_lines(narrative) if line.rule == "lim-116-other"} == {"30 days"}


def test_arrears_of_maintenance_are_asked_for_within_a_year() -> None:
    narrative = (
        "Maintenance u/s 125 CrPC of the wife. Nothing paid; default since 10.6.2016. Her application u/s 125(3) filed"
        " 10.9.2018."
    )
    assert "crossed" in sides(narrative, "CrPC-125").values()


def test_part_performance_needs_possession() -> None:
    told = "Unregistered agreement dated 9.6.2015. S. 53-A TP Act pleaded in the plaint for specific performance.{}"
    assert sides(told.format(""), "TPA-53A")
    assert not sides(told.format(" Possession stayed with the vendor."), "TPA-53A")
