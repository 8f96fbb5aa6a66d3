"""Full-text search over the stored cases: words, "phrases", AND, OR, NOT, brackets, and section numbers as written.

The index is a separate file beside the cases (SQLite FTS5, without a copy of the texts). The first search after a
change updates it, so ingest stays fast and any store can be searched.
"""

import re
import sqlite3
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Protocol

from countercase.domain.case import Case, CaseId
from countercase.domain.provision import Provision
from countercase.domain.ranking import CaseFilter
from countercase.domain.span import Span
from countercase.errors import InputError
from countercase.law.provisions import find_provisions
from countercase.law.tables.acts import acts, equivalents

FILE_NAME = "full-text.sqlite"
EXCERPT = 260  # characters around the first words found
_AT_ONCE = 200  # cases in one transaction, so a kill loses no more
_SCHEMA = """
CREATE TABLE IF NOT EXISTS indexed (num INTEGER PRIMARY KEY, case_id TEXT NOT NULL UNIQUE, state TEXT NOT NULL);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (text, content='', tokenize="unicode61 remove_diacritics 2");
"""
OnProgress = Callable[[int, int], None]  # cases done, and cases in all


class SearchedStore(Protocol):
    """The part of the case store that full-text search needs."""

    def case_ids(self) -> list[CaseId]:
        """All cases."""
        ...

    def get(self, case_id: CaseId) -> Case:
        """One case with its text."""
        ...

    def source_of(self, case_id: CaseId) -> tuple[str, str] | None:
        """Source and fingerprint of a case."""
        ...

    def allowed_cases(self, wanted: CaseFilter) -> frozenset[CaseId]:
        """The cases that a filter admits."""
        ...


class FullText:
    """The full-text index of a workspace. One object may be shared by threads."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.RLock()
        self._path = path
        self._db = _open(path)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    def behind(self, store: SearchedStore) -> int:
        """The number of stored cases that are not in the index yet."""
        with self._lock:
            known = {row[0] for row in self._db.execute("SELECT case_id FROM indexed")}
        return sum(case_id not in known for case_id in store.case_ids())

    def refresh(self, store: SearchedStore, on_progress: OnProgress | None = None) -> None:
        """Index new cases; if a case changed or was removed, index all of them again."""
        with self._lock:
            states = {case_id: (store.source_of(case_id) or ("", ""))[1] for case_id in store.case_ids()}
            known = dict(self._db.execute("SELECT case_id, state FROM indexed"))
            if any(states.get(CaseId(case_id)) != state for case_id, state in known.items()):
                self._db.close()
                self._path.unlink(missing_ok=True)
                self._db = _open(self._path)
                known = {}
            fresh = [case_id for case_id in states if case_id not in known]
            for start in range(0, len(fresh), _AT_ONCE):
                if on_progress is not None:
                    on_progress(start, len(fresh))
                self._add(store, fresh[start : start + _AT_ONCE], states)

    def _add(self, store: SearchedStore, case_ids: Sequence[CaseId], states: dict[CaseId, str]) -> None:
        with self._db:
            for case_id in case_ids:
                row = self._db.execute("INSERT INTO indexed (case_id, state) VALUES (?, ?)", (case_id, states[case_id]))
                text = joined_numbers(store.get(case_id).text)
                self._db.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (row.lastrowid, text))

    def find(
        self, query: str, store: SearchedStore, wanted: CaseFilter, limit: int, on_progress: OnProgress | None = None
    ) -> "list[TextHit]":
        """Cases by their full text; a provision that the query names is found under either code."""
        named, rest = named_provisions(query)
        either_code = frozenset(other for provision in named for other in equivalents(provision))
        wanted = replace(wanted, provisions=wanted.provisions | either_code)
        allowed = None if wanted == CaseFilter() else store.allowed_cases(wanted) - wanted.excluded
        if not rest:
            cases = [store.get(case_id) for case_id in sorted(allowed or ())]
            cases.sort(key=lambda case: -sum(case.provisions.get(provision, 0) for provision in either_code))
            return [TextHit(case, "", None) for case in cases[:limit]]
        self.refresh(store, on_progress)
        return [hit_in(store.get(case_id), rest) for case_id in self.search(rest, limit, allowed)]

    def search(self, query: str, limit: int, allowed: Collection[CaseId] | None = None) -> list[CaseId]:
        """The cases whose text matches a query, best first by BM25."""
        expression = fts_query(query)
        with self._lock:
            try:
                rows = self._db.execute(
                    "SELECT i.case_id FROM words w JOIN indexed i ON i.num = w.rowid WHERE words MATCH ?"
                    " ORDER BY bm25(words), i.case_id",
                    (expression,),
                ).fetchall()
            except sqlite3.OperationalError:
                raise InputError(
                    f"{query!r} cannot be searched. Close every quotation mark and bracket; write: murder AND "
                    '("dying declaration" OR confession) NOT bail.'
                ) from None
        case_ids = [CaseId(row[0]) for row in rows]
        return [case_id for case_id in case_ids if allowed is None or case_id in allowed][:limit]


def _open(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=60, check_same_thread=False)
    path.chmod(0o600)
    db.execute("PRAGMA journal_mode = WAL")
    db.executescript(_SCHEMA)
    return db


# Queries: from what people type to what FTS5 understands.

_NUMBER = re.compile(r"\b(\d{1,4})\s?[-–]\s?([A-Za-z]{1,2})\b")
_TOKEN = re.compile(r'"([^"]*)"|([()])|(-?)([^\s()"]+)')
_OPERATORS = frozenset({"AND", "OR", "NOT"})
_WORD = re.compile(r"\w+")


def joined_numbers(text: str) -> str:
    """The text with section numbers joined: "304-B" becomes "304B"."""
    return _NUMBER.sub(lambda match: match[1] + match[2], text)


def fts_query(query: str) -> str:
    """The query for FTS5. All words must occur; operators are in capitals, and a minus means NOT."""
    parts: list[str] = []
    for phrase, bracket, minus, word in _TOKEN.findall(joined_numbers(query)):
        if bracket:
            _join(parts, bracket)
        elif word in _OPERATORS:
            if parts and parts[-1] in _OPERATORS:  # "murder AND NOT bail" is "murder NOT bail" to FTS5
                parts.pop()
            parts.append(word)
        else:
            words = _WORD.findall(phrase or word)
            if not words:
                continue
            star = "*" if word.endswith("*") and len(words) == 1 else ""
            _join(parts, f'"{" ".join(words)}"{star}', "NOT" if minus else "AND")
    if not any(part.startswith('"') for part in parts):
        raise InputError("No words are given. Type the words to look for.")
    return " ".join(_without_loose_ends(parts))


def _join(parts: list[str], part: str, operator: str = "AND") -> None:
    """Add a part; two parts side by side are joined by AND."""
    if parts and part != ")" and parts[-1] not in _OPERATORS and parts[-1] != "(":
        parts.append(operator)
    parts.append(part)


def _without_loose_ends(parts: list[str]) -> list[str]:
    while parts and parts[-1] in _OPERATORS:
        parts = parts[:-1]
    while parts and parts[0] in _OPERATORS:
        if parts[0] == "NOT":
            raise InputError("NOT needs something before it: murder NOT bail.")
        parts = parts[1:]
    return parts


# Provisions that a query names: found under either code, and however the judgment writes them.

_WHERE = r"(?:sections?|secs?\.?|s\.|u/s)?\s*"


@cache
def _written() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Patterns for "138 NI Act" or "NI 138", and for the name of an Act after a section."""
    shorts = "|".join(sorted(map(re.escape, acts()), key=len, reverse=True))
    names = "|".join(sorted((re.escape(of.name) for of in acts().values()), key=len, reverse=True))
    number = r"(?P<{}>\d{{1,4}}(?:\s?-\s?[A-Z]{{1,2}}\b|[A-Z]{{1,2}}\b)?)"
    after = rf"{_WHERE}{number.format('n1')}\s+(?:of\s+(?:the\s+)?)?(?P<a1>{shorts})\b(?:\s+Act\b)?"
    before = rf"\b(?P<a2>{shorts})[\s-]{number.format('n2')}"
    left = rf"\s*,?\s*(?:(?:of|under)\s+)?(?:the\s+)?(?:{names}|{shorts})\b(?:\s+Act\b)?(?:,?\s+\d{{4}}\b)?"
    return re.compile(f"{after}|{before}"), re.compile(left, re.IGNORECASE)


def named_provisions(query: str) -> tuple[frozenset[Provision], str]:
    """The provisions that a query names outside quotation marks, and the rest of the query."""
    written, act_name = _written()
    named: set[Provision] = set()
    cuts: list[tuple[int, int]] = [match.span() for match in re.finditer(r'"[^"]*"', query)]
    quoted = len(cuts)

    def cut(start: int, end: int) -> bool:
        if any(start < stop and begin < end for begin, stop in cuts):
            return False
        cuts.append((start, end))
        return True

    for match in written.finditer(query):
        number, of = match["n1"] or match["n2"], match["a1"] or match["a2"]
        if cut(*match.span()):
            named.add(Provision.parse(f"{of}-{joined_numbers(number)}"))
    for mention in find_provisions(query):
        left = act_name.match(query, mention.span.end)
        if mention.provision is not None and cut(mention.span.start, left.end() if left else mention.span.end):
            named.add(mention.provision)
    rest = query
    for start, end in sorted(cuts[quoted:], reverse=True):
        rest = f"{rest[:start]} {rest[end:]}"
    return frozenset(named), rest if _WORD.search(re.sub(r"\b(?:AND|OR|NOT)\b", "", rest)) else ""


# Where in a case the words occur.


@dataclass(frozen=True, slots=True)
class TextHit:
    """A case that has the words, and an excerpt where most of them occur together."""

    case: Case
    excerpt: str
    span: Span | None  # of the excerpt in the text; None if the query named only provisions
    marks: tuple[Span, ...] = ()  # the words, as spans of the excerpt


def hit_in(case: Case, query: str) -> TextHit:
    """A case with an excerpt that shows most of the words."""
    wanted = [_pattern(words) for words in _wanted(query)]
    if not wanted:
        return TextHit(case, "", None)
    pattern = re.compile("|".join(rf"\b{words}" for words in sorted(wanted, key=len, reverse=True)), re.IGNORECASE)
    text = case.text
    occurrences = [match.span() for match in pattern.finditer(_loosened(text))][:400]
    if not occurrences:
        return TextHit(case, "", None)
    start, _ = max(occurrences, key=lambda occurrence: (_kinds(text, occurrences, occurrence[0]), -occurrence[0]))
    first = text.rfind(" ", 0, max(1, start - 40)) + 1 if start > 40 else 0
    last = text.find(" ", min(len(text) - 1, first + EXCERPT))
    cut = Span(first, last if last > 0 else len(text))
    marks = tuple(Span(a - first, b - first) for a, b in occurrences if cut.start <= a and b <= cut.end)
    return TextHit(case, cut.of(text), cut, marks)


def _pattern(words: str) -> str:
    """A word or phrase as a judgment may print it: 498A, 498-A, 498 A."""
    plain = re.escape(joined_numbers(words))
    return re.sub(r"(\d)([A-Za-z]{1,2})(?![A-Za-z])", r"\1\\s?[-–]?\\s?\2", plain)


def _loosened(text: str) -> str:
    """The text with every white-space character as a blank; offsets do not change."""
    return re.sub(r"\s", " ", text)


def _wanted(query: str) -> Iterator[str]:
    """The words and phrases to look for, without those after NOT."""
    excluded = False
    for phrase, bracket, minus, word in _TOKEN.findall(query):
        if word in _OPERATORS:
            excluded = word == "NOT"
            continue
        if not bracket and not minus and not excluded:
            plain = (phrase or word).strip("*").strip()
            if plain:
                yield plain
        excluded = excluded and bool(bracket)


def _kinds(text: str, occurrences: Sequence[tuple[int, int]], start: int) -> int:
    """How many different words occur in an excerpt that starts here."""
    return len({text[a:b].lower() for a, b in occurrences if start <= a < start + EXCERPT - 60})
