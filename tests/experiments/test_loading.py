"""The commands that pages print run, on a classifier with random weights.

Each needs the packages that it names, in their versions, which exclude each other and those of
make speed; where they are not installed, it is skipped.
"""

import os
import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from smallbert.answers import deployment

INSTALL = re.compile(r"^(?:python\S* -m venv|pip install) .*\n", re.MULTILINE)
VERSION = re.compile(r"([\w-]+)(?:\[\w+\])?==([\d.]+)")


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """Return a folder with a classifier of two layers and fifteen words."""
    transformers = pytest.importorskip("transformers")
    folder = tmp_path_factory.mktemp("model")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "text", ".", "who", "wrote", "it"]
    (folder / "vocab.txt").write_text("\n".join(words))
    transformers.BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(folder)
    shape = {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 2}
    config = transformers.BertConfig(vocab_size=len(words), intermediate_size=128, **shape)
    transformers.BertForSequenceClassification(config).save_pretrained(folder)
    return folder


def run(place: str, model: Path, folder: Path, instructions: str = "--avx2") -> str:
    """Run the commands for a place but for those that install; return what they print."""
    text = deployment.commands(place, "fine-tuned", str(model), "sst-2")
    text = text.replace("SET=--avx2", f"SET={instructions}")
    for name, version in VERSION.findall(text):
        try:
            found = metadata.version(name)
        except metadata.PackageNotFoundError:
            found = "none"
        if found != version:
            pytest.skip(f"{name} {version} is needed; here is {found}")
    there = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    there |= {"HF_HUB_OFFLINE": "1"}
    command = ["bash", "-e", "-c", INSTALL.sub("", text)]
    done = subprocess.run(
        command, cwd=folder, env=there, capture_output=True, text=True, check=False
    )
    assert not done.returncode, done.stderr[-2000:]
    return done.stdout


@pytest.mark.parametrize("instructions", ["--avx2", "--avx512_vnni", "--arm64"])
def test_on_a_processor_8_bits_of_each_instruction_set_are_smaller(model, tmp_path, instructions):
    assert "logits" in run("cpu", model, tmp_path, instructions)
    whole = (tmp_path / "my-onnx/model.onnx").stat().st_size
    eight = tmp_path / "my-onnx-8-bits" / "model_quantized.onnx"
    assert eight.stat().st_size < 0.6 * whole


def test_litert_gives_in_8_bits_nearly_what_it_gives_in_32(model, tmp_path):
    run("phone", model, tmp_path)
    import numpy as np
    from ai_edge_litert.interpreter import Interpreter

    found = {}
    for name in ("my-model.tflite", "my-model-8-bits.tflite"):
        call = Interpreter(str(tmp_path / name)).get_signature_runner()
        words = np.full((1, 128), 5, dtype=np.int32)
        found[name] = next(iter(call(args_0=words, args_1=np.ones_like(words)).values()))
    whole, eight = found.values()
    assert 0 < abs(whole - eight).max() < 0.1 * abs(whole).max()


def test_transformers_js_classifies_a_text(model, tmp_path):
    if not shutil.which("npm"):
        pytest.skip("npm is needed")
    assert "LABEL_" in run("browser", model, tmp_path)
