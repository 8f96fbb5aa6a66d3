"""Mentions of cases: name, parallel citations and treatment, and what they resolve to."""

from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countercase.domain.case import CaseId, PrintedTreatment
from countercase.law.citations import normalise_citation
from countercase.law.precedents import MemoryCatalogue, Status, annotate, find_precedents, resolve


def quotes(text: str) -> list[str]:
    return [mention.span.of(text) for mention in find_precedents(text)]


@pytest.mark.parametrize(
    ("before", "name", "after"),
    [
        ("In ", "Ram Lal v. State of Punjab", " it was held"),
        ("as held in ", "State of U.P. vs. Zahid", " (supra), the"),
        ("the decision of the Kerala High Court in ", "Hamsa v. Ibrahim", ", which answers"),
        ("The learned Judge relied on ", "Tata Iron and Steel Co. Ltd. v. Sarkar", " in support"),
        ("(See: ", "Koteswar Kamath v. K. Rangappa & Co.", ")"),
        ("reliance on ", "Collector of Customs, Madras v. Sampathu Chetty", ", urged"),
        ("see ", "Khandige Bhat v. Agricultural Income-tax Officer, Kasaragod", " ."),
        ("in ", "DASAN Vs. STATE OF KERALA AND ANOTHER", ", the Apex Court"),
        ("in ", "Kishore Singh -v.- State of Rajasthan", ", which"),
        ("in ", "Malkhan Singh V/s Shyam Sunder", " it was"),
        ("in ", "Thulia Kali V. State of Tamil Nadu", " it was"),
        ("in ", "Enercon (India) Ltd. v. Enercon GMBH", " the Court"),
        ("in ", "Union of India v. M.V. Rao", " the Court"),
        ("in ", "Ahmed @ Babu v. State", " the Court"),
        ("in ", "Reliance Trading Company v. State of Kerala", " the Court"),
    ],
)
def test_a_name_alone(before: str, name: str, after: str) -> None:
    text = before + name + after
    assert quotes(text) == [name]
    assert find_precedents(text)[0].name == name


@pytest.mark.parametrize(
    "text",
    [
        "Mr. V. Balaji and Shri K. V. Viswanathan, Advs. for the Appellants.",
        "Order V Rule 20 of the Code and Schedule V of the Act",
        "(iv) set aside the order; (v) The State shall pay costs.",
        "the order was set aside. v. The accused shall be released.",
        "in re-examination the witness said nothing",
        "",
        "v. ",
        "a v. b v. c v. d",
    ],
)
def test_no_case_is_seen_where_none_is(text: str) -> None:
    assert find_precedents(text) == []


def test_parallel_citations_are_one_precedent() -> None:
    text = "see X v. Y, (2008) 1 SCC 1 : AIR 2008 SC 809 : 2008 INSC 5."
    (mention,) = find_precedents(text)
    assert (mention.name, mention.petitioner, mention.respondent) == ("X v. Y", "X", "Y")
    assert [c.normal for c in mention.citations] == ["(2008) 1 SCC 1", "AIR 2008 SC 809", "2008 INSC 5"]
    assert mention.span.of(text) == "X v. Y, (2008) 1 SCC 1 : AIR 2008 SC 809 : 2008 INSC 5"


def test_two_cases_side_by_side_stay_two() -> None:
    assert quotes("in Ram v. Shyam and Sita v. Gita the Court") == ["Ram v. Shyam", "Sita v. Gita"]
    assert quotes("(2008) 1 SCC 1, (2009) 2 SCC 3") == ["(2008) 1 SCC 1", "(2009) 2 SCC 3"]
    assert quotes("Ram v. Shyam & Co. and Sita v. Gita, 1965 Cri LJ 61") == [
        "Ram v. Shyam & Co.",
        "Sita v. Gita, 1965 Cri LJ 61",
    ]


def test_reported_in_and_brackets_join() -> None:
    assert quotes("in Ram v. Shyam & Ors. reported in AIR 1963 SC 946, held") == [
        "Ram v. Shyam & Ors. reported in AIR 1963 SC 946"
    ]
    assert quotes("in Ram v. Shyam [(2008) 1 SCC 1 : 2008 SCC (Cri) 5], held") == [
        "Ram v. Shyam [(2008) 1 SCC 1 : 2008 SCC (Cri) 5]"
    ]


def test_a_name_in_brackets_explains_the_citation_before_it() -> None:
    text = "(2003) 7 SCC 285 (Union of India v. Rajesh), and 1999 (2) SCC 573 (Asha v. State of Bihar)."
    assert [(m.name, m.citations[0].normal) for m in find_precedents(text)] == [
        ("Union of India v. Rajesh", "(2003) 7 SCC 285"),
        ("Asha v. State of Bihar", "(1999) 2 SCC 573"),
    ]


def test_in_re() -> None:
    first, second = find_precedents(
        "In re Special Courts Bill, 1978, (1979) 1 SCC 380; Ajay Kumar, In re, (1996) 6 SCC 510"
    )
    assert (first.name, first.respondent) == ("In re Special Courts Bill", None)
    assert (second.petitioner, second.citations[0].normal) == ("Ajay Kumar", "(1996) 6 SCC 510")


def test_one_party_case_names_its_citation() -> None:
    (mention,) = find_precedents("held in Satyadhyan's case AIR 1960 SC 941 that")
    assert mention.name == "Satyadhyan's case"


def test_a_list_shares_the_treatment_at_its_end() -> None:
    text = (
        "Case Law Cited Ram v. Shyam [2001] 1 SCR 5 : (2001) 8 SCC 676; Sita v. Gita, Civil Appeal No. 3 of 2020; "
        "Hari v. Mohan (2002) 1 SCC 7 – relied on. Gopal v. Krishan [2008] 2 SCR 9 – held inapplicable. List of Acts"
    )
    assert [(m.petitioner, m.treatment) for m in find_precedents(text)] == [
        ("Ram", PrintedTreatment.RELIED_ON),
        ("Sita", PrintedTreatment.RELIED_ON),
        ("Hari", PrintedTreatment.RELIED_ON),
        ("Gopal", PrintedTreatment.HELD_INAPPLICABLE),
    ]


def test_the_table_form_gives_each_its_own() -> None:
    text = "Case Law Reference [2014] 1 SCR 783 referred to Para 2 [2020] 3 SCR 1 followed Para 3"
    assert [m.treatment for m in find_precedents(text)] == [PrintedTreatment.REFERRED_TO, PrintedTreatment.FOLLOWED]


def test_running_prose_is_no_treatment() -> None:
    (mention,) = find_precedents("(2008) 1 SCC 1 followed by this Court in later years")
    assert mention.treatment is None


def test_pieces_join_to_the_text() -> None:
    text = "In Ram v. Shyam, (2008) 1 SCC 1, <b>held</b>."
    pieces = annotate(text)
    assert "".join(piece.text for piece in pieces) == text
    assert [piece.precedent is not None for piece in pieces] == [False, True, False]


@given(
    st.lists(
        st.sampled_from(
            [
                "Ram",
                "State of U.P.",
                "& Ors.",
                " v. ",
                " V. ",
                "In re ",
                "(2008) 1 SCC 1",
                " : ",
                "; ",
                " – relied on",
                "(",
                ")",
                "\n",
                "राम",
                ", ",
            ]
        ),
        max_size=40,
    )
)
def test_any_text_gives_ordered_spans_and_pieces(parts: list[str]) -> None:
    text = "".join(parts)
    found = find_precedents(text)
    assert all(a.span.end <= b.span.start for a, b in pairwise(found))
    assert "".join(piece.text for piece in annotate(text)) == text


@pytest.mark.parametrize(
    "repeated",
    [
        "(2008) ",
        "A v. A v. ",
        "AIR ",
        "[",
        "SCC SCC",
        "V. ",
        "In re ",
        "A v. B, ",
        "2008 Supp ",
        "1 A",
        "((((",
        "Ltd. v. ",
        "राम v. श्याम ",
    ],
)
def test_a_long_line_of_repeats_costs_no_more_than_its_length(repeated: str) -> None:
    text = repeated * (100_000 // len(repeated))  # quadratic code would run for minutes
    assert all(mention.span.of(text) for mention in find_precedents(text))


def test_binary_is_read_without_a_word() -> None:
    assert find_precedents(bytes(range(256)).decode("latin-1") * 50) == []


def catalogue() -> MemoryCatalogue:
    cases = MemoryCatalogue()
    cases.add(CaseId("ram"), "Ram v. State of U.P. & Ors.", ["(2008) 1 SCC 1", "not a citation"], date(2007, 12, 11))
    cases.add(CaseId("sita-1"), "Sita v. Gita", ["AIR 1990 SC 5"], date(1990, 1, 1))
    cases.add(CaseId("sita-2"), "Sita v. Gita", ["AIR 1999 SC 6"], date(1999, 1, 1))
    return cases


@pytest.mark.parametrize(
    ("text", "status", "case_id"),
    [
        ("(2008) 1 SCC 1", Status.FOUND, "ram"),
        ("2008 SCC (1) 1", Status.FOUND, "ram"),
        ("Ram v. The State of Uttar Pradesh", Status.FOUND, "ram"),
        ("Ram v. State of U.P., (2008) 5 SCALE 3", Status.FOUND, "ram"),
        ("Ram v. State of U.P., (2006) 5 SCALE 3", Status.UNKNOWN, None),
        ("Ram v. State of U.P., (2019) 5 SCALE 3", Status.UNKNOWN, None),
        ("Sita v. Gita", Status.AMBIGUOUS, None),
        ("Sita v. Gita (1991) 2 SCC 4", Status.FOUND, "sita-1"),
        ("Sita v. Gita, (2008) 1 SCC 1", Status.AMBIGUOUS, None),
        ("(2008) 1 SCC 1 : AIR 1990 SC 5", Status.AMBIGUOUS, None),
        ("In re Ram, (1950) SCR 1", Status.UNKNOWN, None),
        ("Hari v. Mohan", Status.UNKNOWN, None),
        ("(2010) 1 SCC 1", Status.UNKNOWN, None),
    ],
)
def test_resolution_never_guesses(text: str, status: Status, case_id: str | None) -> None:
    (mention,) = find_precedents(text)
    resolution = resolve(mention, catalogue())
    assert (resolution.status, resolution.case_id) == (status, case_id), resolution.reason
    assert resolution.reason
    assert (len(resolution.candidates) > 1) == (status is Status.AMBIGUOUS)


def test_a_citation_resolves_by_itself() -> None:
    assert resolve(normalise_citation("AIR 1999 SC 6"), catalogue()).case_id == "sita-2"
    assert resolve(normalise_citation("AIR 1999 SC 7"), catalogue()).status is Status.UNKNOWN
