"""Lines of matters about women and children: the Juvenile Justice Board, dowry, cruelty, rape and child victims."""

import pytest

from countercase.domain.checklist import Stands
from countercase.facts.lines import read_lines
from countercase.facts.lines.stated_years import day_of_stated_year
from countercase.facts.timeline import read_timeline

SIDES = {"within": {Stands.WITHIN}, "crossed": {Stands.CROSSED}, "none": set[Stands]()}


def sides(text: str, *provisions: str) -> set[Stands]:
    return {line.stands for line in read_lines(text) if {str(one.id) for one in line.provisions} & set(provisions)}


CASES = [
    (
        "JJ-101(1)",
        "crossed",
        (
            "The Juvenile Justice Board, Thane held the child guilty of an offence u/s 302 IPC on "
            "4.3.2019. His mother filed an appeal before the Sessions Court on 2.5.2019."
        ),
    ),
    (
        "JJ-101(1)",
        "within",
        (
            "Preliminary assessment order of the Board in a S. 302 IPC case: 6.7.2021; appeal lodged "
            "before the Court of Session: 30.7.2021. Child in conflict with law."
        ),
    ),
    (
        "JJ-14(2)",
        "within",
        (
            "S. 307 IPC, CCL. First produced before Board 10.2.2021. Board extended the period by two "
            "months on 8.6.2021 and gave final order on 2.8.2021."
        ),
    ),
    (
        "JJ-14(2)",
        "crossed",
        (
            "Child was first put before the JJB on 3.1.2018 for S. 376 IPC. Inquiry concluded by the "
            "Board on 20.7.2018; no extension on record."
        ),
    ),
    (
        "JJ-14(2)",
        "crossed",
        (
            "FIR u/s 379 IPC. The juvenile was produced before the Board for the first time on 12.3.2019."
            " The enquiry is still pending on date of this petition, 14.10.2019."
        ),
    ),
    (
        "JJ-94(2)(iii)",
        "within",
        (
            "JJB, Pune ordered bone test on 2.4.2019 as no certificate was found. Ossification report "
            "received on 13.4.2019. S. 302 IPC."
        ),
    ),
    (
        "JJ-94(2)(iii)",
        "crossed",
        (
            "The Board referred him to the Civil Surgeon for ossification test on 3 July 2021. The "
            "Medical Board gave its opinion on 9 August 2021. Murder case, juvenile."
        ),
    ),
    (
        "JJ-12(4)",
        "crossed",
        (
            "JJB granted bail to the child on 4.5.2022 with surety of Rs 50,000. He was brought again "
            "before the Board only on 20.5.2022. S. 307 IPC."
        ),
    ),
    (
        "JJ-7(3)",
        "crossed",
        (
            "The order of the Board finding the juvenile guilty u/s 302 dated 3.4.2019 was passed by the "
            "Principal Magistrate alone."
        ),
    ),
    (
        "JJ-7(3)",
        "within",
        (
            "Final order of JJB dt 6.8.2020 holding CCL guilty of murder is signed by the Principal "
            "Magistrate and one social worker member."
        ),
    ),
    (
        "JJ2000-15(1)(g)",
        "crossed",
        (
            "Convict claims juvenility: DOB 4.4.1985, murder on 10.10.2002, u/s 302 IPC. He has undergone"
            " 8 years 2 months of actual custody as per jail certificate."
        ),
    ),
    (
        "JJ-19(3)",
        "within",
        (
            "Children's Court sentenced him for murder as adult. DOB 1.5.2002. He was transferred from "
            "the place of safety to the District Jail on 7.6.2021."
        ),
    ),
    (
        "IPC-83",
        "within",
        ("JJB matter. The child, aged 9 years, set fire to a haystack and a baby died. S. 436 IPC. FIR 2018."),
    ),
    (
        "JJ-24(1)",
        "crossed",
        (
            "Police recruitment; name struck off. As a child of 17 years he was tried as an adult by the "
            "Children's Court for murder, JJ Act; the department says he is disqualified. Petitioner was "
            "17 years 2 months then."
        ),
    ),
    (
        "Oaths-4(1)",
        "within",
        "S. 302 IPC. PW-1, a girl of 8 years, daughter of the deceased, was examined without oath.",
    ),
    (
        "Oaths-4(1)",
        "crossed",
        "S. 376 IPC. The victim, PW-3, was 13 when examined; the judge did not administer oath.",
    ),
    (
        "Oaths-4(1)",
        "none",
        "S. 302 IPC. PW-1, a girl of 8 years, was examined on oath on 3.4.2019.",
    ),
    (
        "CrPC-160(1)",
        "crossed",
        ("IO served notice u/s 160 Cr.P.C. on 3.4.2019 upon Col. Mehta (retd.), aged 70 years, to attend P.S."),
    ),
    (
        "BNSS-179(1)",
        "crossed",
        ("Notice under section 179 BNSS dated 3.3.2025 asks the grandfather, 63, to report at the police station."),
    ),
    (
        "CrPC-160(1)",
        "none",
        "Notice u/s 160 Cr.P.C. dt 3.4.2019 to Smt. Kamla, aged 70 years, to attend P.S. City.",
    ),
    (
        "Probation-6(1)",
        "within",
        (
            "S. 325 IPC. Accused was 20 years old on the date of conviction, 4.5.2019; trial court gave "
            "one year RI and did not consider the Probation of Offenders Act."
        ),
    ),
    (
        "CrPC-438(4)",
        "within",
        "Anticipatory bail, FIR dt 4.5.2021 u/s 376(3) IPC. The prosecutrix was 15 years at the time.",
    ),
    (
        "CrPC-438(4)",
        "none",
        "Regular bail, FIR dt 4.5.2021 u/s 376(3) IPC. The prosecutrix was 15 years at the time.",
    ),
    (
        "CrPC-389(3)",
        "within",
        (
            "JMFC convicted him on 3.4.2018 u/s 406 IPC, two years' simple imprisonment. The Magistrate "
            "suspended the sentence for thirty days to enable him to file appeal."
        ),
    ),
    (
        "CrPC-389(3)",
        "crossed",
        (
            "ASJ convicted u/s 307 IPC, RI for five years, on 4.5.2017. Application u/s 389(3) CrPC "
            "before the trial judge to release him till appeal is filed."
        ),
    ),
    (
        "CrPC-389(3)",
        "none",
        (
            "JMFC: S. 138 NI, 1 yr S.I., judgment 11.9.2023. Appeal to Sessions 6.10.2023. Ld. Sessions "
            "Judge suspended the sentence without deposit."
        ),
    ),
    (
        "CrPC-379",
        "within",
        (
            "Trial court acquitted him of 302 IPC on 3.4.2009. High Court in State appeal reversed the "
            "acquittal on 5.6.2015 and sentenced him to life imprisonment. Appeal to Supreme Court as of "
            "right?"
        ),
    ),
    (
        "CrPC-379",
        "crossed",
        (
            "HC set aside acquittal u/s 304B IPC and awarded RI for eight years on 3.4.2016. Can he file "
            "a statutory appeal u/s 379 CrPC in Supreme Court?"
        ),
    ),
    (
        "CrPC-433A",
        "crossed",
        (
            "Lifer u/s 302. Actual sentence undergone 13 years 4 months, with remission 18 years. State "
            "opposes premature release relying on 433-A, order dt 3.5.2017."
        ),
    ),
    (
        "DP-6(1)",
        "crossed",
        (
            "S. 6 DP Act. Marriage on 3.2.2014. Cash of Rs 5 lakh was given to the husband. He "
            "transferred the amount to his wife only on 20.9.2014."
        ),
    ),
    (
        "DP-6(3)",
        "within",
        (
            "S. 6(3) Dowry Prohibition Act: parents claim the dowry. Marriage on 4.5.2009, daughter "
            "hanged herself and died on 6.7.2013. No issue."
        ),
    ),
    (
        "IPC-304B(1)",
        "within",
        "S. 304-B IPC; she died in the sixth year of marriage; husband blames fits.",
    ),
    (
        "IPC-304B(1)",
        "crossed",
        "S. 304-B IPC; she died in the ninth year of her marriage; husband blames fits.",
    ),
    (
        "CrPC-468(2)(c)",
        "within",
        (
            "498-A IPC, quashing on limitation. She was driven out of the house on 3.4.2016, nothing "
            "after it. FIR dt 5.6.2018."
        ),
    ),
    (
        "DV-12(4)",
        "crossed",
        ("DV Act: application u/s 12 DV Act was filed on 3.4.2019 by wife. First date of hearing was 20.5.2019."),
    ),
    (
        "CrPC-378(5)",
        "crossed",
        (
            "Complaint case u/s 498-A IPC. Acquittal on 4.3.2012. The complainant, not a public servant, "
            "moved for special leave to appeal in High Court on 3.8.2012."
        ),
    ),
    (
        "Limitation-Article-114",
        "within",
        (
            "State - application for leave to appeal, acquittal u/s 304B by the Sessions Judge, judgment "
            "dt. 10.3.2015. Filed in HC 4.6.2015."
        ),
    ),
    (
        "CrPC-374(4)",
        "crossed",
        ("Appeal against conviction u/s 376(2) IPC was filed on 4.4.2019 and is still pending on 10.3.2021."),
    ),
    (
        "POCSO-35(2)",
        "crossed",
        ("S. 6 POCSO. Cognizance taken on 3.4.2018. On 5.6.2020, only 3 of 14 witnesses examined. Bail sought."),
    ),
    (
        "CrPC-164A(1)",
        "within",
        ("Rape, S.376 IPC. She reported at P.S. at 4 pm on 3.4.2018; lady doctor examined her at 9 pm that day."),
    ),
    (
        "CrPC-173(1A)",
        "crossed",
        "FIR u/s 376 IPC dt 3.4.2021; charge sheet 20.7.2021.",
    ),
    (
        "MTP-3(2)",
        "within",
        "S. 376 IPC. Prosecutrix is 22 weeks pregnant on 3.3.2023; two doctors agree.",
    ),
    (
        "POCSO-9(m)",
        "within",
        "S. 10 POCSO: boy of nine, touched in the lift by a guard. Offence 3.3.2019.",
    ),
    (
        "POCSO-2(1)(d)",
        "within",
        "S. 8 POCSO (school bus, girl 14, driver accused). Offence 3.3.2019.",
    ),
    (
        "IPC-361",
        "within",
        "S. 363/366 IPC. Girl, DOB 3.4.2001 (school), left with him on 5.6.2018.",
    ),
]


@pytest.mark.parametrize(("provision", "side", "text"), CASES)
def test_lines_as_advocates_note_them(provision: str, side: str, text: str) -> None:
    assert sides(text, provision) == SIDES[side]


@pytest.mark.parametrize(("age", "side"), [("71", "crossed"), ("58", "within")])
def test_no_arrest_above_sixty_without_leave(age: str, side: str) -> None:
    text = (
        f"Father-in-law, aged {age}, arrested on 4.2.2025 u/s 4 DP Act (maximum 2 years). No permission of DSP was"
        " taken under section 35(7) BNSS."
    )
    lines = {line.rule: line.stands for line in read_lines(text) if line.provision.base == "BNSS-35"}
    assert {lines["bnss-35-7-age"]} == SIDES[side]
    assert lines["bnss-35-7-sentence"] is Stands.WITHIN


def test_that_day_is_a_date_of_what_police_and_courts_do() -> None:
    text = "FIR u/s 64 BNS on 3.4.2025 at 9 am; she was seen by the doctor and medically examined 1.30 pm that day."
    examined = [event for event in read_timeline(text).events if event.role == "medical examination"]
    assert [(str(event.day), str(event.at)) for event in examined] == [("2025-04-03", "13:30:00")]


@pytest.mark.parametrize(
    "text",
    [
        "He lent Rs 5 lakh by cheque on 6.4.2012, cheque encashed that day.",
        "Joint petition on 30 January 2024. Four months after presenting it they were produced that very day.",
    ],
)
def test_that_day_is_no_date_of_other_events_or_after_a_length(text: str) -> None:
    assert len(read_timeline(text).mentions) == 1


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("S. 376 IPC, occurrence of 2008.", 2008),
        ("FIR No. 41/2009 u/s 376 IPC", 2009),
        ("Offence 2006; retrial after offence 2011", None),
        ("S. 376 IPC", None),
    ],
)
def test_the_year_of_an_offence(text: str, year: int | None) -> None:
    day = day_of_stated_year(text.lower())
    assert (day.year if day else None) == year


def test_the_age_of_consent_is_that_of_the_year() -> None:
    text = "376 IPC, occurrence of 2008. Girl 16 yrs 8 mths as per school leaving certificate. Consent pleaded."
    assert sides(text, "IPC-375") == {Stands.CROSSED}
    assert sides(text.replace("2008", "2015"), "IPC-375") == {Stands.WITHIN}


def test_an_order_that_extends_time_is_no_preliminary_assessment() -> None:
    text = "JJB, murder. First production 8.2.2020. By order dt. 5.6.2020 Board enlarged time by two months."
    assert sides(text, "JJ-14(3)") == set()


def test_an_appeal_from_the_board_is_not_one_under_the_limitation_act() -> None:
    text = (
        "19.2.2009 - JJB, Gaya, finds the juvenile guilty u/s 302 IPC.\n"
        "23.4.2009 - Appeal u/s 52 of the 2000 Act filed in Sessions Court."
    )
    assert sides(text, "JJ2000-52(1)") == {Stands.CROSSED}
    assert sides(text, "Limitation-Article-115") == set()


def _sides(text: str, provision: str) -> list[str]:
    return [str(line.stands) for line in read_lines(text) if line.provision.id == provision]


@pytest.mark.parametrize(
    ("text", "provision", "sides"),
    [
        (
            "S. 302 IPC, occurrence 9.10.1997. The juvenile's D.O.B. 2.2.1981. Under the 1986 Act he had no case.",
            "JJ1986-2(h)",
            ["crossed"],
        ),
        (
            "S. 302 IPC, occurrence 9.10.1997. The juvenile's D.O.B. 2.2.1982. The 1986 Act governed then.",
            "JJ1986-2(h)",
            ["within"],
        ),
        (
            "Murder of 14.6.2018, JJB. The juvenile's DOB is 30.8.2000. Arrested on 5.2.2021.",
            "JJ-6(2)",
            ["crossed"],
        ),
        (
            "Murder of 14.6.2018, JJB. The juvenile's DOB is 30.8.2000. Arrested on 20.6.2018.",
            "JJ-6(2)",
            [],
        ),
        (
            "Born on 9.12.2000, guilty of murder before the Children's Court. Evaluation u/s 20 JJ Act on 20.1.2022.",
            "JJ-19(3)",
            ["crossed"],
        ),
        (
            (
                "Final order of 2.7.2021 of the JJB by the Principal Magistrate with Smt. Rekha, member. At the"
                " evidence stage on 5.3.2021 the Principal Magistrate had sat singly."
            ),
            "JJ-7(3)",
            ["within"],
        ),
        (
            "S. 305 IPC. The girl jumped from the hostel terrace on 9.11.2014 and died. Her SSLC book: 1.7.1996.",
            "IPC-305",
            ["crossed"],
        ),
        (
            "S. 305 IPC. The boy took his life on 12.8.2017. His transfer certificate shows he was born on 20.6.2002.",
            "IPC-305",
            ["within"],
        ),
        ("S. 304B IPC. Wedding 1997, death 1999 by burns.", "IPC-304B(1)", ["within"]),
        ("S. 304B IPC. Married in 1990, died in 1999 of burns.", "IPC-304B(1)", ["crossed"]),
        ("S. 304B IPC. Married in 1992, died in 1999 of burns.", "IPC-304B(1)", []),  # six years or eight
        (
            (
                "Accused in a POCSO case, s. 6, says he himself was a child: own birth certificate 16.3.2001; "
                "occurrence of 28.12.2018 with a girl of 15."
            ),
            "JJ-2(12)",
            ["within"],
        ),
        (
            (
                "JJB gave bail to the CCL u/s 12 on 4.2.2023. He is lying in the observation home till today, 23.2."
                "2023. Co-accd, an adult, got bail on 20.2.2023."
            ),
            "JJ-12(4)",
            ["crossed"],
        ),
    ],
)
def test_lines_of_children_and_wives(text: str, provision: str, sides: list[str]) -> None:
    assert _sides(text, provision) == sides


def test_a_bone_test_held_long_after_the_offence_gives_no_age_at_it() -> None:
    text = (
        "S. 302 IPC, juvenility. The Medical Board saw the accused on 15.1.2011: 'between 18 and 19 yrs'. Occurrence"
        " 15.11.2009."
    )
    assert "crossed" not in _sides(text, "JJ2000-2(k)")
