"""Lets the shipped ingredient matcher learn on where there is no GPU: its heads for ingredients, not its encoder.

What each clause tells is read from the encoder's rows for its tokens. They are taken once, from the shipped int8 file;
the heads then learn from the marks over those rows. That teaches the ways of new hands in half an hour on two cores.

    python -m training.matcher_heads few PACK FOLDER    writes a smaller pack: matters of other hands, some older
    python -m training.clause_windows FOLDER            cuts it into windows
    python -m training.matcher_heads learn FOLDER/windows.npz ARCTIC.npz SHIPPED OUT [ROUNDS]

PACK is the folder that `training.marked_matters` wrote, ARCTIC what `training.start` wrote.
"""

import hashlib
import json
import random
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from training.bert import load
from training.clause_windows import UNKNOWN, WINDOW
from training.ingredient_matcher import loss_of, measure
from training.marked_matters import LEARNED_FROM
from training.matcher_lesson import BATCH, Batch, Lesson
from training.matcher_model import Matcher, head_arrays, taken_up

# What is taken over. Events, numbers, kinds and what a matter raises read other hands no better, and lost some lines.
TAKEN = ("bias", "level", "proto", "queries", "rows", "told.", "keys.", "status.")
KEPT = 0.5  # weight of what the heads were before: the mean reads as much as either, and more of it is right
RAISED = 0.3  # added to every bias: whoever learns from few matters sees less
OLDER = 1_200  # matters that were learned from before, so that they are not forgotten
RATE = 4e-4
SHARES = {"matters": 1.0, "jotted 0": 1.0, "dated passages": 0.34, "numbered passages": 1.0, "passages": 0.5}


def write_few(pack: Path, folder: Path) -> None:
    """The matters of other hands once, some of the older ones, and no pages of judgments."""
    folder.mkdir(parents=True, exist_ok=True)
    learned = json.loads((pack / "learned.json").read_text())
    others = [matter for matter in learned["matters"] if not matter["is_older"] and "told" in matter]
    by_source = {matter["source"]: matter for matter in others}
    counted: dict[str, int] = {}
    for matter in others:
        counted[matter["source"]] = counted.get(matter["source"], 0) + 1
    chosen = [matter for source, matter in by_source.items() if counted[source] == LEARNED_FROM]
    older = [matter for matter in learned["matters"] if counted.get(matter["source"], 0) != LEARNED_FROM]
    learned |= {"matters": random.Random(7).sample(older, OLDER) + chosen, "unmarked": [["Nothing is told here"]]}
    (folder / "learned.json").write_text(json.dumps(learned))
    for name in ("check.json", "tokenizer.json"):
        shutil.copy(pack / name, folder / name)
    print(len(chosen), "matters of other hands,", OLDER, "older ones")


class OverStates(Matcher):
    """A matcher whose encoder's rows are known."""

    known: dict[bytes, Any]

    def states(self, batch: Batch) -> torch.Tensor:
        """The rows of each window, padded with zeros."""
        ids = batch.ids.numpy().astype(np.int32)
        rows = np.zeros((*ids.shape, self.rows.shape[1]), dtype=np.float32)
        for row, window in zip(rows, ids, strict=True):
            known = self.known[window[window > 0].tobytes()]
            row[: len(known)] = known
        return torch.from_numpy(rows)


def states_of(lesson: Lesson, places: list[int], shipped: Path) -> dict[bytes, Any]:
    """What the shipped encoder makes of the tokens of each window."""
    import onnxruntime

    with np.load(shipped / "matcher.npz") as arrays:
        vocabulary = arrays["tokens"]
    numbers = np.full(40_000, int(np.searchsorted(vocabulary, UNKNOWN)), dtype=np.int64)
    numbers[vocabulary] = np.arange(len(vocabulary))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        str(shipped / "clause.onnx"), options, disabled_optimizers=["SkipLayerNormFusion"]
    )
    name = session.get_inputs()[0].name

    def read(at: int) -> dict[bytes, Any]:
        found = {}
        some = places[at : at + BATCH]
        for window in lesson.read_once(some).ids.numpy().astype(np.int32):
            tokens = window[window > 0]
            states = session.run(None, {name: numbers[tokens][None, :]})[0][0]
            found[tokens.tobytes()] = states.astype(np.float16)
        return found

    known: dict[bytes, Any] = {}
    with ThreadPoolExecutor(2) as workers:
        for found in workers.map(read, range(0, len(places), BATCH)):
            known |= found
    return known


def learn(windows: Path, arctic: Path, shipped: Path, out: Path, rounds: int = 3) -> None:
    """Learn, measure after each round, and write the file of heads beside the encoder as it was."""
    torch.manual_seed(7)
    rng = random.Random(7)
    lesson = Lesson(windows)
    places = [
        place
        for group, share in SHARES.items()
        for place in rng.sample(list(lesson.places[group]), int(share * len(lesson.places[group])))
    ]
    checks = [place for check in lesson.checks for place in lesson.places[check]]
    begin = time.time()
    full = taken_up(shipped, load(arctic), lesson)
    model = OverStates(nn.Identity(), len(lesson.ids), len(lesson.subjects), len(lesson.roles))  # type: ignore[arg-type]
    model.load_state_dict({name: value for name, value in full.state_dict().items() if not name.startswith("encoder.")})
    model.known = states_of(lesson, places + checks, shipped)
    print(len(places), "windows read", f"{time.time() - begin:.0f} s", flush=True)
    print("before", json.dumps({check: measure(model, lesson, check) for check in lesson.checks}), flush=True)
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.01)
    steps = rounds * (len(places) // BATCH)
    rates = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps + 8, pct_start=0.1)
    for number in range(rounds):
        model.train()
        rng.shuffle(places)
        order = [
            sorted(places[at : at + 40 * BATCH], key=lambda p: lesson.sizes[p, 0])
            for at in range(0, len(places), 40 * BATCH)
        ]
        batches = [chunk[at : at + BATCH] for chunk in order for at in range(0, len(chunk) - BATCH + 1, BATCH)]
        rng.shuffle(batches)
        total = 0.0
        for count, batch in enumerate(batches):
            optimiser.zero_grad()
            loss = loss_of(model, lesson.batch(torch.tensor(batch), lesson.length(batch)))
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            rates.step()
            total += float(loss)
            if count % 50 == 49:
                print(
                    number,
                    count + 1,
                    "of",
                    len(batches),
                    round(total / (count + 1), 3),
                    f"{time.time() - begin:.0f} s",
                    flush=True,
                )
        figures = {check: measure(model, lesson, check) for check in lesson.checks}
        print("round", number, json.dumps(figures), flush=True)
        write(model, lesson, shipped, out / str(number), figures)


def write(model: Matcher, lesson: Lesson, shipped: Path, out: Path, figures: dict[str, Any]) -> None:
    """The mean of the heads before and after as one file, the encoder as it was, and the manifest."""
    out.mkdir(parents=True, exist_ok=True)
    with np.load(shipped / "matcher.npz") as arrays:
        before = {name: arrays[name] for name in arrays.files}
    learned = head_arrays(model.state_dict(), lesson, before["tokens"])
    after = before | {
        name: (KEPT * before[name] + (1 - KEPT) * learned[name]).astype(np.float16)
        for name in before
        if name.startswith(TAKEN)
    }
    after["bias"] = after["bias"] + np.float16(RAISED)
    np.savez_compressed(out / "matcher.npz", **after)
    shutil.copy(shipped / "clause.onnx", out / "clause.onnx")
    hashes = {name: hashlib.sha256((out / name).read_bytes()).hexdigest() for name in ("clause.onnx", "matcher.npz")}
    manifest = {"name": "countercase-clauses", "max_tokens": WINDOW, "sha256": hashes}
    (out / "clauses.json").write_text(json.dumps(manifest, indent=1) + "\n")
    (out / "figures.json").write_text(json.dumps({"check": figures}, indent=1) + "\n")


if __name__ == "__main__":
    if sys.argv[1] == "few":
        write_few(*map(Path, sys.argv[2:4]))
    else:
        learn(*map(Path, sys.argv[2:6]), *map(int, sys.argv[6:]))
