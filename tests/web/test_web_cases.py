"""Finding and reading cases, their later history, and the check of a draft, as a browser without scripts sees them."""

import html
import re

from starlette.testclient import TestClient
from tests.web.small_corpus import PDF_CASE
from tests.web.test_web_pages import settle
from tests.web.test_web_security import form_token

from countercase.web.case_search import section_with_code


def names(page: str) -> list[str]:
    return re.findall(r'<li data-item><a href="/cases/([\w-]+)', page)


def test_words_phrases_and_operators_find_cases(client: TestClient) -> None:
    assert "dying-words" in names(client.get("/cases", params={"q": '"dying declaration"'}).text)
    knife = set(names(client.get("/cases", params={"q": "knife"}).text))
    less = set(names(client.get("/cases", params={"q": "knife NOT quarrel"}).text))
    assert less < knife
    assert "<mark" in client.get("/cases", params={"q": "knife"}).text
    wrong = client.get("/cases", params={"q": "NOT knife"})
    assert "NOT needs something before it" in wrong.text
    assert 'value="NOT knife"' in wrong.text  # what was typed is still there


def test_a_section_is_found_under_either_code(client: TestClient) -> None:
    old, new = (names(client.get("/cases", params={"q": q}).text) for q in ("302 IPC", "BNS 103"))
    assert old == new == ["knife-in-quarrel"]


def test_a_lettered_section_needs_no_code(client: TestClient) -> None:
    for typed in ("304-B", "304b", "Section 304 B"):
        assert "Read as Section 304B IPC" in client.get("/cases", params={"q": typed}).text
    assert section_with_code("302") == section_with_code("14th floor") == section_with_code("167A") == ""


def test_cases_are_browsed_by_topic_provision_court_and_year(client: TestClient) -> None:
    page = client.get("/cases").text
    for heading in ("By topic", "By provision", "By court", "By year"):
        assert heading in page
    for link in re.findall(r'href="(/cases\?[^"]+)"', page)[:12]:
        assert names(client.get(html.unescape(link)).text)
    assert names(client.get("/cases?court=supreme").text)
    assert "No case here matches" in client.get("/cases?court=delhi").text


def test_a_case_leads_with_its_flag_and_holding_and_can_be_cited(client: TestClient) -> None:
    page = client.get("/cases/knife-in-quarrel").text
    assert page.index("What was decided") < page.index('aria-label="The text"')
    assert 'data-copy="Knife In Quarrel v. State, (1999) 1 SCC 1"' in page
    assert "/cases/knife-in-quarrel/history" in page


def test_no_path_of_the_server_is_shown(client: TestClient) -> None:
    page = client.get(f"/cases/{PDF_CASE}").text
    assert f"{PDF_CASE}.pdf" in page
    assert "/originals/" not in page


def test_the_later_history_is_drawn_over_time(client: TestClient) -> None:
    page = client.get("/cases/knife-in-quarrel/history").text
    assert "Is it still good law?" in page
    assert client.get("/cases/no-such/history").status_code == 404
    assert client.get("/cases/knife-in-quarrel/history?on=then").status_code == 400


def test_a_draft_is_checked_and_its_mistakes_are_marked(client: TestClient) -> None:
    text = "See 2019 INSC 99999, and Section 912 of the Indian Penal Code. <b>Not bold.</b>"
    answer = client.post("/check", data={"text": text, "on": "2024-01-01", "form_token": form_token(client)})
    place = settle(client, answer.headers["location"])
    page = client.get(place).text
    assert "2 things to correct" in page
    assert "&lt;b&gt;Not bold.&lt;/b&gt;" in page
    assert page.count('<mark class="wrong"') == 2
    assert "Check of your draft" in client.get(f"{place}/report.html").text
    assert client.get("/check/no-such").status_code == 404


def test_a_wrong_day_keeps_the_draft_in_the_form(client: TestClient) -> None:
    answer = client.post("/check", data={"text": "My draft.", "on": "tomorrow", "form_token": form_token(client)})
    assert answer.status_code == 400
    assert "My draft." in answer.text
    assert 'role="alert"' in answer.text
