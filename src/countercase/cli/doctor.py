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

    found = examine(load_settings())
    if workspace is not None:
        found["workspace"] = examine_workspace(open_app(workspace))
    if as_json:
        print_json(found)
        return
    rows = (
        (name, version or f"not installed (extra: {LIBRARIES[name]})") for name, version in found["libraries"].items()
    )
    print_pairs(rows)
    typer.echo("")
    print_pairs(
        [
            ("countercase", found["version"]),
            ("Python", found["python"]),
            *((f"{kind} model", value) for kind, value in found["models"].items()),
            ("search", found["search"]),
            ("OCR", found["ocr"] or "tesseract is not installed: scanned pages will be marked unreadable"),
            ("endpoints", ", ".join(found["endpoints"]) or "none configured"),
            ("leaves the machine", "; ".join(found["leaves_the_machine"]) or "nothing"),
        ]
    )
    if "workspace" in found:
        state = found["workspace"]
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
                ("speed", f"{found.tokens_per_second:.1f} answered tokens per second, waiting included"),
            ]
        )
    if found.why:
        raise SchemaNotHeld(found.why)


llm_app = typer.Typer(help="The language model, if one is configured.", no_args_is_help=True)
llm_app.command("check")(check)


@llm_app.callback()
def llm() -> None:
    """The language model, if one is configured."""  # a group of one command needs this to stay a group
