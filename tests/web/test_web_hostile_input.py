"""No input makes the server answer 500: every route, with values that a browser of ours would never send."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from tests.web.small_contracts import write_contracts
from tests.web.small_corpus import STABBING, small_settings
from tests.web.test_web_api import wait
from tests.web.visitor import visit

from countercase.app import App
from countercase.web.app import API, API_PARTS, PAGES, create_app

ODD_NUMBERS = [10**25, -(10**25), 2**63, 2**63 - 1, 2**31, -1, 0, 1.5, 1e308]
ODD_TEXTS = [
    "", " ", "NaN", "inf", "1e999", "-0", "\u0661\u0662", "\u00b2", "\x00", "\x1b[2J", "\ufffe", "\u202e", "\u2028",
    "[", "..", "../../etc/passwd", "a" * 5000, "9" * 5000, "year=9..1", "=1+1", "\U0001f600", "%", "%00", "//x",
    "IPC-302", "2020-02-30", "0000-00-00", "9999-12-31", "true", "null", "{}", "SELECT 1", "bm25_only", "bring_in",
]  # fmt: skip
ODD = st.one_of(
    st.sampled_from(ODD_TEXTS),
    st.sampled_from(ODD_NUMBERS).map(str),
    st.text(max_size=30).filter(lambda text: not any("\ud800" <= letter <= "\udfff" for letter in text)),
)
ODD_JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.sampled_from(ODD_NUMBERS),
        st.sampled_from(ODD_TEXTS),
        st.sampled_from([float("nan"), float("inf"), "\ud800", "a\udfffb"]),
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
FIELDS = (
    "text title version node kind quantity value unit provision party_type side role holder item status number action "
    "depth children case aim back ready locks fact lock plan first_year last_year bench outcome before of subject what"
).split()
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


@dataclass(frozen=True)
class Target:
    """A served app with something of each kind, so that paths can be right as well as wrong."""

    client: TestClient
    form_token: str
    names: dict[str, list[str]]
    bodies: list[Any]

    def forget_jobs(self) -> None:
        jobs = self.client.app.state.workbench.jobs  # type: ignore[attr-defined]
        for job_id in list(jobs._jobs):
            jobs.cancel(job_id)


@pytest.fixture(scope="module")
def target(small_workspace: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    folder = tmp_path_factory.mktemp("hostile") / "workspace"
    shutil.copytree(small_workspace, folder)
    write_contracts(folder / "cuad")
    served = create_app(App(folder, small_settings()))
    with visit(served, follow_redirects=False) as client:
        matter = client.post(f"{API}/matters", json={"text": STABBING}).json()
        tree = client.post(f"{API}/matters/{matter['id']}/trees", json={"depth": 1, "children": 2}).json()
        wait(client, tree)
        trees = client.get(f"{API}/matters/{matter['id']}/trees").json()
        names = {
            "matter_id": [matter["id"]],
            "tree_id": [trees[0]["id"]],
            "job_id": [tree["id"]],
            "case_id": ["young-accused", "bad-markup"],
            "key": [one["key"] for one in client.get(f"{API}/contracts").json()],
            "name": ["memo.docx", "precedents.csv", "matter.json", "report.html"],
            "action": ["change", "expand", "measure", "resume"],
        }
        bodies = [
            {"text": STABBING, "filters": ["year=2000..2010"], "top_k": 3, "plan": "bm25_only", "before": "2015-03-31"},
            {"version": 1, "title": "x", "sheet": matter["sheet"], "locks": [["number", "age"]]},
            {"depth": 1, "children": 1},
            {"case_id": "young-accused", "aim": "bring_in"},
            {"queries": [{"_id": "q", "text": "knife"}], "qrels": {"q": {"young-accused": 1}}, "seed": 1, "depth": 5},
        ]
        yield Target(client, served.state.policy.form_token, names, bodies)


ROUTES = [
    (prefix + route.path, method, route)
    for prefix, modules in (("", PAGES), (API, API_PARTS))
    for module in modules
    for route in module.router.routes
    if isinstance(route, APIRoute)
    for method in sorted(route.methods or ())
    if not route.path.endswith(("/events", "/index"))  # one never ends, one rebuilds the index every time
]


def filled(data: st.DataObject, path: str, names: dict[str, list[str]]) -> str:
    """The path with a name that exists, or an odd one, in each of its places."""
    for part in [part.strip("{}") for part in path.split("/") if part.startswith("{")]:
        name = part.partition(":")[0]
        value = data.draw(st.sampled_from(names.get(name, ["1"])) | ODD, label=name)
        path = path.replace(f"{{{part}}}", quote(value, safe="") or "x")
    return path


def spoiled(data: st.DataObject, body: Any) -> Any:
    """A body with one value replaced by an odd one."""
    if isinstance(body, dict) and body and data.draw(st.integers(0, 9)) < 9:
        key = data.draw(st.sampled_from(sorted(body)))
        return {**body, key: spoiled(data, body[key])}
    if isinstance(body, list) and body and data.draw(st.integers(0, 9)) < 9:
        place = data.draw(st.integers(0, len(body) - 1))
        return [*body[:place], spoiled(data, body[place]), *body[place + 1 :]]
    return data.draw(ODD_JSON)


@settings(max_examples=250, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_input_is_a_server_error(target: Target, data: st.DataObject) -> None:
    path, method, route = data.draw(st.sampled_from(ROUTES), label="route")
    known = [field.name for field in route.dependant.query_params] or ["q"]
    query = data.draw(st.dictionaries(st.sampled_from(known), ODD, max_size=3), label="query")
    headers: dict[str, str] = {"x-countercase": "1"}
    content: bytes | None = None
    form: dict[str, str] | None = None
    if method in {"POST", "PUT"} and path.startswith(API):
        body = spoiled(data, data.draw(st.sampled_from(target.bodies)))
        content, headers["content-type"] = json.dumps(body).encode(), "application/json"
    elif method == "POST":
        form = data.draw(st.dictionaries(st.sampled_from(FIELDS), ODD, max_size=8), label="form")
        form["form_token"] = target.form_token
    files = {"file": (data.draw(ODD), data.draw(st.binary(max_size=40)))} if data.draw(st.integers(0, 5)) == 0 else None
    if "delete" in path or method == "DELETE":
        path = path.replace("{matter_id}", "nobody")
    answer = target.client.request(
        method, filled(data, path, target.names), params=query, headers=headers, content=content, data=form,
        files=files if content is None else None,
    )  # fmt: skip
    target.forget_jobs()
    assert answer.status_code not in {500, 504}, answer.text[:300]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/matters/MATTER?v=10000000000000000000000000", None),
        ("GET", f"{API}/matters/MATTER?version=10000000000000000000000000", None),
        ("POST", f"{API}/matters", '{"text": "A man was stabbed.", "title": "\\ud800"}'),
        ("POST", f"{API}/search", '{"text": "x", "filters": ["year=99999999999999999999999"]}'),
        ("POST", f"{API}/search", '{"text": "x", "filters": ["bench=99999999999999999999999"]}'),
        ("PUT", f"{API}/matters/MATTER", '{"version": 1, "title": "x", "sheet": {"narrative": "x", "facts": [NaN]}}'),
        ("POST", f"{API}/facts", "[" * 100_000),
        ("POST", f"{API}/facts", '{"text": ' * 100_000),
        ("POST", f"{API}/facts", "\\xff\\xfe"),
    ],
)  # fmt: skip
def test_what_the_review_found_is_refused(target: Target, method: str, path: str, body: str | None) -> None:
    path = path.replace("MATTER", target.names["matter_id"][0])
    headers = {"content-type": "application/json"} if body else {}
    answer = target.client.request(method, path, content=body, headers=headers)
    assert 400 <= answer.status_code < 500


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 1e300, -5])
def test_a_stored_number_that_is_none_is_told_and_not_an_error(target: Target, value: float) -> None:
    bench = target.client.app.state.workbench  # type: ignore[attr-defined]
    sheet = {
        "narrative": "He died on 4 May 2010.",
        "facts": [{"kind": "number", "quantity": "date", "value": value, "unit": "day"}],
    }
    stored = bench.matters.add("Old", sheet)
    answer = target.client.get(f"/matters/{stored.id}")
    assert answer.status_code == 400
    assert "facts[0].value" in answer.text
    assert target.client.get("/").status_code == 200
