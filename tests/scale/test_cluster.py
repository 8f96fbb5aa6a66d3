"""A local Ray cluster of four workers makes what one process makes, byte for byte, also when a worker is killed."""

import os
import signal
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from countercase import move as moving
from countercase.app import App
from countercase.cluster import Cluster, Kind, ShardedSearcher, ShardQuestion, ShardSearcher, split_index
from countercase.corpus.builtin import builtin_cases
from countercase.domain.case import SectionType
from countercase.domain.ranking import CaseFilter
from countercase.errors import ClusterLost, EndpointError, UnreadableFile
from countercase.facts.extract import extract_facts
from countercase.retrieval.searcher import Scores, Windows
from countercase.settings import ChunkSettings, ClusterSettings, IngestSettings, Settings
from countercase.workspaces import builtin_workspace

pytest.importorskip("ray", reason="ray is not installed: the cluster is not tested")
psutil = pytest.importorskip("psutil", reason="psutil is not installed: no worker can be killed")
pytestmark = pytest.mark.filterwarnings(  # of Ray's own processes
    "ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)

ON_CLUSTER = ClusterSettings(address="local", workers=4)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    try:
        started = Cluster(ON_CLUSTER)
    except ClusterLost as error:
        pytest.skip(f"Ray does not start here, so the cluster is not tested: {error}")
    yield started
    started.close()


def members() -> list[int]:
    """The processes of our actors, those set up last at the end; waited for, since Ray starts them when it can."""
    for _ in range(600):
        mine = psutil.Process().children(recursive=True)
        found = [process.pid for process in mine if "ray::_Member" in name_of(process)]
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError("no worker came up")


def name_of(process: Any) -> str:
    """Its command line; one that has just ended has none."""
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


def kill_a_worker() -> None:
    """As the machine's memory guard would: at once."""
    os.kill(members()[-1], signal.SIGKILL)


def squared(number: int) -> int:
    return number * number


def die(number: int) -> int:
    os._exit(number)


def refuse(number: int) -> int:
    raise UnreadableFile(f"number {number} cannot be read")


def usage_reporting(_: int) -> str | None:
    return os.environ.get("RAY_USAGE_STATS_ENABLED")


def test_results_come_in_order(cluster: Cluster) -> None:
    assert list(cluster.map(squared, range(1000))) == [number * number for number in range(1000)]


def test_no_worker_reports_its_use(cluster: Cluster) -> None:
    assert set(cluster.map(usage_reporting, range(4))) == {"0"}


def test_an_error_of_ours_stays_one_line(cluster: Cluster) -> None:
    with pytest.raises(UnreadableFile, match=r"^number 0 cannot be read$"):
        list(cluster.map(refuse, [0]))


def test_a_worker_lost_again_and_again_is_said(cluster: Cluster) -> None:
    with pytest.raises(ClusterLost, match="lost 6 workers on the same piece of work") as error:
        list(cluster.map(die, [1]))
    assert "\n" not in str(error.value)


def test_workers_elsewhere_need_leave() -> None:
    with pytest.raises(EndpointError, match=r"cluster\.allow_remote"):
        Cluster(ClusterSettings(address="10.1.2.3:6379"))


def test_a_cluster_that_is_not_there_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    with pytest.raises(ClusterLost, match=r"No Ray cluster at 127\.0\.0\.1:1 .*ray start --head"):
        Cluster(ClusterSettings(address="127.0.0.1:1"))


@pytest.fixture
def judgments(tmp_path: Path) -> Path:
    """Forty texts, one of them no text at all."""
    folder = tmp_path / "judgments"
    folder.mkdir()
    for case in builtin_cases()[:40]:
        (folder / f"{case.id}.txt").write_text(f"{case.name}\n\n{case.text}")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 nothing more")
    return folder


def content(folder: Path) -> dict[str, moving.MovedTable]:
    with moving._opened(str(folder), False, create=False) as side:
        side.cases.execute("UPDATE versions SET added_at = ''")  # the clock, and nothing else, may differ
        side.cases.execute("UPDATE quarantine SET at = ''")
        return moving._checksums(side)


def files_of(folder: Path) -> dict[str, bytes]:
    (generation,) = (folder / "indexes").glob("gen-*")
    return {
        path.relative_to(generation).as_posix(): path.read_bytes()
        for path in sorted(generation.rglob("*"))
        if path.is_file() and "chroma" not in path.parts
    }


def test_ingest_and_index_are_those_of_one_process(
    cluster: Cluster, judgments: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("countercase.retrieval.search_index.find_spec", lambda _name: None)  # Chroma's files differ
    one = Settings(ingest=IngestSettings(workers=1), chunks=ChunkSettings(words=40, overlap_words=5))
    many = one.model_copy(update={"cluster": ON_CLUSTER})
    alone, spread = App(tmp_path / "alone", one), App(tmp_path / "spread", many)
    for app, at in ((alone, -1), (spread, 10)):
        done: list[str] = []

        def note(source: str, done: list[str] = done, at: int = at) -> None:
            done.append(source)
            if len(done) == at:
                kill_a_worker()

        with app.make_store() as store:
            summary = app.ingest.run([judgments], store, on_progress=note)
        assert (summary.stored, len(summary.quarantined)) == (40, 1)
    assert content(tmp_path / "spread") == content(tmp_path / "alone")
    alone.index.build()
    spread.index.build(lambda part, done, _total: kill_a_worker() if (part, done) == ("vectors", 0) else None)
    assert files_of(tmp_path / "spread") == files_of(tmp_path / "alone")


def test_tree_batches_rank_as_one_process_does(cluster: Cluster) -> None:
    settings = Settings()
    folder = builtin_workspace(settings)
    alone = App(folder, settings, built_in=True)
    spread = App(folder, settings.model_copy(update={"cluster": ON_CLUSTER}), built_in=True)
    _ = alone.index.retriever
    sheets = [extract_facts(case.text[:600]) for case in builtin_cases()[:48]]
    assert spread._rankers is not None
    ranked = spread._rankers.map([(sheets[start : start + 8], 10, None) for start in range(0, 48, 8)])
    first = next(ranked)
    kill_a_worker()
    wanted = [alone.rank_sheets([sheet], 10)[0] for sheet in sheets]
    assert [*first, *(cases for block in ranked for cases in block)] == wanted
    assert spread.rank_sheets(sheets, 10) == wanted


def test_shards_are_merged_exactly(cluster: Cluster) -> None:
    settings = Settings()
    folder = builtin_workspace(settings)
    alone = App(folder, settings, built_in=True)
    sharded = App(
        folder, settings.model_copy(update={"cluster": ON_CLUSTER.model_copy(update={"shards": 4})}), built_in=True
    )
    asked = [case.text[:500] for case in builtin_cases()[:6]]
    for wanted in (CaseFilter(), CaseFilter(first_year=1990), CaseFilter(sections=frozenset({SectionType.FACTS}))):
        for text in asked:
            assert sharded.search(text, "whatif", 20, wanted) == alone.search(text, "whatif", 20, wanted)
    kill_a_worker()
    assert sharded.search(asked[0], "whatif", 20) == alone.search(asked[0], "whatif", 20)


@pytest.mark.parametrize("count", [1, 3, 50])
def test_shards_end_between_cases_and_hold_everything(count: int) -> None:
    first_row = np.array([0, 4, 5, 9, 30], dtype=np.int32)
    shards = split_index(first_row, 40, count)
    assert shards[0].first_row == 0
    assert shards[-1].last_row == 40
    assert [shard.first_case for shard in shards[1:]] == [shard.last_case for shard in shards[:-1]]
    assert {shard.first_row for shard in shards} <= set(first_row.tolist())
    assert len(shards) <= min(count, 5)


def test_shards_in_one_process_are_merged_exactly() -> None:
    settings = Settings()
    alone = App(builtin_workspace(settings), settings, built_in=True)
    files = alone.index.files
    shards = split_index(files.first_row, len(files.ids), 5)
    searchers = [ShardSearcher(files.folder, shard) for shard in shards]

    def ask(questions: Sequence[ShardQuestion]) -> list[Scores]:
        return [searcher(question) for searcher, question in zip(searchers, questions, strict=True)]

    rows = np.array([3, len(files.ids) - 1, 0], dtype=np.int32)
    text = "A cheque was returned unpaid."
    mask = np.arange(len(files.ids)) % 3 > 0
    windows = Windows((text, text), alone.models.encoder.encode_queries([text, text]), (mask, None))
    kinds: tuple[Kind, ...] = ("dense", "bm25")
    for kind in kinds:
        whole = alone.index._searchers(files)[kind]
        merged = ShardedSearcher(kind, shards, files.first_row, ask)
        assert merged.cases(windows).tolist() == whole.cases(windows).tolist()
        assert merged.passages(windows, rows).tolist() == whole.passages(windows, rows).tolist()
