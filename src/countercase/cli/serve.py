"""`countercase serve` and `countercase mcp`: the same commands as a web page, and as tools for AI assistants.

Both serve only this machine unless the user says otherwise. `mcp` speaks the Model Context Protocol over standard input
and output, or over HTTP with `--http`. Nothing is sent anywhere but to the browser or the assistant that asks; what an
assistant does with the answer is beyond our control.
"""

import socket
import stat
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from countercase.cli.terminal import Workspace
from countercase.errors import CountercaseError, InputError, MissingExtra

if TYPE_CHECKING:
    from mcp.server import MCPServer

    from countercase.app import App


def serve(
    workspace: Workspace = None,
    host: Annotated[
        str | None, typer.Option("--host", help="Address to listen on; one outside this machine needs a token.")
    ] = None,
    port: Annotated[int | None, typer.Option("--port", help="Port to listen on.", min=1, max=65535)] = None,
    token_file: Annotated[
        Path | None,
        typer.Option(
            "--token-file",
            help="File with a secret, at least 16 characters, that opens the page; only you may read it.",
        ),
    ] = None,
    token: Annotated[str | None, typer.Option("--token", hidden=True)] = None,
    workers: Annotated[
        int, typer.Option("--workers", help="Server processes; more than one needs a shared store.", min=1, max=64)
    ] = 1,
    results: Annotated[
        list[Path] | None,
        typer.Option("--results", help="Folder with JSON results of evaluations to show; may be repeated."),
    ] = None,
    contracts: Annotated[
        list[Path] | None, typer.Option("--contracts", help="Folder that `cuad generate --out` wrote; may be repeated.")
    ] = None,
) -> None:
    """Start the workbench, a web page on this machine.

    Prints its address and opens no browser.
    """
    from countercase.app import open_app
    from countercase.settings import load_settings

    try:
        import uvicorn

        from countercase.web.app import create_app, serve_with_workers, server_config
        from countercase.web.security import ServingPolicy, check_folders
    except ModuleNotFoundError as error:
        raise MissingExtra(error.name or "fastapi", "web") from None
    if token is not None:
        raise InputError(
            "A token on the command line can be read by every user of this machine. "
            "Choose another, and give it with --token-file FILE or COUNTERCASE_WEB__TOKEN."
        )
    chosen = _read_token(token_file) if token_file else None
    settings = load_settings(flags={"web.host": host, "web.port": port, "web.token": chosen})
    policy = ServingPolicy(settings.web.host, settings.web.token, users=settings.web.tokens)
    folders = check_folders(results or [], contracts or [])
    _can_listen(policy.host, settings.web.port)
    address = _address(policy.host, settings.web.port)
    if workers > 1:
        typer.echo(f"Open {address}?token=YOUR-TOKEN in a browser. {workers} processes serve it. Ctrl-C stops.")
        serve_with_workers(workspace, settings, policy, folders, workers)
        return
    app = create_app(open_app(workspace, settings), policy, folders)
    policy.invitation.on_used = lambda code: typer.echo(f"Opened. For another browser: {address}?token={code}")
    code = "YOUR-TOKEN" if policy.users else policy.link_code
    typer.echo(f"Open {address}?token={code} in a browser. Ctrl-C stops.")
    uvicorn.Server(server_config(app, policy.host, settings.web.port)).run()


def _read_token(file: Path) -> str:
    """Read the token from a file that only its owner may read."""
    try:
        if stat.S_IMODE(file.stat().st_mode) & 0o077:
            raise InputError(f"{file} can be read by other users. Run: chmod 600 {file}")
        return file.read_text(encoding="ascii").strip()
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}. Check the name.") from None
    except UnicodeDecodeError:
        raise InputError(f"{file} contains more than plain letters and digits. Run: openssl rand -hex 16") from None


def _address(host: str, port: int) -> str:
    shown = "127.0.0.1" if host in {"0.0.0.0", "::"} else host  # noqa: S104 - compared, not bound
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


def _can_listen(host: str, port: int) -> None:
    """Refuse a port that is in use, so that the printed address never leads to another program."""
    try:
        with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET):
            pass
    except OSError:
        raise InputError(f"Port {port} of {host} cannot be used. Give another with --port.") from None


# `countercase mcp`: each function below with an `app` is a tool, and its docstring is what the assistant reads.

_LONGEST = 200_000  # characters of a text from an assistant, the same as on the page
_MOST_CASES = 50


def mcp(
    workspace: Workspace = None,
    http: Annotated[
        bool, typer.Option("--http", help="Serve over HTTP on 127.0.0.1 instead of standard input and output.")
    ] = False,
    port: Annotated[int, typer.Option("--port", help="Port for --http.", min=1, max=65535)] = 8643,
) -> None:
    """Serve these commands to an AI assistant.

    Offers search, case, facts, whatif, cited, check and law over the Model Context Protocol.
    """
    from countercase.app import open_app

    server = build_server(open_app(workspace))
    if http:
        server.run("streamable-http", host="127.0.0.1", port=port)
    else:
        server.run("stdio")


def build_server(app: "App") -> "MCPServer[Any]":
    """The server with its tools; tests connect to it with the SDK's own client."""
    try:
        from mcp.server import MCPServer
    except ImportError:
        raise MissingExtra("mcp", "mcp") from None
    server: MCPServer[Any] = MCPServer(
        "countercase",
        instructions="Precedents of the Supreme Court of India for a set of facts. The built-in cases are summaries "
        "written for this product, never the Court's words. Say so when you quote them.",
    )
    for tool in (search, case, facts, whatif, cited, check, law):
        server.add_tool(_bound(tool, app), name=tool.__name__, description=tool.__doc__)
    return server


def _bound(tool: Any, app: "App") -> Any:
    """The tool with the app filled in, and only the other parameters for the assistant to see."""
    import functools
    import inspect

    from mcp.server.mcpserver.exceptions import ToolError

    @functools.wraps(tool)
    def call(**arguments: Any) -> dict[str, Any]:
        try:
            answer: dict[str, Any] = tool(app, **arguments)
        except CountercaseError as error:  # the assistant reads the same message as a user
            raise ToolError(str(error)) from None
        return answer

    signature = inspect.signature(tool, eval_str=True)
    call.__signature__ = signature.replace(parameters=list(signature.parameters.values())[1:])  # type: ignore[attr-defined]
    call.__annotations__ = {
        name: kind for name, kind in inspect.get_annotations(tool, eval_str=True).items() if name != "app"
    }
    return call


def search(app: Any, text: str, top_k: int = 10) -> dict[str, Any]:
    """The precedents for a set of facts, with their flags (still good law?) and the reasons why each was found."""
    from countercase.report.precedent_list import precedent_record

    sheet = app.read_facts(_limited(text))
    precedents = app.search(text, top_k=max(1, min(top_k, _MOST_CASES)))
    records = []
    for precedent in precedents:
        stored = app.case(precedent.case_id)
        records.append(precedent_record(stored, precedent, app.explain(sheet, precedent), flagged=app.flag(stored)))
    return _plain({"precedents": records})


def case(app: Any, case_id: str) -> dict[str, Any]:
    """A stored case: its name, citations, court, date, bench, outcome and text."""
    from countercase.domain.case import CaseId

    stored = app.case(CaseId(case_id))
    flag = app.flag(stored)
    return _plain(
        {
            "case_id": stored.id,
            "name": stored.name,
            "citations": list(stored.citations),
            "court": stored.court,
            "decided": stored.decided,
            "bench": list(stored.bench),
            "outcome": stored.outcome,
            "flag": str(flag.flag),
            "why": flag.why,
            "text": stored.text,
        }
    )


def facts(app: Any, text: str) -> dict[str, Any]:
    """The facts of a matter, what each charge or claim needs, what of it is there, and the lines of law."""
    from countercase.facts.checklist import facts_json

    return _plain(facts_json(app.read_facts(_limited(text)), app.models.clause_reader))


def whatif(app: Any, text: str) -> dict[str, Any]:
    """What changes if one fact of a matter changes: every single change, without combinations."""
    from countercase.counterfactual.result import Matter
    from countercase.counterfactual.tree_json import to_json
    from countercase.facts.sheet_json import to_json as sheet_to_json

    matter = Matter("matter", "matter", app.read_facts(_limited(text)))
    options = app.whatifs.options.model_copy(update={"max_depth": 1})
    run = app.whatifs.measured(app.whatifs.result(matter, app.whatifs.grow(matter, options=options)))
    return _plain(to_json(run, sheet_to_json))


def cited(app: Any, case_id: str) -> dict[str, Any]:
    """The later history of a case, given by id, name or citation, and whether it is still good law."""
    return _plain(app.cited(app.store.find_one(case_id), date.today()))  # noqa: DTZ011 - the reader's own day


def check(app: Any, text: str) -> dict[str, Any]:
    """Every citation, quotation and provision of a draft: ok, wrong or unknown, with the reason."""
    return _plain(app.check_draft(_limited(text), date.today()).as_json())  # noqa: DTZ011


def law(app: Any, provision: str) -> dict[str, Any]:  # noqa: ARG001 - every tool is given the app
    """A provision, its counterpart in the other code, and the ingredients that it requires."""
    from countercase.law.ingredients import either_code, tables
    from countercase.law.provisions import parse_provision

    requested = parse_provision(provision)
    bases = {other.base for other in either_code(requested)} | {requested.base}
    needs = [
        {"ingredient": row.name, "role": row.role, "if_met": row.if_met, "if_not": row.if_not}
        for rows in tables().under(requested).values()
        for row in rows
    ]
    return _plain({"provision": requested.id, "either_code": sorted(bases), "ingredients": needs})


def _limited(text: str) -> str:
    if len(text) > _LONGEST:
        raise InputError(f"{len(text):,} characters are too many. Give only the facts, up to {_LONGEST:,} characters.")
    return text


def _plain(value: dict[str, Any]) -> dict[str, Any]:
    """The value as plain JSON data: dates as text, enumerations by their value."""
    import json

    plain: dict[str, Any] = json.loads(json.dumps(value, default=str, ensure_ascii=False))
    return plain
