"""`countercase cuad`: the span-level contract benchmark; one file a command."""

import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from countercase.cli.terminal import AsJson, print_json, print_pairs, progress
from countercase.errors import EndpointError, InputError

if TYPE_CHECKING:
    from countercase.cuad.adapters import Document, Retriever
    from countercase.cuad.benchmark import Benchmark, BenchmarkManifest
    from countercase.cuad.evaluate import Report
    from countercase.cuad.generate import Generated
    from countercase.llm.model import LanguageModel


# `countercase cuad evaluate`: score retrieval over contracts, character by character.

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
    from countercase.app import contract_retriever
    from countercase.cuad.adapters import read_results
    from countercase.cuad.retrieve import DEFAULT, find_contract_plan
    from countercase.loaded_models import Models
    from countercase.settings import load_settings

    models = Models(load_settings())
    chosen = [find_contract_plan(name) for name in (plans or ([] if results else [DEFAULT]))]
    yield from (read_results(path) for path in results)
    for plan in chosen:
        yield contract_retriever(models, documents, plan, vectors)


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


# `countercase cuad generate`: the benchmark from CUAD's own files.


def generate(
    source: Annotated[Path, typer.Option("--source", help="Folder with CUAD v1.")],
    out: Annotated[Path, typer.Option("--out", help="Where the benchmark, its corpus and its manifest are written.")],
    titles: Annotated[str, typer.Option("--titles", help="rules, or llm where an endpoint is configured.")] = "rules",
    policy: Annotated[
        str, typer.Option("--policy", help="published: LegalBench-RAG's tests; recover: those it loses too, tagged.")
    ] = "published",
    download: Annotated[
        bool, typer.Option("--download", help="Fetch CUAD v1 (about 110 MB) into --source first.")
    ] = False,
    url: Annotated[str | None, typer.Option("--url", help="Another address of CUAD_v1.zip for --download.")] = None,
    as_json: AsJson = False,
) -> None:
    """Generate the benchmark from CUAD: queries, and the exact character spans that answer them."""
    from countercase.cuad.generate import generate_cuad

    if titles not in ("rules", "llm"):
        raise InputError(f"--titles is rules or llm, not {titles!r}.")
    model = _model() if titles == "llm" else None
    if download:
        source = _download(source, url)
    manifest = (_by_model(source, out, policy, model) if model else generate_cuad(source, out, policy)).manifest
    if as_json:
        print_json(manifest.summary())
    else:
        _print_generate(manifest, out)


def _model() -> "LanguageModel":
    from countercase.loaded_models import Models
    from countercase.settings import load_settings

    model = Models(load_settings()).language_model
    if model is None:
        raise EndpointError("--titles llm needs a language model, and llm.base_url is not set. Use --titles rules.")
    return model


def _by_model(source: Path, out: Path, policy: str, model: "LanguageModel") -> "Generated":
    """The benchmark under the model's titles, with its counts in the manifest."""
    from dataclasses import replace
    from functools import partial

    from countercase.cuad.asked_titles import AskedTitles, ask_title
    from countercase.cuad.generate import generate_cuad, write_generated
    from countercase.cuad.titles import distinct_titles

    asked = AskedTitles(partial(ask_title, model), model.client.settings.concurrency)
    generated = generate_cuad(source, None, policy, lambda texts: distinct_titles(asked(texts)))
    report = {**model.report(), "titles_by_rules": asked.by_rules}
    generated = replace(generated, manifest=replace(generated.manifest, titles="llm", language_model=report))
    write_generated(generated, out)
    return generated


def _download(into: Path, url: str | None) -> Path:
    from countercase.cuad.download import URL, download_cuad
    from countercase.settings import load_settings

    shown = sys.stderr.isatty()

    def progress(have: int, size: int) -> None:
        sys.stderr.write(f"\rCUAD v1: {have / 1e6:.0f} of {size / 1e6:.0f} MB")
        sys.stderr.write("\n" if have == size else "")

    return download_cuad(into, url or URL, settings=load_settings().download, progress=progress if shown else None)


def _print_generate(manifest: "BenchmarkManifest", out: Path) -> None:
    summary = manifest.summary()
    print_pairs(
        [
            ("tests", f"{manifest.tests:,}"),
            ("contracts", f"{manifest.contracts:,}"),
            ("snippets", f"{manifest.snippets:,}"),
            *(
                (f"recovered by {tag}", f"{counts['tests']:,} tests, {counts['by_it_alone']:,} by it alone")
                for tag, counts in manifest.recovered.items()
            ),
            *_titles(manifest),
            *((f"dropped: {reason}", f"{count:,}") for reason, count in summary["dropped"].items()),
            ("written", f"{out / 'benchmarks' / 'cuad.json'}, {out / 'corpus'}, {out / 'manifest.json'}"),
        ]
    )


def _titles(manifest: "BenchmarkManifest") -> list[tuple[str, str]]:
    """Which path the titles took."""
    if not manifest.language_model:
        return [("titles", "by rules")]
    counts: dict[str, int] = next(iter(manifest.language_model["answers"].values()), {})
    told = ", ".join(f"{count} {outcome}" for outcome, count in counts.items() if count)
    usage = manifest.language_model["usage"]
    return [
        ("titles", f"by {manifest.language_model['model']}: {told or 'none asked'}; by rules where it failed"),
        ("calls", f"{usage['calls']}, {usage['cached']} from the cache, {usage['answer_tokens']:,} tokens answered"),
    ]


app = typer.Typer(help="The span-level contract benchmark.", no_args_is_help=True)
app.command("generate")(generate)
app.command("evaluate")(evaluate)
