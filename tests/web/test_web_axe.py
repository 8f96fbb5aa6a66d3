"""axe-core over every view in a real Chromium, light and dark, desk and phone: nothing against WCAG 2 A and AA."""

from dataclasses import dataclass
from itertools import product
from typing import Literal

import pytest
from fastapi import FastAPI
from playwright.sync_api import Browser, Page, expect
from tests.web.conftest import SLOW
from tests.web.small_corpus import PDF_CASE
from tests.web.test_web_browser import begin, grow
from tests.web.visitor import link

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]  # all that dark can change: the elements are the same
WIDTHS = {1280: 900, 390: 844}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
VIEWS = {
    "home": "/",
    "facts": "{matter}",
    "precedents": "{matter}/precedents?first_year=1990",
    "tree": "{tree}",
    "node": "{tree}?node=1",
    "two nodes": "{tree}?node=1&beside=2",
    "checklist": "{matter}/checklist",
    "which facts": "{matter}/which-facts",
    "export": "{matter}/export",
    "pushed out": "{matter}/reach?case=knife-in-quarrel&aim=drive_out",
    "cases": "/cases?q=knife",
    "browsing": "/cases",
    "later history": "/cases/knife-in-quarrel/history",
    "check": "/check",
    "corpus": "/corpus",
    "evidence": "/evidence",
    "evaluation runs": "/evidence/runs",
    "scores by people": "/evidence/ratings",
    "case": "/cases/young-accused?from=0&to=20",
    "case from a PDF": f"/cases/{PDF_CASE}?from=0&to=20",
    "benchmarks": "/benchmarks",
    "result": "/benchmarks/mine",
    "broken result": "/benchmarks/half",
    "contracts": "/contracts",
    "contract tests": "/contracts/malt",
    "contract test": "/contracts/malt/1?plan=recorded:other",
    "api": "/api",
    "not found": "/nowhere",
}


@dataclass(frozen=True, slots=True)
class Opened:
    """A tab, and the matter and tree that views are of."""

    page: Page
    served: str
    matter: str
    tree: str


@pytest.fixture(scope="module")
def opened(chromium: Browser, served: str, behind: FastAPI) -> Opened:
    """A matter with a measured tree, so that every view has something in it."""
    page = chromium.new_page()
    page.set_default_timeout(SLOW)
    expect.set_options(timeout=SLOW)
    page.goto(link(behind, served))
    matter = begin(page)
    grow(page, matter)
    expect(page.locator(".reading-list li").first).to_be_visible()
    expect(page.locator("[data-job] progress")).to_have_count(0)
    paths = [address.removeprefix(served).partition("?")[0] for address in (matter, page.url)]
    return Opened(page, served, *paths)


def violations(page: Page, only: list[str] = TAGS) -> list[str]:
    """What axe finds, a line each."""
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

    found = Axe().run(page, options={"runOnly": only, "resultTypes": ["violations"]}).response["violations"]
    return [f"{one['id']}: {node['target']} {node['html'][:120]}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize("view", VIEWS)
def test_no_view_violates_wcag(opened: Opened, view: str) -> None:
    page = opened.page
    page.goto(opened.served + VIEWS[view].format(matter=opened.matter, tree=opened.tree))
    expect(page.locator("[data-job] progress")).to_have_count(0)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    wrong: list[str] = []
    for (across, down), scheme in product(WIDTHS.items(), SCHEMES):
        page.set_viewport_size({"width": across, "height": down})
        page.emulate_media(color_scheme=scheme)
        found = violations(page, TAGS if scheme == "light" else COLOURS)
        wrong += [f"{across} {scheme}: {one}" for one in found]
        if page.evaluate("document.documentElement.scrollWidth") > across:
            wrong.append(f"{across}: scrolls sideways")
    assert wrong == []


def test_axe_reports_a_planted_fault(tab: Page) -> None:
    tab.evaluate("document.querySelectorAll('label').forEach((one) => one.replaceWith(...one.children))")
    assert any(one.startswith("label") for one in violations(tab))
