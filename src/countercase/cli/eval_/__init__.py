"""`countercase eval`: the evaluation harness."""

import typer

from countercase.cli.eval_ import again, counterfactual, explanations, retrieval

app = typer.Typer(help="Evaluate retrieval, counterfactuals and explanations.", no_args_is_help=True)
app.command("retrieval")(retrieval.retrieval)
app.command("citation-set")(retrieval.citation_set)
app.command("document-set")(retrieval.document_set)
app.command("counterfactual")(counterfactual.counterfactual)
app.command("faithfulness")(explanations.faithfulness)
app.command("human-template")(explanations.human_template)
app.command("human-score")(explanations.human_score)
app.command("again")(again.again)
