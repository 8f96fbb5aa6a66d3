"""What is exported as int8 is read back as the model that it was."""

from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: the export of trained models is not tested")
pytest.importorskip("onnx", reason="onnx is not installed: the export of trained models is not tested")
onnxruntime = pytest.importorskip("onnxruntime")
bert = pytest.importorskip("training.bert")
export = pytest.importorskip("training.export")

pytestmark = [  # of torch, about the way in which it writes the file
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::torch.jit.TracerWarning"),
]

KEPT = list(range(0, 9000, 3))  # every third word; the export tries itself on some of the first 3,000
LAYERS = 4


def made() -> Any:
    """A small model with weights of its own."""
    torch.manual_seed(3)
    return bert.Bert(LAYERS).eval()


def test_the_exported_model_is_read_back(tmp_path: Path) -> None:
    exported, back = made(), bert.Bert(LAYERS).eval()
    full, before = (model.words.weight.detach().clone() for model in (exported, back))
    export.write_states(exported, KEPT, tmp_path / "states.onnx")
    export.read_states(back, KEPT, tmp_path / "states.onnx")

    text = torch.tensor([[3, 4, 6, 7, 8, 9, 5]])  # as the file numbers the words that were kept
    with torch.no_grad():
        (states,) = onnxruntime.InferenceSession(tmp_path / "states.onnx").run(None, {"input_ids": text.numpy()})
        for name, module in back.named_modules():
            if isinstance(module, bert.RoundedLinear):
                module.rounds = name not in export.EXACT
        read = export.TokenStates(back)(torch.tensor(KEPT)[text])
    assert torch.allclose(read, torch.from_numpy(states), atol=0.02)
    assert torch.allclose(back.words.weight[torch.tensor(KEPT)], full[torch.tensor(KEPT)], atol=0.05)
    assert torch.equal(back.words.weight[3001], before[3001])  # a word that was cut keeps the row it had


def test_an_exact_matrix_is_not_rounded(tmp_path: Path) -> None:
    exported, back = made(), bert.Bert(LAYERS)
    export.write_states(exported, KEPT, tmp_path / "states.onnx")
    export.read_states(back, KEPT, tmp_path / "states.onnx")
    for name, module in exported.named_modules():
        if isinstance(module, bert.RoundedLinear):
            written, read = module.weight.detach(), back.get_submodule(name).weight.detach()
            assert torch.equal(written, read) == (name in export.EXACT)
            assert torch.allclose(written, read, atol=float(written.abs().max()) / 64)
