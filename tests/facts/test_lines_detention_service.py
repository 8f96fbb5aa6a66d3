"""Lines of preventive detention, departmental proceedings, the Atrocities Act, and of arrest and bail."""

import pytest

from countercase.domain.checklist import Stands
from countercase.facts.extract import extract_facts
from countercase.facts.lines import read_lines
from countercase.facts.lines.detention_acts import detention_act
from countercase.facts.lines.profile import MatterProfile
from countercase.facts.timeline import read_timeline

SIDES = {"within": Stands.WITHIN, "crossed": Stands.CROSSED}


def sides(text: str, provision: str) -> set[Stands]:
    return {line.stands for line in read_lines(text) if provision in {other.base for other in line.provisions}}


def matter(text: str) -> MatterProfile:
    return MatterProfile(extract_facts(text), read_timeline(text))


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("Detenu held under PASA at Ahmedabad.", "PASA"),
        ("HCP. Detained under Act 14 of 1982 as a Goonda.", "TNPDA"),
        ("Habeas corpus: detention order by the Commissioner, Hyderabad, as a land grabber.", "TelanganaPD"),
        ("Detention order under the MPDA Act, Nagpur.", "MPDA"),
        ("PIT-NDPS detenu in Amritsar.", "PITNDPS"),
        ("The detenu was detained under the J&K Public Safety Act.", "JKPSA"),
        ("NSA detenu, Madras High Court; police call him a goonda.", None),
        ("A goonda of Chennai was shot at; IPC 307.", None),
    ],
)
def test_the_act_of_a_detention(text: str, act: str | None) -> None:
    assert detention_act(matter(text)) == act


@pytest.mark.parametrize(
    ("text", "provision", "side"),
    [
        (
            "NSA. Approved by State on 10.5.2019. Report under s. 3(5) reached the Centre only on 24.5.2019.",
            "NSA-3",
            "crossed",
        ),
        ("NSA, Rampur. Approved 2.2.2020; forwarded to Ministry of Home Affairs 6.2.2020.", "NSA-3", "within"),
        ("NSA. Taken in under the order on 1 March 2018; released from jail on 20 April 2019.", "NSA-13", "crossed"),
        (
            "NSA. State empowered all District Magistrates for three months from 1.10.2020 to act u/s 3(2).",
            "NSA-3",
            "within",
        ),
        (
            "NSA. Notification delegating the power to the Commissioner is for a period of one year. Order 2.2.2015.",
            "NSA-3",
            "crossed",
        ),
        (
            "NSA. Commissioner was authorised for the period 1.2.2016 to 31.7.2016. Order made 4.3.2016.",
            "NSA-3",
            "crossed",
        ),
        ("COFEPOSA detenu, detained on 2.1.1996. Declaration u/s 9(1) issued on 20.2.1996.", "COFEPOSA-9", "crossed"),
        (
            "COFEPOSA. Order executed 10.10.2010. Confirmed, detention to continue till 9.10.2011.",
            "COFEPOSA-10",
            "within",
        ),
        (
            "COFEPOSA: order served 7-7-2014, grounds communicated on 20-7-2014. Reasons for the delay recorded.",
            "COFEPOSA-3",
            "within",
        ),
        ("PASA detention. Order executed 1.2.2020. Grounds furnished to him 12.2.2020.", "PASA-9", "crossed"),
        (
            "MPDA, Pune. Detention order served on 5.4.2022; Advisory Board's opinion received on 30.6.2022.",
            "MPDA-11",
            "crossed",
        ),
        (
            "Telangana, detenu under Act 1 of 1986. Order executed 3.3.2021. Reference to Advisory Board 20.3.2021.",
            "TelanganaPD-10",
            "within",
        ),
        (
            "T.N. Act 14 of 1982. Detained on 4.4.2021 under an order of even date. Govt. approval on 12.4.2021.",
            "TNPDA-3",
            "within",
        ),
    ],
)
def test_preventive_detention(text: str, provision: str, side: str) -> None:
    assert SIDES[side] in sides(text, provision)


def test_a_state_detention_is_not_under_the_national_security_act() -> None:
    text = "Detenu, bootlegger, Chennai. Order served 1.3.2021. Grounds supplied 12.3.2021. Advisory Board 15.3.2021."
    assert not {line for line in read_lines(text) if line.provision.act == "NSA"}


def test_fifteen_days_for_grounds_need_recorded_reasons() -> None:
    text = "COFEPOSA: order served 7-7-2014, grounds communicated on 20-7-2014. No reasons were recorded."
    assert sides(text, "COFEPOSA-3") == {Stands.CROSSED}


@pytest.mark.parametrize(
    ("text", "provision", "side"),
    [
        (
            "CAT Patna. Clerk picked up by CBI on 4.3.2015 at 10 am and let out on bail on 7.3.2015 at 4 pm.",
            "CCSCCA-10",
            "crossed",
        ),
        ("CCS (CCA). Suspended 1.2.2018. Charge memo issued on 28.3.2018.", "CCSCCA-10", "within"),
        ("CCS (CCA). Suspended on 4.4.2019; memorandum of charges reached him on 20.9.2019.", "CCSCCA-10", "crossed"),
        (
            "CAT Delhi. The suspension was extended for a further period of one year on 25.3.2019.",
            "CCSCCA-10",
            "crossed",
        ),
        (
            "FR 53. Suspended on 1.3.2017. Subsistence allowance was enhanced by half w.e.f. 1.9.2017.",
            "FundamentalRules-53",
            "crossed",
        ),
        (
            "CCS (CCA). Charge memo received by him on 3.5.2019; written statement of defence submitted on 14.5.2019.",
            "CCSCCA-14",
            "within",
        ),
        (
            "CCS CCA Rule 14. Inquiring Authority appointed 4.4.2018; report submitted 30.12.2018.",
            "CCSCCA-14",
            "crossed",
        ),
        (
            "CCS (CCA). Inquiry report furnished to the applicant on 1.6.2021. Represented against it on 10.6.2021.",
            "CCSCCA-15",
            "within",
        ),
        ("Rule 16 CCS (CCA): increments withheld for four years without an inquiry.", "CCSCCA-16", "crossed"),
        ("Rule 16 CCS (CCA): stoppage of increment for 18 months, no inquiry held.", "CCSCCA-16", "within"),
        (
            "CAT Mumbai. Departmental appeal made on 2.2.2019, no order passed on it. O.A. filed 10.5.2019.",
            "AdministrativeTribunals-20",
            "crossed",
        ),
        (
            "O.A. before CAT Jodhpur. Appeal submitted on 3.3.2015 was never decided. O.A. filed on 1.8.2016.",
            "AdministrativeTribunals-21",
            "within",
        ),
        (
            "CAT Bangalore: copy of the order received 1.3.2018; review application filed 20.4.2018.",
            "CATProcedure-17",
            "crossed",
        ),
        (
            "Contempt, CAT. Time to comply expired on 4.4.2015. Contempt petition filed on 2.9.2016.",
            "Contempt-20",
            "crossed",
        ),
        (
            "Retired 31.1.2015. Charge memo issued 4.6.2016 under Rule 9, Pension Rules, for misconduct of 3.3.2011.",
            "CCSPension-9",
            "crossed",
        ),
        (
            "FR 56(j). Group A officer, joined at 24, compulsorily retired at the age of 52.",
            "FundamentalRules-56",
            "within",
        ),
        ("FR 56(j): Group C employee compulsorily retired with one month's notice.", "FundamentalRules-56", "crossed"),
        (
            "Rule 48-A of CCS (Pension) Rules, voluntary retirement. He completed 17 years of qualifying service.",
            "CCSPension-48A",
            "crossed",
        ),
    ],
)
def test_departmental_proceedings(text: str, provision: str, side: str) -> None:
    assert SIDES[side] in sides(text, provision)


def test_increments_withheld_with_cumulative_effect_need_an_inquiry_at_any_length() -> None:
    text = "Rule 16 CCS (CCA): increments withheld for two years with cumulative effect, no inquiry held."
    assert not sides(text, "CCSCCA-16")


@pytest.mark.parametrize(
    ("text", "provision", "side"),
    [
        (
            "Atrocities Act, FIR 1.4.2010. Investigation report submitted to the S.P. on 20.6.2010.",
            "SCSTRules-7",
            "crossed",
        ),
        (
            "Appeal u/s 14A of the SC/ST Act was admitted on 3.2.2020 and disposed of on 9.9.2020.",
            "SCST-14A",
            "crossed",
        ),
        (
            "Special Court, SC/ST Act, by order dt. 3.5.2019 externed him from the taluka for five years.",
            "SCST-10",
            "crossed",
        ),
        (
            "Special Court, SC/ST Act, by order dt. 3.5.2012 externed him from the district for three years.",
            "SCST-10",
            "crossed",
        ),
        (
            "Convicted u/s 3(1)(s) SC/ST Act. He is aged 35. Trial court released him on probation.",
            "SCST-19",
            "crossed",
        ),
        (
            "SC/ST Rules, 12(4). House of a Dalit burnt on 3.3.2020. Relief was paid on 8.4.2020.",
            "SCSTRules-12",
            "crossed",
        ),
    ],
)
def test_the_atrocities_act(text: str, provision: str, side: str) -> None:
    assert SIDES[side] in sides(text, provision)


def test_an_external_injury_removes_nobody() -> None:
    text = "SC/ST Act. The certificate shows no external injury. Nothing explains the nine days. FIR 21.8.2024."
    assert not sides(text, "SCST-10")


@pytest.mark.parametrize(
    ("text", "provision", "side"),
    [
        ("Detained u/s 151 CrPC on 2.2.2015 at 6 p.m.; they were let go on 5.2.2015 at 10 a.m.", "CrPC-151", "crossed"),
        (
            "S. 170 BNSS, preventive arrest: arrested on 3.2.2025 at 5 pm; they were released on 4.2.2025 at 11 am.",
            "BNSS-170",
            "within",
        ),
        (
            "Bailable offence u/s 323 IPC. Arrested 1.2.2019; could not furnish surety, still in jail on 10.2.2019.",
            "CrPC-436",
            "crossed",
        ),
        (
            "437(6) Cr.P.C. First date for evidence 4.4.2019. Bail application u/s 437(6) moved on 20.7.2019.",
            "CrPC-437",
            "crossed",
        ),
        (
            "Acquitted u/s 302 IPC on 4.4.2016; to execute bonds u/s 437A CrPC for a period of one year.",
            "CrPC-437A",
            "crossed",
        ),
        ("Sessions Judge gave 5 years R.I. u/s 394 IPC and let him on bail u/s 389(3).", "CrPC-389", "crossed"),
        (
            "HC suspended the sentence, R.I. 12 years, without hearing the Public Prosecutor. Judgment 4.4.2015.",
            "CrPC-389",
            "crossed",
        ),
        (
            "Anticipatory bail, S. 376AB IPC, FIR 3.2.2022, victim aged 11 years 3 months on the date.",
            "CrPC-438",
            "within",
        ),
        (
            "Bail, S. 376DB IPC. Bail application filed 4.1.2020. Notice to the Public Prosecutor given 2.2.2020.",
            "CrPC-439",
            "crossed",
        ),
        (
            "PMLA bail, ECIR of 2021. Proceeds laundered by the applicant and his brother together put at Rs 85 lakh.",
            "PMLA-45",
            "within",
        ),
    ],
)
def test_arrest_and_bail(text: str, provision: str, side: str) -> None:
    assert SIDES[side] in sides(text, provision)


def test_a_maximum_that_the_text_states_is_shown_there() -> None:
    text = "Notice u/s 35(3) BNSS not given. FIR 17.1.2025, s. 318(4) BNS (upto 7 yrs), arrested 20.1.2025."
    (line,) = [line for line in read_lines(text) if line.provision.id == "BNSS-35(1)(b)"]
    assert "7 yrs" in {text[span.start : span.end] for span in line.spans}


@pytest.mark.parametrize(
    ("caught", "section"),
    [
        ("At the airport the Customs found gold on him.", "COFEPOSA-10"),
        ("He gave speeches against the Government.", None),
    ],
)
def test_a_detenu_whom_the_customs_caught_is_held_under_cofeposa_though_nobody_says_so(
    caught: str, section: str | None
) -> None:
    text = (
        f"{caught} The order of detention was executed on 4 May 2025. The Advisory Board reported against him and the"
        " Government confirmed the detention for one year."
    )
    sections = {line.provision.id for line in read_lines(text) if line.rule.startswith(("cofeposa", "nsa"))}
    assert sections == ({section} if section else set())
