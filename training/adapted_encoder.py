"""Adapts the encoder to judgments: hidden words are guessed, and parts are told apart by the headings above them."""

import math
import random
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from training.bert import VOCABULARY, WIDTH, Bert
from training.judgment_reader import (
    DEVICE,
    FIRST,
    LAST,
    MASK,
    Document,
    Window,
    read_documents,
    read_encoder,
    read_shape,
    sentence_means,
    token_states,
    window_tensors,
    windows,
)

ADAPT_STEPS, ADAPT_WINDOWS, ADAPT_RATE = 700, 96, 1.5e-4
WINDOW = 256  # tokens
# Roles that may stand under a heading: facts, submissions, analysis, held.
UNDER_HEADING = ((0, 1), (2, 3, 4), (3, 4, 5, 6), (5, 6))


class Guesser(nn.Module):
    """Guesses hidden words; scores are products with the word table."""

    def __init__(self) -> None:
        super().__init__()
        self.turn = nn.Linear(WIDTH, WIDTH)
        self.norm = nn.LayerNorm(WIDTH)
        self.bias = nn.Parameter(torch.zeros(VOCABULARY))

    def forward(self, states: torch.Tensor, words: torch.Tensor) -> torch.Tensor:
        return self.norm(functional.gelu(self.turn(states))) @ words.T + self.bias


def adapt(folder: Path, small: bool) -> Bert:
    """The encoder after guessing words of judgments and telling parts apart by their headings."""
    rng = random.Random(7)
    torch.manual_seed(7)
    shape, bert = read_shape(folder), read_encoder(folder).to(DEVICE).train()
    plain = read_documents(folder, "plain", shape.features)
    headed = read_documents(folder, "headed", shape.features)
    if small:
        plain, headed = plain[:4], headed[:4]
    told = [(window, document) for document in headed for window in windows(document, WINDOW)]
    told = [(window, document) for window, document in told if (_labels(window, document) >= 0).any()]
    told += [(window, document) for document in plain for window in windows(document, WINDOW)]
    guesser, section = Guesser().to(DEVICE), nn.Linear(WIDTH, len(shape.roles)).to(DEVICE)
    steps, count = (3, 4) if small else (ADAPT_STEPS, ADAPT_WINDOWS)
    groups = [
        {"params": bert.parameters(), "lr": ADAPT_RATE},
        {"params": [*guesser.parameters(), *section.parameters()], "lr": 5 * ADAPT_RATE},
    ]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01, fused=DEVICE == "cuda")
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, partial(rate_at, steps=steps, warm=0.1))
    begin, order = time.time(), _endless(told, rng)
    for step in range(steps):
        batch = [next(order) for _ in range(count)]
        hidden, parts = _adapt_losses(bert, guesser, section, batch)
        optimiser.zero_grad()
        (hidden + 0.5 * parts).backward()
        nn.utils.clip_grad_norm_(bert.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        if step % 100 == 0 or step == steps - 1:
            print(f"adapt {step}: words {hidden:.3f} parts {parts:.3f} {time.time() - begin:.0f} s", flush=True)
    return bert.cpu().eval()


def _labels(window: Window, document: Document) -> np.ndarray:
    return document.labels[window.owners[window.owners >= 0]]


def _adapt_losses(
    bert: Bert, guesser: Guesser, section: nn.Linear, batch: Sequence[tuple[Window, Document]]
) -> tuple[torch.Tensor, torch.Tensor]:
    """How badly words are guessed, and how unlikely the roles are that may stand under the heading."""
    moved, labels, count = [], [], 0
    for window, document in batch:
        inside = window.owners >= 0
        first, end = window.owners[inside].min(), window.owners.max() + 1
        moved.append(Window(window.tokens, np.where(inside, window.owners - first + count, -1)))
        labels.append(document.labels[first:end])
        count += int(end - first)
    ids, owners = window_tensors(moved)
    hide = (torch.rand_like(ids, dtype=torch.float) < 0.15) & (ids > 0) & (ids != FIRST) & (ids != LAST)
    chance = torch.rand_like(ids, dtype=torch.float)
    shown = torch.where(hide & (chance < 0.8), MASK, ids)
    shown = torch.where(hide & (chance > 0.9), torch.randint_like(ids, 1000, 30000), shown)
    states = token_states(bert, shown, 0.1)
    with torch.autocast("cuda", dtype=torch.bfloat16, enabled=DEVICE == "cuda"):
        guesses = guesser(states[hide], bert.words.weight)
    hidden = functional.cross_entropy(guesses.float(), ids[hide])
    heading = torch.from_numpy(np.concatenate(labels)).to(DEVICE)
    allowed = torch.zeros(len(UNDER_HEADING), section.out_features, device=DEVICE)
    for row, roles in enumerate(UNDER_HEADING):
        allowed[row, list(roles)] = 1
    known = heading >= 0
    chances = section(sentence_means(states, owners, count)[known]).softmax(-1)
    parts = -(chances * allowed[heading[known]]).sum(-1).clamp(min=1e-6).log()
    return hidden, parts.sum() / max(1, len(parts))


def _endless(items: Sequence[Any], rng: random.Random) -> Iterator[Any]:
    while True:
        yield from rng.sample(items, len(items))


def rate_at(step: int, steps: int, warm: float) -> float:
    """Rises in a straight line, then falls as a cosine."""
    rising = max(1.0, warm * steps)
    if step < rising:
        return (step + 1) / rising
    return 0.5 * (1 + math.cos(math.pi * min(1.0, (step - rising) / max(1.0, steps - rising))))
