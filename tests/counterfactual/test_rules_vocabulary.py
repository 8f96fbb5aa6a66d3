"""Every value that a rule may put on a sheet is one that the fact module can put into words."""

import pytest

from countercase.counterfactual.preconditions import all_decisive_evidence
from countercase.domain.facts import FactKind
from countercase.facts.words import entries
from countercase.law.near_provisions import all_steps


@pytest.mark.parametrize("kind", [FactKind.ROLE, FactKind.RELATION, FactKind.INSTRUMENT, FactKind.RESULT])
def test_axes_use_the_words_of_the_closed_lists(kind: FactKind) -> None:
    assert {step.after for step in all_steps() if step.kind == kind} <= set(entries(kind))


def test_evidence_uses_the_words_of_the_closed_list() -> None:
    assert {row.item for row in all_decisive_evidence()} <= set(entries(FactKind.EVIDENCE))
