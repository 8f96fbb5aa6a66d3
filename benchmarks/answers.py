"""What the built-in corpus can answer, with the weights that come with the package and without them.

python -m benchmarks.answers      about two minutes; ready matters and the development matters of ../shared/matters

For every typed change of every matter: depends, does not depend, or cannot be told. And how far the instrument over 178
digests finds the sentences that experts marked.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from benchmarks.decisive_sentences import marked_by_instrument, read_narratives
from benchmarks.fact_edits import typed_changes
from benchmarks.record import DATA, write_result
from countercase.corpus.builtin import builtin_cases, builtin_matters
from countercase.counterfactual.instrument import Instrument, LearntCase, build_instrument
from countercase.counterfactual.measure import FactPair, measure
from countercase.counterfactual.verdict import Answer, EdgeEvidence
from countercase.counterfactual.weights import NO_PRIOR, Prior, package_prior
from countercase.facts.extract import extract_case_facts, extract_facts
from countercase.settings import CounterfactualSettings
from countercase.text.sentences import split_sentences

PLACEBOS = CounterfactualSettings().placebos


def main() -> None:
    """Measure and write results/answers.json."""
    priors = {"with the package's weights": package_prior(), "without": NO_PRIOR}
    write_result("answers", {name: _figures(prior) for name, prior in priors.items()})


def builtin_instrument(prior: Prior) -> Instrument:
    """The instrument over the 178 digests."""
    judgments = [
        LearntCase(
            case.id, case.text, [p.base for p in case.provisions], extract_case_facts(case.text, case.paragraphs).facts
        )
        for case in builtin_cases()
    ]
    return build_instrument(judgments, split_sentences, prior=prior)


def matters() -> Iterator[tuple[str, str]]:
    """The ready matters, and the development matters where they are at hand."""
    for matter in builtin_matters():
        yield matter.id, matter.text
    path = DATA.parent / "matters" / "dev.json"
    if path.is_file():
        for row in json.loads(path.read_text(encoding="utf-8"))["matters"]:
            yield row["id"], row["narrative"]


def _figures(prior: Prior) -> dict[str, Any]:
    instrument = builtin_instrument(prior)
    seen: dict[str, list[EdgeEvidence]] = defaultdict(list)
    by_section: list[bool] = []
    for name, text in matters():
        sheet = extract_facts(text)
        changes = list(typed_changes(name, sheet))
        readings = measure([FactPair(sheet, after) for _, after in changes], instrument, PLACEBOS, 0)
        for (kind, _), reading in zip(changes, readings, strict=True):
            seen[kind].append(reading.evidence)
        sections = [r.evidence.answer for (kind, _), r in zip(changes, readings, strict=True) if kind == "section"]
        by_section += [Answer.DEPENDS in sections] if sections else []
    crossed = [one for own in seen.values() for one in own if one.support is not None and one.support.in_law]
    return {
        "tokens with a weight": {name: _weighed(instrument, name) for name in ("text", "deeds", "categories")},
        "answers by kind of change": {kind: _answers(own) for kind, own in sorted(seen.items())},
        "matters in which a change of section depends": f"{sum(by_section)} of {len(by_section)}",
        "changes that the law knows, called 'does not depend'": sum(one.answer is Answer.DOES_NOT for one in crossed),
        "sentences that experts marked, AUROC": marked_by_instrument(
            read_narratives(DATA / "caselaw" / "charge_identification" / "sentences_dev.jsonl"), instrument
        ),
    }


def _answers(own: list[EdgeEvidence]) -> dict[str, Any]:
    counts = Counter(one.answer for one in own)
    moved = sum(one.effect >= 0.01 for one in own)
    return {"changes": len(own), "with an effect": moved} | {answer.value: counts[answer] for answer in Answer}


def _weighed(instrument: Instrument, name: str) -> str:
    part = instrument.parts[name]
    return f"{int((part.weights > 0).sum())} of {len(part.tokens)}"


if __name__ == "__main__":
    main()
