"""`countercase index`: build or refresh every index."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer

from countercase.cli.options import AsJson, Workspace
from countercase.cli.output import print_json


def index(workspace: Workspace = None, as_json: AsJson = False) -> None:
    """Build or refresh every index of a workspace."""
    from countercase.assemble import open_app

    app = open_app(workspace)
    with index_progress() as progress:
        manifest = app.index(progress)
    if as_json:
        print_json(
            {
                "workspace": str(app.folder),
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
    """A bar a part on stderr; silent where stderr is not a terminal."""
    if not sys.stderr.isatty():
        yield lambda _part, _done, _total: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, int] = {}

        def show(part: str, done: int, total: int) -> None:
            if part not in tasks:
                tasks[part] = bars.add_task(f"Indexing {part}", total=total)
            bars.update(tasks[part], completed=done, total=total)  # type: ignore[arg-type]

        yield show
