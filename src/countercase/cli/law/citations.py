"""`countercase law citations`: find and normalise citations and case names in a text."""

from typing import TYPE_CHECKING, Any

import typer

from countercase.cli.input import read_text
from countercase.cli.options import AsJson, File, Text
from countercase.cli.output import print_json

if TYPE_CHECKING:
    from countercase.law.precedents import PrecedentMention


def citations(text: Text = None, file: File = None, as_json: AsJson = False) -> None:
    """Find and normalise citations and case names in a text."""
    from countercase.law.precedents import find_precedents

    given = read_text(text, file)
    items = [_item(given, mention) for mention in find_precedents(given)]
    if as_json:
        print_json({"count": len(items), "items": items})
        return
    if not items:
        typer.echo("No case name or citation found.")
    for item in items:
        typer.echo(_line(item))


def _item(text: str, mention: "PrecedentMention") -> dict[str, Any]:
    return {
        "text": mention.span.of(text),
        "span": [mention.span.start, mention.span.end],
        "name": mention.name,
        "petitioner": mention.petitioner,
        "respondent": mention.respondent,
        "citations": [citation.normal for citation in mention.citations],
        "treatment": mention.treatment,
    }


def _line(item: dict[str, Any]) -> str:
    start, end = item["span"]
    named = item["name"] or "(no name)"
    cited = " : ".join(item["citations"]) or "(no citation)"
    treated = f"  [{item['treatment']}]" if item["treatment"] else ""
    return f"{start}-{end}  {named}  {cited}{treated}"
