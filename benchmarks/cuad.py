"""CUAD: the benchmark generated in both policies, and every plan scored on contracts that nothing was tuned on.

Dense plans take the encoder of the settings, the built-in one without any.
"""

import csv
import re
import sys
import time
from collections.abc import Sequence
from typing import Any

from benchmarks.figures import published
from benchmarks.record import DATA, write_result
from countercase.cuad.benchmark import Benchmark, Document, Generated, QAGroundTruth, half_of, mini
from countercase.cuad.clauses import clause_of, split_query
from countercase.cuad.evaluate import Report, evaluate
from countercase.cuad.generate import generate_cuad, read_clause_rows
from countercase.cuad.retrieve import PLANS, ContractRetriever, DocumentPicker
from countercase.cuad.titles import FileNames, letters
from countercase.domain.ranking import Encoder
from countercase.evaluation.results import texts_hash

SOURCE = DATA / "contracts" / "cuad_v1"
KS = (1, 2, 4, 8, 16, 32, 64)
GOALS = ("precision@1", "recall@8", "recall@64", "wrong_document@1")
COMPARED = [name for name, plan in PLANS.items() if not plan.rerank]  # no re-ranker is shipped
# Every query against every vector of 462 contracts takes many minutes: pooled dense plans run on the draw only.
HELD_OUT = [name for name in COMPARED if PLANS[name].pick or not PLANS[name].needs_encoder]
# 194 CUAD tests, chunks of all four sets pooled, 500-character chunks; per cent. The trials are our own first ones.
PUBLISHED = {
    "as published": published()["legalbench_rag_cuad"],
    "trial: BM25 over chunks": {"precision@1": "0-2", "recall@8": 8, "recall@64": "29-33"},
    "trial: document picked, then BM25 inside": {"precision@1": 12.0, "recall@8": 40.5, "recall@64": 81.8},
    "trial: document picked, int8 MiniLM-size encoder + BM25": {
        "precision@1": 14.9,
        "recall@8": "47.9-53",
        "recall@64": 90.4,
    },
}


def main() -> None:
    """Generate, score, write `results/cuad.json`."""
    started = time.perf_counter()
    published = generate_cuad(SOURCE)
    generation = time.perf_counter() - started
    recovered = generate_cuad(SOURCE, policy="recover")
    documents = [Document(f"cuad/{file}", text) for file, text in published.texts.items()]
    encoder = _encoder()
    write_result(
        "cuad",
        {
            "generation": {
                "seconds": round(generation, 1),
                "published": _counts(published),
                "recover": {**_counts(recovered), "recovered": recovered.manifest.recovered},
            },
            "published_table": PUBLISHED,
            "encoder": encoder.name,
            "held_out": _held_out(published.benchmark, documents, encoder),
            "held_out_recover": _recovered(recovered),
            "held_out_without_sisters": _without_sisters(published.benchmark, documents),
            "held_out_with_annotators_titles": _other_titles(published.benchmark, documents),
            "held_out_with_cuads_own_questions": _other_questions(published.benchmark, documents, encoder),
            "mini": _mini(published.benchmark, documents, encoder),
        },
        inputs={
            **published.manifest.sha256,
            "corpus": texts_hash({document.file_path: document.text for document in documents}),
            "encoder": encoder.name,
        },
    )


def _held_out(benchmark: Benchmark, documents: list[Document], encoder: Encoder) -> dict[str, Any]:
    """All contracts searched; only those of the half that was not tuned on are asked about."""
    tests = _half(benchmark)
    picker = DocumentPicker(documents)
    figures = {name: _figures(name, tests, documents, picker, encoder) for name in HELD_OUT}
    return {
        "tests": len(tests.tests),
        "contracts": len(tests.file_paths()),
        "documents_searched": len(documents),
        "plans": figures,
    }


def _recovered(recovered: Generated) -> dict[str, Any]:
    tests = _half(recovered.benchmark)
    documents = [Document(f"cuad/{file}", text) for file, text in recovered.texts.items()]
    return {"tests": len(tests.tests), "learned": _figures("learned", tests, documents, DocumentPicker(documents))}


def _other_titles(benchmark: Benchmark, documents: list[Document]) -> dict[str, Any]:
    """Titles that our rules did not write: the annotators' document name and parties, as a language model would."""
    names = FileNames(document.file_path.partition("/")[2] for document in documents)
    titles = {}
    for row in read_clause_rows(SOURCE):
        parties = re.sub(r"\([^)]*\)?|[“\"][^”\"]*[”\"]", "", row.cells["Parties-Answer"]).split(";")
        kept = [party.strip(" ,") for party in parties if party.strip(" ,")][:3]
        name = " ".join(row.document_name.split()).title()
        titles[f"cuad/{names.match(row.csv_name).file}"] = f"{name} between {' and '.join(kept)}" if kept else name
    tests = tuple(
        QAGroundTruth(
            query=f"Consider the {titles[test.snippets[0].file_path]}; {split_query(test.query).question}",
            snippets=test.snippets,
        )
        for test in _half(benchmark).tests
    )
    return {"learned": _figures("learned", Benchmark(tests=tests), documents, DocumentPicker(documents))}


def _without_sisters(benchmark: Benchmark, documents: list[Document]) -> dict[str, Any]:
    """Only contracts whose filer has none in the tuned half: likeness between sisters cannot help."""
    tuned = {_filer(document.file_path) for document in documents if half_of(document.file_path) == "tuned"}
    kept = tuple(test for test in _half(benchmark).tests if _filer(test.snippets[0].file_path) not in tuned)
    tests = Benchmark(tests=kept)
    learned = _figures("learned", tests, documents, DocumentPicker(documents))
    return {"tests": len(kept), "contracts": len(tests.file_paths()), "learned": learned}


def _filer(file_path: str) -> str:
    return letters(re.split(r"_|\s-\s", file_path.partition("/")[2])[0])[:10]


def _other_questions(benchmark: Benchmark, documents: list[Document], encoder: Encoder) -> dict[str, Any]:
    """CUAD's descriptions of the clause types in place of the published questions: the same asked in other words."""
    with (SOURCE / "category_descriptions.csv").open(encoding="utf-8-sig", newline="") as stream:
        rows = [[cell.partition(": ")[2].strip() for cell in row[:2]] for row in list(csv.reader(stream))[1:]]
    described = {category.lower(): description for category, description in rows}
    tests = []
    for test in _half(benchmark).tests:
        asked = split_query(test.query)
        clause = clause_of(asked.question)
        question = described[clause.column.lower()] if clause else asked.question
        tests.append(QAGroundTruth(query=f"Consider the {asked.title}; {question}", snippets=test.snippets))
    picker = DocumentPicker(documents)
    plans = ("learned_hybrid", "learned", "picked_clauses_hybrid", "picked_clauses_bm25")
    asked_so = Benchmark(tests=tuple(tests))
    return {name: _figures(name, asked_so, documents, picker, encoder) for name in plans}


def _mini(benchmark: Benchmark, documents: list[Document], encoder: Encoder) -> dict[str, Any]:
    """The published draw of 194 tests; searched are the contracts of those tests, not the other three sets."""
    tests = mini(benchmark)
    used = set(tests.file_paths())
    pool = [document for document in documents if document.file_path in used]
    picker = DocumentPicker(pool)
    unseen = _half(tests)
    return {
        "tests": len(tests.tests),
        "contracts": len(used),
        "differs": "CUAD's contracts only",
        "plans": {name: _figures(name, tests, pool, picker, encoder) for name in COMPARED},
        "held_out_of_it": {"tests": len(unseen.tests), "learned": _figures("learned", unseen, pool, picker)},
    }


def _encoder() -> Encoder:
    from countercase.models.encoders import load_encoder
    from countercase.settings import load_settings

    models = load_settings().models
    return load_encoder(models.encoder, models.threads)


def _figures(
    name: str,
    tests: Benchmark,
    documents: Sequence[Document],
    picker: DocumentPicker,
    encoder: Encoder | None = None,
) -> dict[str, Any]:
    plan = PLANS[name]
    started = time.perf_counter()
    retriever = ContractRetriever(documents, plan, encoder, picker=picker if plan.pick else None)
    report = evaluate(tests, retriever, documents, KS)
    seconds = time.perf_counter() - started
    print(f"{name}: {seconds:.0f} s", file=sys.stderr)
    figures: dict[str, Any] = {"seconds": round(seconds, 1), **_per_cent(report)}
    if name == "learned":
        figures["by_clause"] = {
            clause: {
                "tests": int(values["tests"]["mean"] or 0),
                **{score: _hundredths(values[score]["mean"]) for score in ("precision@1", "recall@8", "recall@64")},
            }
            for clause, values in report.by_clause().items()
        }
    return figures


def _per_cent(report: Report) -> dict[str, Any]:
    """Means in per cent, characters as they are, and the intervals of the scores that have a goal."""
    overall = report.overall()
    means = {
        name: round(figure["mean"] or 0) if name.startswith("characters") else _hundredths(figure["mean"])
        for name, figure in overall.items()
        if _is_kept(name)
    }
    ends = {name: (_hundredths(overall[name]["low"]), _hundredths(overall[name]["high"])) for name in GOALS}
    return {**means, "interval_95": {name: f"{low}-{high}" for name, (low, high) in ends.items()}}


def _hundredths(value: float | None) -> float | None:
    return None if value is None else round(100 * value, 1)


def _is_kept(name: str) -> bool:
    score, _, k = name.partition("@")
    return k in ("", "1", "8", "64") or score in ("precision", "recall")


def _half(benchmark: Benchmark) -> Benchmark:
    return Benchmark(tests=tuple(test for test in benchmark.tests if half_of(test.snippets[0].file_path) == "held_out"))


def _counts(generated: Generated) -> dict[str, Any]:
    manifest = generated.manifest
    return {"tests": manifest.tests, "contracts": manifest.contracts, "snippets": manifest.snippets}


if __name__ == "__main__":
    main()
