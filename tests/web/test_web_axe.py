"""axe-core over every view in a real Chromium, light and dark, desk and phone: nothing against WCAG 2 A and AA."""

import json
from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.conftest import SLOW
from tests.web.small_corpus import PDF_CASE
from tests.web.test_web_browser import begin, grow

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]  # all that dark can change: the elements are the same
WIDTHS = {"desk": (1280, 900), "phone": (390, 844)}


@pytest.fixture(scope="module")
def views(chromium: Browser, served: str) -> dict[str, str]:
    """Every view with something in it: a matter, its precedents, a tree, a node, a contract test."""
    page = chromium.new_page()
    page.set_default_timeout(SLOW)
    expect.set_options(timeout=SLOW)
    page.goto(served)
    matter = begin(page)
    grow(page, matter)
    expect(page.locator("#tree .node").nth(1)).to_be_visible()
    expect(page.locator("[data-job] progress")).to_have_count(0)
    tree = page.url.partition("?")[0]
    page.goto(f"{matter}/precedents")
    expect(page.locator(".card").first).to_be_visible()
    page.get_by_role("button", name="What would push it out?").first.click()
    page.wait_for_url("**/reach?*")
    pushed = page.url
    page.close()
    return {
        "home": served,
        "facts": matter,
        "precedents": f"{matter}/precedents?first_year=1990",
        "tree": tree,
        "node": f"{tree}?node=1",
        "which facts": f"{matter}/which-facts",
        "export": f"{matter}/export",
        "pushed out": pushed,
        "cases": f"{served}/cases?q=knife",
        "case": f"{served}/cases/young-accused?from=0&to=20",
        "case from a PDF": f"{served}/cases/{PDF_CASE}?from=0&to=20",
        "benchmarks": f"{served}/benchmarks",
        "result": f"{served}/benchmarks/mine",
        "broken result": f"{served}/benchmarks/half",
        "contracts": f"{served}/contracts",
        "contract tests": f"{served}/contracts/malt",
        "contract test": f"{served}/contracts/malt/1?plan=recorded:other",
        "api": f"{served}/api",
        "not found": f"{served}/nowhere",
    }


@pytest.fixture(params=[(scheme, width) for scheme in ("light", "dark") for width in WIDTHS], ids="-".join)
def page(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[Page]:
    scheme, width = request.param
    across, down = WIDTHS[width]
    shown: Literal["light", "dark"] = "dark" if scheme == "dark" else "light"
    context = chromium.new_context(viewport={"width": across, "height": down}, color_scheme=shown)
    tab = context.new_page()
    tab.set_default_timeout(SLOW)
    yield tab
    context.close()


def violations(page: Page, only: list[str] = TAGS) -> list[str]:
    """What axe finds, a line each."""
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

    found = Axe().run(page, options={"runOnly": only, "resultTypes": ["violations"]}).response["violations"]
    return [f"{one['id']}: {node['target']} {node['html'][:120]}" for one in found for node in one["nodes"]]


def test_no_view_violates_wcag(page: Page, views: dict[str, str]) -> None:
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    wrong: dict[str, list[str]] = {}
    for name, address in views.items():
        page.goto(address)
        expect(page.locator("[data-job] progress")).to_have_count(0)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        found = violations(page, COLOURS if dark else TAGS)
        across = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        found += [f"scrolls sideways by {across}"] if across > 0 else []
        if found:
            wrong[name] = found
    assert not wrong, json.dumps(wrong, indent=1)


def test_axe_finds_a_fault(tab: Page) -> None:
    tab.evaluate("document.querySelectorAll('label').forEach((one) => one.replaceWith(...one.children))")
    assert any(one.startswith("label") for one in violations(tab))
