"""Which path a feature takes: rules where nothing is configured, and nothing is sent where nothing may be."""

import socket
from pathlib import Path
from typing import Any

import pytest
from tests.llm.scripted_server import says_json, scripted

from countercase.app import App
from countercase.counterfactual.result import Matter
from countercase.cuad.titles import ask_title
from countercase.domain.case import CaseId
from countercase.domain.facts import FactSheet
from countercase.domain.ranking import Anchor, Explanation, Point, Statement
from countercase.domain.span import Span
from countercase.errors import EndpointError, ReplayMiss
from countercase.explanation.strict import smooth
from countercase.loaded_models import Models
from countercase.settings import Settings

NARRATIVE = "The accused was aged 17."
QUOTE = "the deceased was not armed and the accused fired first"


def app(tmp_path: Path, url: str = "", **changes: Any) -> App:
    llm = {"base_url": url, "model": "scripted", "cache": str(tmp_path / "answers.sqlite"), **changes}
    return App(tmp_path, Settings.model_validate({"llm": llm}))


def validator_of(one: App) -> Any:
    matter = Matter("m", "m", FactSheet(NARRATIVE))
    validate: Any = one.whatifs.tools(matter, 10).validate
    return validate.adviser


def test_without_an_endpoint_rules_do_everything(tmp_path: Path) -> None:
    bare = app(tmp_path)
    assert bare.models.advisers is None
    assert bare.suggest_facts(NARRATIVE).path == "rules"
    assert validator_of(bare) is None
    assert Models(bare.settings).language_model is None
    assert not (tmp_path / "answers.sqlite").exists()


def test_with_one_the_model_advises_and_the_setting_can_forbid_it(tmp_path: Path) -> None:
    with scripted(says_json({"facts": [{"kind": "number", "quote": "aged 17"}]})) as script:
        found = app(tmp_path, script.url)
        assert found.suggest_facts(NARRATIVE).kept[0].spans == (Span(16, 23),)
        assert found.models.advisers is not None
        assert validator_of(found) == found.models.advisers.plausibility
        assert validator_of(app(tmp_path, script.url, validate_changes=False)) is None


def test_prose_is_smoothed_only_on_request_and_held_against_its_source(tmp_path: Path) -> None:
    sentence = Statement(
        "In this case, the deceased was not armed.", Anchor(CaseId("c"), None, Span(0, len(QUOTE))), QUOTE, Point.SHARED
    )
    with scripted(says_json({"sentence": "In this case, the deceased was not armed with a sword."})) as script:
        assert app(tmp_path, script.url)._rewrite is None
        rewrite = app(tmp_path, script.url, smooth_prose=True)._rewrite
        assert rewrite is not None
        assert smooth(Explanation(CaseId("c"), (sentence,)), rewrite).sentences == (sentence,)
        assert len(script.asked) == 1


def test_another_machine_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    with pytest.raises(EndpointError, match="allow_remote"):
        app(tmp_path, "https://models.example/v1").suggest_facts(NARRATIVE)
    assert not (tmp_path / "answers.sqlite").exists()


def test_a_replay_opens_no_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with scripted(says_json({"facts": []})) as script:
        app(tmp_path, script.url).suggest_facts(NARRATIVE)
        url = script.url

    def refuse(*_: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    replay = app(tmp_path, url, replay=True)
    assert replay.suggest_facts(NARRATIVE).path == "model"
    assert replay.suggest_facts("Another matter.").path == "model failed"
    model = Models(replay.settings).language_model
    assert model is not None
    with pytest.raises(ReplayMiss):
        ask_title(model, "A contract.")
