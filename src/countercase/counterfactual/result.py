"""The results of one what-if run, and the three readings of every change: in law, on the list, and measured."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from countercase.counterfactual.analogy import Analogy
from countercase.counterfactual.fewest_changes import Aim, FewestChanges
from countercase.counterfactual.law_reading import NOTHING_KNOWN
from countercase.counterfactual.shapley import Attribution
from countercase.counterfactual.tree import Growth
from countercase.counterfactual.verdict import Answer, EdgeEvidence
from countercase.domain.case import CaseId
from countercase.domain.facts import Fact, FactKey, FactSheet, IngredientFact, LineFact, SectionFact
from countercase.domain.perturbation import LawEffect, LawReading, Node, Perturbation, Tree
from countercase.domain.provision import Provision
from countercase.domain.ranking import CaseFilter
from countercase.domain.span import Span
from countercase.facts.words import provision_name

# Shown beside every displacement.
MEANING = "Displacement says what the search depends on, not what a court would hold."


@dataclass(frozen=True, slots=True)
class Matter:
    """The matter of a run. `filter` says which cases may be found; `so_far` is a tree to resume."""

    id: str
    title: str
    sheet: FactSheet
    filter: CaseFilter = field(default_factory=CaseFilter)
    so_far: Growth | None = None
    locks: tuple[FactKey, ...] = ()  # locks that applied to the tree so far


# What a matter says about an ingredient, on the label of a change.
_STATUS_WORDS = {"met": "yes", "contrary": "no", "disputed": "in dispute", "missing": "not stated"}


@dataclass(frozen=True, slots=True)
class WhatIf:
    """One what-if run. `describe` puts a fact into words; `names` covers the cases in all rankings."""

    case_id: str
    title: str
    growth: Growth
    names: Mapping[CaseId, str]
    describe: Callable[[Fact], str]
    evidence: Mapping[int, EdgeEvidence] = field(default_factory=dict)
    outcomes: Mapping[CaseId, str] = field(default_factory=dict)  # allowed, dismissed ..., for the cases in any ranking
    explanations: Mapping[int, Sequence[str]] = field(default_factory=dict)
    attribution: Attribution | None = None
    fewest_changes: tuple[FewestChanges, ...] = ()
    analogies: Mapping[CaseId, Analogy] = field(default_factory=dict)
    about: Mapping[str, str] = field(default_factory=dict)
    locks: tuple[FactKey, ...] = ()  # facts, kinds and types that no change may touch

    @property
    def tree(self) -> Tree:
        """The tree as far as it has grown."""
        return self.growth.tree

    def name(self, case_id: CaseId) -> str:
        """The name of a case, or its id if it has none."""
        return self.names.get(case_id, case_id)

    def words(self, fact: Fact) -> str:
        """A fact in a few words; a provision by its Act's short name."""
        return provision_name(fact.provision) if isinstance(fact, SectionFact) else self.describe(fact)

    def label(self, change: Perturbation) -> str:
        """A change in a few words: `eyewitness: present → absent`, `Section 302 IPC → Section 304 IPC`, `+ motive`."""
        if isinstance(change.before, IngredientFact) and isinstance(change.after, IngredientFact):
            was, now = _STATUS_WORDS[change.before.status], _STATUS_WORDS[change.after.status]
            return f"{change.before.name}: {was} → {now}"
        before = self.words(change.before) if change.before is not None else None
        after = self.words(change.after) if change.after is not None else None
        if before is None:
            return f"+ {after}"
        if after is None:
            return f"− {before}"
        shared = before.partition(": ")[0] + ": "
        return f"{before} → {after.removeprefix(shared) if before.startswith(shared) else after}"


def no_changes(run: WhatIf) -> str:
    """Why a tree has no changes."""
    if run.growth.stopped:
        return f"Nothing was changed: {run.growth.stopped}."
    return (
        "No fact of this text could be changed: our tables have no line, ingredient or neighbouring provision for any."
    )


def attribution_words(attribution: Attribution) -> str:
    """The sum of the shares and the method behind them."""
    method = "exact" if attribution.exact else "sampled; ± is one standard error"
    whole = attribution.whole - attribution.nothing
    return (
        f"Without any of these facts the list moves by {whole:.2f} places on average; the facts share that "
        f"(Shapley values, {method}, {attribution.searches} searches)."
    )


def fewest_changes_words(run: WhatIf, answer: FewestChanges) -> Iterator[str]:
    """The fewest changes for one case, as lines of text."""
    name, k = run.name(answer.case_id), run.tree.k
    goal = f"bring {name} into the first {k}" if answer.aim is Aim.BRING_IN else f"drive {name} out of the first {k}"
    if answer.changes is None:
        nearest = (
            f" The best rank it reached is {answer.nearest}." if answer.nearest and answer.aim is Aim.BRING_IN else ""
        )
        yield f"To {goal}: none within the budget ({answer.searches} searches).{nearest}"
    elif not answer.changes:
        yield f"To {goal}: no change is needed; it is {f'at rank {answer.rank}' if answer.rank else 'outside'}."
    else:
        certainty = "the fewest" if answer.smallest else "the fewest found; not all smaller sets were tried"
        count = len(answer.changes)
        yield f"To {goal}: {count} change{'s' if count > 1 else ''} ({certainty})."
        yield from (f"  {number}. {run.label(change)}" for number, change in enumerate(answer.changes, start=1))


# Three readings of every change: its effect in law, its effect on the list, and its measured effect.

NOT_CHANGED = "the text could not be changed cleanly, so there is nothing to measure"
NOT_MEASURED = "this change was not measured"
TOO_SHORT = "the text is too short for neutral edits to compare it with"
NOT_SHOWN = "these cases do not show what the law makes of it"


class MeasuredVerdict(StrEnum):
    """The measured verdict on a change."""

    DEPENDS = "depends"
    DOES_NOT_DEPEND = "does not depend"
    CANNOT_BE_TOLD = "cannot be told"


class TextChange(StrEnum):
    """What was done to the text before it was searched and measured again."""

    REWRITTEN = "rewritten"
    SUPPOSITION = "supposition added"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class ListReading:
    """The effect of a change on the list of precedents; outcomes are counted over the whole list."""

    displacement: float
    left: tuple[CaseId, ...]
    entered: tuple[CaseId, ...]
    outcomes_before: dict[str, int]
    outcomes_after: dict[str, int]


@dataclass(frozen=True, slots=True)
class MeasuredReading:
    """Whether the result depends on the change as far as these cases show, and why."""

    verdict: MeasuredVerdict
    effect: float | None
    q: float | None
    why: str


@dataclass(frozen=True, slots=True)
class ChangeReading:
    """One change with its three readings, and what was done to the text for the last two."""

    node: int
    change: str
    spans: tuple[Span, ...]
    law: LawReading
    list: ListReading
    measured: MeasuredReading
    text: TextChange

    def to_json(self) -> dict[str, Any]:
        """The entry of `countercase whatif --json`."""
        return {
            "change": self.change,
            "spans": [[span.start, span.end] for span in self.spans],
            "law": {
                "effect": self.law.effect.value,
                "provision": self.law.provision,
                "says": self.law.says,
                "also": list(self.law.also),
            },
            "list": {
                "displacement": self.list.displacement,
                "left": list(self.list.left),
                "entered": list(self.list.entered),
                "outcomes_before": self.list.outcomes_before,
                "outcomes_after": self.list.outcomes_after,
            },
            "measured": {
                "verdict": self.measured.verdict.value,
                "effect": self.measured.effect,
                "q": self.measured.q,
                "why": self.measured.why,
            },
            "text": self.text.value,
        }


def readings(run: WhatIf) -> list[ChangeReading]:
    """The three readings of every first-level change, in display order."""
    return [reading for node in run.tree.children(0) if (reading := read_change(run, node)) is not None]


def read_change(run: WhatIf, node: Node) -> ChangeReading | None:
    """The three readings of one change; None for the matter as given."""
    change = node.perturbation
    if change is None or node.shift is None or node.parent is None:
        return None
    law = change.law or NOTHING_KNOWN
    parent = run.tree.nodes[node.parent]
    on_list = ListReading(
        node.shift.mean,
        node.shift.dropped,
        node.shift.entered,
        outcomes(run, parent.ranking[: run.tree.k]),
        outcomes(run, node.ranking[: run.tree.k]),
    )
    measured = _measured(run, node, change, law)
    return ChangeReading(node.id, change.sentence, changed_words(change), law, on_list, measured, text_change(change))


def text_change(change: Perturbation) -> TextChange:
    """What a change does to the text."""
    if change.is_supposed and not change.edits:
        return TextChange.UNCHANGED
    return TextChange.SUPPOSITION if change.adds_supposition else TextChange.REWRITTEN


def changed_words(change: Perturbation) -> tuple[Span, ...]:
    """The words of the matter that a change is about."""
    spans = {edit.span for edit in change.edits} | set(change.before.spans if change.before is not None else ())
    return tuple(sorted(spans))


def outcomes(run: WhatIf, ranking: Sequence[CaseId]) -> dict[str, int]:
    """How many cases of a list had each outcome; unknown outcomes are not counted."""
    return dict(Counter(run.outcomes[case] for case in ranking if case in run.outcomes))


def _measured(run: WhatIf, node: Node, change: Perturbation, law: LawReading) -> MeasuredReading:
    """The measured reading. It is never "does not depend" if the change matters in law."""
    evidence = run.evidence.get(node.id)
    cannot_be_told = MeasuredVerdict.CANNOT_BE_TOLD
    if text_change(change) is TextChange.UNCHANGED:
        return MeasuredReading(cannot_be_told, None, None, NOT_CHANGED)
    if evidence is None:
        return MeasuredReading(cannot_be_told, None, None, NOT_MEASURED)
    if not evidence.tested:
        return MeasuredReading(cannot_be_told, evidence.effect, None, TOO_SHORT)
    if evidence.answer is Answer.DEPENDS:
        why = f"it moves the cases further than {evidence.placebos} neutral edits of the same length do"
        return MeasuredReading(MeasuredVerdict.DEPENDS, evidence.effect, evidence.q, why)
    if law.effect is not LawEffect.NONE_KNOWN or evidence.answer is Answer.CANNOT_TELL:
        why = NOT_SHOWN if law.effect is not LawEffect.NONE_KNOWN else evidence.reason
        return MeasuredReading(cannot_be_told, evidence.effect, evidence.q, why)
    why = f"it moves the cases no further than {evidence.placebos} neutral edits of the same length do"
    return MeasuredReading(MeasuredVerdict.DOES_NOT_DEPEND, evidence.effect, evidence.q, why)


def headline(run: WhatIf) -> str:
    """One sentence about a matter, built from all three readings."""
    changes = readings(run)
    if not changes:
        return "Our tables suggest no change of this matter."
    parts = [part for part in (_law_part(run, changes), _list_part(changes), _measured_part(changes)) if part]
    return f"{'; '.join(parts)}."


def _law_part(run: WhatIf, changes: Sequence[ChangeReading]) -> str:
    with_effect = [reading for reading in changes if reading.law.effect is not LawEffect.NONE_KNOWN]
    if not with_effect:
        return "Our tables list no change with a legal effect"
    names = [_subject_of(run, reading) for reading in with_effect[:3]]
    more = f", and {len(with_effect) - 3} more" if len(with_effect) > 3 else ""
    return f"In law the matter turns first on {_in_a_list(names)}{more}"


def _subject_of(run: WhatIf, reading: ChangeReading) -> str:
    """The subject of a change: the quantity of a line, an ingredient by name, or a fact."""
    change = run.tree.nodes[reading.node].perturbation
    if change is None:
        return reading.change
    match change.fact:
        case LineFact():
            what = f"the {change.fact.quantity}"
        case IngredientFact():
            what = f"“{change.fact.name}”"
        case _:
            what = run.words(change.fact)
    under = provision_words(reading.law.provision)
    return f"{what} ({under})" if under else what


def provision_words(provision: str | None) -> str:
    """A provision as a lawyer names it; empty if there is none."""
    return provision_name(Provision.parse(provision)) if provision else ""


def _list_part(changes: Sequence[ChangeReading]) -> str:
    largest = max(changes, key=lambda reading: reading.list.displacement)
    if largest.list.displacement == 0:
        return "no change moves the list of precedents"
    left = len(largest.list.left)
    leaving = f", and {left} of the cases leave{'s' if left == 1 else ''} it" if left else ""
    return f"the list moves most if {_without_suppose(largest.change)}{leaving}"


def _measured_part(changes: Sequence[ChangeReading]) -> str:
    depends = [reading for reading in changes if reading.measured.verdict is MeasuredVerdict.DEPENDS]
    cannot_be_told = sum(reading.measured.verdict is MeasuredVerdict.CANNOT_BE_TOLD for reading in changes)
    if all(reading.measured.why == NOT_MEASURED for reading in changes):
        return ""
    if depends:
        rest = f"; for {cannot_be_told} it cannot be told" if cannot_be_told else ""
        return f"measured on these cases, the result depends on {len(depends)} of {len(changes)} changes{rest}"
    return f"measured on these cases, nothing can be told for {cannot_be_told} of {len(changes)} changes"


def _without_suppose(change: str) -> str:
    return change.removeprefix("Suppose that ").removeprefix("Suppose ").removesuffix(".")


def _in_a_list(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
