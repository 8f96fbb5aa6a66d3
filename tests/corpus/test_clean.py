"""Cleaning: what goes, what stays, and that every kept character knows where it stood."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countercase.corpus.clean import clean
from countercase.corpus.clean.law_reports import find_heads, find_volume
from countercase.corpus.read import PageSpan
from countercase.domain.span import Cut, OffsetMap, apply_cuts


@st.composite
def text_and_cuts(draw: st.DrawFn) -> tuple[str, list[Cut]]:
    text = draw(st.text(max_size=80))
    pairs = draw(
        st.lists(st.tuples(st.integers(0, 80), st.integers(1, 9), st.sampled_from(["", " ", "\n"])), max_size=8)
    )
    return text, [Cut(start, min(start + length, len(text)), put) for start, length, put in pairs if start < len(text)]


def assert_map_holds(before: str, after: str, offsets: OffsetMap) -> None:
    for now, was, length in zip(offsets.now, offsets.before, offsets.lengths, strict=True):
        assert length > 0
        assert after[now : now + length] == before[was : was + length]
        assert offsets.original(now) == was
        assert offsets.original(now + length - 1) == was + length - 1
        assert offsets.cleaned(was) == now
    places = [offsets.original(place) for place in range(len(after))]
    assert places == sorted(places)


@given(text_and_cuts())
def test_kept_characters_map_to_equal_characters(given_: tuple[str, list[Cut]]) -> None:
    text, cuts = given_
    after, offsets = apply_cuts(text, cuts)
    assert_map_holds(text, after, offsets)
    assert OffsetMap.from_bytes(offsets.to_bytes()) == offsets


@given(text_and_cuts())
def test_what_no_cut_covers_is_kept(given_: tuple[str, list[Cut]]) -> None:
    text, cuts = given_
    _, offsets = apply_cuts(text, cuts)
    covered = {place for cut in cuts for place in range(cut.start, cut.end)}
    kept = {was + step for was, length in zip(offsets.before, offsets.lengths, strict=True) for step in range(length)}
    assert kept == set(range(len(text))) - covered


@given(st.text(alphabet="aZ1 -\n\r\t\f.H\u00a0\u00ad", max_size=200))
def test_cleaning_any_text_keeps_the_map(text: str) -> None:
    cleaned = clean(text)
    assert_map_holds(text, cleaned.text, cleaned.offsets)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("a\u00a0b \u200bc\x00d", "a b cd"),
        ("a  b   c \n  d\n\n\n\ne", "a b c\nd\n\ne"),
        ("a funda-\nmental right", "a fundamental right"),
        ("the Attorney-\nGeneral", "the Attorney-General"),
        ("a well-known and well-\nknown rule", "a well-known and well-known rule"),
        ("the govern- ment and the government", "the government and the government"),
        ("pre- and post-trial", "pre- and post-trial"),
        ("sub-section (2) and sub- section (3)", "sub-section (2) and sub-section (3)"),
        ("a signifi cant fi nding", "a significant finding"),
        ("Mohd. Rafi was heard", "Mohd. Rafi was heard"),
        ("a Sufi saint", "a Sufi saint"),
    ],
)
def test_words_and_characters(before: str, after: str) -> None:
    assert clean(before).text == after


def test_footnote_marks_go_where_their_notes_follow() -> None:
    text = "The Code1 and the Rules2 apply. 1 Code of Civil Procedure, 1908. 2 The Rules. The Act3 too."
    assert clean(text).text.startswith("The Code and the Rules apply. 1 Code of")
    assert "The Act3 too" in clean(text).text
    assert clean("vitamin b12 and covid19 were found").text == "vitamin b12 and covid19 were found"


def test_page_numbers_go_and_serial_numbers_stay() -> None:
    body = "The matter was argued at length. " * 20
    printed = f"start\n594\n{body}\n595\n{body}\n596\n{body}"
    assert not any(number in clean(printed).text for number in ("594", "595", "596"))
    table = "Sl.\n1\nland\n2\nhouse\n3\nwell"
    assert clean(table).text == table


def test_a_signature_block_goes() -> None:
    text = "1.\nSignature Not Verified\nDigitally signed by\nASHA RANI\n"
    text += "Date: 2022.11.22 16:16:07 IST\nReason:\nLeave granted."
    assert clean(text).text.endswith("Leave granted.")
    assert not any(word in clean(text).text for word in ("Signature", "Digitally", "16:16:07", "Reason"))


def report_of_2023(pages: int = 6) -> tuple[str, list[str]]:
    """A report as its text copies have it: heads, margin letters, one line. And the sentences it was made of."""
    chance = random.Random(7)
    words = [
        "the",
        "tenant",
        "paid",
        "rent",
        "notice",
        "was",
        "served",
        "upon",
        "him",
        "decree",
        "for",
        "eviction",
        "court",
    ]
    sentences = []
    text = (
        "[2023] 4 S.C.R. 101 : 2023 INSC 55 101 ASHA DEVI & ORS. v. RAM LAL (Civil Appeal No. 7 of 2020) MAY 05, 2023 "
    )
    for page in range(101, 101 + pages):
        if page > 101 and page % 2 == 0:
            text += f"{page} SUPREME COURT REPORTS [2023] 4 S.C.R. "
        elif page > 101:
            text += f"ASHA DEVI & ORS. v. {page} RAM LAL [B. JUDGE, J.] "
        for letter in "ABCDEFGH":
            sentence = " ".join(chance.choice(words) for _ in range(30))
            sentences.append(sentence)
            half = sentence.split()
            text += " ".join([*half[:4], letter, *half[4:]]) + " "
    return text, sentences


def test_heads_and_margin_letters_go_and_the_pages_are_known() -> None:
    text, sentences = report_of_2023()
    cleaned = clean(text)
    assert [page.number for page in cleaned.pages] == [101, 102, 103, 104, 105, 106]
    assert cleaned.text.endswith(" ".join(sentences) + " ")
    assert cleaned.text.startswith("[2023] 4 S.C.R. 101 : 2023 INSC 55 ASHA DEVI & ORS. v. RAM LAL")
    fourth = cleaned.pages[3]
    assert cleaned.text[fourth.start :].startswith(sentences[24])
    assert_map_holds(text, cleaned.text, cleaned.offsets)


def test_letters_that_belong_to_the_text_stay() -> None:
    text, _ = report_of_2023()
    with_schedule = text.replace("decree for", "Schedule B for", 1)
    assert "Schedule B for" in clean(with_schedule).text
    assert (
        clean("Group C posts and Group D posts. A perusal of it.").text
        == "Group C posts and Group D posts. A perusal of it."
    )


def test_heads_from_2024() -> None:
    pages = ["It was said. " * 30, "It was denied. " * 30, "It was proved. " * 30, "It was held. " * 30]
    title = "Asha Devi v. Ram Lal"
    text = f"[2024] 3 S.C.R. 9 : 2024 INSC 77 {title} (Civil Appeal No. 1 of 2024) 5 March 2024 {pages[0]}"
    text += f"10 [2024] 3 S.C.R. Digital Supreme Court Reports {pages[1]}"
    text += f"[2024] 3 S.C.R. 11 {title} {pages[2]}12 [2024] 3 S.C.R. Supreme Court Reports {pages[3]}"
    cleaned = clean(text)
    assert cleaned.text.endswith("".join(pages))
    assert [page.number for page in cleaned.pages] == [9, 10, 11, 12]


def test_a_citation_printed_over_the_running_head_is_told_apart() -> None:
    # "[2023] 4 S.C.R. 102 : 2023 INSC 56" over "SUPREME COURT REPORTS [2023] 4 S.C.R.", as some copies have it
    text = (
        "102 SUP[R20E2M3]E 4C OSU.CR.TR .R 1E0P2O R: T2S023 INSC [526023] 4 S.C.R. ASHA DEVI v. RAM LAL (Writ) said. "
    )
    text += "ASHA DEVI v. 103 RAM LAL more. 104 SUPREME COURT REPORTS [2023] 4 S.C.R. end."
    assert clean(text).text.startswith(
        "[2023] 4 S.C.R. 102 : 2023 INSC 56 ASHA DEVI v. RAM LAL (Writ) said. more. end."
    )


def test_the_list_of_counsel_goes() -> None:
    text = (
        "From the decree dated 04.02.2013 in CWP No. 28242 of 2006. A. Sharma, Ms. B. Rana, Advs. for the Appellants. "
        "C. Singh, Sr. Adv., D. Mishra, Adv. for the Respondents. The Judgment of the Court was delivered by E, J."
    )
    assert (
        clean(text).text
        == "From the decree dated 04.02.2013 in CWP No. 28242 of 2006. The Judgment of the Court was delivered by E, J."
    )
    later = "Case Arising From No. 5 Appearances for Parties A, Adv. for the Appellant. B, Advs. for the Respondents. "
    assert clean(f"{later}Judgment / Order of the Supreme Court C, J.").text.startswith(
        "Case Arising From No. 5 Judgment / Order of the Supreme Court"
    )


def test_pages_that_were_given_are_moved() -> None:
    text = "one\n\n\n\nfirst page end\nsecond  page"
    cleaned = clean(text, (PageSpan(1, 0, 22), PageSpan(2, 22, len(text))))
    first, second = cleaned.pages
    assert cleaned.text[second.start :] == "second page"
    assert cleaned.text[: first.end].startswith("one\n\nfirst page end")


@pytest.mark.data
def test_nearly_every_page_of_real_reports_is_found(data: Path) -> None:
    files = sorted((data / "caselaw" / "scr_2023_2024").glob("*.txt"))
    wanted = found = 0
    for file in random.Random(4).sample(files, 40):
        _, _, first, last, _ = file.stem.split("_")
        text = file.read_text(encoding="utf-8")
        volume = find_volume(text)
        assert volume is not None, file.name
        pages = {head.page for head in find_heads(text, volume)}
        expected = set(range(int(first) + 1, int(last) + 1))
        assert pages <= expected, file.name
        wanted, found = wanted + len(expected), found + len(pages)
    assert found >= 0.99 * wanted
