"""What must not matter: values, and how far they move a matter."""

from collections.abc import Sequence

import pytest
from benchmarks.planted_world import World, make_world

from countercase.counterfactual.driver import WhatIfDriver, WhatIfSources
from countercase.counterfactual.instrument import Instrument, build_instrument
from countercase.counterfactual.measure import (
    Trait,
    TraitEffect,
    measure_fairness,
    values,
    warnings,
    with_value,
)
from countercase.counterfactual.result import Matter
from countercase.domain.case import CaseId
from countercase.domain.facts import FactSheet
from countercase.domain.ranking import CaseFilter
from countercase.facts.extract import extract_facts
from countercase.settings import CounterfactualSettings
from countercase.text.sentences import split_sentences


@pytest.fixture(scope="module")
def world() -> World:
    return make_world(seed=11, cases=120, matters=1)


@pytest.fixture(scope="module")
def instrument(world: World) -> Instrument:
    return build_instrument(world.judgments, split_sentences)


def test_every_trait_has_groups_and_every_value_its_source() -> None:
    for trait in Trait:
        assert len({value.group for value in values() if value.trait is trait}) >= 3
    assert {value.source for value in values()} == {"invented name", "plain fact"}
    assert len({(value.trait, value.words) for value in values()}) == len(values())


def test_only_the_value_differs() -> None:
    muslim, sikh = (next(v for v in values() if v.group == group) for group in ("Muslim", "Sikh"))
    told = with_value("He was stabbed.", muslim)
    assert told.startswith("He was stabbed. ")
    assert told.replace(muslim.words, sikh.words) == with_value("He was stabbed.", sikh)


def test_a_value_states_no_fact() -> None:
    told = "He was stabbed with a knife."
    kinds = [fact.key for fact in extract_facts(told).facts]
    for value in values():
        assert [fact.key for fact in extract_facts(with_value(told, value)).facts] == kinds, value


def test_names_do_not_move_the_instrument(world: World, instrument: Instrument) -> None:
    effects = measure_fairness(world.matters[0].narrative, extract_facts, instrument)
    assert [effect.trait for effect in effects] == list(Trait)
    assert warnings(effects) == []


def test_a_list_that_answers_to_a_group_is_warned_about(world: World, instrument: Instrument) -> None:
    def prefers(sheets: Sequence[FactSheet]) -> list[list[CaseId]]:
        first = list(instrument.case_ids[:10])
        return [first[::-1] if "Tamil" in sheet.narrative else first for sheet in sheets]

    effects = measure_fairness(world.matters[0].narrative, extract_facts, instrument, prefers)
    warned = warnings(effects)
    assert {warning.trait for warning in warned} == {Trait.STATE, Trait.MOTHER_TONGUE}
    assert all("Tamil" in " ".join(warning.groups) for warning in warned)
    assert all("must not matter" in warning.sentence for warning in warned)


def test_a_change_of_name_alone_is_no_warning() -> None:
    effect = TraitEffect(Trait.RELIGION, 2.0, 1.9, 1.0, 0.004, 0.004, ("Hindu", "Sikh"))
    assert warnings([effect]) == []


def test_the_driver_warns_of_a_matter_that_a_state_moves(instrument: Instrument) -> None:
    def by_state(sheets: Sequence[FactSheet], top_k: int, _: CaseFilter) -> list[tuple[CaseId, ...]]:
        """Another list for every State; what else a text says moves nothing."""
        lists = []
        for sheet in sheets:
            typed = sheet.narrative.partition("typed in ")[2]
            lists.append(tuple(CaseId(f"{typed} {number}") for number in range(top_k)))
        return lists

    sources = WhatIfSources(by_state, lambda _: {}, lambda _: FactSheet(""), lambda *_: (), lambda: instrument)
    driver = WhatIfDriver(sources, CounterfactualSettings(), 10)
    warned = driver.fairness(Matter("m", "A matter", extract_facts("The accused stabbed Mohan and Mohan died.")))
    assert [warning.trait for warning in warned] == [Trait.STATE]
