"""Titles by rules, and by a model that sometimes fails."""

from pathlib import Path

import pytest
from tests.cuad.tiny_cuad import ALPHA, GAMMA, OMEGA

from countercase.cuad import create_title
from countercase.cuad.asked_titles import AskedTitles
from countercase.cuad.titles import distinct_titles
from countercase.errors import EndpointError


@pytest.mark.parametrize(
    ("filename", "text", "title"),
    [
        ("Alpha - Supply Agreement.txt", ALPHA, "Supply Agreement between Alpha Widgets, Inc. and Beta Stores LLC"),
        ("G.txt", GAMMA, "Services Agreement between Gamma Repairs Ltd. and Delta & Sons Inc."),
        ("OMEGA_1999-EX-10-LEASE.txt", OMEGA, "Lease between Omega Land Company and Sigma Tenant Corp."),
        (
            "X_EX-10.27_Affiliate Agreement.txt",
            "EXHIBIT 10.8\n\n DISTRIBUTOR AGREEMENT\n\nBy and among Alpha Inc., a firm, and Kenneth Turpin.",
            "Distributor Agreement between Alpha Inc. and Kenneth Turpin",
        ),
        ("AcmeToolsInc_2019_EX-10.1_Reseller Agreement2.txt", "Nothing here.", "Reseller Agreement of Acme Tools Inc"),
        (
            "Firm - Consulting Agreement.txt",
            "An agreement between the Company and the Consultant, who shall work.",
            "Consulting Agreement of Firm",
        ),
    ],
)
def test_titles_by_rules(filename: str, text: str, title: str) -> None:
    assert create_title(filename, text) == title


def test_equal_titles_are_told_apart_by_their_files() -> None:
    assert distinct_titles({"a.txt": "Lease", "b.txt": "LEASE", "c.txt": "Deed"}) == {
        "a.txt": "Lease (a)",
        "b.txt": "LEASE (b)",
        "c.txt": "Deed",
    }


def test_a_model_is_shown_both_ends_of_a_long_contract_and_its_answer_is_one_line() -> None:
    shown: list[str] = []

    def ask(prompt: str) -> str:
        shown.append(prompt)
        return '"Lease of\n land"'

    assert create_title("a.txt", "start" + "x" * 40_000 + "finish", ask) == "Lease of land"
    assert "start" in shown[0]
    assert "finish" in shown[0]
    assert len(shown[0]) < 21_000


class Flaky:
    """Fails at first."""

    def __init__(self, failures: int) -> None:
        self.failures = failures
        self.calls = 0

    def __call__(self, prompt: str) -> str:
        self.calls += 1
        if self.calls <= self.failures:
            raise EndpointError("busy")
        return f"Title {len(prompt)}"


def test_asked_titles_are_tried_again_and_kept(tmp_path: Path) -> None:
    ask = Flaky(failures=2)
    titles = AskedTitles(ask, "m", tmp_path, workers=1)({"a.txt": "A", "b.txt": "BB"})
    assert list(titles) == ["a.txt", "b.txt"]
    assert ask.calls == 4
    again = AskedTitles(Flaky(failures=99), "m", tmp_path)({"a.txt": "A", "b.txt": "BB"})
    assert again == titles


def test_an_endpoint_that_stays_down_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(EndpointError, match="busy"):
        AskedTitles(Flaky(failures=99), "m", tmp_path)({"a.txt": "A"})
    with pytest.raises(EndpointError, match=r"no title for a\.txt in 3 tries"):
        AskedTitles(lambda prompt: "", "m", tmp_path)({"a.txt": "A"})
