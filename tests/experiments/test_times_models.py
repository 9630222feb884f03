"""The models are what they are called, and so are their files; needs the packages of make speed."""

from dataclasses import replace

import pytest

from experiments.speed import files, models, portions, runtimes
from experiments.speed.models import Model
from smallbert import cost

for name in ("torch", "transformers", "onnx", "onnxruntime"):
    pytest.importorskip(name)

import torch  # noqa: E402

SMALLER = {
    "bert": "bert-tiny",
    "roberta": "minilm-6-384-roberta",
    "distilbert": "distilbert",
    "electra": "electra-small",
    "albert": "albert-base",
    "mobilebert": "mobilebert-released",
    "squeezebert": "squeezebert",
    "deberta-v2": "debertav3-xsmall",
    "modernbert": "ettin-17m",
    "nomic_bert": "nomicbert",
    "mpnet": "mpnet-base",
}
"""An architecture of each type, of which two layers and few words are built."""


class Small(Model):
    """A model with two layers, or four, and a thousand words."""

    @property
    def shape(self):
        shape = cost.architecture(self.key)
        layers = (
            4 if self.kind == "modernbert" else 2
        )  # its fourth layer is the second of all tokens
        return replace(shape, layers=layers, vocabulary=1000)


def weights(made) -> int:
    return sum(each.numel() for each in made.parameters())


UNCOUNTED = {"mpnet-base": 384, "nomicbert": 19_200}
"""Weights that the book leaves out, as data/vocabulary/architectures.csv says."""


@pytest.mark.parametrize("key", [key for key, model in models.every().items() if model.built])
def test_an_implementation_has_the_weights_that_the_book_counts(key):
    model = models.every()[key]
    with torch.device("meta"):
        assert weights(model.implementation()) == model.weights + UNCOUNTED.get(key, 0)


@pytest.mark.parametrize("kind", SMALLER)
def test_the_file_of_each_type_gives_what_pytorch_gives(kind, tmp_path):
    model = Small(SMALLER[kind], kind)
    about = files.build(model, tmp_path)
    assert about["deviation_32"] < 1e-4
    assert 0 < about["deviation_8"] < 0.2
    assert about["megabytes_32"] > 3 * about["megabytes_8"]
    made = model.implementation()
    for batch, tokens in ((1, 32), (3, 200)):  # other inputs than that of the export
        data = files.words(batch, tokens, 1000)
        data["attention_mask"][:, tokens - 5 :] = 0
        with torch.inference_mode():
            wanted = made(*map(torch.from_numpy, data.values())).numpy()[:, : tokens - 5]
        run = runtimes.onnxruntime(files.path(tmp_path, model.key, 32), threads=1)
        found = run(data)[0][:, : tokens - 5]
        assert abs(found - wanted).max() < 1e-4 * abs(wanted).max()


def test_a_model_has_no_dropout_and_is_the_same_each_time():
    data = files.words(1, 32, 1000)
    first, second = (
        runtimes.pytorch(Small("bert-tiny", "bert"), threads=1)(data) for _ in range(2)
    )
    assert torch.equal(first, second)


def test_no_two_matrices_are_alike():
    made = Small("bert-tiny", "bert").implementation()
    seen = [tuple(each.flatten()[:8].tolist()) for each in made.parameters()]
    assert len(set(seen)) == len(seen)


def test_every_product_of_albert_with_weights_is_quantized(tmp_path):
    import onnx

    files.build(Small("albert-base", "albert"), tmp_path)
    graph = onnx.load(str(files.path(tmp_path, "albert-base", 8))).graph
    count = [node.op_type for node in graph.node]
    assert count.count("MatMulInteger") == 2 * 6 + 1  # of each layer, and the projection
    assert count.count("MatMul") == 2 * 2  # of activations


def test_a_portion_is_read_and_goes_on(tmp_path):
    model = Small("bert-tiny", "bert")
    files.build_all([model], tmp_path, keep=True, until=float("inf"), tell=print)
    setting = portions.Setting("onnxruntime", 8, 1, ((1, 32),))
    places = [(number, 1, 32) for number in range(2)]
    portions.run([model], setting, 0, places, tmp_path, float("inf"))
    read = portions.readings.read(tmp_path / "readings.csv")
    assert [row["round"] for row in read] == ["0", "1"]
    assert all(0 < float(row["processor"]) < 1000 for row in read)
    assert portions.missing(setting, 0, read, [model]) == [(2, 1, 32), (3, 1, 32)]
