"""The benchmark in BEIR form: units as documents, and which of them answer which query."""

import json
from collections.abc import Sequence
from pathlib import Path

from countercase.cuad.benchmark import Benchmark, QAGroundTruth
from countercase.cuad.documents import Document
from countercase.cuad.units import UNITS
from countercase.domain.span import Span, overlap_length

HOLDS, TOUCHES = 2, 1  # the unit holds a whole answer or lies wholly in one; or it shares part of one


def export_beir(benchmark: Benchmark, documents: Sequence[Document], folder: Path, units: str = "recursive") -> None:
    """Write `corpus.jsonl`, `queries.jsonl` and `qrels/test.tsv`; a unit's id is `FILE_PATH#START-END`."""
    (folder / "qrels").mkdir(parents=True, exist_ok=True)
    spans = {document.file_path: UNITS[units](document.text) for document in documents}
    with (folder / "corpus.jsonl").open("w", encoding="utf-8") as stream:
        for document in documents:
            for span in spans[document.file_path]:
                row = {"_id": unit_id(document.file_path, span), "title": "", "text": span.of(document.text)}
                stream.write(json.dumps(row, ensure_ascii=False) + "\n")
    with (folder / "queries.jsonl").open("w", encoding="utf-8") as stream:
        for number, test in enumerate(benchmark.tests):
            stream.write(json.dumps({"_id": f"q{number}", "text": test.query}, ensure_ascii=False) + "\n")
    with (folder / "qrels" / "test.tsv").open("w", encoding="utf-8") as stream:
        stream.write("query-id\tcorpus-id\tscore\n")
        for number, test in enumerate(benchmark.tests):
            for unit, grade in judged(test, spans):
                stream.write(f"q{number}\t{unit}\t{grade}\n")


def judged(test: QAGroundTruth, spans: dict[str, list[Span]]) -> list[tuple[str, int]]:
    """The units that answer a query, with their grade."""
    found = []
    for file_path in dict.fromkeys(snippet.file_path for snippet in test.snippets):
        gold = [snippet.place for snippet in test.snippets if snippet.file_path == file_path]
        for unit in spans[file_path]:
            if overlap_length([unit], gold):
                whole = any(unit.contains(answer) or answer.contains(unit) for answer in gold)
                found.append((unit_id(file_path, unit), HOLDS if whole else TOUCHES))
    return found


def unit_id(file_path: str, span: Span) -> str:
    """Names a unit by its place."""
    return f"{file_path}#{span.start}-{span.end}"
