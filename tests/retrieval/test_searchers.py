"""One contract for every searcher: order, ties, pool, filters."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.retrieval.corpus_on_the_spot import WordEncoder, make_chunks

from countercase.errors import IndexMissing
from countercase.retrieval.bm25 import Bm25Searcher
from countercase.retrieval.chroma import COLLECTION, ChromaSearcher, open_client
from countercase.retrieval.cited import CitedSearcher
from countercase.retrieval.dense import DenseSearcher, inner_products
from countercase.retrieval.index import IndexFiles, IndexSource, build_index, open_index
from countercase.retrieval.searcher import Searcher, Windows
from countercase.settings import ChromaSettings

CHUNKS = make_chunks()
ENCODER = WordEncoder()
LINKS = [(CHUNKS[place].id, CHUNKS[-1].case_id) for place in range(2)]  # the passages of the first case cite the last

Make = Callable[[IndexFiles], Searcher]


def make_dense(files: IndexFiles) -> Searcher:
    return DenseSearcher(files.vectors)


def make_chroma(files: IndexFiles) -> Searcher:
    return ChromaSearcher(open_client(ChromaSettings(), files.folder / "chroma"), COLLECTION, files.ids, files.vectors)


def make_bm25(files: IndexFiles) -> Searcher:
    return Bm25Searcher(files.folder / "bm25")


def make_cited(files: IndexFiles) -> Searcher:
    return CitedSearcher(make_bm25(files), files.links, files.first_row)


MAKERS = [make_dense, make_chroma, make_bm25, make_cited]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> IndexFiles:
    folder = tmp_path_factory.mktemp("index")
    build_index(folder, IndexSource(CHUNKS, LINKS), ENCODER, ChromaSettings())
    return open_index(folder)


@pytest.fixture(scope="module", params=MAKERS, ids=lambda make: make.__name__.removeprefix("make_"))
def searcher(files: IndexFiles, request: pytest.FixtureRequest) -> Searcher:
    make: Make = request.param
    return make(files)


def windows(*texts: str) -> Windows:
    return Windows(texts, ENCODER.encode_queries(texts))


QUERY = "The deceased was stabbed with a knife and the cheque was returned."


def test_best_first_ties_by_row_and_no_row_twice(searcher: Searcher) -> None:
    (found,) = searcher.search(windows(QUERY), 100, [None])
    assert len(found.rows) == len(set(found.rows.tolist())) > 0
    order = sorted(range(len(found.rows)), key=lambda place: (-found.scores[place], found.rows[place]))
    assert order == list(range(len(found.rows)))


def test_the_pool_is_a_limit_and_a_prefix(searcher: Searcher) -> None:
    (many,) = searcher.search(windows(QUERY), 100, [None])
    (one,) = searcher.search(windows(QUERY), 1, [None])
    assert one.rows.tolist() == many.rows.tolist()[:1]


def test_a_filter_binds_and_only_takes_away(searcher: Searcher) -> None:
    mask = np.array([chunk.case_id in {"cheque", "tenancy"} for chunk in CHUNKS])
    (free,) = searcher.search(windows(QUERY), 100, [None])
    (bound,) = searcher.search(windows(QUERY), 100, [mask])
    assert all(mask[bound.rows])
    allowed = [row for row in free.rows.tolist() if mask[row]]
    assert bound.rows.tolist()[: len(allowed)] == allowed
    assert len(searcher.search(windows(QUERY), 100, [np.zeros(len(CHUNKS), dtype=bool)])[0].rows) == 0


def test_a_batch_is_the_same_as_one_by_one(searcher: Searcher) -> None:
    texts = [QUERY, "eviction of the tenant", "cheque", "a dying declaration of the wife"]
    mask = np.array([chunk.case_id != "knife" for chunk in CHUNKS])
    masks = [None, mask, None, mask]
    batch = searcher.search(windows(*texts), 5, masks)
    for text, mask_, found in zip(texts, masks, batch, strict=True):
        (alone,) = searcher.search(windows(text), 5, [mask_])
        assert found.rows.tolist() == alone.rows.tolist()
        assert found.scores.tolist() == alone.scores.tolist()


def test_dense_and_chroma_find_the_passage_itself(files: IndexFiles) -> None:
    for make in (make_dense, make_chroma):
        for row, chunk in enumerate(CHUNKS):
            (found,) = make(files).search(windows(chunk.text), 3, [None])
            assert found.rows[0] == row
            assert found.scores[0] == pytest.approx(1.0, abs=2e-3)  # float16 rows


def test_bm25_answers_only_with_passages_that_share_a_word(files: IndexFiles) -> None:
    found = make_bm25(files).search(windows("zebra giraffe", "arrears of rent"), 10, [None, None])
    assert [len(one.rows) for one in found] == [0, 1]
    assert CHUNKS[found[1].rows[0]].case_id == "tenancy"


def test_bm25_finds_a_provision_under_either_code(files: IndexFiles) -> None:
    found = make_bm25(files).search(
        windows("S. 302 I.P.C.", "Section 103 of the Bharatiya Nyaya Sanhita"), 1, [None] * 2
    )
    assert [CHUNKS[one.rows[0]].case_id for one in found] == ["stabbing", "stabbing"]


def test_cited_passes_hits_on_to_the_case_that_is_cited(files: IndexFiles) -> None:
    (found,) = make_cited(files).search(windows("the cheque was returned unpaid"), 10, [None])
    assert [CHUNKS[row].case_id for row in found.rows] == ["tenancy"]
    assert found.rows[0] == files.first_row[list(files.cases).index("tenancy")]
    only_citing = np.array([chunk.case_id == "cheque" for chunk in CHUNKS])
    assert len(make_cited(files).search(windows("the cheque"), 10, [only_citing])[0].rows) == 0


def test_inner_products_are_exact_over_blocks() -> None:
    random = np.random.default_rng(0)
    vectors = random.standard_normal((40_000, 8)).astype(np.float16)
    queries = random.standard_normal((3, 8)).astype(np.float32)
    assert np.allclose(inner_products(queries, vectors), queries @ vectors.astype(np.float32).T)


def test_a_missing_collection_is_said(tmp_path: Path, files: IndexFiles) -> None:
    with pytest.raises(IndexMissing, match="no Chroma collection"):
        ChromaSearcher(open_client(ChromaSettings(), tmp_path), COLLECTION, files.ids, files.vectors)
