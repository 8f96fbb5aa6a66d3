"""`countercase eval counterfactual`, `faithfulness` and `human-*`: what-ifs and explanations, judged by experts."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from countercase.cli.terminal import (
    AsJson,
    PlanName,
    Tables,
    Workspace,
    command_line,
    print_json,
    print_pairs,
    print_table,
    progress,
    search_source,
    share_text,
)
from countercase.errors import InputError
from countercase.files import write_whole

if TYPE_CHECKING:
    from countercase.app import App
    from countercase.domain.ranking import Explanation
    from countercase.evaluation.counterfactual_eval import (
        Accuracy,
        CounterfactualScores,
        PooledRho,
        Verdicts,
        VerdictScores,
    )
    from countercase.evaluation.explanation_eval import Faithfulness, Suite
    from countercase.evaluation.human_eval import AnnotatorScore, ScaleSummary, SheetKey

SCALE_NAMES = ("clarity", "legal_accuracy", "usefulness")


def counterfactual(
    ctx: typer.Context,
    trees: Annotated[list[Path], typer.Option("--trees", help="A tree that whatif --out wrote; may be repeated.")],
    annotations: Annotated[
        Path | None, typer.Option("--annotations", help="CSV file with the experts' annotations.")
    ] = None,
    template: Annotated[
        Path | None, typer.Option("--template", help="Write an empty annotation sheet for these trees, and stop.")
    ] = None,
    threshold: Annotated[
        float | None, typer.Option("--threshold", help="Mean displacement above which a fact counts as dispositive.")
    ] = None,
    report: Annotated[Path | None, typer.Option("--report", help="Write a self-contained HTML page.")] = None,
    tables: Tables = None,
    seed: Annotated[int, typer.Option("--seed", help="Random seed of the permutation test and the bootstrap.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Compare the facts that mattered with annotations.

    Experts say which facts decide a case; the trees say which facts move the list.
    """
    from countercase.evaluation.counterfactual_eval import evaluate_counterfactuals, read_annotations, read_tree
    from countercase.evaluation.counterfactual_eval import template as empty_sheet
    from countercase.evaluation.results import provenance
    from countercase.settings import load_settings

    if (annotations is None) == (template is None):
        raise InputError("Give --annotations FILE to score, or --template FILE to write an empty sheet.")
    readings = [read_tree(path) for path in trees]
    if template is not None:
        write_whole(template, empty_sheet(sorted({reading.case_id for reading in readings})))
        typer.echo(f"Wrote {template}: one row for each fact type of {len(readings)} cases.", err=as_json)
        return
    settings = load_settings()
    limit = settings.counterfactual.dispositive_threshold if threshold is None else threshold
    scores = evaluate_counterfactuals(readings, read_annotations(Path(str(annotations))), limit, seed=seed)
    files = {"annotations": Path(str(annotations)), **{f"tree {path.name}": path for path in trees}}
    source = provenance(command_line(ctx), settings, files=files)
    record = {"provenance": source.as_record(), **as_record(scores)}
    if as_json:
        print_json(record)
    else:
        _print_scores(scores)
    if report is not None:
        from countercase.report.evaluation import counterfactual_page

        write_whole(report, counterfactual_page(scores, readings, {"annotations": annotations, "seed": seed}, source))
        typer.echo(f"Wrote {report}", err=as_json)
    if tables is not None:
        from countercase.evaluation.results import write_tables
        from countercase.report.evaluation import counterfactual_tables

        write_tables(tables, counterfactual_tables(scores), record, source)
        typer.echo(f"Wrote {tables}", err=as_json)


def as_record(scores: "CounterfactualScores") -> dict[str, Any]:
    """All figures as plain data, with the shares that the types compute."""
    record = asdict(scores)
    by_rule = {
        "specification_verdicts": scores.specification_verdicts,
        "controlled_verdicts": scores.controlled_verdicts,
    }
    for name, agreement in by_rule.items():
        record[name]["dispositive"]["accuracy"] = agreement.dispositive.value
        record[name]["non_dispositive"]["accuracy"] = agreement.non_dispositive.value
        record[name]["balanced_accuracy"] = agreement.balanced
    for name, verdicts in (("llm_verdicts", scores.llm_verdicts), ("final_verdicts", scores.final_verdicts)):
        record[name]["accept_rate"] = verdicts.accept_rate
        record[name]["accept_rate_of_decided"] = verdicts.accept_rate_of_decided
    return record


def _print_scores(scores: "CounterfactualScores") -> None:
    print_pairs(
        [
            ("cases", str(scores.cases)),
            ("threshold", f"{scores.threshold:g}"),
            *_verdict_lines("specification's rule", scores.specification_verdicts),
            *_verdict_lines("against placebos", scores.controlled_verdicts),
            ("Spearman's rho, pooled", _rho(scores.pooled)),
            ("LLM accept rate", _verdicts(scores.llm_verdicts)),
            ("accept rate, final", _verdicts(scores.final_verdicts)),
            ("facts experts left open", str(scores.undecided)),
            ("trees without annotation", ", ".join(scores.not_annotated) or "none"),
            ("annotated without a tree", ", ".join(scores.without_tree) or "none"),
        ]
    )


def _verdict_lines(rule: str, scores: "VerdictScores") -> list[tuple[str, str]]:
    return [
        (f"dispositive accuracy, {rule}", _accuracy(scores.dispositive)),
        (f"non-dispositive accuracy, {rule}", _accuracy(scores.non_dispositive)),
    ]


def _verdicts(verdicts: "Verdicts") -> str:
    counts = f"{verdicts.accepted} accepted, {verdicts.rejected} rejected, {verdicts.abstained} abstained"
    return f"{share_text(verdicts.accept_rate)} ({counts})"


def _rho(pooled: "PooledRho | None") -> str:
    if pooled is None:
        return "no case can be ordered"
    if pooled.low is None:
        return f"{pooled.rho:+.3f} (p {pooled.p:.4f}; one case gives no interval)"
    interval = f"95 % {pooled.low:+.3f} to {pooled.high:+.3f}"
    return f"{pooled.rho:+.3f} ({interval}, p {pooled.p:.4f}, {pooled.cases} cases)"


def _accuracy(accuracy: "Accuracy") -> str:
    untested = f", {accuracy.untested} not tested" if accuracy.untested else ""
    return f"{share_text(accuracy.value)} ({accuracy.right} of {accuracy.tested}{untested})"


# `countercase eval faithfulness`: are explanations supported by their sources?


def faithfulness(
    ctx: typer.Context,
    workspace: Workspace = None,
    queries: Annotated[
        Path | None, typer.Option("--queries", help="Queries: BEIR JSONL, AILA or CSV. Default: the ready matters.")
    ] = None,
    explanations: Annotated[
        Path | None,
        typer.Option("--explanations", help="Score these instead: JSON list of {case_id, sentences: [{text, span}]}."),
    ] = None,
    limit: Annotated[int | None, typer.Option("--limit", help="Use only the first N queries.", min=1)] = None,
    top_k: Annotated[int | None, typer.Option("--top-k", help="Cases to explain per query.", min=1)] = None,
    plan: PlanName = None,
    corruptions: Annotated[
        bool, typer.Option("--corruptions/--no-corruptions", help="Also score sentences corrupted on purpose.")
    ] = True,
    items_out: Annotated[
        Path | None, typer.Option("--items-out", help="Write the explanations for human-template.")
    ] = None,
    report: Annotated[Path | None, typer.Option("--report", help="Write a self-contained HTML page.")] = None,
    tables: Tables = None,
    seed: Annotated[int, typer.Option("--seed", help="Random seed of the corruptions.")] = 20,
    as_json: AsJson = False,
) -> None:
    """Score whether sources support the explanations.

    Uses the specification's word test and the strict check.
    """
    from functools import cache

    from countercase.app import open_app
    from countercase.domain.case import CaseId
    from countercase.evaluation.explanation_eval import as_record, read_explanations, score_explanations

    app = open_app(workspace)

    @cache
    def text_of(case_id: CaseId) -> str:
        return app.case(case_id).text

    @cache
    def chunks_of(case_id: CaseId) -> list[str]:
        return [chunk.text for chunk in app.store.chunks([case_id])]

    if explanations is not None:
        to_score = read_explanations(explanations, text_of)
    else:
        explained = _explain(app, _texts(queries)[:limit], plan, top_k)
        to_score = [explanation for _, explanation in explained]
        if items_out is not None:
            _write_items(app, explained, items_out)
    scored = score_explanations(to_score, text_of, chunks_of, corruptions, seed)
    files = {"queries": queries, "explanations": explanations}
    plans = [plan or app.settings.retrieval.plan] if explanations is None else []
    texts = {str(case_id): text_of(case_id) for case_id in app.store.case_ids()}
    read_files = {name: path for name, path in files.items() if path is not None}
    source = search_source(app, command_line(ctx), plans, texts, read_files)
    record = {"provenance": source.as_record(), **as_record(scored)}
    if as_json:
        print_json(record)
    else:
        _print_report(scored)
    if report is not None:
        from countercase.report.evaluation import faithfulness_page

        about = {"workspace": workspace or "built-in corpus", "seed": seed}
        write_whole(report, faithfulness_page(scored, about, source))
        typer.echo(f"Wrote {report}", err=as_json)
    if tables is not None:
        from countercase.evaluation.results import write_tables

        write_tables(tables, _faithfulness_tables(scored), record, source)
        typer.echo(f"Wrote {tables}", err=as_json)


def _texts(queries: Path | None) -> list[str]:
    if queries is None:
        from countercase.corpus.builtin import builtin_matters

        return [matter.text for matter in builtin_matters()]
    from countercase.evaluation.formats import read_queries

    return list(read_queries(queries).values())


def _explain(app: "App", texts: list[str], plan: str | None, top_k: int | None) -> "list[tuple[str, Explanation]]":
    explained: list[tuple[str, Explanation]] = []
    with progress(texts, "Explaining") as shown:
        for text in shown:
            matter = app.read_facts(text)
            explained += [(text, app.explain(matter, precedent)) for precedent in app.search(text, plan, top_k)]
    return explained


def _write_items(app: "App", explained: "list[tuple[str, Explanation]]", path: Path) -> None:
    import json

    items = [
        {
            "id": str(number),
            "question": f"{text}\n\nWhy {app.case(explanation.case_id).name}?",
            "explanation": explanation.text,
            "system": "rules",
        }
        for number, (text, explanation) in enumerate(explained, start=1)
    ]
    write_whole(path, json.dumps(items, ensure_ascii=False, indent=1) + "\n")


def _print_report(scored: "Faithfulness") -> None:
    from countercase.evaluation.explanation_eval import TARGET

    strict, word_test = scored.strict, scored.specification
    print_pairs(
        [
            ("explanations", f"{scored.explanations} ({scored.empty} without a sentence)"),
            ("sentences", str(strict.sentences)),
            ("strict faithfulness", f"{share_text(strict.value)} ({strict.supported} supported)"),
            ("unsupported, unverifiable", f"{strict.unsupported}, {strict.unverifiable}"),
            ("lowest explanation, strict", share_text(scored.lowest)),
            (
                "specification's faithfulness",
                f"{share_text(word_test.value)} ({word_test.grounded} grounded; target > {TARGET:.2f})",
            ),
        ]
    )
    for title, suite in (("Sentences as shown", scored.shown), ("Without quotation marks", scored.restated)):
        if suite is not None:
            typer.echo(f"\n{title}: share rejected\n")
            print_table(_suite_rows(suite))


def _suite_rows(suite: "Suite") -> list[list[str]]:
    rows = [["", "sentences", "strict", "specification"]]
    for name, row in [("untouched", suite.untouched), *((str(kind), row) for kind, row in suite.corrupted.items())]:
        rows.append([name, str(row.made), share_text(row.strict_share), share_text(row.specification_share)])
    return rows


def _faithfulness_tables(scored: "Faithfulness") -> dict[str, list[list[str]]]:
    """The tables, by file name."""
    strict = scored.strict
    counts = [str(count) for count in (strict.supported, strict.unsupported, strict.unverifiable)]
    scores = [
        ["score", "faithfulness", "supported", "unsupported", "not verifiable"],
        ["strict", share_text(strict.value), *counts],
        ["specification", share_text(scored.specification.value), str(scored.specification.grounded), "", ""],
    ]
    suites = {"shown": scored.shown, "restated": scored.restated}
    return {"scores": scores, **{name: _suite_rows(suite) for name, suite in suites.items() if suite is not None}}


# `countercase eval human-score`: evaluates the filled sheets.


def human_score(
    ctx: typer.Context,
    files: Annotated[list[Path], typer.Argument(help="Filled sheets, CSV or XLSX.", show_default=False)],
    key: Annotated[Path, typer.Option("--key", help="The key.json written with the sheets.")],
    tables: Tables = None,
    seed: Annotated[int, typer.Option("--seed", help="Random seed of the bootstrap and the tests.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Score filled annotation sheets.

    Gives means with intervals, agreement and self-consistency, and compares the systems.
    """
    from countercase.evaluation.human_eval import by_system, read_judgments, read_key, summarise
    from countercase.evaluation.results import difference_rows, provenance, write_tables

    codes = read_key(key)
    judgments = read_judgments(files, codes)
    summary = summarise(judgments, seed)
    systems, comparisons = by_system(judgments, codes, seed)
    source = provenance(command_line(ctx), files={"key": key, **{f"sheet {path.name}": path for path in files}})
    record = {
        "provenance": source.as_record(),
        "rows": len(judgments),
        "annotators": len({judgment.annotator for judgment in judgments}),
        "scales": {scale: asdict(figures) for scale, figures in summary.items()},
        "systems": {
            name: {scale: asdict(figures) for scale, figures in scales.items()} for name, scales in systems.items()
        },
        "comparisons": [asdict(difference) for difference in comparisons],
    }
    if as_json:
        print_json(record)
    else:
        typer.echo(f"{record['rows']} rows by {record['annotators']} annotators\n")
        print_table(_scale_rows({"": summary, **systems}))
        if comparisons:
            typer.echo("\nPaired by question (95 % bootstrap interval; randomisation test, Holm-corrected; t-test)\n")
            print_table(difference_rows(comparisons))
    if tables is not None:
        contents = {
            "scales": _scale_rows({"": summary, **systems}),
            "comparisons": difference_rows(comparisons),
            "rows": _judgment_rows(judgments, codes),
        }
        write_tables(tables, contents, record, source)
        typer.echo(f"Wrote {tables}", err=as_json)


def _judgment_rows(judgments: "Sequence[AnnotatorScore]", key: "SheetKey") -> list[list[str]]:
    """One row per judgment, with the system that the annotator did not see."""
    return [
        ["annotator", "row", "item", "system", *SCALE_NAMES],
        *(
            [judgment.annotator, judgment.code, judgment.item, key.systems.get(judgment.item, ""),
             *(str(judgment.scores.get(scale, "")) for scale in SCALE_NAMES)]
            for judgment in judgments
        ),
    ]  # fmt: skip


def _scale_rows(summaries: "Mapping[str, Mapping[str, ScaleSummary]]") -> list[list[str]]:
    """One row per scale, for all explanations and for each system."""
    rows = [["scale", "system", "items", "mean", "low", "high", "alpha", "agreement", "same score twice"]]
    for system, summary in summaries.items():
        for scale, figures in summary.items():
            ends = ["" if end is None else f"{end:.2f}" for end in (figures.low, figures.high)]
            alpha = "" if figures.alpha is None else f"{figures.alpha:.3f}"
            twice = "" if figures.self_agreement is None else f"{figures.self_agreement:.0%}"
            name = scale.replace("_", " ")
            rows.append([name, system or "all", str(figures.items), f"{figures.mean:.2f}", *ends, alpha, figures.band,
                         twice])  # fmt: skip
    return rows


# `countercase eval human-template`: writes the sheets for experts.


def human_template(
    explanations: Annotated[
        Path, typer.Option("--explanations", help="JSON list of objects with id, question, explanation, system.")
    ],
    out: Annotated[Path, typer.Option("--out", help="Folder for the sheets and the key.")],
    annotator: Annotated[
        list[str] | None, typer.Option("--annotator", help="A name for each annotator; may be repeated.")
    ] = None,
    repeats: Annotated[float, typer.Option("--repeats", help="Share of rows shown twice.", min=0, max=1)] = 0.1,
    seed: Annotated[int, typer.Option("--seed", help="Random seed of the order.")] = 20,
    as_json: AsJson = False,
) -> None:
    """Write annotation sheets for human evaluation.

    The sheets are blind, each in its own order, with some rows shown twice.
    """
    from countercase.evaluation.human_eval import make_sheets, read_items, write_sheets

    items = read_items(explanations)
    sheets = make_sheets(items, annotator or ["a1", "a2", "a3"], repeats, seed)
    written = write_sheets(sheets, out, items)
    if as_json:
        print_json({"rows": len(sheets[0].rows), "files": [str(path) for path in written]})
        return
    typer.echo(
        f"{len(sheets)} sheets of {len(sheets[0].rows)} rows in {out}. Give each annotator one and keep key.json."
    )
