"""Learns what each sentence of a judgment does, with the whole judgment in view.

    python -m training.judgment_roles FOLDER OUT [--small]

FOLDER is made by `training.judgment_roles_data`. Where there is a GPU (torch, onnx and onnxruntime are needed):
1. The encoder is adapted to judgments: hidden words are guessed, and parts are told apart by their headings.
2. Readers of several configurations learn from the labelled judgments, a fifth of which each has not seen. What they
   say of that fifth chooses the factors of rare roles; the development judgments choose nothing.
3. All readers together label judgments without labels; small readers learn from those and from the labelled ones.
4. The small readers are exported. OUT also gets `figures.json` and `labels.npz`, what the readers say of each sentence.
--small runs a few steps of everything, to see that it works.
"""

import copy
import hashlib
import json
import multiprocessing
import random
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from training.adapted_encoder import adapt, rate_at
from training.bert import WIDTH, Bert
from training.export import write_states
from training.judgment_reader import (
    DEVICE,
    Document,
    Reader,
    Rows,
    Shape,
    best_priors,
    measured,
    read_documents,
    read_encoder,
    read_shape,
)

FOLDS = 5
SEGMENT = 160  # sentences of a judgment that are learned from at once
TOGETHER = 2  # segments in a step; twice as many for small readers
RATES = (8e-5, 1.5e-3)  # of the encoder, and of what stands on it
EPOCHS = 12
STUDENT_EPOCHS = 5
STUDENTS = {"six": (0, 2, 4, 6, 8, 11), "four": (0, 4, 8, 11)}  # layers of the encoder that small readers begin with
STUDENT_WINDOW = 256
LABELLED_FROM_PLAIN = 1000  # judgments that the readers label
WORKERS = 5  # processes that share the GPU
LINEAR_SHARES = (0.0, 0.15, 0.3, 0.5)  # of the linear model in the mean


@dataclass(frozen=True, slots=True)
class Configuration:
    """One way to read."""

    size: int  # tokens of a window
    chain: bool
    adapted: bool


CONFIGURATIONS = {
    "plain start, 320 tokens, chain": Configuration(320, chain=True, adapted=False),
    "adapted, 256 tokens, chain": Configuration(256, chain=True, adapted=True),
    "adapted, 384 tokens, no chain": Configuration(384, chain=False, adapted=True),
}


@dataclass(frozen=True, slots=True)
class Lesson:
    """The data folder."""

    shape: Shape
    train: list[Document]
    dev: list[Document]
    plain: list[Document]
    small: bool


@cache
def lesson_of(folder: Path, small: bool) -> Lesson:
    """Read once in each process."""
    shape = read_shape(folder)
    train, dev, plain = (read_documents(folder, part, shape.features) for part in ("train", "dev", "plain"))
    if small:
        train, dev, plain = ([d.part(0, 6) for d in documents[:FOLDS]] for documents in (train, dev, plain))
    return Lesson(shape, train, dev, plain[:LABELLED_FROM_PLAIN], small)


# Learning to read


@dataclass(frozen=True, slots=True)
class Task:
    """A document and what is to be learned of it: how likely each role of each sentence should be found."""

    document: Document
    wanted: np.ndarray
    times: int = 1  # in a round


@dataclass(frozen=True, slots=True)
class Course:
    """How long is learned, how much at once, and how much rare roles are favoured: by which power of their rarity."""

    epochs: int
    together: int
    seed: int
    favour: float
    smooth: float


def segments(tasks: Sequence[Task], rng: random.Random) -> list[tuple[Document, np.ndarray]]:
    """Stretches of at most SEGMENT sentences, cut at other places in each round."""
    found = []
    for task in [each for each in tasks for _ in range(each.times)]:
        count = len(task.wanted)
        edges = [0, *range(rng.randint(1, SEGMENT) if count > SEGMENT else count, count, SEGMENT), count]
        for first, end in pairwise(edges):
            if end - first > 1:
                found.append((task.document.part(first, end), task.wanted[first:end]))
    rng.shuffle(found)
    return found


def learn(reader: Reader, tasks: Sequence[Task], course: Course, name: str) -> Reader:
    """The running average of the reader while it learns."""
    epochs, together, seed = course.epochs, course.together, course.seed
    torch.manual_seed(seed)
    rng = random.Random(seed)
    reader.to(DEVICE)
    weights = torch.from_numpy(_weights(tasks) ** course.favour).to(DEVICE)
    body = [p for part, p in reader.bert.named_parameters() if not part.startswith(("words", "positions"))]
    head = [p for part, p in reader.named_parameters() if not part.startswith("bert.")]
    groups = [{"params": body, "lr": RATES[0]}, {"params": head, "lr": RATES[1]}]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.02, fused=DEVICE == "cuda")
    per_round = len(segments(tasks, rng)) // together + 1
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, partial(rate_at, steps=epochs * per_round, warm=0.1))
    averaged = AveragedModel(reader, multi_avg_fn=get_ema_multi_avg_fn(0.98))
    begin, total = time.time(), torch.zeros((), device=DEVICE)
    for epoch in range(epochs):
        reader.train()
        total.zero_()
        found = segments(tasks, rng)
        for at in range(0, len(found), together):
            loss = _loss(reader, found[at : at + together], weights, course.smooth, rng)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            averaged.update_parameters(reader)
            total += loss.detach()
        if epoch in {0, epochs - 1}:
            mean = float(total) * together / len(found)
            print(f"{name}: round {epoch} loss {mean:.3f} {time.time() - begin:.0f} s", flush=True)
    kept: Reader = averaged.module.eval()
    return kept


def _weights(tasks: Sequence[Task]) -> np.ndarray:
    """How rare each role is."""
    shares = np.concatenate([task.wanted for task in tasks for _ in range(task.times)]).mean(0)
    return np.asarray(1 / (len(shares) * np.maximum(shares, 1e-3)), np.float32)


def _loss(
    reader: Reader,
    batch: Sequence[tuple[Document, np.ndarray]],
    weights: torch.Tensor,
    smooth: float,
    rng: random.Random,
) -> torch.Tensor:
    """How unlikely the reader finds what is wanted."""
    scores, single, mask = reader.scores([document for document, _ in batch], rng)
    wanted = torch.zeros_like(scores)
    for row, (_, chances) in enumerate(batch):
        wanted[row, : len(chances)] = torch.from_numpy(chances).to(DEVICE)
    wanted = (1 - smooth) * wanted + smooth / wanted.shape[-1]
    weigh = (wanted * weights).sum(-1) * mask

    def missed(guess: torch.Tensor) -> torch.Tensor:
        return -((wanted * guess.log_softmax(-1)).sum(-1) * weigh).sum() / weigh.sum()

    loss = missed(scores) + 0.3 * missed(single)
    if reader.chain is not None:
        loss = loss + reader.chain(scores, wanted.argmax(-1), mask)
    return loss


def labelled_tasks(documents: Sequence[Document], roles: int) -> list[Task]:
    """What the lawyers say."""
    return [Task(document, np.eye(roles, dtype=np.float32)[document.labels]) for document in documents]


def teach(folder: Path, small: bool, name: str, fold: int, start: Path | None) -> dict[str, list[np.ndarray]]:
    """One reader that has not seen a fifth of the labelled judgments: what it says of that, of dev and of plain."""
    lesson, configuration = lesson_of(folder, small), CONFIGURATIONS[name]
    bert = read_encoder(folder)
    if start is not None:
        bert.load_state_dict(torch.load(start))
    reader = Reader(bert, lesson.shape, configuration.size, configuration.chain)
    kept = [document for number, document in enumerate(lesson.train) if number % FOLDS != fold]
    tasks = labelled_tasks(kept, len(lesson.shape.roles))
    course = Course(1 if small else EPOCHS, TOGETHER, fold, favour=0.5, smooth=0.05)
    reader = learn(reader, tasks, course, f"{name}, fold {fold}")
    held = [document for number, document in enumerate(lesson.train) if number % FOLDS == fold]
    parts = {"held": held, "dev": lesson.dev, "plain": lesson.plain}
    return {part: reader.probabilities(documents) for part, documents in parts.items()}


def teach_small(folder: Path, small: bool, name: str, labels: Path, start: Path) -> Path:
    """A small reader that learns from the labelled judgments and from what all readers say; where it is kept."""
    lesson = lesson_of(folder, small)
    roles = len(lesson.shape.roles)
    with np.load(labels) as stored:
        said = {part: stored[part].astype(np.float32) / 255 for part in ("train", "plain")}
    tasks = [
        Task(task.document, 0.6 * task.wanted + 0.4 * chances, 3)
        for task, chances in zip(labelled_tasks(lesson.train, roles), _split(said["train"], lesson.train), strict=True)
    ]
    tasks += [Task(*pair) for pair in zip(lesson.plain, _split(said["plain"], lesson.plain), strict=True)]
    whole, bert = Bert(12), Bert(len(STUDENTS[name]))
    whole.load_state_dict(torch.load(start))
    bert.load_state_dict(whole.state_dict(), strict=False)
    for new, old in enumerate(STUDENTS[name]):
        bert.layers[new].load_state_dict(whole.layers[old].state_dict())
    reader = Reader(bert, lesson.shape, STUDENT_WINDOW, chain=False)
    course = Course(1 if small else STUDENT_EPOCHS, 2 * TOGETHER, 7, favour=0.0, smooth=0.0)
    reader = learn(reader, tasks, course, f"small reader of {name} layers")
    path = start.with_name(f"{name}.pt")
    torch.save(reader.cpu().state_dict(), path)
    return path


def _split(rows: np.ndarray, documents: Sequence[Document]) -> list[np.ndarray]:
    return np.split(rows, np.cumsum([len(document.tokens) for document in documents])[:-1])


# All of it


class _Probabilities(nn.Module):
    def __init__(self, rows: Rows) -> None:
        super().__init__()
        self.rows = rows

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        return self.rows(rows).softmax(-1)


def export(reader: Reader, shape: Shape, priors: np.ndarray, out: Path) -> None:
    """The encoder as int8 ONNX, the reader of rows as ONNX, the tokens kept, and the manifest."""
    out.mkdir(parents=True, exist_ok=True)
    reader.cpu().eval()
    reader.bert.positions.weight = nn.Parameter(reader.bert.positions.weight[: reader.size + 128].detach().clone())
    rows = _Probabilities(copy.deepcopy(reader.rows))
    torch.onnx.export(
        rows, (torch.zeros(1, 9, WIDTH + shape.features),), str(out / "rows.onnx"),
        input_names=["rows"], output_names=["chances"], dynamic_axes={"rows": {1: "count"}, "chances": {1: "count"}},
        opset_version=17, dynamo=False,
    )  # fmt: skip
    write_states(reader.bert, shape.tokens, out / "sentences.onnx")
    np.savez_compressed(out / "roles.npz", tokens=np.array(shape.tokens, np.int32), priors=priors.astype(np.float32))
    files = ("sentences.onnx", "rows.onnx", "roles.npz")
    hashes = {name: hashlib.sha256((out / name).read_bytes()).hexdigest() for name in files}
    manifest = {"name": "countercase-roles", "max_tokens": reader.size, "sha256": hashes}
    (out / "roles.json").write_text(json.dumps(manifest, indent=1) + "\n")


@dataclass(frozen=True, slots=True)
class Said:
    """What one configuration, or several together, say of held-out, development and plain judgments."""

    train: np.ndarray
    dev: np.ndarray
    plain: np.ndarray


def gather(folds: Sequence[dict[str, list[np.ndarray]]], lesson: Lesson) -> Said:
    """Held-out judgments by the one reader that has not seen them, all others by the mean."""
    held = [folds[number % FOLDS]["held"][number // FOLDS] for number in range(len(lesson.train))]
    dev, plain = (np.mean([np.concatenate(fold[part]) for fold in folds], axis=0) for part in ("dev", "plain"))
    return Said(np.concatenate(held), dev, plain)


def mean(parts: Sequence[Said], shares: Sequence[float]) -> Said:
    """Several together."""
    names = ("train", "dev", "plain")
    return Said(*(np.average([getattr(part, name) for part in parts], axis=0, weights=shares) for name in names))


def report(name: str, said: Said, lesson: Lesson, figures: dict[str, Any]) -> tuple[float, np.ndarray]:
    """Measure and print; the mean F1 on held-out judgments and the factors chosen there."""
    truth = [np.concatenate([document.labels for document in part]) for part in (lesson.train, lesson.dev)]
    priors = best_priors(truth[0], said.train)
    held, dev = (measured(t, p, priors, lesson.shape) for t, p in zip(truth, (said.train, said.dev), strict=True))
    figures[name] = {"held out": held, "development": dev, "factors": priors.tolist()}
    print(f"\n{name}\n held out    {held}\n development {dev}\n factors {priors.tolist()}", flush=True)
    return float(held["macro"]), priors


def main(folder: Path, out: Path, small: bool) -> None:
    """Adapt, teach, label, teach small readers, export."""
    out.mkdir(parents=True, exist_ok=True)
    lesson, figures, begin = lesson_of(folder, small), {}, time.time()
    workers = ProcessPoolExecutor(1 if small else WORKERS, multiprocessing.get_context("spawn"))

    def submit(work: Callable[..., Any], *given: Any) -> Future[Any]:
        return workers.submit(work, folder, small, *given)

    waiting: dict[str, list[Future[Any]]] = {}
    for name, configuration in CONFIGURATIONS.items():
        if not configuration.adapted:
            waiting[name] = [submit(teach, name, fold, None) for fold in range(FOLDS)]
    start = out / "adapted.pt"
    torch.save(adapt(folder, small).state_dict(), start)
    for name, configuration in CONFIGURATIONS.items():
        if configuration.adapted:
            waiting[name] = [submit(teach, name, fold, start) for fold in range(FOLDS)]
    said = {name: gather([fold.result() for fold in folds], lesson) for name, folds in waiting.items()}
    print(f"{time.time() - begin:.0f} s", flush=True)
    for name, each in said.items():
        report(name, each, lesson, figures)
    together = mean([*said.values()], [1.0] * len(said))
    parts = (lesson.train, lesson.dev, lesson.plain)
    linear = Said(*(np.concatenate([d.likely for d in part if d.likely is not None]) for part in parts))
    report("the linear model", linear, lesson, figures)
    mixed = {share: mean([together, linear], [1 - share, share]) for share in LINEAR_SHARES}
    scores = {share: report(f"all readers, linear {share}", each, lesson, figures) for share, each in mixed.items()}
    share = max(scores, key=lambda each: scores[each][0])
    best, priors = mixed[share], scores[share][1]
    np.savez_compressed(
        out / "labels.npz", names=np.array([document.name for document in lesson.plain]),
        counts=np.array([len(document.tokens) for document in lesson.plain], np.int32),
        **{part: np.round(255 * getattr(best, part)).astype(np.uint8) for part in ("train", "dev", "plain")},
    )  # fmt: skip
    _write(figures, out)
    students = {name: submit(teach_small, name, out / "labels.npz", start) for name in STUDENTS}
    truth = np.concatenate([document.labels for document in lesson.dev])
    for name, future in students.items():
        reader = Reader(Bert(len(STUDENTS[name])), lesson.shape, STUDENT_WINDOW, chain=False)
        reader.load_state_dict(torch.load(future.result()))
        reader.to(DEVICE)
        likely = np.concatenate(reader.probabilities(lesson.dev))
        figures[f"small reader of {name} layers"] = measured(truth, likely, priors, lesson.shape)
        print(f"\nsmall reader of {name} layers {figures[f'small reader of {name} layers']}", flush=True)
        export(reader, lesson.shape, priors, out / name)
        future.result().unlink()
    start.unlink()
    workers.shutdown()
    figures["seconds"] = round(time.time() - begin)
    _write(figures, out)
    print(f"{figures['seconds']} s", *(f"{p.relative_to(out)} {p.stat().st_size}" for p in sorted(out.rglob("*.*"))))


def _write(figures: dict[str, Any], out: Path) -> None:
    (out / "figures.json").write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), "--small" in sys.argv)
