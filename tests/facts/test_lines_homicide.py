"""Lines of murder and robbery briefs: appeals, custody, search, confession, proclamation, witnesses and numbers."""

import pytest

from countercase.domain.checklist import Stands
from countercase.facts.lines import read_lines
from countercase.law.tables import periods

W, C = Stands.WITHIN, Stands.CROSSED


def sides(text: str, provision: str) -> set[Stands]:
    return {
        line.stands
        for line in read_lines(text)
        if provision in {name for other in line.provisions for name in (other.id, other.base)}
    }


@pytest.mark.parametrize(
    ("text", "side"),
    [
        (
            (
                "S. 302 IPC. The Sessions Judge sentenced both to death on 3 March 2011. The jail appeal was received"
                " in the High Court on 25 April 2011."
            ),
            C,
        ),
        (
            (
                "Capital sentence was awarded u/s 302/376A IPC by the Addl. Sessions Judge on 12.06.2015. Criminal"
                " appeal filed in High Court 01.07.2015."
            ),
            W,
        ),
        (
            (
                "Sessions convicted u/s 302 IPC on 4.2.2014 and gave life. PP had prayed for death penalty. Appeal to"
                " HC 28.3.2014."
            ),
            W,
        ),
        ("Criminal appeal. Sessions, S. 302 IPC, life, judgment 3.3.2014. Received from jail 10.8.2014.", C),
    ],
)
def test_an_appeal_from_a_death_sentence_has_thirty_days_and_any_other_sixty(text: str, side: Stands) -> None:
    assert sides(text, "Limitation-Article-115") == {side}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("High Court confirmed the death sentence on 5 May 2016. The SLP was filed on 20 July 2016. S. 302 IPC.", {C}),
        (
            (
                "Death penalty upheld by the High Court by judgment dt. 1.8.2012 (302 IPC). Special leave petition"
                " lodged 25.9.2012."
            ),
            {W},
        ),
        (
            "SLP (Crl.) draft. S. 307 IPC conviction affirmed by HC on 11.1.2019. Filed on 2.4.2019 through e-portal.",
            {W},
        ),
        (
            (
                "Special leave petition, murder. Impugned judgment of High Court: 6.6.2017. Petition presented in"
                " Registry 10.10.2017."
            ),
            {C},
        ),
        ("S. 302. High Court commuted the death sentence to life on 5 May 2016. SLP filed 20 July 2016.", set()),
    ],
)
def test_special_leave_has_sixty_days_in_a_death_case_and_ninety_else(text: str, expected: set[Stands]) -> None:
    assert sides(text, "Limitation-Article-133") == expected


def test_the_heading_names_what_was_filed_and_a_paper_of_another_kind_is_not_it() -> None:
    text = "SLP (Crl). S. 307 IPC. HC judgment 11.1.2019. Certified copy received 2.2.2019. Reply filed 9.9.2019."
    assert not sides(text, "Limitation-Article-133")


@pytest.mark.parametrize(
    ("text", "provision", "side"),
    [
        (
            "Supreme Court dismissed the criminal appeal (302 IPC) on 7.9.2016. Review petition filed 30.11.2016.",
            "Constitution-Article-137",
            C,
        ),
        (
            (
                "Death convict, 103 BNS. Superintendent informed him of dismissal of his appeal on 4.1.2025. Mercy"
                " petition submitted to the Governor on 25.1.2025."
            ),
            "BNSS-472(1)",
            W,
        ),
        (
            (
                "103 BNS. House searched without warrant on 3.9.2024 at 6 pm. Copy of the record was sent to the"
                " Magistrate on 6.9.2024 at 11 pm."
            ),
            "BNSS-185(5)",
            C,
        ),
        (
            "Inquest was held on 4.8.2024 at 9 a.m. (103 BNS). Inquest papers were sent to the SDM only on 8.8.2024.",
            "BNSS-194(2)",
            C,
        ),
        (
            (
                "S. 302 IPC. Proclamation under S. 82 CrPC was pasted on his door on 1 June 2017, calling upon him to"
                " appear before the CJM on 20 June 2017."
            ),
            "CrPC-82(1)",
            C,
        ),
        (
            "Proclamation u/s 84 BNSS published 5.11.2024; date fixed for appearance 25.12.2024. 109 BNS.",
            "BNSS-84(1)",
            W,
        ),
        (
            (
                "Section 145 CrPC: she was dispossessed on 3.1.2016 by force; police report was submitted to SDM on"
                " 20.5.2016."
            ),
            "CrPC-145(4)",
            C,
        ),
        ("145 Cr.P.C. case. Forcibly dispossessed 10.1.2017; petition before the SDM 20.2.2017.", "CrPC-145(4)", W),
        (
            (
                "Order under section 144 CrPC issued on 1 March 2016. FIR u/s 188 IPC for the procession; incident on"
                " 12 June 2016."
            ),
            "CrPC-144(4)",
            C,
        ),
        (
            (
                "Custodial death, 302 IPC against SHO. He died in the lock-up at 4 am on 3.2.2015; the Magistrate"
                " forwarded the body for post-mortem at 5 pm on 3.2.2015."
            ),
            "CrPC-176(5)",
            W,
        ),
        (
            (
                "FIR u/s 105 BNS against a constable. Proposal for sanction sent to State Government on 1.10.2024. No"
                " order passed till date. Cognizance taken 15.3.2025."
            ),
            "BNSS-218(1)",
            C,
        ),
        (
            (
                "Court recommended compensation u/s 357A; recommendation reached DLSA on 4.1.2016. DLSA awarded Rs 3"
                " lakh on 9.6.2016."
            ),
            "CrPC-357A(5)",
            C,
        ),
        (
            (
                "Life convict u/s 302 IPC. In custody since 4.6.2005. He was released prematurely on 15.8.2016 under"
                " remission policy of State."
            ),
            "CrPC-433A",
            C,
        ),
        (
            (
                "Lifer, S.302. In jail from 3.4.2000 continuously; released 15.8.2016 by order of Govt. under the State"
                " policy."
            ),
            "CrPC-433A",
            W,
        ),
        ("Last heard of on 3.4.2004. Suit for declaration of death filed 7.7.2013.", "IEA-108", W),
        (
            (
                "Stridhan claim. Married 4.2.2011, died 3.3.2015 by burning. Parents want the ornaments u/s 6 Dowry"
                " Prohibition Act."
            ),
            "DP-6(3)",
            W,
        ),
        ("103 BNS. Cognizance taken 5.9.2024. Case committed to Sessions 20.1.2025.", "BNSS-232", C),
        (
            (
                "305 BNS. Case property was produced before the JMFC on 3.9.2024, inventory of the property prepared"
                " 10.9.2024 and order of disposal passed 25.11.2024."
            ),
            "BNSS-497(5)",
            C,
        ),
        (
            (
                "Complaint against SI under 323 IPC. Beating on 3.3.2015 in Delhi; complaint filed 3.9.2015. Section"
                " 140 of the Delhi Police Act is pleaded."
            ),
            "DelhiPolice-140(1)",
            C,
        ),
        (
            "FIR u/s 307 IPC dated 4.5.2018 at 10 am was uploaded on the police website on 4.5.2018 at 8 pm.",
            "CrPC-154",
            W,
        ),
        (
            (
                "Complaint by the Food Inspector under PFA. Acquittal 3.2.2010. Application for special leave to appeal"
                " filed in the High Court on 20.9.2010."
            ),
            "CrPC-378(5)",
            C,
        ),
        ("MCOCA. Remand 3.3.2015. Extension granted on 85th day. Charge-sheet filed 20.8.2015.", "MCOCA-21(2)", W),
        (
            "Snatching, 304 BNS. Information by e-mail to PS on 4.9.2024; complainant came and signed it on 6.9.2024.",
            "BNSS-173(1)",
            W,
        ),
        ("S. 325 IPC. Born 5.7.1991; found guilty 10.9.2011, jail. No report of Probation Officer.", "Probation-6", W),
        ("302 IPC. Client born 4.4.1996; rifle purchased by him 5.6.2014. Arms Act charge.", "Arms-9", C),
        (
            (
                "Unclaimed scooter in robbery case. Proclamation u/s 457 published 4.3.2009; one Salim claimed it on"
                " 5.11.2009 with RC."
            ),
            "CrPC-457",
            C,
        ),
    ],
)
def test_a_period_of_criminal_procedure(text: str, provision: str, side: Stands) -> None:
    assert sides(text, provision) == {side}


def test_an_order_that_was_extended_has_not_lapsed() -> None:
    text = (
        "Order under section 144 CrPC issued on 1 March 2016 and extended by the State. Offence, 188 IPC, 12 June 2016."
    )
    assert not sides(text, "CrPC-144")


def test_a_police_report_to_the_court_is_no_information_of_a_dispute() -> None:
    text = "S. 302 IPC. First remand 4.1.2016. Police report laid in court on 3.3.2016."
    assert sides(text, "CrPC-167") == {W}


@pytest.mark.parametrize(
    ("text", "provision", "side"),
    [
        (
            "Undertrial, only S. 325 IPC. In jail since 3.1.2015. Application u/s 436A CrPC filed 10.10.2018.",
            "CrPC-436A",
            C,
        ),
        ("UTP, charge 304 Part II IPC. In jail from 10.3.2016; today 12.8.2019. 436A plea.", "CrPC-436A", W),
        (
            (
                "UTP, first offender. FIR u/s 304 (2) BNS. Inside since 4.7.2024. Superintendent's report under 479"
                " BNSS dt. 10.9.2025."
            ),
            "BNSS-479",
            C,
        ),
    ],
)
def test_an_undertrial_needs_no_word_of_bail(text: str, provision: str, side: Stands) -> None:
    assert side in sides(text, provision)


def test_an_undertrial_for_murder_has_no_half_of_the_maximum() -> None:
    assert not sides("Undertrial u/s 302 IPC, in jail since 3.3.2012. 436A plea refused 4.5.2018.", "CrPC-436A")


@pytest.mark.parametrize(
    ("text", "provision", "expected"),
    [
        ("S. 302 IPC. PW-2, the deceased's son, 13 years, was examined without oath.", "Oaths-4", {C}),
        ("Murder, 302 IPC. The child witness (PW 4) aged 8 years was not administered oath.", "Oaths-4", {W}),
        ("302 IPC. The confession was on oath. Daughter of accused, 7, lives with grandmother.", "Oaths-4", set()),
        (
            (
                "103 BNS. On 4.9.2024 the SHO issued notice under S. 179 BNSS to witness Kailash, 63 years, to attend"
                " the thana."
            ),
            "BNSS-179",
            {C},
        ),
        (
            (
                "FIR u/s 115(2) BNS dt. 3.9.2024. Accused is 72 years old and was arrested on 4.9.2024 without"
                " permission of the Deputy Superintendent."
            ),
            "BNSS-35",
            {C, W},
        ),
        (
            (
                "House of accused searched in 302 IPC case on 3.4.2010. Only one witness of the locality signed the"
                " seizure memo."
            ),
            "CrPC-100",
            {C},
        ),
        (
            (
                "302 IPC. His house was searched on 3.4.2010 in the presence of two independent witnesses of the"
                " village, who signed the memo."
            ),
            "CrPC-100",
            {W},
        ),
        (
            "302 IPC. Two witnesses saw him leave the house. The knife was seized from the field.",
            "CrPC-100",
            set(),
        ),
        ("S. 302 IPC. Search of house. Law requires two independent witnesses.", "CrPC-100", set()),
        (
            "302 IPC. Confession recorded by JMFC u/s 164. Accused was given only 15 minutes to reflect.",
            "CrPC-164",
            {C},
        ),
        (
            "Confession, JMFC. Accused warned, and sent back to jail for 48 hours to think. 302 IPC, 2001.",
            "CrPC-164",
            {W},
        ),
        (
            "302 IPC. Extra-judicial confession to sarpanch after two days. The Magistrate remanded him.",
            "CrPC-164",
            set(),
        ),
        ("Death sentence u/s 302 IPC; confirmation order signed by one Judge only on 4.5.2012.", "CrPC-369", {C}),
        ("MCOCA sanction. Two charge-sheets in the preceding ten years, cognizance taken in both.", "MCOCA-2", {W}),
        ("S. 303(2) BNS. Gold ring valued at Rs 32,000. JMFC tried it summarily in Jan 2025.", "BNSS-283", {C}),
        ("S. 379 IPC, Feb 2012. Cycle valued at Rs 2,800; tried summarily by JMFC.", "CrPC-260", {C}),
        ("S. 303(2) BNS. Phone worth Rs 3,000, returned next day. Community service? Sept 2024.", "BNS-303", {W}),
        ("Plea bargaining sought. Charge S. 379 IPC carrying three years. 2012.", "CrPC-265A", {W}),
        ("A-2 sent up u/s 411 IPC alone, three years at most. CJM tendered pardon on 3.4.2005.", "CrPC-306", {C}),
        (
            "S. 325 IPC. We say grievous. Injured was back to his shop in 11 days. 2016.",
            "IPC-320",
            {C},
        ),
    ],
)
def test_an_age_or_a_count_of_criminal_procedure(text: str, provision: str, expected: set[Stands]) -> None:
    assert sides(text, provision) == expected


@pytest.mark.parametrize(
    ("text", "provision", "expected"),
    [
        (
            "S. 395 IPC. FIR against unknown. PW-1 says three men came to the shop, broke the counter and went off.",
            "IPC-391",
            {C},
        ),
        ("S. 399/402 IPC. Four were caught on the spot and three ran away.", "IPC-391", {W}),
        ("S. 402 IPC. Caught 2; two fled in the dark. Country-made pistols.", "IPC-391", {C}),
        ("S. 302/149 IPC. On our side were A-1, his brother and two labourers, four in all.", "IPC-141", {C}),
        ("S. 302/149 IPC. Deceased had injuries, four in all, on the head.", "IPC-141", set()),
    ],
)
def test_a_number_of_persons_in_other_words(text: str, provision: str, expected: set[Stands]) -> None:
    assert sides(text, provision) == expected


def test_periods_of_both_codes_follow_upon_each_other() -> None:
    rows = periods.by_id()
    for old, new in (("crpc-proclamation-30", "bnss-proclamation-30"), ("crpc-433a", "bnss-433a")):
        until = rows[old].in_force_to
        assert until is not None
        assert (rows[new].in_force_from - until).days == 1


def test_a_public_servant_who_complained_has_six_months_and_not_sixty_days() -> None:
    text = (
        "Private complaint by the Drugs Inspector. Accused acquitted on 9 November 2022. Complainant's application for"
        " special leave to appeal was filed in the High Court on 20 March 2023."
    )
    assert [line.rule for line in read_lines(text)] == ["crpc-378-5-public"]


@pytest.mark.parametrize(
    ("text", "provision"),
    [
        (
            "His appeal was rejected on 1 June 2018. The O.A. before the Tribunal was filed on 20 March 2019.",
            "CrPC-374",
        ),
        ("302 IPC. Copy of the FIR reached the Magistrate on 4.9.2024. House searched 1.9.2024 at 5 pm.", "BNSS-185"),
        ("S. 304B IPC. Married 4.2.2011, died 3.3.2015. Nothing in the FIR of any streedhan list.", "DP-6"),
        ("UAPA. No witness says he took oath. A-3 has a son, 5, at home.", "Oaths-4"),
        ("309(6) BNS. Certificate u/s 63(4) signed by shop owner only. DVR of the shop not seized.", "BNSS-103"),
    ],
)
def test_words_that_only_look_like_a_step_of_procedure(text: str, provision: str) -> None:
    assert not sides(text, provision)


@pytest.mark.parametrize(
    ("text", "side"),
    [
        (
            (
                "Trial court acquitted of 302 IPC. The High Court set aside the acquittal on 4.5.2011 and sentenced him"
                " to seven years R.I. u/s 304-II. Appeal to Supreme Court?"
            ),
            C,
        ),
        ("Acquittal reversed by the High Court, 302 IPC, imprisonment for life. Statutory appeal to Supreme Court.", W),
    ],
)
def test_ten_years_on_reversal_of_an_acquittal_give_an_appeal_as_of_right(text: str, side: Stands) -> None:
    assert sides(text, "CrPC-379") == {side}
