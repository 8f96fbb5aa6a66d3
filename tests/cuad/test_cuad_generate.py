"""From CUAD to tests: what is kept, what is dropped, and why."""

import json
from pathlib import Path

import pytest
from tests.cuad.tiny_cuad import ALPHA, GAMMA, write_tiny_cuad

from countercase.cuad import Benchmark, generate_cuad
from countercase.cuad.benchmark import Generated
from countercase.cuad.clauses import CLAUSES, PUBLISHED
from countercase.errors import InputError


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write_tiny_cuad(tmp_path / "cuad_v1")


def asked(generated: Generated) -> list[tuple[str, tuple[str, ...]]]:
    return [(test.query.rpartition("; ")[2], test.tags) for test in generated.benchmark.tests]


def test_the_published_policy_drops_a_cell_with_one_quote_lost(source: Path) -> None:
    generated = generate_cuad(source)
    assert asked(generated) == [
        ("What is the expiration date of this contract?", ()),
        ("What is the governing law for this contract?", ()),
    ]
    reasons = {(drop.what, drop.reason, drop.column) for drop in generated.manifest.drops}
    assert ("quote", "nowhere in the text", "Renewal Term") in reasons
    assert ("quote", "in more than one place", "Insurance") in reasons
    assert ("contract", "no text file of exactly its name", "") in reasons
    assert ("contract", "its text file is missing", "") in reasons
    assert ("contract", "one part of a contract", "") in reasons


def test_the_recover_policy_keeps_them_and_says_how(source: Path) -> None:
    generated = generate_cuad(source, policy="recover")
    assert asked(generated) == [
        ("What is the expiration date of this contract?", ()),
        ("What is the renewal term for this contract?", ("omitted-parts",)),
        ("What is the governing law for this contract?", ()),
        ("What are the insurance requirements under this contract?", ("partial-cell",)),
        ("Who are the parties to this contract?", ("extra-column",)),
        ("What is the governing law for this contract?", ("file-name",)),
    ]
    counts = {tag: counts["by_it_alone"] for tag, counts in generated.manifest.recovered.items()}
    assert counts == {"file-name": 1, "extra-column": 1, "omitted-parts": 1, "partial-cell": 1}


def test_a_bad_cell_is_an_error_of_its_row_and_the_run_goes_on(source: Path) -> None:
    drops = generate_cuad(source, policy="recover").manifest.drops
    [bad] = [drop for drop in drops if drop.what == "cell"]
    assert (bad.row, bad.column) == (2, "Cap On Liability")
    assert bad.detail.startswith("master_clauses.csv, row 2, Cap On Liability: a comma or the end of the list")


def test_a_cell_beyond_all_measure_costs_only_itself(source: Path) -> None:
    table = source / "master_clauses.csv"
    text = table.read_text(encoding="utf-8")
    flood = "[" + "'a'," * 1_000_000 + "'a']"
    table.write_text(text.replace("['Alpha Widgets, Inc.', 'Beta Stores LLC']", flood), encoding="utf-8")
    generated = generate_cuad(source, policy="recover")
    assert len(generated.benchmark.tests) == 5
    assert [drop.column for drop in generated.manifest.drops if drop.what == "cell"] == ["Parties", "Cap On Liability"]


def test_every_span_is_its_quote(source: Path) -> None:
    texts = {"cuad/Alpha - Supply Agreement.txt": ALPHA, "cuad/Gamma _ Sons Agreement.txt": GAMMA}
    quotes = [
        snippet.as_span.of(texts[snippet.file_path])
        for test in generate_cuad(source, policy="recover").benchmark.tests
        for snippet in test.snippets
    ]
    assert "This Agreement shall be governed by the laws of the State of Ohio." in quotes
    assert "It renews for one year" in quotes
    assert "either party objects." in quotes


def test_what_is_written_can_be_read(source: Path, tmp_path: Path) -> None:
    generated = generate_cuad(source, tmp_path / "out")
    assert Benchmark.from_json(tmp_path / "out" / "benchmarks" / "cuad.json") == generated.benchmark
    assert (tmp_path / "out" / "corpus" / "cuad" / "Alpha - Supply Agreement.txt").read_text(encoding="utf-8") == ALPHA
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert (manifest["tests"], manifest["contracts"], manifest["snippets"]) == (2, 1, 2)
    assert manifest["unusual_names"]["Gamma & Sons Agreement.PDF"] == "Gamma _ Sons Agreement.txt"


def test_given_titles_are_used(source: Path) -> None:
    generated = generate_cuad(source, titles=lambda texts: {file: f"Paper {len(file)}" for file in texts})
    assert generated.benchmark.tests[0].query == "Consider the Paper 28; What is the expiration date of this contract?"


@pytest.mark.parametrize(
    ("lost", "why"), [("master_clauses.csv", "There is no .*master_clauses.csv"), ("full", "no full_contract")]
)
def test_a_folder_that_is_not_cuad_is_refused(source: Path, lost: str, why: str) -> None:
    if lost == "full":
        (source / "full_contract_txt").rename(source / "elsewhere")
    else:
        (source / lost).unlink()
    with pytest.raises(InputError, match=why):
        generate_cuad(source)


def test_cuad_has_41_clause_types_and_the_published_benchmark_35() -> None:
    assert len(PUBLISHED) == 35
    assert len(CLAUSES) == 41
    assert len({clause.question for clause in CLAUSES}) == 41


def test_the_published_benchmark_is_reproduced(data: Path) -> None:
    published = generate_cuad(data / "contracts" / "cuad_v1")
    manifest = published.manifest
    assert (manifest.tests, manifest.contracts, manifest.snippets) == (4042, 462, 6247)
    recovered = generate_cuad(data / "contracts" / "cuad_v1", policy="recover").benchmark
    untouched = [(test.query, test.snippets) for test in recovered.tests if not test.tags]
    titles = {test.snippets[0].file_path for test in published.benchmark.tests}
    assert len(untouched) == 4042
    assert [snippets for _, snippets in untouched] == [test.snippets for test in published.benchmark.tests]
    assert titles < set(recovered.file_paths())
