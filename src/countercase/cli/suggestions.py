"""What a language model would add to a fact sheet, and what it holds against it, with the path that was taken."""

from typing import TYPE_CHECKING, Any

import typer

from countercase.errors import EndpointError

if TYPE_CHECKING:
    from countercase.domain.facts import FactSheet
    from countercase.llm.advisers import Suggestion
    from countercase.llm.model import LanguageModel


def suggest(sheet: "FactSheet") -> "tuple[FactSheet, dict[str, Any]]":
    """The sheet with what the configured model adds to it, and how that went as plain data.

    `kept` are suggestions with a quote that are no fact of the closed lists; an error where no model is configured.
    """
    from countercase.facts.suggestions import Proposal, add_facts, listed_names
    from countercase.llm.advisers import suggest_facts

    model = _model("--suggest")
    found = suggest_facts(model, sheet.narrative, listed_names())
    proposals = (
        Proposal(
            kind=one.kind,
            spans=one.spans,
            value=one.value,
            status=one.status,
            of=one.of,
            quantity=one.quantity,
            unit=one.unit,
        )
        for one in found.kept
    )
    added = add_facts(sheet, proposals, model.name)
    told = {
        "path": found.path,
        "why": found.why,
        "added": added.count,
        "kept": [_record(found.kept[place]) for place in added.untyped],
        "dropped": found.dropped,
        "decided_by_rules": added.decided,
        **model.report(),
    }
    return added.sheet, told


def dispute(sheet: "FactSheet") -> "tuple[FactSheet, dict[str, Any]]":
    """The sheet with what the configured model disputes marked on its facts, and how that went as plain data."""
    from countercase.facts.words import describe
    from countercase.llm.advisers import dispute_facts, with_disputes

    model = _model("--dispute")
    found = dispute_facts(model, sheet, describe)
    told = {"path": found.path, "why": found.why, "kept": len(found.kept), "dropped": found.dropped, **model.report()}
    return with_disputes(sheet, found), told


def _model(option: str) -> "LanguageModel":
    from countercase.assemble import language_model
    from countercase.settings import load_settings

    model = language_model(load_settings())
    if model is None:
        raise EndpointError(f"{option} needs a language model, and llm.base_url is not set. Leave it out: rules do it.")
    return model


def print_suggestions(found: dict[str, Any]) -> None:
    """How many facts were added, one line for what is none of our lists, or why there is nothing."""
    typer.echo("")
    if found["added"]:
        facts = "fact" if found["added"] == 1 else "facts"
        typer.echo(f"Added by {found['model']}: {found['added']} {facts}, marked in the table")
    typer.echo(f"Suggested by {found['model']}, not on the sheet:")
    for fact in found["kept"]:
        typer.echo(f"  {fact['kind']}: {fact['quote']}")
    _print_rest(found)
    if found["decided_by_rules"]:
        typer.echo(f"  ({found['decided_by_rules']} dropped: the rules have read it there, the same or otherwise)")


def print_disputes(found: dict[str, Any]) -> None:
    """How many facts are disputed; the reasons stand beside the facts."""
    typer.echo("")
    typer.echo(f"Disputed by {found['model']}, and still on the sheet:")
    if found["kept"]:
        typer.echo(f"  {found['kept']} {'fact' if found['kept'] == 1 else 'facts'}, marked in the table")
    _print_rest(found)


def _print_rest(found: dict[str, Any]) -> None:
    if found["path"] != "model":
        typer.echo(f"  nothing: {found['why']}")
    elif not found["kept"]:
        typer.echo("  nothing")
    if found["dropped"]:
        typer.echo(f"  ({found['dropped']} dropped: their words are not in the text)")


def _record(fact: "Suggestion") -> dict[str, Any]:
    spans = [[span.start, span.end] for span in fact.spans]
    value = {"value": fact.value} if fact.value else {}
    return {"kind": fact.kind, **value, "quote": fact.quote, "spans": spans}
