"""The table of overrulings: its rows hold together, and the cases of the built-in corpus are found in it."""

from countercase.citator.history import Undoing, overrulings, overrulings_of
from countercase.corpus.builtin import builtin_cases
from countercase.law.citations import normalise_citation


def test_the_table_has_more_than_two_hundred_rows() -> None:
    assert len(overrulings()) >= 200


def test_every_citation_is_in_its_normal_form() -> None:
    for row in overrulings():
        for citation in (*row.citations, *row.by_citations):
            assert normalise_citation(citation).normal == citation


def test_nothing_is_overruled_before_it_is_decided() -> None:
    assert [row.case for row in overrulings() if row.since.year < row.year] == []


def test_only_an_equal_or_larger_bench_overrules() -> None:
    strong = (
        Undoing.OVERRULED,
        Undoing.REVERSED,
        Undoing.DISAPPROVED,
        Undoing.PER_INCURIAM,
    )
    assert [
        row.case
        for row in overrulings()
        if row.kind in strong and row.bench and row.by_bench and row.by_bench < row.bench
    ] == []


def test_every_supersession_has_its_day() -> None:
    assert all(row.decided for row in overrulings() if row.kind is Undoing.SUPERSEDED)


def test_the_cases_that_the_review_named_are_found_by_name_and_year() -> None:
    found = {
        case.id: overrulings_of(case.name, case.citations, case.decided.year if case.decided else None)[0].by
        for case in builtin_cases()
        if case.id.startswith(("krishna-janardhan", "kharak", "m-g-badappanavar"))
    }
    assert sorted(found.values()) == [
        "Constitution (Eighty-fifth Amendment) Act, 2001, Article 16(4A)",
        "Justice K.S. Puttaswamy (Retd.) v. Union of India",
        "Rangappa v. Sri Mohan",
    ]


def test_another_case_of_the_same_name_is_not_taken_for_it() -> None:
    assert overrulings_of("Kharak Singh v. State of U.P.", ["(1997) 1 SCC 99"], 1997) == ()
    assert overrulings_of("Mohan Lal v. State of Punjab", ["(2013) 12 SCC 519"], 2013) == ()
