"""Whose arrest, whose charge and whose report: lines of criminal matters that a wrong event or section would spoil."""

import pytest

from countercase.domain.checklist import Stands
from countercase.facts.lines import read_lines
from countercase.facts.timeline import read_timeline


def rules(text: str) -> dict[str, Stands]:
    return {line.rule: line.stands for line in read_lines(text)}


def says(text: str, rule: str) -> str:
    return " ".join(line.says for line in read_lines(text) if line.rule == rule)


def days_of(text: str, role: str) -> list[str]:
    return [str(event.day) for event in read_timeline(text).of(role)]


# Hours told in plain prose.


@pytest.mark.parametrize(
    ("words", "hour"),
    [
        ("at 9 the next morning", "09:00:00"),
        ("the next evening at half past seven", "19:30:00"),
        ("at four the following afternoon", "16:00:00"),
        ("on the night of 4 May 2019 at 11", "23:00:00"),
        ("at ten o'clock in the morning on 4 May 2019", "10:00:00"),
    ],
)
def test_the_part_of_the_day_stands_in_the_date(words: str, hour: str) -> None:
    text = f"S. 420 IPC. Arrested on 3 May 2019 at 6 pm. He was produced before the Magistrate {words}."
    (produced,) = read_timeline(text).of("production")
    assert (str(produced.day), str(produced.at)) == ("2019-05-04", hour)


@pytest.mark.parametrize(
    "words", ["the next morning at 11 persons' request", "at 1 the next evening", "at 11 the next day"]
)
def test_a_number_is_no_hour_unless_the_part_of_the_day_is_clear(words: str) -> None:
    text = f"S. 420 IPC. Arrested on 3 May 2019 at 6 pm. He was produced before the Magistrate {words}."
    assert [event.at for event in read_timeline(text).of("production")] == [None]


def test_a_time_of_day_with_its_own_date_is_none_of_the_entry() -> None:
    text = (
        "PMLA.\n3. On 11 March 2023 he came at 3 p.m. and was arrested. He was produced at 2.40 p.m. on 12 March 2023."
    )
    assert days_of(text, "production") == ["2023-03-12"]


def test_the_hour_of_the_arrest_order_counts_and_not_that_of_the_summons() -> None:
    text = (
        "3. On 11 March 2023 he attended upon summons at 10.05 a.m.; the arrest order bears the time 4.20 p.m. He was"
        " produced before the Special Court at 2 p.m. on 12 March 2023. PMLA s. 3."
    )
    assert rules(text)["pmla-19"] is Stands.WITHIN
    assert "from the arrest memo" in says(text, "pmla-19")


def test_bail_before_arrest_is_no_arrest() -> None:
    text = "S. 420 IPC. Arrest 3.3.2023. A-2 got pre-arrest bail on 10.4.2023."
    assert days_of(text, "arrest") == ["2023-03-03"]


def test_a_deed_in_a_quotation_is_not_done_on_the_day_that_follows() -> None:
    text = 'S. 302 IPC. He said that he "killed Ramu and hid the axe", and on 26 August 2021 an axe was dug out.'
    assert not days_of(text, "offence")


def test_a_child_put_before_a_magistrate_and_not_the_board() -> None:
    text = (
        "S. 379 IPC. The boy, a juvenile, was arrested at 9 pm on 3 May 2019 and taken before the magistrate at 11 pm"
        " on 4 May 2019{}."
    )
    assert rules(text.format(", not the children's board"))["crpc-production"] is Stands.CROSSED


# The year of a date that gives none.


def test_a_wedding_told_in_passing_gives_no_year_to_the_next_paragraph() -> None:
    text = "She hanged herself on 19 August 2024. We had married on 3 February 2017.\n\nFIR was on 21 August."
    assert days_of(text, "fir") == ["2024-08-21"]
    text = "We married on 3 February 2017.\n\nFIR was on 21 August."
    assert days_of(text, "fir") == ["2017-08-21"]


def test_a_birth_certificate_gives_no_year_to_the_arrest() -> None:
    text = "She left on 11 May 2023. Her birth certificate of the town says 2 January 2007.\nHe was arrested on 14 May."
    assert days_of(text, "arrest") == ["2023-05-14"]


def test_a_day_of_the_month_just_named_is_of_its_year() -> None:
    text = "FIR was on 21 August 2024. He says that I beat her in March 2024.\n\nThe last incident was on 24 March."
    assert "2024-03-24" in days_of(text, "offence")


# Acts and sections of somebody else, and those not invoked.

ARREST = "Arrested 17.3.2025, 2 pm; produced 18.3.2025, 3 pm. FIR u/s 318(4) BNS. "


@pytest.mark.parametrize(
    "words",
    [
        "State refers to a PMLA matter of some other trader.",
        "There is no ECIR and no PMLA case.",
        "His brother was arrested under the PMLA in an old case.",
        "The PMLA, which the Magistrate quoted, is not invoked.",
    ],
)
def test_production_is_under_the_code_where_the_other_act_is_not_in_play(words: str) -> None:
    drawn = rules(ARREST + words)
    assert drawn["bnss-production"] is Stands.CROSSED
    assert "pmla-19" not in drawn


def test_production_is_under_the_act_that_is_invoked() -> None:
    assert "pmla-19" in rules("ECIR 4 of 2024. ED arrested him 17.3.2025, 2 pm; produced 18.3.2025, 3 pm. PMLA s. 3.")


def test_ninety_days_of_an_act_that_is_not_invoked_are_not_counted() -> None:
    text = (
        "FIR u/s 406 IPC. Remanded 3.1.2019, charge-sheet 9.3.2019. Section 43D(5) of the Unlawful Activities"
        " (Prevention) Act, which the court quoted, is not invoked against him."
    )
    assert rules(text) == {"crpc-charge-sheet-60": Stands.CROSSED}


@pytest.mark.parametrize(
    "words",
    [
        "Cousin of the accused, Rohan, is facing FIR No. 88/2022 u/s 363 IPC and section 8 POCSO.",
        "The complainant has given a copy of a judgment in which section 376D IPC was applied.",
        "APP cites a case of a wife and a case under section 306 IPC.",
        "They showed a ruling about section 305 IPC.",
        "A-3's brother was convicted in Crime No. 57/2019 u/s 397 IPC.",
    ],
)
def test_a_section_of_another_case_draws_no_ninety_days(words: str) -> None:
    text = f"FIR u/s 420 IPC. She is 29 years. Remanded 3.1.2019, charge-sheet 9.3.2019. {words}"
    assert rules(text) == {"crpc-charge-sheet-60": Stands.CROSSED}


def test_a_brother_may_be_the_accused_himself() -> None:
    text = "My brother was arrested u/s 302 IPC on 3.1.2019 and remanded on 4.1.2019. Charge-sheet on 20.3.2019."
    assert rules(text)["crpc-charge-sheet-90"] is Stands.WITHIN


def test_no_doubt_of_a_graver_section_where_the_one_charged_gives_ninety_days() -> None:
    text = (
        "FIR u/s 376(2)(n) IPC of 3.1.2023. Section 376D IPC was added later. Remanded 5.1.2023. Charge-sheet u/s"
        " 376(2)(n) IPC on 20.3.2023."
    )
    assert rules(text)["crpc-charge-sheet-90"] is Stands.WITHIN
    assert "would apply" not in says(text, "crpc-charge-sheet-90")


def test_a_supplementary_report_alone_ends_no_time() -> None:
    text = "S. 406 IPC. Remanded 3.1.2019. A supplementary complaint was lodged on 4.8.2019 against the other two."
    assert not rules(text)


# Other rules.


@pytest.mark.parametrize(("day", "is_before"), [("12.11.2023", True), ("12.11.2024", False)])
def test_a_section_of_the_sanhita_for_acts_before_it(day: str, is_before: bool) -> None:
    text = f"FIR 8.12.2024 u/s 417 IPC; section 69 BNS added. The last occasion was on {day}."
    assert ("bns-commencement" in rules(text)) is is_before


def test_two_months_for_rape_under_the_old_code_say_which_sections_the_clause_names() -> None:
    text = "FIR dated 8.7.2024 u/s 376 IPC, last act of 3.2.2024. Charge-sheet 10.10.2024."
    assert rules(text)["bnss-193-rape"] is Stands.CROSSED
    assert "under the IPC" in says(text, "bnss-193-rape")


@pytest.mark.parametrize(("day", "stands"), [("02.05.2025", Stands.CROSSED), ("12.04.2025", Stands.WITHIN)])
def test_a_second_police_custody_by_an_order(day: str, stands: Stands) -> None:
    text = (
        "S. 318(4) BNS. First remand 18.03.2025. PC from 18.03.2025 to 22.03.2025. Second PC of 3 days granted by order"
        f" dt. {day}."
    )
    drawn = rules(text)
    assert drawn.get("police custody window", Stands.WITHIN) is stands


def test_a_payment_by_the_drawer_is_no_loan() -> None:
    text = "S. 138 NI.\n20.12.2020 - loan account: Rs 1,50,000 by NEFT, A-1 to complt.\n5.1.2023 - cheque, Rs 6,40,000."
    assert "lim-19-cheque" not in rules(text)


@pytest.mark.parametrize(
    ("words", "is_dacoity"),
    [
        ("Four men entered the shop. One had a knife. A fifth man sat at the wheel of a jeep outside.", True),
        ("Four men entered the shop. A fifth customer was at the counter.", False),
        ("Four men entered the shop. A sixth sense told the owner to hide.", False),
    ],
)
def test_one_who_stood_apart_is_counted_and_it_is_said(words: str, is_dacoity: bool) -> None:
    text = f"310(2) BNS, 3.9.2024. {words}"
    assert rules(text)["bns-310-persons"] is Stands.of(is_dacoity)
    assert ("stood apart" in says(text, "bns-310-persons")) is is_dacoity


@pytest.mark.parametrize(("day", "stands"), [("10 March 2025", Stands.WITHIN), ("10 March 2028", Stands.CROSSED)])
def test_custody_until_the_application_was_filed(day: str, stands: Stands) -> None:
    custody = f"He has remained in custody until the filing of this application on {day}."
    text = f"PMLA, bail. Arrested on 11 January 2024. {custody}"
    assert rules(text)["bnss-479-half"] is stands


# A child who may be tried as an adult.

CHILD = "The accused, a juvenile born on 20.5.2005, faces the case. Occurrence of 11.5.2023. "


@pytest.mark.parametrize(
    "words", ["FIR u/s 366 IPC.", "The section carries ten years but no minimum sentence. Kidnapping."]
)
def test_no_trial_as_an_adult_where_the_offence_has_no_minimum(words: str) -> None:
    drawn = rules(CHILD + words + " Another boy had his preliminary assessment for murder.")
    assert "jj-15-age" not in drawn
    assert drawn["jj-2-33-least"] is Stands.WITHIN


def test_a_heinous_offence_opens_the_trial_as_an_adult() -> None:
    drawn = rules(CHILD + "FIR u/s 302, 323 IPC.")
    assert drawn["jj-15-age"] is Stands.WITHIN
    assert "jj-2-33-least" not in drawn


def test_an_age_that_the_defence_disputes_is_not_stated_flatly() -> None:
    text = "POCSO s. 4. Occurrence 3.9.2023. School register: prosecutrix born 14.8.2006. {}"
    assert "the age is disputed" in says(text.format("Defence: over 18."), "pocso-2-age")
    assert "the age is disputed" not in says(text.format("Defence: consent."), "pocso-2-age")


# The gravest section decides, and no lighter one whose term is stated.

ATROCITY = (
    "FIR of 20.2.2025 under sections 3(1)(r){} of the Act of 1989 and section 115(2) BNS, which last carries one year."
    " The complainant is of a Scheduled Caste. Anticipatory bail; police came to arrest him; no notice before it."
    " No preliminary enquiry was made."
)


def test_no_enquiry_comes_before_the_fir_under_the_atrocities_act() -> None:
    drawn = read_lines(ATROCITY.format(""))
    assert "bnss-173-3-sentence" not in {line.rule for line in drawn}
    assert {line.value for line in drawn if line.rule == "arrest without notice"} == {"5 years"}


def test_nothing_is_said_of_a_notice_where_life_may_be_the_sentence() -> None:
    text = ATROCITY.format(", 3(2)(v)")
    assert "needs an offence of ten years" in says(text, "arrest without notice")
    assert "arrest without notice" not in rules(text.replace("115(2)", "109(1)"))


@pytest.mark.parametrize(("years", "stands"), [("ten", Stands.CROSSED), ("three", Stands.WITHIN)])
def test_a_letter_before_arrest_in_plain_words(years: str, stands: Stands) -> None:
    text = f"The police took my brother on 22 August 2024. My section carries up to {years} years."
    assert rules(f"{text} They need not send me a letter first.")["arrest without notice"] is stands


def test_police_custody_given_again_in_the_same_sentence_is_added_and_counted_from_the_remand() -> None:
    text = (
        "FIR u/s 318(4) BNS. He was arrested on 20 August 2025, produced on 22 August 2025 and remanded that day."
        " Police custody was given from 22 to 29 August 2025, and again for three days from 10 October 2025."
    )
    lines = {(line.value, line.stands.value) for line in read_lines(text) if line.provision.id == "BNSS-187(2)"}
    assert lines == {("11 days", "within"), ("day 50 to day 52", "crossed")}
