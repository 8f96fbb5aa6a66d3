"""What a language model would add to a fact sheet, and what it holds against it, with the path that was taken."""

from typing import TYPE_CHECKING, Any

import typer

from countercase.errors import EndpointError

if TYPE_CHECKING:
    from countercase.domain.facts import FactSheet
    from countercase.llm.advisers import Suggestions
    from countercase.llm.model import LanguageModel


def suggest(narrative: str) -> dict[str, Any]:
    """The suggestions of the configured model as plain data; an error where none is configured."""
    from countercase.llm.advisers import suggest_facts

    model = _model("--suggest")
    return _record(suggest_facts(model, narrative), model)


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
    """One line a suggestion, or why there is none."""
    typer.echo("")
    typer.echo(f"Suggested by {found['model']}, not on the sheet:")
    for fact in found["kept"]:
        typer.echo(f"  {fact['kind']}: {fact['quote']}")
    _print_rest(found)


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


def _record(found: "Suggestions", model: "LanguageModel") -> dict[str, Any]:
    kept = [
        {"kind": fact.kind, "quote": fact.quote, "spans": [[span.start, span.end] for span in fact.spans]}
        for fact in found.kept
    ]
    return {"path": found.path, "why": found.why, "kept": kept, "dropped": found.dropped, **model.report()}
