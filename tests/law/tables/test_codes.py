"""The crosswalk between the old codes and those of 2023, both ways, and which code governs."""

import csv
from datetime import date
from pathlib import Path

import pytest

from countercase.domain.provision import Provision
from countercase.errors import LawError
from countercase.law.tables.acts import (
    CODES,
    CodeChange,
    _rows,
    counterparts,
    equivalents,
    governing_code,
    has_section,
    related,
)

SPOT_CHECKS = """
IPC-302 BNS-103(1)    IPC-304 BNS-105       IPC-304A BNS-106(1)  IPC-304B BNS-80      IPC-306 BNS-108
IPC-307 BNS-109       IPC-323 BNS-115(2)    IPC-324 BNS-118(1)   IPC-325 BNS-117(2)   IPC-326 BNS-118(2)
IPC-34 BNS-3(5)       IPC-120B BNS-61(2)    IPC-149 BNS-190      IPC-354 BNS-74       IPC-363 BNS-137(2)
IPC-376 BNS-64        IPC-379 BNS-303(2)    IPC-392 BNS-309(4)   IPC-395 BNS-310(2)   IPC-406 BNS-316(2)
IPC-409 BNS-316(5)    IPC-415 BNS-318(1)    IPC-420 BNS-318(4)   IPC-467 BNS-338      IPC-468 BNS-336(3)
IPC-471 BNS-340(2)    IPC-498A BNS-85       IPC-498A BNS-86      IPC-500 BNS-356      IPC-506 BNS-351
IPC-511 BNS-62        CrPC-41A BNSS-35(3)   CrPC-125 BNSS-144    CrPC-154 BNSS-173    CrPC-161 BNSS-180
CrPC-164 BNSS-183     CrPC-167 BNSS-187     CrPC-173 BNSS-193    CrPC-197 BNSS-218    CrPC-313 BNSS-351
CrPC-319 BNSS-358     CrPC-389 BNSS-430     CrPC-437 BNSS-480    CrPC-438 BNSS-482    CrPC-439 BNSS-483
CrPC-482 BNSS-528     IEA-25 BSA-23         IEA-26 BSA-23        IEA-27 BSA-23        IEA-32 BSA-26
IEA-45 BSA-39         IEA-65B BSA-63        IEA-106 BSA-109      IEA-113A BSA-117     IEA-113B BSA-118
IEA-114 BSA-119
""".split()
PAIRS = list(zip(SPOT_CHECKS[::2], SPOT_CHECKS[1::2], strict=True))


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_well_known_pairs_both_ways(old: str, new: str) -> None:
    before, after = Provision.parse(old), Provision.parse(new)
    assert new in _ids(before) | {Provision.parse(other).base for other in _ids(before)}
    assert old in {Provision.parse(other).base for other in _ids(after)}
    assert after in equivalents(before)
    assert before in equivalents(after)


def _ids(provision: Provision) -> set[str]:
    return {other.provision.id for other in counterparts(provision) if other.provision}


def test_one_section_becomes_one() -> None:
    assert _ids(Provision.parse("IPC-302")) == {"BNS-103(1)"}
    assert _ids(Provision.parse("BNS-303(2)")) == {"IPC-379"}


@pytest.mark.parametrize("old", ["IPC-377", "IPC-497", "IPC-124A", "CrPC-144A"])
def test_omitted_sections_have_no_successor(old: str) -> None:
    (other,) = counterparts(Provision.parse(old))
    assert (other.provision, other.change) == (None, CodeChange.OMITTED)


@pytest.mark.parametrize("new", ["BNS-152", "BNS-111", "BNS-103(2)", "BNSS-105", "BSA-61"])
def test_new_sections_have_no_predecessor(new: str) -> None:
    (other,) = counterparts(Provision.parse(new))
    assert (other.provision, other.change) == (None, CodeChange.NEW)


def test_split_and_merged() -> None:
    assert {other.change for other in counterparts(Provision.parse("IPC-498A"))} == {CodeChange.SPLIT}
    assert {other.change for other in counterparts(Provision.parse("BNS-178"))} == {CodeChange.MERGED}
    assert len(counterparts(Provision.parse("BNS-178"))) == 9


def test_a_clause_the_table_does_not_know_falls_back_to_the_one_around_it() -> None:
    assert _ids(Provision.parse("IPC-376(1)(a)")) == {"BNS-64(1)"}
    assert _ids(Provision.parse("CrPC-319(4)")) == {"BNSS-358"}
    assert _ids(Provision.parse("IPC-304-Part-II")) == {"BNS-105"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("CrPC-167(2)", "BNSS-187(3)"),
        ("CrPC-156(3)", "BNSS-175(3)"),
        ("CrPC-173(8)", "BNSS-193(9)"),
        ("CrPC-164(5A)", "BNSS-183(6)"),
        ("CrPC-41A(3)", "BNSS-35(5)"),
        ("CrPC-439(2)", "BNSS-483(3)"),
        ("IPC-376(2)(n)", "BNS-64(2)(m)"),
        ("IPC-506-Part-II", "BNS-351(3)"),
        ("IPC-388", "BNS-308(7)"),
        ("IPC-389", "BNS-308(6)"),
        ("IEA-45A", "BSA-39(2)"),
        ("CrPC-2(p)", "BNSS-2(1)(s)"),
    ],
)
def test_clauses_that_moved(old: str, new: str) -> None:
    assert new in _ids(Provision.parse(old))
    assert old in _ids(Provision.parse(new))


def test_a_section_that_has_a_row_of_its_own_is_not_listed_clause_by_clause() -> None:
    assert _ids(Provision.parse("CrPC-167")) == {"BNSS-187"}
    assert _ids(Provision.parse("IPC-376")) == {"BNS-64(1)", "BNS-64(2)", "BNS-65(1)"}
    assert _ids(Provision.parse("BNS-125")) == {"IPC-336", "IPC-337", "IPC-338"}


@pytest.mark.parametrize(("old", "new"), [("IPC-124A", "BNS-152"), ("IPC-309", "BNS-226")])
def test_related_is_not_successor(old: str, new: str) -> None:
    before, after = Provision.parse(old), Provision.parse(new)
    assert [(link.provision, link.change) for link in related(before)] == [(after, CodeChange.RELATED)]
    assert [link.provision for link in related(after)] == [before]
    assert after not in equivalents(before)
    assert _ids(before) == set() == _ids(after)
    assert related(Provision.parse("IPC-302")) == ()


def test_a_section_without_clauses_stands_for_all_of_them() -> None:
    assert _ids(Provision.parse("BNS-318")) == {"IPC-415", "IPC-417", "IPC-418", "IPC-420"}


def test_outside_the_codes_there_is_nothing_to_map() -> None:
    ni = Provision.parse("NI-138")
    with pytest.raises(LawError, match="none of the codes"):
        counterparts(ni)
    assert equivalents(ni) == {ni}
    with pytest.raises(LawError, match="no such section"):
        counterparts(Provision.parse("IPC-999"))


def test_every_row_is_sound() -> None:
    for row in _rows():
        assert row.source
        assert row.new or row.old
        assert (row.change is CodeChange.NEW) == (row.old is None)
        assert (row.change is CodeChange.OMITTED) == (row.new is None)


def test_both_ways_agree() -> None:
    for row in _rows():
        if row.new and row.old and row.change is not CodeChange.RELATED:
            assert row.old.id in _ids(row.new)
            assert row.new.id in _ids(row.old)


def test_every_section_of_the_new_codes_is_there() -> None:
    for short, last in (("BNS", 358), ("BNSS", 531), ("BSA", 170)):
        assert all(has_section(short, str(number)) for number in range(1, last + 1))


def test_sections_of_the_table_exist_in_the_acts(data: Path) -> None:
    """Against the section lists of the Acts themselves, where they are at hand."""
    import json

    for short in ("IPC", "IEA"):
        entries = json.loads((data / "statutes" / "civictech" / f"{short.lower()}.json").read_text(encoding="utf-8"))
        listed = {str(entry.get("Section", entry.get("section"))).strip().upper() for entry in entries}
        mapped = {row.old.number for row in _rows() if row.old and row.old.act == short}
        missing_from_copy = {"45A"} if short == "IEA" else set()  # came with the Act of 2008 on information technology
        assert mapped == listed | missing_from_copy


def test_the_official_tables_say_the_same(data: Path) -> None:
    """Rows with one plain section on either side, read straight from the official tables."""
    import re

    names = {"BNS": ("BNS_to_IPC", "IPC"), "BNSS": ("BNSS_to_CrPC", "CrPC"), "BSA": ("BSA_to_IEA", "IEA")}
    checked = 0
    for new, (file, old) in names.items():
        with (data / "statutes" / "crosswalk" / f"{file}.csv").open(encoding="utf-8", newline="") as table:
            for left, right, *_ in csv.reader(table):
                if re.fullmatch(r"\d+(\(\w+\))*", left) and re.fullmatch(r"\d+[A-Z]{0,2}", right):
                    found = {i.split("(")[0] for i in _ids(Provision.parse(f"{new}-{left}"))}
                    assert f"{old}-{right}" in found, (left, right)
                    checked += 1
    assert checked > 800


@pytest.mark.parametrize(
    ("offence", "proceeding", "expected"),
    [
        (date(2024, 6, 30), date(2024, 6, 30), ("IPC", "CrPC", "IEA")),
        (date(2024, 6, 30), date(2024, 7, 1), ("IPC", "BNSS", "BSA")),
        (date(2024, 7, 1), date(2024, 7, 1), ("BNS", "BNSS", "BSA")),
        (date(1970, 5, 1), date(1971, 1, 1), ("IPC", "CrPC1898", "IEA")),
        (date(2020, 1, 1), None, ("IPC", None, None)),
        (None, None, (None, None, None)),
    ],
)
def test_dates_decide_the_code(
    offence: date | None, proceeding: date | None, expected: tuple[str | None, str | None, str | None]
) -> None:
    found = governing_code(offence, proceeding)
    assert (found.offence, found.procedure, found.evidence) == expected
    assert len(found.reasons) == (offence is not None) + 2 * (proceeding is not None)


def test_the_reason_names_the_saving_clause() -> None:
    reasons = governing_code(date(2024, 6, 30), date(2024, 7, 1)).reasons
    assert [clause in reason for clause, reason in zip(("BNS s.358", "BNSS s.531", "BSA s.170"), reasons, strict=True)]
    assert CODES[:3] == ("IPC", "CrPC", "IEA")
