"""Trains a cross-encoder on the fused list: facts against the passages of cited and of other cases near the top.

Run: python -m training.rerank --pack PACK --start START --keep KEEP --out OUT --runs training/rerankers.json RUN ...
None is shipped: training/MODEL_CARD.md has the figures.
"""

import argparse
import json
import math
import os
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from training.bert import WIDTH, Bert, load, save
from training.candidates import Asked, Searcher, context_queries, task_queries, training_queries
from training.pairs import CITED, NAME, NUMBER, Pack, read_pack, shortened
from training.ranking import Task, measures, read_task

GROUP, DEPTH, PAIRS = 16, 40, 3  # cases a query in a step; cases and passages judged in the evaluation
WEIGHTS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)
Array = np.ndarray[Any, Any]


class Judge(Bert):
    """Query and passage together to one number."""

    def __init__(self, layers: int) -> None:
        super().__init__(layers)
        self.segment = nn.Parameter(torch.zeros(WIDTH))
        self.score = nn.Linear(WIDTH, 1)
        self.dropout = nn.Dropout(0.1)

    def forward(self, ids: torch.Tensor, types: torch.Tensor) -> torch.Tensor:
        real = ids > 0
        x = self.words(ids) + self.positions.weight[: ids.shape[1]] + types.unsqueeze(-1) * self.segment
        x = self.norm(x)
        mask = real[:, None, None, :].expand(-1, 1, ids.shape[1], -1)
        for layer in self.layers:
            x = self.dropout(layer(x, mask))
        weight = real.unsqueeze(-1).to(x.dtype)
        return self.score((x * weight).sum(1) / weight.sum(1)).squeeze(-1).float()


def paired(queries: list[Array], passages: list[Array], length: int) -> tuple[Array, Array]:
    """Ids and types; the longer of the two is cut first, as the tokenizer does it."""
    ids, types = np.zeros((len(queries), length), dtype=np.int64), np.zeros((len(queries), length), dtype=np.int64)
    for n, (query, passage) in enumerate(zip(queries, passages, strict=True)):
        room = length - 3
        a = min(len(query), max(room // 2, room - len(passage)))
        b = min(len(passage), room - a)
        row = np.concatenate([[101], query[:a], [102], passage[:b], [102]])
        ids[n, : len(row)] = row
        types[n, a + 2 : len(row)] = 1
    return ids, types


class Groups:
    """Draws groups of one right case and others of the same list, masked alike."""

    def __init__(self, pack: Pack, kinds: list[tuple[float, list[Asked]]], seed: int) -> None:
        self.pack, self.kinds, self.random = pack, kinds, np.random.default_rng(seed)

    def text(self, start: int, end: int, names: float, numbers: float, cited: float) -> Array:
        """Tokens without names, numbers or cited cases, each kind dropped with its chance."""
        tokens, flags = self.pack.tokens[start:end], self.pack.flags[start:end]
        drop = self.random.random(3) < (names, numbers, cited)
        kinds = [kind for kind, gone in zip((NAME, NUMBER, CITED), drop, strict=True) if gone]
        return tokens[~np.isin(flags, kinds)]

    def batch(self, size: int, length: int) -> tuple[Array, Array, Array]:
        """Ids, types and the weight of each group; the first of a group is the right one."""
        queries, passages, weights = [], [], []
        shares = [share for share, _ in self.kinds]
        for kind in self.random.choice(len(shares), size=size, p=shares):
            asked = self.kinds[kind][1]
            one = asked[self.random.integers(len(asked))]
            good, bad = np.flatnonzero(one.label > 0), np.flatnonzero(one.label == 0)
            right = int(self.random.choice(good))
            names, numbers = self.random.random() < 0.4, self.random.random() < 0.25
            for place in [right, *self.random.choice(bad, GROUP - 1, replace=False)]:
                window, start, end = one.pairs[place, 0]
                queries.append(self.text(*one.windows[window], 0.9, 0.25, 1.0))
                passages.append(self.text(start, end, float(names), float(numbers), 0.5))
            weights.append(one.label[right])
        return *paired(queries, passages, length), np.array(weights, dtype=np.float32)


class Stream(torch.utils.data.IterableDataset):  # type: ignore[misc]
    """Endless batches; every worker has its own seed."""

    def __init__(self, groups: Groups, size: int, length: int, seed: int) -> None:
        self.groups, self.size, self.length, self.seed = groups, size, length, seed

    def __iter__(self) -> Any:
        worker = torch.utils.data.get_worker_info()
        self.groups.random = np.random.default_rng((self.seed, worker.id if worker else 0))
        while True:
            yield self.groups.batch(self.size, self.length)


def fit(judge: Judge, batches: Any, run: dict[str, Any], log: Any) -> None:
    """Listwise: the right case of each group against the others."""
    device = next(judge.parameters()).device
    judge.words.weight.requires_grad_(False)
    trained = [p for p in judge.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=run["lr"], weight_decay=0.01, fused=device.type == "cuda")
    steps, seen = run["steps"], []
    warm = max(1, steps // 10)
    model: Any = torch.compile(judge, dynamic=False) if run["compile"] and device.type == "cuda" else judge
    judge.train()
    started = time.time()
    for step in range(steps):
        falling = 0.5 * (1 + math.cos(math.pi * max(0, step - warm) / max(1, steps - warm))) + 0.02
        for group in optimizer.param_groups:
            group["lr"] = run["lr"] * min((step + 1) / warm, falling)
        ids, types, weights = (torch.as_tensor(part).to(device, non_blocking=True) for part in next(batches))
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == "cuda"):
            logits = model(ids, types).view(-1, GROUP)
        loss = (weights * -functional.log_softmax(logits.float(), dim=1)[:, 0]).mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        seen.append(loss.detach())
        if step % 100 == 99 or step == 0:
            mean = torch.stack(seen).mean().item()
            seen = []
            log(f"{run['name']} step {step + 1} loss {mean:.4f} {(time.time() - started) / (step + 1):.3f} s/step")
    judge.eval()


@torch.no_grad()
def judged(pack: Pack, judge: Judge, asked: list[Asked], length: int) -> Array:
    """Logits: queries x cases x passages."""
    device = next(judge.parameters()).device
    queries, passages = [], []
    for one in asked:
        for window, start, end in one.pairs.reshape(-1, 3):
            queries.append(pack.tokens[slice(*one.windows[window])])
            passages.append(pack.tokens[start:end])
    logits = []
    for at in range(0, len(queries), 1024):
        ids, types = paired(queries[at : at + 1024], passages[at : at + 1024], length)
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == "cuda"):
            logits.append(judge(torch.from_numpy(ids).to(device), torch.from_numpy(types).to(device)).cpu().numpy())
    return np.concatenate(logits).reshape(len(asked), *asked[0].pairs.shape[:2])


def report(task: Task, asked: list[Asked], logits: Array) -> dict[str, list[float]]:
    """MAP over the judged cases and NDCG@10 at several shares of the judge: the best passage, the mean of three."""
    out = {}
    for kind, value in (("best", logits[..., 0]), ("mean", logits.mean(2))):
        for weight in WEIGHTS:
            scores = np.full(task.allowed.shape, -1e6)
            for n, one in enumerate(asked):
                scores[n, one.cases] = (1 - weight) * _z(one.fused) + weight * _z(value[n])
            ap, gain = measures(task, scores)
            out[f"{task.name} {kind} {weight}"] = [round(float(ap.mean()), 4), round(float(gain.mean()), 4)]
    return out


def _z(values: Array) -> Array:
    return np.asarray((values - values.mean()) / max(float(values.std()), 1e-9))


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("pack", "start", "out", "runs", "keep"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=max(0, (os.cpu_count() or 2) - 2))
    parser.add_argument("--smoke", action="store_true", help="two small steps, passages cut short: does it run?")
    parser.add_argument("names", nargs="+")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    runs = json.loads(options.runs.read_text())
    Bench(options, runs["defaults"]).carry_out([run for run in runs["runs"] if run["name"] in options.names])


class Bench:
    """The pack, the list to re-rank and the training groups, made once for all runs."""

    def __init__(self, options: argparse.Namespace, defaults: dict[str, Any]) -> None:
        torch.set_float32_matmul_precision("high")
        self.options, self.defaults = options, defaults
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        pack = read_pack(options.pack)
        self.pack = shortened(pack) if options.smoke else pack
        self.words = options.start / "minilm.npz"
        asker = load(options.keep / f"{defaults['asker']}.npz", words=self.words).to(self.device).eval()
        static = load(options.keep / f"{defaults['static']}.npz").to(self.device).eval()
        started = time.time()
        self.asked = training_queries(self.pack, asker, static, 40 if options.smoke else 2500)
        self.contexts = context_queries(self.pack, asker, static, 3, 20 if options.smoke else 10**6)
        for name, found in (("facts", self.asked), ("contexts", self.contexts)):
            right = sum(int((one.label > 0).sum()) for one in found)
            self.log(f"{name}: {len(found)} queries, {right} right, {time.time() - started:.0f} s")
        chunks = self.pack.rows["chunks"]
        places = chunks[:, 1:] + self.pack.docs[chunks[:, 0], 0][:, None]
        searcher = Searcher(self.pack, chunks[:, 0], places, asker, static)
        self.tasks = [read_task(self.pack, options.pack / "rows", name) for name in ("dev", "held", "aila")]
        if options.smoke:
            self.tasks = self.tasks[2:]
        self.lists = [task_queries(self.pack, task, searcher, DEPTH, PAIRS) for task in self.tasks]
        self.log(f"lists made after {time.time() - started:.0f} s")

    def log(self, line: str) -> None:
        """To the screen and to the log that comes back."""
        print(line, flush=True)
        with (self.options.out / "rerank-log.txt").open("a") as stream:
            stream.write(line + "\n")

    def carry_out(self, runs: list[dict[str, Any]]) -> None:
        """Every run; the development part is reported, the logits of all parts are kept for the end."""
        for given in runs:
            run = self.defaults | given
            if self.options.smoke:
                run |= {"steps": 2, "groups": 2, "compile": False}
            self.one(run)

    def one(self, run: dict[str, Any]) -> None:
        """Train, judge, keep."""
        started = time.time()
        torch.manual_seed(run["seed"])
        judge = begin(self.options, run, self.words).to(self.device)
        kinds = [(run["facts"], self.asked), (1 - run["facts"], self.contexts)]
        stream = Stream(Groups(self.pack, kinds, run["seed"]), run["groups"], run["length"], run["seed"])
        workers = self.options.workers
        batches = torch.utils.data.DataLoader(
            stream, batch_size=None, num_workers=workers, prefetch_factor=4 if workers else None
        )
        fit(judge, iter(batches), run, self.log)
        kept = {}
        for task, asked in zip(self.tasks, self.lists, strict=True):
            logits = judged(self.pack, judge, asked, run["length"])
            kept |= {f"{task.name}-logits": logits.astype(np.float32)}
            kept |= {f"{task.name}-cases": np.stack([one.cases for one in asked])}
            kept |= {f"{task.name}-fused": np.stack([one.fused for one in asked])}
            if task.name == "dev" or self.options.smoke:
                self.log(json.dumps({"run": run["name"], **report(task, asked, logits)}))
        np.savez_compressed(self.options.out / f"{run['name']}-judged.npz", **kept)
        save(judge, self.options.keep / f"{run['name']}.npz")
        self.log(f"{run['name']} {time.time() - started:.0f} s")


def begin(options: argparse.Namespace, run: dict[str, Any], words: Path) -> Judge:
    """A judge with the layers of a trained encoder and a new last step."""
    path = options.keep / f"{run['from']}.npz"
    if not path.is_file():
        path = options.start / f"{run['from']}.npz"
    bert = load(path, keep=run.get("layers"), words=words)
    judge = Judge(len(bert.layers))
    judge.load_state_dict(bert.state_dict(), strict=False)
    return judge


if __name__ == "__main__":
    main()
