"""Clauses of contracts: a contract cut into units, the 41 clause types of CUAD, and which units are about a type.

The 35 questions marked published are, word for word, those of the LegalBench-RAG benchmark, in its order; they are part
of its data, and a query in other words would be another test. LegalBench-RAG never asks about the other six columns;
their questions are ours.
"""

import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import log, sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from countercase.domain.span import Span
from countercase.errors import InputError
from countercase.files import packaged_rows, write_whole
from countercase.text.words import CONTRACT_STOP_WORDS, stem_all

# Ways to cut a contract into units that can be returned. Each covers the text without gaps or overlaps.

CHUNK = 500  # characters, as LegalBench-RAG cuts
CLAUSE = 1000  # longer clauses are cut at their sentences
SENTENCE = 2000  # tables and runaway lists have no full stop

# LegalBench-RAG's order: the coarsest separator that makes the pieces small enough is used.
_SEPARATORS = ("\n\n", "\n", "!", "?", ".", ":", ";", ",", " ", "")

# A full stop, closing quotes or brackets, white space, then what can start a sentence; or an empty line; or the wide
# space that is left of a lost line break before an enumerator.
_SENTENCE_END = re.compile(
    r"""[.?!]["”’)\]]*\s+(?=["“(\[•·]?[A-Z0-9(])|[.]["”’)]*\s{2,}|\n\s*\n\s*|(?<!\s)\s{3,}(?=\(?[A-Za-z0-9]{1,4}[.)])"""
)
_LAST_WORD = re.compile(r"[\w.&/’'-]*$")
_ABBREVIATIONS = frozenset(
    """inc corp ltd co no nos sec art sect v vs mr mrs dr ms st jr sr llc l.p u.s e.g i.e etc al approx dept ext fig vol
    pp para cf est messrs hon rev gen ave blvd bros mfg assn article section""".split()
)
# "12.", "3.1.", "IV.", "B.": the number of the clause that follows, not the end of a sentence.
_ENUMERATOR = re.compile(r"[\divxlc]+(\.\d+)*|[a-z]")
# A numbered clause at the start of a line, or after the wide space of a lost line break.
_CLAUSE_START = re.compile(
    r"\n\s*\n\s*|(?:\n[^\S\n]*|(?<!\s)\s{3,}|(?<=[.;:]) )"
    r"(?=(?:ARTICLE|Article|SECTION|Section|Clause)? ?\d{1,2}(?:\.\d{1,2})*\.?\)?\s+[A-Z\"“])"
)
_HEADING_CHARACTERS, _HEADING_WORDS = 70, 9


def naive(text: str, size: int = CHUNK) -> list[Span]:
    """Pieces of exactly `size` characters; the last may be shorter."""
    return [Span(start, min(start + size, len(text))) for start in range(0, len(text), size)]


def recursive(text: str, size: int = CHUNK) -> list[Span]:
    """Pieces of at most `size` characters, cut at the coarsest separator that suffices and joined while they fit."""
    return _spans(_split(text, size, _SEPARATORS))


def sentences(text: str) -> list[Span]:
    """Sentences and headings, each with the white space after it."""
    cuts = [match.end() for match in _SENTENCE_END.finditer(text) if _ends(text, match)]
    return _no_longer_than(text, _between(cuts, len(text)), SENTENCE)


def clauses(text: str) -> list[Span]:
    """Numbered clauses and paragraphs. A long one is cut at its sentences; a heading stays with its text."""
    whole = _between([match.end() for match in _CLAUSE_START.finditer(text)], len(text))
    pieces: list[Span] = []
    for span in whole:
        parts = [span] if len(span) <= CLAUSE else [part.shift(span.start) for part in sentences(span.of(text))]
        for part in parts:
            fits = pieces and part.end - pieces[-1].start <= CLAUSE
            if fits and (pieces[-1].start >= span.start or is_heading(pieces[-1].of(text))):
                pieces[-1] = Span(pieces[-1].start, part.end)
            else:
                pieces.append(part)
    return pieces


def is_heading(unit: str) -> bool:
    """Whether a unit is too short to say anything by itself."""
    text = unit.strip()
    return len(text) < _HEADING_CHARACTERS and len(text.split()) <= _HEADING_WORDS


def trimmed(text: str, span: Span) -> Span:
    """The span without white space at its ends; unchanged if it is all white space."""
    quote = span.of(text)
    start = span.start + len(quote) - len(quote.lstrip())
    end = span.end - len(quote) + len(quote.rstrip())
    return Span(start, end) if start < end else span


UNITS: Mapping[str, Callable[[str], list[Span]]] = {
    "naive": naive,
    "recursive": recursive,
    "clauses": clauses,
    "sentences": sentences,
}


def _ends(text: str, match: re.Match[str]) -> bool:
    if text[match.start()] != ".":
        return True
    word = _LAST_WORD.search(text, max(0, match.start() - 20), match.start())
    last = word[0].lower().rstrip(".") if word else ""
    if last in _ABBREVIATIONS:
        return "\n" in match[0]
    return not _ENUMERATOR.fullmatch(last)


def _between(cuts: list[int], length: int) -> list[Span]:
    edges = [0, *dict.fromkeys(cut for cut in cuts if 0 < cut < length), length]
    return [Span(start, end) for start, end in itertools.pairwise(edges) if end > start]


def _no_longer_than(text: str, spans: list[Span], size: int) -> list[Span]:
    pieces: list[Span] = []
    for span in spans:
        if len(span) <= size:
            pieces.append(span)
        else:
            pieces.extend(part.shift(span.start) for part in _spans(_split(span.of(text), size, _SEPARATORS[5:])))
    return pieces


def _spans(pieces: list[str]) -> list[Span]:
    spans: list[Span] = []
    start = 0
    for piece in pieces:
        spans.append(Span(start, start + len(piece)))
        start += len(piece)
    return spans


def _split(text: str, size: int, separators: tuple[str, ...]) -> list[str]:
    if len(text) <= size:
        return [text] if text else []
    separator, *finer = separators
    if not separator:
        return [text[start : start + size] for start in range(0, len(text), size)]
    if separator not in text:
        return _split(text, size, tuple(finer))
    joined: list[str] = []
    for piece in _keeping(text, separator):
        for part in _split(piece, size, tuple(finer)):
            if joined and len(joined[-1]) + len(part) <= size and len(piece) <= size:
                joined[-1] += part
            else:
                joined.append(part)
    return joined


def _keeping(text: str, separator: str) -> list[str]:
    """The pieces between separators, each but the first with its separator in front."""
    first, *rest = text.split(separator)
    return [piece for piece in [first, *(separator + piece for piece in rest)] if piece]


# Words of a contract: lower case, stemmed, all numbers the same.

_WORD = re.compile(r"[a-z]+|\d+")

NUMBER = "#"


def stems(text: str) -> list[str]:
    """All words in order, stemmed; a number is `#`."""
    words = [NUMBER if word[0].isdigit() else word for word in _WORD.findall(text.lower())]
    return stem_all(words)


def content_stems(text: str) -> list[str]:
    """Stems without function words. Numbers stay as they are, since a query may ask for them."""
    words = [word for word in _WORD.findall(text.lower()) if word not in CONTRACT_STOP_WORDS]
    return stem_all(words)


# Features of a unit for the clause model: its words, its heading, its neighbours and its position.

NEIGHBOUR = 0.5  # weight of a neighbour's word; a word of the unit itself has 1
_HEADING_STEMS = 8


def unit_features(text: str, units: Sequence[Span]) -> Iterator[dict[str, float]]:
    """One mapping per unit, in order, scaled so that a long unit has no advantage.

    `law` and `law_of` are words and word pairs, `h:govern` is a word of the heading, `c:court` of a neighbour, and
    `is:...` is the position.
    """
    words = [stems(unit.of(text)) for unit in units]
    heading: list[str] = []
    for index, unit_words in enumerate(words):
        features = dict.fromkeys(unit_words, 1.0)
        features.update(dict.fromkeys((f"{a}_{b}" for a, b in itertools.pairwise(unit_words)), 1.0))
        scale = 3 / (1 + len(features)) ** 0.5
        if is_heading(units[index].of(text)):
            heading = unit_words[:_HEADING_STEMS]
            features["is:heading"] = 1 / scale
        features.update(dict.fromkeys((f"h:{word}" for word in heading), 1.0))
        before = words[index - 1] if index else []
        after = words[index + 1] if index + 1 < len(words) else []
        features.update(dict.fromkeys((f"c:{word}" for word in (*before, *after)), NEIGHBOUR))
        features.update((mark, 1 / scale) for mark in _position(index, len(words)))
        yield {name: value * scale for name, value in features.items()}


def _position(index: int, count: int) -> list[str]:
    marks = [name for name, limit in (("is:first", 3), ("is:start", 10)) if index < limit]
    return [*marks, "is:end"] if index >= 0.9 * count else marks


# The clause types.


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause type: its column in the annotators' table, its question, and whether LegalBench-RAG asks it."""

    column: str
    question: str
    published: bool = True
    synonyms: str = ""  # further words that people use to ask for it


def packaged_clauses(table: str) -> tuple[Clause, ...]:
    """The clause types of a table that comes with the package."""
    return tuple(
        Clause(row["column"], row["question"], row["published"] == "yes", row.get("synonyms", ""))
        for row in packaged_rows("countercase.cuad", "data", table)
    )


CLAUSES = packaged_clauses("clauses.csv")
PUBLISHED = tuple(clause for clause in CLAUSES if clause.published)


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
    return f"{clause.column} {clause.question} {clause.synonyms}"


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
