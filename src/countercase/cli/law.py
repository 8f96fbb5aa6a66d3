"""`countercase law`: provisions, codes, thresholds, citations and ingredients of Indian law."""

import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

import typer

from countercase.cli.terminal import AsJson, File, Text, print_json, read_text
from countercase.domain.facts import Quantity
from countercase.errors import LawError

if TYPE_CHECKING:
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
    from countercase.law.tables.codes import counterparts, equivalents, related

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


app = typer.Typer(help="Provisions, codes, thresholds and citations of Indian law.", no_args_is_help=True)
app.command("provision")(provision)
app.command("map")(map_provision)
app.command("thresholds")(thresholds)
app.command("citations")(citations)
app.command("ingredients")(ingredients)
