"""Fact sheets of decided cases."""

from countercase.corpus.builtin import builtin_cases
from countercase.domain.case import Outcome, Paragraph, SectionType
from countercase.domain.facts import EvidenceFact
from countercase.domain.span import Span
from countercase.facts.extract import extract_case_facts

FACTS = "The accused stabbed his wife. " * 20
HELD = "No dying declaration was needed. " * 20


def test_only_the_facts_paragraphs_are_read() -> None:
    text = FACTS + HELD
    paragraphs = (
        Paragraph(Span(0, len(FACTS)), SectionType.FACTS),
        Paragraph(Span(len(FACTS), len(text)), SectionType.HELD),
    )
    sheet = extract_case_facts(text, paragraphs, Outcome.DISMISSED)
    assert sheet.narrative == FACTS.strip()
    assert sheet.outcome is Outcome.DISMISSED
    assert not any(isinstance(fact, EvidenceFact) for fact in sheet.facts)


def test_without_labels_the_opening_is_read() -> None:
    assert extract_case_facts(FACTS + HELD).narrative.startswith("The accused stabbed")


def test_every_built_in_case_has_facts() -> None:
    bare = [case.id for case in builtin_cases() if len(extract_case_facts(case.text, case.paragraphs).facts) < 2]
    assert bare == []
