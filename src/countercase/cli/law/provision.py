"""`countercase law provision`: find and normalise provisions in a text."""

from countercase.cli.options import AsJson, File, Text
from countercase.errors import NotBuilt


def provision(text: Text = None, file: File = None, as_json: AsJson = False) -> None:
    """Find and normalise provisions in a text."""
    raise NotBuilt("law provision")
