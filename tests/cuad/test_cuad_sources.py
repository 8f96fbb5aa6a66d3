"""ContractNLI, MAUD and PrivacyQA: files in the published layouts, written for the tests, and what becomes of them."""

import csv
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.cuad.tiny_cuad import write_tiny_cuad
from typer.testing import CliRunner

from countercase.cli import app
from countercase.cuad import Benchmark
from countercase.cuad.benchmark import Generated
from countercase.cuad.sources import (
    DEAL_POINTS,
    generate_contractnli,
    generate_maud,
    generate_privacy_qa,
    generate_source,
)
from countercase.errors import InputError

NDA = (
    "NON-DISCLOSURE AGREEMENT\r\n\r\n"
    "This Non-Disclosure Agreement is made between Alpha Widgets, Inc. and Beta Stores LLC.\r\n"
    "The Recipient shall not take samples apart. All copies go back on demand.\r\n"
)
APART, COPIES = "The Recipient shall not take samples apart.", "All copies go back on demand."
LABELS = {
    "nda-11": {"short_description": "No reverse engineering", "hypothesis": "Samples may not be taken apart."},
    "nda-16": {"short_description": "Return", "hypothesis": "Copies shall be returned."},
}

MERGER = (
    "AGREEMENT AND PLAN OF MERGER\n\nThis Agreement and Plan of Merger is made between Gamma Holdings Inc. and\n"
    "Delta Corp.\n\n“Company Material Adverse\n   Effect” means any eﬀect that is ruinous. Notices go by post.\n"
    "The Company shall not look for another buyer. Notices go by post. It may answer a better offer.\n"
)
MAE = '"Company Material Adverse Effect" means any effect that is ruinous. (Pages 3-4)'


def place(text: str, quote: str) -> list[int]:
    return [text.index(quote), text.index(quote) + len(quote)]


def write_contractnli(folder: Path) -> Path:
    def document(name: str, evidence: Sequence[int], text: str = NDA) -> dict[str, Any]:
        annotations = {
            "nda-11": {"choice": "Entailment", "spans": list(evidence)},
            "nda-16": {"choice": "NotMentioned", "spans": []},
        }
        spans = [place(text, APART), place(text, COPIES)]
        sets = [{"annotations": annotations}]
        return {"id": 1, "file_name": name, "text": text, "spans": spans, "annotation_sets": sets, "url": "none"}

    splits = {
        "train": [document("Alpha NDA.pdf", [0, 1]), document("page.htm", [0])],
        "dev": [document("later.txt", [1])],
        "test": [document("broken.txt", [7])],
    }
    folder.mkdir(parents=True)
    for split, documents in splits.items():
        (folder / f"{split}.json").write_text(json.dumps({"documents": documents, "labels": LABELS}))
    return folder


def write_table(path: Path, rows: Sequence[dict[str, str]], delimiter: str = ",") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]), delimiter=delimiter, restval="")
        writer.writeheader()
        writer.writerows(rows)


def write_maud(folder: Path) -> Path:
    empty = {point.column.replace("exception: Board", "exception:  Board"): "" for point in DEAL_POINTS}
    gamma = {
        "MAE Definition": MAE,
        "No-Shop": "The Company shall not look for another buyer. <omitted> It may answer a better offer. (Page 9)",
        "Specific Performance": "Notices go by post. (Page 9)",
        "Limitations on FTR Exercise": "It may answer a better offer.",
    }
    twice = {"Filename": "Gamma again.pdf", **empty, "MAE Definition": MAE}
    strange = {"Filename": "Nowhere.pdf", **empty, "MAE Definition": "Something else."}
    data = folder / "data"
    write_table(data / "raw" / "main.csv", [{"Filename": "Gamma\nDelta.pdf", **empty, **gamma}, twice, strange])
    for part in ("dev", "test", "train"):
        example = {"contract_name": "contract_0" if part == "test" else "<RARE_ANSWERS>"}
        write_table(data / f"MAUD_{part}.csv", [{**example, "text_type": "MAE Definition", "text": MAE}])
    (data / "contracts").mkdir()
    (data / "contracts" / "contract_0.txt").write_text(MERGER, encoding="utf-8")
    return folder


def write_privacy_qa(folder: Path) -> Path:
    sentences = ["We keep your address.", "We sell nothing.", "Write to us by post."]
    votes = {
        ("0", "who sees my  address?"): ["RRII", "RIII", "IIII"],
        ("1", "do you sell data?"): ["IIII", "RRRR", "RRRI"],
        ("2", "how old are you?"): ["IIII", "IIII", "IIII"],
        ("3", "is it safe?"): ["RRR", "III", "III"],
    }
    rows, trained = [], []
    for (number, question), given in votes.items():
        for at, (sentence, letters) in enumerate(zip(sentences, given, strict=True)):
            row = {"Folder": "x", "DocID": "Acme_1", "QueryID": f"Acme_1_{number}", "SentID": f"Acme_1_{number}_{at}"}
            row |= {"Split": "test", "Query": question, "Segment": sentence, "Any_Relevant": ""}
            marks = ["Relevant" if letter == "R" else "Irrelevant" for letter in letters]
            rows.append({**row, **dict(zip((f"Ann{n}" for n in range(1, 7)), [*marks, *[""] * 6], strict=False))})
    for at, sentence in enumerate(sentences):
        row = {"DocID": "Zeta_2", "QueryID": "Zeta_2_0", "SentID": f"Zeta_2_0_{at}", "Query": "may I write?"}
        trained.append({**row, "Segment": sentence, "Label": "Relevant" if at == 2 else "Irrelevant"})
    write_table(folder / "data" / "policy_test_data.csv", rows, "\t")
    write_table(folder / "data" / "policy_train_data.csv", trained, "\t")
    return folder


def answers(generated: Generated) -> dict[str, list[str]]:
    """The quoted text of every test, by question."""
    return {
        test.query.partition("; ")[2]: [
            generated.texts[snippet.file_path.partition("/")[2]][slice(*snippet.span)] for snippet in test.snippets
        ]
        for test in generated.benchmark.tests
    }


def reasons(generated: Generated) -> set[tuple[str, str]]:
    return {(drop.what, drop.reason) for drop in generated.manifest.drops}


def test_contractnli_asks_each_hypothesis_that_has_evidence(tmp_path: Path) -> None:
    write_contractnli(tmp_path / "contract-nli")
    generated = generate_contractnli(tmp_path)
    (test,) = generated.benchmark.tests
    assert test.query.startswith(
        "Consider the Non-Disclosure Agreement between Alpha Widgets, Inc. and Beta Stores LLC;"
    )
    assert answers(generated) == {
        "What does the document say on this: Samples may not be taken apart?": [f"{APART} {COPIES}"]
    }
    assert generated.manifest.source == "contractnli"
    assert set(generated.manifest.sha256) == {"train.json", "test.json"}
    assert reasons(generated) == {
        ("contract", "its file is neither PDF nor text"),
        ("question", "a span is blank or outside the text"),
    }


def test_contractnli_recovers_web_pages_and_the_dev_split(tmp_path: Path) -> None:
    generated = generate_contractnli(write_contractnli(tmp_path / "contract-nli"), policy="recover")
    assert [test.tags for test in generated.benchmark.tests] == [(), ("file-name",), ("dev-split",)]
    assert generated.benchmark.file_paths()[1:] == ("contractnli/page.txt", "contractnli/later.txt")


def test_maud_finds_quotes_across_white_space_and_typography(tmp_path: Path) -> None:
    generated = generate_maud(write_maud(tmp_path))
    assert answers(generated) == {
        'How is "Material Adverse Effect" defined?': [
            "“Company Material Adverse\n   Effect” means any eﬀect that is ruinous."
        ],
        "Which clause forbids the target to solicit other offers (no-shop)?": [
            "The Company shall not look for another buyer.",
            "It may answer a better offer.",
        ],
    }
    assert generated.benchmark.file_paths() == ("maud/Gamma_Delta.txt",)
    assert reasons(generated) == {
        ("quote", "in more than one place"),
        ("contract", "an earlier row has its text"),
        ("contract", "its definition of material adverse effect belongs to no contract"),
    }


def test_maud_recovers_deal_points_that_are_never_asked(tmp_path: Path) -> None:
    generated = generate_maud(write_maud(tmp_path), policy="recover")
    assert generated.benchmark.tests[-1].tags == ("extra-column",)
    assert generated.manifest.recovered["extra-column"] == {"tests": 1, "by_it_alone": 1}


def test_privacy_qa_counts_votes_and_joins_neighbouring_sentences(tmp_path: Path) -> None:
    generated = generate_privacy_qa(write_privacy_qa(tmp_path))
    assert {test.query.partition("; ")[0] for test in generated.benchmark.tests} == {
        'Consider "Acme"\'s privacy policy'
    }
    assert answers(generated) == {
        "who sees my address?": ["We keep your address."],
        "do you sell data?": ["We sell nothing.\nWrite to us by post."],
    }
    assert reasons(generated) == {("question", "no sentence answers it"), ("question", "too few experts voted")}


def test_privacy_qa_recovers_the_train_file(tmp_path: Path) -> None:
    generated = generate_privacy_qa(write_privacy_qa(tmp_path), policy="recover")
    assert generated.benchmark.tests[-1].tags == ("train-split",)
    assert answers(generated)["may I write?"] == ["Write to us by post."]


WRITERS: dict[str, Callable[[Path], Path]] = {
    "contractnli": write_contractnli,
    "maud": write_maud,
    "privacy_qa": write_privacy_qa,
}


@pytest.mark.parametrize("name", WRITERS)
def test_what_is_generated_can_be_evaluated(tmp_path: Path, name: str) -> None:
    source, out = WRITERS[name](tmp_path / "source"), tmp_path / "out"
    made = CliRunner().invoke(app, ["cuad", "generate", "--set", name, "--source", str(source), "--out", str(out)])
    assert made.exit_code == 0, made.stderr
    manifest = json.loads((out / f"manifest_{name}.json").read_text())
    assert (manifest["source"], manifest["provenance"]["command"][:2]) == (name, ["cuad", "generate"])
    tests = out / "benchmarks" / f"{name}.json"
    command = ["cuad", "evaluate", "--benchmark", str(tests), "--corpus", str(out / "corpus"), "--plan", "learned"]
    scored = CliRunner().invoke(app, [*command, "--json"])
    assert scored.exit_code == 0, scored.stderr
    found = json.loads(scored.stdout)
    assert found["tests"] == len(Benchmark.from_json(tests).tests)
    assert found["plans"]["learned"]["overall"]["recall@64"]["mean"] == 1.0


def test_the_four_sets_share_a_folder_and_are_searched_together(tmp_path: Path) -> None:
    out, files = tmp_path / "out", []
    for name, write in {"cuad": write_tiny_cuad, **WRITERS}.items():
        generate_source(name, write(tmp_path / name), out)
        files += ["--benchmark", str(out / "benchmarks" / f"{name}.json")]
    command = ["cuad", "evaluate", *files, "--corpus", str(out / "corpus"), "--plan", "learned", "--json"]
    scored = json.loads(CliRunner().invoke(app, command).stdout)
    assert (scored["tests"], scored["documents_searched"]) == (2 + 1 + 2 + 2, 4)
    assert scored["plans"]["learned"]["overall"]["wrong_document@1"]["mean"] == 0.0
    assert len(list(out.glob("manifest*.json"))) == 4


@pytest.mark.parametrize(
    ("name", "damaged", "why"),
    [
        (
            "contractnli",
            "train.json",
            "is not ContractNLI: documents: Field required. Expected ContractNLI",
        ),
        ("maud", "data/raw/main.csv", "main.csv has no column 'Filename'. Expected MAUD v1 as published"),
        ("privacy_qa", "data/policy_test_data.csv", "has no column 'DocID'. Expected PrivacyQA as published"),
    ],
)
def test_another_layout_is_refused_in_one_line(tmp_path: Path, name: str, damaged: str, why: str) -> None:
    source = WRITERS[name](tmp_path / "source")
    (source / damaged).write_text('{"data": []}', encoding="utf-8")
    command = ["cuad", "generate", "--set", name, "--source", str(source), "--out", str(tmp_path / "out")]
    result = CliRunner().invoke(app, command)
    assert result.exit_code > 0
    assert why in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("generate", [generate_contractnli, generate_maud, generate_privacy_qa])
def test_an_empty_folder_is_refused(tmp_path: Path, generate: Callable[[Path], Generated]) -> None:
    with pytest.raises(InputError, match=r"^There is no .* in .*\. Expected .* as published: "):
        generate(tmp_path)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--set", "acord"], "There is no data set 'acord'. Known: cuad, contractnli, maud, privacy_qa."),
        (["--set", "maud", "--download"], "--download only fetches CUAD v1."),
        (["--set", "privacy_qa", "--titles", "llm"], "PrivacyQA already names its policies."),
    ],
)
def test_what_does_not_go_together_is_refused(tmp_path: Path, more: list[str], why: str) -> None:
    result = CliRunner().invoke(app, ["cuad", "generate", "--source", str(tmp_path), "--out", str(tmp_path), *more])
    assert result.exit_code > 0
    assert why in result.stderr
