"""What needs no PyTorch: which models are timed, the portions, the readings, the tables."""

import random

import pandas as pd
import pytest
from click.testing import CliRunner

from experiments.speed import __main__ as command
from experiments.speed import models, portions, readings, tables
from experiments.speed.portions import ROUNDS, Setting
from smallbert import cost
from smallbert.data import vocabulary

EVERY = models.every()
TIMED = models.timed()
SHORT = Setting("onnxruntime", 32, 1, ((1, 32), (1, 128)))


def test_every_architecture_but_decoders_has_a_type():
    keys = set(vocabulary.entries("architectures").index)
    assert set(EVERY) == keys - {"gpt-1", "distilgpt2", "mobilebert", "gte-base-en-v1-5"}


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("bert-base", "bert"),
        ("distilroberta", "roberta"),
        ("mminilm-12-384", "roberta"),
        ("distilbert", "distilbert"),
        ("electra-small", "electra"),
        ("albert-base", "albert"),
        ("mobilebert-released", "mobilebert"),
        ("squeezebert", "squeezebert"),
        ("debertav3-small", "deberta-v2"),
        ("ettin-17m", "modernbert"),
        ("granite-small-r2", "modernbert"),
        ("granite-30m", "roberta"),
        ("nomicbert", "nomic_bert"),
        ("mpnet-base", "mpnet"),
    ],
)
def test_a_model_is_of_the_type_that_its_authors_released(key, kind):
    assert EVERY[key].kind == kind


def test_every_model_up_to_150_million_weights_has_a_time_and_bert_large():
    timed = models.timed_as()
    assert all(timed[key] for key, model in EVERY.items() if model.weights <= 150e6)
    assert timed["bert-large"] == "bert-large"
    assert timed["mobilebert"] == "mobilebert-released"  # the paper's shape was not released


def test_models_that_differ_in_words_alone_are_timed_once():
    timed = models.timed_as()
    assert timed["bert-base-chinese"] == timed["mbert-base"] == "bert-base"
    assert timed["xlm-r-base"] == "roberta-base"
    assert timed["modernbert-base"] == "ettin-150m"
    assert timed["roberta-large"] == "bert-large"  # too large itself; its layers compute the same


def test_a_model_has_the_time_of_one_with_its_operations():
    for key, other in models.timed_as().items():
        if other and key in EVERY:
            own, its = (
                cost.operations(cost.architecture(each), tokens=128) for each in (key, other)
            )
            lookups = ["word embeddings", "position and type embeddings", "pooler"]
            own, its = (each.drop(lookups, errors="ignore").sum() for each in (own, its))
            assert own == its


def test_roberta_reads_512_tokens_though_it_has_514_positions():
    assert EVERY["roberta-base"].longest == 512
    assert EVERY["ettin-17m"].longest == 8192


def test_bert_large_and_albert_xlarge_are_heavy_and_bert_base_is_not():
    heavy = {key for key, model in EVERY.items() if model.heavy}
    assert {"bert-large", "albert-large", "albert-xlarge", "debertav3-base"} <= heavy
    assert "bert-base" not in heavy


def test_heavy_models_are_timed_at_128_tokens_in_every_second_round():
    def of(tokens, number):
        return {model.key for model in SHORT.of(TIMED, 1, tokens, number)}

    assert "bert-large" in of(128, 1)
    assert "bert-large" not in of(128, 0) | of(32, 1)


def test_settings_of_one_thread_come_first_and_all_have_a_name_of_their_own():
    names = [each.name for each in portions.settings(threads=2)]
    assert len(set(names)) == len(names) == 8
    assert [each.split("-")[2] for each in names] == ["one"] * 4 + ["all"] * 4
    assert [each.name for each in portions.settings("*-8-one", threads=2)] == ["onnxruntime-8-one"]


def test_a_machine_of_one_core_times_nothing_twice():
    where = [
        (each.runtime, each.bits, each.threads, one)
        for each in portions.settings(threads=1)
        for one in each.inputs
    ]
    assert len(set(where)) == len(where)


def test_all_settings_have_a_process_before_any_has_its_second():
    chosen = portions.settings(threads=2)
    order = list(portions.portions(TIMED, chosen))
    assert [process for process, *_ in order] == sorted(process for process, *_ in order)
    assert len(order) == 5 * len(chosen) * 2


def test_each_model_is_in_one_group_and_bert_base_in_both():
    first, second = ({model.key for model in group} for group in portions.groups(TIMED))
    assert first & second == {"bert-base"}
    assert first | second == {model.key for model in TIMED}
    heavy = [sum(model.weights for model in group) for group in portions.groups(TIMED)]
    assert max(heavy) < 1.3 * min(heavy)


def read_rows(*places, keys=("bert-base", "bert-mini"), process=0, wall=None):
    about = {"runtime": "onnxruntime", "bits": 32, "threads": 1, "process": process}
    return [
        about
        | {"round": number, "batch": batch, "tokens": tokens, "row": key}
        | {"wall": (wall or {}).get(key, 10), "processor": (wall or {}).get(key, 10)}
        for number, batch, tokens in places
        for key in keys
    ]


def test_a_portion_goes_on_where_it_stopped(tmp_path):
    path = tmp_path / "readings.csv"
    two = [EVERY["bert-base"], EVERY["bert-mini"]]
    every = portions.missing(SHORT, 0, readings.read(path), two)
    assert len(every) == 2 * ROUNDS
    readings.append(path, readings.READ, read_rows(*every[:3]))
    assert portions.missing(SHORT, 0, readings.read(path), two) == every[3:]
    assert portions.missing(SHORT, 1, readings.read(path), two) == every
    assert portions.missing(SHORT, 0, readings.read(path), TIMED) == every  # more than are read
    with path.open("a") as file:
        file.write("0,onnxruntime,32")  # cut off by a stop
    assert portions.missing(SHORT, 0, readings.read(path), two) == every[3:]


def test_when_time_is_up_no_portion_is_begun(tmp_path):
    told = []
    assert not portions.run_all(TIMED, [SHORT], tmp_path, processes=1, until=0, tell=told.append)
    assert told == []


def test_a_reading_is_the_median_of_calls_that_fill_20_milliseconds():
    now, took = [0.0], iter([0.004, 0.009, 0.005, 0.006])

    def call():
        now[0] += next(took)

    clock = {"wall": lambda: now[0], "processor": lambda: now[0] / 2}
    wall, processor = portions.reading(call, **clock)
    assert (wall, processor) == (pytest.approx(0.0055), pytest.approx(0.00275))


def test_a_round_reads_all_and_a_new_call_is_made_once_untimed(monkeypatch):
    monkeypatch.setattr(portions, "LEAST", 1e-12)  # so that one call makes a reading
    made = {"a": 0, "b": 0}

    def call_of(key):
        def call(data):
            made[key] += 1

        return call

    class Pieces:
        shape = (1, 32)

    calls, last = {key: call_of(key) for key in made}, {("b", (1, 32)): 1.0}
    found = list(portions.one_round(calls, {"input_ids": Pieces}, random.Random(1), last))
    assert {key for key, *_ in found} == {"a", "b"}
    assert made == {"a": 2, "b": 1}  # b took a second last time


def test_a_ratio_is_taken_round_by_round_and_fewer_than_six_rounds_are_left_out():
    walls = [{"bert-base": 10 * n, "bert-mini": n} for n in range(1, 8)]
    read = [
        row
        for n, wall in enumerate(walls)
        for row in read_rows((n % ROUNDS, 1, 128), process=n // ROUNDS, wall=wall)
    ]
    found = tables.of_times(read).set_index("row")
    mini = found.loc["bert-mini-onnxruntime-32-t1-b1-n128"]
    assert (mini["milliseconds"], mini["low"], mini["high"]) == ("4", "1", "7")
    assert (mini["ratio"], mini["ratio_low"], mini["ratio_high"]) == ("0.1", "0.1", "0.1")
    assert mini["baseline"] == "bert-base-onnxruntime-32-t1-b1-n128"
    assert (mini["clock"], mini["times"]) == ("processor", "1 2 3 4 5 6 7")
    assert tables.of_times(read[:10]).empty


def test_an_interval_holds_the_median_of_each_process():
    """Nine rounds of 10 ms, then three of 14 on another day: the median's interval ends at 10."""
    walls = [10, 10, 10] * 3 + [14, 13, 15]
    read = [
        row
        for n, wall in enumerate(walls)
        for row in read_rows((n % 3, 1, 128), process=n // 3, wall={"bert-base": wall})
    ]
    line = tables.of_times(read).iloc[0]
    assert (line["milliseconds"], line["low"], line["high"]) == ("10", "10", "14")


@pytest.mark.parametrize(
    ("key", "printed", "words"),
    [
        ("bert-base", 109, ""),
        ("electra-base", 110, ""),  # rounded to tens
        ("distilmbert", 134, "printed with its last places cut off"),
        ("electra-small", 14, "counted with the head of the discriminator"),
    ],
)
def test_a_published_count_that_differs_is_explained(key, printed, words):
    assert tables.difference(key, EVERY[key].weights / 1e6, printed) == words


def test_every_published_count_is_explained():
    counts = tables.published()
    assert counts["bert-base-chinese"] == (102.3, "yao2023minirbt/models/roberta/parameters")
    for key, (millions, _) in counts.items():
        if key in EVERY and EVERY[key].built:
            words = tables.difference(key, EVERY[key].weights / 1e6, millions)
            assert words != tables.UNEXPLAINED, f"{key}: say in EXPLAINED why"


def test_the_machine_names_the_instruction_sets():
    about = tables.machine_of("processor\t: 1\nmodel name\t: X\nflags\t\t: avx2 avx512_vnni\n")
    assert (about["processor"], about["avx2"], about["avx512-vnni"]) == ("X", "yes", "yes")
    assert about["amx-int8"] == "no"


def test_few_models_are_compared_with_the_books_ratios():
    def row(architecture, ratio):
        return {
            **{"row": architecture, "architecture": architecture, "runtime": "onnxruntime"},
            **{"bits": "8", "threads": "1", "batch": "1", "tokens": "128", "ratio": ratio},
        }

    new, old = (pd.DataFrame([row("bert-mini", each)]) for each in ("0.055", "0.05"))
    (line,) = tables.compare(new, old)
    assert line.endswith("0.055 of BERT-base, 0.050 in the book: +10 %")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--only", "tpu-*"], "setting 'tpu-*' is unknown; use one of onnxruntime-32-one,"),
        (["--minutes", "-5"], "--minutes -5; give more than 0"),
        (["--minutes", "0"], "--minutes 0; give more than 0"),
    ],
)
def test_a_wrong_wish_is_refused_in_one_line(words, message):
    done = CliRunner().invoke(command.main, words)
    assert (done.exit_code, done.output.count("\n")) == (2, 1)
    assert message in done.output


def test_without_its_environment_one_line_names_the_command(monkeypatch):
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    done = CliRunner().invoke(command.main, [])
    assert done.output == "torch is not installed; make speed installs it and measures\n"
    assert done.exit_code == 1
