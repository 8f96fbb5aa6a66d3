"""Provisions as judgments write them: found, normalised, given to their Act, or left open with the reason."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countercase.domain.provision import Provision
from countercase.errors import LawError
from countercase.law.provisions import find_provisions, parse_provision, provision_phrases


def ids(text: str) -> list[str | None]:
    return [mention.provision.id if mention.provision else None for mention in find_provisions(text)]


def reasons(text: str) -> list[str | None]:
    return [mention.reason for mention in find_provisions(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Section 302 IPC", ["IPC-302"]),
        ("s. 302/34 I.P.C.", ["IPC-302", "IPC-34"]),
        ("Ss. 302, 307 and 120-B of the Indian Penal Code", ["IPC-302", "IPC-307", "IPC-120B"]),
        ("u/s 498-A IPC", ["IPC-498A"]),
        ("U/S. 376 (2) (n) of the I. P. C.", ["IPC-376(2)(n)"]),
        ("Sections 302 read with 34 of IPC", ["IPC-302", "IPC-34"]),
        ("Section 302 read with Section 34 of the Indian\nPenal\tCode", ["IPC-302", "IPC-34"]),
        ("Section 302 IPC r/w Section 34", ["IPC-302", "IPC-34"]),
        ("under 302/34 IPC", ["IPC-302", "IPC-34"]),
        ("Section 120 B IPC", ["IPC-120B"]),
        ("Section 35A of the Banking Regulation Act, 1949", ["BankingRegulation-35A"]),
        ("section 4 of the Securities Contracts (Regulation) Act, 1956", ["SCRA-4"]),
        ("Section 498(A) IPC", ["IPC-498A"]),
        ("Section 304 Part II IPC", ["IPC-304-Part-II"]),
        ("S. 304, Part 1, I.P.C.", ["IPC-304-Part-I"]),
        ("Section 304 (Part-II) of the Indian Penal Code", ["IPC-304-Part-II"]),
        ("Section 304-II IPC", ["IPC-304-Part-II"]),
        ("Section 304(II) IPC", ["IPC-304-Part-II"]),
        ("Sections 386, 506/II, 120B IPC", ["IPC-386", "IPC-506-Part-II", "IPC-120B"]),
        ("the second part of Section 304 IPC", ["IPC-304-Part-II"]),
        ("Sections 304 Part II and 323 IPC", ["IPC-304-Part-II", "IPC-323"]),
        ("the second part of Section 138 of the NI Act", ["NI-138"]),
        ("Article 12, Part III of the Constitution", ["Constitution-Article-12"]),
        ("Exception 4 to Section 300 IPC", ["IPC-300-Exception-4"]),
        ("Section 300, Exception I, of the Penal Code", ["IPC-300-Exception-1"]),
        ("Section 4 (l) of the Land Acquisition Act, 1894", ["LAA-4(1)"]),
        ("Section 2(l) of the Industrial Disputes Act", ["IDA-2(l)"]),
        ("Section 108(l) of the Transfer of Property Act", ["TPA-108(l)"]),
        ("SECTION 302 OF THE INDIAN PENAL CODE", ["IPC-302"]),
        ("Section  302   of\n\nthe IPC", ["IPC-302"]),
        ("Penal Code, 1860 – ss. 302, 34", ["IPC-302", "IPC-34"]),
        ("IPC Section 302", ["IPC-302"]),
        ("Article 21", ["Constitution-Article-21"]),
        ("Art. 14 & 19(1)(g)", ["Constitution-Article-14", "Constitution-Article-19(1)(g)"]),
        ("Articles 19(l)(a) and 21", ["Constitution-Article-19(1)(a)", "Constitution-Article-21"]),
        ("Article 137 of the Limitation Act", ["Limitation-Article-137"]),
        ("Article 243-ZA of the Constitution", ["Constitution-Article-243ZA"]),
        ("Order VII Rule 11 CPC", ["CPC-Order-7-Rule-11"]),
        ("Order XXXIX Rules 1 & 2", ["CPC-Order-39-Rule-1", "CPC-Order-39-Rule-2"]),
        ("O. XXI, r. 90 of the Code of Civil Procedure", ["CPC-Order-21-Rule-90"]),
        ("Rule 13 of Order 9, C.P.C.", ["CPC-Order-9-Rule-13"]),
        ("S.138 N.I. Act", ["NI-138"]),
        ("section 3(1)(x) of the SC/ST Act", ["SCST-3(1)(x)"]),
        ("Section 103(1) BNS", ["BNS-103(1)"]),
        ("Section 35(3) of the Bharatiya Nagarik Suraksha Sanhita, 2023", ["BNSS-35(3)"]),
        ("found guilty under sections 80 and 85 of the Sanhita", ["BNS-80", "BNS-85"]),
        ("For section 304 of the Sanhita he was sentenced to three years", ["BNS-304"]),
        ("He was remanded under section 187(3) of the Sanhita", ["BNSS-187(3)"]),
        ("The Penal Code apart, her statement under section 183 of the Sanhita was read", ["BNSS-183"]),
        ("FIR under section 318(4) of the Nyaya Sanhita", ["BNS-318(4)"]),
        ("bail under section 483 of the Nagarik Suraksha Sanhita", ["BNSS-483"]),
        ("a certificate under section 63 of the Sakshya Adhiniyam", ["BSA-63"]),
        ("Section 310(2) of the Bharatiya Nyaya Sanhita with section 311", ["BNS-310(2)", "BNS-311"]),
        ("clause (a) of sub-section (2) of Section 13 of the Hindu Marriage Act", ["HMA-13(2)(a)"]),
        ("sub-sections (3) & (4) of Section 5 of the Arms Act", ["Arms-5(3)", "Arms-5(4)"]),
        ("Section 13(1)(d) and (e) of the Prevention of Corruption Act, 1988", ["PC-13(1)(d)", "PC-13(1)(e)"]),
        ("Sections 138 to 140 of the NI Act", ["NI-138", "NI-139", "NI-140"]),
        ("Section 4(2-A) of the Arms Act", ["Arms-4(2A)"]),
        ("Rule 53 of the NDPS Rules, 1985", ["NDPSRules-53"]),
        ("Section 5 of the Prevention of Corruption Act, 1947", ["PC1947-5"]),
    ],
)
def test_common_forms(text: str, expected: list[str]) -> None:
    assert ids(text) == expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("s.482", "s.482 is ambiguous (IPC, CrPC or BNSS)"),
        ("Section 498A", "no Act named"),
        ("Section 10 of the Companies Act", "of 1956 or 2013"),
        ("Section 6 of the Nayar Act", "Nayar Act is not in the tables"),
        ("Section 5 of the Act", '"the Act" is not defined'),
        ("Section 900 IPC", "ends at 511"),
        ("clause (b)", "without its section"),
        ("Rule 6 of the rules", "no Rules named"),
        ("Chapter XII of the Code of Criminal Procedure", "not one provision"),
        ("Order 43, C.P.C.", "without its Rule"),
        ("Rule 11 CPC", "without the name of the Rules"),
        ("Order XXIL Rule 16", "XXIL is not an Order"),
        ("Order 0.20 Rule 12 CPC", "0.20 is not an Order"),
        ("Order 61 Rule 2 CPC", "61 is not an Order"),
        ("Article 16 of CEDAW", "other than the Constitution"),
        (
            "Article 11 of the Convention on the Elimination of All Forms of Discrimination",
            "other than the Constitution",
        ),
        ("Article 90 of the Memorandum of Association", "other than the Constitution"),
    ],
)
def test_what_the_text_does_not_say_is_not_guessed(text: str, why: str) -> None:
    (reason,) = reasons(text)
    assert ids(text) == [None]
    assert reason is not None
    assert why in reason


@pytest.mark.parametrize(
    "text",
    [
        "the said Section",
        "1962 AIR 1893",
        "(2008) 1 SCC 1",
        "1991 SCC (4) 139",
        "Rs. 302 and Rs. 34 were paid",
        "O.S. No. 302 of 1990",
        "Mr. S. 7th witness",
        "The Rules, 1955 and the Order, 1977",
        "sections of society",
        "",
    ],
)
def test_what_only_looks_like_a_provision(text: str) -> None:
    assert find_provisions(text) == []


def test_a_number_that_counts_something_ends_the_list() -> None:
    assert ids("Sections 302 and 307 IPC") == ["IPC-302", "IPC-307"]
    assert [m.number for m in find_provisions("Section 302, 25 years after")] == ["302"]
    assert [m.number for m in find_provisions("under Section 17. 25. The next paragraph")] == ["17"]
    assert [m.number for m in find_provisions("Section 302, 1998 and")] == ["302"]


def test_the_act_that_the_text_defines() -> None:
    text = (
        "The Arbitration and Conciliation Act, 1996 (hereinafter 'the Act') and the Code of Civil Procedure, 1908 "
        '(for short, "the Code"). Section 34 of the Act bars it, and Section 151 of the Code does not help.'
    )
    assert ids(text) == ["Arbitration-34", "CPC-151"]


def test_the_only_act_named_is_the_act() -> None:
    assert ids("Under the Arms Act, 1959 he was tried. Section 25 of the Act says so.") == ["Arms-25"]
    both = "The Arms Act, 1959 and the Limitation Act, 1963 apply. Section 25 of the Act says so."
    assert ids(both) == [None]


def test_an_act_outside_the_tables_is_not_mistaken_for_another() -> None:
    text = "The Nayar Act, 1925 (the Act) was passed after the Limitation Act, 1908. Section 5 of the Act is plain."
    assert reasons(text) == ["Nayar Act, 1925 is not in the tables"]


def test_a_year_elsewhere_decides_an_undated_name() -> None:
    text = "Section 397 of the Companies Act, 1956 was invoked. Section 398 of the Companies Act is wider."
    assert ids(text) == ["Companies1956-397", "Companies1956-398"]


def test_a_short_name_may_be_short_for_a_longer_one_in_the_text() -> None:
    text = (
        "The Societies Registration Act, 1860 governs. Section 15 of the Registration Act bars it. Section 15 is wide."
    )
    assert ids(text) == [None, None]
    assert "may be short for Societies Registration Act, 1860" in str(reasons(text)[0])


def test_the_year_alone_names_the_act() -> None:
    text = "The Land Acquisition Act, 1894 was repealed in 2013. Section 28-A of the 1894 Act gave a right."
    assert ids(text) == ["LAA-28A"]


def test_a_section_cited_with_its_act_elsewhere_needs_it_only_once() -> None:
    assert ids("Section 302 IPC was charged. Section 302 was dropped.") == ["IPC-302", "IPC-302"]
    both = "Section 34 IPC was charged. Section 34 of the Arbitration Act, 1996 was argued. Section 34 was dropped."
    assert ids(both) == ["IPC-34", "Arbitration-34", None]


def test_a_bare_section_after_and_does_not_take_the_act_before() -> None:
    assert ids("charged under Section 302 IPC and moved under s.482") == ["IPC-302", None]


def test_mixed_lists_keep_their_acts_apart() -> None:
    text = "sections 304-B, 498A r/w 34 of the IPC and Section 4 of the Dowry Prohibition Act, and Article 14"
    assert ids(text) == ["IPC-304B", "IPC-498A", "IPC-34", "DP-4", "Constitution-Article-14"]


def test_in_a_headnote_the_act_stands_before_its_sections() -> None:
    text = "Penal Code, 1860 – s.420 r/w s.34 – Arms Act, 1959 – s.25 – Limitation Act, 1963 – s.5"
    assert ids(text) == ["IPC-420", "IPC-34", "Arms-25", "Limitation-5"]


def test_spans_quote_the_text() -> None:
    text = "convicted under Ss. 302, 307 and 120-B of the IPC."
    found = find_provisions(text)
    assert [mention.span.of(text) for mention in found] == ["Ss. 302", "307", "120-B"]
    assert {mention.phrase.of(text) for mention in found} == {"Ss. 302, 307 and 120-B"}
    assert [span.of(text) for span in provision_phrases(text)] == ["Ss. 302, 307 and 120-B"]


def test_read_with_makes_two_phrases_only_where_the_word_is_repeated() -> None:
    text = "Section 302 read with Section 34 IPC; Sections 302 read with 34 IPC"
    quotes = [span.of(text) for span in provision_phrases(text)]
    assert quotes == ["Section 302", "Section 34", "Sections 302 read with 34"]


def test_hindi_numerals_are_read() -> None:
    text = "अभियुक्त पर धारा ३०२ IPC का आरोप"
    (mention,) = find_provisions(text)
    assert mention.provision == Provision("IPC", "302")
    assert mention.span.of(text) == "धारा ३०२"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("IPC-302", "IPC-302"),
        (" BNS-103(1) ", "BNS-103(1)"),
        ("s. 302 I.P.C.", "IPC-302"),
        ("IPC 302", "IPC-302"),
        ("302 IPC", "IPC-302"),
        ("Constitution 21", "Constitution-Article-21"),
        ("Order 39 Rule 1", "CPC-Order-39-Rule-1"),
    ],
)
def test_what_a_user_types(text: str, expected: str) -> None:
    assert parse_provision(text).id == expected


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("murder", "Write it like IPC-302"),
        ("Sections 302 and 34 IPC", "one at a time"),
        ("Section 482", "Name the Act"),
        ("Section 35 Consumer Protection Act", "1986 or 2019"),
        ("XYZ-1", "Known: IPC"),
        ("IPC-900", "ends at 511"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_remedy(text: str, remedy: str) -> None:
    with pytest.raises(LawError, match=remedy.replace("(", r"\(")):
        parse_provision(text)


@given(st.integers(1, 83), st.sampled_from(["", "A", "B"]), st.lists(st.sampled_from("12ab"), max_size=3))
def test_a_written_provision_is_read_back(number: int, letter: str, clauses: list[str]) -> None:
    text = f"under Section {number}{letter}{''.join(f'({c})' for c in clauses)} of the NDPS Act, 1985."
    assert ids(text) == [Provision("NDPS", f"{number}{letter}", tuple(clauses)).id]


PIECES = st.sampled_from(
    "Section |ss. |302|34|, | and | read with |(1)|(a)| of the |IPC|Act| Act, 1959 |Order |VII| Rule |Article |clause |"
    "\n|.|धारा |३|the Code|Arms|/|-".split("|")
)


@given(st.lists(PIECES, max_size=40).map("".join))
def test_spans_lie_in_the_text_in_order_and_one_of_provision_and_reason_is_given(text: str) -> None:
    found = find_provisions(text)
    for mention in found:
        assert mention.phrase.contains(mention.span)
        assert mention.span.of(text)
        assert (mention.provision is None) == (mention.reason is not None)
    assert [mention.span.start for mention in found] == sorted(mention.span.start for mention in found)
    phrases = provision_phrases(text)
    assert all(left.end <= right.start for left, right in pairwise(phrases))


@given(st.text(max_size=300))
def test_no_text_raises_an_error(text: str) -> None:
    for mention in find_provisions(text):
        mention.span.of(text)


@pytest.mark.parametrize(
    "piece",
    ["Section 302 ", "s. ", "1(", "A", "Code of ", "clause (a) of ", "302 IPC ", "Act ", "(a) and ", "B B Act ",
     "Section 5 of the Act ", "Evidence Act (the Act) ", "Order VII Rule ", "List I, ", "\x00\xff"],
)  # fmt: skip
def test_long_repeats_end(piece: str) -> None:
    """A pattern that backtracks without bound would not come back from 200,000 characters of its own weakness."""
    text = piece * (200_000 // len(piece))
    mentions = find_provisions(text)
    assert all(mention.span.end <= len(text) for mention in mentions)


def test_ten_megabytes_on_one_line() -> None:
    text = "x" * 5_000_000 + " Section 302 IPC " + "y " * 2_500_000
    assert ids(text) == ["IPC-302"]


@given(
    st.sampled_from(["Order ", "O. ", "Section ", "s.", "Article ", "Rule 3 of Order ", "Exception 4 to Section "]),
    st.text(alphabet="IVXLCl0123456789.()-/ABab \n", max_size=14),
    st.sampled_from(["", " Rule 16", ", R. 1(l)", " Part II", ", Exception IX"]),
    st.sampled_from(["", " CPC", " IPC", " of the Constitution", " of the Land Acquisition Act"]),
)
def test_numbers_that_ocr_garbled_never_raise(word: str, number: str, tail: str, act: str) -> None:
    for mention in find_provisions(word + number + tail + act):
        if mention.provision is None:
            assert mention.reason
        else:
            assert Provision.parse(mention.provision.id) == mention.provision


def test_articles_near_a_treaty_are_the_constitutions_only_where_the_text_says_so() -> None:
    text = "India ratified CEDAW in 1993. Article 11 forbids it, and so does Article 14 of the Constitution. Article 15"
    assert ids(text) == [None, "Constitution-Article-14", "Constitution-Article-15"]
    assert ids("Article 8 of the Convention (corresponding to our Article 21)") == [None, "Constitution-Article-21"]


def test_the_sanhita_is_not_guessed_where_nothing_tells_which_of_the_two_is_meant() -> None:
    assert [mention.provision for mention in find_provisions("Section 187 of the Sanhita is relied upon.")] == [None]


def test_a_text_that_says_what_it_calls_the_sanhita_is_believed() -> None:
    text = (
        'Bail was refused under the Bharatiya Nagarik Suraksha Sanhita, 2023 (hereinafter "the Sanhita"). '
        "The charge was framed under section 263 of the Sanhita."
    )
    assert [str(mention.provision) for mention in find_provisions(text)] == ["BNSS-263"]
