"""The closed lists of words are consistent."""

import csv
from pathlib import Path

import pytest

from countercase.domain.facts import FactKind
from countercase.errors import FactSheetError
from countercase.facts.extract import extract_facts
from countercase.facts.words import entries, entry

LISTED = [kind for kind in FactKind if entries(kind)]


@pytest.mark.parametrize("kind", LISTED)
def test_every_entry_has_a_word_to_write(kind: FactKind) -> None:
    for listed in entries(kind).values():
        assert any("*" not in word for word in listed.words), listed.name


@pytest.mark.parametrize("kind", LISTED)
def test_every_form_is_known(kind: FactKind) -> None:
    known = {"one", "many", "past", "ing", "base", "noun", "nouns", "adj", "on", "a", "b", "as", "bs", "both", "boths"}
    known |= {"body", "person", "people", "none"}
    for listed in entries(kind).values():
        for wording in listed.wordings:
            assert set(wording.forms) <= known, listed.name


def test_every_item_of_evidence_can_be_stated_and_denied() -> None:
    for evidence in entries(FactKind.EVIDENCE).values():
        assert evidence.present.endswith("."), evidence.name
        assert evidence.absent.endswith("."), evidence.name


def test_the_sentences_of_evidence_are_read_back_as_they_are_meant() -> None:
    misread = []
    for evidence in entries(FactKind.EVIDENCE).values():
        for sentence, status in ((evidence.present, "present"), (evidence.absent, "absent")):
            facts = {
                (getattr(fact, "item", ""), str(getattr(fact, "status", ""))) for fact in extract_facts(sentence).facts
            }
            if (evidence.name, status) not in facts:
                misread.append((evidence.name, status))
    assert misread == []


def test_axes_join_opposites() -> None:
    assert set(entries(FactKind.ROLE)["tenant"].opposites) == {"licensee", "trespasser"}
    assert "adult" in entries(FactKind.ROLE)["minor"].opposites
    assert entries(FactKind.ROLE)["widow"].opposites == ()


def test_an_unknown_name_is_refused_with_the_allowed_ones() -> None:
    with pytest.raises(FactSheetError, match="dying declaration"):
        entry(FactKind.EVIDENCE, "last words")


def senses() -> list[tuple[str, str, str, str]]:
    with (Path(__file__).parent / "word_senses.csv").open(encoding="utf-8", newline="") as file:
        return [(row["kind"], row["name"], row["meant"], row["not_meant"]) for row in csv.DictReader(file)]


@pytest.mark.parametrize(("kind", "name", "meant", "not_meant"), senses())
def test_a_word_is_read_in_its_own_sense_only(kind: str, name: str, meant: str, not_meant: str) -> None:
    def is_read(text: str) -> bool:
        return name in {fact.word for fact in extract_facts(text).facts if fact.kind == kind}

    assert is_read(meant)
    assert not is_read(not_meant)
