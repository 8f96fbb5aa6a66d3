"""Trains the ingredient matcher: what each clause of a matter tells, and what the matter raises.

A teacher learns from what `training.marked_matters` and `training.clause_windows` wrote. A student of six layers, which
the package ships, learns from the same, from the teacher, and from unmarked pages of judgments, of which only the
teacher says what they tell. Where there is a GPU (torch, onnx and onnxruntime are needed):

    python -m training.ingredient_matcher WINDOWS.npz BASE.npz OUT [SECONDS]

BASE is `arctic.npz` of `training.start`, or what `training.mpnet` writes, for a larger teacher; then a third argument,
`arctic.npz`, stands before OUT. Each model learns for SECONDS; all windows lie on the GPU, which is what makes it fast.
"""

import hashlib
import json
import math
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from training import mpnet
from training.bert import WIDTH, Bert, load
from training.clause_windows import VARIANTS, WINDOW
from training.export import write_states

STUDENT_LAYERS = (0, 2, 4, 6, 8, 11)
BATCH = 16  # windows
RATES = {"teacher": (1.1e-4, 1.2e-3), "student": (1.4e-4, 1.2e-3), "mpnet": (5e-5, 1e-3)}  # encoder, and what is on it
UNMARKED = 800  # windows a round that only the teacher marks
SOUGHT = 64  # width in which an ingredient seeks its words
ELSEWHERE = 0.02  # weight of ingredients that the matter does not raise
MISTAKEN = 0.5  # weight of what the model would wrongly say, by how surely it would say it
TAUGHT = 256  # pairs of clause and ingredient a batch whose status the teacher tells
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


class Lesson:
    """All windows, on the device."""

    def __init__(self, path: Path) -> None:
        arrays = dict(np.load(path))
        self.ids, self.subjects, self.kept = arrays["ids"], arrays["subjects"], arrays["kept"]
        self.counts = json.loads(str(arrays["counts"]))
        self.subject_of = torch.from_numpy(arrays["subject_of"]).to(DEVICE)
        names = {key.split("/")[0] for key in arrays if "/" in key}
        groups = {name: {k.split("/")[1]: v for k, v in arrays.items() if k.startswith(f"{name}/")} for name in names}
        self.checks = sorted(name for name in names if name.startswith("check "))
        first = 0
        self.places: dict[str, range] = {}
        for name, group in groups.items():
            self.places[name] = range(first, first + len(group["size"]))
            first += len(group["size"])
        joined = {key: np.concatenate([group[key] for group in groups.values()]) for key in groups["rows"]}
        self.sizes = joined.pop("size").astype(int)
        joined["tokens"] = joined["tokens"].astype(np.int32)
        self._data = {key: torch.from_numpy(value).to(DEVICE) for key, value in joined.items()}

    def batch(self, places: Sequence[int]) -> "Batch":
        """Some of the windows, cut to the longest of them."""
        length, clauses = self.sizes[list(places)].max(axis=0)
        rows = torch.tensor(places, device=DEVICE)
        data = {key: value[rows] for key, value in self._data.items()}
        return Batch(data, int(length), int(clauses), self.subject_of)

    def round(self, unmarked: int, rng: random.Random) -> Iterator["Batch"]:
        """Every matter twice, once jotted down; half of some clauses thrown together; some unmarked windows."""
        variant = rng.randrange(VARIANTS)
        together = self.places[f"together {variant}"]
        chosen = [*self.places["matters"], *self.places[f"jotted {variant}"]]
        chosen += rng.sample(together, len(together) // 2) + rng.sample(self.places["unmarked"], unmarked)
        rng.shuffle(chosen)
        batches = []
        for at in range(0, len(chosen), 40 * BATCH):  # windows of about one length together, so that little is padded
            chunk = sorted(chosen[at : at + 40 * BATCH], key=lambda place: self.sizes[place, 0])
            batches += [chunk[first : first + BATCH] for first in range(0, len(chunk), BATCH)]
        rng.shuffle(batches)
        for places in batches:
            yield self.batch(places)


class Batch:
    """Windows that are read together. Clauses are numbered through the batch; a window may have fewer than another."""

    def __init__(self, data: dict[str, torch.Tensor], length: int, clauses: int, subject_of: torch.Tensor) -> None:
        self.ids = data["tokens"][:, :length].long()
        clause_of = data["clause_of"][:, :length].long()
        self.member = (clause_of[:, None, :] == torch.arange(clauses, device=DEVICE)[None, :, None]).float()
        self.clauses = clauses
        windows = len(self.ids)
        self.is_clause = (self.member.sum(-1) > 0).flatten().float()
        told = data["told"].long()
        self.is_told = (told[..., 0] >= 0).flatten()
        first = torch.arange(windows, device=DEVICE)[:, None] * clauses
        self.clause = (told[..., 0].clamp(min=0) + first).flatten()
        self.which, self.status = told[..., 1].clamp(min=0).flatten(), told[..., 2].clamp(min=0).flatten()
        self.gold = torch.zeros((windows * clauses, len(subject_of)), device=DEVICE)
        self.gold.index_put_((self.clause, self.which), self.is_told.float(), accumulate=True)
        self.gold.clamp_(max=1)
        by_clause = data["asked"].float().repeat_interleave(clauses, 0)
        self.asked = by_clause[:, subject_of]
        self.raised, self.is_whole = data["raised"].float(), data["is_whole"].float()
        self.marked = data["is_marked"].float().repeat_interleave(clauses) * self.is_clause


class Contextual(nn.Module):
    """Our own encoder, for a row a token instead of a row a text."""

    def __init__(self, bert: Bert) -> None:
        super().__init__()
        self.bert = bert
        self.drop = nn.Dropout(0.1)

    def states(self, ids: torch.Tensor) -> torch.Tensor:
        """A row for each token."""
        x = self.drop(self.bert.norm(self.bert.words(ids) + self.bert.positions.weight[: ids.shape[1]]))
        mask = (ids > 0)[:, None, None, :].expand(-1, 1, ids.shape[1], -1)
        for layer in self.bert.layers:
            x = layer(x, mask)
        return x


@dataclass(frozen=True, slots=True)
class Seen:
    """What a model sees in the clauses of a batch."""

    batch: Batch
    states: torch.Tensor
    clauses: torch.Tensor  # the mean of each clause's tokens
    sought: torch.Tensor  # how much each ingredient seeks each token
    cosines: torch.Tensor  # how near each clause is to each ingredient
    found: torch.Tensor  # how near the sought tokens of each clause are


class Matcher(nn.Module):
    """The encoder, a row for each ingredient, a head for the status and one for what the matter raises."""

    def __init__(self, encoder: Contextual | mpnet.MPNet, ingredients: int, subjects: int) -> None:
        super().__init__()
        self.encoder = encoder
        self.rows = nn.Parameter(torch.zeros(ingredients, WIDTH))
        self.bias = nn.Parameter(torch.zeros(ingredients))
        self.scale = nn.Parameter(torch.tensor(12.0))
        self.level = nn.Parameter(torch.tensor([10.0, 5.0, -14.0]))
        self.keys = nn.Linear(WIDTH, SOUGHT)
        self.queries = nn.Parameter(torch.zeros(ingredients, SOUGHT))
        self.told = nn.Linear(WIDTH, WIDTH)
        self.proto = nn.Parameter(torch.zeros(ingredients, 3, WIDTH))
        self.status = nn.Sequential(nn.Linear(4 * WIDTH, 256), nn.GELU(), nn.Dropout(0.1), nn.Linear(256, 3))
        self.raising = nn.Linear(2 * WIDTH, subjects)

    def look(self, batch: Batch) -> Seen:
        """What each clause holds for each ingredient: the mean of its tokens, and the tokens that the ingredient seeks.

        A clause often tells of several ingredients, each in a few of its words.
        """
        with torch.autocast("cuda", dtype=torch.bfloat16, enabled=DEVICE == "cuda"):
            states = self.encoder.states(batch.ids)
        states = states.float()
        clauses = ((batch.member @ states) / batch.member.sum(-1, keepdim=True).clamp(min=1)).flatten(0, 1)
        rows = functional.normalize(self.rows, dim=-1)
        sought = (self.keys(states) @ self.queries.T / SOUGHT**0.5).clamp(max=20).exp()
        found = batch.member @ (sought * (functional.normalize(states, dim=-1) @ rows.T))
        found = (found / (batch.member @ sought).clamp(min=1e-6)).flatten(0, 1)
        return Seen(batch, states, clauses, sought, functional.normalize(clauses, dim=-1) @ rows.T, found)

    def levels(self, seen: Seen) -> torch.Tensor:
        """Logits of each clause telling of each ingredient."""
        return seen.cosines * self.level[0].abs() + seen.found * self.level[1].abs() + self.level[2] + self.bias

    def statuses(self, seen: Seen, clause: torch.Tensor, which: torch.Tensor) -> torch.Tensor:
        """Logits of the statuses for pairs of clause and ingredient."""
        window, place = clause // seen.batch.clauses, clause % seen.batch.clauses
        weights = seen.sought[window, :, which] * seen.batch.member[window, place]
        weights = weights / weights.sum(-1, keepdim=True).clamp(min=1e-6)
        words = (seen.clauses[clause] + (weights[:, None, :] @ seen.states[window])[:, 0]) / 2
        units, rows = functional.normalize(words, dim=-1), functional.normalize(self.rows, dim=-1)[which]
        tones = torch.tanh(self.told(words))
        given = torch.cat([units, rows, units * rows, tones], -1)
        return self.status(given) + (self.proto[which] @ tones.unsqueeze(-1))[..., 0]

    def raised(self, seen: Seen) -> torch.Tensor:
        """Logits of the subjects that the window's matter raises."""
        inside = (seen.batch.ids > 0).unsqueeze(-1)
        mean = (seen.states * inside).sum(1) / inside.sum(1)
        highest = seen.states.masked_fill(~inside, -1e4).max(1).values
        return self.raising(torch.cat([mean, highest], -1))


def loss_of(model: Matcher, batch: Batch, teacher: Matcher | None) -> torch.Tensor:
    """How wrong the model is on these windows; with a teacher, also how far from what the teacher sees."""
    seen = model.look(batch)
    levels = model.levels(seen)
    weigh = torch.where(batch.gold > 0, 3.0, 0.3) * batch.asked + torch.where(batch.gold > 0, 1.0, ELSEWHERE)
    weigh = weigh + MISTAKEN * torch.sigmoid(levels.detach()) * (batch.gold == 0)
    missed = functional.binary_cross_entropy_with_logits(levels, batch.gold, reduction="none") * weigh
    loss = (missed.sum(1) * batch.marked).sum() / batch.marked.sum().clamp(min=1)
    told = batch.is_told.nonzero()[:, 0]
    if len(told):
        clause, which, status = batch.clause[told], batch.which[told], batch.status[told]
        others = batch.gold[clause].scatter(1, which[:, None], 0)
        near = ((seen.cosines + seen.found)[clause] * model.scale).masked_fill(others > 0, -1e4)
        loss = loss + functional.cross_entropy(near, which, label_smoothing=0.05)
        loss = loss + functional.cross_entropy(model.statuses(seen, clause, which), status)
    raised = model.raised(seen)
    three = torch.tensor(3.0, device=DEVICE)
    unraised = functional.binary_cross_entropy_with_logits(raised, batch.raised, reduction="none", pos_weight=three)
    loss = loss + 0.1 * (unraised.sum(1) * batch.is_whole).sum() / batch.is_whole.sum().clamp(min=1)
    return loss if teacher is None else loss + _distance(model, teacher, seen, levels, raised)


def _distance(model: Matcher, teacher: Matcher, seen: Seen, levels: torch.Tensor, raised: torch.Tensor) -> torch.Tensor:
    """How far the model is from its teacher: in what it says, and, where they are built alike, in what it sees."""
    batch = seen.batch
    inside, clauses = batch.is_clause, batch.is_clause.sum().clamp(min=1)
    with torch.no_grad():
        theirs = teacher.look(batch)
        chances = torch.sigmoid(teacher.levels(theirs)) * inside[:, None]
        surest = chances.flatten().topk(TAUGHT)
        clause, which = surest.indices // chances.shape[1], surest.indices % chances.shape[1]
        statuses = torch.softmax(teacher.statuses(theirs, clause, which), -1)
        raises = torch.sigmoid(teacher.raised(theirs))
    weigh = (ELSEWHERE + 0.3 * (chances > 0.01) + 3 * chances) * inside[:, None]
    loss = (functional.binary_cross_entropy_with_logits(levels, chances, reduction="none") * weigh).sum() / clauses
    said = torch.log_softmax(model.statuses(seen, clause, which), -1)
    loss = loss - ((statuses * said).sum(-1) * surest.values).sum() / surest.values.sum().clamp(min=1e-3)
    loss = loss + 0.1 * functional.binary_cross_entropy_with_logits(raised, raises, reduction="none").sum(1).mean()
    if type(model.encoder) is type(teacher.encoder):
        real = (batch.ids > 0).unsqueeze(-1)
        apart = 1 - functional.cosine_similarity(seen.clauses, theirs.clauses)
        loss = loss + 10 * (apart * inside).sum() / clauses
        loss = loss + 2 * (((seen.states - theirs.states) ** 2) * real).sum() / (real.sum() * WIDTH)
    return loss


def learn(model: Matcher, lesson: Lesson, kind: str, seconds: float, teacher: Matcher | None = None) -> None:
    """Rounds over everything until the time is over; the rates rise for a tenth of it and then fall."""
    body = [p for name, p in model.encoder.named_parameters() if "words." not in name and "positions." not in name]
    head = [p for name, p in model.named_parameters() if not name.startswith("encoder.")]
    groups = [{"params": part, "lr": rate} for part, rate in zip((body, head), RATES[kind], strict=True)]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01, fused=DEVICE == "cuda")
    rng, begin, share, number = random.Random(kind), time.time(), 0.0, 0
    model.train()
    while share < 1:
        total, steps = torch.zeros((), device=DEVICE), 0
        for batch in lesson.round(UNMARKED if teacher else 0, rng):
            share = min(1.0, (time.time() - begin) / seconds)
            for group, rate in zip(optimiser.param_groups, RATES[kind], strict=True):
                group["lr"] = rate * (
                    share / 0.1 if share < 0.1 else 0.5 + 0.5 * math.cos(math.pi * (share - 0.1) / 0.9)
                )
            if share >= 1:
                break
            loss = loss_of(model, batch, teacher)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_([*body, *head], 1.0)
            optimiser.step()
            total, steps = total + loss.detach(), steps + 1
        print(kind, number, round(float(total) / max(1, steps), 3), f"{time.time() - begin:.0f} s", flush=True)
        number += 1
    model.eval()


def measure(model: Matcher, lesson: Lesson, check: str) -> dict[str, Any]:
    """On matters that were not learned from: the first ingredient of a clause, the status, recall at a precision."""
    model.eval()
    ranked: list[tuple[float, float]] = []
    first = status_right = clauses = pairs = 0
    places = list(lesson.places[check])
    with torch.no_grad():
        for at in range(0, len(places), BATCH):
            batch = lesson.batch(places[at : at + BATCH])
            seen = model.look(batch)
            levels = torch.sigmoid(model.levels(seen)).masked_fill(batch.asked == 0, -1)
            inside = batch.is_clause > 0
            best = levels[inside].topk(3)
            gold = batch.gold[inside]
            right = gold.gather(1, best.indices)
            ranked += list(zip(best.values.flatten().tolist(), right.flatten().tolist(), strict=True))
            first, clauses = first + int(right[:, 0].sum()), clauses + int((gold.sum(1) > 0).sum())
            told = batch.is_told.nonzero()[:, 0]
            said = model.statuses(seen, batch.clause[told], batch.which[told]).argmax(-1)
            status_right, pairs = status_right + int((said == batch.status[told]).sum()), pairs + len(told)
    recalls: dict[str, float] = {}
    found = 0.0
    for count, (_, is_right) in enumerate(sorted(ranked, reverse=True), 1):
        found += is_right
        for wanted in (0.8, 0.7, 0.6, 0.5):
            if found >= wanted * count:
                recalls[f"recall at precision {wanted}"] = round(found / max(1, pairs), 3)
    return {"first": round(first / max(1, clauses), 3), "status": round(status_right / max(1, pairs), 3), **recalls}


def start(encoder: Contextual | mpnet.MPNet, lesson: Lesson) -> Matcher:
    """A matcher whose rows are what the encoder makes of the ingredients' own words."""
    model = Matcher(encoder, len(lesson.ids), len(lesson.subjects)).to(DEVICE).eval()
    rows = lesson.places["rows"]
    with torch.no_grad():
        for at in range(0, len(rows), 64):
            batch = lesson.batch(rows[at : at + 64])
            clauses = model.look(batch).clauses[batch.is_clause > 0]
            model.rows[at : at + 64] = functional.normalize(clauses, dim=-1)
    return model


def student_of(teacher: Matcher, bert: Bert) -> Matcher:
    """A matcher with half the layers of our own encoder and the teacher's heads."""
    student = Matcher(Contextual(Bert(len(STUDENT_LAYERS))), *teacher.rows.shape[:1], teacher.raising.out_features)
    given = teacher.encoder.bert if isinstance(teacher.encoder, Contextual) else bert
    heads = {name: value for name, value in teacher.state_dict().items() if not name.startswith("encoder.")}
    student.load_state_dict(heads, strict=False)
    layers = {new: given.layers[old].state_dict() for new, old in enumerate(STUDENT_LAYERS)}
    state = {name: value for name, value in given.state_dict().items() if not name.startswith("layers.")}
    state |= {f"layers.{new}.{name}": value for new, layer in layers.items() for name, value in layer.items()}
    student.encoder.bert.load_state_dict(state)
    return student.to(DEVICE)


def export(model: Matcher, lesson: Lesson, out: Path, figures: dict[str, Any]) -> None:
    """The encoder as int8 ONNX with the vocabulary cut to what matters use, the rest as one file, and the manifest."""
    out.mkdir(parents=True, exist_ok=True)
    model.to("cpu").eval()
    write_states(model.encoder.bert, lesson.kept.tolist(), out / "clause.onnx")
    names = {name: name for name in ("bias", "level", "proto", "queries")} | {
        f"{name}.{part}": f"{own}.{part}"
        for name, own in (
            ("told", "told"), ("keys", "keys"), ("raise", "raising"), ("status.0", "status.0"), ("status.3", "status.3")
        )
        for part in ("weight", "bias")
    }  # fmt: skip
    state = model.state_dict()
    arrays = {name: state[own].numpy().astype(np.float16) for name, own in names.items()}
    arrays["rows"] = functional.normalize(state["rows"], dim=-1).numpy().astype(np.float16)
    np.savez_compressed(out / "matcher.npz", ids=lesson.ids, subjects=lesson.subjects, tokens=lesson.kept, **arrays)
    hashes = {name: hashlib.sha256((out / name).read_bytes()).hexdigest() for name in ("clause.onnx", "matcher.npz")}
    manifest = {"name": "countercase-clauses", "max_tokens": WINDOW, "sha256": hashes}
    (out / "clauses.json").write_text(json.dumps(manifest, indent=1) + "\n")
    learned = {"ingredients": len(lesson.ids), **lesson.counts}
    (out / "figures.json").write_text(json.dumps({"learned_from": learned, "check": figures}, indent=1) + "\n")


def main(windows: Path, bases: Sequence[Path], out: Path, seconds: float) -> None:
    """Teach, measure, export."""
    torch.manual_seed(7)
    torch.set_float32_matmul_precision("high")
    lesson = Lesson(windows)
    figures: dict[str, Any] = {}

    def taught(name: str, model: Matcher, teacher: Matcher | None) -> Matcher:
        learn(model, lesson, name, seconds, teacher)
        figures[name] = {check: measure(model, lesson, check) for check in lesson.checks}
        print(name, json.dumps(figures[name]), flush=True)
        return model

    bert = load(bases[-1]).to(DEVICE)
    teacher = taught("mpnet", start(mpnet.load(bases[0]).to(DEVICE), lesson), None) if len(bases) > 1 else None
    teacher = taught("teacher", start(Contextual(bert), lesson), teacher)
    export(taught("student", student_of(teacher, bert), teacher), lesson, out, figures)


if __name__ == "__main__":
    *paths, last = sys.argv[1:]
    *given, folder = [Path(name) for name in ([*paths] if last.isdigit() else [*paths, last])]
    main(given[0], given[1:], folder, float(last) if last.isdigit() else 120)
