"""The corpus that comes with the package: digests of real judgments in our own words, and ready matters to try.

A digest is a Markdown file with TOML between `+++` lines: what the source says about the case, then Facts, Issue and
Held.
`text_kind` says that the text is our digest and not the judgment; `from_reports` lists the citations and judges that
were taken from the catalogue and the law reports because the source does not print them.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from importlib.resources import files
from typing import Any

from countercase.domain.case import (
    Case,
    CaseId,
    CitedCase,
    Outcome,
    Paragraph,
    Party,
    PartyType,
    PrintedTreatment,
    SectionType,
    TextKind,
)
from countercase.domain.provision import Provision
from countercase.domain.span import Span

_FRONT = re.compile(r"\+\+\+\n(.*?)\n\+\+\+\n(.*)", re.DOTALL)
_HEADING = re.compile(r"^(Facts|Issue|Held)\n", re.MULTILINE)
_SECTIONS = {"Facts": SectionType.FACTS, "Issue": SectionType.ISSUES, "Held": SectionType.HELD}


@dataclass(frozen=True, slots=True)
class ReadyMatter:
    """A ready set of facts, with fictitious names."""

    id: str
    title: str
    topic: str
    text: str


def builtin_cases() -> tuple[Case, ...]:
    """Every digest as a case, in the order of their ids."""
    return tuple(_case(front, body) for front, body in _read("cases"))


def builtin_matters() -> tuple[ReadyMatter, ...]:
    """The ready matters, in the order of their ids."""
    return tuple(ReadyMatter(text=body.strip(), **front) for front, body in _read("matters"))


def _read(folder: str) -> Iterator[tuple[dict[str, Any], str]]:
    for path in sorted(files(__package__).joinpath(folder).iterdir(), key=lambda item: item.name):
        match = _FRONT.fullmatch(path.read_text(encoding="utf-8"))
        if match is None:
            raise ValueError(f"{path} has no front matter")
        yield tomllib.loads(match[1]), match[2]


def _case(front: dict[str, Any], body: str) -> Case:
    text = re.sub(r"^## ", "", body.strip(), flags=re.MULTILINE) + "\n"
    petitioner, _, respondent = front["name"].partition(" v. ")
    decided: date = front["date"]
    return Case(
        id=CaseId(front["id"]),
        text=text,
        name=front["name"],
        court=front["court"],
        decided=decided,
        bench=tuple(front["bench"]),
        citations=tuple(front["citations"]),
        case_numbers=tuple(front["case_numbers"]),
        petitioner=Party(petitioner, PartyType(front["petitioner_type"])),
        respondent=Party(respondent, PartyType(front["respondent_type"])),
        provisions={Provision.parse(item): 1 for item in front["provisions"]},
        outcome=Outcome(front["outcome"]),
        cites=tuple(_cited(item) for item in front["cites"]),
        paragraphs=tuple(_paragraphs(text)),
        source=front["source"],
        text_kind=TextKind(front["text_kind"]),
    )


def _cited(item: dict[str, str]) -> CitedCase:
    citations = (item["citation"],) if item["citation"] else ()
    return CitedCase(item["name"], citations, PrintedTreatment(item["treatment"]))


def _paragraphs(text: str) -> Iterator[Paragraph]:
    """One paragraph per section, heading included, so that the paragraphs cover the text."""
    headings = list(_HEADING.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    for heading, end in zip(headings, ends, strict=True):
        yield Paragraph(Span(heading.start(), end), _SECTIONS[heading[1]])
