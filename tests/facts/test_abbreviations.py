"""Short forms of briefs are written out, and spans map back."""

import pytest

from countercase.facts.abbreviations import write_out


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("Decd. had one inj. on head.", "Deceased had one injury on head."),
        ("No expl. for delay", "No explanation for delay"),
        ("quarrel betw. A-1 and decd. over land", "quarrel between A-1 and deceased over land"),
        ("knife recd. at instance of accd.", "knife recovered at instance of accused."),
        ("FSL report recd. late", "FSL report received late"),
        ("MLC shows # of left ulna", "MLC shows fracture of left ulna"),
        ("No external inj. FIR was late", "No external injury. FIR was late"),
        ("T.I.P. held, T.C. disbelieved it", "test identification parade held, trial court disbelieved it"),
        ("compl. filed w/o affidavit", "complainant filed without affidavit"),
        ("as per pros. he ran; acc. to complt. he hid", "as per prosecution he ran; according to complainant he hid"),
        ("D.V.: false case", "Defence version: false case"),
        ("wife under the D.V. Act", "wife under the D.V. Act"),
        ("balance pay-\nment was made", "balance payment was made"),
        ("short- and long-term loans", "short- and long-term loans"),
        ("a tip was given; he cut the wire", "a tip was given; he cut the wire"),
    ],
)
def test_short_forms_are_written_out(short: str, full: str) -> None:
    assert write_out(short).text == full


def test_a_span_is_given_back_in_the_text_as_written() -> None:
    text = "Decd. and accd. quarrelled; decd. had inj. on head and fell."
    read = write_out(text)
    start = read.text.index("injury on head")
    assert read.original(start, start + len("injury on head")).of(text) == "inj. on head"
    whole = read.original(0, len(read.text))
    assert whole.of(text) == text


def test_a_text_without_short_forms_is_itself() -> None:
    text = "The deceased fell."
    read = write_out(text)
    assert read.text == text
    assert read.original(4, 12).of(text) == "deceased"
