"""`countercase serve`: the web page, by default only on this machine."""

import socket
import stat
from pathlib import Path
from typing import Annotated

import typer

from countercase.cli.terminal import Workspace
from countercase.errors import InputError, MissingExtra


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

        from countercase.web.app import create_app
        from countercase.web.security import ServingPolicy, check_folders
        from countercase.web.server import serve_with_workers, server_config
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
