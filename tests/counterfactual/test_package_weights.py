"""The weights that come with the package, and how a corpus corrects them."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from benchmarks.planted_world import make_world
from scipy import sparse

from countercase.counterfactual.instrument import InstrumentQuery, LearntCase, build_instrument, cached_instrument, load
from countercase.counterfactual.verdict import support_of
from countercase.counterfactual.weights import (
    FAMILIES,
    FILE,
    Learned,
    Prior,
    as_mapping,
    as_matrix,
    combine,
    package_prior,
    read_prior,
    section_profiles,
    write_prior,
)
from countercase.domain.case import CaseId
from countercase.domain.facts import EvidenceFact, EvidenceStatus, FactSheet, NumericalFact, Quantity, SectionFact
from countercase.domain.provision import Provision
from countercase.domain.span import Span
from countercase.text.sentences import split_sentences

HERE = (Span(0, 1),)


def learned(excess: Sequence[float], spread: Sequence[float], holders: Sequence[float]) -> Learned:
    return Learned(np.array(excess, float), np.array(spread, float), np.array(holders, float))


def prior_of(tokens: Sequence[str], weight: float) -> Prior:
    known = learned([weight] * len(tokens), [0.01] * len(tokens), [500] * len(tokens))
    return Prior(9000, {"categories": {token: row for row, token in enumerate(tokens)}}, {"categories": known})


def test_a_term_that_the_corpus_hardly_has_keeps_the_packages_weight() -> None:
    weight = combine(learned([1.0], [0.01], [500]), learned([0.0], [0.5], [1]))
    assert weight == pytest.approx([1.0], abs=0.05)


def test_a_large_corpus_corrects_the_package() -> None:
    package = learned([1.0, 1.0], [0.01, 0.01], [500, 500])
    corpus = learned([2.0, 0.0], [0.001, 0.001], [50_000, 50_000])
    raised, dropped = combine(package, corpus)
    assert raised == pytest.approx(2.0, abs=0.01)
    assert dropped == 0


def test_a_term_that_the_package_does_not_know_is_the_corpuss_own() -> None:
    unknown = prior_of(["known"], 1.0).of("categories", ["other"])
    assert combine(unknown, learned([0.7], [0.1], [30])) == pytest.approx([0.7])
    assert combine(unknown, learned([0.3], [0.1], [30])) == pytest.approx([0.0])  # not clear of chance


def test_any_family_of_tokens_passes_through(tmp_path: Path) -> None:
    tokens = ["evidence will present", "ingredient IPC-304B.3 met"]
    known = learned([1.5, 0.5], [0.1, 0.1], [80, 40])
    families = dict.fromkeys(FAMILIES, (tokens, known))
    write_prior(tmp_path / FILE, 1000, families, {"IPC-304B": {tokens[1]: 0.25}})
    back = read_prior(tmp_path / FILE)
    assert back.judgments == 1000
    assert back.profiles == {"IPC-304B": {tokens[1]: 0.25}}
    again = back.of("categories", [*tokens, "unheard of"])
    assert again.excess == pytest.approx([1.5, 0.5, 0])
    assert again.holders == pytest.approx([80, 40, 0])


def test_the_packages_weights_know_the_law_and_no_text() -> None:
    prior = package_prior()
    assert prior.judgments > 11_000
    for token in ("evidence dying declaration present", "duration of marriage under 2556.75+"):
        assert prior.of("categories", [token]).weights[0] > 0
    yesterday, stab = prior.of("text", ["yesterday", "stab"]).weights
    assert stab > 0.5 > yesterday
    assert all(" " not in stem for stem in prior.places["text"])
    assert not {"ramesh", "kumar", "bombay", "hindu", "muslim"} & set(prior.places["text"])


def test_the_packages_file_is_small() -> None:
    from importlib import resources

    assert len(resources.files("countercase.counterfactual").joinpath("data", FILE).read_bytes()) < 3_000_000


def test_few_cases_can_answer_with_the_packages_weights() -> None:
    present = EvidenceFact(item="dying declaration", spans=HERE)
    absent = EvidenceFact(item="dying declaration", status=EvidenceStatus.ABSENT, spans=HERE)
    cases = [
        LearntCase(CaseId(f"c{n:02d}"), "It was said.", [f"IPC-{300 + n % 3}"], (present if n % 2 else absent,))
        for n in range(40)
    ]
    alone = build_instrument(cases, split_sentences)
    tokens = [
        f"evidence dying declaration {status.value}" for status in (EvidenceStatus.PRESENT, EvidenceStatus.ABSENT)
    ]
    helped = build_instrument(cases, split_sentences, prior=prior_of(tokens, 1.0))
    before, after = FactSheet("It was said.", (present,)), FactSheet("It was said.", (absent,))
    assert not support_of(before, after, alone).weighed
    support = support_of(before, after, helped)
    assert (support.weighed, support.before, support.after, support.in_law) == (True, 20, 20, False)
    moved = helped.scores([InstrumentQuery.of(before), InstrumentQuery.of(after)])
    assert np.abs(moved[0] - moved[1]).max() > 0.5


def test_a_line_between_two_numbers_is_known_to_the_law() -> None:
    instrument = build_instrument(make_world(3, 60, 1).judgments, split_sentences)

    def aged(years: float) -> FactSheet:
        age = NumericalFact(quantity=Quantity.AGE, value=years, unit="years", role="accused", spans=HERE)
        return FactSheet("He was young.", (age,))

    assert support_of(aged(17), aged(19), instrument).in_law
    assert not support_of(aged(22), aged(23), instrument).apart


def test_a_section_stands_for_its_facts_and_not_for_its_citations() -> None:
    # Ten judgments on each of three sections; the facts of the first two are the same, those of the third are not.
    knife, cheque = (EvidenceFact(item=item, spans=HERE) for item in ("recovery", "cheque"))
    cited = ["IPC-302", "IPC-304", "NI-138"]
    cases = [
        LearntCase(CaseId(f"c{n:02d}"), "It was said.", [cited[n % 3]], (cheque if n % 3 == 2 else knife,))
        for n in range(30)
    ]
    tokens = ["evidence recovery present", "evidence cheque present"]
    instrument = build_instrument(cases, split_sentences, prior=prior_of(tokens, 1.0))

    def charged(act: str, number: str) -> InstrumentQuery:
        return InstrumentQuery("It was said.", (SectionFact(provision=Provision(act, number), spans=HERE),))

    murder, homicide, note = instrument.scores([charged("IPC", "302"), charged("IPC", "304"), charged("NI", "138")])
    assert np.abs(murder - homicide).max() < 1e-6
    assert np.abs(murder - note).max() > 0.5


def test_a_profile_holds_what_stands_out() -> None:
    cites = sparse.csr_matrix(np.array([[1, 0]] * 5 + [[0, 1]] * 5, dtype=float))
    holds = sparse.csr_matrix(np.array([[1, 1, 1]] * 5 + [[0, 1, 1]] * 5, dtype=float))
    tokens = ["act stabbing", "petitioner Individual", "age under 18"]
    profiles = as_mapping(["IPC-302", "IPC-420"], tokens, section_profiles(cites, holds, tokens))
    assert profiles == {"IPC-302": {"act stabbing": 0.5}}
    assert as_matrix(profiles, ["IPC-302"], tokens).toarray() == pytest.approx(np.array([[0.5, 0, 0]]))


def test_the_kept_instrument_begins_with_the_packages_weights(tmp_path: Path) -> None:
    cases = [LearntCase(CaseId(f"c{n}"), "He stabbed him.", ["IPC-302"]) for n in range(3)]
    kept = cached_instrument(tmp_path / "instrument.npz", cases, split_sentences)
    again = load(tmp_path / "instrument.npz", split_sentences)
    assert "stab" in kept.parts["text"].tokens
    assert kept.parts["text"].weights[kept.parts["text"].place["stab"]] > 0
    assert (again.parts["provisions"].matrix != kept.parts["provisions"].matrix).nnz == 0
