"""A model that reads a whole judgment and says what each sentence does.

An encoder reads windows of consecutive sentences. The mean of a sentence's tokens and what rules tell of it
(`countercase.corpus.sentence_roles.feature_table`) become a row, and a second, small model reads the rows of the whole
judgment in order. A linear chain over roles may stand on top.
"""

import io
import json
import lzma
import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence

from training.bert import WIDTH, Bert
from training.start import arctic_state, from_state

FIRST, LAST, MASK = 101, 102, 103
CONTEXT = 48  # tokens before a window that are read again with it
AT_ONCE = 8  # judgments that are read at once where nothing is learned
INNER = 256  # width of the second model
SECTION_OF_ROLE = np.array([0, 0, 1, 2, 2, 3, 4])  # facts, submissions, analysis, ratio, held
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


@dataclass(frozen=True, slots=True)
class Document:
    """Sentences of a judgment in tokens, what rules tell of each, its label (-1: none), and a linear model's view."""

    name: str
    tokens: list[np.ndarray]
    features: np.ndarray
    labels: np.ndarray
    likely: np.ndarray | None

    def part(self, first: int, end: int) -> "Document":
        """Some of its sentences; the features still tell where they stand in the whole."""
        likely = None if self.likely is None else self.likely[first:end]
        return Document(self.name, self.tokens[first:end], self.features[first:end], self.labels[first:end], likely)


@dataclass(frozen=True, slots=True)
class Shape:
    """What the numbers of the data folder mean."""

    roles: list[str]
    features: int
    tokens: list[int]


def read_shape(folder: Path) -> Shape:
    """The roles, the number of features and the tokens kept."""
    return Shape(**json.loads((folder / "shape.json").read_text()))


def read_documents(folder: Path, part: str, features: int) -> list[Document]:
    """The judgments of one part of the data folder."""
    with np.load(io.BytesIO(lzma.decompress((folder / f"{part}.npz.xz").read_bytes()))) as stored:
        arrays = {name: stored[name] for name in stored.files}
    sentences = np.split(arrays["tokens"].astype(np.int64), np.cumsum(arrays["lengths"].astype(np.int64))[:-1])
    table = np.unpackbits(arrays["features"], axis=1, count=features).astype(np.float32)
    likely = arrays["likely"].astype(np.float32) if "likely" in arrays else None
    documents, at = [], 0
    for name, count in zip(arrays["names"].tolist(), arrays["counts"].tolist(), strict=True):
        end = at + count
        view = None if likely is None else likely[at:end] / likely[at:end].sum(1, keepdims=True)
        labels = arrays["labels"][at:end].astype(np.int64)
        documents.append(Document(name, sentences[at:end], table[at:end], labels, view))
        at = end
    return documents


@cache
def _encoder_state(folder: Path) -> dict[str, torch.Tensor]:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "arctic.onnx"
        path.write_bytes(lzma.decompress((folder / "arctic.onnx.xz").read_bytes()))
        state = from_state(arctic_state(path), 12)
    return {name: torch.from_numpy(np.array(value, np.float32)) for name, value in state.items()}


def read_encoder(folder: Path) -> Bert:
    """The encoder from which all learning begins."""
    bert = Bert(12)
    bert.load_state_dict(_encoder_state(folder))
    return bert


@dataclass(frozen=True, slots=True)
class Window:
    """Tokens that are read together, and the sentence each belongs to; -1 for context and marks."""

    tokens: np.ndarray
    owners: np.ndarray


def windows(document: Document, size: int, first_number: int = 0) -> Iterator[Window]:
    """Pack sentences into windows. Each begins with the last sentences of the one before, as context."""
    lengths = [len(tokens) for tokens in document.tokens]
    at = 0
    while at < len(lengths):
        first = at
        while first and sum(lengths[first - 1 : at]) <= CONTEXT:
            first -= 1
        total, begin = 1 + sum(lengths[first:at]), at
        while at < len(lengths) and (at == begin or total + lengths[at] < size):
            total += lengths[at]
            at += 1
        tokens = np.concatenate([[FIRST], *document.tokens[first:at], [LAST]])
        owners = np.full(len(tokens), -1)
        inside = slice(1 + sum(lengths[first:begin]), len(tokens) - 1)
        owners[inside] = np.repeat(np.arange(begin, at) + first_number, lengths[begin:at])
        yield Window(tokens, owners)


def window_tensors(packed: Sequence[Window]) -> tuple[torch.Tensor, torch.Tensor]:
    """Token numbers padded with 0, and owners padded with -1."""
    length = max(len(window.tokens) for window in packed)
    ids = np.zeros((len(packed), length), np.int64)
    owners = np.full((len(packed), length), -1, np.int64)
    for row, window in enumerate(packed):
        ids[row, : len(window.tokens)] = window.tokens
        owners[row, : len(window.tokens)] = window.owners
    return torch.from_numpy(ids).to(DEVICE), torch.from_numpy(owners).to(DEVICE)


def token_states(bert: Bert, ids: torch.Tensor, dropout: float = 0.0) -> torch.Tensor:
    """A row for each token."""
    with torch.autocast("cuda", dtype=torch.bfloat16, enabled=DEVICE == "cuda"):
        x = bert.norm(bert.words(ids) + bert.positions.weight[: ids.shape[1]])
        mask = (ids > 0)[:, None, None, :].expand(-1, 1, ids.shape[1], -1)
        for layer in bert.layers:
            x = layer(nn.functional.dropout(x, dropout, bert.training), mask)
    return x.float()


def sentence_means(states: torch.Tensor, owners: torch.Tensor, count: int) -> torch.Tensor:
    """The mean of each sentence's tokens."""
    place = torch.where(owners < 0, count, owners).flatten()
    sums = states.new_zeros(count + 1, WIDTH).index_add(0, place, states.flatten(0, 1))
    sizes = states.new_zeros(count + 1).index_add(0, place, states.new_ones(len(place)))
    return sums[:count] / sizes[:count, None].clamp(min=1)


class Chain(nn.Module):
    """A linear chain over the roles of consecutive sentences."""

    def __init__(self, roles: int) -> None:
        super().__init__()
        self.move = nn.Parameter(torch.zeros(roles, roles))
        self.start = nn.Parameter(torch.zeros(roles))

    def total(self, scores: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Log-sum over all sequences of roles; pairs of steps are joined until one is left."""
        roles = scores.shape[-1]
        still = torch.full((roles, roles), -1e4, device=scores.device)
        still.fill_diagonal_(0.0)
        steps = self.move + scores[:, 1:, None, :]
        steps = torch.where(mask[:, 1:, None, None], steps, still)
        while steps.shape[1] > 1:
            if steps.shape[1] % 2:
                steps = torch.cat([steps, still.expand(len(steps), 1, -1, -1)], 1)
            steps = torch.logsumexp(steps[:, ::2, :, :, None] + steps[:, 1::2, None, :, :], 3)
        ends = (self.start + scores[:, 0])[:, :, None] + (steps[:, 0] if steps.shape[1] else still)
        return torch.logsumexp(ends.flatten(1), 1)

    def forward(self, scores: torch.Tensor, labels: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Minus the log-likelihood of the labels, for each sentence on average."""
        chosen = scores.gather(2, labels[..., None])[..., 0] * mask
        moves = self.move[labels[:, :-1], labels[:, 1:]] * mask[:, 1:]
        path = chosen.sum(1) + moves.sum(1) + self.start[labels[:, 0]]
        return (self.total(scores, mask) - path).sum() / mask.sum()

    def marginals(self, scores: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """How likely each role of each sentence is: the slope of the total."""
        with torch.enable_grad():
            given = scores.detach().requires_grad_()
            (slope,) = torch.autograd.grad(self.total(given, mask).sum(), given)
        return slope


class Rows(nn.Module):
    """Reads the rows of a whole judgment in both directions."""

    def __init__(self, features: int, roles: int) -> None:
        super().__init__()
        self.mix = nn.Linear(WIDTH + features, INNER)
        self.both = nn.LSTM(INNER, INNER // 2, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * INNER, roles)
        self.drop = nn.Dropout(0.3)

    def forward(self, rows: torch.Tensor, counts: torch.Tensor | None = None) -> torch.Tensor:
        """Scores of the roles; `counts` tells how many rows of each judgment are real."""
        mixed = self.drop(nn.functional.gelu(self.mix(self.drop(rows))))
        if counts is None:
            read = self.both(mixed)[0]
        else:
            packed = pack_padded_sequence(mixed, counts.cpu(), batch_first=True, enforce_sorted=False)
            read = pad_packed_sequence(self.both(packed)[0], batch_first=True, total_length=rows.shape[1])[0]
        scores: torch.Tensor = self.out(torch.cat([mixed, self.drop(read)], -1))
        return scores


class Reader(nn.Module):
    """The encoder, the reader of rows, a head on single sentences that helps the encoder to learn, and a chain."""

    def __init__(self, bert: Bert, shape: Shape, size: int, chain: bool) -> None:
        super().__init__()
        self.bert = bert
        self.rows = Rows(shape.features, len(shape.roles))
        self.single = nn.Linear(WIDTH, len(shape.roles))
        self.chain = Chain(len(shape.roles)) if chain else None
        self.size = size

    def scores(self, documents: Sequence[Document], rng: random.Random | None = None) -> tuple[torch.Tensor, ...]:
        """Scores of the roles by row and by single sentence, and which are real. With `rng`, as in learning:
        windows are of any size and some tokens are hidden."""
        size = self.size if rng is None else rng.randint(self.size // 2, self.size)
        packed, count = [], 0
        for document in documents:
            packed += list(windows(document, size, count))
            count += len(document.tokens)
        ids, owners = window_tensors(packed)
        if rng is not None:
            ids = torch.where((torch.rand_like(ids, dtype=torch.float) < 0.08) & (owners >= 0), MASK, ids)
        states = token_states(self.bert, ids, 0.1 if rng is not None else 0.0)
        means = sentence_means(states, owners, count)
        features = torch.from_numpy(np.concatenate([document.features for document in documents])).to(DEVICE)
        counts = [len(document.tokens) for document in documents]
        rows = pad_sequence(torch.cat([means, features], 1).split(counts), batch_first=True)
        single = pad_sequence(self.single(means).split(counts), batch_first=True)
        lengths = torch.tensor(counts)
        mask = torch.arange(rows.shape[1])[None] < lengths[:, None]
        return self.rows(rows, lengths), single, mask.to(DEVICE)

    @torch.no_grad()
    def probabilities(self, documents: Sequence[Document]) -> list[np.ndarray]:
        """How likely each role of each sentence of each judgment is."""
        self.eval()
        found: list[np.ndarray] = []
        for at in range(0, len(documents), AT_ONCE):
            group = documents[at : at + AT_ONCE]
            scores, _, mask = self.scores(group)
            chances = scores.softmax(-1) if self.chain is None else self.chain.marginals(scores, mask)
            rows = chances.float().cpu().numpy()
            found += [row[: len(document.tokens)] for row, document in zip(rows, group, strict=True)]
        return found


def f1_by_role(truth: np.ndarray, found: np.ndarray, roles: int) -> list[float]:
    """F1 of each role."""
    both = [int(((truth == role) & (found == role)).sum()) for role in range(roles)]
    sizes = [int((truth == role).sum() + (found == role).sum()) for role in range(roles)]
    return [2 * same / max(1, size) for same, size in zip(both, sizes, strict=True)]


def best_priors(truth: np.ndarray, likely: np.ndarray) -> np.ndarray:
    """Factors of the roles that make the mean F1 highest; found role by role, on judgments that were held out."""
    roles = likely.shape[1]
    priors = np.ones(roles)

    def score(tried: np.ndarray) -> float:
        return float(np.mean(f1_by_role(truth, (likely * tried).argmax(1), roles)))

    for _ in range(2):
        for role in range(roles):
            tried = [np.where(np.arange(roles) == role, factor, priors) for factor in (0.6, 0.8, 1, 1.3, 1.7, 2.2, 3)]
            priors = max(tried, key=score)
    return priors


def measured(truth: np.ndarray, likely: np.ndarray, priors: np.ndarray, shape: Shape) -> dict[str, Any]:
    """F1 of each role with the factors given, the mean, the mean without factors, and F1 of each section."""
    best = (likely * priors).argmax(1)
    by_role = f1_by_role(truth, best, len(shape.roles))
    without = np.mean(f1_by_role(truth, likely.argmax(1), len(shape.roles)))
    sections = np.eye(SECTION_OF_ROLE.max() + 1)[SECTION_OF_ROLE]
    by_section = f1_by_role(SECTION_OF_ROLE[truth], (likely * priors @ sections).argmax(1), sections.shape[1])
    return {
        "macro": round(float(np.mean(by_role)), 3),
        "macro without factors": round(float(without), 3),
        "right": round(float((best == truth).mean()), 3),
        "sections": [round(score, 3) for score in by_section],
        **{role: round(score, 3) for role, score in zip(shape.roles, by_role, strict=True)},
    }
