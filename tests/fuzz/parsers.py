"""Every parser that reads what others wrote, with small true examples to spoil. An error of ours is a good answer."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.corpus.written_pdf import lines, text_pdf
from tests.counterfactual.small_matter import options, tools

from countercase.corpus.clean import clean
from countercase.corpus.read import decode, parse_html
from countercase.corpus.read.collections import table_items
from countercase.corpus.read.pdf import PdfLimits, read_pdf
from countercase.counterfactual.result import WhatIf
from countercase.counterfactual.tree import grow
from countercase.counterfactual.tree_json import from_json as tree_from_json
from countercase.counterfactual.tree_json import to_json as tree_to_json
from countercase.cuad.benchmark import Benchmark
from countercase.errors import InputError
from countercase.evaluation.counterfactual_eval import read_annotations
from countercase.evaluation.formats import read_qrels, read_queries, read_run
from countercase.facts.checklist import read_checklist
from countercase.facts.extract import extract_facts
from countercase.facts.sheet_json import from_json as sheet_from_json
from countercase.facts.sheet_json import to_json as sheet_to_json
from countercase.facts.timeline import read_timeline
from countercase.law.citations import find_citations, normalise_citation
from countercase.law.precedents import find_precedents
from countercase.law.provisions import find_provisions, parse_provision
from countercase.law.quantities import find_quantities
from countercase.retrieval.plan import parse_day, parse_filters
from countercase.settings import load_settings

MATTER = (
    "The accused, aged 17 years, stabbed his uncle with a knife on 4 May 2010 at 9.30 p.m. He was charged under "
    "Sections 302 and 307 read with 34 of the Indian Penal Code. See Ram v. State of Bihar, (2010) 5 SCC 600; AIR 1973 "
    "SC 1461. 2 kg of ganja and Rs. 5,00,000 were seized; the cheque dated 04.05.2010 was dishonoured. "
    "अभियुक्त की आयु 17 वर्ष है।"
)
TEXTS = (
    MATTER,
    "Article 21 of the Constitution; Order XXXIX Rule 1 CPC; s. 138 N.I. Act; ss. 302/34; Sec. 65-B(4) Evidence Act",
    "between 1.1.2001 and the night of 31st December, 2001; 29.2.2001; three weeks before 5/6/07; 2009-10; 30/02/2010",
    "2023 INSC 123; [1950] S.C.R. 88; (1996) 2 SCC (Cri) 1; Crl. A. No. 12 of 2003; Civil Appeal Nos. 1-5/2001",
)


@dataclass(frozen=True, slots=True)
class FuzzedParser:
    """A function over bytes and a folder to write in, and the examples that are spoiled."""

    read: Callable[[bytes, Path], object]
    seeds: tuple[bytes, ...]


def _text(reader: Callable[[str], object]) -> Callable[[bytes, Path], object]:
    """A reader of text, given the bytes as the product decodes them."""
    return lambda content, _: reader(content.decode("utf-8", errors="replace"))


def _file(suffix: str, reader: Callable[[Path], object]) -> Callable[[bytes, Path], object]:
    """A reader of a file, given the bytes in one."""

    def read(content: bytes, folder: Path) -> object:
        path = folder / f"spoiled{suffix}"
        path.write_bytes(content)
        return reader(path)

    return read


def _json(reader: Callable[[Any], object]) -> Callable[[bytes, Path], object]:
    """A reader of JSON values; what is no JSON is refused before it."""

    def read(content: bytes, _: Path) -> object:
        try:
            value = json.loads(content)
        except (ValueError, RecursionError):
            raise InputError("no JSON") from None
        return reader(value)

    return read


def _sheet(value: Any) -> object:
    sheet = sheet_from_json(value)
    read_checklist(sheet)
    return sheet_to_json(sheet)


def _table(path: Path) -> Iterator[object]:
    yield from table_items(path, {}, 1_000_000)


def _settings(path: Path) -> object:
    return load_settings(path, environment={})


@cache
def parsers() -> dict[str, FuzzedParser]:
    """By name."""
    sheet = json.dumps(sheet_to_json(extract_facts(MATTER)), ensure_ascii=False).encode()
    rows = [{"_id": f"c{number}", "text": MATTER, "decided": "2010-05-04", "bench": 2} for number in range(3)]
    texts = tuple(text.encode() for text in TEXTS)
    return {
        "html": FuzzedParser(lambda content, _: parse_html(content), (_page(),)),
        "pdf": FuzzedParser(lambda content, _: read_pdf(content, PdfLimits(20), None), (_pdf(),)),
        "text": FuzzedParser(lambda content, _: clean(decode(content)), (*texts, MATTER.encode("utf-16"))),
        "csv": FuzzedParser(_file(".csv", lambda path: list(_table(path))), (_csv(rows),)),
        "tsv": FuzzedParser(_file(".tsv", lambda path: list(_table(path))), (_csv(rows, "\t"),)),
        "jsonl": FuzzedParser(_file(".jsonl", lambda path: list(_table(path))), (_jsonl(rows),)),
        "parquet": FuzzedParser(_file(".parquet", lambda path: list(_table(path))), (_parquet(rows),)),
        "toml": FuzzedParser(_file(".toml", _settings), (_TOML,)),
        "fact sheet": FuzzedParser(_json(_sheet), (sheet,)),
        "tree": FuzzedParser(_json(lambda value: tree_from_json(value, sheet_from_json)), (_tree(),)),
        "queries": FuzzedParser(_file(".jsonl", read_queries), (_jsonl(rows),)),
        "qrels": FuzzedParser(_file(".tsv", read_qrels), _QRELS),
        "run": FuzzedParser(_file(".run", read_run), (b"q1 Q0 c1 1 9.5 tag\nq1 Q0 c2 2 8.25 tag\n",)),
        "annotations": FuzzedParser(_file(".csv", read_annotations), (_ANNOTATIONS,)),
        "benchmark": FuzzedParser(_file(".json", Benchmark.from_json), (_BENCHMARK,)),
        "filters": FuzzedParser(_text(lambda text: parse_filters(text.split(";"))), (_FILTERS,)),
        "day": FuzzedParser(_text(parse_day), (b"2015-03-31",)),
        "provision": FuzzedParser(_text(parse_provision), (b"IPC-304B", b"Order XXXIX Rule 1 CPC", b"Article 21")),
        "citation": FuzzedParser(_text(normalise_citation), (b"(2010) 5 SCC 600", b"AIR 1973 SC 1461")),
        "dates": FuzzedParser(_text(read_timeline), texts),
        "citations": FuzzedParser(_text(find_citations), texts),
        "provisions": FuzzedParser(_text(find_provisions), texts),
        "precedents": FuzzedParser(_text(find_precedents), texts),
        "quantities": FuzzedParser(_text(find_quantities), texts),
        "facts": FuzzedParser(_text(lambda text: _sheet(sheet_to_json(extract_facts(text)))), texts),
    }  # fmt: skip


def _page() -> bytes:
    return (
        "<html><head><title>Ram v. State</title><meta name='date' content='2010-05-04'></head><body><h1>Ram v. State"
        f"</h1><div class='x'><p>{MATTER}</p><table><tr><td>1</td></tr></table><script>x()</script>&nbsp;</div>"
    ).encode()


def _pdf() -> bytes:
    return text_pdf([lines([MATTER[start : start + 80] for start in range(0, 240, 80)])])


def _csv(rows: list[dict[str, Any]], delimiter: str = ",") -> bytes:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode()


def _jsonl(rows: list[dict[str, Any]]) -> bytes:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()


def _parquet(rows: list[dict[str, Any]]) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    out = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(rows), out)
    return out.getvalue()


def _tree() -> bytes:
    grown = grow(extract_facts(MATTER), tools(), options(max_depth=1, max_children=3), 3)
    run = WhatIf("matter", "A matter", grown, {}, lambda fact: fact.kind.value)
    return json.dumps(tree_to_json(run, sheet_to_json), ensure_ascii=False, default=str).encode()


_TOML = b'[retrieval]\ntop_k = 5\n[llm]\nmodel = "m"\n[web]\nport = 80\n'
_QRELS = (b"query-id\tcorpus-id\tscore\nq1\tc1\t1\nq1\tc2\t0\n", b"q1 0 c1 1\n")
_FILTERS = b"year=2000..2010;bench=3;provision=IPC-302"
_ANNOTATIONS = (
    b"case_id,fact_type,dispositive,importance,annotator,note\nc1,Section,yes,1,a,\nc1,Evidence,no,2,a,\n"
    b"c1,Section,no,2,b,\n"
)
_BENCHMARK = json.dumps(
    {
        "tests": [
            {
                "query": "Consider the agreement between A and B; what is the governing law?",
                "snippets": [{"file_path": "cuad/a.txt", "span": [5, 20], "answer": "the law of Goa x"}],
                "tags": ["cuad"],
            }
        ]
    }
).encode()
