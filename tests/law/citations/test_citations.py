"""Citations as judgments write them, and the one normal form of each."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from countercase.errors import LawError
from countercase.law.citations import Citation, courts, find_citations, letters, normalise_citation, reporters

SAME = {
    "(2008) 1 SCC 1": [
        "2008 (1) SCC 1",
        "2008(1)S.C.C.1",
        "2008 SCC (1) 1",
        "( 2008 ) 1 S. C. C. 1",
        "(2008)\n1 SCC\n1",
        "[(2008) 1 SCC 1]",
        "(2008) l SCC 1",
        "2008 (1) Supreme Court Cases 1",
        "(2008) 1 SCC page 1",
        "(2008) I SCC 1",
    ],
    "(1991) 4 SCC 139": ["1991 SCC (4) 139"],
    "(1987) 2 SCC 364": ["(1987) 2 F SCC 364"],
    "1993 Supp (1) SCC 1": [
        "(1993) Supp. 1 SCC 1",
        "1993 Suppl. (1) SCC 1",
        "(1993) 1 Supp SCC 1",
        "1993 SCC Supp (1) 1",
    ],
    "2002 SCC (L&S) 720": ["2002 S.C.C. (L & S) 720"],
    "(2020) 1 SCC (L&S) 453": ["2020 (1) SCC (L&S) 453"],
    "AIR 2008 SC 809": [
        "A.I.R. 2008 S.C. 809",
        "AIR2008SC809",
        "AIR (2008) SC 809",
        "AIR 2008 (SC) 809",
        "AIR 2008 Supreme Court 809",
        "2008 AIR 809",
        "2008 AIR (SC) 809",
        "2008 AIR SC 809",
        "air 2008 sc 809",
        "A1R 2008 SC 809",
        "AIR 2008 SC 8O9",
    ],
    "AIR 1972 MP 198": ["AIR 1972 Madh Pra 198", "AIR 1972 Madhya Pradesh 198"],
    "AIR 1940 PC 215": ["A. I. R. 1940 P. C. 215"],
    "[2024] 10 SCR 108": ["[2024] 10 S.C.R. 108", "[2024]10 S. C. R. 108", "2024 (10) SCR 108"],
    "[1962] 2 SCR 339": ["1962 SCR (2) 339"],
    "[1952] SCR 284": ["(1952) S.C.R. 284"],
    "[1962] Supp. 2 SCR 339": ["1962 Supp (2) SCR 339", "[1962] 2 Suppl. SCR 339", "1962 SCR Supl. (2) 339"],
    "2024 INSC 735": ["2024INSC735", "2024 I.N.S.C. 735"],
    "2023 SCC OnLine SC 951": ["2023 SCC Online SC 951", "2023 SCCOnLine SC 951", "(2023) SCC On Line SC 951"],
    "2012 SCC OnLine Cal 642": ["2012 SCC OnLine CAL 642"],
    "JT 2004 (8) SC 531": ["JT 2004(8) SC page 531", "J.T. 2004 (8) S.C. 531", "JT 2004 (8) 531"],
    "JT 2000 (Supp. 1) SC 538": ["JT [2000] Suppl. 1 SC 538"],
    "(2007) 5 SCALE 353": ["[2007 (5) SCALE 353]", "2007 SCALE (5) 353"],
    "1989 Cri LJ 637": ["1989 Crl.L.J. 637", "1989 CRI.LJ 637", "1989 Cr. L. J. 637"],
    "1967 (2) Mys LJ 637": ["1967-2 Mys LJ 637"],
    "ILR (1972) 2 Cal 660": ["I.L.R. (1972) 2 Calcutta 660"],
    "ILR (1915) 37 All 557": ["(1915) ILR 37 All 557"],
    "ILR 37 All 557": ["I.L.R. 37 All. 557"],
    "61 ITR 371": ["61 I.T.R. 371 (Mad)"],
    "(1955) 28 ITR 352": ["[1955] 28 I.T.R. 352 (Mad.)"],
    "(2000) 84 DLT 456": ["84 (2000) DLT 456"],
    "(1954) 2 MLJ 293": ["(1954) II M.L.J. 293"],
    "2025:BHC-AS:29961": ["2025 : BHC-AS : 29961"],
    "2023:DHC:1234": ["2023:DHC:1234-DB"],
    "2023/MHC/4812": ["2023:MHC:4812"],
    "MANU/SC/0123/2004": ["MANU / SC / 123 / 2004"],
}


@pytest.mark.parametrize(("normal", "written"), [(n, w) for n, ways in SAME.items() for w in [n, *ways]])
def test_every_way_of_writing_gives_one_normal_form(normal: str, written: str) -> None:
    assert normalise_citation(written).normal == normal


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "Section 302 IPC",
        "in 2008 the State of Kerala 12 persons",
        "Civil Appeal No. 9697 of 2014",
        "dated 04.10.2024 in CWJC No. 3411/2022",
        "2008 SCC",
        "AIR 2008",
        "12 PW 3",
        "FIR 2012/PS/34",
        "1 I.L.R. 1",
        "(2008) 1 XYZ 1",
        "518 SUPREME COURT REPORTS [2023] 6 S.C.R. A 12",
        "AIR 2008 Nowhere 809",
    ],
)
def test_what_is_no_citation_is_refused_with_an_example(text: str) -> None:
    assert find_citations(text) == []
    with pytest.raises(LawError, match="Give one such as"):
        normalise_citation(text)


def test_two_citations_are_not_one() -> None:
    with pytest.raises(LawError, match="more than one"):
        normalise_citation("(2008) 1 SCC 1 : AIR 2008 SC 809")


def test_words_beside_a_citation_are_refused() -> None:
    with pytest.raises(LawError):
        normalise_citation("see (2008) 1 SCC 1")


def test_spans_quote_the_text() -> None:
    text = "Relied on (2008) 1 SCC 1; A.I.R. 1963 S.C. 946 and 61 ITR 371 (Mad)."
    found = [(mention.span.of(text), mention.citation.normal) for mention in find_citations(text)]
    assert found == [
        ("(2008) 1 SCC 1", "(2008) 1 SCC 1"),
        ("A.I.R. 1963 S.C. 946", "AIR 1963 SC 946"),
        ("61 ITR 371 (Mad)", "61 ITR 371"),
    ]


def test_a_footnote_number_is_no_volume() -> None:
    (mention,) = find_citations("relied upon the 1 (2023) SCC Online SC 1393")
    assert mention.citation == Citation("SCC OnLine", 1393, 2023, court="SC")


def test_courts_that_differ_stay_apart() -> None:
    assert normalise_citation("AIR 1953 MB 12") != normalise_citation("AIR 1953 MP 12")
    assert normalise_citation("AIR 1960 Mys 5") != normalise_citation("AIR 1960 Kant 5")


def test_no_variant_names_two_reports_or_two_courts() -> None:
    names = {reporter.name for reporter in reporters().values()}
    assert all(reporters()[letters(name)].name == name for name in names)
    assert all(courts()[letters(name)] == name for name in set(courts().values()))
    assert all(reporter.title and reporter.source for reporter in reporters().values())


@pytest.mark.parametrize("volume", [None, 3])
@pytest.mark.parametrize("supp", [False, True])
def test_every_report_reads_back(volume: int | None, supp: bool) -> None:
    for reporter in {r.name for r in reporters().values() if r.style in {"round", "square", "series", "plain"}}:
        citation = Citation(reporter, 12, 1994, volume, supp)
        assert normalise_citation(citation.normal) == citation


year = st.integers(1950, 2026)
number = st.integers(1, 99)
page = st.integers(1, 9999)


@given(
    reporter=st.sampled_from(sorted({r.name for r in reporters().values() if r.style in {"round", "square", "plain"}})),
    year=year,
    volume=st.none() | number,
    page=page,
    supp=st.booleans(),
)
def test_the_normal_form_reads_back(reporter: str, year: int, volume: int | None, page: int, supp: bool) -> None:
    citation = Citation(reporter, page, year, volume, supp)
    assert normalise_citation(citation.normal) == citation


@given(court=st.sampled_from(sorted(set(courts().values()))), year=year, page=page)
def test_the_normal_form_with_a_court_reads_back(court: str, year: int, page: int) -> None:
    for reporter in ("AIR", "SCC OnLine"):
        citation = Citation(reporter, page, year, court=court)
        assert normalise_citation(citation.normal) == citation


@given(
    st.lists(
        st.sampled_from(
            [
                "2008",
                "(2008)",
                "[1952]",
                "1",
                "(4)",
                "SCC",
                "S.C.R.",
                "AIR",
                "SC",
                "Supp",
                "JT",
                "ILR",
                ":",
                " ",
                "\n",
                "१२",
                "²",
            ]
        ),
        max_size=40,
    )
)
@example(["2008", " ", "SCC", " ", "1" * 3])
@example(["2008", "ILR", "Supp", "1", "SC", "2008"])
@example(["2008", "ILR", "2008", "SC", "2008"])
def test_any_text_gives_ordered_spans_inside_it(parts: list[str]) -> None:
    text = "".join(parts)
    found = find_citations(text)
    assert all(mention.span.of(text) for mention in found)
    assert all(a.span.end <= b.span.start for a, b in pairwise(found))
    assert all(normalise_citation(mention.citation.normal) == mention.citation for mention in found)


@given(st.text(max_size=200))
def test_no_text_is_too_strange(text: str) -> None:
    assert all(mention.span.of(text) for mention in find_citations(text))


@pytest.mark.data
def test_reports_of_2024_open_with_their_own_citation(data: Path) -> None:
    files = sorted((data / "caselaw" / "scr_2023_2024").glob("2024_*.txt"))[::10]
    assert files
    for file in files:
        _, volume, page, *_ = file.stem.split("_")
        first, second = find_citations(file.read_text(encoding="utf-8")[:200])[:2]
        assert first.citation.normal == f"[2024] {volume} SCR {page}", file.name
        assert second.citation.reporter == "INSC", file.name
