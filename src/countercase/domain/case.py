"""A decided judgment, its parts, and the passages that are indexed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import NewType

from countercase.domain.provision import Provision
from countercase.domain.span import Span

SUPREME_COURT = "Supreme Court of India"


class Speaker(StrEnum):
    """Whose words or view a sentence gives."""

    COURT = "this Court"
    SEPARATE = "separate opinion"
    BELOW = "court below"
    COUNSEL = "counsel"
    STATUTE = "statute"
    EARLIER = "earlier case"
    FACTS = "facts"
    SUMMARY = "our summary"
    UNKNOWN = "cannot be told"


@dataclass(frozen=True, slots=True)
class Voice:
    """A speaker, and its name if known: "the High Court", "counsel for the appellant", "Section 138"."""

    speaker: Speaker
    name: str = ""
    left_open: bool = False  # the Court says that it does not decide the point


UNKNOWN = Voice(Speaker.UNKNOWN)


CaseId = NewType("CaseId", str)
ChunkId = NewType("ChunkId", str)


class SectionType(StrEnum):
    """The function of a paragraph in a judgment."""

    FACTS = "Facts"
    ISSUES = "Issues"
    SUBMISSIONS = "Submissions"
    ANALYSIS = "Analysis"
    RATIO = "Ratio"
    HELD = "Held"
    UNKNOWN = "Unknown"


class TextKind(StrEnum):
    """Whose words the stored text holds: the Court's judgment, or our own digest of it."""

    JUDGMENT = "judgment"
    DIGEST = "digest"


class PartyType(StrEnum):
    """The specification's closed list; an unknown type is None, not a fourth value."""

    INDIVIDUAL = "Individual"
    STATE = "State"
    CORPORATION = "Corporation"


class Outcome(StrEnum):
    """What the Court did with the appeal or petition."""

    ALLOWED = "allowed"
    PARTLY_ALLOWED = "partly allowed"
    DISMISSED = "dismissed"
    REMANDED = "remanded"
    DISPOSED = "disposed of"


class PrintedTreatment(StrEnum):
    """How a judgment treated one it cites, in the words of the Supreme Court Reports; CITED if they give none."""

    CITED = "cited"
    REFERRED_TO = "referred to"
    RELIED_ON = "relied on"
    FOLLOWED = "followed"
    AFFIRMED = "affirmed"
    APPROVED = "approved"
    DISTINGUISHED = "distinguished"
    HELD_INAPPLICABLE = "held inapplicable"
    EXPLAINED = "explained"
    OVERRULED = "overruled"


@dataclass(frozen=True, slots=True)
class Party:
    """One side, as the cause title names it."""

    name: str
    type: PartyType | None = None


@dataclass(frozen=True, slots=True)
class CitedCase:
    """A judgment that this one cites; `case_id` is set once it is resolved against the store."""

    name: str
    citations: tuple[str, ...] = ()
    treatment: PrintedTreatment = PrintedTreatment.CITED
    case_id: CaseId | None = None


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the stored text, with the number and page that the source printed."""

    span: Span
    section: SectionType = SectionType.UNKNOWN
    number: str | None = None
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A decided judgment. Every span in the product points into `text`."""

    id: CaseId
    text: str
    name: str
    court: str = SUPREME_COURT
    decided: date | None = None
    bench: tuple[str, ...] = ()
    citations: tuple[str, ...] = ()
    case_numbers: tuple[str, ...] = ()
    petitioner: Party | None = None
    respondent: Party | None = None
    provisions: Mapping[Provision, int] = field(default_factory=dict)
    outcome: Outcome | None = None
    cites: tuple[CitedCase, ...] = ()
    paragraphs: tuple[Paragraph, ...] = ()
    source: str = ""
    text_kind: TextKind = TextKind.JUDGMENT

    @property
    def is_digest(self) -> bool:
        """Whether the text is our summary; if so, nothing in it may be quoted as the Court's words."""
        return self.text_kind is TextKind.DIGEST

    @property
    def bench_strength(self) -> int | None:
        """Number of judges; a larger bench binds a smaller one. None if not known.

        The Supreme Court sits in benches of two or more (single judges, since 2019, take only bail and transfer cases).
        A lone name there is therefore the author of the judgment, as many reports give it, and not the whole bench.
        """
        least = 2 if self.court == SUPREME_COURT else 1
        return len(self.bench) if len(self.bench) >= least else None


@dataclass(frozen=True, slots=True)
class Chunk:
    """An indexed passage: `case.text[span.start:span.end] == text`."""

    id: ChunkId
    case_id: CaseId
    span: Span
    text: str
    section: SectionType = SectionType.UNKNOWN
    paragraph: str | None = None
    page: int | None = None


def facts_of(case: Case) -> str:
    """The facts as the judgment states them; the whole text if no part is labelled as facts."""
    parts = [paragraph.span.of(case.text) for paragraph in case.paragraphs if paragraph.section is SectionType.FACTS]
    return "\n\n".join(part.removeprefix("Facts\n") for part in parts) or case.text
