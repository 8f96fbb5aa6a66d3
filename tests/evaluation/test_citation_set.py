"""Judged queries from a small corpus of our own."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from countercase.domain.case import Case, CaseId, CitedCase, Paragraph, PrintedTreatment, SectionType
from countercase.domain.span import Span
from countercase.evaluation.citation_set import GRADES, CitationSetOptions, build_citation_set, facts_of, link_cases

FACTS = " ".join(f"On that night witness{i} saw the lorry strike the cart near bridge{i}." for i in range(20))


def case(name: str, title: str, year: int, *cites: CitedCase, text: str = "", citations: tuple[str, ...] = ()) -> Case:
    return Case(
        CaseId(name),
        text or f"{FACTS} {name}",
        title,
        decided=date(year, 6, 1),
        cites=cites,
        citations=citations,
    )


def links_of(*cases: Case) -> Mapping[CaseId, Mapping[CaseId, int]]:
    return {citing: cited for citing, cited in link_cases(cases).grades.items() if cited}


OLD = case("old", "Harnam Das v. State of Punjab", 1990)


def test_name_and_year_make_a_link() -> None:
    new = case(
        "new", "Mehta v. Rao", 2000, CitedCase("Harnam Das vs. The State of Punjab & Ors.", ("(1990) 2 SCC 10",))
    )
    assert links_of(OLD, new) == {"new": {"old": 2}}


@pytest.mark.parametrize(("year", "linked"), [(1989, False), (1990, True), (1991, True), (1992, False), (1999, False)])
def test_the_report_must_be_of_the_year_of_decision_or_the_next(year: int, linked: bool) -> None:
    new = case("new", "Mehta v. Rao", 2000, CitedCase("Harnam Das v. State of Punjab", (f"({year}) 2 SCC 10",)))
    assert bool(links_of(OLD, new)) is linked


def test_a_common_name_without_citation_is_left_out_and_counted() -> None:
    new = case("new", "Mehta v. Rao", 2000, CitedCase("Harnam Das v. State of Punjab"))
    found = link_cases([OLD, new])
    assert found.grades[CaseId("new")] == {}
    assert found.counts == {"common name alone": 1}


def test_a_distinctive_name_needs_no_citation() -> None:
    old = case("old", "Harnam Das Chopra v. State of Punjab", 1990)
    assert links_of(old, case("new", "Mehta v. Rao", 2000, CitedCase("Harnam Das Chopra v. State of Punjab")))


def test_only_earlier_cases_are_linked() -> None:
    cites = CitedCase("Harnam Das v. State of Punjab", ("(1990) 2 SCC 10",))
    same_day = replace(case("new", "Mehta v. Rao", 1990, cites), decided=OLD.decided)
    assert links_of(OLD, same_day) == {}
    assert link_cases([OLD, same_day]).counts == {"not earlier": 1}
    undated = replace(same_day, decided=None)
    assert link_cases([OLD, undated]).counts == {"date not known": 1}


def test_two_cases_of_one_name_are_ambiguous() -> None:
    twin = case("twin", "Harnam Das v. State of Punjab", 1991)
    new = case("new", "Mehta v. Rao", 2000, CitedCase("Harnam Das v. State of Punjab", ("(1991) 1 SCC 5",)))
    assert link_cases([OLD, twin, new]).counts == {"ambiguous": 1}


def test_a_citation_learnt_from_one_mention_finds_a_misspelt_one() -> None:
    good = case("good", "Mehta v. Rao", 2000, CitedCase("Harnam Das v. State of Punjab", ("(1990) 2 SCC 10",)))
    misspelt = case("bad", "Sen v. Roy", 2001, CitedCase("Harnarn Dass v. State of Punjab", ("1990 (2) S.C.C. 10",)))
    assert links_of(OLD, misspelt) == {}
    assert links_of(OLD, good, misspelt) == {"good": {"old": 2}, "bad": {"old": 2}}


@pytest.mark.parametrize(
    ("treatment", "grade"),
    [(PrintedTreatment.FOLLOWED, 3), (PrintedTreatment.RELIED_ON, 3), (PrintedTreatment.REFERRED_TO, 2),
     (PrintedTreatment.DISTINGUISHED, 1),
     (PrintedTreatment.OVERRULED, 1)],
)  # fmt: skip
def test_the_treatment_is_the_grade(treatment: PrintedTreatment, grade: int) -> None:
    cited = CitedCase("Harnam Das v. State of Punjab", ("(1990) 2 SCC 10",), treatment)
    assert links_of(OLD, case("new", "Mehta v. Rao", 2000, cited)) == {"new": {"old": grade}}


def test_every_treatment_has_a_grade_and_the_best_one_counts() -> None:
    assert set(GRADES) == set(PrintedTreatment)
    both = [
        CitedCase("Harnam Das v. State of Punjab", ("(1990) 2 SCC 10",), each)
        for each in (PrintedTreatment.RELIED_ON, PrintedTreatment.DISTINGUISHED)
    ]
    assert links_of(OLD, case("new", "Mehta v. Rao", 2000, *both)) == {"new": {"old": 3}}


def test_where_the_store_has_no_citations_the_text_is_read() -> None:
    new = case("new", "Mehta v. Rao", 2000, text="We agree with Harnam Das v. State of Punjab, (1990) 2 SCC 10.")
    assert links_of(OLD, new) == {"new": {"old": 2}}


def test_labelled_facts_are_the_query() -> None:
    text = "Head matter. " + FACTS + " We hold otherwise."
    start = len("Head matter. ")
    labelled = (
        Paragraph(Span(0, start)),
        Paragraph(Span(start, start + len(FACTS)), SectionType.FACTS),
        Paragraph(Span(start + len(FACTS), len(text)), SectionType.HELD),
    )
    got = facts_of(Case(CaseId("c"), text, "A v. B", paragraphs=labelled))
    assert got == FACTS


def test_without_labelled_facts_the_opening_up_to_another_section() -> None:
    text = FACTS + " Learned counsel argued. We hold."
    paragraphs = (Paragraph(Span(0, len(FACTS))), Paragraph(Span(len(FACTS), len(text)), SectionType.SUBMISSIONS))
    assert facts_of(Case(CaseId("c"), text, "A v. B", paragraphs=paragraphs)) == FACTS


def test_without_any_label_facts_end_where_counsel_begin() -> None:
    text = FACTS + " Learned counsel for the appellant submits that the cart had no light. We hold otherwise."
    assert facts_of(Case(CaseId("c"), text, "A v. B")) == FACTS


@pytest.mark.parametrize("byline", ["The Judgment was delivered by : K. J. Reddi, J.\n 1. ", "BELA M. SHAH, J. ", ""])
def test_the_judges_name_is_no_fact(byline: str) -> None:
    got = facts_of(Case(CaseId("c"), byline + FACTS, "A v. B"))
    assert got is not None
    assert got.removeprefix("1. ") == FACTS


def test_too_few_words_are_no_facts_and_too_many_are_cut() -> None:
    short = Case(CaseId("c"), "Leave granted.", "A v. B")
    assert facts_of(short) is None
    cut = facts_of(Case(CaseId("c"), FACTS, "A v. B"), CitationSetOptions(min_words=10, max_words=50))
    assert cut is not None
    assert len(cut.split()) == 50


def story(number: int) -> str:
    return " ".join(f"A thing{number} of kind{number}x{i} happened{number}." for i in range(60))


def corpus() -> list[Case]:
    cited = CitedCase("Harnam Das v. State of Punjab", ("(1990) 2 SCC 10",), PrintedTreatment.RELIED_ON)
    names = ["Mehta Transport v. Rao", "Sen v. Roy"]
    news = [
        case(f"n{i}", name, 2000 + i, cited, text=f"{name.split()[0]} drove. {story(i)}")
        for i, name in enumerate(names)
    ]
    return [replace(OLD, text="An older judgment about a lease and its rent. " * 30), *news]


def test_the_built_set_is_masked_dated_and_graded() -> None:
    query_set, report = build_citation_set("mine", corpus())
    assert query_set.qrels == {"q_n0": {"old": 3}, "q_n1": {"old": 3}}
    query = query_set.queries["q_n0"]
    assert query.text.startswith("[A] drove.")
    assert (query.case_id, query.decided) == ("n0", date(2000, 6, 1))
    assert query_set.admissible("q_n1") == {"old", "n0"}
    assert (report.queries, report.judgments, report.cases, report.grades) == (2, 2, 3, {3: 2})
    assert report.mentions["linked"] == 2
    assert report.random_ranker["MAP"] == pytest.approx((1 + 0.75) / 2)  # one candidate, then one of two


def test_document_queries_are_the_whole_judgment_masked_and_dated() -> None:
    cases = corpus()
    whole = CitationSetOptions(query="document")
    ending = "As was held in Harnam Das v. State of Punjab, (1990) 2 SCC 10, so it is."
    told = replace(cases[1], text=f"{cases[1].text} {ending}")
    query_set, _ = build_citation_set("mine", [cases[0], told, cases[2]], options=whole)
    query = query_set.queries["q_n0"]
    assert len(query.text.split()) > len(story(0).split())
    assert "Harnam" not in query.text
    assert "SCC" not in query.text
    assert (query.case_id, query.decided) == ("n0", date(2000, 6, 1))
    short = replace(cases[1], text="Appeal dismissed.")
    assert "q_n0" not in build_citation_set("mine", [cases[0], short], options=whole)[0].queries


def test_a_near_duplicate_neither_asks_nor_answers() -> None:
    cases = corpus()
    again = replace(cases[1], id=CaseId("z0"), text=cases[1].text + " x")
    query_set, report = build_citation_set("mine", [*cases, again])
    assert set(query_set.queries) == {"q_z0", "q_n1"}  # the longer print is kept
    assert report.left_out == {"near-duplicate of another case": 1}
    assert not query_set.admits("q_n1", "n0")


def test_only_the_query_cases_become_queries() -> None:
    query_set, _ = build_citation_set("mine", corpus(), frozenset({CaseId("n1")}))
    assert set(query_set.queries) == {"q_n1"}
    assert len(query_set.candidates) == 3


@pytest.mark.data
def test_real_reports_give_queries_without_their_own_names(data: Path) -> None:
    from benchmarks.build_citation_set import read_cases

    cases = list(read_cases(sorted((data / "caselaw" / "scr_2023_2024").glob("*.txt"))[:25]))
    assert all(each.decided and each.decided.year in {2022, 2023} for each in cases)
    assert sum(" v. " in each.name for each in cases) >= 23
    assert sum(facts_of(each) is not None for each in cases) >= 20
