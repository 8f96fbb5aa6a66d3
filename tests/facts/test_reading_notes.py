"""Bad input gives what can be read, and says what cannot."""

import pytest

from countercase.domain.facts import EvidenceFact, EvidenceStatus, NumericalFact, SectionFact
from countercase.facts.extract import extract_facts
from countercase.facts.reading_notes import reading_notes
from countercase.facts.sheet_json import from_json, to_json


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
