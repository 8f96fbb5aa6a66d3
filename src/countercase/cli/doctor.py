"""`countercase doctor`: what is installed, which models, which endpoints, what would leave the machine."""

import typer

from countercase.cli.terminal import AsJson, Workspace, print_json, print_pairs


def doctor(workspace: Workspace = None, as_json: AsJson = False) -> None:
    """Say what is installed, which models and endpoints are set, what would leave the machine; check a workspace."""
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
        held = found["workspace"]
        typer.echo("")
        print_pairs(
            [
                ("workspace", held["folder"]),
                ("holds", ", ".join(f"{count} {what}" for what, count in held["counts"].items() if count) or "nothing"),
                ("damage", "; ".join(held["damage"]) or "none"),
                ("index", held["index"]),
            ]
        )
