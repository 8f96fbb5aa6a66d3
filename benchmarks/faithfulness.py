"""Faithfulness of explanations by both checks: on the built-in corpus, and in 100 searches over AILA 2019.

Run: python -m benchmarks.faithfulness --workspace W        (W: AILA's judgments, ingested and indexed)

The plan that the settings name searches. Searches are AILA's 50 queries and the facts of 50 of its judgments, each
judgment kept out of its own answer. Sentences also come from no explanation at all: random sentences of the
judgments, cut as the product cuts them and never filtered, for the share of true sentences that the strict check
rejects.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.record import DATA, write_result
from countercase.app import App, open_app
from countercase.corpus.builtin import builtin_matters
from countercase.domain.case import Case, CaseId, SectionType
from countercase.domain.ranking import CaseFilter, Explanation, Point, Precedent, Statement
from countercase.evaluation.explanation_eval import (
    Corruption,
    as_record,
    corrupt,
    restated,
    run_suite,
    score_explanations,
)
from countercase.evaluation.formats import read_queries
from countercase.explanation.quotations import quotation, stored_sentences
from countercase.explanation.strict import check
from countercase.explanation.why_case import PrecedentInMatter, explain_case
from countercase.facts.extract import extract_facts
from countercase.settings import load_settings
from countercase.text.sentences import split_sentences

SEED, TOP_K, SEARCHES, SHORT_FACTS, LONG_FACTS = 20, 10, 100, 80, 600
SHARES = (0.4, 0.6, 0.8, 0.9, 0.95, 1.0)
Search = Callable[[str, frozenset[CaseId]], Sequence[Precedent]]


def main() -> None:
    """Measure and write `results/faithfulness.json`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workspace", type=Path, required=True)
    parser.add_argument("--searches", type=int, default=SEARCHES)
    options = parser.parse_args()
    app = App(options.workspace, load_settings())
    half = options.searches // 2
    texts = list(read_queries(DATA / "caselaw" / "aila2019" / "Query_doc.txt").values())[:half]
    narratives = list(_narratives(app, options.searches - len(texts)))
    explain = _explainer(app, app.index.rarity)
    search: Search = lambda text, out: app.search(text, None, TOP_K, CaseFilter(excluded=out))  # noqa: E731
    aila = _explained([(text, None) for text in texts], search, explain)
    facts = _explained(narratives, search, explain)
    random_sentences = _random_sentences(app, random.Random(SEED))
    write_result(
        "faithfulness",
        {
            "top_k": TOP_K,
            "built_in": _built_in(),
            "aila_searched_with": app.index.plan().name,
            "aila_queries": _scored(app, aila),
            "aila_facts_of_judgments": _scored(app, facts),
            "random_sentences": _independent(app, random_sentences),
            "coverage": _coverage(random_sentences),
        },
    )


def _built_in() -> dict[str, Any]:
    app = open_app()
    pairs = [(matter.text, None) for matter in builtin_matters()]
    made = _explained(pairs, lambda text, _: app.search(text, top_k=TOP_K), app.explain)
    return {"plan": app.index.plan().name, "encoder": app.models.encoder.name, **_scored(app, made)}


def _scored(app: App, made: tuple[list[Explanation], list[float]]) -> dict[str, Any]:
    explanations, seconds = made
    chunks = cache(lambda case_id: [chunk.text for chunk in app.store.chunks([case_id])])
    lengths = [len(one.sentences) for one in explanations]
    return {
        **as_record(score_explanations(explanations, _texts(app), chunks, seed=SEED)),
        "sentences_each": {str(count): lengths.count(count) for count in sorted(set(lengths))},
        "median_ms_each_noisy": round(1000 * statistics.median(seconds), 1),
    }


def _explained(
    pairs: Sequence[tuple[str, CaseId | None]], search: Search, explain: Callable[..., Explanation]
) -> tuple[list[Explanation], list[float]]:
    made: list[Explanation] = []
    seconds: list[float] = []
    for text, own in pairs:
        matter = extract_facts(text)
        for precedent in search(text, frozenset({own} if own else ())):
            start = time.perf_counter()
            made.append(explain(matter, precedent))
            seconds.append(time.perf_counter() - start)
    return made, seconds


def _narratives(app: App, count: int) -> Iterator[tuple[str, CaseId]]:
    """The facts of judgments spread over the corpus, as a matter would be told."""
    ids = app.store.case_ids()
    step, found = max(1, len(ids) // (2 * max(count, 1))), 0
    for case_id in ids[::step]:
        case = app.case(case_id)
        words = " ".join(_facts(case)).split()
        if len(words) >= SHORT_FACTS and found < count:
            found += 1
            yield " ".join(words[:LONG_FACTS]), case_id


def _facts(case: Case) -> Iterator[str]:
    return (one.span.of(case.text) for one in case.paragraphs if one.section is SectionType.FACTS)


def _explainer(app: App, rarity: Callable[[str], float]) -> Callable[..., Explanation]:
    def explain(matter: Any, precedent: Precedent) -> Explanation:
        known = app.known(precedent.case_id)
        return explain_case(
            PrecedentInMatter(matter, known.case, known.facts, precedent.passage), split_sentences, rarity
        )

    return explain


def _random_sentences(app: App, rng: random.Random) -> list[Statement]:
    """Up to three sentences of 400 judgments, quoted whole or cut at clauses, with no check between."""
    made: list[Statement] = []
    for case_id in rng.sample(app.store.case_ids(), 400):
        case = app.case(case_id)
        found = [place for place in stored_sentences(case, split_sentences) if len(place.text.split()) >= 6]
        for place in rng.sample(found, min(3, len(found))):
            text = f"The Court reasoned: {quotation(place.text)}."
            made.append(Statement(text, place.anchor(case), place.text, Point.HOLDING))
    return made


def _independent(app: App, sentences: list[Statement]) -> dict[str, Any]:
    cut = [one for one in sentences if "…" in one.text]
    plain = [again for one in sentences if (again := restated(one)) is not None]
    chunks: Callable[[CaseId], list[str]] = lambda _: []  # noqa: E731 - the specification's score is not asked here
    rows = {}
    for name, group in (("quoted", sentences), ("without quotation marks", plain)):
        good = [one for one in group if check(one.text, one.quote).supported]
        suite = run_suite(good, _texts(app), chunks, SEED)
        rows[name] = {
            "sentences": len(group),
            "true_ones_rejected": 1 - len(good) / len(group),
            "rejected": {kind.value: {"made": row.made, "strict": row.strict_share} for kind, row in suite.items()},
        }
    wrongly = sum(not check(one.text, one.quote).supported for one in cut)
    return {**rows, "cut_at_clauses": {"sentences": len(cut), "rejected": wrongly / max(1, len(cut))}}


def _coverage(sentences: list[Statement]) -> dict[str, Any]:
    """What a smaller share of covered words would let in: true sentences, and those with one foreign word."""
    rng = random.Random(SEED)
    plain = [again for one in sentences if (again := restated(one)) is not None]
    wrong = [made for one in plain if (made := corrupt(Corruption.WORD, one, plain, rng)) is not None]
    return {
        str(share): {
            "true_ones_rejected": _rejected(plain, share),
            "foreign_word_rejected": _rejected(wrong, share),
        }
        for share in SHARES
    }


def _rejected(sentences: list[Statement], share: float) -> float:
    return sum(not check(one.text, one.quote, share).supported for one in sentences) / len(sentences)


def _texts(app: App) -> Callable[[CaseId], str]:
    return cache(lambda case_id: app.case(case_id).text)


if __name__ == "__main__":
    main()
