"""`countercase cuad evaluate`: score retrieval over contracts, character by character."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from countercase.cli.options import AsJson
from countercase.cli.output import print_json, progress
from countercase.errors import InputError

if TYPE_CHECKING:
    from countercase.cuad.adapters import Document, Retriever
    from countercase.cuad.benchmark import Benchmark
    from countercase.cuad.evaluate import Report

_SHOWN = ("precision", "recall", "found_fully", "wrong_document")
_HALVES = {"all": None, "held-out": "held_out", "tuned": "tuned"}


def evaluate(
    benchmark: Annotated[list[Path], typer.Option("--benchmark", help="LegalBench-RAG style JSON; may be repeated.")],
    corpus: Annotated[Path, typer.Option("--corpus", help="Folder with the contract texts.")],
    plan: Annotated[
        list[str] | None, typer.Option("--plan", help="Plans to compare; learned_hybrid without it.")
    ] = None,
    k: Annotated[str, typer.Option("--k", help="Cut-offs, separated by commas.")] = "1,2,4,8,16,32,64",
    results: Annotated[list[Path] | None, typer.Option("--results", help="Results files to score as well.")] = None,
    results_out: Annotated[Path | None, typer.Option("--results-out", help="Write each plan's answers here.")] = None,
    beir_out: Annotated[Path | None, typer.Option("--beir-out", help="Write the benchmark in BEIR form here.")] = None,
    half: Annotated[
        str, typer.Option("--half", help="all, or only CUAD contracts that the weights never saw: held-out.")
    ] = "all",
    mini: Annotated[bool, typer.Option("--mini", help="LegalBench-RAG's mini protocol: 194 tests a file.")] = False,
    vectors: Annotated[Path | None, typer.Option("--vectors", help="Keep the vectors of dense plans here.")] = None,
    as_json: AsJson = False,
) -> None:
    """Score plans, or results files of other systems, on a benchmark of character spans."""
    from countercase.cuad.adapters import export_beir, write_results
    from countercase.cuad.evaluate import check_corpus

    ks = _cut_offs(k)
    tests, documents = _read(benchmark, corpus, half, mini)
    check_corpus(tests, {document.file_path: document.text for document in documents})
    if beir_out is not None:
        export_beir(tests, documents, beir_out)
    found = {}
    for retriever in _retrievers(plan or [], results or [], documents, vectors):
        started = time.perf_counter()
        report = _score(tests, retriever, documents, ks)
        found[retriever.name] = _figures(report, time.perf_counter() - started)
        if results_out is not None:
            write_results(results_out / f"{retriever.name}.jsonl", tests.tests, retriever, max(ks))
    about = {
        "benchmarks": [str(path) for path in benchmark],
        "half": half,
        "mini": mini,
        "tests": len(tests.tests),
        "contracts": len(tests.file_paths()),
        "documents_searched": len(documents),
        "k": list(ks),
    }
    if as_json:
        print_json({**about, "plans": found})
    else:
        _print(about, found, ks)


def _cut_offs(text: str) -> tuple[int, ...]:
    try:
        ks = tuple(sorted({int(part) for part in text.split(",")}))
    except ValueError:
        raise InputError(f"--k is numbers separated by commas, such as 1,8,64, not {text!r}.") from None
    if not ks or ks[0] < 1:
        raise InputError(f"--k counts snippets from 1, not {text!r}.")
    return ks


def _read(paths: Sequence[Path], corpus: Path, half: str, small: bool) -> "tuple[Benchmark, list[Document]]":
    from countercase.cuad.adapters import read_corpus
    from countercase.cuad.benchmark import Benchmark, half_of, joined, mini

    if half not in _HALVES:
        raise InputError(f"--half is one of {', '.join(_HALVES)}, not {half!r}.")
    read = [Benchmark.from_json(path) for path in paths]
    tests = joined(mini(benchmark) for benchmark in read) if small else joined(read)
    wanted = _HALVES[half]
    if wanted:
        kept = (test for test in tests.tests if test.snippets and half_of(test.snippets[0].file_path) == wanted)
        tests = Benchmark(tests=tuple(kept))
    documents = read_corpus(corpus)
    if small:
        used = set(tests.file_paths())
        documents = [document for document in documents if document.file_path in used]
    if not tests.tests:
        raise InputError("There are no tests to score. Check --benchmark and --half.")
    return tests, documents


def _retrievers(
    plans: Sequence[str], results: Sequence[Path], documents: "list[Document]", vectors: Path | None
) -> "Iterator[Retriever]":
    from countercase.cuad.adapters import read_results
    from countercase.cuad.contract_title import DocumentPicker
    from countercase.cuad.retrieve import DEFAULT, ContractRetriever, find_contract_plan
    from countercase.models.encoder import load_encoder
    from countercase.models.reranker import load_reranker
    from countercase.settings import load_settings

    models = load_settings().models
    chosen = [find_contract_plan(name) for name in (plans or ([] if results else [DEFAULT]))]
    yield from (read_results(path) for path in results)
    picker = DocumentPicker(documents) if any(plan.pick for plan in chosen) else None
    for plan in chosen:
        encoder = load_encoder(models.encoder, models.threads) if plan.needs_encoder else None
        reranker = load_reranker(models.reranker, models.threads) if plan.rerank else None
        yield ContractRetriever(
            documents, plan, encoder, reranker, picker=picker if plan.pick else None, vectors_in=vectors
        )


def _score(tests: "Benchmark", retriever: "Retriever", documents: "list[Document]", ks: tuple[int, ...]) -> "Report":
    from countercase.cuad.evaluate import evaluate_tests

    with progress(tests.tests, retriever.name) as shown:
        return evaluate_tests(shown, retriever, documents, ks)


def _figures(report: "Report", seconds: float) -> dict[str, Any]:
    return {
        "overall": report.overall(),
        "halves": report.halves(),
        "clauses": report.by_clause(),
        "seconds": round(seconds, 1),
    }


def _print(about: dict[str, Any], found: dict[str, Any], ks: tuple[int, ...]) -> None:
    typer.echo(f"{about['tests']:,} tests over {about['contracts']:,} contracts; per cent, with 95 % intervals")
    columns = [f"{score}@{k}" for k in _few(ks) for score in _SHOWN[:3]] + [f"wrong_document@{ks[0]}", "answer_f1"]
    for name, figures in found.items():
        typer.echo(f"\n{name} ({figures['seconds']:.0f} s)")
        for column in columns:
            figure = figures["overall"][column]
            held = figures["halves"]["held_out"].get(column) if about["half"] == "all" else None
            beside = f"   held-out contracts {100 * held['mean']:5.1f}" if held else ""
            interval = f"{100 * figure['low']:5.1f} - {100 * figure['high']:5.1f}"
            typer.echo(f"  {column:<20} {100 * figure['mean']:5.1f}   {interval}{beside}")


def _few(ks: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(dict.fromkeys([ks[0], 8 if 8 in ks else ks[len(ks) // 2], ks[-1]]))
