"""`countercase demo`: search and what-if on a ready matter of the built-in corpus."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from countercase.cli.terminal import AsJson

if TYPE_CHECKING:
    from countercase.app import App
    from countercase.corpus.builtin import ReadyMatter

SHOWN = 3  # precedents printed in full; the report has them all
REPORT = Path("countercase-demo.html")


def demo(
    matter: Annotated[
        str, typer.Option("--matter", help="The ready matter to run; an unknown name lists all of them.")
    ] = "kitchen-quarrel-stabbing",
    report: Annotated[Path, typer.Option("--report", help="Where to write the HTML report.")] = REPORT,
    as_json: AsJson = False,
) -> None:
    """Run a ready matter on the built-in corpus.

    Searches, changes one fact at a time and writes an HTML report.
    """
    from countercase.app import open_app

    _show(open_app(), _ready(matter), report, as_json)


def _ready(name: str) -> "ReadyMatter":
    from countercase.corpus.builtin import builtin_matters
    from countercase.errors import InputError

    matters = {matter.id: matter for matter in builtin_matters()}
    if name not in matters:
        raise InputError(f"There is no ready matter {name!r}. Known: {', '.join(matters)}.")
    return matters[name]


def _show(app: "App", chosen: "ReadyMatter", report: Path, as_json: bool) -> None:
    from countercase.cli.search import print_cards
    from countercase.cli.terminal import print_json
    from countercase.cli.tree_view import print_run
    from countercase.counterfactual.result import Matter
    from countercase.counterfactual.tree_json import to_json
    from countercase.facts import sheet_json
    from countercase.files import write_whole
    from countercase.report.precedent_list import precedent_record
    from countercase.report.whatif import whatif_page

    precedents = app.search(chosen.text)
    sheet = app.read_facts(chosen.text)
    matter = Matter(chosen.id, chosen.title, sheet)
    run = app.whatifs.measured(app.whatifs.result(matter, app.whatifs.grow(matter)))
    write_whole(report, whatif_page(run))
    if as_json:
        print_json(
            {
                "matter": chosen.id,
                "precedents": [
                    precedent_record(app.case(precedent.case_id), precedent, holding=app.holding(precedent.case_id))
                    for precedent in precedents
                ],
                "whatif": to_json(run, sheet_json.to_json),
                "report": str(report),
            }
        )
        return
    cases = app.store.counts()["cases"]
    typer.echo(f"{chosen.title}, against {cases} digests of Supreme Court judgments\n")
    typer.echo(chosen.text + "\n")
    typer.echo("PRECEDENTS\n")
    why = {precedent.case_id: app.explain(sheet, precedent) for precedent in precedents[:SHOWN]}
    print_cards(chosen.text, app.listed(precedents[:SHOWN]), trace=False, why=why)
    typer.echo("WHAT IF ONE FACT WERE DIFFERENT?\n")
    print_run(run)
    typer.echo(f"\nThe whole report: {report}")
    typer.echo("Your own facts:   countercase search --file FACTS.txt, countercase whatif FACTS.txt")
    typer.echo("The workbench:    countercase serve")
