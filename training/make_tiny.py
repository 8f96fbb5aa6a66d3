"""Writes the two tiny models that the tests run: word vectors for an encoder, word weights for a re-ranker.

Run: python -m training.make_tiny tests/models
"""

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper, numpy_helper, save
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

WORDS = "[PAD] [UNK] [CLS] [SEP] the accused tenant landlord rent murder cheque bank query passage : appeal".split()


def tokenizer(path: Path) -> None:
    made = Tokenizer(models.WordLevel({word: n for n, word in enumerate(WORDS)}, unk_token="[UNK]"))
    made.normalizer = normalizers.Lowercase()
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    made.save(str(path))


def write(folder: Path, manifest: str, table: np.ndarray, ranks: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer(folder / "tokenizer.json")
    ids = helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "length"])
    nodes = [helper.make_node("Gather", ["table", "input_ids"], ["rows"])]
    out = helper.make_tensor_value_info("rows", TensorProto.FLOAT, ["batch", "length", table.shape[1]])
    tables = [numpy_helper.from_array(table.astype(np.float32), "table")]
    if ranks:
        nodes.append(helper.make_node("ReduceSum", ["rows", "axes"], ["logit"], keepdims=0))
        tables.append(numpy_helper.from_array(np.array([1, 2]), "axes"))
        nodes.append(helper.make_node("Unsqueeze", ["logit", "last"], ["logits"]))
        tables.append(numpy_helper.from_array(np.array([1]), "last"))
        out = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1])
    graph = helper.make_graph(nodes, "tiny", [ids], [out], tables)
    save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), folder / "model.onnx")
    names = ("model.onnx", "tokenizer.json")
    hashes = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names}
    about = {"name": "tiny", "max_tokens": 16, "sha256": hashes}
    if not ranks:
        about |= {
            "dimension": table.shape[1],
            "pooling": "mean",
            "query_prefix": "query: ",
            "passage_prefix": "passage: ",
        }
    (folder / manifest).write_text(json.dumps(about, indent=2) + "\n")


def main() -> None:
    out = Path(sys.argv[1])
    table = np.random.default_rng(7).normal(size=(len(WORDS), 8))
    write(out / "tiny_encoder", "encoder.json", table, ranks=False)
    write(out / "tiny_reranker", "reranker.json", np.arange(len(WORDS))[:, None] / 10, ranks=True)


if __name__ == "__main__":
    main()
