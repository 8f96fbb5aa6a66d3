"""Trains the ingredient matcher: what each clause of a matter tells, and what the matter raises.

The shipped reader learns on. First it says what it sees in pages of judgments that nobody has marked. Two copies of it
are the teachers: each learns from that and from one half of the matters that `training.marked_matters` and
`training.clause_windows` wrote, and then says what it sees in the other half, where it knows nothing new by heart and
what an author left unmarked may still be seen; all three together say what they see in the unmarked pages. From the
marks and from what was seen there, the reader learns on. Where there is a GPU and torch, nothing else:

    python -m training.ingredient_matcher WINDOWS.npz BEGIN.npz OUT [SECONDS]

`training.matcher_model` writes BEGIN, the shipped reader as one file; `training.matcher_learn_on mix` makes a reader of
OUT/student.pt. All three together learn for SECONDS, divided as SHARES says. All windows lie on the GPU and every step
is a recorded graph of fixed shape: one step is hundreds of small kernels, which take longer to launch than to run.
"""

import copy
import json
import math
import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from training.bert import RoundedLinear
from training.clause_windows import KINDS, MOST_CLAUSES, MOST_DATED, STATUSES
from training.export import EXACT
from training.matcher_lesson import BATCH, DEVICE, Batch, Lesson
from training.matcher_model import Matcher, Seen, unpacked

SHARES = {"teacher": 0.13, "student": 0.74}  # of the time; there are two teachers
RATES = {"teacher": (1e-4, 1e-3), "student": (1e-4, 1e-3), "here": (4e-5, 3e-4)}  # encoder, and heads
UNMARKED = {"teacher": 8_000, "student": 16_000}  # windows a round that nobody has marked
UNREAD = {
    "teacher": 0.08,
    "student": 0.12,
    "here": 0.1,
}  # share of tokens that are hidden while learning, so that no one word decides
ROUNDED_FROM = 0.5  # of the student's time: from then on it learns with the rounding of the int8 model
ELSEWHERE = 0.02  # weight of ingredients that the matter does not raise
UNTOLD = 0.3  # weight of ingredients that are newer than the marks of the matter: most clauses do not tell them
MISTAKEN = 0.5  # weight of what the model would wrongly say, by how surely it would say it
EVENT_HEADS = ("later", "earlier", "number")
TAUGHT_EVENTS = EVENT_HEADS[:2]  # what a number counts is learned from the labels alone
TAUGHT = 24  # pairs of clause and ingredient a window whose status the teacher tells
# Whose word counts how much in a window, by the half that it belongs to: the teachers and the shipped reader.
_SHARES_OF_TEACHERS = {-1: (1 / 3, 1 / 3, 1 / 3), 0: (0.0, 1.0, 0.0), 1: (1.0, 0.0, 0.0)}
_SHIPPED_ALONE = dict.fromkeys(_SHARES_OF_TEACHERS, (1.0,))


def keep_what_is_seen_by(teachers: Sequence[Matcher], shares: Mapping[int, Sequence[float]], lesson: Lesson) -> None:
    """Keep what the teachers see in every window of the lesson; `shares` by the half that a window belongs to."""
    count = len(lesson.sizes)
    shapes = {
        "seen_chances": (MOST_CLAUSES, len(lesson.ids)),
        "seen_pairs": (TAUGHT,),
        "seen_statuses": (TAUGHT, len(STATUSES)),
        "seen_raised": (len(lesson.subjects),),
        "seen_kinds": (MOST_CLAUSES, len(KINDS)),
        "seen_later": (MOST_DATED, len(lesson.roles)),
        "seen_earlier": (MOST_DATED, len(lesson.roles)),
    }
    kinds = {"seen_pairs": torch.long}
    seen = {
        name: torch.zeros((count, *shape), dtype=kinds.get(name, torch.float16), device=DEVICE)
        for name, shape in shapes.items()
    }
    by_length = sorted(range(count), key=lambda place: lesson.sizes[place, 0])
    with torch.no_grad():
        for at in range(0, count, 2 * BATCH):
            some = by_length[at : at + 2 * BATCH]
            places = torch.tensor(some, device=DEVICE)
            by_window = torch.tensor([shares[lesson.halves[place]] for place in some], device=DEVICE)
            for name, value in handed_on(teachers, by_window, lesson.read_once(some)).items():
                seen[name][places] = value.to(seen[name].dtype)
    lesson.keep_seen(seen)


def handed_on(teachers: Sequence[Matcher], shares: torch.Tensor, batch: Batch) -> dict[str, torch.Tensor]:
    """What the teachers hand on about each window of a batch: the mean of what they see, by their shares in it."""
    views = [teacher.look(batch) for teacher in teachers]
    windows = len(batch.ids)

    def mean(values: Sequence[torch.Tensor]) -> torch.Tensor:
        by_window = [value.view(windows, -1) * shares[:, at : at + 1] for at, value in enumerate(values)]
        return torch.stack(by_window).sum(0)

    def both(read: Callable[[Matcher, Seen], torch.Tensor]) -> torch.Tensor:
        return mean([read(teacher, view) for teacher, view in zip(teachers, views, strict=True)])

    chances = both(lambda teacher, view: torch.sigmoid(teacher.levels(view)) * batch.is_clause[:, None])
    pairs = chances.topk(TAUGHT).indices  # of a clause of the window, and an ingredient
    first = torch.arange(windows, device=DEVICE)[:, None] * MOST_CLAUSES
    count = len(teachers[0].bias)
    clause, which = (pairs // count + first).flatten(), (pairs % count).flatten()
    events = [[torch.softmax(logits, -1) for logits in t.events(v)] for t, v in zip(teachers, views, strict=True)]
    return {
        "seen_chances": chances.view(windows, MOST_CLAUSES, -1),
        "seen_pairs": pairs,
        "seen_statuses": both(lambda t, v: torch.softmax(t.statuses(v, clause, which), -1)).view(windows, TAUGHT, -1),
        "seen_raised": both(lambda teacher, view: torch.sigmoid(teacher.raised(view))),
        "seen_kinds": both(lambda t, v: torch.softmax(t.kind(v.clauses), -1)).view(windows, MOST_CLAUSES, -1),
        **{
            f"seen_{name}": mean([heads[place] for heads in events]).view(windows, MOST_DATED, -1)
            for place, name in enumerate(TAUGHT_EVENTS)
        },
    }


def loss_of(model: Matcher, batch: Batch) -> torch.Tensor:
    """How wrong the model is on these windows; where others have read them, also how far from what they say."""
    seen = model.look(batch)
    levels = model.levels(seen)
    weigh = torch.where(batch.gold > 0, 3.0, 0.3) * batch.asked + torch.where(batch.gold > 0, 1.0, ELSEWHERE)
    weigh = weigh + MISTAKEN * torch.sigmoid(levels.detach()) * (batch.gold == 0)
    if batch.seen:  # what a teacher sees in a matter that it never learned may have been left unmarked
        weigh = weigh * (1 - batch.seen["seen_chances"].flatten(0, 1).float() * (batch.gold == 0))
    weigh = weigh * (1 - (1 - UNTOLD) * batch.may_be_unmarked)
    missed = functional.binary_cross_entropy_with_logits(levels, batch.gold, reduction="none") * weigh
    loss = (missed.sum(1) * batch.marked).sum() / batch.marked.sum().clamp(min=1)
    is_told, told = batch.is_told.float(), batch.is_told.float().sum().clamp(min=1)
    others = batch.gold[batch.clause].scatter(1, batch.which[:, None], 0)
    near = ((seen.cosines + seen.found)[batch.clause] * model.scale).masked_fill(others > 0, -1e4)
    taken = functional.cross_entropy(near, batch.which, label_smoothing=0.05, reduction="none")
    said = functional.cross_entropy(model.statuses(seen, batch.clause, batch.which), batch.status, reduction="none")
    loss = loss + ((taken + said) * is_told).sum() / told
    raised = model.raised(seen)
    unraised = functional.binary_cross_entropy_with_logits(raised, batch.raised, reduction="none")
    unraised = unraised * (1 + 2 * batch.raised)
    loss = loss + 0.1 * (unraised.sum(1) * batch.is_whole).sum() / batch.is_whole.sum().clamp(min=1)
    is_read = (batch.kind >= 0).float()
    kinds = functional.cross_entropy(model.kind(seen.clauses), batch.kind.clamp(min=0), reduction="none")
    loss = loss + (kinds * is_read).sum() / is_read.sum().clamp(min=1)
    events = model.events(seen)
    for logits, told_event in zip(events, batch.events, strict=True):
        is_known = (told_event >= 0).float()
        wrong = functional.cross_entropy(
            logits.flatten(0, 1), told_event.clamp(min=0).flatten(), label_smoothing=0.05, reduction="none"
        )
        loss = loss + (wrong * is_known.flatten()).sum() / is_known.sum().clamp(min=1)
    return loss + _distance(model, seen, levels, raised, events) if batch.seen else loss


def _distance(
    model: Matcher,
    seen: Seen,
    levels: torch.Tensor,
    raised: torch.Tensor,
    events: tuple[torch.Tensor, torch.Tensor, torch.Tensor],
) -> torch.Tensor:
    """How far the model is from what its teachers say."""
    batch, windows = seen.batch, len(seen.batch.ids)
    inside, clauses = batch.is_clause, batch.is_clause.sum().clamp(min=1)
    told = {name.removeprefix("seen_"): value for name, value in batch.seen.items()}
    chances = told["chances"].flatten(0, 1).float()
    weigh = (ELSEWHERE + 0.3 * (chances > 0.01) + 3 * chances) * inside[:, None]
    loss = (functional.binary_cross_entropy_with_logits(levels, chances, reduction="none") * weigh).sum() / clauses
    first = torch.arange(windows, device=DEVICE)[:, None] * MOST_CLAUSES
    clause, which = (told["pairs"] // len(model.bias) + first).flatten(), (told["pairs"] % len(model.bias)).flatten()
    surely = chances[clause, which]
    said = torch.log_softmax(model.statuses(seen, clause, which), -1)
    said = (told["statuses"].flatten(0, 1).float() * said).sum(-1)
    loss = loss - (said * surely).sum() / surely.sum().clamp(min=1e-3)
    raises = functional.binary_cross_entropy_with_logits(raised, told["raised"].float(), reduction="none")
    loss = loss + 0.1 * raises.sum(1).mean()
    kinds = torch.log_softmax(model.kind(seen.clauses), -1) * told["kinds"].flatten(0, 1).float()
    loss = loss - 0.5 * (kinds.sum(-1) * inside).sum() / clauses
    is_dated = batch.is_dated.float()
    for name, logits in zip(TAUGHT_EVENTS, events, strict=False):
        agreed = (torch.log_softmax(logits, -1) * told[name].float()).sum(-1)
        loss = loss - (agreed * is_dated).sum() / is_dated.sum().clamp(min=1)
    return loss


class Steps:
    """One step of learning for each length of window: recorded at its first use on a GPU, and then only replayed."""

    def __init__(self, model: Matcher, lesson: Lesson, kind: str) -> None:
        self._model, self._lesson, self._unread = model, lesson, UNREAD[kind]
        body = [p for name, p in model.encoder.named_parameters() if "words." not in name and "positions." not in name]
        head = [p for name, p in model.named_parameters() if not name.startswith("encoder.")]
        self._learned = [*body, *head]
        self._highest = RATES[kind]
        self._rates = [torch.zeros((), device=DEVICE) for _ in self._highest]
        groups = [{"params": part, "lr": rate} for part, rate in zip((body, head), self._rates, strict=True)]
        self._optimiser = torch.optim.AdamW(groups, weight_decay=0.01, capturable=DEVICE == "cuda")
        for parameter in model.parameters():
            parameter.requires_grad_(False)
        for parameter in self._learned:
            parameter.requires_grad_(True)
            parameter.grad = torch.zeros_like(parameter)
        self._places = torch.zeros(BATCH, dtype=torch.long, device=DEVICE)
        self._loss = torch.zeros((), device=DEVICE)
        self._graphs: dict[int, Any] = {}

    def set_rates(self, share: float) -> None:
        """The rates rise for a tenth of the time and then fall."""
        height = share / 0.1 if share < 0.1 else 0.5 + 0.5 * math.cos(math.pi * (share - 0.1) / 0.9)
        for rate, highest in zip(self._rates, self._highest, strict=True):
            rate.fill_(highest * height)

    def round_as_int8(self) -> None:
        """From now on, learn with the rounding of the int8 model; every step is recorded anew."""
        for name, module in self._model.named_modules():
            if isinstance(module, RoundedLinear):
                module.rounds = name.removeprefix("encoder.bert.") not in EXACT
        self._graphs.clear()

    def take(self, places: Sequence[int]) -> torch.Tensor:
        """Learn from one batch; its loss, which the next step overwrites."""
        length = self._lesson.length(places)
        self._places.copy_(torch.tensor(places))
        if DEVICE != "cuda":
            self._step(length)
        elif length in self._graphs:
            self._graphs[length].replay()
        else:
            self._graphs[length] = self._recorded(length)
        return self._loss

    def _step(self, length: int) -> None:
        self._optimiser.zero_grad(set_to_none=False)
        loss = loss_of(self._model, self._lesson.batch(self._places, length, self._unread))
        loss.backward()
        nn.utils.clip_grad_norm_(self._learned, 1.0)
        self._optimiser.step()
        self._loss.copy_(loss.detach())

    def _recorded(self, length: int) -> Any:
        """The step as a graph. A few steps are taken first on a side stream, as recording requires."""
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self._step(length)
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self._step(length)
        return graph


def learn(model: Matcher, lesson: Lesson, kind: str, seconds: float, half: int | None = None) -> None:
    """Rounds over everything, or with one half of the matters, until the time is over."""
    steps = Steps(model.train(), lesson, kind)
    rng, begin, share, number, is_rounded = random.Random(kind), time.time(), 0.0, 0, False
    while share < 1:
        total, count = torch.zeros((), device=DEVICE), 0
        for places in lesson.round(UNMARKED[kind], half, rng):
            if count % 8 == 0:
                _wait()  # or the processor runs far ahead of the GPU and the clock says nothing
                share = min(1.0, (time.time() - begin) / seconds)
                steps.set_rates(share)
                if kind == "student" and share >= ROUNDED_FROM and not is_rounded:
                    steps.round_as_int8()
                    is_rounded = True
            if share >= 1:
                break
            total, count = total + steps.take(places), count + 1
        print(kind, number, round(float(total) / max(1, count), 3), f"{time.time() - begin:.0f} s", flush=True)
        number += 1
    model.eval()


def _wait() -> None:
    if DEVICE == "cuda":
        torch.cuda.synchronize()


def measure(model: Matcher, lesson: Lesson, check: str) -> dict[str, Any]:
    """On matters that were not learned from: the first ingredient of a clause, the status, recall at a precision."""
    model.eval()
    ranked: list[tuple[float, float]] = []
    first = status_right = clauses = pairs = 0
    events = [0] * (2 * len(EVENT_HEADS))  # right and asked, for each of the heads
    places = list(lesson.places[check])
    with torch.no_grad():
        for at in range(0, len(places), BATCH):
            batch = lesson.read_once(places[at : at + BATCH])
            seen = model.look(batch)
            levels = torch.sigmoid(model.levels(seen)).masked_fill(batch.asked == 0, -1)
            inside = batch.is_clause > 0
            best = levels[inside].topk(3)
            gold = batch.gold[inside]
            right = gold.gather(1, best.indices)
            ranked += list(zip(best.values.flatten().tolist(), right.flatten().tolist(), strict=True))
            first, clauses = first + int(right[:, 0].sum()), clauses + int((gold.sum(1) > 0).sum())
            told = batch.is_told.nonzero()[:, 0]
            said = model.statuses(seen, batch.clause[told], batch.which[told], by_window=False).argmax(-1)
            status_right, pairs = status_right + int((said == batch.status[told]).sum()), pairs + len(told)
            for place, (logits, told_event) in enumerate(zip(model.events(seen), batch.events, strict=True)):
                is_known = told_event >= 0
                events[2 * place] += int((logits.argmax(-1) == told_event)[is_known].sum())
                events[2 * place + 1] += int(is_known.sum())
    recalls: dict[str, float] = {}
    found = 0.0
    for count, (_, is_right) in enumerate(sorted(ranked, reverse=True), 1):
        found += is_right
        for wanted in (0.8, 0.7, 0.6, 0.5):
            if found >= wanted * count:
                recalls[f"recall at precision {wanted}"] = round(found / max(1, pairs), 3)
    for place, name in enumerate(EVENT_HEADS):
        if events[2 * place + 1]:
            recalls[name] = round(events[2 * place] / events[2 * place + 1], 3)
    return {"first": round(first / max(1, clauses), 3), "status": round(status_right / max(1, pairs), 3), **recalls}


def main(windows: Path, begin: Path, out: Path, seconds: float = 1400) -> None:
    """Teach, measure, keep the weights."""
    torch.manual_seed(7)
    torch.set_float32_matmul_precision("high")
    lesson = Lesson(windows)
    figures: dict[str, Any] = {}

    def measured(name: str, model: Matcher) -> Matcher:
        figures[name] = {check: measure(model, lesson, check) for check in lesson.checks}
        print(name, json.dumps(figures[name]), flush=True)
        return model

    def taught(name: str, kind: str, model: Matcher, half: int | None = None) -> Matcher:
        learn(model, lesson, kind, seconds * SHARES[kind], half)
        return measured(name, model)

    student = measured("shipped", unpacked(begin, lesson))
    keep_what_is_seen_by([student], _SHIPPED_ALONE, lesson)
    teachers = [taught(f"teacher of half {half + 1}", "teacher", copy.deepcopy(student), half) for half in (0, 1)]
    keep_what_is_seen_by([*teachers, student], _SHARES_OF_TEACHERS, lesson)
    del teachers
    taught("student", "student", student)
    out.mkdir(parents=True, exist_ok=True)
    learned = {name: value for name, value in student.named_parameters() if value.requires_grad}  # all but the words
    halved = {name: value.detach().to("cpu", torch.float16) for name, value in learned.items()}
    torch.save(halved, out / "student.pt")
    (out / "figures.json").write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]), *map(float, sys.argv[4:]))
