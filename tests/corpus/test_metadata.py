"""Metadata: each way heads are printed, and the sixty judgments that were read by hand."""

import tomllib
from datetime import date
from pathlib import Path

import pytest

from countercase.corpus.ingest import describe_case
from countercase.corpus.metadata import (
    find_case_numbers,
    find_date,
    normal_case,
    party,
    party_type,
    split_title,
)
from countercase.corpus.metadata.heads import read_inverted, read_judges, read_signatures
from countercase.corpus.metadata.outcome import find_outcome
from countercase.domain.case import Case, Outcome, PartyType, PrintedTreatment

LINES = """Ram Das and Others v State of Kerala
Supreme Court of India

3 May 1999
Crl. A. Nos. 12-13 of 1998 (Arising out of S.L.P. (Crl.) No. 7 of 1997) (From the Judgment in Cr.A. No. 99 of 1990)
The Judgment was delivered by : K. T. THOMAS, J.
1. He was convicted under Section 302 of the Indian Penal Code. Section 302 IPC was the charge.
2. In Khushal Rao v. State of Bombay, AIR 1958 SC 22, it was held otherwise.
Appeals partly allowed.
"""
REPORT = (
    "[2023] 4 S.C.R. 12 : 2023 INSC 34 CASE DETAILS M/S BLUE MILLS PVT. LTD. & ORS. v. THE STATE OF U.P. & ANR. "
    "(Civil Appeal No(s). 5-6 of 2020) APRIL 05, 2023 [DR. DHANANJAYA Y CHANDRACHUD, CJI AND J. B. PARDIWALA, J.] "
    "HEADNOTES It is. LIST OF CITATIONS AND OTHER REFERENCES Red v. Green (2001) 2 SCC 3 : [2001] 1 SCR 4 – "
    "relied on. / OF THE SUPREME COURT J. B. PARDIWALA, J. 1. Leave granted. 2. It was taxed. 3. We set it aside. "
    "Headnotes prepared by: Appeals allowed. A. Kumar"
)
PRINT = """Delhi High Court
Blue Mills Private ... vs Ram Das & Ors. on 4 November, 2022
Author: Navin Chawla
Bench: Navin Chawla
Neutral Citation Number: 2022/DHC/004700
IN THE HIGH COURT OF DELHI AT NEW DELHI
CS(COMM) 461/2020
BLUE MILLS PRIVATE LIMITED ..... Plaintiff
versus
RAM DAS & ORS. ..... Defendants
1. The suit is for an injunction.
2. Accordingly, the suit is dismissed.
"""
OLD_PRINT = """Supreme Court of India
Ram Das vs The State Of Madras on 19 May, 1950
Equivalent citations: 1950 AIR 27, 1950 SCR 88
PETITIONER:
RAM DAS
 Vs.
RESPONDENT:
THE STATE OF MADRAS
DATE OF JUDGMENT:
19/05/1950
BENCH:
KANIA, HIRALAL J. (CJ)
FAZAL ALI, SAIYID
CITATION:
 1950 AIR 27 1950 SCR 88
JUDGMENT:
This is a petition. Petition dismissed.
"""


def described(text: str, **fields: str) -> Case:
    return describe_case("c1", text, fields, ())


def test_a_head_in_lines() -> None:
    case = described(LINES)
    assert case.name == "Ram Das and Others v. State of Kerala"
    assert case.decided == date(1999, 5, 3)
    assert case.bench == ("K. T. Thomas",)
    assert case.case_numbers == (
        "Criminal Appeal Nos. 12-13 of 1998",
        "Special Leave Petition (Criminal) No. 7 of 1997",
    )
    assert case.outcome is Outcome.PARTLY_ALLOWED
    assert case.citations == ()


def test_the_law_and_the_cases_cited() -> None:
    case = described(LINES)
    assert {provision.id: count for provision, count in case.provisions.items()} == {"IPC-302": 2}
    assert [(cited.citations, cited.treatment) for cited in case.cites] == [
        (("AIR 1958 SC 22",), PrintedTreatment.CITED)
    ]


def test_a_head_of_the_reports() -> None:
    case = described(REPORT)
    assert case.name == "M/s Blue Mills Pvt. Ltd. & Ors. v. The State of U.P. & Anr."
    assert (case.petitioner and case.petitioner.type) is PartyType.CORPORATION
    assert (case.respondent and case.respondent.type) is PartyType.STATE
    assert case.citations == ("[2023] 4 SCR 12", "2023 INSC 34")
    assert case.decided == date(2023, 4, 5)
    assert case.bench == ("Dhananjaya Y Chandrachud", "J. B. Pardiwala")
    assert case.bench_strength == 2
    assert case.case_numbers == ("Civil Appeal Nos. 5-6 of 2020",)
    assert case.outcome is Outcome.ALLOWED
    assert [(cited.name, cited.treatment) for cited in case.cites] == [("Red v. Green", PrintedTreatment.RELIED_ON)]


def test_a_print_with_a_name_cut_short() -> None:
    case = described(PRINT)
    assert case.court == "Delhi High Court"
    assert case.name == "Blue Mills Private Limited v. Ram Das & Ors."
    assert case.citations == ("2022:DHC:4700",)
    assert case.case_numbers == ("CS(COMM) 461/2020",)
    assert (case.bench, case.outcome) == (("Navin Chawla",), Outcome.DISMISSED)


def test_an_old_print_with_surnames_first() -> None:
    case = described(OLD_PRINT)
    assert case.bench == ("Hiralal J. Kania", "Saiyid Fazal Ali")
    assert case.citations == ("AIR 1950 SC 27", "[1950] SCR 88")
    assert (case.decided, case.outcome) == (date(1950, 5, 19), Outcome.DISMISSED)


def test_what_the_source_states_goes_first() -> None:
    case = described(LINES, title="A v. B", decided="2001-02-03", bench="X RAO, Y SEN", outcome="Dismissed", court="X")
    assert (case.name, case.decided, case.bench) == ("A v. B", date(2001, 2, 3), ("X Rao", "Y Sen"))
    assert (case.outcome, case.court) == (Outcome.DISMISSED, "X")


def test_a_number_without_brackets_is_not_of_the_name() -> None:
    head = "[2023] 3 S.C.R. 14 RAM v. UNION OF INDIA Transfer Petition (Civil) Nos 12-13 Of 2020"
    case = described(f"{head} JANUARY13, 2023 [A RAO, J.] 1. Dismissed.")
    assert case.name == "RAM v. Union of India"
    assert case.case_numbers == ("Transfer Petition (Civil) Nos. 12-13 of 2020",)


def test_the_file_name_of_a_report_gives_its_citation() -> None:
    assert describe_case("2023_4_12_40_EN", "No head at all.", {}, ()).citations == ("[2023] 4 SCR 12",)


def test_a_text_without_a_head_claims_nothing() -> None:
    case = described("just some words about rent")
    assert (case.name, case.court, case.decided, case.bench, case.outcome) == ("c1", "", None, (), None)


@pytest.mark.parametrize(
    ("title", "parties"),
    [
        ("Ram v Shyam", ("Ram", "Shyam")),
        ("V. K. Sharma v Union of India", ("V. K. Sharma", "Union of India")),
        ("RAM V. SHYAM", ("RAM", "SHYAM")),
        ("Ram vs. Shyam", ("Ram", "Shyam")),
        ("In re Delhi Laws Act", None),
    ],
)
def test_titles_are_split_at_the_versus(title: str, parties: tuple[str, str] | None) -> None:
    assert split_title(title) == parties


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("State of U.P. & Ors.", PartyType.STATE),
        ("Union of India", PartyType.STATE),
        ("Commissioner of Income Tax, Delhi", PartyType.STATE),
        ("Municipal Corporation of Delhi", PartyType.STATE),
        ("State Bank of India", PartyType.CORPORATION),
        ("Kerala State Road Transport Corporation", PartyType.CORPORATION),
        ("M/s Blue & Sons", PartyType.CORPORATION),
        ("People's Union for Civil Liberties", PartyType.CORPORATION),
        ("National Capital Territory of Delhi", PartyType.STATE),
        ("Ram Das & Another", PartyType.INDIVIDUAL),
        ("K. S. Puttaswamy (Dead) By Lrs.", PartyType.INDIVIDUAL),
        ("In re: Problems of Migrants", None),
    ],
)
def test_party_types(name: str, kind: PartyType | None) -> None:
    assert party_type(name) is kind


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("C.A. No. 5 of 1990", "Civil Appeal No. 5 of 1990"),
        ("Appeal (crl.) 727 of 1997", "Criminal Appeal No. 727 of 1997"),
        ("Cr.As. Nos. 46 and 47 of 1953", "Criminal Appeal Nos. 46 and 47 of 1953"),
        ("WRIT PETITION [C] NO.80 OF 2006", "Writ Petition (Civil) No. 80 of 2006"),
        ("SLP (C) No. 9/2007", "Special Leave Petition (Civil) No. 9 of 2007"),
        ("C.A. Nos. 4550-51/89", "Civil Appeal Nos. 4550-51 of 1989"),
        ("Transfer Petition (Crl.) No. 82 of 2005", "Transfer Petition (Criminal) No. 82 of 2005"),
    ],
)
def test_case_numbers_have_one_form(written: str, normal: str) -> None:
    assert find_case_numbers(written) == (normal,)


@pytest.mark.parametrize(
    ("listed", "names"),
    [
        ("[A. S. BOPANNA AND BELA M. TRIVEDI, JJ.]", ("A. S. Bopanna", "Bela M. Trivedi")),
        ("R.M. Lodha, J. and Aftab Alam, J.", ("R.M. Lodha", "Aftab Alam")),
        ("Hon'ble Justice B. C. Ray", ("B. C. Ray",)),
        ("J. Chelameswar, J.", ("J. Chelameswar",)),
        (
            "[DR. D Y CHANDRACHUD, CJI, P. SRI NARASIMHA AND JB PARDIWALA JJ.]",
            ("D Y Chandrachud", "P. Sri Narasimha", "JB Pardiwala"),
        ),
        ("Vikram Nath* and Sandeep Mehta,* JJ.", ("Vikram Nath", "Sandeep Mehta")),
    ],
)
def test_names_of_judges(listed: str, names: tuple[str, ...]) -> None:
    assert read_judges(listed) == names


def test_judges_that_signed() -> None:
    assert read_signatures(".......J. [L. N. RAO] .......J. [B. R. GAVAI]") == ("L. N. Rao", "B. R. Gavai")
    assert read_inverted("M.K. MUKHERJEE, K.T. THOMAS") == ("M.K. Mukherjee", "K.T. Thomas")


@pytest.mark.parametrize(
    ("ending", "outcome"),
    [
        ("We see no merit.\nAppeal dismissed.", Outcome.DISMISSED),
        ("Result of the case: Appeals partly allowed. †Headnotes by: X", Outcome.PARTLY_ALLOWED),
        ("The order of the High Court is set aside. The appeals are, accordingly, allowed. No costs.", Outcome.ALLOWED),
        ("The appeal was dismissed by the High Court. We, therefore, allow this appeal.", Outcome.ALLOWED),
        ("The writ petition is disposed of. No costs.", Outcome.DISPOSED),
        ("We set aside the order and remit the matter to the Tribunal for fresh decision.", Outcome.REMANDED),
        ("For these reasons we find no ground to interfere with the conviction.", Outcome.DISMISSED),
        ("The papers may be placed before the Chief Justice for a larger Bench.\nOrder accordingly.", None),
        ("In view of the above, the appeal is allowed. Pending applications are disposed of.", Outcome.ALLOWED),
        ("Crl. A. No. 12 of 2011 dismissed. Criminal Appeal No. 13 of 2011 partly allowed.", None),
        ("This question is to be examined and decided by a larger Bench. Post it early.", None),
        ("As a result, this appeal is partly allowed.\nAppeal allowed.", Outcome.PARTLY_ALLOWED),
        (
            "We allow this appeal partly and restore the decree against A. The rest is dismissed.\nOrder accordingly.",
            Outcome.PARTLY_ALLOWED,
        ),
        ("The application stands disposed of. Headnotes prepared by: Appeal allowed. Asha Rao", Outcome.ALLOWED),
        ("The units shall be closed. The Board shall maintain a list. Is there any reason for doubt?", None),
    ],
)
def test_outcomes(ending: str, outcome: Outcome | None) -> None:
    assert find_outcome(f"The tenant was sued for rent. {ending}") is outcome


@pytest.mark.parametrize(
    ("ending", "outcome"),
    [
        (
            "Result of the case: Civil Appeal No. 8 of 2012 partly allowed and Civil Appeal No. 7 of 2012 dismissed.",
            Outcome.DISMISSED,
        ),
        (
            "Result of the case: Civil Appeal Nos.8-9 of 2012 allowed. Civil Appeal Nos.6-7 of 2012 disposed of.",
            Outcome.DISPOSED,
        ),
        ("Result of the case: Appeals dismissed, Transfer Cases allowed.", Outcome.DISMISSED),
        ("Result of the case: Appeals allowed.", Outcome.ALLOWED),
        (
            "Civil Appeal No. 7 of 2012 is allowed. Civil Appeal No. 8 of 2012 is dismissed.\nAppeal dismissed.",
            Outcome.ALLOWED,
        ),
    ],
)
def test_of_several_matters_the_lead_matter_counts(ending: str, outcome: Outcome) -> None:
    numbers = ("Civil Appeal No. 7 of 2012", "Civil Appeal No. 8 of 2012")
    assert find_outcome(f"The tenant was sued for rent. {ending}", numbers=numbers) is outcome


@pytest.mark.parametrize(
    ("ending", "outcome"),
    [
        ("We set aside the judgment and allow the appeal and quash the complaint.\nAppeal dismissed", Outcome.ALLOWED),
        ("The appeals fail and are hereby dismissed.\nAppeals disposed of.", Outcome.DISMISSED),
        ("The appeal is allowed and the petition filed below is dismissed.\nAppeal allowed.", Outcome.ALLOWED),
        ("I would allow the appeal. By the majority it fails.\nAppeal dismissed", Outcome.DISMISSED),
        ("The appeal is allowed in part. For the rest it is disposed of.\nAppeal disposed of", Outcome.DISPOSED),
        ("The appeals are partly allowed and one sentence is maintained.\nAppeal allowed", Outcome.PARTLY_ALLOWED),
        ("The appeal is allowed to the extent indicated above.\nAppeal allowed", Outcome.PARTLY_ALLOWED),
    ],
)
def test_the_plain_word_of_the_court_goes_before_that_of_the_reporter(ending: str, outcome: Outcome) -> None:
    assert find_outcome(f"The tenant was sued for rent.\n{ending}") is outcome


def test_custody_and_money_are_remanded_and_remitted_without_a_remand() -> None:
    assert find_outcome("The first remand was of ten days. The sum shall be remitted to the bank. Ordered so.") is None
    assert find_outcome("We remit the matter to the Rent Controller. Ordered accordingly.") is Outcome.REMANDED


@pytest.mark.parametrize(
    ("ending", "outcome"),
    [
        ("We direct that the lists be checked by a committee.\nA. Rao Directions issued.", Outcome.DISPOSED),
        (
            "Present appeal is accordingly allowed to the aforesaid extent.\nA. Rao Appeal allowed.",
            Outcome.PARTLY_ALLOWED,
        ),
        ("Both these appeals must succeed and are partly allowed.\nA.B.C. Appeals allowed.", Outcome.PARTLY_ALLOWED),
    ],
)
def test_directions_and_a_success_in_part_are_not_wholly_allowed(ending: str, outcome: Outcome) -> None:
    assert find_outcome(f"The tenant was sued for rent. {ending}") is outcome


def test_what_a_court_below_dismissed_is_no_outcome_of_this_court() -> None:
    ending = "The High Court heard the appeal and dismissed it. " + "The land was valued anew. " * 250
    assert find_outcome(f"{ending}The decree will be amended accordingly.") is None


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        ("Case Details Evergreen Insurance Co. Ltd.", "Evergreen Insurance Co. Ltd."),
        ("SUPREME COURT REPORTS ANITA RAO", "Anita Rao"),
        ("ANITA RAO &amp; ORS.", "Anita Rao & Ors."),
        ("Anita Rao &Amp; ANR.", "Anita Rao & Anr."),
        ("CC AND CE AND ST, NOIDA", "CC and CE and ST, Noida"),
        ("STATE OF UP", "State of UP"),
        ("ANITA RAO & ANR.1 R1 : Anita Rao R2 : Benoy Sen", "Anita Rao & Anr."),
        ("ST. MARY’S SCHOOL", "St. Mary’s School"),
    ],
)
def test_a_name_has_no_running_heads_and_keeps_its_short_forms(printed: str, name: str) -> None:
    assert party(printed).name == name


def test_initials_of_counsel_are_no_versus() -> None:
    assert split_title("R. V. Mani, the next friend, in person.") is None
    text = (
        "262 of 2001.\nUnder Article 32 of the Constitution.\nR. V. Mani, in person.\nK. V. Rao, for the respondent.\n"
    )
    assert described(text).petitioner is None


def test_dates_have_the_day_before_the_month() -> None:
    assert find_date("on 24/04/1973") == date(1973, 4, 24)
    assert find_date("31 February 2001, then 1st March, 2001") == date(2001, 3, 1)


def test_capitals_become_normal_case_and_nothing_else_does() -> None:
    assert normal_case("THE STATE OF U.P. & ORS.") == "The State of U.P. & Ors."
    assert normal_case("KSRTC AND M/S B.V. RAO LLP") == "KSRTC and M/s B.V. Rao LLP"
    assert normal_case("State of Kerala") == "State of Kerala"


SAMPLE = tomllib.loads((Path(__file__).parent / "metadata_sample.toml").read_text(encoding="utf-8"))


@pytest.mark.data
def test_the_texts_read_by_hand_are_described_right(data: Path) -> None:
    from benchmarks.metadata import FOLDERS, judge, read_text

    right: list[bool] = []
    for source in ("aila", "scr"):
        for truth in SAMPLE[source]:
            path = data / "caselaw" / FOLDERS[source] / truth["file"]
            right += judge(describe_case(path.stem, read_text(path), {}, ()), truth).values()
    assert sum(right) / len(right) >= 0.95


def test_the_sample_has_sixty_judgments() -> None:
    assert {source: len(truths) for source, truths in SAMPLE.items()} == {"aila": 25, "scr": 25, "pdf": 10}
