"""The checklist of a matter: its ingredients with their status, and its lines with the arithmetic."""

import pytest

from countercase import extract_facts
from countercase.domain.checklist import IngredientStatus, LawLine, Stands
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.facts.checklist import READ_IN_PART, STATUS_ORDER, ingredients_of_lines, read_checklist
from countercase.models.clause_matcher import built_in_matcher

CHEQUE = (
    "The cheque of Rs. 5,00,000 dated 3 March 2023 was presented on 10 March 2023 and returned for insufficient funds. "
    "The complainant received the bank's memo on 14 March 2023 and sent the demand notice on 16 April 2023. "
    "The accused says that the cheque was given as security. He is tried under Section 138 of the NI Act."
)


def test_a_late_notice_crosses_its_line_and_is_against_the_charge() -> None:
    checklist = read_checklist(extract_facts(CHEQUE))
    late = next(line for line in checklist.crossed if line.provision.base == "NI-138")
    assert late.value == "33 days"
    assert "Day 33 of 30" in late.says
    assert late.spans[0].of(CHEQUE) == "16 April 2023"
    notice = next(reading for reading in checklist.ingredients if reading.id == "cheque-dishonour.notice-thirty")
    assert notice.status is IngredientStatus.CONTRARY


def test_sections_name_their_charge_and_put_what_is_disputed_first() -> None:
    sections = list(read_checklist(extract_facts(CHEQUE)).sections())
    assert sections[0].title == "Dishonour of a cheque (Section 138 NI Act)"
    for section in sections:
        places = [STATUS_ORDER.index(item.reading.status) for item in section.items]
        assert places == sorted(places)
        assert all(quote in CHEQUE for item in section.items for quote in item.quotes)
    against = next(item for item in sections[0].items if item.reading.id == "cheque-dishonour.notice-thirty")
    assert "thirty days" in against.consequence


def test_json_has_the_agreed_keys() -> None:
    record = read_checklist(extract_facts(CHEQUE)).to_json()
    assert list(record["ingredients"][0])[:5] == ["provision", "ingredient", "status", "spans", "by"]
    assert list(record["lines"][0]) == ["provision", "quantity", "value", "line", "stands", "spans", "says"]


def test_a_new_code_for_an_old_offence_is_flagged() -> None:
    text = "On 4 March 2024 the accused stabbed Ram, who died. He is charged under Section 103(1) BNS."
    (warning,) = read_checklist(extract_facts(text)).not_in_force
    assert warning.says == (
        "Section 103(1) BNS came into force on 1 July 2024; the offence is of 4 March 2024; the IPC governs it."
    )


def test_a_text_without_law_has_an_empty_checklist() -> None:
    checklist = read_checklist(extract_facts("It rained all day and nobody came."))
    assert (checklist.ingredients, checklist.lines, list(checklist.sections())) == ((), (), [])


def test_a_long_text_says_that_likely_readings_stop() -> None:
    clause = "Notice was sent on the tenth day; "
    short, long = (read_checklist(extract_facts(clause * times), built_in_matcher()) for times in (20, 700))
    assert READ_IN_PART in long.notes
    assert READ_IN_PART not in short.notes


@pytest.mark.parametrize(("year", "section"), [(2017, "Section 302 IPC"), (2025, "Section 103(1) BNS")])
def test_a_heading_names_the_code_that_governs_the_matter(year: int, section: str) -> None:
    text = (
        f"The accused stands trial for murder. On 14 August {year} he struck Dinesh once on the head with a lathi. The"
        " post mortem found a fracture of the skull, and Dinesh died."
    )
    titles = [part.title for part in read_checklist(extract_facts(text)).sections()]
    assert any(title.startswith("Murder") and section in title for title in titles)
    assert not any("IPC" in title and "BNS" in title for title in titles)


ACQUISITION = (
    "Land acquisition under the Act of 2013. The preliminary notification of 21 March 2016 was published in the "
    "Gazette. The owners filed their objections on 14 May 2016. The award gives solatium of 30 per cent."
)


def test_a_line_without_an_ingredient_is_one_in_json() -> None:
    checklist = read_checklist(extract_facts(ACQUISITION))
    solatium = next(line for line in checklist.lines if line.provision.base == "RFCTLARR-30")
    assert not any(reading.provision.base == "RFCTLARR-30" for reading in checklist.ingredients)
    (entry,) = [row for row in checklist.to_json()["ingredients"] if row["provision"] == "RFCTLARR-30(1)"]
    assert entry["ingredient"] == f"{solatium.quantity}: line of {solatium.line} kept"
    assert (entry["status"], entry["spans"]) == ("contrary", [[s.start, s.end] for s in solatium.spans])


def test_a_line_that_decides_an_ingredient_is_not_said_twice() -> None:
    record = read_checklist(extract_facts(CHEQUE)).to_json()["ingredients"]
    assert not any(row["ingredient"].startswith("days from information of dishonour") for row in record)


def test_two_lines_of_one_limit_that_differ_are_in_dispute() -> None:
    section = Provision.parse("AdministrativeTribunals-21")
    lines = [
        LawLine(section, "period to the application", value, "1 year", stands, (Span(at, at + 4),), "", "at-21")
        for at, (value, stands) in enumerate([("253 days", Stands.WITHIN), ("400 days", Stands.CROSSED)])
    ]
    (kept,) = ingredients_of_lines(lines[:1], ())
    (rivals,) = ingredients_of_lines(lines, ())
    assert (kept.status, rivals.status) == (IngredientStatus.MET, IngredientStatus.DISPUTED)
    assert ingredients_of_lines(lines[:1], [kept]) == ()
