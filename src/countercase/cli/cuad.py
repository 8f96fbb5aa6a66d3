"""`countercase cuad`: generate the span-level contract benchmark, and score retrieval on it, character by character."""

import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from countercase.cli.terminal import AsJson, command_line, configured_model, print_json, print_pairs, progress
from countercase.errors import InputError

if TYPE_CHECKING:
    from countercase.cuad.benchmark import Benchmark, Document, Generated, RecordedResults, Retriever
    from countercase.cuad.evaluate import Report
    from countercase.evaluation.results import ResultSource
    from countercase.llm.model import LanguageModel
    from countercase.significance import PairedDifference


# `countercase cuad generate`: makes the benchmark from the files of CUAD or of another set of LegalBench-RAG.


def generate(
    ctx: typer.Context,
    source: Annotated[Path, typer.Option("--source", help="Folder with CUAD v1, or with the files of --set.")],
    out: Annotated[Path, typer.Option("--out", help="Where the benchmark, its corpus and its manifest are written.")],
    data_set: Annotated[
        str, typer.Option("--set", help="What --source holds: cuad, contractnli, maud or privacy_qa.")
    ] = "cuad",
    titles: Annotated[
        str, typer.Option("--titles", help="How titles are made: rules, or llm if one is configured.")
    ] = "rules",
    policy: Annotated[
        str, typer.Option("--policy", help="published: LegalBench-RAG's tests; recover: also those it loses, tagged.")
    ] = "published",
    download: Annotated[
        bool, typer.Option("--download", help="Download CUAD v1 (about 110 MB) into --source first.")
    ] = False,
    url: Annotated[str | None, typer.Option("--url", help="Download CUAD_v1.zip from this address instead.")] = None,
    as_json: AsJson = False,
) -> None:
    """Generate the benchmark from CUAD.

    Writes queries and the exact character spans that answer them.
    """
    from countercase.cuad.sources import generate_source

    if titles not in ("rules", "llm"):
        raise InputError(f"--titles {titles!r} is unknown. Give rules or llm.")
    if data_set == "privacy_qa" and titles == "llm":
        raise InputError("PrivacyQA already names its policies. Leave out --titles llm.")
    if data_set != "cuad" and download:
        raise InputError(
            f"--download only fetches CUAD v1. Get the files of {data_set} yourself and give their folder."
        )
    model = configured_model("--titles llm") if titles == "llm" else None
    if download:
        source = _download(source, url)
    generated = (
        _by_model(data_set, source, out, policy, model) if model else generate_source(data_set, source, out, policy)
    )
    record = _add_provenance(ctx, generated, out)
    if as_json:
        print_json({"provenance": record, **generated.manifest.summary()})
    else:
        _print_generate(generated, out)


def _add_provenance(ctx: typer.Context, generated: "Generated", out: Path) -> dict[str, Any]:
    """Write into the manifest how it was made, and return that."""
    from countercase.evaluation.results import provenance
    from countercase.files import write_whole
    from countercase.settings import load_settings

    record = provenance(command_line(ctx), load_settings(), inputs=generated.manifest.sha256).as_record()
    path = out / generated.manifest_file
    content = {"provenance": record, **json.loads(path.read_text(encoding="utf-8"))}
    write_whole(path, json.dumps(content, indent=2, ensure_ascii=False) + "\n", private=False)
    return record


def _by_model(data_set: str, source: Path, out: Path, policy: str, model: "LanguageModel") -> "Generated":
    """Generate the benchmark with the model's titles, and put the model's counts into the manifest."""
    from dataclasses import replace
    from functools import partial

    from countercase.cuad.benchmark import write_generated
    from countercase.cuad.sources import generate_source
    from countercase.cuad.titles import ModelTitles, ask_title, distinct_titles

    model_titles = ModelTitles(partial(ask_title, model), model.client.settings.concurrency)
    generated = generate_source(data_set, source, None, policy, lambda texts: distinct_titles(model_titles(texts)))
    report = {**model.report(), "titles_by_rules": model_titles.by_rules}
    generated = replace(generated, manifest=replace(generated.manifest, titles="llm", language_model=report))
    write_generated(generated, out)
    return generated


def _download(into: Path, url: str | None) -> Path:
    from countercase.download import CUAD_URL, download_cuad
    from countercase.settings import load_settings

    shown = sys.stderr.isatty()

    def progress(have: int, size: int) -> None:
        sys.stderr.write(f"\rCUAD v1: {have / 1e6:.0f} of {size / 1e6:.0f} MB")
        sys.stderr.write("\n" if have == size else "")

    return download_cuad(into, url or CUAD_URL, settings=load_settings().download, progress=progress if shown else None)


def _print_generate(generated: "Generated", out: Path) -> None:
    manifest = generated.manifest
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
            *_titles(generated),
            *((f"dropped: {reason}", f"{count:,}") for reason, count in summary["dropped"].items()),
            ("written", f"{out / generated.file}, {out / 'corpus'}, {out / generated.manifest_file}"),
        ]
    )


def _titles(generated: "Generated") -> list[tuple[str, str]]:
    """How the titles were made."""
    manifest = generated.manifest
    if not manifest.language_model:
        return [("titles", "as the source names them" if manifest.titles == "source" else "by rules")]
    counts: dict[str, int] = next(iter(manifest.language_model["answers"].values()), {})
    outcomes = ", ".join(f"{count} {outcome}" for outcome, count in counts.items() if count)
    usage = manifest.language_model["usage"]
    return [
        ("titles", f"by {manifest.language_model['model']}: {outcomes or 'none asked'}; by rules where it failed"),
        ("calls", f"{usage['calls']}, {usage['cached']} from the cache, {usage['answer_tokens']:,} tokens answered"),
    ]


# `countercase cuad evaluate`: scores plans and other systems.

_HALVES = {"all": None, "held-out": "held_out", "tuned": "tuned"}


def evaluate(
    ctx: typer.Context,
    benchmark: Annotated[
        list[Path], typer.Option("--benchmark", help="Benchmark JSON as LegalBench-RAG writes it; may be repeated.")
    ],
    corpus: Annotated[Path, typer.Option("--corpus", help="Folder with the contract texts.")],
    plan: Annotated[
        list[str] | None, typer.Option("--plan", help="A plan to compare; may be repeated. Default: learned_hybrid.")
    ] = None,
    k: Annotated[str, typer.Option("--k", help="Cut-offs, separated by commas.")] = "1,2,4,8,16,32,64",
    results: Annotated[
        list[Path] | None, typer.Option("--results", help="Results file of another system; may be repeated.")
    ] = None,
    answered_only: Annotated[
        bool, typer.Option("--answered-only", help="Score only the tests that every results file answers.")
    ] = False,
    baseline: Annotated[
        str | None, typer.Option("--baseline", help="System that the others are compared with. Default: the first.")
    ] = None,
    results_out: Annotated[Path | None, typer.Option("--results-out", help="Write each plan's answers here.")] = None,
    beir_out: Annotated[Path | None, typer.Option("--beir-out", help="Write the benchmark in BEIR form here.")] = None,
    half: Annotated[
        str, typer.Option("--half", help="all, or held-out: only contracts that the weights never saw.")
    ] = "all",
    mini: Annotated[
        bool, typer.Option("--mini", help="LegalBench-RAG's mini protocol: 194 tests of each file.")
    ] = False,
    vectors: Annotated[
        Path | None, typer.Option("--vectors", help="Folder that keeps the vectors of dense plans.")
    ] = None,
    tables: Annotated[
        Path | None,
        typer.Option("--tables", help="Write every table as CSV and LaTeX, per-test values and result.json here."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Random seed of the significance tests.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Score plans and other systems on a benchmark.

    Answers are compared character by character.
    """
    from countercase.cuad.benchmark import export_beir, read_results
    from countercase.cuad.evaluate import check_corpus, report_tables, same_snippets, shown_columns

    ks = _cut_offs(k)
    recorded = [read_results(path) for path in results or []]
    tests, documents, all_queries = _read(benchmark, corpus, half, mini)
    tests, notes = _answered(tests, all_queries, recorded, answered_only)
    check_corpus(tests, {document.file_path: document.text for document in documents})
    if beir_out is not None:
        export_beir(tests, documents, beir_out)
    systems = list(_retrievers(plan or [], recorded, documents, vectors))
    _check_names([system.name for system in systems], baseline)
    reports, seconds = _score_all(tests, systems, documents, ks, results_out)
    columns = shown_columns(ks)
    comparisons = _comparisons(reports, columns, baseline, seed)
    notes += same_snippets(reports)
    about = {
        "benchmarks": [str(path) for path in benchmark],
        "half": half,
        "mini": mini,
        "tests": len(tests.tests),
        "contracts": len(tests.file_paths()),
        "documents_searched": len(documents),
        "k": list(ks),
        "notes": notes,
    }
    source = _source(command_line(ctx), benchmark, results or [], documents, reports)
    record = _record(source, about, reports, seconds, comparisons, columns)
    if as_json:
        print_json(record)
    else:
        _print(about, record["plans"], columns, comparisons)
    if tables is not None:
        from countercase.evaluation.results import difference_rows, write_tables

        rows = {**report_tables(reports, columns), "comparisons": difference_rows(comparisons)}
        write_tables(tables, rows, record, source)
        typer.echo(f"Wrote {tables}", err=as_json)


def _cut_offs(text: str) -> tuple[int, ...]:
    try:
        ks = tuple(sorted({int(part) for part in text.split(",")}))
    except ValueError:
        raise InputError(f"--k {text!r} is not a list of numbers. Write it like 1,8,64.") from None
    if not ks or ks[0] < 1:
        raise InputError(f"--k {text!r} has a number below 1. Cut-offs count snippets from 1.")
    return ks


def _read(paths: Sequence[Path], corpus: Path, half: str, small: bool) -> "tuple[Benchmark, list[Document], list[str]]":
    """The tests to score, the contracts to search, and the queries of all tests in the files."""
    from countercase.cuad.benchmark import Benchmark, half_of, joined, mini, read_corpus

    if half not in _HALVES:
        raise InputError(f"--half {half!r} is unknown. Give one of {', '.join(_HALVES)}.")
    read = [Benchmark.from_json(path) for path in paths]
    tests = joined(mini(benchmark) for benchmark in read) if small else joined(read)
    wanted = _HALVES[half]
    if wanted:
        chosen = (test for test in tests.tests if test.snippets and half_of(test.snippets[0].file_path) == wanted)
        tests = Benchmark(tests=tuple(chosen))
    documents = read_corpus(corpus)
    if small:
        used = set(tests.file_paths())
        documents = [document for document in documents if document.file_path in used]
    if not tests.tests:
        raise InputError("There are no tests to score. Check --benchmark and --half.")
    return tests, documents, [test.query for benchmark in read for test in benchmark.tests]


def _answered(
    tests: "Benchmark", all_queries: Sequence[str], recorded: "Sequence[RecordedResults]", answered_only: bool
) -> "tuple[Benchmark, list[str]]":
    """The tests to score, and notes on the results files. Raises InputError if a file does not fit."""
    from countercase.cuad.benchmark import Benchmark

    notes: list[str] = []
    for results in recorded:
        answered = sum(results.answers_to(test.query) for test in tests.tests)
        if not answered:
            example = next(iter(results.answers), "")
            raise InputError(
                f"{results.name} answers none of the {len(tests.tests)} tests (it has {example[:60]!r}, the benchmark "
                f"{tests.tests[0].query[:60]!r}). The queries must be those of the benchmark, word for word."
            )
        if answered < len(tests.tests) and not answered_only:
            raise InputError(
                f"{results.name} answers {answered} of {len(tests.tests)} tests. Add the others, with an empty list of "
                "snippets if nothing was found; or give --answered-only to score all systems on these tests only."
            )
        unknown = results.unknown_queries(all_queries)
        if unknown:
            notes.append(
                f"{results.name}: {len(unknown)} queries in the file belong to no test and were ignored, "
                f"such as {unknown[0][:60]!r}"
            )
    scored = tuple(test for test in tests.tests if all(results.answers_to(test.query) for results in recorded))
    if not scored:
        raise InputError("No test is answered by every results file. Score them one at a time.")
    if len(scored) < len(tests.tests):
        notes.append(f"{len(scored)} of {len(tests.tests)} tests are scored: those that every results file answers")
    for note in notes:
        typer.echo(f"Warning: {note}.", err=True)
    return Benchmark(tests=scored), notes


def _retrievers(
    plans: Sequence[str], recorded: "Sequence[RecordedResults]", documents: "list[Document]", vectors: Path | None
) -> "Iterator[Retriever]":
    from countercase.cuad.retrieve import DEFAULT, find_contract_plan
    from countercase.loaded_models import Models
    from countercase.settings import load_settings

    models = Models(load_settings())
    chosen = [find_contract_plan(name) for name in (plans or ([] if recorded else [DEFAULT]))]
    yield from recorded
    for plan in chosen:
        yield models.contract_retriever(documents, plan, vectors)


def _check_names(names: Sequence[str], baseline: str | None) -> None:
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"Two systems are called {twice!r}. Rename the results file.")
    if baseline is not None and baseline not in names:
        raise InputError(f"There is no system {baseline!r} to compare with. Known: {', '.join(names)}.")


def _score_all(
    tests: "Benchmark",
    systems: "Sequence[Retriever]",
    documents: "list[Document]",
    ks: tuple[int, ...],
    results_out: Path | None,
) -> "tuple[dict[str, Report], dict[str, float]]":
    """The report of each system and the seconds it took; with `results_out`, its answers are written there."""
    from countercase.cuad.benchmark import write_results

    reports: dict[str, Report] = {}
    seconds: dict[str, float] = {}
    for retriever in systems:
        started = time.perf_counter()
        reports[retriever.name] = _score(tests, retriever, documents, ks)
        seconds[retriever.name] = round(time.perf_counter() - started, 1)
        if results_out is not None:
            write_results(results_out / f"{retriever.name}.jsonl", tests.tests, retriever, max(ks))
    return reports, seconds


def _score(tests: "Benchmark", retriever: "Retriever", documents: "list[Document]", ks: tuple[int, ...]) -> "Report":
    from countercase.cuad.evaluate import evaluate_tests

    with progress(tests.tests, retriever.name) as shown:
        return evaluate_tests(shown, retriever, documents, ks)


def _comparisons(
    reports: "dict[str, Report]", columns: Sequence[str], baseline: str | None, seed: int
) -> "list[PairedDifference]":
    """Every system against the baseline, paired by test, on the tests where all of them have a value."""
    from countercase.significance import compare

    first = baseline or next(iter(reports))
    values: dict[str, dict[str, dict[str, float]]] = {name: {} for name in reports}
    for column in columns:
        by_system = {name: report.per_test(column) for name, report in reports.items()}
        measured = [index for index, row in enumerate(zip(*by_system.values(), strict=True)) if None not in row]
        if measured:
            for name, scores in by_system.items():
                values[name][column] = {str(index): float(scores[index] or 0.0) for index in measured}
    return compare(first, values, seed=seed) if len(reports) > 1 else []


def _source(
    command: Sequence[str],
    benchmark: Sequence[Path],
    results: Sequence[Path],
    documents: "Sequence[Document]",
    names: "Mapping[str, Report]",
) -> "ResultSource":
    from countercase.cuad.clauses import SHIPPED
    from countercase.cuad.retrieve import PLANS
    from countercase.evaluation.results import definition, provenance, texts_hash
    from countercase.loaded_models import Models
    from countercase.settings import load_settings

    settings = load_settings()
    plans = {name: PLANS[name] for name in names if name in PLANS}
    inputs = {"corpus": texts_hash({document.file_path: document.text for document in documents})}
    if any(plan.needs_encoder for plan in plans.values()):
        inputs["encoder"] = Models(settings).encoder.name
    files = {f"benchmark {path.name}": path for path in benchmark} | {f"results {path.name}": path for path in results}
    definitions = {name: definition(plan) for name, plan in plans.items()}
    return provenance(command, settings, definitions, inputs, {**files, "clause weights": SHIPPED})


def _record(
    source: "ResultSource",
    about: Mapping[str, Any],
    reports: "Mapping[str, Report]",
    seconds: Mapping[str, float],
    comparisons: "Sequence[PairedDifference]",
    columns: Sequence[str],
) -> dict[str, Any]:
    from dataclasses import asdict

    plans = {
        name: {
            "overall": report.overall(),
            "halves": report.halves(),
            "clauses": report.by_clause(),
            "per_test": {column: report.per_test(column) for column in columns},
            "seconds": seconds[name],
        }
        for name, report in reports.items()
    }
    differences = [asdict(comparison) for comparison in comparisons]
    return {"provenance": source.as_record(), **about, "plans": plans, "comparisons": differences}


def _print(
    about: Mapping[str, Any],
    figures_by_plan: Mapping[str, Any],
    columns: Sequence[str],
    comparisons: "Sequence[PairedDifference]",
) -> None:
    typer.echo(f"{about['tests']:,} tests over {about['contracts']:,} contracts; per cent, with 95 % intervals")
    for note in about["notes"]:
        typer.echo(f"{note}.")
    for name, figures in figures_by_plan.items():
        typer.echo(f"\n{name} ({figures['seconds']:.0f} s)")
        for column in columns:
            held = figures["halves"]["held_out"].get(column) if about["half"] == "all" else None
            beside = f"   held-out contracts {_per_cent(held['mean'])}" if held else ""
            typer.echo(f"  {column:<20} {_interval(figures['overall'][column])}{beside}")
    if comparisons:
        from countercase.cli.terminal import print_table
        from countercase.evaluation.results import difference_rows

        typer.echo("\nPaired by test (95 % bootstrap interval; randomisation test, Holm-corrected; t-test)\n")
        print_table(difference_rows(comparisons))


def _interval(figure: Mapping[str, float | None]) -> str:
    interval = f"   {_per_cent(figure['low'])} - {_per_cent(figure['high'])}" if figure["low"] is not None else ""
    return f"{_per_cent(figure['mean'])}{interval}"


def _per_cent(value: float | None) -> str:
    return "none" if value is None else f"{100 * value:5.1f}"


app = typer.Typer(help="The contract benchmark: exact passages that answer a query.", no_args_is_help=True)
app.command("generate")(generate)
app.command("evaluate")(evaluate)
