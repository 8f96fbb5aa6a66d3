"""`countercase law map`: carry a provision over between the old codes and those of 2023."""

from typing import Annotated

import typer

from countercase.cli.options import AsJson
from countercase.cli.output import print_json


def map_provision(
    provision: Annotated[str, typer.Argument(help="Such as IPC-302, 'Section 302 IPC' or BNS-103(1).")],
    as_json: AsJson = False,
) -> None:
    """Carry a provision over between the old codes and those of 2023."""
    from countercase.law.provisions import parse_provision
    from countercase.law.tables.codes import counterparts, equivalents, related

    asked = parse_provision(provision)
    found = (*counterparts(asked), *related(asked))
    if as_json:
        print_json(
            {
                "provision": asked.id,
                "counterparts": [
                    {
                        "provision": other.provision.id if other.provision else None,
                        "change": other.change.value,
                        "note": other.note or None,
                        "source": other.source,
                    }
                    for other in found
                ],
                "equivalents": sorted(known.id for known in equivalents(asked)),
            }
        )
        return
    for other in found:
        note = f"  ({other.note})" if other.note else ""
        typer.echo(f"{asked}  ->  {other.provision or 'none'}  {other.change.value}{note}  [{other.source}]")
