"""`countercase eval faithfulness`: do explanations stand in their sources?"""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from countercase.cli.terminal import AsJson, PlanName, Workspace, print_json, print_pairs, progress
from countercase.files import write_whole

if TYPE_CHECKING:
    from countercase.app import App
    from countercase.domain.explanation import Explanation
    from countercase.evaluation.faithfulness import Faithfulness, Suite


def faithfulness(
    workspace: Workspace = None,
    queries: Annotated[
        Path | None, typer.Option("--queries", help="BEIR JSONL, AILA or CSV queries; without it, the ready matters.")
    ] = None,
    explanations: Annotated[
        Path | None,
        typer.Option("--explanations", help="Score these instead: JSON list of {case_id, sentences: [{text, span}]}."),
    ] = None,
    limit: Annotated[int | None, typer.Option("--limit", help="Use the first N queries.", min=1)] = None,
    top_k: Annotated[int | None, typer.Option("--top-k", help="Cases explained for each query.", min=1)] = None,
    plan: PlanName = None,
    corruptions: Annotated[
        bool, typer.Option("--corruptions/--no-corruptions", help="Also score sentences made wrong on purpose.")
    ] = True,
    items_out: Annotated[
        Path | None, typer.Option("--items-out", help="Write the explanations as human-template reads them.")
    ] = None,
    report: Annotated[Path | None, typer.Option("--report", help="Write a self-contained HTML page.")] = None,
    seed: Annotated[int, typer.Option("--seed", help="Of the corruptions.")] = 20,
    as_json: AsJson = False,
) -> None:
    """Score whether explanations stand in their sources: the specification's word test and the strict check."""
    from functools import cache

    from countercase.app import open_app
    from countercase.domain.case import CaseId
    from countercase.evaluation.faithfulness import as_record, read_explanations, score_explanations

    app = open_app(workspace)

    @cache
    def text_of(case_id: CaseId) -> str:
        return app.case(case_id).text

    @cache
    def chunks_of(case_id: CaseId) -> list[str]:
        return [chunk.text for chunk in app.store.chunks([case_id])]

    if explanations is not None:
        made = read_explanations(explanations, text_of)
    else:
        asked = _explain(app, _texts(queries)[:limit], plan, top_k)
        made = [explanation for _, explanation in asked]
        if items_out is not None:
            _write_items(app, asked, items_out)
    scored = score_explanations(made, text_of, chunks_of, corruptions, seed)
    if report is not None:
        from countercase.report.evaluation import faithfulness_page

        write_whole(report, faithfulness_page(scored, {"workspace": workspace or "built-in corpus", "seed": seed}))
    if as_json:
        print_json(as_record(scored))
        return
    _print_report(scored)


def _texts(queries: Path | None) -> list[str]:
    if queries is None:
        from countercase.corpus.builtin import builtin_matters

        return [matter.text for matter in builtin_matters()]
    from countercase.evaluation.formats import read_queries

    return list(read_queries(queries).values())


def _explain(app: "App", texts: list[str], plan: str | None, top_k: int | None) -> "list[tuple[str, Explanation]]":
    from countercase.facts.extract import extract_facts

    made: list[tuple[str, Explanation]] = []
    with progress(texts, "Explaining") as shown:
        for text in shown:
            matter = extract_facts(text)
            made += [(text, app.explain(matter, precedent)) for precedent in app.search(text, plan, top_k)]
    return made


def _write_items(app: "App", asked: "list[tuple[str, Explanation]]", path: Path) -> None:
    import json

    items = [
        {
            "id": str(number),
            "question": f"{text}\n\nWhy {app.case(made.case_id).name}?",
            "explanation": made.text,
            "system": "rules",
        }
        for number, (text, made) in enumerate(asked, start=1)
    ]
    write_whole(path, json.dumps(items, ensure_ascii=False, indent=1) + "\n")


def _print_report(scored: "Faithfulness") -> None:
    strict = scored.strict
    print_pairs(
        [
            ("explanations", f"{scored.explanations} ({scored.empty} without a sentence)"),
            ("sentences", str(strict.sentences)),
            ("strict faithfulness", f"{_share(strict.value)} ({strict.supported} supported)"),
            ("unsupported, unverifiable", f"{strict.unsupported}, {strict.unverifiable}"),
            ("lowest explanation, strict", _share(scored.lowest)),
            ("seed's faithfulness", f"{_share(scored.seed.value)} ({scored.seed.grounded} grounded; target > 0.90)"),
        ]
    )
    for title, suite in (("Sentences as shown", scored.shown), ("Without quotation marks", scored.restated)):
        if suite is not None:
            typer.echo(f"\n{title}: share rejected\n")
            _print_suite(suite)


def _print_suite(suite: "Suite") -> None:
    from countercase.cli.eval_.retrieval import print_table

    rows = [["", "sentences", "strict", "seed"]]
    for name, row in [("untouched", suite.untouched), *((str(kind), row) for kind, row in suite.corrupted.items())]:
        rows.append([name, str(row.made), _share(row.strict_share), _share(row.specification_share)])
    print_table(rows)


def _share(value: float | None) -> str:
    return "not measured" if value is None else f"{value:.3f}"


# `countercase eval human-score`: what the filled sheets say.


def human_score(
    files: Annotated[list[Path], typer.Argument(help="Filled sheets, CSV or XLSX.", show_default=False)],
    key: Annotated[Path, typer.Option("--key", help="The key.json that was written beside the sheets.")],
    as_json: AsJson = False,
) -> None:
    """Means with intervals, spread, Krippendorff's alpha and self-consistency of filled annotation sheets."""
    from countercase.evaluation.human_eval import read_judgments, summarise

    judgments = read_judgments(files, key)
    summary = summarise(judgments)
    if as_json:
        print_json(
            {
                "rows": len(judgments),
                "annotators": len({judgment.annotator for judgment in judgments}),
                "scales": {scale: asdict(one) for scale, one in summary.items()},
            }
        )
        return
    typer.echo(f"{len(judgments)} rows by {len({judgment.annotator for judgment in judgments})} annotators")
    for scale, one in summary.items():
        alpha = "-" if one.alpha is None else f"{one.alpha:.3f}"
        same = "-" if one.self_agreement is None else f"{one.self_agreement:.0%}"
        typer.echo(
            f"{scale.replace('_', ' '):<15} {one.mean:.2f} ({one.low:.2f} to {one.high:.2f})"
            f"  alpha {alpha} ({one.band})  same score twice {same}"
        )


# `countercase eval human-template`: the sheets that experts fill.


def human_template(
    explanations: Annotated[
        Path, typer.Option("--explanations", help="JSON list of objects with id, question, explanation, system.")
    ],
    out: Annotated[Path, typer.Option("--out", help="Folder for the sheets and the key.")],
    annotator: Annotated[
        list[str] | None, typer.Option("--annotator", help="A name for each annotator; may be repeated.")
    ] = None,
    repeats: Annotated[float, typer.Option("--repeats", help="Share of rows shown twice.", min=0, max=1)] = 0.1,
    seed: Annotated[int, typer.Option("--seed", help="Of the order.")] = 20,
    as_json: AsJson = False,
) -> None:
    """Write the annotation sheets for human evaluation: blind, in a different order each, some rows twice."""
    from countercase.evaluation.human_eval import make_sheets, read_items, write_sheets

    sheets = make_sheets(read_items(explanations), annotator or ["a1", "a2", "a3"], repeats, seed)
    written = write_sheets(sheets, out)
    if as_json:
        print_json({"rows": len(sheets[0].rows), "files": [str(path) for path in written]})
        return
    typer.echo(f"{len(sheets)} sheets of {len(sheets[0].rows)} rows in {out}. Give each annotator one, keep key.json.")
