"""`countercase cited` and `countercase check` as a user runs them."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from countercase.cli import app

BHAT = "krishna-janardhan-bhat-v-dattatraya-g-hegde-2008"
DRAFT = (
    "As held in Rangappa v. Sri Mohan, (2010) 11 SCC 441, the presumption stands. See Nobody v. Nowhere, "
    "2021 INSC 99999, and Kharak Singh v. State of U.P., AIR 1963 SC 1295. He is charged under Section 603 IPC."
)


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, result.output


def test_a_disapproved_case_is_flagged_with_its_reason() -> None:
    code, out = run("cited", BHAT, "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["case_id"], found["flag"]) == (BHAT, "warning")
    assert "Rangappa" in found["why"]
    assert {"by", "name", "decided", "treatment", "speaker", "quote", "span"} <= found["history"][0].keys()


def test_a_case_is_flagged_as_it_stood_on_a_day() -> None:
    assert json.loads(run("cited", BHAT, "--on", "2009-01-01", "--json")[1])["flag"] == "neutral"


def test_a_search_carries_the_flag() -> None:
    found = json.loads(
        run("search", "cheque dishonoured, presumption of debt", "--plan", "bm25_only", "--no-why", "--json")[1]
    )
    flags = {one["case_id"]: one["flag"] for one in found["precedents"]}
    assert flags[BHAT] == "warning"


def test_every_kind_of_wrong_in_a_draft_is_found(tmp_path: Path) -> None:
    draft, page = tmp_path / "draft.txt", tmp_path / "draft.html"
    draft.write_text(DRAFT)
    code, out = run("check", str(draft), "--json", "--report", str(page))
    items = json.loads(out)["items"]
    assert code == 1
    problems = {item["problem"] for item in items if item["verdict"] == "wrong"}
    assert problems == {"does not exist", "not good law", "no such provision"}
    assert all(DRAFT[slice(*item["span"])] == item["text"] for item in items)
    assert "does not exist" in page.read_text()


def test_an_overruled_case_is_never_passed_over_in_silence(tmp_path: Path) -> None:
    draft = tmp_path / "draft.txt"
    draft.write_text("Kanhaiyalal v. Union of India, (2008) 4 SCC 668; see also Tofan Singh v. State, (2021) 4 SCC 1.")
    code, out = run("check", str(draft))
    assert code == 0
    assert "Take care: it was overruled by Tofan Singh" in out


def test_a_sound_draft_ends_well(tmp_path: Path) -> None:
    draft = tmp_path / "draft.txt"
    draft.write_text("Rangappa v. Sri Mohan, (2010) 11 SCC 441 is followed; Section 138 of the NI Act applies.")
    code, out = run("check", str(draft))
    assert code == 0
    assert "0 wrong" in out


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("old.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Word file"),
        ("empty.txt", b"  ", "has no text"),
        ("broken.docx", b"PK\x03\x04broken", "cannot be read as a Word file"),
        ("none.txt", None, "cannot be read"),
    ],
)
def test_what_cannot_be_read_is_one_line(tmp_path: Path, name: str, content: bytes | None, says: str) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    code, out = run("check", str(path))
    assert code == 2
    assert says in out
    assert out.count("\n") == 1


def test_a_case_that_is_not_there_is_said_to_be_so() -> None:
    code, out = run("cited", "no-such-case")
    assert code == 2
    assert "There is no case 'no-such-case' here" in out


def test_a_card_says_that_a_case_no_longer_stands_as_it_did() -> None:
    code, out = run("search", "cheque dishonoured, presumption of debt", "--plan", "bm25_only", "--no-why")
    assert code == 0
    assert "WARNING Disapproved in part by Rangappa v. Sri Mohan" in " ".join(out.split())


def test_a_case_is_found_by_its_name_and_several_are_named() -> None:
    status, shown = run("cited", "Virsa Singh v. The State of Punjab")
    assert status == 0
    assert shown.startswith("Virsa Singh")
    status, shown = run("cited", "State")
    assert status != 0
    assert "fits several cases" in " ".join(shown.split())
