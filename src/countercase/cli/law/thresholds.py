"""`countercase law thresholds`: the numbers on which a legal result turns."""

import textwrap
from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from countercase.cli.options import AsJson
from countercase.cli.output import print_json
from countercase.domain.facts import Quantity
from countercase.errors import LawError

if TYPE_CHECKING:
    from countercase.domain.provision import Provision
    from countercase.law.tables.thresholds import Threshold

_WIDTH = 100


def thresholds(
    provision: Annotated[
        str | None,
        typer.Argument(help="Only those of this provision: JJ-15, 'Section 304B IPC'.", show_default=False),
    ] = None,
    quantity: Annotated[
        Quantity | None, typer.Option("--quantity", help="Only age, amount, duration, weight or persons.")
    ] = None,
    role: Annotated[str | None, typer.Option("--role", help="Whose fact: accused, victim, custody ...")] = None,
    on: Annotated[str | None, typer.Option("--on", help="Only law in force on this day, as 2019-03-12.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the numbers on which a legal result turns, with provision, dates and source."""
    from countercase.law.provisions import parse_provision
    from countercase.law.tables import thresholds as table

    day = _day(on)
    named = parse_provision(provision) if provision is not None else None
    rules = table.applicable(quantity, role, day, named)
    if as_json:
        asked = {"provision": named.id if named else None, "quantity": quantity, "role": role, "on": day}
        print_json({"asked": asked, "count": len(rules), "thresholds": [rule.record() for rule in rules]})
        return
    if not rules:
        typer.echo(_nothing(table.all(), named, role))
        return
    typer.echo("\n".join(_lines(rules)))


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text is not None else None
    except ValueError:
        raise LawError(f"{text!r} is not a day. Write it as 2019-03-12.") from None


def _nothing(rules: "Iterable[Threshold]", named: "Provision | None", role: str | None) -> str:
    count = Counter(rule.role for rule in rules)
    if role is not None and role not in count:
        common = ", ".join(name for name, _ in count.most_common(12))
        return f"No threshold has the role {role!r}. The commonest roles: {common}."
    which = f" {named.id}" if named else ""
    return f"No threshold fits{which}. Leave out an option, or list all: countercase law thresholds"


def _lines(rules: "tuple[Threshold, ...]") -> Iterable[str]:
    """A rule a paragraph: the provision, the test, its effect, then the dates and the source."""
    width = max(len(rule.provision.id) for rule in rules) + 2
    for rule in rules:
        subject = f" ({rule.subject})" if rule.subject else ""
        until = f"{rule.in_force_from} to {rule.in_force_to}" if rule.in_force_to else f"since {rule.in_force_from}"
        tested = f"{rule.quantity.value} of {rule.role}{subject} {rule.condition}: {rule.effect}"
        yield from textwrap.wrap(
            tested, _WIDTH, initial_indent=f"{rule.provision.id:<{width}}", subsequent_indent=" " * width
        )
        yield from textwrap.wrap(
            f"{until}; {rule.source}", _WIDTH, initial_indent=" " * width, subsequent_indent=" " * width
        )
    yield f"\n{len(rules)} threshold{'s' if len(rules) > 1 else ''}; every field: --json"
