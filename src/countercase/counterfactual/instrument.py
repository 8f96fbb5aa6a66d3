"""The instrument: a ranking for measuring, by facts and by words that predict the law; names and numbers do not count.

It is not the search. It answers one question: how far does a change of one fact move the judgments, if wording that
says nothing about the law is ignored? The ranking is exact: the same question gives the same scores, alone or among
thousands.
"""

import io
import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countercase.counterfactual.weights import (
    ENOUGH,
    NO_PRIOR,
    RAREST,
    Prior,
    as_mapping,
    as_matrix,
    cited_sections,
    combine,
    law_weights,
    learn,
    ordinary_terms,
    package_prior,
    section_profiles,
    stems,
)
from countercase.domain.case import CaseId
from countercase.domain.facts import Fact, FactKind, FactSheet
from countercase.domain.span import Span
from countercase.errors import IndexBroken, InputError
from countercase.facts.categories import category_tokens, deed_tokens, provision_tokens
from countercase.files import write_whole

# One part of the instrument: tokens with learned weights, and their saturated counts in every judgment.

Array = NDArray[np.float64]
K1, B = 1.2, 0.75  # from BM25; the figures in docs/instrument.md change by less than .01 between 0.5 and 5


@dataclass(frozen=True, slots=True)
class WeighedTokens:
    """`matrix` is tokens x judgments, each row multiplied by the token's weight: a score is a sum of rows."""

    tokens: tuple[str, ...]
    weights: Array
    matrix: Any
    place: Mapping[str, int]

    def score(self, questions: Sequence[Mapping[str, float]]) -> Array:
        """Questions x judgments; a question gives the count of each of its tokens."""
        from scipy import sparse

        entries = [
            (row, self.place[token], count)
            for row, question in enumerate(questions)
            for token, count in sorted(question.items())
            if token in self.place
        ]
        rows, columns, values = np.array(entries, dtype=np.float64).reshape(-1, 3).T
        shape = (len(questions), len(self.tokens))
        question_matrix = sparse.csr_matrix((values, (rows.astype(np.int64), columns.astype(np.int64))), shape=shape)
        return np.asarray((question_matrix @ self.matrix).todense())


def common_tokens(
    counts: Sequence[Mapping[str, int]], least: int = RAREST, known: Container[str] = frozenset()
) -> list[str]:
    """The tokens that occur in enough judgments, sorted. A small corpus needs fewer, a known token only one."""
    least = min(least, max(1, len(counts) // 10))
    judgments_with = Counter(token for tokens_of in counts for token in tokens_of)
    return sorted(token for token, judgments in judgments_with.items() if judgments >= least or token in known)


def build_part(
    tokens: Sequence[str],
    counts: Sequence[Mapping[str, int]],
    cites: Any | None,
    seed: int,
    family: str = "",
    prior: Prior = NO_PRIOR,
) -> WeighedTokens:
    """Weigh the tokens by rarity and, if citations are given, by law; count them in every judgment."""
    from scipy import sparse

    frequency = incidence(tokens, counts)
    holds = frequency.sign()
    weights = _rarity(holds) * _law_weights(family, tokens, holds, cites, seed, prior)
    return make_part(tuple(tokens), weights, (_saturate(frequency) @ sparse.diags(weights)).T.tocsr())


def _law_weights(family: str, tokens: Sequence[str], holds: Any, cites: Any | None, seed: int, prior: Prior) -> Array:
    """How well each token predicts the law, by the corpus and, if the package has weights for the family, by those."""
    if cites is None:
        return np.ones(len(tokens))
    if family not in prior.learned:
        return law_weights(holds, cites, seed)
    return combine(prior.of(family, tokens), learn(holds, cites, seed))


def incidence(tokens: Sequence[str], counts: Sequence[Mapping[str, int]]) -> Any:
    """Judgments x tokens, sparse: the count of each token in each judgment."""
    from scipy import sparse

    column_of = {token: column for column, token in enumerate(tokens)}
    entries = [
        (row, column_of[token], n)
        for row, tokens_of in enumerate(counts)
        for token, n in tokens_of.items()
        if token in column_of
    ]
    rows, columns, values = np.array(entries, dtype=np.int64).reshape(-1, 3).T
    return sparse.csr_matrix((values.astype(float), (rows, columns)), shape=(len(counts), len(tokens)))


def make_part(tokens: tuple[str, ...], weights: Array, matrix: Any) -> WeighedTokens:
    """A part from its stored arrays."""
    return WeighedTokens(tokens, weights, matrix, {token: row for row, token in enumerate(tokens)})


def _rarity(holds: Any) -> Array:
    """BM25's inverse document frequency, never below zero."""
    judgments = holds.shape[0]
    holders = np.asarray(holds.sum(axis=0)).ravel()
    return np.asarray(np.log1p((judgments - holders + 0.5) / (holders + 0.5)))


def _saturate(frequency: Any) -> Any:
    from scipy import sparse

    entries = frequency.tocoo()
    length = np.asarray(frequency.sum(axis=1)).ravel()
    norm = K1 * (1 - B + B * length / max(1e-12, length.mean()))
    values = entries.data * (K1 + 1) / (entries.data + norm[entries.row])
    return sparse.csr_matrix((values, (entries.row, entries.col)), shape=frequency.shape)


Split = Callable[[str], Sequence[Span]]  # splits a text into sentences
Dense = Callable[[Sequence[str]], Array]  # texts -> texts x judgments, in the instrument's order of cases

VERSION = 4
DEEDS = frozenset({FactKind.ACT, FactKind.INSTRUMENT, FactKind.RESULT})
PARTS = ("text", "deeds", "categories", "provisions")
BLOCK = 64  # questions scored at a time, so that memory stays bounded
_DECIMALS = 9  # sums taken in another order differ in the last bits, and ranks must not


@dataclass(frozen=True, slots=True)
class LearntCase:
    """What the instrument learns from one case: its text, the sections it cites, and its facts if known."""

    case_id: CaseId
    text: str
    provisions: Iterable[str]  # base provisions, such as IPC-302
    facts: Sequence[Fact] = ()


@dataclass(frozen=True, slots=True)
class InstrumentQuery:
    """A narrative and its facts. Wording acts through the narrative, facts through both.

    `sentences` skips the splitting if the sentences are known; `deeds` are the words that state acts.
    """

    narrative: str
    facts: tuple[Fact, ...] = ()
    sentences: tuple[str, ...] | None = None
    deeds: frozenset[str] = frozenset()

    @classmethod
    def of(cls, sheet: FactSheet) -> "InstrumentQuery":
        """The query for a fact sheet."""
        return cls(sheet.narrative, sheet.facts, deeds=words_of_deeds(sheet))


def words_of_deeds(sheet: FactSheet) -> frozenset[str]:
    """The words in which a sheet's narrative states acts, weapons and results."""
    spans = (span for fact in sheet.facts if fact.kind in DEEDS for span in fact.spans)
    return frozenset(span.of(sheet.narrative) for span in spans)


@dataclass(frozen=True, slots=True)
class Fusion:
    """The weight of each part's z-score, chosen on the development narratives (see docs/instrument.md)."""

    text: float = 1.0
    deeds: float = 4.0
    categories: float = 1.0
    provisions: float = 0.25
    dense: float = 0.5
    emphasis: float = 3.0  # added to the weight of words in a sentence that states an act


@dataclass(frozen=True, slots=True)
class Instrument:
    """Cases in order of id, and the parts. `split` cuts a narrative into sentences."""

    case_ids: tuple[CaseId, ...]
    parts: Mapping[str, WeighedTokens]
    split: Split
    fusion: Fusion = Fusion()
    dense: Dense | None = None

    def scores(self, questions: Sequence[InstrumentQuery]) -> Array:
        """Questions x cases: the sum of the parts' z-scores, standardised again. For many questions use `blocks`."""
        return np.concatenate(list(self.blocks(questions))) if questions else np.zeros((0, len(self.case_ids)))

    def blocks(self, questions: Sequence[InstrumentQuery]) -> Iterator[Array]:
        """The scores of the questions in order, a block at a time."""
        for start in range(0, len(questions), BLOCK):
            yield self._score(questions[start : start + BLOCK])

    def ranking(self, scores: Array, k: int) -> tuple[CaseId, ...]:
        """The k best cases of one row of scores; ties by case id."""
        return tuple(self.case_ids[index] for index in best(scores, k))

    def _score(self, questions: Sequence[InstrumentQuery]) -> Array:
        parts = self.part_scores(questions)
        fused = sum(getattr(self.fusion, name) * _standardised(scores) for name, scores in parts.items())
        return np.round(_standardised(np.asarray(fused)), _DECIMALS)

    def part_scores(self, questions: Sequence[InstrumentQuery]) -> dict[str, Array]:
        """The raw scores of each part, questions x cases."""
        sheets, rows = _distinct_facts(questions)
        scores = {
            "text": self._by_sentence(questions, self._score_text, self.fusion.emphasis),
            "deeds": self.parts["deeds"].score([deed_tokens(facts) for facts in sheets])[rows],
            "categories": self.parts["categories"].score([category_tokens(facts) for facts in sheets])[rows],
            "provisions": self._score_sections(sheets)[rows],
        }
        return scores if self.dense is None else {**scores, "dense": self._by_sentence(questions, self.dense)}

    def _score_sections(self, sheets: Sequence[tuple[Fact, ...]]) -> Array:
        """Score sections through the facts they stand for, not through citations."""
        facts = self.parts["provisions"].score([provision_tokens(sheet) for sheet in sheets])
        deeds = len(self.parts["deeds"].tokens)
        by_deeds = self.parts["deeds"].matrix.T @ facts[:, :deeds].T
        return np.asarray(by_deeds + self.parts["categories"].matrix.T @ facts[:, deeds:].T).T

    def _score_text(self, sentences: Sequence[str]) -> Array:
        return self.parts["text"].score([dict.fromkeys(stems(sentence), 1.0) for sentence in sentences])

    def _by_sentence(self, questions: Sequence[InstrumentQuery], score: Dense, emphasis: float = 0.0) -> Array:
        """Score each distinct sentence once; a narrative scores the sum of its sentences.

        A fact stated twice counts twice, and an edit of one sentence leaves the scores of the others unchanged.
        """
        from scipy import sparse

        row_of: dict[str, int] = {}
        states = _StatesDeed()
        rows, columns, counts = [], [], []
        for row, question in enumerate(questions):
            for sentence in self._sentences(question):
                rows.append(row)
                columns.append(row_of.setdefault(sentence.strip(), len(row_of)))
                counts.append(1 + emphasis * states(sentence, question.deeds))
        if not row_of:
            return np.zeros((len(questions), len(self.case_ids)))
        shape = (len(questions), len(row_of))
        return np.asarray(sparse.csr_matrix((counts, (rows, columns)), shape=shape) @ score(list(row_of)))

    def _sentences(self, question: InstrumentQuery) -> Sequence[str]:
        if question.sentences is not None:
            return question.sentences
        return [span.of(question.narrative) for span in self.split(question.narrative)]


class _StatesDeed:
    """Whether a sentence states an act. A pair of sentence and words is checked once."""

    def __init__(self) -> None:
        self._answers_by_deeds: dict[frozenset[str], dict[str, bool]] = {}

    def __call__(self, sentence: str, deeds: frozenset[str]) -> bool:
        if not deeds:
            return False
        answers = self._answers_by_deeds.setdefault(deeds, {})
        if sentence not in answers:
            answers[sentence] = bool(_any_word(deeds).search(sentence))
        return answers[sentence]


@lru_cache(maxsize=256)
def _any_word(words: frozenset[str]) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in sorted(words)))


def build_instrument(
    judgments: Iterable[LearntCase], split: Split, seed: int = 0, prior: Prior = NO_PRIOR
) -> Instrument:
    """Learn the weights from the judgments, starting from the prior; the same judgments give the same instrument."""
    cases = sorted(judgments, key=lambda judgment: judgment.case_id)
    if not cases:
        raise InputError("There are no judgments to learn word weights from. Run: countercase ingest PATH")
    provisions = [sorted(set(case.provisions)) for case in cases]
    cites = cited_sections(provisions)
    terms, counts = ordinary_terms((case.text for case in cases), prior.tokens("text"))
    deeds = [dict.fromkeys(deed_tokens(case.facts), 1) for case in cases]
    categories = [dict.fromkeys(category_tokens(case.facts), 1) for case in cases]
    parts = {
        "text": build_part(terms, counts, cites, seed, "text", prior),
        "deeds": _facts_part("deeds", deeds, cites, seed, prior),
        "categories": _facts_part("categories", categories, cites, seed, prior),
    }
    facts = [*parts["deeds"].tokens, *parts["categories"].tokens]
    facts_of_cases = [{**acts, **others} for acts, others in zip(deeds, categories, strict=True)]
    return Instrument(
        tuple(case.case_id for case in cases),
        {**parts, "provisions": _sections_part(provisions, facts_of_cases, facts, prior)},
        split,
    )


def _sections_part(
    provisions: Sequence[Sequence[str]], facts_of_cases: Sequence[Mapping[str, int]], facts: Sequence[str], prior: Prior
) -> WeighedTokens:
    """Sections x facts: from the corpus, or from the package for a section that few judgments of the corpus cite."""
    counts = [dict.fromkeys(cited, 1) for cited in provisions]
    cited = common_tokens(counts, least=1)
    citing = incidence(cited, counts)
    from_corpus = as_mapping(cited, facts, section_profiles(citing, incidence(facts, facts_of_cases), facts))
    judgments_citing = dict(zip(cited, np.asarray(citing.sum(axis=0)).ravel(), strict=True))
    from_package = {
        section: facts_of for section, facts_of in prior.profiles.items() if judgments_citing.get(section, 0) < ENOUGH
    }
    sections = tuple(sorted({*from_corpus, *from_package}))
    return make_part(sections, np.ones(len(sections)), as_matrix({**from_corpus, **from_package}, sections, facts))


def _facts_part(family: str, counts: Sequence[Mapping[str, int]], cites: Any, seed: int, prior: Prior) -> WeighedTokens:
    return build_part(common_tokens(counts, known=prior.tokens(family)), counts, cites, seed, family, prior)


def cached_instrument(
    path: Path, judgments: Iterable[LearntCase], split: Split, seed: int = 0, prior: Prior | None = None
) -> Instrument:
    """The instrument stored at a path. If there is none, it is learned from the judgments and stored.

    Without another prior, learning starts from the package's weights.
    """
    if path.is_file():
        with suppress(IndexBroken):  # a damaged file is learned again
            return load(path, split)
    built = build_instrument(judgments, split, seed, package_prior() if prior is None else prior)
    with suppress(InputError):  # on a full or read-only disk it is learned again next time
        save(built, path)
    return built


def save(instrument: Instrument, path: Path) -> None:
    """Write the instrument's arrays to one file. The split and dense functions are code and are not stored."""
    arrays: dict[str, Any] = {"version": np.array(VERSION), "case_ids": np.array(instrument.case_ids)}
    for name, part in instrument.parts.items():
        arrays[f"{name}.tokens"] = np.array(part.tokens, dtype=np.str_)
        arrays[f"{name}.weights"] = part.weights
        arrays[f"{name}.columns"] = np.array(part.matrix.shape[1])
        for field in ("data", "indices", "indptr"):
            arrays[f"{name}.{field}"] = getattr(part.matrix, field)
    content = io.BytesIO()
    np.savez_compressed(content, **arrays)
    write_whole(path, content.getvalue(), private=False)


def load(path: Path, split: Split, dense: Dense | None = None) -> Instrument:
    """Read the instrument that `save` wrote."""
    import zipfile

    try:
        with np.load(path, allow_pickle=False) as stored:
            if int(stored["version"]) != VERSION:
                raise IndexBroken(f"{path} was made by another version. Run: countercase index")
            case_ids = tuple(CaseId(str(case_id)) for case_id in stored["case_ids"])
            parts = {name: _stored_part(stored, name) for name in PARTS}
    except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise IndexBroken(f"{path} is not a readable instrument file ({error}). Run: countercase index") from None
    return Instrument(case_ids, parts, split, dense=dense)


def best(scores: Array, k: int) -> NDArray[np.intp]:
    """Indices of the k highest scores, best first; ties by index."""
    return np.argsort(-scores, kind="stable")[:k]


def _stored_part(stored: Any, name: str) -> WeighedTokens:
    from scipy import sparse

    tokens = tuple(str(token) for token in stored[f"{name}.tokens"])
    rows = (stored[f"{name}.data"], stored[f"{name}.indices"], stored[f"{name}.indptr"])
    shape = (len(tokens), int(stored[f"{name}.columns"]))
    return make_part(tokens, stored[f"{name}.weights"], sparse.csr_matrix(rows, shape=shape))


def _distinct_facts(questions: Sequence[InstrumentQuery]) -> tuple[list[tuple[Fact, ...]], list[int]]:
    """The distinct tuples of facts, and the index of each question's tuple: placebos share the sheet's facts."""
    sheets: dict[int, tuple[Fact, ...]] = {id(question.facts): question.facts for question in questions}
    row_of = {key: row for row, key in enumerate(sheets)}
    return list(sheets.values()), [row_of[id(question.facts)] for question in questions]


def _standardised(scores: Array) -> Array:
    """Scale each row to mean 0 and standard deviation 1; a constant row becomes zero."""
    centred = scores - scores.mean(axis=1, keepdims=True)
    spread = centred.std(axis=1, keepdims=True)
    return np.asarray(np.divide(centred, spread, out=np.zeros_like(centred), where=spread > 1e-12))
