"""What the page refuses: other hosts, other sites, forms without their token, large bodies, open addresses."""

import re

import pytest
from starlette.testclient import TestClient
from tests.web.visitor import BASE

from countercase.app import App
from countercase.errors import InputError
from countercase.web import security
from countercase.web.app import create_app
from countercase.web.security import ServingPolicy, check_address, is_local

SECRET = "a-token-of-some-length"


def form_token(client: TestClient) -> str:
    found = re.search(r'name="form_token" value="([^"]+)"', client.get("/").text)
    assert found is not None
    return found[1]


def test_every_answer_carries_a_strict_policy(client: TestClient) -> None:
    for path in ("/", "/static/page.js", "/api/v1/status", "/nowhere"):
        policy = client.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy


def test_pages_hold_no_inline_script_or_style(client: TestClient) -> None:
    for path in ("/", "/cases?q=knife", "/cases/bad-markup", "/benchmarks", "/api"):
        page = client.get(path).text
        assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>|<style|\son[a-z]+=\"|\sstyle=\"", page), path
        assert not re.search(r"(?:src|href)=\"(?:https?:)?//", page), path


def test_another_host_name_is_refused(client: TestClient) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 421
    assert client.get("/", headers={"host": "localhost:8642"}).status_code == 200


@pytest.mark.parametrize(
    "headers", [{"origin": "http://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}]
)
def test_another_site_cannot_write(client: TestClient, headers: dict[str, str]) -> None:
    answer = client.post("/api/v1/matters", json={"text": "A man was stabbed."}, headers=headers)
    assert answer.status_code == 403
    assert client.get("/api/v1/matters").json() == []


def test_another_site_may_link_but_not_load(client: TestClient) -> None:
    linked = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    loaded = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}
    assert client.get("/cases/young-accused", headers=linked).status_code == 200
    assert client.get("/cases/young-accused", headers=loaded).status_code == 403


def test_a_form_needs_its_token(client: TestClient) -> None:
    assert client.post("/matters", data={"text": "A man was stabbed."}).status_code == 403
    answer = client.post("/matters", data={"text": "A man was stabbed.", "form_token": form_token(client)})
    assert answer.status_code == 303


def test_a_body_of_another_kind_or_too_large_is_refused(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = {"content-type": "text/plain"}
    assert client.post("/api/v1/matters", content='{"text": "x"}', headers=plain).status_code == 415
    monkeypatch.setattr(security, "MAX_BODY", 1000)
    assert client.post("/api/v1/matters", json={"text": "x" * 2000}).status_code == 413


def test_a_false_length_does_not_help(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "MAX_BODY", 1000)

    def parts() -> "list[bytes]":
        return [b'{"text": "', b"x" * 2000, b'"}']

    answer = client.post("/api/v1/matters", content=iter(parts()), headers={"content-type": "application/json"})
    assert answer.status_code == 413


def test_other_addresses_need_a_token() -> None:
    with pytest.raises(InputError, match="--token"):
        check_address(ServingPolicy(host="0.0.0.0"))
    check_address(ServingPolicy(host="0.0.0.0", token=SECRET))
    check_address(ServingPolicy(host="127.0.0.1"))
    assert [is_local(host) for host in ("localhost", "127.0.0.2", "::1", "10.0.0.1", "example.org")] == [
        True, True, True, False, False,
    ]  # fmt: skip


def test_the_token_opens_and_only_the_token(app: App) -> None:
    served = create_app(app, ServingPolicy(host="0.0.0.0", token=SECRET))
    with TestClient(served, base_url="http://10.0.0.1", follow_redirects=False) as client:
        assert client.get("/").status_code == 401
        assert client.get("/?token=wrong").status_code == 401
        assert client.get("/", headers={"authorization": f"Bearer {SECRET}"}).status_code == 200
        first = client.get(f"/?token={SECRET}")
        assert first.status_code == 303
        assert "HttpOnly" in first.headers["set-cookie"]
        assert client.get("/").status_code == 200


def test_case_text_is_escaped(client: TestClient) -> None:
    page = client.get("/cases/bad-markup").text
    assert "<script>document" not in page
    assert "&lt;script&gt;document" in page


@pytest.mark.parametrize(
    "path",
    ["/cases/../../etc/passwd", "/cases/%2e%2e%2fetc%2fpasswd", "/benchmarks/..%2f..%2fpyproject", "/static/../app.py"],
)
def test_no_path_comes_from_the_client(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_printed_link_opens_once_and_the_next_one_is_told(app: App) -> None:
    served = create_app(app)
    policy: ServingPolicy = served.state.policy
    told: list[str] = []
    policy.invitation.on_used = told.append
    with TestClient(served, base_url=BASE, follow_redirects=False) as browser:
        assert [browser.get(path).status_code for path in ("/", "/static/page.js", "/api/v1/matters")] == [401] * 3
        first = policy.link_code
        assert browser.get(f"/?token={first}").status_code == 303
        assert browser.get("/").status_code == 200
        assert policy.session not in repr(policy)
    with TestClient(served, base_url=BASE, follow_redirects=False) as other:
        assert other.get(f"/?token={first}").status_code == 401
        assert other.get(f"/?token={told[0]}").status_code == 303
        assert first not in other.cookies.values()


def test_two_servers_of_one_host_do_not_share_a_cookie() -> None:
    names = {security._cookie_name({"server": ("127.0.0.1", port)}) for port in (8642, 8643)}
    assert len(names) == 2


@pytest.mark.parametrize(
    "host", ["[", "]", "[::1", "127.0.0.1:x", "a b", "\u00e9", "", "127.0.0.1:99999999", "@", "//"]
)
def test_an_odd_host_is_refused_and_not_an_error(client: TestClient, host: str) -> None:
    assert client.get("/", headers=[(b"host", host.encode())]).status_code in {200, 400, 421}


def test_a_full_server_says_so(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security.RequestLimits, "limit_for", lambda *_: security.RequestLimit(0, 0))
    page, api = client.get("/"), client.get("/api/v1/status")
    assert (page.status_code, api.status_code) == (503, 503)
    assert page.headers["retry-after"] == "2"
    assert "busy" in api.json()["error"]
