"""Trains the ingredient matcher: what each clause of a matter tells, and what the matter raises.

A teacher of twelve layers learns from what `training.marked_matters` wrote; a student of six layers learns from the
same and from the teacher. Both are exported. Where there is a GPU (torch, onnx, onnxruntime and tokenizers are needed):

    python -m training.ingredient_matcher FOLDER BASE.npz OUT [CHECK.json]

BASE is `arctic.npz` of `training.start`. CHECK holds matters in the form of `learned.json` that are only measured.
Clauses are read in windows, so that each is understood with its neighbours; windows are packed as
`countercase.models.clause_matcher` packs them.
"""

import copy
import hashlib
import json
import random
import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional

from training.bert import WIDTH, Bert, load
from training.export import write_states

STATUSES = ("met", "contrary", "disputed")
WINDOW, LONGEST, CONTEXT = 256, 96, 48  # tokens; as in countercase.models.clause_matcher
FIRST, LAST, UNKNOWN, STOP = 101, 102, 100, 1012
STUDENT_LAYERS = (0, 2, 4, 6, 8, 11)
TEACHER_EPOCHS, STUDENT_EPOCHS = 12, 8
BATCH = 32  # windows
RATES = (1.1e-4, 1.4e-3)  # of the encoder, and of what stands on it
VARIANTS = 2  # ways in which a clause is jotted down; each is tokenised once
ELSEWHERE = 0.02  # weight of ingredients that the matter does not raise
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


@dataclass(frozen=True, slots=True)
class Window:
    """Tokens that are read together; each clause's number, first and last token; and what the clauses tell."""

    tokens: list[int]
    clauses: list[tuple[int, int, int]]
    told: list[tuple[int, int, int]] = field(default_factory=list)  # clause, ingredient, status
    asked: frozenset[int] = frozenset()  # subjects whose ingredients a clause might tell
    raised: frozenset[int] | None = None  # subjects of a whole matter; None for clauses thrown together


class Lesson:
    """Everything learned from, in numbers."""

    def __init__(self, folder: Path) -> None:
        learned = json.loads((folder / "learned.json").read_text())
        self.rows = learned["ingredients"]
        self.tokens = learned["tokens"]
        self.number = {row["id"]: place for place, row in enumerate(self.rows)}
        self.subjects = sorted({row["subject"] for row in self.rows})
        subject_number = {subject: place for place, subject in enumerate(self.subjects)}
        self.subject_number = subject_number
        self.subject_of = [subject_number[row["subject"]] for row in self.rows]
        self.area_of = {subject_number[row["subject"]]: row["area"] for row in self.rows}
        self.matters = learned["matters"]
        examples = [row for row in learned["examples"] if row["ingredient"] in self.number]
        for row in self.rows:
            examples += [{"ingredient": row["id"], "status": s, "text": row[s]} for s in STATUSES[:2] if row[s]]
        self.phrases = [row for row in examples if row.get("register") == "way"]
        self.sentences = [row for row in examples if row.get("register") != "way"]
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._kept = frozenset(self.tokens)
        self._known: dict[str, list[int]] = {}

    def encode(self, text: str) -> list[int]:
        """The tokens of a clause; what is not kept becomes unknown."""
        if text not in self._known:
            ids = self._tokenizer.encode(text, add_special_tokens=False).ids[:LONGEST]
            self._known[text] = [token if token in self._kept else UNKNOWN for token in ids] + [STOP]
        return self._known[text]

    def windows(self, clauses: Sequence[str]) -> Iterator[tuple[list[int], list[tuple[int, int, int]]]]:
        """Pack clauses into windows. Each begins with the last clauses of the one before, as context."""
        coded = [self.encode(clause) for clause in clauses]
        at = 0
        while at < len(coded):
            first = at
            while first and sum(map(len, coded[first - 1 : at])) <= CONTEXT:
                first -= 1
            tokens = [FIRST, *(token for clause in coded[first:at] for token in clause)]
            places: list[tuple[int, int, int]] = []
            while at < len(coded) and (not places or len(tokens) + len(coded[at]) < WINDOW):
                places.append((at, len(tokens), len(tokens) + len(coded[at])))
                tokens += coded[at]
                at += 1
            yield [*tokens, LAST], places

    def matter_windows(self, matter: dict[str, Any], clauses: Sequence[str]) -> list[Window]:
        """The windows of a whole matter."""
        told = self._numbers(matter["told"])
        raised = frozenset(self.subject_of[ingredient] for _, ingredient, _ in told)
        asked = raised | {self.subject_number[name] for name in matter["raised"] if name in self.subject_number}
        return [Window(*packed, told, asked, raised) for packed in self.windows(clauses)]

    def thrown_together(self, examples: list[dict[str, str]], rng: random.Random) -> Iterator[Window]:
        """Single clauses of subjects that occur together, as if they were a matter; each is used once."""
        left: dict[int, list[dict[str, str]]] = {}
        for row in rng.sample(examples, len(examples)):
            left.setdefault(self.subject_of[self.number[row["ingredient"]]], []).append(row)
        together = self._together()
        while left:
            subject = rng.choice(sorted(left))
            near = [other for other in left if self.area_of[other] == self.area_of[subject]]
            group = rng.choice(together[subject]) if subject in together and rng.random() < 0.6 else rng.sample(near, 1)
            picked = []
            for _ in range(rng.randint(4, 14)):
                usable = [other for other in {subject, *group} if other in left]
                if not usable:
                    break
                chosen = rng.choice(sorted(usable))
                picked.append(left[chosen].pop())
                if not left[chosen]:
                    del left[chosen]
            rng.shuffle(picked)
            told = self._numbers((at, row["ingredient"], row["status"]) for at, row in enumerate(picked))
            asked = frozenset(self.subject_of[self.number[row["ingredient"]]] for row in picked)
            for packed in self.windows([jotted(row["text"].rstrip(". "), rng.randrange(VARIANTS)) for row in picked]):
                yield Window(*packed, told, asked)

    def _together(self) -> dict[int, list[list[int]]]:
        """For each subject, the subjects of each matter in which it occurs."""
        together: dict[int, list[list[int]]] = {}
        for matter in self.matters:
            group = sorted({self.subject_of[ingredient] for _, ingredient, _ in self._numbers(matter["told"])})
            for subject in group:
                together.setdefault(subject, []).append(group)
        return together

    def _numbers(self, told: Any) -> list[tuple[int, int, int]]:
        return [
            (clause, self.number[name], STATUSES.index(status))
            for clause, name, status in told
            if name in self.number and status in STATUSES
        ]


@cache
def jotted(text: str, variant: int) -> str:
    """The text as a junior might jot it down: without articles, behind a date, with a slip of the scanner."""
    rng = random.Random(f"{variant}/{text}")
    if rng.random() < 0.35:
        text = re.sub(r"\b(?:the|a|an|was|were|is|are|has been|had been)\s", "", text, flags=re.IGNORECASE)
    if rng.random() < 0.15:
        text = f"{rng.randint(1, 28):02d}.{rng.randint(1, 12):02d}.20{rng.randint(10, 24)} - {text}"
    words = text.split()
    if words and rng.random() < 0.1:
        place = rng.randrange(len(words))
        words[place] = words[place].replace("l", "1", 1)
    return " ".join(words)


class Matcher(nn.Module):
    """The encoder, a row for each ingredient, a head for the status and one for what the matter raises."""

    def __init__(self, bert: Bert, ingredients: int, subjects: int) -> None:
        super().__init__()
        self.bert = bert
        self.rows = nn.Parameter(torch.zeros(ingredients, WIDTH))
        self.bias = nn.Parameter(torch.zeros(ingredients))
        self.scale = nn.Parameter(torch.tensor(12.0))
        self.level = nn.Parameter(torch.tensor([10.0, -6.0]))
        self.told = nn.Linear(WIDTH, WIDTH)
        self.proto = nn.Parameter(torch.zeros(ingredients, 3, WIDTH))
        self.status = nn.Sequential(nn.Linear(4 * WIDTH, 256), nn.GELU(), nn.Dropout(0.1), nn.Linear(256, 3))
        self.raising = nn.Linear(2 * WIDTH, subjects)
        self.drop = nn.Dropout(0.1)

    def states(self, ids: torch.Tensor) -> torch.Tensor:
        """A row for each token."""
        x = self.drop(self.bert.norm(self.bert.words(ids) + self.bert.positions.weight[: ids.shape[1]]))
        mask = (ids > 0)[:, None, None, :].expand(-1, 1, ids.shape[1], -1)
        for layer in self.bert.layers:
            x = layer(x, mask)
        return x

    def means(self, states: torch.Tensor, member: torch.Tensor) -> torch.Tensor:
        """The mean of each clause's tokens."""
        return (member @ states) / member.sum(-1, keepdim=True).clamp(min=1)

    def cosines(self, means: torch.Tensor) -> torch.Tensor:
        """How near each clause is to each ingredient."""
        return functional.normalize(means, dim=-1) @ functional.normalize(self.rows, dim=-1).T

    def levels(self, cosines: torch.Tensor) -> torch.Tensor:
        """Logits of each clause telling of each ingredient."""
        return cosines * self.level[0].abs() + self.level[1] + self.bias

    def statuses(self, means: torch.Tensor, which: torch.Tensor) -> torch.Tensor:
        """Logits of the statuses for pairs of clause and ingredient."""
        units, rows = functional.normalize(means, dim=-1), functional.normalize(self.rows, dim=-1)[which]
        tones = torch.tanh(self.told(means))
        given = torch.cat([units, rows, units * rows, tones], -1)
        return self.status(given) + torch.einsum("nd,nsd->ns", tones, self.proto[which])

    def raised(self, states: torch.Tensor, real: torch.Tensor) -> torch.Tensor:
        """Logits of the subjects that the window's matter raises."""
        inside = real.unsqueeze(-1)
        mean = (states * inside).sum(1) / inside.sum(1)
        highest = states.masked_fill(~inside, -1e4).max(1).values
        return self.raising(torch.cat([mean, highest], -1))


def tensors(windows: Sequence[Window]) -> tuple[torch.Tensor, torch.Tensor]:
    """Token numbers, and which tokens belong to which clause."""
    length = max(len(window.tokens) for window in windows)
    clauses = max(1, *(len(window.clauses) for window in windows))
    ids = np.zeros((len(windows), length), dtype=np.int64)
    member = np.zeros((len(windows), clauses, length), dtype=np.float32)
    for row, window in enumerate(windows):
        ids[row, : len(window.tokens)] = window.tokens
        for place, (_, start, end) in enumerate(window.clauses):
            member[row, place, start:end] = 1
    return torch.from_numpy(ids).to(DEVICE), torch.from_numpy(member).to(DEVICE)


def loss_of(model: Matcher, windows: Sequence[Window], lesson: Lesson, teacher: Matcher | None) -> torch.Tensor:
    """How wrong the model is on these windows; with a teacher, also how far from what the teacher sees."""
    ids, member = tensors(windows)
    with torch.autocast("cuda", dtype=torch.bfloat16, enabled=DEVICE == "cuda"):
        states = model.states(ids)
    states = states.float()
    means = model.means(states, member)
    places = [(row, place) for row, window in enumerate(windows) for place in range(len(window.clauses))]
    rows_, clauses_ = (torch.tensor(column, device=DEVICE) for column in zip(*places, strict=True))
    flat = means[rows_, clauses_]
    cosines = model.cosines(flat)
    gold, asked, told = _gold(windows, places, lesson)
    levels = model.levels(cosines)
    weigh = torch.where(gold > 0, 3.0, 0.3) * asked + torch.where(gold > 0, 1.0, ELSEWHERE)
    loss = (functional.binary_cross_entropy_with_logits(levels, gold, reduction="none") * weigh).sum(1).mean()
    if len(told):
        clause, which, status = told.T
        others = gold[clause].clone()
        others[torch.arange(len(told), device=DEVICE), which] = 0
        near = (cosines[clause] * model.scale).masked_fill(others > 0, -1e4)
        loss = loss + functional.cross_entropy(near, which, label_smoothing=0.05)
        loss = loss + functional.cross_entropy(model.statuses(flat[clause], which), status)
    whole = [row for row, window in enumerate(windows) if window.raised is not None]
    if whole:
        wanted = np.zeros((len(whole), len(lesson.subjects)), dtype=np.float32)
        for row, place in enumerate(whole):
            wanted[row, sorted(windows[place].raised or ())] = 1
        logits = model.raised(states[whole], ids[whole] > 0)
        missed = functional.binary_cross_entropy_with_logits(
            logits, torch.from_numpy(wanted).to(DEVICE), reduction="none", pos_weight=torch.tensor(3.0, device=DEVICE)
        )
        loss = loss + 0.1 * missed.sum(1).mean()
    if teacher is not None:
        with torch.no_grad(), torch.autocast("cuda", dtype=torch.bfloat16, enabled=DEVICE == "cuda"):
            seen = teacher.states(ids)
        seen = seen.float()
        real = (ids > 0).unsqueeze(-1)
        loss = loss + 10 * (1 - functional.cosine_similarity(flat, teacher.means(seen, member)[rows_, clauses_])).mean()
        loss = loss + 2 * (((states - seen) ** 2) * real).sum() / (real.sum() * WIDTH)
    return loss


def _gold(
    windows: Sequence[Window], places: Sequence[tuple[int, int]], lesson: Lesson
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """For each clause: the ingredients it tells, those it might tell, and the (clause, ingredient, status) told."""
    gold = np.zeros((len(places), len(lesson.rows)), dtype=np.float32)
    asked = np.zeros((len(places), len(lesson.subjects)), dtype=np.float32)
    told: list[tuple[int, int, int]] = []
    first = 0
    for window in windows:
        number_of = {clause: first + place for place, (clause, _, _) in enumerate(window.clauses)}
        asked[first : first + len(window.clauses), sorted(window.asked)] = 1
        told += [(number_of[clause], which, status) for clause, which, status in window.told if clause in number_of]
        first += len(window.clauses)
    for clause, which, _ in told:
        gold[clause, which] = 1
    by_row = asked[:, np.array(lesson.subject_of)]
    numbers = torch.tensor(told, dtype=torch.long, device=DEVICE).reshape(-1, 3)
    return torch.from_numpy(gold).to(DEVICE), torch.from_numpy(by_row).to(DEVICE), numbers


def learn(model: Matcher, lesson: Lesson, epochs: int, rng: random.Random, teacher: Matcher | None = None) -> None:
    """Several rounds over everything; sentences weigh more than phrases, the more so the longer it learns."""
    body = [p for name, p in model.bert.named_parameters() if not name.startswith(("words", "positions"))]
    head = [p for name, p in model.named_parameters() if not name.startswith("bert.")]
    groups = [{"params": body, "lr": RATES[0]}, {"params": head, "lr": RATES[1]}]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01, fused=DEVICE == "cuda")
    windows = list(_round(lesson, 1.0, rng))
    steps = epochs * (len(windows) // BATCH + 1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, list(RATES), total_steps=steps + 1, pct_start=0.1)
    begin, step = time.time(), 0
    for epoch in range(epochs):
        model.train()
        if epoch:
            windows = list(_round(lesson, 1 - epoch / epochs, rng))
        rng.shuffle(windows)
        total = torch.zeros((), device=DEVICE)
        for at in range(0, len(windows), BATCH):
            loss = loss_of(model, windows[at : at + BATCH], lesson, teacher)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            step += 1
            if step <= steps:
                schedule.step()
            total += loss.detach()
        print(epoch, round(float(total) * BATCH / len(windows), 3), f"{time.time() - begin:.0f} s", flush=True)


def _round(lesson: Lesson, phrases: float, rng: random.Random) -> Iterator[Window]:
    """Every sentence once, a share of the phrases, and every matter twice: as it is, and jotted down."""
    count = min(len(lesson.phrases), int(len(lesson.sentences) * phrases / 2))
    yield from lesson.thrown_together(lesson.sentences + rng.sample(lesson.phrases, count), rng)
    for matter in lesson.matters:
        yield from lesson.matter_windows(matter, matter["clauses"])
        yield from lesson.matter_windows(
            matter, [jotted(clause, rng.randrange(VARIANTS)) for clause in matter["clauses"]]
        )


def measure(model: Matcher, lesson: Lesson, matters: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """On matters that were not learned from: the first ingredient of a clause, the status, recall at a precision."""
    model.eval()
    ranked: list[tuple[float, bool]] = []
    first = status_right = clauses = pairs = 0
    subject_of = torch.tensor(lesson.subject_of, device=DEVICE)
    with torch.no_grad():
        for matter in matters:
            for window in lesson.matter_windows(matter, matter["clauses"]):
                ids, member = tensors([window])
                means = model.means(model.states(ids).float(), member)[0]
                asked = torch.isin(subject_of, torch.tensor(sorted(window.asked), device=DEVICE))
                levels = torch.sigmoid(model.levels(model.cosines(means))).masked_fill(~asked, -1)
                for place, (clause, _, _) in enumerate(window.clauses):
                    gold = {which: status for number, which, status in window.told if number == clause}
                    clauses, pairs = clauses + bool(gold), pairs + len(gold)
                    first += int(levels[place].argmax()) in gold
                    chances, which = levels[place].topk(3)
                    ranked += [(float(c), int(w) in gold) for c, w in zip(chances, which, strict=True)]
                    for ingredient, status in gold.items():
                        chosen = torch.tensor([ingredient], device=DEVICE)
                        status_right += int(model.statuses(means[place : place + 1], chosen).argmax()) == status
    recalls: dict[str, float] = {}
    right = 0
    for count, (_, is_right) in enumerate(sorted(ranked, reverse=True), 1):
        right += is_right
        for wanted in (0.8, 0.7, 0.6, 0.5):
            if right >= wanted * count:
                recalls[f"recall at precision {wanted}"] = round(right / max(1, pairs), 3)
    return {"first": round(first / max(1, clauses), 3), "status": round(status_right / max(1, pairs), 3), **recalls}


def start(bert: Bert, lesson: Lesson) -> Matcher:
    """A matcher whose rows are what the encoder makes of the ingredients' own words."""
    model = Matcher(bert, len(lesson.rows), len(lesson.subjects)).to(DEVICE).eval()
    with torch.no_grad():
        for at in range(0, len(lesson.rows), 128):
            windows = [Window(*next(lesson.windows([row["text"]]))) for row in lesson.rows[at : at + 128]]
            ids, member = tensors(windows)
            model.rows[at : at + 128] = functional.normalize(model.means(model.states(ids), member)[:, 0], dim=-1)
    return model


def student_of(teacher: Matcher, lesson: Lesson) -> Matcher:
    """A matcher with half the layers and the teacher's heads."""
    student = Matcher(Bert(len(STUDENT_LAYERS)), len(lesson.rows), len(lesson.subjects))
    state = {name: value for name, value in teacher.state_dict().items() if "bert.layers." not in name}
    for new, old in enumerate(STUDENT_LAYERS):
        prefix = f"bert.layers.{old}."
        state |= {
            name.replace(prefix, f"bert.layers.{new}."): value
            for name, value in teacher.state_dict().items()
            if name.startswith(prefix)
        }
    student.load_state_dict(state)
    return student.to(DEVICE)


def export(model: Matcher, lesson: Lesson, out: Path, figures: dict[str, Any]) -> None:
    """The encoder as int8 ONNX with the vocabulary cut to what matters use, the rest as one file, and the manifest."""
    out.mkdir(parents=True, exist_ok=True)
    model.to("cpu").eval()
    write_states(model.bert, lesson.tokens, out / "clause.onnx")
    names = {"bias": "bias", "level": "level", "proto": "proto"} | {
        f"{name}.{part}": f"{own}.{part}"
        for name, own in (("told", "told"), ("raise", "raising"), ("status.0", "status.0"), ("status.3", "status.3"))
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


def main(folder: Path, base: Path, out: Path, check: Path | None) -> None:
    """Teach, measure, export."""
    torch.manual_seed(7)
    rng = random.Random(7)
    lesson = Lesson(folder)
    checked = json.loads(check.read_text())["matters"] if check else []
    teacher = start(load(base).to(DEVICE), lesson)
    learn(teacher, lesson, TEACHER_EPOCHS, rng)
    figures = {"teacher": measure(teacher, lesson, checked)}
    print(figures, flush=True)
    export(copy.deepcopy(teacher), lesson, out / "teacher", figures)
    student = student_of(teacher, lesson)
    learn(student, lesson, STUDENT_EPOCHS, rng, teacher.eval())
    figures["student"] = measure(student, lesson, checked)
    print(figures, flush=True)
    export(student, lesson, out / "student", figures)


if __name__ == "__main__":
    main(*(Path(name) for name in sys.argv[1:4]), Path(sys.argv[4]) if len(sys.argv) > 4 else None)
