"""A matter beside a precedent: shared, near, distinguishing, and what would help."""

from dataclasses import replace
from datetime import date

from tests.counterfactual.small_matter import AGE, DEATH, EYEWITNESS, KNIFE, MURDER, TENANT, number, section, sheet_of

from countercase.counterfactual.analogy import analogy_words, compare
from countercase.domain.facts import EvidenceFact, EvidenceStatus, Fact, Quantity


def describe(fact: Fact) -> str:
    return " ".join(fact.key[1:])


def test_the_same_offence_under_both_codes_is_shared() -> None:
    found = compare(sheet_of(MURDER, DEATH), sheet_of(section("BNS-103(1)"), DEATH), describe)
    assert [pair.why for pair in found.shared] == ["the same offence under the codes", "the same"]
    assert (found.near_misses, found.only_matter, found.only_precedent, found.stronger) == ((), (), (), ())
    assert [change.sentence for change in found.weaker][1] == "Weaker without what both share: death."


def test_numbers_on_one_side_of_the_line_are_alike_and_across_it_a_near_miss() -> None:
    matter = sheet_of(MURDER, AGE, number(Quantity.DATE, date(2019, 3, 14).toordinal(), "day", "offence"))
    alike = compare(matter, sheet_of(MURDER, number(Quantity.AGE, 16.5, "years", "accused")), describe)
    assert alike.shared[1].why == "on the same side of the line of 18 years in Section 2(12) JJ Act, 2015"
    apart = compare(matter, sheet_of(MURDER, number(Quantity.AGE, 19, "years", "accused")), describe)
    assert apart.near_misses[0].why == "less than 18 years (Section 2(12) JJ Act, 2015) lies between them"


def test_a_neighbouring_charge_an_axis_and_a_status_are_near_misses() -> None:
    absent = EvidenceFact(spans=(), item="eyewitness", status=EvidenceStatus.ABSENT)
    found = compare(
        sheet_of(MURDER, TENANT, EYEWITNESS),
        sheet_of(section("IPC-304"), replace(TENANT, role="licensee"), absent),
        describe,
    )
    assert [pair.why.partition(":")[0] for pair in found.near_misses] == [
        "lesser",
        "opposites in law",
        "present here, absent there",
    ]
    assert not found.shared
    assert found.stronger[0].after == replace(section("IPC-304"), found_by="what-if")


def test_what_only_one_has_distinguishes_and_would_help() -> None:
    found = compare(sheet_of(MURDER, KNIFE), sheet_of(MURDER, EYEWITNESS), describe)
    assert (found.only_matter, found.only_precedent) == ((KNIFE,), (EYEWITNESS,))
    assert [(change.before, change.after is None) for change in found.stronger] == [(None, False), (KNIFE, True)]
    assert found.stronger[0].sentence == "Stronger if the matter had what the precedent had: eyewitness present."


def test_dates_are_no_analogy() -> None:
    day = number(Quantity.DATE, 737000, "day", "offence")
    assert not compare(sheet_of(day), sheet_of(day), describe).shared


def test_the_moves_in_words() -> None:
    found = compare(sheet_of(MURDER, KNIFE), sheet_of(section("IPC-304"), KNIFE, EYEWITNESS), describe)
    assert [lines for lines in analogy_words(describe, found).values() if lines] == [
        ["knife"],
        ["IPC-302 / IPC-304 (" + found.near_misses[0].why + ")"],
        ["eyewitness present"],
    ]
