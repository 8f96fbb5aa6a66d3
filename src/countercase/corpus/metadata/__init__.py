"""What a judgment says about itself: title, parties, numbers, date, bench, outcome, and the law and cases it cites."""

import re
from collections.abc import Mapping, Sequence

from countercase.corpus.metadata import bench
from countercase.corpus.metadata.cited import cited_cases, cited_provisions
from countercase.corpus.metadata.dates import find_date
from countercase.corpus.metadata.head import Head
from countercase.corpus.metadata.line_head import read_lines
from countercase.corpus.metadata.numbers import find_case_numbers
from countercase.corpus.metadata.outcome import find_outcome
from countercase.corpus.metadata.parties import normal_case, party, split_title
from countercase.corpus.metadata.print_head import read_caption, read_print
from countercase.corpus.metadata.report_head import read_report
from countercase.domain.case import Case, CaseId, Paragraph, Party
from countercase.law.citations import find_citations

__all__ = ["describe_case", "read_head"]

SUPREME_COURT = "Supreme Court of India"
_SUPREME_COURT_REPORT = re.compile(r"\bSCR\b|\bINSC\b|\bSCC\b|\bSC\b|\bSupp\. SCR|^\d{4} AIR ")
_REPORT_ID = re.compile(r"(?P<year>\d{4})_(?P<volume>\d{1,2})_(?P<page>\d{1,4})_\d{1,4}(?:_[A-Z]{2,3})?")


def describe_case(id: str, text: str, fields: Mapping[str, str], paragraphs: Sequence[Paragraph]) -> Case:  # noqa: A002
    """The case as its text and its source describe it; what the source states (`fields`) goes before what is read."""
    head = read_head(text)
    petitioner, respondent = _parties(head, fields)
    name = _name(id, head, fields, petitioner, respondent)
    citations = _own_citations(id, head, fields)
    return Case(
        id=CaseId(id),
        text=text,
        name=name,
        court=fields.get("court") or head.court or _court_of(citations),
        decided=find_date(fields.get("decided", "")) or head.decided,
        bench=bench.read_judges(fields.get("bench", "")) or head.judges,
        citations=citations,
        case_numbers=find_case_numbers(fields.get("case_number", "")) or head.numbers,
        petitioner=petitioner,
        respondent=respondent,
        provisions=cited_provisions(text),
        outcome=find_outcome(text, fields.get("outcome", "")),
        cites=cited_cases(text, name, citations),
        paragraphs=tuple(paragraphs),
        source=fields.get("source", ""),
    )


def read_head(text: str) -> Head:
    """The head, by the first reader that knows its form."""
    for reader in (read_report, read_print, read_caption, read_lines):
        head = reader(text)
        if head is not None:
            return head
    return Head()


def _court_of(citations: Sequence[str]) -> str:
    """The Court whose reports print the case; empty where they are none of the Supreme Court's."""
    return SUPREME_COURT if any(_SUPREME_COURT_REPORT.search(citation) for citation in citations) else ""


def _parties(head: Head, fields: Mapping[str, str]) -> tuple[Party | None, Party | None]:
    stated = split_title(fields.get("title", "")) or ("", "")
    petitioner = fields.get("petitioner") or stated[0] or head.petitioner
    respondent = fields.get("respondent") or stated[1] or head.respondent
    return (party(petitioner) if petitioner else None, party(respondent) if respondent else None)


def _name(id: str, head: Head, fields: Mapping[str, str], petitioner: Party | None, respondent: Party | None) -> str:  # noqa: A002
    if petitioner and respondent:
        return f"{petitioner.name} v. {respondent.name}"
    return normal_case(" ".join((fields.get("title") or head.title).split())) or id


def _own_citations(id: str, head: Head, fields: Mapping[str, str]) -> tuple[str, ...]:  # noqa: A002
    stated = " ; ".join((head.citations, fields.get("citations", ""), fields.get("neutral_citation", "")))
    found = [mention.citation.normal for mention in find_citations(stated)]
    report = _REPORT_ID.fullmatch(id)
    if report and not any("SCR" in citation for citation in found):
        found.insert(0, f"[{report['year']}] {report['volume']} SCR {report['page']}")
    return tuple(dict.fromkeys(found))
