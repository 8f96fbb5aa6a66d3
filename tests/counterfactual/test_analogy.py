"""A matter beside a precedent: shared, near, distinguishing, and only in one."""

from dataclasses import replace
from datetime import date

from tests.counterfactual.small_matter import AGE, DEATH, EYEWITNESS, KNIFE, MURDER, TENANT, number, section, sheet_of

from countercase.counterfactual.analogy import analogy_words, compare
from countercase.domain.facts import EvidenceFact, EvidenceStatus, Fact, Quantity


def describe(fact: Fact) -> str:
    return " ".join(fact.key[1:])


def test_the_same_offence_under_both_codes_is_shared() -> None:
    analogy = compare(sheet_of(MURDER, DEATH), sheet_of(section("BNS-103(1)"), DEATH))
    assert [pair.why for pair in analogy.shared] == ["the same offence under the codes", "the same"]
    assert (analogy.near_misses, analogy.only_matter, analogy.only_precedent) == ((), (), ())


def test_numbers_on_one_side_of_the_line_are_alike_and_across_it_a_near_miss() -> None:
    matter = sheet_of(MURDER, AGE, number(Quantity.DATE, date(2019, 3, 14).toordinal(), "day", "offence"))
    alike = compare(matter, sheet_of(MURDER, number(Quantity.AGE, 16.5, "years", "accused")))
    assert alike.shared[1].why == "on the same side of the line of 18 years in Section 2(12) JJ Act, 2015"
    apart = compare(matter, sheet_of(MURDER, number(Quantity.AGE, 19, "years", "accused")))
    assert apart.near_misses[0].why == "less than 18 years (Section 2(12) JJ Act, 2015) lies between them"


def test_a_neighbouring_charge_an_axis_and_a_status_are_near_misses() -> None:
    absent = EvidenceFact(spans=(), item="eyewitness", status=EvidenceStatus.ABSENT)
    analogy = compare(
        sheet_of(MURDER, TENANT, EYEWITNESS),
        sheet_of(section("IPC-304"), replace(TENANT, role="licensee"), absent),
    )
    assert [pair.why.partition(":")[0] for pair in analogy.near_misses] == [
        "lesser",
        "opposites in law",
        "present here, absent there",
    ]
    assert not analogy.shared


def test_what_only_one_has_distinguishes() -> None:
    analogy = compare(sheet_of(MURDER, KNIFE), sheet_of(MURDER, EYEWITNESS))
    assert (analogy.only_matter, analogy.only_precedent) == ((KNIFE,), (EYEWITNESS,))


def test_dates_are_no_analogy() -> None:
    day = number(Quantity.DATE, 737000, "day", "offence")
    assert not compare(sheet_of(day), sheet_of(day)).shared


def test_the_moves_in_words() -> None:
    analogy = compare(sheet_of(MURDER, KNIFE), sheet_of(section("IPC-304"), KNIFE, EYEWITNESS))
    assert [lines for lines in analogy_words(describe, analogy).values() if lines] == [
        ["knife"],
        ["IPC-302 / IPC-304 (" + analogy.near_misses[0].why + ")"],
        ["eyewitness present"],
    ]
