"""`countercase index`: build or refresh every index."""

from countercase.cli.options import AsJson, Workspace
from countercase.errors import NotBuilt


def index(workspace: Workspace = None, as_json: AsJson = False) -> None:
    """Build or refresh every index of a workspace."""
    raise NotBuilt("index")
