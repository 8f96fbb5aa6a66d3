"""Index generations. Each is built in a work folder, checksummed, and put in force as a whole; opening finds damage."""

import fcntl
import json
import os
import re
import shutil
import tempfile
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from countercase.domain.case import CaseId, Chunk, ChunkId, SectionType
from countercase.domain.ranking import Encoder
from countercase.domain.span import Span
from countercase.errors import IndexBroken, IndexMissing, RetrievalError
from countercase.files import checksum_of, is_sound
from countercase.retrieval import ngrams as runs
from countercase.retrieval.bm25 import JUDGMENTS, PASSAGES, TOKENS_VERSION, build_bm25, build_citing, tokenise
from countercase.retrieval.chroma import COLLECTION, ChromaSearcher, fill_collection, open_client
from countercase.retrieval.dense import CASE, NEIGHBOUR, Progress, write_encoded, write_vectors
from countercase.retrieval.searcher import Windows
from countercase.settings import ChromaSettings

_SAMPLE, _FOUND = 64, 0.9  # passages tried in a copied collection, and the share that must find themselves

FORMAT = 6
LOCK = "LOCK"
CURRENT = "CURRENT"  # a file with the name of the generation in force; replacing it switches generations

Spread = Callable[[Callable[[str], list[str]], Iterable[str]], Iterable[list[str]]]


@dataclass(frozen=True, slots=True)
class IndexManifest:
    """What a generation was made from, and the checksum of each of its files."""

    format: int
    shape: Mapping[str, str]  # every setting and weight that the files depend on: `index_shape`
    chunks: int
    fingerprint: str
    chroma: bool
    files: Mapping[str, int]

    @property
    def encoder(self) -> str:
        """The encoder that made the vectors."""
        return self.shape["encoder"]

    @property
    def ngrams(self) -> int:
        """The longest run of words that BM25 counts."""
        return int(self.shape["ngrams"])


def index_shape(encoder: Encoder, ngrams: int) -> dict[str, str]:
    """Every setting that shapes an index, by name; if one changes, the index must be rebuilt."""
    return {
        "encoder": encoder.name,
        "tokens": TOKENS_VERSION,
        "ngrams": str(ngrams),
        "BM25 of judgments (k1, b)": str(JUDGMENTS),
        "BM25 of passages (k1, b)": str(PASSAGES),
        "context (neighbour, case)": str((NEIGHBOUR, CASE)),
        "runs of words (lengths)": str(runs.LENGTHS),
    }


@dataclass(frozen=True, slots=True)
class IndexFiles:
    """An opened generation. Row r of every part is the passage `ids[r]`, of case `cases[case_of[r]]`."""

    folder: Path
    manifest: IndexManifest
    ids: tuple[str, ...]
    cases: tuple[str, ...]
    case_of: NDArray[np.int32]
    links: NDArray[np.int32]  # (citing case, cited case), sorted
    vectors: NDArray[np.float16]
    case_vectors: NDArray[np.float16]

    @property
    def first_row(self) -> NDArray[np.int32]:
        """The first row of each case."""
        return _starts(self.case_of)


def _starts(case_of: NDArray[np.int32]) -> NDArray[np.int32]:
    return np.flatnonzero(np.diff(case_of, prepend=-1)).astype(np.int32)


@dataclass(frozen=True, slots=True)
class IndexSource:
    """What is indexed: the passages, grouped by case, and the citations between cases.

    Passages are read one at a time, and may be read more than once.
    """

    chunks: Iterable[Chunk]
    links: Sequence[tuple[CaseId, CaseId]] = ()
    citing: Sequence[tuple[CaseId, CaseId, str]] = ()  # citing case, cited case, how the one describes the other
    spread: Spread = map  # applies a function to many texts, in this process or on a cluster

    @property
    def fingerprint(self) -> str:
        """A checksum that changes whenever a passage or a citation is added, removed or altered."""
        value = 0
        for chunk in self.chunks:
            value = zlib.crc32(f"{chunk.id}\0{chunk.text}\0".encode(), value)
        for citing, cited in self.links:
            value = zlib.crc32(f"{citing}\0{cited}\0".encode(), value)
        for _, _, description in self.citing:
            value = zlib.crc32(description.encode(), value)
        return f"{value:08x}"


def build_index(
    folder: Path,
    source: IndexSource,
    encoder: Encoder,
    chroma: ChromaSettings | None = None,
    progress: Progress = lambda _part, _done, _total: None,
    ngrams: int = 1,
) -> IndexManifest:
    """Build a new generation beside the old one and switch it in. Vectors of unchanged passages are reused.

    With `chroma` None, no Chroma collection is made.
    """
    if next(iter(source.chunks), None) is None:
        raise IndexMissing("There are no cases to index. Run: countercase ingest PATH... --workspace W")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _alone(folder):
            old = generation_in_force(folder)
            manifest, generation = _new_generation(folder, source, encoder, chroma, old, progress, ngrams)
            switch_to(folder, generation)
            # The previous generation stays for whoever has it open; the next build removes it.
            in_use = {generation, old.name if old else "", "chroma"}
            for leftover in folder.iterdir():
                if leftover.is_dir() and leftover.name not in in_use:
                    shutil.rmtree(leftover, ignore_errors=True)
    except OSError as error:
        raise RetrievalError(
            f"The index in {folder.parent} cannot be written: {error.strerror or error}. The old one stays as it was."
            " Free some space or allow writing there, then run: countercase index"
        ) from None
    return manifest


def _new_generation(
    folder: Path,
    source: IndexSource,
    encoder: Encoder,
    chroma: ChromaSettings | None,
    old: Path | None,
    progress: Progress,
    ngrams: int,
) -> tuple[IndexManifest, str]:
    """Build a generation in a work folder and give it the next free number. A failed build leaves nothing behind."""
    work = Path(tempfile.mkdtemp(prefix="building-", dir=folder))
    try:
        manifest = _write_parts(work, source, encoder, chroma, old, progress, ngrams)
        generation = folder / f"gen-{_next_number(folder):06d}"
        work.rename(generation)
    except BaseException:  # also Ctrl-C: a half-built generation must not stay
        shutil.rmtree(work, ignore_errors=True)
        raise
    return manifest, generation.name


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Lock the folder while an index is built; a second process gets an error at once."""
    with (folder / LOCK).open("w", encoding="utf-8") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RetrievalError(
                f"Another process is building the index in {folder.parent}. Wait until it is done, then run this again."
            ) from None
        yield


def open_index(folder: Path, check: bool = True) -> IndexFiles:
    """The generation in force. Raises IndexBroken if a file does not match its checksum."""
    while True:
        generation = generation_in_force(folder)
        if generation is None:
            raise IndexMissing(f"No index in {folder.parent}. Run: countercase index --workspace {folder.parent}")
        try:
            return open_generation(generation, check)
        except IndexBroken:
            if generation_in_force(folder) == generation:
                raise  # otherwise it was replaced and removed while we read it


def open_generation(generation: Path, check: bool = True) -> IndexFiles:
    """The generation in a folder."""
    folder = generation.parent
    remedy = f"Run: countercase index --workspace {folder.parent}"
    try:
        written = json.loads((generation / "manifest.json").read_text(encoding="utf-8"))
        if written["format"] != FORMAT:
            raise IndexBroken(f"The index in {folder} is from another version. {remedy}")
        manifest = IndexManifest(**written)
        for name, checksum in manifest.files.items() if check else ():
            if not is_sound(generation / name, checksum):
                raise IndexBroken(f"{generation / name} is damaged. {remedy}")
        ids = tuple(json.loads((generation / "ids.json").read_text(encoding="utf-8")))
        cases = tuple(json.loads((generation / "cases.json").read_text(encoding="utf-8")))
        case_of, links, vectors, case_vectors = (
            np.load(generation / f"{name}.npy", mmap_mode="r")
            for name in ("case_of", "links", "vectors", "case_vectors")
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise IndexBroken(f"The index in {folder} cannot be read ({error}). {remedy}") from None
    return IndexFiles(generation, manifest, ids, cases, case_of, links, vectors, case_vectors)


def _write_parts(
    work: Path,
    source: IndexSource,
    encoder: Encoder,
    chroma: ChromaSettings | None,
    old: Path | None,
    progress: Progress,
    ngrams: int,
) -> IndexManifest:
    chunks = SpooledPassages(source.chunks, work)
    source = replace(source, chunks=chunks)
    case_of = np.frombuffer(chunks.case_of, dtype=np.int32)
    hashes = np.frombuffer(chunks.hashes, dtype=np.uint64)
    np.save(work / "case_of.npy", case_of)
    np.save(work / "hashes.npy", hashes)
    write_encoded(work, chunks, hashes, encoder, old, progress)
    write_vectors(work, np.frombuffer(chunks.lengths, dtype=np.int32), _starts(case_of), encoder.dimension)
    progress("words", 0, 1)
    words = source.spread(partial(tokenise, ngrams=ngrams), (chunk.text for chunk in chunks))
    build_bm25(words, case_of.tolist(), work / "bm25")
    runs.build_ngrams(_judgments(chunks), work / "ngrams")
    _write_citations(work, source, chunks.cases)
    progress("words", 1, 1)
    if chroma is not None:
        _fill_chroma(work, chunks, np.load(work / "vectors.npy", mmap_mode="r"), chroma, old, progress)
    fingerprint = source.fingerprint
    chunks.path.unlink()
    sealed = {
        path.relative_to(work).as_posix(): checksum_of(path) for path in sorted(work.rglob("*")) if _sealed(path, work)
    }
    shape = index_shape(encoder, ngrams)
    manifest = IndexManifest(FORMAT, shape, len(hashes), fingerprint, chroma is not None, sealed)
    (work / "manifest.json").write_text(json.dumps(asdict(manifest), indent=1), encoding="utf-8")
    return manifest


def _write_citations(work: Path, source: IndexSource, cases: Sequence[str]) -> None:
    """Write which indexed case cites which, and the sentences in which they do."""
    number_of = {CaseId(case): number for number, case in enumerate(cases)}
    links = sorted(
        {(number_of[citing], number_of[cited]) for citing, cited in source.links if {citing, cited} <= number_of.keys()}
    )
    np.save(work / "links.npy", np.array(links, dtype=np.int32).reshape(-1, 2))
    described = [
        (number_of[citing], number_of[cited], text)
        for citing, cited, text in source.citing
        if {citing, cited} <= number_of.keys()
    ]
    pairs = np.array([line[:2] for line in described], dtype=np.int32).reshape(-1, 2)
    build_citing(pairs, [text for _, _, text in described], work / "citing")


def _judgments(chunks: Iterable[Chunk]) -> Iterator[str]:
    """The text of each case. Where two passages overlap, the shared text comes once."""
    for _, passages in groupby(chunks, key=lambda chunk: chunk.case_id):
        parts, end = [], 0
        for chunk in sorted(passages, key=lambda chunk: chunk.span.start):
            parts.append(chunk.text[max(0, end - chunk.span.start) :])
            end = max(end, chunk.span.end)
        yield " ".join(parts)


class SpooledPassages:
    """A copy on disk of the passages when the build began, so that memory stays flat and the store may change."""

    def __init__(self, chunks: Iterable[Chunk], work: Path) -> None:
        """Write the passages and `ids.json`; only the case, the length and a hash of each stay in memory."""
        self.path = work / "passages.jsonl"
        self.case_of, self.lengths, self.hashes = array("i"), array("i"), array("Q")
        cases: dict[str, int] = {}
        with self.path.open("w", encoding="utf-8") as spool, (work / "ids.json").open("w", encoding="utf-8") as ids:
            for row, chunk in enumerate(chunks):
                where = (chunk.id, chunk.case_id, chunk.span.start, chunk.span.end, chunk.section.value)
                spool.write(json.dumps([*where, chunk.text]) + "\n")
                ids.write((", " if row else "[") + json.dumps(chunk.id))
                content = chunk.text.encode()
                self.case_of.append(cases.setdefault(chunk.case_id, len(cases)))
                self.lengths.append(len(chunk.text.split()))
                self.hashes.append(zlib.crc32(content) << 32 | zlib.adler32(content))
            ids.write("]")
        self.cases = tuple(cases)
        (work / "cases.json").write_text(json.dumps(self.cases), encoding="utf-8")

    def __iter__(self) -> Iterator[Chunk]:
        """The passages in row order, one at a time."""
        with self.path.open(encoding="utf-8") as spool:
            for line in spool:
                chunk_id, case_id, start, end, section, text = json.loads(line)
                yield Chunk(ChunkId(chunk_id), CaseId(case_id), Span(start, end), text, SectionType(section))


def _fill_chroma(
    work: Path,
    chunks: Iterable[Chunk],
    vectors: NDArray[np.float16],
    chroma: ChromaSettings,
    old: Path | None,
    progress: Progress,
) -> None:
    progress("chroma", 0, 1)
    metadata = [{"case": chunk.case_id, "section": chunk.section.value} for chunk in chunks]
    ids = [chunk.id for chunk in chunks]
    if not _copied_collection(work, ids, vectors, metadata, chroma, old):
        client = open_client(chroma, work / "chroma")
        fill_collection(client, COLLECTION, ids, vectors, metadata)
        client.close()  # the folder is about to be renamed
    progress("chroma", 1, 1)


def _copied_collection(
    work: Path,
    ids: Sequence[str],
    vectors: NDArray[np.float16],
    metadata: Sequence[Mapping[str, str | int]],
    chroma: ChromaSettings,
    old: Path | None,
) -> bool:
    """Copy the collection of the old generation and update it; False if it cannot be used."""
    if old is None or chroma.mode != "local" or not (old / "chroma").is_dir():
        return False
    try:
        shutil.copytree(old / "chroma", work / "chroma")
        client = open_client(chroma, work / "chroma")
        try:
            fill_collection(client, COLLECTION, ids, vectors, metadata)
            sound = _finds_its_rows(
                ChromaSearcher(client, COLLECTION, ids, vectors, np.zeros(1, dtype=np.int32)), vectors
            )
        finally:
            client.close()
    except (OSError, shutil.Error, RetrievalError):
        sound = False
    if not sound:
        shutil.rmtree(work / "chroma", ignore_errors=True)
    return sound


def _finds_its_rows(searcher: ChromaSearcher, vectors: NDArray[np.float16]) -> bool:
    """Whether a sample of passages is found by their own vectors. A damaged graph may answer and yet find little."""
    sample = np.linspace(0, len(vectors) - 1, num=min(len(vectors), _SAMPLE)).astype(np.int32)
    queries = np.asarray(vectors[sample], dtype=np.float32)
    best = searcher.cases(Windows(("",) * len(queries), queries, fold="best", pool=10))[:, 0]
    return bool(np.mean(best >= 0.999 * (queries * queries).sum(axis=1)) >= _FOUND)


def _sealed(path: Path, work: Path) -> bool:
    """Whether a file gets a checksum. Chroma's files do not, because Chroma writes to them whenever it opens them."""
    return path.is_file() and path.relative_to(work).parts[0] != "chroma"


def generation_in_force(folder: Path) -> Path | None:
    """The generation that searches use; None if there is none."""
    try:
        name = (folder / CURRENT).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    generation = folder / name
    return generation if re.fullmatch(r"gen-\d+", name) and generation.is_dir() else None


def _next_number(folder: Path) -> int:
    """One more than the highest number, which a killed build may have left behind."""
    numbers = [path.name.removeprefix("gen-") for path in folder.glob("gen-*")]
    return 1 + max((int(number) for number in numbers if number.isdigit()), default=0)


def switch_to(folder: Path, name: str) -> None:
    """Put a generation in force."""
    pointer = folder / f"{CURRENT}.{os.getpid()}"
    with pointer.open("w", encoding="utf-8") as stream:
        stream.write(name)
        stream.flush()
        os.fsync(stream.fileno())
    pointer.replace(folder / CURRENT)
