"""Fits the clause model on the tuned half of CUAD and writes the weights that the package ships."""

import time

from benchmarks.clause_model_fit import Example, fit_clause_model
from benchmarks.record import DATA
from countercase.cuad.benchmark import half_of
from countercase.cuad.clauses import CLAUSES, SHIPPED, nearest_clause, sentences, split_query
from countercase.cuad.generate import generate_cuad
from countercase.domain.span import Span


def tuned_examples() -> list[Example]:
    """The contracts of the tuned half with every answer that can be located."""
    generated = generate_cuad(DATA / "contracts" / "cuad_v1", policy="recover")
    answers: dict[str, dict[str, list[Span]]] = {}
    for test in generated.benchmark.tests:
        clause = nearest_clause(split_query(test.query).question)
        if clause is not None:
            file = test.snippets[0].file_path.partition("/")[2]
            answers.setdefault(file, {})[clause.column] = [snippet.as_span for snippet in test.snippets]
    return [
        Example(text, sentences(text), answers[file])
        for file, text in generated.texts.items()
        if half_of(file) == "tuned"
    ]


def main() -> None:
    """Fit and write."""
    started = time.perf_counter()
    examples = tuned_examples()
    model = fit_clause_model(examples, [clause.column for clause in CLAUSES])
    about = {
        "made_by": "python -m benchmarks.cuad_fit",
        "from": "CUAD v1 (CC BY 4.0), the contracts whose countercase.cuad.benchmark.half_of is tuned",
        "contracts": len(examples),
        "units": "sentences",
    }
    model.to_json(SHIPPED, about)
    count = sum(len(words) for words in model.weights.values())
    print(f"{len(model.weights)} clause types, {count} weights, {time.perf_counter() - started:.0f} s -> {SHIPPED}")


if __name__ == "__main__":
    main()
