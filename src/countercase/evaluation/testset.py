"""Sets of judged queries: the queries, what is relevant to each, and what must not be returned.

On disk a set is a folder in BEIR's format with a manifest: `queries.jsonl`, `qrels.tsv`, `corpus.tsv` (ids, dates and
duplicates; never texts) and `manifest.json` with the SHA-256 of each.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from countercase.errors import InputError
from countercase.evaluation.formats import read_qrels, read_query_rows, write_beir_qrels, write_jsonl
from countercase.evaluation.metrics import Ranking
from countercase.files import json_fault, sha256_of, write_whole

FILES = ("queries.jsonl", "qrels.tsv", "corpus.tsv")
_CORPUS_HEADER = "corpus-id\tdecided\tduplicate-of"


@dataclass(frozen=True, slots=True)
class JudgedQuery:
    """A query, the case it was made from, and that case's date. Only earlier cases are precedents for it."""

    id: str
    text: str
    case_id: str | None = None
    decided: date | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A case that may be returned, unless it is a near-duplicate of another candidate."""

    id: str
    decided: date | None = None
    duplicate_of: str | None = None


@dataclass(frozen=True, slots=True)
class QuerySet:
    """Queries, their judgments, and the candidates. Without candidates, any case may be returned."""

    name: str
    queries: Mapping[str, JudgedQuery]
    qrels: Mapping[str, Mapping[str, int]]
    candidates: Mapping[str, Candidate] = field(default_factory=dict)

    def __post_init__(self) -> None:
        unknown = sorted(set(self.qrels) - set(self.queries))
        if unknown:
            raise InputError(f"{self.name}: judgments name {unknown[0]!r}, which is not a query. Check the two files.")

    def admits(self, query_id: str, case_id: str) -> bool:
        """Whether a case may be returned: a candidate decided earlier, not a duplicate, not the query's own case."""
        query = self.queries[query_id]
        if case_id == query.case_id:
            return False
        if not self.candidates:
            return True
        case = self.candidates.get(case_id)
        if case is None or case.duplicate_of is not None:
            return False
        query_case = self.candidates.get(query.case_id) if query.case_id else None
        if query_case is not None and query_case.duplicate_of == case_id:
            return False
        return query.decided is None or case.decided is None or case.decided < query.decided

    def admissible(self, query_id: str) -> frozenset[str]:
        """Every case that may be returned for a query."""
        return frozenset(case for case in self.candidates if self.admits(query_id, case))

    def restrict(self, query_id: str, ranking: Ranking) -> list[tuple[str, float]]:
        """The ranking without the cases that must not be returned."""
        return [(case, score) for case, score in ranking if self.admits(query_id, case)]

    @property
    def digest(self) -> str:
        """A hash of everything that the scores depend on."""
        sha = hashlib.sha256()
        for line in _query_lines(self) + _qrels_lines(self) + _corpus_lines(self):
            sha.update(line.encode() + b"\n")
        return sha.hexdigest()


def from_files(queries: Path, qrels: Path, name: str | None = None) -> QuerySet:
    """Read a set from a file of queries and a file of judgments, in any known format. Unjudged queries are left out.

    A judged query without a text is an error. Candidates come from `corpus.tsv` beside the queries, if it exists.
    """
    rows = read_query_rows(queries)
    judged = read_qrels(qrels)
    missing = sorted(set(judged) - set(rows))
    if missing:
        raise InputError(
            f"{qrels} judges {missing[0]!r}, which is not in {queries}. Check that the files belong together."
        )
    corpus = queries.parent / "corpus.tsv"
    judged_queries = {query: _query(queries, query, rows[query]) for query in rows if query in judged}
    return QuerySet(name or queries.stem, judged_queries, judged, _read_candidates(corpus) if corpus.is_file() else {})


def dated(query_set: QuerySet, decided: Mapping[str, date | None], others: Iterable[str] = ()) -> QuerySet:
    """The set with the corpus as its candidates, if its queries are dated and it lists none.

    Without candidates, only a system that knows the dates would respect the filter, and plain BM25 would look better
    than it is. Judged cases and `others` (returned by a run) are candidates even if they are not stored.
    """
    if query_set.candidates or not any(query.decided for query in query_set.queries.values()):
        return query_set
    ids = {case for grades in query_set.qrels.values() for case in grades} | set(others) | set(decided)
    return replace(query_set, candidates={case: Candidate(case, decided.get(case)) for case in sorted(ids)})


def leak_warning(query_set: QuerySet, decided: Mapping[str, date | None]) -> str | None:
    """A warning if only the corpus is dated: later judgments, or the query's own, may then be returned."""
    if not any(decided.values()):
        return None
    queries = query_set.queries.values()
    undated = sum(query.decided is None for query in queries)
    without_case = sum(query.case_id is None for query in queries)
    if not undated and not without_case:
        return None
    lacking = " and ".join(f"{n} lack `{name}`" for n, name in ((undated, "decided"), (without_case, "case_id")) if n)
    return (
        f"The stored cases are dated, but of {len(queries)} queries {lacking}: "
        "later judgments, or the query's own judgment, may be returned and raise the figures. "
        "Add the fields `case_id` and `decided` to the queries, or say in your paper that they are missing."
    )


def load(folder: Path) -> QuerySet:
    """Read a set from its folder. Its files must match the manifest."""
    manifest = _manifest(folder)
    for file in FILES:
        expected, found = manifest["sha256"].get(file), _sha256(folder / file)
        if expected != found:
            raise InputError(f"{folder / file} does not match its manifest. Build the set again.")
    rows = read_query_rows(folder / "queries.jsonl")
    queries = {query: _query(folder / "queries.jsonl", query, row) for query, row in rows.items()}
    candidates = _read_candidates(folder / "corpus.tsv")
    return QuerySet(manifest["name"], queries, read_qrels(folder / "qrels.tsv"), candidates)


def save(query_set: QuerySet, folder: Path, about: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Write the folder and its manifest, which includes `about` (options, counts, sources)."""
    folder.mkdir(parents=True, exist_ok=True)
    write_jsonl(folder / "queries.jsonl", [_query_row(query) for query in _in_order(query_set)])
    write_beir_qrels(folder / "qrels.tsv", query_set.qrels)
    lines = [_CORPUS_HEADER, *_corpus_lines(query_set)]
    write_whole(folder / "corpus.tsv", "".join(f"{line}\n" for line in lines), private=False)
    manifest = {
        "name": query_set.name,
        "queries": len(query_set.queries),
        "judgments": sum(len(grades) for grades in query_set.qrels.values()),
        "candidates": len(query_set.candidates),
        "digest": query_set.digest,
        "sha256": {file: _sha256(folder / file) for file in FILES},
        "about": dict(about or {}),
    }
    text = json.dumps(manifest, indent=2, ensure_ascii=False, default=str)
    write_whole(folder / "manifest.json", text + "\n", private=False)
    return manifest


def relevant_not_stored(query_set: QuerySet, stored: Set[str], relevant_from: int = 1) -> int:
    """How many relevant cases are not stored and count as not found. Raises InputError if none is stored."""
    graded = ((case, grade) for grades in query_set.qrels.values() for case, grade in grades.items())
    relevant = {case for case, grade in graded if grade >= relevant_from}
    if relevant and not relevant & stored:
        raise InputError(f"No relevant case is in the workspace (such as {min(relevant)!r}). Ingest that corpus first.")
    return len(relevant - stored)


def keep(query_set: QuerySet, query_ids: Iterable[str], name: str | None = None) -> QuerySet:
    """The set with only these queries, but all candidates."""
    wanted = set(query_ids)
    return replace(
        query_set,
        name=name or query_set.name,
        queries={query: value for query, value in query_set.queries.items() if query in wanted},
        qrels={query: grades for query, grades in query_set.qrels.items() if query in wanted},
    )


def _in_order(query_set: QuerySet) -> list[JudgedQuery]:
    return [query_set.queries[query] for query in sorted(query_set.queries)]


def _query_row(query: JudgedQuery) -> dict[str, Any]:
    row = {"_id": query.id, "text": query.text, "case_id": query.case_id, "decided": query.decided}
    return {key: str(value) for key, value in row.items() if value is not None}


def _query_lines(query_set: QuerySet) -> list[str]:
    return [json.dumps(_query_row(query), ensure_ascii=False) for query in _in_order(query_set)]


def _qrels_lines(query_set: QuerySet) -> list[str]:
    return [
        f"{query}\t{case}\t{grade}"
        for query, grades in sorted(query_set.qrels.items())
        for case, grade in sorted(grades.items())
    ]


def _corpus_lines(query_set: QuerySet) -> list[str]:
    return [
        f"{case.id}\t{case.decided or ''}\t{case.duplicate_of or ''}"
        for _, case in sorted(query_set.candidates.items())
    ]


def _query(path: Path, query_id: str, row: Mapping[str, Any]) -> JudgedQuery:
    return JudgedQuery(query_id, str(row["text"]), row.get("case_id") or None, _date(path, row.get("decided")))


def _date(path: Path, text: object) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(str(text))
    except ValueError:
        raise InputError(f"{path}: {text!r} is not a date such as 2019-03-14.") from None


def _read_candidates(path: Path) -> dict[str, Candidate]:
    candidates: dict[str, Candidate] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()[1:], 2):
        fields = line.split("\t")
        if len(fields) < 3:
            raise InputError(f"{path}:{number}: a candidate needs three columns: id, date, duplicate-of.")
        candidates[fields[0]] = Candidate(fields[0], _date(path, fields[1]), fields[2] or None)
    return candidates


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / "manifest.json"
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except OSError:
        raise InputError(f"{folder} is not a test set: it has no manifest.json. Check the folder.") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8 text. Build the set again.") from None
    except ValueError as error:
        line = getattr(error, "lineno", 1)
        raise InputError(f"{path}:{line}: not JSON: {json_fault(error)}.") from None
    if not isinstance(manifest, dict) or not {"name", "sha256"} <= set(manifest):
        raise InputError(f"{path} is not the manifest of a test set. Build the set again.")
    return manifest


def _sha256(path: Path) -> str | None:
    return sha256_of(path) if path.is_file() else None
