"""`countercase law citations`: find and normalise citations and case names in a text."""

from countercase.cli.options import AsJson, File, Text
from countercase.errors import NotBuilt


def citations(text: Text = None, file: File = None, as_json: AsJson = False) -> None:
    """Find and normalise citations and case names in a text."""
    raise NotBuilt("law citations")
