"""Finds mentions of decided cases: a name, its parallel citations and the treatment word, joined into one precedent."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from typing import NamedTuple, Protocol

from countercase.domain.case import CaseId, PrintedTreatment
from countercase.domain.span import Span
from countercase.law.citations import Citation, CitationMention, find_citations, read_citation
from countercase.law.precedents.name_spans import NameSpan, find_name_spans
from countercase.law.precedents.names import name_key, split_parties

# How a judgment treated a case it cites: the words that the Supreme Court Reports print after the citation, and their
# misprints. Other words ("disapproved", "per incuriam") are not read.
_WORDS = (
    (PrintedTreatment.REFERRED_TO, r"ref+er+ed\s?(?:to|on)?"),
    (PrintedTreatment.RELIED_ON, r"relied\s?(?:up)?on"),
    (PrintedTreatment.FOLLOWED, r"followed"),
    (PrintedTreatment.AFFIRMED, r"affirmed"),
    (PrintedTreatment.APPROVED, r"approved"),
    (PrintedTreatment.DISTINGUISHED, r"d(?:is|si)tinguished"),
    (PrintedTreatment.HELD_INAPPLICABLE, r"held\s+(?:inapplicable|not\s+applicable)"),
    (PrintedTreatment.EXPLAINED, r"explained"),
    (PrintedTreatment.OVERRULED, r"(?:held\s+)?over-?\s?ruled"),
)
_ANY = "|".join(f"(?P<{treatment.name}>{pattern})" for treatment, pattern in _WORDS)
# After a dash the word is the editor's; otherwise it must end the entry: "followed by" is prose.
_AFTER = re.compile(
    rf"[\s,;.)\]]{{0,4}}+(?:\([^()]{{1,40}}\)\s*+)?(?P<dash>[–—-]+\s*+)?(?:[A-H]\s++)?(?:{_ANY})"
    r"(?P<end>\s*+(?:[.;:,\[]|[Pp]ara|$|[A-H]\s++[Pp]ara))?",
    re.IGNORECASE,
)


class TreatmentAfter(NamedTuple):
    """A treatment, and whether a dash precedes it, as the editors of the Reports print it after a list of cases."""

    treatment: PrintedTreatment
    dashed: bool


def treatment_after(text: str, end: int) -> TreatmentAfter | None:
    """The treatment printed right after a citation that ends at `end`, or None."""
    match = _AFTER.match(text, end, end + 100)
    if match is None or not (match["dash"] or match["end"] is not None):
        return None
    treatment = next(treatment for treatment, _ in _WORDS if match[treatment.name])
    return TreatmentAfter(treatment, match["dash"] is not None)


MAX_YEARS_APART = 3  # parallel reports of one case: SCC may print years after SCR, seldom more than this


@dataclass(frozen=True, slots=True)
class PrecedentMention:
    """A case as a text mentions it. A bare citation has no `name`; `treatment` is the word printed after it."""

    span: Span
    name: str | None = None
    petitioner: str | None = None
    respondent: str | None = None
    citations: tuple[Citation, ...] = ()
    treatment: PrintedTreatment | None = None


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A stretch of text, and the precedent it mentions, if any. The pieces join back to the text."""

    text: str
    precedent: PrecedentMention | None = None


def find_precedents(text: str) -> list[PrecedentMention]:
    """Every case that the text mentions by name, citation or both, in text order and without overlaps."""
    cited = find_citations(text)
    groups = _parallel_groups(text, cited)
    names = find_name_spans(text, [mention.span for mention in cited])
    pairs = list(_joined(text, names, groups))
    ceilings = [*(_base(name, group).start for name, group in pairs), len(text)][1:]
    mentions: list[PrecedentMention] = []
    end = 0
    for (name, group), ceiling in zip(pairs, ceilings, strict=True):
        mentions.append(_mention(text, name, group, end, ceiling))
        end = mentions[-1].span.end
    return _with_treatments(text, mentions)


def annotate(text: str, mentions: Sequence[PrecedentMention] | None = None) -> list[TextPiece]:
    """Split the text into pieces at each mention of a case; the caller escapes and renders them."""
    pieces: list[TextPiece] = []
    end = 0
    for mention in sorted(find_precedents(text) if mentions is None else mentions, key=lambda m: m.span):
        if mention.span.start < end:
            raise ValueError(f"mentions overlap at {mention.span.start}")
        if mention.span.start > end:
            pieces.append(TextPiece(text[end : mention.span.start]))
        pieces.append(TextPiece(mention.span.of(text), mention))
        end = mention.span.end
    return [*pieces, TextPiece(text[end:])] if end < len(text) else pieces


Group = tuple[CitationMention, ...]
_PARALLEL = re.compile(
    r"[\s,;:.=()\[\]{}/&|]*+(?:(?:also|and\s+also)\s+)?(?:reported\s+(?:in|as|at)|equivalent\s+to|equivalent\s+citations?:?|corresponding\s+to|=)?[\s,:.()\[\]]*"
)


_SAME_CASE = re.compile(r"[\s()\[\]]*+[:=][\s()\[\]]*+")  # a colon joins citations of one case, whatever the years


def _parallel_groups(text: str, cited: Sequence[CitationMention]) -> list[Group]:
    """Runs of citations of one case: adjacent, from different reports, with years that agree."""
    groups: list[list[CitationMention]] = []
    for mention in cited:
        if groups and _is_parallel(text, groups[-1], mention):
            groups[-1].append(mention)
        else:
            groups.append([mention])
    return [tuple(group) for group in groups]


def _is_parallel(text: str, group: Sequence[CitationMention], mention: CitationMention) -> bool:
    start, end = group[-1].span.end, mention.span.start
    if end - start > 40 or not _PARALLEL.fullmatch(text, start, end):
        return False
    if _SAME_CASE.fullmatch(text, start, end):
        return True
    if any(_series(other.citation) == _series(mention.citation) for other in group):
        return False
    years = [m.citation.year for m in (*group, mention) if m.citation.year is not None]
    return not years or max(years) - min(years) <= MAX_YEARS_APART


def _series(citation: Citation) -> tuple[str, str | None]:
    return citation.reporter, citation.court


_MARKS = r"[\s,;:.()\[\]{}\"'“”‘’=*@–—-]*+"
_TO_CITATION = re.compile(
    rf"{_MARKS}(?:etc{_MARKS}){{0,2}}(?:[0-9]{{1,4}}[)\],]{_MARKS})?"
    rf"(?:(?:(?:since|also|is|was|and|which)\s+){{0,3}}(?:reported|cited|found)\s+(?:in|as|at)|in|as|at|vide)?{_MARKS}"
)
# A report that is not in the table: it belongs to the mention, but is not returned as a citation.
_UNKNOWN_REPORT = re.compile(
    r"[\s,:(\[–-]{0,4}+(?:reported\s+(?:in|as|at)\s+)?(?:[(\[]?(?:1[789]|20)[0-9]{2}[)\]]?[\s,-]*+)?(?:\(?[0-9]{1,3}[A-Z]?\)?\s*+)"
    r"(?:&\s)?[A-Z][A-Za-z.&\s]{0,16}+(?:[IVX]{1,4}\s)?\(?[0-9]{1,4}(?![0-9/])(?:\s?\([A-Z][A-Za-z.]{1,8}\))?"
)
_DOCKET = re.compile(
    r"\s?[,;:(\[–-]\s*+(?:in\s+)?(?:[A-Z][A-Za-z.()&/]*+\s*+(?:\([A-Za-z.]{1,10}\)\s*+)?){1,6}?[Nn]o(?:s|\(s\))?[.:]?\s*[0-9][0-9/,\s-]{0,20}+"
    r"(?:\s*of\s+[0-9]{4}|/[0-9]{4})?[)\]]?"
)
_TO_NAME = re.compile(
    r"[\s,:)\]\"'“”‘’–—-]*+(?:titled|in\s+the\s+(?:case|matter)\s+of|in|case\s+of)?[\s,:(\[\"'“”‘’–—-]*+"
)
_ONE_PARTY = re.compile(
    r"(?P<name>(?!In\s|The\s)[A-Z][A-Za-z.&]*+(?:\s[A-Z&][A-Za-z.&]*+){0,5}['’]s?\s+[Cc]ase)[\"'”’]?[\s,:(\[–-]*$"
)


def _joined(text: str, names: Sequence[NameSpan], groups: Sequence[Group]) -> Iterator[tuple[NameSpan | None, Group]]:
    """Each name with the citations after it, or with those before it if none follow; other citations alone."""
    items: list[NameSpan | Group] = sorted([*names, *groups], key=_start)
    index = 0
    while index < len(items):
        item, following = items[index], items[index + 1] if index + 1 < len(items) else None
        pair = _pair(text, item, following, items[index + 2] if index + 2 < len(items) else None)
        index += 1 if pair is None else 2
        if pair is not None:
            yield pair
        elif isinstance(item, NameSpan):
            yield item, ()
        else:
            yield None, item


def _start(item: NameSpan | Group) -> int:
    return item.span.start if isinstance(item, NameSpan) else item[0].span.start


def _pair(
    text: str, item: NameSpan | Group, following: NameSpan | Group | None, third: NameSpan | Group | None
) -> tuple[NameSpan, Group] | None:
    if isinstance(item, NameSpan):
        return (item, following) if isinstance(following, tuple) and _is_cited_by(text, item, following) else None
    if not isinstance(following, NameSpan):
        return None
    end, start = item[-1].span.end, following.span.start
    # "(2003) 7 SCC 285 (X v. Y), 1999 (2) SCC 573": a name in brackets belongs to the citation before it.
    in_brackets = text[start - 1 : start] == "(" and text[following.span.end : following.span.end + 1] == ")"
    if not in_brackets and isinstance(third, tuple) and _is_cited_by(text, following, third):
        return None
    return (following, item) if start - end <= 30 and _TO_NAME.fullmatch(text, end, start) else None


def _is_cited_by(text: str, name: NameSpan, group: Group) -> bool:
    """Whether only punctuation, "reported in" or a case number comes between a name and a citation."""
    end, start = name.span.end, group[0].span.start
    if not 0 <= start - end <= 100:
        return False
    docket = _DOCKET.match(text, end, start) or _UNKNOWN_REPORT.match(text, end, start)
    return _TO_CITATION.fullmatch(text, docket.end() if docket else end, start) is not None


def _base(name: NameSpan | None, group: Group) -> Span:
    """From the first to the last character of a name and its citations."""
    if name is None:
        return Span(group[0].span.start, group[-1].span.end)
    if not group:
        return name.span
    return Span(min(name.span.start, group[0].span.start), max(name.span.end, group[-1].span.end))


def _mention(text: str, name: NameSpan | None, group: Group, floor: int, ceiling: int) -> PrecedentMention:
    """The mention with everything that belongs to it, between the previous one (`floor`) and the next (`ceiling`)."""
    span = _base(name, group)
    citations = tuple(mention.citation for mention in group)
    if name is None:
        return _bare_citation(text, span, citations, floor, ceiling)
    if not group:
        span = _with_other_source(text, span, ceiling)
    return PrecedentMention(
        _with_closing_bracket(text, span, ceiling),
        name=_words(name.span.of(text)),
        petitioner=_words(name.petitioner.of(text)),
        respondent=_words(name.respondent.of(text)) if name.respondent else None,
        citations=citations,
    )


def _bare_citation(
    text: str, span: Span, citations: tuple[Citation, ...], floor: int, ceiling: int
) -> PrecedentMention:
    """A citation without "X v. Y"; "Satyadhyan's case" before it is its name."""
    lowest = max(floor, span.start - 80)
    match = _ONE_PARTY.search(text, lowest, span.start) if text.find("ase", lowest, span.start) >= 0 else None
    if match is None:
        return PrecedentMention(_with_closing_bracket(text, span, ceiling), citations=citations)
    whole = _with_closing_bracket(text, Span(match.start(), span.end), ceiling)
    return PrecedentMention(whole, name=_words(match["name"]), citations=citations)


def _with_other_source(text: str, span: Span, ceiling: int) -> Span:
    """Include the case number, or the unknown report, after a name without a known citation."""
    match = _UNKNOWN_REPORT.match(text, span.end, min(ceiling, span.end + 60))
    if match is None and text.find("o", span.end, span.end + 80) >= 0:
        match = _DOCKET.match(text, span.end, min(ceiling, span.end + 80))
    return Span(span.start, match.end()) if match else span


def _words(written: str) -> str:
    return " ".join(written.split())


def _with_closing_bracket(text: str, span: Span, ceiling: int) -> Span:
    if span.end >= ceiling or text[span.end : span.end + 1] not in (")", "]", "}"):
        return span
    quote, end = span.of(text), span.end
    for opening, closing in ("()", "[]", "{}"):
        if quote.count(opening) > quote.count(closing) and text[end : end + 1] == closing and end < ceiling:
            end += 1
    return Span(span.start, end)


_BESIDE = re.compile(r"[\s,;.&)\]]*+(?:and\b)?\s*")
# In an editor's list an entry may contain unread parts (a case number, a foreign report), up to the next semicolon.
_IN_A_LIST = re.compile(r"[^;–—]{0,120};\s*[^;–—]{0,60}")


def _with_treatments(text: str, mentions: Sequence[PrecedentMention]) -> list[PrecedentMention]:
    """Give each mention the treatment word after it; a list of cases before one word shares it."""
    treated: list[PrecedentMention] = []
    shared: TreatmentAfter | None = None
    start = 0
    for mention in reversed(mentions):
        printed = treatment_after(text, mention.span.end)
        shared = printed or (shared if shared and _is_listed(text, mention.span.end, start, shared.dashed) else None)
        start = mention.span.start
        treated.append(replace(mention, treatment=shared.treatment) if shared else mention)
    return treated[::-1]


def _is_listed(text: str, end: int, start: int, dashed: bool) -> bool:
    """Whether two mentions are in one list: nothing between them, or only the rest of an editor's entry."""
    if start - end > 180:
        return False
    return bool(_BESIDE.fullmatch(text, end, start) or (dashed and _IN_A_LIST.fullmatch(text, end, start)))


# Finds the stored case that a citation or name means: found, unknown or ambiguous, with the reason; never a guess.

MAX_YEARS_LATE = 5  # a report may print a case years after its decision, but never before it


@dataclass(frozen=True, slots=True)
class DatedCase:
    """A stored case and its decision date, if known."""

    id: CaseId
    decided: date | None = None


class KnownCases(Protocol):
    """The part of the case store that citations need."""

    def by_citation(self, normal: str) -> Set[CaseId]:
        """The cases that carry this citation, given in its normal form."""
        ...

    def by_name(self, key: str) -> Set[DatedCase]:
        """The cases whose name has this `name_key`."""
        ...


class Status(StrEnum):
    """How a resolution ended."""

    FOUND = "found"
    UNKNOWN = "unknown"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True, slots=True)
class Resolution:
    """The case meant, or why none is named; `candidates` are the cases it could be."""

    status: Status
    reason: str
    case_id: CaseId | None = None
    candidates: tuple[CaseId, ...] = ()


def resolve(mention: PrecedentMention | Citation, catalogue: KnownCases) -> Resolution:
    """The stored case that a mention or a citation means."""
    if isinstance(mention, Citation):
        return _by_citations((mention,), catalogue) or _unknown(f"no stored case carries {mention.normal}")
    cited = _by_citations(mention.citations, catalogue)
    if cited is None:
        return _by_name(mention, catalogue)
    named = {case.id for case in catalogue.by_name(name_key(mention.name))} if mention.name else set()
    if cited.case_id is not None and named and cited.case_id not in named:
        return _ambiguous("the citation and the name mean different cases", {cited.case_id, *named})
    return cited


def _by_citations(citations: Iterable[Citation], catalogue: KnownCases) -> Resolution | None:
    """The case that all known citations share; None if no citation is known."""
    known = {c.normal: cases for c in citations if (cases := catalogue.by_citation(c.normal))}
    if not known:
        return None
    shared = frozenset.intersection(*(frozenset(cases) for cases in known.values()))
    written = ", ".join(known)
    if len(shared) == 1:
        return Resolution(Status.FOUND, f"cited as {written}", next(iter(shared)))
    if shared:
        return _ambiguous(f"{len(shared)} cases carry {written}", shared)
    return _ambiguous(f"{written} mean different cases", frozenset[CaseId]().union(*known.values()))


def _by_name(mention: PrecedentMention, catalogue: KnownCases) -> Resolution:
    if mention.name is None:
        return _unknown(f"no stored case carries {', '.join(c.normal for c in mention.citations)}")
    if split_parties(mention.name) is None:
        return _unknown(f"{mention.name!r} does not name both parties")
    cases = catalogue.by_name(name_key(mention.name))
    if not cases:
        return _unknown(f"no stored case is named {mention.name!r}")
    years = [c.year for c in mention.citations if c.year is not None]
    agreeing = [case for case in cases if _may_be_reported_in(case, years)]
    if not agreeing:
        decided = ", ".join(sorted(str(case.decided.year) for case in cases if case.decided))
        return _unknown(f"the case of that name was decided in {decided}, the citation is of {min(years)}")
    if len(agreeing) > 1:
        return _ambiguous(f"{len(agreeing)} stored cases have that name", {case.id for case in agreeing})
    return Resolution(Status.FOUND, "the only stored case of that name", agreeing[0].id)


def _may_be_reported_in(case: DatedCase, years: list[int]) -> bool:
    return case.decided is None or all(0 <= year - case.decided.year <= MAX_YEARS_LATE for year in years)


def _unknown(reason: str) -> Resolution:
    return Resolution(Status.UNKNOWN, reason)


def _ambiguous(reason: str, candidates: Set[CaseId]) -> Resolution:
    return Resolution(Status.AMBIGUOUS, reason, candidates=tuple(sorted(candidates)))


# A catalogue of cases in memory, for small stores and for measurements.


@dataclass(slots=True)
class MemoryCatalogue:
    """Cases by normal citation and by name key."""

    _citations: dict[str, set[CaseId]] = field(default_factory=lambda: defaultdict(set))
    _names: dict[str, set[DatedCase]] = field(default_factory=lambda: defaultdict(set))

    def add(self, case_id: CaseId, name: str, citations: Iterable[str] = (), decided: date | None = None) -> None:
        """Add one case; an unreadable citation is skipped."""
        if key := name_key(name):
            self._names[key].add(DatedCase(case_id, decided))
        for written in citations:
            citation = read_citation(written)
            if citation is not None:
                self._citations[citation.normal].add(case_id)

    def by_citation(self, normal: str) -> Set[CaseId]:
        """The cases that carry this citation."""
        return frozenset(self._citations.get(normal, ()))

    def by_name(self, key: str) -> Set[DatedCase]:
        """The cases whose name has this key."""
        return frozenset(self._names.get(key, ()))
