"""What a language model holds against a fact stands beside the fact, in words that cannot run."""

from starlette.testclient import TestClient
from tests.web.small_corpus import HOSTILE, STABBING
from tests.web.test_web_security import form_token


def disputed(client: TestClient) -> str:
    """A matter whose first fact a model disputes, as `countercase facts --dispute --json` writes it."""
    made = client.post("/api/v1/matters", json={"text": STABBING, "title": "Stabbing"}).json()
    first, *others = made["sheet"]["facts"]
    first["dispute"] = {"by": "a model", "reason": f"the text says otherwise {HOSTILE}", "quote": "a sudden quarrel"}
    body = {"version": 1, "title": "Stabbing", "sheet": {**made["sheet"], "facts": [first, *others]}}
    assert client.put(f"/api/v1/matters/{made['id']}", json=body).status_code == 200
    return f"/matters/{made['id']}"


def test_a_dispute_stands_beside_its_fact_and_is_escaped(client: TestClient) -> None:
    page = client.get(disputed(client)).text
    assert page.count('<span class="tag">disputed</span>') == 1
    assert "Disputed by the model: the text says otherwise &lt;script&gt;" in page
    assert "(“a sudden quarrel”)" in page
    assert "<script>document" not in page


def test_locking_keeps_a_dispute_and_correcting_ends_it(client: TestClient) -> None:
    place = disputed(client)
    api = f"/api/v1{place}"
    token = {"form_token": form_token(client), "fact": "0"}
    client.post(f"{place}/facts", data={**token, "version": "2", "action": "lock"})
    first = client.get(api).json()["sheet"]["facts"][0]
    assert first["dispute"]["quote"] == "a sudden quarrel"
    fields = {name: str(value) for name, value in first.items() if isinstance(value, str | int | float)}
    answer = client.post(f"{place}/facts", data={**fields, **token, "version": "3", "action": "correct"})
    assert answer.status_code == 303
    assert "dispute" not in client.get(api).json()["sheet"]["facts"][0]


def test_a_fact_without_a_dispute_says_nothing_of_it(client: TestClient) -> None:
    made = client.post("/api/v1/matters", json={"text": STABBING}).json()
    page = client.get(f"/matters/{made['id']}").text
    assert "isputed by" not in page
    assert 'class="tag">disputed' not in page
