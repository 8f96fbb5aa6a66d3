"""Builds judged queries from a corpus: the facts of a case are the query, the earlier cases it cites are relevant."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any, Literal
from zlib import crc32

from countercase.domain.case import Case, CaseId, SectionType
from countercase.evaluation.citation_links import Links, MaskOptions, link_cases, mask
from countercase.evaluation.system import random_expectation
from countercase.evaluation.testset import Candidate, JudgedQuery, QuerySet

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


def about(report: BuildReport, options: CitationSetOptions) -> dict[str, Any]:
    """Report and options for the manifest."""
    return {"report": asdict(report), "options": asdict(options)}
