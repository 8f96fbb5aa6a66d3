"""`countercase index`, `search` and `demo` on the built-in corpus, through the command line."""

import json
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
from tests.corpus.written_pdf import lines, text_pdf
from typer.testing import CliRunner

from countercase.cli import app
from countercase.cli.search import _about, _passage
from countercase.domain.case import Case, CaseId, Chunk, ChunkId, Paragraph, SectionType
from countercase.domain.ranking import Precedent
from countercase.domain.span import Span
from countercase.explanation.sides import Favour
from countercase.retrieval.plan import LONG

FACTS = (
    "The appellant stabbed his neighbour once with a knife in a sudden quarrel. He was convicted under Section 302 of "
    "the Indian Penal Code. A dying declaration was recorded. He was 17 years old on the date of the offence."
)


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One cache folder for this module: the built-in corpus is indexed once."""
    folder = tmp_path_factory.mktemp("cache")
    patch = pytest.MonkeyPatch()
    patch.setenv("XDG_CACHE_HOME", str(folder))
    yield folder
    patch.undo()


def run(*arguments: str) -> dict[str, object]:
    result = CliRunner().invoke(app, [*arguments, "--json"])
    assert result.exit_code == 0, result.output
    found: dict[str, object] = json.loads(result.stdout)
    return found


def test_search_returns_distinct_cases_with_their_passages_and_stages() -> None:
    found = run("search", FACTS, "--top-k", "5")
    precedents = found["precedents"]
    assert isinstance(precedents, list)
    assert [one["rank"] for one in precedents] == [1, 2, 3, 4, 5]
    assert len({one["case_id"] for one in precedents}) == 5
    for one in precedents:
        start, end = one["passage"]["span"]
        assert end - start == len(one["passage"]["text"])
        assert {"dense", "bm25"} & {stage["stage"] for stage in one["stages"]}


def test_the_kind_of_query_is_said() -> None:
    assert run("search", FACTS, "--top-k", "1", "--no-why")["query_kind"] == "narrative"
    brief = " ".join([FACTS] * (1 + LONG // len(FACTS.split())))
    found = run("search", brief, "--top-k", "1", "--no-why")
    assert found["query_kind"] == "judgment"
    assert "ngrams" in {stage["stage"] for stage in found["precedents"][0]["stages"]}  # type: ignore[index]


def test_filters_limit_the_list() -> None:
    found = run(
        "search", FACTS, "--filter", "year=2024..2024", "--filter", "provision=BNS-103", "--before", "2024-09-01"
    )
    precedents = found["precedents"]
    assert isinstance(precedents, list)
    assert precedents
    assert all("2024-01-01" <= one["decided"] < "2024-09-01" for one in precedents)


@pytest.mark.parametrize("plan", ["full_system", "dpr_only", "chroma_only", "bm25_only", "hybrid_no_mmr", "fast"])
def test_every_plan_answers(plan: str) -> None:
    assert run("search", FACTS, "--plan", plan, "--top-k", "3")["plan"] == plan


@pytest.mark.parametrize("plan", ["hybrid_no_mmr", "hybrid_no_reranker"])
def test_an_ablation_shows_another_list(plan: str) -> None:
    matter = str(resources.files("countercase") / "corpus/builtin/matters/kitchen-quarrel-stabbing.md")
    shown = {name: run("search", "--file", matter, "--plan", name)["precedents"] for name in ("full_system", plan)}
    listed = {name: [one["case_id"] for one in precedents] for name, precedents in shown.items()}  # type: ignore[attr-defined]
    assert listed["full_system"] != listed[plan]


@pytest.mark.parametrize("text", ["knife", "हत्या का मामला", "murder " * 20_000, "?!"])
def test_odd_queries_are_answered_or_told(text: str) -> None:
    result = CliRunner().invoke(app, ["search", text, "--plan", "bm25_only"])
    assert result.exit_code == 0, result.output
    assert result.stdout.strip()


def test_cards_show_names_shared_provisions_and_the_trace() -> None:
    result = CliRunner().invoke(app, ["search", FACTS, "--top-k", "2", "--trace"])
    assert result.exit_code == 0
    assert " v. " in result.stdout
    assert "Shares Section 302 IPC" in result.stdout
    assert "bm25" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["search"], "Give the text or --file FILE"),
        (["search", " "], "The text is empty. Give the facts"),
        (["search", "x", "--filter", "yeer=2010"], "Did you mean year?"),
        (["search", "x", "--filter", "year=2015..2010"], "first year is after the last"),
        (["search", "x", "--before", "yesterday"], "not a day such as"),
        (["search", "x", "--plan", "best"], "There is no plan 'best'. Known: full_system"),
        (["search", "x", "--filter", "provision=murder"], "murder"),
        (["demo", "--matter", "none"], "Known: charas-at-the-bus-stand"),
    ],
)
def test_bad_input_is_one_line_with_the_remedy(arguments: list[str], says: str) -> None:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 2
    assert says in result.stderr
    assert result.stderr.count("\n") == 1


def test_the_facts_may_be_a_pdf(tmp_path: Path) -> None:
    file = tmp_path / "matter.pdf"
    file.write_bytes(text_pdf([lines(["He stabbed his neighbour with a knife; Section 302 IPC."])]))
    found = run("search", "--file", str(file), "--plan", "bm25_only", "--no-why")
    assert "stabbed his neighbour" in str(found["query"])
    assert found["precedents"]


def test_a_card_names_the_paragraph_of_the_words_it_shows() -> None:
    first, second = "The parties are neighbours. " * 30, "The tenant stabbed his landlord with a knife. " * 10
    text = first + second
    halves = (
        Paragraph(Span(0, len(first)), SectionType.FACTS, "3"),
        Paragraph(Span(len(first), len(text)), SectionType.RATIO, "4"),
    )
    case = Case(CaseId("c"), text, "A v. B", paragraphs=halves)
    chunk = Chunk(ChunkId("c#0"), case.id, Span(0, len(text)), text, SectionType.FACTS, "3")
    shown = _passage(case, Precedent(1, case.id, 1.0, chunk), frozenset({"stab", "landlord", "knife", "tenant"}))
    assert shown.plain.startswith("Ratio, para 4: … ")


def test_a_workspace_without_cases_or_index_is_told(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["search", "x", "--workspace", str(tmp_path / "none")])
    assert result.exit_code == 1
    assert "countercase" in result.stderr


def test_a_folder_without_anything_to_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    result = CliRunner().invoke(app, ["ingest", str(tmp_path / "empty"), "--workspace", str(tmp_path / "w")])
    assert result.exit_code == 1
    assert "Nothing to read in" in result.stderr


def test_ingest_says_that_the_index_comes_next(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("A v. B\nThe tenant did not pay rent.\n")
    command = ["ingest", str(file), "--workspace", str(tmp_path / "w")]
    assert "Next: countercase index --workspace" in CliRunner().invoke(app, command).stdout
    assert "Next:" not in CliRunner().invoke(app, command).stdout


def test_ingest_index_and_search_your_own_cases(tmp_path: Path) -> None:
    folder = tmp_path / "cases"
    folder.mkdir()
    for name, fact in (("A v B", "The tenant did not pay rent."), ("C v D", "The cheque was returned unpaid.")):
        text = f"{name}\nSupreme Court of India\n\n1 January 2001\nCivil Appeal No. 1 of 2000\n1. {fact}\n"
        (folder / f"{name.replace(' ', '-')}.txt").write_text(text)
    workspace = ["--workspace", str(tmp_path / "w")]
    assert run("ingest", str(folder), *workspace)["added"] == 2
    assert run("index", *workspace)["cases"] == 2
    found = run("search", "a dishonoured cheque", *workspace)["precedents"]
    assert isinstance(found, list)
    assert found[0]["case_id"] == "C-v-D"
    health = run("doctor", *workspace)["workspace"]
    assert isinstance(health, dict)
    assert (health["damage"], health["index"]) == ([], "up to date")
    (folder / "E-v-F.txt").write_text("E v F\nSupreme Court of India\n\n1 January 2002\n1. The lease had ended.\n")
    assert run("ingest", str(folder), *workspace)["added"] == 1
    stale = CliRunner().invoke(app, ["search", "a dishonoured cheque", *workspace])
    assert "The index is older than the cases: 2 passages are not searched. Run: countercase index" in stale.stderr


def test_demo_ends_in_a_report(tmp_path: Path) -> None:
    report = tmp_path / "demo.html"
    result = CliRunner().invoke(app, ["demo", "--matter", "cheque-notice-on-thirty-third-day", "--report", str(report)])
    assert result.exit_code == 0, result.output
    assert "PRECEDENTS" in result.stdout
    assert "countercase serve" in result.stdout
    assert report.read_text(encoding="utf-8").startswith("<!doctype html>") or "<html" in report.read_text(
        encoding="utf-8"
    )


def test_a_side_an_order_and_a_flag_shape_the_list() -> None:
    found = run("search", FACTS, "--top", "12", "--side", "accused", "--sort", "newest")["precedents"]
    assert isinstance(found, list)
    days = [one["decided"] for one in found]
    assert days == sorted(days, reverse=True)
    assert {one["for_you"] for one in found} <= set(Favour)
    assert any(one["for_you"] != "cannot be told" for one in found)
    stands = run("search", FACTS, "--flag", "stands")["precedents"]
    assert isinstance(stands, list)
    assert {one["flag"] for one in stands} <= {"neutral", "positive"}


def test_words_search_the_full_text() -> None:
    phrase = run("search", '"dying declaration" NOT bail', "--words")["cases"]
    assert isinstance(phrase, list)
    assert phrase
    assert all("dying declaration" in one["excerpt"].lower() for one in phrase[:3])
    old, new = (run("search", query, "--words", "--top", "50")["cases"] for query in ("304-B IPC", "BNS 80"))
    assert old
    assert old == new
    refused = CliRunner().invoke(app, ["search", "NOT bail", "--words"])
    assert refused.exit_code != 0


def test_a_court_is_found_by_part_of_its_name() -> None:
    assert run("search", FACTS, "--filter", "court=supreme")["precedents"]
    assert run("search", FACTS, "--filter", "court=delhi")["precedents"] == []


@pytest.mark.parametrize(
    "text", ["asdf qwer zxcv lkjh poiu mnbv", "मेरे मुवक्किल को धारा 302 भा.दं.सं. के तहत गिरफ्तार किया गया"]
)
def test_a_text_that_cannot_be_read_gets_a_note_and_no_reasons(text: str) -> None:
    found = run("search", text, "--top-k", "2")
    assert found["notes"]
    precedents = found["precedents"]
    assert isinstance(precedents, list)
    assert not any(one.get("explanation") or one.get("why") for one in precedents)
    shown = CliRunner().invoke(app, ["search", text, "--top-k", "2"]).stdout
    assert shown.startswith("! ")
    assert "your facts" not in shown.lower()


def test_a_court_other_than_the_supreme_court_is_named() -> None:
    district = Case(CaseId("d1"), "The suit is decreed.", "A v. B", court="District Court, Bangalore")
    supreme = Case(CaseId("s1"), "The suit is decreed.", "A v. B", court="Supreme Court of India")
    assert "District Court, Bangalore" in _about(district)
    assert "Court" not in _about(supreme)


def test_a_file_may_stand_in_place_of_the_text(tmp_path: Path) -> None:
    brief = tmp_path / "brief.txt"
    brief.write_text(FACTS)
    assert run("search", str(brief))["query"] == FACTS
    assert run("search", FACTS * 40)["query"] == FACTS * 40
