"""`countercase law provision`: find and normalise provisions in a text."""

from typing import Any

import typer

from countercase.cli.input import read_text
from countercase.cli.options import AsJson, File, Text
from countercase.cli.output import print_json


def provision(text: Text = None, file: File = None, as_json: AsJson = False) -> None:
    """Find and normalise provisions in a text."""
    from countercase.law.provisions import find_provisions

    given = read_text(text, file)
    found = [_item(given, mention) for mention in find_provisions(given)]
    if as_json:
        print_json({"provisions": found})
        return
    for item in found:
        words = " ".join(item["part_text"].split())
        typer.echo(f"{item['provision'] or '-':<28}  {words:<32}  {item['reason'] or ''}".rstrip())
    if not found:
        typer.echo("No provision found. Forms such as 'Section 302 IPC', 's. 34 r/w 149' and 'Article 21' are read.")


def _item(text: str, mention: Any) -> dict[str, Any]:
    """`span` is the whole list that a reader would underline, `part_span` what of it is this provision's own."""
    found = mention.provision
    return {
        "text": mention.phrase.of(text),
        "span": [mention.phrase.start, mention.phrase.end],
        "provision": found.id if found else None,
        "act": found.act if found else None,
        "number": mention.number,
        "clauses": list(mention.clauses),
        "reason": mention.reason,
        "part_text": mention.span.of(text),
        "part_span": [mention.span.start, mention.span.end],
    }
