"""Texts go in, accuracies with their errors come out; the whole needs make speed's packages."""

import re

import pytest
from click.testing import CliRunner

from experiments import own_texts
from smallbert.errors import UserError


def test_the_error_of_a_difference_counts_only_texts_that_one_model_alone_gets_right():
    """8 gained, 2 lost of 98: (8.5 + 2.5) / 100 - 0.06^2 = 0.1064, ± 1.96 sqrt(0.001064)."""
    base = [False] * 8 + [True] * 90
    right = [True] * 8 + [False] * 2 + [True] * 88
    found, half, needed = own_texts.difference(right, base)
    assert found == pytest.approx(100 * 6 / 98)
    assert half == pytest.approx(6.393, abs=0.001)
    assert needed == round(38416 * 0.1064)


def test_models_that_agree_on_all_texts_need_384_texts_for_a_point():
    """A point is one text in a hundred at least: 1.96^2 x 0.01 / 0.01^2 = 384.16."""
    assert own_texts.difference([True] * 500, [True] * 500)[::2] == (0, 384)


def test_an_accuracy_of_90_of_100_has_wilsons_interval():
    """(0.8256, 0.9448), as Newcombe's formula gives by hand: half of it is 5.96 points."""
    assert own_texts.share([True] * 90 + [False] * 10) == pytest.approx((90, 5.96), abs=0.01)


def test_equal_texts_are_never_on_both_sides():
    rows = [(f"text {number % 40}", "a") for number in range(200)]
    taught, held = own_texts.split(rows, 0.5, 0)
    assert len(taught) + len(held) == 200
    assert not {text for text, _ in taught} & {text for text, _ in held}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("text,class\na,b\n", "no column label"),
        ("text,label\na,b\nc,b\n", "fewer than two labels in 2 texts"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(tmp_path, content, said):
    path = tmp_path / "texts.csv"
    path.write_text(content)
    with pytest.raises(UserError, match=said):
        own_texts.read(path)


def test_few_texts_are_refused():
    with pytest.raises(UserError, match="at least 20 of each"):
        own_texts.split([(str(number), "a") for number in range(30)], 0.5, 0)


@pytest.fixture
def models(tmp_path):
    """Return folders of two encoders with random weights, one larger than the other."""
    for name in ("torch", "onnx", "onnxruntime", "openvino"):
        pytest.importorskip(name)
    transformers = pytest.importorskip("transformers")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "good", "bad", "film", "a", "the"]
    for name, hidden in (("base", 64), ("small", 32)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "vocab.txt").write_text("\n".join(words))
        transformers.BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(folder)
        shape = {"hidden_size": hidden, "num_hidden_layers": 2, "num_attention_heads": 2}
        config = transformers.BertConfig(vocab_size=10, intermediate_size=2 * hidden, **shape)
        transformers.BertModel(config).save_pretrained(folder)
    return str(tmp_path / "base"), str(tmp_path / "small")


def test_the_whole_runs_and_learns_what_one_word_tells(models, tmp_path):
    base, small = models
    path = tmp_path / "texts.csv"
    rows = [
        f"{'the ' * (n % 10)}{word} film{' a' * (n % 7)},{word}"
        for n in range(70)
        for word in ("good", "bad")
    ]
    path.write_text("\n".join(["text,label", *rows]))
    options = ["--base", base, "--epochs", "12", "--rate", "0.002"]
    done = CliRunner().invoke(own_texts.main, [str(path), small, *options])
    assert not done.exit_code, done.output
    lines = [line for line in done.output.splitlines() if "ONNX" in line or "PyTorch" in line]
    assert len(lines) == 6
    scores = [float(re.search(r"([\d.]+) ± ", line)[1]) for line in lines]
    assert min(scores[:3]) > 90
    assert re.search(r"ONNX, 8 bits .* [+-][\d.]+ ± [\d.]+ +\d+$", lines[5])


def test_a_classifier_that_knows_the_labels_is_scored_as_it_is(models, tmp_path):
    import transformers

    base, small = models
    names = {0: "bad", 1: "good"}
    made = transformers.AutoModelForSequenceClassification.from_pretrained(base, id2label=names)
    made.save_pretrained(base)
    rows = [(f"good film {number}", "good") for number in range(20)] + [("bad", "bad")]
    how = {"seed": 0, "length": 16, "epochs": 1, "rate": 1e-4}
    _, own, words = own_texts.classifier(base, rows, rows, threads=1, **how)
    assert words == "as it is"
    assert (own.classifier.weight == made.classifier.weight).all()
    _, _, words = own_texts.classifier(small, rows, rows, threads=1, **how)
    assert words == "fine-tuned on 21"
