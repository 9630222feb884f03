"""Arms on a random encoder of six thin layers; needs PyTorch, which the book does not."""

from dataclasses import replace

import pytest

from experiments.compress import arms, record, tasks
from smallbert import cost
from smallbert.errors import UserError

torch = pytest.importorskip("torch")
for name in ("safetensors", "onnxruntime"):
    pytest.importorskip(name)

from experiments.compress import encoder, latency, making, running, storage, training  # noqa: E402

TINY = replace(arms.base(), hidden=24, feed_forward=48, vocabulary=60, positions=40)
TASK = tasks.Task("tiny", "is a number odd", "none")
TASK.parts = {part: [(str(n), n % 2) for n in range(40)] for part in ("train", "dev", "test")}


@pytest.fixture(scope="module")
def base():
    torch.manual_seed(0)
    return encoder.Encoder(TINY, 2)


@pytest.fixture
def lab(tmp_path, monkeypatch, base):
    monkeypatch.setattr(running, "pretrained", lambda classes: base)
    monkeypatch.setattr(tasks, "task", lambda name: TASK)
    monkeypatch.setattr(tasks, "MAKERS", {"tiny": None})
    monkeypatch.setattr(
        tasks, "encoded", lambda texts, most=0: [[1 + int(each), 7, 50] for each in texts]
    )
    return running.Lab("tiny", 1, rate=1e-3, folder=tmp_path, device="cpu")


def made(base, row, **settings):
    arm = replace(arms.find(row), **settings)
    return making.make(arm, base, classes=2, seed=1, fine_tuned=base)


def stored(model, path):
    storage.write(path, model)
    return storage.read(path)


@pytest.mark.parametrize("bits", [1, 2, 3, 4, 8])
def test_a_packed_matrix_comes_back_as_the_forward_pass_used_it(bits):
    matrix = encoder.Matrix(6, 50)
    matrix.bits = bits
    parts = storage.packed(matrix.weight.detach(), bits)
    back = storage.unpacked(parts, bits, [6, 50])
    assert torch.allclose(back, matrix.value(), rtol=1e-3)  # the scale has 16 bits
    assert len(back.unique(dim=1)[0].unique()) <= 2**bits


def test_one_bit_is_the_sign_and_the_mean_size():
    codes, scale = encoder.quantized(torch.tensor([[1.0, -3.0], [-2.0, 4.0]]), 1)
    assert (codes * scale).tolist() == [[2, -2], [-3, 3]]


def test_eight_weights_of_two_bits_take_two_bytes():
    parts = storage.packed(torch.tensor([[1.0, -1, 0, 1, -1, 0, 1, 1]]), 2)
    assert parts["codes"].nbytes == 2
    assert storage.unpacked(parts, 2, [1, 8]).tolist() == [[1, -1, 0, 1, -1, 0, 1, 1]]


def test_half_the_layers_take_half_the_bytes_and_half_the_operations(base, tmp_path):
    whole, sizes = stored(made(base, "baseline"), tmp_path / "whole")
    half, less = stored(made(base, "layers-3"), tmp_path / "half")
    assert 2 * less["encoder"] == sizes["encoder"]
    assert 2 * running.operations(half, 8) == running.operations(whole, 8)


def test_the_model_has_the_weights_and_operations_of_the_cost_model(base):
    for row in ("heads-3", "neurons-384", "sets-3"):
        model = made(base, row, neurons=12 if row == "neurons-384" else 0)
        assert running.parameters(model) == cost.parameters(model.shape).sum()
    assert running.operations(made(base, "rank-64", rank=4), 8)
    with pytest.raises(UserError, match="operations: 5 here, 6 by smallbert.cost"):
        running.agree("operations", 5, 6)


def test_zeros_stay_zero_in_training_unless_they_are_free(base, lab):
    items = lab.items("train")
    shares = {}
    for row in ("prune-50", "deleted-50"):
        model = made(base, row)
        training.fine_tune(model, items, rate=1e-3, seed=1)
        zero = [(each.value() == 0).float().mean() for each in model.matrices("encoder")]
        shares[row] = float(sum(zero) / len(zero))
    assert shares == {"prune-50": pytest.approx(0.5, abs=0.01), "deleted-50": pytest.approx(0)}


def test_a_lottery_draws_the_zeros_of_the_fine_tuned_model(base):
    torch.manual_seed(5)
    other = encoder.Encoder(TINY, 2)
    arm = arms.find("lottery-50")
    model = making.make(arm, base, classes=2, seed=1, fine_tuned=other)
    drawn = making.make(replace(arm, selection="magnitude"), other, classes=2, seed=1)
    pairs = zip(model.matrices("encoder"), drawn.matrices("encoder"), strict=True)
    assert all(torch.equal(mine.kept, theirs.kept) for mine, theirs in pairs)


def test_kept_heads_compute_what_they_did(base):
    layer, cut = base.layers[0], made(base, "heads-6").layers[0]
    rows = making.most(layer.value.second.weight, layer.output.second.weight, 6, 2)
    assert torch.equal(cut.query.second.weight, layer.query.second.weight[rows])
    assert torch.equal(cut.output.second.weight, layer.output.second.weight[:, rows])


def test_padding_changes_no_answer(base):
    model = made(base, "baseline").eval()
    short = torch.tensor([[3, 4, 5]])
    longer = torch.tensor([[3, 4, 5, 0, 0]])
    with torch.no_grad():
        same = [model(words, words.ne(0))[0] for words in (short, longer)]
    assert torch.allclose(*same, atol=1e-6)


def test_a_student_learns_every_loss_from_its_teacher(base, lab):
    model = made(base, "layers-3-all")
    losses = ("logits", "hidden", "attention")
    loss = training.fine_tune(
        model, lab.items("train"), rate=1e-3, seed=1, teacher=base, losses=losses
    )
    assert 0 < loss < 1


def test_a_stopped_run_goes_on_with_what_is_not_recorded(lab, tmp_path):
    told = []
    how = {"machine": {"row": "m"}, "device": "cpu", "tell": told.append}
    names = ("tiny",), ("baseline", "post-8", "layers-3-logits")
    done = record.Record(tmp_path)
    done.tables = {name: {} for name in record.TABLES}
    assert running.grid(done, 1e-3, [1], *names, until=0, **how) is False
    assert running.grid(done, 1e-3, [1], *names, until=1e12, **how) is True
    assert [line.split()[0] for line in told] == [f"tiny-1-{row}" for row in names[1]]
    (tmp_path / "rates.csv").touch()
    again = record.Record(tmp_path)
    assert running.grid(again, 1e-3, [1], *names, until=1e12, **how) is True
    assert len(told) == 3
    kept = {path.name for path in done.models.iterdir()}
    assert kept == {"tiny-1-baseline.safetensors", "tiny-1-layers-3-logits.safetensors"}
    row = again.tables["answers"]["tiny-1-post-8-test"]
    assert float(row["accuracy"]) == 100 * int(row["right"], 16).bit_count() / 40


def test_the_same_seed_gives_the_same_model(lab):
    found = []
    for _ in range(2):
        lab.make(arms.find("baseline"))
        found.append(storage.read(lab.path("baseline"))[0].head.weight)
        lab.path("baseline").unlink()
    assert torch.equal(*found)


def test_arms_of_one_shape_share_a_time_and_codes_have_their_own(monkeypatch):
    monkeypatch.setattr(arms, "base", lambda: TINY)
    names = ("baseline", "cut-50", "post-16", "layers-3-logits-post-4")
    plan = {name: arms.find(name) for name in names}
    plan["rank-8"] = replace(arms.find("rank-64"), row="rank-8", rank=8, bits=8)
    tables = latency.tables("a processor", rounds=6, plan=plan)
    three = "layers-3-logits-post-4"
    of_arms = ["baseline-fp32", "baseline-fp32", "baseline-bf16", f"{three}-int8", "rank-8-int8"]
    assert [row["time"] for row in tables["timed"]] == of_arms
    kinds = ("fp32", "int8", "onnx-fp32", "onnx-int8")
    every = {f"{shape}-{kind}" for shape in ("baseline", three, "rank-8") for kind in kinds}
    assert {row["row"] for row in tables["times"]} == every | {"baseline-bf16"}
    assert latency.shape(arms.find(three)).layers == 3


def test_what_onnx_runtime_scores_is_what_the_model_does(base):
    words = torch.tensor([[3, 4, 5, 0]])
    given = words, words > 0
    with torch.no_grad():
        known = base.eval()(*given)[0].numpy()
    feed = {"words": words.numpy(), "real": (words > 0).numpy()}
    for kind, apart in {"onnx-fp32": 1e-5, "onnx-int8": 0.02}.items():
        scores = latency.session(base, given, kind, 1).run(["scores"], feed)[0]
        assert abs(scores - known).max() < apart
        assert (abs(scores - known).max() > 1e-6) == (kind == "onnx-int8")
