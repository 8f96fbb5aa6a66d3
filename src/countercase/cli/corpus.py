"""`countercase corpus`: fetch public collections of judgments."""

import re
from typing import Annotated

import typer

from countercase.cli.options import AsJson, Workspace
from countercase.cli.output import print_json, print_pairs
from countercase.errors import InputError

app = typer.Typer(help="Fetch public collections of judgments.", no_args_is_help=True)


@app.callback()
def corpus() -> None:
    """Fetch public collections of judgments."""


@app.command()
def download(
    years: Annotated[str, typer.Option("--years", help="One year or several: 2020-2024, 1975,1980-1985.")],
    workspace: Workspace = None,
    as_json: AsJson = False,
) -> None:
    """Fetch Supreme Court judgments of AWS Open Data, with their metadata; may be stopped and run again."""
    from countercase.corpus.download import Downloader
    from countercase.corpus.workspace import Workspace as Folder
    from countercase.settings import load_settings

    if workspace is None:
        raise InputError("Say where the files go: countercase corpus download --years 2020-2024 --workspace FOLDER")
    folder = Folder(workspace).downloads
    downloader = Downloader(load_settings().download, folder)
    files = [file for year in parse_years(years) for file in downloader.fetch_year(year)]
    if as_json:
        print_json(
            {
                "folder": str(folder),
                "files": [
                    {
                        "path": str(f.path),
                        "bytes": f.size,
                        "sha256": f.sha256,
                        "checked_by": f.checked_by,
                        "fetched": f.fetched,
                    }
                    for f in files
                ],
            }
        )
        return
    print_pairs(
        (str(f.path.relative_to(folder)), f"{f.size:,} bytes, {'fetched' if f.fetched else 'already here'}")
        for f in files
    )
    typer.echo(f"Next: countercase ingest {folder} --workspace {workspace}")


def parse_years(text: str) -> list[int]:
    """`2020-2024` or `1975,1980-1985` as years in order."""
    years: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{4})(?:\s*-\s*(\d{4}))?\s*", part)
        if match is None or int(match[1]) > int(match[2] or match[1]):
            raise InputError(f"--years takes years such as 2023 or 2020-2024, not {part.strip()!r}.")
        years.update(range(int(match[1]), int(match[2] or match[1]) + 1))
    return sorted(years)
