"""Index generations: atomic, checksummed, incremental."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.retrieval.corpus_on_the_spot import TEXTS, WordEncoder, make_chunks

from countercase import files
from countercase.domain.case import Chunk
from countercase.errors import IndexBroken, IndexMissing, RetrievalError
from countercase.retrieval import index
from countercase.retrieval.bm25 import Bm25Searcher
from countercase.retrieval.chroma import COLLECTION, open_client
from countercase.retrieval.index import IndexSource, build_index, open_index
from countercase.retrieval.searcher import Windows
from countercase.settings import ChromaSettings


def test_rows_follow_the_passages(tmp_path: Path) -> None:
    chunks = make_chunks()
    manifest = build_index(tmp_path, IndexSource(chunks, [(chunks[0].case_id, chunks[-1].case_id)]), WordEncoder())
    files = open_index(tmp_path)
    assert files.manifest == manifest
    assert list(files.ids) == [chunk.id for chunk in chunks]
    assert [files.cases[case] for case in files.case_of] == [chunk.case_id for chunk in chunks]
    assert files.links.tolist() == [[0, len(files.cases) - 1]]
    alone = np.load(files.folder / "encoded.npy")
    assert np.allclose(alone, WordEncoder().encode_passages([chunk.text for chunk in chunks]), atol=1e-3)
    leaning = (files.vectors.astype(np.float32) * alone).sum(axis=1)
    assert ((leaning > 0.6) & (leaning < 0.99)).all()
    assert files.case_vectors.shape == (len(files.cases), WordEncoder.dimension)
    assert files.manifest.fingerprint == IndexSource(chunks, [(chunks[0].case_id, chunks[-1].case_id)]).fingerprint


def test_only_new_passages_are_encoded_again(tmp_path: Path) -> None:
    encoder = WordEncoder()
    build_index(tmp_path, IndexSource(make_chunks()), encoder, ChromaSettings())
    assert encoder.encoded == 10
    more = {**TEXTS, "added": ["A new passage."], "tenancy": ["An altered passage.", TEXTS["tenancy"][1]]}
    build_index(tmp_path, IndexSource(make_chunks(more)), encoder, ChromaSettings())
    assert encoder.encoded == 12
    files = open_index(tmp_path)
    alone = np.load(files.folder / "encoded.npy")
    assert np.allclose(alone, encoder.encode_passages([chunk.text for chunk in make_chunks(more)]), atol=1e-3)
    generations = sorted(path.name for path in tmp_path.iterdir() if path.is_dir())
    assert generations == ["gen-000001", "gen-000002"]  # the one before stays for whoever has it open
    build_index(tmp_path, IndexSource(make_chunks(more)), encoder, ChromaSettings())
    generations = sorted(path.name for path in tmp_path.iterdir() if path.is_dir())
    assert generations == ["gen-000002", "gen-000003"]


@pytest.mark.parametrize("content", [None, b"", b"gen-9", b"../elsewhere", b"\xff\xfe"])
def test_a_missing_or_damaged_pointer_is_mended_by_a_new_build(tmp_path: Path, content: bytes | None) -> None:
    build_index(tmp_path, IndexSource(make_chunks()), WordEncoder())
    pointer = tmp_path / index.CURRENT
    pointer.unlink() if content is None else pointer.write_bytes(content)
    with pytest.raises(IndexMissing):
        open_index(tmp_path)
    build_index(tmp_path, IndexSource(make_chunks()), WordEncoder())
    assert open_index(tmp_path).folder.name == "gen-000002"


def test_two_builds_at_once_are_refused_in_one_line(tmp_path: Path) -> None:
    with index._alone(tmp_path), pytest.raises(RetrievalError, match="Another process is building the index"):
        build_index(tmp_path, IndexSource(make_chunks()), WordEncoder())


def test_ids_may_hold_anything_printable(tmp_path: Path) -> None:
    odd = {"a\u2028b v. c\u0085d": ["One passage."], "e\x0bf": ["Another one."]}
    build_index(tmp_path, IndexSource(make_chunks(odd)), WordEncoder())
    assert set(open_index(tmp_path).cases) == set(odd)


def test_a_damaged_chroma_collection_is_built_afresh(tmp_path: Path) -> None:
    build_index(tmp_path, IndexSource(make_chunks()), WordEncoder(), ChromaSettings())
    for path in (tmp_path / "gen-000001" / "chroma").rglob("*"):
        if path.is_file():
            path.write_bytes(b"garbled" * 300)
    build_index(tmp_path, IndexSource(make_chunks()), WordEncoder(), ChromaSettings())
    client = open_client(ChromaSettings(), open_index(tmp_path).folder / "chroma")
    assert len(client.get_collection(COLLECTION).get(include=[])["ids"]) == 10
    client.close()


def test_another_encoder_encodes_everything_again(tmp_path: Path) -> None:
    build_index(tmp_path, IndexSource(make_chunks()), WordEncoder())

    class Other(WordEncoder):
        name = "other@test"

    other = Other()
    build_index(tmp_path, IndexSource(make_chunks()), other)
    assert other.encoded == 10
    assert open_index(tmp_path).manifest.encoder == "other@test"


def test_a_build_that_fails_leaves_the_old_generation_in_force(tmp_path: Path) -> None:
    build_index(tmp_path, IndexSource(make_chunks()), WordEncoder())

    class Failing(WordEncoder):
        name = "failing@test"

        def encode_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_index(tmp_path, IndexSource(make_chunks()), Failing())
    assert open_index(tmp_path).manifest.encoder == "words@test"
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == ["gen-000001"]


@pytest.mark.parametrize("name", ["vectors.npy", "ids.json", "links.npy", "bm25/judgments/data.csc.index.npy"])
def test_a_damaged_file_is_named_and_a_new_build_mends_it(tmp_path: Path, name: str) -> None:
    build_index(tmp_path, IndexSource(make_chunks()), WordEncoder())
    path = tmp_path / "gen-000001" / name
    damaged = bytearray(path.read_bytes())
    damaged[-1] ^= 0xFF
    path.write_bytes(damaged)
    with pytest.raises(IndexBroken, match=r"is damaged\. Run: countercase index"):
        open_index(tmp_path)
    build_index(tmp_path, IndexSource(make_chunks()), WordEncoder())
    assert len(open_index(tmp_path).ids) == 10


def test_a_missing_file_or_index_is_said(tmp_path: Path) -> None:
    with pytest.raises(IndexMissing, match="No index in"):
        open_index(tmp_path / "indexes")
    with pytest.raises(IndexMissing, match="no cases to index"):
        build_index(tmp_path, IndexSource([]), WordEncoder())
    build_index(tmp_path, IndexSource(make_chunks()), WordEncoder())
    (tmp_path / "gen-000001" / "case_of.npy").unlink()
    with pytest.raises(IndexBroken, match="cannot be read"):
        open_index(tmp_path)


def test_an_index_of_another_format_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build_index(tmp_path, IndexSource(make_chunks()), WordEncoder())
    monkeypatch.setattr(index, "FORMAT", 99)
    with pytest.raises(IndexBroken, match="another version"):
        open_index(tmp_path)


@pytest.mark.parametrize(
    ("module", "name", "value"),
    [
        (index, "TOKENS_VERSION", "other"),
        (index, "JUDGMENTS", (1.2, 0.7)),
        (index, "PASSAGES", (9, 1)),
        (index, "CASE", 0.9),
    ],
)
def test_the_manifest_holds_everything_that_shapes_an_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: object, name: str, value: object
) -> None:
    manifest = build_index(tmp_path, IndexSource(make_chunks()), WordEncoder())
    assert manifest.shape == index.index_shape(WordEncoder(), 1)
    monkeypatch.setattr(module, name, value)
    assert manifest.shape != index.index_shape(WordEncoder(), 1)


def test_the_fingerprint_sees_every_change() -> None:
    chunks = make_chunks()
    changed = make_chunks({**TEXTS, "tenancy": ["The landlord sought eviction.", TEXTS["tenancy"][1]]})
    link = [(chunks[0].case_id, chunks[-1].case_id)]
    sources = (IndexSource(chunks), IndexSource(chunks[:-1]), IndexSource(changed), IndexSource(chunks, link))
    assert len({source.fingerprint for source in sources}) == 4
    assert IndexSource(chunks).fingerprint == IndexSource(make_chunks()).fingerprint


def test_word_pairs_are_indexed_and_searched_where_they_are_asked_for(tmp_path: Path) -> None:
    manifest = build_index(tmp_path, IndexSource(make_chunks()), WordEncoder(), ngrams=2)
    files = open_index(tmp_path)
    assert files.manifest.ngrams == manifest.ngrams == 2
    ordered, turned = (
        Bm25Searcher(files.folder / "bm25", files.first_row, 2).cases(Windows((text,))).max()
        for text in ("dying declaration", "declaration dying")
    )
    assert ordered > turned


def test_a_generation_is_checked_once_and_again_when_a_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_SETTLED", -1)
    build_index(tmp_path, IndexSource(make_chunks()), WordEncoder())
    read: list[str] = []

    def noted(path: Path, checksum_of: Callable[[Path], int] = files.checksum_of) -> int:
        read.append(path.name)
        return checksum_of(path)

    monkeypatch.setattr(files, "checksum_of", noted)
    opened = open_index(tmp_path)
    assert len(read) == len(opened.manifest.files)
    open_index(tmp_path)
    assert len(read) == len(opened.manifest.files)
    path = opened.folder / "case_of.npy"
    path.write_bytes(path.read_bytes()[:-1] + b"\x7f")
    with pytest.raises(IndexBroken, match=r"case_of\.npy is damaged"):
        open_index(tmp_path)


def test_a_build_holds_no_list_of_passages_and_sees_one_state_of_the_store(tmp_path: Path) -> None:
    class Growing:
        """Passages of a store that others write to: each reading finds more."""

        def __init__(self) -> None:
            self.readings = 0

        def __iter__(self) -> Iterator[Chunk]:
            self.readings += 1
            return iter(make_chunks({**TEXTS, **{f"z{number}": ["More."] for number in range(self.readings)}}))

    store = Growing()
    manifest = build_index(tmp_path / "streamed", IndexSource(store), WordEncoder())
    frozen = make_chunks({**TEXTS, **{f"z{number}": ["More."] for number in range(store.readings)}})
    assert manifest == build_index(tmp_path / "listed", IndexSource(frozen), WordEncoder())
    assert not list(tmp_path.rglob("passages.jsonl"))
