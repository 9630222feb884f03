"""Arms on a random encoder of six thin layers; needs PyTorch, which the book does not."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace

import pytest

from experiments.compress import arms, record, tasks
from smallbert import cost, paths
from smallbert.errors import UserError

torch = pytest.importorskip("torch")
torch.set_num_threads(1)  # several wait for each other where cores are shared
for name in ("safetensors", "onnxruntime"):
    pytest.importorskip(name)

from safetensors.torch import load_file  # noqa: E402

from experiments.compress import (  # noqa: E402
    budgets,
    encoder,
    lab,
    latency,
    making,
    running,
    scoring,
    storage,
    training,
)
from experiments.speed import products  # noqa: E402

TINY = replace(arms.base(), hidden=24, feed_forward=48, vocabulary=60, positions=40)
TASK = tasks.Task("tiny", "is a number odd", "none")
TASK.parts = {part: [(str(n), n % 2) for n in range(40)] for part in ("train", "dev", "test")}


@pytest.fixture(scope="module")
def base():
    torch.manual_seed(0)
    return encoder.Encoder(TINY, 2)


@pytest.fixture
def tiny(monkeypatch, base):
    put_tiny(monkeypatch.setattr)


def put_tiny(put=setattr):
    """Put a tiny encoder and task in place of the real ones, in whatever process."""
    torch.manual_seed(0)
    small = encoder.Encoder(TINY, 2)
    put(lab, "pretrained", lambda classes: small)
    put(tasks, "task", lambda name: TASK)
    put(tasks, "MAKERS", {"tiny": None})
    put(tasks, "encoded", lambda texts, most=0: [[1 + int(each), 7, 50] for each in texts])


@pytest.fixture
def bench(tmp_path, tiny):
    return lab.Lab(lab.Place("tiny", 1, training.Recipe(1e-3, 2), tmp_path))


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
    assert 2 * lab.operations(half, 8) == lab.operations(whole, 8)


def test_the_model_has_the_weights_and_operations_of_the_cost_model(base):
    for row in ("heads-3", "neurons-384", "sets-3"):
        model = made(base, row, neurons=12 if row == "neurons-384" else 0)
        assert lab.parameters(model) == cost.parameters(model.shape).sum()
    assert lab.operations(made(base, "rank-64", rank=4), 8)
    with pytest.raises(UserError, match="operations: 5 here, 6 by smallbert.cost"):
        lab.agree("operations", 5, 6)


def test_zeros_stay_zero_in_training_unless_they_are_free(base, bench):
    items = bench.items("train")
    shares = {}
    for row in ("prune-50", "deleted-50"):
        model = made(base, row)
        training.fine_tune(model, items, rate=1e-3, epochs=2, seed=1)
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


def test_a_student_learns_every_loss_from_its_teacher(base, bench):
    model = made(base, "layers-3-all")
    losses = ("logits", "hidden", "attention")
    points = training.fine_tune(
        model, bench.items("train"), rate=1e-3, epochs=2, seed=1, teacher=base, losses=losses
    )
    assert 0 < points[-1].loss < 1
    assert [point.step for point in points] == [2, 4]  # 40 rows are two batches


def recorded(folder, **how):
    return record.Record(folder, machine={"row": "m"}, code=lambda arm, task: "now", **how)


@contextmanager
def engine(until=1e12):
    """Yield an engine of one thread, and what it tells."""
    told = []
    with ThreadPoolExecutor(1) as executor:
        yield running.Engine(executor, 1, until, "cpu", 1, told.append), told


def ended(told):
    return [line.split()[0] for line in told if "left]" in line]


def test_a_stopped_run_goes_on_with_what_is_not_recorded(tiny, tmp_path):
    names = "baseline", "post-4", "layers-3-logits"
    wanted = [(1, "tiny", name) for name in names]
    with engine(until=0) as (stopped, _):
        assert running.run_arms(stopped, recorded(tmp_path), 1e-3, wanted) is False
    with engine() as (going, told):
        done = recorded(tmp_path)
        assert running.run_arms(going, done, 1e-3, wanted[:2]) is True
        assert running.run_arms(going, recorded(tmp_path), 1e-3, wanted) is True
        assert ended(told) == [f"tiny-1-{name}" for name in names]
        assert not [*done.models.rglob("*.safetensors")]  # nobody needs them any more
    row = recorded(tmp_path).tables["answers"]["tiny-1-post-4-test"]
    assert float(row["accuracy"]) == 100 * int(row["right"], 16).bit_count() / 40


def test_an_arm_is_run_with_the_baseline_of_its_own_machine(tiny, tmp_path):
    with engine() as (going, told):
        running.run_arms(going, recorded(tmp_path), 1e-3, [(1, "tiny", "layers-3")])
        assert ended(told) == ["tiny-1-baseline", "tiny-1-layers-3"]
        elsewhere = record.Record(tmp_path, machine={"row": "n"}, code=lambda arm, task: "now")
        running.run_arms(going, elsewhere, 1e-3, [(1, "tiny", "layers-2")])
    assert ended(told)[2:] == ["tiny-1-baseline", "tiny-1-layers-2"]
    assert {row["machine"] for row in elsewhere.tables["runs"].values()} == {"n"}


def test_a_cluster_of_dask_goes_on_where_processes_stopped(tiny, tmp_path):
    distributed = pytest.importorskip("distributed")
    wanted = [(1, "tiny", name) for name in ("baseline", "post-4", "layers-3-logits")]
    with engine() as (going, _):
        running.run_arms(going, recorded(tmp_path), 1e-3, wanted[:1])
    told = []
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as workers,
        distributed.Client(workers) as client,
        running.cluster(workers.scheduler_address, 1, "cpu") as (executor, count),
    ):
        assert count == 2
        client.run(put_tiny)
        going = running.Engine(executor, count, 1e12, "cpu", 1, told.append)
        assert running.run_arms(going, recorded(tmp_path), 1e-3, wanted) is True
    assert sorted(ended(told)) == ["tiny-1-layers-3-logits", "tiny-1-post-4"]
    assert len(recorded(tmp_path).tables["runs"]) == 3


def test_a_worker_of_several_threads_is_refused():
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
        ) as workers,
        pytest.raises(UserError, match="has several threads; start workers with --nthreads 1"),
        running.cluster(workers.scheduler_address, 1, "cpu"),
    ):
        pass


def test_a_cluster_that_is_not_there_is_one_line():
    pytest.importorskip("distributed")
    with (
        pytest.raises(UserError, match="--scheduler tcp://127.0.0.1:1: no scheduler answers"),
        running.cluster("tcp://127.0.0.1:1", 1, "cpu"),
    ):
        pass


def test_at_another_rate_an_arm_is_run_again(tiny, tmp_path):
    with engine() as (going, told):
        for rate in (1e-3, 1e-3, 2e-3):
            running.run_arms(going, recorded(tmp_path), rate, [(1, "tiny", "baseline")])
    assert ended(told) == ["tiny-1-baseline", "tiny-1-baseline"]


def test_a_rate_is_tried_on_the_development_rows_alone(tiny, tmp_path, monkeypatch):
    scored = []
    floats = scoring.SCORERS["floats"]
    monkeypatch.setitem(
        scoring.SCORERS, "floats", lambda model, rows: scored.append(rows) or floats(model, rows)
    )
    done = recorded(tmp_path)
    with engine() as (going, _):
        assert running.try_rates(going, done, [1e-3, 2e-3])
    assert {*done.tables["rates"]} == {"tiny-0.001", "tiny-0.002"}
    assert len(scored) == 2  # rates
    assert not done.tables["answers"]


@pytest.fixture
def short(monkeypatch):
    """Let the dial turn two rates, and arms try two."""
    monkeypatch.setattr(budgets, "DIAL_RATES", (1e-3, 2e-3))
    monkeypatch.setattr(budgets, "TRIED", (0.5, 1.0))


def of_budgets(folder):
    return recorded(folder, names=record.BUDGET_TABLES)


def test_equal_budgets_are_dialed_tried_and_run(tiny, short, tmp_path):
    arms_wanted = "layers-3-logits", "after-50"
    with engine() as (going, told):
        assert budgets.equal(going, of_budgets(tmp_path), "tiny", seeds=2, wanted=arms_wanted)
        count = len(ended(told))
        done = of_budgets(tmp_path)
        assert budgets.equal(going, done, "tiny", seeds=2, wanted=arms_wanted)
        assert len(ended(told)) == count  # nothing is left to do
    fits = of_budgets(tmp_path).tables["fits"].values()
    stages = [row["stage"] for row in fits]
    assert stages.count("dial") == 5  # two rates at two lengths, and the best one for longer
    # baseline, half, after-50 and layers-3-logits at two rates each; and a teacher where the rate
    # tried is not its own
    assert stages.count("try") == 8
    assert {row["seed"] for row in fits if row["stage"] == "equal"} == {"1", "2"}
    assert {row["epochs"] for row in fits if row["stage"] == "try"} == {"2"}
    assert {row["epochs"] for row in fits if row["stage"] == "equal"} == {"4"}
    best = f"{budgets.best_tried_rate(done, 'baseline', 'tiny'):g}"
    assert {row["teacher_rate"] for row in fits if row["arm"] == "layers-3-logits"} == {best}
    answers = of_budgets(tmp_path).tables["fit_answers"].values()
    assert {row["test"] for row in answers} == {"test"}  # development rows decide, and are no test
    assert {row["run"].split("-")[1] for row in answers} == {"1", "2"}  # no try, nor the dial


def test_scores_are_stored_in_halves_and_give_back_the_answers(tiny, short, tmp_path):
    with engine() as (going, _):
        done = of_budgets(tmp_path)
        fit = budgets.Fit("equal", "baseline", "tiny", 1, training.Recipe(1e-3, 2))
        assert budgets.run_fits(going, done, [fit])
    stored = load_file(tmp_path / "scores" / "tiny-1-0.001-2-baseline.safetensors")
    assert stored["test"].shape == (40, 2)
    assert stored["test"].dtype == torch.float16
    right = (stored["test"].argmax(1) == torch.tensor([n % 2 for n in range(40)])).sum()
    assert float(done.tables["fit_answers"][f"{fit.key}-test"]["accuracy"]) == 100 * right / 40
    digits = record.confidence(tmp_path / "scores" / f"{fit.key}.safetensors", "test")
    assert [each / 255 for each in bytes.fromhex(digits)] == pytest.approx(
        stored["test"].float().softmax(1).amax(1).tolist(), abs=0.002
    )
    curve = [row for row in done.tables["curves"].values() if row["run"] == fit.key]
    assert [row["step"] for row in curve] == [2, 4]
    assert curve[-1]["dev"] == done.tables["fits"][fit.key]["dev"]


def test_the_dial_is_that_of_the_protocol():
    source = paths.data() / "sources" / "compress" / "budgets.yaml"
    says = " ".join(source.read_text().split())
    assert "5e-5, 1e-4, 2e-4 and 4e-4, for 2 and 4 epochs, at seed 101" in says
    assert budgets.DIAL_RATES == (5e-5, 1e-4, 2e-4, 4e-4)
    assert (budgets.TRIED_EPOCHS, budgets.EPOCHS, budgets.DIAL_SEED) == (2, 4, 101)


def test_the_dial_is_set_where_the_longer_fits_of_a_task_are_best():
    """After 4 epochs 2e-4 is best, and as good as 4e-4: of two alike the lower."""
    scores = {2: (78, 80, 79, 90), 4: (81, 82, 83, 83), 8: (99, 99, 99, 99)}
    rows = {
        f"{task}-{rate}-{epochs}": {
            "stage": "dial",
            "task": task,
            "rate": f"{rate:g}",
            "epochs": str(epochs),
            "dev": str(scores[epochs][number] if task == "sense" else 100 - number),
        }
        for epochs in scores
        for number, rate in enumerate(budgets.DIAL_RATES)
        for task in ("sense", "sent")
    }
    assert budgets.dialled_rate(SimpleNamespace(tables={"fits": rows}), "sense") == 2e-4


def test_the_second_encoder_learns_at_half_of_the_first_ones_dial_and_has_none(monkeypatch):
    row = {"stage": "dial", "arm": "baseline", "task": "sense", "epochs": "4"}
    rows = {f"{rate}": row | {"rate": f"{rate:g}", "dev": "80"} for rate in budgets.DIAL_RATES}
    rows["0.0004"] |= {"dev": "81"}
    for rate, dev in ((1e-4, 70), (2e-4, 72), (4e-4, 71)):
        for arm in ("baseline", "layers-6"):
            tried = {"stage": "try", "arm": arm, "task": "sense-e5", "epochs": "2"}
            rows[f"{arm}-{rate}"] = tried | {"rate": f"{rate:g}", "dev": f"{dev}"}
    run = []
    monkeypatch.setattr(budgets, "run_fits", lambda *asked, **_: run.extend(asked[2]) or True)
    done = SimpleNamespace(tables={"fits": rows}, models=paths.build() / "no-models")
    engine = SimpleNamespace(tell=lambda line: None)
    assert budgets.equal(engine, done, "sense-e5", seeds=2, wanted=["layers-6"])
    rates = {(fit.stage, fit.task): set() for fit in run}
    for fit in run:
        rates[fit.stage, fit.task].add(fit.recipe.rate)
    assert rates == {
        ("dial", "sense"): {*budgets.DIAL_RATES},  # the first encoder's, as long as it is missing
        ("try", "sense-e5"): {1e-4, 2e-4, 4e-4},
        ("equal", "sense-e5"): {2e-4},
    }
    assert {fit.seed for fit in run if fit.stage == "equal"} == {1, 2}
    assert max(fit.recipe.epochs for fit in run) == budgets.EPOCHS  # none is longer


def test_no_arm_of_equal_budgets_has_more_steps_than_another():
    for name in budgets.ARMS:
        arm, steps = arms.find(name), 0
        while True:
            steps += arm.steps if arm.trained else 0
            if arm.start in arms.STARTS:
                break
            arm = arms.find(arm.start)
        assert (name, steps) == (name, 100)


def test_the_same_seed_gives_the_same_model(bench):
    found = []
    for _ in range(2):
        bench.make(arms.find("baseline"))
        found.append(storage.read(bench.path("baseline"))[0].head.weight)
        bench.path("baseline").unlink()
    assert torch.equal(*found)


def test_three_and_four_bits_are_as_near_as_their_scale_can_bring_them():
    """Max (1960): 8 even levels leave 0.0374 of a normal variance, root 0.19; 7 leave more."""
    torch.manual_seed(0)
    weight = torch.randn(8, 4000)
    for bits, least, most in ((3, 0.19, 0.23), (4, 0.10, 0.12)):
        codes, scale = encoder.quantized(weight, bits)
        error = (codes * scale - weight).norm() / weight.norm()
        assert least < error < most
        assert codes.abs().max() == 2 ** (bits - 1) - 1
    zero, scale = encoder.quantized(torch.zeros(2, 8), 3)
    assert not (zero * scale).any()


def test_movement_keeps_what_training_moves_away_from_zero():
    """The loss is lower the larger the first two weights are; the others are pulled to zero."""
    matrix = encoder.Matrix(1, 4)
    matrix.weight.data = torch.tensor([[0.1, 0.2, 3.0, 4.0]])
    matrix.kept, matrix.movement = torch.ones(1, 4), torch.zeros(1, 4)
    (matrix.value() * torch.tensor([[-1.0, -1.0, 1.0, 1.0]])).sum().backward()
    assert torch.allclose(matrix.movement, torch.tensor([[0.1, 0.2, -3.0, -4.0]]))
    matrix.keep_moving(0.5)
    assert matrix.kept.tolist() == [[1, 1, 0, 0]]
    matrix.weight.grad = None
    (matrix.value() * torch.tensor([[1.0, 1.0, -9.0, -9.0]])).sum().backward()
    assert matrix.movement[0, 2:].gt(0).all()  # a zero that the loss wants back
    matrix.keep_moving(0.5)
    assert matrix.kept.tolist() == [[0, 0, 1, 1]]


def test_scaled_movement_counts_a_first_step_as_one_whatever_its_size():
    matrix = encoder.Matrix(1, 4)
    matrix.kept, matrix.movement = torch.ones(1, 4), torch.zeros(1, 4)
    matrix.weight.data = torch.tensor([[1.0, -1.0, 100.0, 0.01]])
    matrix.move = making.ScaledMovement(matrix)
    gradient = torch.tensor([[-0.1, 0.1, 3.0, -5.0]])  # away from zero, away, towards it, away
    (matrix.value() * gradient).sum().backward()
    assert torch.allclose(matrix.movement, torch.tensor([[1.0, 1.0, -1.0, 1.0]]), atol=1e-6)
    matrix.value().backward(-gradient)  # the means are now -0.01 and 1 of a step
    expected = matrix.movement.new_tensor([[1, 1, -1, 1]]) * (1 - 0.01 / 0.19)
    assert torch.allclose(matrix.movement, expected, atol=1e-5)


def test_zeros_by_movement_grow_after_the_warm_up_until_seven_tenths():
    """Halfway between 0.1 and 0.7 of the steps, 1 - (1/2)^3 of them are there."""
    assert [training.moved(done) for done in (0.0, 0.1, 0.7, 1.0)] == [0, pytest.approx(0), 1, 1]
    assert training.moved(0.4) == pytest.approx(7 / 8)


def test_movement_ends_with_the_zeros_that_were_asked_for(base, bench):
    model = made(base, "movement-50")
    training.fine_tune(model, bench.items("train"), rate=1e-3, epochs=10, seed=1)
    shares = [float((each.value() == 0).float().mean()) for each in model.matrices("encoder")]
    assert shares == pytest.approx([0.5] * len(shares), abs=0.01)


def test_blocks_go_whole(base):
    model = made(base, "blocks-50", block=4)
    kept = model.matrices("encoder")[0].kept
    blocks = kept.view(6, 4, 6, 4).sum((1, 3))
    assert {*blocks.flatten().tolist()} == {0, 16}
    assert kept.mean() == 0.5
    assert making.of_blocks(torch.tensor([[3.0, 0], [0, 4]]), 2).tolist() == [[5, 5], [5, 5]]


def test_arms_of_one_shape_share_a_time_and_codes_have_their_own(monkeypatch):
    monkeypatch.setattr(arms, "base", lambda: TINY)
    names = ("baseline", "cut-50", "post-16", "layers-3-logits-post-4", "cut-70", "deleted-70")
    plan = {name: arms.find(name) for name in names}
    plan["rank-8"] = replace(arms.find("rank-64"), row="rank-8", rank=8, bits=8)
    tables = latency.tables("a processor", rounds=6, plan=plan)
    three = "layers-3-logits-post-4"
    of_arms = ["baseline-fp32", "baseline-fp32", "baseline-bf16", f"{three}-int8"]
    # most zeros are left out, unless training has filled them
    of_arms += ["baseline-csr-70", "baseline-fp32", "rank-8-int8"]
    assert [row["time"] for row in tables["timed"]] == of_arms
    kinds = ("fp32", "int8", "onnx-fp32", "onnx-int8")
    every = {f"{shape}-{kind}" for shape in ("baseline", three, "rank-8") for kind in kinds}
    assert {row["row"] for row in tables["times"]} == every | {"baseline-bf16", "baseline-csr-70"}
    kinds = {row["row"]: (row["kind"], row["runtime"][:4]) for row in tables["times"]}
    assert kinds["baseline-csr-70"] == ("csr-70", "PyTo")
    assert kinds["baseline-onnx-int8"] == ("int8", "ONNX")
    assert latency.shape(arms.find(three)).layers == 3


def test_a_sparse_product_computes_what_a_dense_one_with_its_zeros_does():
    torch.manual_seed(3)
    with torch.no_grad():
        sparse = products.csr(8, 6, share=70)
        torch.manual_seed(3)
        dense = products.zeros(8, 6, share=70)
        x = torch.randn(2, 5, 8)
        assert torch.allclose(sparse(x), dense(x), atol=1e-6)


def test_eight_bits_are_scored_in_the_runtime_that_is_timed(base, monkeypatch):
    of_eight = [name for name, arm in arms.plan().items() if arm.scored_in == "int8"]
    assert {arms.find(name).bits for name in of_eight} == {8}
    assert "post-words-8" not in of_eight  # whose products are of floats
    rows = training.Items([[3, 4, 5], [6, 7]], [0, 1])
    model = made(base, "post-8")
    scores = {kind: score(model, rows) for kind, score in scoring.SCORERS.items()}
    assert scores["int8"].shape == scores["floats"].shape == (2, 2)
    apart = (scores["int8"] - scores["floats"]).abs().max()
    assert 1e-6 < apart < 0.05
    assert scoring.right(torch.tensor([[2.0, 1], [2, 1]]), [0, 1]) == [True, False]


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
