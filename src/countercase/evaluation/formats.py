"""Queries, judgments and runs as files: TREC, BEIR, AILA and CSV. An error names the file and line of a bad row."""

import csv
import io
import json
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from countercase.errors import InputError
from countercase.evaluation.metrics import Qrels, Ranking, Run, ranked_cases
from countercase.files import json_fault, read_utf8, write_whole

_QRELS_HEADER = ("query-id", "corpus-id", "score")
_GRADE_COLUMNS = frozenset({"score", "grade", "relevance", "rel", "label"})
_QUERY_COLUMNS = ("_id", "id", "query_id", "query-id")
_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def read_queries(path: Path) -> dict[str, str]:
    """Query id -> text, from BEIR JSONL (`_id`, `text`), AILA's `ID||text`, or CSV with a header (`id,text`)."""
    return {query: str(row["text"]) for query, row in read_query_rows(path).items()}


def read_query_rows(path: Path) -> dict[str, dict[str, Any]]:
    """Like `read_queries`, with every field of the row (our BEIR sets have `case_id` and `decided`)."""
    first = next((line for _, line in _lines(path)), "")
    if not first:
        raise InputError(f"{path} has no queries. Check the file.")
    if first.startswith("{"):
        rows = _jsonl_queries(path)
    elif "||" in first:
        rows = _aila_queries(path)
    else:
        rows = _csv_queries(path)
    queries: dict[str, dict[str, Any]] = {}
    for number, query, row in rows:
        if not query:
            raise _bad(path, number, "the query id is empty")
        if query in queries:
            raise _bad(path, number, f"query {query!r} is given twice")
        if not str(row["text"]).strip():
            raise _bad(path, number, f"query {query!r} has no text")
        queries[query] = row
    return queries


def read_qrels(path: Path) -> dict[str, dict[str, int]]:
    """Query -> case -> grade, from BEIR TSV (with CSV quoting), TREC (and AILA) judgments, or CSV with a header."""
    qrels: dict[str, dict[str, int]] = {}
    for number, query, case, text in _qrels_rows(path):
        try:
            grade = int(text)
        except ValueError:
            raise _bad(path, number, f"the grade {text!r} is not a whole number") from None
        if qrels.setdefault(query, {}).setdefault(case, grade) != grade:
            raise _bad(path, number, f"{query!r} and {case!r} have two different judgments")
    if not qrels:
        raise InputError(f"{path} has no judgments. Check the file.")
    return qrels


def read_run(path: Path) -> dict[str, list[tuple[str, float]]]:
    """A TREC run: `query Q0 case rank score tag`. The score orders the cases, as in trec_eval; the rank is ignored.

    If the columns are separated by tabs, they may contain spaces.
    """
    run: dict[str, list[tuple[str, float]]] = {}
    for number, line in _lines(path):
        fields = line.split("\t") if line.count("\t") == 5 else line.split()
        if len(fields) != 6:
            raise _bad(path, number, f"a TREC run has 6 columns, but this row has {len(fields)}")
        try:
            score = float(fields[4])
        except ValueError:
            score = math.nan
        if math.isnan(score):
            raise _bad(path, number, f"the score {fields[4]!r} is not a number")
        run.setdefault(fields[0], []).append((fields[2], score))
    if not run:
        raise InputError(f"{path} has no results. Check the file.")
    return run


def write_run(path: Path, run: Run, tag: str) -> None:
    """Write a TREC run in trec_eval's order: ranks from 1, each case once, all digits of a score, ids by `trec_ids`."""
    queries = trec_ids(run)
    cases = trec_ids({case for ranking in run.values() for case, _ in ranking})
    system = trec_ids([tag])[tag]
    rows = []
    for query in sorted(run):
        best: dict[str, float] = {}
        for case, score in run[query]:
            best[case] = max(score, best.get(case, -math.inf))
        rows += [
            f"{queries[query]} Q0 {cases[case]} {rank} {best[case]!r} {system}"
            for rank, case in enumerate(ranked_cases(run[query]), 1)
        ]
    _write(path, rows)


def write_trec_qrels(path: Path, qrels: Qrels) -> None:
    """Write judgments as TREC and AILA do: `query Q0 case grade`, with ids by `trec_ids`."""
    queries, cases = trec_ids(qrels), trec_ids({case for grades in qrels.values() for case in grades})
    _write(path, [f"{queries[query]} Q0 {cases[case]} {grade}" for query, case, grade in _judgments(qrels)])


def trec_ids(ids: Iterable[str]) -> dict[str, str]:
    """Each id as a TREC file can hold it: columns end at white space, so a space is written `%20`, as in a URL.

    An id without white space is unchanged. Raises InputError if two ids would be written alike.
    """
    written: dict[str, str] = {}
    owner: dict[str, str] = {}
    for identifier in ids:
        if not identifier:
            raise InputError("An id is empty, which a TREC file cannot express. Give every query and case an id.")
        spaced = any(character.isspace() for character in identifier)
        written[identifier] = (
            "".join(quote(c, safe="") if c.isspace() or c == "%" else c for c in identifier) if spaced else identifier
        )
        if owner.setdefault(written[identifier], identifier) != identifier:
            raise InputError(
                f"The ids {owner[written[identifier]]!r} and {identifier!r} are the same in a TREC file. Rename one."
            )
    return written


def with_known_ids(run: Run, queries: Collection[str], cases: Collection[str]) -> dict[str, Ranking]:
    """A run with the ids of the set: an unknown id is decoded if that gives a known one. Reverses `trec_ids`."""

    def known(name: str, names: Collection[str]) -> str:
        return unquote(name) if name not in names and unquote(name) in names else name

    return {known(query, queries): [(known(case, cases), s) for case, s in ranking] for query, ranking in run.items()}


def write_beir_qrels(path: Path, qrels: Qrels) -> None:
    """Write judgments as BEIR does: tab separated, with a header, quoted if an id contains a quotation mark."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerow(_QRELS_HEADER)
    for query, case, grade in _judgments(qrels):
        if any(character in query + case for character in "\t\n\r"):
            raise InputError(f"{path}: {query!r} or {case!r} contains a tab or a line break. Rename it.")
        writer.writerow([query, case, grade])
    _write(path, out.getvalue().split("\n")[:-1])


def _judgments(qrels: Qrels) -> Iterator[tuple[str, str, int]]:
    for query, grades in sorted(qrels.items()):
        for case, grade in sorted(grades.items()):
            yield query, case, grade


def write_jsonl(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write one JSON object per line, as BEIR does for queries and corpus."""
    _write(path, [json.dumps(dict(row), ensure_ascii=False) for row in rows])


def read_corpus(path: Path) -> dict[str, str]:
    """Case id -> text (after the title, if there is one), from BEIR's `corpus.jsonl`."""
    corpus: dict[str, str] = {}
    for number, row in _json_rows(path):
        if not isinstance(row.get("_id"), str) or not isinstance(row.get("text"), str):
            raise _bad(path, number, "a document needs `_id` and `text`")
        if row["_id"] in corpus:
            raise _bad(path, number, f"document {row['_id']!r} is given twice")
        corpus[row["_id"]] = "\n".join(part for part in (row.get("title") or "", row["text"]) if part)
    return corpus


def _jsonl_queries(path: Path) -> Iterator[tuple[int, str, dict[str, Any]]]:
    for number, row in _json_rows(path):
        if not isinstance(row.get("_id"), str) or not isinstance(row.get("text"), str):
            raise _bad(path, number, "a query needs `_id` and `text`, both strings")
        yield number, row["_id"], row


def _aila_queries(path: Path) -> Iterator[tuple[int, str, dict[str, Any]]]:
    for number, line in _lines(path):
        query, separator, text = line.partition("||")
        if not separator:
            raise _bad(path, number, "an AILA query is `ID||text`, but this row has no ||")
        yield number, query.strip(), {"_id": query.strip(), "text": text.strip()}


def _csv_queries(path: Path) -> Iterator[tuple[int, str, dict[str, Any]]]:
    for number, row in csv_rows(path):
        column = next((name for name in _QUERY_COLUMNS if name in row), None)
        if column is None or row.get("text") is None:
            raise _bad(path, 1, "queries are BEIR JSONL, AILA `ID||text`, or CSV with the columns id and text")
        yield number, row[column], row


def _qrels_rows(path: Path) -> Iterator[tuple[int, str, str, str]]:
    lines = list(_lines(path))
    head = lines[0][1].split() if lines else []
    if lines and "," in lines[0][1] and len(head) < 3:
        for number, row in csv_rows(path):
            if len(row) != 3 or None in row.values():
                raise _bad(path, number, "judgments in CSV have three columns: query, case, grade")
            query, case, grade = row.values()
            yield number, query, case, grade
        return
    for position, (number, line) in enumerate(lines):
        fields = _qrels_fields(path, number, line)
        if position == 0 and len(_columns(line)) == 3 and fields[3].lower() in _GRADE_COLUMNS:
            continue  # the header
        yield fields


def _columns(line: str) -> list[str]:
    """The columns of a row: separated by tabs and quoted as in CSV, or if it has no tabs, separated by white space."""
    if line.count("\t") not in (2, 3):
        return line.split()
    try:
        return next(csv.reader([line], delimiter="\t", strict=True))
    except csv.Error:  # a quotation mark that is part of an id
        return line.split("\t")


def _qrels_fields(path: Path, number: int, line: str) -> tuple[int, str, str, str]:
    fields = _columns(line)
    if len(fields) == 3:
        return number, fields[0], fields[1], fields[2]
    if len(fields) == 4:
        return number, fields[0], fields[2], fields[3]
    raise _bad(path, number, f"judgments have 3 columns (BEIR) or 4 (TREC), but this row has {len(fields)}")


def csv_rows(path: Path, needed: Sequence[str] = ()) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a CSV file with their lines. Raises InputError for a bad row, or if a needed column is missing."""
    reader = csv.DictReader(io.StringIO(_text(path), newline=""))
    try:
        missing = [column for column in needed if column not in (reader.fieldnames or ())]
        if missing:
            raise InputError(f"{path}: the column {missing[0]!r} is missing. The columns are {', '.join(needed)}.")
        for row in reader:
            if None in row:
                raise _bad(path, reader.line_num, "the row has more columns than the header")
            yield reader.line_num, row
    except csv.Error as error:
        raise _bad(path, reader.line_num, f"not CSV: {error}") from None


def _json_rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in _lines(path):
        try:
            row = json.loads(line)
        except ValueError as error:
            raise _bad(path, number, f"not JSON: {json_fault(error)}") from None
        if not isinstance(row, dict):
            raise _bad(path, number, "a row must be one JSON object")
        yield number, row


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """Line numbers and lines, without blank lines."""
    for number, line in enumerate(_text(path).split("\n"), 1):
        if line.strip():
            yield number, line.strip("\r\n ")


def _text(path: Path) -> str:
    return read_utf8(path, "utf-8-sig", if_not_utf8="Save it as UTF-8.")


def safe_cell(text: str) -> str:
    """Text for a cell of a table, quoted if a spreadsheet would run it as a formula."""
    return f"'{text}" if text.startswith(_STARTS_A_FORMULA) else text


def _bad(path: Path, number: int, what: str) -> InputError:
    return InputError(f"{path}:{number}: {what}.")


def _write(path: Path, rows: Iterable[str]) -> None:
    write_whole(path, "".join(f"{row}\n" for row in rows), private=False)
