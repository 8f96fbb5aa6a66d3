"""A change of the user's own at a node of a tree, read from a form."""

from dataclasses import replace

from countercase.domain.facts import Fact, FactKind
from countercase.domain.perturbation import Node, Perturbation
from countercase.errors import InputError
from countercase.facts.words import describe
from countercase.web.forms import whole
from countercase.web.matter.fact_forms import read_fact


def read_change(node: Node, given: dict[str, str]) -> Perturbation:
    """One fact corrected, taken away or added."""
    if given.get("what") == "add":
        try:
            kind = FactKind(given.get("kind", ""))
        except ValueError:
            raise InputError("Choose what kind of fact to add.") from None
        after: Fact | None = read_fact(kind, given)
        before = None
    else:
        place = whole(given, "fact")
        if place >= len(node.sheet.facts):
            raise InputError("There is no such fact at this node. Load the page again.")
        before = node.sheet.facts[place]
        after = None if given.get("what") == "remove" else replace(read_fact(before.kind, given), spans=before.spans)
    return Perturbation(before, after, "by hand", "your own change", _sentence(before, after))


def _sentence(before: Fact | None, after: Fact | None) -> str:
    if before is None and after is not None:
        return f"What if there were also {describe(after)}?"
    if after is None and before is not None:
        return f"What if there were no {describe(before)}?"
    return f"What if it were {describe(after)} and not {describe(before)}?" if before and after else ""
