"""`countercase law`, `cited` and `check`: tables of law, the later history of a case, and the check of a draft."""

import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from countercase.cli.terminal import AsJson, File, Text, Workspace, check_encoded, print_json, read_document, read_text
from countercase.domain.facts import Quantity
from countercase.errors import LawError

if TYPE_CHECKING:
    from countercase.citator.draft import CheckedItem, DraftReport
    from countercase.domain.provision import Provision
    from countercase.law.ingredients import Ingredient, LegalSubject
    from countercase.law.precedents import PrecedentMention
    from countercase.law.provisions import ProvisionMention
    from countercase.law.tables.thresholds import Threshold


# `countercase law citations`: find and normalise citations and case names in a text.


def citations(text: Text = None, file: File = None, as_json: AsJson = False) -> None:
    """Find and normalise citations and case names in a text."""
    from countercase.law.precedents import find_precedents

    content = read_text(text, file)
    items = [_citation_record(content, mention) for mention in find_precedents(content)]
    if as_json:
        print_json({"count": len(items), "items": items})
        return
    if not items:
        typer.echo("No case name or citation found.")
    for item in items:
        typer.echo(_citation_line(item))


def _citation_record(text: str, mention: "PrecedentMention") -> dict[str, Any]:
    return {
        "text": mention.span.of(text),
        "span": [mention.span.start, mention.span.end],
        "name": mention.name,
        "petitioner": mention.petitioner,
        "respondent": mention.respondent,
        "citations": [citation.normal for citation in mention.citations],
        "treatment": mention.treatment,
    }


def _citation_line(item: dict[str, Any]) -> str:
    start, end = item["span"]
    named = item["name"] or "(no name)"
    cited = " : ".join(item["citations"]) or "(no citation)"
    treated = f"  [{item['treatment']}]" if item["treatment"] else ""
    return f"{start}-{end}  {named}  {cited}{treated}"


# `countercase law map`: map a provision between the old codes and those of 2023.


def map_provision(
    provision: Annotated[str, typer.Argument(help="A provision, such as IPC-302, 'Section 302 IPC' or BNS-103(1).")],
    as_json: AsJson = False,
) -> None:
    """Map a provision between the old codes and those of 2023."""
    from countercase.law.provisions import parse_provision
    from countercase.law.tables.acts import counterparts, equivalents, related

    requested = parse_provision(provision)
    others = (*counterparts(requested), *related(requested))
    if as_json:
        print_json(
            {
                "provision": requested.id,
                "counterparts": [
                    {
                        "provision": other.provision.id if other.provision else None,
                        "change": other.change.value,
                        "note": other.note or None,
                        "source": other.source,
                    }
                    for other in others
                ],
                "equivalents": sorted(known.id for known in equivalents(requested)),
            }
        )
        return
    for other in others:
        note = f"  ({other.note})" if other.note else ""
        typer.echo(f"{requested}  ->  {other.provision or 'none'}  {other.change.value}{note}  [{other.source}]")


# `countercase law provision`: find and normalise provisions in a text.


def provision(text: Text = None, file: File = None, as_json: AsJson = False) -> None:
    """Find and normalise provisions in a text."""
    from countercase.law.provisions import find_provisions

    content = read_text(text, file)
    items = [_provision_record(content, mention) for mention in find_provisions(content)]
    if as_json:
        print_json({"provisions": items})
        return
    for item in items:
        words = " ".join(item["part_text"].split())
        typer.echo(f"{item['provision'] or '-':<28}  {words:<32}  {item['reason'] or ''}".rstrip())
    if not items:
        typer.echo("No provision found. Forms such as 'Section 302 IPC', 's. 34 r/w 149' and 'Article 21' are read.")


def _provision_record(text: str, mention: "ProvisionMention") -> dict[str, Any]:
    """`span` covers the whole list that a reader would underline; `part_span` only this provision's part of it."""
    provision = mention.provision
    return {
        "text": mention.phrase.of(text),
        "span": [mention.phrase.start, mention.phrase.end],
        "provision": provision.id if provision else None,
        "act": provision.act if provision else None,
        "number": mention.number,
        "clauses": list(mention.clauses),
        "reason": mention.reason,
        "part_text": mention.span.of(text),
        "part_span": [mention.span.start, mention.span.end],
    }


# `countercase law thresholds`: the numbers at which the law changes.

_WIDTH = 100


def thresholds(
    provision: Annotated[
        str | None,
        typer.Argument(help="Only those of this provision: JJ-15, 'Section 304B IPC'.", show_default=False),
    ] = None,
    quantity: Annotated[Quantity | None, typer.Option("--quantity", help="Only this quantity.")] = None,
    role: Annotated[
        str | None, typer.Option("--role", help="Only this role, such as accused, victim or custody.")
    ] = None,
    on: Annotated[str | None, typer.Option("--on", help="Only law in force on this day, such as 2019-03-12.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the numbers at which the law changes.

    Each has its provision, its dates in force and its source.
    """
    from countercase.law.provisions import parse_provision
    from countercase.law.tables import thresholds as table

    day = _day(on)
    named = parse_provision(provision) if provision is not None else None
    rules = table.applicable(quantity, role, day, named)
    if as_json:
        asked = {"provision": named.id if named else None, "quantity": quantity, "role": role, "on": day}
        print_json({"asked": asked, "count": len(rules), "thresholds": [rule.record() for rule in rules]})
        return
    if not rules:
        typer.echo(_no_threshold(table.all(), named, role))
        return
    typer.echo("\n".join(_threshold_lines(rules)))


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text is not None else None
    except ValueError:
        raise LawError(f"{text!r} is not a day. Write it as 2019-03-12.") from None


def _no_threshold(rules: "Iterable[Threshold]", named: "Provision | None", role: str | None) -> str:
    count = Counter(rule.role for rule in rules)
    if role is not None and role not in count:
        common = ", ".join(name for name, _ in count.most_common(12))
        return f"No threshold has the role {role!r}. The most common roles are {common}."
    which = f" {named.id}" if named else ""
    return f"No threshold fits{which}. Leave out an option, or list all: countercase law thresholds"


def _threshold_lines(rules: "tuple[Threshold, ...]") -> Iterable[str]:
    """One paragraph per rule: the provision, the test and its effect, then the dates and the source."""
    from countercase.facts.words import provision_name
    from countercase.law.dates import counted

    indent = " " * 4
    for rule in rules:
        subject = f" ({rule.subject})" if rule.subject else ""
        until = f"{rule.in_force_from} to {rule.in_force_to}" if rule.in_force_to else f"since {rule.in_force_from}"
        tested = f"{rule.quantity.value} of {rule.role}{subject} {rule.condition}: {rule.effect}"
        yield provision_name(rule.provision)
        yield from textwrap.wrap(tested, _WIDTH, initial_indent=indent, subsequent_indent=indent)
        yield from textwrap.wrap(f"{until}; {rule.source}", _WIDTH, initial_indent=indent, subsequent_indent=indent)
    yield f"\n{counted(len(rules), 'threshold')}; every field: --json"


# `countercase law ingredients`: what a charge, claim or defence needs.


def ingredients(
    provision: Annotated[
        str, typer.Argument(help="A provision, such as IPC-304B, 'Section 138 NI Act' or BNS-103(1).")
    ],
    on: Annotated[str | None, typer.Option("--on", help="The law as it stood on this day, such as 2019-03-14.")] = None,
    as_json: AsJson = False,
) -> None:
    """List what a charge, claim or defence needs.

    Says what follows if an ingredient is present, and if it is absent.
    """
    from countercase.facts.words import provision_name
    from countercase.law.ingredients import tables
    from countercase.law.provisions import parse_provision

    requested = parse_provision(provision)
    by_subject = tables().under(requested, _day(on))
    if as_json:
        print_json(
            {
                "provision": requested.id,
                "subjects": [_subject_record(subject, rows) for subject, rows in by_subject.items()],
            }
        )
        return
    if not by_subject:
        typer.echo(f"The tables have no ingredients for {provision_name(requested)}.")
    for subject, rows in by_subject.items():
        typer.echo(f"{subject.name} ({subject.kind}; {', '.join(map(provision_name, subject.provisions))})")
        for row in rows:
            typer.echo(f"  {row.role:<11}  {row.name}  [{', '.join(map(provision_name, row.provisions))}]")
            typer.echo(f"               if so:  {row.if_met}")
            typer.echo(f"               if not: {row.if_not}")
            typer.echo(f"               source: {row.source}")


def _subject_record(subject: "LegalSubject", rows: "Sequence[Ingredient]") -> dict[str, object]:
    return {
        "id": subject.id,
        "kind": subject.kind.value,
        "name": subject.name,
        "provisions": [provision.id for provision in subject.provisions],
        "source": subject.source,
        "ingredients": [
            {
                "id": row.id,
                "ingredient": row.name,
                "provisions": [provision.id for provision in row.provisions],
                "role": row.role.value,
                "favours": row.favours,
                "if_met": row.if_met,
                "if_not": row.if_not,
                "in_force_from": row.start.isoformat() if row.start else None,
                "in_force_to": row.end.isoformat() if row.end else None,
                "source": row.source,
            }
            for row in rows
        ],
    }


# `countercase cited` and `countercase check`.

On = Annotated[str | None, typer.Option("--on", help="The day to judge by, such as 2019-03-14. Default: today.")]
_MARKS = {"ok": "✓", "wrong": "✗", "unknown": "?"}


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
    record = app.cited(case_id, _day_or_today(on))
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
    checked = open_app(workspace).check_draft(text, _day_or_today(on))
    if report is not None:
        from countercase.files import write_whole
        from countercase.report.page import draft_page

        write_whole(report, draft_page(text, checked, file.name))
    if as_json:
        print_json(checked.as_json())
    else:
        _print_check(checked)
        if report is not None:
            typer.echo(f"Wrote {report}")
    if checked.wrong:
        raise typer.Exit(1)


def _print_check(checked: "DraftReport") -> None:
    for verdict in ("wrong", "unknown"):
        for item in checked.items:
            if item.verdict == verdict:
                typer.echo(f"{_MARKS[verdict]} {_item_line(item)}")
    for item in checked.items:
        if item.needs_care:
            typer.echo(f"! {_item_line(item)}")
    counts = {verdict: sum(item.verdict == verdict for item in checked.items) for verdict in _MARKS}
    holds = "holds" if counts["ok"] == 1 else "hold"
    typer.echo(f"\n{counts['ok']} {holds}, {counts['wrong']} wrong, {counts['unknown']} cannot be told.")
    if counts["unknown"]:
        typer.echo("What cannot be told may be right: our list of decisions does not cover every report and year.")


def _item_line(item: "CheckedItem") -> str:
    from countercase.text.words import shortened

    verdict = "holds, with care" if item.needs_care else item.problem or "cannot be told"
    return f"{item.kind} “{shortened(item.text)}”: {verdict}. {item.says}"


def _day_or_today(text: str | None) -> date:
    return _day(text or None) or date.today()  # noqa: DTZ011 - the reader's own day


app = typer.Typer(help="Provisions, codes, thresholds and citations of Indian law.", no_args_is_help=True)
app.command("provision")(provision)
app.command("map")(map_provision)
app.command("thresholds")(thresholds)
app.command("citations")(citations)
app.command("ingredients")(ingredients)
