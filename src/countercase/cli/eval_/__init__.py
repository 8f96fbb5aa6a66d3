"""`countercase eval`: the evaluation harness; one file a command."""

import typer

from countercase.cli.eval_ import counterfactual, faithfulness, human_score, human_template, retrieval

app = typer.Typer(help="Figures that stand up: retrieval, counterfactuals, explanations.", no_args_is_help=True)
app.command("retrieval")(retrieval.retrieval)
app.command("counterfactual")(counterfactual.counterfactual)
app.command("faithfulness")(faithfulness.faithfulness)
app.command("human-template")(human_template.human_template)
app.command("human-score")(human_score.human_score)
