"""Pairs of matters over the areas of law: changes that must matter in law, and changes that must not (`pairs.toml`)."""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from countercase.counterfactual.law_reading import MatterReading, read_matter, read_texts
from countercase.domain.perturbation import LawEffect
from countercase.domain.provision import Provision
from countercase.facts.extract import extract_facts
from countercase.law.ingredients import either_code

MATTERS = tomllib.loads(Path(__file__).with_name("pairs.toml").read_text(encoding="utf-8"))["matter"]


def pairs(kind: str) -> Iterator[Any]:
    """Every pair of a kind: the matter, the old words, the new words, the sections that may be named."""
    for matter in MATTERS:
        for old, new, sections in matter[kind]:
            yield pytest.param(matter["text"], old, new, sections, id=f"{matter['area']}: {old[:40]}")


@cache
def reading(text: str) -> MatterReading:
    return read_matter(extract_facts(text))


def test_there_are_sixty_pairs_of_each_kind() -> None:
    assert len(list(pairs("must"))) >= 60
    assert len(list(pairs("must_not"))) >= 60


@pytest.mark.parametrize(("text", "old", "new", "sections"), [*pairs("must")])
def test_the_change_matters_and_its_section_is_named(text: str, old: str, new: str, sections: str) -> None:
    assert text.count(old) == 1
    law = read_texts(reading(text), reading(text.replace(old, new)))
    assert law.effect is not LawEffect.NONE_KNOWN
    assert law.provision is not None
    named = {other.base for other in (Provision.parse(law.provision), *either_code(Provision.parse(law.provision)))}
    assert named & {Provision.parse(section).base for section in sections.split()}


@pytest.mark.parametrize(("text", "old", "new", "sections"), [*pairs("must_not")])
def test_the_change_does_not_matter(text: str, old: str, new: str, sections: str) -> None:
    assert text.count(old) == 1
    assert not sections
    assert read_texts(reading(text), reading(text.replace(old, new))).effect is LawEffect.NONE_KNOWN
