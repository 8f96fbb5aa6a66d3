"""`countercase llm`: the language model, where one is configured; one file a command."""

import typer

from countercase.cli.terminal import AsJson, print_json, print_pairs
from countercase.errors import EndpointError, SchemaNotHeld

# `countercase llm check`: try the configured endpoint with one structured call.


def check(as_json: AsJson = False) -> None:
    """Try the configured endpoint: latency, tokens per second, and whether it holds the schema."""
    from dataclasses import asdict

    from countercase.llm.model import probe
    from countercase.settings import load_settings

    settings = load_settings().llm
    if not settings.base_url:
        raise EndpointError("No language model is configured: rules do everything. Set llm.base_url and llm.model.")
    found = probe(settings)
    if as_json:
        print_json(asdict(found))
    else:
        print_pairs(
            [
                ("endpoint", found.base_url),
                ("model", found.model),
                ("facts", "stay on this machine" if found.local else "LEAVE this machine with every question"),
                ("schema", found.schema),
                ("latency", f"{found.latency_seconds:.2f} s"),
                ("tokens", f"{found.question_tokens} asked, {found.answer_tokens} answered"),
                ("speed", f"{found.tokens_per_second:.1f} answered tokens a second, waiting included"),
            ]
        )
    if found.why:
        raise SchemaNotHeld(found.why)


app = typer.Typer(help="The language model, where one is configured.", no_args_is_help=True)
app.command("check")(check)


@app.callback()
def root() -> None:
    """The language model, where one is configured."""  # a group of one command needs this to stay a group
