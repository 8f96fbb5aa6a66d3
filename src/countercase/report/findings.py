"""What a tree says of types of fact and of single facts: bars, both verdicts, and one plain sentence."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from countercase.counterfactual.result import CONTROLLED, SEED_RULE, TWO_RANKINGS, WhatIf
from countercase.counterfactual.sensitivity import compute_sensitivity_scores, dispositive_types
from countercase.counterfactual.verdict import EdgeEvidence, controlled_words
from countercase.domain.facts import FactKey, FactType
from countercase.domain.perturbation import Node
from countercase.intervals import mean_interval
from countercase.report.charts import Chart, EffectBar, effect_bars
from countercase.report.marks import TYPE_NAMES, fact_class
from countercase.report.page import places
from countercase.report.tree_picture import effect_of

DRAWS = 1000  # of the bootstrap
SHOWN = 16  # bars


@dataclass(frozen=True, slots=True)
class TypeFinding:
    """What the tree says of one fact type; `controlled` is the verdict in words."""

    css: str
    name: str
    changes: int
    mean: float
    low: float
    high: float
    above_threshold: bool
    controlled: str


@dataclass(frozen=True, slots=True)
class FactFinding:
    """What the single changes of one fact did; `node` is the strongest of them."""

    words: str
    css: str
    added: bool
    node: int
    mean: float
    changes: int
    evidence: EdgeEvidence | None

    @property
    def label(self) -> str:
        """The fact as charts name it."""
        return f"+ {self.words}" if self.added else self.words


def findings_by_type(run: WhatIf) -> list[TypeFinding]:
    """Each tested fact type with the mean over its changes, a bootstrap interval, and both verdicts."""
    scores = compute_sensitivity_scores(run.tree)
    above = dispositive_types(run.tree, run.growth.options.dispositive_threshold)
    controlled = controlled_words(run.tree, run.evidence)
    moved: dict[FactType, list[float]] = defaultdict(list)
    for node in run.tree.nodes:
        if node.perturbation and node.shift and node.perturbation.fact_type:
            moved[node.perturbation.fact_type].append(node.shift.mean)
    rows = []
    for kind in sorted(scores, key=lambda kind: -scores[kind]):
        low, high = map(float, mean_interval(np.array(moved[kind]), DRAWS))
        name, changes = TYPE_NAMES[kind.value], len(moved[kind])
        rows.append(TypeFinding(kind.value, name, changes, scores[kind], low, high, above[kind], controlled[kind]))
    return rows


def untested_types(run: WhatIf) -> list[str]:
    """The names of the fact types of which nothing was changed."""
    tested = compute_sensitivity_scores(run.tree)
    return [TYPE_NAMES[kind.value] for kind in FactType if kind not in tested]


def findings_by_fact(run: WhatIf) -> list[FactFinding]:
    """The changes one step from the matter by the fact they touch, the strongest first."""
    by_fact: dict[tuple[FactKey, bool], list[Node]] = defaultdict(list)
    for node in run.tree.children(0):
        if node.perturbation is not None and node.shift is not None:
            by_fact[node.perturbation.fact.key, node.perturbation.before is None].append(node)
    rows = [_of_fact(run, nodes, added) for (_, added), nodes in by_fact.items()]
    return sorted(rows, key=lambda finding: -finding.mean)


def _of_fact(run: WhatIf, nodes: Sequence[Node], added: bool) -> FactFinding:
    strongest = max(nodes, key=_mean)
    if strongest.perturbation is None:  # the caller has left these out; the type checker does not know
        raise AssertionError
    fact = strongest.perturbation.fact
    mean = sum(map(_mean, nodes)) / len(nodes)
    measured = [run.evidence[node.id] for node in nodes if node.id in run.evidence]
    evidence = max(measured, key=lambda seen: seen.effect) if measured else None
    return FactFinding(run.words(fact), fact_class(fact), added, strongest.id, mean, len(nodes), evidence)


def _mean(node: Node) -> float:
    return node.shift.mean if node.shift is not None else 0.0


# The sentences on top.


def summary(findings: Sequence[FactFinding]) -> str:
    """One plain sentence; empty where no fact of the matter was changed."""
    given = [finding for finding in findings if not finding.added]
    if not given:
        return ""
    if given[0].mean == 0:
        return "No single change of a fact moved the list of precedents."
    first = f"The search hangs most on “{given[0].words}”: changing it moves the list by {places(given[0].mean)}"
    return f"{first}; {_rest(given)}."


def _rest(given: Sequence[FactFinding]) -> str:
    """How the other facts compare with the first."""
    still = sum(finding.mean < 0.5 for finding in given)
    if len(given) == 1:
        return "no other fact was tested"
    if not still:
        return f"each of the {len(given)} facts tested moves it by half a place or more"
    return f"{still} of the {len(given)} facts tested move{'s' if still == 1 else ''} it by less than half a place"


def confirmed(findings: Sequence[FactFinding]) -> str:
    """What the placebos say of it, in a second sentence; empty where none were measured."""
    given = [finding for finding in findings if not finding.added and finding.evidence is not None]
    beats = [finding.words for finding in given if finding.evidence and finding.evidence.dispositive]
    if not given:
        return ""
    if not beats:
        return (
            "Measured against neutral edits of the same length, these cases cannot tell which fact matters; "
            "what the law makes of each is on the checklist."
        )
    named = beats[0] if len(beats) == 1 else f"{', '.join(beats[:-1])} and {beats[-1]}"
    facts = f"{len(beats)} of {len(given)} facts"
    return f"Measured against neutral edits of the same length, the search depends on {facts}: {named}."


def verdict_notes(run: WhatIf) -> Iterator[str]:
    """What the two verdicts mean."""
    yield _sentence(SEED_RULE.format(threshold=run.growth.options.dispositive_threshold))
    placebos = [seen.placebos for seen in run.evidence.values()]
    if placebos:
        few, many = min(placebos), max(placebos)
        yield _sentence(CONTROLLED.format(placebos=many if few == many else f"{few} to {many}"))
        yield f"Here {TWO_RANKINGS}"


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


# The charts. `node_link` is the address of a node, such as `#node-{node}`; empty for none.


def type_chart(findings: Sequence[TypeFinding], threshold: float) -> Chart:
    """Bars for the fact types with the specification's threshold."""
    rows = [
        EffectBar(each.name, each.css, each.mean, each.low, each.high, verdict=_verdicts(each, threshold))
        for each in findings
    ]
    return effect_bars("Mean places moved, by type of fact", rows, threshold)


def _verdicts(finding: TypeFinding, threshold: float) -> str:
    """How far the type moved the list, and what was measured of it; what was not measured is never a "no"."""
    answers = {"yes": "depends", "no": "cannot be told on these cases"}
    moved = "more" if finding.above_threshold else "no more"
    measured = answers.get(finding.controlled, finding.controlled)
    return f"{_count(finding.changes)} · moves the list by {moved} than {threshold:g} places · measured: {measured}"


def fact_chart(findings: Sequence[FactFinding], node_link: str = "") -> Chart:
    """Bars for single facts: places moved."""
    rows = [
        EffectBar(each.label, each.css, each.mean, verdict=_count(each.changes), link=_link(each, node_link))
        for each in findings[:SHOWN]
    ]
    return effect_bars("Mean places moved, by fact", rows)


def placebo_chart(findings: Sequence[FactFinding], node_link: str = "") -> Chart | None:
    """Controlled effects with their intervals over the band of their placebos; None where none were measured."""
    measured = [(each, each.evidence) for each in findings if each.evidence]
    measured.sort(key=lambda pair: -pair[1].effect)
    rows = [effect_of(seen, each.css, each.label, _link(each, node_link)) for each, seen in measured[:SHOWN]]
    return effect_bars("Effect of the strongest change of each fact, over its placebos", rows) if rows else None


def share_chart(shares: Sequence[tuple[str, str, float, float]]) -> Chart:
    """Shapley values of facts (words, class, value, standard error), with two errors either way where sampled."""
    rows = []
    for words, css, value, error in sorted(shares, key=lambda share: -share[2]):
        low, high = (value - 2 * error, value + 2 * error) if error else (None, None)
        rows.append(EffectBar(words, css, value, low, high, None, f"{value:+.2f}"))
    return effect_bars("Places of the list that each fact carries", rows)


def _link(finding: FactFinding, node_link: str) -> str:
    return node_link.format(node=finding.node)


def _count(changes: int) -> str:
    return f"{changes} change{'' if changes == 1 else 's'}"
