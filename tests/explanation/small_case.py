"""A judgment of a few sentences and a matter like it, with their facts marked by hand."""

import re
from collections.abc import Callable, Sequence

from countercase.domain.case import Case, CaseId, Chunk, ChunkId, Outcome, Paragraph, SectionType
from countercase.domain.facts import (
    EvidenceFact,
    EvidenceStatus,
    Fact,
    FactSheet,
    InstrumentFact,
    NumericalFact,
    Quantity,
    RoleFact,
    SectionFact,
)
from countercase.domain.provision import Provision
from countercase.domain.span import Span

FACTS = (
    "The accused, aged 16 years, was convicted under Section 302 of the Indian Penal Code for stabbing Ramesh with a "
    "knife on 3 May 2011. No dying declaration was recorded. The widow was the only eyewitness. "
    "A constable recovered the knife from a field."
)
HELD = "Knowledge without intention makes culpable homicide. The appeal is allowed and the conviction is set aside."
TEXT = f"{FACTS}\n{HELD}\n"

MATTER = (
    "Our client, aged 17 years, is charged under Section 103 of the Bharatiya Nyaya Sanhita for stabbing a neighbour "
    "with a knife in a field. The dying declaration names him. A boy was the only eyewitness."
)


def case(text: str = TEXT) -> Case:
    first = text.index("\n") + 1
    return Case(
        CaseId("ramesh"),
        text,
        "Accused v. State",
        outcome=Outcome.ALLOWED,
        paragraphs=(
            Paragraph(Span(0, first), SectionType.FACTS, "3"),
            Paragraph(Span(first, len(text)), SectionType.HELD, "9"),
        ),
    )


def passage(words: str) -> Chunk:
    start = TEXT.index(words)
    return Chunk(ChunkId("ramesh#1"), CaseId("ramesh"), Span(start, start + len(words)), words, SectionType.FACTS)


def split(text: str) -> Sequence[Span]:
    """Sentences that end in a full stop and a space."""
    ends = [match.end() for match in re.finditer(r"\.\s", text)] + [len(text)]
    starts = [0, *ends[:-1]]
    return [Span(start, end) for start, end in zip(starts, ends, strict=True) if start < end]


def rarity(word: str) -> float:
    return 0.0 if word in {"accus", "case", "was"} else 4.0


def at(text: str, words: str) -> tuple[Span, ...]:
    return tuple(Span(match.start(), match.end()) for match in re.finditer(re.escape(words), text))


def sheet(text: str, *facts: Callable[[str], Fact]) -> FactSheet:
    return FactSheet(text, tuple(make(text) for make in facts))


def section(provision: str, words: str) -> Callable[[str], Fact]:
    return lambda text: SectionFact(spans=at(text, words), provision=Provision.parse(provision))


def age(years: float, words: str) -> Callable[[str], Fact]:
    return lambda text: NumericalFact(
        spans=at(text, words), quantity=Quantity.AGE, value=years, unit="years", role="accused"
    )


def evidence(item: str, words: str, status: EvidenceStatus = EvidenceStatus.PRESENT) -> Callable[[str], Fact]:
    return lambda text: EvidenceFact(spans=at(text, words), item=item, status=status)


def knife(text: str) -> Fact:
    return InstrumentFact(spans=at(text, "knife"), instrument="knife")


def constable(text: str) -> Fact:
    return RoleFact(spans=at(text, "constable"), role="police officer")


CASE_FACTS = sheet(
    TEXT,
    section("IPC-302", "Section 302"),
    age(16, "16 years"),
    evidence("dying declaration", "No dying declaration", EvidenceStatus.ABSENT),
    evidence("eyewitness", "eyewitness"),
    knife,
    constable,
)
MATTER_FACTS = sheet(
    MATTER,
    section("BNS-103", "Section 103"),
    age(17, "17 years"),
    evidence("dying declaration", "dying declaration"),
    evidence("eyewitness", "eyewitness"),
    knife,
)
