"""A real model, where one is configured: pytest -m llm (docs/language-models.md says how to start one)."""

import pytest
from benchmarks.llm import SHORT, measure

from countercase.settings import load_settings


@pytest.mark.llm
def test_a_real_model_is_asked_and_every_answer_is_accounted_for() -> None:
    settings = load_settings().llm
    if not settings.base_url:
        pytest.skip("no language model is configured; benchmarks/llm_server.py starts one")
    found = measure(settings.model_copy(update=SHORT))
    outcomes = {
        name: sum(counts[word] for word in ("accepted", "rejected", "abstained", "failed"))
        for name, counts in found["report"]["answers"].items()
    }
    assert outcomes["verdict.v1"] == 20
    assert outcomes["facts.v1"] == 10
    assert outcomes.get("title.v1") == 5 or "skipped" in found["titles"]
    assert found["schema_hold_rate"] >= 0.8
