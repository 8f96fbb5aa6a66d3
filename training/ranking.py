"""How well a model ranks cases: the mean over query windows of the maximum over a case's passages, MAP and NDCG@10."""

import csv
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from training.pairs import PASSAGE, QUERY, Pack, padded

Array = np.ndarray[Any, Any]
SETS = {"dev": 0, "held": 1, "aila": 2}


@dataclass(frozen=True)
class Task:
    """One evaluation set: which cases each query may return, and which are right."""

    name: str
    ids: list[str]
    windows: Array  # query number, start, end
    allowed: Array  # queries x cases
    relevant: Array  # queries x cases


def read_task(pack: Pack, folder: Path, name: str) -> Task:
    """`folder` holds corpus.tsv and the qrels; a query may return only earlier cases that are no duplicates."""
    cases = json.loads((folder / "ids.json").read_text())
    queries = json.loads((folder / "queries.json").read_text())[name]
    place = {case: n for n, case in enumerate(cases)}
    row = {query: n for n, (query, _) in enumerate(queries)}
    relevant = np.zeros((len(queries), len(cases)), dtype=bool)
    allowed = np.ones_like(relevant)
    with (folder / f"qrels_{name}.tsv").open(encoding="utf-8") as stream:
        for query, case, score in csv.reader(stream, delimiter="\t"):
            if score.isdigit() and int(score) > 0 and query in row and case in place:
                relevant[row[query], place[case]] = True
    if name == "aila":
        allowed[:, [n for n, case in enumerate(cases) if not case.startswith("C")]] = False
    else:
        _only_earlier(folder, cases, queries, allowed)
    windows = pack.rows["windows"]
    windows = windows[windows[:, 0] == SETS[name]][:, 1:]
    if name == "aila":  # the official test half
        chosen = np.array([n for n, (query, _) in enumerate(queries) if int(query.removeprefix("AILA_Q")) > 10])
        relevant, allowed = relevant[chosen], allowed[chosen]
        renumber = {int(old): new for new, old in enumerate(chosen)}
        windows = np.array([(renumber[int(q)], a, b) for q, a, b in windows if int(q) in renumber])
        queries = [queries[n] for n in chosen]
    return Task(name, [q for q, _ in queries], windows, allowed, relevant)


def _only_earlier(folder: Path, cases: list[str], queries: list[list[str]], allowed: Array) -> None:
    with (folder / "corpus.tsv").open(encoding="utf-8") as stream:
        table = {r["corpus-id"]: r for r in csv.DictReader(stream, delimiter="\t")}
    decided = np.array([table[case]["decided"] or "0000" for case in cases])
    copies = np.array([bool(table[case]["duplicate-of"]) for case in cases])
    for n, (_, case) in enumerate(queries):
        own = table[case]["decided"] or "9999"
        allowed[n] = (decided < own) & ~copies
        if case in cases:
            allowed[n, cases.index(case)] = False


@torch.no_grad()
def embed(model: Any, texts: list[Array], length: int, batch: int = 1024) -> torch.Tensor:
    """Rows for the texts, on the model's device, longest together."""
    device = next(model.parameters()).device
    order = np.argsort([-len(t) for t in texts], kind="stable")
    out = torch.zeros(len(texts), 384, device=device)
    for at in range(0, len(order), batch):
        part = order[at : at + batch]
        longest = min(length, len(texts[part[0]]) + 2)
        ids = torch.from_numpy(padded([texts[n] for n in part], longest)).long().to(device)
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == "cuda"):
            out[torch.from_numpy(part).to(device)] = model(ids).float()
    return out


def case_scores(
    pack: Pack, tasks: list[Task], query_model: Any, passage_model: Any, prefix: Array | None = None
) -> list[Array]:
    """Queries x cases for each task."""
    chunks = pack.rows["chunks"]
    starts = pack.docs[chunks[:, 0], 0]
    texts = [pack.tokens[s + a : s + b] for s, (_, a, b) in zip(starts, chunks, strict=True)]
    passages = embed(passage_model, texts, PASSAGE)
    owner = torch.from_numpy(chunks[:, 0]).to(passages.device)
    count = int(chunks[:, 0].max()) + 1
    out = []
    for task in tasks:
        asked = [pack.tokens[a:b] for _, a, b in task.windows]
        if prefix is not None:
            asked = [np.concatenate([prefix, text]) for text in asked]
        rows = embed(query_model, asked, QUERY + 24)
        best = torch.full((len(rows), count), -1.0, device=rows.device)
        for at in range(0, len(rows), 512):
            part = rows[at : at + 512] @ passages.T
            best[at : at + 512].scatter_reduce_(1, owner.expand(len(part), -1), part, "amax")
        total = torch.zeros(len(task.ids), count, device=rows.device)
        number = torch.from_numpy(task.windows[:, 0]).to(rows.device)
        total.index_add_(0, number, best)
        each = torch.bincount(number, minlength=len(task.ids)).clamp(min=1)
        out.append((total / each[:, None]).float().cpu().numpy())
    return out


def z(scores: Array, allowed: Array) -> Array:
    """Standardised over the cases a query may return."""
    kept = np.where(allowed, scores, np.nan)
    mean, spread = np.nanmean(kept, axis=1, keepdims=True), np.nanstd(kept, axis=1, keepdims=True)
    return np.asarray((scores - mean) / np.maximum(spread, 1e-9))


def measures(task: Task, scores: Array) -> tuple[Array, Array]:
    """Average precision (to 1,000) and NDCG@10 of each query; ties by case number."""
    precision, gain = [], []
    discount = 1 / np.log2(np.arange(2, 12))
    for row, allowed, relevant in zip(scores, task.allowed, task.relevant, strict=True):
        order = np.argsort(-np.where(allowed, row, -np.inf), kind="stable")[:1000]
        hits = relevant[order]
        total = int(relevant.sum())
        ranks = np.flatnonzero(hits) + 1
        precision.append((np.arange(1, len(ranks) + 1) / ranks).sum() / total if total else 0.0)
        gain.append((hits[:10] * discount[: len(hits[:10])]).sum() / discount[: min(total, 10)].sum() if total else 0.0)
    return np.array(precision), np.array(gain)


def report(tasks: list[Task], scores: list[Array], lexical: dict[str, Array] | None = None) -> dict[str, Any]:
    """MAP / NDCG@10 alone and fused with BM25 (z-score sum at three weights)."""
    out: dict[str, Any] = {}
    for task, found in zip(tasks, scores, strict=True):
        ap, gain = measures(task, found)
        out[task.name] = [round(float(ap.mean()), 4), round(float(gain.mean()), 4)]
        if lexical is not None and task.name in lexical:
            words = z(lexical[task.name].astype(np.float64), task.allowed)
            for weight in (0.3, 0.5, 0.7):
                ap, gain = measures(task, weight * z(found, task.allowed) + (1 - weight) * words)
                out[f"{task.name}+bm25@{weight}"] = [round(float(ap.mean()), 4), round(float(gain.mean()), 4)]
    return out
