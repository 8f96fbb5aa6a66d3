"""Lines of law read from invented matters: the provision, the side and the words that give the value."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countercase.domain.checklist import Stands
from countercase.domain.provision import Provision
from countercase.facts.lines import read_lines, read_warnings

MATTERS = tomllib.loads((Path(__file__).parent / "lines.toml").read_text(encoding="utf-8"))["matter"]
TERSE = tomllib.loads((Path(__file__).parent / "lines_terse.toml").read_text(encoding="utf-8"))["matter"]
REGISTERS = tomllib.loads((Path(__file__).parent / "lines_registers.toml").read_text(encoding="utf-8"))["matter"]
CHRONOLOGIES = tomllib.loads((Path(__file__).parent / "lines_chronologies.toml").read_text(encoding="utf-8"))["matter"]
WITHOUT = tomllib.loads((Path(__file__).parent / "lines_none.toml").read_text(encoding="utf-8"))["texts"]
# Lines of the terse notes that are not read yet: the hour of an arrest told after the date, an appeal told in brackets,
# a word that a scan broke up ("AwarcI"), a verb in Hindi, a filing that names no paper.
NOT_YET = {
    ("m02", "CrPC-57"),
    ("m18", "Limitation-Article-114"),
    ("k12", "Arbitration-29A(1)"),
    ("c06", "Arbitration-29A(1)"),
    ("c44", "NI-142(1)(b)"),
    ("c46", "Limitation-Article-116"),
}


def expected() -> Iterator[Any]:
    for matter in [*MATTERS, *TERSE, *REGISTERS, *CHRONOLOGIES]:
        for number, line in enumerate(matter["lines"]):
            if (matter["id"], line["provision"]) in NOT_YET:
                continue
            yield pytest.param(matter["narrative"], line, id=f"{matter['id']}-{number}-{line['provision']}")


@pytest.mark.parametrize(("narrative", "line"), list(expected()))
def test_line(narrative: str, line: dict[str, str]) -> None:
    start = narrative.index(line["quote"])
    end = start + len(line["quote"])
    sides = [
        found.stands.value
        for found in read_lines(narrative)
        if Provision.parse(line["provision"]).base in {provision.base for provision in found.provisions}
        and any(span.start < end and start < span.end for span in found.spans)
    ]
    assert line["stands"] in sides


@pytest.mark.parametrize("matter", MATTERS, ids=lambda matter: matter["id"])
def test_no_line_beyond_those_that_a_lawyer_would_draw(matter: dict[str, Any]) -> None:
    drawn = {Provision.parse(line["provision"]).base for line in [*matter["lines"], *matter.get("also", [])]}
    assert {line.provision.base for line in read_lines(matter["narrative"])} <= drawn


@pytest.mark.parametrize("text", WITHOUT, ids=range(len(WITHOUT)))
def test_dates_ages_and_sums_of_other_kinds_engage_no_line(text: str) -> None:
    assert read_lines(text) == ()


def test_the_suicide_of_a_husband_raises_no_presumption() -> None:
    text = "FIR u/s 306 IPC against the wife. They married on 9.3.2015. The husband hanged himself on 17.2.2020."
    assert read_lines(text) == ()


def test_an_appeal_by_the_complainant_is_not_an_appeal_by_the_state() -> None:
    text = "S.302 IPC. Acquitted on 3.1.2022. The complainant preferred an appeal against the acquittal on 9.6.2022."
    assert not [line for line in read_lines(text) if line.provision.id == "Limitation-Article-114"]


def test_a_loan_to_be_repaid_later_is_not_counted_from_the_day_it_was_lent() -> None:
    text = (
        "S.138 N.I. Act. Rs. 5 lakh lent on 1.2.2015, to be repaid by 1.2.2019. Cheque dated 3.3.2020 was dishonoured."
    )
    assert not [line for line in read_lines(text) if line.provision.id == "Limitation-Article-19"]


_SENTENCED_IN_PROSE = {
    "She died on 14 January 2025. He was found guilty under sections 80 and 85 of the Sanhita and has been"
    " given six years under section 80.": "6 years against at least 7 years under Section 80 BNS",
    "The trap was laid on 3 March 2021. The Special Judge convicted him on 23 February 2024 under section 7 of"
    " the Prevention of Corruption Act and sentenced him to two years with"
    " a fine.": "2 years against at least 3 years under Section 7 PC Act",
    "The chain was snatched on 9 March 2025. For section 304 of the Sanhita he has been sentenced to"
    " four years.": "4 years against at most 3 years under Section 304 BNS",
}


@pytest.mark.parametrize(("narrative", "says"), _SENTENCED_IN_PROSE.items())
def test_a_sentence_is_read_in_the_prose_of_a_brief(narrative: str, says: str) -> None:
    assert any(line.says.startswith(says) for line in read_lines(narrative))


def test_an_appeal_to_the_court_of_session_has_thirty_days_and_not_the_sixty_of_the_high_court() -> None:
    text = (
        "Appeal before the Sessions Judge, Thane, for a man convicted of snatching. The Judicial Magistrate gave"
        " judgment on 16 January 2026; the appeal papers were lodged on 11 March 2026."
    )
    assert [(line.line, line.stands) for line in read_lines(text)] == [("30 days", Stands.CROSSED)]


def test_a_sentence_belongs_to_the_section_named_with_it() -> None:
    text = (
        "Sessions court: convicted u/s 498A and 304B IPC. They are sentenced to R.I. for three years and a fine of"
        " Rs. 1,000 for the offence punishable u/s 498A; and to life imprisonment for the offence u/s 304B."
    )
    assert [(line.provision.id, line.stands) for line in read_lines(text)] == [("IPC-498A", Stands.WITHIN)]


def test_each_section_with_the_same_line_has_its_own_entry() -> None:
    (line,) = read_lines("FIR u/s 420 IPC. He was arrested on 3 May 2019 at 9 am and produced on 4 May 2019 at 8 am.")
    assert [entry["provision"] for entry in line.to_json()] == ["CrPC-57", "Constitution-Article-22(2)"]


def test_spans_refer_to_the_original_text() -> None:
    text = "Chq. dt. 1.2.2022, presd. 3.3.2022, retd. unpaid. Stat. no- tice desp. 1.4.2022. S.138 N.I. Act."
    (line,) = [line for line in read_lines(text) if line.line == "3 months"]
    assert [span.of(text) for span in line.spans] == ["3.3.2022", "1.2.2022"]


def test_a_statement_of_the_law_is_not_a_fact() -> None:
    assert not read_lines("An accused must be produced within 24 hours of arrest. He was convicted u/s 302 IPC.")


def test_a_period_in_words_is_put_on_the_right_side() -> None:
    (line,) = read_lines("Accused was not produced within 24 hours of arrest.")
    assert (line.provision.id, line.stands) == ("CrPC-57", Stands.CROSSED)


def test_a_document_not_filed_is_not_an_event() -> None:
    text = "FIR u/s 379 IPC. Remanded on 3.1.2024. On 20.3.2024 the challan was not filed."
    assert not read_lines(text)


def test_neither_a_later_remand_nor_a_confession_shows_a_late_production() -> None:
    head = "FIR u/s 302 IPC. Accused arrested 5.1.2020 at 10 am. "
    assert not read_lines(head + "Remand extended on 20.1.2020.")
    assert not read_lines(head + "Statement u/s 164 recorded before Ld. Magistrate on 20.1.2020.")


def test_an_undated_stay_leaves_a_late_award_in_doubt() -> None:
    text = "LA Act 1894. Notification 1.1.2000. Declaration 1.6.2000. Award 1.12.2003. The High Court had stayed it."
    assert {line.provision.id for line in read_lines(text)} == {"LAA-6(1)"}


def test_the_weight_with_the_bag_is_not_the_weight_of_the_drug() -> None:
    lines = read_lines("NDPS. 21 kg 300 gm ganja (with bag) seized on 7.5.2019; weight of ganja alone 19 kg 800 gm.")
    assert [line.stands for line in lines if line.provision.id == "NDPS-2(viia)"] == [Stands.WITHIN]


def test_the_json_of_a_line_has_the_agreed_keys() -> None:
    text = "S.138 N.I. Act. Cheque dishonoured on 1.3.2023; demand notice sent on 3.4.2023."
    (line,) = read_lines(text)
    assert list(line.to_json()[0]) == ["provision", "quantity", "value", "line", "stands", "spans", "says"]
    assert (line.value, line.line, line.stands) == ("33 days", "30 days", Stands.CROSSED)
    assert line.says.startswith("Day 33 of 30 ")
    assert [span.of(text) for span in line.spans] == ["3.4.2023", "1.3.2023"]


def test_a_late_request_for_correction_does_not_extend_the_time_for_the_petition() -> None:
    text = (
        "Arbitration. Award received on 1.2.2022. Request for correction made on {}, disposed of on 1.5.2022."
        " Petition u/s 34 filed on 20.7.2022."
    )
    sides = {
        day: {line.value for line in read_lines(text.format(day)) if line.line == "3 months"}
        for day in ("20.2.2022", "20.3.2022")
    }
    assert sides == {"20.2.2022": {"2 months 19 days"}, "20.3.2022": {"5 months 19 days"}}


def test_the_last_day_counts() -> None:
    text = "S.138 N.I. Act. Cheque dishonoured on 1.3.2023; demand notice sent on {}."
    assert [read_lines(text.format(day))[0].stands.value for day in ("31.3.2023", "1.4.2023")] == ["within", "crossed"]


def test_hours_are_given_only_if_they_are_certain() -> None:
    text = "FIR u/s 420 IPC. He was arrested on 3 May 2019 and produced before the Magistrate on {} May 2019."
    sides = {day: [line.stands.value for line in read_lines(text.format(day))] for day in (3, 4, 5)}
    assert sides == {3: ["within"], 4: [], 5: ["crossed"]}


def test_a_month_decides_only_if_every_day_of_it_would() -> None:
    text = "Charge u/s 304B IPC. The marriage was in {}. His wife died on 20 May 2020."
    sides = {
        month: [line.stands.value for line in read_lines(text.format(month))] for month in ("March 2013", "May 2013")
    }
    assert sides == {"March 2013": ["crossed"], "May 2013": []}


def test_pure_content_samples_and_notified_quantities_are_not_the_weight_seized() -> None:
    text = (
        "u/s 21(c) NDPS Act. On 4.5.2021 260 grams of heroin was seized; samples of 5 grams each were drawn."
        " Notification: small quantity 5 grams."
    )
    assert {line.value for line in read_lines(text)} == {"260 grams"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "Charged u/s 103(1) BNS. The occurrence was on 14 March 2024.",
            "Section 103(1) BNS came into force on 1 July 2024; the offence is of 14 March 2024; the IPC governs it.",
        ),
        (
            "Charged u/s 302 IPC. The occurrence was on 2 July 2024.",
            "Section 302 IPC was replaced on 1 July 2024; the offence is of 2 July 2024; the BNS governs it.",
        ),
    ],
)
def test_a_provision_not_in_force_is_flagged(text: str, says: str) -> None:
    (warning,) = read_warnings(text)
    assert warning.says == says
    assert str(warning.provision)[:3] in warning.span.of(text) or warning.provision.number in warning.span.of(text)


def test_the_right_code_is_not_flagged() -> None:
    assert read_warnings("Charged u/s 302 IPC. The occurrence was on 30 June 2024.") == ()
    assert read_warnings("Charged u/s 302 IPC.") == ()


@pytest.mark.parametrize("text", ["", " ", "\n", "यह एक मामला है", "no facts here", "1.1.1.1.1", "u/s 302"])
def test_a_text_that_engages_no_line_gives_none(text: str) -> None:
    assert read_lines(text) == ()


WORDS = st.sampled_from(
    [
        *"accused arrested produced cheque notice dishonoured aged 17 years u/s 302 IPC NDPS 5 kg ganja".split(),
        *"died married appeal filed High Court sentenced R.I. seven multiplier of 15 Rs 5,000 fine , . ; born".split(),
        *("at 9 am", "\n", "5 May", "on 12.3.2019", "award"),
    ]
)


@settings(deadline=None, max_examples=80)
@given(st.lists(WORDS, max_size=60))
def test_no_text_raises_an_error_and_every_span_lies_in_the_text(words: list[str]) -> None:
    text = " ".join(words)
    for line in read_lines(text):
        assert line.spans
        assert all(span.of(text) for span in line.spans)
        assert line.says.endswith(".")


def test_an_age_without_a_date_is_tested_by_current_law() -> None:
    lines = read_lines("The accused, aged 17 years, stabbed his cousin. He is charged under Section 302 IPC.")
    assert [(line.provision.id, line.value, line.stands) for line in lines] == [
        ("JJ-15(1)", "17 years", Stands.WITHIN),
        ("JJ-2(12)", "17 years", Stands.WITHIN),
    ]


def test_the_same_day_in_a_new_paragraph_is_the_day_of_the_order() -> None:
    text = (
        "By order dated 3.4.2021 he was detained under the National Security Act.\n\nThe incident is of 12.3.2021.\n\n"
        "The order was executed the same day. The case was placed before the Advisory Board on 20.4.2021."
    )
    assert [(line.provision.id, line.value) for line in read_lines(text)] == [("NSA-10", "17 days")]


def test_a_deed_produced_before_the_registrar_is_not_production_of_the_accused() -> None:
    text = (
        "S. 467 IPC.\n20.10.2021 - deed produced before Sub-Registrar\n11.2.2023 - accused produced & remanded\n"
        "18.4.2023 - CS filed"
    )
    assert [line.value for line in read_lines(text)] == ["66 days (67 with the day of remand)"]


@pytest.mark.parametrize(
    ("decided", "appealed", "stands"),
    [
        ("2.1.2020", "20.3.2020", Stands.CROSSED),  # the sixty days had ended on 2 March 2020
        ("10.2.2020", "30.5.2022", Stands.WITHIN),  # ended in the pandemic: ninety days from 1 March 2022
        ("10.2.2020", "31.5.2022", Stands.CROSSED),
        ("5.3.2022", "30.5.2022", Stands.CROSSED),  # after it, time runs as ever
    ],
)
def test_the_pandemic_is_left_out_of_limitation(decided: str, appealed: str, stands: Stands) -> None:
    text = f"S. 302 IPC. Convicted by the Sessions Judge on {decided}. Appeal to the High Court filed on {appealed}."
    assert [line.stands for line in read_lines(text)] == [stands]


def test_the_pandemic_is_not_left_out_of_default_bail() -> None:
    text = "S. 302 IPC. Remanded on 2.4.2020. Charge-sheet filed on 2.8.2020."
    assert [line.stands for line in read_lines(text)] == [Stands.CROSSED]


def test_the_price_agreed_is_not_what_was_paid() -> None:
    text = (
        "The flat costs Rs 52 lakh, out of which I have paid Rs 46 lakh. Consumer complaint filed in the District"
        " Commission on 14 March 2022."
    )
    assert [line.value for line in read_lines(text)] == ["Rs 46,00,000"]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("PC Act s.13. Request for approval u/s 17A sent on 3.2.2022. Approval u/s 17A given on 20.5.2022.", "pc-17a"),
        ("PC Act s.7. Proposal for sanction sent on 3.2.2022. Sanction was granted on 20.5.2022.", "pc-19"),
        ("Customs Act. Gold seized on 3.2.2023. Show-cause notice dated 20.10.2023.", "customs-110-2"),
        (
            "Customs. Order received on 3.2.2023. Appeal to the Commissioner (Appeals) filed on 20.4.2023.",
            "customs-128",
        ),
    ],
)
def test_an_act_after_the_limit_may_be_within_the_further_time(text: str, rule: str) -> None:
    sides = {line.rule: line.stands for line in read_lines(text)}
    assert sides == {rule: Stands.CROSSED, f"{rule}-further": Stands.WITHIN}


def test_a_deed_executed_abroad_counts_from_its_arrival() -> None:
    text = (
        "Sale deed executed in Toronto on 3.1.2023. The deed arrived in India on 9.6.2023 and was presented for"
        " registration before the Sub-Registrar on 4.8.2023."
    )
    assert {line.rule for line in read_lines(text)} == {"registration-26"}


def test_a_divorce_decree_is_appealed_under_the_marriage_act() -> None:
    text = "Hindu Marriage Act. Divorce decree 3.1.2023. Appeal before the District Judge filed on 9.3.2023."
    assert {line.rule: line.stands for line in read_lines(text)} == {"hma-28-4": Stands.WITHIN}


def test_the_government_has_thirty_years() -> None:
    text = "The State has sued for possession of its forest land. Dispossessed on 3.1.1995. Suit filed on 9.3.2012."
    assert {line.rule: line.stands for line in read_lines(text)} == {"lim-112": Stands.WITHIN}
