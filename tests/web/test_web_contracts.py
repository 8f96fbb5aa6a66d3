"""A contract test opened in its contract: what is marked, what is counted, and what is refused."""

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient
from tests.web.small_contracts import BREWING, FERRY, LAW, write_contracts
from tests.web.test_web_pages import wait_for
from tests.web.visitor import visit

from countercase.app import App
from countercase.domain.span import Span
from countercase.errors import InputError
from countercase.report.page import mark_answers
from countercase.web.app import create_app
from countercase.web.contracts import recorded_answer
from countercase.web.security import ServedFolders


@pytest.fixture
def client(app: App, tmp_path: Path) -> Iterator[TestClient]:
    folders = ServedFolders(contracts=(write_contracts(tmp_path / "contracts"),))
    with visit(create_app(app, folders=folders), follow_redirects=False) as found:
        yield found


def plain(page: str) -> str:
    """The words of a page."""
    return " ".join(unescape(re.sub("<[^>]+>", " ", page)).split())


def test_tests_are_listed_by_words_and_clause(client: TestClient) -> None:
    assert 'href="/contracts/malt"' in client.get("/benchmarks").text
    page = client.get("/contracts/malt").text
    assert "3 tests" in page
    assert 'href="/contracts/malt/1"' in page
    only = client.get("/contracts/malt", params={"clause": "Governing Law", "q": "brewing"}).text
    assert "1 test<" in only
    assert "No test has these words" in client.get("/contracts/malt?q=aeroplane").text


def test_a_recorded_answer_is_marked_and_scored_by_the_character(client: TestClient) -> None:
    page = client.get("/contracts/malt/1?plan=recorded:other&k=1").text
    half = len(LAW) // 2
    both, rest = re.escape(LAW[:half]), re.escape(LAW[half:])
    assert re.search(f'<mark class="found gold">{both}</mark>.*<mark class="gold">{rest}</mark>', page, re.DOTALL)
    assert 'id="answer-1"' in page
    assert 'id="found-1"' in page
    assert re.search(r'href="/evidence" aria-current="true"', page)
    words = plain(page)
    assert f"1 100.0 % {100 * half / len(LAW):.1f} %" in words
    precision = 100 * half / (half + len(FERRY))
    assert f"2 {precision:.1f} % {100 * half / len(LAW):.1f} %" in words
    assert "50 % found" in words


@pytest.mark.parametrize("escaped", [True, False])
def test_one_line_of_a_results_file_is_read(tmp_path: Path, escaped: bool) -> None:
    path = tmp_path / "runs.jsonl"
    snippet = {"file_path": "a.txt", "span": [1, 4], "score": 2.0}
    lines = [{"query": "other", "snippets": []}, {"query": 'Caf\u00e9; "law"?', "snippets": [snippet]}]
    path.write_text("\n".join(json.dumps(one, ensure_ascii=escaped) for one in lines), encoding="utf-8")
    (found,) = recorded_answer(path, 'Caf\u00e9; "law"?')
    assert (found.span, found.score) == ((1, 4), 2.0)
    assert recorded_answer(path, "never asked") == ()


def test_a_results_file_in_other_escapes_or_broken(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    path.write_text('{"query": "a\\/b", "snippets": [{"file_path": "a.txt", "span": [1, 4]}]}')
    assert len(recorded_answer(path, "a/b")) == 1
    path.write_text('{"query": "a", "snippets": [{"span": [1, 4]}]}')
    with pytest.raises(InputError, match=r"runs\.jsonl:1"):
        recorded_answer(path, "a")


def test_what_was_found_elsewhere_is_named(client: TestClient) -> None:
    words = plain(client.get("/contracts/malt/1?plan=recorded:other&k=2").text)
    assert "Found in other contracts found 2: cuad/ferry.txt" in words


def test_a_plan_is_searched_in_the_background(client: TestClient) -> None:
    first = client.get("/contracts/malt/1?plan=picked_sentences_bm25&k=1").text
    assert "<progress" in first
    assert 'id="answer-1"' in first
    page = wait_for(client, "/contracts/malt/1?plan=picked_sentences_bm25&k=1", "Score of this test")
    assert 'id="found-1"' in page


def test_the_text_is_whole_and_escaped(client: TestClient) -> None:
    page = client.get("/contracts/malt/1?plan=recorded:other").text
    text = re.search(r'<div class="contract-text">(.*?)</div>', page, re.DOTALL)
    assert text is not None
    bare = re.sub(r'<span class="(?:badge|hidden)[^>]*>[^<]*</span>', "", text[1])
    assert unescape(re.sub("<[^>]+>", "", bare)) == BREWING


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/contracts/malt/3", "is not among the contracts"),
        ("/contracts/malt/4", "There is no test 4"),
        ("/contracts/malt/0", "There is no test 0"),
        ("/contracts/other", "There is no such contract benchmark"),
        ("/contracts/malt/1?plan=magic", "magic"),
        ("/contracts/malt/1?plan=recorded:..%2Fsecret", "There is no such results file"),
        ("/contracts/..%2F..%2Fetc", "no such"),
    ],
)
def test_what_is_not_there_is_refused_in_a_line(client: TestClient, tmp_path: Path, path: str, words: str) -> None:
    (tmp_path / "secret.txt").write_text("a secret of this machine")
    answer = client.get(path)
    assert 400 <= answer.status_code < 500
    assert words in unescape(answer.text)
    assert "secret of this machine" not in answer.text


def test_without_a_benchmark_the_page_says_how_to_make_one(app: App) -> None:
    with visit(create_app(app)) as client:
        page = plain(client.get("/contracts").text)
    assert "countercase cuad generate --source CUAD_v1" in page
    assert str(app.folder / "cuad") in page


def test_a_benchmark_in_the_workspace_is_found_and_one_without_contracts_named(app: App, tmp_path: Path) -> None:
    write_contracts(app.folder / "cuad")
    lacking = tmp_path / "lacking"
    (lacking / "benchmarks").mkdir(parents=True)
    (lacking / "benchmarks" / "malt.json").write_text('{"tests": []}')
    with visit(create_app(app, folders=ServedFolders(contracts=(lacking,)))) as client:
        page = plain(client.get("/contracts").text)
        assert client.get("/contracts/malt").status_code == 200
    assert "with the contracts is missing" in page


@given(
    st.text("ab<&\n", min_size=12, max_size=40),
    st.lists(st.tuples(st.integers(0, 10), st.integers(1, 5)), max_size=4),
    st.lists(st.tuples(st.integers(0, 10), st.integers(1, 5)), max_size=4),
)
def test_marks_change_no_character(text: str, gold: list[tuple[int, int]], found: list[tuple[int, int]]) -> None:
    spans = [Span(start, min(start + size, len(text))) for start, size in gold]
    ranked = {rank: Span(start, min(start + size, len(text))) for rank, (start, size) in enumerate(found, start=1)}
    marked = str(mark_answers(text, spans, ranked))
    bare = re.sub(r'<span class="(?:badge|hidden)[^>]*>[^<]*</span>', "", marked)
    assert unescape(re.sub("<[^>]+>", "", bare)) == text
    inside = "".join(unescape(one) for one in re.findall(r'<mark class="[^"]*gold[^"]*">([^<]*)</mark>', bare))
    covered = {place for span in spans for place in range(span.start, span.end)}
    assert inside == "".join(char for place, char in enumerate(text) if place in covered)


def test_contract_tests_over_http(client: TestClient) -> None:
    assert client.get("/api/v1/contracts").json() == [{"key": "malt", "wrong": ""}]
    listed = client.get("/api/v1/contracts/malt?limit=2").json()
    assert (listed["count"], len(listed["tests"]), listed["tests"][0]["number"]) == (3, 2, 1)
    scored = client.get("/api/v1/contracts/malt/1?plan=recorded:other").json()
    assert scored["scores"]["1"]["precision"] == 1
    assert scored["scores"]["1"]["recall"] == pytest.approx((len(LAW) // 2) / len(LAW))
    assert client.get("/api/v1/contracts/malt/1?plan=picked_naive_bm25").status_code == 202
