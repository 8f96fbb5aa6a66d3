"""Readings that the rest of a matter takes back: a late report is not prompt, a private car is no public place."""

from countercase.facts.ingredients import read_ingredients
from countercase.facts.timeline import read_timeline


def statuses(narrative: str, ingredient: str) -> set[str]:
    return {reading.status.value for reading in read_ingredients(narrative) if reading.id == ingredient}


STOPPED = (
    "NDPS Act s.20, s.42. On secret information a naka was laid. {vehicle} was stopped at the naka on the highway and"
    " 2 kg of charas was recovered from it at the naka."
)


def test_a_private_car_on_the_road_is_no_public_place() -> None:
    assert not statuses(STOPPED.format(vehicle="A white Alto car belonging to A-1"), "ndps-42.public-place")


def test_a_bus_on_the_road_may_be_one() -> None:
    assert statuses(STOPPED.format(vehicle="A Roadways bus"), "ndps-42.public-place") == {"met"}


REPORT = "S. 302 IPC. Occurrence on 28.6.2023 at {hour}. FIR was promptly lodged, on {lodged}. Thana is 2 km away."


def test_a_report_after_a_day_is_not_prompt() -> None:
    assert "met" not in statuses(REPORT.format(hour="11.30 pm", lodged="29.6.2023 at 6 pm"), "fir.prompt")
    assert statuses(REPORT.format(hour="4 pm", lodged="28.6.2023 at 6 pm"), "fir.prompt") == {"met"}


SERVANT = (
    "{who} was dismissed after a departmental enquiry. He was suspended; no review of the suspension in ninety days."
)


def test_limits_of_the_central_rules_bind_central_servants_only() -> None:
    assert not statuses(SERVANT.format(who="A constable of the Rajasthan Police"), "disciplinary.suspension-review")


CHEQUE = "S.138 NI Act. Complaint: JMFC Mapusa. Complainant's bank is at Panaji; complaint should have gone there."


def test_a_complaint_that_belongs_elsewhere_is_not_within_the_jurisdiction() -> None:
    assert "met" not in statuses(CHEQUE, "cheque-complaint.jurisdiction")


def test_money_deposited_is_no_cheque_presented() -> None:
    told = "Suit decreed 21.02.2023. Deposited 12/5/23."
    assert [event.role for event in read_timeline(told).events] == ["decree"]
    assert "presentation" in {event.role for event in read_timeline(f"Cheque dishonoured. {told}").events}
