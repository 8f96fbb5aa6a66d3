"""Facts: hand-checked narratives, annotated names and provisions, expert-marked sentences, and speed.

There are two sets of narratives: forty, and forty-five that nobody had looked at when the rules for the first were
done. `first_run` are the figures of the first run over a set, before any of its errors had been looked at (for the
second: the code of commit b8137cd); the others those of the code as it is now, after the errors were mended.
"""

import json
import random
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import legal_ner
from benchmarks.fact_scores import FIRST_SET, SECOND_SET, f1_by, judge, load_checked, narratives
from benchmarks.record import DATA, write_result
from countercase.corpus.builtin import builtin_cases
from countercase.corpus.paragraphs import split_paragraphs
from countercase.corpus.sections import label_sections
from countercase.domain.facts import FactSheet, PartyFact, SectionFact
from countercase.domain.span import Span
from countercase.facts.categories import FactIndex
from countercase.facts.extract import extract_case_facts, extract_facts
from countercase.facts.parties import find_party_names
from countercase.law.provisions import find_provisions
from countercase.law.provisions.statutes import find_statutes
from countercase.law.quantities import find_quantities

FIRST_RUN = {
    "Section": {"f1": 1.0, "wrong": 0},
    "PartyType": {"f1": 0.8636, "wrong": 8},
    "Evidence": {"f1": 0.9524, "wrong": 4},
    "Numerical": {"f1": 0.9841, "wrong": 3},
    "act": {"f1": 0.9333, "wrong": 7},
}
FIRST_RUN_SECOND_SET = {
    "Section": {"f1": 1.0, "wrong": 0},
    "PartyType": {"f1": 0.9027, "wrong": 2},
    "Evidence": {"f1": 0.9646, "wrong": 2},
    "Numerical": {"f1": 0.9969, "wrong": 0},
    "act": {"f1": 0.9441, "wrong": 2},
}
RESAMPLES = 2000
MEGABYTE = 1_000_000


def main() -> None:
    """Measure everything; write results/facts.json."""
    write_result(
        "facts",
        {
            **score_narratives(FIRST_SET, FIRST_RUN),
            "second_set": score_narratives(SECOND_SET, FIRST_RUN_SECOND_SET),
            "legal_ner": score_legal_ner(),
            "charge_sentences": charge_sentences(),
            "speed": {**measure_speed(), **measure_cases()},
        },
    )


def score_narratives(answers: Path, first_run: dict[str, dict[str, float]]) -> dict[str, Any]:
    """F1 by type and by kind on one set of checked narratives, and every fact that its text does not support."""
    verdicts = [judge(checked, extract_facts(checked.text)) for checked in load_checked(answers)]
    return {
        "narratives": len(verdicts),
        "first_run": first_run,
        "checked_by_type": f1_by(verdicts, by_type=True),
        "checked_by_kind": f1_by(verdicts, by_type=False),
        "invented": sorted(f"{verdict.id}: {one}" for verdict in verdicts for one in verdict.wrong),
    }


def score_legal_ner() -> dict[str, Any]:
    """Overlapping spans against the annotations, on the half of the judgments whose errors nobody looks at.

    A provision without its Act is no fact, and a sentence torn from its judgment often names none: what `provision`
    misses is mostly that. Annotators mark a list once, a sheet each number: coverage counts both.
    """
    sentences = [one for one in legal_ner.load() if legal_ner.is_held_out(one)]
    sheets = [extract_facts(one.text) for one in sentences]
    found_sections = [_spans(sheet, SectionFact) for sheet in sheets]
    names = [find_party_names(one.text) for one in sentences]
    return {
        "sentences": len(sentences),
        "provision": _coverage([one.spans("PROVISION") for one in sentences], found_sections),
        "statute": legal_ner.span_f1(
            [one.spans("STATUTE") for one in sentences],
            [[mention.span for mention in find_statutes(one.text)] for one in sentences],
            exact=False,
        ),
        **{
            side: legal_ner.span_f1(
                [one.spans(side.upper()) for one in sentences],
                [[name.span for name in found if name.side.value == side] for found in names],
                exact=False,
            )
            for side in ("petitioner", "respondent")
        },
        "party_types_found": sum(isinstance(fact, PartyFact) for sheet in sheets for fact in sheet.facts),
    }


def _coverage(gold: list[list[Span]], found: list[list[Span]]) -> dict[str, float]:
    """Share of the spans found that touch an annotated one, and of the annotated ones that are touched."""
    right = sum(
        any(one.overlaps(two) for two in wanted) for wanted, own in zip(gold, found, strict=True) for one in own
    )
    met = sum(any(one.overlaps(two) for two in own) for wanted, own in zip(gold, found, strict=True) for one in wanted)
    found_count, gold_count = sum(map(len, found)), sum(map(len, gold))
    return {
        "precision": round(right / max(1, found_count), 4),
        "recall": round(met / max(1, gold_count), 4),
        "gold": gold_count,
        "found": found_count,
    }


def _spans(sheet: FactSheet, kind: type) -> list[Span]:
    return [span for fact in sheet.facts if isinstance(fact, kind) for span in fact.spans]


def charge_sentences() -> dict[str, Any]:
    """Facts in the sentences that experts marked as deciding the charge, against the others; dates left out.

    The interval resamples whole narratives, as sentences of one narrative are not independent.
    """
    counted = [_count(record) for record in _marked_narratives()]
    per_kind: Counter[str] = Counter()
    for one in counted:
        per_kind.update(one["kinds"])
    # Not scipy's bootstrap: its draws would move the third decimal of the published intervals.
    chooser = random.Random(6)
    samples = sorted(_ratio([chooser.choice(counted) for _ in counted], per_word=False)[0] for _ in range(RESAMPLES))
    by_word = sorted(_ratio([chooser.choice(counted) for _ in counted], per_word=True)[0] for _ in range(RESAMPLES))
    ratio, marked, others = _ratio(counted, per_word=False)
    per_words, marked_words, other_words = _ratio(counted, per_word=True)
    low, high = int(0.025 * RESAMPLES), int(0.975 * RESAMPLES)
    return {
        "narratives": len(counted),
        "facts_a_marked_sentence": round(marked, 3),
        "facts_an_other_sentence": round(others, 3),
        "rate_ratio": round(ratio, 3),
        "interval_95": [round(samples[low], 3), round(samples[high], 3)],
        "facts_100_words_marked": round(100 * marked_words, 3),
        "facts_100_words_other": round(100 * other_words, 3),
        "rate_ratio_per_word": round(per_words, 3),
        "interval_95_per_word": [round(by_word[low], 3), round(by_word[high], 3)],
        "facts_in_marked_sentences": dict(per_kind.most_common()),
    }


def _marked_narratives() -> list[dict[str, Any]]:
    path = DATA / "caselaw" / "charge_identification" / "sentences_dev.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _count(record: dict[str, Any]) -> dict[str, Any]:
    """Mentions of facts in each sentence, read in the whole narrative so that holders and Acts are known."""
    sheet = extract_facts(" ".join(record["text"]))
    counts: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    start = 0
    for sentence, labels in zip(record["text"], record["sent_labels"], strict=True):
        end = start + len(sentence)
        inside = [
            fact
            for fact in sheet.facts
            for span in fact.spans
            if start <= span.start < end and not fact.found_by.startswith("law.quantities")
        ]
        group = "marked" if any(labels) else "other"
        counts[f"{group}_sentences"] += 1
        counts[f"{group}_words"] += len(sentence.split())
        counts[f"{group}_facts"] += len(inside)
        if group == "marked":
            kinds.update(fact.kind.value for fact in inside)
        start = end + 1
    return {**counts, "kinds": kinds}


def _ratio(counted: list[dict[str, Any]], per_word: bool) -> tuple[float, float, float]:
    unit = "words" if per_word else "sentences"
    rates = []
    for group in ("marked", "other"):
        facts = sum(one.get(f"{group}_facts", 0) for one in counted)
        rates.append(facts / max(1, sum(one.get(f"{group}_{unit}", 0) for one in counted)))
    return rates[0] / max(rates[1], 1e-9), rates[0], rates[1]


def measure_speed() -> dict[str, float]:
    """Narratives a second of processor time on one core, best of three; and the batch scoring of 100 queries."""
    texts = list(narratives().values())
    seconds = _least_seconds(lambda: [extract_facts(text) for text in texts])
    sheets = [(case.id, extract_case_facts(case.text, case.paragraphs, case.outcome)) for case in builtin_cases()]
    index = FactIndex([(case_id, sheet) for _ in range(17) for case_id, sheet in sheets])
    start = time.perf_counter()
    index.matrix([sheet for _, sheet in sheets[:100]])
    return {
        "narratives": len(texts),
        "mean_words": round(sum(len(text.split()) for text in texts) / len(texts)),
        "narratives_a_second": round(len(texts) / seconds),
        "cases_scored": len(index.case_ids),
        "queries": 100,
        "scoring_seconds": round(time.perf_counter() - start, 3),
    }


def measure_cases() -> dict[str, float]:
    """Processor time of the sheets of decided cases, for each megabyte of the cases, and how much of it is law's."""
    files = sorted((DATA / "caselaw" / "aila2019" / "Object_casedocs").glob("*.txt"))[::30]
    texts = [file.read_text(encoding="utf-8") for file in files]
    cases = [(text, label_sections(text, split_paragraphs(text))) for text in texts]
    told = [extract_case_facts(*case).narrative for case in cases]
    megabytes = sum(map(len, texts)) / MEGABYTE
    whole = _least_seconds(lambda: [extract_case_facts(*case) for case in cases])
    law = _least_seconds(lambda: [(find_statutes(one), find_provisions(one), find_quantities(one)) for one in told])
    return {
        "cases": len(cases),
        "case_sheet_ms_a_megabyte": round(1000 * whole / megabytes, 1),
        "of_it_in_the_law_module": round(1000 * law / megabytes, 1),
    }


def _least_seconds(work: Callable[[], object]) -> float:
    seconds = []
    for _ in range(3):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


if __name__ == "__main__":
    main()
