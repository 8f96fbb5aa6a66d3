"""`countercase cuad`: the span-level contract benchmark."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from countercase.cli.cuad_evaluate import evaluate
from countercase.cli.terminal import AsJson, command_line, configured_model, print_json, print_pairs
from countercase.errors import InputError

if TYPE_CHECKING:
    from countercase.cuad.benchmark import BenchmarkManifest
    from countercase.cuad.generate import Generated
    from countercase.llm.model import LanguageModel


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
    if model:
        generated = _by_model(data_set, source, out, policy, model)
    else:
        generated = generate_source(data_set, source, out, policy)
    manifest = generated.manifest
    from countercase.evaluation.provenance import provenance
    from countercase.files import write_whole
    from countercase.settings import load_settings

    source_record = provenance(command_line(ctx), load_settings(), inputs=manifest.sha256).as_record()
    path = out / generated.manifest_file
    content = {"provenance": source_record, **json.loads(path.read_text(encoding="utf-8"))}
    write_whole(path, json.dumps(content, indent=2, ensure_ascii=False) + "\n", private=False)
    if as_json:
        print_json({"provenance": source_record, **manifest.summary()})
    else:
        _print_generate(generated, out)


def _by_model(data_set: str, source: Path, out: Path, policy: str, model: "LanguageModel") -> "Generated":
    """Generate the benchmark with the model's titles, and put the model's counts into the manifest."""
    from dataclasses import replace
    from functools import partial

    from countercase.cuad.generate import write_generated
    from countercase.cuad.sources import generate_source
    from countercase.cuad.titles import ModelTitles, ask_title, distinct_titles

    model_titles = ModelTitles(partial(ask_title, model), model.client.settings.concurrency)
    generated = generate_source(data_set, source, None, policy, lambda texts: distinct_titles(model_titles(texts)))
    report = {**model.report(), "titles_by_rules": model_titles.by_rules}
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
            *_titles(manifest),
            *((f"dropped: {reason}", f"{count:,}") for reason, count in summary["dropped"].items()),
            ("written", f"{out / generated.file}, {out / 'corpus'}, {out / generated.manifest_file}"),
        ]
    )


def _titles(manifest: "BenchmarkManifest") -> list[tuple[str, str]]:
    """How the titles were made."""
    if not manifest.language_model:
        return [("titles", "as the source names them" if manifest.titles == "source" else "by rules")]
    counts: dict[str, int] = next(iter(manifest.language_model["answers"].values()), {})
    outcomes = ", ".join(f"{count} {outcome}" for outcome, count in counts.items() if count)
    usage = manifest.language_model["usage"]
    return [
        ("titles", f"by {manifest.language_model['model']}: {outcomes or 'none asked'}; by rules where it failed"),
        ("calls", f"{usage['calls']}, {usage['cached']} from the cache, {usage['answer_tokens']:,} tokens answered"),
    ]


app = typer.Typer(help="The contract benchmark: exact passages that answer a query.", no_args_is_help=True)
app.command("generate")(generate)
app.command("evaluate")(evaluate)
