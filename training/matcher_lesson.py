"""The windows that the ingredient matcher learns from, on the device, and batches of them."""

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch

from training.clause_windows import LONGEST, MOST_CLAUSES, UNKNOWN, VARIANTS, WINDOW

BATCH = 32  # windows
LENGTHS = (128, 192, 256, WINDOW + LONGEST + 2)  # tokens of a window; a batch takes the first that holds all of it
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


class Lesson:
    """All windows, on the device."""

    def __init__(self, path: Path) -> None:
        arrays = dict(np.load(path))
        self.ids, self.subjects, self.kept = arrays["ids"], arrays["subjects"], arrays["kept"]
        self.roles = arrays["roles"]
        self.counts = json.loads(str(arrays["counts"]))
        self.subject_of = torch.from_numpy(arrays["subject_of"]).to(DEVICE)
        self.newer = torch.from_numpy(arrays["newer"]).to(DEVICE)
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

    def keep_seen(self, seen: dict[str, torch.Tensor]) -> None:
        """Keep what was seen in every window; every batch brings it along."""
        self._data |= seen

    def batch(self, places: torch.Tensor, length: int, unread: float = 0.0) -> "Batch":
        """Some of the windows, cut to the length; a share of their tokens hidden."""
        data = {key: value[places] for key, value in self._data.items()}
        if unread:
            tokens = data["tokens"]
            is_hidden = (torch.rand(tokens.shape, device=DEVICE) < unread) & (data["clause_of"] >= 0)
            data["tokens"] = torch.where(is_hidden, UNKNOWN, tokens)
        return Batch(data, length, self.subject_of, self.newer)

    def read_once(self, places: Sequence[int]) -> "Batch":
        """Some of the windows as they are, to measure or to see what is in them."""
        return self.batch(torch.tensor(list(places), device=DEVICE), self.length(places))

    def round(self, unmarked: int, half: int | None, rng: random.Random) -> Iterator[list[int]]:
        """Every matter of a half, or of both, twice, once jotted down; clauses thrown together; unmarked windows."""
        variant = rng.randrange(VARIANTS)
        together = self.places[f"together {variant}"]
        matters = [*self.places["matters"], *self.places[f"jotted {variant}"]]
        chosen = [place for place in matters if half is None or self.halves[place] == half]
        chosen += rng.sample(together, len(together) // 2) + rng.sample(self.places["unmarked"], unmarked)
        chosen += [*self.places["passages"], *self.places["dated passages"], *self.places["numbered passages"]]
        rng.shuffle(chosen)
        batches = []
        for at in range(0, len(chosen) - BATCH, 40 * BATCH):  # windows of about one length together: little is padded
            chunk = sorted(chosen[at : at + 40 * BATCH], key=lambda place: self.sizes[place, 0])
            batches += [chunk[first : first + BATCH] for first in range(0, len(chunk) - BATCH + 1, BATCH)]
        rng.shuffle(batches)
        yield from batches


class Batch:
    """Windows that are read together. Clauses are numbered through the batch; a window may have fewer than another."""

    def __init__(
        self, data: dict[str, torch.Tensor], length: int, subject_of: torch.Tensor, newer: torch.Tensor
    ) -> None:
        self.ids = data["tokens"][:, :length].long()
        clause_of = data["clause_of"][:, :length].long()
        dated = data["dated"].long()
        self.is_dated = dated[..., 0] >= 0
        self.first, self.end = dated[..., 0].clamp(min=0), dated[..., 1].clamp(min=1)
        self.dated_clause = clause_of.gather(1, self.first).clamp(min=0)
        # the later and the earlier event, and what a number counts; -1 where nobody has told
        self.events = (dated[..., 2], dated[..., 3], dated[..., 4])
        self.member = (clause_of[:, None, :] == torch.arange(MOST_CLAUSES, device=DEVICE)[None, :, None]).float()
        windows = len(self.ids)
        self.is_clause = (self.member.sum(-1) > 0).flatten().float()
        told = data["told"].long()
        first = torch.arange(windows, device=DEVICE)[:, None] * MOST_CLAUSES
        # Places where nothing is told weigh nothing, but name many different pairs: the gradients of one and the same
        # pair are added one after the other.
        spare, is_told = torch.arange(told.shape[1], device=DEVICE), told[..., 0] >= 0
        self.is_told = is_told.flatten()
        self.clause = (torch.where(is_told, told[..., 0], spare % MOST_CLAUSES) + first).flatten()
        self.which = torch.where(is_told, told[..., 1], spare % len(subject_of)).flatten()
        self.status = told[..., 2].clamp(min=0).flatten()
        pairs = torch.zeros(windows * MOST_CLAUSES * len(subject_of), device=DEVICE)
        pairs.scatter_reduce_(0, self.clause * len(subject_of) + self.which, self.is_told.float(), "amax")
        self.gold = pairs.view(windows * MOST_CLAUSES, len(subject_of))
        by_clause = data["asked"].float().repeat_interleave(MOST_CLAUSES, 0)
        self.asked = by_clause[:, subject_of]
        self.raised, self.is_whole = data["raised"].float(), data["is_whole"].float()
        self.marked = data["is_marked"].float().repeat_interleave(MOST_CLAUSES) * self.is_clause
        # an ingredient that is newer than the marks of a matter may be told there without a mark
        unsaid = data["is_older"][:, None] & newer[None, :]
        self.may_be_unmarked = unsaid.float().repeat_interleave(MOST_CLAUSES, 0)
        self.kind = data["kind"].long().flatten()
        self.seen = {name: value for name, value in data.items() if name.startswith("seen_")}  # by the teachers
