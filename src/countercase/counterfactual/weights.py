"""How well each term predicts the law, learned from the sections cited by the judgments that hold it.

A term's weight is the divergence (Kullback-Leibler, in nats) of the sections cited where it occurs from the sections
cited everywhere, less the divergence of random sets of as many judgments. A term that does not clearly exceed chance
weighs nothing; otherwise, in a small corpus, half of the uninformative words would weigh a little. No word is listed by
hand: "stab" weighs much and "yesterday" nothing because of what courts cited beside them.
"""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
    random sets, `holders` how many judgments hold the term. A term that none holds has an infinite spread.
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
    drawn = np.array([_divergence(_random_votes(cites, int(size), rng), everywhere) for size in sizes])
    at, known = np.log(np.maximum(holders, 1)), np.log(sizes)
    return np.interp(at, known, drawn.mean(axis=1)), np.interp(at, known, drawn.std(axis=1))


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


# Words without names and numbers: a text without who, where and when.

_WORD = re.compile(r"[A-Za-z]{3,}")  # numbers are not words; they reach the instrument as categories
NAME_SHARE = 0.1  # a word that the corpus writes in lower case less often than this is a name
RAREST = 5  # judgments that must hold a term: fewer say nothing about the law


def stems(text: str) -> list[str]:
    """The stems of a text's words, in order, without numbers and function words; names are still included."""
    return [stemmed for stemmed, _ in cased_stems(text)]


def ordinary_terms(
    texts: Iterable[str], known: Container[str] = frozenset()
) -> tuple[tuple[str, ...], list[Counter[str]]]:
    """The terms that are not names, sorted, and their count in each text; a known term may be arbitrarily rare."""
    written: Counter[str] = Counter()
    in_lower: Counter[str] = Counter()
    holders: Counter[str] = Counter()
    counts: list[Counter[str]] = []
    for text in texts:
        cased = Counter(cased_stems(text))
        text_counts: Counter[str] = Counter()
        for (stemmed, lower), times in cased.items():
            text_counts[stemmed] += times
            in_lower[stemmed] += times * lower
        written.update(text_counts)
        holders.update(text_counts.keys())
        counts.append(text_counts)
    least = min(RAREST, max(1, len(counts) // 10))  # in a corpus of a dozen judgments no term reaches five
    kept = {
        stemmed
        for stemmed, times in written.items()
        if stemmed in known or (holders[stemmed] >= least and in_lower[stemmed] >= NAME_SHARE * times)
    }
    return tuple(sorted(kept)), [_only(text_counts, kept) for text_counts in counts]


def _only(counts: Counter[str], kept: set[str]) -> Counter[str]:
    return Counter({stemmed: times for stemmed, times in counts.items() if stemmed in kept})


def cased_stems(text: str) -> Iterator[tuple[str, bool]]:
    """The stem of each kept word, and whether the word is written in lower case."""
    for word in _WORD.findall(text):
        lower = word.lower()
        if lower not in MEASURING_STOP_WORDS:
            yield stem(lower), word == lower
