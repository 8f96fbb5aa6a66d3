"""`countercase cited` and `countercase check`: is a case still good law, and are the citations of a draft right?"""

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from countercase.cli.terminal import AsJson, Workspace, check_encoded, print_json, read_document
from countercase.errors import InputError

if TYPE_CHECKING:
    from countercase.citator.draft import CheckedItem, DraftReport

On = Annotated[str | None, typer.Option("--on", help="The day to judge by, such as 2019-03-14. Default: today.")]
MARKS = {"ok": "✓", "wrong": "✗", "unknown": "?"}


def cited(
    case: Annotated[str, typer.Argument(help="A case_id, a case name or a citation.")],
    workspace: Workspace = None,
    on: On = None,
    as_json: AsJson = False,
) -> None:
    """Show the later history of a case.

    Says how later judgments treated it, in their own words, and whether it is still good law.
    """
    from countercase.app import open_app

    app = open_app(workspace)
    case_id = app.store.find_one(check_encoded(case))
    record = app.cited(case_id, _day(on))
    if as_json:
        print_json(record)
        return
    typer.echo(f"{app.case(case_id).name}")
    typer.echo(f"{record['flag'].upper()}: {record['why']}")
    for event in record["history"]:
        who = event["name"] or "an Act"
        day = f" ({event['decided']})" if event["decided"] else ""
        typer.echo(f"\n  {event['treatment']} by {who}{day}")
        words = f"“{event['quote']}”" if event["quote"] else event.get("says", "")
        if words:
            typer.echo(f"    {words}")
    if not record["history"]:
        typer.echo("\nNo later case in this corpus and no row of our table mentions it. Other collections may.")


def check(
    file: Annotated[Path, typer.Argument(help="The draft: a text file, a PDF or a Word file (.docx).")],
    workspace: Workspace = None,
    on: On = None,
    report: Annotated[Path | None, typer.Option("--report", help="Write a self-contained HTML page.")] = None,
    as_json: AsJson = False,
) -> None:
    """Check every citation, quotation and provision of a draft. The exit code is 1 if something is wrong."""
    from countercase.app import open_app

    text = read_document(file)
    checked = open_app(workspace).check_draft(text, _day(on))
    if report is not None:
        from countercase.files import write_whole
        from countercase.report.page import draft_page

        write_whole(report, draft_page(text, checked, file.name))
    if as_json:
        print_json(checked.as_json())
    else:
        _print(checked)
        if report is not None:
            typer.echo(f"Wrote {report}")
    if checked.wrong:
        raise typer.Exit(1)


def _print(checked: "DraftReport") -> None:
    for verdict in ("wrong", "unknown"):
        for item in checked.items:
            if item.verdict == verdict:
                typer.echo(f"{MARKS[verdict]} {_line(item)}")
    for item in checked.items:
        if item.needs_care:
            typer.echo(f"! {_line(item)}")
    counts = {verdict: sum(item.verdict == verdict for item in checked.items) for verdict in MARKS}
    holds = "holds" if counts["ok"] == 1 else "hold"
    typer.echo(f"\n{counts['ok']} {holds}, {counts['wrong']} wrong, {counts['unknown']} cannot be told.")
    if counts["unknown"]:
        typer.echo("What cannot be told may be right: our list of decisions does not cover every report and year.")


def _line(item: "CheckedItem") -> str:
    from countercase.text.words import shortened

    verdict = "holds, with care" if item.needs_care else item.problem or "cannot be told"
    return f"{item.kind} “{shortened(item.text)}”: {verdict}. {item.says}"


def _day(text: str | None) -> date:
    try:
        return date.fromisoformat(text) if text else date.today()  # noqa: DTZ011 - the reader's own day
    except ValueError:
        raise InputError(f"--on {text}: write the day as 2019-03-14.") from None
