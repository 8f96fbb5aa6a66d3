"""The instrument: categories, batches, storage."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from benchmarks.planted_world import World, change_fact, make_world
from numpy.typing import NDArray

from countercase.counterfactual.instrument import (
    DEEDS,
    Instrument,
    InstrumentQuery,
    LearntCase,
    build_instrument,
    load,
    save,
)
from countercase.counterfactual.measure import FactPair, measure, measure_tree
from countercase.domain.case import CaseId
from countercase.domain.facts import (
    EvidenceFact,
    EvidenceStatus,
    FactSheet,
    NumericalFact,
    Quantity,
    RoleFact,
    SectionFact,
)
from countercase.domain.perturbation import Node, Perturbation, Tree
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.errors import IndexBroken, InputError
from countercase.facts.categories import category_tokens, provision_tokens
from countercase.text.sentences import split_sentences


def _age(years: float, role: str | None = "accused") -> NumericalFact:
    return NumericalFact(quantity=Quantity.AGE, value=years, unit="years", role=role, spans=(Span(0, 1),))


@pytest.fixture(scope="module")
def world() -> World:
    return make_world(seed=7, cases=120, matters=2)


@pytest.fixture(scope="module")
def instrument(world: World) -> Instrument:
    return build_instrument(world.judgments, split_sentences)


def test_seventeen_and_nineteen_stand_on_two_sides() -> None:
    minor, adult = category_tokens([_age(17)]), category_tokens([_age(19)])
    assert "age of accused under 18" in minor
    assert "age of accused over 18" in adult


def test_ages_between_the_same_lines_are_one_category() -> None:
    assert category_tokens([_age(22)]) == category_tokens([_age(23)])


def test_a_minor_is_under_eighteen_in_words_and_in_numbers() -> None:
    named = category_tokens([RoleFact(role="minor", spans=(Span(0, 5),))])
    assert "age under 18" in named
    assert "age under 18" in category_tokens([_age(15, None)])


def test_months_and_years_are_one_age() -> None:
    months = NumericalFact(quantity=Quantity.AGE, value=204, unit="months", role="accused", spans=(Span(0, 1),))
    assert category_tokens([months]) == category_tokens([_age(17)])


def test_evidence_present_and_absent_differ() -> None:
    there = EvidenceFact(item="dying declaration", spans=(Span(0, 1),))
    gone = EvidenceFact(item="dying declaration", status=EvidenceStatus.ABSENT, spans=(Span(0, 1),))
    assert set(category_tokens([there])).isdisjoint(category_tokens([gone]))


def test_both_codes_are_one_provision() -> None:
    old = provision_tokens([SectionFact(provision=Provision("IPC", "302"), spans=(Span(0, 1),))])
    new = provision_tokens([SectionFact(provision=Provision("BNS", "103", ("1",)), spans=(Span(0, 1),))])
    assert "IPC-302" in new
    assert "BNS-103" in old


def test_a_fact_stated_twice_counts_twice() -> None:
    once = EvidenceFact(item="confession", spans=(Span(0, 1),))
    twice = EvidenceFact(item="confession", spans=(Span(0, 1), Span(5, 6)))
    assert category_tokens([twice]) == {token: 2 * share for token, share in category_tokens([once]).items()}


def test_many_at_once_and_one_by_one_agree(world: World, instrument: Instrument) -> None:
    questions = [InstrumentQuery.of(change_fact(sheet, name, 1)) for sheet in world.matters for name in world.strength]
    together = instrument.scores(questions)
    for row, question in zip(together, questions, strict=True):
        assert instrument.ranking(row, 50) == instrument.ranking(instrument.scores([question])[0], 50)


def test_names_and_plain_numbers_do_not_reach_the_ranking(world: World, instrument: Instrument) -> None:
    sheet = world.matters[0]
    named = InstrumentQuery(sheet.narrative + " Ramesh Kumar of Patna saw it on 4 May 1971.", sheet.facts)
    plain, with_names = instrument.scores([InstrumentQuery.of(sheet), named])
    assert instrument.ranking(plain, 20) == instrument.ranking(with_names, 20)


def test_scores_are_z(world: World, instrument: Instrument) -> None:
    (row,) = instrument.scores([InstrumentQuery.of(world.matters[0])])
    assert row.mean() == pytest.approx(0, abs=1e-6)
    assert row.std() == pytest.approx(1, abs=1e-6)


def test_an_empty_question_tells_no_case_from_another(instrument: Instrument) -> None:
    assert not instrument.scores([InstrumentQuery("")]).any()
    assert instrument.scores([]).shape == (0, len(instrument.case_ids))


def test_order_of_the_judgments_does_not_matter(world: World, instrument: Instrument) -> None:
    turned = build_instrument(reversed(world.judgments), split_sentences)
    question = [InstrumentQuery.of(world.matters[0])]
    assert (turned.scores(question) == instrument.scores(question)).all()


def test_saved_and_loaded_it_measures_the_same(tmp_path: Path, world: World, instrument: Instrument) -> None:
    save(instrument, tmp_path / "instrument.npz")
    again = load(tmp_path / "instrument.npz", split_sentences)
    question = [InstrumentQuery.of(world.matters[1])]
    assert again.case_ids == instrument.case_ids
    assert (again.scores(question) == instrument.scores(question)).all()


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "instrument.npz").write_bytes(b"not an archive")
    with pytest.raises(IndexBroken, match="countercase index"):
        load(tmp_path / "instrument.npz", split_sentences)


def test_no_judgments_is_an_error() -> None:
    with pytest.raises(InputError, match="ingest"):
        build_instrument([], split_sentences)


def test_a_dense_part_may_be_added(world: World, instrument: Instrument) -> None:
    def towards_the_first(texts: Sequence[str]) -> NDArray[np.float64]:
        return np.tile(np.eye(1, len(instrument.case_ids)) * 100, (len(texts), 1))

    with_dense = replace(instrument, dense=towards_the_first)
    (row,) = with_dense.scores([InstrumentQuery.of(world.matters[0])])
    assert with_dense.ranking(row, 1) == instrument.case_ids[:1]


def test_a_tiny_corpus_works() -> None:
    cases = [
        LearntCase(CaseId(str(n)), f"He was {word} there.", ["IPC-302"]) for n, word in enumerate(["stabbed", "shot"])
    ]
    tiny = build_instrument(cases, split_sentences)
    assert tiny.scores([InstrumentQuery("He was stabbed.")]).shape == (1, 2)


def test_a_tree_is_read_edge_by_edge(world: World, instrument: Instrument) -> None:
    root, child = world.matters[0], change_fact(world.matters[0], "weapon", 1)
    change = Perturbation(root.facts[0], child.facts[0], "swap", "test", "What if it were another weapon?")
    tree = Tree((Node(0, None, 0, root, ()), Node(1, 0, 1, child, (), change)), k=10)
    readings = measure_tree(tree, instrument, placebos=21, seed=1)
    assert set(readings) == {1}
    assert readings[1] == measure([FactPair(root, child)], instrument, 21, 1)[0]


def test_a_sheet_without_narrative_cannot_be_measured(instrument: Instrument) -> None:
    with pytest.raises(InputError, match="narrative"):
        measure([FactPair(FactSheet(""), FactSheet("A knife."))], instrument, 19, 0)


def test_words_count_more_where_a_sentence_says_what_was_done(instrument: Instrument) -> None:
    told = "They were spouses. The sky was clear."  # spouses: a word that predicts the law of this world
    plain, marked, elsewhere = (
        InstrumentQuery(told, deeds=frozenset(words)) for words in ((), ("spouses",), ("spouse",))
    )
    quiet, loud, no_word = instrument.part_scores([plain, marked, elsewhere])["text"]
    assert quiet.any()
    assert loud == pytest.approx((1 + instrument.fusion.emphasis) * quiet)
    assert (no_word == quiet).all()  # only whole words are looked for


def test_the_deeds_of_a_sheet_are_known_by_their_words(world: World) -> None:
    sheet = world.matters[0]
    stated = {fact.spans[0].of(sheet.narrative) for fact in sheet.facts if fact.kind in DEEDS}
    assert InstrumentQuery.of(sheet).deeds == stated
    assert len(stated) == 2  # weapon and result
