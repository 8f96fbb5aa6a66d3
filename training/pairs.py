"""The pack in memory, and the pairs drawn from it: a query, a passage that belongs to it, and who is no negative."""

import lzma
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

NAME, NUMBER, CITED = 1, 2, 3
QUERY, PASSAGE = 176, 256  # tokens with [CLS] and [SEP]
FACTS = 700  # tokens at the head of the judgment that mostly tell the facts
Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Pack:
    """Token and flag streams, documents, and every kind of row; all positions are absolute."""

    tokens: Array
    flags: Array
    docs: Array  # at, length, body, group, trained, source, year
    rows: dict[str, Array]


def read_pack(folder: Path, with_training: bool = True) -> Pack:
    """Unpack the streams; training positions follow the evaluation stream."""
    streams = [_stream(folder / part) for part in (("eval", "train") if with_training else ("eval",))]
    rows = {p.name.split(".")[0]: _read(p) for p in sorted((folder / "rows").glob("*.xz"))}
    widths = {"docs": 7, "chunks": 3, "windows": 4, "pieces": 7, "mentions": 3, "links": 3, "cuad": 5}
    rows = {name: array.reshape(-1, widths[name]).astype(np.int64) for name, array in rows.items()}
    shift = len(streams[0][0])
    docs = rows.pop("docs")
    docs[docs[:, 5] == 2, 0] += shift
    rows["pieces"][:, 1:3] += shift
    rows["pieces"][:, 3:] += docs[rows["pieces"][:, 0], 0][:, None]
    rows["cuad"][:, 1:] += shift
    for name in ("mentions", "links"):
        rows[name][:, 1] += docs[rows[name][:, 0], 0]
    return Pack(np.concatenate([s[0] for s in streams]), np.concatenate([s[1] for s in streams]), docs, rows)


def shortened(pack: Pack, tokens: int = 8) -> Pack:
    """One short passage a judgment and short windows: enough to see that everything runs."""
    chunks, windows, links = (pack.rows[name].copy() for name in ("chunks", "windows", "links"))
    chunks = chunks[np.unique(chunks[:, 0], return_index=True)[1]]
    chunks[:, 2] = np.minimum(chunks[:, 2], chunks[:, 1] + tokens)
    windows[:, 3] = np.minimum(windows[:, 3], windows[:, 2] + tokens)
    trained = links[pack.docs[links[:, 0], 4] == 1][:40]
    rows = pack.rows | {"chunks": chunks, "windows": windows, "links": trained}
    return Pack(pack.tokens, pack.flags, pack.docs, rows)


def _read(path: Path) -> Array:
    return np.frombuffer(lzma.decompress(path.read_bytes()), dtype=path.name.split(".")[1])


def _stream(folder: Path) -> tuple[Array, Array]:
    tokens = _read(next(folder.glob("tokens.*")))
    packed = _read(next(folder.glob("flags.*")))
    flags = np.stack([packed & 3, packed >> 2 & 3, packed >> 4 & 3, packed >> 6], axis=1).reshape(-1)[: len(tokens)]
    return tokens, flags


def padded(texts: list[Array], length: int) -> Array:
    """Rows of ids with [CLS] and [SEP], zeros after."""
    out = np.zeros((len(texts), length), dtype=np.int32)
    out[:, 0] = 101
    for row, text in zip(out, texts, strict=True):
        cut = text[: length - 2]
        row[1 : len(cut) + 1] = cut
        row[len(cut) + 1] = 102
    return out


class Sampler:
    """Draws batches of one kind of pair. A batch of one kind cannot be solved by telling styles apart."""

    def __init__(
        self, pack: Pack, seed: int, clusters: Array | None = None, mined: Mapping[str, Array] | None = None
    ) -> None:
        self.pack = pack
        self.random = np.random.default_rng(seed)
        self.clusters = clusters  # of each group of documents: batches of neighbours have hard negatives
        self.mined = mined or {}
        docs = pack.docs
        self.docs = np.flatnonzero((docs[:, 4] == 1) & (docs[:, 1] - docs[:, 2] > 500))
        self.pieces, self.mentions, self.links = (
            pack.rows[name][docs[pack.rows[name][:, 0], 4] == 1] for name in ("pieces", "mentions", "links")
        )
        self._index_mentions()

    def _index_mentions(self) -> None:
        by_key: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for doc, token, key in self.mentions:
            by_key[int(key)].append((int(doc), int(token)))
        self.cocited = {k: m for k, m in by_key.items() if 2 <= len({d for d, _ in m}) <= 80}
        self.keys = np.array(sorted(self.cocited))
        sizes = np.array([len({d for d, _ in self.cocited[k]}) for k in self.keys], dtype=float)
        self.key_share = np.sqrt(sizes) / max(1.0, np.sqrt(sizes).sum())
        shared: dict[tuple[int, int], list[int]] = defaultdict(list)
        for key, mentions in self.cocited.items():
            found = sorted({d for d, _ in mentions})
            if len(found) <= 40:
                for i, a in enumerate(found):
                    for b in found[i + 1 :]:
                        shared[a, b].append(key)
        pairs = [(a, b, len(keys), keys[0]) for (a, b), keys in shared.items() if len(keys) >= 2]
        self.coupled = np.array(pairs, dtype=np.int64).reshape(-1, 4)

    def holds(self, kind: str) -> bool:
        """Whether the pack has anything of that kind; a small one may not."""
        sources = {"span": self.docs, "piece": self.pieces, "headnote": self.pieces, "cocited": self.keys,
                   "coupled": self.coupled, "link": self.links, "cuad": self.pack.rows["cuad"]}  # fmt: skip
        return len(sources[kind]) > 0

    def batch(self, kind: str, size: int) -> dict[str, Array]:
        """Queries, passages, the documents' groups on both sides, and the key that makes other rows no negatives."""
        draw = getattr(self, f"_{kind}")
        near = None
        if self.clusters is not None and kind != "cuad":
            count = int(self.clusters.max()) + 1
            near = self.random.random(count) < 1 / 8
        rows: list[tuple[Any, ...]] = []
        while len(rows) < size:
            row = draw()
            if row is None or len(row[0]) < 8 or len(row[1]) < 30:
                continue
            if near is None or self.clusters is None or near[self.clusters[row[3]]]:
                rows.append(row)
        return {
            "queries": padded([r[0] for r in rows], QUERY),
            "passages": padded([r[1] for r in rows], PASSAGE),
            "groups": np.array([[r[2], r[3]] for r in rows]),
            "key": np.array([r[4] for r in rows]),
        }

    def _text(self, start: int, end: int, names: float, cited: float = 0.8, numbers: float = 0.25) -> Array:
        """Tokens of a range, dropping names, numbers or cited cases as whole kinds, each with its chance."""
        tokens, flags = self.pack.tokens[start:end], self.pack.flags[start:end]
        chances = self.random.random(3) < (names, numbers, cited)
        dropped = [kind for kind, drop in zip((NAME, NUMBER, CITED), chances, strict=True) if drop]
        return tokens[~np.isin(flags, dropped)] if dropped else tokens

    def near(self, doc: int, token: int, length: int) -> tuple[int, int]:
        at, size = self.pack.docs[doc, :2]
        start = max(at, token - int(self.random.integers(20, length - 40)))
        return start, min(start + length, at + size)

    def _somewhere(self, doc: int, length: int, facts: bool = False) -> tuple[int, int]:
        at, size, body = self.pack.docs[doc, :3]
        first, last = at + body, at + size
        if facts:
            last = min(last, first + FACTS)
        start = int(self.random.integers(first, max(first + 1, last - length)))
        return start, min(start + length, at + size)

    def _doc(self) -> int:
        return int(self.random.choice(self.docs))

    def _group(self, doc: int) -> int:
        return int(self.pack.docs[doc, 3])

    def _span(self) -> tuple[Any, ...] | None:
        doc = self._doc()
        q = self._somewhere(doc, 200, facts=bool(self.random.random() < 0.6))
        p = self._somewhere(doc, 270)
        if q[0] < p[1] and p[0] < q[1]:
            return None
        group = self._group(doc)
        return self._text(*q, names=0.9), self._text(*p, names=0.5), group, group, -1

    def _piece(self) -> tuple[Any, ...]:
        doc, a, b, *passages = self.random.choice(self.pieces).tolist()
        start, end = passages[:2] if self.random.random() < 0.7 else passages[2:]
        group = self._group(doc)
        return self._text(a, b, names=0.8), self._text(start, end, names=0.3, cited=0.5), group, group, -1

    def _headnote(self) -> tuple[Any, ...]:
        doc, a, b, *_ = self.random.choice(self.pieces).tolist()
        q = self._somewhere(doc, 200, facts=True)
        group = self._group(doc)
        return self._text(*q, names=0.9), self._text(a, b, names=0.5), group, group, -1

    def _cocited(self) -> tuple[Any, ...] | None:
        key = int(self.random.choice(self.keys, p=self.key_share))
        mentions = self.cocited[key]
        one, other = self.random.choice(len(mentions), 2, replace=False)
        (a, x), (b, y) = mentions[one], mentions[other]
        if self._group(a) == self._group(b):
            return None
        q, p = self._text(*self.near(a, x, 200), 0.8, 1.0), self._text(*self.near(b, y, 270), 0.5, 1.0)
        return q, p, self._group(a), self._group(b), key

    def _coupled(self) -> tuple[Any, ...] | None:
        a, b, _, key = self.random.choice(self.coupled).tolist()
        if self.random.random() < 0.5:
            a, b = b, a
        if self._group(a) == self._group(b):
            return None
        if self.random.random() < 0.5:
            token = next(t for d, t in self.cocited[key] if d == b)
            p = self.near(b, token, 270)
        else:
            p = self._somewhere(b, 270, facts=True)
        q = self._somewhere(a, 200, facts=True)
        return self._text(*q, names=0.9), self._text(*p, names=0.5), self._group(a), self._group(b), -1

    def _link(self) -> tuple[Any, ...]:
        place = int(self.random.integers(len(self.links)))
        doc, token, target = self.links[place].tolist()
        context = self.random.random() < 0.5
        q = self.near(doc, token, 200) if context else self._somewhere(doc, 200, facts=True)
        if "links" in self.mined:
            best = self.mined["links"][place, 0 if context else 1]
            p = tuple(int(v) for v in best[int(self.random.integers(2))])
        else:
            p = self._somewhere(target, 270, facts=bool(self.random.random() < 0.5))
        return (
            self._text(*q, names=0.9, cited=1.0),
            self._text(p[0], p[1], 0.3),
            self._group(doc),
            self._group(target),
            -1,
        )

    def _cuad(self) -> tuple[Any, ...]:
        category, a, b, c, d = self.random.choice(self.pack.rows["cuad"]).tolist()
        return self.pack.tokens[a:b], self.pack.tokens[c:d], -2, -3, 10**9 + category


class Stream(torch.utils.data.IterableDataset):  # type: ignore[misc]
    """Endless batches, kinds drawn by their shares; every worker has its own seed."""

    def __init__(self, sampler: Sampler, shares: Mapping[str, float], size: int, seed: int) -> None:
        self.sampler, self.shares, self.size, self.seed = sampler, dict(shares), size, seed

    def __iter__(self) -> Iterator[dict[str, Array]]:
        worker = torch.utils.data.get_worker_info()
        self.sampler.random = np.random.default_rng((self.seed, worker.id if worker else 0))
        kinds = [kind for kind in self.shares if self.sampler.holds(kind)]
        weights = np.array([self.shares[kind] for kind in kinds])
        while True:
            kind = str(self.sampler.random.choice(kinds, p=weights / weights.sum()))
            yield self.sampler.batch(kind, self.size)
