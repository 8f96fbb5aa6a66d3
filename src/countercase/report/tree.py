"""The tree of changes as nested branches, and each change in full."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from countercase.counterfactual.result import (
    ChangeReading,
    ListReading,
    MeasuredVerdict,
    TextChange,
    WhatIf,
    outcomes,
    provision_words,
    read_change,
    readings,
)
from countercase.counterfactual.sensitivity import rank_shift
from countercase.counterfactual.verdict import EdgeEvidence
from countercase.domain.perturbation import LawEffect, Node
from countercase.domain.provision import Provision
from countercase.errors import InputError
from countercase.facts.words import provision_name
from countercase.law.tables.acts import acts
from countercase.report.charts import EffectBar, Scale, TwoLists, effect_bar, scale_of, two_lists
from countercase.report.page import fact_class, word_changes
from countercase.text.words import capitalised

# The effect of a change compared with neutral edits of the same length, for readers who want the figures.


@dataclass(frozen=True, slots=True)
class MeasuredChart:
    """A measured change as a chart, and the same in figures."""

    figures: str
    strip: Markup


def measured_chart(seen: EdgeEvidence, css: str, scale: Scale) -> MeasuredChart:
    """The effect over the band of its neutral edits; larger charts show the interval."""
    strip = effect_bar(EffectBar("", css, seen.effect, band=(seen.band_low, seen.band_high)), scale)
    return MeasuredChart(figures(seen), strip)


def figures(seen: EdgeEvidence) -> str:
    """The same in figures, for readers who do not use the chart."""
    return (
        f"effect {seen.effect:.3f}; 95 % of {seen.placebos} neutral edits of the same length lie between "
        f"{seen.band_low:.3f} and {seen.band_high:.3f}; q = {seen.q:.3f}"
    )


def effect_of(seen: EdgeEvidence, css: str, verdict: str, label: str = "", link: str = "") -> EffectBar:
    """A measured change as a bar over its band."""
    band = (seen.band_low, seen.band_high)
    return EffectBar(label, css, seen.effect, seen.low, seen.high, band, f"q {seen.q:.3f}", verdict, link)


def common_scale(evidence: Iterable[EdgeEvidence]) -> Scale:
    """One scale for all changes of a tree, so that bars can be compared."""
    return scale_of([EffectBar("", "", seen.effect, band=(seen.band_low, seen.band_high)) for seen in evidence])


AS_GIVEN = "The matter as given"
WIDTHS = (0.25, 0.75, 1.5, 2.5, 4.0)  # places at which the line to a node gets thicker
_MEASURED_CSS = {
    MeasuredVerdict.DEPENDS: "depends",
    MeasuredVerdict.DOES_NOT_DEPEND: "indifferent",
    MeasuredVerdict.CANNOT_BE_TOLD: "untold",
}


@dataclass(frozen=True, slots=True)
class Branch:
    """A node of the chart with its children; `quiet` if no reading finds an effect."""

    id: int
    label: str
    css: str
    below: tuple["Branch", ...]
    sentence: str = ""
    width: int = 0
    law: str = ""
    moved: str = ""
    measured: str = ""
    measured_css: str = ""
    quiet: bool = False


def picture(run: WhatIf) -> Branch:
    """The whole tree from the matter as given."""
    return _branch(run, run.tree.root)


def _branch(run: WhatIf, node: Node) -> Branch:
    below = tuple(_branch(run, child) for child in run.tree.children(node.id))
    change, reading = node.perturbation, read_change(run, node)
    if change is None or reading is None:
        return Branch(0, AS_GIVEN, css="root", below=below)
    known = reading.law.effect is not LawEffect.NONE_KNOWN
    under = provision_words(reading.law.provision)
    moved, verdict = reading.list, reading.measured.verdict
    return Branch(
        node.id,
        run.label(change),
        css=fact_class(change.fact),
        sentence=change.sentence,
        width=sum(moved.displacement > limit for limit in WIDTHS),
        law=f"{reading.law.effect}{f', {under}' if under else ''}" if known else "nothing known",
        moved=_moved(moved.displacement, len(moved.left)),
        measured=str(verdict),
        measured_css=_MEASURED_CSS[verdict],
        quiet=not known and verdict is not MeasuredVerdict.DEPENDS and not moved.displacement,
        below=below,
    )


def _moved(displacement: float, left: int) -> str:
    if not displacement:
        return "stays"
    gone = f", {left} leave{'s' if left == 1 else ''}" if left else ""
    return f"moves by {displacement:.1f}{gone}"


# One change of a tree in full: its three readings, its words, why ranks moved, and both lists.


@dataclass(frozen=True, slots=True)
class Why:
    """One sentence of an explanation and a link to its source."""

    sentence: str
    link: str = ""


# The three readings in a lawyer's words, identical on the command line, the page, the report and the memo.


@dataclass(frozen=True, slots=True)
class ReadingShown:
    """A change with its three readings as lines; `matters` if the tables of law give it an effect."""

    node: int
    change: str
    lines: tuple[tuple[str, str], ...]
    matters: bool
    verdict: str


# What was searched, where it was not simply the rewritten text.
_TEXT_WORDS = {
    TextChange.REWRITTEN: "",
    TextChange.SUPPOSITION: "Searched with the supposition added to the text, not with the text rewritten.",
    TextChange.UNCHANGED: "Not searched again: the text has not changed.",
}


def first_changes(run: WhatIf) -> list[ReadingShown]:
    """The changes one step from the matter, in display order."""
    return [shown_reading(reading) for reading in readings(run)]


def shown_reading(reading: ChangeReading) -> ReadingShown:
    """A reading as lines."""
    matters = reading.law.effect is not LawEffect.NONE_KNOWN
    verdict = reading.measured.verdict.value
    return ReadingShown(reading.node, reading.change, tuple(three_lines(reading)), matters, verdict)


def three_lines(reading: ChangeReading) -> list[tuple[str, str]]:
    """The effect of a change in law, on the list, and as measured."""
    measured = reading.measured
    found = "" if reading.text is TextChange.UNCHANGED else list_words(reading.list)
    return [
        ("In law", law_words(reading)),
        ("The list", " ".join(part for part in (found, _TEXT_WORDS[reading.text]) if part)),
        ("Measured", capitalised(f"{measured.verdict}: {measured.why}.")),
    ]


def law_words(reading: ChangeReading) -> str:
    """The effect of a change in law, with its provision."""
    under = provision_words(reading.law.provision)
    also = ", ".join(provision_words(provision) for provision in reading.law.also)
    if also and reading.law.effect in {LawEffect.GAINED, LawEffect.LOST}:
        under = f"{under} (also {also})"
    return capitalised(f"{reading.law.effect}, {under}. {reading.law.says}" if under else reading.law.says)


def list_words(moved: ListReading) -> str:
    """Who leaves the list and who enters, how far the rest move, and how the outcomes shift."""
    if not moved.displacement:
        return "Stays as it is."
    entered, left = len(moved.entered), len(moved.left)
    parts = [f"Cases move by {moved.displacement:.1f} places on average"]
    if left or entered:
        parts.append(f"{left} leave{'s' if left == 1 else ''} and {entered} enter{'s' if entered == 1 else ''}")
    shifted = [
        f"{outcome} {moved.outcomes_before.get(outcome, 0)} → {moved.outcomes_after.get(outcome, 0)}"
        for outcome in sorted({*moved.outcomes_before, *moved.outcomes_after})
        if moved.outcomes_before.get(outcome, 0) != moved.outcomes_after.get(outcome, 0)
    ]
    return "; ".join([*parts, *([f"outcomes: {', '.join(shifted)}"] if shifted else [])]) + "."


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A change as the page and the report show it; `path` leads from the matter as given to the node before."""

    id: int
    path: tuple[tuple[int, str], ...]
    sentence: str
    basis: str
    css: str
    reading: ReadingShown
    text: Markup
    text_changed: bool
    is_added: bool  # the text is as it was, with the supposition added
    lists: TwoLists
    standing: MeasuredChart | None
    why: tuple[Why, ...]
    leaf: bool


def change_view(run: WhatIf, node: Node, why: Sequence[Why] = ()) -> ChangeView:
    """Everything about one change."""
    change, reading = node.perturbation, read_change(run, node)
    if change is None or reading is None or node.parent is None:
        raise InputError("The matter as given has no change to show.")
    parent = run.tree.nodes[node.parent]
    css, seen = fact_class(change.fact), run.evidence.get(node.id)
    return ChangeView(
        id=node.id,
        path=tuple(path(run, node)),
        sentence=change.sentence,
        basis=basis_words(change.basis),
        css=css,
        reading=shown_reading(reading),
        text=word_changes(parent.sheet.narrative, node.sheet.narrative),
        text_changed=parent.sheet.narrative != node.sheet.narrative,
        is_added=change.adds_supposition,
        lists=two_lists(parent.ranking, node.ranking, run.names, run.tree.k),
        standing=measured_chart(seen, css, common_scale(run.evidence.values())) if seen else None,
        why=tuple(why),
        leaf=not any(True for _ in run.tree.children(node.id)),
    )


def path(run: WhatIf, node: Node) -> list[tuple[int, str]]:
    """The changes from the root to the node's parent."""
    steps: list[tuple[int, str]] = []
    while node.parent is not None:
        node = run.tree.nodes[node.parent]
        steps.insert(0, (node.id, node_name(run, node)))
    return steps


def node_name(run: WhatIf, node: Node) -> str:
    """A node by the change that led to it."""
    return run.label(node.perturbation) if node.perturbation else AS_GIVEN


# Any two nodes side by side.


@dataclass(frozen=True, slots=True)
class ComparedNodes:
    """Two states of a matter: the changes that only one has, the words that differ, and both lists."""

    left: str
    right: str
    only_left: tuple[ReadingShown, ...]
    only_right: tuple[ReadingShown, ...]
    moved: str
    text: Markup
    lists: TwoLists


def compare_nodes(run: WhatIf, left: Node, right: Node) -> ComparedNodes:
    """Two nodes of one tree; changes that both have are left out."""
    k = run.tree.k
    before, after = list(_changes_to(run, left)), list(_changes_to(run, right))
    shift = rank_shift(left.ranking, right.ranking, k)
    was, now = outcomes(run, left.ranking[:k]), outcomes(run, right.ranking[:k])
    return ComparedNodes(
        node_name(run, left),
        node_name(run, right),
        tuple(change for change in before if change not in after),
        tuple(change for change in after if change not in before),
        list_words(ListReading(shift.mean, shift.dropped, shift.entered, was, now)),
        word_changes(left.sheet.narrative, right.sheet.narrative),
        two_lists(left.ranking, right.ranking, run.names, k),
    )


def _changes_to(run: WhatIf, node: Node) -> Iterator[ReadingShown]:
    """The changes that lead to a node, last first."""
    while node.parent is not None:
        reading = read_change(run, node)
        if reading is not None:
            yield shown_reading(reading)
        node = run.tree.nodes[node.parent]


def strongest(run: WhatIf) -> list[Node]:
    """Each change once, at its node nearest to the matter; those that move the list furthest come first."""
    first: dict[str, Node] = {}
    for node in sorted(run.tree.nodes[1:], key=lambda node: node.depth):
        if node.perturbation is not None:
            first.setdefault(node.perturbation.sentence, node)
    return sorted(first.values(), key=lambda node: -(node.shift.mean if node.shift else 0))


_ID = re.compile(
    r"[A-Za-z][A-Za-z0-9]*-(?:Article-|Order-\w+-Rule-)?\d+[A-Z]{0,3}(?:-(?:Part|Exception)-\w+)?(?:\(\w+\))*"
)
_BASES = (
    (re.compile(r"ingredient \S+ \((?P<law>[^:]+)\): (?P<more>.+)"), "an ingredient of {law} ({more})"),
    (re.compile(r"line \S+ \((?P<law>[^:]+): (?P<more>.+)\)"), "a line of law in {law}: {more}"),
    (re.compile(r"threshold \S+ \((?P<law>.+)\)(?P<more>)"), "a line of law in {law}"),
    (re.compile(r"adjacency (?P<law>\S+ > \S+) \((?P<more>.+)\)"), "neighbouring charges: {law} ({more})"),
    (re.compile(r"evidence .+? > (?P<more>.+?) \((?P<law>.+)\)"), "evidence that such cases turn on: {more} ({law})"),
)


def basis_words(basis: str) -> str:
    """Why a change was tried, with provisions in words and without the ids of the tables."""
    for pattern, words in _BASES:
        match = pattern.fullmatch(basis)
        if match:
            basis = words.format(law=match["law"].replace(" > ", " and "), more=match["more"])
            break
    return _ID.sub(lambda match: _named(match[0]), basis)


def _named(text: str) -> str:
    try:
        provision = Provision.parse(text)
    except ValueError:
        return text
    return provision_name(provision) if provision.act in acts() else text
