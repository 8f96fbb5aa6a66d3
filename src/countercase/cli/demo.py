"""`countercase demo`: the main job on the built-in corpus."""

from countercase.errors import NotBuilt


def demo() -> None:
    """Search, what-if tree, sensitivity and report on the built-in corpus."""
    raise NotBuilt("demo")
