"""Finds the units of contracts that answer a query: picks the contract, scores its units, and adds up the scores."""

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from math import log, sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from countercase.cuad.benchmark import Document, RetrievedSnippet
from countercase.cuad.clauses import (
    UNITS,
    Clause,
    ClauseModel,
    content_stems,
    nearest_clause,
    shipped_model,
    split_query,
)
from countercase.cuad.generate import rule_titles
from countercase.domain.ranking import Encoder, Reranker
from countercase.domain.span import Span
from countercase.errors import InputError, ModelError
from countercase.files import whole_file
from countercase.retrieval.bm25 import PlainBm25
from countercase.retrieval.dense import inner_products
from countercase.retrieval.fusion import combine
from countercase.retrieval.searcher import best

# Which contract a title refers to. This matters more than any embedding: most contracts have every clause. The title is
# compared with each contract's file name, opening and closing (the signatures name the parties), and with the title
# that our rules would give it. The texts of the likeliest few are then searched for the title's word pairs.

_WORD = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
# "amended and restated" is a complete contract; an amendment only adds to one
_AMENDMENT = re.compile(r"amend(?!ed\s+and\s+restated)|addendum|supplement", re.IGNORECASE)

TITLE_K1, TITLE_B = 1.2, 0.3  # of BM25 over titles
PAIR = 0.5  # two words side by side
NAME, OPENING, HEAD, TAIL, RULE_TITLE = 0.3, 0.5, 0.5, 0.3, 0.5
AMENDMENT = 0.3  # both are amendments, or neither is
SAME_TITLE = 3.0  # titles are distinct, so the same title means the same contract
SHORTLIST, WHOLE_TEXT = 12, 2.0

Scores = NDArray[np.float64]


class DocumentPicker:
    """Ranks contracts for a title. Answers are cached, since every title occurs in many queries."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._documents = documents
        texts = {document.file_path.rpartition("/")[2]: document.text for document in documents}
        titles = rule_titles(texts)
        names = [document.file_path.rpartition("/")[2] for document in documents]
        self._titles = _RuleTitles([titles[name] for name in names])
        self._head = _Field(document.text[:5000] for document in documents)
        self._fields = (
            (NAME, _Field(_CAMEL.sub(" ", name) for name in names)),
            (OPENING, _Field(document.text[:1500] for document in documents)),
            (HEAD, self._head),
            (TAIL, _Field(document.text[-3000:] for document in documents)),
        )
        self._amends = np.array(
            [bool(_AMENDMENT.search(f"{document.file_path} {document.text[:600]}")) for document in documents]
        )
        self._picked: dict[str, list[int]] = {}
        self._plain_texts: dict[int, str] = {}

    def pick(self, title: str) -> list[int]:
        """Indices of the contracts, the likeliest first; ties in the given order."""
        if title not in self._picked:
            ranked = _best_first(self._scores(title))
            self._picked[title] = [*self._by_whole_text(title, ranked[:SHORTLIST]), *ranked[SHORTLIST:]]
        return self._picked[title]

    def _scores(self, title: str) -> Scores:
        tokens = dict.fromkeys(_tokens(title))
        total: Scores = AMENDMENT * (self._amends == bool(_AMENDMENT.search(title))).astype(np.float64)
        for weight, index in self._fields:
            total += weight * index.share(tokens)
        return total + self._titles.likeness(title)

    def _by_whole_text(self, title: str, shortlist: Sequence[int]) -> list[int]:
        """Re-rank the shortlist by how many of the title's word pairs occur in each whole text."""
        pairs = {token: self._head.rarity(token) for token in _tokens(title) if " " in token}
        weight = WHOLE_TEXT / (sum(pairs.values()) or 1)
        scores = self._scores(title)[list(shortlist)]
        for row, index in enumerate(shortlist):
            text = self._plain_text(index)
            scores[row] += weight * sum(rarity for pair, rarity in pairs.items() if f" {pair} " in text)
        return [shortlist[row] for row in _best_first(scores)]

    def _plain_text(self, index: int) -> str:
        if index not in self._plain_texts:
            self._plain_texts[index] = f" {_plain(self._documents[index].text)} "
        return self._plain_texts[index]


class _Field:
    """BM25 over one part of every contract."""

    def __init__(self, texts: Iterable[str]) -> None:
        counts = [Counter(_tokens(text)) for text in texts]
        lengths = [sum(count.values()) for count in counts]
        average = sum(lengths) / max(1, len(lengths)) or 1.0
        self._size = len(counts)
        self._frequency = Counter(token for count in counts for token in count)
        postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for index, (count, length) in enumerate(zip(counts, lengths, strict=True)):
            for token, times in count.items():
                weight = times * (TITLE_K1 + 1) / (times + TITLE_K1 * (1 - TITLE_B + TITLE_B * length / average))
                postings[token].append((index, self.rarity(token) * weight * (PAIR if " " in token else 1)))
        self._postings = postings

    def rarity(self, token: str) -> float:
        """Inverse document frequency of a token."""
        return log(1 + (self._size - self._frequency[token] + 0.5) / (self._frequency[token] + 0.5))

    def share(self, tokens: Mapping[str, None]) -> Scores:
        """Scores divided by the best one."""
        scores = np.zeros(self._size)
        for token in tokens:
            for index, weight in self._postings.get(token, ()):
                scores[index] += weight
        return scores / scores.max() if scores.any() else scores


class _RuleTitles:
    """The titles that our rules give the contracts, and how similar each is to the title in a query."""

    def __init__(self, titles: Sequence[str]) -> None:
        self._plain = [_plain(title) for title in titles]
        self._frequency = Counter(token for title in self._plain for token in set(_tokens(title)))
        self._vectors = [self._vector(title) for title in self._plain]

    def likeness(self, title: str) -> Scores:
        """Cosine of weighted words and word pairs, with a decisive bonus for an equal title."""
        query, plain = self._vector(title), _plain(title)
        cosines = [sum(value * vector.get(token, 0) for token, value in query.items()) for vector in self._vectors]
        return RULE_TITLE * np.array(cosines) + SAME_TITLE * np.array([other == plain for other in self._plain])

    def _vector(self, title: str) -> dict[str, float]:
        count = len(self._plain)
        weights = {
            token: (PAIR if " " in token else 1) * log(1 + count / (1 + self._frequency[token]))
            for token in set(_tokens(title))
        }
        length = sqrt(sum(weight * weight for weight in weights.values())) or 1.0
        return {token: weight / length for token, weight in weights.items()}


def _best_first(scores: Scores) -> list[int]:
    return [int(index) for index in np.argsort(-scores, kind="stable")]


def _tokens(text: str) -> list[str]:
    words = _WORD.findall(text.lower())
    return [*words, *(f"{left} {right}" for left, right in pairwise(words))]


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.lower()))


K1, B = 1.2, 0.75  # of BM25 over units; its tokens are plain, since Indian provisions are noise in contracts

# Plans: which units, whether the title picks the contract first, and which scores are added.

BM25, DENSE, WORDS = "bm25", "dense", "clause_words"


@dataclass(frozen=True, slots=True)
class ContractPlan:
    """A way to search contracts. An ablation is another plan, never another retriever.

    `weights` multiply standardised scores. `clause_words` is the learned model; a question that it does not know is
    answered by the plan named in `fallback`.
    """

    name: str
    units: str
    pick: bool  # whether to search only the contract that the query's title refers to
    weights: Mapping[str, float] = field(default_factory=lambda: {BM25: 1.0})
    fallback: str = ""
    rerank: int = 0  # how many units a cross-encoder reads

    @property
    def needs_encoder(self) -> bool:
        """Whether vectors are needed, for the plan or for its fallback."""
        return DENSE in self.weights or (bool(self.fallback) and PLANS[self.fallback].needs_encoder)


_LEARNED = {WORDS: 1.0}
_DENSE = {DENSE: 1.0}
_HYBRID = {BM25: 0.5, DENSE: 1.0}
DEFAULT = "learned_hybrid"

PLANS: Mapping[str, ContractPlan] = {
    plan.name: plan
    for plan in (
        ContractPlan("learned", "sentences", pick=True, weights=_LEARNED, fallback="picked_clauses_bm25"),
        ContractPlan("learned_hybrid", "sentences", pick=True, weights=_LEARNED, fallback="picked_clauses_hybrid"),
        ContractPlan("naive_bm25", "naive", pick=False),
        ContractPlan("recursive_bm25", "recursive", pick=False),
        ContractPlan("clauses_bm25", "clauses", pick=False),
        ContractPlan("picked_naive_bm25", "naive", pick=True),
        ContractPlan("picked_recursive_bm25", "recursive", pick=True),
        ContractPlan("picked_clauses_bm25", "clauses", pick=True),
        ContractPlan("picked_sentences_bm25", "sentences", pick=True),
        ContractPlan("recursive_dense", "recursive", pick=False, weights=_DENSE),
        ContractPlan("recursive_hybrid", "recursive", pick=False, weights=_HYBRID),
        ContractPlan("picked_recursive_dense", "recursive", pick=True, weights=_DENSE),
        ContractPlan("picked_recursive_hybrid", "recursive", pick=True, weights=_HYBRID),
        ContractPlan("picked_clauses_hybrid", "clauses", pick=True, weights=_HYBRID),
        ContractPlan("picked_clauses_rerank", "clauses", pick=True, weights=_HYBRID, rerank=64),
    )
}


def find_contract_plan(name: str) -> ContractPlan:
    """A plan by name."""
    if name not in PLANS:
        raise InputError(f"There is no plan {name!r} for contracts. Known: {', '.join(PLANS)}.")
    return PLANS[name]


# Vectors of a contract's units, computed when first needed and kept in a folder if one is given.


class UnitVectors:
    """One vector per unit, in order, for each contract; the vector of a question is computed once."""

    def __init__(self, encoder: Encoder, units_name: str, folder: Path | None = None) -> None:
        self._encoder = encoder
        self._units_name = units_name
        self._folder = folder
        self._by_file: dict[str, NDArray[np.float16]] = {}
        self._questions: dict[str, NDArray[np.float32]] = {}

    def question(self, text: str) -> NDArray[np.float32]:
        """The vector of a question."""
        if text not in self._questions:
            self._questions[text] = self._encoder.encode_queries([text])[0]
        return self._questions[text]

    def of(self, document: Document, units: Sequence[Span]) -> NDArray[np.float16]:
        """The vectors of a contract's units."""
        vectors = self._by_file.get(document.file_path)
        if vectors is None:
            vectors = self._load(document, units)
            self._by_file[document.file_path] = vectors
        return vectors

    def _load(self, document: Document, units: Sequence[Span]) -> NDArray[np.float16]:
        path = self._folder / f"{self._key(document)}.npy" if self._folder else None
        if path is not None and path.is_file():
            stored: NDArray[np.float16] = np.load(path, allow_pickle=False)
            if len(stored) == len(units):
                return stored
        vectors = self._encoder.encode_passages([unit.of(document.text) for unit in units]).astype(np.float16)
        if path is not None:
            with whole_file(path) as stream:
                np.save(stream, vectors, allow_pickle=False)
        return vectors

    def _key(self, document: Document) -> str:
        parts = f"{self._encoder.name}\n{self._units_name}\n{document.text}"
        return hashlib.sha256(parts.encode()).hexdigest()[:32]


UnitScores = Mapping[int, float]

NEXT_CONTRACT = 1000.0  # standardised scores of two contracts are not comparable, so the next is ranked below


class ContractRetriever:
    """One plan over one set of contracts. What a contract needs is computed when it is first searched."""

    def __init__(
        self,
        documents: Sequence[Document],
        plan: ContractPlan,
        encoder: Encoder | None = None,
        reranker: Reranker | None = None,
        model: ClauseModel | None = None,
        picker: DocumentPicker | None = None,
        vectors_in: Path | None = None,
    ) -> None:
        if plan.needs_encoder and encoder is None:
            raise ModelError(f"The plan {plan.name} needs an encoder. Set models.encoder, or use a plan without dense.")
        if plan.rerank and reranker is None:
            raise ModelError(f"The plan {plan.name} needs a re-ranker. Set models.reranker, or use a plan without it.")
        self._documents = documents
        self._plan = plan
        self._encoder = encoder
        self._reranker = reranker
        self._vectors_in = vectors_in
        self._model = model or shipped_model()
        self._units: list[list[Span]] = [UNITS[plan.units](document.text) for document in documents]
        self._starts = np.cumsum([0, *(len(units) for units in self._units)])
        self._contract_of = np.repeat(np.arange(len(documents)), np.diff(self._starts))
        self._picker = picker or (DocumentPicker(documents) if plan.pick else None)
        self._vectors = UnitVectors(encoder, plan.units, vectors_in) if encoder else None
        self._bm25_scores = lru_cache(maxsize=64)(self._score_all)
        self._clause_scores: dict[int, NDArray[np.float32]] = {}

    @property
    def name(self) -> str:
        """The plan's name."""
        return self._plan.name

    def retrieve(self, query: str, k: int) -> list[RetrievedSnippet]:
        """The best `k` units of the contract in the title; units of the next likeliest only if it has too few."""
        parts = split_query(query)
        clause = self._clause(parts.question)
        if self._plan.fallback and clause is None:
            return self._fallback.retrieve(query, k)
        if self._picker is None:
            return [self._snippet(row, score) for row, score in self._everywhere(query, k)]
        snippets: list[RetrievedSnippet] = []
        for number, contract in enumerate(self._picker.pick(parts.title)):
            ranked = self._inside(parts.question, clause, contract)[: k - len(snippets)]
            snippets.extend(self._snippet(row, score - number * NEXT_CONTRACT) for row, score in ranked)
            if len(snippets) == k:
                break
        return snippets

    @cached_property
    def _fallback(self) -> "ContractRetriever":
        """The retriever for questions that the model does not know, built when first needed."""
        plan = find_contract_plan(self._plan.fallback)
        return ContractRetriever(
            self._documents, plan, self._encoder, self._reranker, self._model, self._picker, self._vectors_in
        )

    @cached_property
    def _bm25(self) -> PlainBm25:
        texts = [self._text(row) for row in range(int(self._starts[-1]))]
        return PlainBm25(texts, content_stems, K1, B)

    @cached_property
    def _all_vectors(self) -> NDArray[np.float16]:
        return np.concatenate([self._vectors_of(contract) for contract in range(len(self._documents))])

    def _score_all(self, question: str) -> NDArray[np.float32]:
        return self._bm25.scores(question)

    def _everywhere(self, query: str, k: int) -> list[tuple[int, float]]:
        """Search all contracts together. The title stays in the query, since a unit may contain it."""
        pools: list[UnitScores] = []
        for name in self._plan.weights:
            if name == BM25:
                hits = best(self._bm25.scores(query), max(k, 100), floor=0.0)
            else:
                hits = best(inner_products(self._vector(query), self._all_vectors), max(k, 100))
            pools.append(dict(zip(hits.rows.tolist(), hits.scores.tolist(), strict=True)))
        return self._reranked(query, combine(pools, list(self._plan.weights.values())))[:k]

    def _inside(self, question: str, clause: Clause | None, contract: int) -> list[tuple[int, float]]:
        first, end = int(self._starts[contract]), int(self._starts[contract + 1])
        scores = []
        for name in self._plan.weights:
            if name == WORDS and clause is not None:
                values = self._model.column(self._words(contract), clause.column)
            elif name == DENSE:
                values = np.asarray(self._vectors_of(contract), dtype=np.float32) @ self._vector(question)
            else:
                values = self._bm25_scores(question)[first:end]
            scores.append({first + row: float(value) for row, value in enumerate(values)})
        return self._reranked(question, combine(scores, list(self._plan.weights.values())))

    def _clause(self, question: str) -> Clause | None:
        """The clause type asked for, if the plan uses the learned model and the model knows it."""
        clause = nearest_clause(question) if WORDS in self._plan.weights else None
        return clause if clause and self._model.knows(clause.column) else None

    def _reranked(self, question: str, ranked: list[tuple[int, float]]) -> list[tuple[int, float]]:
        if self._reranker is None or not self._plan.rerank:
            return ranked
        top = ranked[: self._plan.rerank]
        logits = self._reranker.score([(question, self._text(row)) for row, _ in top])
        reranked = combine([dict(top), {row: float(x) for (row, _), x in zip(top, logits, strict=True)}], [0.5, 0.5])
        return [*reranked, *ranked[self._plan.rerank :]]

    def _words(self, contract: int) -> NDArray[np.float32]:
        if contract not in self._clause_scores:
            self._clause_scores[contract] = self._model.scores(self._documents[contract].text, self._units[contract])
        return self._clause_scores[contract]

    def _vectors_of(self, contract: int) -> NDArray[np.float16]:
        return self._need_vectors().of(self._documents[contract], self._units[contract])

    def _vector(self, text: str) -> NDArray[np.float32]:
        return self._need_vectors().question(text)

    def _need_vectors(self) -> UnitVectors:
        if self._vectors is None:
            raise ModelError(f"The plan {self.name} needs an encoder. Set models.encoder.")
        return self._vectors

    def _unit(self, row: int) -> tuple[Document, Span]:
        contract = int(self._contract_of[row])
        return self._documents[contract], self._units[contract][row - int(self._starts[contract])]

    def _text(self, row: int) -> str:
        document, span = self._unit(row)
        return span.of(document.text)

    def _snippet(self, row: int, score: float) -> RetrievedSnippet:
        document, span = self._unit(row)
        return RetrievedSnippet(file_path=document.file_path, span=(span.start, span.end), score=round(score, 6))
