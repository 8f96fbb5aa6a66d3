"""What a language model would add to a fact sheet: shown apart from it, with the path that was taken."""

from typing import TYPE_CHECKING, Any

import typer

from countercase.errors import EndpointError

if TYPE_CHECKING:
    from countercase.llm.advisers import Suggestions
    from countercase.llm.model import LanguageModel


def suggest(narrative: str) -> dict[str, Any]:
    """The suggestions of the configured model as plain data; an error where none is configured."""
    from countercase.assemble import language_model
    from countercase.llm.advisers import suggest_facts
    from countercase.settings import load_settings

    model = language_model(load_settings())
    if model is None:
        raise EndpointError("--suggest needs a language model, and llm.base_url is not set. Leave it out: rules do it.")
    return _record(suggest_facts(model, narrative), model)


def print_suggestions(found: dict[str, Any]) -> None:
    """One line a suggestion, or why there is none."""
    typer.echo("")
    typer.echo(f"Suggested by {found['model']}, not on the sheet:")
    for fact in found["kept"]:
        typer.echo(f"  {fact['kind']}: {fact['quote']}")
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
