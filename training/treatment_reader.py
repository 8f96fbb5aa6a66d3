"""Trains the treatment reader: was a cited case relied on, distinguished or merely referred to?

A teacher of twelve layers reads every window of a case that `training.treatment_windows` wrote and pools over them. It
may first learn from older headnotes. Every figure is measured by folds of the development judgments; the held-out ones
are scored without their classes. A student of four layers learns from both teachers and is exported as int8 ONNX.

Where there is a GPU (torch, onnx and onnxruntime are needed):

    PYTHONPATH=src python -m training.treatment_reader FOLDER OUT [--cases N]

FOLDER holds `reports.npz`, `older.npz`, `kept_tokens.npy` and `arctic.npz` (of `training.start`, packed as int8 rows by
`pack_rows`). OUT gets `scores.npz`, `figures.json` and `student/`. `--cases` takes only so many, to try it on a CPU.
"""

import argparse
import copy
import json
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from training.bert import HEADS, WIDTH, Bert
from training.treatment_figures import figures

THE_CASE, TOGETHER, OTHER_MARKS = 1, 4, 5  # marks in the windows, below OTHER_MARKS
FOLDS = 5
HIDDEN = 256
STUDENT_LAYERS = (0, 4, 8, 11)
OLDER_EPOCHS, EPOCHS, STUDENT_EPOCHS = 3, 3, 4
BATCH = 32  # cases
READ_AT_ONCE = 3  # windows of one case in a training step
RATES = (8e-5, 8e-4)  # of the encoder, and of what stands on it
SMOOTHING = 0.1  # editors differ: no label is certain
OLD_EDITOR = 1  # 0 is an unknown editor
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


@dataclass(slots=True)
class Cases:
    """Cited cases in numbers; windows are rows of `tokens`, and `first` and `last` bound those of each case."""

    tokens: torch.Tensor
    place_features: torch.Tensor
    first: np.ndarray
    last: np.ndarray
    features: torch.Tensor
    labels: np.ndarray
    editors: np.ndarray
    folds: np.ndarray
    judgments: np.ndarray
    names: np.ndarray

    def __len__(self) -> int:
        return len(self.labels)


def read_cases(path: Path, number: np.ndarray, older: bool, most: int | None) -> Cases:
    """Load what `training.treatment_windows.write` wrote; tokens are renumbered to the kept vocabulary."""
    stored = dict(np.load(path))
    ends = stored["token_ends"]
    starts = np.concatenate([[0], ends[:-1]])
    tokens = np.zeros((len(ends), int((ends - starts).max())), dtype=np.int32)
    for row, (start, end) in enumerate(zip(starts, ends, strict=True)):
        tokens[row, : end - start] = number[stored["tokens"][start:end]]
    last = stored["place_ends"]
    first = np.concatenate([[0], last[:-1]])
    editors = np.where(stored["editors"] >= 0, stored["editors"] + 2, 0)
    if older:
        editors[:] = OLD_EDITOR
    picked = np.arange(len(last)) if most is None else np.random.default_rng(1).permutation(len(last))[:most]
    return Cases(
        torch.from_numpy(tokens).to(DEVICE),
        torch.from_numpy(stored["place_features"].astype(np.float32)).to(DEVICE),
        first[picked],
        last[picked],
        torch.from_numpy(stored["features"][picked].astype(np.float32)).to(DEVICE),
        stored["labels"][picked].astype(np.int64),
        editors[picked].astype(np.int64),
        stored["folds"][picked],
        stored["judgments"][picked],
        stored["names"][picked],
    )


def pack_rows(source: Path, target: Path, kept: np.ndarray) -> None:
    """Store a model of `training.start` with every matrix as int8 rows and only the kept words, so that it travels."""
    arrays: dict[str, Any] = dict(np.load(source))
    words = arrays.pop("words.int8").astype(np.float32) * arrays.pop("words.scale")[:, None]
    arrays["words.weight"] = words[kept]
    packed: dict[str, Any] = {}
    for name, value in arrays.items():
        if value.ndim == 2:
            scale = np.maximum(np.abs(value.astype(np.float32)).max(axis=1), 1e-9) / 127
            packed[f"{name}#int8"] = np.round(value.astype(np.float32) / scale[:, None]).astype(np.int8)
            packed[f"{name}#scale"] = scale.astype(np.float32)
        else:
            packed[name] = value
    np.savez_compressed(target, **packed)


def encoder(path: Path, words: int) -> Bert:
    """The starting encoder from what `pack_rows` stored."""
    stored = dict(np.load(path))
    state = {name: value for name, value in stored.items() if "#" not in name}
    for name in (name.removesuffix("#int8") for name in stored if name.endswith("#int8")):
        state[name] = stored[f"{name}#int8"].astype(np.float32) * stored[f"{name}#scale"][:, None]
    model = Bert(12)
    model.words = nn.Embedding(words, WIDTH)
    model.load_state_dict({name: torch.from_numpy(np.asarray(v, dtype=np.float32)) for name, v in state.items()})
    return model


class Reader(nn.Module):
    """The encoder, a layer for each place, a weighing of the places, and the three classes."""

    def __init__(self, bert: Bert, place_features: int, features: int, editors: int) -> None:
        super().__init__()
        self.bert = bert
        self.marks = nn.Parameter(torch.randn(OTHER_MARKS, WIDTH) * 0.05)
        self.place = nn.Linear(2 * WIDTH + place_features, HIDDEN)
        self.weight = nn.Linear(HIDDEN, 1)
        self.inner = nn.Linear(3 * HIDDEN + features, 128)
        self.classes = nn.Linear(128, 3)
        self.editor = nn.Embedding(editors, 3)
        nn.init.zeros_(self.editor.weight)
        self.drop = nn.Dropout(0.15)

    def embedded(self, ids: torch.Tensor) -> torch.Tensor:
        """Words and positions, with what is learned for each mark."""
        x = self.bert.words(ids) + self.bert.positions.weight[: ids.shape[1]]
        is_mark = ((ids > 0) & (ids < OTHER_MARKS)).unsqueeze(-1)
        return self.bert.norm(x + self.marks[ids.clamp(max=OTHER_MARKS - 1)] * is_mark)

    def places(self, ids: torch.Tensor, features: torch.Tensor) -> torch.Tensor:
        """One row per window: what stands at its first token and at the case."""
        x = self.drop(self.embedded(ids))
        mask = (ids > 0)[:, None, None, :].expand(-1, 1, ids.shape[1], -1)
        for layer in self.bert.layers:
            x = layer(x, mask)
        at_case = ((ids == THE_CASE) | (ids == TOGETHER)).float().unsqueeze(-1)
        case = (x * at_case).sum(1) / at_case.sum(1).clamp(min=1)
        return functional.gelu(self.place(self.drop(torch.cat([x[:, 0], case, features], -1))))

    def pooled(self, places: torch.Tensor, of: torch.Tensor, cases: int) -> torch.Tensor:
        """Mean, maximum and weighed mean over the windows of each case; `of` is the case of each window."""
        member = functional.one_hot(of, cases).T.to(places.dtype)
        mean = member @ places / member.sum(1, keepdim=True)
        highest = places.new_full((cases, HIDDEN), -1e4).scatter_reduce(
            0, of[:, None].expand_as(places), places, "amax"
        )
        scores = self.weight(places).squeeze(-1)
        shares = torch.softmax(scores.expand(cases, -1).masked_fill(member == 0, -1e4), dim=-1)
        return torch.cat([mean, highest, shares @ places], -1)

    def forward(
        self, ids: torch.Tensor, place_features: torch.Tensor, of: torch.Tensor, features: torch.Tensor
    ) -> torch.Tensor:
        """Logits of the classes, as an editor without habits would print them."""
        with torch.autocast("cuda", dtype=torch.bfloat16, enabled=DEVICE == "cuda"):
            places = self.places(ids, place_features)
        pooled = self.pooled(places.float(), of, len(features))
        hidden = functional.gelu(self.inner(self.drop(torch.cat([pooled, features], -1))))
        return self.classes(self.drop(hidden))


def batch(cases: Cases, chosen: np.ndarray, rng: np.random.Generator | None) -> tuple[torch.Tensor, ...]:
    """The windows of the chosen cases; in training (`rng` given) only some of many."""
    rows, of = [], []
    for place, case in enumerate(chosen):
        windows = np.arange(cases.first[case], cases.last[case])
        if rng is not None and len(windows) > READ_AT_ONCE:
            windows = rng.choice(windows, READ_AT_ONCE, replace=False)
        rows.append(windows)
        of.append(np.full(len(windows), place))
    index = torch.from_numpy(np.concatenate(rows)).to(DEVICE)
    ids = cases.tokens[index].long()
    longest = int((ids > 0).sum(1).max())
    return (
        ids[:, :longest],
        cases.place_features[index],
        torch.from_numpy(np.concatenate(of)).to(DEVICE),
        cases.features[torch.from_numpy(chosen).to(DEVICE)],
    )


def learn(
    model: Reader, cases: Cases, chosen: np.ndarray, epochs: int, seed: int, soft: torch.Tensor | None = None
) -> None:
    """Several rounds over the chosen cases; `soft` holds a teacher's shares for every case, in the order of `cases`."""
    rng = np.random.default_rng(seed)
    known = cases.labels[chosen]
    counts = np.bincount(known[known >= 0], minlength=3)
    weights = torch.tensor((counts.sum() / (3 * np.maximum(1, counts))) ** 0.5, dtype=torch.float32, device=DEVICE)
    body = [p for name, p in model.named_parameters() if name.startswith("bert.")]
    head = [p for name, p in model.named_parameters() if not name.startswith("bert.")]
    groups = [{"params": body, "lr": RATES[0]}, {"params": head, "lr": RATES[1]}]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.02, fused=DEVICE == "cuda")
    steps = epochs * -(-len(chosen) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, list(RATES), total_steps=steps + 1, pct_start=0.1)
    model.train()
    for _ in range(epochs):
        order = rng.permutation(chosen)
        for at in range(0, len(order), BATCH):
            part = order[at : at + BATCH]
            logits = model(*batch(cases, part, rng))
            editors = torch.from_numpy(np.where(rng.random(len(part)) < 0.15, 0, cases.editors[part])).to(DEVICE)
            labels = torch.from_numpy(cases.labels[part]).to(DEVICE)
            loss = functional.cross_entropy(
                logits + model.editor(editors) * (editors > 0).unsqueeze(-1),
                labels,
                weight=weights,
                label_smoothing=SMOOTHING,
                ignore_index=-1,
            )
            if soft is not None:
                wanted = soft[torch.from_numpy(part).to(DEVICE)]
                loss = 0.3 * loss - 0.7 * (wanted * functional.log_softmax(logits, -1)).sum(-1).mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            schedule.step()


@torch.no_grad()
def shares(model: Reader, cases: Cases, chosen: np.ndarray) -> np.ndarray:
    """The share of each class for the chosen cases."""
    model.eval()
    parts = [
        torch.softmax(model(*batch(cases, chosen[at : at + 64], None)), -1).float().cpu().numpy()
        for at in range(0, len(chosen), 64)
    ]
    return np.concatenate(parts) if parts else np.zeros((0, 3))


def student_of(teacher: Reader, sizes: tuple[int, int, int]) -> Reader:
    """A reader with four of the teacher's layers and its heads."""
    student = Reader(Bert(len(STUDENT_LAYERS)), *sizes)
    student.bert.words = nn.Embedding(teacher.bert.words.num_embeddings, WIDTH)
    state = {name: value for name, value in teacher.state_dict().items() if "bert.layers." not in name}
    for new, old in enumerate(STUDENT_LAYERS):
        state |= {
            name.replace(f"bert.layers.{old}.", f"bert.layers.{new}."): value
            for name, value in teacher.state_dict().items()
            if name.startswith(f"bert.layers.{old}.")
        }
    student.load_state_dict(state)
    return student.to(DEVICE)


def together(reports: Cases, older: Cases) -> Cases:
    """Both sources as one; the older come last."""
    width = max(reports.tokens.shape[1], older.tokens.shape[1])
    tokens = [functional.pad(part.tokens, (0, width - part.tokens.shape[1])) for part in (reports, older)]
    shift = len(reports.tokens)
    return Cases(
        torch.cat(tokens),
        torch.cat([reports.place_features, older.place_features]),
        np.concatenate([reports.first, older.first + shift]),
        np.concatenate([reports.last, older.last + shift]),
        torch.cat([reports.features, older.features]),
        *(
            np.concatenate([getattr(reports, name), getattr(older, name)])
            for name in ("labels", "editors", "folds", "judgments", "names")
        ),
    )


class _States(nn.Module):
    """The student's encoder for one window without padding; it gives the first token and the case."""

    def __init__(self, model: Reader) -> None:
        super().__init__()
        self.model = model

    def forward(self, input_ids: torch.Tensor) -> torch.Tensor:
        length = input_ids.shape[1]
        x = self.model.embedded(input_ids)
        for layer in self.model.bert.layers:
            q, k, v = layer.qkv(x).view(1, length, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
            likeness = torch.softmax(q @ k.transpose(-1, -2) / (WIDTH // HEADS) ** 0.5, dim=-1)
            x = layer.norm1(x + layer.out((likeness @ v).transpose(1, 2).reshape(1, length, WIDTH)))
            x = layer.norm2(x + layer.down(functional.gelu(layer.up(x))))
        at_case = ((input_ids == THE_CASE) | (input_ids == TOGETHER)).float().unsqueeze(-1)
        return torch.cat([x[:, 0], (x * at_case).sum(1) / at_case.sum(1)], -1)


def export(model: Reader, kept: np.ndarray, factors: Sequence[float], longest: int, out: Path) -> None:
    """The encoder as int8 ONNX, and the heads with the kept tokens as one file."""
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from onnxruntime.quantization.matmul_nbits_quantizer import MatMulNBitsQuantizer

    out.mkdir(parents=True, exist_ok=True)
    model = copy.deepcopy(model).to("cpu").eval()
    model.bert.positions = nn.Embedding.from_pretrained(model.bert.positions.weight.data[:longest])
    example = torch.randint(8, len(kept), (1, 40))
    example[0, 20] = THE_CASE
    with tempfile.TemporaryDirectory() as folder:
        plain, words = Path(folder) / "plain.onnx", Path(folder) / "words.onnx"
        torch.onnx.export(
            _States(model), (example,), str(plain), input_names=["input_ids"],
            output_names=["states"], dynamic_axes={"input_ids": {1: "length"}}, opset_version=17, dynamo=False,
        )  # fmt: skip
        quantize_dynamic(plain, words, per_channel=True, weight_type=QuantType.QInt8, op_types_to_quantize=["Gather"])
        matrices = MatMulNBitsQuantizer(onnx.load(words), bits=8, block_size=128, is_symmetric=True, accuracy_level=4)
        matrices.process()
        matrices.model.save_model_to_file(str(out / "treatment.onnx"))
    heads = {
        n: v.numpy().astype(np.float16) for n, v in model.state_dict().items() if not n.startswith(("bert", "marks"))
    }
    np.savez_compressed(
        out / "heads.npz", kept_tokens=kept.astype(np.int32), factors=np.array(factors, np.float32), **heads
    )


class Session:
    """One run: the cases, the starting encoder, and what was measured."""

    def __init__(self, folder: Path, out: Path, most: int | None) -> None:
        self.kept = np.load(folder / "kept_tokens.npy")
        number = np.zeros(30522, dtype=np.int32)
        number[self.kept] = np.arange(len(self.kept))
        self.reports = read_cases(folder / "reports.npz", number, False, most)
        self.older = read_cases(folder / "older.npz", number, True, most)
        self.base = encoder(folder / "arctic.npz", len(self.kept))
        self.out = out
        editors = int(max(self.reports.editors.max(), OLD_EDITOR)) + 1
        self.sizes = (self.reports.place_features.shape[1], self.reports.features.shape[1], editors)
        self.development = np.flatnonzero(self.reports.labels >= 0)
        self.held_out = np.flatnonzero(self.reports.labels < 0)
        self.measured: dict[str, Any] = {"cases": {"development": len(self.development), "older": len(self.older)}}
        self.begin = time.time()

    def start(self, seed: int, older: bool) -> Reader:
        """A reader that has learned nothing, or only from older headnotes."""
        torch.manual_seed(seed)
        model = Reader(copy.deepcopy(self.base), *self.sizes).to(DEVICE)
        if older:
            learn(model, self.older, np.arange(len(self.older)), OLDER_EPOCHS, seed)
        return model

    def by_folds(self, begin: Reader, seed: int) -> np.ndarray:
        """Shares of the development cases, each from a reader that did not learn from its judgment."""
        likely = np.zeros((len(self.development), 3))
        for fold in range(FOLDS):
            inside = self.reports.folds[self.development] == fold
            model = copy.deepcopy(begin)
            learn(model, self.reports, self.development[~inside], EPOCHS, seed)
            likely[inside] = shares(model, self.reports, self.development[inside])
        return likely

    def report(self, name: str, likely: np.ndarray, chosen: np.ndarray | None = None) -> None:
        """Measure, keep and print."""
        cases = self.development if chosen is None else chosen
        self.measured[name] = figures(self.reports.labels[cases], likely, self.reports.folds[cases])
        print(f"{time.time() - self.begin:.0f} s  {name}: {json.dumps(self.measured[name])}", flush=True)
        self.out.mkdir(parents=True, exist_ok=True)
        (self.out / "figures.json").write_text(json.dumps(self.measured, indent=1) + "\n")

    def student(self, teachers: Sequence[Reader], chosen: np.ndarray) -> Reader:
        """A student that learns the chosen cases and the older ones from the mean of its teachers."""
        both = together(self.reports, self.older)
        everything = np.arange(len(both))
        learned = np.concatenate([chosen, np.arange(len(self.reports), len(both))])
        soft = torch.from_numpy(np.mean([shares(t, both, everything) for t in teachers], axis=0)).float().to(DEVICE)
        student = student_of(teachers[0], self.sizes)
        learn(student, both, learned, STUDENT_EPOCHS, 5, soft)
        return student


def main() -> None:
    """Compare the configurations by folds, then teach the student from all development cases."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--cases", type=int)
    options = parser.parse_args()
    session = Session(options.folder, options.out, options.cases)
    reports, development, held_out = session.reports, session.development, session.held_out
    stored: dict[str, np.ndarray] = {
        "judgments": reports.judgments, "names": reports.names, "labels": reports.labels, "folds": reports.folds,
        "development": development, "held_out": held_out,
    }  # fmt: skip
    older_alone = session.start(1, True)
    session.report("older headnotes alone", shares(older_alone, reports, development))
    stored["reports alone"] = session.by_folds(session.start(1, False), 1)
    session.report("reports alone", stored["reports alone"])
    begins = {1: older_alone, 2: session.start(2, True)}
    for seed, begin in begins.items():
        name = f"older headnotes first, seed {seed}"
        stored[name] = session.by_folds(begin, seed)
        session.report(name, stored[name])
    mean = (stored["older headnotes first, seed 1"] + stored["older headnotes first, seed 2"]) / 2
    session.report("mean of both seeds", mean)
    inside = reports.folds[development] == 0  # the student is checked on one fold
    fold_teacher = copy.deepcopy(older_alone)
    learn(fold_teacher, reports, development[~inside], EPOCHS, 1)
    fold_student = session.student([fold_teacher], development[~inside])
    session.report("teacher on fold 0", shares(fold_teacher, reports, development[inside]), development[inside])
    session.report("student on fold 0", shares(fold_student, reports, development[inside]), development[inside])
    for seed, begin in begins.items():
        learn(begin, reports, development, EPOCHS, seed)
    teachers = list(begins.values())
    stored["held-out by teachers"] = np.mean([shares(teacher, reports, held_out) for teacher in teachers], axis=0)
    student = session.student(teachers, development)
    stored["held-out by student"] = shares(student, reports, held_out)
    np.savez_compressed(options.out / "scores.npz", **stored)
    factors = session.measured["mean of both seeds"]["factors"]
    export(student, session.kept, factors, reports.tokens.shape[1], options.out / "student")
    print(
        f"{time.time() - session.begin:.0f} s; student",
        (options.out / "student/treatment.onnx").stat().st_size,
        "bytes",
    )


if __name__ == "__main__":
    main()
