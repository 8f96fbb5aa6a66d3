"""Builds the set of long queries: a whole judgment asks, the earlier judgments it cites answer.

    python -m benchmarks.build_judgment_set --out DIR

Every sentence that cites a case is taken out, and so are the names of the parties and of the cases cited. What is left
is what a brief looks like before its authorities are found. Writes DIR/dev and DIR/held (one query in five, by hash of
its id) from AILA 2019 and the Supreme Court Reports of 2023-24, and DIR/older from IN-Abs, whose judgments cite AILA's.
DIR/masked-dev and DIR/masked-held hold the same queries with the citations alone masked, as IL-PCR has them.
The texts are other people's, so DIR is a build product and is never committed.
"""

import argparse
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from training.links import Catalogue, find_mentions
from training.sources import in_abs

from benchmarks.build_citation_set import asked_by_aila, read_cases, split_by_hash
from benchmarks.record import DATA
from countercase.corpus.clean import clean
from countercase.domain.case import Case
from countercase.domain.span import Span
from countercase.evaluation.citation_set import link_cases, mask, near_duplicates, party_words, similar_pairs
from countercase.evaluation.testset import Candidate, JudgedQuery, QuerySet, save
from countercase.law.precedents import find_precedents
from countercase.law.precedents.names import split_parties
from countercase.text.sentences import split_sentences

LEAST_WORDS = 600  # a judgment that is shorter without its citations is asked as a narrative
OWN_SHARE = 0.3  # of the runs of words: above it an older judgment and a candidate are one judgment printed twice
_REPORT_BODY = re.compile(
    r"/ ?of the Supreme Court|of the Court (?:was|were) (?:delivered|passed)(?: by)?|Advs?\. for the Respondents?\."
)


def main() -> None:
    """Build, report and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    out: Path = parser.parse_args().out
    folders = (DATA / "caselaw" / "aila2019" / "Object_casedocs", DATA / "caselaw" / "scr_2023_2024")
    cases = list(read_cases(path for folder in folders for path in folder.glob("*.txt")))
    duplicates = near_duplicates({case.id: case.text for case in cases})
    candidates: dict[str, Candidate] = {
        case.id: Candidate(case.id, case.decided, duplicates.get(case.id)) for case in cases
    }
    whole = _from_cases(cases, candidates)
    masked = replace(whole, name="judgments, citations masked", queries=_masked(whole, cases))
    counts: dict[str, int] = {}
    for prefix, query_set in (("", whole), ("masked-", masked)):
        for part, subset in zip(("dev", "held"), split_by_hash(query_set), strict=True):
            save(subset, out / f"{prefix}{part}", {"least_words": LEAST_WORDS})
            counts[f"{prefix}{part}"] = len(subset.queries)
    older = _from_older(cases, candidates)
    save(older, out / "older", {"least_words": LEAST_WORDS, "own_share": OWN_SHARE})
    print(json.dumps({"out": str(out), **counts, "older": len(older.queries)}, indent=2))


def without_citations(text: str, case_name: str) -> str:
    """The text without its citing sentences, and without the names of the parties and of the cases it cites."""
    mentions = find_precedents(text)
    cited = sorted(mention.span.start for mention in mentions)
    kept = [span for span in split_sentences(text) if not _holds(span, cited)]
    told = mask(" ".join(span.of(text) for span in kept), case_name).text
    names = {word for mention in mentions if mention.name for word in _telling(mention.name)}
    return _without(told, names)


def _holds(span: Span, starts: Sequence[int]) -> bool:
    from bisect import bisect_left

    place = bisect_left(starts, span.start)
    return place < len(starts) and starts[place] < span.end


def _telling(name: str) -> set[str]:
    return {word for party in split_parties(name) or () for word in party_words(party) if len(word) > 3}


def _without(text: str, names: set[str]) -> str:
    """Names are capitalised: `Bachan` goes, `bench` stays."""
    return re.sub(r"\b[A-Z][A-Za-z]{3,}\b", lambda found: "" if found[0].lower() in names else found[0], text)


def body_of(case: Case) -> str:
    """The judgment proper: a report's headnote and list of cited cases would give the answer away."""
    if case.id.startswith("C"):
        return case.text
    found = _REPORT_BODY.search(case.text)
    return case.text[found.end() :] if found else ""


def _from_cases(cases: Sequence[Case], candidates: Mapping[str, Candidate]) -> QuerySet:
    links = link_cases(cases)
    banned = asked_by_aila(cases)
    queries: dict[str, JudgedQuery] = {}
    qrels: dict[str, Mapping[str, int]] = {}
    for case in cases:
        cited = {candidates[other].duplicate_of or other: grade for other, grade in links.grades[case.id].items()}
        own = {case.id, candidates[case.id].duplicate_of}
        cited = {other: grade for other, grade in cited.items() if other not in own}
        if not cited or case.id in banned or candidates[case.id].duplicate_of:
            continue
        text = without_citations(body_of(case), case.name)
        if len(text.split()) >= LEAST_WORDS:
            query = f"j_{case.id}"
            queries[query] = JudgedQuery(query, text, case.id, case.decided)
            qrels[query] = cited
    return QuerySet("judgments", queries, qrels, candidates)


def _masked(whole: QuerySet, cases: Sequence[Case]) -> dict[str, JudgedQuery]:
    by_id = {str(case.id): case for case in cases}
    return {
        query.id: replace(query, text=mask(body_of(by_id[query.case_id or ""]), by_id[query.case_id or ""].name).text)
        for query in whole.queries.values()
    }


def _from_older(cases: Sequence[Case], candidates: Mapping[str, Candidate]) -> QuerySet:
    """IN-Abs gives neither names nor dates: who is cited is found by name, and a copy of a candidate is left out."""
    titles = Catalogue((case.id, case.name, case.decided.year if case.decided else None) for case in cases)
    texts = {judgment.id: clean(judgment.text).text for judgment in in_abs(DATA / "caselaw" / "in_abs.tar.xz")}
    cited: dict[str, dict[str, int]] = {}
    for name, text in texts.items():
        found = {titles.resolve(mention, None) for mention in find_mentions(text)} - {None}
        if found:
            cited[name] = {candidates[other].duplicate_of or other: 1 for other in found if other}
    pairs = similar_pairs(
        {**{case.id: case.text for case in cases}, **{name: texts[name] for name in cited}}, OWN_SHARE
    )
    copies = {name for pair in pairs for name in pair if name in cited}
    queries: dict[str, JudgedQuery] = {}
    for name in sorted(set(cited) - copies):
        text = without_citations(texts[name], "")
        if len(text.split()) >= LEAST_WORDS:
            queries[name] = JudgedQuery(name, text)
    return QuerySet("older judgments", queries, {name: cited[name] for name in queries}, candidates)


if __name__ == "__main__":
    main()
