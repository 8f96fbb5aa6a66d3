"""Trains the ingredient matcher: what each clause of a matter tells, and what the matter raises.

Three models learn in turn from what `training.marked_matters` wrote, each also from the one before: MPNet, then our
own encoder of twelve layers, then the six layers that the package ships. The second and third read unmarked clauses of
judgments too, on which only the model before them says what they tell. Where there is a GPU (torch, onnx, onnxruntime
and tokenizers are needed):

    python -m training.ingredient_matcher FOLDER MPNET.npz ARCTIC.npz OUT [CHECK.json]

MPNET is made by `training.mpnet` and ARCTIC by `training.start`. CHECK holds matters in the form of `learned.json`
that are only measured.
"""

import hashlib
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from training import mpnet
from training.bert import WIDTH, Bert, load
from training.clause_windows import WINDOW, Lesson, Window
from training.export import write_states

STUDENT_LAYERS = (0, 2, 4, 6, 8, 11)
BATCH = 16  # windows
MISTAKEN = 0.5  # weight of what the model would wrongly say, by how surely it would say it
SOUGHT = 64  # width in which an ingredient seeks its words
ELSEWHERE = 0.02  # weight of ingredients that the matter does not raise
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


@dataclass(frozen=True, slots=True)
class Course:
    """How a model learns: rounds, learning rates of the encoder and of what stands on it, unmarked texts a round."""

    rounds: int
    rates: tuple[float, float]
    unmarked: int = 0


WIDE_COURSE = Course(8, (5e-5, 1e-3))
TEACHER_COURSE = Course(10, (1.1e-4, 1.2e-3), 500)
STUDENT_COURSE = Course(10, (1.4e-4, 1.2e-3), 800)


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


class Matcher(nn.Module):
    """The encoder, a row for each ingredient, a head for the status and one for what the matter raises."""

    def __init__(self, encoder: "Contextual | mpnet.MPNet", ingredients: int, subjects: int) -> None:
        super().__init__()
        self.encoder = encoder
        self.rows = nn.Parameter(torch.zeros(ingredients, WIDTH))
        self.bias = nn.Parameter(torch.zeros(ingredients))
        self.scale = nn.Parameter(torch.tensor(12.0))
        self.level = nn.Parameter(torch.tensor([10.0, 5.0, -10.0]))
        self.keys = nn.Linear(WIDTH, SOUGHT)
        self.queries = nn.Parameter(torch.zeros(ingredients, SOUGHT))
        self.told = nn.Linear(WIDTH, WIDTH)
        self.proto = nn.Parameter(torch.zeros(ingredients, 3, WIDTH))
        self.status = nn.Sequential(nn.Linear(4 * WIDTH, 256), nn.GELU(), nn.Dropout(0.1), nn.Linear(256, 3))
        self.raising = nn.Linear(2 * WIDTH, subjects)

    def states(self, ids: torch.Tensor) -> torch.Tensor:
        """A row for each token."""
        with torch.autocast("cuda", dtype=torch.bfloat16, enabled=DEVICE == "cuda"):
            states = self.encoder.states(ids)
        return states.float()

    def look(self, states: torch.Tensor, batch: "Batch") -> "Seen":
        """What each clause holds for each ingredient: the mean of its tokens, and the tokens that the ingredient seeks.

        A clause often tells of several ingredients, each in a few of its words.
        """
        means = (batch.member @ states) / batch.member.sum(-1, keepdim=True).clamp(min=1)
        clauses = means[batch.row, batch.place]
        rows = functional.normalize(self.rows, dim=-1)
        sought = (self.keys(states) @ self.queries.T / SOUGHT**0.5).clamp(max=20).exp()
        found = batch.member @ (sought * (functional.normalize(states, dim=-1) @ rows.T))
        found = (found / (batch.member @ sought).clamp(min=1e-6))[batch.row, batch.place]
        return Seen(batch, states, clauses, sought, functional.normalize(clauses, dim=-1) @ rows.T, found)

    def levels(self, seen: "Seen") -> torch.Tensor:
        """Logits of each clause telling of each ingredient."""
        return seen.cosines * self.level[0].abs() + seen.found * self.level[1].abs() + self.level[2] + self.bias

    def statuses(self, seen: "Seen", clause: torch.Tensor, which: torch.Tensor) -> torch.Tensor:
        """Logits of the statuses for pairs of clause and ingredient."""
        window, place = seen.batch.row[clause], seen.batch.place[clause]
        weights = seen.sought[window, :, which] * seen.batch.member[window, place]
        weights = weights / weights.sum(-1, keepdim=True).clamp(min=1e-6)
        words = (seen.clauses[clause] + torch.einsum("pt,ptd->pd", weights, seen.states[window])) / 2
        units, rows = functional.normalize(words, dim=-1), functional.normalize(self.rows, dim=-1)[which]
        tones = torch.tanh(self.told(words))
        given = torch.cat([units, rows, units * rows, tones], -1)
        return self.status(given) + torch.einsum("nd,nsd->ns", tones, self.proto[which])

    def raised(self, states: torch.Tensor, real: torch.Tensor) -> torch.Tensor:
        """Logits of the subjects that the window's matter raises."""
        inside = real.unsqueeze(-1)
        mean = (states * inside).sum(1) / inside.sum(1)
        highest = states.masked_fill(~inside, -1e4).max(1).values
        return self.raising(torch.cat([mean, highest], -1))


class Batch:
    """Windows as numbers on the device: tokens, which clause each belongs to, and what the clauses tell."""

    def __init__(self, windows: Sequence[Window], lesson: Lesson) -> None:
        length = max(len(window.tokens) for window in windows)
        ids = np.zeros((len(windows), length), dtype=np.int64)
        clause_of = np.full((len(windows), length), -1, dtype=np.int64)
        asked, raised = (np.zeros((len(windows), len(lesson.subjects)), dtype=np.float32) for _ in range(2))
        places: list[tuple[int, int]] = []
        told: list[tuple[int, int, int]] = []
        for row, window in enumerate(windows):
            ids[row, : len(window.tokens)] = window.tokens
            number_of = {clause: len(places) + place for place, (clause, _, _) in enumerate(window.clauses)}
            told += [(number_of[clause], which, status) for clause, which, status in window.told if clause in number_of]
            for place, (_, start, end) in enumerate(window.clauses):
                clause_of[row, start:end] = place
                places.append((row, place))
            asked[row, sorted(window.asked)] = 1
            raised[row, sorted(window.raised or ())] = 1
        self.ids = torch.from_numpy(ids).to(DEVICE)
        self.row, self.place = torch.tensor(places, device=DEVICE).T
        most = int(self.place.max()) + 1
        self.member = functional.one_hot(torch.from_numpy(clause_of).to(DEVICE) + 1, most + 1)[..., 1:].mT.float()
        self.told = torch.tensor(told, dtype=torch.long, device=DEVICE).reshape(-1, 3)
        self.gold = torch.zeros((len(places), len(lesson.rows)), device=DEVICE)
        self.gold[self.told[:, 0], self.told[:, 1]] = 1
        self.asked = torch.from_numpy(asked).to(DEVICE)[:, torch.tensor(lesson.subject_of, device=DEVICE)][self.row]
        self.is_marked = torch.tensor([window.is_marked for window in windows], device=DEVICE)
        self.whole = torch.tensor([window.raised is not None for window in windows], device=DEVICE)
        self.raised = torch.from_numpy(raised).to(DEVICE)


@dataclass(frozen=True, slots=True)
class Seen:
    """What a model sees in the clauses of a batch."""

    batch: Batch
    states: torch.Tensor
    clauses: torch.Tensor  # the mean of each clause's tokens
    sought: torch.Tensor  # how much each ingredient seeks each token
    cosines: torch.Tensor  # how near each clause is to each ingredient
    found: torch.Tensor  # how near the sought tokens of each clause are


def loss_of(model: Matcher, batch: Batch, teacher: Matcher | None) -> torch.Tensor:
    """How wrong the model is on these windows; with a teacher, also how far from what the teacher sees."""
    states = model.states(batch.ids)
    seen = model.look(states, batch)
    levels = model.levels(seen)
    marked = batch.is_marked[batch.row].float()
    weigh = torch.where(batch.gold > 0, 3.0, 0.3) * batch.asked + torch.where(batch.gold > 0, 1.0, ELSEWHERE)
    weigh = weigh + MISTAKEN * torch.sigmoid(levels.detach()) * (batch.gold == 0)
    missed = functional.binary_cross_entropy_with_logits(levels, batch.gold, reduction="none") * weigh
    loss = (missed.sum(1) * marked).sum() / marked.sum().clamp(min=1)
    if len(batch.told):
        clause, which, status = batch.told.T
        others = batch.gold[clause].clone()
        others[torch.arange(len(clause), device=DEVICE), which] = 0
        near = ((seen.cosines + seen.found)[clause] * model.scale).masked_fill(others > 0, -1e4)
        loss = loss + functional.cross_entropy(near, which, label_smoothing=0.05)
        loss = loss + functional.cross_entropy(model.statuses(seen, clause, which), status)
    raised = model.raised(states, batch.ids > 0)
    three = torch.tensor(3.0, device=DEVICE)
    unraised = functional.binary_cross_entropy_with_logits(raised, batch.raised, reduction="none", pos_weight=three)
    loss = loss + 0.1 * (unraised.sum(1) * batch.whole).sum() / batch.whole.sum().clamp(min=1)
    return loss if teacher is None else loss + _distance(model, teacher, seen, levels, raised)


def _distance(model: Matcher, teacher: Matcher, seen: Seen, levels: torch.Tensor, raised: torch.Tensor) -> torch.Tensor:
    """How far the model is from its teacher: in what it says, and, where they are built alike, in what it sees."""
    batch = seen.batch
    with torch.no_grad():
        states = teacher.states(batch.ids)
        theirs = teacher.look(states, batch)
        chances = torch.sigmoid(teacher.levels(theirs))
        clause, which = torch.nonzero(chances > 0.1, as_tuple=True)
        statuses = torch.softmax(teacher.statuses(theirs, clause, which), -1)
        raises = torch.sigmoid(teacher.raised(states, batch.ids > 0))
    weigh = ELSEWHERE + 0.3 * (chances > 0.01) + 3 * chances
    loss = (functional.binary_cross_entropy_with_logits(levels, chances, reduction="none") * weigh).sum(1).mean()
    if len(clause):
        said = torch.log_softmax(model.statuses(seen, clause, which), -1)
        loss = loss - (statuses * said).sum(-1).mul(chances[clause, which]).sum() / chances[clause, which].sum()
    loss = loss + 0.1 * functional.binary_cross_entropy_with_logits(raised, raises, reduction="none").sum(1).mean()
    if type(model.encoder) is type(teacher.encoder):
        real = (batch.ids > 0).unsqueeze(-1)
        loss = loss + 10 * (1 - functional.cosine_similarity(seen.clauses, theirs.clauses)).mean()
        loss = loss + 2 * (((seen.states - states) ** 2) * real).sum() / (real.sum() * WIDTH)
    return loss


_lesson: Lesson | None = None  # of a process that makes rounds


def _keep(lesson: Lesson) -> None:
    global _lesson  # noqa: PLW0603 - each process is given the lesson once, not with every round
    _lesson = lesson


def rounds(lesson: Lesson, course: Course, seed: int) -> Iterator[list[list[Window]]]:
    """The batches of each round, made by other processes while the model learns; phrases weigh less each round."""
    with ProcessPoolExecutor(6, initializer=_keep, initargs=(lesson,)) as pool:
        shares = [1 - number / course.rounds for number in range(course.rounds)]
        made = [pool.submit(_batches, share, course.unmarked, f"{seed}/{share}") for share in shares]
        for batches in made:
            yield batches.result()


def _batches(phrases: float, unmarked: int, seed: str) -> list[list[Window]]:
    """Windows of about one length together, so that little is padded; the batches come in any order."""
    assert _lesson is not None
    rng = random.Random(seed)
    windows = _lesson.round(phrases, unmarked, rng)
    rng.shuffle(windows)
    batches = []
    for at in range(0, len(windows), 40 * BATCH):
        chunk = sorted(windows[at : at + 40 * BATCH], key=lambda window: len(window.tokens))
        batches += [chunk[first : first + BATCH] for first in range(0, len(chunk), BATCH)]
    rng.shuffle(batches)
    return batches


def learn(model: Matcher, lesson: Lesson, course: Course, seed: int, teacher: Matcher | None = None) -> None:
    """Several rounds over everything."""
    body = [p for name, p in model.encoder.named_parameters() if "words." not in name and "positions." not in name]
    head = [p for name, p in model.named_parameters() if not name.startswith("encoder.")]
    groups = [{"params": body, "lr": course.rates[0]}, {"params": head, "lr": course.rates[1]}]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01, fused=DEVICE == "cuda")
    begin, schedule = time.time(), None
    for number, batches in enumerate(rounds(lesson, course, seed)):
        model.train()
        if schedule is None:
            steps = course.rounds * (len(batches) + 1)
            schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, list(course.rates), steps, pct_start=0.1)
        total = torch.zeros((), device=DEVICE)
        for windows in batches:
            loss = loss_of(model, Batch(windows, lesson), teacher)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_([*body, *head], 1.0)
            optimiser.step()
            if schedule.last_epoch < schedule.total_steps:
                schedule.step()
            total += loss.detach()
        print(number, round(float(total) / len(batches), 3), f"{time.time() - begin:.0f} s", flush=True)


def measure(model: Matcher, lesson: Lesson, matters: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """On matters that were not learned from: the first ingredient of a clause, the status, recall at a precision."""
    model.eval()
    ranked: list[tuple[float, bool]] = []
    first = status_right = clauses = pairs = 0
    subject_of = torch.tensor(lesson.subject_of, device=DEVICE)
    with torch.no_grad():
        for matter in matters:
            for window in lesson.matter_windows(matter, matter["clauses"]):
                batch = Batch([window], lesson)
                seen = model.look(model.states(batch.ids), batch)
                asked = torch.isin(subject_of, torch.tensor(sorted(window.asked), device=DEVICE))
                levels = torch.sigmoid(model.levels(seen)).masked_fill(~asked, -1)
                for place, (clause, _, _) in enumerate(window.clauses):
                    gold = {which: status for number, which, status in window.told if number == clause}
                    clauses, pairs = clauses + bool(gold), pairs + len(gold)
                    first += int(levels[place].argmax()) in gold
                    chances, which = levels[place].topk(3)
                    ranked += [(float(c), int(w) in gold) for c, w in zip(chances, which, strict=True)]
                    for ingredient, status in gold.items():
                        pair = torch.tensor([[place], [ingredient]], device=DEVICE)
                        status_right += int(model.statuses(seen, *pair).argmax()) == status
    recalls: dict[str, float] = {}
    right = 0
    for count, (_, is_right) in enumerate(sorted(ranked, reverse=True), 1):
        right += is_right
        for wanted in (0.8, 0.7, 0.6, 0.5):
            if right >= wanted * count:
                recalls[f"recall at precision {wanted}"] = round(right / max(1, pairs), 3)
    return {"first": round(first / max(1, clauses), 3), "status": round(status_right / max(1, pairs), 3), **recalls}


def start(encoder: Contextual | mpnet.MPNet, lesson: Lesson) -> Matcher:
    """A matcher whose rows are what the encoder makes of the ingredients' own words."""
    model = Matcher(encoder, len(lesson.rows), len(lesson.subjects)).to(DEVICE).eval()
    with torch.no_grad():
        for at in range(0, len(lesson.rows), 128):
            windows = [Window(*next(lesson.windows([row["text"]]))) for row in lesson.rows[at : at + 128]]
            batch = Batch(windows, lesson)
            clauses = model.look(model.states(batch.ids), batch).clauses
            model.rows[at : at + 128] = functional.normalize(clauses, dim=-1)
    return model


def student_of(teacher: Matcher, lesson: Lesson) -> Matcher:
    """A matcher with half the layers and the teacher's heads."""
    student = Matcher(Contextual(Bert(len(STUDENT_LAYERS))), len(lesson.rows), len(lesson.subjects))
    state = {name: value for name, value in teacher.state_dict().items() if "encoder.bert.layers." not in name}
    for new, old in enumerate(STUDENT_LAYERS):
        prefix = f"encoder.bert.layers.{old}."
        state |= {
            name.replace(prefix, f"encoder.bert.layers.{new}."): value
            for name, value in teacher.state_dict().items()
            if name.startswith(prefix)
        }
    student.load_state_dict(state)
    return student.to(DEVICE)


def export(model: Matcher, lesson: Lesson, out: Path, figures: dict[str, Any]) -> None:
    """The encoder as int8 ONNX with the vocabulary cut to what matters use, the rest as one file, and the manifest."""
    out.mkdir(parents=True, exist_ok=True)
    model.to("cpu").eval()
    write_states(model.encoder.bert, lesson.tokens, out / "clause.onnx")
    names = {name: name for name in ("bias", "level", "proto", "queries")} | {
        f"{name}.{part}": f"{own}.{part}"
        for name, own in (
            ("told", "told"),
            ("keys", "keys"),
            ("raise", "raising"),
            ("status.0", "status.0"),
            ("status.3", "status.3"),
        )
        for part in ("weight", "bias")
    }
    state = model.state_dict()
    arrays = {name: state[own].numpy().astype(np.float16) for name, own in names.items()}
    arrays["rows"] = functional.normalize(state["rows"], dim=-1).numpy().astype(np.float16)
    np.savez_compressed(
        out / "matcher.npz", ids=np.array([row["id"] for row in lesson.rows]), subjects=np.array(lesson.subjects),
        tokens=np.array(lesson.tokens, dtype=np.int32), **arrays,
    )  # fmt: skip
    hashes = {name: hashlib.sha256((out / name).read_bytes()).hexdigest() for name in ("clause.onnx", "matcher.npz")}
    manifest = {"name": "countercase-clauses", "max_tokens": WINDOW, "sha256": hashes}
    (out / "clauses.json").write_text(json.dumps(manifest, indent=1) + "\n")
    counts = {
        "ingredients": len(lesson.rows), "examples": len(lesson.sentences), "phrases": len(lesson.phrases),
        "matters": len(lesson.matters), "tokens": len(lesson.tokens),
    }  # fmt: skip
    (out / "figures.json").write_text(json.dumps({"learned_from": counts, "check": figures}, indent=1) + "\n")


def main(folder: Path, wide: Path, narrow: Path, out: Path, check: Path | None) -> None:
    """Teach, measure, export."""
    torch.manual_seed(7)
    torch.set_float32_matmul_precision("high")
    lesson = Lesson(folder)
    checks = json.loads(check.read_text()) if check else {}
    figures: dict[str, Any] = {}

    def taught(name: str, model: Matcher, course: Course, teacher: Matcher | None) -> Matcher:
        learn(model, lesson, course, len(figures), teacher)
        figures[name] = {key: measure(model, lesson, matters) for key, matters in checks.items()}
        print(name, json.dumps(figures[name]), flush=True)
        return model.eval()

    largest = taught("mpnet", start(mpnet.load(wide).to(DEVICE), lesson), WIDE_COURSE, None)
    teacher = taught("teacher", start(Contextual(load(narrow)).to(DEVICE), lesson), TEACHER_COURSE, largest)
    student = taught("student", student_of(teacher, lesson), STUDENT_COURSE, teacher)
    export(student, lesson, out, figures)


if __name__ == "__main__":
    main(*(Path(name) for name in sys.argv[1:5]), Path(sys.argv[5]) if len(sys.argv) > 5 else None)
