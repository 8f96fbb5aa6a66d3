"""One contract for every searcher: windows x cases, filters, batches, and the passage that answers."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import bm25s
import numpy as np
import psycopg
import pytest
from tests.retrieval.corpus_on_the_spot import WordEncoder, make_chunks

from countercase.errors import IndexMissing
from countercase.postgres import PostgresConnection
from countercase.retrieval.bm25 import JUDGMENTS, PASSAGES, Bm25Searcher, build_bm25
from countercase.retrieval.chroma import COLLECTION, ChromaSearcher, open_client
from countercase.retrieval.dense import DenseSearcher, inner_products, widened
from countercase.retrieval.index import IndexFiles, IndexSource, build_index, open_index
from countercase.retrieval.pgvector import PgvectorSearcher, fetch, publish
from countercase.retrieval.searcher import ABSENT, FactsSearcher, Fold, Mask, Scores, Searcher, Windows
from countercase.settings import ChromaSettings

CHUNKS = make_chunks()
CASES = list(dict.fromkeys(chunk.case_id for chunk in CHUNKS))
ENCODER = WordEncoder()

Make = Callable[[IndexFiles], Searcher]


def make_dense(files: IndexFiles) -> Searcher:
    return DenseSearcher(files.vectors, files.first_row)


def make_chroma(files: IndexFiles) -> Searcher:
    client = open_client(ChromaSettings(), files.folder / "chroma")
    return ChromaSearcher(client, COLLECTION, files.ids, files.vectors, files.first_row)


def make_bm25(files: IndexFiles) -> Searcher:
    return Bm25Searcher(files.folder / "bm25", files.first_row)


def make_facts(files: IndexFiles) -> Searcher:
    """Agreement here: whether a case's name stands in the window."""

    def agree(texts: Sequence[str]) -> Scores:
        return np.array([[1.0 if case in text else 0.0 for case in CASES] for text in texts], dtype=np.float32)

    return FactsSearcher(agree, files.first_row)


MAKERS = [make_dense, make_chroma, make_bm25, make_facts]
# The same vectors in a real database: searched by its graph, and row by row.
IN_DATABASE = ["pgvector", "pgvector_exact"]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> IndexFiles:
    folder = tmp_path_factory.mktemp("index")
    build_index(folder, IndexSource(CHUNKS), ENCODER, ChromaSettings())
    return open_index(folder)


@pytest.fixture(scope="module")
def in_database(files: IndexFiles, postgres_server: str) -> Iterator[Callable[[bool], Searcher]]:
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS countercase CASCADE")
    database = PostgresConnection(postgres_server)
    number = publish(database, files.folder)
    yield lambda exact: PgvectorSearcher(database, number, files.first_row, len(CHUNKS), exact)
    database.close()


@pytest.fixture(
    scope="module",
    params=[*MAKERS, *IN_DATABASE],
    ids=lambda make: str(getattr(make, "__name__", make)).removeprefix("make_"),
)
def searcher(files: IndexFiles, request: pytest.FixtureRequest) -> Searcher:
    if isinstance(request.param, str):
        made: Searcher = request.getfixturevalue("in_database")(request.param == "pgvector_exact")
        return made
    make: Make = request.param
    return make(files)


def windows(*texts: str, masks: Sequence[Mask | None] = (), fold: Fold = "windows") -> Windows:
    return Windows(texts, ENCODER.encode_queries(texts), tuple(masks), fold)


def rows_of(*cases: str) -> Mask:
    return np.array([chunk.case_id in cases for chunk in CHUNKS])


QUERY = "The deceased was stabbed with a knife and the cheque was returned."


def test_every_case_has_a_score_or_is_absent(searcher: Searcher) -> None:
    scores = searcher.cases(windows(QUERY, "the landlord sought eviction"))
    assert scores.shape == (2, len(CASES))
    assert np.isfinite(scores[0]).any()
    assert not np.isnan(scores).any()


def test_a_filter_binds_and_only_takes_away(searcher: Searcher) -> None:
    mask = rows_of("cheque", "tenancy")
    (free,) = searcher.cases(windows(QUERY))
    (bound,) = searcher.cases(windows(QUERY, masks=[mask]))
    inside = np.array([case in {"cheque", "tenancy"} for case in CASES])
    assert bound[inside].tolist() == free[inside].tolist()
    assert (bound[~inside] == ABSENT).all()
    assert (searcher.cases(windows(QUERY, masks=[np.zeros(len(CHUNKS), dtype=bool)])) == ABSENT).all()


def test_a_batch_is_the_same_as_one_by_one(searcher: Searcher) -> None:
    texts = [QUERY, "eviction of the tenant", "cheque", "a dying declaration of the wife"]
    masks = [None, ~rows_of("knife"), None, ~rows_of("knife")]
    batch = searcher.cases(windows(*texts, masks=masks))
    for text, mask, found in zip(texts, masks, batch, strict=True):
        assert found.tolist() == searcher.cases(windows(text, masks=[mask]))[0].tolist()


def test_passages_are_scored_in_the_order_they_are_asked_for(searcher: Searcher) -> None:
    rows = np.array([7, 0, 3], dtype=np.int32)
    some = searcher.passages(windows(QUERY, "cheque"), rows)
    every = searcher.passages(windows(QUERY, "cheque"), np.arange(len(CHUNKS), dtype=np.int32))
    assert some.tolist() == every[:, rows].tolist()


@pytest.mark.parametrize("make", [make_dense, make_chroma, make_bm25])
def test_a_passage_answers_itself_best(files: IndexFiles, make: Make) -> None:
    searcher, every = make(files), np.arange(len(CHUNKS), dtype=np.int32)
    for row, chunk in enumerate(CHUNKS):
        assert searcher.passages(windows(chunk.text), every)[0].argmax() == row


@pytest.mark.parametrize("make", [make_dense, make_chroma])
def test_a_case_is_as_good_as_its_best_passage_or_as_its_three_best(files: IndexFiles, make: Make) -> None:
    searcher = make(files)
    scores = searcher.passages(windows(QUERY), np.arange(len(CHUNKS), dtype=np.int32))[0].reshape(len(CASES), 2)
    assert searcher.cases(windows(QUERY))[0] == pytest.approx(scores.max(axis=1), abs=1e-5)
    assert searcher.cases(windows(QUERY, fold="top3"))[0] == pytest.approx(scores.mean(axis=1), abs=1e-5)


def test_chroma_knows_nothing_beyond_its_pool(files: IndexFiles) -> None:
    found = make_chroma(files).cases(Windows((QUERY,), ENCODER.encode_queries([QUERY]), pool=1))
    assert np.isfinite(found).sum() == 1


def test_the_database_scores_as_the_files_do(files: IndexFiles, in_database: Callable[[bool], Searcher]) -> None:
    wanted = make_dense(files).cases(windows(QUERY, "cheque", masks=[None, rows_of("cheque", "knife")]))
    for exact in (True, False):
        found = in_database(exact).cases(windows(QUERY, "cheque", masks=[None, rows_of("cheque", "knife")]))
        assert found == pytest.approx(wanted, abs=1.01e-5)


def test_pgvector_knows_nothing_beyond_its_pool(in_database: Callable[[bool], Searcher]) -> None:
    found = in_database(False).cases(Windows((QUERY,), ENCODER.encode_queries([QUERY]), pool=1))
    assert np.isfinite(found).sum() == 1


def test_stored_vectors_come_back_as_they_went_in(files: IndexFiles, postgres_server: str, tmp_path: Path) -> None:
    database = PostgresConnection(postgres_server)
    publish(database, files.folder)
    copy = fetch(database, tmp_path / "copy")
    assert copy is not None
    assert (copy / "vectors.npy").read_bytes() == (files.folder / "vectors.npy").read_bytes()
    assert open_index(tmp_path / "copy").ids == files.ids  # every file against its checksum
    database.close()


def test_dense_blocks_end_between_cases(files: IndexFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = make_dense(files).cases(windows(QUERY))
    monkeypatch.setattr("countercase.retrieval.dense.SEARCH_BLOCK", 3)
    assert make_dense(files).cases(windows(QUERY)).tolist() == whole.tolist()


def test_half_precision_is_widened_exactly() -> None:
    halves = np.arange(2**16, dtype=np.uint16).view(np.float16)
    finite = halves[np.isfinite(halves)]
    assert widened(finite, np.empty(len(finite), dtype=np.int32)).tobytes() == finite.astype(np.float32).tobytes()


@pytest.mark.parametrize(("questions", "rows"), [(1, 5), (4, 128), (19, 300)])
def test_small_products_are_those_of_one_large_product(questions: int, rows: int) -> None:
    chance = np.random.default_rng(7)
    vectors = (chance.standard_normal((rows, 64)) / 8).astype(np.float16)
    asked = (chance.standard_normal((questions, 64)) / 8).astype(np.float32)
    found = DenseSearcher(vectors, np.arange(rows, dtype=np.int32)).cases(Windows(("",) * questions, asked))
    assert np.allclose(found, inner_products(asked, vectors), atol=1e-5)


def test_bm25_is_filled_on_disk_with_what_bm25s_makes_in_memory(tmp_path: Path) -> None:
    chance = np.random.default_rng(3)
    texts = [[f"w{number}" for number in chance.zipf(1.5, size) % 50] for size in chance.integers(0, 40, 60)]
    case_of = np.sort(chance.integers(0, 9, 60))
    build_bm25(iter(texts), np.unique(case_of, return_inverse=True)[1].tolist(), tmp_path / "ours")
    known: dict[str, int] = {}
    passages = [[known.setdefault(token, len(known)) for token in text or [""]] for text in texts]
    judgments = [
        [word for row in np.flatnonzero(case_of == case) for word in passages[row]] for case in np.unique(case_of)
    ]
    for name, numbered, (k1, b) in (("passages", passages, PASSAGES), ("judgments", judgments, JUDGMENTS)):
        theirs = bm25s.BM25(k1=k1, b=b)
        theirs.index((numbered, dict(known)), show_progress=False)
        theirs.save(tmp_path / "theirs" / name, show_progress=False)
        made, wanted = (
            {path.name: path.read_bytes() for path in (tmp_path / whose / name).iterdir()}
            for whose in ("ours", "theirs")
        )
        assert made == wanted


def test_bm25_answers_only_with_cases_that_share_a_word(files: IndexFiles) -> None:
    found = make_bm25(files).cases(windows("zebra giraffe", "arrears of rent"))
    assert [[CASES[place] for place in np.flatnonzero(np.isfinite(line))] for line in found] == [[], ["tenancy"]]


def test_bm25_finds_a_provision_under_either_code(files: IndexFiles) -> None:
    found = make_bm25(files).cases(windows("S. 302 I.P.C.", "Section 103 of the Bharatiya Nyaya Sanhita"))
    assert [CASES[line.argmax()] for line in found] == ["stabbing", "stabbing"]


def test_a_word_that_comes_again_counts_less(files: IndexFiles) -> None:
    once, twice = make_bm25(files).cases(windows("knife", "knife knife")).max(axis=1)
    assert twice == pytest.approx(once * (1 + np.log(2)), abs=1e-4)


def test_bm25_reads_only_the_admitted_part_of_a_judgment(files: IndexFiles) -> None:
    mask = np.array([chunk.id.endswith("#0000") for chunk in CHUNKS])
    free, bound = make_bm25(files).cases(windows("sublet", "sublet", masks=[None, mask]))
    assert np.isfinite(free).sum() == 1
    assert not np.isfinite(bound).any()


def test_rare_words_tell_more(files: IndexFiles) -> None:
    bm25 = Bm25Searcher(files.folder / "bm25", files.first_row)
    assert bm25.rarity("sublet") == pytest.approx(np.log(11 / 2))
    assert bm25.rarity("knife") == pytest.approx(np.log(11 / 3))
    assert bm25.rarity("zebra") == 0.0


def test_a_missing_collection_is_said(tmp_path: Path, files: IndexFiles) -> None:
    with pytest.raises(IndexMissing, match="no Chroma collection"):
        ChromaSearcher(open_client(ChromaSettings(), tmp_path), COLLECTION, files.ids, files.vectors, files.first_row)
