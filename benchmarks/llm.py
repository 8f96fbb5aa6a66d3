"""A real language model on our own questions: does it hold the schema, and how often does it agree with the rules?

Start one (benchmarks/llm_server.py), set llm.base_url and llm.model, then: python -m benchmarks.llm
"""

import json
import random
from functools import partial
from itertools import chain, islice
from typing import Any

from benchmarks.llm_cases import changes
from benchmarks.record import DATA, write_result
from countercase.corpus.builtin import builtin_cases, builtin_matters
from countercase.counterfactual.validator import Ruling, Validator
from countercase.cuad.titles import ModelTitles, ask_title, create_title, letters
from countercase.errors import Abstained, EndpointError
from countercase.facts.extract import extract_facts
from countercase.llm.advisers import Advisers
from countercase.llm.client import Client, open_cache
from countercase.llm.model import HOLDS, LanguageModel
from countercase.settings import LlmSettings, load_settings

CONTRACTS, NARRATIVES, SEED = 5, 10, 20
# A model of this size answers a few tokens a second: it is shown little and may say little.
SHOWN = 800
SHORT = {"context_characters": SHOWN, "answer_tokens": 300, "concurrency": 1}


def measure(settings: LlmSettings) -> dict[str, Any]:
    """All three features over one model."""
    model = LanguageModel(Client(settings, open_cache(settings.cache)))
    figures = {
        "titles": measure_titles(model),
        "verdicts": measure_verdicts(Advisers(model)),
        "facts": measure_facts(Advisers(model)),
    }
    report = model.report()
    held = {word: sum(counts[word] for counts in report["answers"].values()) for word in HOLDS}
    asked = sum(held.values())
    rates = {
        "schema_hold_rate": _share(held["held"] + held["repaired"], asked),
        "schema_hold_rate_first_try": _share(held["held"], asked),
    }
    return {"model": settings.model, "settings": SHORT, **rates, **figures, "report": report}


def measure_titles(model: LanguageModel) -> dict[str, Any]:
    """Titles of a few contracts of CUAD; how many name the same parties as the rules do."""
    folder = DATA / "contracts" / "cuad_v1" / "full_contract_txt"
    if not folder.is_dir():
        return {"skipped": "no CUAD here"}
    files = random.Random(SEED).sample(sorted(folder.iterdir()), CONTRACTS)
    texts = {file.name: file.read_text(encoding="utf-8") for file in files}
    asked = ModelTitles(partial(ask_title, model), workers=1)
    titles = asked(texts)
    own = {name: title for name, title in titles.items() if name not in asked.by_rules}
    rules = {name: create_title(name, texts[name]) for name in texts}
    same = sum(_parties(own[name]) == _parties(rules[name]) for name in own)
    return {"asked": len(texts), "accepted": len(own), "same_parties_as_rules": same, "refused": asked.by_rules}


def measure_verdicts(advisers: Advisers) -> dict[str, Any]:
    """Twenty changes; the rules' decision against the model's, the model asked even where the rules reject."""
    rules = Validator()
    table: dict[str, int] = {}
    for change in changes():
        decided = rules(change.sheet, change.perturbation, change.changed).decision
        said = _said(advisers, change.sheet, change.perturbation, change.changed)
        pair = f"rules {decided}, model {said}"
        table[pair] = table.get(pair, 0) + 1
    agreed = sum(
        count for pair, count in table.items() if pair in ("rules accept, model accept", "rules reject, model reject")
    )
    decided_by_both = sum(count for pair, count in table.items() if pair.endswith(("accept", "reject")))
    return {
        "asked": sum(table.values()),
        "agreement": _share(agreed, decided_by_both),
        "table": dict(sorted(table.items())),
    }


def measure_facts(advisers: Advisers) -> dict[str, Any]:
    """Suggestions for ready matters: quotes that stand in the text, and those where the rules have a fact too."""
    kept = dropped = failed = overlapping = same_kind = 0
    for narrative in narratives():
        found = advisers.suggest_facts(narrative)
        failed += found.path != "model"
        dropped += found.dropped
        rules = extract_facts(narrative).facts
        for suggestion in found.kept:
            kept += 1
            beside = [
                fact for fact in rules if any(span.overlaps(own) for span in fact.spans for own in suggestion.spans)
            ]
            overlapping += bool(beside)
            same_kind += any(fact.kind is suggestion.kind for fact in beside)
    return {
        "asked": NARRATIVES,
        "failed": failed,
        "quotes_kept": kept,
        "quotes_dropped": dropped,
        "kept_beside_a_fact_of_the_rules": _share(overlapping, kept),
        "kept_with_its_kind": _share(same_kind, kept),
    }


def narratives() -> list[str]:
    """The ready matters and the first digests of the built-in corpus, cut to what the model is shown."""
    digests = (case.text for case in builtin_cases())
    return [text[:SHOWN] for text in islice(chain((matter.text for matter in builtin_matters()), digests), NARRATIVES)]


def _said(advisers: Advisers, *change: Any) -> str:
    try:
        plausible = json.loads(advisers.plausibility(*change))["plausible"]
    except Abstained:
        return Ruling.ABSTAIN.value
    except EndpointError:
        return "failed"
    return Ruling.ACCEPT.value if plausible else Ruling.REJECT.value


def _parties(title: str) -> set[str]:
    return {letters(party) for party in title.partition(" between ")[2].split(" and ")}


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 3) if whole else None


def main() -> None:
    """Measure the configured model."""
    settings = load_settings().llm
    if not settings.base_url:
        raise SystemExit("Start benchmarks/llm_server.py and set llm.base_url and llm.model first.")
    write_result("llm", measure(settings.model_copy(update=SHORT)))


if __name__ == "__main__":
    main()
