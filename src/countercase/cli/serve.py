"""`countercase serve`: the web app."""

from countercase.cli.options import Workspace
from countercase.errors import NotBuilt


def serve(workspace: Workspace = None) -> None:
    """Open the workbench on this machine."""
    raise NotBuilt("serve")
