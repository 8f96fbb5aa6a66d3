"""`countercase eval human-template`: the sheet that experts fill."""

from countercase.errors import NotBuilt


def human_template() -> None:
    """Write the annotation sheet for human evaluation."""
    raise NotBuilt("eval human-template")
