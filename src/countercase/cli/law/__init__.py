"""`countercase law`: provisions, codes, thresholds and citations; one file a command."""

import typer

from countercase.cli.law import citations, map_, provision, thresholds

app = typer.Typer(help="Provisions, codes, thresholds and citations of Indian law.", no_args_is_help=True)
app.command("provision")(provision.provision)
app.command("map")(map_.map_provision)
app.command("thresholds")(thresholds.thresholds)
app.command("citations")(citations.citations)
