"""The ingredient matcher: an encoder with its heads, as it is learned, shipped and taken up again.

    python -m training.matcher_model WINDOWS.npz ARCTIC.npz SHIPPED BEGIN.npz

writes the shipped matcher as one file, which needs no onnx to be read where there is a GPU. `training.start` writes
ARCTIC, the weights that the encoder once began with, for words that it did not know until now.
"""

import hashlib
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from training.bert import WIDTH, Bert, load, pack_words
from training.clause_windows import KINDS, MOST_CLAUSES, WINDOW
from training.export import read_states, write_states
from training.matcher_lesson import DEVICE, Batch, Lesson
from training.number_labels import CODES

DROPOUT = 0.1
SOUGHT = 64  # width in which an ingredient seeks its words
# The shipped arrays, and what each is called here.
_HEADS = {name: name for name in ("bias", "level", "proto", "queries")} | {
    f"{name}.{part}": f"{own}.{part}"
    for name, own in (
        ("told", "told"), ("keys", "keys"), ("raise", "raising"), ("kind", "kind"), ("later", "later"),
        ("earlier", "earlier"), ("number", "number"), ("status.0", "status.0"), ("status.3", "status.3"),
    )
    for part in ("weight", "bias")
}  # fmt: skip
_NAMED_BY = {  # what the rows of an array stand for; the rest does not change with the tables
    "ids": ("bias", "proto", "queries", "rows"),
    "subjects": ("raise.weight", "raise.bias"),
    "roles": ("later.weight", "later.bias", "earlier.weight", "earlier.bias"),
    "numbers": ("number.weight", "number.bias"),
}


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

    def __init__(self, encoder: Contextual, ingredients: int, subjects: int, roles: int) -> None:
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
        self.number = nn.Linear(2 * WIDTH, len(CODES))

    def states(self, batch: Batch) -> torch.Tensor:
        """A row for each token of each window."""
        with torch.autocast(DEVICE, dtype=torch.bfloat16):
            states = self.encoder.states(batch.ids)
        return states.float()

    def look(self, batch: Batch) -> Seen:
        """What each clause holds for each ingredient: the mean of its tokens, and the tokens that the ingredient seeks.

        A clause often tells of several ingredients, each in a few of its words.
        """
        states = self.states(batch)
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

    def events(self, seen: Seen) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Logits of the later and the earlier event of each date and length, and of what each number counts.

        They are read from its own words and its clause's.
        """
        batch, width = seen.batch, seen.states.shape[-1]
        sums = functional.pad(seen.states.cumsum(1), (0, 0, 1, 0))
        until, before = (sums.gather(1, place[..., None].expand(-1, -1, width)) for place in (batch.end, batch.first))
        words = (until - before) / (batch.end - batch.first).clamp(min=1)[..., None]
        clauses = seen.clauses.view(len(seen.states), MOST_CLAUSES, width)
        clause = clauses.gather(1, batch.dated_clause[..., None].expand(-1, -1, width))
        features = torch.cat([words, clause], -1)
        return self.later(features), self.earlier(features), self.number(features)


def start(encoder: Contextual, lesson: Lesson) -> Matcher:
    """A matcher whose rows are what the encoder makes of the ingredients' own words."""
    model = Matcher(encoder, len(lesson.ids), len(lesson.subjects), len(lesson.roles)).to(DEVICE).eval()
    rows = lesson.places["rows"]
    with torch.no_grad():
        for at in range(0, len(rows), 64):
            batch = lesson.read_once(rows[at : at + 64])
            clauses = model.look(batch).clauses[batch.is_clause > 0]
            model.rows[at : at + 64] = functional.normalize(clauses, dim=-1)
    return model


def taken_up(folder: Path, bert: Bert, lesson: Lesson) -> Matcher:
    """The shipped matcher, to learn on. An ingredient, subject or event that it does not know begins as in `start`."""
    with np.load(folder / "matcher.npz") as arrays:
        shipped = {name: arrays[name] for name in arrays.files}
    encoder = Contextual(Bert(len(bert.layers), dropout=DROPOUT))
    encoder.bert.load_state_dict(bert.state_dict())
    read_states(encoder.bert, shipped["tokens"].tolist(), folder / "clause.onnx")
    model = start(encoder, lesson)
    state = model.state_dict()
    now = {"ids": lesson.ids, "subjects": lesson.subjects, "roles": lesson.roles, "numbers": list(CODES)}
    named_by = {array: kind for kind, named in _NAMED_BY.items() for array in named}
    for name, own in (_HEADS | {"rows": "rows"}).items():
        if name not in shipped:
            continue  # a head that it does not have yet
        value = torch.from_numpy(shipped[name].astype(np.float32)).to(DEVICE)
        if name not in named_by:
            state[own] = value
            continue
        place = {str(known): at for at, known in enumerate(shipped[named_by[name]])}
        kept = [(at, place[str(known)]) for at, known in enumerate(now[named_by[name]]) if str(known) in place]
        new, old = zip(*kept, strict=True)
        state[own][list(new)] = value[list(old)]
    model.load_state_dict(state)
    return model.to(DEVICE).eval()


def pack(model: Matcher, out: Path) -> None:
    """The weights as one small file: the word table as int8 rows, the rest in half precision."""
    state = {name: value.cpu().numpy() for name, value in model.state_dict().items()}
    words = pack_words(state.pop("encoder.bert.words.weight"))
    np.savez_compressed(out, **{name: value.astype(np.float16) for name, value in state.items()}, **words)


def unpacked(path: Path, lesson: Lesson) -> Matcher:
    """The matcher that `pack` wrote, to learn on."""
    with np.load(path) as arrays:
        state = {name: torch.from_numpy(arrays[name].astype(np.float32)) for name in arrays.files}
    state["encoder.bert.words.weight"] = state.pop("words.int8") * state.pop("words.scale")[:, None]
    layers = 1 + max(int(name.split(".")[3]) for name in state if name.startswith("encoder.bert.layers."))
    encoder = Contextual(Bert(layers, dropout=DROPOUT))
    model = Matcher(encoder, len(lesson.ids), len(lesson.subjects), len(lesson.roles))
    model.load_state_dict(state)
    return model.to(DEVICE).eval()


def head_arrays(state: dict[str, torch.Tensor], lesson: Lesson, tokens: Any) -> dict[str, Any]:
    """The heads and what their rows stand for, as the product reads them."""
    arrays = {name: state[own].numpy().astype(np.float16) for name, own in _HEADS.items()}
    arrays["rows"] = functional.normalize(state["rows"], dim=-1).numpy().astype(np.float16)
    names_of = {
        "ids": lesson.ids,
        "subjects": lesson.subjects,
        "roles": lesson.roles,
        "numbers": list(CODES),
        "tokens": tokens,
    }
    return {**names_of, **arrays}


def export(model: Matcher, lesson: Lesson, out: Path, figures: dict[str, Any]) -> None:
    """The encoder as int8 ONNX with the vocabulary cut to what matters use, the rest as one file, and the manifest."""
    out.mkdir(parents=True, exist_ok=True)
    model.to("cpu").eval()
    write_states(model.encoder.bert, lesson.kept.tolist(), out / "clause.onnx")
    arrays = head_arrays(model.state_dict(), lesson, lesson.kept)
    np.savez_compressed(out / "matcher.npz", **arrays)
    hashes = {name: hashlib.sha256((out / name).read_bytes()).hexdigest() for name in ("clause.onnx", "matcher.npz")}
    manifest = {"name": "countercase-clauses", "max_tokens": WINDOW, "sha256": hashes}
    (out / "clauses.json").write_text(json.dumps(manifest, indent=1) + "\n")
    learned = {"ingredients": len(lesson.ids), **lesson.counts}
    (out / "figures.json").write_text(json.dumps({"learned_from": learned, "check": figures}, indent=1) + "\n")


if __name__ == "__main__":
    windows, arctic, shipped, begin = map(Path, sys.argv[1:5])
    pack(taken_up(shipped, load(arctic), Lesson(windows)), begin)
