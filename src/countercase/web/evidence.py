"""The evidence page: every measure of the specification, its meaning and range, our figure, and how to compute it.

A run started here scores plans on judged queries, and is saved with its report.
"""

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.responses import Response

from countercase.errors import CountercaseError, InputError, NotFound
from countercase.evaluation.citation_set import build_citation_set
from countercase.evaluation.counterfactual_eval import Verdicts
from countercase.evaluation.experiment import ExperimentOptions
from countercase.evaluation.testset import QuerySet, from_files
from countercase.law.dates import counted, written
from countercase.retrieval.plan import PLANS
from countercase.settings import DISPOSITIVE_THRESHOLD, MMR_LAMBDA, RRF_K, TOP_K
from countercase.web.durable_jobs import durable
from countercase.web.files import private_folder, receive_upload, shown_name
from countercase.web.jobs import Job
from countercase.web.pages import Bench, Form, Workbench, redirect, render, text_fields, without_paths
from countercase.web.precedents import PLAN_NAMES
from countercase.web.ratings import RatingRounds, round_scores
from countercase.web.results import RUNS_FOLDER, find_results, start_evaluation
from countercase.web.whatif_jobs import read_tree

router = APIRouter()
_SETS = "sets/{}/means/{}/{}"
_AILA, _HELD_OUT = "AILA 2019 prior cases, Q11-Q50", "citation set, held out"
_EVAL = "countercase eval retrieval --queries Q --qrels R --plan full_system"
_ALTERED = "aila_queries/shown/altered number"
_PLANTED = "planted/400 judgments/"
_TREES = 20  # latest matters of the user, whose trees give the figures of this machine


@dataclass(frozen=True, slots=True)
class Figure:
    """One of our figures: its label, its result file, and its path there."""

    words: str
    result: str
    path: str


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure as the page shows it. `from_matters` names its figure from the user's own matters."""

    name: str
    means: str
    range: str
    figures: tuple[Figure, ...]
    run: str
    from_matters: str = ""
    note: str = ""
    none_yet: str = "Change the facts of a matter, and its figure appears here."


def _retrieval(words: str, system: str, metric: str, of: str = _HELD_OUT) -> Figure:
    return Figure(words, "retrieval_quality", _SETS.format(of, system, metric))


GROUPS: Mapping[str, tuple[Measure, ...]] = {
    "How a list is made": (
        Measure(
            "RRF",
            "Reciprocal rank fusion joins several lists: a case scores 1 / (k + rank) in each list that has it, "
            f"with k = {RRF_K}. A case that is high in several lists is high in the joint one.",
            f"0 to {2 / (RRF_K + 1):.3f} for two lists; higher is better",
            (
                _retrieval("NDCG@10 with RRF", "exact_rrf", "NDCG@10"),
                _retrieval("with weighted scores", "exact", "NDCG@10"),
            ),
            "countercase search FACTS --plan specification --trace",
        ),
        Measure(
            "MMR",
            "Maximal marginal relevance: the next case should be relevant and add something new. "
            f"{MMR_LAMBDA:g} × relevance − {1 - MMR_LAMBDA:.1g} × similarity to the cases already chosen.",
            f"−{1 - MMR_LAMBDA:.1g} to {MMR_LAMBDA:g}; higher is better",
            (
                _retrieval("NDCG@10 with MMR", "full_system", "NDCG@10"),
                _retrieval("without", "hybrid_no_mmr", "NDCG@10"),
            ),
            f"{_EVAL} --plan hybrid_no_mmr",
        ),
        Measure(
            "Re-ranker",
            "Reads the query and each passage together and re-orders the best cases. None is built in: it is used "
            "only if a model is set.",
            "any number; higher is better",
            (
                _retrieval("NDCG@10 as installed", "full_system", "NDCG@10"),
                _retrieval("without", "hybrid_no_reranker", "NDCG@10"),
            ),
            f"{_EVAL} --plan hybrid_no_reranker",
        ),
    ),
    "How good a list is": (
        Measure(
            "MRR",
            "Mean reciprocal rank: one divided by the rank of the first relevant case, on average.",
            "0 to 1; 1 means that a relevant case is always first",
            (
                _retrieval("MRR@10, held-out queries", "full_system", "MRR@10"),
                _retrieval("plain BM25", "floor_bm25", "MRR@10"),
                _retrieval("AILA 2019", "full_system", "MRR@10", _AILA),
            ),
            f"{_EVAL} --metric MRR@10",
        ),
        Measure(
            "NDCG",
            "Discounted gain of the first ten, as a share of the best possible order: a relevant case counts more, "
            "the higher it is.",
            "0 to 1",
            (
                _retrieval("NDCG@10, held-out queries", "full_system", "NDCG@10"),
                _retrieval("plain BM25", "floor_bm25", "NDCG@10"),
                _retrieval("AILA 2019", "full_system", "NDCG@10", _AILA),
            ),
            f"{_EVAL} --metric NDCG@10",
        ),
        Measure(
            "Recall",
            "The share of all relevant cases that are among the first ten, or the first hundred.",
            "0 to 1",
            (
                _retrieval("Recall@10, held-out queries", "full_system", "Recall@10"),
                _retrieval("Recall@100", "full_system", "Recall@100"),
                _retrieval("plain BM25, @100", "floor_bm25", "Recall@100"),
            ),
            f"{_EVAL} --metric Recall@100",
        ),
    ),
    "What a change does": (
        Measure(
            "Displacement",
            f"How many places the cases of both lists move on average when one fact changes; a case outside the first "
            f"{TOP_K} counts as rank {TOP_K + 1}.",
            f"0 to {TOP_K}; 0 means that the list stays as it is",
            (),
            "countercase whatif FACTS",
            from_matters="displacement",
            note="It says what the search depends on, not what a court would hold.",
        ),
        Measure(
            "Sensitivity",
            "The mean displacement over all changes of one type of fact: sections, parties, evidence, numbers.",
            f"0 to {TOP_K}",
            (),
            "countercase whatif FACTS --json",
            from_matters="sensitivity",
            note="The figures behind a what-if show it type by type.",
        ),
        Measure(
            "Dispositive accuracy",
            "In artificial corpora with a planted rule: how often a fact that decides is recognised as deciding, and "
            "one that does not as not deciding. In the specification a fact is dispositive above "
            f"{DISPOSITIVE_THRESHOLD:g} places.",
            "0 to 1",
            (
                Figure("facts that decide", "counterfactual", f"{_PLANTED}dispositive accuracy/value"),
                Figure("facts that do not", "counterfactual", f"{_PLANTED}non-dispositive accuracy/value"),
                Figure("neutral edits said to decide", "counterfactual", f"{_PLANTED}placebos called dispositive"),
            ),
            "countercase eval counterfactual --trees TREE --annotations SHEET",
        ),
        Measure(
            "Rho",
            "Spearman's rank correlation between how much the product and the experts say that each type of fact "
            "matters.",
            "−1 to 1; 1 means the same order",
            (Figure("planted rules, mean", "counterfactual", f"{_PLANTED}spearman rho, mean over worlds/value"),),
            "countercase eval counterfactual --trees TREE --annotations SHEET",
        ),
        Measure(
            "Accept rate",
            "The share of proposed changes that the rules accept as possible: no medical report in a cheque case, no "
            "juvenile of forty.",
            "0 to 1",
            (),
            "countercase whatif FACTS --json",
            from_matters="accept rate",
        ),
    ),
    "What is said of a case": (
        Measure(
            "Faithfulness",
            "The share of sentences whose content words are found in a passage of the case (the specification's "
            "test). The strict check beside it also tests numbers, names, sections, negation and who speaks; what "
            "fails it is not shown.",
            "0 to 1",
            (
                Figure("the specification's test", "faithfulness", "built_in/specification/faithfulness"),
                Figure("the strict check", "faithfulness", "built_in/strict/faithfulness"),
                Figure("altered numbers refused by it", "faithfulness", f"{_ALTERED}/rejected_by_strict"),
            ),
            "countercase eval faithfulness",
        ),
        *(
            Measure(
                name,
                means,
                "1 to 5, by people who do not know which system wrote the text",
                (),
                "countercase eval human-template --explanations FILE --out FOLDER; countercase eval human-score",
                from_matters=name,
                none_yet="No figure yet: nobody has scored explanations here.",
            )
            for name, means in (
                ("Clarity", "Is the explanation easy to understand?"),
                ("Legal accuracy", "Is it right in law?"),
                ("Usefulness", "Does it help in legal research?"),
            )
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class MeasureShown:
    """A measure with its figures as text; `link` is the result of the first of them."""

    measure: Measure
    figures: tuple[tuple[str, str], ...]
    from_matters: str
    link: str


@router.get("/evidence")
def show(request: Request, bench: Bench) -> Response:
    """Every measure."""
    results = {result.key: result for result in find_results(bench) if not result.wrong}
    rounds = RatingRounds(bench.app.folder)
    from_matters = {**_figures_of_matters(bench), **_scores_of_people(rounds)}
    contents = {key: result.content for key, result in results.items()}
    groups = {
        title: [_shown(measure, contents, from_matters) for measure in measures] for title, measures in GROUPS.items()
    }
    return render(
        request,
        "evidence.html",
        groups=groups,
        measured=bool(results),
        runs=saved_runs(bench),
        open_rounds=sum(not each.closed for each in rounds.all()),
    )


def _scores_of_people(rounds: RatingRounds) -> dict[str, str]:
    """The means of the latest closed round, by measure; empty if there is none."""
    latest = next((each for each in rounds.all() if each.closed), None)
    rows = round_scores(latest, rounds.sheets(latest.id)).rows if latest else ()
    return {row[0]: f"{row[3]} over {row[2]} texts scored here" for row in rows if row[1] == "all"}


def _shown(measure: Measure, results: Mapping[str, Mapping[str, Any]], from_matters: Mapping[str, str]) -> MeasureShown:
    figures = []
    for figure in measure.figures:
        value = value_at(results.get(figure.result, {}), figure.path)
        if isinstance(value, int | float):
            figures.append((figure.words, f"{value:.3f}"))
    link = f"/benchmarks/{measure.figures[0].result}" if figures else ""
    return MeasureShown(measure, tuple(figures), from_matters.get(measure.from_matters, ""), link)


def value_at(content: Mapping[str, Any], path: str) -> Any:
    """The value at a path such as a/b/c; None if there is none."""
    found: Any = content
    for part in path.split("/"):
        found = found.get(part) if isinstance(found, Mapping) else None
    return found


def _figures_of_matters(bench: Workbench) -> dict[str, str]:
    """Figures from the latest what-ifs on this machine; empty if there are none."""
    rows = [row for matter in bench.matters.all(_TREES) if (row := bench.matters.latest_tree(matter.id)) is not None]
    growths = [read_tree(row).growth for row in rows]
    moved = [node.shift.mean for growth in growths for node in growth.tree.nodes if node.shift is not None]
    counts = Verdicts()
    for growth in growths:
        counts += Verdicts(growth.counts.accepted, growth.counts.rejected, growth.counts.abstained)
    if not moved:
        return {}
    of = f"over {len(moved)} changes of {counted(len(growths), 'matter')} here"
    rate = f"{counts.accept_rate:.2f} {of}" if counts.accept_rate is not None else ""
    return {
        "displacement": f"{fmean(moved):.2f} {of}",
        "sensitivity": f"{fmean(moved):.2f} over all types {of}",
        "accept rate": rate,
    }


# Evaluation runs.

JUDGED_BY_CITATIONS, UPLOADED = "citations", "uploaded"
LISTED = 30  # runs
_KEY = re.compile(r"[a-z0-9-]{1,80}\Z")
# A report is one page with its style inside. It runs no script, so only its style is allowed.
_REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'"
_NOT_OFFERED = frozenset({"whatif"})  # used only by the what-if engine


@router.get("/evidence/runs")
def show_runs(request: Request, bench: Bench) -> Response:
    """The form, and the saved runs, newest first."""
    return _runs_page(request, bench)


def _runs_page(request: Request, bench: Workbench, wrong: str = "", form: FormData | None = None) -> Response:
    return render(
        request,
        "evaluation_runs.html",
        400 if wrong else 200,
        plans={name: PLAN_NAMES.get(name, name) for name in PLANS if name not in _NOT_OFFERED},
        chosen=set(form.getlist("plan")) if form else {bench.app.settings.retrieval.plan},
        source=form.get("source", JUDGED_BY_CITATIONS) if form else JUDGED_BY_CITATIONS,
        name=form.get("name", "") if form else "",
        runs=saved_runs(bench),
        wrong=wrong,
    )


def saved_runs(bench: Workbench) -> list[tuple[str, str]]:
    """The key and the day of every run that was started from the page, newest first."""
    reports = sorted(
        (bench.app.folder / RUNS_FOLDER).glob("*.html"), key=lambda path: path.stat().st_mtime, reverse=True
    )
    return [(path.stem, _day(path)) for path in reports[:LISTED] if path.with_suffix(".json").is_file()]


def _day(path: Path) -> str:
    return written(datetime.fromtimestamp(path.stat().st_mtime, UTC))


@router.post("/evidence/runs")
async def begin(request: Request, bench: Bench, form: Form) -> Response:
    """Score plans on the citations of the stored cases, or on queries and judgments that the user uploads."""
    fields = text_fields(form)
    try:
        plans = [str(name) for name in form.getlist("plan") if name in PLANS and name not in _NOT_OFFERED]
        if not plans:
            raise InputError("Choose at least one way of searching.")
        key = _run_key(fields.get("name", ""))
        files = await _save_files(bench, form, key) if fields.get("source") == UPLOADED else []
        job = await run_in_threadpool(start_run, bench, key, plans, files)
    except InputError as error:
        return _runs_page(request, bench, without_paths(str(error)), form)
    return redirect(f"/jobs/{job.id}")


@durable
def start_run(bench: Workbench, key: str, plans: list[str], files: list[str]) -> Job:
    """Score plans on the queries and judgments of two files in the workspace, or on the citations of its cases."""
    folder = bench.app.folder / RUNS_FOLDER
    if files:
        queries, qrels = (folder / key / name for name in files)
        query_set = from_files(queries, qrels)
    else:
        query_set = judged_by_citations(bench)
    return start_evaluation(bench, query_set, plans, ExperimentOptions(), folder / f"{key}.html")


def judged_by_citations(bench: Workbench) -> QuerySet:
    """A set in which the facts of each stored case are a query, and the earlier stored cases it cites are relevant."""
    cases = [bench.app.case(case_id) for case_id in bench.app.store.case_ids()]
    query_set, _ = build_citation_set("citations", cases, frozenset(case.id for case in cases))
    if not query_set.queries:
        raise InputError("No stored case cites an earlier one, so nothing can be scored. Upload queries of your own.")
    return query_set


async def _save_files(bench: Workbench, form: FormData, key: str) -> list[str]:
    """Save the uploaded queries and judgments with the run, each in a folder, under their own names.

    The ending of a name gives the format. Files that cannot be read are not saved.
    """
    folder = bench.app.folder / RUNS_FOLDER / key
    names = []
    try:
        for part, words in (("queries", "queries"), ("qrels", "judgments")):
            file = form.get(part)
            if not isinstance(file, UploadFile) or not file.filename:
                raise InputError(f"Choose the file with the {words} first.")
            upload = await receive_upload(file, bench.app.folder, bench.app.settings.ingest.max_file_mb)
            path = private_folder(folder / part) / shown_name(file.filename)
            upload.path.rename(path)
            names.append(f"{part}/{path.name}")
        await run_in_threadpool(from_files, folder / names[0], folder / names[1])
    except CountercaseError:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return names


def _run_key(name: str) -> str:
    """A name for the files of a run: the user's name for it, and the time."""
    words = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40].strip("-")
    return f"{words or 'run'}-{datetime.now(UTC):%Y%m%d-%H%M%S}"


@router.get("/evidence/runs/{key}/report.html")
def report(bench: Bench, key: str) -> Response:
    """The report of a run, as one page."""
    path = bench.app.folder / RUNS_FOLDER / f"{key}.html"
    if not _KEY.match(key) or not path.is_file():
        raise NotFound("There is no such report here. Choose a run from the list.")
    headers = {"Content-Security-Policy": _REPORT_POLICY}
    return Response(path.read_bytes(), media_type="text/html; charset=utf-8", headers=headers)
