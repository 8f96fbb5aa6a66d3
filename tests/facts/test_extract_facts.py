"""Facts read from invented sentences: what is stated, denied or doubted, and of whom."""

from itertools import pairwise

import pytest
from benchmarks.fact_scores import label

from countercase.domain.facts import EvidenceFact, EvidenceStatus, NumericalFact, RoleFact, SectionFact
from countercase.facts.extract import extract_facts, reading_notes
from countercase.facts.sheet_json import from_json, to_json


def found(text: str) -> set[str]:
    return {label(fact) for fact in extract_facts(text).facts}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("There was no eye-witness to the occurrence.", "evidence eyewitness: absent"),
        ("An eye witness was examined.", "evidence eyewitness"),
        ("The alleged confession was made to a constable.", "evidence confession: disputed"),
        ("The confession was retracted the next day.", "evidence confession: disputed"),
        ("No dying declaration was recorded.", "evidence dying declaration: absent"),
        ("The dying declaration was not recorded.", "evidence dying declaration: absent"),
        ("They attacked him without any previous enmity.", "evidence motive: absent"),
        ("The F.I.R. was lodged after two days.", "evidence FIR"),
        ("The respondent, a minor at the time, signed the bond.", "role minor: respondent"),
        ("The appellant was working as a Patwari in the village.", "role public servant: petitioner"),
        ("The appellant joined in 1990. He was a constable.", "role police officer: petitioner"),
        ("The accused stabbed him with a knife.", "act stabbing"),
        ("The accused stabbed him with a knife.", "instrument knife"),
        ("He succumbed to his injuries.", "result death"),
        ("She is the sister of the accused.", "relation siblings"),
        ("The respondent Bank refused the loan.", "party respondent Corporation"),
        ("The appellant was convicted by the trial court.", "party petitioner Individual"),
        ("Notice was sent to the respondent Sunrise Mills Ltd.", "party respondent Corporation"),
        ("The respondents, Union of India, opposed it.", "party respondent State"),
        ("This appeal by the State is against an acquittal.", "party petitioner State"),
        ("They are charged under Section 302 of the Indian Penal Code.", "provision IPC-302"),
        ("He was caught with 1.2 kg of charas.", "weight 1200.00"),
        ("The victim was about five years of age.", "age 5.00: victim"),
    ],
)
def test_reads_what_is_said(text: str, wanted: str) -> None:
    assert wanted in found(text)


@pytest.mark.parametrize(
    ("text", "unwanted"),
    [
        ("He did not stab the deceased.", "act stabbing"),
        ("He threatened to kill her.", "act murder"),
        ("The injury was sufficient to cause death.", "result death"),
        ("His licence had expired in February.", "result death"),
        ("He was sentenced to death.", "result death"),
        ("He tied a rope to the canopy of his shop.", "instrument rope"),
        ("Steel bars, rods and pipes were exported.", "instrument iron rod"),
        ("Two minor abrasions were found on the knee.", "role minor"),
        ("The suit was for recovery of possession.", "evidence recovery"),
        ("The High Court failed to notice this.", "evidence notice"),
        ("He snatched the knife from her hand.", "act robbery"),
        ("An Inspector of Police investigated the case.", "role police officer"),
        ("The case is under the Narcotic Drugs and Psychotropic Substances Act, 1985.", "instrument narcotic drug"),
        ("Whether sanction is required is the question.", "evidence sanction"),
        ("The appellant is the director of a company.", "role company: petitioner"),
        ("The fir tree fell on the house.", "evidence FIR"),
        ("The Tahsildar gave sanction; the appointing authority is the Collector.", "act appointment"),
        ("Learned counsel for the respondent in his submission relied on it.", "party respondent Individual"),
    ],
)
def test_does_not_invent(text: str, unwanted: str) -> None:
    assert unwanted not in found(text)


def test_a_fact_has_all_its_mentions_and_quotes_them() -> None:
    text = "A knife was found. The knife was blunt. Two more knives lay there."
    (knife,) = (fact for fact in extract_facts(text).facts if label(fact) == "instrument knife")
    assert [span.of(text) for span in knife.spans] == ["A knife", "knife", "knives"]


def test_an_item_of_evidence_has_one_status_and_only_its_own_mentions() -> None:
    text = "No FIR was lodged in June. The FIR of July names him. The FIR is on record."
    (fir,) = (fact for fact in extract_facts(text).facts if isinstance(fact, EvidenceFact))
    assert fir.status == "present"
    assert [span.of(text) for span in fir.spans] == ["The FIR", "The FIR"]


def test_a_role_belongs_to_each_of_its_holders() -> None:
    facts = extract_facts("The deceased was a student. The accused is also a student.").facts
    assert {fact.holder for fact in facts if isinstance(fact, RoleFact)} == {"deceased", "accused"}


def test_a_repeated_number_is_one_fact() -> None:
    text = "A bribe of Rs. 2,000 was asked for. He handed over Rs. 2,000."
    (amount,) = (fact for fact in extract_facts(text).facts if isinstance(fact, NumericalFact))
    assert (amount.role, len(amount.spans)) == ("bribe", 2)


def test_a_duration_keeps_the_unit_of_the_text() -> None:
    (months,) = extract_facts("It went on for six months.").facts
    assert isinstance(months, NumericalFact)
    assert (months.value, months.unit) == (6.0, "months")


def test_no_two_facts_share_a_character() -> None:
    text = "The accused inflicted stab injuries with a knife on 12.03.2019 under Section 27 of the Evidence Act."
    spans = sorted(span for fact in extract_facts(text).facts for span in fact.spans)
    assert all(left.end <= right.start for left, right in pairwise(spans))


def test_the_same_text_gives_the_same_sheet() -> None:
    text = "The appellant, a constable, shot his wife. No post-mortem was held."
    assert extract_facts(text) == extract_facts(text)


def test_a_text_without_facts_gives_an_empty_sheet() -> None:
    assert extract_facts("The hearing went on.").facts == ()
    assert extract_facts("").facts == ()


@pytest.mark.parametrize(
    ("text", "note"),
    [
        (" \n ", "The text is empty."),
        ("Good morning to you all.", "No facts were found."),
        ("यह मामला पुलिस ने दर्ज किया और अभियुक्त को पकड़ा गया।", "The text is mostly in Hindi"),
        ("இது ஒரு வழக்கு பற்றிய குறிப்பு மட்டுமே ஆகும்", "The text is mostly in Tamil script"),
        ("| 1 | Ram |\n| 2 | Shyam |\n| 3 | Mohan |", "This does not read as prose"),
        ("mera bhai ghar par tha jab woh log aaye aur usko maar kar chale gaye " * 3, "This does not read as English"),
        (
            "th3 app3llant w~s c0nvicted by th3 c0urt and s3nt to pr1son for l1fe " * 4,
            "The text looks like a poor scan",
        ),
    ],
)
def test_a_note_says_what_cannot_be_read(text: str, note: str) -> None:
    assert any(said.startswith(note) for said in reading_notes(text))


@pytest.mark.parametrize(
    "text",
    [
        "The accused, aged 17, stabbed the deceased on 12.03.2019 and was charged under Section 302 IPC.",
        "12.03.2019 FIR. 13.03.2019 arrest of accused u/s 302 IPC. 20.06.2019 charge sheet. 01.02.2020 PW-1 examined.",
    ],
)
def test_prose_and_a_list_of_dates_need_no_note(text: str) -> None:
    assert reading_notes(text) == ()


@pytest.mark.parametrize(
    ("text", "provisions"),
    [
        ("धारा 302 भा.दं.सं. के अधीन", {"IPC-302"}),
        ("धारा ३०४ख भारतीय दण्ड संहिता", {"IPC-304B"}),
        ("धारा 302/34 आई.पी.सी.", {"IPC-302", "IPC-34"}),
        ("भारतीय न्याय संहिता, 2023 की धारा 103(1)", {"BNS-103(1)"}),
        ("धारा 20(ख) एनडीपीएस एक्ट", {"NDPS-20(b)"}),
        ("संविधान के अनुच्छेद 226 के अंतर्गत", {"Constitution-Article-226"}),
        ("धारा 9999 भा.दं.सं.", set()),
        ("साक्ष्य अधिनियम की धारा 27", set()),  # of 1872 or of 2023
    ],
)
def test_provisions_are_read_in_hindi(text: str, provisions: set[str]) -> None:
    facts = extract_facts(text).facts
    assert {fact.provision.id for fact in facts if isinstance(fact, SectionFact)} == provisions


@pytest.mark.parametrize(
    ("text", "value", "role"),
    [
        ("पीड़िता की आयु 15 वर्ष थी।", 15, "victim"),
        ("मृतक उम्र ४० वर्ष", 40, "deceased"),
        ("मृतक के पिता की आयु 60 वर्ष है।", 60, None),
        ("रु. 2,50,000/- दिए", 250000, None),
        ("3 लाख रुपये दिए", 300000, None),
        ("५ जून २०२१ को", 737946, None),
    ],
)
def test_numbers_are_read_in_hindi(text: str, value: float, role: str | None) -> None:
    facts = extract_facts(text).facts
    assert [(fact.value, fact.role) for fact in facts if isinstance(fact, NumericalFact)] == [(value, role)]


def test_a_provision_cited_in_both_languages_is_one_fact() -> None:
    facts = extract_facts("Charged under Section 302 IPC. धारा 302 भा.दं.सं. लगाई गई।").facts
    assert [len(fact.spans) for fact in facts if isinstance(fact, SectionFact)] == [2]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "।",
        "Order XXIL Rule 16",
        "Section 4 (l) of the Land Acquisition Act",
        "aged ² years",
        "धारा (ख)",
        "\ud800 302",
    ],
)
def test_noise_never_raises_an_error(text: str) -> None:
    assert extract_facts(text).narrative == text


def test_a_long_run_of_pronouns_is_read() -> None:
    assert len(extract_facts("He was a constable. " * 3000).narrative) == 60_000


def test_unknown_fields_of_another_version_are_ignored() -> None:
    sheet = extract_facts("The FSL report is awaited.")
    stored = {**to_json(sheet), "ingredients": [{"provision": "IPC-302"}], "lines": [], "notes": ["..."]}
    assert from_json(stored) == sheet
    older = {"narrative": "The FIR was late.", "facts": [{"kind": "evidence", "item": "FIR"}]}
    (fact,) = from_json(older).facts
    assert isinstance(fact, EvidenceFact)
    assert fact.status is EvidenceStatus.PRESENT


def test_the_part_of_a_section_is_no_misread_number() -> None:
    facts = extract_facts("FIR u/ss 386, 506-II, 120B IPC.").facts
    assert [str(fact.provision) for fact in facts if isinstance(fact, SectionFact)] == [
        "IPC-386",
        "IPC-506-Part-II",
        "IPC-120B",
    ]
