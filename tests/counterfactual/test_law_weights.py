"""The weight of a term is what it tells about the sections cited, less chance."""

import numpy as np
import pytest
from scipy import sparse

from countercase.counterfactual.weights import cited_sections, law_weights, ordinary_terms, stems


def test_each_judgment_has_one_vote() -> None:
    cites = cited_sections([["IPC-302", "IPC-34"], ["IPC-302"], []])
    assert cites.toarray().sum(axis=1) == pytest.approx([1, 1, 0])


def test_divergence_less_chance() -> None:
    # 40 judgments cite A and 40 cite B; the first term stands only beside A, the second beside both alike.
    sections = [["A"]] * 40 + [["B"]] * 40
    tells, tells_nothing = [1.0] * 40 + [0.0] * 40, [1.0, 0.0] * 40
    holds = sparse.csr_matrix(np.array([tells, tells_nothing]).T)
    weight, none = law_weights(holds, cited_sections(sections))
    assert none == 0
    assert 0.9 * np.log(2) < weight <= np.log(2)  # KL of (1, 0) from (1/2, 1/2), less a little for chance


def test_a_term_in_every_judgment_weighs_nothing() -> None:
    holds = sparse.csr_matrix(np.ones((30, 1)))
    assert law_weights(holds, cited_sections([["A"]] * 10 + [["B"]] * 20)) == pytest.approx([0.0])


def test_weights_are_deterministic_and_never_negative() -> None:
    rng = np.random.default_rng(1)
    holds = sparse.csr_matrix((rng.random((60, 25)) < 0.2).astype(float))
    cites = cited_sections([[f"IPC-{n}" for n in rng.integers(100, 110, 3)] for _ in range(60)])
    first, second = law_weights(holds, cites), law_weights(holds, cites)
    assert (first >= 0).all()
    assert (first == second).all()


def test_a_corpus_without_sections_weighs_all_alike() -> None:
    holds = sparse.csr_matrix(np.eye(3))
    assert law_weights(holds, cited_sections([[], [], []])) == pytest.approx([1, 1, 1])


def test_names_and_numbers_are_masked() -> None:
    texts = ["Ramesh stabbed him 3 times on 4 May near Patna."] * 3 + ["They were stabbed; Ramesh saw it."] * 3
    terms, counts = ordinary_terms(texts)
    assert "stab" in terms
    assert not {"ramesh", "patna", "3", "4"} & set(terms)
    assert counts[0]["stab"] == 1
    assert "ramesh" not in counts[0]


def test_negation_is_kept() -> None:
    assert "not" in stems("He was not there")


def test_a_term_that_chance_could_explain_weighs_nothing() -> None:
    rng = np.random.default_rng(3)
    sections = [[f"IPC-{n}"] for n in rng.integers(100, 110, 300)]
    holds = sparse.csr_matrix((rng.random((300, 200)) < 0.3).astype(float))  # 200 terms, none tied to a section
    assert (law_weights(holds, cited_sections(sections)) > 0).mean() < 0.02
