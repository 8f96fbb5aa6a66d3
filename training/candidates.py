"""What a re-ranker will be asked: for a query, the best cases of the fused list, each with its best passages."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from training.mining import passages_of
from training.pairs import CITED, PASSAGE, QUERY, Pack, Sampler
from training.ranking import Task, embed

Array = np.ndarray[Any, Any]
ENCODER = 0.75  # share of the encoder in the fused score; BM25 has the rest
DEPTH = 80  # cases of a list from which right and wrong ones are drawn
WINDOW_TOKENS, WINDOWS = 165, 4  # of the facts of a training judgment, as long as a window of 120 words
K1, B = 1.2, 0.75


@dataclass(frozen=True)
class Asked:
    """A query with the cases it is judged on: per case its best (window, passage) pairs, the fused score, the label."""

    windows: Array  # token ranges
    cases: Array
    pairs: Array  # cases x pairs x (window, first token, end of the passage)
    fused: Array
    label: Array


class Lexical:
    """BM25 over word pieces as one sparse product on the device."""

    def __init__(self, pack: Pack, places: Array, device: str) -> None:
        lengths = places[:, 1] - places[:, 0]
        tokens = np.concatenate([pack.tokens[a:b] for a, b in places]).astype(np.int64)
        rows = np.repeat(np.arange(len(places)), lengths)
        keys = torch.from_numpy(rows * 30522 + tokens).to(device)
        keys, counts = torch.unique(keys, return_counts=True)
        row, token = keys // 30522, keys % 30522
        appears = torch.bincount(token, minlength=30522).float()
        rarity = torch.log(1 + (len(places) - appears + 0.5) / (appears + 0.5))
        long = torch.from_numpy(lengths).to(device).float()
        norm = K1 * (1 - B + B * long / long.mean())
        weight = rarity[token] * counts * (K1 + 1) / (counts + norm[row])
        self._matrix = torch.sparse_coo_tensor(torch.stack([row, token]), weight, (len(places), 30522)).to_sparse_csr()
        self._device = device

    def scores(self, texts: Sequence[Array]) -> torch.Tensor:
        """Texts x passages."""
        asked = torch.zeros(30522, len(texts), device=self._device)
        for column, text in enumerate(texts):
            ids = torch.from_numpy(text.astype(np.int64)).to(self._device)
            asked[:, column].index_add_(0, ids, torch.ones(len(ids), device=self._device))
        return (self._matrix @ asked).T.contiguous()


class Searcher:
    """Encoder and BM25 over passages that belong to cases, in the order of the cases."""

    def __init__(self, pack: Pack, owners: Array, places: Array, asker: Any, passage_model: Any) -> None:
        self.pack, self.places, self.asker = pack, places, asker
        self.device = str(next(asker.parameters()).device)
        self.rows = embed(passage_model, [pack.tokens[a:b] for a, b in places], PASSAGE)
        self.lexical = Lexical(pack, places, self.device)
        self.owner = torch.from_numpy(owners).to(self.device)
        self.count = int(owners.max()) + 1
        self.first = np.searchsorted(owners, np.arange(self.count + 1))

    def _by_case(self, scores: torch.Tensor) -> torch.Tensor:
        best = torch.full((len(scores), self.count), -1.0, device=scores.device)
        return best.scatter_reduce_(1, self.owner.expand(len(scores), -1), scores, "amax").mean(0)

    def search(self, windows: Sequence[Array], allowed: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The fused score of every case, and the encoder's windows x passages."""
        near = embed(self.asker, list(windows), QUERY + 24) @ self.rows.T
        parts = [self._by_case(near), self._by_case(self.lexical.scores(windows))]
        fused = torch.zeros(self.count, device=near.device)
        for share, part in zip((ENCODER, 1 - ENCODER), parts, strict=True):
            kept = part[allowed]
            fused += share * (part - kept.mean()) / kept.std().clamp(min=1e-9)
        return fused.masked_fill(~allowed, -1e4), near

    def best_pairs(self, near: torch.Tensor, case: int, count: int) -> Array:
        """The best (window, passage) of a case, each passage once."""
        a, b = self.first[case], self.first[case + 1]
        best, window = near[:, a:b].max(0)
        order = best.argsort(descending=True)[:count].cpu().numpy()
        order = np.resize(order, count)
        return np.column_stack([window.cpu().numpy()[order], self.places[order + a]])


def related(pack: Pack, sampler: Sampler) -> tuple[dict[int, dict[int, float]], dict[int, set[int]]]:
    """For each training judgment the cases it should find, with their weight; and those that are no negatives."""
    right: dict[int, dict[int, float]] = defaultdict(dict)
    unsure: dict[int, set[int]] = defaultdict(set)
    for a, b, _, _ in sampler.coupled.tolist():
        later, earlier = (a, b) if pack.docs[a, 6] >= pack.docs[b, 6] else (b, a)
        right[later][earlier] = 0.5
    for doc, _, target in sampler.links.tolist():
        right[doc][target] = 1.0
    for mentions in sampler.cocited.values():
        docs = {doc for doc, _ in mentions}
        if len(docs) <= 40:
            for doc in docs:
                unsure[doc] |= docs
    return right, unsure


def training_queries(pack: Pack, asker: Any, passage_model: Any, most: int) -> list[Asked]:
    """Facts of training judgments with the cases they cite or share authorities with, among the best of the list.

    Right and wrong cases come from the same depth: right ones from deeper down would teach that likeness is bad.
    """
    sampler = Sampler(pack, 1)
    right, unsure = related(pack, sampler)
    owners, places = passages_of(pack, np.arange(len(pack.docs)))
    searcher = Searcher(pack, owners, places, asker, passage_model)
    years = torch.from_numpy(pack.docs[:, 6]).to(searcher.device)
    groups = torch.from_numpy(pack.docs[:, 3]).to(searcher.device)
    out = []
    chosen = sorted(right)
    if len(chosen) > most:
        chosen = sorted(np.random.default_rng(1).choice(chosen, most, replace=False).tolist())
    for doc in chosen:
        at, size, body = pack.docs[doc, :3].tolist()
        starts = range(at + body, min(at + size, at + body + WINDOW_TOKENS * WINDOWS) - 60, WINDOW_TOKENS)
        windows = np.array([(a, min(a + WINDOW_TOKENS, at + size)) for a in starts])
        if not len(windows):
            continue
        texts = [pack.tokens[a:b][pack.flags[a:b] != CITED] for a, b in windows]
        allowed = (groups != groups[doc]) & (years <= years[doc] + 3)
        fused, near = searcher.search(texts, allowed)
        order = fused.argsort(descending=True)[:DEPTH].cpu().numpy()
        near_top = set(order.tolist())
        good = [case for case in right[doc] if case in near_top]
        barred = unsure[doc] | set(right[doc])
        bad = [case for case in order.tolist() if case not in barred]
        if not good or len(bad) < 16:
            continue
        cases = np.array(good + bad)
        pairs = np.stack([searcher.best_pairs(near, case, 1) for case in cases.tolist()])
        label = np.array([right[doc][case] for case in good] + [0.0] * len(bad))
        out.append(Asked(windows, cases, pairs, fused.cpu().numpy()[cases], label))
    return out


def task_queries(pack: Pack, task: Task, searcher: Searcher, depth: int, pairs: int) -> list[Asked]:
    """The best cases of the fused list for each query of an evaluation set."""
    out = []
    for query in range(len(task.ids)):
        windows = task.windows[task.windows[:, 0] == query][:, 1:]
        allowed = torch.from_numpy(task.allowed[query]).to(searcher.device)
        fused, near = searcher.search([pack.tokens[a:b] for a, b in windows], allowed)
        order = fused.argsort(descending=True)[:depth].cpu().numpy()
        found = np.stack([searcher.best_pairs(near, case, pairs) for case in order.tolist()])
        out.append(Asked(windows, order, found, fused.cpu().numpy()[order], task.relevant[query][order].astype(float)))
    return out


def context_queries(pack: Pack, asker: Any, passage_model: Any, each: int, most: int) -> list[Asked]:
    """Passages that cite a case, with the name masked, against passages of other judgments that cite it or another.

    Right and wrong are both passages in which something is cited, so that how a citing passage reads decides nothing.
    """
    random = np.random.default_rng(2)
    sampler = Sampler(pack, 2)
    owners, places = passages_of(pack, np.unique(sampler.mentions[:, 0]))
    held = np.searchsorted(places[:, 0], sampler.mentions[:, 1], side="right") - 1  # passages are in token order
    inside = sampler.mentions[:, 1] < places[held, 1]
    used, which = np.unique(held[inside], return_inverse=True)
    by_key: dict[int, set[int]] = defaultdict(set)
    for key, place in zip(sampler.mentions[inside, 2].tolist(), which.tolist(), strict=True):
        by_key[key].add(place)
    searcher = Searcher(pack, np.arange(len(used)), places[used], asker, passage_model)
    groups = pack.docs[owners[used], 3]
    out = []
    for key in random.permutation(sampler.keys)[:most].tolist():
        mentions = sampler.cocited[key]
        same = np.array(sorted(by_key[key]), dtype=np.int64)
        for place in random.permutation(len(mentions))[:each].tolist():
            doc, token = mentions[place]
            start, end = sampler.near(doc, token, WINDOW_TOKENS)
            good = same[groups[same] != pack.docs[doc, 3]]
            text = pack.tokens[start:end][pack.flags[start:end] != CITED]
            if not len(good) or len(text) < 40:
                continue
            allowed = torch.from_numpy(groups != pack.docs[doc, 3]).to(searcher.device)
            fused, _ = searcher.search([text], allowed)
            scores = fused.cpu().numpy()
            top = np.argpartition(-scores, DEPTH)[:DEPTH]
            good, bad = np.intersect1d(good, top), np.setdiff1d(top, same)
            if not len(good):
                continue
            cases = np.concatenate([good, bad])
            pairs = np.column_stack([np.zeros(len(cases), np.int64), places[used][cases]])[:, None]
            label = np.array([1.0] * len(good) + [0.0] * len(bad))
            out.append(Asked(np.array([(start, end)]), cases, pairs, scores[cases], label))
    return out
