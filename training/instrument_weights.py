"""Learns the weights of words, deeds and categories that come with the package (counterfactual/data/weights.npz).

python -m training.instrument_weights              about ten minutes in one process; reads ../shared/data
python -m training.instrument_weights OUT.npz      writes somewhere else

How far a term predicts the law is how far the sections cited beside it differ from those cited everywhere
(countercase/counterfactual/weights.py). What is written is stems, category tokens and numbers: no text and no name.
A stem is kept where at least `RAREST_WORD` judgments hold it and more than half of its uses are in lower case.
"""

import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from countercase.counterfactual import weights
from countercase.counterfactual.weights import Learned, as_mapping, cased_stems, cited_sections, learn, section_profiles
from countercase.facts.categories import category_tokens, deed_tokens
from countercase.facts.extract import extract_facts
from countercase.law.provisions import find_provisions
from training import sources

DATA = Path(__file__).parents[2] / "shared" / "data" / "caselaw"
OUT = Path(__file__).parents[1] / "src" / "countercase" / "counterfactual" / "data" / weights.FILE
RAREST_WORD = 20  # judgments that must hold a stem
RAREST_SECTION = 20  # judgments that must cite a section for its facts to be written down
RAREST_TOKEN = 5  # judgments that must hold a deed or category
ORDINARY = 0.5  # share of a stem's uses that must be in lower case


@dataclass(slots=True)
class Tokens:
    """Which judgment holds which token, as rows of numbers; nothing of a text is kept."""

    numbers: dict[str, int] = field(default_factory=dict)
    rows: list["array[int]"] = field(default_factory=list)

    def add(self, tokens: Iterable[str]) -> None:
        """The tokens of one more judgment."""
        self.rows.append(array("i", sorted({self.numbers.setdefault(token, len(self.numbers)) for token in tokens})))

    def matrix(self) -> Any:
        """Judgments x tokens, 1 where the judgment holds the token."""
        from scipy import sparse

        ends = np.cumsum([0, *(len(row) for row in self.rows)])
        columns = np.concatenate([np.frombuffer(row, dtype=np.int32) for row in self.rows if len(row)])
        return sparse.csr_matrix((np.ones(len(columns)), columns, ends), shape=(len(self.rows), len(self.numbers)))


@dataclass(slots=True)
class Counts:
    """What is counted while the judgments go by."""

    families: dict[str, Tokens] = field(default_factory=lambda: {name: Tokens() for name in weights.FAMILIES})
    cited: list[tuple[str, ...]] = field(default_factory=list)
    written: Counter[str] = field(default_factory=Counter)
    in_lower: Counter[str] = field(default_factory=Counter)

    def add(self, text: str) -> None:
        """Read one judgment."""
        facts = extract_facts(text).facts
        bases = {mention.provision.base for mention in find_provisions(text) if mention.provision is not None}
        self.cited.append(tuple(sorted(bases)))
        self.families["deeds"].add(deed_tokens(facts))
        self.families["categories"].add(category_tokens(facts))
        stems = set()
        for (stem, lower), times in Counter(cased_stems(text)).items():
            stems.add(stem)
            self.written[stem] += times
            self.in_lower[stem] += times * lower
        self.families["text"].add(stems)


def judgments() -> Iterator[sources.Judgment]:
    """Every judgment at hand, one after the other."""
    return chain(
        sources.aila(DATA / "aila2019"),
        sources.scr(DATA / "scr_2023_2024"),
        sources.in_abs(DATA / "in_abs.tar.xz"),
    )


def learn_families(counts: Counts) -> dict[str, tuple[Sequence[str], Learned]]:
    """The tokens that are kept, sorted, with what the judgments say of them."""
    cites = cited_sections(counts.cited)
    return {family: _learn(family, tokens, cites, counts) for family, tokens in counts.families.items()}


def _learn(family: str, tokens: Tokens, cites: Any, counts: Counts) -> tuple[Sequence[str], Learned]:
    held = np.bincount(np.concatenate([np.frombuffer(row, dtype=np.int32) for row in tokens.rows if len(row)]))
    least = RAREST_WORD if family == "text" else RAREST_TOKEN
    kept = [
        token
        for token, number in sorted(tokens.numbers.items())
        if held[number] >= least and (family != "text" or counts.in_lower[token] > ORDINARY * counts.written[token])
    ]
    columns = [tokens.numbers[token] for token in kept]
    return kept, learn(tokens.matrix()[:, columns], cites)


def learn_profiles(counts: Counts, families: dict[str, tuple[Sequence[str], Learned]]) -> dict[str, dict[str, float]]:
    """For each section the deeds and categories with a weight that stand out where it is cited."""
    from scipy import sparse

    cited = Tokens()
    for sections in counts.cited:
        cited.add(sections)
    names, matrices = [], []
    for family in ("deeds", "categories"):
        kept, learned = families[family]
        weighed = [token for token, weight in zip(kept, learned.weights, strict=True) if weight > 0]
        names += weighed
        matrices.append(counts.families[family].matrix()[:, [counts.families[family].numbers[t] for t in weighed]])
    profiles = section_profiles(cited.matrix(), sparse.hstack(matrices).tocsr(), names, RAREST_SECTION)
    return as_mapping(list(cited.numbers), names, profiles)


def main() -> None:
    """Read, learn, write, and say what came of it."""
    counts, read = Counts(), Counter[str]()
    for judgment in judgments():
        counts.add(judgment.text)
        read[judgment.source] += 1
        if read.total() % 500 == 0:
            print(f"{read.total()} judgments", flush=True)
    families = learn_families(counts)
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else OUT
    profiles = learn_profiles(counts, families)
    weights.write_prior(out, read.total(), families, profiles)
    print(f"{out}: {out.stat().st_size:,} bytes; judgments: {dict(read)}")
    print(f"sections with their facts: {len(profiles)}")
    for family, (tokens, learned) in families.items():
        print(f"{family}: {len(tokens)} tokens, {int((learned.weights > 0).sum())} with a weight")


if __name__ == "__main__":
    main()
