"""How well each term predicts the law, learned from the sections that judgments with the term cite.

A term's weight is the divergence (Kullback-Leibler, in nats) of the sections cited where it occurs from the sections
cited everywhere, less the divergence of random sets of as many judgments. A term that does not clearly exceed chance
has no weight; otherwise half of the uninformative words of a small corpus would weigh a little. No word is listed by
hand: "stab" weighs much and "yesterday" nothing because of the sections that courts cite in the same judgments.
"""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countercase.domain.facts import Quantity
from countercase.files import whole_file
from countercase.text.words import MEASURING_STOP_WORDS, stem

Array = NDArray[np.float64]
SIZES = 30  # set sizes at which chance is sampled; interpolated in between
DRAWS = 100  # random sets of each size
CLEAR = 3.5  # standard deviations above the mean of random sets; chosen on generated worlds (docs/instrument.md)
BLOCK = 2000  # terms whose sections are counted at a time
RAREST_SECTION = 3  # judgments that must cite a section for it to count


def cited_sections(provisions: Sequence[Iterable[str]]) -> Any:
    """Judgments x sections as a sparse matrix; each judgment shares one vote among the sections it cites."""
    from scipy import sparse

    distinct = [sorted(set(cited)) for cited in provisions]
    holders: dict[str, int] = {}
    for cited in distinct:
        for base in cited:
            holders[base] = holders.get(base, 0) + 1
    least = min(RAREST_SECTION, max(1, len(distinct) // 100))
    column = {base: index for index, base in enumerate(sorted(b for b, n in holders.items() if n >= least))}
    rows, columns, votes = [], [], []
    for row, cited in enumerate(distinct):
        cited_columns = [column[base] for base in cited if base in column]
        rows += [row] * len(cited_columns)
        columns += cited_columns
        votes += [1 / len(cited_columns) for _ in cited_columns]
    return sparse.csr_matrix((votes, (rows, columns)), shape=(len(distinct), max(1, len(column))))


@dataclass(frozen=True, slots=True)
class Learned:
    """What some judgments say about each term.

    `excess` is the divergence above that of random sets of as many judgments, `spread` the standard deviation of the
    random sets, `holders` the number of judgments with the term. A term that occurs in none has an infinite spread.
    """

    excess: Array
    spread: Array
    holders: Array

    @property
    def weights(self) -> Array:
        """The excess of every term that clearly exceeds the random sets; 0 for the others."""
        return np.where(self.excess > CLEAR * self.spread, self.excess, 0.0)


def law_weights(holds: Any, cites: Any, seed: int = 0) -> Array:
    """A weight for each column of `holds` (judgments x terms, sparse, 0 or 1), given `cited_sections`."""
    if not cites.sum():
        return np.ones(holds.shape[1])  # a corpus that cites no section teaches nothing: all terms count alike
    return learn(holds, cites, seed).weights


def learn(holds: Any, cites: Any, seed: int = 0) -> Learned:
    """What the judgments say about each column of `holds`; nothing if they cite no section."""
    holders = np.asarray(holds.sum(axis=0), dtype=np.float64).ravel()
    votes = np.asarray(cites.sum(axis=0)).ravel()
    if not votes.sum():
        return Learned(np.zeros(len(holders)), np.full(len(holders), np.inf), np.zeros(len(holders)))
    everywhere = votes / votes.sum()
    mean, spread = _by_chance(holders, cites, everywhere, seed)
    excess = np.concatenate([_divergence(votes_of, everywhere) for votes_of in _votes_of_terms(holds, cites)]) - mean
    return Learned(np.where(holders > 0, excess, 0.0), np.where(holders > 0, spread, np.inf), holders)


def _votes_of_terms(holds: Any, cites: Any) -> Iterator[Array]:
    """Terms x sections, a few thousand terms at a time: all at once would fill the memory."""
    by_term = holds.T.tocsr()
    for start in range(0, max(1, by_term.shape[0]), BLOCK):
        yield np.asarray((by_term[start : start + BLOCK] @ cites).todense())


def _by_chance(holders: Array, cites: Any, everywhere: Array, seed: int) -> tuple[Array, Array]:
    """Mean and standard deviation of the divergence of random sets of judgments, for each number of holders."""
    rng = np.random.default_rng(seed)
    sizes = np.unique(np.geomspace(1, cites.shape[0], SIZES).astype(int))
    divergences = np.array([_divergence(_random_votes(cites, int(size), rng), everywhere) for size in sizes])
    log_holders, log_sizes = np.log(np.maximum(holders, 1)), np.log(sizes)
    return np.interp(log_holders, log_sizes, divergences.mean(axis=1)), np.interp(
        log_holders, log_sizes, divergences.std(axis=1)
    )


def _random_votes(cites: Any, size: int, rng: np.random.Generator) -> Array:
    """The votes of `DRAWS` random sets of judgments, sets x sections."""
    from scipy import sparse

    judgments = cites.shape[0]
    members = np.concatenate([rng.choice(judgments, size, replace=False) for _ in range(DRAWS)])
    sets = sparse.csr_matrix((np.ones(len(members)), members, np.arange(DRAWS + 1) * size), shape=(DRAWS, judgments))
    return np.asarray((sets @ cites).todense())


def _divergence(votes: Array, everywhere: Array) -> Array:
    """Kullback-Leibler divergence of each row's shares from the shares everywhere; 0 for a row without votes."""
    total = votes.sum(axis=1, keepdims=True)
    shares = np.divide(votes, total, out=np.zeros_like(votes), where=total > 0)
    ratio = np.divide(shares, everywhere, out=np.ones_like(shares), where=(shares > 0) & (everywhere > 0))
    return np.asarray((shares * np.log(ratio)).sum(axis=1))


# The words of a text without names and numbers: without who, where and when.

_WORD = re.compile(r"[A-Za-z]{3,}")  # numbers are not words; they reach the instrument as categories
NAME_SHARE = 0.1  # a word that the corpus writes in lower case less often than this is a name
RAREST = 5  # judgments in which a term must occur: fewer say nothing about the law


def stems(text: str) -> list[str]:
    """The stems of a text's words, in order, without numbers and function words; names are still included."""
    return [stemmed for stemmed, _ in cased_stems(text)]


def ordinary_terms(
    texts: Iterable[str], known: Container[str] = frozenset()
) -> tuple[tuple[str, ...], list[Counter[str]]]:
    """The terms that are not names, sorted, and their count in each text; a known term may be arbitrarily rare."""
    written: Counter[str] = Counter()
    in_lower: Counter[str] = Counter()
    texts_with: Counter[str] = Counter()
    counts: list[Counter[str]] = []
    for text in texts:
        stem_counts = Counter(cased_stems(text))
        text_counts: Counter[str] = Counter()
        for (stemmed, lower), times in stem_counts.items():
            text_counts[stemmed] += times
            in_lower[stemmed] += times * lower
        written.update(text_counts)
        texts_with.update(text_counts.keys())
        counts.append(text_counts)
    least = min(RAREST, max(1, len(counts) // 10))  # in a corpus of a dozen judgments no term reaches five
    ordinary = {
        stemmed
        for stemmed, times in written.items()
        if stemmed in known or (texts_with[stemmed] >= least and in_lower[stemmed] >= NAME_SHARE * times)
    }
    return tuple(sorted(ordinary)), [_restricted_to(text_counts, ordinary) for text_counts in counts]


def _restricted_to(counts: Counter[str], terms: set[str]) -> Counter[str]:
    return Counter({stemmed: times for stemmed, times in counts.items() if stemmed in terms})


def cased_stems(text: str) -> Iterator[tuple[str, bool]]:
    """The stem of each kept word, and whether the word is written in lower case."""
    for word in _WORD.findall(text):
        lower = word.lower()
        if lower not in MEASURING_STOP_WORDS:
            yield stem(lower), word == lower


# What a cited section says about the facts: the acts and categories that are more frequent in judgments that cite it.
#
# The instrument does not count citations. If a matter names section 302, ranking the judgments that cite section 302
# would only return what was put in. Instead a section stands for its facts: a change from one section to another moves
# the ranking as far as the judgments under the two sections differ in what was done and proved.

LONGEST = 20  # most tokens that a section stands for
_NUMBERS = tuple(f"{quantity.value} " for quantity in Quantity)
FEWEST = 3  # judgments that must cite a section before its facts differ from chance


def section_profiles(cites: Any, holds: Any, tokens: Sequence[str], fewest: int = FEWEST) -> Any:
    """Sections x tokens, sparse: how much more frequent each token is in judgments under a section.

    `cites` is judgments x sections and `holds` judgments x tokens, both 0 or 1. Numbers are left out: a sum falls on
    one side of every line that the law sets for sums, and those sides would fill the profile.
    """
    from scipy import sparse

    judgments = cites.shape[0]
    citing = np.asarray(cites.sum(axis=0)).ravel()
    everywhere = np.asarray(holds.sum(axis=0)).ravel() / max(1, judgments)
    together = (cites.T @ holds).tocsr()
    counted = np.array([not token.startswith(_NUMBERS) for token in tokens], dtype=bool)
    rows = []
    for section, judgments_citing in enumerate(citing):
        row = together[section]
        lifts = row.data / max(1, judgments_citing) - everywhere[row.indices]
        lifts = np.where(counted[row.indices], lifts, 0.0)
        best = np.argsort(-lifts, kind="stable")[:LONGEST] if judgments_citing >= fewest else np.zeros(0, dtype=int)
        rows.append([(int(row.indices[index]), float(lifts[index])) for index in best if lifts[index] > 0])
    ends = np.cumsum([0, *map(len, rows)])
    columns = np.array([column for row in rows for column, _ in row], dtype=np.int64)
    values = np.array([lift for row in rows for _, lift in row], dtype=np.float64)
    return sparse.csr_matrix((values, columns, ends), shape=(cites.shape[1], holds.shape[1]))


def as_mapping(sections: Sequence[str], tokens: Sequence[str], profiles: Any) -> dict[str, dict[str, float]]:
    """Section -> token -> lift. A section whose facts do not differ from chance is absent."""
    by_section = {}
    for number, section in enumerate(sections):
        row = profiles[number]
        if row.nnz:
            by_section[section] = {tokens[at]: float(lift) for at, lift in zip(row.indices, row.data, strict=True)}
    return by_section


def as_matrix(profiles: Mapping[str, Mapping[str, float]], sections: Sequence[str], tokens: Sequence[str]) -> Any:
    """The same as a matrix, for these sections and tokens."""
    from scipy import sparse

    column_of = {token: column for column, token in enumerate(tokens)}
    entries = [
        (row, column_of[token], lift)
        for row, section in enumerate(sections)
        for token, lift in profiles.get(section, {}).items()
        if token in column_of
    ]
    rows, columns, values = np.array(entries, dtype=np.float64).reshape(-1, 3).T
    shape = (len(sections), len(tokens))
    return sparse.csr_matrix((values, (rows.astype(np.int64), columns.astype(np.int64))), shape=shape)


# The weights that come with the package, and how a user's corpus corrects them.
#
# They were learned from more than ten thousand judgments (training/instrument_weights.py), so that a corpus of a
# hundred cases is enough to measure with. They are facts about words: stems, categories and numbers, no text and no
# names. Families are open: any string that `facts/categories.py` returns is a token.

FILE = "weights.npz"
FAMILIES = ("text", "deeds", "categories")
PACKAGE_WORTH = 50  # the package's evidence on a term counts for at most so many of the user's judgments
ENOUGH = 30  # judgments with a term before the corpus alone can give it zero weight


@dataclass(frozen=True, slots=True)
class Prior:
    """What the package's judgments say: for each family, the index of each token in its `Learned`.

    `profiles` lists the acts and categories that stand out where a section is cited (see `section_profiles`).
    """

    judgments: int
    places: Mapping[str, Mapping[str, int]]
    learned: Mapping[str, Learned]
    profiles: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def tokens(self, family: str) -> Container[str]:
        """The tokens of a family that the package knows."""
        return self.places.get(family, {})

    def of(self, family: str, tokens: Sequence[str]) -> Learned:
        """The package's evidence on some tokens; an unknown token has no holders."""
        places = self.places.get(family, {})
        rows = np.array([places.get(token, -1) for token in tokens], dtype=np.int64)
        known, learned = rows >= 0, self.learned.get(family, _NOTHING)
        excess, spread, holders = np.zeros(len(rows)), np.full(len(rows), np.inf), np.zeros(len(rows))
        excess[known], spread[known] = learned.excess[rows[known]], learned.spread[rows[known]]
        holders[known] = learned.holders[rows[known]]
        return Learned(excess, spread, holders)


_NOTHING = Learned(np.zeros(0), np.zeros(0), np.zeros(0))
NO_PRIOR = Prior(0, {}, {})


def combine(package: Learned, corpus: Learned) -> Array:
    """One weight per term: the mean of both sources, weighted by the judgments behind each.

    However many they are, the package's judgments are not the user's, so they count for at most `PACKAGE_WORTH` of
    those. If a term is frequent in the corpus, but the corpus gives it no weight, its weight is zero.
    """
    counts = np.divide(package.holders * PACKAGE_WORTH, package.holders + PACKAGE_WORTH)
    together = np.maximum(1e-12, counts + corpus.holders)
    share = counts / together
    excess = share * package.excess + (1 - share) * corpus.excess
    spread = np.hypot(_scaled(share, package.spread), _scaled(1 - share, corpus.spread))
    overruled = (corpus.holders > ENOUGH) & (corpus.excess <= CLEAR * corpus.spread)
    return np.where((excess > CLEAR * spread) & ~overruled, excess, 0.0)


def _scaled(share: Array, spread: Array) -> Array:
    """Scale a spread by its share; a spread with no share may be infinite."""
    return np.where(share > 0, share * np.where(np.isfinite(spread), spread, 0.0), 0.0)


@cache
def package_prior() -> Prior:
    """The weights that come with the package."""
    with resources.as_file(resources.files("countercase.counterfactual").joinpath("data", FILE)) as path:
        return read_prior(path)


def read_prior(path: Path) -> Prior:
    """Read the weights that `write_prior` wrote."""
    from scipy import sparse

    with np.load(path, allow_pickle=False) as stored:
        places, learned = {}, {}
        for family in FAMILIES:
            places[family] = {token: row for row, token in enumerate(_lines(stored[f"{family}.tokens"]))}
            numbers = (stored[f"{family}.{name}"].astype(np.float64) for name in ("excess", "spread", "holders"))
            learned[family] = Learned(*numbers)
        facts = [*places["deeds"], *places["categories"]]
        lift, token, ends = (stored[f"profiles.{name}"] for name in ("lift", "token", "ends"))
        parts = (lift.astype(np.float64), token.astype(np.int32), ends.astype(np.int32))
        sections = _lines(stored["profiles.sections"])
        matrix = sparse.csr_matrix(parts, shape=(len(sections), len(facts)))
        return Prior(int(stored["judgments"]), places, learned, as_mapping(sections, facts, matrix))


def write_prior(
    path: Path,
    judgments: int,
    families: Mapping[str, tuple[Sequence[str], Learned]],
    profiles: Mapping[str, Mapping[str, float]],
) -> None:
    """Write the weights compactly: tokens as lines of text, numbers in 16 bits."""
    facts = [*families["deeds"][0], *families["categories"][0]]
    matrix = as_matrix(profiles, list(profiles), facts)
    arrays: dict[str, Any] = {
        "judgments": np.array(judgments),
        "profiles.sections": _text(list(profiles)),
        "profiles.lift": matrix.data.astype(np.float16),
        "profiles.token": matrix.indices.astype(np.uint16),
        "profiles.ends": matrix.indptr.astype(np.uint32),
    }
    for family, (tokens, learned) in families.items():
        arrays[f"{family}.tokens"] = _text(tokens)
        arrays[f"{family}.excess"] = learned.excess.astype(np.float16)
        arrays[f"{family}.spread"] = learned.spread.astype(np.float16)
        arrays[f"{family}.holders"] = learned.holders.astype(np.uint32)
    with whole_file(path, private=False) as file:
        np.savez_compressed(file, **arrays)


def _text(lines: Sequence[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(lines).encode("utf-8"), dtype=np.uint8)


def _lines(stored: Any) -> list[str]:
    return [line for line in stored.tobytes().decode("utf-8").split("\n") if line]
