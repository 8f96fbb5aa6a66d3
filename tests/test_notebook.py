"""The notebook runs from its first cell to its last: on a small set of our own, and on ACORD where it is present."""

import contextlib
import io
import json
from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).parents[1] / "docs" / "notebooks" / "acord.ipynb"


def executed() -> str:
    """What the cells print, one after another in one namespace, as a kernel would run them."""
    printed = io.StringIO()
    names: dict[str, object] = {"__name__": "__main__"}
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            with contextlib.redirect_stdout(printed):
                exec(compile("".join(cell["source"]), f"{NOTEBOOK.name} {cell['id']}", "exec"), names)
    return printed.getvalue()


def write_set(folder: Path) -> None:
    """Clauses and queries in ACORD's form: ids that are sentences, one of them quoted, grades from 0 to 4."""
    clauses = {
        "c1": "Neither party may assign this agreement without the written consent of the other party.",
        "c2": "This agreement may be assigned to an affiliate upon notice.",
        "c3": "The goods are sold as is, and the seller gives no warranty of any kind.",
        "c4": "The laws of Kerala govern this agreement.",
        "c5": "Each party shall keep the terms confidential for five years.",
    }
    queries = ["Assignment needs consent", 'An "as is" clause', "Governing law of Kerala"]
    (folder / "qrels").mkdir(parents=True)
    rows = [{"_id": name, "text": text} for name, text in clauses.items()]
    (folder / "corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "queries.jsonl").write_text("".join(json.dumps({"_id": q, "text": q}) + "\n" for q in queries))
    judged = [queries[0], '"An ""as is"" clause"', queries[2]]
    (folder / "qrels" / "train.tsv").write_text(
        f"query-id\tcorpus-id\tscore\n{judged[0]}\tc1\t4\n{judged[0]}\tc2\t2\n{judged[1]}\tc3\t3\n{judged[2]}\tc4\t4\n"
    )


def test_the_notebook_runs_on_a_small_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_set(tmp_path / "set")
    monkeypatch.setenv("ACORD", str(tmp_path / "set"))
    monkeypatch.setenv("ACORD_OUT", str(tmp_path / "out"))
    printed = executed()
    assert "5 clauses, 3 queries, judgments by grade {2: 1, 3: 1, 4: 2}" in printed
    assert "MAP here 1.000000, by ir_measures 1.000000" in printed
    assert "An%20" in (tmp_path / "out" / "four_grams.trec").read_text()
    record = json.loads((tmp_path / "out" / "result.json").read_text())
    assert set(record["provenance"]["inputs"]) == {"corpus", "queries", "judgments"}


def test_the_notebook_is_kept_without_output() -> None:
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        assert not cell.get("outputs"), "clear the output: it would hold other people's text"


@pytest.mark.data
def test_the_notebook_runs_on_acord(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACORD", str(data / "contracts" / "acord"))
    monkeypatch.setenv("ACORD_SPLIT", "valid")
    monkeypatch.setenv("ACORD_OUT", str(tmp_path / "out"))
    printed = executed()
    assert "3,931 clauses" in printed
    assert "MAP here" in printed
