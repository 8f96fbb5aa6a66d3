"""Matters in SQLite: versions, two tabs, trees and findings, other versions of the file."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from countercase.errors import InputError, WorkspaceError
from countercase.web.matter_store import Conflict, Matters

SHEET: dict[str, Any] = {"narrative": "A man was stabbed.", "facts": [], "outcome": None}


@pytest.fixture
def matters(tmp_path: Path) -> Matters:
    return Matters(tmp_path / "matters.sqlite")


def test_a_change_is_a_new_version_and_the_old_one_stays(matters: Matters) -> None:
    first = matters.add("Stabbing", SHEET)
    second = matters.write(replace(first, title="Stabbing at noon", locks=(("act", "stabbing"),)))
    assert (second.version, second.title, second.locks) == (2, "Stabbing at noon", (("act", "stabbing"),))
    assert matters.get(first.id, 1).title == "Stabbing"
    assert [one.version for one in matters.all()] == [2]


def test_the_second_of_two_tabs_is_refused(matters: Matters, tmp_path: Path) -> None:
    first = matters.add("Stabbing", SHEET)
    other = Matters(tmp_path / "matters.sqlite")
    other.write(replace(first, title="from the other tab"))
    with pytest.raises(Conflict, match="another tab"):
        matters.write(replace(first, title="from this tab"))
    assert matters.get(first.id).title == "from the other tab"


def test_a_tree_is_kept_with_the_version_it_grew_from(matters: Matters) -> None:
    matter = matters.add("Stabbing", SHEET)
    row = matters.put_tree(matter, {"nodes": [1]})
    matters.put_tree(matters.write(matter), {"nodes": [1, 2]}, row.id)
    kept = matters.tree(matter.id, row.id)
    assert (kept.version, kept.content) == (1, {"nodes": [1, 2]})


def test_findings_belong_to_a_version(matters: Matters) -> None:
    matter = matters.add("Stabbing", SHEET)
    matters.put_finding(matter.id, 1, "shares", {"a": 1})
    assert matters.finding(matter.id, 1, "shares") == {"a": 1}
    assert matters.finding(matter.id, 2, "shares") is None


def test_deleting_takes_everything(matters: Matters) -> None:
    matter = matters.add("Stabbing", SHEET)
    row = matters.put_tree(matter, {})
    matters.delete(matter.id)
    with pytest.raises(InputError, match="no such matter"):
        matters.get(matter.id)
    with pytest.raises(InputError, match="no such tree"):
        matters.tree(matter.id, row.id)


def test_a_file_that_is_no_database_is_refused_with_the_remedy(tmp_path: Path) -> None:
    path = tmp_path / "matters.sqlite"
    path.write_bytes(b"not a database, and long enough to be one" * 20)
    with pytest.raises(WorkspaceError, match="move it away"):
        Matters(path)
