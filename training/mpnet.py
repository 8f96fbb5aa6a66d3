"""MPNet in plain torch, the larger teacher of the ingredient matcher; and its weights as plain arrays that can travel.

Run here, with safetensors and tokenizers, on the folder of all-mpnet-base-v2 (see the model's licence, Apache-2.0):

    python -m training.mpnet FOLDER TOKENIZER.json OUT.npz

TOKENIZER.json is the tokenizer of our own encoder: its word pieces are the same, so both models read the same tokens.
"""

import json
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from training.bert import WIDTH, pack_words

WIDE, HEADS, INNER, LAYERS, BUCKETS, FURTHEST = 768, 12, 3072, 12, 32, 128
FIRST_POSITION = 2  # MPNet counts positions from here
SPECIAL = {"[PAD]": "<pad>", "[CLS]": "<s>", "[SEP]": "</s>", "[UNK]": "[UNK]", "[MASK]": "<mask>"}


class WideLayer(nn.Module):
    """Post-norm transformer layer whose attention knows how far apart two tokens are."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv = nn.Linear(WIDE, 3 * WIDE)
        self.out = nn.Linear(WIDE, WIDE)
        self.norm1 = nn.LayerNorm(WIDE, eps=1e-5)
        self.up = nn.Linear(WIDE, INNER)
        self.down = nn.Linear(INNER, WIDE)
        self.norm2 = nn.LayerNorm(WIDE, eps=1e-5)
        self.drop = nn.Dropout(0.1)

    def forward(self, x: torch.Tensor, likeness: torch.Tensor) -> torch.Tensor:
        batch, length, _ = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, HEADS, WIDE // HEADS).permute(2, 0, 3, 1, 4)
        attended = functional.scaled_dot_product_attention(q, k, v, attn_mask=likeness.to(q.dtype))
        x = self.norm1(x + self.drop(self.out(attended.transpose(1, 2).reshape(batch, length, WIDE))))
        return self.norm2(x + self.drop(self.down(functional.gelu(self.up(x)))))


class MPNet(nn.Module):
    """Token ids of our own tokenizer (0 pads) to a row for each token, as wide as those of our own encoder."""

    def __init__(self, words: int) -> None:
        super().__init__()
        self.words = nn.Embedding(words, WIDE)
        self.positions = nn.Embedding(512, WIDE)
        self.norm = nn.LayerNorm(WIDE, eps=1e-5)
        self.apart = nn.Embedding(BUCKETS, HEADS)
        self.layers = nn.ModuleList(WideLayer() for _ in range(LAYERS))
        self.narrow = nn.Linear(WIDE, WIDTH, bias=False)
        self.drop = nn.Dropout(0.1)
        nn.init.orthogonal_(self.narrow.weight)

    def states(self, ids: torch.Tensor) -> torch.Tensor:
        """A row for each token."""
        length = ids.shape[1]
        x = self.drop(self.norm(self.words(ids) + self.positions.weight[:length]))
        apart = self.apart(_buckets(length, ids.device)).permute(2, 0, 1)[None]
        likeness = apart.masked_fill((ids == 0)[:, None, None, :], -1e4)
        for layer in self.layers:
            x = layer(x, likeness)
        return self.narrow(x)


def _buckets(length: int, device: torch.device) -> torch.Tensor:
    """For each pair of places, the number of the class of distances in which they stand to each other."""
    places = torch.arange(length, device=device)
    ahead = places[:, None] - places[None, :]
    half, exact = BUCKETS // 2, BUCKETS // 4
    side = (ahead < 0).long() * half
    far = ahead.abs()
    log = exact + (torch.log(far.clamp(min=1) / exact) / math.log(FURTHEST / exact) * (half - exact)).long()
    return side + torch.where(far < exact, far, log.clamp(max=half - 1))


def pack(folder: Path, tokenizer: Path, out: Path) -> None:
    """The weights as int8 rows with a scale each, the word table in the order of our own tokenizer."""
    from safetensors.numpy import load_file

    state: dict[str, Any] = load_file(folder / "model.safetensors")
    state = {name.removeprefix("mpnet."): value for name, value in state.items()}
    theirs = json.loads((folder / "tokenizer.json").read_text())["model"]["vocab"]
    ours = json.loads(tokenizer.read_text())["model"]["vocab"]
    table = state["embeddings.word_embeddings.weight"]
    unknown = theirs["[UNK]"]
    rows = np.zeros((max(ours.values()) + 1, WIDE), dtype=np.float32)
    for word, place in ours.items():
        rows[place] = table[theirs.get(SPECIAL.get(word, word), unknown)]
    arrays: dict[str, Any] = {
        "positions.weight": state["embeddings.position_embeddings.weight"][FIRST_POSITION:],
        "norm.weight": state["embeddings.LayerNorm.weight"],
        "norm.bias": state["embeddings.LayerNorm.bias"],
        "apart.weight": state["encoder.relative_attention_bias.weight"],
    }
    matrices = {"words.weight": rows}
    for number in range(LAYERS):
        old, new = f"encoder.layer.{number}.", f"layers.{number}."
        parts = [f"{old}attention.attn.{name}." for name in "qkv"]
        matrices[f"{new}qkv.weight"] = np.concatenate([state[f"{part}weight"] for part in parts])
        arrays[f"{new}qkv.bias"] = np.concatenate([state[f"{part}bias"] for part in parts])
        for own, name in (("out", "attention.attn.o"), ("up", "intermediate.dense"), ("down", "output.dense")):
            matrices[f"{new}{own}.weight"] = state[f"{old}{name}.weight"]
            arrays[f"{new}{own}.bias"] = state[f"{old}{name}.bias"]
        for own, name in (("norm1", "attention.LayerNorm"), ("norm2", "output.LayerNorm")):
            arrays |= {f"{new}{own}.{kind}": state[f"{old}{name}.{kind}"] for kind in ("weight", "bias")}
    packed = {name: np.asarray(value, dtype=np.float16) for name, value in arrays.items()}
    for name, matrix in matrices.items():
        packed |= {key.replace("words", name): value for key, value in pack_words(np.asarray(matrix)).items()}
    np.savez_compressed(out, **packed)


def load(path: Path) -> MPNet:
    """The model from its arrays."""
    arrays = dict(np.load(path))
    state = {name: value for name, value in arrays.items() if not name.endswith((".int8", ".scale"))}
    for name, value in arrays.items():
        if name.endswith(".int8"):
            matrix = name.removesuffix(".int8")
            state[matrix] = value.astype(np.float32) * arrays[f"{matrix}.scale"][:, None]
    model = MPNet(len(state["words.weight"]))
    state["narrow.weight"] = model.narrow.weight.detach().numpy()
    model.load_state_dict(
        {name: torch.from_numpy(np.asarray(value, dtype=np.float32)) for name, value in state.items()}
    )
    return model


if __name__ == "__main__":
    pack(*(Path(name) for name in sys.argv[1:4]))
