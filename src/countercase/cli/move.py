"""`countercase move`: carry a workspace to a shared store, or back."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from countercase.cli.corpus import index_progress
from countercase.cli.terminal import AsJson, Workspace, print_json, print_pairs
from countercase.errors import InputError


def move(
    to: Annotated[str, typer.Option("--to", help="Where to: postgresql://USER@HOST/DATABASE, or a folder.")],
    workspace: Workspace = None,
    as_json: AsJson = False,
) -> None:
    """Carry cases, facts, matters and the index to a database or back; may be stopped and run again."""
    from countercase.move import move as carry
    from countercase.move import shown
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
        raise InputError("Say which workspace to move: countercase move --workspace FOLDER --to URL")
    target = to if is_database(to) else str(Path(to))
    with index_progress() as progress:
        report = carry(source, target, settings.store.allow_remote, progress)
    if as_json:
        print_json(
            {
                "from": shown(source),
                "to": shown(target),
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
        typer.echo(f"Next: countercase index --workspace {to} (vectors are taken over).")
