"""The index on PostgreSQL: its generations are kept in the database, and their vectors in pgvector tables.

A generation is built in a folder as usual, then published in one transaction. Every machine that searches keeps a
checked copy of the files, so exact plans run the same code on the same bytes as in a workspace. The vectors can also be
searched in the database, through its HNSW graph or row by row.
"""

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from countercase.errors import IndexMissing, RetrievalError
from countercase.postgres import INDEXING, PostgresConnection
from countercase.retrieval.dense import Progress, inner_products
from countercase.retrieval.index import IndexFiles, IndexManifest, generation_in_force, open_index, switch_to
from countercase.retrieval.plan import RetrievalPlan
from countercase.retrieval.search_index import IndexedCases, SearchIndex, SearchModels
from countercase.retrieval.searcher import ABSENT, SCORE_DECIMALS, Mask, Rows, Scores, Searcher, Windows, of_case
from countercase.settings import Settings

if TYPE_CHECKING:
    from countercase.postgres import SqlConnection

PART = 8 * 2**20  # bytes of a file per row
MANIFEST = "manifest.json"
VECTORS = "vectors.npy"  # kept as rows of pgvector, not as a file
M, EF_CONSTRUCTION = 16, 100  # of the HNSW graph
NODE = 800  # bytes per node of the graph, not counting its vector
MOST_MEMORY = 2048  # megabytes for building the graph
EF_SEARCH = 1000  # pgvector's maximum; at 400 a pool of 500 loses a twentieth of its answers
GENERATIONS_KEPT = 2  # the previous one stays for processes that have it open


class PgvectorSearcher:
    """Searches the vectors in the database: through its HNSW graph, or exactly, row by row.

    With a filter the search is always exact, because a narrow filter costs the graph half of its answers. What the
    graph finds is scored again with exact products, so that a score does not depend on how its row was found.
    """

    needs_vectors = True
    floor = None

    def __init__(self, database: PostgresConnection, generation: int, first_row: Rows, rows: int, exact: bool) -> None:
        self.name = "dense" if exact else "pgvector"
        self._database = database
        self._table = vectors_table(generation)
        self._first_row = first_row
        self._rows = rows
        self._exact = exact
        self._dimension = _dimension(database, generation)

    def cases(self, windows: Windows) -> Scores:
        """The score of each case for each window, folded from the passages that the search finds."""
        vectors = windows.needed_vectors()
        scores = np.full((len(vectors), len(self._first_row)), ABSENT, dtype=np.float32)
        for window, (vector, mask) in enumerate(zip(vectors, windows.masks, strict=True)):
            by_row = np.full((1, self._rows), ABSENT, dtype=np.float32)
            if mask is not None and not mask.any():
                continue
            if self._exact:
                rows, products = self._all_products(vector, mask)
            else:
                rows = self._nearest(vector, mask, windows.pool)
                products = self._products(vector[None, :], rows)[0]
            by_row[0, rows] = np.round(products, SCORE_DECIMALS)
            scores[window] = of_case(by_row, self._first_row, windows.fold)
        return scores

    def passages(self, windows: Windows, rows: Rows) -> Scores:
        """The inner product of each passage."""
        return np.round(self._products(windows.needed_vectors(), rows), SCORE_DECIMALS)

    def _all_products(self, vector: NDArray[np.float32], mask: Mask | None) -> tuple[Rows, Scores]:
        where, values = _where(mask)
        # Stored half-precision vectors are widened first: rounding the query to halves would change the ranking.
        lines = self._database.execute(
            f"SELECT row_number, -(vector::vector <#> ?::vector) FROM {self._table}{where}",  # noqa: S608
            (_text(vector), *values),
        ).fetchall()
        rows = np.fromiter((line[0] for line in lines), dtype=np.int32, count=len(lines))
        return rows, np.fromiter((line[1] for line in lines), dtype=np.float32, count=len(lines))

    def _nearest(self, vector: NDArray[np.float32], mask: Mask | None, pool: int) -> Rows:
        where, values = _where(mask)
        with self._database.transaction() as database:
            if mask is None:
                database.execute(f"SET LOCAL hnsw.ef_search = {min(max(pool, 400), EF_SEARCH)}")
                database.execute("SET LOCAL enable_seqscan = off")
            else:
                database.execute("SET LOCAL enable_indexscan = off")
            lines = database.execute(
                f"SELECT row_number FROM {self._table}{where}"  # noqa: S608
                f" ORDER BY vector <#> ?::halfvec({self._dimension}) LIMIT ?",
                (*values, _text(vector), pool),
            ).fetchall()
        return np.sort(np.fromiter((line[0] for line in lines), dtype=np.int32, count=len(lines)))

    def _products(self, vectors: Scores, rows: Rows) -> Scores:
        distinct = np.unique(rows)
        stored = read_vectors(self._database, self._table, self._dimension, distinct.tolist())
        return inner_products(vectors, stored[np.searchsorted(distinct, rows)])


def _where(mask: Mask | None) -> tuple[str, tuple[Any, ...]]:
    return ("", ()) if mask is None else (" WHERE row_number = ANY(?)", (np.flatnonzero(mask).tolist(),))


def _text(vector: NDArray[np.float32]) -> str:
    return "[" + ",".join(map(repr, vector.astype(np.float64).tolist())) + "]"


def vectors_table(generation: int) -> str:
    """The table with the vectors of a generation."""
    return f"vectors_{generation}"


def read_vectors(
    database: "SqlConnection", table: str, dimension: int, rows: list[int] | None = None
) -> NDArray[np.float16]:
    """Stored vectors exactly as written, in row order. pgvector sends two lengths of two bytes, then the halves."""
    where, values = (" WHERE row_number = ANY(?)", (rows,)) if rows is not None else ("", ())
    lines = database.execute(
        f"SELECT halfvec_send(vector) FROM {table}{where} ORDER BY row_number",  # noqa: S608
        values,
    ).fetchall()
    packed = b"".join(bytes(line[0])[4:] for line in lines)
    return np.frombuffer(packed, dtype=">f2").astype(np.float16).reshape(len(lines), dimension)


def _dimension(database: "SqlConnection", generation: int) -> int:
    row = database.execute("SELECT dimension FROM generations WHERE number = ?", (generation,)).fetchone()
    if row is None:
        raise IndexMissing("This generation of the index has been removed from the database. Search again.")
    return int(row[0])


# Publishing a generation, and fetching the current one.


def current_generation(database: "SqlConnection") -> int:
    """The number of the current generation; 0 if there is none."""
    return int(database.execute("SELECT value FROM meta WHERE key = 'generation'").fetchone()[0])


def publish(database: PostgresConnection, folder: Path) -> int:
    """Copy a built generation into the database and make it the current one, in one transaction; return its number.

    A generation that is already current is not copied again.
    """
    vectors: NDArray[np.float16] = np.load(folder / VECTORS, mmap_mode="r")
    case_of = np.load(folder / "case_of.npy")
    manifest = _without_chroma((folder / MANIFEST).read_text(encoding="utf-8"))
    in_force = current_generation(database)
    row = database.execute("SELECT manifest FROM generations WHERE number = ?", (in_force,)).fetchone()
    if row is not None and row[0] == manifest:
        return in_force
    with database.transaction():
        number = 1 + int(database.execute("SELECT coalesce(max(number), 0) FROM generations").fetchone()[0])
        database.execute("INSERT INTO generations VALUES (?, ?, ?)", (number, manifest, vectors.shape[1]))
        database.execute("INSERT INTO index_files VALUES (?, ?, ?, ?)", (number, MANIFEST, 0, manifest.encode()))
        for path, part, content in _parts(folder):
            database.execute("INSERT INTO index_files VALUES (?, ?, ?, ?)", (number, path, part, content))
        _fill(database, number, vectors, case_of)
        database.execute("UPDATE meta SET value = ? WHERE key = 'generation'", (number,))
        old = database.execute(
            "SELECT number FROM generations ORDER BY number DESC OFFSET ?",
            (GENERATIONS_KEPT,),
        ).fetchall()
        for (expired,) in old:
            database.execute(f"DROP TABLE IF EXISTS {vectors_table(expired)}")
            database.execute("DELETE FROM generations WHERE number = ?", (expired,))
    return number


def _without_chroma(manifest: str) -> str:
    return json.dumps({**json.loads(manifest), "chroma": False}, indent=1)


def _parts(folder: Path) -> Iterator[tuple[str, int, bytes]]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name not in {VECTORS, MANIFEST} and not name.startswith(("chroma/", "instrument")):
            with path.open("rb") as stream:
                part = 0
                while (content := stream.read(PART)) or part == 0:
                    yield name, part, content
                    part += 1


def _fill(database: PostgresConnection, number: int, vectors: NDArray[np.float16], case_of: NDArray[np.int32]) -> None:
    table, dimension = vectors_table(number), vectors.shape[1]
    database.execute(
        f"CREATE TABLE {table} (row_number INTEGER PRIMARY KEY, case_number INTEGER NOT NULL,"
        f" vector halfvec({dimension}) NOT NULL)"
    )
    with (
        database.raw_with_our_errors() as connection,
        connection.cursor().copy(f"COPY {table} FROM STDIN WITH (FORMAT BINARY)".encode()) as copy,
    ):
        copy.write(b"PGCOPY\n\xff\r\n\0" + bytes(8))
        head = dimension.to_bytes(2, "big") + bytes(2)
        for start in range(0, len(vectors), 4096):
            block = vectors[start : start + 4096].astype(">f2")
            lines = (
                b"\0\3\0\0\0\4" + row.to_bytes(4, "big")
                + b"\0\0\0\4" + int(case_of[row]).to_bytes(4, "big")
                + (4 + 2 * dimension).to_bytes(4, "big") + head + vector.tobytes()
                for row, vector in enumerate(block, start)
            )  # fmt: skip
            copy.write(b"".join(lines))
        copy.write(b"\xff\xff")
    graph = len(vectors) * (2 * dimension + NODE) // 2**20  # megabytes; with less, building is much slower
    database.execute(f"SET LOCAL maintenance_work_mem = '{min(max(graph, 512), MOST_MEMORY)}MB'")
    database.execute("SET LOCAL max_parallel_maintenance_workers = 0")  # shared memory is scarce in containers
    database.execute(
        f"CREATE INDEX ON {table} USING hnsw (vector halfvec_ip_ops)"
        f" WITH (m = {M}, ef_construction = {EF_CONSTRUCTION})"
    )


def fetch(database: PostgresConnection, folder: Path) -> Path | None:
    """This machine's copy of the current generation, downloaded if missing or out of date; None if there is none."""
    number = current_generation(database)
    row = database.execute("SELECT manifest, dimension FROM generations WHERE number = ?", (number,)).fetchone()
    if row is None:
        return None
    name = f"gen-{number:06d}"
    if not _is_copy(folder / name, row[0]):
        folder.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix="fetching-", dir=folder))
        try:
            _download(database, number, work)
            np.save(work / VECTORS, read_vectors(database, vectors_table(number), row[1]))
            shutil.rmtree(folder / name, ignore_errors=True)
            work.rename(folder / name)
        except BaseException:
            shutil.rmtree(work, ignore_errors=True)
            if _is_copy(folder / name, row[0]):  # another process on this machine was faster
                return folder / name
            raise
    if generation_in_force(folder) != folder / name:
        switch_to(folder, name)
    return folder / name


def _is_copy(folder: Path, manifest: str) -> bool:
    try:
        return (folder / MANIFEST).read_text(encoding="utf-8") == manifest and (folder / VECTORS).is_file()
    except OSError:
        return False


def _download(database: PostgresConnection, number: int, work: Path) -> None:
    names = database.execute(
        "SELECT path, part FROM index_files WHERE generation = ? ORDER BY path, part", (number,)
    ).fetchall()
    for name, part in names:
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        content = database.execute(
            "SELECT content FROM index_files WHERE generation = ? AND path = ? AND part = ?", (number, name, part)
        ).fetchone()
        with (work / name).open("ab") as stream:
            stream.write(content[0])


class PostgresIndex(SearchIndex):
    """The index of a shared store. `folder` is this machine's copy; the database says which generation is current."""

    def __init__(
        self, folder: Path, cases: IndexedCases, models: SearchModels, settings: Settings, url: str, **named: Any
    ) -> None:
        """Like `SearchIndex`, with the address of the database."""
        super().__init__(folder, cases, models, settings, **named)
        # A separate connection: searches from several threads must not land inside a transaction of the store.
        self._database = PostgresConnection(url, settings.store.allow_remote)

    @property
    def remedy(self) -> str:
        """The command that rebuilds this index, which all machines share."""
        return "countercase index (it changes the index of everyone who shares the store)"

    def close(self) -> None:
        """Close the connection."""
        self.reopen()
        self._database.close()

    def build(self, progress: Progress = lambda _part, _done, _total: None) -> IndexManifest:
        """Build or refresh the index on this machine, then publish it to the database."""
        from countercase.retrieval.index import build_index

        with self._alone():
            self._cases.resolve_links()
            fetch(self._database, self.folder)  # so that its vectors are reused
            ngrams = self._settings.retrieval.ngrams
            manifest = build_index(self.folder, self.source(), self._models.encoder, None, progress, ngrams)
            progress("database", 0, 1)
            built = generation_in_force(self.folder)
            if built is None:
                raise IndexMissing("The index that was just built has disappeared. Run: countercase index")
            number = publish(self._database, built)
            name = f"gen-{number:06d}"
            if built.name != name:
                shutil.rmtree(self.folder / name, ignore_errors=True)
                built.rename(self.folder / name)
                switch_to(self.folder, name)
            progress("database", 1, 1)
        self.reopen()
        return manifest

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Let only one process on all machines build the index. The lock ends with its connection."""
        if not self._database.execute("SELECT pg_try_advisory_lock(?)", (INDEXING,)).fetchone()[0]:
            raise RetrievalError("Another process is building the index. Wait until it is done, then run this again.")
        try:
            yield
        finally:
            self._database.execute("SELECT pg_advisory_unlock(?)", (INDEXING,))

    def plan(self, name: str | None = None) -> RetrievalPlan:
        """A plan by name, with pgvector in place of Chroma and with the same weight."""
        plan = super().plan(name)
        if "chroma" not in plan.searchers:
            wanted = super()._found_plan(name)
            if "chroma" not in wanted.searchers:
                return plan
            plan = wanted
        searchers = tuple("pgvector" if searcher == "chroma" else searcher for searcher in plan.searchers)
        return replace(plan, searchers=searchers, weights={**plan.weights, "pgvector": plan.weights["chroma"]})

    def opened(self) -> IndexFiles:
        """This machine's copy of the current generation, checked now."""
        if fetch(self._database, self.folder) is None:
            raise IndexMissing("No index in the database. Run: countercase index")
        return open_index(self.folder)

    def _in_force(self) -> Path | None:
        number = current_generation(self._database)
        return self.folder / f"gen-{number:06d}" if number else None

    def _searchers(self, files: IndexFiles) -> dict[str, Searcher]:
        number = int(files.folder.name.removeprefix("gen-"))

        def searcher(exact: bool) -> PgvectorSearcher:
            return PgvectorSearcher(self._database, number, files.first_row, len(files.ids), exact)

        searchers = {name: part for name, part in super()._searchers(files).items() if name != "chroma"}
        searchers["pgvector"] = searcher(exact=False)
        if self._settings.store.exact == "database":
            searchers["dense"] = searcher(exact=True)
        return searchers
