"""`countercase eval human-score`: the filled sheets."""

from countercase.cli.options import AsJson
from countercase.errors import NotBuilt


def human_score(as_json: AsJson = False) -> None:
    """Score filled annotation sheets."""
    raise NotBuilt("eval human-score")
