"""Provision ids and their parts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countercase.domain.provision import Provision


@pytest.mark.parametrize(
    ("text", "provision"),
    [
        ("IPC-302", Provision("IPC", "302")),
        ("IPC-120B", Provision("IPC", "120B")),
        ("BNS-103(1)", Provision("BNS", "103", ("1",))),
        ("Constitution-Article-19(1)(g)", Provision("Constitution", "19", ("1", "g"), article=True)),
        ("IPC-304-Part-II", Provision("IPC", "304", ("Part-II",))),
        ("BNS-101-Exception-4", Provision("BNS", "101", ("Exception-4",))),
        ("CPC-Order-7-Rule-11", Provision("CPC", "11", order="7")),
        ("CPC-Order-39-Rule-2A(1)", Provision("CPC", "2A", ("1",), order="39")),
    ],
)
def test_normal_forms_read_and_print_alike(text: str, provision: Provision) -> None:
    assert Provision.parse(text) == provision
    assert provision.id == str(provision) == text


def test_a_part_or_exception_is_written_without_brackets_and_belongs_to_its_section() -> None:
    part = Provision.parse("IPC-304-Part-II")
    assert (part.written, part.base) == ("304 Part II", "IPC-304")
    assert Provision.parse("IPC-300-Exception-4").written == "300 Exception 4"
    assert Provision.parse("BNS-103(1)").written == "103(1)"
    with pytest.raises(ValueError, match="not a provision id"):
        Provision.parse("IPC-304-Part-Two")


def test_base_drops_the_clauses_only() -> None:
    assert Provision.parse("BNS-103(1)").base == "BNS-103"
    assert Provision.parse("Constitution-Article-19(1)(g)").base == "Constitution-Article-19"
    assert Provision.parse("CPC-Order-7-Rule-11(a)").base == "CPC-Order-7-Rule-11"


@pytest.mark.parametrize("text", ["", "302", "IPC", "IPC 302", "IPC-302(", "Section 302 IPC", "CPC-Order-7"])
def test_free_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a provision id"):
        Provision.parse(text)


def test_a_provision_that_could_not_be_read_back_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="not a provision id"):
        Provision("IPC", "three hundred")


@given(
    st.sampled_from(["IPC", "BNS", "CPA2019", "SCST"]),
    st.from_regex(r"[1-9][0-9]{0,2}[A-Z]{0,2}", fullmatch=True),
    st.lists(st.from_regex(r"[0-9a-zA-Z]{1,3}", fullmatch=True), max_size=3),
)
def test_every_provision_survives_its_id(act: str, number: str, clauses: list[str]) -> None:
    provision = Provision(act, number, tuple(clauses))
    assert Provision.parse(provision.id) == provision


def test_a_clause_is_shared_only_where_the_other_has_it() -> None:
    asked = Provision.parse("PC-13(1)(d)")
    assert asked.shared_with([Provision.parse("PC-13(1)(e)")]).id == "PC-13"
    assert asked.shared_with([Provision.parse("PC-13(1)(d)(i)")]).id == "PC-13(1)(d)"
    assert Provision.parse("IPC-302").shared_with([Provision.parse("IPC-302")]).id == "IPC-302"
