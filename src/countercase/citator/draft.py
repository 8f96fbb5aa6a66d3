"""Checks a draft before filing: citations, quotations and provisions, each *ok*, *wrong* or *unknown*.

An unknown form, a year outside the catalogue, or a case whose text is not stored is *unknown*, never *wrong*.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Protocol

from countercase.citator.catalogue import (
    Catalogue,
    Decision,
    Fit,
    ResolutionOutcome,
    Resolved,
    catalogue,
    is_supreme_court,
    name_fit,
    resolve,
    same_parties,
    similar,
    telling_tokens,
)
from countercase.citator.draft_checks import (
    TAKE_CARE,
    DraftVerdict,
    Finding,
    Quotation,
    check_provision,
    compare_quotation,
    find_quotations,
    is_section,
    mentions_striking_down,
    no_decision_there,
    offence_day,
    under_the_only_act,
    why_impossible,
)
from countercase.citator.history import (
    Flag,
    Overruling,
    OverrulingKind,
    flag_of_row,
    overruling_of_overruler,
    overrulings_of,
)
from countercase.domain.case import Case, CaseId
from countercase.domain.span import Span
from countercase.law.citations import Citation
from countercase.law.precedents import PrecedentMention, find_precedents
from countercase.law.precedents.names import split_parties
from countercase.law.provisions import find_provisions


@dataclass(frozen=True, slots=True)
class CheckedItem:
    """One checked item: its position, its kind, the verdict, the name of the problem, and a sentence."""

    span: Span
    text: str
    kind: str
    verdict: DraftVerdict
    problem: str | None
    says: str

    @property
    def needs_care(self) -> bool:
        """Whether the item holds, but a later decision or Act touches it and the reader must know."""
        return self.verdict is DraftVerdict.OK and TAKE_CARE in self.says

    def as_json(self) -> dict[str, Any]:
        """The entry of the `check` contract."""
        return {
            "span": [self.span.start, self.span.end],
            "text": self.text,
            "kind": self.kind,
            "verdict": str(self.verdict),
            "problem": self.problem,
            "says": self.says,
        }


@dataclass(frozen=True, slots=True)
class DraftReport:
    """Everything checked, in text order."""

    items: tuple[CheckedItem, ...]

    @property
    def wrong(self) -> tuple[CheckedItem, ...]:
        """What must be corrected."""
        return tuple(item for item in self.items if item.verdict is DraftVerdict.WRONG)

    def as_json(self) -> dict[str, Any]:
        """The JSON object of `countercase check FILE`."""
        return {"items": [item.as_json() for item in self.items]}


class TextStore(Protocol):
    """The part of the case store that quotations need."""

    def get(self, case_id: CaseId) -> Case:
        """One case with its text."""
        ...

    def by_citation(self, normal: str) -> Any:
        """The ids of the cases that carry a citation."""
        ...


def check_draft(text: str, day: date, store: TextStore | None = None, known: Catalogue | None = None) -> DraftReport:
    """Check a draft as of a day, its quotations against the stored judgments."""
    known = known or catalogue()
    mentions = _whole(text, find_precedents(text))
    items = [
        *_citation_items(text, mentions, day, known, store),
        *_quotation_items(text, mentions, store),
        *_provision_items(text, day),
    ]
    return DraftReport(tuple(sorted(items, key=lambda item: (item.span, item.kind))))


# Words at the end of a cause title, between the name and its citation.
_TAIL = re.compile(r"[\s,.&)]*(?:(?:and|Ors|Anr|Etc|Lrs?|Thr|Others|Another|Dead)\b[\s,.&)]*)*", re.IGNORECASE)
_LONGEST_TAIL = 40


def _whole(text: str, mentions: Sequence[PrecedentMention]) -> list[PrecedentMention]:
    """Mentions that join a name and its citation, if only the end of a cause title came between them."""
    whole: list[PrecedentMention] = []
    for mention in mentions:
        before = whole[-1] if whole else None
        if before and before.name and not before.citations and not mention.name:
            gap = mention.span.start - before.span.end
            if gap <= _LONGEST_TAIL and _TAIL.fullmatch(text, before.span.end, mention.span.start):
                span = Span(before.span.start, mention.span.end)
                whole[-1] = replace(before, span=span, citations=mention.citations)
                continue
        whole.append(mention)
    return whole


# Citations.


def _citation_items(
    text: str, mentions: Sequence[PrecedentMention], day: date, known: Catalogue, store: TextStore | None
) -> list[CheckedItem]:
    items = []
    named: set[str] = set()
    cited_names = [mention.name for mention in mentions if mention.name]
    for mention in mentions:
        is_new_name = mention.name and mention.name not in named and split_parties(mention.name)
        if not mention.citations and not is_new_name:
            continue
        named.add(mention.name or "")
        finding = _citation(mention, text, cited_names, day, known)
        if finding.verdict is DraftVerdict.UNKNOWN:
            finding = _known_here(mention, text, cited_names, day, store) or finding
        items.append(CheckedItem(mention.span, mention.span.of(text), "citation", *finding))
    return items


def _citation(mention: PrecedentMention, text: str, cited_names: Sequence[str], day: date, known: Catalogue) -> Finding:
    citations = [citation for citation in mention.citations if is_supreme_court(citation)]
    for citation in citations:
        reason = why_impossible(citation, known, day)
        if reason:
            return Finding(DraftVerdict.WRONG, "does not exist", f"{citation.normal} does not exist: {reason}.")
    if mention.citations and not citations:
        return Finding(
            DraftVerdict.UNKNOWN, None, f"{mention.citations[0].normal} is from a report outside the catalogue."
        )
    name = mention.name if mention.name and split_parties(mention.name) else None
    resolved = resolve(name, [citation.normal for citation in citations], known)
    if resolved.match is ResolutionOutcome.NAME_DOES_NOT_FIT:
        return Finding(DraftVerdict.WRONG, "name does not fit", f"The name does not fit: {resolved.reason}.")
    elsewhere = _reported_elsewhere(name, citations, resolved, known)
    return elsewhere or _standing(citations, resolved, text, cited_names, day, known)


def _known_here(
    mention: PrecedentMention, text: str, cited_names: Sequence[str], day: date, store: TextStore | None
) -> Finding | None:
    """A citation that the catalogue cannot settle, of a case that is stored under it."""
    case = _stored(mention, store)
    if case is None or case.decided is None:
        return None
    return _good_law(
        Decision(case.name, case.decided.year, case.decided, tuple(case.citations)), text, cited_names, day
    )


def _standing(
    citations: Sequence[Citation],
    resolved: Resolved,
    text: str,
    cited_names: Sequence[str],
    day: date,
    known: Catalogue,
) -> Finding:
    """Whether the cited decision is still good law; unknown if none is identified, or its page cannot be told."""
    if resolved.match is not ResolutionOutcome.FOUND or resolved.decision is None:
        return Finding(DraftVerdict.UNKNOWN, None, f"Cannot be told: {resolved.reason}.")
    finding = _good_law(resolved.decision, text, cited_names, day)
    if (
        citations
        and finding.verdict is DraftVerdict.OK
        and not any(known.by_citation(citation.normal) for citation in citations)
    ):
        says = f"{resolved.decision.title} has that name; whether {citations[0].normal} is its page cannot be told."
        return Finding(DraftVerdict.UNKNOWN, None, says)
    return finding


def _reported_elsewhere(
    name: str | None, citations: Sequence[Citation], resolved: Resolved, known: Catalogue
) -> Finding | None:
    """A citation that no decision carries, of a case known under another citation."""
    if not citations or any(known.by_citation(citation.normal) for citation in citations):
        return None
    for citation in citations:
        nothing = no_decision_there(citation, known)
        if nothing:
            return Finding(DraftVerdict.WRONG, "does not exist", f"{citation.normal} does not exist: {nothing}.")
    if name is None or resolved.decision is None or name_fit(name, resolved.decision.name) is not Fit.SAME:
        return None
    for citation in citations:
        rival = _same_series(resolved.decision, citation)
        if rival is not None and resolved.decision.seen >= _WELL_KNOWN and len(known.by_name(name)) == 1:
            says = f"{resolved.decision.name} is reported at {rival}, not at {citation.normal}."
            return Finding(DraftVerdict.WRONG, "name does not fit", says)
    return None


_WELL_KNOWN = 3  # judgments that must cite a decision before its page counts against a draft


def _same_series(decision: Decision, citation: Citation) -> str | None:
    """The decision's own citation in the same report, if it has one."""
    for normal in decision.citations:
        words = normal.split()
        same_page = words[-1] == str(citation.page)  # the volume may be left out: [1950] SCR 88
        if citation.reporter in words and ("Supp" in normal) == citation.supp and not same_page:
            return normal
    return None


def _good_law(decision: Decision, text: str, cited_names: Sequence[str], day: date) -> Finding:
    rows = [row for row in overrulings_of(decision.name, decision.citations, decision.year) if row.since <= day]
    against = [row for row in rows if _speaks_against(row, day)]
    if against and not any(_is_dealt_with(row, text, cited_names) for row in against):
        worst = min(against, key=lambda row: row.in_part)
        return Finding(DraftVerdict.WRONG, "not good law", f"{decision.title} was {worst.words}. {worst.point}")
    says = f"{decision.title} exists, and the name fits."
    if rows:
        says += f" {TAKE_CARE} it was {rows[-1].words}."
    return Finding(DraftVerdict.OK, None, says)


def _speaks_against(row: Overruling, day: date) -> bool:
    """Whether a draft must not cite the case without comment; not if an enactment superseded only a part."""
    if flag_of_row(row) not in (Flag.STOP, Flag.WARNING) or overruling_of_overruler(row, day) is not None:
        return False
    return row.kind is not OverrulingKind.SUPERSEDED or not row.in_part


_AMENDMENT = re.compile(r"^Constitution \((.+? Amendment)\)")


def _is_dealt_with(row: Overruling, text: str, cited_names: Sequence[str]) -> bool:
    """Whether the draft itself names the decision or enactment that changed the law."""
    later = [name for name in cited_names if not same_parties(name, row.case)]
    if any(same_parties(name, row.by) or name_fit(name, row.by) is Fit.SAME for name in later):
        return True
    if any(citation in text for citation in row.by_citations):
        return True
    lower = text.lower()
    if split_parties(row.by) is None:
        amendment = _AMENDMENT.search(row.by)
        return (amendment[1] if amendment else row.by.partition(",")[0]).lower() in lower
    shared = telling_tokens(row.case)
    telling = [word for word in telling_tokens(row.by) if not any(similar(word, other) for other in shared)]
    return any(len(word) > 6 and word in lower and word not in row.case.lower() for word in telling)


# Quotations.


def _quotation_items(text: str, mentions: Sequence[PrecedentMention], store: TextStore | None) -> list[CheckedItem]:
    items = []
    for quotation in find_quotations(text, [mention.span for mention in mentions]):
        case = _stored(mentions[quotation.cited], store)
        finding = _quotation(quotation, case)
        items.append(CheckedItem(quotation.span, quotation.span.of(text), "quotation", *finding))
    return items


def _quotation(quotation: Quotation, case: Case | None) -> Finding:
    if case is None:
        return Finding(DraftVerdict.UNKNOWN, None, "The text of the quoted case is not stored.")
    if case.is_digest:  # our words, not the Court's
        return Finding(DraftVerdict.UNKNOWN, None, f"Of {case.name} only our own summary is stored, not the judgment.")
    comparison = compare_quotation(quotation.words, case.text)
    if comparison.verbatim:
        return Finding(DraftVerdict.OK, None, f"Verbatim in {case.name}.")
    return Finding(DraftVerdict.WRONG, "not verbatim", f"Not verbatim in {case.name}: {comparison.difference}")


def _stored(mention: PrecedentMention, store: TextStore | None) -> Case | None:
    """The only stored case that carries a citation of the mention."""
    if store is None:
        return None
    ids = {case_id for citation in mention.citations for case_id in store.by_citation(citation.normal)}
    if len(ids) != 1:
        return None
    case = store.get(ids.pop())
    return case if not mention.name or name_fit(mention.name, case.name) is not Fit.DIFFERENT else None


# Provisions.

# An Act that is not named, so that nothing is certain.
_OF_THE_CODE = re.compile(r"\s+of\s+the\s+(?:said\s+|same\s+)?(?:Code|Act|Sanhita|Adhiniyam)\b(?!\s+of\b|\s+\()")


def _provision_items(text: str, day: date) -> list[CheckedItem]:
    offence, fallen = offence_day(text), mentions_striking_down(text)
    items = []
    mentions = find_provisions(text)
    for mention in mentions:
        if not is_section(mention):
            continue
        finding = check_provision(under_the_only_act(mention, mentions, text), day, offence, fallen)
        if mention.provision is None and finding.verdict is DraftVerdict.WRONG:  # the Act was only inferred
            finding = check_provision(mention, day, offence, fallen)
        if finding.problem == "no such provision" and _OF_THE_CODE.match(text, mention.phrase.end):
            says = f"Cannot be told: which Code or Act is meant? {finding.says}"
            finding = Finding(DraftVerdict.UNKNOWN, None, says)
        items.append(CheckedItem(mention.span, mention.span.of(text), "provision", *finding))
    return items
