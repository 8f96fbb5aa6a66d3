"""What is written reads back; what is wrong is refused with its line."""

import json
from pathlib import Path
from typing import Any

import ir_measures
import pytest
from benchmarks.legalbench import (
    Snippet,
    SpanQuestion,
    document_judgments,
    read_legalbench,
    write_legalbench,
)
from hypothesis import given
from hypothesis import strategies as st

from countercase.domain.span import Span
from countercase.errors import InputError
from countercase.evaluation.formats import (
    read_corpus,
    read_qrels,
    read_queries,
    read_run,
    with_known_ids,
    write_beir_qrels,
    write_jsonl,
    write_run,
    write_trec_qrels,
)


def put(folder: Path, text: str) -> Path:
    path = folder / "file"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "text",
    [
        '{"_id": "q1", "text": "A tenant stopped paying."}\n\n{"_id": "q2", "text": "Two, or more."}\n',
        "q1||A tenant stopped paying.\nq2||Two, or more.\r\n",
        'id,text\nq1,A tenant stopped paying.\nq2,"Two, or more."\n',
        '\ufeffquery_id,text\nq1,A tenant stopped paying.\nq2,"Two, or more."\n',
    ],
)
def test_queries_in_three_forms(tmp_path: Path, text: str) -> None:
    assert read_queries(put(tmp_path, text)) == {"q1": "A tenant stopped paying.", "q2": "Two, or more."}


@pytest.mark.parametrize(
    "text",
    [
        "query-id\tcorpus-id\tscore\nq1\tC1\t2\nq1\tC2\t0\n",
        "q1 Q0 C1 2\nq1 Q0 C2 0\n",
        "q1\tC1\t2\nq1\tC2\t0\n",
        "query_id,case_id,grade\nq1,C1,2\nq1,C2,0\n",
    ],
)
def test_judgments_in_four_forms(tmp_path: Path, text: str) -> None:
    assert read_qrels(put(tmp_path, text)) == {"q1": {"C1": 2, "C2": 0}}


def test_a_query_called_query_is_not_taken_for_a_header(tmp_path: Path) -> None:
    assert read_qrels(put(tmp_path, "query-id Q0 C1 1\n")) == {"query-id": {"C1": 1}}


def test_csv_text_may_run_over_lines(tmp_path: Path) -> None:
    assert read_queries(put(tmp_path, 'id,text\nq1,"one\ntwo"\n')) == {"q1": "one\ntwo"}


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ('{"_id": "q1", "text": "x"}\n{"_id": 3, "text": "x"}\n', 2, "needs `_id`"),
        ('{"_id": "q1", "text": "x"}\n{"_id": \n', 2, "not JSON"),
        ('{"_id": "q1", "text": "x"}\n' + '{"_id": ' + "7" * 5000 + "}\n", 2, "too many digits"),
        ('{"_id": "q1", "text": "x"}\n\n{"_id": "q1", "text": "y"}\n', 3, "twice"),
        ("q1||x\nq2 has no bars\n", 2, "no ||"),
        ("q1||x\nq2||  \n", 2, "no text"),
        ("name,words\nq1,x\n", 1, "id and text"),
    ],
)
def test_bad_queries_are_refused_with_their_line(tmp_path: Path, text: str, line: int, why: str) -> None:
    with pytest.raises(InputError, match=why) as caught:
        read_queries(put(tmp_path, text))
    assert f"file:{line}:" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("q1 Q0 C1 1\nq1 Q0 C2\tyes\n", 2, "whole number"),
        ("q1 Q0 C1 1\nq1 Q0 C1 0\n", 2, "two different judgments"),
        ("q1 Q0 C1 1\nq1 C2\n", 2, "3 columns"),
        ("a,b,c\nq1,C1\n", 2, "three columns"),
    ],
)
def test_bad_judgments_are_refused_with_their_line(tmp_path: Path, text: str, line: int, why: str) -> None:
    with pytest.raises(InputError, match=why) as caught:
        read_qrels(put(tmp_path, text))
    assert f"file:{line}:" in str(caught.value)


@pytest.mark.parametrize("row", ["q1 Q0 C1 1 0.5", "q1 Q0 C1 1 high tag", "q1 Q0 C1 1 nan tag"])
def test_bad_runs_are_refused_with_their_line(tmp_path: Path, row: str) -> None:
    with pytest.raises(InputError, match="file:2:"):
        read_run(put(tmp_path, f"q1 Q0 C9 1 0.5 tag\n{row}\n"))


@pytest.mark.parametrize("read", [read_queries, read_qrels, read_run])
def test_empty_and_missing_files_are_errors(tmp_path: Path, read: object) -> None:
    assert callable(read)
    with pytest.raises(InputError, match="has no"):
        read(put(tmp_path, "\n"))
    with pytest.raises(InputError, match="cannot be read"):
        read(tmp_path / "absent")


def test_a_run_is_written_in_our_order_with_each_case_once(tmp_path: Path) -> None:
    path = tmp_path / "out" / "run.trec"
    write_run(path, {"q": [("b", 1.0), ("a", 1.0), ("c", 2.0), ("c", 1.5)]}, "tag")
    assert path.read_text().splitlines() == ["q Q0 c 1 2.0 tag", "q Q0 b 2 1.0 tag", "q Q0 a 3 1.0 tag"]


odd = st.text(st.sampled_from(["a", "B", " ", "\t", "\u2003", "%", "2", "0", "é", '"']), min_size=1, max_size=6)


@given(st.dictionaries(odd, st.dictionaries(odd, st.integers(0, 9), min_size=1, max_size=4), min_size=1, max_size=3))
def test_ids_with_spaces_are_read_back_and_taken_by_trec_eval(
    tmp_path_factory: pytest.TempPathFactory, made: dict[str, dict[str, int]]
) -> None:
    folder = tmp_path_factory.mktemp("odd")
    cases = {case for grades in made.values() for case in grades}
    run = {query: [(case, float(grade)) for case, grade in grades.items()] for query, grades in made.items()}
    try:
        write_run(folder / "run", run, "my system")
    except InputError:  # two ids would be one, such as 'a b' beside 'a%20b'
        assert any(
            "%" in name and any(c.isspace() for c in other) for name in (*made, *cases) for other in (*made, *cases)
        )
        return
    write_trec_qrels(folder / "qrels", made)
    back = with_known_ids(read_run(folder / "run"), made.keys(), cases)
    assert {query: dict(ranking) for query, ranking in back.items()} == {query: dict(r) for query, r in run.items()}
    library: Any = ir_measures
    theirs = list(library.read_trec_run(str(folder / "run")))
    assert len(theirs) == sum(map(len, run.values()))
    assert len(list(library.read_trec_qrels(str(folder / "qrels")))) == len(theirs)


def test_an_empty_id_or_two_that_would_be_one_are_refused(tmp_path: Path) -> None:
    for ids, why in ((["a b", "a%20b"], "are the same"), ([""], "is empty")):
        with pytest.raises(InputError, match=why):
            write_run(tmp_path / "run", {"q": [(case, 1.0) for case in ids]}, "tag")
    assert not (tmp_path / "run").exists()


def test_beir_judgments_are_quoted_as_csv_is(tmp_path: Path) -> None:
    path = put(tmp_path, 'query-id\tcorpus-id\tscore\n"""as is"" clause"\tC1\t3\na "b" c\tC 2\t0\n"odd\tC3\t1\n')
    read = {'"as is" clause': {"C1": 3}, 'a "b" c': {"C 2": 0}, '"odd': {"C3": 1}}
    assert read_qrels(path) == read
    write_beir_qrels(path, read)
    assert read_qrels(path) == read


def test_a_run_with_tabs_may_hold_ids_with_spaces(tmp_path: Path) -> None:
    assert read_run(put(tmp_path, "q 1\tQ0\tC 1\t1\t0.5\ttag\n")) == {"q 1": [("C 1", 0.5)]}


@pytest.mark.data
def test_acords_quoted_queries_are_the_queries_of_its_file(data: Path) -> None:
    acord = data / "contracts" / "acord"
    queries = read_queries(acord / "queries.jsonl")
    judged = read_qrels(acord / "qrels" / "train.tsv")
    assert set(judged) <= set(queries)
    assert sum(query.startswith('"') for query in judged) == 1


names = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=5)


@given(st.dictionaries(names, st.dictionaries(names, st.floats(-1e6, 1e6), min_size=1, max_size=4), min_size=1))
def test_runs_round_trip_to_the_last_digit(
    tmp_path_factory: pytest.TempPathFactory, run: dict[str, dict[str, float]]
) -> None:
    path = tmp_path_factory.mktemp("run") / "run.trec"
    write_run(path, {query: list(hits.items()) for query, hits in run.items()}, "t")
    assert {query: dict(hits) for query, hits in read_run(path).items()} == run


@given(st.dictionaries(names, st.dictionaries(names, st.integers(0, 3), min_size=1, max_size=4), min_size=1))
def test_judgments_round_trip(tmp_path_factory: pytest.TempPathFactory, qrels: dict[str, dict[str, int]]) -> None:
    folder = tmp_path_factory.mktemp("qrels")
    write_trec_qrels(folder / "trec", qrels)
    write_beir_qrels(folder / "beir", qrels)
    assert read_qrels(folder / "trec") == qrels == read_qrels(folder / "beir")


def test_beir_corpus_puts_the_title_first(tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl"
    write_jsonl(path, [{"_id": "C1", "title": "A v. B", "text": "Held."}, {"_id": "C2", "text": "Body."}])
    assert read_corpus(path) == {"C1": "A v. B\nHeld.", "C2": "Body."}


def test_legalbench_round_trips_and_gives_document_judgments(tmp_path: Path) -> None:
    questions = [SpanQuestion("Who may end the lease?", (Snippet("lease.txt", Span(3, 9), "either"),), ("cuad",))]
    path = tmp_path / "bench.json"
    write_legalbench(path, questions)
    assert read_legalbench(path) == questions
    assert document_judgments(questions) == ({"t0": "Who may end the lease?"}, {"t0": {"lease.txt": 1}})


@pytest.mark.parametrize("content", [{"tests": [{"query": "x"}]}, {"questions": []}, []])
def test_what_is_not_legalbench_is_refused(tmp_path: Path, content: object) -> None:
    with pytest.raises(InputError, match=r"tests"):
        read_legalbench(put(tmp_path, json.dumps(content)))


@pytest.mark.data
def test_aila_reads_whole(data: Path) -> None:
    aila = data / "caselaw" / "aila2019"
    assert len(read_queries(aila / "Query_doc.txt")) == 50
    qrels = read_qrels(aila / "relevance_judgments_priorcases.txt")
    assert sum(grade > 0 for grades in qrels.values() for grade in grades.values()) == 195
