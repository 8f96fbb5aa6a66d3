"""`countercase eval faithfulness`: do explanations stand in their sources?"""

from countercase.cli.options import AsJson
from countercase.errors import NotBuilt


def faithfulness(as_json: AsJson = False) -> None:
    """Score whether explanations stand in their sources."""
    raise NotBuilt("eval faithfulness")
