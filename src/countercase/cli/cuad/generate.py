"""`countercase cuad generate`: the benchmark from CUAD's own files."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from countercase.cli.options import AsJson
from countercase.cli.output import print_json, print_pairs
from countercase.errors import EndpointError, InputError, NotBuilt

if TYPE_CHECKING:
    from countercase.cuad.manifest import Manifest


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

    _check_titles(titles)
    if download:
        source = _download(source, url)
    manifest = generate_cuad(source, out, policy).manifest
    if as_json:
        print_json(manifest.summary())
    else:
        _print(manifest, out)


def _check_titles(titles: str) -> None:
    from countercase.settings import load_settings

    if titles not in ("rules", "llm"):
        raise InputError(f"--titles is rules or llm, not {titles!r}.")
    if titles == "llm":
        if not load_settings().llm.base_url:
            raise EndpointError("--titles llm needs a language model, and llm.base_url is not set. Use --titles rules.")
        raise NotBuilt("cuad generate --titles llm")


def _download(into: Path, url: str | None) -> Path:
    from countercase.cuad.download import URL, download_cuad
    from countercase.settings import load_settings

    shown = sys.stderr.isatty()

    def progress(have: int, size: int) -> None:
        sys.stderr.write(f"\rCUAD v1: {have / 1e6:.0f} of {size / 1e6:.0f} MB")
        sys.stderr.write("\n" if have == size else "")

    return download_cuad(into, url or URL, settings=load_settings().download, progress=progress if shown else None)


def _print(manifest: "Manifest", out: Path) -> None:
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
            *((f"dropped: {reason}", f"{count:,}") for reason, count in summary["dropped"].items()),
            ("written", f"{out / 'benchmarks' / 'cuad.json'}, {out / 'corpus'}, {out / 'manifest.json'}"),
        ]
    )
