"""Takes the pictures of the docs: `python -m benchmarks.screenshots`. Needs playwright and Chromium.

A fresh workspace of the built-in cases is served on a free port; the tour's matter is opened, its facts are changed,
and every page is photographed. Nothing is sent anywhere.
"""

import argparse
import os
import re
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from countercase.app import open_app
from countercase.web.app import create_app
from countercase.web.security import ServingPolicy

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER = Path(__file__).parents[1] / "docs" / "images" / "web"
CHROMIUM = "/usr/bin/chromium"
DESK, PHONE = (1280, 900), (390, 844)
FLAGGED = "kharak-singh-v-state-of-uttar-pradesh-1962"


UNFOLD = """(one) => {
  for (let at = one; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  one.scrollIntoView({ block: "start" });
}"""


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture: its name, the page, the part of it to bring into view, and the screen."""

    name: str
    path: str
    part: str = ""
    screen: tuple[int, int] = DESK
    dark: bool = False


SHOTS = (
    Shot("first-page", "/"),
    Shot("tour", "{tour}"),
    Shot("facts", "{matter}"),
    Shot("checklist", "{matter}/checklist"),
    Shot("precedents", "{matter}/precedents"),
    Shot("filters", "{matter}/precedents?sort=newest&first_year=2000"),
    Shot("tree", "{whatif}", ".tree-box"),
    Shot("whatif", "{whatif}"),
    Shot("node", "{whatif}?node=1", "#node"),
    Shot("side-by-side", "{whatif}?node=1&beside=2", "#beside"),
    Shot("which-facts", "{matter}/which-facts"),
    Shot("memo", "{matter}/memo"),
    Shot("cases", "/cases"),
    Shot("full-text", "/cases?q=%22dying+declaration%22+NOT+bail"),
    Shot("reader", f"/cases/{FLAGGED}"),
    Shot("history", f"/cases/{FLAGGED}/history"),
    Shot("draft-check", "{check}"),
    Shot("corpus", "/corpus"),
    Shot("evidence", "/evidence"),
    Shot("phone", "{matter}/precedents", "", PHONE),
    Shot("dark", "{whatif}", "", DESK, dark=True),
)


@contextmanager
def served(cache: Path) -> Iterator[tuple[str, str]]:
    """The address of a server over the built-in corpus, and the link that opens it."""
    os.environ["XDG_CACHE_HOME"] = str(cache)  # a workspace of its own: nobody's matters are photographed
    policy = ServingPolicy()
    web = create_app(open_app(), policy)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(web, port=port, log_level="error", ws="none"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    address = f"http://127.0.0.1:{port}"
    try:
        yield address, f"{address}/?token={policy.link_code}"
    finally:
        server.should_exit = True
        thread.join(10)


def settled(page: "Page") -> None:
    """Wait until no work is under way."""
    from playwright.sync_api import expect

    expect(page.locator("[data-job] progress")).to_have_count(0, timeout=180_000)
    page.wait_for_timeout(300)


def prepare(page: "Page", address: str) -> dict[str, str]:
    """Walk the tour until there is something to photograph everywhere; gives the addresses."""
    page.goto(address)
    page.get_by_role("button", name=re.compile("tour")).click()
    page.wait_for_url("**/tour/*")
    settled(page)
    tour = page.url.removeprefix(address)
    matter = f"/matters/{tour.rpartition('/')[2]}"
    page.goto(f"{address}{matter}/whatif")
    settled(page)
    whatif = page.url.removeprefix(address).partition("?")[0]
    page.goto(f"{address}/check")
    page.get_by_role("button", name="Check the example").click()
    page.wait_for_url("**/check/*")
    return {"tour": tour, "matter": matter, "whatif": whatif, "check": page.url.removeprefix(address)}


def take(browser: "Browser", link: str, address: str, folder: Path, only: str) -> int:
    """Take the pictures; gives their number."""
    context = browser.new_context(viewport={"width": DESK[0], "height": DESK[1]})
    page = context.new_page()
    page.set_default_timeout(180_000)
    page.goto(link)
    places = prepare(page, address)
    taken = 0
    for shot in SHOTS:
        if only and only != shot.name:
            continue
        page.set_viewport_size({"width": shot.screen[0], "height": shot.screen[1]})
        page.emulate_media(color_scheme="dark" if shot.dark else "light")
        page.goto(address + shot.path.format(**places))
        settled(page)
        if shot.part:
            part = page.locator(shot.part).first
            part.evaluate(UNFOLD)
            page.wait_for_timeout(200)
        page.screenshot(path=folder / f"{shot.name}.png")
        taken += 1
    context.close()
    return taken


def main() -> None:
    """Take all pictures, or the one that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--only", default="", help="the name of one picture")
    options = parser.parse_args()
    from playwright.sync_api import sync_playwright

    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with served(Path(folder)) as (address, link):
            count = take(browser, link, address, options.out, options.only)
        browser.close()
    print(f"{count} pictures in {options.out}")


if __name__ == "__main__":
    main()
