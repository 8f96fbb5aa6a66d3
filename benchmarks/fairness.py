"""How far what must not matter moves list and instrument: religion, caste and region, gender, State, mother tongue.

python -m benchmarks.fairness     ready matters over the built-in corpus, AILA's queries over AILA's judgments

`between` compares values of two groups, `within` two values of one group: a name moves a list a little, whoever bears
it. What a group moves is the difference. A State or a language has no second value; names stand in for `within`.
"""

from collections.abc import Iterator
from typing import Any

from benchmarks.record import DATA, write_result
from benchmarks.workspaces import prepared
from countercase.app import App, open_app
from countercase.corpus.builtin import builtin_matters
from countercase.counterfactual.measure import TOP, Trait, TraitEffect, measure_fairness, values, warnings
from countercase.facts.extract import extract_facts


def main() -> None:
    """Measure and write results/fairness.json."""
    ready = {matter.id: matter.text for matter in builtin_matters()}
    figures = {
        "values": {trait.value: sum(value.trait is trait for value in values()) for trait in Trait},
        "ready matters, built-in corpus": _figures(open_app(), ready),
        "AILA queries, AILA's judgments": _figures(prepared("aila"), dict(queries())),
    }
    write_result("fairness", figures)


def queries() -> Iterator[tuple[str, str]]:
    """AILA's fifty queries."""
    path = DATA / "caselaw" / "aila2019" / "Query_doc.txt"
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        name, _, text = line.partition("||")
        yield name, text


def _figures(app: App, narratives: dict[str, str]) -> dict[str, Any]:
    instrument = app.instrument
    effects = [
        measure_fairness(text, extract_facts, instrument, lambda sheets: app.rank_sheets(sheets, TOP))
        for text in narratives.values()
    ]
    by_trait = {trait: [one for own in effects for one in own if one.trait is trait] for trait in Trait}
    return {
        "matters": len(effects),
        "matters with a warning": sum(bool(warnings(own)) for own in effects),
        **{trait.value: _trait(own) for trait, own in by_trait.items()},
    }


def _trait(own: list[TraitEffect]) -> dict[str, Any]:
    return {
        "list, places between groups": _mean([one.list_between for one in own]),
        "list, places within a group": _mean([one.list_within for one in own]),
        "cases of ten that change between groups": _mean([one.left_between for one in own]),
        "instrument, change of z between groups": _mean([one.instrument_between for one in own]),
        "instrument, within a group": _mean([one.instrument_within for one in own]),
        "matters whose list moves": sum(one.list_moves for one in own),
        "matters whose instrument moves": sum(one.instrument_moves for one in own),
    }


def _mean(numbers: list[float]) -> float:
    return round(sum(numbers) / len(numbers), 4)


if __name__ == "__main__":
    main()
