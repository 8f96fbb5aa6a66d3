"""Builds judged queries from a corpus: the facts of a case are the query, the earlier cases it cites are relevant.

What would give the answer away is masked in the query, and a judgment stored twice counts once. Every mention of a case
is counted by its outcome, so the manifest shows what was left out and why.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from itertools import chain, combinations
from typing import Any, Literal
from zlib import crc32

from countercase.domain.case import Case, CaseId, CitedCase, PrintedTreatment, SectionType
from countercase.domain.span import Span
from countercase.evaluation.system import random_expectation
from countercase.evaluation.testset import Candidate, JudgedQuery, QuerySet
from countercase.law.citations import Citation, read_citation
from countercase.law.precedents import MemoryCatalogue, PrecedentMention, Status, find_precedents, resolve
from countercase.law.precedents.names import split_parties
from countercase.law.provisions import find_provisions

# Masking: removes what would give a query's answer away: the parties' names, citations, and names of other cases.

CITED = "[…]"
PARTIES = ("[A]", "[B]")


@dataclass(frozen=True, slots=True)
class MaskOptions:
    """What to mask besides names and citations. Provisions are facts of the matter, so they stay by default."""

    dates: bool = False
    provisions: bool = False


@dataclass(frozen=True, slots=True)
class Masked:
    """The masked text, and how often each kind of thing was masked."""

    text: str
    counts: Mapping[str, int] = field(default_factory=dict)


# Public bodies and common words: they are not names of parties, and masking them would damage the facts.
_COMMON = frozenset(
    """
    the of and for in on by at to through with others other another ors anr etc dead died lrs legal heirs representative
    representatives represented rep alias minor guardian son daughter wife widow shri sri smt mrs miss messrs kumari
    state states union india government govt central national public general high supreme court courts tribunal police
    inspector superintendent secretary principal chief director deputy joint additional assistant commissioner collector
    district officer engineer registrar department ministry board bank corporation company limited ltd private pvt
    commission committee council authority municipal university college school institute society association federation
    insurance industries industrial steel mills electric electricity power development housing land revenue income tax
    customs excise railway railways transport road services service life oil gas coal mines
    andhra arunachal assam bihar chhattisgarh goa gujarat haryana himachal jharkhand karnataka kerala madhya maharashtra
    manipur meghalaya mizoram nagaland odisha orissa punjab rajasthan sikkim tamil nadu telangana tripura uttar
    uttarakhand uttaranchal west bengal pradesh jammu kashmir delhi nct bombay calcutta madras mysore hyderabad mumbai
    enforcement directorate investigation bureau
    kolkata chennai city north south east new territory administration admn republic
    """.split()
)
_NAME_WORD = re.compile(r"[^\W\d_]{3,}")
_PUBLIC = re.compile(r"\s*(?:the\s+)?(?:state|union|government|govt|republic)\b", re.IGNORECASE)
_MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*"
_DATE = re.compile(
    rf"\b\d{{1,2}}\s?[./-]\s?\d{{1,2}}\s?[./-]\s?(?:\d{{4}}|\d{{2}})\b"
    rf"|\b\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}\.?,?\s+\d{{4}}\b"
    rf"|\b{_MONTH}\.?\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}\b"
)
_REPEATED = re.compile(r"(\[[AB…]\])(?:[\s.,;:&@]*(?:\1))+")


def mask(text: str, case_name: str, options: MaskOptions | None = None) -> Masked:
    """Mask the parties of `case_name`, every cited case, and what the options name."""
    options = options or MaskOptions()
    marks = [(mention.span, CITED, "cited case") for mention in find_precedents(text)]
    if options.dates:
        marks += [(Span(*match.span()), CITED, "date") for match in _DATE.finditer(text)]
    if options.provisions:
        marks += [(mention.span, CITED, "provision") for mention in find_provisions(text)]
    marks += _party_marks(text, case_name)
    return _apply(text, marks)


def party_words(party: str) -> frozenset[str]:
    """The distinctive words of a party's name, in lower case; none for a State or the Union."""
    if _PUBLIC.match(party):
        return frozenset()
    return frozenset(word.lower() for word in _NAME_WORD.findall(party) if word.lower() not in _COMMON)


def _party_marks(text: str, case_name: str) -> list[tuple[Span, str, str]]:
    marks = []
    sides = split_parties(case_name) or (case_name,)
    for side, placeholder in zip(sides, PARTIES, strict=False):
        for word in sorted(party_words(side)):
            # A name is capitalised; "singh" in lower case inside another word is not this party.
            pattern = re.compile(rf"\b(?:{re.escape(word.capitalize())}|{re.escape(word.upper())})(?:['’]s)?\b")
            marks += [(Span(*match.span()), placeholder, "party") for match in pattern.finditer(text)]
    return marks


def _apply(text: str, marks: list[tuple[Span, str, str]]) -> Masked:
    counts: Counter[str] = Counter()
    parts: list[str] = []
    end = 0
    for span, placeholder, kind in sorted(marks, key=lambda mark: (mark[0].start, -mark[0].end)):
        if span.start < end:
            continue
        parts += [text[end : span.start], placeholder]
        end = span.end
        counts[kind] += 1
    masked = "".join([*parts, text[end:]])
    return Masked(_REPEATED.sub(r"\1", masked), dict(counts))


# Links: which cases of the corpus each case cites, resolved by citation, or by name and year. Doubtful ones are out.

# A case is reported in the year of its decision or the next. Later reports exist, but so do other cases of that name.
YEARS_LATE = 1

DISTINCTIVE_WORDS = 3

# How useful the cited case is, by the treatment that the Reports print; a bare citation stands in the middle.
GRADES: Mapping[PrintedTreatment, int] = {
    PrintedTreatment.FOLLOWED: 3,
    PrintedTreatment.RELIED_ON: 3,
    PrintedTreatment.AFFIRMED: 3,
    PrintedTreatment.APPROVED: 3,
    PrintedTreatment.REFERRED_TO: 2,
    PrintedTreatment.CITED: 2,
    PrintedTreatment.EXPLAINED: 2,
    PrintedTreatment.DISTINGUISHED: 1,
    PrintedTreatment.HELD_INAPPLICABLE: 1,
    PrintedTreatment.OVERRULED: 1,
}


@dataclass(frozen=True, slots=True)
class Links:
    """Citing case -> cited case -> grade, and how many mentions had each outcome."""

    grades: Mapping[CaseId, Mapping[CaseId, int]]
    counts: Mapping[str, int]


def link_cases(cases: Sequence[Case]) -> Links:
    """Resolve every mention against the cases themselves.

    There are two rounds. Names with a fitting year give each case the citations under which others cite it. Those
    citations then resolve mentions whose names are misspelt or shortened.
    """
    decided = {case.id: case.decided for case in cases}
    mentions = {case.id: list(_mentions(case)) for case in cases}
    catalogue = MemoryCatalogue()
    for case in cases:
        catalogue.add(case.id, case.name, case.citations, case.decided)
    for case_id, citations in _learnt_citations(mentions, catalogue, decided).items():
        catalogue.add(case_id, "", sorted(citations))
    grades: dict[CaseId, dict[CaseId, int]] = {}
    counts: Counter[str] = Counter()
    for case in cases:
        found = grades.setdefault(case.id, {})
        for mention in mentions[case.id]:
            cited, outcome = _cited(mention, catalogue, decided)
            outcome = _refused(case, cited, decided) or outcome if cited else outcome
            counts[outcome] += 1
            if cited and outcome == "linked":
                grade = GRADES[mention.treatment or PrintedTreatment.CITED]
                found[cited] = max(grade, found.get(cited, 0))
    return Links(grades, dict(counts))


def _mentions(case: Case) -> Iterator[PrecedentMention]:
    """The cited cases that the store holds; if it holds none, those found in the text."""
    if not case.cites:
        yield from find_precedents(case.text)
    for cited in case.cites:
        yield PrecedentMention(Span(0, 1), cited.name or None, citations=_read(cited), treatment=cited.treatment)


def _read(cited: CitedCase) -> tuple[Citation, ...]:
    return tuple(citation for written in cited.citations if (citation := read_citation(written)))


def _cited(
    mention: PrecedentMention, catalogue: MemoryCatalogue, decided: Mapping[CaseId, date | None]
) -> tuple[CaseId | None, str]:
    resolution = resolve(mention, catalogue)
    if resolution.status is Status.UNKNOWN or resolution.case_id is None:
        same_day = {decided[each] for each in resolution.candidates}
        if len(resolution.candidates) > 1 and len(same_day) == 1 and None not in same_day:
            return resolution.candidates[0], "linked"  # one judgment stored twice, or two of the same name and day
        return None, resolution.status.value
    if any(catalogue.by_citation(citation.normal) for citation in mention.citations):
        return resolution.case_id, "linked"
    if not mention.citations:
        return (resolution.case_id, "linked") if _distinctive(mention.name or "") else (None, "common name alone")
    day = decided[resolution.case_id]
    years = [citation.year for citation in mention.citations if citation.year is not None]
    if day is None or not years or not 0 <= min(years) - day.year <= YEARS_LATE:
        return None, "year does not fit"
    return resolution.case_id, "linked"


def _distinctive(name: str) -> bool:
    """Whether a name alone identifies a case. Ram Singh v. State of Punjab does not; three distinctive words do."""
    return sum(len(party_words(party)) for party in split_parties(name) or ()) >= DISTINCTIVE_WORDS


def _refused(case: Case, cited: CaseId, decided: Mapping[CaseId, date | None]) -> str | None:
    day = decided[cited]
    if cited == case.id:
        return "its own name"
    if case.decided is None or day is None:
        return "date not known"
    return None if day < case.decided else "not earlier"


def _learnt_citations(
    mentions: Mapping[CaseId, Sequence[PrecedentMention]],
    catalogue: MemoryCatalogue,
    decided: Mapping[CaseId, date | None],
) -> dict[CaseId, set[str]]:
    """Citations printed beside the name of one case, and of no other."""
    owners: dict[str, set[CaseId]] = defaultdict(set)
    for mention in chain.from_iterable(mentions.values()):
        cited, outcome = _cited(replace(mention, treatment=None), catalogue, decided)
        if cited and outcome == "linked":
            for citation in mention.citations:
                owners[citation.normal].add(cited)
    learnt: dict[CaseId, set[str]] = defaultdict(set)
    for normal, cases in owners.items():
        if len(cases) == 1:
            learnt[next(iter(cases))].add(normal)
    return learnt


# Near-duplicates: the same judgment stored twice, found by the runs of words that two texts share.

SHINGLE = 8  # words per run: long enough that two judgments share one only by quoting the same source
SHARE = 0.5  # of the shorter text's runs; connected matters that share a paragraph stay below this
SAMPLE = 16  # one run in 16 is kept, the same ones in every text
_WORD = re.compile(r"[a-z0-9]+")
_MAX_HOLDERS = 50  # a run that occurs in more texts is a formula or a statute and proves nothing


def near_duplicates(texts: Mapping[str, str], share: float = SHARE) -> dict[str, str]:
    """Duplicate -> the text it repeats: the longest of its group, or the smaller id if lengths are equal."""
    partners: dict[str, set[str]] = defaultdict(set)
    for a, b in similar_pairs(texts, share):
        partners[a].add(b)
        partners[b].add(a)
    repeats: dict[str, str] = {}
    for name in sorted(texts, key=lambda name: (-len(texts[name]), name)):
        if name not in repeats:
            for other in partners[name]:
                repeats.setdefault(other, name)
    return repeats


def similar_pairs(texts: Mapping[str, str], share: float = SHARE) -> list[tuple[str, str]]:
    """Pairs of texts that share at least this share of the shorter one's runs, sorted."""
    runs = {name: frozenset(_runs(text)) for name, text in texts.items()}
    shared = _shared_counts(runs)
    return sorted((a, b) for (a, b), count in shared.items() if count / min(len(runs[a]), len(runs[b])) >= share)


def _runs(text: str) -> Iterator[int]:
    words = _WORD.findall(text.lower())
    for start in range(len(words) - SHINGLE + 1):
        value = crc32(" ".join(words[start : start + SHINGLE]).encode())
        if value % SAMPLE == 0:
            yield value


def _shared_counts(runs: Mapping[str, frozenset[int]]) -> dict[tuple[str, str], int]:
    holders: dict[int, list[str]] = defaultdict(list)
    for name in sorted(runs):
        for run in runs[name]:
            holders[run].append(name)
    shared: dict[tuple[str, str], int] = defaultdict(int)
    for names in holders.values():
        if len(names) <= _MAX_HOLDERS:
            for pair in combinations(names, 2):
                shared[pair] += 1
    return shared


RANDOM_METRICS = ("MRR@10", "NDCG@10", "Recall@10", "Recall@100", "MAP")
_NOT_FACTS = (SectionType.ISSUES, SectionType.SUBMISSIONS, SectionType.ANALYSIS, SectionType.RATIO, SectionType.HELD)
# If no paragraph is labelled, the facts end where counsel, the questions or the Court's own view begin.
_FACTS_END = re.compile(
    r"\b(?:learned|ld\.?)\s+(?:senior\s+|additional\s+)?(?:counsel|advocates?|solicitor|attorney|amicus)"
    r"|\b(?:we\s+have|having)\s+heard\b|\bheard\s+(?:the\s+)?learned\b"
    r"|\b(?:questions?|issues?|points?)\s+(?:\w+\s+){0,4}(?:arises?|for\s+(?:our\s+)?consideration)"
    r"|\b(?:submissions|analysis|discussion)\b|\bin\s+support\s+of\s+(?:the|this)\s+appeal",
    re.IGNORECASE,
)
# The author of a judgment is not a fact of the matter, and would give answers away: judges cite the same cases again.
_BYLINE = re.compile(
    r"\A\s*(?:(?:The\s+)?(?:Judgment|Order|Following)?[^.:]{0,60}\bdelivered\s+by\s*:?\s*)?"
    r"(?:[A-Z][\w.’' -]{2,60}[,.]\s*(?:C\.?\s?)?J\.?(?:\s?I\.?)?\s+)?(?=[\dA-Z“\"(])"
)


QueryText = Literal["facts", "document"]


@dataclass(frozen=True, slots=True)
class CitationSetOptions:
    """How queries are cut and masked. A `document` query is the whole judgment, as in prior-case retrieval."""

    query: QueryText = "facts"
    min_words: int = 100  # a shorter text is not a statement of facts
    max_words: int = 600  # of a statement of facts: about the page in which a lawyer states a matter
    mask: MaskOptions = field(default_factory=MaskOptions)


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What was built from the corpus, and what a random order would score on the set."""

    cases: int
    queries: int
    judgments: int
    coverage: float  # share of cases that became queries
    mentions: Mapping[str, int]  # outcome -> mentions of cases
    left_out: Mapping[str, int]  # why cases with links did not become queries
    duplicates: int
    grades: Mapping[int, int]
    years: Mapping[int, int]  # year of the query's case -> queries
    random_ranker: Mapping[str, float]


def build_citation_set(
    name: str,
    cases: Sequence[Case],
    query_cases: frozenset[CaseId] | None = None,
    options: CitationSetOptions | None = None,
) -> tuple[QuerySet, BuildReport]:
    """Build a set with queries from `query_cases` (by default all cases) and candidates from all cases."""
    options = options or CitationSetOptions()
    links = link_cases(cases)
    duplicates = near_duplicates({case.id: case.text for case in cases})
    candidates: dict[str, Candidate] = {
        case.id: Candidate(case.id, case.decided, duplicates.get(case.id)) for case in cases
    }
    queries: dict[str, JudgedQuery] = {}
    qrels: dict[str, Mapping[str, int]] = {}
    left_out: Counter[str] = Counter()
    for case in cases:
        relevant = _relevant(case.id, links, duplicates)
        if not relevant or (query_cases is not None and case.id not in query_cases):
            continue
        text = _query_text(case, options)
        if case.id in duplicates or text is None:
            left_out["near-duplicate of another case" if case.id in duplicates else "no statement of facts"] += 1
            continue
        query = f"q_{case.id}"
        queries[query] = JudgedQuery(query, mask(text, case.name, options.mask).text, case.id, case.decided)
        qrels[query] = relevant
    query_set = QuerySet(name, queries, qrels, candidates)
    return query_set, _report(query_set, links, left_out, len(duplicates))


def _query_text(case: Case, options: CitationSetOptions) -> str | None:
    if options.query == "facts":
        return facts_of(case, options)
    return case.text if len(case.text.split()) >= options.min_words else None


def facts_of(case: Case, options: CitationSetOptions | None = None) -> str | None:
    """The paragraphs labelled Facts; if there are none, the opening up to the first other section."""
    options = options or CitationSetOptions()
    labelled = [p.span.of(case.text) for p in case.paragraphs if p.section is SectionType.FACTS]
    text = " ".join(labelled) if labelled else _opening(case, options.min_words)
    words = _BYLINE.sub("", text, count=1).split()
    if len(words) < options.min_words:
        return None
    return " ".join(words[: options.max_words])


def _opening(case: Case, min_words: int) -> str:
    first = next((p.span.start for p in case.paragraphs if p.section in _NOT_FACTS), None)
    if first is not None:
        return case.text[:first]
    enough = re.match(rf"\s*(?:\S+\s+){{{min_words}}}", case.text)
    if enough is None:
        return case.text
    end = _FACTS_END.search(case.text, enough.end())
    if end is None:
        return case.text
    sentence = case.text.rfind(". ", enough.end(), end.start())
    return case.text[: sentence + 1 if sentence > 0 else end.start()]


def _relevant(case_id: CaseId, links: Links, duplicates: Mapping[str, str]) -> dict[str, int]:
    """Cited cases with their grades; a duplicate counts as the case it repeats."""
    relevant: dict[str, int] = {}
    for cited, grade in links.grades.get(case_id, {}).items():
        original = duplicates.get(cited, cited)
        if original not in {case_id, duplicates.get(case_id)}:
            relevant[original] = max(grade, relevant.get(original, 0))
    return relevant


def _report(query_set: QuerySet, links: Links, left_out: Mapping[str, int], duplicates: int) -> BuildReport:
    grades = Counter(grade for judged in query_set.qrels.values() for grade in judged.values())
    years = Counter(query.decided.year for query in query_set.queries.values() if query.decided)
    return BuildReport(
        cases=len(query_set.candidates),
        queries=len(query_set.queries),
        judgments=sum(grades.values()),
        coverage=len(query_set.queries) / len(query_set.candidates) if query_set.candidates else 0.0,
        mentions=links.counts,
        left_out=dict(left_out),
        duplicates=duplicates,
        grades=dict(sorted(grades.items())),
        years=dict(sorted(years.items())),
        random_ranker=random_expectation(query_set, RANDOM_METRICS).means if query_set.queries else {},
    )


def about_citation_set(report: BuildReport, options: CitationSetOptions) -> dict[str, Any]:
    """Report and options for the manifest."""
    return {"report": asdict(report), "options": asdict(options)}
