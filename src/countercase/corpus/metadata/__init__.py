"""What a judgment says about itself: title, parties, numbers, date, bench, outcome, and the law and cases it cites."""

import re
from collections.abc import Iterable, Mapping, Sequence

from countercase.corpus.metadata.caption import find_case_numbers, find_date, party, plain_name, split_title
from countercase.corpus.metadata.heads import (
    StatedHead,
    read_caption,
    read_judges,
    read_lines,
    read_print,
    read_report,
    read_untitled,
)
from countercase.corpus.metadata.outcome import find_outcome
from countercase.domain.case import SUPREME_COURT, Case, CaseId, CitedCase, Paragraph, Party, PrintedTreatment
from countercase.domain.provision import Provision
from countercase.law.citations import find_citations
from countercase.law.precedents import PrecedentMention, find_precedents
from countercase.law.precedents.names import name_key
from countercase.law.provisions import count_provisions

# The law and the cases that a judgment cites.


def cited_provisions(text: str) -> Mapping[Provision, int]:
    """Provisions of known Acts and how often each is cited, most cited first; ties by id."""
    return dict(sorted(count_provisions(text).items(), key=lambda item: (-item[1], item[0].id)))


def cited_cases(text: str, own_name: str, own_citations: Iterable[str]) -> tuple[CitedCase, ...]:
    """Each cited judgment once, in order of first mention, with its citations and the treatment printed after it."""
    own = {name_key(own_name), *own_citations}
    merged: dict[str, CitedCase] = {}
    key_of: dict[str, str] = {}  # name key or citation -> key in merged
    for mention in find_precedents(text):
        names = [f"name:{name_key(_name(mention))}"] if mention.name else []
        citations = [citation.normal for citation in mention.citations]
        if own & {*citations, *(name.removeprefix("name:") for name in names)}:
            continue
        key = next((key_of[sign] for sign in (*citations, *names) if sign in key_of), None)
        if key is None:
            if not citations:  # a bare name refers to a case already cited, or is not enough to identify one
                continue
            key = citations[0]
            merged[key] = CitedCase(_name(mention) or citations[0], tuple(citations), _treatment(mention))
        else:
            merged[key] = _joined(merged[key], mention, citations)
        key_of.update(dict.fromkeys([*citations, *names], key))
    return tuple(merged.values())


# The first name of a list may include the heading above it.
_HEADING = re.compile(r"(?:Case Law (?:Cited|Reference)|LIST OF CITATIONS AND OTHER REFERENCES)\s+", re.IGNORECASE)


def _name(mention: PrecedentMention) -> str:
    return _HEADING.sub("", mention.name or "")


def _treatment(mention: PrecedentMention) -> PrintedTreatment:
    return mention.treatment or PrintedTreatment.CITED


def _joined(case: CitedCase, mention: PrecedentMention, citations: list[str]) -> CitedCase:
    name = _name(mention) if mention.name and case.name == case.citations[0] else case.name
    treatment = case.treatment if case.treatment is not PrintedTreatment.CITED else _treatment(mention)
    return CitedCase(name, tuple(dict.fromkeys((*case.citations, *citations))), treatment)


_SUPREME_COURT_REPORT = re.compile(r"\bSCR\b|\bINSC\b|\bSCC\b|\bSC\b|\bSupp\. SCR|^\d{4} AIR ")
_REPORT_ID = re.compile(r"(?P<year>\d{4})_(?P<volume>\d{1,2})_(?P<page>\d{1,4})_\d{1,4}(?:_[A-Z]{2,3})?")


def describe_case(id: str, text: str, fields: Mapping[str, str], paragraphs: Sequence[Paragraph]) -> Case:  # noqa: A002
    """The case as its source (`fields`) and its text describe it; the source takes precedence."""
    head = read_head(text)
    petitioner, respondent = _parties(head, fields)
    name = _title(id, head, fields, petitioner, respondent)
    citations = _own_citations(id, head, fields)
    numbers = find_case_numbers(fields.get("case_number", "")) or head.numbers
    return Case(
        id=CaseId(id),
        text=text,
        name=name,
        court=fields.get("court") or head.court or _court_of(citations),
        decided=find_date(fields.get("decided", "")) or head.decided,
        bench=read_judges(fields.get("bench", "")) or head.judges,
        citations=citations,
        case_numbers=numbers,
        petitioner=petitioner,
        respondent=respondent,
        provisions=cited_provisions(text),
        outcome=find_outcome(text, fields.get("outcome", ""), numbers),
        cites=cited_cases(text, name, citations),
        paragraphs=tuple(paragraphs),
        source=fields.get("source", ""),
    )


def read_head(text: str) -> StatedHead:
    """The head, as the first reader that knows its form reads it."""
    for reader in (read_report, read_print, read_caption, read_untitled, read_lines):
        head = reader(text)
        if head is not None:
            return head
    return StatedHead()


def _court_of(citations: Sequence[str]) -> str:
    """The Court whose reports print the case; empty if they are not the Supreme Court's."""
    return SUPREME_COURT if any(_SUPREME_COURT_REPORT.search(citation) for citation in citations) else ""


def _parties(head: StatedHead, fields: Mapping[str, str]) -> tuple[Party | None, Party | None]:
    stated = split_title(fields.get("title", "")) or ("", "")
    petitioner = fields.get("petitioner") or stated[0] or head.petitioner
    respondent = fields.get("respondent") or stated[1] or head.respondent
    return (party(petitioner) if petitioner else None, party(respondent) if respondent else None)


def _title(
    case_id: str, head: StatedHead, fields: Mapping[str, str], petitioner: Party | None, respondent: Party | None
) -> str:
    if petitioner and respondent:
        return f"{petitioner.name} v. {respondent.name}"
    return _WITHOUT_OPPONENT.sub("", plain_name(fields.get("title") or head.title)) or case_id


_WITHOUT_OPPONENT = re.compile(r"\s+v\.?\s*\*?\s*$")  # "A v.*": the report names nobody against whom


def _own_citations(id: str, head: StatedHead, fields: Mapping[str, str]) -> tuple[str, ...]:  # noqa: A002
    stated = " ; ".join((head.citations, fields.get("citations", ""), fields.get("neutral_citation", "")))
    citations = [mention.citation.normal for mention in find_citations(stated)]
    report = _REPORT_ID.fullmatch(id)
    if report and not any("SCR" in citation for citation in citations):
        citations.insert(0, f"[{report['year']}] {report['volume']} SCR {report['page']}")
    return tuple(dict.fromkeys(citations))
