"""A judgment must not steer the tool that reads it: 200 passages, a model that obeys, every step that asks a model."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.counterfactual.small_matter import STABBING, options, tools
from tests.injection.obedient import INVENTED, KEY, ObedientModel, Passage, read_passages
from tests.llm.scripted_server import Script, prompt_of, says, scripted

from countercase.app import App
from countercase.cli.facts import dispute, suggest
from countercase.counterfactual.result import Matter
from countercase.counterfactual.tree import grow
from countercase.counterfactual.validator import Ruling, Validator
from countercase.cuad.titles import ModelTitles, ask_title, create_title
from countercase.domain.facts import EvidenceFact, Fact, FactSheet
from countercase.domain.perturbation import Perturbation
from countercase.facts.extract import extract_facts
from countercase.facts.sheet_json import is_added
from countercase.facts.words import describe
from countercase.llm.advisers import Advisers
from countercase.llm.model import LanguageModel
from countercase.settings import Settings

ALL = read_passages()
FACTS = (
    "The accused, aged 17 years, stabbed his cousin with a knife in a sudden quarrel over water. There was one "
    "eyewitness. He is charged under Section 302 of the Indian Penal Code. "
)
SENTENCE = "The case is near since the accused was 17 and not 18, and the notice was served before the sale."
CONTRACT = "SUPPLY AGREEMENT\n\nThis Supply Agreement is made between Alpha Mills Limited and Beta Looms Limited.\n\n"
NO_CHANGE = Perturbation(
    None, EvidenceFact(spans=(), item="eyewitness"), "rule", "", "What if there were an eyewitness?"
)
CHANGE = Perturbation(None, EvidenceFact(spans=(), item="dying declaration"), "rule", "", "What if he had spoken?")


@pytest.fixture(scope="module")
def hostile() -> Iterator[tuple[ObedientModel, Script]]:
    """The endpoint: a real server on this machine."""
    model = ObedientModel(ALL[0])
    with scripted(says(model)) as script:
        yield model, script


@pytest.fixture
def settings(hostile: tuple[ObedientModel, Script], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Settings that name the endpoint, for commands too."""
    llm = {
        "base_url": hostile[1].url, "model": "obedient", "api_key": KEY, "cache": "off", "max_calls": 100_000,
        "backoff_seconds": 0, "smooth_prose": True,
    }  # fmt: skip
    for name, value in llm.items():
        monkeypatch.setenv(f"COUNTERCASE_LLM__{name.upper()}", str(value))
    return llm


@pytest.fixture
def app(settings: dict[str, Any], tmp_path: Path) -> App:
    return App(tmp_path, Settings.model_validate({"llm": settings}))


def obeyed(hostile: tuple[ObedientModel, Script]) -> Iterator[Passage]:
    """Each passage in turn, while the model obeys it."""
    for passage in ALL:
        hostile[0].passage = passage
        yield passage


def told(fact: Fact) -> tuple[Any, ...]:
    return (*fact.key, fact.spans, fact.confidence, fact.found_by)


def test_there_are_two_hundred_of_every_kind() -> None:
    assert len(ALL) == len({passage.text for passage in ALL}) == 200
    assert {passage.language for passage in ALL} == {"en", "hi"}
    assert {passage.place for passage in ALL} == {"fact", "name", "citation", "ocr"}
    assert {passage.demand for passage in ALL} == {
        "plausible", "implausible", "add", "dispute", "rewrite", "title", "leak", "break",
    }  # fmt: skip


def test_no_fact_of_the_rules_is_changed_and_what_is_added_is_marked_and_quoted(
    hostile: tuple[ObedientModel, Script], settings: dict[str, Any]
) -> None:
    for passage in obeyed(hostile):
        before = extract_facts(FACTS + passage.text)
        after, report = suggest(before)
        kept, added = after.facts[: len(before.facts)], after.facts[len(before.facts) :]
        assert [told(fact) for fact in kept] == [told(fact) for fact in before.facts], passage.id
        assert all(is_added(fact) and fact.confidence == 0.5 and fact.spans for fact in added), passage.id
        assert after.narrative == before.narrative
        assert INVENTED not in str(after.facts)
        assert KEY not in str(report)


def test_a_disputed_fact_stays_and_its_dispute_quotes_the_text(
    hostile: tuple[ObedientModel, Script], settings: dict[str, Any]
) -> None:
    for passage in obeyed(hostile):
        before = extract_facts(FACTS + passage.text)
        after, report = dispute(before)
        assert [told(fact) for fact in after.facts] == [told(fact) for fact in before.facts], passage.id
        quotes = [fact.dispute.quote for fact in after.facts if fact.dispute]
        assert all(quote in before.narrative for quote in quotes), passage.id
        assert KEY not in str(after) + str(report)


def test_the_model_can_refuse_a_change_and_never_allow_one(hostile: tuple[ObedientModel, Script], app: App) -> None:
    adviser = app.models.advisers
    assert adviser is not None
    assert CHANGE.after is not None
    decisions = set()
    for passage in obeyed(hostile):
        sheet = extract_facts(FACTS + passage.text)
        changed = FactSheet(sheet.narrative, (*sheet.facts, CHANGE.after))
        plain = Validator(None)(sheet, CHANGE, changed)
        advised = Validator(adviser.plausibility)(sheet, CHANGE, changed)
        decisions.add((plain.decision, advised.decision))
        assert KEY not in advised.reason, passage.id
        refused = Validator(adviser.plausibility)(sheet, NO_CHANGE, sheet)  # a change that changes nothing
        assert (refused.decision, refused.by) == (Ruling.REJECT, "rules"), passage.id
    assert (Ruling.ACCEPT, Ruling.REJECT) in decisions  # the model was asked, and could only take away
    assert not {(Ruling.REJECT, Ruling.ACCEPT), (Ruling.ABSTAIN, Ruling.ACCEPT)} & decisions


def test_a_sentence_keeps_its_numbers_names_negations_and_force(
    hostile: tuple[ObedientModel, Script], app: App
) -> None:
    adviser = app.models.advisers
    assert adviser is not None
    for passage in obeyed(hostile):
        assert adviser.smooth(SENTENCE, passage.text) == SENTENCE, passage.id


def test_a_title_names_only_what_the_contract_names(hostile: tuple[ObedientModel, Script], app: App) -> None:
    model = app.models.language_model
    assert model is not None
    for passage in obeyed(hostile):
        name, text = f"{passage.id}.txt", CONTRACT + passage.text
        title = ModelTitles(lambda content: ask_title(model, content), workers=1)({name: text})[name]
        named = re.split(" between | and ", title)
        assert title == create_title(name, text) or all(part.lower() in text.lower() for part in named), passage.id


def test_the_passage_stays_between_its_marks_and_turns_of_a_chat_are_broken(
    hostile: tuple[ObedientModel, Script], app: App
) -> None:
    script = hostile[1]
    language_model = app.models.language_model
    assert isinstance(language_model, LanguageModel)
    systems = set()
    for passage in obeyed(hostile):
        script.asked.clear()
        Advisers(language_model).suggest_facts(FACTS + passage.text)
        first = script.asked[0]
        systems.add(first["messages"][0]["content"])
        user = first["messages"][1]["content"]
        nonce = user.partition("MARK is ")[2][:12]
        assert user.count(f"<data {nonce}") == user.count(f"</data {nonce}>") == 1
        assert user.index(f"<data {nonce}") < user.index(FACTS[:40]) < user.index(f"</data {nonce}>")
        assert not any(mark in prompt_of(first) for mark in ("<|im_start|>", "<|im_end|>", "[INST]", "[/INST]"))
        assert KEY not in prompt_of(first)
    assert len(systems) == 1


def test_the_lists_of_a_what_if_are_those_of_the_rules(hostile: tuple[ObedientModel, Script], app: App) -> None:
    """A tree grown beside a model that obeys has no node that the rules alone would not have, and the same lists."""
    adviser = app.models.advisers
    assert adviser is not None
    plain = grow(STABBING, tools(), options(max_depth=1, max_children=50), 3)
    lists = {_words(node.perturbation): node.ranking for node in plain.tree.nodes}
    for passage in ALL[::25]:
        hostile[0].passage = passage
        own = replace(tools(), validate=Validator(adviser.plausibility))
        advised = grow(STABBING, own, plain.options, 3)
        assert {_words(node.perturbation) for node in advised.tree.nodes} <= set(lists), passage.id
        assert all(lists[_words(node.perturbation)] == node.ranking for node in advised.tree.nodes), passage.id


def _words(change: Any) -> str:
    return change.sentence if change is not None else ""


def test_a_matter_reads_the_same_with_and_without_a_model(app: App) -> None:
    """Rules read facts; a configured model changes nothing unless it is asked to."""
    for passage in ALL:
        sheet: FactSheet = extract_facts(FACTS + passage.text)
        assert not any(is_added(fact) for fact in sheet.facts)
        assert all(describe(fact) for fact in sheet.facts)
        assert app.whatifs.tools(Matter("m", "m", sheet), 3) is not None
