"""Planted truth, small: facts that decide the law of a generated world are found, and nothing else is."""

import numpy as np
from benchmarks.planted_truth import planted


def test_planted_facts_are_found_and_controls_stay_silent() -> None:
    figures = planted(first=0, worlds=2, cases=300)
    assert figures["dispositive accuracy"]["value"] >= 0.9
    assert figures["non-dispositive accuracy"]["value"] >= 0.9
    assert figures["spearman rho, mean over worlds"]["value"] >= 0.85
    assert figures["shuffled labels called dispositive"] <= 0.05
    assert figures["placebos called dispositive"] <= 0.05
    assert all(np.isfinite(value) for value in figures["by kind of placebo"].values())
