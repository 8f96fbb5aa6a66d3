"""Trains an encoder on one GPU from the pack; every run is a line of `runs.json`.

Run: python -m training.train --pack PACK --start START --out OUT --runs training/runs.json RUN [RUN ...]
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
from torch.nn import functional

from training.bert import Bert, average, load, save
from training.mining import clusters_of, link_passages
from training.pairs import Pack, Sampler, Stream, read_pack, shortened
from training.ranking import Task, case_scores, read_task, report

TEMPERATURE = 0.05
Array = np.ndarray[Any, Any]


def contrast(queries: torch.Tensor, passages: torch.Tensor, batch: dict[str, torch.Tensor]) -> torch.Tensor:
    """InfoNCE both ways; rows of the same judgment, of a linked one, or of the same cited case are no negatives."""
    logits = queries @ passages.T / TEMPERATURE
    groups, key = batch["groups"], batch["key"]
    asked, told = groups[:, 0], groups[:, 1]
    same = (told[None, :] == asked[:, None]) | ((told[None, :] == told[:, None]) & (told[:, None] >= 0))
    same |= (key[None, :] == key[:, None]) & (key[:, None] >= 0)
    same.fill_diagonal_(False)
    logits = logits.masked_fill(same, -1e4)
    target = torch.arange(len(logits), device=logits.device)
    return (functional.cross_entropy(logits, target) + functional.cross_entropy(logits.T, target)) / 2


def loader(stream: Stream, workers: int) -> Any:
    """Batches made ahead by worker processes."""
    return iter(
        torch.utils.data.DataLoader(
            stream, batch_size=None, num_workers=workers, prefetch_factor=4 if workers else None
        )
    )


def fit(
    student: Bert,
    batches: Any,
    run: dict[str, Any],
    teacher: Bert | None = None,
    log: Any = print,
) -> None:
    """Train in place. With a teacher, its queries stay as they are and the student learns to make the passages."""
    device = next(student.parameters()).device
    student.words.weight.requires_grad_(bool(run.get("train_words", False)))
    trained = [p for p in student.parameters() if p.requires_grad]
    shares = [{"params": trained, "share": 1.0}]
    joint = teacher is not None and "joint" in run  # both sides learn; the asker at its own share of the rate
    if teacher is not None and joint:
        teacher.words.weight.requires_grad_(False)
        asking = [p for p in teacher.parameters() if p.requires_grad]
        shares.append({"params": asking, "share": run["joint"]})
        trained = trained + asking
    optimizer = torch.optim.AdamW(shares, lr=run["lr"], weight_decay=0.01, fused=device.type == "cuda")
    steps = run["steps"]
    warm = max(1, steps // 10)
    model: Any = torch.compile(student, dynamic=False) if run.get("compile") and device.type == "cuda" else student
    student.train()
    started, seen = time.time(), []
    for step in range(steps):
        rate = run["lr"] * min(
            (step + 1) / warm, 0.5 * (1 + math.cos(math.pi * max(0, step - warm) / (steps - warm))) + 0.02
        )
        for group in optimizer.param_groups:
            group["lr"] = rate * group["share"]
        batch = {k: torch.as_tensor(v).to(device, non_blocking=True).long() for k, v in next(batches).items()}
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == "cuda"):
            passages = model(batch["passages"])
            if teacher is None:
                queries = model(batch["queries"])
            else:
                with torch.set_grad_enabled(joint):
                    queries = teacher(batch["queries"])
                with torch.no_grad():
                    wanted = teacher(batch["passages"]) if not joint else None
        loss = contrast(queries.float(), passages.float(), batch)
        if teacher is not None and wanted is not None:
            loss = loss + run.get("imitate", 10.0) * (1 - (passages.float() * wanted.float()).sum(1)).mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        seen.append(loss.detach())
        if step % 50 == 49 or step == 0:
            mean = torch.stack(seen).mean().item()
            seen = []
            log(f"{run['name']} step {step + 1} loss {mean:.4f} {(time.time() - started) / (step + 1):.3f} s/step")
    student.eval()


def _start(options: argparse.Namespace, run: dict[str, Any]) -> Bert:
    """The model a run begins with: one file, or the average of several; static ones have word tables of their own."""
    words = None if run.get("own_words") else options.start / f"{run['words']}.npz"
    parts = []
    for name in run.get("average", [run["from"]]):
        trained = options.keep / f"{name}.npz"
        path = trained if trained.is_file() else options.start / f"{name}.npz"
        parts.append(load(path, run["pooling"], run.get("layers"), words))
    return parts[0] if len(parts) == 1 else average(parts)


def carry_out(
    run: dict[str, Any], pack: Pack, tasks: list[Task], lexical: dict[str, Array], options: argparse.Namespace
) -> None:
    """One run from start to figures; weights go to `keep`, and to `out` when the run says so."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(run.get("seed", 1))

    def log(line: str) -> None:
        print(line, flush=True)
        with (options.out / "log.txt").open("a") as stream:
            stream.write(line + "\n")

    started = time.time()
    model = _start(options, run).to(device)
    teacher = _start(options, run["teacher"]).to(device).eval() if "teacher" in run else None
    asker = teacher or model
    if run["steps"]:
        clusters, mined = None, None
        if "mined" in run:
            finder = _start(options, {"from": run["mined"], "words": run["words"], "pooling": run["pooling"]}).to(
                device
            )
            finder.eval()
            clusters = clusters_of(pack, finder, 512) if run.get("hard") else None
            mined = {"links": link_passages(pack, finder)}
            log(f"mined in {time.time() - started:.0f} s")
        sampler = Sampler(pack, run.get("seed", 1), clusters, mined)
        stream = Stream(sampler, run["shares"], run["batch"], run.get("seed", 1))
        fit(model, loader(stream, options.workers), run, teacher, log)
    model.eval()
    prefix = np.array(run["prefix"]) if "prefix" in run else None
    scores = case_scores(pack, tasks, asker, model, prefix)
    shown = [task.name != "held" for task in tasks]  # the held part is looked at once, at the end, elsewhere
    figures = report(_only(tasks, shown), _only(scores, shown), lexical)
    if run.get("alone") and teacher is not None:
        figures["both sides"] = report(_only(tasks, shown), case_scores(pack, _only(tasks, shown), model, model), None)
    log(json.dumps({"run": run["name"], "seconds": round(time.time() - started), **figures}))
    save(model, options.keep / f"{run['name']}.npz", words=bool(run.get("train_words")))
    if "joint" in run and teacher is not None:
        save(teacher, options.keep / f"{run['name']}-asker.npz")
        if run.get("ship"):
            _write_parts(options.keep / f"{run['name']}-asker.npz", options.out)
    if run.get("scores"):
        halves = {task.name: found.astype(np.float16) for task, found in zip(tasks, scores, strict=True)}
        np.savez_compressed(options.out / f"{run['name']}-scores.npz", **halves)
    if run.get("ship"):
        _write_parts(options.keep / f"{run['name']}.npz", options.out)


def _only(items: list[Any], chosen: list[bool]) -> list[Any]:
    return [item for item, keep in zip(items, chosen, strict=True) if keep]


def _write_parts(path: Path, out: Path) -> None:
    data = path.read_bytes()
    size = 15 << 20
    for number in range(-(-len(data) // size)):
        (out / f"{path.stem}.part{number}").write_bytes(data[number * size : (number + 1) * size])


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("pack", "start", "out", "runs", "keep"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=max(0, (os.cpu_count() or 2) - 2))
    parser.add_argument("--smoke", action="store_true", help="two small steps a run, passages cut short: does it run?")
    parser.add_argument("names", nargs="+")
    options = parser.parse_args()
    torch.set_float32_matmul_precision("high")
    for folder in (options.keep, options.out):
        folder.mkdir(parents=True, exist_ok=True)
    runs = json.loads(options.runs.read_text())
    started = time.time()
    chosen = [runs["defaults"] | run for run in runs["runs"] if run["name"] in options.names]
    pack = read_pack(options.pack, with_training=any(run["steps"] for run in chosen))
    if options.smoke:
        pack = shortened(pack)
        chosen = [run | {"steps": min(2, run["steps"]), "batch": 8, "compile": False} for run in chosen]
    rows = options.pack / "rows"
    tasks = [read_task(pack, rows, name) for name in ("dev", "held", "aila")]
    lexical = dict(np.load(rows / "bm25.npz")) if (rows / "bm25.npz").is_file() else {}
    print(f"pack read in {time.time() - started:.0f} s: {len(pack.tokens) / 1e6:.1f} M tokens", flush=True)
    for name in options.names:
        carry_out(next(run for run in chosen if run["name"] == name), pack, tasks, lexical, options)


if __name__ == "__main__":
    main()
