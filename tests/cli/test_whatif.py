"""`countercase whatif` on ready matters, with a search that only counts shared words."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from tests.corpus.written_pdf import lines, text_pdf
from typer.testing import CliRunner

import countercase.app
from countercase.cli import app
from countercase.corpus.builtin import builtin_cases
from countercase.counterfactual.driver import WhatIfDriver
from countercase.counterfactual.result import WhatIf
from countercase.counterfactual.tree_json import from_json
from countercase.domain.case import Case, CaseId
from countercase.domain.facts import FactSheet
from countercase.domain.ranking import CaseFilter
from countercase.facts.sheet_json import from_json as sheet_from_json
from countercase.settings import Settings

RUN = CliRunner()
STABBING = "The accused, aged 17 years, stabbed the deceased with a knife. He is charged under Section 302 of the IPC."
CASES = {case.id: case for case in builtin_cases()}
WORDS = {case_id: Counter(re.findall(r"\w{4,}", case.text.lower())) for case_id, case in CASES.items()}


class Unmeasured(WhatIfDriver):
    """Placebos need an index, and have tests of their own."""

    def measured(self, run: WhatIf) -> WhatIf:
        return run


class WordApp(countercase.app.App):
    """The app with a search of a few lines: no index, no encoder."""

    def rank_sheets(
        self, sheets: Sequence[FactSheet], top_k: int, filter_: CaseFilter | None = None
    ) -> list[tuple[CaseId, ...]]:
        return [self._ranked(set(re.findall(r"\w{4,}", sheet.narrative.lower())), top_k) for sheet in sheets]

    def _ranked(self, words: set[str], top_k: int) -> tuple[CaseId, ...]:
        score = {case_id: sum(min(own[word], 3) for word in words) for case_id, own in WORDS.items()}
        return tuple(sorted(score, key=lambda case_id: (-score[case_id], case_id))[:top_k])

    @cached_property
    def whatifs(self) -> WhatIfDriver:
        made = super().whatifs
        return Unmeasured(made.sources, made.options, self.settings.retrieval.top_k)

    def case(self, case_id: CaseId) -> Case:
        if case_id not in CASES:
            return super().case(case_id)
        return CASES[case_id]


@pytest.fixture(autouse=True)
def _words_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from countercase.workspaces import Workspace

    Workspace(tmp_path / "w").create().close()

    def open_app(workspace: Path | None = None, settings: Settings | None = None) -> WordApp:
        return WordApp(tmp_path / "w", settings or Settings())

    monkeypatch.setattr(countercase.app, "open_app", open_app)


def as_json(*args: str) -> dict[str, Any]:
    result = RUN.invoke(app, ["whatif", *args, "--json"])
    assert result.exit_code == 0, result.output
    content = json.loads(result.stdout)
    assert isinstance(content, dict)
    return content


def test_one_json_object_that_reads_back() -> None:
    content = as_json("kitchen-quarrel-stabbing", "--depth", "1")
    assert content["case_id"] == "kitchen-quarrel-stabbing"
    assert content["meaning"] == "Displacement says what the search depends on, not what a court would hold."
    assert len(content["nodes"]) == 9
    assert set(content["sensitivity"]) <= {"Section", "PartyType", "Evidence", "Numerical"}
    tree = from_json(content, sheet_from_json).growth.tree
    assert [node.ranking for node in tree.nodes] == [tuple(node["ranking"]) for node in content["nodes"]]


@pytest.mark.parametrize(
    "matter",
    [
        "charas-at-the-bus-stand",
        "cheque-notice-on-thirty-third-day",
        "dismissal-after-ex-parte-enquiry",
        "dowry-death-in-fifth-year",
        "electrician-killed-driver-without-licence",
    ],
)
def test_every_ready_matter_grows_a_tree_in_which_each_change_is_one_fact(matter: str) -> None:
    content = as_json(matter, "--depth", "2", "--children", "4")
    tree = from_json(content, sheet_from_json).growth.tree
    assert len(tree.nodes) > 4
    for node in tree.nodes[1:]:
        assert node.parent is not None
        if node.perturbation is not None and node.perturbation.is_supposed:
            continue  # one ingredient or line, with every fact that is linked to it
        before = Counter(fact.key for fact in tree.nodes[node.parent].sheet.facts)
        after = Counter(fact.key for fact in node.sheet.facts)
        assert sum((before - after).values()) <= 1
        assert sum((after - before).values()) <= 1


def test_people_get_three_readings_of_every_change_in_their_own_words() -> None:
    result = RUN.invoke(app, ["whatif", "kitchen-quarrel-stabbing", "--depth", "1", "--children", "4"])
    assert result.exit_code == 0
    assert result.stdout.startswith("A stabbing in a sudden quarrel")
    for reading in ("In law:", "The list:", "Measured:"):
        assert result.stdout.count(reading) == 4
    assert "not what a court would hold" in result.stdout
    for word in ("ispositive", "controlled", "axis", " q "):
        assert word not in result.stdout


def test_json_has_the_changes_of_the_contract() -> None:
    content = as_json("cheque-notice-on-thirty-third-day", "--depth", "1", "--children", "3")
    assert len(content["changes"]) == 3
    assert content["headline"].startswith("In law the matter turns first on the days from information of dishonour")
    first = content["changes"][0]
    assert set(first) == {"change", "spans", "law", "list", "measured", "text"}  # "text" is an addition to the contract
    assert first["law"]["effect"] == "crosses a line"
    assert first["law"]["provision"] == "NI-138"
    assert set(first["list"]) == {"displacement", "left", "entered", "outcomes_before", "outcomes_after"}
    assert first["measured"]["verdict"] in {"depends", "cannot be told"}
    text = content["nodes"][0]["sheet"]["narrative"]
    assert [text[start:end] for start, end in first["spans"]] == ["5 June 2023", "8 July 2023", "33rd day"]


def test_a_locked_fact_does_not_change() -> None:
    content = as_json("kitchen-quarrel-stabbing", "--depth", "1", "--lock", "Section", "--lock", "knife")
    changed = [node["perturbation"] for node in content["nodes"][1:]]
    assert changed
    text = content["nodes"][0]["sheet"]["narrative"]
    assert not any("knife" in text[start:end] for change in changed for start, end, _ in change["edits"])
    assert not any(change["kind"] in {"provision", "instrument"} for change in changed)


def test_locks_are_stored_in_the_tree_and_hold_when_it_grows_on(tmp_path: Path) -> None:
    tree = tmp_path / "tree.json"
    first = ["whatif", "kitchen-quarrel-stabbing", "--depth", "1", "--children", "3", "--lock", "Evidence"]
    assert RUN.invoke(app, [*first, "--no-placebos", "--out", str(tree)]).exit_code == 0
    assert ["Evidence"] in json.loads(tree.read_text())["locks"]
    content = as_json(str(tree), "--depth", "1", "--children", "6", "--no-placebos")
    assert len(content["nodes"]) >= 4
    assert ["Evidence"] in content["locks"]
    assert all(node["perturbation"]["fact_type"] != "Evidence" for node in content["nodes"][1:])


def test_a_lock_that_fits_nothing_is_refused_with_what_is_there() -> None:
    result = RUN.invoke(app, ["whatif", "kitchen-quarrel-stabbing", "--lock", "submarine"])
    assert result.exit_code == 2
    assert "--lock submarine: no fact of this text matches. It has: " in result.stderr


def test_files_are_written(tmp_path: Path) -> None:
    tree, page = tmp_path / "out" / "tree.json", tmp_path / "report.html"
    args = ["whatif", "kitchen-quarrel-stabbing", "--depth", "1", "--children", "4"]
    result = RUN.invoke(app, [*args, "--out", str(tree), "--report", str(page)])
    assert result.exit_code == 0
    assert json.loads(tree.read_text())["format"] == "countercase tree"
    assert "<!doctype html>" in page.read_text()


def test_a_text_file_and_a_fact_sheet_give_the_same_tree(tmp_path: Path) -> None:
    text = tmp_path / "matter.txt"
    text.write_text(
        "The accused, aged 17 years, stabbed the deceased with a knife. He is charged under Section 302 IPC."
    )
    first = as_json(str(text), "--depth", "1")
    sheet = tmp_path / "matter.json"
    sheet.write_text(json.dumps(first["nodes"][0]["sheet"]))
    assert as_json(str(sheet), "--depth", "1")["nodes"] == first["nodes"]


def test_a_tree_that_was_written_is_gone_on_with(tmp_path: Path) -> None:
    tree = tmp_path / "tree.json"
    args = ["kitchen-quarrel-stabbing", "--children", "3"]
    tree.write_text(json.dumps(as_json(*args, "--depth", "1")))
    more, whole = as_json(str(tree), "--children", "3", "--depth", "2"), as_json(*args, "--depth", "2")
    assert more["case_id"] == "kitchen-quarrel-stabbing"
    assert more["nodes"] == whole["nodes"]


def test_a_pdf_is_read(tmp_path: Path) -> None:
    pdf = tmp_path / "matter.pdf"
    pdf.write_bytes(text_pdf([lines(STABBING.split(". "))]))
    assert len(as_json(str(pdf), "--depth", "1")["nodes"]) > 3


def test_the_fewest_changes_are_asked_for_a_case() -> None:
    last = as_json("kitchen-quarrel-stabbing", "--depth", "1", "--children", "1")["nodes"][0]["ranking"][-1]
    content = as_json("kitchen-quarrel-stabbing", "--depth", "1", "--children", "1", "--drive-out", last)
    (answer,) = content["reached"]
    assert (answer["case_id"], answer["aim"]) == (last, "drive out")
    assert answer["changes"] is None or len(answer["changes"]) <= 3


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["no-such-file.txt"], "Check the name, or use a ready matter: charas-at-the-bus-stand"),
        (["kitchen-quarrel-stabbing", "--bring-in", "no-such-case"], "There is no case 'no-such-case'"),
        (["kitchen-quarrel-stabbing", "--depth", "9"], "max_depth = 9 is not allowed"),
    ],
)
def test_what_cannot_be_used_is_one_line(args: list[str], message: str) -> None:
    result = RUN.invoke(app, ["whatif", *args])
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_a_text_without_facts_says_so(tmp_path: Path) -> None:
    text = tmp_path / "poem.txt"
    text.write_text("The rain fell on the hills.")
    result = RUN.invoke(app, ["whatif", str(text)])
    assert result.exit_code == 0
    assert "No fact of this text could be changed" in result.stdout
    empty = as_json(str(text))
    assert (empty["nodes"], empty["changes"]) == ([], [])
    assert empty["notes"][0].startswith("No facts were found")


def test_a_case_is_compared() -> None:
    content = as_json(
        "kitchen-quarrel-stabbing",
        "--depth",
        "1",
        "--children",
        "1",
        "--compare",
        "masalti-v-state-of-uttar-pradesh-1964",
    )
    (lists,) = content["analogies"].values()
    assert any("IPC-302" in line or "302" in line for lines in lists.values() for line in lines)


def test_a_folder_as_output_is_refused_before_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(countercase.app, "open_app", None)  # never reached
    result = RUN.invoke(app, ["whatif", "kitchen-quarrel-stabbing", "--report", str(tmp_path)])
    assert result.exit_code == 2
    assert "is a folder" in result.stderr
