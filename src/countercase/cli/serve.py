"""`countercase serve`: the web app, on this machine only unless told otherwise."""

import logging
import socket
from pathlib import Path
from typing import Annotated

import typer

from countercase.cli.terminal import Workspace
from countercase.errors import InputError, MissingExtra


def serve(
    workspace: Workspace = None,
    host: Annotated[
        str | None, typer.Option("--host", help="Address to listen on; any but this machine's own needs a token.")
    ] = None,
    port: Annotated[int | None, typer.Option("--port", help="Port to listen on.", min=1, max=65535)] = None,
    token: Annotated[
        str | None, typer.Option("--token", help="Secret that opens the page, 16 characters or more.")
    ] = None,
    results: Annotated[
        list[Path] | None, typer.Option("--results", help="Folder with JSON of evaluation runs to show; repeatable.")
    ] = None,
    contracts: Annotated[
        list[Path] | None, typer.Option("--contracts", help="Folder that `cuad generate --out` wrote; repeatable.")
    ] = None,
) -> None:
    """Serve the workbench; prints its address and opens nothing."""
    from countercase.app import open_app
    from countercase.settings import load_settings

    try:
        import uvicorn

        from countercase.web.app import create_app
        from countercase.web.security import ServingPolicy
        from countercase.web.workbench import given_folders
    except ModuleNotFoundError as error:
        raise MissingExtra(error.name or "fastapi", "web") from None
    settings = load_settings(flags={"web.host": host, "web.port": port, "web.token": token})
    policy = ServingPolicy(settings.web.host, settings.web.token)
    folders = given_folders(results or [], contracts or [])
    app = create_app(open_app(workspace, settings), policy, folders)
    shown = "127.0.0.1" if policy.host in {"0.0.0.0", "::"} else policy.host  # noqa: S104 - compared, not bound
    shown = f"[{shown}]" if ":" in shown else shown
    link = f"http://{shown}:{settings.web.port}/" + (f"?token={policy.token}" if policy.token else "")
    _can_listen(policy.host, settings.web.port)
    typer.echo(f"Open {link} in a browser. Ctrl-C stops.")
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    uvicorn.run(app, host=policy.host, port=settings.web.port, log_level="warning", access_log=False)


def _can_listen(host: str, port: int) -> None:
    """Refuses a port that is taken before an address is printed that would lead to another program."""
    try:
        with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET):
            pass
    except OSError:
        raise InputError(f"Port {port} of {host} cannot be used. Give another with --port.") from None
