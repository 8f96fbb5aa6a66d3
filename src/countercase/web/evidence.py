"""The evidence page: every measure of the specification, its meaning and range, our figure, and how to compute it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from countercase.evaluation.annotations import Verdicts
from countercase.settings import DISPOSITIVE_THRESHOLD, MMR_LAMBDA, RRF_K, TOP_K
from countercase.web.evaluation_runs import saved_runs
from countercase.web.pages import Bench, render
from countercase.web.rating_rounds import RatingRounds
from countercase.web.ratings import round_scores
from countercase.web.results import find_results
from countercase.web.whatif_jobs import read_tree
from countercase.web.workbench import Workbench

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
    of = f"over {len(moved)} changes of {len(growths)} matter{'' if len(growths) == 1 else 's'} here"
    rate = f"{counts.accept_rate:.2f} {of}" if counts.accept_rate is not None else ""
    return {
        "displacement": f"{_mean(moved):.2f} {of}",
        "sensitivity": f"{_mean(moved):.2f} over all types {of}",
        "accept rate": rate,
    }


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
