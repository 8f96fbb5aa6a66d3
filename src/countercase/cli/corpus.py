"""The corpus: `countercase ingest`, `index`, `remove`, `move` and `corpus download`."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from countercase.cli.terminal import AsJson, Workspace, print_json, print_pairs, progress_console, without_commands
from countercase.errors import CorpusError, InputError

if TYPE_CHECKING:
    from countercase.corpus.ingest import Summary

app = typer.Typer(help="Download public collections of judgments.", no_args_is_help=True)


@app.callback()
def corpus() -> None:
    """Download public collections of judgments."""


@app.command()
def download(
    years: Annotated[str, typer.Option("--years", help="One or more years, such as 1975 or 1975,1980-1985.")],
    workspace: Workspace = None,
    as_json: AsJson = False,
) -> None:
    """Download Supreme Court judgments by year.

    They come from AWS Open Data, with their metadata. Can be stopped and run again.
    """
    from countercase.download import Downloader, parse_years
    from countercase.settings import load_settings
    from countercase.workspaces import Workspace as Folder

    if workspace is None:
        raise InputError("No folder is named. Run: countercase corpus download --years 2020-2024 --workspace FOLDER")
    folder = Folder(workspace).downloads
    downloader = Downloader(load_settings().download, folder)
    files = [file for year in parse_years(years) for file in downloader.fetch_year(year)]
    if as_json:
        print_json(
            {
                "folder": str(folder),
                "files": [
                    {
                        "path": str(file.path),
                        "bytes": file.size,
                        "sha256": file.sha256,
                        "checked_by": file.checked_by,
                        "fetched": file.fetched,
                    }
                    for file in files
                ],
            }
        )
        return
    print_pairs(
        (str(file.path.relative_to(folder)), f"{file.size:,} bytes, {'fetched' if file.fetched else 'already here'}")
        for file in files
    )
    typer.echo(f"Next: countercase ingest {folder} --workspace {workspace}")


# `countercase ingest`: read and store cases.

_SHOWN = 10  # quarantined files named on the terminal; all of them are in --json and in the store
_INTERRUPTED = 130  # what a shell reports for Ctrl-C


def ingest(
    paths: Annotated[list[Path], typer.Argument(help="Files or folders with judgments.", show_default=False)],
    workspace: Workspace = None,
    columns: Annotated[
        str | None,
        typer.Option("--columns", help="What a table's columns hold, such as id=cnr,text=body,title=name."),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Read unchanged files again.")] = False,
    as_json: AsJson = False,
) -> None:
    """Read judgments and store them as cases.

    Can be stopped and run again. Unreadable files go to quarantine with the reason.
    """
    from countercase.app import open_app
    from countercase.corpus.ingest import Summary
    from countercase.corpus.read.collections import parse_columns
    from countercase.settings import load_settings

    settings = load_settings()
    if workspace is None and not settings.store.url:
        raise InputError("Say where the cases go: countercase ingest PATH --workspace FOLDER")
    app = open_app(workspace, settings)
    run = replace(app.ingest, columns=parse_columns(columns) if columns else {}, again=again)
    summary = Summary()
    with app.make_store() as store, _progress() as advance:
        try:
            run.run(paths, store, summary, advance)
        except KeyboardInterrupt:
            summary.complete = False
    _print(summary, app.location, as_json, workspace)
    if summary.stored == 0 and not summary.quarantined and summary.complete:
        raise CorpusError(f"Nothing to read in {', '.join(map(str, paths))}. See docs/corpus.md for what can be read.")
    if not summary.complete:
        raise typer.Exit(_INTERRUPTED)
    if summary.stored == 0:
        raise typer.Exit(1)


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """Show a count and the current file on stderr; silent if stderr is not a terminal."""
    if not sys.stderr.isatty():
        yield lambda _source: None
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.completed} documents"),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=progress_console(), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda source: bar.update(task, advance=1, description=without_commands(Path(source).name[:60]))


def _print(summary: "Summary", location: str, as_json: bool, workspace: Path | None) -> None:
    if as_json:
        print_json({"workspace": location, **summary.as_record()})
        return
    rows = [(put.value, str(count)) for put, count in summary.counts.items() if count or put.value == "added"]
    more = {"quarantined": len(summary.quarantined), "skipped": summary.skipped, "links found": summary.links}
    print_pairs([*rows, *((name, str(count)) for name, count in more.items())])
    for file in summary.quarantined[:_SHOWN]:
        typer.echo(f"  {file.source}: {file.reason}")
    if len(summary.quarantined) > _SHOWN:
        typer.echo(f"  and {len(summary.quarantined) - _SHOWN} more; --json names them all")
    for case_id, pages in summary.unreadable_pages.items():
        typer.echo(f"  {case_id}: no text could be read from page {', '.join(map(str, pages))}")
    if any(count for put, count in summary.counts.items() if put.value != "unchanged"):
        typer.echo(f"Next: countercase index{f' --workspace {workspace}' if workspace else ''}")
    if not summary.complete:
        typer.echo("Interrupted. What is listed is stored; run the same command again to continue.")


# `countercase remove`: remove one case.


def remove(
    case: Annotated[str, typer.Argument(help="The case_id, as search --json shows it.", show_default=False)],
    workspace: Workspace = None,
    as_json: AsJson = False,
) -> None:
    """Remove one case from a workspace.

    Searches leave it out at once. The file it was read from is not touched.
    """
    from countercase.app import open_app
    from countercase.domain.case import CaseId
    from countercase.law.dates import counted
    from countercase.settings import load_settings

    settings = load_settings()
    if workspace is None and not settings.store.url:
        raise InputError("Say where the case is: countercase remove CASE --workspace FOLDER")
    app = open_app(workspace, settings)
    with app.store as store:
        name = store.remove(CaseId(case))
        left = store.counts()["cases"]
    if as_json:
        print_json({"workspace": app.location, "removed": case, "name": name, "cases": left})
        return
    typer.echo(f"Removed {name}. {counted(left, 'case')} {'is' if left == 1 else 'are'} left.")
    typer.echo(f"Next: countercase index{f' --workspace {workspace}' if workspace else ''}")


# `countercase index`: build or refresh every index.


def index(workspace: Workspace = None, as_json: AsJson = False) -> None:
    """Build or refresh the indexes of a workspace."""
    from countercase.app import open_app

    app = open_app(workspace)
    with index_progress() as progress:
        manifest = app.index.build(progress)
    if as_json:
        print_json(
            {
                "workspace": app.location,
                "passages": manifest.chunks,
                "cases": app.store.counts()["cases"],
                "encoder": manifest.encoder,
                "fingerprint": manifest.fingerprint,
            }
        )
        return
    typer.echo(f"{manifest.chunks} passages of {app.store.counts()['cases']} cases indexed with {manifest.encoder}.")


@contextmanager
def index_progress() -> Iterator[Callable[[str, int, int], None]]:
    """Show one progress bar per part on stderr; silent if stderr is not a terminal."""
    if not sys.stderr.isatty():
        yield lambda _part, _done, _total: None
        return
    from rich.progress import Progress

    with Progress(console=progress_console(), transient=True) as bars:
        tasks: dict[str, int] = {}

        def show(part: str, done: int, total: int) -> None:
            if part not in tasks:
                tasks[part] = bars.add_task(f"Indexing {part}", total=total)
            bars.update(tasks[part], completed=done, total=total)  # type: ignore[arg-type]

        yield show


def move(
    to: Annotated[str, typer.Option("--to", help="The target: postgresql://USER@HOST/DATABASE, or a folder.")],
    workspace: Workspace = None,
    as_json: AsJson = False,
) -> None:
    """Copy a workspace to a database, or back to a folder.

    Copies cases, facts, matters and the index; the source stays as it is. Can be stopped and run again.
    """
    from countercase.move import move as move_workspace
    from countercase.move import printable_location
    from countercase.postgres import address_parts, is_database
    from countercase.settings import load_settings

    settings = load_settings()
    if is_database(to) and address_parts(to).password:
        raise InputError(
            "A password on the command line can be read by every user of this machine. "
            "Leave it out of --to, and keep it in ~/.pgpass or PGPASSWORD."
        )
    source = str(workspace) if workspace is not None else settings.store.url
    if not source:
        raise InputError("No workspace is named. Run: countercase move --workspace FOLDER --to URL")
    target = to if is_database(to) else str(Path(to))
    with index_progress() as progress:
        report = move_workspace(source, target, settings.store.allow_remote, progress)
    if as_json:
        print_json(
            {
                "from": printable_location(source),
                "to": printable_location(target),
                "cases": {"moved": report.moved, "already_there": report.skipped},
                "tables": {name: {"rows": table.rows, "sha256": table.sha256} for name, table in report.tables.items()},
                "index": report.index,
            }
        )
        return
    print_pairs((name, f"{table.rows:,} rows, {table.sha256[:16]}") for name, table in report.tables.items())
    typer.echo(
        f"{report.moved:,} cases moved, {report.skipped:,} were there already. Counts and checksums agree. "
        f"Index: {report.index}."
    )
    if is_database(to):
        typer.echo('Next: set store = "postgresql://..." in your settings (docs/scale.md).', file=sys.stdout)
    else:
        typer.echo(f"Next: countercase index --workspace {to} (stored vectors are reused).")
