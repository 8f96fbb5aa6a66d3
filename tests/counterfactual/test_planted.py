"""Planted truth, small: facts that decide the law of a generated world are found, and nothing else is."""

import numpy as np
from benchmarks.counterfactual import planted


def test_planted_facts_are_found_and_controls_stay_silent() -> None:
    figures = planted(worlds=2, cases=300, matters=2)
    assert figures["dispositive accuracy"] >= 0.9
    assert figures["non-dispositive accuracy"] >= 0.9
    assert figures["spearman rho, mean over worlds"] >= 0.85
    assert figures["shuffled labels called dispositive"] <= 0.05
    assert figures["placebos called dispositive"] <= 0.05
    assert all(np.isfinite(value) for value in figures["by kind of placebo"].values())
