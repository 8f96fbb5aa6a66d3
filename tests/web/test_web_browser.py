"""The page in a real Chromium: from pasted facts to the report, by hand, by keyboard, on a phone, in two tabs."""

import re
import threading

import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, expect
from tests.web.conftest import SLOW
from tests.web.small_corpus import HOSTILE, PDF_CASE, STABBING

PHONE = 390  # pixels across


def begin(tab: Page, text: str = STABBING) -> str:
    tab.get_by_label("Title").fill("Stabbing")
    tab.get_by_label("The facts").fill(text)
    tab.get_by_role("button", name="Read the facts").click()
    tab.wait_for_url("**/matters/*")
    return tab.url


def grow(tab: Page, matter: str, depth: str = "1", children: str = "4") -> None:
    tab.goto(f"{matter}/whatif")
    tab.get_by_label("Changes in a row").select_option(depth)
    tab.get_by_label("Changes at each step").fill(children)
    tab.get_by_role("button", name="Change the facts").click()


def test_from_pasted_facts_to_the_report(tab: Page) -> None:
    matter = begin(tab)
    expect(tab.locator("mark.fact").first).to_be_visible()
    tab.get_by_role("link", name="Find the precedents").click()
    expect(tab.locator(".card")).to_have_count(10)
    tab.locator(".card h3 a").first.click()
    expect(tab.locator("#passage mark.passage")).to_be_visible()
    grow(tab, matter)
    expect(tab.locator(".reading-list li").first).to_be_visible()
    expect(tab.locator("[data-job] progress")).to_have_count(0)
    said = tab.locator(".headline.big").inner_text()
    tab.locator(".reading-list h3 a").first.click()
    expect(tab.locator("#node .readings dt")).to_have_text(["In law", "The list", "Measured"])
    tab.get_by_role("link", name="The figures behind this").click()
    expect(tab.locator(".headline.big")).to_have_text(said)
    tab.get_by_role("link", name="Memo", exact=True).click()
    with tab.expect_download() as fetched:
        tab.get_by_role("link", name="Report", exact=True).click()
    report = fetched.value.path().read_text(encoding="utf-8")
    assert "Stabbing" in report
    assert "The two lists" not in report or "Precedents" in report
    assert "<script" not in report


def test_a_fact_is_corrected_and_added_from_selected_words(tab: Page) -> None:
    begin(tab)
    tab.locator("mark.fact.Numerical a").first.click()
    row = tab.locator(".fact-row.Numerical").first
    expect(row.get_by_label("Years")).to_be_visible()
    row.get_by_label("Years").fill("19")
    row.get_by_role("button", name="Correct").click()
    expect(tab.locator(".fact-row.Numerical").first).to_contain_text("19 years")
    tab.wait_for_load_state("load")  # the script that notes a selection has run by then
    tab.evaluate("""() => {
      const box = document.querySelector('#narrative');
      const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.data.indexOf('over water');
        if (at >= 0) { getSelection().setBaseAndExtent(node, at, node, at + 10); return; }
      }
    }""")
    tab.get_by_text("Add a fact", exact=True).click()
    expect(tab.locator("[data-selected]")).to_contain_text("over water")
    tab.locator("#add").get_by_text("Evidence", exact=True).click()
    form = tab.locator("#add form").filter(has=tab.get_by_label("Item"))
    form.get_by_label("Item").select_option("motive")
    form.get_by_role("button", name="Add").click()
    expect(tab.locator("mark.fact.Evidence", has_text="over water")).to_be_visible()


def test_a_change_by_hand_becomes_a_node(tab: Page) -> None:
    matter = begin(tab)
    grow(tab, matter, children="1")
    expect(tab.locator(".reading-list li").first).to_be_visible()
    expect(tab.locator("[data-job] progress")).to_have_count(0)
    row = tab.locator(".by-hand .fact-row", has_text="Dying declaration").first
    row.locator("summary").click()
    row.get_by_role("button", name="Remove it").click()
    expect(tab.locator("#node")).to_contain_text("your own change")
    reopened = tab.url
    tab.goto("about:blank")
    tab.goto(reopened)
    expect(tab.locator("#node")).to_contain_text("your own change")


def test_a_tree_is_cancelled_and_goes_on(tab: Page, behind: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    matter = begin(tab)
    searching, ours, go_on = behind.state.workbench.searching, threading.Event(), threading.Event()
    monkeypatch.setattr(searching, "_at_once", 1)  # one search at a time, however many cores there are

    def take_the_second_turn() -> None:
        with searching:
            ours.set()
            go_on.wait(60)

    second = threading.Thread(target=take_the_second_turn)
    with searching:
        grow(tab, matter)
        while not searching.waiting:  # the job waits for the first turn
            tab.wait_for_timeout(50)
        second.start()
        while searching.waiting < 2:
            tab.wait_for_timeout(50)
    ours.wait(60)  # the matter as given is searched, and the job waits for us again
    tab.get_by_role("button", name="Cancel").click()
    tab.wait_for_load_state()
    go_on.set()
    second.join()
    tab.goto(f"{matter}/whatif")
    expect(tab.get_by_text("It stopped early: cancelled.")).to_be_visible()
    expect(tab.locator("#tree .node")).to_have_count(1)
    tab.get_by_role("button", name="Resume").click()
    expect(tab.locator(".reading-list li").first).to_be_visible()
    expect(tab.get_by_text("It stopped early")).to_have_count(0)


def test_a_script_in_a_case_does_not_run(tab: Page, served: str) -> None:
    begin(tab, f"A quarrel over water led to a stabbing with a knife and a dying declaration. {HOSTILE}")
    assert "owned" not in tab.title()
    expect(tab.locator("#narrative")).to_contain_text("<script>")
    tab.get_by_role("link", name="Find the precedents").click()
    expect(tab.locator(".card").first).to_be_visible()
    tab.goto(f"{served}/cases/bad-markup?from=0&to=50")
    expect(tab.locator(".judgment")).to_contain_text("<script>")
    assert "owned" not in tab.title()


def test_two_tabs_do_not_overwrite_each_other(tab: Page) -> None:
    matter = begin(tab)
    other = tab.context.new_page()
    other.set_default_timeout(SLOW)
    other.goto(matter)
    for one in (tab, other):
        one.locator(".fact-row summary").first.click()
    tab.locator(".fact-row").first.get_by_role("button", name="Delete").click()
    tab.wait_for_load_state()
    other.locator(".fact-row").first.get_by_role("button", name="Lock").click()
    expect(other.get_by_role("alert")).to_contain_text("another tab")


def test_the_keyboard_reaches_everything(tab: Page) -> None:
    tab.keyboard.press("Tab")
    expect(tab.locator(".skip")).to_be_focused()
    matter = begin(tab)
    grow(tab, matter)
    expect(tab.locator(".reading-list li").first).to_be_visible()
    expect(tab.locator("[data-job]")).to_have_count(0)  # the page loads itself anew until the work is done
    tab.wait_for_load_state("networkidle")
    tab.locator(".tree-box > summary").click()
    tab.locator("#tree .node").first.focus()
    tab.keyboard.press("ArrowDown")
    expect(tab.locator("#tree .node").nth(1)).to_be_focused()
    tab.keyboard.press("Enter")
    expect(tab.locator("#node")).to_be_visible()
    unnamed = tab.evaluate("""() => [...document.querySelectorAll(
      'a, button, input:not([type=hidden]), select, textarea, summary')]
      .filter((one) => one.checkVisibility() && one.tabIndex < 0).map((one) => one.outerHTML)""")
    assert unnamed == []


def test_a_phone_scrolls_only_down(tab: Page) -> None:
    tab.set_viewport_size({"width": PHONE, "height": 844})
    matter = begin(tab)
    grow(tab, matter)
    expect(tab.locator(".reading-list li").first).to_be_visible()
    expect(tab.locator("[data-job] progress")).to_have_count(0)
    tab.locator(".reading-list h3 a").first.click()
    expect(tab.locator("#node")).to_be_visible()
    for place in ("", "/precedents", "/which-facts", "/export"):
        tab.goto(f"{matter}{place}")
        expect(tab.locator("[data-job] progress")).to_have_count(0)
        assert tab.evaluate("document.documentElement.scrollWidth") <= PHONE, place


def test_pages_of_the_pdf_turn_beside_the_text(tab: Page, served: str) -> None:
    tab.goto(f"{served}/cases/{PDF_CASE}")
    picture = tab.get_by_role("img", name="Page 1 of the PDF")
    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("complete", True)
    assert tab.evaluate("document.querySelector('.page-image img').naturalWidth") > 500
    tab.get_by_role("link", name="Next page").click()
    expect(tab.get_by_role("img", name="Page 2 of the PDF")).to_be_visible()
    tab.get_by_role("link", name="page 1", exact=True).click()
    expect(tab.get_by_role("img", name="Page 1 of the PDF")).to_be_visible()


def test_a_contract_test_is_searched_and_opened_at_its_answer(tab: Page, served: str) -> None:
    tab.goto(f"{served}/benchmarks")
    tab.get_by_role("link", name="malt, test by test").click()
    tab.get_by_role("link", name="Governing Law").click()
    tab.get_by_label("Answers from").select_option("picked_sentences_bm25")
    tab.get_by_role("button", name="Show").click()
    expect(tab.get_by_role("heading", name="Score of this test")).to_be_visible()
    expect(tab.locator(".contract-text mark.gold").first).to_contain_text("governed by the laws of the State of Kerala")
    tab.get_by_role("link", name="answer 1").click()
    expect(tab.locator("#answer-1")).to_be_in_viewport()


def test_a_refused_form_keeps_what_was_typed(tab: Page) -> None:
    begin(tab)
    tab.get_by_text("Add a fact", exact=True).click()
    tab.locator("#add").get_by_text("Section or article", exact=True).click()
    form = tab.locator("#add form").filter(has=tab.get_by_label("Provision, such as"))
    form.get_by_label("Provision, such as").fill("Section 9999 of nothing")
    form.get_by_role("button", name="Add").click()
    expect(form.get_by_role("alert")).to_be_visible()
    expect(form.get_by_label("Provision, such as")).to_have_value("Section 9999 of nothing")


def test_the_keys_go_through_the_list_and_show_themselves(tab: Page, served: str) -> None:
    tab.goto(f"{served}/cases?q=knife")
    tab.keyboard.press("j")
    tab.keyboard.press("j")
    second = tab.locator("[data-item]").nth(1)
    expect(second).to_have_class(re.compile("at"))
    tab.keyboard.press("?")
    expect(tab.get_by_role("dialog", name="Keys")).to_be_visible()
    tab.keyboard.press("Escape")
    tab.keyboard.press("e")
    expect(tab.get_by_role("searchbox")).to_be_focused()


def test_the_tour_leads_through_the_product(tab: Page, served: str) -> None:
    tab.goto(served)
    tab.get_by_role("button", name=re.compile("tour")).click()
    tab.wait_for_url("**/tour/*")
    expect(tab.locator("[data-job] progress")).to_have_count(0)
    tab.get_by_role("link", name="Open the checklist").click()
    expect(tab.get_by_text("crossed", exact=True).first).to_be_visible()
    tab.goto(f"{served}/check")
    tab.get_by_role("button", name="Check the example").click()
    expect(tab.get_by_role("heading", name="4 things to correct")).to_be_visible()


def test_the_users_own_words_are_a_change(tab: Page) -> None:
    matter = begin(tab)
    grow(tab, matter, children="1")
    expect(tab.locator(".reading-list li").first).to_be_visible()
    expect(tab.locator("[data-job]")).to_have_count(0)
    box = tab.get_by_label("Change any words")
    box.fill(STABBING.replace("aged 17 years", "aged 19 years"))
    tab.get_by_role("button", name="Try these words").click()
    expect(tab.locator("#node ins").first).to_contain_text("19")
    expect(tab.locator("#node .readings dd").first).to_contain_text(re.compile("Crosses a line|no such line"))
    tab.locator("#beside summary").click()
    tab.get_by_role("button", name="Show both").click()
    expect(tab.locator(".pair")).to_be_visible()
