"""Spreads work over a Ray cluster with the same functions that one process uses, and returns the results in order.

Losing a worker loses nothing: another one repeats its piece of work. A result depends only on its item, so the whole is
what a single process would have produced.
"""

import logging
import os
import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import cycle, islice, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar
from urllib.parse import urlsplit

import numpy as np

from countercase.errors import ClusterLost, CountercaseError, MissingExtra
from countercase.loaded_models import endpoint_rules
from countercase.outbound import check_cluster
from countercase.retrieval.bm25 import Bm25Searcher, takes_apart
from countercase.retrieval.dense import DenseSearcher
from countercase.retrieval.index import IndexFiles, open_generation
from countercase.retrieval.searcher import Rows, Scores, Searcher, Windows
from countercase.settings import ClusterSettings, Settings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from countercase.domain.ranking import Encoder
    from countercase.models.encoders import EndpointRules
    from countercase.retrieval.fusion import CachedReranker
    from countercase.retrieval.search_index import SearchModels


T = TypeVar("T")
R = TypeVar("R")

RETRIES = 5  # how often a piece of work is given to another worker after its worker was lost
BLOCK = 64  # items sent to a worker at a time
LOCAL = "local"
CONNECT_SECONDS = 5.0
STARTS = 3  # attempts to start a cluster on this machine
_STORE_BYTES = 200 * 2**20  # shared memory for results in transit


class Cluster:
    """The workers that the settings name: those of a running Ray cluster, or some started on this machine (`local`)."""

    def __init__(self, settings: ClusterSettings) -> None:
        self.workers = settings.workers
        check_cluster(settings)
        self._ray = _ray()
        if not self._ray.is_initialized():
            self._connect(settings.address)
        self._apply = self._ray.remote(max_retries=RETRIES)(_apply)

    def map(self, function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """Apply a function to each item; results come in order. The workers must be able to import the function."""
        source = iter(items)
        blocks = iter(lambda: list(islice(source, BLOCK)), [])
        for results in self._in_order(lambda block: self._apply.remote(function, block), blocks):
            yield from results

    def crew(self, setup: Callable[[], Callable[[T], R]]) -> "Crew[T, R]":
        """Workers that each load something once, such as an encoder, and keep it."""
        return Crew(self, [setup] * self.workers)

    def crew_of(self, setups: Sequence[Callable[[], Callable[[T], R]]]) -> "Crew[T, R]":
        """Workers that each load something different, such as a shard."""
        return Crew(self, setups)

    def close(self) -> None:
        """Leave the cluster; one that was started here is shut down."""
        self._ray.shutdown()

    def _in_order(self, send: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
        """Results in the order of the items; two items per worker are sent ahead."""
        waiting: deque[Any] = deque()
        for item in items:
            waiting.append(send(item))
            if len(waiting) >= 2 * self.workers:
                yield self.get(waiting.popleft())
        while waiting:
            yield self.get(waiting.popleft())

    def get(self, reference: Any) -> Any:
        """A result. Re-raises our own errors unchanged; raises ClusterLost if workers were lost."""
        errors = self._ray.exceptions
        try:
            return self._ray.get(reference)
        except errors.RayTaskError as error:
            if isinstance(error.cause, CountercaseError):
                raise error.cause from None
            raise
        except errors.RayError as error:
            raise ClusterLost(
                f"The cluster lost {RETRIES + 1} workers on the same piece of work ({type(error).__name__}). "
                "Check their memory with `ray status`, then run this again: what was stored before is kept."
            ) from None

    def _connect(self, address: str) -> None:
        options: dict[str, Any] = {"log_to_driver": False, "configure_logging": False, "include_dashboard": False}
        logging.getLogger("ray").setLevel(logging.ERROR)
        if address == LOCAL:
            options |= {"address": LOCAL, "num_cpus": self.workers, "object_store_memory": _STORE_BYTES}
        else:
            _check_reachable(address)
            del options["include_dashboard"]
            options |= {"address": address}
        for attempt in range(STARTS if address == LOCAL else 1):
            try:
                self._ray.init(**options)
            except Exception as error:  # noqa: BLE001 - Ray raises a bare Exception if a busy machine takes 30 seconds
                self._ray.shutdown()
                if attempt + 1 < STARTS and address == LOCAL:
                    continue
                first = (str(error).strip().splitlines() or [""])[0]
                raise ClusterLost(
                    f"No Ray cluster at {address} ({first[:120]}). Start one (ray start --head) or correct "
                    "cluster.address."
                ) from None
            else:
                return


def _check_reachable(address: str) -> None:
    """Fail at once if nobody listens at the address; Ray itself would wait for minutes."""
    parts = urlsplit(f"//{address.removeprefix('ray://')}")
    try:
        socket.create_connection((parts.hostname or "", parts.port or 6379), CONNECT_SECONDS).close()
    except (OSError, ValueError) as error:
        raise ClusterLost(
            f"No Ray cluster at {address} ({error}). Start one (ray start --head) or correct cluster.address."
        ) from None


class Crew(Generic[T, R]):
    """Ray actors, each set up once. Items go to them in turn; a lost actor is restarted."""

    def __init__(self, cluster: Cluster, setups: Sequence[Callable[[], Callable[[T], R]]]) -> None:
        self._cluster = cluster
        # Actors reserve no core: the readers, encoders and shards of one run share the cores.
        actor = cluster._ray.remote(num_cpus=0, max_restarts=-1, max_task_retries=RETRIES)(_Member)
        self.members = [actor.remote(setup) for setup in setups]

    def map(self, items: Iterable[T]) -> Iterator[R]:
        """A result for each item, in order."""
        members = cycle(self.members)

        def send(item: T) -> Any:
            return next(members).apply.remote(item)

        return self._cluster._in_order(send, items)

    def ask_all(self, items: Sequence[T]) -> list[R]:
        """Send one item to each member at the same time, and wait for all."""
        sent = [member.apply.remote(item) for member, item in zip(self.members, items, strict=True)]
        return [self._cluster.get(reference) for reference in sent]

    def close(self) -> None:
        """End all members."""
        for member in self.members:
            self._cluster._ray.kill(member)


class _Member:
    """The code that runs in an actor."""

    def __init__(self, setup: Callable[[], Callable[[Any], Any]]) -> None:
        os.environ.setdefault("OMP_NUM_THREADS", "1")
        self._work = setup()

    def apply(self, item: Any) -> Any:
        return self._work(item)


def _apply(function: Callable[[Any], Any], block: list[Any]) -> list[Any]:
    return [function(item) for item in block]


def _ray() -> Any:
    try:
        import ray
    except ModuleNotFoundError:
        raise MissingExtra("ray", "cluster") from None
    return ray


# The parts of the product that use a cluster.


class ClusterEncoder:
    """An encoder that sends passages to the workers and encodes queries in this process."""

    def __init__(self, encoder: "Encoder", cluster: Cluster, load: Callable[[], "Encoder"]) -> None:
        self._encoder = encoder
        self.at_once = BLOCK * 4 * cluster.workers
        self._crew: Crew[list[str], NDArray[np.float32]] = cluster.crew(_EncoderSetup(load))

    @property
    def name(self) -> str:
        """Name of the encoder, which is the same on all workers."""
        return self._encoder.name

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return self._encoder.dimension

    def encode_queries(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """Encode queries in this process."""
        return self._encoder.encode_queries(texts)

    def encode_passages(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """Encode passages on the workers; rows come in order."""
        import numpy as np

        blocks = [list(texts[start : start + BLOCK]) for start in range(0, len(texts), BLOCK)]
        rows = list(self._crew.map(blocks))
        return np.concatenate(rows) if rows else np.zeros((0, self.dimension), dtype=np.float32)


class _EncoderSetup:
    """Loads the encoder in a worker."""

    def __init__(self, load: Callable[[], "Encoder"]) -> None:
        self._load = load

    def __call__(self) -> Callable[[list[str]], "NDArray[np.float32]"]:
        return self._load().encode_passages


class ClusterWorkers(Generic[T, R]):
    """Replaces `corpus.workers.Workers`: each member of the cluster reads files in a child process with limits."""

    def __init__(self, cluster: Cluster, setup: Callable[[], Callable[[T], R]], limits: Any) -> None:
        self._crew: Crew[T, Any] = cluster.crew(_ReaderSetup(setup, limits))

    def run(self, jobs: Iterable[T]) -> Generator[tuple[T, Any], None, None]:
        """Each job with its result, in the order of the jobs."""
        under_way: deque[T] = deque()

        def remembered() -> Iterator[T]:
            for job in jobs:
                under_way.append(job)
                yield job

        try:
            for outcome in self._crew.map(remembered()):
                yield under_way.popleft(), outcome
        finally:
            self._crew.close()


class _ReaderSetup:
    """Starts a reader in a child process of the worker and gives it one job at a time."""

    def __init__(self, setup: Callable[[], Callable[[Any], Any]], limits: Any) -> None:
        self._setup = setup
        self._limits = limits

    def __call__(self) -> Callable[[Any], Any]:
        from dataclasses import replace
        from queue import SimpleQueue

        from countercase.corpus.workers import Workers

        jobs: SimpleQueue[Any] = SimpleQueue()
        children: Workers[Any, Any] = Workers(self._setup, replace(self._limits, workers=1))
        outcomes = children.run(iter(jobs.get, None))

        def read(job: Any) -> Any:
            jobs.put(job)
            return next(outcomes)[1]

        return read


class ModelsOnCluster:
    """The models that a search uses; passages are encoded by the workers of a cluster."""

    def __init__(self, models: "SearchModels", cluster: Cluster, settings: Settings) -> None:
        self._models = models
        self._cluster = cluster
        chosen = settings.models
        self._load = partial(_load_encoder, chosen.encoder, chosen.download, endpoint_rules(settings))

    @cached_property
    def encoder(self) -> "Encoder":
        """Encodes queries in this process and passages on the workers."""
        return ClusterEncoder(self._models.encoder, self._cluster, self._load)

    @property
    def reranker(self) -> "CachedReranker | None":
        """The cross-encoder, if there is one."""
        return self._models.reranker


def _load_encoder(name: str, download: bool, endpoint: "EndpointRules") -> "Encoder":
    """Load the encoder in a worker, with one thread because every core has a worker."""
    from countercase.models.encoders import load_encoder

    return load_encoder(name, 1, download, endpoint)


def sharded_searchers(cluster: Cluster, count: int, files: "IndexFiles") -> "dict[str, Searcher]":
    """The exact searchers of an index, over shards that the workers hold."""
    shards = split_index(files.first_row, len(files.ids), count)
    crew = cluster.crew_of([partial(ShardSearcher, files.folder, shard) for shard in shards])
    return {
        "dense": ShardedSearcher("dense", shards, files.first_row, crew.ask_all),
        "bm25": ShardedSearcher("bm25", shards, files.first_row, crew.ask_all),
    }


# An index split into shards that are searched in parallel. A case is in one shard, so the merge is exact. Scores need
# no correction: an inner product does not depend on other passages, and BM25 weights were computed over all of them.

Kind = Literal["dense", "bm25"]


@dataclass(frozen=True, slots=True)
class Shard:
    """The cases of a shard and their rows, as half-open ranges."""

    first_case: int
    last_case: int
    first_row: int
    last_row: int

    @property
    def rows(self) -> slice:
        """Its rows, as a slice of any array over all rows."""
        return slice(self.first_row, self.last_row)


def split_index(first_row: Rows, rows: int, count: int) -> tuple[Shard, ...]:
    """About `count` parts of equal size, split between cases; fewer if there are fewer cases."""
    starts = [*first_row.tolist(), rows]
    ends = {int(np.searchsorted(first_row, rows * part / count)) for part in range(1, count)}
    cuts = [0, *sorted(ends - {0, len(first_row)}), len(first_row)]
    return tuple(Shard(a, b, starts[a], starts[b]) for a, b in pairwise(cuts))


@dataclass(frozen=True, slots=True)
class ShardQuestion:
    """What a shard is asked: windows with their masks cut to its rows. If `rows` is set, it asks for those passages.

    `rows` counts from the first row of the shard. `apart` says for each window whether its mask splits judgments in any
    shard, which one shard cannot know.
    """

    kind: Kind
    windows: Windows
    apart: tuple[bool, ...]
    rows: Rows | None = None


class _Bm25Shard(Bm25Searcher):
    """BM25 over the judgments of one shard."""

    def __init__(self, folder: Path, first_row: Rows, shard: Shard, ngrams: int) -> None:
        super().__init__(folder, first_row, ngrams)
        self._judgments = self._judgments.tocsr()[:, shard.first_case : shard.last_case]
        self._passages = self._passages.tocsr()[:, shard.rows]


class ShardSearcher:
    """Answers for one shard of a generation; it reads only its own part of the vectors."""

    def __init__(self, generation: Path, shard: Shard) -> None:
        files = open_generation(generation, check=False)  # whoever split it has checked it
        first_row = files.first_row[shard.first_case : shard.last_case] - shard.first_row
        self._searchers: dict[Kind, DenseSearcher | _Bm25Shard] = {
            "dense": DenseSearcher(np.array(files.vectors[shard.rows]), first_row),
            "bm25": _Bm25Shard(generation / "bm25", first_row, shard, files.manifest.ngrams),
        }

    def __call__(self, question: ShardQuestion) -> Scores:
        """Windows x cases of the shard, or windows x the rows that were asked for."""
        searcher = self._searchers[question.kind]
        if question.rows is not None:
            return searcher.passages(question.windows, question.rows)
        if isinstance(searcher, Bm25Searcher):
            return searcher.cases(question.windows, question.apart)
        return searcher.cases(question.windows)


Ask = Callable[[Sequence[ShardQuestion]], Sequence[Scores]]  # one question for each shard, one answer from each


class ShardedSearcher:
    """A searcher over an index in shards; its scores are the same as over the whole."""

    def __init__(self, kind: Kind, shards: Sequence[Shard], first_row: Rows, ask: Ask) -> None:
        whole: type[DenseSearcher | Bm25Searcher] = DenseSearcher if kind == "dense" else Bm25Searcher
        self.name, self.needs_vectors, self.floor = whole.name, whole.needs_vectors, whole.floor
        self._kind: Kind = kind
        self._shards = shards
        self._first_row = first_row
        self._ask = ask

    def cases(self, windows: Windows) -> Scores:
        """The scores of all shards, side by side."""
        apart = tuple(mask is not None and takes_apart(mask, self._first_row) for mask in windows.masks)
        questions = [ShardQuestion(self._kind, _cut_windows(windows, shard), apart) for shard in self._shards]
        return np.concatenate(list(self._ask(questions)), axis=1)

    def passages(self, windows: Windows, rows: Rows) -> Scores:
        """Each shard scores its own rows."""
        plain = replace(windows, masks=())
        inside = [(rows >= shard.first_row) & (rows < shard.last_row) for shard in self._shards]
        questions = [
            ShardQuestion(self._kind, plain, (), (rows[is_inside] - shard.first_row).astype(np.int32))
            for shard, is_inside in zip(self._shards, inside, strict=True)
        ]
        scores = np.zeros((len(windows.texts), len(rows)), dtype=np.float32)
        for is_inside, shard_scores in zip(inside, self._ask(questions), strict=True):
            scores[:, is_inside] = shard_scores
        return scores


def _cut_windows(windows: Windows, shard: Shard) -> Windows:
    return replace(windows, masks=tuple(None if mask is None else mask[shard.rows] for mask in windows.masks))
