"""Writes a trained pair as a model folder: int8 ONNX for queries, int8 word vectors for passages, manifest.

Run: python -m training.export --asker joint-asker.npz --static joint.npz --words minilm.npz --tokenizer tokenizer.json
     --licence LICENSE --name NAME --out FOLDER
"""

import argparse
import hashlib
import json
import logging
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from training.bert import HEADS, WIDTH, Bert, RoundedLinear, load

# One token in a window grows a thousand times as strong here as the others, which one scale for all would wipe out.
EXACT = frozenset({"layers.3.down"})


class TokenStates(torch.nn.Module):
    """The encoder for a text without padding: no mask, a row for each token."""

    def __init__(self, bert: Bert) -> None:
        super().__init__()
        self.bert = bert

    def forward(self, input_ids: torch.Tensor) -> torch.Tensor:
        bert = self.bert
        length = input_ids.shape[1]
        x = bert.norm(bert.words(input_ids) + bert.positions.weight[:length])
        for layer in bert.layers:
            q, k, v = layer.qkv(x).view(1, length, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
            likeness = torch.softmax(q @ k.transpose(-1, -2) / (WIDTH // HEADS) ** 0.5, dim=-1)
            x = layer.norm1(x + layer.out((likeness @ v).transpose(1, 2).reshape(1, length, WIDTH)))
            x = layer.norm2(x + layer.down(functional.gelu(layer.up(x))))
        return x


class OneText(TokenStates):
    """The same with one mean over the tokens."""

    def forward(self, input_ids: torch.Tensor) -> torch.Tensor:
        return super().forward(input_ids).mean(1)


def write_onnx(bert: Bert, path: Path) -> None:
    """One text in, one row out."""
    _write(OneText(bert), "row", path)


def write_states(bert: Bert, kept: Sequence[int], path: Path) -> None:
    """One text in, a row for each token out. The word table is cut to the tokens kept, which are numbered anew."""
    words = torch.nn.Embedding(len(kept), WIDTH)
    words.weight.data = bert.words.weight.data[torch.tensor(kept)]
    bert.words = words
    for module in bert.modules():
        if isinstance(module, RoundedLinear):
            module.rounds = False  # the file rounds by itself
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    # One scale for a whole activation: fast, and what `RoundedLinear` has learned to live with. Seven bits, since
    # processors without VNNI add two products in sixteen.
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        _write_plain(TokenStates(bert), "states", plain)
        products = [node.name for node in _products(onnx.load(plain).graph)]
        exact = [node for node, own in zip(products, _matrices(bert), strict=True) if own in EXACT]
        quantize_dynamic(
            plain, path, per_channel=True, reduce_range=True, weight_type=QuantType.QInt8, nodes_to_exclude=exact
        )


def read_states(bert: Bert, kept: Sequence[int], path: Path) -> None:
    """What `write_states` wrote, back into a model of as many layers; words that were cut keep the rows they have."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(path).graph
    constants = {constant.name: numpy_helper.to_array(constant) for constant in graph.initializer}

    def exact(name: str) -> torch.Tensor:
        if not name.endswith("_quantized"):
            return torch.from_numpy(constants[name].copy())
        stem = name.removesuffix("_quantized")
        steps = constants[name].astype(np.float32) - constants[f"{stem}_zero_point"].astype(np.float32)
        return torch.from_numpy(steps * constants[f"{stem}_scale"])

    state = bert.state_dict()
    state |= {
        name.removeprefix("bert."): torch.from_numpy(value.copy())
        for name, value in constants.items()
        if name.removeprefix("bert.") in state
    }
    state |= {f"{own}.weight": exact(n.input[1]).T for own, n in zip(_matrices(bert), _products(graph), strict=True)}
    state["words.weight"] = state["words.weight"].clone()
    state["words.weight"][torch.tensor(kept)] = exact("bert.words.weight_quantized")
    bert.load_state_dict(state)


def _matrices(bert: Bert) -> list[str]:
    """The matrices of a model, in the order in which a text meets them."""
    return [f"layers.{n}.{name}" for n in range(len(bert.layers)) for name in ("qkv", "out", "up", "down")]


def _products(graph: Any) -> list[Any]:
    """The nodes of a graph that multiply by a matrix of the model, in the same order."""
    constants = {constant.name for constant in graph.initializer}
    return [node for node in graph.node if node.op_type in ("MatMul", "MatMulInteger") and node.input[1] in constants]


def _write_plain(model: torch.nn.Module, output: str, path: Path) -> None:
    torch.onnx.export(
        model.eval(), (torch.randint(5, 3000, (1, 40)),), str(path), input_names=["input_ids"],
        output_names=[output], dynamic_axes={"input_ids": {1: "length"}}, opset_version=17, dynamo=False,
    )  # fmt: skip


def _write(model: torch.nn.Module, output: str, path: Path) -> None:
    """Everything int8, the matrices in blocks of 128 of a channel with a scale each.

    Activations are then rounded block by block too. One scale for a whole activation (`quantize_dynamic`) is faster by
    half but costs 6 % of NDCG@10 on AILA; this costs nothing that can be measured.
    """
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from onnxruntime.quantization.matmul_nbits_quantizer import MatMulNBitsQuantizer

    logging.getLogger("onnxruntime.quantization").setLevel(logging.WARNING)  # it tells of every node
    with tempfile.TemporaryDirectory() as folder:
        plain, words = Path(folder) / "plain.onnx", Path(folder) / "words.onnx"
        _write_plain(model, output, plain)
        quantize_dynamic(plain, words, per_channel=True, weight_type=QuantType.QInt8, op_types_to_quantize=["Gather"])
        matrices = MatMulNBitsQuantizer(onnx.load(words), bits=8, block_size=128, is_symmetric=True, accuracy_level=4)
        matrices.process()
        matrices.model.save_model_to_file(str(path))


def write_static(static: Path, path: Path) -> None:
    """The word vectors of the passage side; the weight of a word is folded into its scale."""
    arrays: dict[str, Any] = dict(np.load(static))
    scale = arrays["words.scale"] * np.exp(arrays["weight.weight"][:, 0].astype(np.float32))
    np.savez(path, words=arrays["words.int8"], scale=scale.astype(np.float32))


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("asker", "static", "words", "tokenizer", "licence", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--name", required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    write_onnx(load(options.asker, words=options.words), options.out / "query.onnx")
    write_static(options.static, options.out / "passage.npz")
    tokenizer = json.loads(options.tokenizer.read_text(encoding="utf-8")) | {"truncation": None, "padding": None}
    (options.out / "tokenizer.json").write_text(
        json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":")), "utf-8"
    )
    shutil.copy(options.licence, options.out / "LICENSE")
    files = ("query.onnx", "passage.npz", "tokenizer.json")
    manifest = {
        "name": options.name, "dimension": WIDTH, "pooling": "none", "max_tokens": 256,
        "query_model": "query.onnx", "passage_model": "passage.npz",
        "sha256": {name: hashlib.sha256((options.out / name).read_bytes()).hexdigest() for name in files},
    }  # fmt: skip
    (options.out / "encoder.json").write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
