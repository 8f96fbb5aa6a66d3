"""`countercase doctor` and `countercase llm check`: what is installed and configured, and whether the model answers."""

import typer

from countercase.cli.terminal import AsJson, Workspace, print_json, print_pairs
from countercase.errors import EndpointError, SchemaNotHeld


def doctor(workspace: Workspace = None, as_json: AsJson = False) -> None:
    """Report what is installed and configured.

    Says what would leave this machine. With --workspace, checks that workspace too.
    """
    from countercase.app import open_app
    from countercase.health import LIBRARIES, examine, examine_workspace
    from countercase.settings import load_settings

    health = examine(load_settings())
    if workspace is not None:
        health["workspace"] = examine_workspace(open_app(workspace))
    if as_json:
        print_json(health)
        return
    rows = (
        (name, version or f"not installed (extra: {LIBRARIES[name]})") for name, version in health["libraries"].items()
    )
    print_pairs(rows)
    typer.echo("")
    print_pairs(
        [
            ("countercase", health["version"]),
            ("Python", health["python"]),
            *((f"{kind} model", value) for kind, value in health["models"].items()),
            ("search", health["search"]),
            ("OCR", health["ocr"] or "tesseract is not installed: scanned pages will be marked unreadable"),
            ("endpoints", ", ".join(health["endpoints"]) or "none configured"),
            ("leaves the machine", "; ".join(health["leaves_the_machine"]) or "nothing"),
        ]
    )
    if "workspace" in health:
        state = health["workspace"]
        counts = ", ".join(f"{count} {what}" for what, count in state["counts"].items() if count)
        typer.echo("")
        print_pairs(
            [
                ("workspace", state["folder"]),
                ("holds", counts or "nothing"),
                ("damage", "; ".join(state["damage"]) or "none"),
                ("index", state["index"]),
            ]
        )


# `countercase llm check`: try the configured endpoint with one structured call.


def check(as_json: AsJson = False) -> None:
    """Test the configured language model.

    Reports latency, tokens per second, and whether the answer keeps to the schema.
    """
    from dataclasses import asdict

    from countercase.llm.model import probe
    from countercase.settings import load_settings

    settings = load_settings().llm
    if not settings.base_url:
        raise EndpointError(
            "No language model is configured; none is needed. To use one, set llm.base_url and llm.model."
        )
    probed = probe(settings)
    if as_json:
        print_json(asdict(probed))
    else:
        print_pairs(
            [
                ("endpoint", probed.base_url),
                ("model", probed.model),
                ("facts", "stay on this machine" if probed.local else "LEAVE this machine with every question"),
                ("schema", probed.schema),
                ("latency", f"{probed.latency_seconds:.2f} s"),
                ("tokens", f"{probed.question_tokens} asked, {probed.answer_tokens} answered"),
                ("speed", f"{probed.tokens_per_second:.1f} answered tokens per second, waiting included"),
            ]
        )
    if probed.why:
        raise SchemaNotHeld(probed.why)


llm_app = typer.Typer(help="The language model, if one is configured.", no_args_is_help=True)
llm_app.command("check")(check)


@llm_app.callback()
def llm() -> None:
    """The language model, if one is configured."""  # a group of one command needs this to stay a group
