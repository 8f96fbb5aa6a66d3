"""A small BERT in plain torch, so that the GPU machine needs nothing else; and its weights as plain arrays."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

WIDTH, HEADS, INNER, VOCABULARY, POSITIONS = 384, 12, 1536, 30522, 512


class RoundedLinear(nn.Linear):
    """A matrix that learns with the rounding of the int8 model that is made of it, once `rounds` is set.

    Its input is rounded to 256 steps between its least and its greatest value, its weights to seven bits a row, as
    `training.export.write_states` does. The gradient passes as if nothing had been rounded.
    """

    rounds = False

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if not self.rounds:
            return super().forward(x)
        return functional.linear(_rounded_input(x), _rounded_rows(self.weight), self.bias)


def _rounded_input(x: torch.Tensor) -> torch.Tensor:
    exact = x.detach().float()
    least, most = exact.flatten(1).aminmax(dim=1)
    least, most = least.clamp(max=0), most.clamp(min=0)
    step = ((most - least) / 255).clamp(min=1e-8)
    zero = (-least / step).round()  # no integer: torch would look at it on the processor, which no recorded graph may
    rounded = torch.fake_quantize_per_channel_affine(exact, step, zero, 0, 0, 255)
    return x + (rounded - exact).to(x.dtype)


def _rounded_rows(weight: torch.Tensor) -> torch.Tensor:
    step = (weight.detach().abs().amax(1, keepdim=True) / 64).clamp(min=1e-8)
    return weight + ((weight.detach() / step).round() * step - weight.detach())


class Layer(nn.Module):
    """Post-norm transformer layer, as in BERT."""

    def __init__(self, dropout: float = 0.0) -> None:
        super().__init__()
        self.qkv = RoundedLinear(WIDTH, 3 * WIDTH)
        self.out = RoundedLinear(WIDTH, WIDTH)
        self.norm1 = nn.LayerNorm(WIDTH, eps=1e-12)
        self.up = RoundedLinear(WIDTH, INNER)
        self.down = RoundedLinear(INNER, WIDTH)
        self.norm2 = nn.LayerNorm(WIDTH, eps=1e-12)
        self.drop = nn.Dropout(dropout)

    def forward(self, x: torch.Tensor, mask: torch.Tensor | None) -> torch.Tensor:
        batch, length, _ = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        attended = functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        x = self.norm1(x + self.drop(self.out(attended.transpose(1, 2).reshape(batch, length, WIDTH))))
        return self.norm2(x + self.drop(self.down(functional.gelu(self.up(x)))))


class Bert(nn.Module):
    """Token ids (0 pads) to one unit row a text; no layers at all makes it a weighted bag of words."""

    def __init__(self, layers: int, pooling: str = "mean", dropout: float = 0.0) -> None:
        super().__init__()
        self.words = nn.Embedding(VOCABULARY, WIDTH)
        self.positions = nn.Embedding(POSITIONS, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer(dropout) for _ in range(layers))
        self.pooling = pooling
        if not layers:
            self.weight = nn.Embedding(VOCABULARY, 1)
            nn.init.zeros_(self.weight.weight)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        real = ids > 0
        if not self.layers:
            weight = self.weight(ids).exp() * real.unsqueeze(-1)
            return functional.normalize((self.words(ids) * weight).sum(1).float(), dim=-1)
        x = self.norm(self.words(ids) + self.positions.weight[: ids.shape[1]])
        mask = real[:, None, None, :].expand(-1, 1, ids.shape[1], -1)
        for layer in self.layers:
            x = layer(x, mask)
        if self.pooling == "cls":
            return functional.normalize(x[:, 0].float(), dim=-1)
        weight = real.unsqueeze(-1).to(x.dtype)
        return functional.normalize(((x * weight).sum(1) / weight.sum(1)).float(), dim=-1)


def save(model: nn.Module, path: Path, words: bool = False) -> None:
    """Half precision; the frozen word table is left out, a trained one is kept as int8 rows with a scale each."""
    arrays = {k: v.detach().half().cpu().numpy() for k, v in model.state_dict().items() if k != "words.weight"}
    if words:
        arrays |= pack_words(model.state_dict()["words.weight"].detach().float().cpu().numpy())
    np.savez(path, **arrays)


def pack_words(table: Any) -> dict[str, Any]:
    """The word table as int8 rows with a scale each."""
    scale = np.abs(table).max(axis=1) / 127
    scale[scale == 0] = 1
    return {"words.int8": np.round(table / scale[:, None]).astype(np.int8), "words.scale": scale.astype(np.float32)}


def load(path: Path, pooling: str = "mean", keep: list[int] | None = None, words: Path | None = None) -> Bert:
    """A model from its arrays; `keep` picks layers; `words` is where the word table lies when it was left out."""
    arrays: dict[str, Any] = dict(np.load(path))
    if words is not None:
        arrays["words.weight"] = _words(dict(np.load(words)))
    else:
        arrays["words.weight"] = _words(arrays)
    arrays = {k: v for k, v in arrays.items() if not k.startswith("words.") or k == "words.weight"}
    numbers = sorted({int(k.split(".")[1]) for k in arrays if k.startswith("layers.")})
    chosen = numbers if keep is None else keep
    model = Bert(len(chosen), pooling)
    state = {k: v for k, v in arrays.items() if not k.startswith("layers.")}
    for new, old in enumerate(chosen):
        state |= {
            k.replace(f"layers.{old}.", f"layers.{new}."): v
            for k, v in arrays.items()
            if k.startswith(f"layers.{old}.")
        }
    if not chosen:
        state |= {"weight.weight": state.get("weight.weight", np.zeros((VOCABULARY, 1), np.float16))}
    else:
        state.pop("weight.weight", None)
    model.load_state_dict({k: torch.from_numpy(np.asarray(v, dtype=np.float32)) for k, v in state.items()})
    return model


def average(parts: list[Bert]) -> Bert:
    """One model with the mean of the weights; they must have begun at the same place."""
    states = [part.state_dict() for part in parts]
    parts[0].load_state_dict({key: sum(state[key] for state in states) / len(states) for key in states[0]})
    return parts[0]


def _words(arrays: dict[str, Any]) -> Any:
    """The word table, which may be packed as int8 rows with a scale each."""
    if "words.weight" in arrays:
        return arrays["words.weight"]
    return arrays["words.int8"].astype(np.float32) * arrays["words.scale"][:, None]
