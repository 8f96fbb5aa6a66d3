"""The pages as a browser without scripts sees them: facts, precedents, trees, export."""

import html
import io
import json
import re
import time
import zipfile
from typing import Any
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient
from tests.corpus.written_pdf import lines, text_pdf
from tests.web.small_corpus import STABBING
from tests.web.test_web_security import form_token

from countercase.app import App
from countercase.counterfactual.measure import FairnessWarning, Trait


def post(client: TestClient, path: str, **fields: Any) -> str:
    """Send a form; gives the place it leads to, after the job if there is one."""
    answer = client.post(path, data={**fields, "form_token": form_token(client)})
    assert answer.status_code == 303, html.unescape(re.sub("<[^>]+>", " ", answer.text))
    return settle(client, answer.headers["location"])


def settle(client: TestClient, place: str) -> str:
    """Wait for a job page to lead on."""
    for _ in range(600):
        if not place.startswith("/jobs/"):
            return place
        answer = client.get(place)
        if answer.status_code == 303:
            return str(answer.headers["location"])
        assert "wrong" not in answer.text, answer.text
        time.sleep(0.05)
    raise AssertionError("the job did not end")


def wait_for(client: TestClient, path: str, words: str) -> str:
    for _ in range(600):
        page = client.get(path).text
        if words in page:
            return page
        time.sleep(0.05)
    raise AssertionError(f"{words!r} did not come on {path}")


@pytest.fixture
def place(client: TestClient) -> str:
    return post(client, "/matters", text=STABBING, title="Stabbing")


def facts(client: TestClient, place: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(f"/api/v1{place}").json()["sheet"]["facts"]
    return found


def number_of(found: list[dict[str, Any]], **wanted: Any) -> int:
    return next(at for at, fact in enumerate(found) if all(fact.get(key) == value for key, value in wanted.items()))


def test_every_fact_is_marked_in_place(client: TestClient, place: str) -> None:
    page = client.get(place).text
    marked = [html.unescape(words) for words in re.findall(r'<mark class="fact[^>]*><a[^>]*>([^<]+)</a>', page)]
    quotes = [quote for fact in facts(client, place) for quote in fact["quotes"]]
    assert sorted(marked) == sorted(quotes)
    narrative = re.search(r'id="narrative">(.*?)</div>', page, re.DOTALL)
    assert narrative is not None
    assert html.unescape(re.sub("<[^>]+>", "", narrative[1])) == STABBING


def test_a_fact_is_corrected_locked_added_and_deleted(client: TestClient, place: str) -> None:
    at = number_of(facts(client, place), kind="number", quantity="age")
    form = {
        "version": 1,
        "fact": at,
        "action": "correct",
        "quantity": "age",
        "value": "19",
        "unit": "years",
        "role": "accused",
    }
    post(client, f"{place}/facts", **form)
    corrected = facts(client, place)[number_of(facts(client, place), quantity="age")]
    assert (corrected["value"], corrected["quotes"]) == (19, ["aged 17 years"]) or corrected["value"] == 19
    at = number_of(facts(client, place), kind="provision")
    post(client, f"{place}/facts", version=2, fact=at, action="lock")
    assert client.get(f"/api/v1{place}").json()["locks"] == [["provision", "IPC-302"]]
    post(
        client,
        f"{place}/facts",
        version=3,
        action="add",
        kind="evidence",
        item="motive",
        status="absent",
        start="",
        end="",
    )
    at = number_of(facts(client, place), item="motive")
    assert facts(client, place)[at]["found_by"] == "user"
    post(client, f"{place}/facts", version=4, fact=at, action="delete")
    assert not [fact for fact in facts(client, place) if fact.get("item") == "motive"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"kind": "evidence", "item": "crystal ball", "status": "present"}, "is not one of"),
        ({"kind": "number", "quantity": "age", "value": "old", "unit": "years"}, "is not a number"),
        ({"kind": "number", "quantity": "age", "value": "17", "unit": "grams"}, "is not one of"),
        ({"kind": "provision", "provision": "Section 9999 of nothing"}, ""),
        ({"kind": "colour"}, "kind of fact"),
    ],
)
def test_a_value_that_is_not_allowed_is_refused(
    client: TestClient, place: str, fields: dict[str, str], words: str
) -> None:
    form = {"version": "1", "action": "add", "form_token": form_token(client), **fields}
    answer = client.post(f"{place}/facts", data=form)
    assert answer.status_code == 400
    assert words in html.unescape(answer.text)


def test_the_second_tab_is_told_so(client: TestClient, place: str) -> None:
    post(client, f"{place}/facts", version=1, fact=0, action="delete")
    late = client.post(
        f"{place}/facts", data={"version": 1, "fact": 0, "action": "delete", "form_token": form_token(client)}
    )
    assert late.status_code == 409
    assert "another tab" in late.text
    assert "version 1" in client.get(f"{place}?v=1").text


def test_a_pdf_is_read_in_a_child(client: TestClient) -> None:
    pdf = text_pdf(
        [lines(["The accused stabbed his cousin with a knife.", "He is charged under Section 302 of the IPC."])]
    )
    files = {"file": ("my matter.pdf", pdf, "application/pdf")}
    answer = client.post("/matters", data={"form_token": form_token(client)}, files=files)
    place = settle(client, answer.headers["location"])
    assert any(fact.get("provision") == "IPC-302" for fact in facts(client, place))
    assert "my matter" in client.get(place).text


def test_a_file_that_is_no_document_is_refused_in_one_line(client: TestClient) -> None:
    files = {"file": ("../../x.exe", b"MZ\x00\x01\x02", "application/pdf")}
    answer = client.post("/matters", data={"form_token": form_token(client)}, files=files)
    page = wait_for(client, answer.headers["location"], 'role="alert"')
    assert "x.exe is not of a known kind" in html.unescape(page)


def test_a_matter_from_a_case_leaves_that_case_out(client: TestClient) -> None:
    place = post(client, "/matters", case="knife-in-quarrel")
    page = wait_for(client, f"{place}/precedents", 'class="card"')
    assert "/cases/knife-in-quarrel?" not in page


def test_precedents_show_passage_law_and_stages(client: TestClient, place: str) -> None:
    page = wait_for(client, f"{place}/precedents", 'class="card"')
    assert re.search(r"Shares</span> Section 302 IPC", page)
    assert '<mark class="hit">' in page
    assert "<td>By words (BM25)</td>" in page
    narrow = wait_for(client, f"{place}/precedents?outcome=dismissed&provision=BNS-103", "Sort and filter")
    assert "Section 103 BNS also finds Section 302 IPC" in narrow
    wrong = client.get(f"{place}/precedents?first_year=1999&last_year=1990").text
    assert "the first year is after the last" in wrong


def test_reader_opens_at_the_passage_and_links_what_is_cited(client: TestClient) -> None:
    page = client.get("/cases/young-accused?from=0&to=20").text
    assert 'id="passage"' in page
    assert '<mark class="passage">The accused, a juven</mark>' in page
    assert 'href="/cases/knife-in-quarrel"' in page
    cited = client.get("/cases/knife-in-quarrel").text
    assert "Young Accused v. State" in cited
    assert "Section 103(1) BNS in the other code" in cited
    assert "Article 21" in cited  # of no code that was replaced


def test_a_tree_a_node_a_change_by_hand_and_the_verdicts(client: TestClient, place: str) -> None:
    tree = post(client, f"{place}/whatif", depth=1, children=4)
    assert re.fullmatch(rf"{place}/whatif/[\w-]+", tree)
    assert 'data-node="1"' in client.get(tree).text
    node = client.get(f"{tree}?node=1").text
    assert "<dt>In law</dt>" in node
    assert any(re.search(r"<(?:ins|del)>", client.get(f"{tree}?node={number}").text) for number in range(1, 5))
    at = number_of(facts(client, place), kind="number", quantity="age")
    changed = post(
        client,
        f"{tree}/change",
        node=0,
        fact=at,
        what="change",
        quantity="age",
        value="25",
        unit="years",
        role="accused",
    )
    page = client.get(changed.partition("#")[0]).text
    assert "25 years" in page
    assert "your own change" in page
    shown = client.get(tree).text
    said = re.search(r'<p class="headline big">([^<]+)</p>', shown)
    assert said is not None
    which = client.get(f"{place}/which-facts").text
    assert said[1] in which  # one headline for a matter, on every page
    assert "than 1.5 places · measured:" in which
    assert re.search("<dt>Measured</dt><dd>(?:Depends|Does not depend|Cannot be told)", shown)
    for page_of_tree in (shown, which):
        assert "dispositive" not in page_of_tree.lower()
        assert "placebo" not in re.sub(r'(?:id|aria-labelledby|class)="[^"]*"', "", page_of_tree)
    cards = wait_for(client, f"{place}/precedents", 'class="card"')
    assert re.search(r"Stays</span> in \d+% of \d+ change", cards)


def test_own_words_and_two_nodes_side_by_side(client: TestClient, place: str) -> None:
    tree = post(client, f"{place}/whatif", depth=1, children=2)
    words = STABBING.replace("aged 17", "aged 19")
    changed = post(client, f"{tree}/words", node=0, text=words)
    page = client.get(changed.partition("#")[0]).text
    assert "your own words" not in page.lower() or "19" in page
    assert re.search(r"<ins>[^<]*19[^<]*</ins>", page)
    assert "Crosses a line" in page
    own = re.search(r"node=(\d+)", changed)
    assert own is not None
    beside = client.get(f"{tree}?node={own[1]}&beside=1").text
    assert 'class="pair"' in beside
    assert client.get(f"{tree}?node=1&beside=99").status_code == 404
    same = client.post(f"{tree}/words", data={"node": 0, "text": STABBING, "form_token": form_token(client)})
    assert "The words are the same" in same.text
    reopened = client.get(changed.partition("#")[0]).text
    assert "aged 19" in reopened or "19" in reopened


def test_what_would_push_a_case_out(client: TestClient, place: str) -> None:
    wait_for(client, f"{place}/precedents", 'class="card"')
    found = post(client, f"{place}/reach", case="charas-on-bus", aim="drive_out")
    assert "Nothing need change" in client.get(found).text or "change" in client.get(found).text
    beside = client.get(post(client, f"{place}/reach", case="knife-in-quarrel", aim="drive_out")).text
    assert "Both have" in beside
    hits = client.get(f"{place}/reach?q=charas").text
    assert "What would bring it in?" in hits


def test_shares_are_reckoned_and_kept(client: TestClient, place: str) -> None:
    post(client, f"{place}/whatif", depth=1, children=3)
    shown = post(client, f"{place}/which-facts")
    page = client.get(shown.partition("#")[0]).text
    assert "Shapley values: how many places" in page
    assert "Places of the list that depend on each fact" in page


def test_exports_hold_together(client: TestClient, place: str) -> None:
    post(client, f"{place}/whatif", depth=1, children=3)
    wait_for(client, f"{place}/export", "report.html")
    report = client.get(f"{place}/export/report.html")
    assert report.headers["content-disposition"].startswith("attachment")
    assert "<script" not in report.text
    assert "The tree of changes" in report.text
    assert 'class="band"' in report.text
    assert re.search("<dt>Measured</dt><dd>(?:Depends|Does not depend|Cannot be told)", report.text)
    assert "dispositive" not in report.text.lower()
    assert not re.search(r"(?:src|href)=\"https?:", report.text)
    everything = json.loads(client.get(f"{place}/export/matter.json").text)
    assert everything["precedents"]
    assert everything["tree"]["nodes"]
    rows = client.get(f"{place}/export/precedents.csv").text.splitlines()
    assert rows[0].startswith("rank,case_id")
    memo = zipfile.ZipFile(io.BytesIO(client.get(f"{place}/export/memo.docx").content))
    words = "".join(ElementTree.fromstring(memo.read("word/document.xml")).itertext())
    assert "Stabbing" in words
    assert everything["precedents"][0]["name"] in words
    assert client.get(f"{place}/export/../../secret").status_code == 404


def test_the_checklist_shows_ingredients_with_quotes_and_lines_with_sums(client: TestClient, place: str) -> None:
    page = client.get(f"{place}/checklist").text
    assert "Lines of law" in page
    assert "Section 2(12) JJ Act, 2015" in page
    assert re.search(r"<q class=\"quote\">[^<]+</q>", page)
    assert client.get("/matters/no-such/checklist").status_code == 404


def test_cards_lead_with_who_won_and_say_for_or_against(client: TestClient, place: str) -> None:
    page = wait_for(client, f"{place}/precedents", 'class="card"')
    assert "for you" not in page.lower().replace("for you or against you", "")
    post(client, f"{place}/side", side="accused")
    sided = client.get(f"{place}/precedents").text
    assert re.search(r'class="favour (?:for-you|against-you|cannot-be-told)"', sided)
    cards = [card for card in sided.split('class="card"')[1:] if "Why this case" in card]
    assert cards
    for card in cards:
        assert card.index("What was decided") < card.index("Why this case")
    wrong = client.post(f"{place}/side", data={"side": "umpire", "form_token": form_token(client)})
    assert wrong.status_code == 400


def test_a_case_is_pinned_rejected_and_noted(client: TestClient, place: str) -> None:
    first = wait_for(client, f"{place}/precedents", 'class="card"')
    cases = re.findall(r'<h3 id="name-\d+"><a href="/cases/([\w-]+)', first)
    post(client, f"{place}/marks", case=cases[2], mark="pinned", query="", at="case-3")
    post(client, f"{place}/marks", case=cases[1], mark="rejected", query="", at="")
    post(client, f"{place}/marks", case=cases[0], note="read para 7", query="", at="")
    page = client.get(f"{place}/precedents").text
    now = re.findall(r'<h3 id="name-\d+"><a href="/cases/([\w-]+)', page)
    assert now[0] == cases[2]
    assert cases[1] not in now
    assert "1 rejected" in page
    assert "read para 7" in page
    assert "pinned case" in page
    like = wait_for(client, f"{place}/precedents?like=1", "as examples")
    assert cases[2] in like
    wait_for(client, f"{place}/export", "report.html")
    report = client.get(f"{place}/export/report.html").text
    assert "read para 7" in report
    assert report.index(html.escape(name_of(client, cases[2]))) < report.index(html.escape(name_of(client, cases[0])))


def name_of(client: TestClient, case_id: str) -> str:
    return str(client.get(f"/api/v1/cases/{case_id}").json()["name"])


def test_the_list_is_sorted_and_longer_on_request(client: TestClient, place: str) -> None:
    newest = wait_for(client, f"{place}/precedents?sort=newest&top=20", 'class="card"')
    years = [int(year) for year in re.findall(r'<p class="about">[^<]*?\b(\d{4})(?: ·|</p>)', newest)]
    assert years == sorted(years, reverse=True)
    assert newest.count('class="card"') > 10
    assert "There is no sort order" in client.get(f"{place}/precedents?sort=colour").text


JUDGMENT = "\n\n".join(
    [
        "FACTS",
        *[
            f"{n}. The deceased was stabbed by the appellant with a knife on {n} March 2019 at Ramgarh."
            for n in range(1, 30)
        ],
        "SUBMISSIONS",
        *[
            f"{n}. Learned counsel for the appellant submitted that the witnesses are interested."
            for n in range(30, 60)
        ],
        "ANALYSIS",
        *[
            f"{n}. We have considered the rival submissions and find that the view taken is correct."
            for n in range(60, 90)
        ],
    ]
)


def test_a_long_document_is_divided_and_its_facts_proposed(client: TestClient) -> None:
    place = post(client, "/matters", text=JUDGMENT, title="A judgment")
    page = client.get(place).text
    assert "taken from a longer document" in page
    narrative = client.get(f"/api/v1{place}").json()["sheet"]["narrative"]
    assert "stabbed by the appellant" in narrative
    assert "Learned counsel" not in narrative
    parts = client.get(f"{place}/document").text
    assert "Arguments" in parts
    numbers = re.findall(r'name="part-(\d+)" (?!checked)', parts)
    post(client, f"{place}/document", **{f"part-{numbers[0]}": "on"})
    assert client.get(f"/api/v1{place}").json()["sheet"]["narrative"] != narrative
    nothing = client.post(f"{place}/document", data={"form_token": form_token(client)})
    assert "Choose at least one part" in nothing.text


def test_a_word_file_is_read(client: TestClient) -> None:
    import docx

    document = docx.Document()
    document.add_paragraph("The accused stabbed his cousin with a knife. He is charged under Section 302 IPC.")
    held = io.BytesIO()
    document.save(held)
    files = {"file": ("brief.docx", held.getvalue(), "application/octet-stream")}
    answer = client.post("/matters", data={"form_token": form_token(client)}, files=files)
    place = settle(client, answer.headers["location"])
    assert any(fact.get("provision") == "IPC-302" for fact in facts(client, place))


def test_the_memo_is_edited_before_it_is_taken_away(client: TestClient, place: str) -> None:
    page = wait_for(client, f"{place}/memo", "memo.docx")
    assert "What the law requires" in page
    post(client, f"{place}/memo", action="keep", text="# My memo\n\nOne sentence of mine.\n\n> As the Court said.")
    memo = zipfile.ZipFile(io.BytesIO(client.get(f"{place}/export/memo.docx").content))
    words = "".join(ElementTree.fromstring(memo.read("word/document.xml")).itertext())
    assert words == "My memoOne sentence of mine.As the Court said."
    assert "<blockquote>As the Court said.</blockquote>" in client.get(f"{place}/export/memo.html").text
    assert "One sentence of mine." in client.get(f"{place}/memo/print").text
    post(client, f"{place}/memo", action="again")
    assert "One sentence of mine." not in client.get(f"{place}/memo").text


def test_head_is_answered_as_get_without_a_body(client: TestClient, place: str) -> None:
    for path in ("/", place, "/cases", "/evidence"):
        answer = client.head(path)
        assert (answer.status_code, answer.content) == (200, b"")
    assert client.head("/nowhere").status_code == 404


def test_an_age_has_months_and_a_date_a_picker(client: TestClient, place: str) -> None:
    at = number_of(facts(client, place), quantity="age")
    form = {"version": 1, "fact": at, "action": "correct", "quantity": "age", "value": "17", "months": "4"}
    post(client, f"{place}/facts", **form, unit="years", role="accused")
    page = client.get(place).text
    assert "17 years and 4 months" in page
    assert re.search(r'name="months" value="4" type="number"', page)
    assert 'type="date"' in page
    wrong = client.post(
        f"{place}/facts", data={**form, "version": 2, "months": "12", "unit": "years", "form_token": form_token(client)}
    )
    assert wrong.status_code == 400
    assert "write 0 to 11" in html.unescape(wrong.text)
    assert "What you typed is still here" in wrong.text
    assert 'name="value" value="17"' in wrong.text


def test_an_answer_says_that_one_of_its_lists_is_missing(client: TestClient, app: App, place: str) -> None:
    wait_for(client, f"{place}/precedents", "How it was ranked")
    assert "could not be read" not in client.get(f"{place}/precedents").text
    app.index.retriever.missing["second"] = "/srv/secret/index/second.npz is damaged. Run: countercase index"
    page = client.get(f"{place}/precedents").text
    assert "One of the lists behind this answer could not be read" in page
    assert "second.npz is damaged" in page
    assert "/srv/secret" not in page
    assert "could not be read" not in client.get(place).text


def test_a_what_if_says_what_moves_the_list_though_it_must_not(
    client: TestClient, app: App, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    post(client, f"{place}/whatif", depth="1", children="2")
    tree = client.get(f"{place}/whatif").headers["location"]
    assert "move nothing</button>" in client.get(tree).text
    post(client, f"{place}/fairness")
    assert "No name, gender, State or language that we tried moves this list." in client.get(tree).text

    warning = FairnessWarning(Trait.STATE, ("Bihar", "Kerala"), "The State moves this list by 1.2 places.")
    monkeypatch.setattr(type(app.whatifs), "fairness", lambda *_: [warning])
    post(client, f"{place}/fairness")
    assert 'flag-warning" role="status">The State moves this list by 1.2 places.' in client.get(tree).text
