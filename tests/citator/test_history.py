"""Histories and flags, on invented cases and on the built-in corpus, and the table of overrulings."""

from dataclasses import dataclass, replace
from datetime import date

from countercase.citator.history import (
    Flag,
    OverrulingKind,
    cited_json,
    flag,
    history,
    overrulings,
    overrulings_of,
    quick_flag,
)
from countercase.corpus.builtin import builtin_cases
from countercase.domain.case import Case, CaseId
from countercase.law.citations import normalise_citation

CITED = Case(
    id=CaseId("alpha"),
    text="The lease is valid.",
    name="Alpha Traders v. Beta Mills",
    decided=date(1998, 2, 3),
    bench=("A", "B"),
    citations=("(1998) 4 SCC 12",),
)
OVERRULING = Case(
    id=CaseId("gamma"),
    text="We have heard the parties. The decision in Alpha Traders v. Beta Mills, (1998) 4 SCC 12 is hereby overruled.",
    name="Gamma Ltd. v. Delta Corporation",
    decided=date(2011, 9, 1),
    bench=("C", "D", "E"),
    citations=("(2011) 9 SCC 77",),
)


@dataclass(frozen=True)
class Link:
    case_id: CaseId


class Shelf:
    """Cases in memory; every other case is taken to cite the first."""

    def __init__(self, *cases: Case) -> None:
        self.cases = {case.id: case for case in cases}

    def get(self, case_id: CaseId) -> Case:
        return self.cases[case_id]

    def cited_by(self, case_id: CaseId) -> list[Link]:
        return [Link(other) for other in self.cases if other != case_id]


def flagged(citing: Case, day: date | None = None, cited: Case = CITED) -> Flag:
    events = history(cited.id, Shelf(cited, citing), day)
    return flag(cited, events, day).flag


def test_a_larger_bench_that_overrules_stops() -> None:
    assert flagged(OVERRULING) is Flag.STOP


def test_before_that_day_nothing_was_wrong() -> None:
    assert flagged(OVERRULING, date(2010, 1, 1)) is Flag.NEUTRAL


def test_a_smaller_bench_cannot_overrule() -> None:
    five = replace(CITED, bench=("A", "B", "F", "G", "H"))
    assert flagged(OVERRULING, cited=five) is Flag.CAUTION


def test_a_judgment_that_was_decided_earlier_says_nothing() -> None:
    assert flagged(replace(OVERRULING, decided=date(1990, 1, 1))) is Flag.NEUTRAL


def test_a_report_of_an_overruling_warns_and_does_not_perform_it() -> None:
    text = "Alpha Traders v. Beta Mills, (1998) 4 SCC 12 was overruled in Gamma v. Delta Corporation, (2011) 9 SCC 77."
    assert flagged(replace(OVERRULING, text=text, bench=("C", "D"))) is Flag.WARNING


def test_counsel_cannot_shake_a_case() -> None:
    text = "Learned counsel submitted that Alpha Traders v. Beta Mills, (1998) 4 SCC 12 stands overruled."
    assert flagged(replace(OVERRULING, text=text)) is Flag.NEUTRAL


def test_a_case_that_is_followed_is_positive() -> None:
    text = "Following the decision in Alpha Traders v. Beta Mills, (1998) 4 SCC 12, we dismiss the appeal."
    assert flagged(replace(OVERRULING, text=text)) is Flag.POSITIVE


def test_the_json_of_the_history() -> None:
    found = cited_json(CITED.id, Shelf(CITED, OVERRULING))
    assert found["flag"] == "stop"
    (entry,) = found["history"]
    assert (entry["by"], entry["treatment"], entry["speaker"]) == ("gamma", "overruled", "this Court")
    assert OVERRULING.text[slice(*entry["span"])].strip() == entry["quote"]


def test_the_cases_that_the_review_named_are_flagged_as_of_a_day() -> None:
    cases = {str(case.id): case for case in builtin_cases()}
    hegde = cases["krishna-janardhan-bhat-v-dattatraya-g-hegde-2008"]
    assert quick_flag(hegde).flag is Flag.WARNING
    assert quick_flag(hegde, day=date(2009, 12, 31)).flag is Flag.NEUTRAL
    assert quick_flag(cases["kharak-singh-v-state-of-uttar-pradesh-1962"]).flag is Flag.WARNING
    assert quick_flag(cases["m-g-badappanavar-v-state-of-karnataka-2000"]).flag is Flag.STOP


def test_an_overruling_that_was_itself_overruled_is_only_a_caution() -> None:
    case = Case(
        CaseId("s"),
        "",
        "Sajjan Singh v. State of Rajasthan",
        decided=date(1964, 10, 30),
        citations=("AIR 1965 SC 845",),
    )
    assert quick_flag(case, day=date(1970, 1, 1)).flag is Flag.STOP
    assert quick_flag(case).flag is Flag.CAUTION


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
        OverrulingKind.OVERRULED,
        OverrulingKind.REVERSED,
        OverrulingKind.DISAPPROVED,
        OverrulingKind.PER_INCURIAM,
    )
    assert [
        row.case
        for row in overrulings()
        if row.kind in strong and row.bench and row.by_bench and row.by_bench < row.bench
    ] == []


def test_every_supersession_has_its_day() -> None:
    assert all(row.decided for row in overrulings() if row.kind is OverrulingKind.SUPERSEDED)


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
