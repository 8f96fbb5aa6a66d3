"""The table of Acts, and how their names are recognised in a text."""

import re
import tomllib
from datetime import date
from importlib import resources

import pytest

from countercase.domain.provision import Provision
from countercase.errors import LawError
from countercase.law.provisions.statutes import find_statutes
from countercase.law.tables.acts import ActKind, act, acts, acts_named

LONGEST = "Right to Fair Compensation and Transparency in Land Acquisition, Rehabilitation and Resettlement Act"


def test_the_table_is_sound() -> None:
    assert len(acts()) >= 60
    for short, entry in acts().items():
        assert re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", short), short
        assert entry.source, f"{short} has no source"
        assert 1600 < entry.year < 2030
        if entry.in_force and entry.until:
            assert entry.in_force < entry.until, short


def test_the_codes_of_2023_follow_the_old_ones_without_a_gap() -> None:
    for old, new in (("IPC", "BNS"), ("CrPC", "BNSS"), ("IEA", "BSA")):
        assert act(old).until == date(2024, 6, 30)
        assert act(new).in_force == date(2024, 7, 1)


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("IPC", "IPC"),
        ("the I. P. C.", "IPC"),
        ("Indian Penal Code, 1860", "IPC"),
        ("Cr.P.C.", "CrPC"),
        ("Code of Criminal Procedure, 1898", "CrPC1898"),
        ("Code of Criminal Procedure, 1973", "CrPC"),
        ("N.I. Act", "NI"),
        ("SC/ST Act", "SCST"),
        ("Motor Vehicles Act", "MV"),
        ("Motor Vehicles Act of 1939", "MV1939"),
        ("Prevention of Corruption Act, 1947", "PC1947"),
        ("Land Acquisition Act, 1894", "LAA"),
        ("Land Acquisition Act, 2013", "RFCTLARR"),
        ("INCOME-TAX ACT, 1961", "ITA"),
        ("IT Act, 2000", "IT"),
        ("Juvenile Justice Act, 2000", "JJ2000"),
        ("Constitution of India", "Constitution"),
    ],
)
def test_a_name_finds_its_act(name: str, short: str) -> None:
    assert [named.short for named in acts_named(name)] == [short]


@pytest.mark.parametrize(
    "name", ["Companies Act", "Consumer Protection Act", "JJ Act", "Motor Vehicles Act, 1940", "", "Act"]
)
def test_a_name_of_no_act_or_of_several_does_not_name_one(name: str) -> None:
    assert len(acts_named(name)) != 1


def test_an_unknown_short_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(LawError, match="IPC, CrPC"):
        act("XYZ")


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        ("punishable under the Indian Penal Code, 1860 and the Arms Act.", ["Indian Penal Code, 1860", "Arms Act"]),
        ("Section 5 of the Prevention of Corruption Act, 1988 applies", ["Prevention of Corruption Act, 1988"]),
        ("under the Scheduled Castes and the Scheduled Tribes (Prevention of Atrocities) Act, 1989",
         ["Scheduled Castes and the Scheduled Tribes (Prevention of Atrocities) Act, 1989"]),
        ("s. 307 I. P. C. and s. 161 Cr.P.C. were read", ["I. P. C.", "Cr.P.C."]),
        ("under " + LONGEST + ", 2013 and rules", [LONGEST + ", 2013"]),
        ("the Constitution Bench held that the Constitution of India", ["Constitution of India"]),
        ("the Code of Civil\nProcedure, 1908", ["Code of Civil\nProcedure, 1908"]),
        ("Under the Act, and the said Code, nothing is named.", []),
    ],
)  # fmt: skip
def test_names_are_found_whole(text: str, quotes: list[str]) -> None:
    assert [statute.span.of(text) for statute in find_statutes(text)] == quotes


def test_an_act_of_a_state_is_not_the_central_act_it_ends_with() -> None:
    (statute,) = find_statutes("under the Assam Evidence Act")
    assert statute.name == "Assam Evidence Act"
    assert statute.acts == ()


def test_letters_of_the_margin_fall_out_of_a_name() -> None:
    (statute,) = find_statutes("of the Prevention of B Corruption Act, 1988")
    assert statute.act is act("PC")


def test_kinds_are_what_their_parts_are_called() -> None:
    assert act("Constitution").kind is ActKind.CONSTITUTION
    assert act("NDPSRules").kind is ActKind.RULES


def test_every_provision_of_the_built_in_corpus_has_its_act() -> None:
    cases = resources.files("countercase.corpus").joinpath("builtin", "cases")
    digests = [file.read_text(encoding="utf-8") for file in cases.iterdir() if file.name.endswith(".md")]
    cited = {provision for digest in digests for provision in tomllib.loads(digest.split("+++")[1])["provisions"]}
    assert cited
    assert {provision for provision in cited if Provision.parse(provision).act not in acts()} == set()
