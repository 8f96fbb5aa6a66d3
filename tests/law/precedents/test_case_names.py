"""Case names are compared as lawyers compare them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countercase.law.precedents.names import name_key, same_case_name, split_parties


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("State of U.P. vs. Z & Ors.", "The State of Uttar Pradesh and others v. Z"),
        ("S.R. Bommai v. UOI", "S. R. BOMMAI VERSUS UNION OF INDIA"),
        ("M.S. Gill v. Chief Election Commr.", "Mohinder Singh Gill v. The Chief Election Commissioner"),
        ("M/s. Tata Iron & Steel Co. Ltd. v. State of Bihar", "Tata Iron and Steel Company Limited v State of Bihar"),
        ("Ram Lal (Dead) by LRs v. C.I.T.", "Ram Lal v. Commissioner of Income-tax"),
        ("Acme (P) Ltd. v. Union of India", "ACME PVT. LIMITED V/S UNION OF INDIA & ANR."),
        ("Smt. Sita Devi & Anr. v. Mohd. Rafi etc.", "Sita Devi v. Mohammed Rafi"),
        ("Yunis alias Kariya v. State of M.P.", "Yunis v State of Madhya Pradesh"),
        ("In re Delhi Laws Act", "Delhi Laws Act, In re"),
    ],
)
def test_the_same_name(a: str, b: str) -> None:
    assert same_case_name(a, b)
    assert same_case_name(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("State v. Ram", "State of Kerala v. Ram"),
        ("A v. B", "B v. A"),
        ("Ram Singh v. State of Punjab", "Ram Singh v. State of Haryana"),
        ("R. Singh v. State of Punjab", "Mohan Singh v. State of Punjab"),
        ("", ""),
        ("In re X", "X v. Y"),
    ],
)
def test_different_names_are_not_the_same(a: str, b: str) -> None:
    assert not same_case_name(a, b)


def test_the_key_is_readable() -> None:
    assert name_key("The State of U.P. & Ors. vs. M. S. Gill") == "state uttar pradesh v ms gill"
    assert name_key("In re: Special Courts Bill") == "in re special courts bill"


def test_an_initial_is_not_written_out() -> None:
    assert name_key("P. Kumar v. X") == "p kumar v x"


def test_a_party_without_a_word_of_its_own_has_no_key() -> None:
    assert name_key("X v. & Ors.") == ""


def test_a_name_is_split_into_its_parties() -> None:
    assert split_parties("A. K. Gopalan v. State of Madras") == ("A. K. Gopalan", "State of Madras")
    assert split_parties("Suman V. Jain") is not None  # a capital V alone cannot be told apart here
    assert split_parties("In re X") is None


@given(st.text(max_size=80), st.text(max_size=80))
def test_comparison_is_symmetric(a: str, b: str) -> None:
    assert same_case_name(a, b) == same_case_name(b, a)


@given(
    st.sampled_from(["Ram Lal", "State of U.P.", "M/s. X & Co."]),
    st.sampled_from(["", " & Ors.", " and another", " etc."]),
)
def test_more_parties_do_not_change_the_key(party: str, more: str) -> None:
    assert name_key(f"{party}{more} v. Y") == name_key(f"{party} v. Y{more}")
