"""The what-if report: one self-contained page, for `countercase whatif --report`, `countercase demo` and the export."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from countercase.counterfactual.analogy import analogy_words
from countercase.counterfactual.readings import headline
from countercase.counterfactual.result import WhatIf, attribution_words, no_changes, reached_words
from countercase.counterfactual.sensitivity import CaseSensitivity, case_sensitivity
from countercase.domain.case import Case
from countercase.domain.facts import FactSheet
from countercase.facts.words import describe
from countercase.report.changes import ChangeView, Why, change_view, first_changes
from countercase.report.charts import Chart
from countercase.report.findings import (
    fact_chart,
    findings_by_fact,
    findings_by_type,
    placebo_chart,
    share_chart,
    type_chart,
    untested_types,
    verdict_notes,
)
from countercase.report.marks import TYPE_NAMES, fact_class, mark_facts
from countercase.report.page import page
from countercase.report.tree_picture import picture

DROPS = 4  # changes named per precedent that drop it
REFUSED = 50  # rows
_NODE = "#node-{node}"


@dataclass(frozen=True, slots=True)
class PrecedentShown:
    """A precedent: its holding, whether it stands, how it went for the user, why it was found, and its passage."""

    rank: int
    case: Case
    passage: Markup
    place: str
    why: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    flagged: str = ""
    favour: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class MatterReport:
    """The content of the report; without a tree it has only the facts and the precedents."""

    title: str
    sheet: FactSheet
    run: WhatIf | None = None
    precedents: Sequence[PrecedentShown] = ()
    shares: Chart | None = None
    note: str = ""
    about: Mapping[str, str] = field(default_factory=dict)


def whatif_page(run: WhatIf) -> str:
    """The report of one what-if run."""
    return matter_page(MatterReport(run.title, run.tree.root.sheet, run, about=run.about))


def matter_page(report: MatterReport) -> str:
    """The report of a matter."""
    facts = [(fact_class(fact), describe(fact)) for fact in report.sheet.facts]
    run = report.run
    values = {
        "note": report.note,
        "narrative": mark_facts(report.sheet),
        "facts": facts,
        "type_names": TYPE_NAMES,
        "precedents": report.precedents,
        "whatif": _whatif(run, report.shares) if run is not None else None,
    }
    return page("whatif_report.html", report.title, {**(_about(run) if run else {}), **report.about}, **values)


def _whatif(run: WhatIf, shares: Chart | None) -> dict[str, Any]:
    """What the tree adds to the page."""
    by_type, by_fact = findings_by_type(run), findings_by_fact(run)
    threshold = run.growth.options.dispositive_threshold
    counts, refused = run.growth.counts, run.growth.refused
    return {
        "changes": len(run.tree.nodes) - 1,
        "k": run.tree.k,
        "stopped": run.growth.stopped,
        "none": no_changes(run),
        "headline": headline(run),
        "readings": first_changes(run),
        "type_chart": type_chart(by_type, threshold) if by_type else None,
        "untested": untested_types(run),
        "notes": list(verdict_notes(run)),
        "fact_chart": fact_chart(by_fact, _NODE) if by_fact else None,
        "placebo_chart": placebo_chart(by_fact, _NODE),
        "shares": _shares(run) or shares,
        "shares_note": attribution_words(run.attribution) if run.attribution else "",
        "analogies": [(run.name(case), analogy_words(run.words, each)) for case, each in run.analogies.items()],
        "reached": [list(reached_words(run, answer)) for answer in run.reached],
        "firmness": [_firmness(run, case) for case in case_sensitivity(run.tree)],
        "root": picture(run),
        "views": list(_views(run)),
        "verdict_counts": f"{counts.accepted} accepted, {counts.rejected} rejected, {counts.abstained} abstained",
        "refused": refused[:REFUSED],
        "more_refused": max(0, len(refused) - REFUSED),
    }


@dataclass(frozen=True, slots=True)
class Firmness:
    """Over how many of the changes a precedent stays, and which single changes drop it."""

    rank: int
    name: str
    stays: str
    drops: tuple[tuple[int, str], ...]
    more: int


def _firmness(run: WhatIf, case: CaseSensitivity) -> Firmness:
    drops = tuple((node, _label(run, node)) for node in case.dropped_by[:DROPS])
    more = max(0, len(case.dropped_by) - DROPS)
    return Firmness(case.rank, run.name(case.case_id), f"{case.robustness:.0%}", drops, more)


def _label(run: WhatIf, node: int) -> str:
    change = run.tree.nodes[node].perturbation
    return run.label(change) if change is not None else "the matter as given"


def _shares(run: WhatIf) -> Chart | None:
    if run.attribution is None:
        return None
    exact, shares = run.attribution.exact, run.attribution.shares
    return share_chart(
        [(run.words(each.fact), fact_class(each.fact), each.value, 0.0 if exact else each.error) for each in shares]
    )


def _views(run: WhatIf) -> Iterator[tuple[ChangeView, bool]]:
    """Every change, and whether it is one step from the matter."""
    for node in run.tree.nodes[1:]:
        why = [Why(sentence) for sentence in run.explanations.get(node.id, ())]
        yield change_view(run, node, why), node.depth == 1


def _about(run: WhatIf) -> dict[str, str]:
    options = run.growth.options
    return {
        "searches": f"{run.growth.retrieved} for {len(run.tree.nodes)} nodes",
        "depth, children": f"{options.max_depth}, {options.max_children}",
        "followed": f"changes that move the list by {options.min_displacement_threshold:g} places or more",
        "seed": str(options.seed),
    }
