"""The 41 clause types of CUAD: the question for each, which one a query asks about, and which units are about it.

The 35 questions marked published are, word for word, those of the LegalBench-RAG benchmark, in its order; they are part
of its data, and a query in other words would be another test. LegalBench-RAG never asks about the other six columns;
their questions are ours.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import log, sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from countercase.cuad.units import content_stems, unit_features
from countercase.domain.span import Span
from countercase.errors import InputError
from countercase.files import write_whole


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause type: its column in `master_clauses.csv`, its question, and whether LegalBench-RAG asks it."""

    column: str
    question: str
    published: bool = True


PUBLISHED: tuple[Clause, ...] = tuple(
    Clause(column, question)
    for column, question in {
        "Expiration Date": "What is the expiration date of this contract?",
        "Renewal Term": "What is the renewal term for this contract?",
        "Notice Period To Terminate Renewal": "What is the notice period required to terminate the renewal?",
        "Governing Law": "What is the governing law for this contract?",
        "Most Favored Nation": "Is there a most favored nation clause in this contract?",
        "Competitive Restriction Exception": "Are there any exceptions to competitive restrictions in this contract?",
        "Non-Compete": "Is there a non-compete clause in this contract?",
        "Exclusivity": "Does this contract include an exclusivity agreement?",
        "No-Solicit Of Customers": "Is there a clause preventing the solicitation of customers in this contract?",
        "No-Solicit Of Employees": "Is there a clause preventing the solicitation of employees in this contract?",
        "Non-Disparagement": "Is there a non-disparagement clause in this contract?",
        "Termination For Convenience": "Can this contract be terminated for convenience, and under what conditions?",
        "Rofr/Rofo/Rofn": "Does this contract include any right of first refusal, right of first offer, "
        "or right of first negotiation?",
        "Change Of Control": "What happens in the event of a change of control of one of the parties in this contract?",
        "Anti-Assignment": "Is there an anti-assignment clause in this contract?",
        "Revenue/Profit Sharing": "Does this contract include any revenue or profit-sharing arrangements?",
        "Price Restrictions": "Are there any price restrictions or controls specified in this contract?",
        "Minimum Commitment": "Is there a minimum commitment required under this contract?",
        "Volume Restriction": "Does this contract include any volume restrictions?",
        "Ip Ownership Assignment": "How is intellectual property ownership assigned in this contract?",
        "Joint Ip Ownership": "Does this contract provide for joint intellectual property ownership?",
        "License Grant": "What licenses are granted under this contract?",
        "Non-Transferable License": "Are the licenses granted under this contract non-transferable?",
        "Affiliate License-Licensor": "Does the licensor's affiliates have any licensing rights under this contract?",
        "Affiliate License-Licensee": "Does the licensee's affiliates have any licensing rights under this contract?",
        "Unlimited/All-You-Can-Eat-License": "Does this contract include an unlimited or all-you-can-eat license?",
        "Irrevocable Or Perpetual License": "Are any of the licenses granted under this contract "
        "irrevocable or perpetual?",
        "Post-Termination Services": "Are there any services to be provided after the termination of this contract?",
        "Audit Rights": "What are the audit rights under this contract?",
        "Uncapped Liability": "Is there uncapped liability under this contract?",
        "Cap On Liability": "Is there a cap on liability under this contract?",
        "Warranty Duration": "What is the duration of any warranties provided in this contract?",
        "Insurance": "What are the insurance requirements under this contract?",
        "Covenant Not To Sue": "Is there a covenant not to sue included in this contract?",
        "Third Party Beneficiary": "Are there any third-party beneficiaries designated in this contract?",
    }.items()
)

OURS: tuple[Clause, ...] = tuple(
    Clause(column, question, published=False)
    for column, question in {
        "Document Name": "What is the name of this contract?",
        "Parties": "Who are the parties to this contract?",
        "Agreement Date": "What is the date of this contract?",
        "Effective Date": "On what date does this contract take effect?",
        "Source Code Escrow": "Is source code to be deposited in escrow under this contract?",
        "Liquidated Damages": "Does this contract provide for liquidated damages or a termination fee?",
    }.items()
)

CLAUSES: tuple[Clause, ...] = PUBLISHED + OURS


def clause_of(question: str) -> Clause | None:
    """The clause type that a question asks for; None if it is not one of the 41."""
    return _BY_QUESTION.get(question.strip().casefold())


_BY_QUESTION = {clause.question.casefold(): clause for clause in CLAUSES}


# What is kept: the rules of the published benchmark, or rules that lose less.


@dataclass(frozen=True, slots=True)
class ColumnPolicy:
    """Which names are matched, which columns are asked, and what happens if a quote is not found."""

    name: str
    clauses: tuple[Clause, ...] = PUBLISHED
    match_letters: bool = False  # match file names that agree only in their letters and digits
    split_omitted: bool = False  # split a quote at <omitted> into its parts
    keep_partial: bool = False  # keep the quotes of a cell that are found even if others are not


POLICIES = {
    policy.name: policy
    for policy in (
        ColumnPolicy("published"),
        ColumnPolicy("recover", clauses=CLAUSES, match_letters=True, split_omitted=True, keep_partial=True),
    )
}


def find_policy(name: str) -> ColumnPolicy:
    """A policy by name."""
    if name not in POLICIES:
        raise InputError(f"There is no policy {name!r}. Known: {', '.join(POLICIES)}.")
    return POLICIES[name]


def ambiguous_because(csv_name: str, document_name: str) -> str | None:
    """Why a title cannot distinguish this contract from similar ones; None if it can.

    The published generator looks for "amendment" in its generated title. The annotators' document name does so for
    exactly the same contracts, and needs no model.
    """
    lowered = csv_name.lower()
    numbered = any(mark in lowered for mark in ("agreement2", "agreement3", "agreement4"))
    if numbered and "amend" not in document_name.lower():
        return "one of several agreements of the same name, and not an amendment"
    if "part1" in lowered or "part2" in lowered:
        return "one part of a contract"
    return None


# A query of the benchmark names a contract and asks about it: "Consider the TITLE; QUESTION".

LIKENESS = 0.36  # below this similarity, a question in other words is not treated as one of the 41
_SHAPE = re.compile(r"^\s*Consider\s+(?:the\s+)?(?P<title>.+?);\s+(?P<question>.+)$", re.DOTALL | re.IGNORECASE)
_COMMON = frozenset(
    content_stems(
        """contract clause agreement include included any there what does do have has had can may must who when where
        whether how party under document following provision provide provided specify specified one other such not"""
    )
)
# Words that people use to ask for a clause type but that are not in its name or question.
_SYNONYMS = {
    "Expiration Date": "expire expires end ends initial term",
    "Renewal Term": "renew automatic extension successive",
    "Notice Period To Terminate Renewal": "non-renewal days before",
    "Governing Law": "which state country laws apply applies govern governs jurisdiction",
    "Most Favored Nation": "better terms third favorable pricing than others entitled",
    "Competitive Restriction Exception": "carveouts exceptions non-compete exclusivity",
    "Non-Compete": "compete competing competitor competition restriction",
    "Exclusivity": "exclusive exclusively dealing commitment counterparty",
    "No-Solicit Of Customers": "solicit soliciting customers partners",
    "No-Solicit Of Employees": "solicit soliciting hire hiring staff employees contractors",
    "Non-Disparagement": "disparage disparaging",
    "Termination For Convenience": "terminate without cause at any time notice waiting",
    "Rofr/Rofo/Rofn": "first refusal offer negotiation",
    "Change Of Control": "merger acquisition sale of stock assets consent notice undergoes",
    "Anti-Assignment": "assign assigned assignment transfer without consent third",
    "Revenue/Profit Sharing": "share percentage royalty",
    "Price Restrictions": "raise reduce prices increase",
    "Minimum Commitment": "minimum order size amount units purchase buy",
    "Volume Restriction": "usage exceeds threshold limit fee increase",
    "Ip Ownership Assignment": "who owns inventions intellectual property created become",
    "Joint Ip Ownership": "jointly shared own",
    "License Grant": "granted license",
    "Post-Termination Services": "obligations after termination expiration wind-down transition",
    "Audit Rights": "inspect books records",
    "Uncapped Liability": "unlimited liability",
    "Cap On Liability": "limit limitation maximum damages",
    "Warranty Duration": "warranty period months",
    "Insurance": "insure policy coverage maintain",
    "Covenant Not To Sue": "contest validity challenge claim bring",
    "Third Party Beneficiary": "non-contracting beneficiary enforce",
    "Parties": "who signed between whom",
    "Effective Date": "effective start begin",
    "Agreement Date": "dated signed",
    "Source Code Escrow": "deposit",
    "Liquidated Damages": "penalty early termination",
}


@dataclass(frozen=True, slots=True)
class ContractQuery:
    """The title of the contract, and the question. Both are the whole query if it has another form."""

    title: str
    question: str


def split_query(query: str) -> ContractQuery:
    """Split into title and question. A title may contain a semicolon, so a known question decides where to cut."""
    for clause in CLAUSES:
        if query.endswith("; " + clause.question):
            title = query.removesuffix("; " + clause.question)
            return ContractQuery(re.sub(r"^\s*Consider\s+(?:the\s+)?", "", title, flags=re.IGNORECASE), clause.question)
    match = _SHAPE.match(query)
    return ContractQuery(match["title"], match["question"]) if match else ContractQuery(query, query)


def nearest_clause(question: str) -> Clause | None:
    """The clause type that is asked for, even in other words; None if none of the 41 questions is similar."""
    exact = clause_of(question)
    if exact is not None:
        return exact
    named = [clause for clause in CLAUSES if f'"{clause.column.lower()}"' in question.lower()]
    if named:
        return named[0]
    words = _weighted(question)
    best = max(CLAUSES, key=lambda clause: _cosine(words, _DESCRIPTIONS[clause.column]))
    return best if _cosine(words, _DESCRIPTIONS[best.column]) >= LIKENESS else None


def _weighted(text: str) -> dict[str, float]:
    """Words weighted by rarity. A word that no clause type uses has the highest weight and counts against all."""
    words = (word for word in content_stems(text) if word not in _COMMON)
    return {word: _RARITY.get(word, log(len(CLAUSES))) for word in words}


def _cosine(left: dict[str, float], right: dict[str, float]) -> float:
    shared = sum(weight * right[word] for word, weight in left.items() if word in right)
    lengths = sqrt(sum(w * w for w in left.values()) * sum(w * w for w in right.values()))
    return shared / lengths if lengths else 0.0


def _description(clause: Clause) -> str:
    return f"{clause.column} {clause.question} {_SYNONYMS.get(clause.column, '')}"


def _rarity() -> dict[str, float]:
    texts = [set(content_stems(_description(clause))) for clause in CLAUSES]
    return {word: log(len(texts) / sum(word in text for text in texts)) for word in set().union(*texts)}


_RARITY = _rarity()
_DESCRIPTIONS = {clause.column: _weighted(_description(clause)) for clause in CLAUSES}


# A linear model over words, with weights per clause type, finds the units that are about it. The questions repeat from
# contract to contract, so what their answers look like can be learned from some contracts and applied to others. The
# weights were fitted only on the tuned half of CUAD (`benchmarks/cuad_fit.py`, `benchmark.half_of`). They belong to
# words and word pairs, and contain no passage.

SHIPPED = Path(__file__).parent / "data" / "clause_words.json"


@dataclass(frozen=True, slots=True)
class ClauseModel:
    """Weights of features for each clause type, by its column name."""

    weights: Mapping[str, Mapping[str, float]]
    _columns: Mapping[str, int] = field(init=False, repr=False, compare=False)
    _rows: Mapping[str, int] = field(init=False, repr=False, compare=False)
    _matrix: NDArray[np.float32] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        columns = {name: index for index, name in enumerate(self.weights)}
        names = sorted({name for words in self.weights.values() for name in words})
        rows = {name: index for index, name in enumerate(names)}
        matrix = np.zeros((len(rows), len(columns)), dtype=np.float32)
        for column, words in self.weights.items():
            for name, weight in words.items():
                matrix[rows[name], columns[column]] = weight
        object.__setattr__(self, "_columns", columns)
        object.__setattr__(self, "_rows", rows)
        object.__setattr__(self, "_matrix", matrix)

    def knows(self, column: str) -> bool:
        """Whether there are weights for a clause type."""
        return column in self._columns

    def scores(self, text: str, units: Sequence[Span]) -> NDArray[np.float32]:
        """One row per unit, one column per clause type in the order of `weights`; a higher score is a better match."""
        from scipy.sparse import csr_matrix

        indices: list[int] = []
        values: list[float] = []
        ends = [0]
        for features in unit_features(text, units):
            for name, value in features.items():
                row = self._rows.get(name)
                if row is not None:
                    indices.append(row)
                    values.append(value)
            ends.append(len(indices))
        shape = (len(units), len(self._rows))
        sparse = csr_matrix((np.array(values, dtype=np.float32), indices, ends), shape=shape)
        return np.asarray(sparse @ self._matrix, dtype=np.float32)

    def column(self, scores: NDArray[np.float32], clause: str) -> NDArray[np.float32]:
        """The scores of one clause type."""
        return scores[:, self._columns[clause]]

    def to_json(self, path: Path, about: Mapping[str, object]) -> None:
        """Write the weights, one clause type per line, with what they were fitted on."""
        lines = [
            f"  {json.dumps(clause)}: {json.dumps(words, ensure_ascii=False)}" for clause, words in self.weights.items()
        ]
        text = f'{{\n "about": {json.dumps(about)},\n "weights": {{\n' + ",\n".join(lines) + "\n }\n}\n"
        write_whole(path, text, private=False)


@cache
def shipped_model() -> ClauseModel:
    """The weights in the package."""
    return ClauseModel(json.loads(SHIPPED.read_text(encoding="utf-8"))["weights"])
