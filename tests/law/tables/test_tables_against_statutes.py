"""The tables of thresholds and neighbours against the text of the Acts, where the Acts are at hand."""

import csv
import json
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from countercase.domain.facts import Quantity
from countercase.domain.provision import Provision
from countercase.law import near_provisions
from countercase.law.tables import thresholds
from countercase.law.tables.thresholds import Threshold

CIVICTECH = {"IPC": "ipc", "CrPC": "crpc", "IEA": "iea", "CPC": "cpc", "MV": "MVA", "NI": "nia"}
INDIA_CODE = {
    "BNS": "bhartiya_nyay_sanhita",
    "BNSS": "bharatiya_nagarik_suraksha_sanhita",
    "BSA": "bharatiya_sakshya_adhiniyam",
    "CPA2019": "consumer_protection_act",
    "Limitation": "limitation_act",
    "Arbitration": "arbitration_and_conciliation_act",
    "NI": "negotiable_instruments_act",
}
# Sections that are law and missing from the copies at hand.
NOT_IN_THE_COPY = {"CrPC-41A", "CrPC-437A", "MV-163A"}
# Where the number stands in another section, named in the row's source.
DEFINED_ELSEWHERE = re.compile(r"read with (?:BNS )?s\.2\(3\)")

Sections = Mapping[str, Mapping[str, str]]


@pytest.fixture(scope="module")
def statutes(data: Path) -> Sections:
    """Act -> section number -> title and text, from every copy."""
    folder = data / "statutes"
    found: dict[str, dict[str, str]] = {}
    for act, name in CIVICTECH.items():
        for row in json.loads((folder / "civictech" / f"{name}.json").read_text(encoding="utf-8")):
            number = str(row.get("section", row.get("Section"))).strip(". ").upper()
            found.setdefault(act, {})[number] = " ".join(str(value) for value in row.values())
    for act, name in INDIA_CODE.items():
        tree = json.loads((folder / "acts" / f"{name}.json").read_text(encoding="utf-8"))
        for section in _sections(tree):
            number = re.sub(r"[^0-9A-Z]", "", str(section["number"]).upper().replace("SECTION", ""))
            known = found.setdefault(act, {})
            known[number] = known.get(number, "") + f" {section['name']} {section.get('content')}"
    articles = json.loads(
        (folder / "civictech_constitution" / "constitution_of_india.json").read_text(encoding="utf-8")
    )
    found["Constitution"] = {str(row["article"]): f"{row['title']} {row['description']}" for row in articles}
    marriage = (folder / "civictech" / "hma.json").read_text(encoding="utf-8")
    found["HMA"] = {
        match[1]: match[0] for match in re.finditer(r'": "\d,(\d+[A-Z]?),[^}]*', marriage.replace('\\"', ""))
    }
    return found


def _sections(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if node.get("type") == "section":
        yield node
    for child in node.get("children") or ():
        yield from _sections(child)


def in_copy(provision: Provision, statutes: Sections) -> bool:
    """Whether the copies can say anything about this provision."""
    if provision.order is not None or provision.act not in statutes or provision.base in NOT_IN_THE_COPY:
        return False
    return provision.article == (provision.act == "Constitution")


def test_every_provision_of_both_tables_exists(statutes: Sections) -> None:
    provisions = {rule.provision for rule in thresholds.all()}
    provisions |= {end for edge in near_provisions.edges() for end in (edge.provision, edge.neighbour)}
    checked = [provision for provision in provisions if in_copy(provision, statutes)]
    assert len(checked) > 300
    assert [one.id for one in checked if one.number not in statutes[one.act]] == []


def test_every_clause_of_the_new_codes_exists(statutes: Sections) -> None:
    ends = {end for edge in near_provisions.edges() for end in (edge.provision, edge.neighbour)}
    ends |= {rule.provision for rule in thresholds.all()}
    for provision in ends:
        if provision.act in {"BNS", "BNSS", "BSA", "CPA2019", "Arbitration"} and provision.clauses:
            text = re.sub(r"\s", "", statutes[provision.act][provision.number])
            bracketed = [clause for clause in provision.clauses if "-" not in clause]
            assert all(f"({clause})" in text for clause in bracketed), provision.id


def test_the_number_of_every_row_checked_against_the_text_stands_there(statutes: Sections) -> None:
    wrong, checked = [], 0
    for rule in thresholds.all():
        if rule.checked != "text" or not in_copy(rule.provision, statutes):
            continue
        checked += 1
        text = re.sub(r"<[^>]+>|\d\[|\s+|-", " ", statutes[rule.provision.act][rule.provision.number]).casefold()
        needles = ["child"] if DEFINED_ELSEWHERE.search(rule.source) else spellings(rule)
        if not any(re.search(rf"\b{needle}\b", re.sub(r"\s+", " ", text)) for needle in needles):
            wrong.append((rule.id, needles))
    assert wrong == []
    assert checked > 150


def test_limitation_articles_agree_with_the_list(data: Path) -> None:
    rows = json.loads((data / "statutes" / "limitation_periods.json").read_text(encoding="utf-8"))
    listed = {row["article"]: row["limitation_years"] for row in rows}
    ours = [rule for rule in thresholds.all() if rule.provision.act == "Limitation" and rule.provision.article]
    from_list = [rule for rule in ours if rule.checked == "text"]
    assert len(from_list) >= 15
    for rule in from_list:
        assert rule.value == listed[rule.provision.number], rule.id


def test_old_and_new_numbers_of_twin_edges_agree_with_the_official_table(data: Path) -> None:
    """An IPC edge and the BNS edge after it with the same reason are twins: their ends are each other's heirs."""
    with (data / "statutes" / "crosswalk" / "BNS_to_IPC.csv").open(encoding="utf-8") as table:
        heirs: dict[str, set[str]] = {}
        for row in csv.DictReader(table):
            base = row["bns_section"].split("(")[0].strip()
            heirs.setdefault(base, set()).update(re.findall(r"\d+[A-Z]*", row["ipc_sections"]))
    edges = near_provisions.edges()
    twins = [
        (old, new)
        for old, new in pairwise(edges)
        if old.provision.act == "IPC" and new.provision.act == "BNS" and old.reason == new.reason
    ]
    assert len(twins) > 100
    for old, new in twins:
        for before, after in ((old.provision, new.provision), (old.neighbour, new.neighbour)):
            known = heirs.get(after.number, set()) if after.act == "BNS" else set()
            assert not known or before.number in known or after.number == "189", (before.id, after.id)


def spellings(rule: Threshold) -> list[str]:
    """How a statute may write the number of a rule."""
    if rule.unit == "percent":
        return {50.0: ["one half", "fifty per cent"], 20.0: ["twenty per cent"]}.get(rule.value, ["one third"])
    value = int(rule.value)
    forms = [f"{value:,}", in_words(value)]
    if rule.quantity is Quantity.AMOUNT and rule.value == 250_000:
        forms.append("two and a half lakh")
    if rule.unit == "months" and value == 12:
        forms.append("one year")
    return forms


ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()


def in_words(value: int) -> str:
    """Indian number words, without hyphens."""
    for size, name in ((10**7, "crore"), (10**5, "lakh"), (10**3, "thousand"), (100, "hundred")):
        if value >= size:
            rest = value % size
            return f"{in_words(value // size)} {name}" + (f" and {in_words(rest)}" if rest else "")
    if value < 20:
        return ONES[value]
    return TENS[value // 10] + (f" {ONES[value % 10]}" if value % 10 else "")
