"""Takes the pictures of the docs: `python -m benchmarks.screenshots`. Needs playwright and Chromium.

The built-in cases are served on a free port; the tour's matters are opened, their facts are changed, and every page is
photographed. A second, small workspace has a judgment from a PDF and a contract test. Nothing is sent anywhere.
Pictures are reduced to a palette where pngquant is installed.
"""

import argparse
import os
import re
import shutil
import socket
import subprocess
import tempfile
import textwrap
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from countercase.app import App, open_app
from countercase.domain.case import CaseId
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
    Shot("benchmarks", "/benchmarks/retrieval_quality"),
    Shot("phone", "{matter}/precedents", "", PHONE),
    Shot("dark", "{whatif}", "", DESK, dark=True),
)


SMALL_SHOTS = (
    Shot("page-image", "/cases/quarrel-at-the-well?{passage}#passage", "#passage"),
    Shot("contract-test", "/contracts/malt/1?plan=recorded:other"),
)
# In our own words.
JUDGMENT = """\
IN THE SUPREME COURT OF INDIA

Raman v. State of Kerala

1. This appeal by special leave is against the judgment of the High Court, which affirmed the conviction of the
appellant under Section 302 of the Indian Penal Code.

2. The case of the prosecution is short. On the evening of 4 June 2009 the appellant and his cousin quarrelled
at the village well over whose turn it was to draw water. The appellant, who had a knife in his belt with which
he had been cutting fodder, struck once at the chest of the deceased and ran away.

3. The deceased was taken to the health centre, where a Magistrate recorded his dying declaration in the
presence of the doctor. He named the appellant and nobody else.

4. The declaration is free of embroidery and fits with the medical evidence. It may be acted upon without
corroboration.

5. The same declaration, however, helps the appellant. It says that the quarrel arose on the spot and that one
blow was struck. No witness speaks of preparation.

6. The conviction is altered to one under the first part of Section 304 of the Indian Penal Code, and the
sentence reduced to ten years. The appeal is allowed in part.
"""


def small_app(folder: Path) -> App:
    """A workspace with a judgment from a PDF and a contract test."""
    from tests.corpus.written_pdf import lines, text_pdf
    from tests.web.small_contracts import write_contracts
    from tests.web.small_corpus import make_app

    app = make_app(folder)
    write_contracts(folder / "cuad")
    pdf = folder / "originals" / "quarrel-at-the-well.pdf"
    wrapped = [line for part in JUDGMENT.split("\n\n") for line in (*textwrap.wrap(part, 84), "")]
    pdf.write_bytes(text_pdf([lines(wrapped[start : start + 40]) for start in range(0, len(wrapped), 40)], size=11))
    app.ingest.run([pdf], app.store)
    return app


@contextmanager
def served(cache: Path) -> Iterator[tuple[str, str]]:
    """The address of a server over the built-in corpus, and the link that opens it."""
    os.environ["XDG_CACHE_HOME"] = str(cache)  # a workspace of its own: nobody's matters are photographed
    with serving(open_app()) as addresses:
        yield addresses


@contextmanager
def serving(app: App) -> Iterator[tuple[str, str]]:
    """The address of a server, and the link that opens it."""
    policy = ServingPolicy()
    web = create_app(app, policy)
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
    page.wait_for_load_state()
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


def take(
    browser: "Browser", link: str, address: str, folder: Path, shots: Sequence[Shot], places: Mapping[str, str]
) -> int:
    """Take the pictures and return their number; without `places`, the tour gives the addresses."""
    context = browser.new_context(viewport={"width": DESK[0], "height": DESK[1]})
    page = context.new_page()
    page.set_default_timeout(180_000)
    page.goto(link)
    places = places or prepare(page, address)
    for shot in shots:
        page.set_viewport_size({"width": shot.screen[0], "height": shot.screen[1]})
        page.emulate_media(color_scheme="dark" if shot.dark else "light")
        page.goto(address + shot.path.format(**places))
        settled(page)
        if shot.part:
            part = page.locator(shot.part).first
            part.evaluate(UNFOLD)
            page.wait_for_timeout(200)
        picture = folder / f"{shot.name}.png"
        page.screenshot(path=picture)
        if (pngquant := shutil.which("pngquant")) is not None:
            subprocess.run([pngquant, "--force", "--quality", "60-95", "--output", picture, picture], check=False)
    context.close()
    return len(shots)


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
        shots, small = ([shot for shot in group if options.only in ("", shot.name)] for group in (SHOTS, SMALL_SHOTS))
        count = 0
        if shots:
            with served(Path(folder)) as (address, link):
                count += take(browser, link, address, options.out, shots, {})
        if small:
            app = small_app(Path(folder) / "small")
            start = app.case(CaseId("quarrel-at-the-well")).text.index("The same declaration")
            with serving(app) as (address, link):
                places = {"passage": f"from={start}&to={start + 110}"}
                count += take(browser, link, address, options.out, small, places)
        browser.close()
    print(f"{count} pictures in {options.out}")


if __name__ == "__main__":
    main()
