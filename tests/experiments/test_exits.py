"""Items that leave early, on scores made by hand and a random encoder of six thin layers."""

from dataclasses import replace

import pytest

from experiments.compress import arms, tasks
from smallbert.errors import UserError

torch = pytest.importorskip("torch")
torch.set_num_threads(1)  # several wait for each other where cores are shared
pytest.importorskip("safetensors")

from experiments.compress import (  # noqa: E402
    encoder,
    exits,
    lab,
    running,
    storage,
    training,
)

TINY = replace(arms.base(), hidden=24, feed_forward=48, vocabulary=60, positions=40)
TASK = tasks.Task("tiny", "is a number odd", "none")
TASK.parts = {part: [(str(n), n % 2) for n in range(40)] for part in ("train", "dev", "test")}

OF_A_LAYER = 2 * (4 * 32 * 24**2 + 2 * 32**2 * 24 + 2 * 32 * 24 * 48) + 2 * 24 * 2
"""Operations of a layer of `TINY` and its classifier of two classes, for 32 word pieces: products
of queries, keys, values and outputs, attention itself, the feed-forward network."""


def scores_of(*chances):
    """Return the scores of two classes, ``(layers, 2)``, by the chance of the first."""
    chances = torch.tensor(chances)
    return torch.stack([chances, 1 - chances], 1).log()


@pytest.fixture
def model():
    torch.manual_seed(0)
    return exits.with_exits(encoder.Encoder(TINY, 2), seed=1)


@pytest.fixture
def bench(tmp_path, monkeypatch):
    torch.manual_seed(0)
    small = encoder.Encoder(TINY, 2)
    monkeypatch.setattr(lab, "pretrained", lambda classes: small)
    monkeypatch.setattr(tasks, "task", lambda name: TASK)
    monkeypatch.setattr(tasks, "MAKERS", {"tiny": None})
    monkeypatch.setattr(
        tasks, "encoded", lambda texts, most=0: [[1 + int(each), 7, 50] for each in texts]
    )
    lab.items.cache_clear()
    return exits.ExitLab(lab.Place("tiny", 1, training.Recipe(1e-3, 2), tmp_path))


@pytest.mark.parametrize(("threshold", "layer"), [(0.5, 1), (0.75, 2), (0.85, 2), (0.95, 3)])
def test_an_item_leaves_after_the_first_layer_that_is_sure_enough(threshold, layer):
    """After layer 2 the other class is as sure as that, with 0.9; no layer reaches 0.95."""
    scores = scores_of(0.7, 0.1, 0.8)
    left, found = exits.leave(scores, threshold)
    assert left == layer
    assert torch.equal(found, scores[layer - 1])


def test_layers_behind_the_one_where_an_item_leaves_are_not_computed(model):
    words = torch.tensor([[3, 4, 5]])
    passed = []
    for number, layer in enumerate(model.layers, start=1):
        layer.down.register_forward_hook(lambda *_, number=number: passed.append(number))
    for classifier, chance in zip(model.exits, (0.6, 0.7, 0.9, 0.6, 0.6), strict=True):
        classifier.weight.data.zero_()
        classifier.bias.data = scores_of(chance)[0]
    assert exits.leave(model.scores_by_layer(words, words > 0), 0.8)[0] == 3
    assert passed == [1, 2, 3]


@pytest.mark.parametrize(
    ("most", "threshold"),
    [(25, 0.9), (24, 0.8), (22.5, 0.8), (20, 0.75), (19, 0.7), (10, 0.55)],
)
def test_the_threshold_is_the_highest_whose_mean_operations_are_allowed(most, threshold):
    """Where the four leave, and the mean of 10 operations a layer, at each threshold.

    0.95: 2 3 3 3, 27.5. 0.9: 1 3 3 3, 25. 0.8: 1 2 3 3, 22.5. 0.75: 1 2 2 3, 20.
    0.7: 1 2 1 3, 17.5. 0.65: 1 2 1 2, 15. 0.6: 1 1 1 2, 12.5. 0.55: 1 1 1 1, 10.
    """
    of_items = [(0.9, 0.95, 0.99), (0.6, 0.8, 0.99), (0.7, 0.75, 0.9), (0.55, 0.65, 0.6)]
    scores = torch.stack([scores_of(*chances) for chances in of_items])
    found = exits.choose_threshold(scores, [10, 20, 30], most)
    assert found == pytest.approx(threshold)
    with pytest.raises(UserError, match="9 operations are less than one layer takes; raise exit"):
        exits.choose_threshold(scores, [10, 20, 30], 9)


def test_an_item_takes_the_operations_of_its_layers_and_their_classifiers(model):
    found = exits.operations_by_layer(model, 32)
    assert found == [OF_A_LAYER * layer for layer in range(1, 7)]


def test_layers_count_by_their_numbers_in_the_loss():
    """A third of ln 2 and two thirds of ln 4/3: the right class has chances of 1/2 and 3/4."""
    scores, labels = [scores_of(0.5), scores_of(0.75)], torch.tensor([0])
    loss, last = exits.loss_of_layers(scores, labels)
    assert float(last) == pytest.approx(0.287682)
    assert float(loss) == pytest.approx((0.693147 + 2 * 0.287682) / 3)


def test_the_last_layers_scores_are_those_of_the_encoder(model):
    rows = training.Items([[3, 4, 5, 6], [7, 8]], [0, 1])
    words, real, _ = rows.batch([0, 1])
    with torch.no_grad():
        known = model.eval()(words, real)[0]
    layers, scores = exits.score_leaving(model, rows, threshold=1.1)
    assert layers == [6, 6]
    assert torch.allclose(scores, known, atol=1e-6)
    assert torch.equal(exits.score_layers(model, rows)[:, -1], scores)
    layers, scores = exits.score_leaving(model, rows, threshold=0)
    assert layers == [1, 1]
    assert torch.equal(exits.score_layers(model, rows)[:, 0], scores)


def test_every_classifier_learns_and_word_vectors_do_not(model, bench):
    before = {name: each.clone() for name, each in model.state_dict().items()}
    points = exits.fine_tune_exits(model, bench.items("train"), rate=1e-3, epochs=2, seed=1)
    same = {name for name, each in model.state_dict().items() if torch.equal(each, before[name])}
    assert same == {"words.weight", "places"}
    assert [point.step for point in points] == [2, 4]  # 40 rows are two batches


def test_classifiers_are_read_back_as_they_were_written(bench):
    bench.make(arms.find("exits"))
    model = bench.stored("exits")
    assert not torch.equal(model.exits[0].weight, model.exits[4].weight)
    bench.make(arms.find("exit-50"))
    again = bench.stored("exit-50")
    parts = again.state_dict()
    assert all(torch.equal(each, parts[name]) for name, each in model.state_dict().items())
    assert storage.read(bench.path("exits"))[0].head.weight.equal(model.head.weight)


def test_the_trained_arm_is_scored_by_its_last_layer(bench):
    outcome = bench.run(arms.find("exits"), tests=True, curve=True)
    rows = bench.items("test")
    last = exits.score_layers(bench.stored("exits"), rows)[:, -1]
    assert torch.allclose(torch.from_numpy(outcome.scores["test"]).float(), last, atol=1e-3)
    assert outcome.cells["operations"] == 6 * (OF_A_LAYER - 96)  # the task's head is left out
    assert outcome.cells["dev"] == f"{outcome.curve[-1].dev:.2f}"


def test_operations_are_the_mean_over_the_items_of_the_test(bench, monkeypatch):
    """Of 40 items, 10 leave after layer 1 and 30 after the last: 4.75 layers in the mean."""

    def leaving(model, rows, threshold):
        return [1] * 10 + [6] * 30, torch.tensor([[1.0, 0.0]] * 40)

    monkeypatch.setattr(exits, "score_leaving", leaving)
    outcome = bench.run(arms.find("exit-50"), tests=True, curve=True)
    assert outcome.cells["operations"] == 4.75 * OF_A_LAYER
    assert outcome.right["test"] == [True, False] * 20  # the first class is that of even numbers
    assert (outcome.cells["steps"], outcome.curve) == (0, [])


@pytest.mark.parametrize("share", [33, 50, 75])
def test_development_rows_take_at_most_their_share_of_the_encoder(bench, share):
    arm = arms.find(f"exit-{share}")
    found = running.run_of(arm)(arm.row, bench.place, tests=False)
    assert OF_A_LAYER <= found.cells["operations"] <= share / 100 * 6 * (OF_A_LAYER - 96)
    assert {*found.scores} == {"dev"}
    assert not bench.path(arm.row).exists()  # nobody starts from it
    assert bench.path("exits").exists()
