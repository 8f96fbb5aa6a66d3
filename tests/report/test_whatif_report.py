"""The report stands alone, escapes everything, and says what displacement means."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from markupsafe import Markup, escape
from tests.counterfactual.small_matter import CASES, KNIFE, MURDER, STABBING, FactRanker, edit, options, sheet_of, tools

from countercase.counterfactual.fewest_changes import Aim, FewestChanges
from countercase.counterfactual.result import MEANING, WhatIf, fewest_changes_words, headline
from countercase.counterfactual.shapley import attribute, places_kept
from countercase.counterfactual.tree import grow
from countercase.counterfactual.verdict import EdgeEvidence, controlled_types
from countercase.domain.case import Case, CaseId
from countercase.domain.facts import Fact, FactType
from countercase.report.page import TYPE_NAMES, word_changes
from countercase.report.whatif import MatterReport, PrecedentShown, matter_page, whatif_page

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
    page = whatif_page(replace(run, evidence=evidence(run, 0.01)))
    tags = Tags()
    tags.feed(page)
    assert not tags.open
    assert not tags.seen & {"script", "link", "img", "iframe", "object"}
    assert not re.search(r"https?:|url\(|@import", page)


def test_every_word_from_outside_is_escaped(run: WhatIf) -> None:
    page = whatif_page(replace(run, explanations={1: [EVIL]}, about={EVIL: EVIL}))
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_it_says_what_displacement_means(run: WhatIf) -> None:
    assert MEANING == "Displacement says what the search depends on, not what a court would hold."
    page = whatif_page(run)
    assert MEANING in page
    assert "decides the case" not in page


def test_every_change_has_its_tables_and_a_link_to_them(run: WhatIf) -> None:
    page = whatif_page(run)
    for node in run.tree.nodes[1:]:
        assert page.count(f'<details id="node-{node.id}"') == 1
        assert f'href="#node-{node.id}"' in page


def test_every_change_has_three_readings_and_the_matter_one_headline(run: WhatIf) -> None:
    page = whatif_page(run)
    for what in ("In law", "The list", "Measured"):
        assert page.count(f"<dt>{what}</dt>") >= len(run.tree.nodes) - 1
    assert page.count('class="headline') == 1
    assert str(escape(headline(run))) in page
    assert "dispositive" not in page.lower()


def test_measuring_is_shown_only_where_measured(run: WhatIf) -> None:
    assert "Cannot be told: this change was not measured." in whatif_page(run)
    measured = replace(run, evidence=evidence(run, 0.01))
    assert "Depends: it moves the cases further than 19 neutral edits of the same length do." in whatif_page(measured)
    assert set(controlled_types(run.tree, measured.evidence).values()) == {True}
    assert not any(controlled_types(run.tree, evidence(run, 0.05)).values())


def test_a_matter_without_changes_has_a_page_that_says_so() -> None:
    growth = grow(STABBING, tools(), options(max_nodes=1), 4)
    assert "Nothing was changed: the budget of 1 nodes is spent." in whatif_page(WhatIf("x", "x", growth, {}, describe))
    bare = grow(sheet_of(), tools(), options(), 4)
    assert "No fact of this text could be changed" in whatif_page(WhatIf("x", "x", bare, {}, describe))


def test_shares_of_facts_are_listed(run: WhatIf) -> None:
    ranker = FactRanker(CASES)
    facts = (MURDER, KNIFE)
    shares = attribute(STABBING, facts, ranker, edit, places_kept(run.tree.root.ranking, 4))
    page = whatif_page(replace(run, attribution=shares))
    assert "How much each fact contributes" in page
    assert "Shapley values, exact, 4 searches" in page


def test_the_change_of_the_text_is_shown_with_a_few_words_around() -> None:
    before = f"once {'and again ' * 9}he struck with a knife and then fled from the place of the crime {'at once ' * 9}"
    shown = word_changes(before, before.replace("knife", "<lathi>"))
    assert "<del>knife</del> <ins>&lt;lathi&gt;</ins>" in shown
    assert shown.startswith("… ")
    assert shown.endswith("… ")
    assert shown.count("again") == 4
    assert not shown.startswith("once")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            FewestChanges(CaseId("x"), Aim.BRING_IN, None, None, 40, smallest=False, nearest=14),
            "none within the budget (40 searches)",
        ),
        (FewestChanges(CaseId("x"), Aim.DRIVE_OUT, (), None, 1, smallest=True, nearest=None), "no change is needed"),
    ],
)
def test_an_answer_may_be_none(run: WhatIf, answer: FewestChanges, words: str) -> None:
    assert words in " ".join(fewest_changes_words(run, answer))


def test_every_type_of_fact_is_drawn_or_said_not_to_be_tested(run: WhatIf) -> None:
    page = whatif_page(run)
    for kind in FactType:
        name = TYPE_NAMES[kind.value]
        assert f'<span class="label">{name}</span>' in page or re.search(rf"Not tested: [^.]*{name}", page)


def test_every_picture_has_a_title_or_words_beside_it(run: WhatIf) -> None:
    page = whatif_page(replace(run, evidence=evidence(run, 0.01)))
    pictures = re.findall(r"<svg[^>]*>(?:<title>)?", page)
    assert pictures
    assert all("<title>" in picture or 'aria-hidden="true"' in picture for picture in pictures)


def test_a_matter_without_a_tree_has_its_facts_and_precedents(run: WhatIf) -> None:
    cited = PrecedentShown(1, Case(CaseId("a"), "", EVIL), Markup("a <b>passage</b>"), "Facts, para 2", ("Both stab.",))
    page = matter_page(MatterReport("A stabbing", run.tree.root.sheet, precedents=[cited], note="An old tree."))
    assert "a <b>passage</b>" in page
    assert "&lt;script&gt;" in page
    assert "Both stab." in page
    assert "An old tree." in page
    assert "The tree of changes" not in page
