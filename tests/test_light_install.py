"""Without the extras the default plan works: it leaves out what is not installed and says so."""

import sys
from pathlib import Path

import pytest
from tests.web.small_corpus import STABBING, make_app

from countercase.health import index_state


def test_the_default_plan_works_without_chroma(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chromadb", None)
    app = make_app(tmp_path / "workspace")
    manifest = app.index.build()
    assert not manifest.chroma
    assert app.search(STABBING)
    assert "without its Chroma part" in index_state(app)
    app.store.close()


def test_the_language_model_needs_no_package_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.llm.scripted_server import says_json
    from tests.llm.small_model import model_over

    from countercase.llm.advisers import Advisers

    for name in ("openai", "httpx", "requests"):
        monkeypatch.setitem(sys.modules, name, None)
    with model_over(says_json({"facts": []})) as (model, _):
        assert Advisers(model).suggest_facts(STABBING).path == "model"
