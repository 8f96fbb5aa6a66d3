"""Why the ranks moved along one edge of the tree: each precedent that left, entered or moved, and the fact behind it.

A fact is named only if the precedent has it in its text. A move that no fact of the precedent explains is reported as
such.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from countercase.domain.case import UNKNOWN, Case, CaseId, Speaker
from countercase.domain.facts import Fact, FactSheet
from countercase.domain.perturbation import Node, Perturbation
from countercase.domain.ranking import Move, MovedPrecedent, Point, RankExplanation, Statement
from countercase.explanation import strict as frame
from countercase.explanation.labels import label
from countercase.explanation.quotations import (
    SUMMARY,
    Split,
    StoredSentence,
    credit,
    quotation,
    stored_sentences,
    summarised,
)
from countercase.explanation.strict import check
from countercase.facts.compare import Compared, Likeness, fits

MOST = 6  # most precedents reported per edge: those that moved furthest
_TRIES = 6
WORDING = "Edits that change no fact move the ranks as far: this move comes from the wording, not from the fact."
MEASURED = "The ranks moved further than edits that change no fact move them."
UNMEASURED = "Whether wording alone would move the ranks as far was not measured."
NOTHING = "No precedent moved."


@dataclass(frozen=True, slots=True)
class KnownCase:
    """A case and its facts; their spans point into the case text."""

    case: Case
    facts: FactSheet


Lookup = Callable[[CaseId], KnownCase]


def explain_move(
    node: Node, parent: Node, lookup: Lookup, split: Split, k: int, wording_only: bool | None = None
) -> RankExplanation:
    """Why a ranking differs from its parent's; `wording_only` is True if the effect is within that of placebos."""
    if node.perturbation is None:
        raise ValueError(f"node {node.id} is the root: nothing was changed")
    moved = list(_moved(parent.ranking[:k], node.ranking[:k], k))
    reported = tuple(
        _with_reason(precedent, node.perturbation, lookup, split, wording_only) for precedent in moved[:MOST]
    )
    note = {None: UNMEASURED, True: WORDING, False: MEASURED}[wording_only] if moved else NOTHING
    return RankExplanation(node.id, node.perturbation.sentence, note, wording_only, reported)


def _moved(before: Sequence[CaseId], after: Sequence[CaseId], k: int) -> Iterator[MovedPrecedent]:
    """Every precedent whose rank changed, furthest first; outside the list the rank is k + 1."""
    old = {case: rank for rank, case in enumerate(before, start=1)}
    new = {case: rank for rank, case in enumerate(after, start=1)}
    moves = [
        MovedPrecedent(case, _move(old.get(case), new.get(case)), old.get(case), new.get(case))
        for case in dict.fromkeys([*before, *after])
        if old.get(case) != new.get(case)
    ]
    yield from sorted(moves, key=lambda move: (-abs((move.before or k + 1) - (move.after or k + 1)), move.case_id))


def _move(before: int | None, after: int | None) -> Move:
    if before is None or after is None:
        return Move.ENTERED if before is None else Move.LEFT
    return Move.ROSE if after < before else Move.FELL


def _with_reason(
    precedent: MovedPrecedent, change: Perturbation, lookup: Lookup, split: Split, wording_only: bool | None
) -> MovedPrecedent:
    """The move with the fact that explains it; with none if wording alone would move it as far."""
    if wording_only:
        return precedent
    known_case = lookup(precedent.case_id)
    worse = precedent.move in {Move.LEFT, Move.FELL}
    for opening, fact in _reasons(change, worse):
        sentence = _sentence(opening, fact, known_case, split)
        if sentence is not None:
            return replace(precedent, sentence=sentence)
    return precedent


def _reasons(change: Perturbation, worse: bool) -> Iterator[tuple[str, Fact]]:
    """What would explain the move: the precedent has the fact that was removed, or the one that was added."""
    if worse and change.before is not None:
        yield frame.NO_LONGER_FITS, change.before
    if not worse and change.after is not None:
        yield frame.NOW_FITS, change.after


def _sentence(opening: str, explaining: Fact, known_case: KnownCase, split: Split) -> Statement | None:
    fitting = [fact for fact in known_case.facts.facts if fits(explaining, fact)]
    if not fitting:
        return None
    tries = 0
    for sentence in stored_sentences(known_case.case, split):
        for fact in fitting:
            span = next((span for span in fact.spans if sentence.span.contains(span)), None)
            if span is None or tries >= _TRIES:
                continue
            tries += 1
            fact_label = label(Compared(fact, Likeness.SAME), span.of(known_case.case.text), sentence.text)
            keep = [span.shift(-sentence.span.start)]
            text = (
                f"{opening}, on {fact_label}. {SUMMARY}: {summarised(sentence.text, keep)}"
                if known_case.case.is_digest
                else f"{opening}, on {fact_label}{credit(sentence.voice)}: {quotation(sentence.text, keep)}."
            )
            if check(text, sentence.text).supported:
                return _anchored(text, sentence, known_case.case)
    return None


def _anchored(text: str, sentence: StoredSentence, case: Case) -> Statement:
    sure = sentence.sure or sentence.voice.speaker is not Speaker.COURT
    return Statement(text, sentence.anchor(case), sentence.text, Point.MOVED, sentence.voice if sure else UNKNOWN)
