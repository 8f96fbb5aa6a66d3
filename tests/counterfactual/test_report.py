"""The report stands alone, escapes everything, and says what displacement means."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from tests.counterfactual.small_matter import CASES, KNIFE, MURDER, STABBING, FactRanker, edit, options, sheet_of, tools

from countercase.counterfactual.reach import Aim, Reached
from countercase.counterfactual.report import as_html
from countercase.counterfactual.report_change import text_change
from countercase.counterfactual.report_drawings import layout
from countercase.counterfactual.report_tables import reached_words
from countercase.counterfactual.result import MEANING, WhatIf
from countercase.counterfactual.shapley import attribute, places_kept
from countercase.counterfactual.tree import grow
from countercase.counterfactual.verdict import EdgeEvidence, controlled_types
from countercase.domain.case import CaseId
from countercase.domain.facts import Fact, FactType

EVIL = '<script>alert("x")</script> & Sons v. State'


def describe(fact: Fact) -> str:
    return " ".join(part for part in fact.key[1:] if part != "None")


@pytest.fixture(scope="module")
def run() -> WhatIf:
    growth = grow(STABBING, tools(), options(max_children=8), 4)
    names = {CaseId(case): f"{case} {EVIL}" for case in CASES}
    return WhatIf("stabbing", EVIL, growth, names, describe)


def evidence(run: WhatIf, q: float) -> dict[int, EdgeEvidence]:
    return {node.id: EdgeEvidence(0.4, 0.9, q, q, 0.3, 0.5, 19, 0.1, 0.3) for node in run.tree.children(0)}


class Tags(HTMLParser):
    """Counts what is open, so that every element is closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        if tag not in {"meta"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_whole_and_needs_nothing_from_elsewhere(run: WhatIf) -> None:
    page = as_html(replace(run, evidence=evidence(run, 0.01)))
    tags = Tags()
    tags.feed(page)
    assert not tags.open
    assert not tags.seen & {"script", "link", "img", "iframe", "object"}
    assert not re.search(r"https?:|url\(|@import", page)


def test_every_word_from_outside_is_escaped(run: WhatIf) -> None:
    page = as_html(replace(run, explanations={1: [EVIL]}, about={EVIL: EVIL}))
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_it_says_what_displacement_means(run: WhatIf) -> None:
    assert MEANING == "Displacement says what the search depends on, not what a court would hold."
    page = as_html(run)
    assert MEANING in page
    assert "decides the case" not in page


def test_every_change_has_its_tables_and_a_link_to_them(run: WhatIf) -> None:
    page = as_html(run)
    for node in run.tree.nodes[1:]:
        assert page.count(f'id="node-{node.id}"') == 1
        assert f'href="#node-{node.id}"' in page


def test_the_controlled_verdict_is_shown_only_where_measured(run: WhatIf) -> None:
    assert "not measured" in as_html(run)
    measured = replace(run, evidence=evidence(run, 0.01))
    assert "more than on 19 neutral edits of the same length" in as_html(measured)
    assert set(controlled_types(run.tree, measured.evidence).values()) == {True}
    assert not any(controlled_types(run.tree, evidence(run, 0.05)).values())


def test_a_matter_without_changes_has_a_page_that_says_so() -> None:
    growth = grow(STABBING, tools(), options(max_nodes=1), 4)
    assert "Nothing was changed: the budget of 1 nodes is spent." in as_html(WhatIf("x", "x", growth, {}, describe))
    bare = grow(sheet_of(), tools(), options(), 4)
    assert "No fact of this text could be changed" in as_html(WhatIf("x", "x", bare, {}, describe))


def test_no_two_labels_of_a_column_share_a_row(run: WhatIf) -> None:
    placed = layout(run.tree)
    for depth in {one.node.depth for one in placed}:
        heights = sorted(one.y for one in placed if one.node.depth == depth)
        assert all(later - earlier >= 25 for earlier, later in pairwise(heights))


def test_shares_of_facts_are_listed(run: WhatIf) -> None:
    ranker = FactRanker(CASES)
    facts = (MURDER, KNIFE)
    shares = attribute(STABBING, facts, ranker, edit, places_kept(run.tree.root.ranking, 4))
    page = as_html(replace(run, attribution=shares))
    assert "What each fact carries" in page
    assert "Shapley values, exact, 4 searches" in page


def test_the_change_of_the_text_is_shown_with_a_few_words_around() -> None:
    before = f"once {'and again ' * 6}he struck with a knife and then fled from the place of the crime {'at once ' * 9}"
    shown = text_change(before, before.replace("knife", "<lathi>"))
    assert "<del>knife</del> <ins>&lt;lathi&gt;</ins>" in shown
    assert shown.startswith("… ")
    assert shown.endswith("… ")
    assert shown.count("again") == 2
    assert "once" not in shown


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            Reached(CaseId("x"), Aim.BRING_IN, None, None, 40, smallest=False, nearest=14),
            "none within the budget (40 searches)",
        ),
        (Reached(CaseId("x"), Aim.DRIVE_OUT, (), None, 1, smallest=True, nearest=None), "nothing need change"),
    ],
)
def test_an_answer_may_be_none(run: WhatIf, answer: Reached, words: str) -> None:
    assert words in " ".join(reached_words(run, answer))


def test_all_types_stand_in_the_table_of_verdicts(run: WhatIf) -> None:
    page = as_html(run)
    assert all(f'<span class="tag {kind}">{kind}</span>' in page for kind in FactType)
