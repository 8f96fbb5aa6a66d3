"""Turns the two public starting points into plain arrays: MiniLM from safetensors, arctic-s from its int8 ONNX file.

Run: python -m training.start --minilm FOLDER --arctic FOLDER --out FOLDER
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from training.bert import pack_words


def from_state(state: dict[str, Any], layers: int) -> dict[str, Any]:
    """Our names for the weights of a BERT as Hugging Face names them; the token type is added to the positions."""
    positions = state["embeddings.position_embeddings.weight"] + state["embeddings.token_type_embeddings.weight"][0]
    out = {
        "words.weight": state["embeddings.word_embeddings.weight"],
        "positions.weight": positions,
        "norm.weight": state["embeddings.LayerNorm.weight"],
        "norm.bias": state["embeddings.LayerNorm.bias"],
    }
    for n in range(layers):
        old, new = f"encoder.layer.{n}.", f"layers.{n}."
        for kind in ("weight", "bias"):
            parts = [state[f"{old}attention.self.{name}.{kind}"] for name in ("query", "key", "value")]
            out[f"{new}qkv.{kind}"] = np.concatenate(parts)
            out[f"{new}out.{kind}"] = state[f"{old}attention.output.dense.{kind}"]
            out[f"{new}norm1.{kind}"] = state[f"{old}attention.output.LayerNorm.{kind}"]
            out[f"{new}up.{kind}"] = state[f"{old}intermediate.dense.{kind}"]
            out[f"{new}down.{kind}"] = state[f"{old}output.dense.{kind}"]
            out[f"{new}norm2.{kind}"] = state[f"{old}output.LayerNorm.{kind}"]
    return out


def pack(arrays: dict[str, Any], path: Path) -> None:
    """Half precision, the word table as int8 rows: small enough to travel."""
    words = pack_words(np.asarray(arrays.pop("words.weight"), dtype=np.float32))
    np.savez(path, **{name: np.asarray(value, dtype=np.float16) for name, value in arrays.items()}, **words)


def arctic_state(path: Path) -> dict[str, Any]:
    """Dequantise the int8 ONNX file back into named weights, following its graph."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(path).graph
    constants = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    state: dict[str, Any] = {}
    for name, value in constants.items():
        plain = name.removeprefix("bert.").removeprefix("model.")
        if plain.endswith("_quantized"):
            base = plain.removesuffix("_quantized")
            stem = name.removesuffix("_quantized")
            scale, zero = constants[stem + "_scale"], constants[stem + "_zero_point"]
            state[base] = (value.astype(np.float32) - zero.astype(np.float32)) * scale
        elif not plain.endswith(("_scale", "_zero_point")):
            state[plain] = value
    return _name_products(graph, state)


def _name_products(graph: Any, state: dict[str, Any]) -> dict[str, Any]:
    """The weights of matrix products have numbers for names; the node that uses them says which layer they are."""
    for node in graph.node:
        for given in node.input:
            base = given.removesuffix("_quantized")
            if base.startswith("onnx::MatMul") and base in state:
                path = node.name.strip("/").removesuffix("_quant").replace("/MatMul", "").replace("/", ".")
                path = path.removeprefix("bert.")
                state[path + ".weight"] = state[base].T
    return state


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("minilm", "arctic", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    options = parser.parse_args()
    from safetensors.numpy import load_file

    options.out.mkdir(parents=True, exist_ok=True)
    pack(from_state(load_file(options.minilm / "model.safetensors"), 6), options.out / "minilm.npz")
    pack(from_state(arctic_state(options.arctic / "model.onnx"), 12), options.out / "arctic.npz")


if __name__ == "__main__":
    main()
