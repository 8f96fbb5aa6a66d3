"""The what-if report: a self-contained page for `countercase whatif --report`, `countercase demo` and the export."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from markupsafe import Markup

from countercase.counterfactual.analogy import analogy_words
from countercase.counterfactual.result import (
    MeasuredVerdict,
    WhatIf,
    attribution_words,
    fewest_changes_words,
    headline,
    no_changes,
    read_change,
)
from countercase.counterfactual.sensitivity import (
    CaseSensitivity,
    case_sensitivity,
    compute_sensitivity_scores,
    dispositive_types,
)
from countercase.counterfactual.verdict import EdgeEvidence
from countercase.domain.case import Case
from countercase.domain.facts import FactKey, FactSheet, FactType
from countercase.domain.perturbation import Node
from countercase.facts.words import describe
from countercase.law.dates import counted
from countercase.report.charts import Chart, EffectBar, effect_bars
from countercase.report.page import TYPE_NAMES, fact_class, mark_facts, page
from countercase.report.tree import ChangeView, Why, change_view, effect_of, first_changes, picture
from countercase.significance import mean_interval

# The figures behind a tree: how far changes of each type and fact move the list, and what was measured.

DRAWS = 1000  # of the bootstrap
SHOWN = 16  # bars


@dataclass(frozen=True, slots=True)
class TypeFinding:
    """The tree's result for one fact type; `measured` is the answer in words."""

    css: str
    name: str
    changes: int
    mean: float
    low: float
    high: float
    above_threshold: bool
    measured: str


@dataclass(frozen=True, slots=True)
class FactFinding:
    """The effect of the single changes of one fact; `node` is the strongest of them."""

    words: str
    css: str
    added: bool
    node: int
    mean: float
    changes: int
    evidence: EdgeEvidence | None
    verdict: str

    @property
    def label(self) -> str:
        """The fact's label in charts."""
        return f"+ {self.words}" if self.added else self.words


def findings_by_type(run: WhatIf) -> list[TypeFinding]:
    """Each tested fact type with the mean over its changes, a bootstrap interval, and both verdicts."""
    scores = compute_sensitivity_scores(run.tree)
    above = dispositive_types(run.tree, run.growth.options.dispositive_threshold)
    verdicts = _verdicts_by_type(run)
    moved: dict[FactType, list[float]] = defaultdict(list)
    for node in run.tree.nodes:
        if node.perturbation and node.shift and node.perturbation.fact_type:
            moved[node.perturbation.fact_type].append(node.shift.mean)
    rows = []
    for kind in sorted(scores, key=lambda kind: -scores[kind]):
        low, high = map(float, mean_interval(np.array(moved[kind]), DRAWS))
        name, changes = TYPE_NAMES[kind.value], len(moved[kind])
        rows.append(TypeFinding(kind.value, name, changes, scores[kind], low, high, above[kind], verdicts[kind]))
    return rows


def _verdicts_by_type(run: WhatIf) -> dict[FactType, str]:
    """The verdict on each fact type: it depends if any of its changes does, and does not if none does."""
    verdicts: dict[FactType, set[MeasuredVerdict]] = defaultdict(set)
    for node in run.tree.nodes:
        reading = read_change(run, node)
        if reading is not None and node.perturbation and node.perturbation.fact_type and node.id in run.evidence:
            verdicts[node.perturbation.fact_type].add(reading.measured.verdict)
    return {kind: _joint_verdict(verdicts[kind]) for kind in FactType}


def _joint_verdict(verdicts: set[MeasuredVerdict]) -> str:
    if not verdicts:
        return "not measured"
    if MeasuredVerdict.DEPENDS in verdicts:
        return MeasuredVerdict.DEPENDS.value
    none_does = verdicts == {MeasuredVerdict.DOES_NOT_DEPEND}
    return (MeasuredVerdict.DOES_NOT_DEPEND if none_does else MeasuredVerdict.CANNOT_BE_TOLD).value


def untested_types(run: WhatIf) -> list[str]:
    """The names of the fact types without any change."""
    tested = compute_sensitivity_scores(run.tree)
    return [TYPE_NAMES[kind.value] for kind in FactType if kind not in tested]


def findings_by_fact(run: WhatIf) -> list[FactFinding]:
    """The changes one step from the matter, by fact, strongest first."""
    by_fact: dict[tuple[FactKey, bool], list[Node]] = defaultdict(list)
    for node in run.tree.children(0):
        if node.perturbation is not None and node.shift is not None:
            by_fact[node.perturbation.fact.key, node.perturbation.before is None].append(node)
    rows = [_of_fact(run, nodes, added) for (_, added), nodes in by_fact.items()]
    return sorted(rows, key=lambda finding: -finding.mean)


def _of_fact(run: WhatIf, nodes: Sequence[Node], added: bool) -> FactFinding:
    strongest = max(nodes, key=_mean)
    if strongest.perturbation is None:  # never: the caller leaves these out, but the type checker cannot know
        raise AssertionError
    fact = strongest.perturbation.fact
    mean = sum(map(_mean, nodes)) / len(nodes)
    measured = [node for node in nodes if node.id in run.evidence]
    largest = max(measured, key=lambda node: run.evidence[node.id].effect, default=None)
    reading = read_change(run, largest) if largest is not None else None
    return FactFinding(
        run.words(fact),
        fact_class(fact),
        added,
        strongest.id,
        mean,
        len(nodes),
        run.evidence[largest.id] if largest is not None else None,
        reading.measured.verdict.value if reading is not None else "not measured",
    )


def _mean(node: Node) -> float:
    return node.shift.mean if node.shift is not None else 0.0


# The words under the charts, and the charts.


def verdict_notes(run: WhatIf) -> Iterator[str]:
    """What the figures mean."""
    threshold = run.growth.options.dispositive_threshold
    yield f"The dashed line is at {threshold:g} places: another wording of the same facts can move the list that far"
    placebos = [seen.placebos for seen in run.evidence.values()]
    if placebos:
        few, many = min(placebos), max(placebos)
        count = many if few == many else f"{few} to {many}"
        yield f"Measured: each change is compared with {count} edits of the same length that change no fact"
        yield "Measuring uses a second ranking that responds to facts, not wording; it may move when the list does not"


# `node_link` is the address of a node, such as `#node-{node}`; empty for none.


def type_chart(findings: Sequence[TypeFinding], threshold: float) -> Chart:
    """Bars for the fact types with the specification's threshold."""
    rows = [
        EffectBar(
            finding.name, finding.css, finding.mean, finding.low, finding.high, verdict=_verdicts(finding, threshold)
        )
        for finding in findings
    ]
    return effect_bars("Mean places moved, by type of fact", rows, threshold)


def _verdicts(finding: TypeFinding, threshold: float) -> str:
    """How far the type moved the list, and what was measured; an unmeasured type is never a "no"."""
    moved = "more" if finding.above_threshold else "no more"
    return f"{counted(finding.changes, 'change')} · {moved} than {threshold:g} places · measured: {finding.measured}"


def fact_chart(findings: Sequence[FactFinding], node_link: str = "") -> Chart:
    """Bars for single facts: places moved."""
    rows = [
        EffectBar(
            finding.label,
            finding.css,
            finding.mean,
            verdict=counted(finding.changes, "change"),
            link=_link(finding, node_link),
        )
        for finding in findings[:SHOWN]
    ]
    return effect_bars("Mean places moved, by fact", rows)


def placebo_chart(findings: Sequence[FactFinding], node_link: str = "") -> Chart | None:
    """Controlled effects with their intervals over their placebo bands; None if none were measured."""
    measured = [(finding, finding.evidence) for finding in findings if finding.evidence]
    measured.sort(key=lambda pair: -pair[1].effect)
    rows = [
        effect_of(seen, finding.css, finding.verdict, finding.label, _link(finding, node_link))
        for finding, seen in measured[:SHOWN]
    ]
    return effect_bars("Effect of the strongest change of each fact, over its neutral edits", rows) if rows else None


def share_chart(shares: Sequence[tuple[str, str, float, float]]) -> Chart:
    """Shapley values of facts (words, class, value, standard error), with two errors either way if sampled."""
    rows = []
    for words, css, value, error in sorted(shares, key=lambda share: -share[2]):
        low, high = (value - 2 * error, value + 2 * error) if error else (None, None)
        rows.append(EffectBar(words, css, value, low, high, None, f"{value:+.2f}"))
    return effect_bars("Places of the list that depend on each fact", rows)


def _link(finding: FactFinding, node_link: str) -> str:
    return node_link.format(node=finding.node)


DROPS = 4  # changes named per precedent that drop it
REFUSED = 50  # rows
_NODE = "#node-{node}"


@dataclass(frozen=True, slots=True)
class PrecedentShown:
    """A precedent: its holding, whether it is good law, how it went for the user, why it was found, and its passage."""

    rank: int
    case: Case
    passage: Markup
    source: str  # section, paragraph and page of the passage
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
        "analogies": [(run.name(case), analogy_words(run.words, analogy)) for case, analogy in run.analogies.items()],
        "reached": [list(fewest_changes_words(run, answer)) for answer in run.fewest_changes],
        "stability": [_stability(run, case) for case in case_sensitivity(run.tree)],
        "root": picture(run),
        "views": list(_views(run)),
        "verdict_counts": f"{counts.accepted} accepted, {counts.rejected} rejected, {counts.abstained} abstained",
        "refused": refused[:REFUSED],
        "more_refused": max(0, len(refused) - REFUSED),
    }


@dataclass(frozen=True, slots=True)
class PrecedentStability:
    """In how many of the changes a precedent stays in the list, and which single changes drop it."""

    rank: int
    name: str
    stays: str
    drops: tuple[tuple[int, str], ...]
    more: int


def _stability(run: WhatIf, case: CaseSensitivity) -> PrecedentStability:
    drops = tuple((node, _label(run, node)) for node in case.dropped_by[:DROPS])
    more = max(0, len(case.dropped_by) - DROPS)
    return PrecedentStability(case.rank, run.name(case.case_id), f"{case.robustness:.0%}", drops, more)


def _label(run: WhatIf, node: int) -> str:
    change = run.tree.nodes[node].perturbation
    return run.label(change) if change is not None else "the matter as given"


def _shares(run: WhatIf) -> Chart | None:
    if run.attribution is None:
        return None
    exact, shares = run.attribution.exact, run.attribution.shares
    return share_chart(
        [
            (run.words(share.fact), fact_class(share.fact), share.value, 0.0 if exact else share.error)
            for share in shares
        ]
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
