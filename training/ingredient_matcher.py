"""Trains the ingredient matcher: what each clause of a matter tells, and what the matter raises.

Two large teachers learn from what `training.marked_matters` and `training.clause_windows` wrote, each from one half of
the matters. Each then says what it sees in the other half, where it knows nothing by heart and what an author left
unmarked may still be seen; both together say what they see in pages of judgments that nobody has marked. A small
student, which the package ships, learns from the marks and from what the teachers have seen. Where there is a GPU
(torch, onnx and onnxruntime are needed):

    python -m training.ingredient_matcher WINDOWS.npz MPNET.npz ARCTIC.npz OUT [SECONDS]

`training.mpnet` writes the teachers' first weights, `training.start` those of the student. All three together learn for
SECONDS, divided as SHARES says. All windows lie on the GPU and every step is a recorded graph of fixed shape: one step
is hundreds of small kernels, which take longer to launch than to run.
"""

import hashlib
import json
import math
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from training import mpnet
from training.bert import WIDTH, Bert, RoundedLinear, load
from training.clause_windows import KINDS, LONGEST, MOST_CLAUSES, MOST_DATED, STATUSES, UNKNOWN, VARIANTS, WINDOW
from training.export import write_states

BATCH = 32  # windows
LENGTHS = (128, 192, 256, WINDOW + LONGEST + 2)  # tokens of a window; a batch takes the first that holds all of it
SHARES = {"teacher": 0.15, "student": 0.7}  # of the time; there are two teachers
RATES = {"teacher": (6e-5, 1.2e-3), "student": (1.8e-4, 1.5e-3)}  # encoder, and heads
UNMARKED = 16_000  # windows a round that only the teacher marks
UNREAD = {
    "teacher": 0.08,
    "student": 0.12,
}  # share of tokens that are hidden while learning, so that no one word decides
DROPOUT = 0.1
ROUNDED_FROM = 0.65  # of the student's time: from then on it learns with the rounding of the int8 model
SOUGHT = 64  # width in which an ingredient seeks its words
ELSEWHERE = 0.02  # weight of ingredients that the matter does not raise
MISTAKEN = 0.5  # weight of what the model would wrongly say, by how surely it would say it
TAUGHT = 24  # pairs of clause and ingredient a window whose status the teacher tells
_SHARES_OF_TEACHERS = {-1: (0.5, 0.5), 0: (0.0, 1.0), 1: (1.0, 0.0)}  # in a window, by the half that it belongs to
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


class Lesson:
    """All windows, on the device."""

    def __init__(self, path: Path) -> None:
        arrays = dict(np.load(path))
        self.ids, self.subjects, self.kept = arrays["ids"], arrays["subjects"], arrays["kept"]
        self.roles = arrays["roles"]
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
        self.halves = joined.pop("half")
        joined["tokens"] = joined["tokens"].astype(np.int32)
        self._data = {key: torch.from_numpy(value).to(DEVICE) for key, value in joined.items()}

    def length(self, places: Sequence[int]) -> int:
        """The shape of a batch: the first length that holds the longest of its windows."""
        longest = self.sizes[list(places), 0].max()
        return next(length for length in LENGTHS if length >= longest)

    def keep_what_is_seen_by(self, teachers: Sequence["Matcher"]) -> None:
        """Keep what the teachers see in every window; in a matter, what the one sees who never learned it."""
        count = len(self.sizes)
        shapes = {
            "seen_chances": (MOST_CLAUSES, len(self.ids)),
            "seen_states": (WINDOW + LONGEST + 2, WIDTH),
            "seen_pairs": (TAUGHT,),
            "seen_statuses": (TAUGHT, len(STATUSES)),
            "seen_raised": (len(self.subjects),),
            "seen_kinds": (MOST_CLAUSES, len(KINDS)),
            "seen_later": (MOST_DATED, len(self.roles)),
            "seen_earlier": (MOST_DATED, len(self.roles)),
            "seen_by_first": (),
        }
        kinds = {"seen_pairs": torch.long}
        seen = {
            name: torch.zeros((count, *shape), dtype=kinds.get(name, torch.float16), device=DEVICE)
            for name, shape in shapes.items()
        }
        by_length = sorted(range(count), key=lambda place: self.sizes[place, 0])
        with torch.no_grad():
            for at in range(0, count, 2 * BATCH):
                some = by_length[at : at + 2 * BATCH]
                places, length = torch.tensor(some, device=DEVICE), self.length(some)
                shares = torch.tensor([_SHARES_OF_TEACHERS[self.halves[place]] for place in some], device=DEVICE)
                for name, value in handed_on(teachers, shares, self.batch(places, length)).items():
                    if name == "seen_states":
                        seen[name][places, :length] = value.half()
                    else:
                        seen[name][places] = value.to(seen[name].dtype)
        self._data |= seen

    def batch(self, places: torch.Tensor, length: int, unread: float = 0.0) -> "Batch":
        """Some of the windows, cut to the length; a share of their tokens hidden."""
        data = {key: value[places] for key, value in self._data.items()}
        if unread:
            tokens = data["tokens"]
            is_hidden = (torch.rand(tokens.shape, device=DEVICE) < unread) & (data["clause_of"] >= 0)
            data["tokens"] = torch.where(is_hidden, UNKNOWN, tokens)
        return Batch(data, length, self.subject_of)

    def round(self, unmarked: int, half: int | None, rng: random.Random) -> Iterator[list[int]]:
        """Every matter of a half, or of both, twice, once jotted down; clauses thrown together; unmarked windows."""
        variant = rng.randrange(VARIANTS)
        together = self.places[f"together {variant}"]
        matters = [*self.places["matters"], *self.places[f"jotted {variant}"]]
        chosen = [place for place in matters if half is None or self.halves[place] == half]
        chosen += rng.sample(together, len(together) // 2) + rng.sample(self.places["unmarked"], unmarked)
        chosen += [*self.places["passages"], *self.places["dated passages"]]
        rng.shuffle(chosen)
        batches = []
        for at in range(0, len(chosen) - BATCH, 40 * BATCH):  # windows of about one length together: little is padded
            chunk = sorted(chosen[at : at + 40 * BATCH], key=lambda place: self.sizes[place, 0])
            batches += [chunk[first : first + BATCH] for first in range(0, len(chunk) - BATCH + 1, BATCH)]
        rng.shuffle(batches)
        yield from batches


class Batch:
    """Windows that are read together. Clauses are numbered through the batch; a window may have fewer than another."""

    def __init__(self, data: dict[str, torch.Tensor], length: int, subject_of: torch.Tensor) -> None:
        self.ids = data["tokens"][:, :length].long()
        clause_of = data["clause_of"][:, :length].long()
        dated = data["dated"].long()
        self.is_dated = dated[..., 0] >= 0
        self.first, self.end = dated[..., 0].clamp(min=0), dated[..., 1].clamp(min=1)
        self.dated_clause = clause_of.gather(1, self.first).clamp(min=0)
        self.events = (dated[..., 2], dated[..., 3])  # the later and the earlier; -1 where nobody has told
        self.member = (clause_of[:, None, :] == torch.arange(MOST_CLAUSES, device=DEVICE)[None, :, None]).float()
        windows = len(self.ids)
        self.is_clause = (self.member.sum(-1) > 0).flatten().float()
        told = data["told"].long()
        self.is_told = (told[..., 0] >= 0).flatten()
        first = torch.arange(windows, device=DEVICE)[:, None] * MOST_CLAUSES
        self.clause = (told[..., 0].clamp(min=0) + first).flatten()
        self.which, self.status = told[..., 1].clamp(min=0).flatten(), told[..., 2].clamp(min=0).flatten()
        pairs = torch.zeros(windows * MOST_CLAUSES * len(subject_of), device=DEVICE)
        pairs.scatter_reduce_(0, self.clause * len(subject_of) + self.which, self.is_told.float(), "amax")
        self.gold = pairs.view(windows * MOST_CLAUSES, len(subject_of))
        by_clause = data["asked"].float().repeat_interleave(MOST_CLAUSES, 0)
        self.asked = by_clause[:, subject_of]
        self.raised, self.is_whole = data["raised"].float(), data["is_whole"].float()
        self.marked = data["is_marked"].float().repeat_interleave(MOST_CLAUSES) * self.is_clause
        self.kind = data["kind"].long().flatten()
        self.seen = {name: value for name, value in data.items() if name.startswith("seen_")}  # by the teacher
        if self.seen:
            self.seen["seen_states"] = self.seen["seen_states"][:, :length]


class Contextual(nn.Module):
    """Our own encoder, for a row a token instead of a row a text."""

    def __init__(self, bert: Bert) -> None:
        super().__init__()
        self.bert = bert
        self.drop = nn.Dropout(DROPOUT)

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

    def __init__(self, encoder: Contextual | mpnet.MPNet, ingredients: int, subjects: int, roles: int) -> None:
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
        self.kind = nn.Linear(WIDTH, len(KINDS))
        self.later, self.earlier = nn.Linear(2 * WIDTH, roles), nn.Linear(2 * WIDTH, roles)

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

    def statuses(self, seen: Seen, clause: torch.Tensor, which: torch.Tensor, by_window: bool = True) -> torch.Tensor:
        """Logits of the statuses for pairs of clause and ingredient; of every window as many, or of any."""
        window, place = clause // MOST_CLAUSES, clause % MOST_CLAUSES
        weights = seen.sought[window, :, which] * seen.batch.member[window, place]
        weights = weights / weights.sum(-1, keepdim=True).clamp(min=1e-6)
        if by_window:
            found = (weights.view(len(seen.states), -1, weights.shape[1]) @ seen.states).flatten(0, 1)
        else:
            found = (weights[:, None, :] @ seen.states[window])[:, 0]
        words = (seen.clauses[clause] + found) / 2
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

    def events(self, seen: Seen) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits of the later and the earlier event of each date and length: from its own words and its clause's."""
        batch, width = seen.batch, seen.states.shape[-1]
        sums = functional.pad(seen.states.cumsum(1), (0, 0, 1, 0))
        until, before = (sums.gather(1, place[..., None].expand(-1, -1, width)) for place in (batch.end, batch.first))
        words = (until - before) / (batch.end - batch.first).clamp(min=1)[..., None]
        clauses = seen.clauses.view(len(seen.states), MOST_CLAUSES, width)
        clause = clauses.gather(1, batch.dated_clause[..., None].expand(-1, -1, width))
        features = torch.cat([words, clause], -1)
        return self.later(features), self.earlier(features)


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
        "seen_states": views[0].states,
        "seen_pairs": pairs,
        "seen_statuses": both(lambda t, v: torch.softmax(t.statuses(v, clause, which), -1)).view(windows, TAUGHT, -1),
        "seen_raised": both(lambda teacher, view: torch.sigmoid(teacher.raised(view))),
        "seen_kinds": both(lambda t, v: torch.softmax(t.kind(v.clauses), -1)).view(windows, MOST_CLAUSES, -1),
        "seen_later": mean([later for later, _ in events]).view(windows, MOST_DATED, -1),
        "seen_earlier": mean([earlier for _, earlier in events]).view(windows, MOST_DATED, -1),
        "seen_by_first": (shares[:, 0] > 0).float(),
    }


def loss_of(model: Matcher, batch: Batch) -> torch.Tensor:
    """How wrong the model is on these windows; where a teacher has read them, also how far from what it saw."""
    seen = model.look(batch)
    levels = model.levels(seen)
    weigh = torch.where(batch.gold > 0, 3.0, 0.3) * batch.asked + torch.where(batch.gold > 0, 1.0, ELSEWHERE)
    weigh = weigh + MISTAKEN * torch.sigmoid(levels.detach()) * (batch.gold == 0)
    if batch.seen:  # what a teacher sees in a matter that it never learned may have been left unmarked
        weigh = weigh * (1 - batch.seen["seen_chances"].flatten(0, 1).float() * (batch.gold == 0))
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
    events: tuple[torch.Tensor, torch.Tensor],
) -> torch.Tensor:
    """How far the model is from its teachers, in what it says and in what it sees."""
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
    for name, logits in zip(("later", "earlier"), events, strict=True):
        agreed = (torch.log_softmax(logits, -1) * told[name].float()).sum(-1)
        loss = loss - (agreed * is_dated).sum() / is_dated.sum().clamp(min=1)
    states, by_first = told["states"].float(), told["by_first"].float()  # each teacher thinks in a space of its own
    theirs = ((batch.member @ states) / batch.member.sum(-1, keepdim=True).clamp(min=1)).flatten(0, 1)
    like = inside * by_first.repeat_interleave(MOST_CLAUSES)
    distance = (1 - functional.cosine_similarity(seen.clauses, theirs)) * like
    loss = loss + 5 * distance.sum() / like.sum().clamp(min=1)
    real = (batch.ids > 0).float() * by_first[:, None]
    distance = (1 - functional.cosine_similarity(seen.states, states, dim=-1)) * real
    return loss + distance.sum() / real.sum().clamp(min=1)


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
        for module in self._model.modules():
            if isinstance(module, RoundedLinear):
                module.rounds = True
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
        for places in lesson.round(UNMARKED if kind == "student" else 0, half, rng):
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
    events = [0, 0, 0, 0]  # right and asked, for the later and the earlier event
    places = list(lesson.places[check])
    with torch.no_grad():
        for at in range(0, len(places), BATCH):
            batch = _read_once(lesson, places[at : at + BATCH])
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
    if events[1]:
        recalls |= {
            "later event": round(events[0] / events[1], 3),
            "earlier event": round(events[2] / max(1, events[3]), 3),
        }
    return {"first": round(first / max(1, clauses), 3), "status": round(status_right / max(1, pairs), 3), **recalls}


def _read_once(lesson: Lesson, places: Sequence[int]) -> Batch:
    return lesson.batch(torch.tensor(list(places), device=DEVICE), lesson.length(places))


def start(encoder: Contextual | mpnet.MPNet, lesson: Lesson) -> Matcher:
    """A matcher whose rows are what the encoder makes of the ingredients' own words."""
    model = Matcher(encoder, len(lesson.ids), len(lesson.subjects), len(lesson.roles)).to(DEVICE).eval()
    rows = lesson.places["rows"]
    with torch.no_grad():
        for at in range(0, len(rows), 64):
            batch = _read_once(lesson, rows[at : at + 64])
            clauses = model.look(batch).clauses[batch.is_clause > 0]
            model.rows[at : at + 64] = functional.normalize(clauses, dim=-1)
    return model


def student_of(teacher: Matcher, bert: Bert) -> Matcher:
    """A matcher with our own encoder and the teacher's heads."""
    encoder = Contextual(Bert(len(bert.layers), dropout=DROPOUT))
    encoder.bert.load_state_dict(bert.state_dict())
    student = Matcher(encoder, len(teacher.rows), teacher.raising.out_features, teacher.later.out_features)
    heads = {name: value for name, value in teacher.state_dict().items() if not name.startswith("encoder.")}
    student.load_state_dict(heads, strict=False)
    return student.to(DEVICE)


def export(model: Matcher, lesson: Lesson, out: Path, figures: dict[str, Any]) -> None:
    """The encoder as int8 ONNX with the vocabulary cut to what matters use, the rest as one file, and the manifest."""
    out.mkdir(parents=True, exist_ok=True)
    model.to("cpu").eval()
    write_states(model.encoder.bert, lesson.kept.tolist(), out / "clause.onnx")
    names = {name: name for name in ("bias", "level", "proto", "queries")} | {
        f"{name}.{part}": f"{own}.{part}"
        for name, own in (
            ("told", "told"), ("keys", "keys"), ("raise", "raising"), ("kind", "kind"), ("later", "later"),
            ("earlier", "earlier"),
            ("status.0", "status.0"), ("status.3", "status.3")
        )
        for part in ("weight", "bias")
    }  # fmt: skip
    state = model.state_dict()
    arrays = {name: state[own].numpy().astype(np.float16) for name, own in names.items()}
    arrays["rows"] = functional.normalize(state["rows"], dim=-1).numpy().astype(np.float16)
    names_of = {"ids": lesson.ids, "subjects": lesson.subjects, "roles": lesson.roles, "tokens": lesson.kept}
    np.savez_compressed(out / "matcher.npz", **names_of, **arrays)
    hashes = {name: hashlib.sha256((out / name).read_bytes()).hexdigest() for name in ("clause.onnx", "matcher.npz")}
    manifest = {"name": "countercase-clauses", "max_tokens": WINDOW, "sha256": hashes}
    (out / "clauses.json").write_text(json.dumps(manifest, indent=1) + "\n")
    learned = {"ingredients": len(lesson.ids), **lesson.counts}
    (out / "figures.json").write_text(json.dumps({"learned_from": learned, "check": figures}, indent=1) + "\n")


def main(windows: Path, large: Path, small: Path, out: Path, seconds: float = 1400) -> None:
    """Teach, measure, export."""
    torch.manual_seed(7)
    torch.set_float32_matmul_precision("high")
    lesson = Lesson(windows)
    figures: dict[str, Any] = {}

    def taught(kind: str, model: Matcher, half: int | None = None) -> Matcher:
        learn(model, lesson, kind, seconds * SHARES[kind], half)
        name = kind if half is None else f"{kind} of half {half + 1}"
        figures[name] = {check: measure(model, lesson, check) for check in lesson.checks}
        print(name, json.dumps(figures[name]), flush=True)
        return model

    teachers = [taught("teacher", start(mpnet.load(large).to(DEVICE), lesson), half) for half in (0, 1)]
    lesson.keep_what_is_seen_by(teachers)
    export(taught("student", student_of(teachers[0], load(small))), lesson, out, figures)


if __name__ == "__main__":
    windows, mpnet_weights, arctic_weights, folder = map(Path, sys.argv[1:5])
    main(windows, mpnet_weights, arctic_weights, folder, *map(float, sys.argv[5:]))
