"""The proof of the instrument: planted truth, controls and contrasts on real text, and speed.

python -m benchmarks.counterfactual                  everything, about ten minutes on two cores
python -m benchmarks.counterfactual PART...          some of: planted, seen, fresh, speed; the other figures stay
"""

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.decisive_sentences import read_narratives, separations
from benchmarks.fresh_narratives import fresh_narratives
from benchmarks.headnote_sentences import headnote_narratives
from benchmarks.plain_rankings import PlainRankings
from benchmarks.planted_truth import planted
from benchmarks.record import DATA, RESULTS, write_result
from benchmarks.tree_speed import tree_speed
from benchmarks.verdict_checks import PLACEBOS, Sheets, contrasts, controls
from countercase.counterfactual.instrument import Instrument, LearntCase, build_instrument
from countercase.counterfactual.weights import package_prior
from countercase.domain.case import CaseId
from countercase.facts.extract import extract_facts
from countercase.law.provisions import find_provisions
from countercase.text.sentences import split_sentences

AILA = DATA / "caselaw" / "aila2019"
CHARGES = DATA / "caselaw" / "charge_identification"
NAME = "counterfactual"
FIRST_RUN = "fresh, first run"  # kept as it came out, before anything was changed in its light
# Worlds 0 to 599, 1000 to 1019 and 2000 to 2019 were looked at while the instrument was built; these were not.
FRESH_WORLDS = {"400 judgments": (7000, 40, 400), "1000 judgments": (8000, 20, 1000), "250 judgments": (9000, 40, 250)}
CONTRARY_WORLDS = {"250 judgments": (9000, 20, 250), "1000 judgments": (8000, 10, 1000)}


def main() -> None:
    """Measure and write results/counterfactual.json."""
    parts = {"planted": planted_part, "seen": seen_part, "fresh": fresh_part, "speed": speed_part}
    wanted = sys.argv[1:] or list(parts)
    unknown = [name for name in wanted if name not in parts]
    if unknown:
        sys.exit(f"There is no part {', '.join(unknown)}; there are {', '.join(parts)}.")
    path = RESULTS / f"{NAME}.json"
    known = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    kept = {name: known[name] for name in (*parts, FIRST_RUN) if name in known}
    figures = kept | {name: parts[name]() for name in wanted}
    write_result(NAME, {"placebos": PLACEBOS, **figures})


def planted_part() -> dict[str, Any]:
    """Generated worlds that were never looked at; then some whose law contradicts the package's weights."""
    contrary = {f"{name}, against the package's weights": world for name, world in CONTRARY_WORLDS.items()}
    return {
        **{name: planted(*world) for name, world in FRESH_WORLDS.items()},
        **{name: planted(*world, package_prior()) for name, world in contrary.items()},
    }


def seen_part() -> dict[str, Any]:
    """The narratives that were in view while the instrument was built."""
    marked = read_narratives(CHARGES / "sentences_dev.jsonl")
    return {
        **_on({name: extract_facts(text) for name, text in narratives()}),
        "sentences that experts marked": separations(marked, instrument(), plain(), CHARGES / "Labels.jsonl"),
    }


def fresh_part() -> dict[str, Any]:
    """Narratives that nothing was chosen with."""
    headnotes = headnote_narratives()
    return {
        **_on({name: extract_facts(text) for name, text in fresh_narratives()}),
        "sentences that a headnote repeats": separations(headnotes, instrument(), plain(), CHARGES / "Labels.jsonl"),
    }


def speed_part() -> dict[str, Any]:
    """A whole tree, searched and measured."""
    return tree_speed(narratives())


def _on(sheets: Sheets) -> dict[str, Any]:
    return {
        "controls": controls(sheets, instrument()),
        "typed edits against circumstances": contrasts(sheets, instrument()),
    }


@cache
def instrument() -> Instrument:
    """The package's weights, updated by the AILA judgments: what the product measures with on that corpus."""
    return build_instrument(read_corpus(), split_sentences, prior=package_prior())


@cache
def plain() -> PlainRankings:
    """BM25 and a search-like ranking over the same judgments."""
    return PlainRankings([judgment.text for judgment in read_corpus()])


@cache
def read_corpus() -> list[LearntCase]:
    """The AILA judgments with their sections and facts."""
    files = sorted((AILA / "Object_casedocs").glob("*.txt"))
    with ProcessPoolExecutor(2) as pool:
        return list(pool.map(_read_judgment, files, chunksize=50))


def _read_judgment(file: Path) -> LearntCase:
    text = file.read_text(encoding="utf-8", errors="replace")
    cited = {mention.provision.base for mention in find_provisions(text) if mention.provision is not None}
    return LearntCase(CaseId(file.stem), text, frozenset(cited), extract_facts(text).facts)


def narratives() -> Iterator[tuple[str, str]]:
    """AILA's queries and both files of charge identification."""
    for line in (AILA / "Query_doc.txt").read_text(encoding="utf-8", errors="replace").splitlines():
        name, _, text = line.partition("||")
        yield name, text
    for file in ("sentences_dev.jsonl", "Test-Doc.jsonl"):
        for line in (CHARGES / file).read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            yield row["factid"], " ".join(row["text"])


if __name__ == "__main__":
    main()
